// pose.js - where a mesh is: the forms in which JavaScript gives it, written as abut_pose.
import { structs } from "./tables.js";

const { fields } = structs.pose;

/**
 * Write a pose. Taken are null; sixteen numbers by columns, as three.js, gl-matrix and WebGL have a matrix; an object with such
 * `elements`; three or four rows of four numbers; or an object with translation, scale, and one of rotation (nine numbers by
 * rows, or three rows), quaternion (x, y, z, w), or axis and degrees. Numbers are taken bit by bit, but a matrix that scales
 * is divided by its scale.
 */
export function writePose(memory, scratch, at, pose, what) {
  if (pose === null || pose === undefined) return void memory.bytes.fill(0, at, at + structs.pose.size);
  const matrix = rowsOf(pose);
  if (matrix) return matrixPose(memory, scratch, at, matrix, what);
  const unknown = Object.keys(pose).find((k) => !["translation", "scale", "rotation", "quaternion", "axis", "degrees"].includes(k));
  if (typeof pose !== "object" || unknown) throw new TypeError(`${what}: ${unknown ? `a pose has no "${unknown}"` : "this is no pose"}`);
  const given = ["rotation", "quaternion", "axis"].filter((k) => pose[k] !== undefined);
  if (given.length > 1) throw new TypeError(`${what}: a pose has ${given.join(" or ")}, not both`);
  memory.view;
  memory.bytes.fill(0, at, at + structs.pose.size);
  const { exports } = memory;
  if (pose.quaternion !== undefined) {
    doubles(memory, scratch, pose.quaternion, 4, `${what}: quaternion`);
    memory.check(exports.abut_pose_from_quaternion(at, scratch), what);
  } else if (pose.axis !== undefined || pose.degrees !== undefined) {
    doubles(memory, scratch, pose.axis ?? [0, 0, 1], 3, `${what}: axis`);
    memory.check(exports.abut_pose_from_axis_angle(at, scratch, pose.degrees ?? 0), what);
  } else if (pose.rotation !== undefined) {
    doubles(memory, at + fields.rotation.at, Array.from(pose.rotation).flat(), 9, `${what}: rotation`);
  }
  if (pose.translation !== undefined) doubles(memory, at + fields.translation.at, pose.translation, 3, `${what}: translation`);
  if (pose.scale !== undefined) memory.set(fields.scale, at + fields.scale.at, pose.scale, `${what}: scale`);
}

function rowsOf(pose) {
  const numbers = pose.elements ?? pose;
  if (numbers.length === 16 && typeof numbers[0] === "number") return Array.from({ length: 16 }, (_, i) => numbers[(i % 4) * 4 + (i >> 2)]);
  if (!Array.isArray(numbers)) return null;
  if ((numbers.length === 3 || numbers.length === 4) && numbers.every((row) => row?.length === 4)) {
    return [...numbers.flatMap((row) => Array.from(row)), ...(numbers.length === 3 ? [0, 0, 0, 1] : [])];
  }
  return null;
}

function matrixPose(memory, scratch, at, rows, what) {
  doubles(memory, scratch, rows, 16, what);
  memory.check(memory.exports.abut_pose_from_matrix(at, scratch), what);
}

function doubles(memory, at, values, count, what) {
  if (values?.length !== count) throw new TypeError(`${what}: ${count} numbers are wanted`);
  const view = memory.view;
  for (let i = 0; i < count; i++) {
    if (typeof values[i] !== "number") throw new TypeError(`${what}: ${count} numbers are wanted`);
    view.setFloat64(at + 8 * i, values[i], true);
  }
}
