// core.js - the session itself: parts, where they are, what is asked of them. It runs in a worker, and knows nothing of pages.
import { load } from "abut";
import { structs } from "abut/lib/tables.js";
import { writePose } from "abut/lib/pose.js";
import { areApart, worldBox } from "./boxes.js";
import { listClashes } from "./clashes.js";
import { commandOf } from "./command.js";
import { gltfNames, packGltf } from "./gltf.js";
import { drawn, readParts } from "./parts.js";
import { DEPTH_OF_PAIR, contacts, depth, gap, liveContacts, relation } from "./question.js";
import { pack, unpack } from "./share.js";
import { Sketch } from "./sketch.js";

const BESIDE = /\.(bin|mtl|png|jpe?g|webp|tga|bmp|ktx2)$/i; // files that others name; they are no models
const DEEP = ["crossing", "a inside b", "b inside a"];
const AT_REST = { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], translation: [0, 0, 0], scale: 1 };
const QUIET = { progress: () => {}, pause: async () => {}, cancelled: () => false };

export class Core {
  static async load(wasm) {
    return new Core(await load({ wasm }));
  }

  constructor(abut) {
    this.abut = abut;
    this.sketch = new Sketch(abut);
    this.parts = new Map();
    this.answers = new Map(); // of pairs, as long as neither is moved
    this.lastId = 0;
    this.stamp = 0; // of the last change of any pose
  }

  part(id) {
    const part = this.parts.get(id);
    if (!part) throw new Error(`there is no part ${id}`);
    return part;
  }

  // ------------------------------------------------------------------------------------------- files

  /**
   * Add files, { name, bytes } each. split: "auto": one model alone is split into its groups. Returns what is there to be
   * drawn of the new parts; errors of files that could not be read, if others could.
   */
  async add(files, { split = "auto" } = {}, told = QUIET) {
    const models = files.filter((f) => f.model || !BESIDE.test(f.name));
    const named = files.map((f) => f.name).join(", ");
    if (!models.length) throw new Error(files.length ? `${named}: no model: drop STL, OBJ, PLY, OFF, glTF, 3MF, IFC or STEP` : "there is no file");
    const isSplit = split === "auto" ? models.length === 1 : split;
    const out = { parts: [], warnings: [], errors: [] };
    let failed = null;
    for (const [i, file] of models.entries()) {
      await told.pause();
      if (told.cancelled()) break;
      const progress = (fraction) => told.progress((i + fraction) / models.length, `reading ${file.name}`);
      try {
        const read = file.model ? ofModel(file) : this.read(file, files, isSplit, progress);
        out.warnings.push(...read.warnings);
        out.parts.push(...await this.take(read, { ...told, progress }));
      } catch (error) {
        if (error.fault) error.message += ` [${error.fault}]`; // as the program tells it
        failed = error;
        out.errors.push(error.message);
      }
    }
    if (told.cancelled()) {
      out.parts.forEach(({ id }) => this.remove(id));
      throw Object.assign(new Error("cancelled"), { name: "AbortError" });
    }
    if (!out.parts.length && failed && out.errors.length === 1) throw failed;
    if (!out.parts.length) throw new Error(out.errors.join("\n") || `${named}: no triangles, so there is nothing to show`);
    out.warnings.push(...this.unitWarnings());
    return out;
  }

  read(file, files, split, progress) {
    let bytes = new Uint8Array(file.bytes);
    if (gltfNames(file.name, bytes).length) {
      bytes = packGltf(file.name, bytes, (uri) => {
        const found = files.find((f) => f.name === uri || f.name === decoded(uri));
        return found && new Uint8Array(found.bytes);
      });
    }
    const read = readParts(this.abut, file.name, bytes, { split, progress: (fraction) => void progress(fraction / 2) });
    return { ...read, source: { name: file.name, kind: "file", split, bytes, made: file.made } };
  }

