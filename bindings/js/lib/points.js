// points.js - many points about one mesh: the nearest triangles, inside or outside, winding numbers.
import { writeInstance } from "./ask.js";
import { inPieces } from "./batch.js";
import { AbutError } from "./errors.js";
import { shown, whole } from "./memory.js";
import { checkedProgress } from "./mesh.js";
import { writePose } from "./pose.js";
import { pointsOf } from "./shape.js";
import { structs, words } from "./tables.js";

const MOST = 1 << 17; // points in one call of the library
const NONE = 0xffffffff;

// options: pose, progress, and those in taken; told(answers, first, some) reads what is there.
function ask(mesh, name, points, { pose, progress }, set, told) {
  const { abut } = mesh;
  abut.begin(name, "abut_points");
  const { memory, exports, scratch, frame } = abut, numbers = pointsOf(points, name), count = numbers.length / 3, blocks = [];
  memory.view;
  try {
    const how = memory.take(structs.point_ask.size), room = memory.block(24 * Math.min(count, MOST));
    blocks.push(how, room);
    set(how);
    memory.view;
    writeInstance(abut, frame.a, mesh, name);
    writePose(memory, scratch, frame.a + structs.instance.fields.pose.at, pose, `${name}: pose`);
    inPieces(count, MOST, checkedProgress(progress, name), (first, some, tell) => {
      const part = count <= MOST ? numbers : numbers.slice(3 * first, 3 * (first + some));
      new Float64Array(memory.view.buffer, room, 3 * some).set(part);
      const code = abut.run(exports.abut_points, tell, abut.batch, frame.a, room, some, how, scratch);
      if (code !== 0) throw memory.error(code, name);
      told(memory.view.getUint32(scratch, true), first, some);
    });
    return count;
  } finally {
    for (const block of blocks) memory.give(block);
  }
}

export function only(name, options, taken) {
  const given = options ?? {};
  if (typeof given !== "object") throw new TypeError(`${name}: options are an object, not ${shown(given)}`);
  const unknown = Object.keys(given).find((key) => !taken.includes(key));
  if (unknown !== undefined) throw new TypeError(`${name}: there is no option "${unknown}"`);
  return given;
}

/** What is near to points: see abut.d.ts. */
export function nearest(mesh, points, options) {
  const name = "nearest", given = only(name, options, ["pose", "count", "within", "sides", "winding", "progress"]);
  const { count: each = 1, within = 0, sides = false, winding = false } = given;
  if (whole(each, `${name}: count`, NONE) === 0) throw new TypeError(`${name}: count: at least one triangle is wanted`);
  for (const [key, value] of Object.entries({ sides, winding })) {
    if (typeof value !== "boolean") throw new TypeError(`${name}: ${key}: true or false is wanted, not ${shown(value)}`);
  }
  const { memory } = mesh.abut, { point_ask: how, point_answer: answer, point_near: near } = structs, { fields } = answer;
  const n = pointsOf(points, name).length / 3;
  const out = {
    triangles: new Uint32Array(n * each).fill(NONE), distances: new Float64Array(n * each).fill(Infinity), lo: new Float64Array(n * each).fill(Infinity),
    points: new Float64Array(3 * n * each).fill(NaN), features: new Uint8Array(n * each), sides: sides ? new Array(n) : null,
    signed: sides ? new Float64Array(n) : null, winding: winding ? new Float64Array(2 * n) : null,
  };
  const set = (at) => {
    memory.set("point_ask", at, "nearest", each, name);
    memory.set("point_ask", at, "within", within, name);
    memory.set("point_ask", at, "winding", winding, name);
    const solid = sides || winding ? mesh.solidFor(false, null) : 0;
    memory.view.setUint32(at + how.fields.solid.at, solid, true);
  };
  ask(mesh, name, points, given, set, (answers, first, some) => {
    const v = memory.data;
    for (let i = 0; i < some; i++) {
      const at = answers + i * answer.size, row = v.getUint32(at + fields.near.at, true), found = v.getUint32(at + fields.nearCount.at, true);
      for (let k = 0; k < found; k++) readNear(v, row + k * near.size, near.fields, out, (first + i) * each + k);
      if (sides) readSide(v, at, fields, out, first + i);
      if (winding) for (let k = 0; k < 2; k++) out.winding[2 * (first + i) + k] = v.getFloat64(at + (k ? fields.windingHi : fields.windingLo).at, true);
    }
  });
  return out;
}

function readNear(v, at, fields, out, to) {
  out.triangles[to] = v.getUint32(at + fields.triangle.at, true);
  out.distances[to] = v.getFloat64(at + fields.hi.at, true);
  out.lo[to] = v.getFloat64(at + fields.lo.at, true);
  out.features[to] = v.getInt32(at + fields.feature.at, true);
  for (let j = 0; j < 3; j++) out.points[3 * to + j] = v.getFloat64(at + fields.point.at + 8 * j, true);
}

// The signed distance: of both ends the one that is farther from 0.
function readSide(v, at, fields, out, to) {
  out.sides[to] = words.side[v.getInt32(at + fields.side.at, true)];
  const lo = v.getFloat64(at + fields.signedLo.at, true), hi = v.getFloat64(at + fields.signedHi.at, true);
  out.signed[to] = hi <= 0 ? lo : hi;
}

// With sides; an error if the mesh has no inside.
function known(mesh, name, points, options) {
  const found = nearest(mesh, points, { ...only(name, options, ["pose", "progress"]), sides: true });
  if (!found.sides.includes("unknown")) return found;
  throw new AbutError("BAD_COMBINATION", -13, `${name}: ${mesh.name || "the mesh"} has no closed component, so nothing is inside: look at mesh.parts`);
}

/** Of each point whether it is in the mesh or on it: 1 or 0. */
export function contains(mesh, points, options) {
  return Uint8Array.from(known(mesh, "contains", points, options).sides, (side) => (side === "outside" ? 0 : 1));
}

/** The distance of each point, negative inside. */
export function signedDistance(mesh, points, options) {
  return known(mesh, "signedDistance", points, options).signed;
}
