// run.mjs - abut beside three-mesh-bvh and rapier in Debian's chromium, all in one run.
//   node run.mjs SCENES OUT [--only TEXT] [--seconds S] [--part cases|scenes|call|large|drag]...
// SCENES: what "abut-bench peers --write SCENES" left. OUT: a folder for browser.txt and browser-cases.txt; "-": only print.
// Ends with 1 if abut is wrong, or in a run of all scenes if a bar is missed.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { openBrowser, openPage, modulesFolder } from "../tests/chromium.mjs";
import { serve } from "../tests/serve.mjs";
import { processorClock } from "./processor.mjs";

const BAR = 10, FRAME_MS = 8, STEPS = 300;
const MILLION = "turn torus 1M";

const { scenes, out, only, seconds, parts } = read(process.argv.slice(2));
const here = dirname(fileURLToPath(import.meta.url)), root = join(here, "../../..");
const places = { "/abut/": join(root, "build/npm/abut"), "/bench/": here, "/cases/": join(root, "tests/cases"), "/modules/": modulesFolder, "/scenes/": scenes };
const server = await serve(places, { isolated: true });
const clock = await processorClock(), browser = await openBrowser();
const failures = [];
let file = null;

function read(words) {
  const [scenes, out, ...rest] = words, how = { scenes: resolve(scenes), out, only: null, seconds: 1, parts: [] };
  for (let i = 0; i < rest.length; i += 2) {
    if (rest[i] === "--only") how.only = rest[i + 1];
    else if (rest[i] === "--seconds") how.seconds = Number(rest[i + 1]);
    else if (rest[i] === "--part") how.parts.push(rest[i + 1]);
    else throw new Error(`there is no option ${rest[i]}`);
  }
  return how;
}

function say(line = "") {
  console.log(line);
  if (file) appendFileSync(file, `${line}\n`);
}
function begin(name, title) {
  file = out === "-" ? null : join(out, name);
  if (file) writeFileSync(file, "");
  say(title);
  const machine = `${cpus()[0].model.trim()}, ${cpus().length} processors, ${arch()}, load ${loadavg()[0].toFixed(1)}`;
  say(`${new Date().toISOString().slice(0, 10)}, ${machine}; Chromium ${browser.version()}`);
}

// ------------------------------------------------------------------------------------------------ cases

async function tellCases(page) {
  const [abut, newest, older, rapier] = await page.evaluate(() => globalThis.bench.names());
  const sides = [`${abut}, doubles`, `${newest}, doubles`, `${newest}, floats`, `${older}, doubles`, `${rapier} (floats)`];
  const cases = await page.evaluate(() => globalThis.bench.cases("/cases/pairs.json"));
  begin("browser-cases.txt", `Who is right about the ${cases.length} cases of tests/cases/pairs.json`);
  say(`Of each case the pairs of triangles that meet, by rational arithmetic on the doubles as written; of each library whether it is right about yes and
no, and of the pairs that it tells how many it misses (-) and invents (+). In floats the case of the far offset is another: there is no gap. Pairs of
rapier are those in which a world of it has a contact that is no farther than 0: it tells them of what it simulates only.\n`);
  sides.forEach((name, i) => say(`  ${"ABCDE"[i]}  ${name}`));
  say(`\n${"case".padEnd(38)}${"pairs".padStart(5)}${[..."ABCDE"].map((letter) => letter.padStart(16)).join("")}`);
  for (const { name, pairs, told } of cases) {
    const cell = ({ isRight, missed, invented }) => `${isRight ? "right" : "WRONG"}${missed ? ` -${missed}` : ""}${invented ? ` +${invented}` : ""}`;
    say(`${name.padEnd(38)}${String(pairs).padStart(5)}${told.map((t) => cell(t).padStart(16)).join("")}`);
  }
  const total = (tell) => sides.map((_, i) => `${cases.filter(({ told }) => tell(told[i])).length} of ${cases.length}`.padStart(16)).join("");
  say(`${"yes and no are right".padEnd(43)}${total((t) => t.isRight)}`);
  say(`${"all pairs are right".padEnd(43)}${total((t) => t.missed + t.invented === 0)}`);
  if (!cases.every(({ told: [t] }) => t.isRight && t.missed + t.invented === 0)) failures.push("abut is wrong about a case");
}

