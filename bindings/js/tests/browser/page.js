// page.js - the page that ../browser.mjs opens: it runs the cases when it is told to, and gives a list of [name, fault or null].
import { load } from "abut";
import { start } from "abut/worker";
import { box, cases, same, sheet } from "../cases.mjs";
import { workerCases } from "../worker_cases.mjs";

const pairs = await (await fetch("/cases/pairs.json")).json();

async function run(list, abut, more) {
  const told = [];
  for (const [name, test] of list) {
    const begin = performance.now();
    const fault = await test(abut, more).then(() => null, (error) => `${error.name}: ${error.message}`);
    told.push([name, fault, performance.now() - begin]);
  }
  return told;
}

// A file that is dropped: its bytes are read by the library, here and in a worker.
const dropped = new Promise((resolve) => {
  const place = document.querySelector("#drop");
  place.addEventListener("dragover", (event) => event.preventDefault());
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    resolve([...event.dataTransfer.files]);
  });
});
const fileCases = [
  ["a file that was dropped", async (abut, { file }) => {
    const { name, positions, index, format } = await abut.readFile(file);
    same([name, format, Array.from(index)], ["dropped.obj", "obj", [0, 1, 2]], "what was read");
    const triangle = await abut.mesh(positions, index), a = await abut.mesh(...box());
    same((await abut.collide(a, triangle)).state, "contact", "with the box");
  }],
];

// A worker of one classic script, from a blob, with the bytes of the module: as in a page that is one file.
async function startBlob(options) {
  const script = await (await fetch("/built/side.js")).blob();
  const bytes = await (await fetch("/abut/abut.wasm")).arrayBuffer();
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return start({ worker: () => new Worker(url), wasm: bytes, ...options });
}

window.ready = {
  isolated: () => globalThis.crossOriginIsolated,
  async direct() {
    const abut = await load();
    const [file] = await dropped;
    return run([...cases, ...fileCases], abut, { pairs, file, bytes: () => abut.memory.buffer.byteLength });
  },
  async worker(how) {
    const make = how === "blob" ? startBlob : start;
    const abut = await make(), [file] = await dropped;
    const told = [...(await run(cases, abut, { pairs })), ...(await run(fileCases, abut, { file })), ...(await run(workerCases, abut, { another: make }))];
    await abut.close();
    return told;
  },
  async refused() {
    const words = async (call) => call().then(() => "", (error) => error.message);
    return [await words(() => load({ wasm: "/nowhere.wasm" })), await words(() => load({ wasm: "/tests/browser/index.html" })),
      await words(() => start({ url: "/nowhere.js" })), await words(() => start({ shared: true })), await words(() => start({ whatever: 1 }))];
  },
  // What a worker costs, in milliseconds: a call of two boxes that are apart; a sheet of 180,000 triangles that is made, its first
  // answer after that, and a call after one with it that was cancelled.
  async costs() {
    const abut = await start(), a = await abut.mesh(...box()), poseB = { translation: [3, 0, 0] }, times = {};
    const timed = async (name, call, count = 1) => {
      const begin = performance.now();
      for (let i = 0; i < count; i++) await call();
      times[name] = (performance.now() - begin) / count;
    };
    const asked = () => abut.collide(a, a, { poseB });
    await timed("warm", asked, 200);
    await timed("call", asked, 1000);
    let long;
    const arrays = sheet(300);
    await timed("made", async () => (long = await abut.mesh(...arrays)));
    await timed("then", asked);
    const controller = new AbortController();
    const call = abut.collide(long, long, { poseB: { translation: [0.3, 0.2, 0.001] }, details: "points", signal: controller.signal, progress: () => controller.abort() });
    same(await call.then(() => "answered", (error) => error.name), "AbortError", "cancelled");
    await timed("next", asked);
    await abut.close();
    return times;
  },
};
document.body.dataset.ready = "";
