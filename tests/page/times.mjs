// times.mjs - how long the page takes, in Chromium: from files to the first answer, and the worker's time of a frame while a
// part is dragged. The numbers of docs/notes/browser.md; nothing of it is a test.
//   node tests/page/times.mjs [FILE A [FILE B]]     default: tori of 5e5 and of 7e4 triangles. After tools/page.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { launch } from "../report/look.mjs";

const root = resolve(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../.."), folder = mkdtempSync(join(tmpdir(), "abut-times-"));
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const FRAMES = 240, TURN = 0.25; // degrees a frame

function torus(triangles, tube, suffix) {
  const path = join(folder, `torus-${triangles}-${tube}.${suffix}`);
  spawnSync(join(root, "build/release/bin/abut-scene"), ["torus", `triangles=${triangles}`, `tube=${tube}`, "-o", path]);
  return path;
}

async function open(browser) {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(300000);
  await page.goto(`file://${join(root, "build/page/abut.html")}`);
  await page.waitForSelector("body[data-state=still]");
  return page;
}

// Open files, and wait until all is told about them.
async function take(page, files) {
  const opened = await page.evaluate(() => document.body.dataset.opened);
  await page.setInputFiles("#files", files);
  await page.waitForFunction((n) => document.body.dataset.opened !== n && document.body.dataset.state === "still", opened);
}

// Milliseconds from the choice of files until the first answer about them, and the module's bytes then.
async function first(browser, files) {
  const page = await open(browser);
  await take(page, files);
  const out = await page.evaluate(async () => [Number(document.body.dataset.first), await globalThis.abut.page.session.memory()]);
  await page.context().close();
  return out;
}

// The worker's milliseconds of each frame while b goes through a.
async function drag(browser, files) {
  const page = await open(browser);
  await take(page, files);
  const out = await page.evaluate(async ([frames, turn]) => {
    const { session, parts: [{ part: a }, { part: b }] } = globalThis.abut.page, size = Math.hypot(...a.high.map((x, k) => x - a.low[k])), times = [], pairs = [];
    for (let i = 0; i < frames; i++) {
      session.setPose(b.id, { axis: [0.3, 1, 0.2], degrees: turn * i, translation: [size * (0.4 - 0.001 * i), 0, 0] });
      const answer = await session.ask({ live: true });
      times.push(answer.micros.all / 1000);
      pairs.push(answer.pairs[0].count);
    }
    return { times, pairs };
  }, [FRAMES, TURN]);
  await page.context().close();
  return out;
}

const browser = await launch(join(root, "build/report/node_modules"));
try {
  const given = process.argv.slice(2).map((path) => resolve(path));
  for (const files of given.length ? [given] : ["stl", "ply", "obj"].map((suffix) => [torus(5e5, 0.3, suffix), torus(5e5, 0.31, suffix)])) {
    const [told, memory] = await first(browser, files);
    console.log(`${files.map((f) => `${basename(f)} (${(statSync(f).size / 1e6).toFixed(1)} MB)`).join(", ")}: first answer after ${(told / 1000).toFixed(2)} s; ${(memory / 1e6).toFixed(0)} MB in the module`);
  }
  const { times, pairs } = await drag(browser, given.length === 2 ? given : [torus(7e4, 0.3, "stl"), torus(7e4, 0.31, "stl")]);
  const sorted = [...times].sort((a, b) => a - b), at = (part) => sorted[Math.floor(part * (sorted.length - 1))].toFixed(2);
  console.log(`dragging, ${FRAMES} frames, ${Math.min(...pairs)} to ${Math.max(...pairs)} pairs (median ${median(pairs)}): ${at(0.5)} ms of the worker a frame, 95 of 100 below ${at(0.95)}, the longest ${at(1)}`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