  // Build what was read. The parts are there when all of them are.
  async take({ name, unit, isWhole, shapes, parts, source, warnings }, told) {
    const looks = shapes.map(drawn), models = [], made = [];
    Object.assign(source, { unit, isWhole });
    try {
      for (const [i, shape] of shapes.entries()) {
        models.push({ mesh: shape.mesh ?? this.abut.mesh(shape.positions, shape.index, { name }), users: 0 });
        told.progress((i + 1) / shapes.length / 2 + 0.5, `building ${name}`);
        await told.pause();
      }
      parts.forEach((p, number) => {
        const look = looks[p.shape];
        if (!look.indices.length) return void warnings.push(`${p.group ?? name}: no triangles`);
        made.push(this.create({ name: p.group || name, source, number, group: p.group, kind: p.kind, isShared: p.isShared, model: models[p.shape], look }, p.pose ?? AT_REST));
      });
    } catch (error) {
      made.forEach(({ id }) => this.remove(id));
      throw error;
    } finally {
      models.filter((m) => !m.users).forEach((m) => m.mesh.free());
    }
    return made.map((part) => this.shown(part));
  }

  create(about, pose) {
    const { look, model } = about;
    const part = { ...about, id: ++this.lastId, mesh: model.mesh, low: look.low, high: look.high };
    this.put(part, pose);
    part.first = part.pose;
    model.users++;
    this.parts.set(part.id, part);
    return part;
  }

  // What a page is told of a part. What is drawn is handed out, and not kept.
  shown(part) {
    const { positions, indices, faces, origin } = part.look;
    part.look = null;
    return {
      id: part.id, name: part.name, file: part.source.name, group: part.group, triangles: indices.length / 3, unit: part.source.unit,
      low: part.low, high: part.high, pose: part.pose, given: part.given, positions, indices, faces, origin,
    };
  }

  unitWarnings() {
    const units = new Map();
    for (const { source } of this.parts.values()) if (source.unit && !units.has(source.unit)) units.set(source.unit, source.name);
    const [first, other] = [...units];
    return other ? [`${first[1]} is in ${first[0]}, ${other[1]} in ${other[0]}: numbers are taken as they are`] : [];
  }

  remove(id) {
    const part = this.part(id);
    this.parts.delete(id);
    for (const key of this.answers.keys()) if (key.split(" ").includes(String(id))) this.answers.delete(key);
    if (this.asked?.includes(id)) this.asked = null;
    if (--part.model.users === 0) part.mesh.free();
  }
  clear() {
    for (const id of [...this.parts.keys()]) this.remove(id);
  }

  // ------------------------------------------------------------------------------------------- poses

  put(part, pose) {
    const { memory, scratch, exports } = this.abut, at = memory.take(structs.pose.size);
    try {
      memory.view;
      writePose(memory, scratch, at, pose, part.name);
      memory.check(exports.abut_pose_check(at), part.name);
      const numbers = Array.from(memory.numbers("d", at, 13)), rotation = numbers.slice(0, 9);
      // Zeroes mean nothing is turned, and no scale.
      part.pose = { rotation: rotation.some((x) => x) ? rotation : [...AT_REST.rotation], translation: numbers.slice(9, 12), scale: numbers[12] || 1 };
    } finally {
      memory.give(at);
    }
    part.given = kept(pose) ?? part.pose;
    part.stamp = ++this.stamp;
    part.box = worldBox(part, part.pose);
  }

  /** Put a part into a pose, in any form that the package takes. Nothing of it is rounded. */
  setPose(id, pose) {
    this.put(this.part(id), pose);
  }

  // --------------------------------------------------------------------------------------- questions

  /**
   * Which parts meet, and where. only: two ids; else all. measure: of two parts how far apart, or how deep, and how they stand
   * to each other. live: while one is dragged; then only a gap is measured, and points are as good as doubles. delta: pairs that
   * are as they were in the last answer are told as { a, b, same: true }.
   */
  ask({ details = "points", measure = "none", only = null, live = false, delta = false } = {}) {
    const begun = performance.now(), parts = only ? only.map((id) => this.part(id)) : [...this.parts.values()], isPair = parts.length === 2;
    const out = { state: "apart", pairs: [], volumeTests: 0, triangleTests: 0, micros: { ask: 0, all: 0 } };
    const how = { details, measure: isPair ? measure : "none", live, delta, isPair };
    try {
      for (let i = 0; i < parts.length; i++) {
        for (let j = i + 1; j < parts.length; j++) if (isPair || !areApart(parts[i].box, parts[j].box)) this.answer(parts[i], parts[j], how, out);
      }
    } catch (error) {
      this.answers.clear(); // what was found is not told
      throw error;
    }
    if (live) out.volumeTests = out.triangleTests = null;
    this.asked = only;
    out.micros.all = 1000 * (performance.now() - begun);
    return out;
  }

