// questions.test.mjs - each question against closed forms, and each of its options against what it must change.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AbutError } from "../../../build/npm/abut/abut.js";
import { abut, cube, listed, moved, torus } from "./setup.mjs";

const one = cube(1), two = cube(2), small = cube(0.5), ring = abut.mesh(torus());
const crossed = { axis: [1, 0, 0], degrees: 90, translation: [0.1, 0, 0] };
const open = abut.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]]);
const refused = (call, status, text = "") => assert.throws(call, (error) => error instanceof AbutError && error.status === status && error.message.includes(text), status);
const mistyped = (call, text) => assert.throws(call, (error) => error instanceof TypeError && error.message.includes(text), text);

test("collide: limit, details, and what they tell", () => {
  const all = abut.collide(ring, ring, { poseB: crossed });
  assert.ok(all.count > 100 && all.complete && all.state === "contact" && all.contacts === null);
  assert.equal(all.pairs.length, 2 * all.count);
  const some = abut.collide(ring, ring, { poseB: crossed, limit: 3 });
  assert.deepEqual([some.count, some.complete], [3, false]);
  const known = new Set(listed(all.pairs).map(String));
  assert.ok(listed(some.pairs).every((pair) => known.has(String(pair))));
  assert.equal(abut.collide(ring, ring, { poseB: crossed, details: "pairs" }).contacts, null);
  const kinds = abut.collide(ring, ring, { poseB: crossed, details: "kinds" });
  assert.deepEqual(kinds.pairs, all.pairs);
  assert.ok(kinds.contacts.length === all.count && kinds.contacts.at(0).pointCount === 0 && kinds.contacts.at(0).points.length === 0);
  const points = abut.collide(ring, ring, { poseB: crossed, details: "points" });
  for (const contact of points.contacts) {
    assert.ok(["touch", "cross", "coplanar"].includes(contact.kind) && contact.points.length === contact.pointCount && contact.pointCount > 0);
    // each point is near to the circle of the torus
    for (const [x, y, z] of contact.points) assert.ok(Math.abs(Math.hypot(Math.hypot(x, y) - 1, z) - 0.25) < 0.02);
  }
  assert.deepEqual(abut.collide(one, one, { poseB: moved(3), details: "points" }).contacts.toArray(), []);
  assert.equal(abut.collide(one, one, { poseB: moved(0.5), limit: undefined, details: null }).contacts, null);
});

test("collide: a face on a face: kinds, and corners exactly", () => {
  const { contacts, count, state } = abut.collide(one, two, { poseB: moved(1.5), details: "points" });
  assert.equal(state, "contact");
  assert.equal(contacts.column("kind").filter((kind) => kind === "coplanar").length, 4);
  for (const { points } of contacts) for (const [x] of points) assert.equal(x, 0.5);
  assert.equal(contacts.length, count);
});

test("collide: a budget, a deadline and coherent change the work, and nothing else", () => {
  const full = abut.collide(ring, ring, { poseB: crossed }), stopped = abut.collide(ring, ring, { poseB: crossed, budget: 60 });
  assert.ok(!stopped.complete && stopped.volumeTests + stopped.triangleTests <= 60 && full.complete);
  const late = abut.collide(ring, ring, { poseB: crossed, deadline: 1e-3 });
  assert.equal(late.complete, false);
  const step = (i) => ({ ...crossed, translation: [0.1 + 1e-6 * i, 0, 0] });
  const work = (options) => [0, 1, 2, 3].map((i) => abut.collide(ring, ring, { poseB: step(i), ...options })).map((hits) => [hits.pairs, hits.volumeTests]);
  const plain = work({}), coherent = work({ coherent: true });
  plain.forEach(([pairs], i) => assert.deepEqual(coherent[i][0], pairs));
  assert.ok(coherent[3][1] < plain[3][1] / 2, `${coherent[3][1]} of ${plain[3][1]} tests`);
});

