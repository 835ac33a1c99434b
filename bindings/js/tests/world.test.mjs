// world.test.mjs - a world tells what asking each pair tells, and what is said of its meshes changes what it is asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AbutError, load, World } from "../../../build/npm/abut/abut.js";
import { abut, chance, cube, listed, matrixByChance, moved, torus } from "./setup.mjs";

const one = cube(1), small = cube(0.25), ring = abut.mesh(torus(20, 10));
const mistyped = (call, text) => assert.throws(call, (error) => error instanceof TypeError && error.message.includes(text), text);
const refused = (call, status, text = "") => assert.throws(call, (error) => error instanceof AbutError && error.status === status && error.message.includes(text), status);
const row = (xs, mesh = one) => {
  const world = abut.world();
  xs.forEach((x) => world.add(mesh, moved(x)));
  return world;
};

test("pairs, counts, regions, relations, distances of many: those of each pair by itself", () => {
  const random = chance(21), meshes = [one, small, ring], world = abut.world();
  const things = Array.from({ length: 24 }, (_, i) => ({ mesh: meshes[i % 3], pose: matrixByChance(random, 1.5) }));
  things.forEach(({ mesh, pose }, i) => assert.equal(world.add(mesh, pose, { name: `thing ${i}` }), i));
  const pairs = things.flatMap((_, b) => Array.from({ length: b }, (_, a) => [a, b])).sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const both = ([a, b]) => [things[a].mesh, things[b].mesh], poses = ([a, b]) => ({ poseA: things[a].pose, poseB: things[b].pose });
  const hits = pairs.map((pair) => abut.collide(...both(pair), { ...poses(pair), details: "points" }));
  const touching = pairs.filter((_, i) => hits[i].count > 0);
  assert.ok(touching.length > 5 && touching.length < pairs.length - 5);
  const contacts = world.collide();
  assert.deepEqual([listed(contacts.pairs), contacts.state, contacts.complete, contacts.clashes], [touching, "contact", true, null]);
  const counts = world.collide({ survey: "counts" }), regions = world.collide({ survey: "regions" });
  touching.forEach((pair, i) => {
    const known = hits[pairs.indexOf(pair)], points = known.contacts.toArray().flatMap((contact) => contact.points);
    assert.equal(counts.clashes.at(i).count, known.count);
    const kinds = known.contacts.column("kind");
    assert.deepEqual(counts.clashes.at(i).kindCount, ["apart", "touch", "cross", "coplanar"].map((kind) => kinds.filter((k) => k === kind).length));
    assert.deepEqual(regions.clashes.at(i).low, [0, 1, 2].map((k) => Math.min(...points.map((point) => point[k]))));
    assert.deepEqual(regions.clashes.at(i).high, [0, 1, 2].map((k) => Math.max(...points.map((point) => point[k]))));
  });
  for (const survey of ["relations", "relations alone"]) {
    const told = world.collide({ survey }), known = pairs.map((pair) => abut.contain(...both(pair), poses(pair)).relation);
    assert.deepEqual(listed(told.pairs), pairs.filter((_, i) => known[i] !== "separate"));
    assert.deepEqual(told.clashes.column("relation"), known.filter((relation) => relation !== "separate"));
  }
  const distances = world.collide({ survey: "distances" });
  assert.deepEqual(listed(distances.pairs), pairs);
  pairs.forEach((pair, i) => assert.equal(distances.gaps.at(i).distance.hi, abut.distance(...both(pair), poses(pair)).hi));
  assert.ok(listed(world.collide({ survey: "boxes" }).pairs).length >= touching.length);
  assert.equal(world.name(3), "thing 3");
  assert.equal(world.mesh(3), one);
  assert.deepEqual(world.pose(3), things[3].pose);
  world.free();
});

test("margins, strict, margins of pairs", () => {
  const world = row([0, 1.5, 4]), pairs = () => listed(world.collide({ survey: "clearances" }).pairs);
  assert.deepEqual(pairs(), []);
  world.margin(0, 0.25);
  world.margin(1, 0.25);
  assert.deepEqual(pairs(), [[0, 1]]);
  const told = world.collide({ survey: "clearances" });
  assert.deepEqual([told.band, told.gaps.at(0).band, told.gaps.at(0).distance.hi, told.gaps.at(0).distance.aPoint[0]], ["close", "close", 0.5, 0.5]);
  world.strict(true);
  assert.deepEqual(pairs(), []);
  world.strict(false);
  world.pairMargins([[1, 2]], [1.5]);
  assert.deepEqual(pairs(), [[0, 1], [1, 2]]);
  world.pairMargins([[1, 0]], [0.1]);
  assert.deepEqual(pairs(), []);
  world.pairMargins([], []);
  assert.deepEqual(pairs(), [[0, 1]]);
  assert.equal(abut.world().add(one, null, { margin: 2 }), 0);
});

test("move, frame, remove, groups, ignored pairs", () => {
  const world = row([0, 0.5, 1]), pairs = () => listed(world.collide().pairs);
  assert.deepEqual(pairs(), [[0, 1], [0, 2], [1, 2]]);
  world.ignore([[1, 0]]);
  assert.deepEqual(pairs(), [[0, 2], [1, 2]]);
  world.ignore(Uint32Array.of(0, 2, 1, 2));
  assert.deepEqual(pairs(), [[0, 1]]);
  world.ignore([]);
  world.group(0, 1, 2);
  world.group(1, 2, 1);
  world.group(2, 2, 1);
  assert.deepEqual(pairs(), [[0, 1], [0, 2]]);
  world.group(0, 0xffffffff, 0xffffffff);
  world.move(0, moved(9));
  assert.deepEqual(pairs(), []);
  world.move(0, null);
  world.frame(0, moved(0, 9));
  assert.deepEqual(pairs(), []);
  world.frame(0, null);
  assert.deepEqual(pairs(), [[0, 1], [0, 2]]);
  world.remove(1);
  assert.deepEqual([pairs(), [...world], world.size, world.has(1)], [[[0, 2]], [0, 2], 2, false]);
  assert.equal(world.add(small, moved(0.5), { frame: moved(3) }), 1);
  assert.deepEqual(pairs(), [[0, 2]]);
});

