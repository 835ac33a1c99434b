// readme.test.mjs - README.md names what there is. Its example is run by tools/check_blocks.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

test("each question that README.md names is there, and each that is there is named", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const { Abut, Mesh } = await import("../../../build/npm/abut/abut.js").then(async (module) => ({ Abut: (await module.load()).constructor, Mesh: module.Mesh }));
  const own = Object.getOwnPropertyNames(Abut.prototype).filter((name) => !["constructor", "made", "begin", "run", "fail", "version", "explain", "poseAt", "mesh", "shapeDistance", "shapeContain", "open"].includes(name));
  for (const name of own) assert.ok(readme.includes(`${name}(`) || readme.includes(`\`${name}\``), name);
  for (const [, name] of readme.matchAll(/`mesh\.(\w+)\(/g)) assert.ok(name in Mesh.prototype, name);
});