test("collide: keys tell instances of one mesh apart", () => {
  const near = { ...crossed, coherent: true }, places = [{ poseB: crossed }, { poseB: { ...crossed, translation: [0.2, 0.1, 0] } }];
  const work = (keys) => {
    let sum = 0;
    for (let i = 0; i < 6; i++) places.forEach((place, k) => (sum += abut.collide(ring, ring, { ...place, coherent: true, keyA: keys[k], keyB: keys[k] + 1 }).volumeTests));
    return sum;
  };
  assert.ok(near.coherent && work([10, 20]) < work([30, 30]) / 2);
  mistyped(() => abut.collide(one, one, { keyA: -1 }), "keyA");
  mistyped(() => abut.within(one, one, 1, { keyA: 1 }), 'no option "keyA"');
});

test("distance: exactly, with points; within, tolerances, budget", () => {
  const known = abut.distance(one, two, { poseB: moved(2, 0.25, 0), details: "points" });
  assert.deepEqual([known.lo, known.hi, known.complete, known.isFarther], [0.5, 0.5, true, false]);
  assert.deepEqual([known.aPoint[0], known.bPoint[0]], [0.5, 1]);
  assert.ok(known.features.every((feature) => feature >= 0 && feature <= 6));
  assert.equal(abut.distance(one, two, { poseB: moved(2) }).aPoint, null);
  assert.equal(abut.distance(one, one, { poseB: moved(0.5) }).hi, 0);
  const diagonal = abut.distance(one, one, { poseB: moved(2, 2, 2) });
  assert.ok(diagonal.lo <= Math.sqrt(3) && Math.sqrt(3) <= diagonal.hi && diagonal.hi - diagonal.lo < 4e-16);
  assert.equal(abut.distance(one, two, { poseB: moved(5), within: 1 }).isFarther, true);
  assert.equal(abut.distance(one, two, { poseB: moved(2), within: 1 }).isFarther, false);
  const turned = { axis: [1, 2, 3], degrees: 40, translation: [2, 1, 0.5] }, exact = abut.distance(ring, ring, { poseB: turned });
  for (const options of [{ relative: 0.2 }, { absolute: 0.2 }]) {
    const rough = abut.distance(ring, ring, { poseB: turned, ...options });
    assert.ok(rough.lo <= exact.lo && exact.hi <= rough.hi && rough.hi > rough.lo && rough.triangleTests < exact.triangleTests);
  }
  assert.equal(abut.distance(ring, ring, { poseB: turned, budget: 10 }).complete, false);
  assert.equal(abut.distance(ring, ring, { poseB: turned, deadline: 1e-3 }).complete, false);
  abut.distance(ring, ring, { poseB: turned, coherent: true, keyA: 7 });
  assert.ok(abut.distance(ring, ring, { poseB: turned, coherent: true, keyA: 7 }).volumeTests < exact.volumeTests);
  refused(() => abut.distance(one, one, { within: -1 }), "BAD_ARGUMENT", "distance");
});

test("within: a gap of exactly the distance, strict, limit, details", () => {
  const at = { poseB: moved(2) };
  assert.equal(abut.within(one, two, 0.5, at).band, "close");
  assert.equal(abut.within(one, two, 0.5, { ...at, strict: true }).band, "clear");
  assert.equal(abut.within(one, two, 0.5 - 2 ** -54, at).band, "clear");
  assert.equal(abut.within(one, two, 0, { poseB: moved(1.5) }).band, "contact");
  const all = abut.within(one, two, 0.75, at), points = abut.within(one, two, 0.75, { ...at, details: "points" });
  assert.equal(abut.within(one, two, 0.75, { ...at, limit: 1 }).count, 1);
  assert.ok(all.count > 1 && all.approaches === null);
  for (const approach of points.approaches) {
    assert.ok(approach.lo <= approach.hi && approach.hi <= 0.75 && approach.kind === "apart");
    assert.ok(Math.abs(Math.hypot(...approach.aPoint.map((x, i) => x - approach.bPoint[i])) - approach.hi) < 1e-12);
  }
  assert.equal(abut.within(ring, ring, 0.1, { poseB: crossed, budget: 60 }).complete, false);
  assert.equal(abut.within(ring, ring, 0.1, { poseB: crossed, deadline: 1e-3 }).complete, false);
  mistyped(() => abut.within(one, two), "distance is a number");
  mistyped(() => abut.within(one, two, 0.5, { strict: 1 }), "strict");
  refused(() => abut.within(one, two, -1), "BAD_ARGUMENT");
  refused(() => abut.within(one, two, NaN), "NOT_FINITE");
});

