// abut.js - exact collision detection between triangle meshes: the C library as one WebAssembly module.
//
//     import { load } from "abut";
//     const abut = await load();
//     const ring = abut.mesh(positions, index);
//     const { state, pairs } = abut.collide(ring, bar, { poseB: matrix });
//
// What an answer means is said in the headers of the library; names are theirs, likeThis where C has like_this.
import { ask, frameOf } from "./lib/ask.js";
import { collideBatch, distanceBatch, firstContactBatch, shapeBatch, withinBatch } from "./lib/batch.js";
import { compile } from "./lib/compile.js";
import { AbutError, FileError } from "./lib/errors.js";
import { read } from "./lib/files.js";
import { Memory, number } from "./lib/memory.js";
import { Mesh } from "./lib/mesh.js";
import { poseAt } from "./lib/motion.js";
import { Rows } from "./lib/rows.js";
import { frustumPlanes } from "./lib/rays.js";
import { Shape } from "./lib/shape.js";
import { statistics } from "./lib/soup.js";
import { poseSlack, trianglesTouch, verticesFirst, verticesSelfFirst } from "./lib/vertices.js";
import { World } from "./lib/world.js";

export { AbutError, FileError, frustumPlanes, Mesh, Rows, Shape, World };

const SCRATCH = 128; // bytes for small things that a call takes or gives
const EXPLAINED = { reason: "abut_reason_text", fault: "abut_fault_text", method: "abut_method_text" };

/** The library, loaded: made by `load`. One call at a time may be in it. */
export class Abut {
  constructor(instance, state) {
    this.exports = instance.exports;
    this.state = state; // who is told of progress
    this.memory = new Memory(this.exports);
    this.busy = null; // the call that runs
    this.broken = null; // what is thrown for ever
    this.scratch = this.memory.take(SCRATCH);
    this.frame = frameOf(this.memory);
    this.host = this.exports.abut_js_host?.() ?? 0;
    this.query = this.made("abut_query_create");
    this.batch = this.made("abut_batch_create");
    // A mesh that nobody can reach any more is freed some time later, and so is a world.
    this.registry = new FinalizationRegistry((held) => this.broken || held.free(this.exports));
  }
  made(create) {
    if (!this.exports[create]) return 0; // of a module with less in it: begin says what is not there
    this.memory.check(this.exports[create](this.scratch, this.host));
    return this.memory.view.getUint32(this.scratch, true);
  }

  /** Of the library: "0.2.0". */
  get version() {
    const version = this.exports.abut_version();
    return `${Math.trunc(version / 10000)}.${Math.trunc(version / 100) % 100}.${version % 100}`;
  }
  /** The library's line of English about a word: explain("reason", "open"), explain("status", "NOT_RIGID"). */
  explain(what, word) {
    if (what === "status") return this.memory.text(this.exports.abut_status_text(number("status", word, "explain")) >>> 0);
    if (!Object.hasOwn(EXPLAINED, what)) throw new TypeError(`explain: ${String(what)} is none of status, ${Object.keys(EXPLAINED).join(", ")}`);
    if (!this.exports[EXPLAINED[what]]) throw this.memory.error(-14, "explain");
    return this.memory.text(this.exports[EXPLAINED[what]](number(what, word, "explain")) >>> 0);
  }

  // ------------------------------------------------------------------------------------ meshes, files

  mesh(positions, index, options) {
    return Mesh.build(this, positions, index, options);
  }
  open(bytes, options) {
    return Mesh.open(this, bytes, options);
  }
  read(bytes, options) {
    return read(this, bytes, options);
  }
  async readFile(file, options) {
    return read(this, await file.arrayBuffer(), { name: file.name ?? "", ...options });
  }
  statistics(positions, index) {
    return statistics(this, positions, index);
  }
  world() {
    return new World(this);
  }

  // --------------------------------------------------------------------------------------- questions

