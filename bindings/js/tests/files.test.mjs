// files.test.mjs - every format that is read, what of a file is told, and what is wrong with it, with its place.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { FileError } from "../../../build/npm/abut/abut.js";
import { abut, moved } from "./setup.mjs";

const text = (lines) => new TextEncoder().encode(Array.isArray(lines) ? lines.join("\n") + "\n" : lines);
const corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
const wrong = (bytes, options, status, line, part) =>
  assert.throws(() => abut.read(bytes, options), (error) => error instanceof FileError && error.status === status && error.line === line && error.message.includes(part) && /^[FQS]\d{3}$/.test(error.fault), `${status} ${line} ${part}`);
const mistyped = (call, part) => assert.throws(call, (error) => error instanceof TypeError && error.message.includes(part), part);

function stl() {
  const bytes = new Uint8Array(84 + 50 * faces.length), view = new DataView(bytes.buffer);
  view.setUint32(80, faces.length, true);
  faces.forEach((face, i) => face.forEach((v, k) => corners[v].forEach((x, c) => view.setFloat32(84 + 50 * i + 12 + 12 * k + 4 * c, x, true))));
  return bytes;
}
const ascii = (name = "tetra") => text([`solid ${name}`, ...faces.flatMap((face) => ["facet normal 0 0 0", "outer loop", ...face.map((v) => `vertex ${corners[v].join(" ")}`), "endloop", "endfacet"]), `endsolid ${name}`]);
const obj = () => text(["o tetra", ...corners.map((v) => `v ${v.join(" ")}`), ...faces.map((f) => `f ${f.map((i) => i + 1).join(" ")}`)]);
const off = () => text(["OFF", `${corners.length} ${faces.length} 0`, ...corners.map((v) => v.join(" ")), ...faces.map((f) => `3 ${f.join(" ")}`)]);
const ply = () => text(["ply", "format ascii 1.0", `element vertex ${corners.length}`, "property float x", "property float y", "property float z", `element face ${faces.length}`, "property list uchar int vertex_indices", "end_header", ...corners.map((v) => v.join(" ")), ...faces.map((f) => `3 ${f.join(" ")}`)]);

function glb(change = () => {}) {
  const positions = Float32Array.from(corners.flat()), index = Uint16Array.from(faces.flat()), data = new Uint8Array(positions.byteLength + index.byteLength);
  data.set(new Uint8Array(positions.buffer), 0);
  data.set(new Uint8Array(index.buffer), positions.byteLength);
  const json = {
    asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0, 1] }],
    nodes: [{ mesh: 0, name: "left" }, { mesh: 0, name: "right", translation: [5, 0, 0] }], meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: corners.length, type: "VEC3", min: [0, 0, 0], max: [1, 1, 1] }, { bufferView: 1, componentType: 5123, count: 12, type: "SCALAR" }],
    bufferViews: [{ buffer: 0, byteOffset: 0, byteLength: positions.byteLength }, { buffer: 0, byteOffset: positions.byteLength, byteLength: index.byteLength }], buffers: [{ byteLength: data.length }],
  };
  change(json);
  const words = new TextEncoder().encode(JSON.stringify(json)), padded = new Uint8Array(Math.ceil(words.length / 4) * 4).fill(32);
  padded.set(words);
  const bytes = new Uint8Array(12 + 8 + padded.length + 8 + data.length), view = new DataView(bytes.buffer);
  [0x46546c67, 2, bytes.length, padded.length, 0x4e4f534a].forEach((word, i) => view.setUint32(4 * i, word, true));
  bytes.set(padded, 20);
  view.setUint32(20 + padded.length, data.length, true);
  view.setUint32(24 + padded.length, 0x004e4942, true);
  bytes.set(data, 28 + padded.length);
  return bytes;
}

