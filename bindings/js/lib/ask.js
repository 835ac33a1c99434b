// ask.js - questions about one or two meshes: what each is given, and what of the library answers it.
import { putMotions } from "./motion.js";
import { Mesh } from "./mesh.js";
import { number, shown, whole } from "./memory.js";
import { writePose } from "./pose.js";
import { Rows } from "./rows.js";
import { putShape } from "./shape.js";
import { structs, words } from "./tables.js";

const { instance } = structs, pose = structs.pose;
const PAIR = ["poseA", "poseB", "frameA", "frameB"];
const POINTS = number("detail", "points");
const TOLD = ["features", "aPoint", "bPoint"]; // what is told only if points were asked for

// ask, answer: structures of the library. options: what is taken beside the members of ask; only: of these, which.
// rows: what there is only with details, and of which structure. solids: those of both meshes are given, checked: and checked.
const two = (call, ask, answer, more = {}) => ({ call, ask, answer, places: PAIR, ...more });
export const QUESTIONS = {
  collide: two("abut_collide", "ask", "hits", { rows: ["contacts", "contact"], keys: true, without: ["any"] }),
  distance: two("abut_distance", "distance_ask", "distance_answer", { blank: true, keys: true }),
  within: two("abut_clearance", "clearance_ask", "clearance_answer", { rows: ["approaches", "approach"], more: "distance" }),
  contain: two("abut_contain", "ask", "containment", { only: ["details"] }),
  firstContact: two("abut_first_contact", "motion_ask", "first", { blank: true, motions: true }),
  depth: two("abut_depth_least", "solids_ask", "depth_least_answer", { solids: true }),
  depthAlong: two("abut_depth_along", "solids_ask", "depth_along_answer", { solids: true, more: "direction" }),
  reach: two("abut_reach", "solids_ask", "reach_answer", { solids: true }),
  signedDistance: two("abut_signed_distance", "solids_ask", "signed_answer", { solids: true }),
  overlap: two("abut_overlap", "overlap_ask", "overlap_answer", { solids: true, checked: true }),
  selfCollide: { call: "abut_self", ask: "self_ask", answer: "self_hits", places: ["pose"], rows: ["meetings", "self_meeting"] },
  shapeCollide: { call: "abut_shape_collide", ask: "shape_ask", answer: "shape_hits", places: ["pose"], more: "shape" },
  shapeDistance: { call: "abut_shape_distance", ask: "distance_ask", answer: "shape_nearest", places: ["pose"], more: "shape", without: ["coherent"] },
  shapeContain: { call: "abut_shape_contain", ask: "solids_ask", answer: "pose", places: ["pose"], more: "shape", only: [], solids: true },
};
const sizes = (of) => Math.max(...Object.values(QUESTIONS).map((question) => structs[question[of]].size));
const ASK = sizes("ask"), ANSWER = sizes("answer");

/** The block of an Abut in which questions are put: places of what is in it. */
export function frameOf(memory) {
  const a = memory.take(2 * instance.size + 2 * pose.size + 24 + ASK + ANSWER);
  const b = a + instance.size, frames = b + instance.size, vector = frames + 2 * pose.size, ask = vector + 24;
  return { a, b, frames: [frames, frames + pose.size], vector, ask, answer: ask + ASK };
}

/** Write an instance: the model in a pose that is there already. */
export function writeInstance(abut, at, mesh, what) {
  if (!(mesh instanceof Mesh)) throw new TypeError(`${what}: a mesh is wanted, not ${shown(mesh)}`);
  if (mesh.abut !== abut) throw new TypeError(`${what}: this mesh is of another Abut: each has a memory of its own`);
  const { data } = abut.memory, { fields } = instance;
  data.setUint32(at + fields.model.at, mesh.model, true);
  data.setUint32(at + fields.user.at, 0, true);
  data.setUint32(at + fields.frame.at, 0, true);
  data.setFloat64(at + fields.margin.at, 0, true);
}

export function writeFrame(abut, at, place, frame, what) {
  if (frame === undefined || frame === null) return;
  writePose(abut.memory, abut.scratch, place, frame, what);
  abut.memory.data.setUint32(at + instance.fields.frame.at, place, true);
}

/** Ask a question. b: the other mesh, or null where there is none; more: a distance, a direction or a shape. */
export function ask(abut, name, a, b, more, options) {
  const question = QUESTIONS[name], { memory, frame } = abut;
  abut.begin(name, question.call);
  memory.view;
  writeInstance(abut, frame.a, a, `${name}: a`);
  if (question.places === PAIR) writeInstance(abut, frame.b, b, `${name}: b`);
  memory.bytes.fill(0, frame.ask, frame.ask + ASK);
  const given = taken(abut, name, question, options);
  if (!given.poseA) memory.bytes.fill(0, frame.a + instance.fields.pose.at, frame.a + instance.fields.pose.at + pose.size);
  if (!given.poseB) memory.bytes.fill(0, frame.b + instance.fields.pose.at, frame.b + instance.fields.pose.at + pose.size);
  const blocks = [];
  try {
    const args = question.more || question.motions || question.solids ? extra(abut, name, question, a, b, more, given, blocks) : null;
    const code = run(abut, question, args, given.progress);
    if (code !== 0) throw memory.error(code, name);
    if (name === "shapeContain") return words.shape_relation[memory.view.getInt32(frame.answer, true)];
    return told(memory, question, frame);
  } finally {
    for (const at of blocks) memory.give(at);
  }
}

