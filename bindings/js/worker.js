// worker.js - the library in a Web Worker: the interface of abut.js, where every method gives a promise.
//
//     import { start } from "abut/worker";
//     const abut = await start();
//     const ring = await abut.mesh(positions, index);    // the arrays are moved, not copied
//     const { state, pairs } = await abut.collide(ring, bar, { poseB, signal });
import { Client, Handle } from "./lib/client.js";
import { compile } from "./lib/compile.js";
import { AbutError, FileError } from "./lib/errors.js";
import { inNode } from "./lib/port.js";

export { AbutError, FileError, Handle };

const SIDE = "./worker_side.js"; // by a name that bundlers do not follow: they have another below

/**
 * Start a worker with the library in it. options.wasm: as of `load`. options.url: where worker_side.js is; options.worker: a
 * function that gives a new worker with it, asked again when one had to be ended. options.shared: whether calls are cancelled
 * through shared memory; default: where there is such.
 */
export async function start(options = {}) {
  const { wasm = new URL("./abut.wasm", import.meta.url), url, worker, shared = canShare(), ...unknown } = options;
  for (const name of Object.keys(unknown)) throw new TypeError(`start: there is no option "${name}"`);
  if (url !== undefined && worker !== undefined) throw new TypeError("start: url or worker, not both");
  if (shared && !canShare()) throw new TypeError("start: there is no shared memory here: the page is not cross-origin isolated");
  const make = worker ?? (typeof Worker === "function" ? () => inBrowser(url) : () => inNode(url ?? new URL(SIDE, import.meta.url)));
  const client = new Client({ make, module: await compile(wasm), shared });
  const abut = await client.begin();
  // Calls that wait are refused then, too.
  abut.close = abut.free = async () => client.end(new Error("this worker was closed"));
  return abut;
}

// Bundlers look for these very words.
function inBrowser(url) {
  return url === undefined ? new Worker(new URL("./worker_side.js", import.meta.url), { type: "module" }) : new Worker(url, { type: "module" });
}

function canShare() {
  return typeof SharedArrayBuffer === "function" && (globalThis.crossOriginIsolated ?? true);
}
