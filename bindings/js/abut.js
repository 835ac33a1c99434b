// abut.js - exact collision detection between triangle meshes: the C library as one WebAssembly module.
//
//     import { load } from "abut";
//     const abut = await load();
//     const ring = abut.mesh(positions, index);
//     const { state, pairs } = abut.collide(ring, bar, { poseB: matrix });
//
// What an answer means is said in the headers of the library; names are theirs, likeThis where C has like_this.
import { AbutError, FileError } from "./lib/errors.js";
import { Memory } from "./lib/memory.js";
import { Mesh } from "./lib/mesh.js";
import { ask } from "./lib/ask.js";
import { read } from "./lib/files.js";

export { AbutError, FileError, Mesh };

const SCRATCH = 128; // bytes for small things that a call takes or gives

/** The library, loaded: made by `load`. */
export class Abut {
  constructor(instance, state) {
    this.exports = instance.exports;
    this.state = state;
    this.memory = new Memory(this.exports);
    this.scratch = this.memory.take(SCRATCH);
    const at = this.scratch;
    this.host = this.exports.abut_js_host?.() ?? 0;
    this.memory.check(this.exports.abut_query_create(at, this.host));
    this.query = this.memory.view.getUint32(at, true);
    // A mesh that nobody can reach any more is freed some time later.
    this.registry = new FinalizationRegistry(({ model }) => this.exports.abut_model_free(model));
  }

  get version() {
    const number = this.exports.abut_version();
    return `${Math.trunc(number / 10000)}.${Math.trunc(number / 100) % 100}.${number % 100}`;
  }

  mesh(positions, index, options) {
    return Mesh.build(this, positions, index, options);
  }
  read(bytes, options) {
    return read(this, bytes, options);
  }

  collide(a, b, options) {
    return ask(this, "collide", a, b, options);
  }
  distance(a, b, options) {
    return ask(this, "distance", a, b, options);
  }
  within(a, b, distance, options) {
    return ask(this, "within", a, b, { ...options, margin: distance });
  }
  contain(a, b, options) {
    return ask(this, "contain", a, b, options);
  }

  /** Run with a function that is told fractions of what a call has done; other than false it stays quiet. */
  withProgress(tell, run) {
    const before = this.state.progress;
    this.state.progress = tell ? (fraction) => (tell(fraction) === false ? 1 : 0) : before;
    try {
      return run();
    } finally {
      this.state.progress = before;
    }
  }
}

/**
 * Load the library. options.wasm: where the module is, or the module: a URL, bytes, a Response or a WebAssembly.Module.
 * Default: abut.wasm beside this file.
 */
export async function load(options = {}) {
  const state = { progress: () => 0 };
  const imports = { abut: { now: () => performance.now(), progress: (fraction) => state.progress(fraction) } };
  const instance = await instantiate(options.wasm ?? new URL("./abut.wasm", import.meta.url), imports);
  instance.exports._initialize?.();
  return new Abut(instance, state);
}

async function instantiate(wasm, imports) {
  if (wasm instanceof WebAssembly.Module) return WebAssembly.instantiate(wasm, imports);
  const from = await wasm;
  if (from instanceof ArrayBuffer || ArrayBuffer.isView(from)) return (await WebAssembly.instantiate(from, imports)).instance;
  if (typeof Response !== "undefined" && from instanceof Response) return fromResponse(from, imports);
  const url = new URL(from, import.meta.url);
  if (url.protocol === "file:" && typeof process !== "undefined") {
    const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
    return (await WebAssembly.instantiate(await readFile(url), imports)).instance;
  }
  return fromResponse(await fetch(url), imports);
}

async function fromResponse(response, imports) {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  const type = response.headers.get("content-type") ?? "";
  // Some servers do not know the type: then it is compiled when all of it is here.
  if (type.startsWith("application/wasm")) return (await WebAssembly.instantiateStreaming(response, imports)).instance;
  return (await WebAssembly.instantiate(await response.arrayBuffer(), imports)).instance;
}