  // The answer of a pair, into that of all.
  answer(a, b, how, out) {
    const key = `${a.id} ${b.id}`, stamp = `${a.stamp} ${b.stamp} ${how.details} ${how.measure}`;
    let known = this.answers.get(key), found = null;
    if (!(how.delta && known?.stamp === stamp && (how.live || !known.live) && (known.isTold || !how.isPair))) {
      const begun = performance.now();
      found = this.askPair(a, b, how);
      out.micros.ask += 1000 * (performance.now() - begun);
      known = { stamp, live: how.live, count: found.count, volumeTests: found.volumeTests, triangleTests: found.triangleTests, isTold: found.count > 0 || how.isPair };
      this.answers.set(key, known);
    }
    if (known.count) out.state = "contact";
    out.volumeTests += known.volumeTests;
    out.triangleTests += known.triangleTests;
    if (known.count || how.isPair) out.pairs.push({ a: a.id, b: b.id, ...(found ?? { same: true }) });
  }

  askPair(a, b, { details, measure, live }) {
    const points = details === "points", { abut } = this;
    if (live) {
      // How they stand to each other takes a look at every triangle: it is told when they rest.
      const found = liveContacts(abut, a, b, points ? this.sketch : null);
      return { relation: null, ...found, gap: measure === "gap" && !found.count ? gap(abut, a, b) : null, depth: null };
    }
    if (measure === "none") return { relation: null, ...contacts(abut, a, b, points), gap: null, depth: null };
    const found = relation(abut, a, b, points), isDeep = measure === "depth" && DEEP.includes(found.relation);
    return { ...found, gap: measure === "gap" ? gap(abut, a, b) : null, depth: isDeep ? depth(abut, a, b, DEPTH_OF_PAIR) : null };
  }

  /** The list of clashes of all parts. */
  check(told = QUIET) {
    return listClashes(this, told);
  }

  /** The command line that gives the last answer. */
  command() {
    return commandOf(this, this.asked ?? null);
  }

  // ----------------------------------------------------------------------------------------- sharing

  /** All that is here, as bytes. */
  save(more = {}) {
    return pack([...this.parts.values()], more);
  }

  /** Put what was saved into this session. */
  async open(bytes, told = QUIET) {
    const { sources, parts, ...more } = await unpack(bytes);
    const out = { parts: [], warnings: [], errors: [], ...more };
    for (const [i, source] of sources.entries()) {
      const progress = (fraction) => told.progress((i + fraction) / sources.length, `reading ${source.name}`);
      const read = source.kind === "model" ? ofModel({ ...source, model: source }) : this.read(source, [], source.split, progress);
      out.warnings.push(...read.warnings);
      const made = await this.take(read, { ...told, progress });
      const kept = parts.filter((p) => p.source === i);
      for (const part of made) {
        const { number } = this.part(part.id), wanted = kept.find((p) => p.number === number);
        if (!wanted) {
          this.remove(part.id);
          continue;
        }
        this.setPose(part.id, wanted.pose);
        Object.assign(part, { pose: this.part(part.id).pose, given: wanted.pose });
        out.parts.push(part);
      }
    }
    out.warnings.push(...this.unitWarnings());
    return out;
  }

  memory() {
    return this.abut.exports.memory.buffer.byteLength;
  }
}

// What a converter made of IFC or STEP.
function ofModel({ name, model }) {
  const { unit, objects, warnings = [] } = model;
  return {
    name, unit, isWhole: false, warnings: warnings.map((text) => `${name}: ${text}`),
    // What is drawn is handed out, and the objects stay.
    shapes: objects.map(({ positions, index }) => ({ positions, index: index.slice(), faces: null })),
    parts: objects.map((o, shape) => ({ group: o.name, kind: "o", pose: null, shape })),
    source: { name, kind: "model", objects },
  };
}

// The form in which a pose was given, where it is one that the command line has, too.
function kept({ axis, degrees = 0, quaternion, translation = [0, 0, 0], scale = 1 }) {
  if (axis) return { axis: [...axis], degrees, translation: [...translation], scale };
  return quaternion ? { quaternion: [...quaternion], translation: [...translation], scale } : null;
}

function decoded(uri) {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
