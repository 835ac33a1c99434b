// engine.test.mjs - the small module, abut-engine.wasm, in the same package: what it has is the same, and the rest says so.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { AbutError, load, Shape } from "../../../build/npm/abut/abut.js";
import { abut, chance, cube, matrixByChance, moved, torus } from "./setup.mjs";

const engine = await load({ wasm: readFileSync(new URL("../../../build/wasm/abut-engine.wasm", import.meta.url)) });
const unavailable = (call) => assert.throws(call, (error) => error instanceof AbutError && error.status === "NOT_AVAILABLE", String(call));

test("contacts, counters and batches are those of the whole library", () => {
  const random = chance(8), poses = Array.from({ length: 20 }, () => matrixByChance(random, 1.2));
  const asked = (library) => {
    const a = library.mesh(torus()), b = library.mesh(torus(30, 12, 0.9, 0.3));
    const answers = poses.map((poseB) => library.collide(a, b, { poseB, details: "points" })).map((hits) => ({ ...hits, contacts: hits.contacts.toArray() }));
    return [answers, library.collideBatch(a, b, poses), library.collide(a, b, { limit: 1 }), library.trianglesTouch([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 0, 0, 1, 0, 0, 0, 1, 1]), a.triangles, a.info.treeBytes];
  };
  assert.deepEqual(asked(engine), asked(abut));
  const coherent = engine.collide(cube(1, {}, engine), cube(1, {}, engine), { poseB: moved(1), coherent: true });
  assert.equal(coherent.state, "contact");
  assert.equal(engine.version, abut.version);
});

test("what is not in it says NOT_AVAILABLE", () => {
  const one = cube(1, {}, engine), soup = torus(8, 6);
  const calls = [
    () => engine.distance(one, one), () => engine.within(one, one, 1), () => engine.contain(one, one), () => engine.firstContact(one, one), () => engine.depth(one, one), () => engine.depthAlong(one, one, [1, 0, 0]),
    () => engine.reach(one, one), () => engine.signedDistance(one, one), () => engine.overlap(one, one), () => engine.selfCollide(one), () => engine.shapeCollide(one, Shape.point([0, 0, 0])),
    () => engine.shapeDistance(one, Shape.point([0, 0, 0])), () => engine.shapeContain(one, Shape.point([0, 0, 0])), () => engine.shapeBatch(one, []), () => engine.distanceBatch(one, one, [null]), () => engine.withinBatch(one, one, 1, [null]),
    () => engine.firstContactBatch(one, one, [null], [null]), () => engine.world(), () => engine.read(new Uint8Array(3)), () => engine.open(new Uint8Array(3)), () => one.save(), () => one.nearest([[0, 0, 0]]), () => one.contains([[0, 0, 0]]),
    () => one.isSolid, () => one.solid, () => engine.statistics(soup), () => engine.verticesSelfFirst(soup, null), () => engine.verticesFirst(soup, null, soup, null), () => engine.poseAt(null, null, 0), () => engine.poseSlack(null, null, 0, one),
    () => engine.explain("reason", "open"), () => engine.mesh(soup, { method: "obb" }),
  ];
  for (const call of calls) unavailable(call);
  assert.equal(engine.explain("status", "NOT_RIGID"), abut.explain("status", "NOT_RIGID"));
  one.free();
});