// What the options say is written where it goes; what has no place in a structure is given back.
function taken(abut, name, question, options) {
  const { memory, frame } = abut, given = { poseA: false, poseB: false, motionA: null, motionB: null, progress: null };
  if (options === undefined) return given;
  if (typeof options !== "object") throw new TypeError(`${name}: options are an object, not ${shown(options)}`);
  for (const key in options) {
    const value = options[key];
    if (value === undefined || value === null) {
      if (!isOption(question, key)) throw new TypeError(`${name}: there is no option "${key}"`);
    } else if (question.places.includes(key)) {
      const isB = key.endsWith("B"), at = isB ? frame.b : frame.a;
      if (key.startsWith("frame")) writeFrame(abut, at, frame.frames[isB ? 1 : 0], value, `${name}: ${key}`);
      else writePose(memory, abut.scratch, at + instance.fields.pose.at, value, `${name}: ${key}`);
      if (key.startsWith("pose")) given[isB ? "poseB" : "poseA"] = true;
    } else if (key === "progress") {
      if (typeof value !== "function") throw new TypeError(`${name}: progress: a function is wanted, not ${shown(value)}`);
      given.progress = value;
    } else if (question.keys && (key === "keyA" || key === "keyB")) {
      memory.data.setUint32((key === "keyA" ? frame.a : frame.b) + instance.fields.user.at, whole(value, `${name}: ${key}`, 2 ** 32 - 1), true);
    } else if (question.motions && (key === "motionA" || key === "motionB")) {
      given[key] = value;
    } else if (isOption(question, key)) {
      memory.set(question.ask, frame.ask, key, value, name);
    } else {
      throw new TypeError(`${name}: there is no option "${key}"`);
    }
  }
  return given;
}

function isOption(question, key) {
  if (question.places.includes(key) || key === "progress") return true;
  if (question.keys && (key === "keyA" || key === "keyB")) return true;
  if (question.motions && (key === "motionA" || key === "motionB")) return true;
  if (question.only && !question.only.includes(key)) return false;
  const { fields } = structs[question.ask];
  return Object.hasOwn(fields, key) && fields[key].kind !== "*" && !question.without?.includes(key);
}

// What a question is given beside: arguments between the instances and the ask.
function extra(abut, name, question, a, b, more, given, blocks) {
  const { memory, frame } = abut;
  let args = null;
  if (question.more === "distance") {
    if (typeof more !== "number") throw new TypeError(`${name}: the distance is a number, not ${shown(more)}`);
    memory.data.setFloat64(frame.a + instance.fields.margin.at, more, true);
  } else if (question.more === "direction") {
    memory.vector(frame.vector, more, 3, `${name}: direction`);
    args = [frame.vector];
  } else if (question.more === "shape") {
    args = [putShape(abut, more, `${name}: shape`, blocks)];
  } else if (question.motions) {
    args = putMotions(abut, name, given.motionA, given.motionB, blocks);
  }
  if (question.solids) {
    const fields = structs[question.ask].fields;
    if (question.checked && memory.data.getInt32(frame.ask + fields.volume.at, true) === 0) return args;
    const { progress } = given, first = progress && (() => progress(0)); // of the work none is done yet
    const solidA = a.solidFor(question.checked, first), solidB = b ? b.solidFor(question.checked, first) : 0;
    if (name === "shapeContain") return [solidA, ...args];
    memory.view.setUint32(frame.ask + fields.aSolid.at, solidA, true);
    memory.data.setUint32(frame.ask + fields.bSolid.at, solidB, true);
  }
  return args;
}

function run(abut, question, args, progress) {
  const { exports, query, frame } = abut, { call } = question;
  if (!args && question.places === PAIR) return abut.run(exports[call], progress, query, frame.a, frame.b, frame.ask, frame.answer);
  if (!args) return abut.run(exports[call], progress, query, frame.a, frame.ask, frame.answer);
  if (question.motions) return abut.run(exports[call], progress, query, frame.a, args[0], frame.b, args[1], args[2], frame.ask, frame.answer);
  if (question.more === "direction") return abut.run(exports[call], progress, query, frame.a, frame.b, args[0], frame.ask, frame.answer);
  if (args.length === 2) return abut.run(exports[call], progress, query, frame.a, args[0], args[1], frame.answer);
  return abut.run(exports[call], progress, query, frame.a, args[0], frame.ask, frame.answer);
}

function told(memory, question, frame) {
  const answer = memory.read(question.answer, frame.answer);
  const { fields } = structs[question.ask];
  const detail = fields.details ? memory.data.getInt32(frame.ask + fields.details.at, true) : 0;
  if (question.blank && (detail !== POINTS || !answer.hasPair || (question.ask === "distance_ask" && !answer.complete))) {
    for (const member of TOLD) answer[member] = null;
  }
  if (question.rows && detail !== 0) answer[question.rows[0]] ??= new Rows(question.rows[1], new Uint8Array(0));
  if (answer.hits && (detail !== 0 || question.ask === "overlap_ask")) answer.hits.contacts ??= new Rows("contact", new Uint8Array(0));
  if (question.ask === "self_ask" && memory.data.getInt32(frame.ask + fields.parts.at, true) !== 0) {
    answer.parts ??= new Rows("self_part", new Uint8Array(0));
  }
  return answer;
}
