// poses.test.mjs - every form of a pose puts a mesh where it says, bit by bit.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AbutError } from "../../../build/npm/abut/abut.js";
import { abut, chance, cube, matrixByChance, moved } from "./setup.mjs";

const point = abut.mesh([[0, 0, 0]], [[0, 0, 0]]), far = abut.mesh([[1000, 0, 0]], [[0, 0, 0]]);
// Where a pose puts (x, y, z), as nearest points tell it.
const placed = (pose, [x, y, z] = [0, 0, 0]) => abut.distance(abut.mesh([[x, y, z]], [[0, 0, 0]]), far, { poseA: pose, details: "points" }).aPoint;
const refused = (pose, status) => assert.throws(() => abut.collide(point, far, { poseB: pose }), (error) => error instanceof AbutError && error.status === status && error.message.includes("poseB"), status);
const mistyped = (pose, text) => assert.throws(() => abut.collide(point, far, { poseB: pose }), (error) => error instanceof TypeError && error.message.includes(text), text);

test("forms of one pose are the same", () => {
  const random = chance(3);
  for (let i = 0; i < 50; i++) {
    const columns = matrixByChance(random, 10), rows = [0, 1, 2, 3].map((r) => [0, 1, 2, 3].map((c) => columns[4 * c + r]));
    const known = placed(columns, [1, 2, 3]);
    const forms = [
      { elements: Array.from(columns) }, { elements: columns }, Array.from(columns), rows, rows.slice(0, 3), rows.map((row) => Float64Array.from(row)),
      { rotation: rows.slice(0, 3).map((row) => row.slice(0, 3)), translation: rows.slice(0, 3).map((row) => row[3]) },
      { rotation: rows.slice(0, 3).flatMap((row) => row.slice(0, 3)), translation: columns.subarray(12, 15) },
    ];
    for (const form of forms) assert.deepEqual(placed(form, [1, 2, 3]), known);
    const exact = [0, 1, 2].map((r) => columns[r] + 2 * columns[4 + r] + 3 * columns[8 + r] + columns[12 + r]);
    known.forEach((x, r) => assert.ok(Math.abs(x - exact[r]) < 1e-13));
  }
});

test("translation, scale, axis and degrees, quaternion", () => {
  assert.deepEqual(placed(null, [1, 2, 3]), [1, 2, 3]);
  assert.deepEqual(placed(moved(1, 2, 3)), [1, 2, 3]);
  assert.deepEqual(placed({ scale: 2, translation: [1, 0, 0] }, [1, 2, 3]), [3, 4, 6]);
  assert.deepEqual(placed({ axis: [0, 0, 2], degrees: 90 }, [1, 2, 3]), [-2, 1, 3]);
  assert.deepEqual(placed({ axis: [0, 0, 1], degrees: -90, scale: 4, translation: [0, 0, 1] }, [1, 2, 3]), [8, -4, 13]);
  assert.deepEqual(placed({ quaternion: [0, 0, 1, 0] }, [1, 2, 3]), [-1, -2, 3]);
  assert.deepEqual(placed({ quaternion: [0, 0, 0, 2] }, [1, 2, 3]), [1, 2, 3]);
  assert.deepEqual(placed({}, [1, 2, 3]), [1, 2, 3]);
  assert.deepEqual(placed([[-1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]], [1, 2, 3]), [-1, 2, 3]); // a reflection
  assert.deepEqual(placed([[2, 0, 0, 5], [0, 2, 0, 0], [0, 0, 2, 0]], [1, 2, 3]), [7, 4, 6]);
});

test("a pose is taken bit by bit: faces that touch by the last bit do, and part by the next", () => {
  const one = cube(1), edge = 1;
  assert.equal(abut.collide(one, one, { poseB: moved(edge) }).state, "contact");
  assert.equal(abut.collide(one, one, { poseB: moved(edge + Number.EPSILON) }).state, "apart");
  const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, edge + Number.EPSILON, 0, 0, 1];
  assert.equal(abut.collide(one, one, { poseB: matrix }).state, "apart");
  assert.equal(abut.collide(one, one, { poseB: { elements: matrix } }).state, "apart");
});

test("a common frame rounds nothing", () => {
  const one = cube(1), random = chance(9);
  for (let i = 0; i < 20; i++) {
    const frame = matrixByChance(random, 1000);
    assert.equal(abut.collide(one, one, { poseB: moved(1), frameA: frame, frameB: frame }).count, abut.collide(one, one, { poseB: moved(1) }).count);
    assert.equal(abut.collide(one, one, { poseB: moved(1 + Number.EPSILON), frameA: frame, frameB: frame }).state, "apart");
  }
  assert.equal(abut.collide(one, one, { frameB: moved(5) }).state, "apart");
  assert.equal(abut.collide(one, one, { frameA: moved(5) }).state, "apart");
});

test("what is no pose is refused", () => {
  const matrix = (change) => Object.assign([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], change);
  refused(matrix({ 0: 2 }), "NON_UNIFORM_SCALE");
  refused(matrix({ 4: 0.5 }), "SHEAR");
  refused(matrix({ 3: 0.5 }), "NOT_AFFINE");
  refused(matrix({ 12: NaN }), "NOT_FINITE");
  refused({ rotation: [2, 0, 0, 0, 1, 0, 0, 0, 1] }, "NOT_RIGID");
  refused({ scale: -1 }, "BAD_SCALE");
  refused({ translation: [0, Infinity, 0] }, "NOT_FINITE");
  refused({ axis: [0, 0, 0], degrees: 3 }, "BAD_ARGUMENT");
  refused({ quaternion: [0, 0, 0, 0] }, "BAD_ARGUMENT");
  mistyped(7, "a pose is wanted");
  mistyped("identity", "a pose is wanted");
  mistyped(matrix({ 2: "0" }), "16 numbers");
  mistyped([1, 2, 3], "16 numbers");
  mistyped([[1, 0, 0], [0, 1, 0], [0, 0, 1]], "rows of 4");
  mistyped(new Float64Array(12), "16 numbers");
  mistyped({ position: [0, 0, 0] }, 'a pose has no "position"');
  mistyped({ translation: [0, 0] }, "3 numbers");
  mistyped({ translation: [0, 0, "1"] }, "3 numbers");
  mistyped({ scale: "1" }, "scale");
  mistyped({ degrees: 90 }, "axis");
  mistyped({ axis: [0, 0, 1] }, "degrees");
  mistyped({ axis: [0, 0, 1], degrees: 1, quaternion: [0, 0, 0, 1] }, "not both");
  mistyped({ rotation: [1, 0, 0] }, "9 numbers");
});