test("limit, budget, deadline, coherent", () => {
  const world = row([0, 0.5, 1, 1.5]);
  assert.deepEqual(listed(world.collide({ limit: 1 }).pairs), [[0, 1]]);
  const many = abut.world();
  for (let i = 0; i < 6; i++) many.add(ring, { axis: [1, 0, 0], degrees: 30 * i });
  const plain = many.collide({ survey: "counts" });
  const short = many.collide({ survey: "counts", budget: 40 });
  assert.ok(plain.complete && !short.complete && short.volumeTests < plain.volumeTests);
  assert.equal(many.collide({ survey: "counts", deadline: 1e-3 }).complete, false);
  let again; // a front is kept once a question by itself has told what it costs
  for (let i = 0; i < 4; i++) again = many.collide({ survey: "counts", coherent: true });
  assert.deepEqual(again.pairs, plain.pairs);
  assert.ok(again.volumeTests < plain.volumeTests);
  refused(() => many.collide({ survey: "distances", limit: 1 }), "BAD_COMBINATION");
});

test("sweep: who meets first, and where all are then", () => {
  const world = row([0, 3, 6]);
  assert.equal(world.sweep().state, "free");
  world.motion(1, { way: [-4, 0, 0] });
  world.motion(2, { way: [-5, 0, 0] });
  const all = world.sweep({ details: "points" });
  assert.deepEqual([all.state, listed(all.pairs)], ["contact", [[0, 1], [0, 2]]]);
  assert.deepEqual([all.firsts.at(0).tHi, all.firsts.at(0).aPoint[0]], [0.5, 0.5]);
  assert.equal(world.sweep().firsts.at(0).aPoint, null);
  world.motion(0, { way: [4, 0, 0] });
  world.motion(2, { to: moved(1) });
  const both = world.sweep(), earliest = world.sweep({ earliest: true });
  assert.ok(both.count > 1 && earliest.count === 1 && earliest.tLo === 0.25);
  assert.ok(world.sweep({ separation: 1 }).tLo < 0.25);
  world.motion(0, null);
  world.motion(1, null);
  world.motion(2, null);
  assert.equal(world.sweep().state, "free");
  assert.equal(world.sweep({ budget: 1 }).state, "free"); // boxes tell it
  refused(() => world.motion(0, { degrees: 3 }), "BAD_ARGUMENT");
});

test("a mesh that is freed stays in a world until it is removed there", () => {
  const mesh = cube(1), world = abut.world(), before = () => abut.memory.buffer.byteLength;
  world.add(mesh, null);
  world.add(one, moved(1));
  mesh.free();
  mistyped(() => abut.collide(mesh, one), "was freed");
  assert.deepEqual(listed(world.collide().pairs), [[0, 1]]);
  assert.notEqual(mesh.held.model, 0);
  world.remove(0);
  assert.equal(mesh.held.model, 0);
  const other = cube(1), two = abut.world();
  two.add(other, null);
  two.add(other, moved(1));
  other.free();
  assert.deepEqual(listed(two.collide().pairs), [[0, 1]]);
  two.free();
  two.free();
  assert.equal(other.held.model, 0);
  mistyped(() => two.collide(), "was freed");
  assert.ok(before() > 0);
});

test("what is wrong is refused, and changes nothing", async () => {
  const world = row([0, 1]);
  refused(() => world.move(7, null), "BAD_ARGUMENT", "world.move: there is no id 7");
  refused(() => world.ignore([[0, 9]]), "BAD_ARGUMENT", "no id 9");
  refused(() => world.move(0, { scale: -1 }), "BAD_SCALE", "world.move");
  refused(() => world.add(one, { scale: -1 }), "BAD_SCALE", "world.add: pose");
  refused(() => world.margin(0, -1), "BAD_ARGUMENT");
  refused(() => world.margin(0, NaN), "NOT_FINITE");
  refused(() => world.add(cube(1, { method: "obb" })), "MIXED_METHODS");
  refused(() => world.frame(0, { scale: 2 }), "BAD_SCALE");
  mistyped(() => world.add({}), "a mesh is wanted");
  mistyped(() => world.add(one, null, { margins: 1 }), 'no option "margins"');
  mistyped(() => world.add(one, null, { margin: "1" }), "margin");
  mistyped(() => world.group(0, -1, 1), "groups");
  mistyped(() => world.strict(1), "strict");
  mistyped(() => world.ignore([0]), "two for each pair");
  mistyped(() => world.ignore(3), "pairs");
  mistyped(() => world.pairMargins([[0, 1]], []), "1 pairs, and 0 margins");
  mistyped(() => world.pairMargins([[0, 1]], ["1"]), "margins[0]");
  mistyped(() => world.collide({ survey: "all" }), "survey");
  mistyped(() => world.collide({ details: "points" }), 'no option "details"');
  mistyped(() => world.sweep({ earliest: 1 }), "earliest");
  mistyped(() => world.sweep({ limit: 1 }), 'no option "limit"');
  mistyped(() => new World(), "abut.world()");
  const other = await load();
  mistyped(() => other.world().add(one), "another Abut");
  assert.deepEqual([listed(world.collide().pairs), world.size], [[[0, 1]], 2]);
  refused(() => world.collide({ survey: "regions", progress: () => world.remove(0) }) && world.collide({ progress: 3 }), "BUSY");
});