test("contain: which is inside which, and why it is not known", () => {
  assert.equal(abut.contain(small, two).relation, "a inside b");
  assert.equal(abut.contain(two, small).relation, "b inside a");
  assert.equal(abut.contain(one, two, { poseB: moved(5) }).relation, "separate");
  assert.equal(abut.contain(one, two, { poseB: moved(1.5) }).relation, "touching");
  assert.equal(abut.contain(one, two, { poseB: moved(1) }).relation, "crossing");
  const unknown = abut.contain(open, open);
  assert.deepEqual([unknown.relation, unknown.reason], ["unknown", "open"]);
  const told = abut.contain(one, two, { poseB: moved(1), details: "points" });
  assert.ok(told.hits.contacts.length === told.hits.count && told.a.length === 1 && told.a.at(0).triangleCount === 12 && told.b.at(0).relation === "crossing");
  mistyped(() => abut.contain(one, two, { limit: 1 }), 'no option "limit"');
});

test("firstContact: motions of every form, separation, resolution, any", () => {
  const at = { poseB: moved(3) };
  const straight = abut.firstContact(one, one, { ...at, motionB: { way: [-4, 0, 0] }, details: "points" });
  assert.deepEqual([straight.state, straight.tLo, straight.tHi, straight.aPoint[0], straight.bPoint[0]], ["contact", 0.5, 0.5, 0.5, 0.5]);
  assert.equal(abut.firstContact(one, one, { ...at, motionB: { way: [-4, 0, 0] } }).aPoint, null);
  assert.equal(abut.firstContact(one, one, { ...at, motionA: { way: [4, 0, 0] } }).tHi, 0.5);
  assert.equal(abut.firstContact(one, one, { ...at, motionB: [{ way: [-1, 0, 0] }, { way: [-2, 0, 0] }] }).tHi, 1.5);
  assert.equal(abut.firstContact(one, one, { ...at, motionB: { to: moved(-1) } }).tHi, 0.5);
  assert.equal(abut.firstContact(one, one, { ...at, motionB: { way: [0, 4, 0] } }).state, "free");
  assert.equal(abut.firstContact(one, one, { ...at, motionB: { way: [0, 0, 0] } }).tLo, 1);
  assert.equal(abut.firstContact(one, one, { ...at, motionB: [] }).tLo, 0);
  const near = abut.firstContact(one, one, { ...at, motionB: { way: [-4, 0, 0] }, separation: 1 });
  assert.ok(Math.abs(near.tHi - 0.25) < 1e-6);
  // a hinge: the arm comes down on the cube's edge when its angle is known
  const turn = { motionB: { axis: [0, 0, 1], degrees: 180, pivot: [0, 0, 0] }, poseB: moved(0.9) }, flat = cube(0.2);
  const hinge = (resolution) => abut.firstContact(abut.mesh([[-2, 0.5, -1], [-0.2, 0.5, -1], [-0.2, 0.5, 1]]), flat, { ...turn, ...(resolution ? { resolution } : {}) });
  assert.ok(hinge(1e-3).tHi - hinge(1e-3).tLo > 1e-7 && hinge(1e-12).tHi - hinge(1e-12).tLo <= 1e-12);
  assert.equal(hinge().state, "contact");
  const any = abut.firstContact(ring, ring, { poseB: moved(5), motionB: { way: [-10, 0, 0], axis: [0, 1, 0], degrees: 30, pivot: [5, 0, 0] }, any: true });
  const first = abut.firstContact(ring, ring, { poseB: moved(5), motionB: { way: [-10, 0, 0], axis: [0, 1, 0], degrees: 30, pivot: [5, 0, 0] } });
  assert.ok(any.state === "contact" && any.intervals < first.intervals && any.tHi >= first.tLo);
  assert.equal(abut.firstContact(ring, ring, { poseB: moved(5), motionB: { way: [-10, 0, 0], axis: [0, 1, 0], degrees: 30, pivot: [5, 0, 0] }, budget: 20 }).complete, false);
  mistyped(() => abut.firstContact(one, one, { motionA: {}, motionB: [{}, {}] }), "motionA has 1 pieces, motionB has 2");
  mistyped(() => abut.firstContact(one, one, { motionB: { speed: 1 } }), 'a motion has no "speed"');
  mistyped(() => abut.firstContact(one, one, { motionB: { way: [1, 2] } }), "way: 3 numbers");
  mistyped(() => abut.firstContact(one, one, { motionB: [null] }), "motionB: a motion is wanted");
  mistyped(() => abut.firstContact(one, one, { motionB: 3 }), "motionB: a motion is wanted");
  mistyped(() => abut.collide(one, one, { motionB: {} }), 'no option "motionB"');
  refused(() => abut.firstContact(one, one, { motionB: { way: [NaN, 0, 0] } }), "NOT_FINITE", "motionB");
  refused(() => abut.firstContact(one, one, { motionB: [{}, { degrees: 3 }] }), "BAD_ARGUMENT", "motionB[1]");
});

