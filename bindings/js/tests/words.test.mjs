// words.test.mjs - words and statuses of the package are those that the library says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { statuses, structs, words } from "../../../build/npm/abut/lib/tables.js";
import { abut } from "./setup.mjs";

const tell = (name, value) => abut.memory.text(abut.exports[name](value) >>> 0);
// Enums of which the library tells words, and the function that does.
const TOLD = {
  band: "abut_band_text", curve_end: "abut_curve_end_text", curve_kind: "abut_curve_kind_text", method: "abut_method_name", motion_state: "abut_motion_state_text",
  relation: "abut_relation_text", self_class: "abut_self_class_text", self_verdict: "abut_self_verdict_text", shape_kind: "abut_shape_text",
  shape_relation: "abut_shape_relation_text", side: "abut_side_text", state: "abut_state_text",
};

test("words are the library's", () => {
  for (const [name, call] of Object.entries(TOLD)) {
    for (let i = 0; i < words[name].length + 3; i++) assert.equal(words[name][i] ?? null, tell(call, i), `${name} ${i}`);
  }
});

test("reasons and faults are words, and explained by the library", () => {
  assert.deepEqual(words.reason, ["none", "open", "ambiguous", "unoriented"]);
  assert.deepEqual(words.fault, ["none", "open", "flat", "crossing", "unknown"]);
  for (const [name, call] of [["reason", "abut_reason_text"], ["fault", "abut_fault_text"]]) {
    words[name].forEach((word, i) => assert.equal(abut.explain(name, word), tell(call, i)));
    assert.equal(tell(call, words[name].length), null, name);
  }
  words.method.forEach((word, i) => assert.equal(abut.explain("method", word), tell("abut_method_text", i)));
});

test("statuses are those of the header, and explained by the library", () => {
  const header = readFileSync(new URL("../../../include/abut/abut.h", import.meta.url), "utf8");
  const known = [...header.matchAll(/^ {4}ABUT_([A-Z_]+) = (-?\d+),/gm)].map(([, name, code]) => [Number(code), name]).filter(([code]) => code <= 0 && code > -100);
  const own = known.filter(([code, name]) => statuses[code] === name);
  assert.equal(own.length, Object.keys(statuses).length);
  for (const [code, word] of Object.entries(statuses)) assert.equal(abut.explain("status", word), tell("abut_status_text", Number(code)));
  assert.throws(() => abut.explain("status", "NOT_THERE"), TypeError);
  assert.throws(() => abut.explain("colour", "red"), TypeError);
});

test("the version is the header's", () => {
  const header = readFileSync(new URL("../../../include/abut/abut.h", import.meta.url), "utf8");
  assert.equal(abut.version, header.match(/ABUT_VERSION_STRING "(.*)"/)[1]);
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url)));
  assert.equal(abut.version, version);
});

test("no option of the library is missing: each member of what is asked can be given", () => {
  const pointers = { ask: ["walk"], distance_ask: [], clearance_ask: [], motion_ask: [], solids_ask: ["aSolid", "bSolid"], overlap_ask: ["aSolid", "bSolid"], self_ask: [], shape_ask: [], point_ask: ["solid"] };
  for (const [name, left] of Object.entries(pointers)) {
    const found = Object.entries(structs[name].fields).filter(([, field]) => field.kind === "*").map(([member]) => member);
    assert.deepEqual(found, left, name);
  }
});
