// worker.test.mjs - abut/worker in Node, with shared memory and without; and the same cases without a worker.
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "../../../build/npm/abut/abut.js";
import { start } from "../../../build/npm/abut/worker.js";
import { cases } from "./cases.mjs";
import { workerCases } from "./worker_cases.mjs";

const pairs = JSON.parse(readFileSync(new URL("../../../tests/cases/pairs.json", import.meta.url)));

test("without a worker", async (t) => {
  const abut = await load(), bytes = () => abut.memory.buffer.byteLength;
  for (const [name, run] of cases) await t.test(name, () => run(abut, { pairs, bytes }));
});

for (const shared of [true, false]) {
  test(`a worker ${shared ? "with" : "without"} shared memory`, async (t) => {
    const abut = await start({ shared });
    for (const [name, run] of cases) await t.test(name, () => run(abut, { pairs }));
    for (const [name, run] of workerCases) await t.test(name, () => run(abut, { another: () => start({ shared }) }));
    await abut.close();
  });
}
