// ask.js - questions about two meshes: what each is given, and what of the library answers it.
import { AbutError } from "./errors.js";
import { Mesh } from "./mesh.js";
import { writePose } from "./pose.js";
import { structs } from "./tables.js";

// call: the function of C, which is given a query, two instances, what is asked, and where the answer goes.
const QUESTIONS = {
  collide: { call: "abut_collide", ask: "ask", answer: "hits" },
  distance: { call: "abut_distance", ask: "distance_ask", answer: "distance_answer" },
  within: { call: "abut_clearance", ask: "clearance_ask", answer: "clearance_answer" },
  contain: { call: "abut_contain", ask: "ask", answer: "containment" },
};
const PLACES = { poseA: 0, poseB: 1, frameA: 0, frameB: 1 };

/** Write an instance: a mesh where it is. Returns the block of its frame, or 0. */
export function writeInstance(abut, at, mesh, pose, frame, margin, name) {
  if (!(mesh instanceof Mesh) || mesh.abut !== abut) throw new TypeError(`${name} is no mesh of this library`);
  const { memory } = abut, { fields } = structs.instance;
  memory.view.setUint32(at + fields.model.at, mesh.model, true);
  writePose(memory, abut.scratch, at + fields.pose.at, pose, `pose${name.toUpperCase()}`);
  memory.view.setFloat64(at + fields.margin.at, margin, true);
  if (frame === undefined || frame === null) return 0;
  const block = memory.take(structs.pose.size);
  writePose(memory, abut.scratch, block, frame, `frame${name.toUpperCase()}`);
  memory.view.setUint32(at + fields.frame.at, block, true);
  return block;
}

export function ask(abut, name, a, b, options = {}) {
  const { memory, exports } = abut, question = QUESTIONS[name];
  const { poseA, poseB, frameA, frameB, margin = 0, progress, ...asked } = options;
  if (!exports[question.call]) throw new AbutError("NOT_AVAILABLE", -14, `${name}: ${memory.status(-14)}`);
  const size = structs.instance.size, askSize = structs[question.ask].size;
  const block = memory.take(2 * size + askSize + structs[question.answer].size);
  const blocks = [block];
  try {
    blocks.push(writeInstance(abut, block, a, poseA, frameA, margin, "a"));
    blocks.push(writeInstance(abut, block + size, b, poseB, frameB, 0, "b"));
    const how = block + 2 * size, out = how + askSize;
    memory.write(question.ask, how, asked, name);
    const code = abut.withProgress(progress, () => exports[question.call](abut.query, block, block + size, how, out));
    memory.check(code, name);
    return memory.read(question.answer, out);
  } finally {
    blocks.forEach((at) => memory.give(at));
  }
}
