// readme.test.mjs - the example of README.md runs, and prints what it says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

test("the example prints what is beside it", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const code = readme.match(/```js\n([^]*?)```/)[1], wanted = code.match(/console\.log\(.*\); \/\/ (.*)/)[1];
  const url = new URL("../../../build/npm/abut/abut.js", import.meta.url).href, printed = [];
  const run = code.replace('from "abut"', `from ${JSON.stringify(url)}`).replace(/^import (.*) from (.*);$/m, "const $1 = await import($2);").replaceAll("console.log", "print");
  await new Function("print", `return (async () => { ${run}\n })();`)((...told) => printed.push(...told));
  assert.equal(printed.map((x) => (ArrayBuffer.isView(x) ? `${x.constructor.name} [ ${x.join(", ")} ]` : x)).join(" "), wanted);
});

test("each question that README.md names is there, and each that is there is named", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const { Abut, Mesh } = await import("../../../build/npm/abut/abut.js").then(async (module) => ({ Abut: (await module.load()).constructor, Mesh: module.Mesh }));
  const own = Object.getOwnPropertyNames(Abut.prototype).filter((name) => !["constructor", "made", "begin", "run", "fail", "version", "explain", "poseAt", "mesh", "shapeDistance", "shapeContain", "open"].includes(name));
  for (const name of own) assert.ok(readme.includes(`${name}(`) || readme.includes(`\`${name}\``), name);
  for (const [, name] of readme.matchAll(/`mesh\.(\w+)\(/g)) assert.ok(name in Mesh.prototype, name);
});
