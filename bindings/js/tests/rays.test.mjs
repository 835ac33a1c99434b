// rays.test.mjs - rays, ranges, and meshes that change: closed forms, and meshes that are built anew.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AbutError, frustumPlanes } from "../../../build/npm/abut/abut.js";
import { abut, chance, cube, moved } from "./setup.mjs";

const two = cube(2);
const mistyped = (call, text) => assert.throws(call, (error) => error instanceof TypeError && error.message.includes(text), text);
const refused = (call, status) => assert.throws(call, (error) => error instanceof AbutError && error.status === status, status);

test("rays through a cube: first, any, all, count; segments; a pose; limits of t", () => {
  const from = [[0, 0, 5]], way = [[0, 0, -1]];
  const all = two.rays(from, way, { want: "all" });
  assert.equal(all.crossings.reduce((a, b) => a + b), 2);
  assert.deepEqual([...all.crossingCounts], [2]);
  assert.ok(all.tLo.every((t, i) => t === all.tHi[i] && (t === 4 || t === 6)));
  assert.ok(all.facings.every((facing, i) => facing === (all.tLo[i] === 4 ? "front" : "back")));
  const first = two.rays([[0, 0.25, 5], [3, 3, 3]], [[0, 0, -2], [0, 0, 1]]);
  assert.deepEqual([[...first.rays], [...first.tHi], [...first.hit], [...first.points]], [[0], [2], [1, 0], [0, 0.25, 1]]);
  assert.equal(first.touchCounts, null);
  assert.deepEqual([...two.rays(from, way, { want: "any" }).hit], [1]);
  const count = two.rays(from, way, { want: "count" });
  assert.deepEqual([count.rays.length, [...count.crossingCounts], [...count.hit]], [0, [2], [1]]);
  assert.deepEqual([...two.rays(from, [[0, 0, 1.5]], { segments: true }).hit], [0]);
  assert.deepEqual([...two.rays(from, [[0, 0, 1]], { segments: true }).tHi], [1]);
  assert.deepEqual([...two.rays(from, way, { tLeast: 4.5 }).tHi], [6]);
  assert.deepEqual([...two.rays(from, way, { tMost: 3.5 }).hit], [0]);
  assert.deepEqual([...two.rays(from, way, { pose: moved(0, 0, 2) }).tHi], [2]);
});

test("parity of crossings is the side", () => {
  const random = chance(9), n = 400, points = Float64Array.from({ length: 3 * n }, () => Math.round(12 * random() - 6) / 4);
  const ways = Float64Array.from({ length: 3 * n }, () => 1), { sides } = two.nearest(points, { sides: true });
  two.rays(points, ways, { want: "count" }).crossingCounts.forEach((crossings, i) => {
    assert.ok(sides[i] === "on" || crossings % 2 === (sides[i] === "inside" ? 1 : 0), `${points.subarray(3 * i, 3 * i + 3)}`);
  });
});

test("more rays than one call takes; what is refused", () => {
  const n = (1 << 16) + 7, from = new Float64Array(3 * n).fill(0.25), way = new Float64Array(3 * n), fractions = [];
  for (let i = 0; i < n; i++) way[3 * i] = 1;
  const found = two.rays(from, way, { progress: (x) => void fractions.push(x) });
  assert.ok(found.tHi.length === n && found.tHi.every((t) => t === 0.75) && found.rays[n - 1] === n - 1);
  assert.ok(fractions.length > 0 && fractions.every((x, i) => x <= 1 && (i === 0 || x >= fractions[i - 1])));
  refused(() => two.rays(from, way, { progress: () => false }), "CANCELLED");
  refused(() => two.rays([[0, 0, 0]], [[0, 0, 0]]), "BAD_ARGUMENT");
  refused(() => two.rays([[0, 0, NaN]], [[0, 0, 1]]), "NOT_FINITE");
  mistyped(() => two.rays([[0, 0, 0]], []), "1 origins, and 0 directions");
  mistyped(() => two.rays([[0, 0, 0]], [[0, 0, 1]], { want: "last" }), "want");
  mistyped(() => two.rays([[0, 0, 0]], [[0, 0, 1]], { wanted: "all" }), 'no option "wanted"');
  assert.equal(two.rays([], []).hit.length, 0);
});

