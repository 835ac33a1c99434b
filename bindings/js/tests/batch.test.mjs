// batch.test.mjs - many questions in one call are the same as each by itself; rows of answers are tables.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AbutError, Rows } from "../../../build/npm/abut/abut.js";
import { abut, chance, cube, matrixByChance, moved, torus } from "./setup.mjs";

const one = cube(1), ring = abut.mesh(torus());
const random = chance(11), n = 60, places = Array.from({ length: n }, () => matrixByChance(random, 1.6)), ends = Array.from({ length: n }, () => matrixByChance(random, 1.6));
const flat = (matrices) => Float64Array.from(matrices.flatMap((matrix) => Array.from(matrix)));
const mistyped = (call, text) => assert.throws(call, (error) => error instanceof TypeError && error.message.includes(text), text);
const refused = (call, status, text = "") => assert.throws(call, (error) => error instanceof AbutError && error.status === status && error.message.includes(text), status);

test("collideBatch and withinBatch", () => {
  const yes = abut.collideBatch(one, ring, flat(places)), near = abut.withinBatch(one, ring, 0.2, flat(places));
  places.forEach((poseB, i) => {
    assert.equal(yes[i], abut.collide(one, ring, { poseB }).state === "contact" ? 1 : 0);
    assert.equal(near[i], abut.within(one, ring, 0.2, { poseB }).count > 0 ? 1 : 0);
  });
  assert.ok(yes.includes(0) && yes.includes(1) && near.some((x, i) => x > yes[i]));
  for (const given of [places, places.map((elements) => ({ elements })), places.map((m) => Array.from(m))]) assert.deepEqual(abut.collideBatch(one, ring, given), yes);
  const poseA = moved(0.4, 0.2);
  assert.deepEqual(abut.collideBatch(one, ring, places, { poseA }), Uint8Array.from(places, (poseB) => (abut.collide(one, ring, { poseA, poseB }).count ? 1 : 0)));
  assert.deepEqual(abut.collideBatch(one, ring, places, { posesA: flat(ends) }), Uint8Array.from(places, (poseB, i) => (abut.collide(one, ring, { poseA: ends[i], poseB }).count ? 1 : 0)));
  assert.deepEqual([...abut.withinBatch(one, one, 0.5, [moved(1.5), null])], [1, 1]);
  assert.deepEqual([...abut.withinBatch(one, one, 0.5, [moved(1.5), null], { strict: true })], [0, 1]);
  assert.deepEqual(abut.collideBatch(one, one, []), new Uint8Array(0));
  assert.deepEqual(abut.collideBatch(one, one, new Float64Array(0)), new Uint8Array(0));
});

test("distanceBatch: rows of distances, counters included", () => {
  for (const options of [{}, { details: "points" }, { within: 0.1 }, { absolute: 0.1 }, { relative: 0.2 }]) {
    const rows = abut.distanceBatch(one, ring, flat(places), options);
    assert.ok(rows instanceof Rows && rows.length === n);
    places.forEach((poseB, i) => assert.deepEqual(rows.at(i), abut.distance(one, ring, { poseB, ...options })));
  }
});

test("firstContactBatch: rows of first contacts", () => {
  for (const options of [{}, { details: "points" }, { separation: 0.1 }, { any: true }, { resolution: 1e-3 }]) {
    const rows = abut.firstContactBatch(one, ring, flat(places), ends, options);
    places.forEach((poseB, i) => assert.deepEqual(rows.at(i), abut.firstContact(one, ring, { poseB, motionB: { to: ends[i] }, ...options })));
  }
  const poseA = moved(0.2), rows = abut.firstContactBatch(one, ring, places, ends, { poseA });
  places.forEach((poseB, i) => assert.deepEqual(rows.at(i), abut.firstContact(one, ring, { poseA, poseB, motionB: { to: ends[i] } })));
});

