// points.test.mjs - points and shapes about a mesh, against closed forms.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AbutError, Shape } from "../../../build/npm/abut/abut.js";
import { abut, chance, cube, moved } from "./setup.mjs";

const two = cube(2), open = abut.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]]);
const mistyped = (call, text) => assert.throws(call, (error) => error instanceof TypeError && error.message.includes(text), text);
const refused = (call, status) => assert.throws(call, (error) => error instanceof AbutError && error.status === status, status);
// The distance of a point from the surface of the cube of side 2, negative inside.
function signed(x, y, z) {
  const out = [x, y, z].map((c) => Math.abs(c) - 1);
  return Math.max(...out) <= 0 ? Math.max(...out) : Math.hypot(...out.map((c) => Math.max(c, 0)));
}

test("nearest, contains and signedDistance of many points", () => {
  const random = chance(5), n = 300, points = Float64Array.from({ length: 3 * n }, () => 4 * random() - 2);
  const near = two.nearest(points, { sides: true, winding: true }), inside = two.contains(points), distances = two.signedDistance(points);
  for (let i = 0; i < n; i++) {
    const known = signed(...points.subarray(3 * i, 3 * i + 3));
    assert.ok(Math.abs(near.distances[i] - Math.abs(known)) < 1e-14 && near.lo[i] <= near.distances[i]);
    assert.equal(near.sides[i], known < 0 ? "inside" : "outside");
    assert.equal(inside[i], known < 0 ? 1 : 0);
    assert.ok(Math.abs(distances[i] - known) < 1e-14 && near.signed[i] === distances[i]);
    assert.deepEqual([near.winding[2 * i], near.winding[2 * i + 1]], known < 0 ? [1, 1] : [0, 0]);
    assert.ok(Math.abs(Math.hypot(...[0, 1, 2].map((k) => near.points[3 * i + k] - points[3 * i + k])) - Math.abs(known)) < 1e-14);
    assert.ok(near.features[i] <= 6 && near.triangles[i] < 12);
  }
  assert.deepEqual(two.nearest([[1, 0, 0]], { sides: true }).sides, ["on"]);
  assert.deepEqual(two.contains([[1, 0, 0], [1 + 2 ** -52, 0, 0]]), Uint8Array.of(1, 0));
});

test("count, within, pose; forms of points; more than one call takes", () => {
  assert.equal(two.nearest([[0, 0, 3]], { count: 4 }).triangles.length, 4);
  const far = two.nearest([[0, 0, 3], [0, 0, 9]], { within: 2, count: 2 });
  assert.deepEqual([far.triangles[2], far.distances[2], Number.isNaN(far.points[6])], [0xffffffff, Infinity, true]);
  assert.equal(far.distances[0], 2);
  assert.deepEqual(two.signedDistance([0, 0, 3], { pose: moved(0, 0, 1) }), Float64Array.of(1));
  for (const points of [[[0, 0, 3]], [0, 0, 3], Float32Array.of(0, 0, 3), [Float32Array.of(0, 0, 3)]]) assert.equal(two.nearest(points).distances[0], 2);
  assert.equal(two.nearest([]).distances.length, 0);
  const n = (1 << 17) + 5, many = new Float32Array(3 * n).fill(3), fractions = [];
  many[3 * n - 1] = 0;
  const answer = two.nearest(many, { progress: (x) => void fractions.push(x) });
  assert.ok(Math.abs(answer.distances[0] - Math.sqrt(12)) < 1e-15 && Math.abs(answer.distances[n - 1] - Math.sqrt(8)) < 1e-15);
  assert.ok(fractions.length > 0 && fractions.every((x, i) => x <= 1 && (i === 0 || x >= fractions[i - 1])));
  refused(() => two.nearest(many, { progress: () => false }), "CANCELLED");
});

test("what has no inside says so; wrong points are refused", () => {
  refused(() => open.contains([[0, 0, 1]]), "BAD_COMBINATION");
  refused(() => open.signedDistance([[0, 0, 1]]), "BAD_COMBINATION");
  assert.deepEqual(open.nearest([[0, 0, 1]], { sides: true }).sides, ["unknown"]);
  refused(() => two.nearest([[0, 0, NaN]]), "NOT_FINITE");
  mistyped(() => two.nearest([[0, 0]]), "three for each point");
  mistyped(() => two.nearest([[0, 0, "0"]]), "points");
  mistyped(() => two.nearest("0 0 0"), "points");
  mistyped(() => two.nearest(new Int32Array(3)), "Float64Array");
  mistyped(() => two.nearest([[0, 0, 0]], { count: 0 }), "count");
  mistyped(() => two.nearest([[0, 0, 0]], { counts: 1 }), 'no option "counts"');
  mistyped(() => two.nearest([[0, 0, 0]], { sides: 1 }), "sides");
  mistyped(() => two.nearest([[0, 0, 0]], { within: "1" }), "within");
  mistyped(() => two.contains([[0, 0, 0]], { sides: true }), 'no option "sides"');
});

