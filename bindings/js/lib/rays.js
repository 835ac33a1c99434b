// rays.js - many rays or segments about one mesh: what they meet; and which of its triangles are in a box, or behind planes.
import { writeInstance } from "./ask.js";
import { inPieces } from "./batch.js";
import { shown } from "./memory.js";
import { checkedProgress } from "./mesh.js";
import { only } from "./points.js";
import { writePose } from "./pose.js";
import { pointsOf } from "./shape.js";
import { structs, words } from "./tables.js";

const MOST = 1 << 16; // rays in one call of the library
const POSE = structs.instance.fields.pose.at;

// Numbers of many answers, joined when all are there.
class Joined {
  parts = [];
  constructor(Type) {
    this.Type = Type;
  }
  add(count) {
    this.parts.push(new this.Type(count));
    return this.parts.at(-1);
  }
  get all() {
    const out = new this.Type(this.parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of this.parts) {
      out.set(part, at);
      at += part.length;
    }
    return out;
  }
}

const COLUMNS = { rays: Uint32Array, triangles: Uint32Array, tLo: Float64Array, tHi: Float64Array, points: Float64Array, features: Uint8Array, crossings: Uint8Array };

/** What rays meet: see abut.d.ts. */
export function rays(mesh, origins, directions, options) {
  const name = "rays", { abut } = mesh, { memory, exports, scratch, frame } = abut;
  const given = only(name, options, ["pose", "want", "segments", "tLeast", "tMost", "progress"]), { want = "first" } = given;
  abut.begin(name, "abut_rays");
  const from = pointsOf(origins, `${name}: origins`), way = pointsOf(directions, `${name}: directions`), n = from.length / 3;
  if (way.length !== from.length) throw new TypeError(`${name}: there are ${n} origins, and ${way.length / 3} directions`);
  const blocks = [], columns = Object.fromEntries(Object.entries(COLUMNS).map(([key, Type]) => [key, new Joined(Type)]));
  const isCounted = want === "all" || want === "count", hit = new Uint8Array(n), facings = [];
  const touchCounts = isCounted ? new Uint32Array(n) : null, crossingCounts = isCounted ? new Uint32Array(n) : null;
  memory.view;
  try {
    const how = memory.take(structs.ray_ask.size), room = memory.block(48 * Math.max(1, Math.min(n, MOST)));
    blocks.push(how, room);
    for (const key of ["want", "segments", "tLeast", "tMost"]) memory.set("ray_ask", how, key, given[key], name);
    writeInstance(abut, frame.a, mesh, name);
    writePose(memory, scratch, frame.a + POSE, given.pose, `${name}: pose`);
    inPieces(n, MOST, checkedProgress(given.progress, name), (first, some, tell) => {
      const ways = room + 24 * some;
      [[room, from], [ways, way]].forEach(([at, numbers]) => new Float64Array(memory.view.buffer, at, 3 * some).set(n <= MOST ? numbers : numbers.slice(3 * first, 3 * (first + some))));
      const code = abut.run(exports.abut_rays, tell, abut.batch, frame.a, room, ways, some, how, scratch);
      if (code !== 0) throw memory.error(code, name);
      const { size, fields } = structs.ray_answer, v = memory.view, answers = v.getUint32(scratch, true);
      let found = 0;
      for (let i = 0; i < some; i++) {
        const at = answers + i * size, touches = v.getUint32(at + fields.touchCount.at, true), hits = v.getUint32(at + fields.hitCount.at, true);
        found += hits;
        hit[first + i] = hits > 0 || touches > 0 ? 1 : 0;
        if (isCounted) {
          touchCounts[first + i] = touches;
          crossingCounts[first + i] = v.getUint32(at + fields.crossingCount.at, true);
        }
      }
      readHits(v, answers, first, some, columns, facings, found);
    });
  } finally {
    for (const block of blocks) memory.give(block);
  }
  return { ...Object.fromEntries(Object.entries(columns).map(([key, joined]) => [key, joined.all])), facings, hit, touchCounts, crossingCounts };
}