test("more poses than one call of the library takes", () => {
  const many = (1 << 14) + 7, poses = new Float64Array(16 * many), fractions = [];
  for (let i = 0; i < many; i++) poses.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, i / 4096, 0, 0, 1], 16 * i);
  const yes = abut.collideBatch(one, one, poses, { progress: (x) => void fractions.push(x) });
  assert.deepEqual(yes, Uint8Array.from({ length: many }, (_, i) => (i / 4096 <= 1 ? 1 : 0)));
  const far = abut.distanceBatch(one, one, poses).column("hi");
  assert.ok(far.every((d, i) => d === Math.max(0, i / 4096 - 1)));
  assert.ok(fractions.length > 0 && fractions.every((x, i) => x <= 1 && (i === 0 || x >= fractions[i - 1])));
  refused(() => abut.collideBatch(one, one, poses, { progress: () => false }), "CANCELLED");
});

test("what is wrong with a batch names the pose", () => {
  const bad = flat(places);
  bad[16 * 17] = NaN;
  refused(() => abut.collideBatch(one, ring, bad), "NOT_FINITE", "poses[17]");
  refused(() => abut.collideBatch(one, ring, [null, { scale: -1 }]), "BAD_SCALE", "poses[1]");
  mistyped(() => abut.collideBatch(one, ring, new Float64Array(17)), "sixteen");
  mistyped(() => abut.collideBatch(one, ring, 3), "poses");
  mistyped(() => abut.collideBatch(one, ring, [1, 0, 0]), "Float64Array");
  mistyped(() => abut.collideBatch(one, ring, places, { posesA: [null] }), "posesA");
  mistyped(() => abut.collideBatch(one, ring, places, { posesA: places, poseA: moved(1) }), "not both");
  mistyped(() => abut.collideBatch(one, ring, places, { limit: 1 }), 'no option "limit"');
  mistyped(() => abut.distanceBatch(one, ring, places, { budget: 1 }), 'no option "budget"');
  mistyped(() => abut.withinBatch(one, ring, places), "distance");
  mistyped(() => abut.firstContactBatch(one, ring, places, ends.slice(1)), "ends");
  mistyped(() => abut.collideBatch(one, null, places), "b: a mesh is wanted");
});

test("rows: at, column, a copy of their own, through a structured clone", () => {
  const { contacts } = abut.collide(ring, one, { poseB: moved(1), details: "points" });
  const all = contacts.toArray();
  assert.ok(all.length > 10);
  assert.deepEqual(contacts.at(-1), all.at(-1));
  assert.equal(contacts.at(all.length), undefined);
  assert.equal(contacts.at(-all.length - 1), undefined);
  assert.equal(contacts.at(0.5), undefined);
  assert.deepEqual(contacts.column("kind"), all.map((row) => row.kind));
  assert.deepEqual(contacts.column("pointCount"), Int32Array.from(all, (row) => row.pointCount));
  const points = contacts.column("points"), events = contacts.column("events");
  all.forEach((row, i) => row.points.forEach((point, k) => assert.deepEqual(Array.from(points.subarray(18 * i + 3 * k, 18 * i + 3 * k + 3)), point)));
  all.forEach((row, i) => row.events.forEach((event, k) => assert.deepEqual(Array.from(events.subarray(12 * i + 2 * k, 12 * i + 2 * k + 2)), event)));
  abut.collide(one, one); // the library's memory is used again
  assert.deepEqual(contacts.toArray(), all);
  assert.deepEqual(Rows.from(structuredClone(contacts)).toArray(), all);
  assert.deepEqual(JSON.parse(JSON.stringify(contacts)), all);
  assert.throws(() => contacts.column("colour"), TypeError);
  const distances = abut.distanceBatch(one, ring, places);
  assert.equal(distances.column("aPoint"), null);
  assert.deepEqual(distances.column("pair"), Uint32Array.from(distances.toArray().flatMap((row) => row.pair ?? [0, 0])));
  assert.deepEqual(distances.column("volumeTests"), Float64Array.from(distances.toArray(), (row) => row.volumeTests));
  assert.deepEqual(distances.column("complete"), distances.toArray().map((row) => row.complete));
  assert.deepEqual(Rows.from(structuredClone(distances)).at(3), distances.at(3));
});
