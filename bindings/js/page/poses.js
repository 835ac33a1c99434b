// poses.js - where a part is: the forms of abut's poses, and what the picture and the fields need of them.
//
// A pose is {translation, scale} with one of {axis, degrees}, {quaternion} and {rotation}. It goes to the worker as it is, so
// that what was typed arrives bit by bit. What is computed here is for what is seen.
import { Matrix3, Matrix4, Quaternion, Vector3 } from "three";

/** The turn of a pose, for three.js. */
export function quaternion(pose) {
  if (pose.quaternion) return new Quaternion(...pose.quaternion).normalize();
  if (pose.rotation) return new Quaternion().setFromRotationMatrix(new Matrix4().setFromMatrix3(new Matrix3().set(...pose.rotation)));
  return new Quaternion().setFromAxisAngle(new Vector3(...pose.axis).normalize(), (pose.degrees % 360) * Math.PI / 180);
}

/** The same as nine numbers by rows. */
export function rotation(pose) {
  if (pose.rotation) return pose.rotation;
  const e = new Matrix4().makeRotationFromQuaternion(quaternion(pose)).elements;
  return [e[0], e[4], e[8], e[1], e[5], e[9], e[2], e[6], e[10]];
}

/** Axis and degrees: those that were typed, or else computed, for the fields. */
export function turn(pose) {
  if (pose.axis) return { axis: pose.axis, degrees: pose.degrees };
  const q = quaternion(pose), half = Math.hypot(q.x, q.y, q.z);
  if (half < 1e-15) return { axis: [0, 0, 1], degrees: 0 };
  const sign = q.w < 0 ? -1 : 1;
  return { axis: [q.x, q.y, q.z].map((v) => sign * v / half), degrees: 2 * Math.atan2(half, Math.abs(q.w)) * 180 / Math.PI };
}

/** Where a place of the part is in the world. */
export function moved(pose, p) {
  const r = rotation(pose);
  return [0, 1, 2].map((i) => pose.scale * (r[3 * i] * p[0] + r[3 * i + 1] * p[1] + r[3 * i + 2] * p[2]) + pose.translation[i]);
}

/** Another turn or scale, moved so that a place of the part stays where a pose has it. */
export function about(pose, next, p) {
  const at = moved(pose, p), now = moved({ ...next, translation: [0, 0, 0] }, p);
  return { ...next, translation: at.map((v, i) => v - now[i]) };
}

/** A pose with another turn, in one of its forms. */
export function turned(pose, form) {
  const { axis, degrees, quaternion: q, rotation: r, ...rest } = pose;
  return { ...rest, ...form };
}

export function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
