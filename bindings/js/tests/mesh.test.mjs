// mesh.test.mjs - meshes: what they are made of, what is refused and how that is said, saved and freed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AbutError, load, Mesh } from "../../../build/npm/abut/abut.js";
import { abut, box, cube, moved, torus } from "./setup.mjs";

const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0], triangle = [0, 1, 2];
const transferred = (array) => (structuredClone(array, { transfer: [array.buffer] }), array);
const refused = (call, status, text) => assert.throws(call, (error) => error instanceof AbutError && error.status === status && (!text || error.message.includes(text)), status);
const mistyped = (call, text) => assert.throws(call, (error) => error instanceof TypeError && error.message.includes(text), text);

test("vertices and indices of every type make the same mesh", () => {
  const expected = Float64Array.from(corners);
  const positions = [corners, [[0, 0, 0], [1, 0, 0], [0, 1, 0]], ...[Float32Array, Float64Array, Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array].map((Type) => Type.from(corners))];
  const indices = [undefined, null, triangle, [triangle], ...[Uint32Array, Uint16Array, Uint8Array, Int32Array, Int16Array, Int8Array, Float64Array].map((Type) => Type.from(triangle))];
  for (const p of positions) assert.deepEqual(abut.mesh(p, triangle).triangles, expected);
  for (const i of indices) assert.deepEqual(abut.mesh(corners, i).triangles, expected);
});

test("floats are taken exactly, also from a view with an offset and from shared memory", () => {
  const floats = Float32Array.from([0.1, 0.2, 0.3, 1.1, 0, 0, 0, 1.7, 0]), wide = new Float32Array(20);
  wide.set(floats, 5);
  const shared = new Float32Array(new SharedArrayBuffer(36));
  shared.set(floats);
  for (const given of [floats, wide.subarray(5, 14), shared]) assert.deepEqual(abut.mesh(given, triangle).triangles, Float64Array.from(floats));
  const doubles = Float64Array.from([0.1, 2 / 3, 1e-300, 5e-324, 1e300, 0, 0, 1, 0]);
  assert.deepEqual(abut.mesh(doubles, triangle).triangles, doubles);
});

test("without an index every three vertices are a triangle; equal vertices are merged", () => {
  const mesh = abut.mesh(Float32Array.from([...corners, ...corners]));
  assert.deepEqual([mesh.triangleCount, mesh.vertexCount], [2, 3]);
});

test("an empty mesh is legal, and in contact with nothing", () => {
  const empty = abut.mesh(new Float32Array(0), new Uint32Array(0)), one = cube(1);
  assert.equal(empty.triangleCount, 0);
  assert.equal(empty.bounds, null);
  assert.equal(empty.isSolid, false);
  assert.equal(empty.parts.length, 0);
  assert.equal(abut.collide(empty, one).state, "apart");
  assert.equal(abut.distance(one, empty).hi, Infinity);
  assert.deepEqual(empty.nearest([[0, 0, 0]]).triangles, Uint32Array.of(0xffffffff));
});

test("what a mesh is like", () => {
  const one = cube(2, { name: "cube" });
  assert.equal(one.name, "cube");
  assert.deepEqual([one.triangleCount, one.vertexCount, one.method], [12, 8, "wide"]);
  assert.deepEqual(one.bounds, [[-1, -1, -1], [1, 1, 1]]);
  assert.equal(one.isSolid, true);
  assert.deepEqual([one.solid.componentCount, one.solid.closedCount, one.solid.openCount], [1, 1, 0]);
  assert.deepEqual(one.parts.toArray(), [{ triangleCount: 12, firstTriangle: 0, fault: "none", crossing: 0xffffffff }]);
  const open = abut.mesh(corners, triangle);
  assert.deepEqual([open.isSolid, open.parts.at(0).fault], [false, "open"]);
  assert.equal(one.info.build.leafSize, 4);
});

test("each option of a build has an effect", () => {
  const soup = torus(), plain = abut.mesh(soup).info;
  const built = (options) => abut.mesh(soup, options).info;
  assert.equal(built({ leafSize: 2 }).build.leafSize, 2);
  assert.notEqual(built({ leafSize: 2 }).leafCount, plain.leafCount);
  assert.ok(built({ epsilon: 0.25 }).innerArea !== plain.innerArea || built({ epsilon: 0.25 }).build.epsilon === 0.25);
  assert.equal(built({ effort: "fast" }).build.effort, "fast");
  assert.notEqual(built({ effort: "fast" }).leafArea, built({ effort: "best" }).leafArea);
  assert.ok(built({ memory: "compact" }).treeBytes < plain.treeBytes / 2);
  for (const method of ["brute", "aabb", "sphere", "obb", "dop18", "quickcd18", "hybrid"]) assert.equal(built({ method }).method, method);
  const fractions = [];
  abut.mesh(torus(200, 100), { progress: (fraction) => fractions.push(fraction) });
  assert.ok(fractions.length > 0 && fractions.every((x, i) => x >= 0 && x <= 1 && (i === 0 || x >= fractions[i - 1])));
});