// ------------------------------------------------------------------------------------------------ scenes

function listed() {
  const lines = readFileSync(join(scenes, "scenes.txt"), "utf8").trim().split("\n");
  return lines.map((line) => ({ file: line.split(" ")[0], name: line.slice(line.indexOf(" ") + 1) }));
}
const number = (x) => x.toPrecision(x < 1000 ? 3 : Math.ceil(Math.log10(x)));
const mean = (ratios) => Math.exp(ratios.reduce((sum, x) => sum + Math.log(x), 0) / ratios.length);

const HEAD = ["scene".padEnd(22), "what".padEnd(15), "asked", "runs".padStart(5), "abut us".padStart(9), "other us".padStart(10), "ratio".padStart(9), "  answers"];

function tellRow(name, what, row, sums) {
  const title = `${name.padEnd(22)}${what.padEnd(15)}`;
  if (row.skipped) return say(title + row.skipped);
  const ratio = row.theirs / row.ours, told = row.missed + row.invented;
  const pairs = told ? `of ${row.pairs} pairs it misses ${row.missed}, invents ${row.invented}` : "equal";
  const differs = row.yesNoDiffers ? `yes/no differs ${row.yesNoDiffers} of ${row.asked}` : pairs;
  if (row.oursWrong) failures.push(`${name}, ${what}: abut is wrong ${row.oursWrong} times`);
  (sums[what] ??= []).push({ name, ratio, counts: row.counts });
  const numbers = [String(row.queries).padStart(5), String(row.runs).padStart(5), number(row.ours).padStart(9), number(row.theirs).padStart(10), ratio.toFixed(2).padStart(9)];
  say(`${title}${numbers.join("")}  ${differs}${row.counts ? "" : " (does not count)"}${row.way === "{}" ? "" : `; ${wayOf(JSON.parse(row.way), what)}`}`);
}
function wayOf({ strategy, asGeometry }, what) {
  return `${strategy}${what === "all" ? "" : asGeometry ? ", intersectsGeometry" : ", bvhcast"}`;
}

function tellMean(what, rows) {
  const counted = rows.filter(({ counts }) => counts).sort((a, b) => a.ratio - b.ratio), all = mean(rows.map((r) => r.ratio)).toFixed(2);
  const middle = mean(counted.map((r) => r.ratio)), least = counted[0]; // of none: not a number
  const over = counted.length ? `geometric mean ${middle.toFixed(2)} (least ${least.ratio.toFixed(2)}, ${least.name})` : "no mean";
  say(`${what.padEnd(15)}${over} over the ${counted.length} of ${rows.length} scenes that count; over all ${all}`);
  if (!only && !what.includes("rapier") && !(middle >= BAR)) failures.push(`${what}: the mean is below ${BAR}`);
}

async function tellScenes(page) {
  const sums = {};
  say(`
Scenes of "abut-bench peers": microseconds of the processor a query, medians, by turns; abut through its JavaScript. first: any contact; all: all
pairs. ratio: how many times as long the other takes. Of three-mesh-bvh positions are doubles, trees are not indirect, and of its ways to split,
and for a first contact of bvhcast and intersectsGeometry, it is what is fastest on the scene. rapier: intersectsShape, its trees built before. A
row counts if all yes and no are equal, or at most one pair of a hundred is wrong.
`);
  say(HEAD.join(""));
  for (const { file: name, name: scene } of listed().filter((one) => !only || one.name.includes(only))) {
    const rows = await page.evaluate((words) => globalThis.bench.scene(...words), [`/scenes/${name}`, seconds, clock.url]);
    tellRow(scene, "first", rows.first, sums);
    tellRow(scene, "all", rows.all, sums);
    tellRow(scene, "first, rapier", rows.rapier, sums);
  }
  say();
  for (const [what, rows] of Object.entries(sums)) tellMean(what, rows);
}

