// motion.js - how meshes move: the forms in which JavaScript gives it, written as abut_motion.
import { shown } from "./memory.js";
import { writePose } from "./pose.js";
import { structs } from "./tables.js";

const { motion, pose } = structs;

/** Write a motion: { way, axis, degrees, pivot } or { to, pivot }. place: where the pose in which it ends goes. */
export function writeMotion(abut, at, place, piece, what) {
  if (typeof piece !== "object" || piece === null) throw new TypeError(`${what}: a motion is wanted, not ${shown(piece)}`);
  const { memory } = abut, { fields } = motion;
  memory.bytes.fill(0, at, at + motion.size);
  for (const [key, value] of Object.entries(piece)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : null;
    if (!field) throw new TypeError(`${what}: a motion has no "${key}"`);
    if (value === undefined || value === null) continue;
    if (field.dims) memory.vector(at + field.at, value, 3, `${what}: ${key}`);
    else if (field.kind === "d") memory.write(field, at + field.at, value, what, key);
    else {
      writePose(memory, abut.scratch, place, value, `${what}: to`);
      memory.data.setUint32(at + field.at, place, true);
    }
  }
}

function put(abut, pieces, what, blocks) {
  const { memory } = abut, step = motion.size + pose.size;
  const at = memory.take(pieces.length * step);
  blocks.push(at);
  pieces.forEach((piece, i) => {
    const name = pieces.length > 1 ? `${what}[${i}]` : what;
    writeMotion(abut, at + i * motion.size, at + pieces.length * motion.size + i * pose.size, piece, name);
    memory.check(abut.exports.abut_motion_check(at + i * motion.size), name);
  });
  return at;
}

/** Both motions as arguments: pieces of a, pieces of b, how many. null: it rests. */
export function putMotions(abut, name, a, b, blocks) {
  const pieces = [a, b].map((of) => (of === null || Array.isArray(of) ? of : [of]));
  const counts = pieces.filter((of) => of !== null).map((of) => of.length);
  if (counts.length === 2 && counts[0] !== counts[1]) throw new TypeError(`${name}: motionA has ${counts[0]} pieces, motionB has ${counts[1]}`);
  const at = pieces.map((of, i) => (of && of.length ? put(abut, of, `${name}: motion${"AB"[i]}`, blocks) : 0));
  return [at[0], at[1], counts[0] ?? 0];
}

/** Where a motion is at a time, from a pose: sixteen numbers by columns. */
export function poseAt(abut, from, pieces, time) {
  abut.begin("poseAt", "abut_motion_pose");
  const { memory } = abut, blocks = [], list = Array.isArray(pieces) ? pieces : pieces ? [pieces] : [];
  if (typeof time !== "number") throw new TypeError(`poseAt: time: a number is wanted, not ${shown(time)}`);
  try {
    const at = memory.take(2 * pose.size);
    blocks.push(at);
    writePose(memory, abut.scratch, at, from, "poseAt: from");
    const piecesAt = list.length ? put(abut, list, "poseAt: motion", blocks) : 0;
    const count = list.length || Math.max(0, Math.ceil(time)); // without a motion it rests, for as long as it takes
    memory.check(abut.exports.abut_motion_pose(at, piecesAt, count, time, at + pose.size), "poseAt");
    return matrixOf(memory, at + pose.size);
  } finally {
    for (const block of blocks) memory.give(block);
  }
}

/** A pose in memory as sixteen numbers by columns. */
export function matrixOf(memory, at) {
  const v = memory.view, { rotation, translation, scale } = pose.fields;
  const times = v.getFloat64(at + scale.at, true) || 1, out = new Float64Array(16);
  const numbers = Array.from({ length: 9 }, (_, i) => v.getFloat64(at + rotation.at + 8 * i, true));
  const turn = numbers.every((x) => x === 0) ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : numbers;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) out[4 * column + row] = times * turn[3 * row + column];
    out[12 + row] = v.getFloat64(at + translation.at + 8 * row, true);
  }
  out[15] = 1;
  return out;
}
