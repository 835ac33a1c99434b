// vertices.test.mjs - vertices that move, against an oracle in rational arithmetic; two triangles; what rounding did to a pose.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { AbutError } from "../../../build/npm/abut/abut.js";
import { abut, box, chance, cube, matrixByChance, moved } from "./setup.mjs";

const mistyped = (call, text) => assert.throws(call, (error) => error instanceof TypeError && error.message.includes(text), text);
const refused = (call, status, text = "") => assert.throws(call, (error) => error instanceof AbutError && error.status === status && error.message.includes(text), status);
const hex = (text) => {
  const [, whole, part, power] = text.match(/^0x([01])\.([0-9a-f]+)p([+-]\d+)$/);
  return (parseInt(whole, 16) + parseInt(part, 16) / 16 ** part.length) * 2 ** Number(power);
};
const rows = readFileSync(new URL("../../../tests/cases/vertices.txt", import.meta.url), "utf8").trim().split("\n").filter((line) => line && !line.startsWith("#"));

test("triangles whose vertices move: state and the doubles next to the time, as the oracle has them", () => {
  let free = 0;
  for (const line of rows) {
    const words = line.trim().split(/\s+/), common = Number(words[0]), count = 3 * (6 - common), state = Number(words.at(-3)), [lo, hi] = words.slice(-2).map(hex);
    const from = words.slice(1, 1 + count).map(Number), to = words.slice(1 + count, 1 + 2 * count).map(Number);
    assert.equal(words.length, 4 + 2 * count);
    const index = [[0, 1, 2, 3, 4, 5], [0, 1, 2, 0, 3, 4], [0, 1, 2, 0, 1, 3]][common];
    const answer = common
      ? abut.verticesSelfFirst({ positions: from, index }, to)
      : abut.verticesFirst({ positions: from.slice(0, 9) }, to.slice(0, 9), { positions: from.slice(9) }, to.slice(9));
    assert.deepEqual([answer.state, answer.tLo, answer.tHi], state === 1 ? ["free", 1, 1] : ["contact", lo, hi], line);
    free += answer.state === "free" ? 1 : 0;
  }
  assert.ok(rows.length > 300 && free > 20 && free < rows.length - 20);
});

test("a sheet that falls onto a cube; options", () => {
  const { positions, index } = box([-1, -1, -1], [1, 1, 1]), sheet = { positions: [[-3, -3, 3], [3, -3, 3], [0, 4, 3]] };
  const falls = (options) => abut.verticesFirst({ positions, index }, null, sheet, [[-3, -3, -1], [3, -3, -1], [0, 4, -1]], options);
  assert.deepEqual([falls().state, falls().tLo, falls().tHi, falls().aPoint], ["contact", 0.5, 0.5, null]);
  const told = falls({ details: "points" });
  assert.deepEqual([told.aPoint[2], told.bPoint[2]], [1, 1]);
  assert.equal(falls({ any: true }).tLo, 0);
  assert.equal(falls({ budget: 1 }).complete, false);
  assert.equal(falls({ deadline: 1e-6 }).complete, false);
  assert.equal(abut.verticesFirst({ positions, index }, null, sheet, null).state, "free");
  mistyped(() => falls({ separation: 1 }), 'no option "separation"');
  mistyped(() => abut.verticesFirst(cube(1), null, sheet, null), "a: a soup is wanted");
  mistyped(() => abut.verticesFirst(sheet, [1, 2, 3], sheet, null), "aTo: 3 numbers, and 9");
  mistyped(() => abut.verticesSelfFirst(sheet, "down"), "to");
  refused(() => abut.verticesFirst(sheet, null, { positions: [0, 0, NaN], index: [0, 0, 0] }, null), "NOT_FINITE", "b: vertex 0");
  refused(() => abut.verticesSelfFirst({ positions: [0, 0, 0], index: [0, 0, 1] }, null), "BAD_INDEX", "triangle 0");
});

test("two triangles: kinds, points, poses", () => {
  const a = [[0, 0, 0], [4, 0, 0], [0, 4, 0]], b = [1, 1, -1, 1, 1, 1, 2, 1, 1];
  const crossing = abut.trianglesTouch(a, b);
  assert.deepEqual([crossing.kind, crossing.points.map(String).sort()], ["cross", ["1,1,0", "1.5,1,0"]]);
  assert.equal(abut.trianglesTouch(a, b, { poseB: moved(0, 0, 2) }).kind, "apart");
  assert.equal(abut.trianglesTouch(a, b, { poseA: moved(0, 0, 1), poseB: moved(0, 0, 2) }).kind, "touch");
  assert.equal(abut.trianglesTouch(a, Float32Array.from(a.flat())).kind, "coplanar");
  assert.equal(abut.trianglesTouch(a, a, { poseB: { axis: [0, 0, 1], degrees: 180 } }).pointCount, 1);
  mistyped(() => abut.trianglesTouch(a, [1, 2, 3]), "b: 9 numbers");
  mistyped(() => abut.trianglesTouch(a, b, { pose: null }), 'no option "pose"');
  refused(() => abut.trianglesTouch(a, [[0, 0, 0], [NaN, 0, 0], [0, 1, 0]]), "NOT_FINITE");
});

test("slack is as far as a product of poses in doubles is from the true one", () => {
  const random = chance(4), one = cube(1);
  assert.equal(abut.poseSlack(null, null, 0, one), 0);
  for (let i = 0; i < 20; i++) {
    const inner = matrixByChance(random, 10), outer = matrixByChance(random, 1000), product = new Float64Array(16);
    for (let c = 0; c < 4; c++) for (let r = 0; r < 4; r++) product[4 * c + r] = [0, 1, 2, 3].reduce((sum, k) => sum + outer[4 * k + r] * inner[4 * c + k], 0);
    const slack = abut.poseSlack(inner, outer, 1, one);
    assert.ok(slack > 0 && slack < 1e-11);
    assert.ok(abut.distance(one, one, { poseA: product, poseB: inner, frameB: outer }).hi <= slack);
  }
  mistyped(() => abut.poseSlack(null, null, -1, one), "products");
});