test("poseAt: where a mesh is on its way", () => {
  assert.deepEqual(Array.from(abut.poseAt(moved(1), { way: [2, 0, 0] }, 0.5)), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 0, 0, 1]);
  assert.deepEqual(abut.poseAt(null, { to: { axis: [0, 0, 1], degrees: 90 } }, 1).slice(0, 3), Float64Array.of(0, 1, 0));
  assert.equal(abut.poseAt({ scale: 2 }, null, 2.5)[0], 2);
  assert.equal(abut.poseAt(null, [{ way: [1, 0, 0] }, { way: [0, 1, 0] }], 1.5)[13], 0.5);
  refused(() => abut.poseAt(null, { way: [1, 0, 0] }, 2), "BAD_ARGUMENT");
  mistyped(() => abut.poseAt(null, null, "1"), "time");
});

test("depth, depthAlong, reach, signedDistance of cubes", () => {
  const at = { poseB: moved(0.75, 0.25, 0) }, depth = abut.depth(one, one, at);
  assert.deepEqual([depth.lo, depth.hi, depth.isConvex, depth.reason], [0.25, 0.25, true, "none"]);
  assert.deepEqual(depth.translation.map(Math.abs), [0.25, 0, 0]);
  const freed = { poseB: moved(...[0.75, 0.25, 0].map((x, i) => x + depth.translation[i])) };
  assert.notEqual(abut.contain(one, one, freed).relation, "crossing");
  assert.deepEqual(abut.depthAlong(one, one, [0, 2, 0], at).depthHi, 0.375);
  assert.equal(abut.depthAlong(one, one, [-1, 0, 0], at).clearLo, 1.75);
  const reach = abut.reach(one, one, at);
  assert.ok(reach.aInB.lo <= 0.25 && Math.abs(reach.aInB.hi - 0.25) < 1e-5 && reach.aInB.triangle < 12);
  const apart = abut.signedDistance(one, one, { poseB: moved(3) });
  assert.deepEqual([apart.signedLo, apart.signedHi, apart.relation], [2, 2, "separate"]);
  assert.deepEqual([abut.signedDistance(one, one, at).signedHi, abut.signedDistance(one, one, at).relation], [-0.25, "crossing"]);
  // the case of the header: a small cube in a large one
  const inside = abut.signedDistance(cube(2), cube(0.5));
  assert.deepEqual([inside.distanceHi, inside.depthHi, inside.signedHi], [0.75, 1.25, -1.25]);
  assert.equal(abut.depth(open, one).reason, "open");
  assert.ok(Number.isNaN(abut.signedDistance(open, one).signedLo));
  const rough = abut.depth(ring, ring, { poseB: crossed, relative: 0.5 });
  assert.ok(rough.lo <= rough.hi && rough.hi > 0);
  assert.equal(abut.depth(ring, ring, { poseB: crossed, budget: 5 }).complete, false);
  assert.equal(abut.reach(ring, ring, { poseB: crossed, deadline: 1e-3 }).complete, false);
  const first = abut.reach(ring, ring, { poseB: crossed, absolute: 10 });
  assert.ok(first.aInB.hi - first.aInB.lo >= abut.reach(ring, ring, { poseB: crossed }).aInB.hi - abut.reach(ring, ring, { poseB: crossed }).aInB.lo);
  assert.ok(first.triangleTests < abut.reach(ring, ring, { poseB: crossed }).triangleTests);
  mistyped(() => abut.depthAlong(one, one), "direction");
  mistyped(() => abut.depthAlong(one, one, [1, 0]), "direction");
  refused(() => abut.depthAlong(one, one, [0, 0, 0]), "BAD_ARGUMENT");
});