function crc(bytes) {
  let sum = ~0;
  for (const byte of bytes) for (let k = 0, x = (sum ^ byte) & 255; k < 8; k++, x >>>= 0) sum = k === 0 ? (sum >>> 8) ^ table[x] : sum;
  return ~sum >>> 0;
}
const table = Uint32Array.from({ length: 256 }, (_, n) => Array.from({ length: 8 }).reduce((c) => (c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1), n));
function zip(files) {
  const parts = [], central = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const raw = text(content), packed = deflateRawSync(raw), label = text(name);
    const head = new Uint8Array(30), view = new DataView(head.buffer), entry = new Uint8Array(46), told = new DataView(entry.buffer);
    view.setUint32(0, 0x04034b50, true);
    told.setUint32(0, 0x02014b50, true);
    [[view, 4], [told, 6]].forEach(([v, o]) => {
      v.setUint16(o, 20, true);
      v.setUint16(o + 4, 8, true);
      v.setUint32(o + 10, crc(raw), true);
      v.setUint32(o + 14, packed.length, true);
      v.setUint32(o + 18, raw.length, true);
      v.setUint16(o + 22, label.length, true);
    });
    told.setUint32(42, at, true);
    parts.push(head, label, packed);
    central.push(entry, label);
    at += 30 + label.length + packed.length;
  }
  const size = central.reduce((sum, part) => sum + part.length, 0), end = new Uint8Array(22), view = new DataView(end.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, central.length / 2, true);
  view.setUint16(10, central.length / 2, true);
  view.setUint32(12, size, true);
  view.setUint32(16, at, true);
  return new Uint8Array(Buffer.concat([...parts, ...central, end]));
}
const threeMf = () => zip({
  "[Content_Types].xml": '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>',
  "_rels/.rels": '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>',
  "3D/3dmodel.model": `<?xml version="1.0"?><model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources><object id="1" name="tetra" type="model"><mesh><vertices>${corners.map(([x, y, z]) => `<vertex x="${x}" y="${y}" z="${z}"/>`).join("")}</vertices><triangles>${faces.map(([a, b, c]) => `<triangle v1="${a}" v2="${b}" v3="${c}"/>`).join("")}</triangles></mesh></object></resources><build><item objectid="1"/></build></model>`,
});

test("every format: the same four triangles", () => {
  for (const [format, bytes] of Object.entries({ stl: stl(), "stl-ascii": ascii(), obj: obj(), off: off(), ply: ply(), "3mf": threeMf() })) {
    const soup = abut.read(bytes, { name: `tetra.${format}` });
    assert.deepEqual([soup.format, soup.index.length, soup.name, soup.warningTotal], [format, 12, `tetra.${format}`, 0]);
    const mesh = abut.mesh(soup), known = Float64Array.from(faces.flat().flatMap((v) => corners[v]));
    assert.deepEqual(mesh.triangles, known, format);
    assert.equal(mesh.name, `tetra.${format}`);
    assert.equal(mesh.isSolid, true);
    assert.deepEqual(abut.read(bytes, { format: format === "stl-ascii" ? "stl" : format }).index, soup.index);
    mesh.free();
  }
});

test("GLB: nodes where they are, or with their places; groups; one group alone", () => {
  const soup = abut.read(glb(), { name: "x.glb" });
  assert.deepEqual([soup.format, soup.index.length / 3, soup.unit], ["gltf", 8, 1]);
  assert.deepEqual(soup.groups.map(({ name, kind, place, firstTriangle, triangleCount }) => [name, kind, place, firstTriangle, triangleCount]), [["left", "n", null, 0, 4], ["right", "n", null, 4, 4]]);
  const apart = abut.read(glb(), { keepPlaces: true });
  assert.equal(apart.index.length / 3, 4);
  assert.deepEqual(apart.groups[1].place, [[1, 0, 0, 5], [0, 1, 0, 0], [0, 0, 1, 0]]);
  const left = abut.mesh(abut.read(glb(), { group: "left" })), right = abut.read(glb(), { group: "right" });
  assert.deepEqual(right.source, Uint32Array.of(4, 5, 6, 7));
  assert.equal(abut.distance(left, abut.mesh(right)).hi, 4);
  mistyped(() => abut.read(glb(), { group: "middle", name: "x.glb" }), 'x.glb: there is no group "middle"; groups: left, right');
  wrong(glb((json) => (json.buffers[0] = { byteLength: 72, uri: "other.bin" })), { name: "x.glb" }, "CANNOT_OPEN", 0, "x.glb: ");
});

test("units, variants, faces of polygons, names of parts", () => {
  assert.equal(abut.read(threeMf()).unit, 0.001);
  assert.equal(abut.read(obj()).unit, 0);
  assert.equal(abut.read(ply()).variant, "ascii");
  assert.equal(abut.read(ascii("my part")).groups[0].name, "my part");
  const quads = abut.read(text(["v 0 0 0", "v 1 0 0", "v 1 1 0", "v 0 1 0", "f 1 2 3", "f 1 2 3 4"]));
  assert.deepEqual(quads.faces, Uint32Array.of(0, 1, 1));
  assert.deepEqual(abut.read(text(["v 0 0 0"]), { format: "obj" }).index, new Uint32Array(0));
  const utf8 = abut.read(text(["o Rädchen 車", "v 0 0 0", "v 1 0 0", "v 0 1 0", "f 1 2 3"]), { group: "Rädchen 車" });
  assert.equal(utf8.groups[0].name, "Rädchen 車");
});

