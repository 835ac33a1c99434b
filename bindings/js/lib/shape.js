// shape.js - simple shapes: plain objects, made by Shape, written as abut_shape.
import { here, number, shown } from "./memory.js";
import { writePose } from "./pose.js";
import { structs } from "./tables.js";

const { shape } = structs;
const MEMBERS = ["kind", "points", "radius", "hull", "pose"];
// How many of its points a kind names, and whether it has a radius.
const NAMED = { point: 1, segment: 2, triangle: 3, ray: 2, plane: 2, "half-space": 2, sphere: 1, capsule: 2, box: 2, hull: 0, cylinder: 2, cone: 2 };
const ROUND = ["sphere", "capsule", "cylinder", "cone"];

const made = (kind, points, more, pose) => ({ kind, points, ...more, ...(pose ? { pose } : {}) });

/** Makers of shapes. pose places the points of a shape; a radius stays what it is. */
export const Shape = {
  point: (point, { pose } = {}) => made("point", [point], {}, pose),
  segment: (start, end, { pose } = {}) => made("segment", [start, end], {}, pose),
  triangle: (corners, { pose } = {}) => made("triangle", corners, {}, pose),
  ray: (origin, direction, { pose } = {}) => made("ray", [origin, direction], {}, pose),
  plane: (point, normal, { pose } = {}) => made("plane", [point, normal], {}, pose),
  halfSpace: (point, normal, { pose } = {}) => made("half-space", [point, normal], {}, pose),
  sphere: (center, radius, { pose } = {}) => made("sphere", [center], { radius }, pose),
  capsule: (start, end, radius, { pose } = {}) => made("capsule", [start, end], { radius }, pose),
  box: (center, half, { pose } = {}) => made("box", [center, half], {}, pose),
  cylinder: (start, end, radius, { pose } = {}) => made("cylinder", [start, end], { radius }, pose),
  cone: (apex, base, radius, { pose } = {}) => made("cone", [apex, base], { radius }, pose),
  hull: (points, { pose } = {}) => made("hull", [], { hull: points }, pose),
};

/** Put a shape into a new block, which blocks gets. */
export function putShape(abut, given, what, blocks) {
  const at = abut.memory.take(shape.size);
  blocks.push(at);
  writeShape(abut, at, given, what, blocks);
  return at;
}

export function writeShape(abut, at, given, what, blocks) {
  const { memory } = abut, { fields } = shape;
  if (typeof given !== "object" || given === null) throw new TypeError(`${what}: a shape is wanted, as Shape makes it, not ${shown(given)}`);
  const unknown = Object.keys(given).find((key) => !MEMBERS.includes(key));
  if (unknown !== undefined) throw new TypeError(`${what}: a shape has no "${unknown}"`);
  const { kind, points = [], radius, hull, pose } = given;
  memory.view;
  memory.data.setInt32(at + fields.kind.at, number("shape_kind", kind, `${what}: kind`), true);
  writePose(memory, abut.scratch, at + fields.pose.at, pose, `${what}: pose`);
  if (points.length !== NAMED[kind]) throw new TypeError(`${what}: a ${kind} has ${NAMED[kind]} points, not ${points.length}`);
  points.forEach((point, i) => memory.vector(at + fields.points.at + 24 * i, point, 3, `${what}: points[${i}]`));
  if ((radius !== undefined) !== ROUND.includes(kind)) throw new TypeError(`${what}: a ${kind} has ${radius === undefined ? "a radius" : "no radius"}`);
  if (radius !== undefined) memory.write(fields.radius, at + fields.radius.at, radius, what, "radius");
  if ((hull !== undefined) !== (kind === "hull")) throw new TypeError(`${what}: ${kind === "hull" ? "a hull has points: hull" : `a ${kind} has no hull`}`);
  if (hull !== undefined) {
    const numbers = pointsOf(hull, `${what}: hull`);
    const block = memory.put(numbers, "d");
    blocks.push(block);
    memory.data.setUint32(at + fields.hull.at, block, true);
    memory.data.setUint32(at + fields.hullCount.at, numbers.length / 3, true);
  }
  memory.check(abut.exports.abut_shape_check(at), what);
}

/** Points as numbers: a typed array, an array of numbers, or of points. */
export function pointsOf(points, what) {
  const numbers = Array.isArray(points) ? points.flatMap((point) => (typeof point === "number" ? point : Array.from(point ?? []))) : points;
  const is = Array.isArray(numbers) ? numbers.every((x) => typeof x === "number") : numbers instanceof Float64Array || numbers instanceof Float32Array;
  if (!is) throw new TypeError(`${what}: a Float64Array, a Float32Array or an array of points is wanted, not ${shown(points)}`);
  here(numbers, what);
  if (numbers.length % 3) throw new TypeError(`${what}: ${numbers.length} numbers are not three for each point`);
  return numbers;
}
