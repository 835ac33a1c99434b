// memory.test.mjs - nothing leaks, and where there is no memory, or the module is at fault, errors say so.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { AbutError, FileError, load } from "../../../build/npm/abut/abut.js";
import { abut, box, cube, moved, torus } from "./setup.mjs";

const bytes = (library) => library.memory.exports.memory.buffer.byteLength;
const refused = (call, status) => assert.throws(call, (error) => error instanceof AbutError && error.status === status, status);

test("10 000 meshes that are made and freed take no memory", () => {
  const soup = box([0, 0, 0], [1, 1, 1]), work = (i) => {
    const mesh = abut.mesh(soup);
    if (i % 10 === 0) {
      const again = abut.open(mesh.save());
      abut.overlap(mesh, again, { poseB: moved(0.5), volume: true });
      again.free();
    }
    mesh.free();
  };
  for (let i = 0; i < 100; i++) work(i);
  const before = bytes(abut);
  for (let i = 0; i < 10000; i++) work(i);
  assert.equal(bytes(abut), before);
});

test("10 000 calls, also such as fail, take no memory", () => {
  const mesh = cube(1), file = new TextEncoder().encode("o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const calls = [
    () => abut.collide(mesh, mesh, { poseB: moved(1), details: "points" }), () => abut.collide(mesh, mesh, { poseB: moved(NaN) }), () => abut.collide(mesh, mesh, { limits: 1 }), () => abut.collide(mesh, 3),
    () => abut.mesh([0, 0, 0], [0, 0, 1]), () => abut.mesh([0, 0, NaN], [0, 0, 0]), () => abut.mesh([0, 0, 0], [0, 0, 0], { leafSize: 99 }), () => abut.open(new Uint8Array(200)),
    () => abut.firstContact(mesh, mesh, { motionA: [{ way: [1, 0, 0] }], motionB: [{ degrees: 3 }] }), () => abut.firstContact(mesh, mesh, { poseB: moved(3), motionB: { to: moved(0) } }),
    () => abut.shapeCollide(mesh, { kind: "hull", points: [], hull: [[0, 0, 0], [1, 1, 1]] }), () => abut.shapeCollide(mesh, { kind: "hull", points: [], hull: [[0, 0, NaN]] }),
    () => abut.collideBatch(mesh, mesh, [null, moved(1), { scale: -1 }]), () => abut.collideBatch(mesh, mesh, [null, moved(1)], { posesA: [null, null] }), () => mesh.nearest([[0, 0, 9]], { count: 3, sides: true }), () => mesh.nearest([[0, 0, NaN]]),
    () => abut.read(file, { name: "a.obj", group: "a" }), () => abut.read(file, { group: "b" }), () => abut.read(file.subarray(0, 30)), () => abut.poseAt(null, { way: [1, 0, 0] }, 0.5), () => mesh.triangles, () => mesh.info,
    () => { const world = abut.world(); world.add(mesh); world.add(mesh, moved(1)); world.collide({ survey: "regions" }); world.motion(0, { to: moved(1) }); world.sweep(); world.ignore([[0, 1]]); world.free(); },
  ];
  const all = (times) => {
    for (let i = 0; i < times; i++) for (const call of calls) try { call(); } catch (error) { assert.ok(error instanceof AbutError || error instanceof TypeError, error); }
  };
  all(50);
  const before = bytes(abut);
  all(10000 / calls.length);
  assert.equal(bytes(abut), before);
});

test("meshes that nobody has any more are freed some time later", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const library = await load(), soup = torus(100, 50);
  for (let round = 0; round < 12; round++) {
    for (let i = 0; i < 10; i++) library.mesh(soup).triangleCount;
    collect();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.ok(bytes(library) < 60 * 1024 * 1024, `${bytes(library)} bytes for 120 meshes of a megabyte`);
});

