// pose.js - where a mesh is: the forms in which JavaScript gives it, written as abut_pose.
import { shown } from "./memory.js";
import { structs } from "./tables.js";

const { fields, size } = structs.pose;
const MEMBERS = ["translation", "scale", "rotation", "quaternion", "axis", "degrees"];

/**
 * Write a pose. Taken are null; sixteen numbers by columns, as three.js, gl-matrix and WebGL have a matrix; an object with such
 * `elements`; three or four rows of four numbers; or an object with translation, scale, and one of rotation (nine numbers by
 * rows, or three rows), quaternion (x, y, z, w), or axis and degrees. Numbers are taken bit by bit, but a matrix that scales
 * is divided by its scale.
 */
export function writePose(memory, scratch, at, pose, what) {
  if (pose === null || pose === undefined) return void memory.bytes.fill(0, at, at + size);
  if (typeof pose !== "object") throw new TypeError(`${what}: a pose is wanted, not ${shown(pose)}`);
  const matrix = pose.elements ?? pose;
  if (matrix.length === 16) return columns(memory, scratch, at, matrix, 0, what);
  if (Array.isArray(matrix)) return rows(memory, scratch, at, matrix, what);
  parts(memory, scratch, at, pose, what);
}

/** Write a pose of sixteen numbers by columns, the first of which is numbers[from]. */
export function columns(memory, scratch, at, numbers, from, what) {
  const { doubles } = memory, place = scratch >> 3;
  for (let i = 0; i < 16; i++) {
    const number = numbers[from + i];
    if (typeof number !== "number") throw new TypeError(`${what}: 16 numbers are wanted, not ${shown(number)}`);
    doubles[place + (i & 3) * 4 + (i >> 2)] = number;
  }
  const code = memory.exports.abut_pose_from_matrix(at, scratch);
  if (code !== 0) throw memory.error(code, what);
}

function rows(memory, scratch, at, matrix, what) {
  if ((matrix.length !== 3 && matrix.length !== 4) || matrix.some((row) => row?.length !== 4)) {
    throw new TypeError(`${what}: a matrix has 16 numbers by columns, or 3 or 4 rows of 4`);
  }
  const numbers = [...matrix.flatMap((row) => Array.from(row)), ...(matrix.length === 3 ? [0, 0, 0, 1] : [])];
  memory.vector(scratch, numbers, 16, what);
  memory.check(memory.exports.abut_pose_from_matrix(at, scratch), what);
}

function parts(memory, scratch, at, pose, what) {
  const unknown = Object.keys(pose).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined || ArrayBuffer.isView(pose)) throw new TypeError(`${what}: ${ArrayBuffer.isView(pose) ? "16 numbers are wanted" : `a pose has no "${unknown}"`}`);
  const given = ["rotation", "quaternion", "axis"].filter((name) => pose[name] !== undefined);
  if (given.length > 1) throw new TypeError(`${what}: a pose has ${given.join(" or ")}, not both`);
  if (pose.degrees !== undefined && pose.axis === undefined) throw new TypeError(`${what}: degrees are about an axis: there is none`);
  if (pose.axis !== undefined && typeof pose.degrees !== "number") throw new TypeError(`${what}: an axis wants degrees`);
  const { exports } = memory;
  memory.bytes.fill(0, at, at + size);
  if (pose.quaternion !== undefined) {
    memory.vector(scratch, pose.quaternion, 4, `${what}: quaternion`);
    memory.check(exports.abut_pose_from_quaternion(at, scratch), what);
  } else if (pose.axis !== undefined) {
    memory.vector(scratch, pose.axis, 3, `${what}: axis`);
    memory.check(exports.abut_pose_from_axis_angle(at, scratch, pose.degrees), what);
  } else if (pose.rotation !== undefined) {
    memory.vector(at + fields.rotation.at, Array.from(pose.rotation, (row) => (typeof row === "number" ? row : Array.from(row))).flat(), 9, `${what}: rotation`);
  }
  if (pose.translation !== undefined) memory.vector(at + fields.translation.at, pose.translation, 3, `${what}: translation`);
  if (pose.scale !== undefined) memory.write(fields.scale, at + fields.scale.at, pose.scale, what, "scale");
  memory.check(exports.abut_pose_check(at), what);
}