// ------------------------------------------------------------------------------------- a call, and large models

async function tellCall(page) {
  const { javascript, library } = await page.evaluate((clock) => globalThis.bench.call(clock), clock.url);
  say(`\nA first contact of two cubes far apart: ${javascript.toFixed(2)} us by abut.collide, of which the library's function takes ${library.toFixed(2)}.`);
}

async function tellLarge(page) {
  const torus = listed().find(({ name }) => name === MILLION);
  if (!torus) return say(`\nSKIPPED: a large file: the scenes have no "${MILLION}"`);
  for (const effort of ["normal", "fast"]) {
    const r = await page.evaluate((words) => globalThis.bench.large(...words), [`/scenes/${torus.file}`, effort, clock.url]);
    if (effort === "normal") {
      say(`\n${r.triangles} triangles, binary STL of ${r.megabytes.toFixed(0)} MB, against itself turned and moved; seconds of the processor, medians of 3:`);
    }
    const answers = `first contact ${r.first.toFixed(4)}, all ${r.pairs} pairs ${r.all.toFixed(4)}`;
    say(`  effort ${effort.padEnd(7)} read ${r.read.toFixed(2)}, build ${r.build.toFixed(2)}, ${answers}: bytes to first answer ${(r.read + r.build + r.first).toFixed(2)}`);
  }
}

async function tellDrag(page) {
  for (const details of ["kinds", "points"]) {
    const r = await page.evaluate(([steps, details]) => globalThis.bench.drag(steps, details), [STEPS, details]);
    const at = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))];
    const told = (list) => [0.5, 0.95, 0.99, 1].map((share) => at(list, share).toFixed(2).padStart(7)).join("");
    if (details === "kinds") {
      const pairs = `${at(r.pairs, 0)} to ${at(r.pairs, 1)} pairs, median ${at(r.pairs, 0.5)}`;
      say(`\nA torus of ${r.triangles} triangles is dragged through another in ${STEPS} steps, coherent: ${pairs}.
Milliseconds a step, of the fastest of five rounds: median, 95 %, 99 %, most.`);
      if (!(at(r.direct, 0.99) < FRAME_MS)) failures.push(`a step of the drag takes ${FRAME_MS} ms or more`);
    }
    say(`  ${details.padEnd(7)}in one thread${told(r.direct)}; through a worker and back${told(r.worker)}`);
  }
}

try {
  const page = await openPage(browser, `${server.url}/bench/index.html`);
  await page.waitForSelector("body[data-ready]", { state: "attached" }).catch((error) => {
    throw new Error([error.message, ...page.faults].join("\n"));
  });
  page.setDefaultTimeout(0);
  await clock.find(browser, page);
  const wanted = (name) => parts.length === 0 || parts.includes(name);
  if (wanted("cases")) await tellCases(page);
  if (parts.length === 0 || parts.some((name) => name !== "cases")) {
    begin("browser.txt", "abut in a browser beside three-mesh-bvh and rapier");
    say((await page.evaluate(() => globalThis.bench.names())).join(", "));
    if (wanted("call")) await tellCall(page);
    if (wanted("large")) await tellLarge(page);
    if (wanted("drag")) await tellDrag(page);
    if (wanted("scenes")) await tellScenes(page);
  }
  if (page.faults.length) failures.push(...page.faults);
} finally {
  await browser.close();
  await clock.close();
  await server.close();
}
for (const text of failures) say(`FAILED: ${text}`);
process.exit(failures.length ? 1 : 0);
