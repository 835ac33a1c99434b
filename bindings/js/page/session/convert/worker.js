// worker.js - what abut-ifc.js and abut-step.js do in a worker: one file is given, and becomes objects.
import { checkHasObjects, readModel } from "../../../../../convert/read.mjs";

const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

/** The module that is in a script as text: gzip, base64. */
export const unzipped = (text) => new Response(new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

/** Convert the file that comes, by a function that gives the module. */
export function serve(kind, load) {
  onmessage = async ({ data: { bytes } }) => {
    try {
      const progress = { show: (words) => postMessage({ words }), end() {} };
      postMessage({ words: "converting" });
      const model = await readModel(kind, new Uint8Array(bytes), {}, load, progress);
      checkHasObjects(model);
      const objects = model.objects.map(({ name, shape }) => ({ name, positions: Float64Array.from(shape.points), index: Uint32Array.from(shape.triangles) }));
      const warnings = [...model.warnings, model.how];
      postMessage({ model: { unit: model.unit, objects, warnings } }, objects.flatMap((o) => [o.positions.buffer, o.index.buffer]));
    } catch (error) {
      postMessage({ error: error.message });
    }
  };
}
