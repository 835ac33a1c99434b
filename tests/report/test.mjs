// test.mjs - reports in a real browser.
//   node test.mjs MODULES BIN WORK [--no-bars]     BIN: the folder with abut and abut-scene; WORK: where files go;
//                                                  --no-bars: how long the large page takes is told, and not judged
// Ends with "N passed, N failed".
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { inflateSync } from "node:zlib";

const [modules, bin, work] = process.argv.slice(2, 5).map((path) => resolve(path));
const is_timed = process.argv[5] !== "--no-bars";
const { chromium } = createRequire(join(modules, "x.js"))("playwright-core");
const OPEN_MOST = 10; // seconds; of the processor, where other work lets the browser wait

let passed = 0, failed = 0;
function expect(what, fine, told = "") {
  fine ? passed++ : failed++;
  console.log(`${fine ? "ok    " : "FAILED"} ${what}${told === "" ? "" : `: ${told}`}`);
}

// Run a program in the work folder; contact (1) is an answer, too.
function run(program, ...words) {
  try {
    return execFileSync(join(bin, program), words, { cwd: work, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] }).toString();
  } catch (e) {
    if (e.status === 1) return e.stdout.toString();
    throw new Error(`${program} ${words.join(" ")}: ${e.stderr}`);
  }
}

// ---------------------------------------------------------------------------------------- pixels

// Read a PNG of 8 bits with or without alpha.
function png(bytes) {
  const width = bytes.readUInt32BE(16), height = bytes.readUInt32BE(20), size = bytes[25] === 6 ? 4 : 3;
  const parts = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(parts)), row = width * size, out = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (row + 1)];
    for (let x = 0; x < row; x++) {
      const a = x >= size ? out[y * row + x - size] : 0, b = y ? out[(y - 1) * row + x] : 0, c = x >= size && y ? out[(y - 1) * row + x - size] : 0;
      const p = a + b - c, pa = Math.abs(p - a), pb = Math.abs(p - b), pc = Math.abs(p - c);
      const add = [0, a, b, (a + b) >> 1, pa <= pb && pa <= pc ? a : pb <= pc ? b : c][filter];
      out[y * row + x] = raw[y * (row + 1) + 1 + x] + add;
    }
  }
  return { width, height, at: (x, y) => out.subarray((y * width + x) * size, (y * width + x) * size + 3) };
}

// How much of a region is of a kind of colour.
function share(image, [x0, y0, x1, y1], fits) {
  let count = 0, all = 0;
  for (let y = y0; y < y1; y += 2)
    for (let x = x0; x < x1; x += 2, all++) count += fits(image.at(x, y));
  return count / all;
}
const blue = (c) => c[2] > c[0] + 40 && c[2] > c[1] + 15;
const yellow = (c) => c[0] > c[2] + 60 && c[1] > c[2] + 40;
const mark = (c) => c[0] > 150 && c[1] < 110 && c[2] > 50 && c[0] > c[1] + 90;
function differing(one, other, [x0, y0, x1, y1]) {
  let count = 0, all = 0;
  for (let y = y0; y < y1; y += 2)
    for (let x = x0; x < x1; x += 2, all++) count += one.at(x, y).some((v, k) => Math.abs(v - other.at(x, y)[k]) > 24);
  return count / all;
}

// --------------------------------------------------------------------------------------- browser

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const STAGE = [380, 70, 1270, 790]; // of the wide page, below the tools