test("overlap: curves, patches, volume", () => {
  const at = { poseB: moved(0.5, 0.25, 0.125) }, shared = abut.overlap(one, one, { ...at, volume: true });
  assert.ok(Math.abs(shared.volumeHi - 0.5 * 0.75 * 0.875) < 1e-12 && shared.volumeLo <= shared.volumeHi);
  assert.ok(Number.isNaN(abut.overlap(one, one, at).volumeLo));
  assert.deepEqual([shared.regionCount, shared.curves.length, shared.curves.at(0).kind, shared.curves.at(0).isClosed], [1, 1, "crossing", true]);
  // a closed curve about the corner of a box of 0.5 x 0.75 x 0.875: twice the sum of its sides
  assert.ok(Math.abs(shared.lengthHi - 2 * (0.5 + 0.75 + 0.875)) < 1e-12);
  const patch = abut.overlap(one, one, { poseB: moved(1, 0.5, 0) });
  assert.ok(Math.abs(patch.areaHi - 0.5) < 1e-12);
  assert.deepEqual([patch.patches.length, patch.patches.at(0).facing], [1, -1]);
  const [region] = shared.regions;
  assert.ok(region.aTriangles instanceof Uint32Array && region.aTriangles.length === region.aCount && region.aCount > 0);
  assert.equal(shared.points.column("x").length, 3 * shared.pointCount);
  assert.deepEqual(abut.overlap(one, one, { poseB: moved(9) }).regions, []);
  assert.equal(abut.overlap(one, one, { poseB: moved(9) }).hits.contacts.length, 0);
});

test("selfCollide: a fold, parts, limit, details", () => {
  assert.equal(abut.selfCollide(one).verdict, "clean");
  const cross = abut.mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0], [1, 1, -1], [1, 1, 1], [2, 1, 1], [9, 9, 9], [8, 9, 9], [9, 8, 9]]);
  const found = abut.selfCollide(cross, { details: "points", parts: true, pose: moved(10) });
  assert.deepEqual([found.verdict, listed(found.pairs), found.classCounts], ["self-crossing", [[0, 1]], [0, 0, 0, 1, 0, 0, 0]]);
  assert.equal(found.meetings.at(0).how, "crossing");
  assert.ok(found.meetings.at(0).contact.points.every(([x]) => x >= 11 && x <= 12));
  assert.equal(found.parts.length, 3);
  assert.equal(found.parts.at(2).verdict, "clean");
  assert.deepEqual([abut.selfCollide(cross).meetings, abut.selfCollide(cross).parts], [null, null]);
  const many = abut.mesh(Array.from({ length: 6 }, (_, i) => [[0, 0, 0], [4, i, 0], [0, 4, i]]).flat());
  assert.equal(abut.selfCollide(many, { limit: 2 }).count, 2);
  assert.ok(abut.selfCollide(many).count > 2);
  assert.equal(abut.selfCollide(ring, { budget: 5 }).complete, false);
  assert.equal(abut.selfCollide(ring, { deadline: 1e-3 }).complete, false);
});

