// soup.js - triangles as they are given, put into the module's memory; and what is asked of them without a mesh.
import { here, shown } from "./memory.js";
import { structs } from "./tables.js";

export const isSoup = (value) => typeof value === "object" && value !== null && value.positions !== undefined;

/** Put a soup into memory for the time of a call: use(at). */
export function withSoup(abut, positions, index, what, use) {
  const { memory } = abut, { fields, size } = structs.soup, blocks = [];
  const keep = (at) => (blocks.push(at), at);
  try {
    const soup = keep(memory.take(size)), [vertices, kind] = coordinates(positions, what), triangles = indices(index, vertices.length / 3, what);
    const at = keep(memory.put(vertices, kind)), triangleAt = keep(memory.put(triangles, "I"));
    memory.data.setUint32(soup + (kind === "f" ? fields.verticesFloat : fields.vertices).at, at, true);
    memory.data.setUint32(soup + fields.triangles.at, triangleAt, true);
    memory.data.setUint32(soup + fields.vertexCount.at, vertices.length / 3, true);
    memory.data.setUint32(soup + fields.triangleCount.at, triangles.length / 3, true);
    return use(soup);
  } finally {
    for (const block of blocks) memory.give(block);
  }
}

/** What a soup is like as a surface: abut_statistics. */
export function statistics(abut, positions, index) {
  if (isSoup(positions)) return statistics(abut, positions.positions, positions.index);
  abut.begin("statistics", "abut_soup_statistics");
  return withSoup(abut, positions, index, "statistics", (soup) => {
    const { memory } = abut, out = memory.take(structs.statistics.size);
    try {
      const code = abut.run(abut.exports.abut_soup_statistics, null, soup, abut.host, out);
      if (code !== 0) throw memory.error(code, `statistics${placeOf(abut, code, soup)}`);
      return memory.read("statistics", out);
    } finally {
      memory.give(out);
    }
  });
}

/** Bytes: those of an ArrayBuffer, or of any view of one. */
export function bytesOf(bytes, what) {
  here(bytes, what);
  if (ArrayBuffer.isView(bytes)) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isShared = typeof SharedArrayBuffer !== "undefined" && bytes instanceof SharedArrayBuffer;
  if (bytes instanceof ArrayBuffer || isShared) return new Uint8Array(bytes);
  throw new TypeError(`${what}: bytes are an ArrayBuffer or a view of one, not ${shown(bytes)}`);
}

/** Which vertex or triangle of a soup was refused. */
export function placeOf(abut, code, soup) {
  if (code !== -3 && code !== -4) return "";
  const { memory, exports } = abut, report = memory.take(structs.soup_report.size);
  exports.abut_soup_check(soup, report);
  const found = memory.read("soup_report", report);
  memory.give(report);
  return code === -4 ? `: vertex ${found.firstNonFinite}` : `: triangle ${found.firstBadTriangle}`;
}

// Numbers in threes, as they are: floats stay floats, which the library converts exactly.
function coordinates(positions, what) {
  if (positions instanceof Float32Array) return [threes(positions, "vertex", what), "f"];
  if (Array.isArray(positions)) {
    const flat = flattened(positions), wrong = flat.findIndex((x) => typeof x !== "number");
    if (wrong >= 0) throw new TypeError(`${what}: coordinate ${wrong} is ${shown(flat[wrong])}, no number`);
    return [threes(flat, "vertex", what), "d"];
  }
  if (!isNumbers(positions)) throw new TypeError(`${what}: positions are a Float32Array, a Float64Array or an array of numbers, not ${shown(positions)}`);
  return [threes(positions, "vertex", what), "d"];
}

function indices(index, vertexCount, what) {
  if (index === undefined || index === null) {
    if (vertexCount % 3) throw new TypeError(`${what}: without an index, ${vertexCount} vertices are not three for each triangle`);
    return Uint32Array.from({ length: vertexCount }, (_, i) => i);
  }
  if (!Array.isArray(index) && !isNumbers(index)) throw new TypeError(`${what}: an index is a Uint32Array, another typed array or an array, not ${shown(index)}`);
  const flat = Array.isArray(index) ? flattened(index) : index;
  if (!(flat instanceof Uint32Array || flat instanceof Uint16Array || flat instanceof Uint8Array)) {
    const wrong = flat.findIndex((i) => !(Number.isInteger(i) && i >= 0 && i <= 0xffffffff));
    if (wrong >= 0) throw new TypeError(`${what}: triangle ${Math.trunc(wrong / 3)}: index ${shown(flat[wrong])} is no whole number from 0`);
  }
  return threes(flat, "triangle", what);
}

const flattened = (array) => array.flatMap((x) => (typeof x === "object" && x !== null ? Array.from(x) : [x]));
function isNumbers(value) {
  return ArrayBuffer.isView(value) && !(value instanceof DataView) && !(value instanceof BigInt64Array) && !(value instanceof BigUint64Array);
}
function threes(numbers, each, what) {
  here(numbers, what);
  if (numbers.length % 3) throw new TypeError(`${what}: ${numbers.length} numbers are not three for each ${each}`);
  return numbers;
}