async function open(file, { width = 1280, height = 800, colorScheme = "light", edges = true, old = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce", offline: true });
  const page = await context.newPage();
  if (old) await page.addInitScript(() => { delete Uint8Array.prototype.setFromBase64; }); // as in older browsers
  page.setDefaultTimeout(30000);
  page.faults = [];
  page.asked = [];
  page.on("console", (m) => { if (m.type() === "error" || m.type() === "warning") page.faults.push(m.text()); });
  page.on("pageerror", (e) => page.faults.push(String(e)));
  page.on("request", (r) => page.asked.push(r.url()));
  await page.goto(`file://${join(work, file)}`);
  await page.waitForSelector(edges ? "body[data-edges]" : "body[data-ready]");
  return page;
}

// Seconds of the processor that the processes below this one took so far.
function spent() {
  const all = readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name)).map((name) => {
    try {
      const words = readFileSync(`/proc/${name}/stat`, "utf8").replace(/.*\) /s, "").split(" ");
      return { id: Number(name), parent: Number(words[1]), ticks: Number(words[11]) + Number(words[12]) };
    } catch {
      return { id: 0, parent: 0, ticks: 0 }; // it ended just now
    }
  });
  const ours = new Set([process.pid]);
  for (let size = 0; size !== ours.size;) {
    size = ours.size;
    for (const p of all) if (ours.has(p.parent)) ours.add(p.id);
  }
  return all.reduce((sum, p) => sum + (ours.has(p.id) && p.id !== process.pid ? p.ticks / 100 : 0), 0);
}

async function shot(page, name) {
  const bytes = await page.screenshot({ animations: "disabled" });
  writeFileSync(join(work, `${name}.png`), bytes);
  return png(bytes);
}

async function close(page, name) {
  const faults = page.faults.filter((text) => !/GPU stall due to ReadPixels|GroupMarkerNotSet/.test(text));
  expect(`${name}: no errors, and no warnings, in the console`, faults.length === 0, faults.join("; "));
  expect(`${name}: nothing but the file is asked for`, page.asked.every((url) => /^(file|data|blob):/.test(url)), `${page.asked.length} request`);
  await page.context().close();
}

const camera = (page) => page.evaluate(() => globalThis.abut.camera());
const moved = (a, b) => Math.hypot(...a.map((v, i) => v - b[i]));

// Do two elements of the page overlap, or does a text not fit?
async function crowded(page) {
  return page.evaluate(() => {
    const out = [];
    const tools = [...document.querySelectorAll("#tools > *")].map((e) => [e.id, e.getBoundingClientRect()]);
    for (const [i, [name, a]] of tools.entries())
      for (const [other, b] of tools.slice(i + 1))
        if (a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5) out.push(`${name} over ${other}`);
    if (document.documentElement.scrollWidth > innerWidth) out.push(`${document.documentElement.scrollWidth} wide`);
    for (const e of document.querySelectorAll("button, h1, h2, p, .name, .note, .row span"))
      if (e.offsetParent && parseFloat(getComputedStyle(e).fontSize) < 12) out.push(`small: ${e.textContent}`);
    return out.join("; ");
  });
}

// ----------------------------------------------------------------------------------------- check