test("options of the wrong kind, and unknown ones, are refused", () => {
  mistyped(() => abut.collide(one, one, { posea: null }), 'no option "posea"');
  mistyped(() => abut.collide(one, one, { pose: null }), 'no option "pose"');
  mistyped(() => abut.collide(one, one, { any: true }), 'no option "any"');
  mistyped(() => abut.collide(one, one, { walk: 0 }), 'no option "walk"');
  mistyped(() => abut.collide(one, one, { toString: 0 }), 'no option "toString"');
  mistyped(() => abut.collide(one, one, { constructor: undefined }), 'no option "constructor"');
  mistyped(() => abut.collide(one, one, "points"), "options");
  mistyped(() => abut.collide(one, one, { limit: -1 }), "limit");
  mistyped(() => abut.collide(one, one, { limit: 1.5 }), "limit");
  mistyped(() => abut.collide(one, one, { limit: "1" }), "limit");
  mistyped(() => abut.collide(one, one, { limit: 1n }), "limit");
  mistyped(() => abut.collide(one, one, { budget: -1 }), "budget");
  mistyped(() => abut.collide(one, one, { details: "all" }), "pairs, kinds, points");
  mistyped(() => abut.collide(one, one, { details: 2 }), "details");
  mistyped(() => abut.collide(one, one, { coherent: 1 }), "coherent");
  mistyped(() => abut.collide(one, one, { deadline: "1" }), "deadline");
  mistyped(() => abut.collide(one, one, { progress: true }), "progress");
  mistyped(() => abut.collide(one), "b: a mesh is wanted");
  mistyped(() => abut.collide({}, one), "a: a mesh is wanted");
  mistyped(() => abut.selfCollide(one, { poseA: null }), 'no option "poseA"');
  mistyped(() => abut.selfCollide(null), "a mesh is wanted");
  refused(() => abut.collide(one, one, { deadline: NaN }), "BAD_ARGUMENT");
});

test("progress: it grows, ends a call, and what it throws comes out", () => {
  const large = abut.mesh(torus(300, 150)), asked = { poseB: { ...crossed, translation: [0, 0, 0.05] }, details: "points" };
  const fractions = [];
  const whole = abut.collide(large, large, { poseB: { axis: [0, 0, 1], degrees: 0.01 }, progress: (x) => void fractions.push(x) });
  assert.ok(whole.complete && fractions.length > 3 && fractions.every((x, i) => x >= 0 && x <= 1 && (i === 0 || x >= fractions[i - 1])));
  refused(() => abut.collide(large, large, { poseB: { axis: [0, 0, 1], degrees: 0.01 }, progress: () => false }), "CANCELLED", "collide");
  const fault = new Error("mine");
  assert.throws(() => abut.collide(large, large, { poseB: { axis: [0, 0, 1], degrees: 0.01 }, progress: () => { throw fault; } }), (error) => error === fault);
  refused(() => abut.collide(large, large, { poseB: { axis: [0, 0, 1], degrees: 0.01 }, progress: () => abut.collide(one, one) }), "BUSY", "collide");
  assert.deepEqual(abut.collide(large, large, asked), abut.collide(large, large, asked));
  assert.equal(abut.collide(one, one).state, "contact");
});
