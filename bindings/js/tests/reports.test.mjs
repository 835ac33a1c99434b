// reports.test.mjs - what other libraries were reported to get wrong: pairs, distances, depths and first contacts, as they are.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { abut, box, listed, sorted } from "./setup.mjs";

const json = (path) => JSON.parse(readFileSync(path, "utf8"));
const here = new URL("../../../tests/cases/", import.meta.url);
const sets = [["tests/cases", json(new URL("pairs.json", here))]];
if (process.env.ABUT_DATA) sets.push(["shared cases", json(`${process.env.ABUT_DATA}/../cases/pairs.json`)]);
else test("shared cases", { skip: "SKIPPED: no ABUT_DATA" }, () => {});

for (const [name, cases] of sets) {
  test(`${name}: pairs and distances, in both orders`, () => {
    assert.equal(cases.length, 15);
    for (const known of cases) {
      const a = abut.mesh(known.a.vertices, known.a.triangles), b = abut.mesh(known.b.vertices, known.b.triangles);
      for (const [one, other, pairs] of [[a, b, known.pairs], [b, a, sorted(known.pairs.map(([p, q]) => [q, p]))]]) {
        const hits = abut.collide(one, other), distance = abut.distance(one, other);
        assert.deepEqual(listed(hits.pairs), pairs, known.name);
        assert.equal(hits.state, pairs.length ? "contact" : "apart", known.name);
        // The file's distances are rounded some times: reports.json has them exactly.
        assert.ok(Math.abs(distance.hi - known.distance) <= 1e-8 * known.distance && distance.hi - distance.lo <= distance.hi * Number.EPSILON, known.name);
      }
      a.free();
      b.free();
    }
  });
}

const reports = json(new URL("reports.json", here)), of = (kind) => reports.filter((report) => report.kind === kind);

// A fraction's root is between two doubles if its square is between theirs, as whole numbers have it.
function squareOf(x) {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, x);
  const all = bits.getBigUint64(0), exponent = Number((all >> 52n) & 2047n), part = all & ((1n << 52n) - 1n);
  const whole = exponent ? part | (1n << 52n) : part, power = 2 * ((exponent || 1) - 1075);
  return power >= 0 ? [whole * whole << BigInt(power), 1n] : [whole * whole, 1n << BigInt(-power)];
}
const atMost = ([n, d], [m, e]) => n * e <= m * d;

test("reported distances: the doubles next to the root of a fraction, the least pair, in both orders", () => {
  assert.ok(of("distance").length >= 15);
  for (const known of of("distance")) {
    const [n, d] = known.distance_squared.split("/"), square = [BigInt(n), BigInt(d ?? 1)];
    const poses = (known.poses ?? []).map((text) => {
      const rows = text.split(" ").map(Number);
      return rows.map((_, i) => rows[(i % 4) * 4 + (i >> 2)]);
    });
    const a = abut.mesh(known.a.vertices, known.a.triangles), b = abut.mesh(known.b.vertices, known.b.triangles);
    const there = abut.distance(a, b, { poseA: poses[0], poseB: poses[1] }), back = abut.distance(b, a, { poseA: poses[1], poseB: poses[0] });
    for (const answer of [there, back]) {
      assert.ok(atMost(squareOf(answer.lo), square) && atMost(square, squareOf(answer.hi)), known.id);
      assert.ok(answer.hi - answer.lo <= answer.hi * Number.EPSILON, known.id);
    }
    assert.deepEqual(there.pair, known.triangles, known.id);
  }
});

test("reported penetrations: the least depth, volumes, reach, ways", () => {
  let asked = 0;
  for (const known of reports.filter((report) => report.solids)) {
    for (const { boxes, skew, least, volume, reach, ways } of known.solids) {
      const soups = boxes.map((corners) => box(corners.slice(0, 3), corners.slice(3)));
      if (skew) soups.push(box([0, 0, 0], [1, 1, 1]));
      if (skew) soups[1].positions.forEach((x, i, all) => i % 3 || (all[i] = x + 2 - 2 * all[i + 2]));
      const [a, b] = soups.map((soup) => abut.mesh(soup)), depth = abut.depth(a, b);
      assert.ok(depth.lo <= least * (1 + 1e-12) && least * (1 - 1e-12) <= depth.hi && (depth.isConvex || least === 0), `${known.id}: ${least}`);
      if (volume !== undefined) {
        const shared = abut.overlap(a, b, { volume: true });
        assert.ok(shared.volumeLo <= volume * (1 + 1e-9) && volume * (1 - 1e-9) <= shared.volumeHi, `${known.id}: volume ${volume}`);
      }
      if (reach) {
        const told = abut.reach(a, b);
        [told.aInB, told.bInA].forEach((deepest, i) => assert.ok(Math.abs(deepest.hi - reach[i]) <= 1e-5 * Math.max(1, reach[i]), `${known.id}: reach`));
      }
      for (const [x, y, z, first, last] of ways ?? []) {
        const along = abut.depthAlong(a, b, [x, y, z]);
        assert.ok(Math.abs(along.depthHi - first) <= 1e-12 * first && Math.abs(along.clearHi - last) <= 1e-12 * last, `${known.id}: ${x} ${y} ${z}`);
      }
      asked++;
    }
  }
  assert.equal(asked, 8);
});

test("reported motions: the first contact, a fraction where it is one", () => {
  let asked = 0;
  for (const known of of("ccd")) {
    for (const { boxes, at, turned, moves, pieces, first, apart } of known.motions) {
      const [a, b] = boxes.map((corners) => abut.mesh(box(corners.slice(0, 3), corners.slice(3))));
      const [poseA, poseB] = at.map((translation, i) => ({ translation, axis: [0, 0, 1], degrees: turned?.[i] ?? 0 }));
      const [motionA, motionB] = moves.map((move) => move && Array(pieces).fill(move));
      const answer = abut.firstContact(a, b, { poseA, poseB, motionA, motionB });
      const isStraight = moves.every((move) => !move?.degrees);
      if (first === null) assert.deepEqual([answer.state, answer.tLo], ["free", pieces], known.id);
      else {
        const [n, d] = String(first).split("/").map(Number), time = n / (d ?? 1), error = isStraight ? 2 ** -52 * time : 1e-6;
        assert.equal(answer.state, "contact", known.id);
        assert.ok(Math.abs(answer.tLo - time) <= error && Math.abs(answer.tHi - time) <= error, `${known.id}: ${answer.tLo} ${answer.tHi}`);
      }
      if (apart) assert.equal(abut.firstContact(a, b, { poseA, poseB, motionA, motionB, separation: apart - 0.001 }).state, "free");
      const end = { poseA: abut.poseAt(poseA, motionA, pieces), poseB: abut.poseAt(poseB, motionB, pieces) };
      const separation = 1.001 * abut.distance(a, b, end).hi;
      if (apart) assert.notEqual(abut.firstContact(a, b, { poseA, poseB, motionA, motionB, separation }).state, "free");
      asked++;
    }
  }
  assert.equal(asked, 10);
});