async function testCheck() {
  const json = JSON.parse(run("abut", "check", "bolt.stl", "nut.stl", "--move-b", "0,0,0.2", "--json", "--report", "check.html"));
  const page = await open("check.html");
  expect("check: the count is the JSON's", await page.$eval("#count", (e) => Number(e.dataset.count)) === json.pair_count, json.pair_count);
  expect("check: as many rows", await page.$eval("#list", (e) => Number(e.dataset.rows)) === json.pair_count);
  const first = await page.textContent('.row[data-index="0"]');
  expect("check: the first row is the JSON's first pair", first.startsWith(`a ${json.pairs[0].a}b ${json.pairs[0].b}${json.pairs[0].kind}`), first);
  expect("check: nothing overlaps, all can be read", await crowded(page) === "", await crowded(page));
  const start = await shot(page, "check");
  expect("check: a and b are seen", share(start, STAGE, blue) > 0.05 && share(start, STAGE, yellow) > 0.05,
    `${share(start, STAGE, blue).toFixed(3)} blue, ${share(start, STAGE, yellow).toFixed(3)} yellow`);
  expect("check: contacts are seen", share(start, STAGE, mark) > 0.002, share(start, STAGE, mark).toFixed(4));
  const before = await camera(page);
  await page.click('.row[data-index="3"]');
  expect("check: a click on a row moves the camera", moved(before, await camera(page)) > 0.1);
  expect("check: and marks the row", await page.$eval('.row[data-index="3"]', (e) => e.ariaSelected) === "true");
  const near = await shot(page, "check-row");
  expect("check: another view", differing(start, near, STAGE) > 0.3, differing(start, near, STAGE).toFixed(2));
  const at = await camera(page);
  await page.focus("#list");
  await page.keyboard.press("ArrowDown");
  expect("check: arrow keys choose rows", await page.$eval('.row[data-index="4"]', (e) => e.ariaSelected) === "true" && moved(at, await camera(page)) > 0);
  await page.keyboard.press("f");
  expect("check: F comes back", moved(before, await camera(page)) < 1e-3);
  await page.click("text=touch");
  expect("check: the filter counts", await page.$eval("#list", (e) => Number(e.dataset.rows)) === json.pairs.filter((p) => p.kind === "touch").length);
  await page.click("text=touch");
  await page.click('#legend button >> nth=2'); // hide b
  const alone = await shot(page, "check-hidden");
  expect("check: a hidden model is not seen", share(alone, STAGE, yellow) < 0.001, share(alone, STAGE, yellow).toFixed(4));
  await page.click('#legend button >> nth=2');
  await page.selectOption("#section", "0");
  const cut = await shot(page, "check-section");
  expect("check: a section changes the view", differing(start, cut, STAGE) > 0.02, differing(start, cut, STAGE).toFixed(3));
  await page.selectOption("#section", "");
  await page.keyboard.press("Escape");
  await page.focus("#view");
  await page.keyboard.press("e");
  const apart = await shot(page, "check-explode");
  expect("check: so does an explosion", differing(start, apart, STAGE) > 0.02, differing(start, apart, STAGE).toFixed(3));
  await page.keyboard.press("e");
  await page.keyboard.press("x");
  const through = await shot(page, "check-xray");
  expect("check: so does an x-ray", differing(start, through, STAGE) > 0.02, differing(start, through, STAGE).toFixed(3));
  await close(page, "check");
}

async function testClash() {
  run("abut-scene", "torus", "radius=4", "tube=1.5", "-o", "collar.stl");
  const json = JSON.parse(run("abut", "clash", "bolt.stl", "nut.stl", "collar.stl", "--json", "--report", "clash.html"));
  const page = await open("clash.html");
  expect("clash: the count is the JSON's", json.clash_count > 0 && await page.$eval("#count", (e) => Number(e.dataset.count)) === json.clash_count, json.clash_count);
  const before = await camera(page);
  await page.click('.row[data-index="0"]');
  expect("clash: a click on a row moves the camera", moved(before, await camera(page)) > 0.05);
  const image = await shot(page, "clash");
  expect("clash: contacts are seen", share(image, STAGE, mark) > 0.0005, share(image, STAGE, mark).toFixed(4));
  await close(page, "clash");
}

async function testNc() {
  const program = resolve("examples/ring.ngc");
  const json = JSON.parse(run("abut", "nc", program, "--part", "ring.stl", "--tool", "ball:d=6,length=25", "--start", "0,0,40", "--json", "--report", "nc.html"));
  const page = await open("nc.html");
  expect("nc: the count is the JSON's", json.findings.length > 0 && await page.$eval("#count", (e) => Number(e.dataset.count)) === json.findings.length, json.findings.length);
  expect("nc: so is the verdict", (await page.textContent("#verdict")).toLowerCase() === json.verdict, json.verdict);
  const start = await shot(page, "nc"), before = await camera(page);
  expect("nc: the part and what is cut are seen", share(start, STAGE, blue) > 0.05 && share(start, STAGE, mark) > 0.001, share(start, STAGE, mark).toFixed(4));
  await page.click("text=all moves");
  expect("nc: all moves can be listed", await page.$eval("#list", (e) => Number(e.dataset.rows)) === json.moves, json.moves);
  await page.click(".row >> nth=5");
  expect("nc: a click on a move moves the camera", moved(before, await camera(page)) > 0.05);
  const there = await shot(page, "nc-move");
  expect("nc: and the tool", differing(start, there, STAGE) > 0.1, differing(start, there, STAGE).toFixed(2));
  await close(page, "nc");
}

