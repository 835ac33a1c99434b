// worker.test.mjs - abut/worker in Node, with shared memory and without; and the same cases without a worker.
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { load } from "../../../build/npm/abut/abut.js";
import { start } from "../../../build/npm/abut/worker.js";
import { box, cases, expect, refusal, same } from "./cases.mjs";
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

test("a worker that ends by itself", async () => {
  let worker;
  const make = () => (worker = new Worker(new URL("../../../build/npm/abut/worker_side.js", import.meta.url)));
  const abut = await start({ worker: make, wasm: readFileSync(new URL("../../../build/npm/abut/abut.wasm", import.meta.url)) });
  const mesh = await abut.mesh(...box()), call = abut.collide(mesh, mesh), next = abut.collide(mesh, mesh);
  call.catch(() => {});
  next.catch(() => {});
  worker.terminate();
  same((await refusal(() => next)).message, "the worker ended", "a call that waits");
  same((await refusal(() => abut.collide(mesh, mesh))).message, "the worker ended", "a call afterwards");
  const none = await refusal(() => start({ url: new URL("nowhere.js", import.meta.url) }));
  expect(/^the worker ended: Cannot find module/.test(none.message), none.message);
});

for (const shared of [true, false]) {
  test(`handles that nobody has any more, ${shared ? "with" : "without"} shared memory`, async () => {
    setFlagsFromString("--expose_gc");
    const collect = runInNewContext("gc"), abut = await start({ shared }), { handles } = abut.client, world = await abut.world();
    const fill = async () => {
      for (let i = 0; i < 20; i++) await abut.mesh(...box());
      return world.add(await abut.mesh(...box(), { name: "held" }));
    };
    const id = await fill();
    same(handles.size, 23, "the library, a world, meshes");
    for (let i = 0; i < 100 && handles.size > 2; i++) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    same(handles.size, 2, "the library and a world");
    const held = await world.mesh(id);
    same([held.name, await held.triangleCount, (await abut.collide(held, held)).state, held === (await world.mesh(id))], ["held", 12, "contact", true], "what a world has");
    await abut.close();
  });
}
