// client.test.mjs - the page's side of the session, with a worker that answers when the test says so.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Session } from "../../bindings/js/page/session/client.js";

class Worker {
  posted = [];
  postMessage(message) {
    this.posted.push(message);
  }
  answer(number, more) {
    this.onmessage({ data: { call: this.posted[number].call, ...more } });
  }
  terminate() {
    this.ended = true;
  }
}
const opened = () => {
  const worker = new Worker();
  return [new Session(worker), worker];
};
const settle = () => new Promise((done) => setTimeout(done));
const pair = (a, b, more) => ({ a, b, count: 1, ...more });

test("of questions that wait the newest is asked, others are null", async () => {
  const [session, worker] = opened(), all = [1, 2, 3, 4].map((n) => session.ask({ n }));
  assert.deepEqual(worker.posted.map((m) => m.args[0].n), [1]);
  worker.answer(0, { result: { state: "apart", pairs: [] } });
  assert.equal((await all[0]).state, "apart");
  assert.deepEqual([await all[1], await all[2]], [null, null]);
  await settle();
  assert.deepEqual(worker.posted.map((m) => m.args[0].n), [1, 4]);
  worker.answer(1, { error: { message: "no", status: "NOT_RIGID" } });
  await assert.rejects(all[3], { message: "no", status: "NOT_RIGID" });
  const next = session.ask({ n: 5 });
  worker.answer(2, { result: { state: "contact", pairs: [] } });
  assert.equal((await next).state, "contact");
});

test("a pair that is as it was is told from before", async () => {
  const [session, worker] = opened(), first = session.ask(), told = pair(1, 2, { points: [7] });
  worker.answer(0, { result: { pairs: [told, pair(1, 3)] } });
  await first;
  const second = session.ask();
  worker.answer(1, { result: { pairs: [pair(1, 2, { same: true })] } });
  assert.deepEqual((await second).pairs, [told]);
});

test("calls: progress, an end by a signal, errors with what they know", async () => {
  const [session, worker] = opened(), stop = new AbortController(), told = [];
  const adding = session.add([{ name: "a.stl", bytes: new ArrayBuffer(8) }], { onProgress: (fraction, words) => told.push([fraction, words]), signal: stop.signal });
  await settle();
  worker.answer(0, { fraction: 0.5, words: "reading a.stl" });
  assert.deepEqual(told, [[0.5, "reading a.stl"]]);
  stop.abort();
  assert.deepEqual([worker.posted[1].name, worker.posted[1].args], ["cancel", [worker.posted[0].call]]);
  worker.answer(0, { error: { name: "AbortError", message: "cancelled" } });
  await assert.rejects(adding, { name: "AbortError" });
  await assert.rejects(session.add([{ name: "a.stl", bytes: new ArrayBuffer(8) }], { signal: stop.signal }), { name: "AbortError" });
  const failing = session.add([{ name: "b.obj", bytes: new ArrayBuffer(8) }]);
  await settle();
  worker.answer(2, { error: { name: "FileError", message: "b.obj: line 3", file: "b.obj", line: 3 } });
  await assert.rejects(failing, { file: "b.obj", line: 3, name: "FileError" });
});

test("when the worker fails, so does what waits for it", async () => {
  const [session, worker] = opened(), asked = session.ask(), saved = session.command();
  worker.onerror({ message: "out of memory" });
  await assert.rejects(asked, /out of memory/);
  await assert.rejects(saved, /out of memory/);
  const more = session.memory();
  session.close();
  await assert.rejects(more, /closed/);
  assert.ok(worker.ended);
});
