// worker_cases.mjs - what holds of the library in a worker, in Node and in a browser.
import { box, expect, refusal, same, sheet } from "./cases.mjs";

const LONG = 300; // of this many squares by squares a sheet takes long with itself
const ASK = { poseB: { translation: [0.3, 0.2, 0.001] }, details: "points" };

// Until a call is under way: the first word of how far it is. Gives { answer }, a promise in an object, so that it is not waited for.
function begun(call) {
  return new Promise((resolve, reject) => {
    const answer = call({ progress: () => resolve({ answer }) });
    answer.then(() => reject(new Error("the call ended before it told how far it was")), reject);
  });
}

/** [name, async test(abut)]. */
export const workerCases = [
  ["arrays are moved, and copied where that is asked for, or where others use their memory", async (abut) => {
    const [positions, index] = box();
    const first = await abut.mesh(positions, index, { copy: true });
    same([positions.length, index.length], [24, 36], "copied");
    const call = abut.mesh(positions, index);
    same([positions.byteLength, index.byteLength], [0, 0], "moved at once");
    const second = await call;
    const memory = new ArrayBuffer(24 * 8 + 36 * 4);
    const part = [new Float64Array(memory, 0, 24), new Uint32Array(memory, 24 * 8, 36)];
    part.forEach((view, i) => view.set(box()[i]));
    const third = await abut.mesh(...part);
    same(memory.byteLength, 24 * 8 + 36 * 4, "two parts of one buffer stay");
    const wanted = (await abut.collide(first, first)).pairs;
    for (const mesh of [second, third]) same((await abut.collide(mesh, mesh)).pairs, wanted, "all are the same mesh");
    const matrix = Float64Array.from([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]);
    same((await abut.collide(first, second, { poseB: matrix })).state, "apart", "posed");
    same(matrix.length, 16, "a pose stays");
    for (const mesh of [first, second, third]) await mesh.free();
  }],
  ["what is given counts when the call is made", async (abut) => {
    const a = await abut.mesh(...box()), translation = [5, 0, 0];
    const answer = abut.collide(a, a, { poseB: { translation } });
    translation[0] = 0;
    same((await answer).state, "apart", "state");
    const later = abut.collide(a, a);
    const freed = a.free();
    same((await later).state, "contact", "asked before it was freed");
    await freed;
    await a.free();
  }],
  ["answers keep the order of the calls", async (abut) => {
    const a = await abut.mesh(...box()), order = [];
    await Promise.all([3, 0.5, 7].map((x) => abut.collide(a, a, { poseB: { translation: [x, 0, 0] } }).then(({ state }) => order.push(state))));
    same(order, ["apart", "contact", "apart"], "order");
    await a.free();
  }],
  ["properties give promises, and the same object is the same handle", async (abut) => {
    const a = await abut.mesh(...box(), { name: "a box" });
    same([a.name, await a.triangleCount, (await a.info).vertexCount], ["a box", 12, 8], "properties");
    expect(/^\d+\.\d+\.\d+$/.test(await abut.version), "version");
    expect(a.constructor.name === "Mesh" && !("then" in a) && abut.colide === undefined, "no method but those that there are");
    await a.free();
  }],
  ["what belongs to another worker, or nowhere, is refused", async (abut, { another }) => {
    const a = await abut.mesh(...box()), other = await another();
    const b = await other.mesh(...box());
    same((await refusal(() => abut.collide(a, b))).name, "TypeError", "of another worker");
    same((await refusal(() => abut.collide(a, { free() {} }))).name, "TypeError", "no mesh");
    same((await refusal(() => abut.collide(a, a, { what: () => 1 }))).name, "TypeError", "a function");
    same((await refusal(() => abut.collide(a, a, { signal: true }))).message, "signal is no AbortSignal", "signal");
    same((await refusal(() => abut.collide(a, a, { progress: 1 }))).message, "progress is no function", "progress");
    await other.close();
    same((await refusal(() => other.collide(b, b))).message, "this worker was closed", "closed");
    same((await abut.collide(a, a)).state, "contact", "and this one works");
    await a.free();
  }],
  ["progress is told, and false stops", async (abut) => {
    const a = await abut.mesh(...sheet(LONG)), told = [];
    await abut.collide(a, a, { poseB: ASK.poseB, progress: (fraction) => void told.push(fraction) });
    expect(told.length > 0 && told.every((fraction, i) => fraction >= (told[i - 1] ?? 0) && fraction <= 1), `fractions ${told}`);
    let count = 0;
    const stopped = await refusal(() => abut.collide(a, a, { ...ASK, progress: () => ++count > 100 }));
    same([stopped.name, stopped.status, stopped.code, stopped.message.startsWith("collide: "), count], ["AbutError", "CANCELLED", -11, true, 1], "stopped");
    same((await abut.collide(a, a, { limit: 5 })).pairs.length, 10, "the next call");
    await a.free();
  }],
  ["a call that waits is dropped at once", async (abut) => {
    const a = await abut.mesh(...sheet(LONG)), before = new AbortController(), waits = new AbortController(), runs = new AbortController();
    before.abort();
    const [positions, index] = box();
    same((await refusal(() => abut.mesh(positions, index, { signal: before.signal }))).name, "AbortError", "aborted before");
    same(positions.length, 24, "and nothing was taken");
    const { answer } = await begun(({ progress }) => abut.collide(a, a, { ...ASK, signal: runs.signal, progress }));
    const dropped = abut.collide(a, a, { signal: waits.signal }), kept = abut.distance(a, a, { poseB: { translation: [0, 0, 100] } });
    waits.abort();
    same((await refusal(() => dropped)).name, "AbortError", "dropped");
    runs.abort("enough");
    same(await answer.then(() => "answered", (reason) => reason), "enough", "the reason is the signal's");
    expect((await kept).lo > 90, "the one behind it is answered");
    await a.free();
  }],
  ["a call that runs is ended, and meshes stay", async (abut) => {
    const named = await abut.mesh(...box(), { name: "named" }), a = await abut.mesh(...sheet(LONG));
    const wanted = await abut.collide(named, a, { poseB: { translation: [0, 0, 0.25] } });
    expect(wanted.pairs.length > 0, "they meet");
    for (let round = 0; round < 2; round++) {
      const controller = new AbortController();
      const { answer } = await begun(({ progress }) => abut.collide(a, a, { ...ASK, signal: controller.signal, progress }));
      controller.abort();
      same((await refusal(() => answer)).name, "AbortError", "cancelled");
      const again = await abut.collide(named, a, { poseB: { translation: [0, 0, 0.25] } });
      same([again.state, Array.from(again.pairs), again.volumeTests, again.triangleTests], [wanted.state, Array.from(wanted.pairs), wanted.volumeTests, wanted.triangleTests], "the same answer, and the same counters");
      same(named.name, "named", "name");
    }
    const controller = new AbortController();
    const made = abut.mesh(...sheet(LONG), { signal: controller.signal });
    controller.abort();
    same((await refusal(() => made)).name, "AbortError", "a mesh that is made");
    same((await abut.collide(named, named)).state, "contact", "the next call");
    await a.free();
    same((await refusal(() => abut.collide(a, named))).name, "TypeError", "what was freed stays so");
    await named.free();
  }],
  ["worlds stay, too: ids, poses, pairs, and meshes that only they have", async (abut) => {
    const a = await abut.mesh(...box()), long = await abut.mesh(...sheet(LONG)), world = await abut.world();
    const at = (x) => ({ translation: [x, 0, 0] });
    for (let i = 0; i < 8; i++) await world.add(a, at(i * 0.75), { name: `part ${i}` });
    const only = await abut.mesh(...box([0, 0.5, 0], [6, 0.75, 1]));
    await world.add(only);
    await only.free();
    for (const id of [2, 5, 3]) await world.remove(id);
    same(await world.add(a, at(0.5)), 3, "the id that was removed last");
    await world.ignore([[0, 1], [6, 7], [3, 8]]);
    await world.remove(7);
    await world.pairMargins(Uint32Array.of(0, 8, 4, 6), [0.5, 0.25]);
    await world.group(4, 2, 2);
    await world.margin(0, 1);
    await world.strict(true);
    await world.move(4, Float64Array.of(0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1));
    await world.motion(6, { way: [-8, 0, 0] });
    const asked = async () => JSON.stringify([await world.collide({ survey: "clearances" }), await world.sweep(), await world.size, await world.name(6), Array.from(await world.pose(4))]);
    const wanted = await asked();
    for (let round = 0; round < 2; round++) {
      const controller = new AbortController();
      const { answer } = await begun(({ progress }) => abut.collide(long, long, { ...ASK, signal: controller.signal, progress }));
      controller.abort();
      await refusal(() => answer);
      same(await asked(), wanted, "all that the world says");
    }
    same([await world.add(a), await world.add(a), await world.add(a), await world.add(a)], [7, 5, 2, 9], "ids that are given next");
    await world.free();
    await a.free();
    await long.free();
  }],
];