test("all methods give the same pairs", () => {
  const soup = torus(20, 10), pose = { axis: [1, 0, 0], degrees: 90, translation: [0.1, 0, 0] };
  const pairs = (method) => abut.collide(abut.mesh(soup, { method }), abut.mesh(soup, { method }), { poseB: pose }).pairs;
  const known = pairs("brute");
  assert.ok(known.length > 20);
  for (const method of ["wide", "aabb", "sphere", "obb", "dop6", "dop26", "quickcd14", "hybrid"]) assert.deepEqual(pairs(method), known, method);
  refused(() => abut.collide(abut.mesh(soup), abut.mesh(soup, { method: "brute" })), "MIXED_METHODS");
});

test("what is wrong is said, with its place", () => {
  refused(() => abut.mesh(corners, [0, 1, 3], { name: "wheel" }), "BAD_INDEX", "wheel: triangle 0");
  refused(() => abut.mesh(corners, [0, 1, 2, 2, 1, 7]), "BAD_INDEX", "triangle 1");
  refused(() => abut.mesh([0, 0, 0, 1, NaN, 0, 0, 1, 0], triangle), "NOT_FINITE", "vertex 1");
  refused(() => abut.mesh(Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, Infinity]), triangle), "NOT_FINITE", "vertex 2");
  refused(() => abut.mesh(corners, triangle, { method: "obb", effort: "best" }), "BAD_COMBINATION");
  refused(() => abut.mesh(torus(200, 100), { progress: () => false }), "CANCELLED");
});

test("what is of the wrong type is a TypeError", () => {
  mistyped(() => abut.mesh(), "positions");
  mistyped(() => abut.mesh("0 0 0"), "positions");
  mistyped(() => abut.mesh(new BigInt64Array(3)), "positions");
  mistyped(() => abut.mesh(new DataView(new ArrayBuffer(24))), "positions");
  mistyped(() => abut.mesh([0, 0, "1"]), "coordinate 2");
  mistyped(() => abut.mesh([0, 0, 1n]), "coordinate 2");
  mistyped(() => abut.mesh([0, 0]), "three for each vertex");
  mistyped(() => abut.mesh([0, 0, 0]), "without an index");
  mistyped(() => abut.mesh(corners, [0, 1]), "three for each triangle");
  mistyped(() => abut.mesh(corners, [0, 1, -1]), "triangle 0: index -1");
  mistyped(() => abut.mesh(corners, Int32Array.from([0, 1, -1])), "index -1");
  mistyped(() => abut.mesh(corners, [0, 1, 1.5]), "index 1.5");
  mistyped(() => abut.mesh(corners, [0, 1, 2n]), "index 2n");
  mistyped(() => abut.mesh(corners, [0, 1, 2 ** 32]), "index 4294967296");
  mistyped(() => abut.mesh(corners, 7), "index");
  mistyped(() => abut.mesh(corners, triangle, { leafsize: 2 }), 'no option "leafsize"');
  mistyped(() => abut.mesh(corners, triangle, { tree: 2 }), 'no option "tree"');
  mistyped(() => abut.mesh(corners, triangle, { host: 2 }), 'no option "host"');
  mistyped(() => abut.mesh(corners, triangle, { leafSize: "2" }), "leafSize");
  mistyped(() => abut.mesh(corners, triangle, { leafSize: 2.5 }), "leafSize");
  mistyped(() => abut.mesh(corners, triangle, { epsilon: "1" }), "epsilon");
  mistyped(() => abut.mesh(corners, triangle, { method: "octree" }), "octree");
  mistyped(() => abut.mesh(corners, triangle, { progress: 3 }), "progress");
  mistyped(() => new Mesh(), "abut.mesh");
});

test("a buffer that was transferred is told from an empty one", () => {
  mistyped(() => abut.mesh(transferred(Float32Array.from(corners))), "transferred");
  mistyped(() => abut.mesh(corners, transferred(Uint32Array.of(0, 1, 2))), "transferred");
  mistyped(() => cube(1).nearest(transferred(Float64Array.of(0, 0, 0))), "transferred");
  mistyped(() => abut.read(transferred(Uint8Array.of(1, 2, 3))), "transferred");
  mistyped(() => abut.open(transferred(Uint8Array.of(1, 2, 3)).buffer), "transferred");
});

