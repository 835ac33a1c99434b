// parts.js - from a file to parts: the whole file, or its groups, as "abut clash --groups" has them.
import { unitOf } from "../../../../convert/units.mjs";

const SAME_PLACE = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]];
const SAVED = [0x8a, 0x61, 0x62, 0x75, 0x74, 0x0d, 0x0a, 0x1a]; // how a file of "abut build" begins
const KINDS = ["n", "o", "g", "s"]; // the groups that are a file's objects: the first of these that it has

/**
 * Read a file into parts: { name, unit, warnings, shapes, parts }. split: its groups are parts, if it has several; else it
 * is one part, as "abut check" takes it. A shape has positions and index; several parts may have one.
 */
export function readParts(abut, name, bytes, { split, progress }) {
  if (SAVED.every((byte, i) => bytes[i] === byte)) return readSaved(abut, name, bytes);
  let file = abut.read(bytes, { name, keepPlaces: split, progress });
  const kind = KINDS.find((k) => file.groups.some((g) => g.kind === k));
  let objects = split ? (kind === "n" ? file.groups.map(ofNode) : ofGroups(file, kind)) : [];
  const isWhole = objects.length < 2;
  if (isWhole) {
    // A place that is no double is rounded, as "abut check" has it: no pose is needed then.
    if (file.groups.some((g) => g.place)) file = abut.read(bytes, { name, keepPlaces: false, progress });
    objects = [{ group: null, ranges: [[0, file.index.length / 3]] }];
  }
  const warnings = file.warnings.map(({ text }) => `${name}: ${text}`);
  const out = { name, unit: unitOf(file.unit) ?? null, isWhole, warnings, shapes: [], parts: [] };
  takeObjects(abut, file, objects, out, () => abut.read(bytes, { name, keepPlaces: false }));
  return out;
}

// What "abut build" saved. One whose tree is another method's than those of other parts is built anew.
function readSaved(abut, name, bytes) {
  const saved = abut.open(bytes, { name }), positions = saved.triangles, isWide = saved.method === "wide";
  if (!isWide) saved.free();
  const index = Uint32Array.from({ length: positions.length / 3 }, (_, i) => i), shape = { positions, index, faces: null, mesh: isWide ? saved : null };
  return { name, unit: null, isWhole: true, warnings: [], shapes: [shape], parts: [{ group: null, pose: null, shape: 0 }] };
}

const ofNode = (group) => ({ group: group.name, kind: "n", place: group.place, ranges: [[group.firstTriangle, group.triangleCount]] });

// Those of one name are one, and what is in none is one without a name.
function ofGroups({ groups, index }, kind) {
  const byName = new Map(), taken = new Uint8Array(index.length / 3);
  for (const g of groups) {
    if (g.kind !== kind) continue;
    if (!byName.has(g.name)) byName.set(g.name, { group: g.name, kind, ranges: [], isShared: groups.some((other) => other.name === g.name && other.kind !== kind) });
    byName.get(g.name).ranges.push([g.firstTriangle, g.triangleCount]);
    taken.fill(1, g.firstTriangle, g.firstTriangle + g.triangleCount);
  }
  const rest = [];
  for (let i = 0, end; i < taken.length; i = end + 1) {
    for (end = i; end < taken.length && !taken[end];) end++;
    if (end > i) rest.push([i, end - i]);
  }
  return [...byName.values(), ...(rest.length ? [{ group: "", kind, ranges: rest }] : [])];
}

function takeObjects(abut, file, objects, out, readPlaced) {
  const lent = new Map();
  let placed = null, bent = 0;
  objects.forEach((object, i) => {
    const pose = object.place ? poseOf(abut, object.place) : null;
    const key = object.kind === "n" ? object.ranges.join() : `object ${i}`;
    if (object.place && !pose) {
      placed ??= readPlaced();
      bent++;
      out.parts.push({ ...object, pose: null, shape: out.shapes.push(subset(placed, ofNode(placed.groups[i]).ranges)) - 1 });
      return;
    }
    if (!lent.has(key)) lent.set(key, out.shapes.push(subset(file, object.ranges)) - 1);
    out.parts.push({ ...object, pose, shape: lent.get(key) });
  });
  if (bent) {
    out.warnings.push(`${out.name}: ${bent} of ${objects.length} nodes are sheared or scaled differently along their axes: ` +
      "their vertices are put in place, rounded");
  }
}

// The pose of a place: null, if it is none.
function poseOf(abut, rows) {
  if (String(rows) === String(SAME_PLACE)) return null;
  const { memory, exports } = abut;
  const at = memory.take(16 * 8 + 13 * 8), matrix = at + 13 * 8;
  try {
    [...rows.flat(), 0, 0, 0, 1].forEach((x, i) => memory.view.setFloat64(matrix + 8 * i, x, true));
    if (exports.abut_pose_from_matrix(at, matrix) !== 0) return undefined;
    const numbers = Array.from(memory.numbers("d", at, 13));
    return { rotation: numbers.slice(0, 9), translation: numbers.slice(9, 12), scale: numbers[12] };
  } finally {
    memory.give(at);
  }
}

// The triangles of ranges, with the vertices that they use, in the order in which they use them.
function subset(file, ranges) {
  const total = file.index.length / 3, count = ranges.reduce((sum, [, n]) => sum + n, 0);
  if (count === total && ranges.length === 1) return { positions: file.positions, index: file.index, faces: file.faces };
  const index = new Uint32Array(3 * count), faces = file.faces && new Uint32Array(count), used = [];
  const numbers = (file.numbers ??= new Int32Array(file.positions.length / 3).fill(-1));
  let to = 0;
  for (const [first, n] of ranges) {
    if (faces) faces.set(file.faces.subarray(first, first + n), to / 3);
    for (let i = 3 * first; i < 3 * (first + n); i++) {
      const v = file.index[i];
      if (numbers[v] < 0) numbers[v] = used.push(v) - 1;
      index[to++] = numbers[v];
    }
  }
  const positions = new Float64Array(3 * used.length);
  used.forEach((v, i) => {
    numbers[v] = -1;
    for (let k = 0; k < 3; k++) positions[3 * i + k] = file.positions[3 * v + k];
  });
  return { positions, index, faces };
}

/** What is drawn of a shape: floats about the middle of its box, so that those far away keep their form. */
export function drawn({ positions, index, faces }) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const x = positions[i + k];
      if (x < low[k]) low[k] = x;
      if (x > high[k]) high[k] = x;
    }
  }
  const origin = positions.length ? low.map((x, k) => x / 2 + high[k] / 2) : [0, 0, 0];
  const floats = new Float32Array(positions.length), [x, y, z] = origin;
  for (let i = 0; i < positions.length; i += 3) {
    floats[i] = positions[i] - x;
    floats[i + 1] = positions[i + 1] - y;
    floats[i + 2] = positions[i + 2] - z;
  }
  return { positions: floats, indices: index, faces, origin, low, high };
}