function readHits(v, answers, first, some, columns, facings, found) {
  const { size, fields: answer } = structs.ray_answer, { size: step, fields } = structs.ray_hit;
  const out = Object.fromEntries(Object.entries(columns).map(([key, joined]) => [key, joined.add(key === "points" ? 3 * found : found)]));
  let to = 0;
  for (let i = 0; i < some; i++) {
    const hits = v.getUint32(answers + i * size + answer.hits.at, true), count = v.getUint32(answers + i * size + answer.hitCount.at, true);
    for (let at = hits; at < hits + count * step; at += step, to++) {
      out.rays[to] = first + i;
      out.triangles[to] = v.getUint32(at + fields.triangle.at, true);
      out.tLo[to] = v.getFloat64(at + fields.tLo.at, true);
      out.tHi[to] = v.getFloat64(at + fields.tHi.at, true);
      out.features[to] = v.getInt32(at + fields.feature.at, true);
      out.crossings[to] = v.getInt32(at + fields.isCrossing.at, true);
      facings.push(words.facing[v.getInt32(at + fields.facing.at, true)]);
      for (let k = 0; k < 3; k++) out.points[3 * to + k] = v.getFloat64(at + fields.point.at + 8 * k, true);
    }
  }
}

/** Which triangles are behind all planes, four numbers each: n . x <= d. */
export function inPlanes(mesh, planes, options, name = "inPlanes") {
  const { abut } = mesh, { memory, exports, scratch, frame } = abut, given = only(name, options, ["pose", "placed", "limit", "budget", "deadline", "progress"]);
  const flat = Array.isArray(planes) ? planes.flatMap((plane) => (typeof plane === "number" ? [plane] : Array.from(plane))) : planes;
  const isNumbers = flat instanceof Float64Array || flat instanceof Float32Array || (Array.isArray(flat) && flat.every((x) => typeof x === "number"));
  if (!isNumbers || flat.length % 4) throw new TypeError(`${name}: planes are four numbers each, one after the other, or an array of such, not ${shown(planes)}`);
  abut.begin(name, "abut_range_find");
  const { range, range_ask: ask, range_found: answer } = structs, blocks = [], take = (size) => (blocks.push(memory.take(size)), blocks.at(-1));
  memory.view;
  try {
    const at = take(range.size), how = take(ask.size), out = take(answer.size), numbers = memory.put(flat, "d");
    blocks.push(numbers);
    for (const key of ["limit", "budget", "deadline"]) memory.set("range_ask", how, key, given[key], name);
    memory.write(range.fields.kind, at + range.fields.kind.at, "planes", name, "kind");
    memory.data.setUint32(at + range.fields.planes.at, numbers, true);
    memory.data.setUint32(at + range.fields.planeCount.at, flat.length / 4, true);
    writePose(memory, scratch, at + range.fields.pose.at, given.placed, `${name}: placed`);
    writeInstance(abut, frame.a, mesh, name);
    writePose(memory, scratch, frame.a + POSE, given.pose, `${name}: pose`);
    memory.check(abut.run(exports.abut_range_find, checkedProgress(given.progress, name), abut.query, frame.a, at, how, out), name);
    return memory.read("range_found", out);
  } finally {
    for (const block of blocks) memory.give(block);
  }
}

/** The same of a box along the axes. What is infinite asks nothing. */
export function inBox(mesh, low, high, options) {
  const planes = [];
  for (const [bounds, sign, what] of [[low, -1, "low"], [high, 1, "high"]]) {
    if (bounds?.length !== 3) throw new TypeError(`inBox: ${what}: 3 numbers are wanted`);
    for (let axis = 0; axis < 3; axis++) {
      const x = bounds[axis];
      if (typeof x !== "number") throw new TypeError(`inBox: ${what}: 3 numbers are wanted, not ${shown(x)}`);
      if (x !== sign * Infinity) planes.push([0, 1, 2].map((k) => (k === axis ? sign : 0)).concat(sign * x));
    }
  }
  return inPlanes(mesh, planes, options, "inBox");
}

/** The planes of a view frustum of a matrix, sixteen numbers by columns as WebGL has them, that takes points to clip space. */
export function frustumPlanes(matrix, depthFromZero = false) {
  if (matrix?.length !== 16) throw new TypeError("frustumPlanes: 16 numbers are wanted, by columns");
  const row = (i) => [0, 1, 2, 3].map((k) => matrix[4 * k + i]), w = row(3), out = [];
  for (const [i, sign] of [[0, 1], [0, -1], [1, 1], [1, -1], [2, 1], [2, -1]]) {
    const first = depthFromZero && i === 2 && sign === 1 ? [0, 0, 0, 0] : w, sums = row(i).map((x, k) => first[k] + sign * x);
    if (sums.slice(0, 3).some((x) => x !== 0)) out.push(-sums[0], -sums[1], -sums[2], sums[3]);
  }
  return Float64Array.from(out);
}