test("a freed mesh, and one of another library, are refused", async () => {
  const gone = cube(1, { name: "gone" }), there = cube(1);
  gone.free();
  gone.free();
  mistyped(() => abut.collide(gone, there), "gone was freed");
  mistyped(() => gone.info, "gone was freed");
  mistyped(() => gone.triangles, "gone was freed");
  mistyped(() => gone.save(), "gone was freed");
  mistyped(() => gone.contains([[0, 0, 0]]), "gone was freed");
  mistyped(() => gone.parts, "gone was freed");
  const other = await load();
  mistyped(() => abut.collide(cube(1, {}, other), there), "another Abut");
  assert.equal(other.collide(cube(1, {}, other), cube(1, {}, other)).state, "contact");
});

test("a mesh is freed where a using ends", { skip: !Symbol.dispose && "this Node has no Symbol.dispose" }, () => {
  const mesh = cube(1);
  mesh[Symbol.dispose]();
  mistyped(() => mesh.info, "was freed");
});

test("saved and opened it is the same", () => {
  for (const method of ["wide", "obb", "brute"]) {
    const mesh = abut.mesh(torus(), { method }), bytes = mesh.save(), again = abut.open(bytes, { name: "again" });
    assert.deepEqual(again.triangles, mesh.triangles);
    assert.deepEqual({ ...again.info, build: null }, { ...mesh.info, build: null });
    const pose = { axis: [1, 0, 0], degrees: 90, translation: [0.1, 0, 0] };
    assert.deepEqual(abut.collide(again, mesh, { poseB: pose }), abut.collide(mesh, mesh, { poseB: pose }));
    assert.deepEqual(again.save(), bytes);
    const apart = new Uint8Array(bytes.length + 7);
    apart.set(bytes, 7);
    assert.equal(abut.open(apart.subarray(7)).triangleCount, mesh.triangleCount);
    assert.equal(abut.open(bytes.buffer).triangleCount, mesh.triangleCount);
    bytes[bytes.length - 1] ^= 1;
    refused(() => abut.open(bytes, { name: "x.abut" }), "BAD_IMAGE", "x.abut");
    again.free();
  }
  refused(() => abut.open(new Uint8Array(0)), "BAD_IMAGE");
  refused(() => abut.open(new Uint8Array(1000)), "BAD_IMAGE");
  mistyped(() => abut.open("bytes"), "bytes");
  mistyped(() => abut.open(new Uint8Array(0), { nam: 1 }), 'no option "nam"');
});

test("a mesh that a soup made", () => {
  const { positions, index } = box([0, 0, 0], [1, 1, 1]);
  const mesh = abut.mesh({ positions, index, name: "soup" });
  assert.deepEqual([mesh.name, mesh.triangleCount], ["soup", 12]);
  assert.equal(abut.mesh({ positions, index, name: "soup" }, { name: "own" }).name, "own");
  assert.equal(abut.collide(mesh, mesh, { poseB: moved(1) }).state, "contact");
});

test("statistics of triangles: a cube, a cube with a hole, what is there twice", () => {
  const { positions, index } = box([0, 0, 0], [1, 2, 3]), whole = abut.statistics(positions, index);
  assert.deepEqual([whole.triangleCount, whole.vertexCount, whole.edgeCount, whole.boundaryCount, whole.unorientedCount, whole.componentCount], [12, 8, 18, 0, 0, 1]);
  assert.deepEqual([whole.low, whole.high], [[0, 0, 0], [1, 2, 3]]);
  assert.equal(abut.statistics({ positions, index: index.slice(3) }).boundaryCount, 3);
  assert.equal(abut.statistics(positions, [...index, ...index.slice(0, 3)]).duplicateCount, 1);
  refused(() => abut.statistics([0, 0, NaN], [0, 0, 0]), "NOT_FINITE", "statistics: vertex 0");
  mistyped(() => abut.statistics("x"), "positions");
});

test("a mesh in use cannot be freed by progress", () => {
  const mesh = abut.mesh(torus(200, 100));
  refused(() => abut.selfCollide(mesh, { progress: () => mesh.free() }), "BUSY", "free");
  assert.equal(mesh.triangleCount, 40000);
  const fractions = [];
  abut.contain(mesh, mesh, { poseB: moved(0.5), progress: (x) => void fractions.push(x) });
  abut.depth(mesh, mesh, { poseB: moved(0.5), budget: 1000, progress: (x) => void fractions.push(x) });
  assert.ok(fractions.every((x) => x >= 0 && x <= 1));
});
