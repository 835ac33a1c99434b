// engine.test.mjs - abut-engine.wasm beside abut.wasm: the same answers and the same work, and what it has not.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { AbutError, load } from "../../../build/npm/abut/abut.js";
import { abut, chance, cube, matrixByChance, moved, torus } from "./setup.mjs";

const folder = process.env.ABUT_WASM_DIR ?? new URL("../../../build/wasm", import.meta.url).pathname;
const bytes = readFileSync(`${folder}/abut-engine.wasm`);
const engine = await load({ wasm: bytes });
const refused = (call, status, text) => assert.throws(call, (error) => error instanceof AbutError && error.status === status && error.message.includes(text), status);

// An answer as it is: all its members, those of arrays of contacts too.
function told(answer) {
  const { contacts, ...others } = answer;
  return { ...others, contacts: contacts && contacts.toArray() };
}
function bothAgree(ofAbut, ofEngine, options, what) {
  const wanted = told(abut.collide(...ofAbut, options));
  assert.deepEqual(told(engine.collide(...ofEngine, options)), wanted, what);
  return wanted;
}
const pairOf = (a, b) => [[abut.mesh(a), abut.mesh(b)], [engine.mesh(a), engine.mesh(b)]];

test("engine: the module is small, and asks for the time and for whom to tell of progress", async () => {
  assert.ok(gzipSync(bytes, { level: 9 }).length <= 130000);
  const module = await WebAssembly.compile(bytes);
  assert.deepEqual(WebAssembly.Module.imports(module).map((wanted) => `${wanted.module} ${wanted.name}`).sort(), ["abut now", "abut progress"]);
  // the functions of abut.h, all of them, and nothing of other headers
  const header = readFileSync(new URL("../../../include/abut/abut.h", import.meta.url), "utf8");
  const declared = Array.from(header.matchAll(/ABUT_API [^(;]*?(abut_\w+)\(/g), (match) => match[1]);
  const exported = WebAssembly.Module.exports(module).map(({ name }) => name).filter((name) => name.startsWith("abut_") && !name.startsWith("abut_js_"));
  assert.ok(declared.length > 20);
  assert.deepEqual(exported.sort(), declared.sort());
});

test("engine: the public cases, with points, both ways round", () => {
  for (const known of JSON.parse(readFileSync(new URL("../../../tests/cases/pairs.json", import.meta.url), "utf8"))) {
    const soup = (side) => ({ positions: side.vertices, index: side.triangles });
    const [ofAbut, ofEngine] = pairOf(soup(known.a), soup(known.b));
    const answer = bothAgree(ofAbut, ofEngine, { details: "points" }, known.name);
    assert.equal(answer.count, known.pairs.length, known.name);
    bothAgree([ofAbut[1], ofAbut[0]], [ofEngine[1], ofEngine[0]], { details: "points" }, known.name);
  }
});

test("engine: rings in poses by chance: pairs, points and work, of every method that both have", () => {
  const random = chance(7), ring = torus(), small = torus(24, 12, 0.5, 0.2);
  for (const method of ["auto", "brute"]) {
    const build = (library, soup) => library.mesh(soup, { method });
    const ofAbut = [build(abut, ring), build(abut, small)], ofEngine = [build(engine, ring), build(engine, small)];
    let touched = 0;
    for (let i = 0; i < (method === "auto" ? 200 : 4); i++) {
      const options = { poseA: matrixByChance(random), poseB: matrixByChance(random), details: i % 2 ? "points" : "pairs", limit: i % 3 ? 0 : 1 };
      const answer = bothAgree(ofAbut, ofEngine, options, `${method} ${i}`);
      assert.ok(answer.triangleTests + answer.volumeTests > 0 || answer.count === 0);
      touched += answer.count > 0;
    }
    assert.ok(touched > 0);
  }
});

test("engine: effort, memory, leaf size, a budget, and steps from the last answer's front", () => {
  for (const build of [{ effort: "fast" }, { effort: "best" }, { memory: "compact" }, { leafSize: 1 }]) {
    const ofAbut = [abut.mesh(torus(), build), abut.mesh(torus(), build)], ofEngine = [engine.mesh(torus(), build), engine.mesh(torus(), build)];
    for (let i = 0; i < 8; i++) bothAgree(ofAbut, ofEngine, { poseB: moved(1.1 + 0.01 * i), coherent: true, details: "kinds" }, JSON.stringify(build));
  }
  const ofAbut = [abut.mesh(torus()), abut.mesh(torus())], ofEngine = [engine.mesh(torus()), engine.mesh(torus())];
  const whole = bothAgree(ofAbut, ofEngine, { poseB: moved(1.1) }, "whole"), part = bothAgree(ofAbut, ofEngine, { poseB: moved(1.1), budget: 500 }, "budget");
  assert.ok(whole.complete && !part.complete && part.volumeTests < whole.volumeTests);
});

test("engine: what it has not says so in the library's words", () => {
  const one = cube(1, {}, engine), words = abut.explain("status", "NOT_AVAILABLE");
  refused(() => engine.distance(one, one), "NOT_AVAILABLE", words);
  refused(() => engine.contain(one, one), "NOT_AVAILABLE", words);
  refused(() => engine.depth(one, one), "NOT_AVAILABLE", words);
  refused(() => engine.world(), "NOT_AVAILABLE", words);
  refused(() => engine.read(new Uint8Array(10), { name: "a.stl" }), "NOT_AVAILABLE", words);
  for (const method of ["aabb", "obb", "sphere", "dop14", "quickcd14", "hybrid"]) refused(() => cube(1, { method }, engine), "NOT_AVAILABLE", words);
  assert.equal(engine.collide(one, one).state, "contact"); // none of that did harm
});

test("engine: progress is told, and ends a call", () => {
  let told = 0;
  const ring = torus(200, 100);
  engine.mesh(ring, { progress: () => void told++ });
  assert.ok(told > 0);
  refused(() => engine.mesh(ring, { progress: () => false }), "CANCELLED", "");
});
