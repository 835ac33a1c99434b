// native.test.mjs - in the module answers and counters are those of the native program: number by number.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { abut, chance, matrixByChance, torus } from "./setup.mjs";

const program = fileURLToPath(new URL("../../../build/release/bin/abut", import.meta.url));
const skip = !existsSync(program) && "SKIPPED: no build/release/bin/abut";
const folder = mkdtempSync(join(tmpdir(), "abut-js-"));
after(() => rmSync(folder, { recursive: true }));

function ask(a, b, ...options) {
  try {
    return JSON.parse(execFileSync(program, ["check", a, b, "--json", ...options], { maxBuffer: 1 << 28, encoding: "utf8" }));
  } catch (error) {
    if (error.status !== 1) throw error; // 1: there is contact
    return JSON.parse(error.stdout);
  }
}
function written({ positions, index }, name) {
  const path = join(folder, name), lines = [];
  for (let i = 0; i < positions.length; i += 3) lines.push(`v ${positions.slice(i, i + 3).join(" ")}`);
  for (let i = 0; i < index.length; i += 3) lines.push(`f ${Array.from(index.slice(i, i + 3), (v) => v + 1).join(" ")}`);
  writeFileSync(path, lines.join("\n"));
  return path;
}
const rows = (columns) => Array.from({ length: 16 }, (_, i) => columns[(i % 4) * 4 + (i >> 2)]).join(" ");
const work = ({ volumeTests, triangleTests, nodeUpdates, exactTests }) => ({ volume_tests: volumeTests, triangle_tests: triangleTests, node_updates: nodeUpdates, exact_tests: exactTests });
// -0 is written as 0 or -0: it is the same number here.
const plain = (value) => JSON.parse(JSON.stringify(value));

function sameHits(hits, known) {
  const told = hits.contacts ? hits.contacts.toArray() : null;
  assert.equal(hits.count, known.pair_count);
  assert.deepEqual(work(hits), known.stats);
  assert.equal(hits.complete, known.complete);
  const pairs = Array.from({ length: hits.count }, (_, i) => ({ a: hits.pairs[2 * i], b: hits.pairs[2 * i + 1], kind: told[i].kind, points: plain(told[i].points) }));
  assert.deepEqual(pairs, plain(known.pairs));
}

const random = chance(77), poses = Array.from({ length: 12 }, () => matrixByChance(random, 1.2));

for (const method of ["wide", "obb", "dop18", "sphere"]) {
  test(`collide of two rings by ${method}: pairs, kinds, points, counters`, { skip }, () => {
    const soups = [torus(60, 30), torus(50, 24, 0.9, 0.3)], paths = soups.map((soup, i) => written(soup, `${i}.obj`)), [a, b] = soups.map((soup) => abut.mesh(soup, { method }));
    for (const [i, pose] of poses.entries()) {
      const poseB = Array.from(pose), asked = { poseA: poses[(i + 3) % 12], poseB, details: "points" };
      sameHits(abut.collide(a, b, asked), ask(...paths, "--method", method, "--points", "--pose-a", rows(asked.poseA), "--pose-b", rows(poseB)));
    }
  });
}

test("distance and depth of two rings", { skip }, () => {
  const soups = [torus(30, 12), torus(24, 10, 0.9, 0.3)], paths = soups.map((soup, i) => written(soup, `d${i}.obj`)), [a, b] = soups.map((soup) => abut.mesh(soup));
  for (const poseB of poses) {
    const near = ask(...paths, "--clearance", "3", "--pose-b", rows(poseB)), distance = abut.distance(a, b, { poseB, within: 3, details: "points" });
    assert.deepEqual([distance.lo, distance.hi, distance.pair], [near.lo, near.hi, near.pair]);
    if (near.state === "close") assert.deepEqual([plain(distance.aPoint), plain(distance.bPoint)], plain([near.a_point, near.b_point]));
    const deep = ask(...paths, "--along", "1,2,3", "--pose-b", rows(poseB)).along, along = abut.depthAlong(a, b, [1, 2, 3], { poseB });
    assert.deepEqual([along.depthLo, along.depthHi, along.clearLo, along.clearHi, along.leaps], [deep.depth.lo, deep.depth.hi, deep.clear.lo, deep.clear.hi, deep.leaps]);
  }
});

const data = process.env.ABUT_DATA, scans = [["scans/bunny.obj", "scans/spot.obj"], ["scans/teapot_solid.stl", "scans/dragon_res4.ply"], ["cad/2CylinderEngine.glb", "cad/as1-oc-214.obj"]];
for (const files of scans) {
  test(`files: ${files.join(" and ")}`, { skip: skip || (!data && "SKIPPED: no ABUT_DATA") }, () => {
    const paths = files.map((name) => join(data, name)), [a, b] = paths.map((path) => abut.mesh(abut.read(readFileSync(path), { name: path })));
    // both brought to a size of 2, about the origin, as a pose
    const poseOf = (mesh, turn) => {
      const [low, high] = mesh.bounds, scale = 2 ** -Math.ceil(Math.log2(Math.max(...high.map((h, k) => h - low[k])) / 2));
      const middle = low.map((l, k) => (l + high[k]) / 2), at = [0, 1, 2].map((r) => -scale * (turn[r] * middle[0] + turn[4 + r] * middle[1] + turn[8 + r] * middle[2]));
      return Float64Array.from(turn, (x, i) => (i % 4 === 3 ? x : i < 12 ? scale * x : at[i - 12]));
    };
    for (const turn of poses.slice(0, 2)) {
      const poseA = poseOf(a, poses[5]), poseB = poseOf(b, turn), options = ["--points", "--pose-a", rows(poseA), "--pose-b", rows(poseB)];
      const hits = abut.collide(a, b, { poseA, poseB, details: "points" });
      assert.ok(hits.count > 0);
      sameHits(hits, ask(...paths, ...options));
    }
    a.free();
    b.free();
  });
}