  collide(a, b, options) {
    return ask(this, "collide", a, b, undefined, options);
  }
  distance(a, b, options) {
    return ask(this, "distance", a, b, undefined, options);
  }
  within(a, b, distance, options) {
    return ask(this, "within", a, b, distance, options);
  }
  contain(a, b, options) {
    return ask(this, "contain", a, b, undefined, options);
  }
  firstContact(a, b, options) {
    return ask(this, "firstContact", a, b, undefined, options);
  }
  depth(a, b, options) {
    return ask(this, "depth", a, b, undefined, options);
  }
  depthAlong(a, b, direction, options) {
    return ask(this, "depthAlong", a, b, direction, options);
  }
  reach(a, b, options) {
    return ask(this, "reach", a, b, undefined, options);
  }
  signedDistance(a, b, options) {
    return ask(this, "signedDistance", a, b, undefined, options);
  }
  overlap(a, b, options) {
    return ask(this, "overlap", a, b, undefined, options);
  }
  selfCollide(mesh, options) {
    return ask(this, "selfCollide", mesh, null, undefined, options);
  }
  shapeCollide(mesh, shape, options) {
    return ask(this, "shapeCollide", mesh, null, shape, options);
  }
  shapeDistance(mesh, shape, options) {
    return ask(this, "shapeDistance", mesh, null, shape, options);
  }
  shapeContain(mesh, shape, options) {
    return ask(this, "shapeContain", mesh, null, shape, options);
  }

  collideBatch(a, b, poses, options) {
    return collideBatch(this, a, b, poses, options);
  }
  distanceBatch(a, b, poses, options) {
    return distanceBatch(this, a, b, poses, options);
  }
  withinBatch(a, b, distance, poses, options) {
    return withinBatch(this, a, b, distance, poses, options);
  }
  firstContactBatch(a, b, poses, ends, options) {
    return firstContactBatch(this, a, b, poses, ends, options);
  }
  shapeBatch(mesh, shapes, options) {
    return shapeBatch(this, mesh, shapes, options);
  }

  /** Where a mesh is at a time of its motion: a matrix of sixteen numbers by columns. */
  poseAt(from, motion, time) {
    return poseAt(this, from, motion, time);
  }

  poseSlack(inner, outer, products, mesh) {
    return poseSlack(this, inner, outer, products, mesh);
  }
  trianglesTouch(a, b, options) {
    return trianglesTouch(this, a, b, options);
  }
  verticesFirst(a, aTo, b, bTo, options) {
    return verticesFirst(this, a, aTo, b, bTo, options);
  }
  verticesSelfFirst(soup, to, options) {
    return verticesSelfFirst(this, soup, to, options);
  }

  // ------------------------------------------------------------------------------------------- calls

  /** To be called before memory is written: throws if nothing can be asked now. */
  begin(name, call) {
    if (this.busy) throw new AbutError("BUSY", 0, `${name}: a call of this Abut is running: ${this.busy}; ask when it has returned`);
    if (this.broken) throw this.broken;
    if (!this.exports[call]) throw this.memory.error(-14, name);
    this.asked = name;
  }
  /** Call the module. What progress throws is thrown when the module has returned. */
  run(call, progress, ...args) {
    const { state } = this;
    this.busy = this.asked;
    state.tell = progress;
    state.thrown = null;
    try {
      const code = call(...args);
      if (state.thrown) throw state.thrown.error;
      return code;
    } catch (error) {
      if (!state.thrown) this.fail(error);
      throw error;
    } finally {
      this.busy = null;
      state.tell = null;
    }
  }
  // A trap, or a stack that is full, leaves the module's memory as it was in the middle of a call.
  fail(error) {
    this.broken = new AbutError("BROKEN", 0, `${this.asked}: the module stopped in the middle of a call (${error.message}); load the library again`);
    this.broken.cause = error;
    this.memory.isBroken = true;
    throw this.broken;
  }
}

/**
 * Load the library. options.wasm: where the module is, or the module: a URL, bytes, a Response or a WebAssembly.Module.
 * Default: abut.wasm beside this file.
 */
export async function load(options = {}) {
  const { wasm = new URL("./abut.wasm", import.meta.url), ...others } = options;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) throw new TypeError(`load: there is no option "${unknown}"`);
  const state = { tell: null, base: null, thrown: null };
  const imports = { abut: { now: () => performance.now(), progress: (fraction) => progress(state, fraction) } };
  const instance = await WebAssembly.instantiate(await compile(wasm), imports);
  instance.exports._initialize?.();
  return new Abut(instance, state);
}

// Other than 0 ends the call. base: what is asked where a call has no progress of its own; a worker has one.
function progress(state, fraction) {
  const tell = state.tell ?? state.base;
  if (!tell || state.thrown) return state.thrown ? 1 : 0;
  try {
    return tell(fraction) === false ? 1 : 0;
  } catch (error) {
    state.thrown = { error };
    return 1;
  }
}
