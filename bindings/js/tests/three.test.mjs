// three.test.mjs - abut/three with three.js itself. Modules: build/js-tests (tools/install js).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";

const three = await import(new URL("../../../build/js-tests/node_modules/three/build/three.module.js", import.meta.url));
const rival = await import(new URL("../../../build/js-tests/node_modules/three-mesh-bvh/src/index.js", import.meta.url));
const { load } = await import("../../../build/npm/abut/abut.js");
const { use, fromGeometry, intersects, collide, contactLines, MeshBVH } = await import("../../../build/npm/abut/three.js");
const { BoxGeometry, BufferAttribute, BufferGeometry, Group, InstancedMesh, Line3, Matrix4, Mesh, Quaternion, Vector3 } = three;

const cases = JSON.parse(readFileSync(new URL("../../../tests/cases/pairs.json", import.meta.url)));
let abut;

function geometryOf({ vertices, triangles }, Type = Float64Array) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Type.from(vertices.flat()), 3));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(triangles.flat()), 1));
  return geometry;
}
function soup(...triangles) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(triangles.flat(2)), 3));
  return geometry;
}
const pairsOf = (answer) => Array.from({ length: answer.pairs.length / 2 }, (_, i) => [answer.pairs[2 * i], answer.pairs[2 * i + 1]]);
const cube = (x = 0, y = 0, z = 0) => {
  const mesh = new Mesh(new BoxGeometry(1, 1, 1));
  mesh.position.set(x, y, z);
  return mesh;
};
const status = (wanted) => (error) => error.status === wanted;

test("before use: says what is missing", () => {
  assert.throws(() => fromGeometry(new BoxGeometry()), /use\(await load\(\)\)/);
  assert.throws(() => use({}), /load\(\)/);
});

