// page.js - the page that ../browser.mjs opens: it runs the cases when it is told to, and gives a list of [name, fault or null].
import { load } from "abut";
import { start } from "abut/worker";
import { box, cases, expect, same } from "../cases.mjs";
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
  async drag() {
    // What a call costs beside the call itself: as long as a page waits for the answer of two boxes that are apart.
    const abut = await start(), a = await abut.mesh(...box());
    const poseB = { translation: [3, 0, 0] };
    for (let i = 0; i < 200; i++) await abut.collide(a, a, { poseB });
    const begin = performance.now();
    for (let i = 0; i < 1000; i++) await abut.collide(a, a, { poseB });
    const each = performance.now() - begin;
    await abut.close();
    expect(each > 0, "time passes");
    return each;
  },
};
document.body.dataset.ready = "";
