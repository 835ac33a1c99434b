// converters.js - IFC and STEP: a script beside the page is loaded when one is dropped. It runs in a worker of its own, which
// ends when the file is converted.
import { kindOf } from "../../../../convert/kind.mjs";
import { workerOf } from "./home.js";

const SCRIPTS = { ifc: "abut-ifc.js", step: "abut-step.js" };
const loaded = new Map();

/** "ifc", "step", or null: what abut reads itself. */
export function isForConverter({ name, bytes }) {
  return kindOf(name, new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 65536)));
}

// A script puts a function into abutConverters: its text is what the worker runs. So it works from a disk, too, where a page
// may run a script beside it, but may not read one.
function sourceOf(kind) {
  if (!loaded.has(kind)) {
    const script = Object.assign(document.createElement("script"), { src: SCRIPTS[kind] });
    const wanted = new Promise((resolve, reject) => {
      script.onload = () => resolve(`(${globalThis.abutConverters[kind]})();`);
      script.onerror = () => reject(new Error(`${SCRIPTS[kind]} is not beside this page: put it there, or make a file of it that is read here with abut-convert`));
    });
    wanted.catch(() => loaded.delete(kind));
    loaded.set(kind, wanted);
    document.head.append(script);
  }
  return loaded.get(kind);
}

/** Convert a file. Returns { unit, objects: [{ name, positions, index }], warnings }. */
export async function convert(kind, { name, bytes }, { onProgress, signal } = {}) {
  let source;
  try {
    source = await sourceOf(kind);
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
  signal?.throwIfAborted();
  const worker = workerOf(source);
  let stop;
  try {
    return await new Promise((resolve, reject) => {
      stop = () => reject(signal.reason);
      signal?.addEventListener("abort", stop);
      worker.onerror = (event) => reject(new Error(`${name}: the converter failed: ${event.message}`));
      worker.onmessage = ({ data }) => {
        if (data.words) onProgress?.(0, data.words);
        else if (data.error) reject(new Error(`${name}: ${data.error}`));
        else resolve(data.model);
      };
      worker.postMessage({ name, bytes }, [bytes]);
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    worker.terminate();
  }
}