test("without memory: OUT_OF_MEMORY, nothing is lost, and all goes on", async () => {
  const library = await load(), small = cube(1, {}, library), { memory } = library.memory.exports;
  library.collide(small, small); // a query keeps what it has taken
  // All pages that a module can have are taken but 64 MB, and these are used up by the blocks.
  memory.grow(65536 - 1024 - memory.buffer.byteLength / 65536);
  const blocks = [];
  for (let size = 1 << 28; size >= 1 << 12; size >>= 1) {
    for (let at = library.exports.malloc(size); at; at = library.exports.malloc(size)) blocks.push(at);
  }
  const refusals = [
    () => library.mesh(torus(300, 150)), () => library.mesh(new Float32Array(3e6), new Uint32Array(3e5)), () => library.read(new Uint8Array(1 << 20), { name: "x.stl" }),
    () => library.open(new Uint8Array(1 << 20)), () => library.collideBatch(small, small, new Float64Array(16 * 4096).map((_, i) => (i % 5 === 0 && i % 16 < 16 ? 1 : 0))), () => small.nearest(new Float64Array(30000)),
  ];
  for (const call of refusals) refused(call, "OUT_OF_MEMORY");
  assert.equal(library.collide(small, small).state, "contact");
  for (const at of blocks) library.exports.free(at);
  const large = library.mesh(torus(300, 150));
  assert.equal(large.triangleCount, 90000);
  assert.equal(library.collide(large, small, { poseB: moved(1) }).state, "contact");
  assert.equal(library.memory.view.buffer.byteLength, 2 ** 32);
});

test("addresses above 2 GB are addresses", async () => {
  const library = await load(), { memory } = library.memory.exports;
  memory.grow(33000 - memory.buffer.byteLength / 65536);
  while (library.exports.malloc(1 << 26) >>> 0 > 0 && library.exports.malloc(1) >>> 0 < 2 ** 31);
  const mesh = library.mesh(torus()), one = cube(1, {}, library);
  const known = abut.collide(abut.mesh(torus()), cube(1), { poseB: moved(1), details: "points" }), found = library.collide(mesh, one, { poseB: moved(1), details: "points" });
  assert.deepEqual(found.pairs, known.pairs);
  assert.deepEqual(found.contacts.toArray(), known.contacts.toArray());
  assert.deepEqual(library.open(mesh.save()).triangles, mesh.triangles);
  assert.deepEqual(library.distanceBatch(mesh, one, [moved(3)]).toArray(), abut.distanceBatch(abut.mesh(torus()), cube(1), [moved(3)]).toArray());
  assert.equal(library.read(new TextEncoder().encode("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), { format: "obj" }).index.length, 3);
  assert.equal(mesh.nearest([[0, 0, 0]], { sides: true }).sides[0], "outside");
  const world = library.world();
  world.add(mesh);
  world.add(one, moved(1));
  assert.equal(world.collide({ survey: "counts" }).clashes.at(0).count, known.count);
});

test("a module that stops in the middle of a call says so from then on", async () => {
  const library = await load(), mesh = cube(1, {}, library);
  const fault = new WebAssembly.RuntimeError("unreachable");
  library.begin("collide", "abut_collide");
  assert.throws(() => library.run(() => { throw fault; }, null), (error) => error.status === "BROKEN" && error.cause === fault && error.message.includes("collide"));
  refused(() => library.collide(mesh, mesh), "BROKEN");
  refused(() => library.mesh(torus()), "BROKEN");
  refused(() => library.world(), "BROKEN");
  refused(() => library.read(new Uint8Array(9)), "BROKEN");
  mesh.free();
  assert.equal(abut.collide(cube(1), cube(1)).state, "contact");
});

test("load takes bytes, modules, URLs, promises; and refuses what is none", async () => {
  const url = new URL("../../../build/npm/abut/abut.wasm", import.meta.url), file = readFileSync(url);
  for (const wasm of [url, url.href, file, file.buffer.slice(file.byteOffset, file.byteOffset + file.length), new WebAssembly.Module(file), Promise.resolve(file)]) {
    assert.equal((await load({ wasm })).version, abut.version);
  }
  await assert.rejects(load({ wasm: new Uint8Array([1, 2, 3]) }));
  await assert.rejects(load({ module: file }), TypeError);
  assert.ok(new FileError("SYNTAX", 4, "text", "name", 1, 2) instanceof AbutError);
});