test("boxes, planes, a frustum", () => {
  const all = two.inBox([-1, -1, -1], [1, 1, 1]), half = two.inBox([-1, -1, 0], [1, 1, Infinity]), none = two.inBox([2, 2, 2], [3, 3, 3]);
  assert.deepEqual([...all.inside], Array.from({ length: 12 }, (_, i) => i));
  assert.deepEqual([half.inside.length, half.crossing.length, none.inside.length + none.crossing.length, all.complete], [2, 8, 0, true]);
  assert.equal(two.inBox([-1, -1, -1], [1, 1, 1], { placed: moved(5, 0, 0) }).inside.length, 0);
  assert.equal(two.inBox([-1, -1, -1], [1, 1, 1], { placed: moved(5, 0, 0), pose: moved(5, 0, 0) }).inside.length, 12);
  assert.equal(two.inPlanes([[0, 0, 1, 0]], { limit: 1 }).inside.length + two.inPlanes([[0, 0, 1, 0]], { limit: 1 }).crossing.length, 1);
  const planes = frustumPlanes([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -2, 0]); // along -z, 90 degrees, near 1
  assert.equal(planes.length, 20);
  assert.deepEqual([two.inPlanes(planes, { pose: moved(0, 0, -5) }).inside.length, two.inPlanes(planes, { pose: moved(0, 0, 5) }).inside.length], [12, 0]);
  refused(() => two.inPlanes([]), "BAD_ARGUMENT");
  mistyped(() => two.inPlanes([[1, 0, 0]]), "four numbers");
  mistyped(() => two.inBox([0, 0], [1, 1, 1]), "low");
  mistyped(() => frustumPlanes([1]), "16 numbers");
});

test("refit and edit answer as meshes that are built anew", () => {
  const random = chance(3), positions = Float64Array.from({ length: 9 * 60 }, () => Math.round(16 * random() - 8) / 4), other = cube(3);
  const pairs = (mesh) => [...abut.collide(mesh, other, { poseB: moved(0.3, 0.2, 0.1) }).pairs];
  let mesh = abut.mesh(positions);
  for (let k = 0; k < 3; k++) {
    for (let i = 0; i < positions.length; i++) positions[i] += (random() - 0.5) / 8;
    const next = mesh.refit(positions, null);
    assert.deepEqual(pairs(next), pairs(abut.mesh(positions)));
    assert.ok(next.change.growth > 0);
    mesh.free();
    mesh = next;
  }
  const opened = abut.open(mesh.save()), again = opened.refit(positions, null);
  opened.free();
  assert.deepEqual(pairs(again), pairs(mesh));
  assert.equal(opened.change, null);
  const corners = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 0, 4, 4, 4, 0, 4, 0);
  const { mesh: edited, inserted } = mesh.edit({ remove: [7, 3], positions: corners });
  assert.deepEqual([...inserted], [3, 7]);
  positions.set(corners.subarray(0, 9), 27);
  positions.set(corners.subarray(9), 63);
  assert.deepEqual(pairs(edited), pairs(abut.mesh(positions)));
  const { mesh: less } = edited.edit({ remove: [0] });
  assert.equal(less.info.removedCount, 1);
  assert.ok(pairs(less).every((x, i) => i % 2 || x !== 0));
  refused(() => mesh.refit(positions.subarray(9), null), "BAD_ARGUMENT");
  refused(() => mesh.edit({ remove: [60] }), "BAD_INDEX");
  assert.throws(() => mesh.edit({ remove: [5, 4, 5] }), /remove: 5: /);
  assert.throws(() => less.edit({ remove: [0] }), /remove: 0: /);
  assert.throws(() => mesh.edit({ positions: corners, index: [0, 1, 9] }), /triangle 0: /);
  mistyped(() => mesh.edit({ remove: [-1] }), "index of a triangle");
});