async function testFly() {
  run("abut-scene", "torus", "-o", "one.stl");
  run("abut-scene", "turn", "distance=2.55", "steps=60", "-o", "turn.frames");
  const json = JSON.parse(run("abut", "fly", "one.stl", "collar.stl", "--path", "turn.frames", "--json", "--report", "fly.html"));
  const page = await open("fly.html"), steps = json.steps.filter((s) => s.pair_count > 0).length;
  expect("fly: the count is that of the JSON's steps in contact", steps > 0 && await page.$eval("#count", (e) => Number(e.dataset.count)) === steps, steps);
  const start = await shot(page, "fly");
  expect("fly: contacts are seen", share(start, [380, 70, 1270, 590], mark) > 0.0005, share(start, [380, 70, 1270, 590], mark).toFixed(4));
  expect("fly: so is the plot", share(start, [380, 620, 1260, 740], mark) > 0.01, share(start, [380, 620, 1260, 740], mark).toFixed(3));
  await page.$eval("#time", (e) => { e.value = 20; e.dispatchEvent(new Event("input")); });
  expect("fly: the slider tells its step's pairs", (await page.textContent("#frame")).includes(`step 20 of 60: ${json.steps[20].contact ? "contact" : "apart"}, ${json.steps[20].pair_count} pair`), await page.textContent("#frame"));
  const before = await camera(page);
  await page.click('.row >> nth=1');
  expect("fly: a click on a step moves the camera", moved(before, await camera(page)) > 0.05);
  await close(page, "fly");
}

async function testThemes() {
  const page = await open("check.html", { width: 390, height: 844, colorScheme: "dark" });
  const image = await shot(page, "check-phone-dark");
  expect("phone: nothing overlaps, nothing is wider than the page", await crowded(page) === "", await crowded(page));
  expect("phone: dark", image.at(5, 480).every((v) => v < 60));
  expect("phone: contacts are seen", share(image, [4, 60, 386, 515], mark) > 0.002, share(image, [4, 60, 386, 515], mark).toFixed(4));
  await close(page, "phone");
}

async function testApart() {
  run("abut", "check", "bolt.stl", "nut.stl", "--report", "apart.html");
  const page = await open("apart.html", { old: true });
  const image = await shot(page, "apart");
  expect("apart: the models are seen", share(image, STAGE, blue) > 0.05 && share(image, STAGE, yellow) > 0.05);
  expect("apart: says so", await page.textContent("#verdict") === "Apart" && await page.$eval("#count", (e) => e.dataset.count) === "0");
  await close(page, "apart");
}

async function testMillion() {
  run("abut-scene", "torus", "triangles=1001000", "-o", "torus.stl");
  const json = JSON.parse(run("abut", "check", "torus.stl", "nut.stl", "--scale-b", "0.05", "--move-b", "1.3,0,0", "--json", "--report", "million.html"));
  const start = process.hrtime.bigint(), before = spent();
  const page = await open("million.html", { edges: false });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9, worked = spent() - before;
  expect(`million: ${json.a.triangles + json.b.triangles} triangles in ${(statSync(join(work, "million.html")).size / 1e6).toFixed(1)} MB open within ${OPEN_MOST} s`,
    json.a.triangles >= 1e6 && (!is_timed || Math.min(seconds, worked) < OPEN_MOST), `${seconds.toFixed(1)} s, ${worked.toFixed(1)} of the processor`);
  const image = await shot(page, "million");
  expect("million: it is seen", share(image, STAGE, blue) > 0.02, share(image, STAGE, blue).toFixed(3));
  expect("million: the count is the JSON's", await page.$eval("#count", (e) => Number(e.dataset.count)) === json.pair_count, json.pair_count);
  await close(page, "million");
}

try {
  run("abut-scene", "bolt", "-o", "bolt.stl");
  run("abut-scene", "nut", "-o", "nut.stl");
  run("abut-scene", "torus", "radius=30", "tube=10", "rings=48", "sides=24", "-o", "ring.stl");
  for (const test of [testCheck, testThemes, testApart, testClash, testFly, testNc, testMillion]) await test();
} catch (e) {
  expect("all tests run to their end", false, e.stack);
}
console.log(`\nthe browser took ${spent().toFixed(0)} s of the processor`);
await browser.close();
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