// Each shape, how far it is from the cube of side 2 when it stands so, and a place in which it just touches.
const SHAPES = [
  ["point", (x) => Shape.point([x, 0, 0]), 2, 1], ["segment", (x) => Shape.segment([x, -3, 0], [x, 3, 0]), 2, 1], ["sphere", (x) => Shape.sphere([x, 0, 0], 0.5), 1.5, 1.5],
  ["capsule", (x) => Shape.capsule([x, -3, 0], [x, 3, 0], 0.5), 1.5, 1.5], ["box", (x) => Shape.box([x, 0, 0], [0.5, 3, 0.25]), 1.5, 1.5], ["triangle", (x) => Shape.triangle([[x, 0, 0], [x + 1, 0, 0], [x, 1, 0]]), 2, 1],
  ["hull", (x) => Shape.hull([[x, 0, 0], [x + 1, 0, 0], [x, 1, 0], [x, 0, 1]]), 2, 1], ["plane", (x) => Shape.plane([x, 5, 5], [2, 0, 0]), 2, 1], ["half-space", (x) => Shape.halfSpace([x, 5, 5], [-2, 0, 0]), 2, 1],
  ["ray", (x) => Shape.ray([x, 0, 0], [1, 0, 0]), 2, 1], ["cylinder", (x) => Shape.cylinder([x, 0, 0], [x + 2, 0, 0], 0.5), 2, 1], ["cone", (x) => Shape.cone([x, 0, 0], [x + 2, 0, 0], 0.5), 2, 1],
];

test("shapes of every kind: how far, and when they touch", () => {
  for (const [name, make, distance, touch] of SHAPES) {
    assert.equal(make(3).kind, name);
    const told = abut.shapeDistance(two, make(3), { details: "points" });
    assert.ok(Math.abs(told.hi - distance) < 1e-9 && told.lo <= distance, name);
    assert.equal(told.modelPoint[0], 1);
    assert.equal(abut.shapeDistance(two, make(3)).modelPoint, null);
    assert.equal(abut.shapeCollide(two, make(touch)).state, "contact", name);
    assert.equal(abut.shapeCollide(two, make(touch + 2 ** -40)).state, "apart", name);
    assert.equal(abut.shapeCollide(two, make(3), { pose: moved(3 - touch) }).state, "contact", name);
  }
  assert.deepEqual(abut.shapeBatch(two, SHAPES.flatMap(([, make, , touch]) => [make(3), make(touch)])), Uint8Array.from(SHAPES.flatMap(() => [0, 1])));
  assert.deepEqual(abut.shapeBatch(two, [Shape.point([9, 0, 0])], { pose: moved(8) }), Uint8Array.of(1));
  assert.deepEqual(abut.shapeBatch(two, []), new Uint8Array(0));
});

test("rays tell where, limits how many, containment which is inside", () => {
  const ray = Shape.ray([-5, 0.25, 0.5], [2, 0, 0]);
  assert.deepEqual(Array.from(abut.shapeCollide(two, ray, { details: "kinds" }).at).sort(), [2, 2, 3, 3]);
  assert.equal(abut.shapeCollide(two, ray).at, null);
  assert.equal(abut.shapeCollide(two, ray, { limit: 1 }).count, 1);
  assert.equal(abut.shapeContain(two, Shape.sphere([0, 0, 0], 0.5)), "shape inside");
  assert.equal(abut.shapeContain(two, Shape.sphere([0, 0, 0], 5)), "model inside");
  assert.equal(abut.shapeContain(two, Shape.sphere([0, 0, 0], 1)), "contact");
  assert.equal(abut.shapeContain(two, Shape.sphere([9, 0, 0], 1)), "apart");
  assert.equal(abut.shapeContain(two, Shape.sphere([0, 0, 0], 0.5), { pose: moved(9) }), "apart");
  assert.equal(abut.shapeContain(open, Shape.point([0, 0, 3])), "unknown");
  assert.equal(abut.shapeDistance(two, Shape.point([9, 0, 0]), { within: 1 }).isFarther, true);
  assert.equal(abut.shapeDistance(two, Shape.point([9, 0, 0], { pose: moved(-7) })).hi, 1);
});

test("what is no shape is refused", () => {
  mistyped(() => abut.shapeCollide(two, null), "a shape is wanted");
  mistyped(() => abut.shapeCollide(two, { kind: "blob", points: [] }), "blob");
  mistyped(() => abut.shapeCollide(two, { kind: "sphere", points: [[0, 0, 0]] }), "a sphere has a radius");
  mistyped(() => abut.shapeCollide(two, { kind: "point", points: [[0, 0, 0]], radius: 1 }), "a point has no radius");
  mistyped(() => abut.shapeCollide(two, { kind: "point", points: [[0, 0, 0]], size: 1 }), 'no "size"');
  mistyped(() => abut.shapeCollide(two, { kind: "segment", points: [[0, 0, 0]] }), "2 points");
  mistyped(() => abut.shapeCollide(two, Shape.sphere([0, 0], 1)), "3 numbers");
  mistyped(() => abut.shapeCollide(two, Shape.sphere([0, 0, 0], "1")), "radius");
  mistyped(() => abut.shapeCollide(two, { kind: "hull" }), "hull");
  mistyped(() => abut.shapeBatch(two, [Shape.point([0, 0, 0]), 3]), "shapes[1]");
  mistyped(() => abut.shapeBatch(two, Shape.point([0, 0, 0])), "an array of shapes");
  refused(() => abut.shapeCollide(two, Shape.sphere([0, 0, 0], -1)), "BAD_ARGUMENT");
  refused(() => abut.shapeCollide(two, Shape.sphere([0, 0, 0], 1, { pose: { scale: 2 } })), "BAD_SCALE");
  refused(() => abut.shapeCollide(two, Shape.hull([])), "BAD_ARGUMENT");
  refused(() => abut.shapeCollide(two, Shape.point([NaN, 0, 0])), "NOT_FINITE");
  refused(() => abut.shapeCollide(two, Shape.point([0, 0, 0]), { details: "points" }), "BAD_COMBINATION");
});