describe("with the library", () => {
  before(async () => {
    abut = use(await load());
  });
  const bytes = () => abut.memory.exports.memory.buffer.byteLength;

  test("the public cases: pairs are the oracle's, yes and no too", () => {
    assert.equal(cases.length, 15);
    for (const { name, a, b, pairs } of cases) {
      const one = new Mesh(geometryOf(a)), two = new Mesh(geometryOf(b));
      assert.equal(intersects(one, two), pairs.length > 0, name);
      const all = collide(one, two);
      assert.deepEqual(all.length ? pairsOf(all[0]) : [], pairs, name);
      const told = [];
      new MeshBVH(one.geometry).bvhcast(new MeshBVH(two.geometry), new Matrix4(), { intersectsTriangles: (x, y, i, k) => void told.push([i, k]) });
      assert.deepEqual(told, pairs, name);
      assert.equal(new MeshBVH(one.geometry).intersectsGeometry(two.geometry, new Matrix4()), pairs.length > 0, name);
    }
  });

  test("matrixWorld is honoured, with parents and before any frame was drawn", () => {
    const parent = new Group(), a = cube(), b = cube(5);
    parent.add(b);
    assert.equal(intersects(a, b), false);
    parent.position.x = -4;
    assert.equal(intersects(a, b), true, "faces that touch");
    parent.position.x = -3.999;
    assert.equal(intersects(a, b), false);
    b.scale.setScalar(1.002);
    assert.equal(intersects(a, b), true, "a scale that is the same in all directions");
    b.rotation.set(0, Math.PI / 4, 0);
    parent.position.x = -3.8;
    assert.equal(intersects(a, b), true, "turned: its edge reaches farther");
  });

  test("update: false takes matrixWorld as it is", () => {
    const a = cube(), b = cube(9);
    b.updateMatrixWorld();
    b.position.x = 0;
    assert.equal(intersects(a, b, { update: false }), false);
    assert.equal(intersects(a, b), true);
    const plain = { geometry: b.geometry, matrixWorld: new Matrix4().makeTranslation(0.5, 0, 0) };
    assert.equal(intersects(a, plain), true, "whatever has a geometry and a matrixWorld");
  });

  test("a place is what the next frame draws, to the bit, and three.js is left as it is", () => {
    const outer = new Group(), inner = new Group(), a = cube(), b = cube(), other = cube();
    outer.add(inner);
    inner.add(a, other);
    outer.quaternion.setFromAxisAngle(new Vector3(1, 2, 3).normalize(), 0.7);
    outer.scale.setScalar(1.1);
    inner.position.set(0.1, 0.2, 0.3);
    inner.quaternion.setFromAxisAngle(new Vector3(3, 1, 2).normalize(), 1.3);
    a.position.set(1 / 3, 1 / 7, 1 / 9);
    const lines = contactLines(a, b);
    outer.updateMatrixWorld();
    assert.deepEqual(contactLines(a, b, { update: false }).doubles, lines.doubles);
    assert.ok(lines.doubles.length > 0);
    // A parent that is moved by hand, and said to be: its other child must not be forgotten.
    outer.matrixAutoUpdate = a.matrixAutoUpdate = false;
    outer.matrix.makeTranslation(0, 50, 0);
    outer.matrixWorldNeedsUpdate = true;
    assert.equal(intersects(a, b), false, "its parent is elsewhere");
    outer.updateMatrixWorld();
    assert.ok(other.matrixWorld.elements[13] > 40);
    a.matrixWorldAutoUpdate = false;
    a.matrixWorld.identity();
    assert.equal(intersects(a, b), true, "a matrixWorld that is kept by hand");
  });

  test("answers are those of abut.collide", () => {
    const a = new Mesh(new three.TorusGeometry(2, 0.75, 24, 48)), b = new Mesh(new three.TorusKnotGeometry(1.5, 0.4, 64, 12));
    b.position.set(1, 0.5, 0.25);
    b.quaternion.copy(new Quaternion().setFromAxisAngle(new Vector3(1, 2, 3).normalize(), 1));
    const [answer] = collide(a, b);
    [a, b].forEach((m) => m.updateMatrixWorld());
    const meshes = [a, b].map((m) => abut.mesh(m.geometry.attributes.position.array, m.geometry.index.array));
    const same = abut.collide(...meshes, { poseA: a.matrixWorld.elements, poseB: b.matrixWorld.elements });
    assert.deepEqual(pairsOf(answer), pairsOf(same));
    assert.equal(answer.volumeTests, same.volumeTests);
    assert.ok(answer.count > 100);
    assert.equal(collide(a, b, { limit: 3 })[0].complete, false);
    const few = collide(a, b, { budget: 16 });
    assert.ok(few.length === 0 || !few[0].complete, "a budget ends the search");
    assert.throws(() => collide(a, b, { poseA: null }), /poseA/);
    assert.throws(() => collide(a, b, { wrong: 1 }));
    assert.throws(() => intersects(a, b, { limit: 1 }), /limit/);
    assert.throws(() => contactLines(a, b, { details: "kinds" }), /points/);
  });

  test("forms of positions: the same triangles give the same answers", () => {
    const at = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1];
    const made = (attribute) => new BufferGeometry().setAttribute("position", attribute);
    const probe = new Mesh(soup([[0.2, 0.2, -1], [0.2, 0.2, 2], [0.3, 0.2, 2]]));
    const interleaved = new three.InterleavedBuffer(Float32Array.from({ length: 30 }, (_, i) => (i % 5 < 3 ? at[3 * Math.trunc(i / 5) + (i % 5)] : NaN)), 5);
    const forms = {
      float: new BufferAttribute(Float32Array.from(at), 3),
      double: new BufferAttribute(Float64Array.from(at), 3),
      interleaved: new three.InterleavedBufferAttribute(interleaved, 3, 0),
      "whole numbers": new BufferAttribute(Int16Array.from(at), 3),
      normalised: new BufferAttribute(Int16Array.from(at, (x) => 32767 * x), 3, true),
      "normalised bytes": new BufferAttribute(Uint8Array.from(at, (x) => 255 * x), 3, true),
      halves: new three.Float16BufferAttribute(Uint16Array.from(at, (x) => three.DataUtils.toHalfFloat(x)), 3),
    };
    for (const [name, attribute] of Object.entries(forms)) {
      const [answer] = collide(new Mesh(made(attribute)), probe);
      assert.deepEqual(answer && pairsOf(answer), [[0, 0], [1, 0]], name);
    }
    const indexed = made(forms.float).setIndex([3, 4, 5, 0, 1, 2]);
    assert.equal(indexed.index.array.constructor, Uint16Array);
    assert.deepEqual(pairsOf(collide(new Mesh(indexed), probe)[0]), [[0, 0], [1, 0]]);
    assert.throws(() => fromGeometry(new BufferGeometry()), /no positions/);
    assert.throws(() => fromGeometry(made(new BufferAttribute(new Float32Array(6), 2))), /2 numbers/);
    assert.throws(() => fromGeometry(made(new three.GLBufferAttribute(null, 5126, 3, 4, 3))), /graphics/);
    const bad = made(new BufferAttribute(Float32Array.from(at.with?.(4, NaN) ?? at.map((x, i) => (i === 4 ? NaN : x))), 3));
    bad.name = "lid";
    assert.throws(() => fromGeometry(bad), (e) => e.status === "NOT_FINITE" && /lid/.test(e.message) && /vertex 1/.test(e.message));
    assert.throws(() => fromGeometry(made(forms.float).setIndex([0, 1, 9])), (e) => e.status === "BAD_INDEX" && /triangle 0/.test(e.message));
    assert.equal(fromGeometry(made(new BufferAttribute(new Float32Array(0), 3))).triangleCount, 0);
  });

  test("drawRange: only what is drawn, with the geometry's numbers", () => {
    const layers = soup(...[0, 1, 2, 3].map((z) => [[0, 0, z], [1, 0, z], [0, 1, z]]));
    const needle = new Mesh(soup([[0.2, 0.2, -1], [0.2, 0.2, 9], [0.3, 0.2, 9]])), mesh = new Mesh(layers);
    const firsts = () => (collide(mesh, needle)[0] ? pairsOf(collide(mesh, needle)[0]).map(([a]) => a) : []);
    assert.deepEqual(firsts(), [0, 1, 2, 3]);
    layers.setDrawRange(3, 6);
    assert.deepEqual(firsts(), [1, 2]);
    assert.equal(fromGeometry(layers).firstTriangle, 1);
    layers.setIndex([9, 10, 11, 6, 7, 8, 3, 4, 5, 0, 1, 2]);
    assert.deepEqual(firsts(), [1, 2], "of the index");
    assert.deepEqual(Array.from(contactLines(mesh, needle).pairs).filter((_, i) => i % 2 === 0), [1, 2]);
    const told = [];
    new MeshBVH(needle.geometry).bvhcast(new MeshBVH(layers), new Matrix4(), { intersectsTriangles: (x, y, i, k) => void told.push(k) });
    assert.deepEqual(told, [1, 2]);
    layers.setDrawRange(6, 5);
    assert.deepEqual(firsts(), [2], "a part of a triangle is not drawn");
    layers.setDrawRange(100, Infinity);
    assert.deepEqual(firsts(), []);
  });

  test("groups do not change what is there", () => {
    const box = new BoxGeometry();
    assert.equal(box.groups.length, 6);
    assert.equal(fromGeometry(box).triangleCount, 12);
  });

  test("kept: until a version changes, and freed with the geometry", () => {
    const a = cube(), b = cube(3), first = fromGeometry(a.geometry);
    assert.equal(fromGeometry(a.geometry), first);
    assert.equal(intersects(a, b), false);
    a.geometry.translate(2.5, 0, 0); // sets needsUpdate
    assert.equal(intersects(a, b), true);
    assert.equal(first.isFreed, true, "the old one is freed");
    const plain = fromGeometry(a.geometry), second = fromGeometry(a.geometry, { effort: "fast" });
    assert.equal(fromGeometry(a.geometry, { effort: "fast" }), second);
    assert.equal(plain.isFreed || second.isFreed, false, "both ways to build it are kept");
    const tree = new MeshBVH(a.geometry, { build: { effort: "fast" } });
    assert.equal(tree.bvhcast(new MeshBVH(a.geometry), new Matrix4(), { intersectsTriangles: () => true }), true);
    a.geometry.dispose();
    assert.equal(second.isFreed, true);
    assert.equal(intersects(a, b), true, "it can be used again");
    const third = fromGeometry(a.geometry);
    third.free();
    assert.notEqual(fromGeometry(a.geometry), third, "freed by mistake: made anew");
  });

  test("nothing leaks", () => {
    const geometry = new three.SphereGeometry(1, 32, 16), b = cube(1), stretched = new Mesh(geometry);
    const round = () => {
      geometry.attributes.position.needsUpdate = true;
      stretched.scale.x = 1.01 + Math.random();
      assert.ok(intersects(stretched, b, { bake: true }));
      assert.throws(() => intersects(stretched, b));
      contactLines(stretched, b, { bake: true });
      new MeshBVH(geometry).bvhcast(new MeshBVH(b.geometry), b.matrixWorld, { intersectsTriangles: (x, y) => !x.intersectsTriangle(y, new Line3()) });
    };
    for (let i = 0; i < 20; i++) round();
    const before = bytes();
    for (let i = 0; i < 100; i++) round();
    assert.equal(bytes(), before);
  });

  test("matrices that are no poses: refused by the library's words, or baked", () => {
    const a = cube(), b = cube(1.6);
    b.name = "lid";
    b.scale.set(2.2, 1, 1);
    assert.throws(() => intersects(a, b), (e) => e.status === "NON_UNIFORM_SCALE" && /"lid"/.test(e.message) && /bake/.test(e.message));
    assert.equal(intersects(a, b, { bake: true }), true);
    b.position.x = 1.601;
    assert.equal(intersects(a, b, { bake: true }), false);
    b.scale.set(1, 1, 1);
    b.matrixAutoUpdate = false;
    b.matrix.set(1, 0.5, 0, 1.2, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    assert.throws(() => intersects(a, b), status("SHEAR"));
    assert.equal(intersects(a, b, { bake: true }), true, "sheared: a corner reaches in");
    b.matrix.elements[12] = 1.2501;
    assert.equal(intersects(a, b, { bake: true }), false);
    b.matrix.elements[3] = 0.5;
    assert.throws(() => intersects(a, b, { bake: true }), status("NOT_AFFINE"));
    b.matrix.elements[3] = 0;
    b.matrix.elements[12] = NaN;
    assert.throws(() => intersects(a, b, { bake: true }), status("NOT_FINITE"));
    b.matrix.elements[12] = 1;
    b.matrix.elements.fill(0, 0, 3);
    assert.throws(() => intersects(a, b), (e) => e.name === "AbutError");
    const flat = cube(0.5);
    flat.scale.set(0, 1, 1);
    assert.equal(intersects(a, flat, { bake: true }), true, "flattened: still triangles");
    const one = new Mesh(flat.geometry), two = new Mesh(flat.geometry);
    one.scale.set(3, 1, 1);
    two.scale.set(1, 3, 1);
    two.position.set(1.9, 0, 0);
    assert.equal(intersects(one, two, { bake: true }), true, "two forms of one geometry");
    two.position.x = 2.01;
    assert.equal(intersects(one, two, { bake: true }), false);
    for (let i = 1; i < 20; i++) {
      two.scale.x = 1 + i / 10;
      assert.equal(intersects(one, two, { bake: true }), 2.01 - two.scale.x / 2 <= 1.5, "more forms than are kept");
    }
    const mirrored = cube(1);
    mirrored.scale.set(-1, 1, 1);
    assert.equal(intersects(a, mirrored), true, "a reflection is a pose");
  });

  test("frame: parts that touch still touch when their common parent is turned", () => {
    const group = new Group(), a = cube(0.1, 0.2, 0.3), b = cube(1.1, 0.2, 0.3);
    group.add(a, b);
    const flush = new Mesh(soup([[0, 0, 0], [1, 0, 0], [0, 1, 0]])), above = new Mesh(soup([[0, 0, 0], [1, 0, 0], [0, 1, 0]]));
    const outer = new Group();
    outer.add(flush, above);
    flush.position.set(0.1, 0.2, 0.3);
    above.position.set(0.15, 0.25, 0.3);
    let lost = 0;
    for (let i = 0; i < 50; i++) {
      outer.quaternion.setFromAxisAngle(new Vector3(1, i, 2).normalize(), 0.1 + i);
      outer.position.set(i / 3, 1 / 7, -i);
      assert.equal(intersects(flush, above, { frame: outer }), true);
      const [answer] = collide(flush, above, { frame: outer, details: "kinds" });
      assert.equal(answer.count, 1);
      lost += !intersects(flush, above);
    }
    assert.ok(lost > 0, "composed matrices round: that is what frame is for");
    const lines = contactLines(flush, above, { frame: outer });
    assert.equal(lines.patches.length, 1);
    outer.updateMatrixWorld();
    const corner = new Vector3(0.15, 0.25, 0.3).applyMatrix4(outer.matrixWorld);
    assert.ok(nearest(lines.patches[0].doubles, corner) < 1e-12, "points are in the world");
    assert.throws(() => intersects(flush, cube(), { frame: outer }), /frame/);
  });

  test("instances are asked one by one", () => {
    const many = new InstancedMesh(new BoxGeometry(1, 1, 1), undefined, 5), other = cube(0, 0, 0);
    for (let i = 0; i < 5; i++) many.setMatrixAt(i, new Matrix4().makeTranslation(2 * i, 0, 0));
    other.position.x = 5;
    assert.equal(intersects(many, other), true);
    assert.deepEqual(collide(many, other).map((x) => [x.instanceA, x.instanceB]), [[2, 0], [3, 0]]);
    assert.deepEqual(collide(other, many).map((x) => [x.instanceA, x.instanceB]), [[0, 2], [0, 3]]);
    many.position.y = 1;
    assert.equal(intersects(many, other), true);
    many.position.y = 1.01;
    assert.equal(intersects(many, other), false);
    many.count = 2;
    many.position.y = 0;
    assert.equal(intersects(many, other), false);
    many.count = 5;
    many.setMatrixAt(2, new Matrix4().makeTranslation(4, 0, 0).scale(new Vector3(1, 2, 1)));
    assert.throws(() => intersects(many, other), /instance 2/);
    assert.equal(collide(many, other, { bake: true }).length, 2);
    const lines = contactLines(many, other, { bake: true });
    assert.ok(lines.patches.every((p) => [2, 3].includes(p.instances[0])));
    assert.ok(lines.patches.length > 0);
    const alike = new InstancedMesh(new three.SphereGeometry(1, 64, 48), undefined, 300);
    for (let i = 0; i < 300; i++) alike.setMatrixAt(i, new Matrix4().makeTranslation(3 * i, 0, 0).scale(new Vector3(1, 2, 1)));
    const before = bytes();
    assert.equal(collide(alike, cube(3, 1.9), { bake: true })[0].instanceA, 1);
    assert.ok(bytes() - before < 4e6, "instances that are stretched alike share a mesh");
    assert.deepEqual(collide(many, many, { bake: true }).filter((x) => x.instanceA !== x.instanceB), []);
  });

  test("coherent: objects and instances of one geometry are told apart", () => {
    const geometry = new three.TorusGeometry(2, 0.75, 24, 48), still = new Mesh(geometry), one = new Mesh(geometry), many = new InstancedMesh(geometry, undefined, 2);
    one.position.set(0.4, 0.3, 0.2);
    [1, -2].forEach((x, i) => many.setMatrixAt(i, new Matrix4().makeTranslation(x, 0.3, 0.9)));
    const round = (options) => [one, many].flatMap((mesh) => collide(still, mesh, options));
    const fresh = round({}), work = (answers) => answers.reduce((sum, { volumeTests }) => sum + volumeTests, 0);
    assert.equal(fresh.length, 3);
    const last = (options) => Array.from({ length: 4 }, () => round(options)).pop(); // fronts are kept from the second or third on
    const again = last({ coherent: true });
    again.forEach((answer, i) => assert.deepEqual(answer.pairs, fresh[i].pairs));
    const mixed = last({ coherent: true, keyA: 1, keyB: 1 });
    assert.ok(work(again) < work(mixed), `${work(again)} of ${work(mixed)} tests`);
  });

  test("bones and morphs: refused, or read where they are", () => {
    const geometry = new BoxGeometry(1, 1, 1), count = geometry.attributes.position.count;
    geometry.setAttribute("skinIndex", new BufferAttribute(new Uint16Array(4 * count), 4));
    geometry.setAttribute("skinWeight", new BufferAttribute(Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 ? 0 : 1)), 4));
    const bone = new three.Bone(), skinned = new three.SkinnedMesh(geometry), other = cube(3);
    skinned.add(bone);
    skinned.bind(new three.Skeleton([bone]));
    skinned.name = "arm";
    assert.throws(() => intersects(skinned, other), /"arm" is deformed by bones/);
    assert.equal(intersects(skinned, other, { bake: true }), false);
    bone.position.x = 2.5;
    assert.equal(intersects(skinned, other, { bake: true }), true);
    const soft = new BoxGeometry(1, 1, 1), far = soft.attributes.position.clone();
    for (let i = 0; i < far.count; i++) far.setX(i, far.getX(i) + 4);
    soft.morphAttributes.position = [far];
    const morphed = new Mesh(soft);
    assert.equal(intersects(morphed, other), false, "no influence: as it lies");
    morphed.morphTargetInfluences[0] = 0.75;
    assert.throws(() => intersects(morphed, other), /morphs/);
    assert.equal(intersects(morphed, other, { bake: true }), true);
    morphed.morphTargetInfluences[0] = 0.25;
    assert.equal(intersects(morphed, other, { bake: true }), false);
    morphed.scale.x = 3;
    assert.equal(intersects(morphed, other, { bake: true }), true);
  });

  test("what is no mesh is refused by name", () => {
    const group = new Group(), line = new three.Line(new BoxGeometry());
    group.name = "assembly";
    assert.throws(() => intersects(group, cube()), /Group "assembly" is no mesh/);
    assert.throws(() => intersects(cube(), line), /b is a Line/);
    assert.throws(() => intersects(cube(), null), /b is no mesh/);
    assert.throws(() => intersects(cube(), new three.BatchedMesh(1, 3, 3)), /BatchedMesh/);
    const swarm = new InstancedMesh(new BoxGeometry(), undefined, 2);
    swarm.geometry.morphAttributes.position = [swarm.geometry.attributes.position.clone()];
    swarm.morphTargetInfluences = [0.5];
    assert.throws(() => intersects(cube(), swarm, { bake: true }), /InstancedMesh with morphs/);
    assert.throws(() => intersects(cube(), cube(), { bake: "no" }), /bake: true or false/);
    assert.throws(() => intersects(cube(), cube(), { frame: {} }), /frame/);
    assert.throws(() => intersects(cube(), cube(), { baked: true }), /baked/);
    assert.throws(() => new MeshBVH(new BoxGeometry()).bvhcast({}, new Matrix4(), { intersectsTriangles() {} }), /another MeshBVH/);
    assert.throws(() => use({ collide() {}, mesh() {} }), /worker/);
  });

  test("contactLines: segments, points and areas of known places", () => {
    const floor = new Mesh(soup([[0, 0, 0], [4, 0, 0], [0, 4, 0]])), wall = new Mesh(soup([[1, 1, -1], [1, 1, 1], [3, -1, 1]]));
    const cut = contactLines(floor, wall);
    assert.equal(cut.state, "contact");
    assert.equal(cut.complete, true);
    // The wall meets z = 0 from (1, 1, 0) to (2, 0, 0).
    assert.deepEqual(sortedEnds(cut.doubles), [[1, 1, 0], [2, 0, 0]]);
    assert.deepEqual(sortedEnds(cut.positions).map((p) => p.map((x, k) => x + cut.origin[k])), [[1, 1, 0], [2, 0, 0]]);
    assert.deepEqual(Array.from(cut.pairs), [0, 0]);
    assert.equal(cut.patches.length + cut.points.doubles.length, 0);
    const tip = contactLines(floor, new Mesh(soup([[1, 1, 0], [1, 1, 5], [2, 1, 5]])));
    assert.deepEqual(Array.from(tip.points.doubles), [1, 1, 0]);
    assert.equal(tip.doubles.length, 0);
    const { patches } = contactLines(floor, new Mesh(soup([[1, 0.5, 0], [2, 0.5, 0], [1, 1.5, 0]])));
    assert.equal(patches.length, 1);
    assert.equal(patches[0].kind, "coplanar");
    assert.equal(patches[0].doubles.length, 9);
    const far = cube(1e6, 1e6, 1e6), deep = cube(1e6 + 0.25, 1e6, 1e6 + 0.5);
    const lines = contactLines(far, deep);
    lines.doubles.forEach((x, i) => assert.ok(Math.abs(lines.positions[i] + lines.origin[i % 3] - x) < 1e-7, "floats keep their digits far out"));
    assert.ok(lines.doubles.length > 0);
    const none = contactLines(cube(), cube(5));
    assert.deepEqual([none.state, none.positions.length, none.origin], ["apart", 0, [0, 0, 0]]);
    const drawn = new BufferGeometry().setAttribute("position", new BufferAttribute(lines.positions, 3));
    drawn.computeBoundingSphere();
    assert.ok(drawn.boundingSphere.radius < 2);
  });

  test("MeshBVH: pairs of three-mesh-bvh in a place where nothing touches exactly", () => {
    const a = new three.TorusKnotGeometry(1, 0.3, 48, 8), b = new three.SphereGeometry(1, 24, 12);
    const matrix = new Matrix4().compose(new Vector3(0.31, 0.17, 0.23), new Quaternion(0.1, 0.2, 0.3, 0.927).normalize(), new Vector3(1, 1, 1));
    const trees = [a, b].map((geometry) => new rival.MeshBVH(geometry, { indirect: true })), theirs = new Set(), ours = new Set();
    trees[0].bvhcast(trees[1], matrix, { intersectsTriangles(x, y, i, k) {
      if (x.intersectsTriangle(y, null, true)) theirs.add(`${trees[0].resolveTriangleIndex(i)} ${trees[1].resolveTriangleIndex(k)}`);
    } });
    const own = new MeshBVH(a), line = new Line3();
    let worst = 0;
    const ended = own.bvhcast(new MeshBVH(b), matrix, { intersectsTriangles: (x, y, i, k) => {
      ours.add(`${i} ${k}`);
      assert.equal(x.intersectsTriangle(y, line), true);
      for (const end of [line.start, line.end]) {
        for (const t of [x, y]) {
          const plane = new three.Plane().setFromCoplanarPoints(...[t.a, t.b, t.c].map((p) => new Vector3().copy(p)));
          worst = Math.max(worst, Math.abs(plane.distanceToPoint(end)));
        }
      }
    } });
    assert.equal(ended, false);
    assert.deepEqual(ours, theirs);
    assert.ok(ours.size > 50 && worst < 1e-12, `${ours.size} pairs, ${worst}`);
    let calls = 0;
    assert.equal(own.bvhcast(new MeshBVH(b), matrix, { intersectsTriangles: () => ++calls === 3 }), true);
    assert.equal(calls, 3);
    assert.throws(() => own.bvhcast(new MeshBVH(b), matrix, { intersectsRanges() {} }), /intersectsTriangles/);
    assert.throws(() => own.bvhcast(new MeshBVH(b), matrix, { intersectsTriangles() {}, intersectsRanges() {} }), /intersectsRanges/);
    assert.throws(() => own.bvhcast(new MeshBVH(b), matrix, { intersectsTriangles: (x) => x.intersectsTriangle(x) }), /told with/);
    let later;
    own.bvhcast(new MeshBVH(b), matrix, { intersectsTriangles: (x, y) => ((later = [x, y]), true) });
    assert.throws(() => later[0].intersectsTriangle(later[1], line), /only/);
    matrix.scale(new Vector3(1, 2, 1));
    assert.throws(() => own.intersectsGeometry(b, matrix), status("NON_UNIFORM_SCALE"));
    assert.equal(new MeshBVH(a, { bake: true }).intersectsGeometry(b, matrix), true);
  });

});

function nearest(numbers, { x, y, z }) {
  let least = Infinity;
  for (let i = 0; i < numbers.length; i += 3) least = Math.min(least, Math.hypot(numbers[i] - x, numbers[i + 1] - y, numbers[i + 2] - z));
  return least;
}
function sortedEnds(numbers) {
  return Array.from({ length: numbers.length / 3 }, (_, i) => Array.from(numbers.slice(3 * i, 3 * i + 3))).sort((p, q) => p[0] - q[0] || p[1] - q[1]);
}