test("what is wrong is told with its line, or left out", () => {
  wrong(text(["v 0 0 0", "v 1 0 0", "v 0 1 0", "f 1 2 9"]), { name: "wheel.obj" }, "BAD_INDEX", 4, "wheel.obj: line 4");
  wrong(text(["v 0 0 0", "v 1 zero 0"]), { format: "obj" }, "BAD_NUMBER", 2, "line 2");
  wrong(text(["v 0 0 0", "v 1 nan 0"]), { format: "obj" }, "BAD_NUMBER", 2, "line 2");
  wrong(stl().subarray(0, 150), { name: "short.stl", format: "stl" }, "TRUNCATED", 0, "short.stl");
  wrong(off().subarray(0, 31), { format: "off" }, "TRUNCATED", 6, "line 6");
  wrong(text("hello"), { name: "hello.txt" }, "UNKNOWN_FORMAT", 0, "hello.txt");
  wrong(new Uint8Array(0), { name: "empty.stl" }, "TRUNCATED", 0, "empty.stl: the file is empty");
  wrong(threeMf().subarray(0, 200), { name: "half.3mf" }, "UNKNOWN_FORMAT", 0, "half.3mf");
  wrong(threeMf().subarray(0, 200), { name: "half.3mf", format: "3mf" }, "TRUNCATED", 0, "half.3mf: byte 200");
  const bad = text(["v 0 0 0", "v 1 0 0", "v 0 1 0", "f 1 2 9", "f 1 2 3"]), rest = abut.read(bad, { dropBad: true, format: "obj" });
  assert.deepEqual([rest.index.length, rest.droppedCount, rest.warnings[0].line], [3, 1, 4]);
  assert.match(rest.warnings[0].text, /index 9/);
  assert.equal(rest.warnings[0].code, "F005");
});

test("what is given of the wrong kind is refused", () => {
  mistyped(() => abut.read("v 0 0 0"), "bytes");
  mistyped(() => abut.read(obj(), { format: "step", name: "x" }), 'x: format: "step" is none of stl, stl-ascii, obj, ply, off, gltf, 3mf');
  mistyped(() => abut.read(obj(), { dropBad: 1 }), "dropBad");
  mistyped(() => abut.read(obj(), { keepPlaces: "no" }), "keepPlaces");
  mistyped(() => abut.read(obj(), { group: 3 }), "group");
  mistyped(() => abut.read(obj(), { unit: 3 }), 'no option "unit"');
  mistyped(() => abut.read(obj(), { progress: 3 }), "progress");
});

test("bytes of every kind, and a File", async () => {
  const bytes = obj(), wide = new Uint8Array(bytes.length + 9), shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  wide.set(bytes, 9);
  shared.set(bytes);
  for (const given of [bytes, bytes.slice().buffer, wide.subarray(9), new DataView(wide.buffer, 9), Buffer.from(bytes), shared, shared.buffer]) assert.equal(abut.read(given).index.length, 12);
  const soup = await abut.readFile(new Blob([bytes]), { name: "blob.obj" });
  assert.deepEqual([soup.name, soup.index.length], ["blob.obj", 12]);
  const file = { name: "file.obj", arrayBuffer: async () => bytes.slice().buffer };
  assert.equal((await abut.readFile(file)).name, "file.obj");
  await assert.rejects(abut.readFile({ name: "bad.obj", arrayBuffer: async () => text(["f 1 2 3"]).buffer }), (error) => error.file === "bad.obj" && error.line === 1);
  const mesh = abut.mesh(soup);
  assert.equal(abut.collide(mesh, mesh, { poseB: moved(1) }).state, "contact");
});

test("progress of a large file, and its end", () => {
  const large = text(Array.from({ length: 400000 }, (_, i) => `v ${i} 0.25 0.125`)), fractions = [];
  assert.equal(abut.read(large, { format: "obj", progress: (x) => void fractions.push(x) }).positions.length, 1200000);
  assert.ok(fractions.length > 0 && fractions.every((x) => x >= 0 && x <= 1));
  wrong(large, { format: "obj", progress: () => false }, "CANCELLED", 0, "");
  assert.throws(() => abut.read(large, { format: "obj", progress: () => { throw new RangeError("mine"); } }), RangeError);
});
