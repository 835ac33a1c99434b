// test.mjs - reports in a real browser.
//   node test.mjs MODULES BIN WORK [--no-bars]     BIN: the folder with abut and abut-scene; WORK: where files go;
//                                                  --no-bars: how long the large page takes is told, and not judged
// Ends with "N passed, N failed".
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { blue, crowded, differing, end, expect, launch, mark, png, programs, quiet, share, yellow } from "./look.mjs";

const [modules, bin, work] = process.argv.slice(2, 5).map((path) => resolve(path));
const is_timed = process.argv[5] !== "--no-bars";
const OPEN_MOST = 10; // seconds; of the processor, where other work lets the browser wait

const run = programs(bin, work);

// --------------------------------------------------------------------------------------- browser

const browser = await launch(modules);
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
  const faults = quiet(page.faults);
  expect(`${name}: no errors, and no warnings, in the console`, faults.length === 0, faults.join("; "));
  expect(`${name}: nothing but the file is asked for`, page.asked.every((url) => /^(file|data|blob):/.test(url)), `${page.asked.length} request`);
  await page.context().close();
}

const camera = (page) => page.evaluate(() => globalThis.abut.camera());
const moved = (a, b) => Math.hypot(...a.map((v, i) => v - b[i]));

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

// How deep: the arrow, the deepest points, and the list of regions.
async function testDepth() {
  const json = JSON.parse(run("abut", "check", "bolt.stl", "nut.stl", "--move-b", "0.1,0,0", "--depth", "--curves", "--budget", "20000", "--json", "--report", "depth.html"));
  const page = await open("depth.html"), green = (c) => c[1] > c[0] + 40 && c[1] > c[2] + 20;
  const legend = await page.textContent("#legend");
  expect("depth: the arrow and the points have a line in the legend", /way that frees b.*deepest point/s.test(legend));
  expect("depth: as many regions as the JSON has", await page.$$eval("#region-rows button", (all) => all.length) === json.regions.length, json.regions.length);
  expect("depth: the facts tell it", /deep in a; moving it by/.test(await page.evaluate(() => document.getElementById("facts").textContent)));
  const before = await camera(page);
  await page.click("#xray");
  const start = await shot(page, "depth");
  expect("depth: the arrow is seen", share(start, STAGE, green) > 0, share(start, STAGE, green).toFixed(5));
  await page.click("#regions summary");
  await page.click("#region-rows button >> nth=0");
  expect("depth: a click on a region moves the camera", moved(before, await camera(page)) > 0.1);
  expect("depth: nothing overlaps, all can be read", await crowded(page) === "", await crowded(page));
  await close(page, "depth");
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

// What is in contact, what is too close, and what is neither, with the shortest ways.
async function testClashClearance() {
  const objects = [0, 1, 2.25, 9].map((x, i) => `o part_${i}\n${[0, 1, 2, 3, 4, 5, 6, 7].map((v) => `v ${x + (v & 1)} ${v >> 1 & 1} ${v >> 2}`).join("\n")}\n${[[1, 3, 2], [2, 3, 4], [5, 6, 7], [6, 8, 7], [1, 2, 5], [2, 6, 5], [3, 7, 4], [4, 7, 8], [1, 5, 3], [3, 5, 7], [2, 4, 6], [4, 8, 6]].map((f) => `f ${f.map((v) => v + 8 * i).join(" ")}`).join("\n")}\n`);
  writeFileSync(join(work, "row.obj"), objects.join(""));
  const json = JSON.parse(run("abut", "clash", "--groups", "row.obj", "--clearance", "0.5", "--json", "--report", "row.html"));
  const page = await open("row.html"), near = json.clashes.filter((c) => c.state === "close");
  expect("clash clearance: what is too close is listed", json.clash_count === 2 && near.length === 1 && await rows(page) === 2, json.clash_count);
  expect("clash clearance: the summary counts it", (await page.textContent("#count-of")).includes("1 too close"), await page.textContent("#count-of"));
  await page.click('#filters >> text=close 1');
  expect("clash clearance: what is close alone", await rows(page) === 1);
  const row = await page.textContent(".row");
  expect("clash clearance: a row tells how far", row.includes(`too close: ${near[0].lo} apart`), row);
  await page.click(".row");
  const image = await shot(page, "row");
  expect("clash clearance: the shortest way is seen", share(image, STAGE, mark) > 0.0001, share(image, STAGE, mark).toFixed(5));
  await page.click('#filters >> text=close 1');
  await page.selectOption("[data-sort]", "near");
  expect("clash clearance: nearest first", !(await page.textContent('.row >> nth=0')).includes("too close"));
  await close(page, "row");
}

// A page of a review, with what its rows hold put in: classes and sizes as of a real one, whatever the program knows.
function patchReview(from, to, patch) {
  const path = join(work, from), text = readFileSync(path, "utf8");
  const open = '<script type="application/json" id="report">', start = text.indexOf(open) + open.length, end = text.indexOf("</script>", start);
  const report = JSON.parse(text.slice(start, end));
  patch(report);
  writeFileSync(join(work, to), text.slice(0, start) + JSON.stringify(report).replaceAll("<", "\\u003c") + text.slice(end));
}

// Filters, the way out, approving, groups, and the file that is saved.
async function testReview() {
  const box = (k, name, low, size) => `o ${name}\n${[0, 1, 2, 3, 4, 5, 6, 7].map((c) => `v ${low.map((v, i) => v + size[i] * (c >> i & 1)).join(" ")}`).join("\n")}\n${[[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]].map((f) => `f ${f.map((v) => v + 8 * k).join(" ")}\n`).join("")}`;
  const parts = [["wall", [0, 0, 0], [10, 1, 3]], ["slab", [0, -5, -1], [10, 10, 1]], ["pipe", [2, -3, 1], [0.25, 8, 0.25]], ["duct", [6, 0.75, 2], [1, 2, 0.5]], ["rack", [4, 1, 0], [1, 1, 1]], ["lamp", [4.25, 1.25, 0.25], [0.25, 0.25, 0.25]]];
  writeFileSync(join(work, "site.obj"), parts.map(([name, low, size], k) => box(k, name, low, size)).join(""));
  run("abut", "clash", "--groups", "site.obj", "--touch", "keep", "--report", "review.html");
  const key = (i) => `00000000-0000-5000-8000-00000000000${i}`, hash = (k) => String(k).repeat(32);
  const old = { key: key(9), a: "door", b: "<wall>", geometry: [hash(7), hash(8)], author: "Grace", reason: "old & \"odd\" </script>", date: "2026-01-02T00:00:00Z" };
  const held = { key: key(0), a: "slab", b: "wall", geometry: [hash(1), hash(0)], author: "Grace", reason: "they stand on it", date: "2026-01-02T00:00:00Z" };
  patchReview("review.html", "rows.html", (report) => {
    report.review = { listed: "active", order: [1, 2, 0, 3, 4, 5], geometry: [0, 1, 2, 3, 4, 5].map(hash), approvals: [old, held], groups: [{ name: "on the slab", keys: [key(0)] }], gone: [{ state: "not retested", a: "door", b: "wall", why: "doors.obj is missing" }] };
    report.meetings.forEach((m, i) => {
      for (const name of ["depth", "volume", "translation", "gap", "length"]) delete m[name];
      m.key = key(i);
      m.words = [`sentence ${i}.`, "Move it."];
      m.state = i === 0 ? "approved" : i < 3 ? "new" : "active";
      m.class = ["touching", "piercing", "protrusion", "touching", "touching", "inside"][i];
      m.rule = i < 3 ? "structure" : "rest";
      m.group = i === 0 ? "on the slab" : "level 1";
      if (i === 1) Object.assign(m, { depth: [0.25, 0.25], volume: [0.0625, 0.0625], translation: [0, 0, -1.25] });
      if (i === 2) Object.assign(m, { depth: [0.25, 0.26], volume: [0.125, 0.125] });
    });
  });
  const page = await open("rows.html"), texts = () => page.$$eval(".row", (all) => all.map((e) => e.textContent));
  const green = (c) => c[1] > c[0] + 40 && c[1] > c[2] + 20;
  expect("review: a row an object pair", await rows(page) === 6);
  expect("review: ranked as the program says", (await texts())[0].includes("pipe") && (await texts())[1].includes("duct"), (await texts())[0]);
  expect("review: a row tells class, size, group, rule and state", (await texts())[0] === "wallnewpipepiercing; 0.25 deep; level 1; structure", (await texts())[0]);
  await page.selectOption("[data-sort]", "volume");
  expect("review: the largest volume first", (await texts())[0].includes("duct"));
  await page.selectOption("[data-sort]", "depth");
  expect("review: the deepest first", (await texts())[0].includes("0.25 to 0.26 deep"), (await texts())[0]);
  for (const [name, value, count] of [["class", "touching", 3], ["state", "new", 2], ["rule", "structure", 3], ["group", "level 1", 5]]) {
    await page.selectOption(`[data-only=${name}]`, value);
    expect(`review: the filter by ${name}`, await rows(page) === count, await rows(page));
    await page.selectOption(`[data-only=${name}]`, "");
  }
  expect("review: nothing overlaps, all can be read", await crowded(page) === "", await crowded(page));
  expect("review: what is gone is told", (await page.evaluate(() => document.getElementById("regions").textContent)).includes("door, wall: not retested: doors.obj is missing"));
  await page.selectOption("[data-sort]", "rank");
  const before = await camera(page);
  await page.click(".row >> nth=0");
  const chosen = await page.textContent("#row"), seen = await shot(page, "review");
  expect("review: its sentences", chosen.startsWith("sentence 1.Move it.") && chosen.includes("pipe by 0, 0, -1.25"), chosen);
  expect("review: a click moves the camera", moved(before, await camera(page)) > 0.05);
  expect("review: the way out is an arrow", share(seen, STAGE, green) > 0.0002 && (await page.textContent("#legend")).includes("the way that frees pipe"), share(seen, STAGE, green).toFixed(5));
  const parts_of = await page.$$eval("#panel > *", (all) => all.filter((e) => !e.hidden).map((e) => [e.id, e.getBoundingClientRect()]).map(([id, b]) => ({ id, top: b.top, bottom: b.bottom })));
  const over = parts_of.slice(1).filter((e, i) => e.top < parts_of[i].bottom - 0.5).map((e) => e.id), list = await page.$eval("#list", (e) => e.clientHeight);
  expect("review: no part of the panel lies over another, and rows are seen", over.length === 0 && list >= 96 && parts_of.at(-1).bottom <= 800.5, `${over} ${list}`);
  await page.click("text=Approve row");
  expect("review: no approval without a name", await page.textContent("#complaint") === "An approval needs your name." && (await texts())[0].includes("new"));
  await page.fill("#author", "Ada");
  await page.fill("#reason", "   ");
  await page.click("text=Approve row");
  expect("review: none without a reason", await page.textContent("#complaint") === "An approval needs a reason." && await page.textContent("#unsaved") === "");
  await page.fill("#reason", "sleeve <3> & \"seal\"");
  await page.click("text=Approve row");
  expect("review: the row is approved", (await texts())[0].includes("approved") && (await page.textContent("#row")).includes("Ada") && await page.textContent("#unsaved") === "1 change not saved", await page.textContent("#unsaved"));
  await page.selectOption("[data-only=class]", "touching");
  await page.fill("#group", "by hand");
  await page.click("text=Put all 3 shown");
  await page.click("text=Approve all 3 shown");
  await page.selectOption("[data-only=class]", "");
  await page.selectOption("[data-only=state]", "approved");
  expect("review: all that are shown are approved", await rows(page) === 4, await rows(page));
  await page.click('.row[data-index="3"]');
  await page.click("text=Take back");
  await page.selectOption("[data-only=state]", "active");
  expect("review: and taken back", await rows(page) === 2 && (await texts())[0].includes("by hand"), (await texts()).join());
  expect("review: changes are counted", await page.textContent("#unsaved") === "5 changes not saved", await page.textContent("#unsaved"));
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Save approvals")]);
  const saved = JSON.parse(readFileSync(await download.path(), "utf8"));
  expect("review: the file has its form", saved.abut_approvals === 1 && download.suggestedFilename() === "approvals.json", download.suggestedFilename());
  expect("review: what was loaded is in it, as it was", JSON.stringify(saved.approvals.slice(0, 2)) === JSON.stringify([old, held]), JSON.stringify(saved.approvals[0]));
  const mine = saved.approvals.filter((a) => a.author === "Ada");
  expect("review: and what was approved, with both hashes by the order of ids", saved.approvals.length === 4 && mine[0].key === key(1) && mine[0].reason === "sleeve <3> & \"seal\"" && mine[0].a === "pipe" && mine[0].b === "wall" && mine[0].geometry[0] === hash(2) && mine[0].geometry[1] === hash(0) && mine[1].key === key(4) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(mine[0].date), JSON.stringify(mine));
  expect("review: and the groups", JSON.stringify(saved.groups) === JSON.stringify([{ name: "by hand", keys: [key(0), key(3), key(4)] }]), JSON.stringify(saved.groups));
  expect("review: nothing is left to save", await page.textContent("#unsaved") === "");
  await close(page, "review");
  await testApprovalsRead();
}

// What the page saves of a real review is what the program reads.
async function testApprovalsRead() {
  const before = JSON.parse(run("abut", "clash", "--groups", "site.obj", "--touch", "keep", "--json", "--report", "real.html"));
  const page = await open("real.html");
  if (!before.clashes?.[0]?.key) {
    console.log("skipped review: read back: rows have no keys yet");
    return close(page, "review");
  }
  await page.fill("#author", "Ada");
  await page.fill("#reason", "as built");
  await page.click(".row >> nth=0");
  await page.click("text=Approve row");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Save approvals")]);
  writeFileSync(join(work, "approvals.json"), readFileSync(await download.path()));
  await close(page, "review");
  const after = JSON.parse(run("abut", "clash", "--groups", "site.obj", "--touch", "keep", "--approvals", "approvals.json", "--json", "--report", "approved.html"));
  const states = (json) => json.clashes.map((c) => c.state).join();
  expect("review: the program reads the file", after.clashes.filter((c) => c.state === "approved").length === 1 && after.clashes.find((c) => c.state === "approved").approval.author === "Ada", `${states(before)} then ${states(after)}`);
  const again = await open("approved.html");
  await again.selectOption("[data-only=state]", "approved");
  await again.click(".row >> nth=0");
  expect("review: the next page has it", await rows(again) === 1 && (await again.textContent("#row")).includes("as built"));
  await close(again, "review");
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
  await page.click("#filters >> text=in contact");
  await page.click('.row >> nth=1');
  expect("fly: a click on a step moves the camera", moved(before, await camera(page)) > 0.05);
  await close(page, "fly");
}

// Boxes in a row on a large floor; their names begin alike, and end alike.
function assembly(count) {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, i >> 1 & 1, i >> 2]);
  const faces = [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]];
  const box = (k, name, low, size) => `o ${name}\n${corners.map((c) => `v ${c.map((v, i) => low[i] + v * size[i]).join(" ")}\n`).join("")}${faces.map((f) => `f ${f.map((v) => v + 8 * k).join(" ")}\n`).join("")}`;
  const name = (i) => `Building_A/Level_02/Supply/RectangularDuct_600x400_Straight_Segment_${String(i).padStart(3, "0")}_insulated_galvanised`;
  let text = box(0, "floor", [-100, -100, -1], [200, 200, 1]);
  for (let i = 0; i < count; i++) text += box(i + 1, name(i), [10 * i, 0, i % 2 ? 0 : -0.5], [8, 4, 3]);
  writeFileSync(join(work, "assembly.obj"), text);
}

const rows = (page) => page.$eval("#list", (e) => Number(e.dataset.rows));

// Is a control in the window, and on top there?
const reachable = (page, selector) => page.$eval(selector, (e) => {
  const b = e.getBoundingClientRect(), top = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
  return b.width > 0 && b.left >= 0 && b.right <= innerWidth && b.top >= 0 && b.bottom <= innerHeight && (e === top || e.contains(top));
});

// Labels that lie over tools or the time line, which cover them.
const covered = (page) => page.evaluate(() => {
  const stage = document.getElementById("stage").getBoundingClientRect();
  const covers = ["tools", "timeline"].map((id) => document.getElementById(id)).filter((e) => !e.hidden).map((e) => e.getBoundingClientRect());
  return globalThis.abut.labels().filter(({ box: [x, y, w, h] }) => covers.some((c) =>
    x + stage.left < c.right && c.left < x + stage.left + w && y + stage.top < c.bottom && c.top < y + stage.top + h)).length;
});

async function testLabels() {
  assembly(9);
  run("abut", "clash", "--groups", "assembly.obj", "--report", "names.html");
  for (const [file, size] of [["check.html", {}], ["fly.html", {}], ["names.html", { width: 360, height: 640 }]]) {
    const page = await open(file, size);
    await page.focus("#view");
    await page.keyboard.press("i");
    let seen = 0, under = 0;
    for (const key of ["+", "+", "+", "+", "ArrowUp", "ArrowRight", "+", "+"]) {
      await page.keyboard.press(key);
      await shot(page, "labels");
      seen += await page.evaluate(() => globalThis.abut.labels().length);
      under += await covered(page);
    }
    // What is chosen, moved to below the tools, and to below the time line.
    await page.click(".row >> nth=0");
    const box = await page.$eval("#stage", (e) => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2, b.height]; });
    for (const far of [-0.42, 0.84]) {
      const [x, y, height] = box;
      await page.mouse.move(x, y);
      await page.mouse.down({ button: "right" });
      await page.mouse.move(x, y + far * height, { steps: 12 });
      await page.mouse.up({ button: "right" });
      await shot(page, "labels-moved");
      seen += await page.evaluate(() => globalThis.abut.labels().length);
      under += await covered(page);
    }
    expect(`labels: none is under the tools, ${file} ${size.width ?? "wide"}`, seen > 4 && under === 0, `${under} of ${seen}`);
    await close(page, "labels");
  }
}

async function testNames() {
  const json = JSON.parse(run("abut", "clash", "--groups", "assembly.obj", "--json", "--report", "names.html"));
  const page = await open("names.html");
  const kinds = (kind) => json.clashes.filter((c) => c[kind] > 0).length;
  for (const kind of ["cross", "touch"]) {
    await page.click(`#filters [data-kind=${kind}]`);
    expect(`names: only those that ${kind}`, kinds(kind) > 0 && kinds(kind) < json.clash_count && await rows(page) === kinds(kind), `${await rows(page)} of ${json.clash_count}`);
    expect("names: how many of how many are listed", (await page.textContent("#list-title")).endsWith(`${kinds(kind)} of ${json.clash_count}`), await page.textContent("#list-title"));
    await page.click(`#filters [data-kind=${kind}]`);
  }
  for (let i = 0; i < 3; i++) {
    await page.click(`.row >> nth=${i}`);
    await shot(page, "names-row");
    const labels = await page.evaluate(() => globalThis.abut.labels().map((l) => l.text));
    expect("names: both objects of a chosen row are named in the view", labels.length === 2, labels.join(", "));
  }
  await page.keyboard.press("f");
  const all = await shot(page, "names");
  await page.click("#filters [data-kind=cross]");
  const crossing = await shot(page, "names-cross");
  expect("names: marks of other kinds are not drawn", share(crossing, STAGE, mark) < 0.9 * share(all, STAGE, mark), `${share(crossing, STAGE, mark).toFixed(4)} of ${share(all, STAGE, mark).toFixed(4)}`);
  await page.click("#filters [data-kind=cross]");
  await page.selectOption("[data-sort]", "most");
  const order = await page.$$eval(".row", (all) => all.sort((a, b) => a.offsetTop - b.offsetTop).map((e) => parseInt(e.querySelector(".under").textContent, 10)));
  expect("names: sorted by contacts", order.length > 2 && order.every((n, i) => i === 0 || n <= order[i - 1]) && order[0] > order[order.length - 1], order.join(" "));
  await page.fill("#filters input", "segment_00");
  const names = await page.$$eval(".row .own", (all) => all.filter((e) => e.scrollWidth <= e.clientWidth + 1 || e.textContent.startsWith("Segment")).map((e) => e.textContent));
  const digits = new Set(names.map((n) => /Segment_(\d+)/.exec(n)?.[1]));
  expect("names: what differs is seen, and what is searched", digits.size >= 5 && await page.$eval(".row mark", (e) => e.textContent) === "Segment_00", [...digits].join(" "));
  await page.fill("#filters input", "");
  const ends = await page.$$eval("#legend .own", (all) => all.map((e) => e.textContent));
  expect("names: in the legend, too", new Set(ends).size === ends.length && ends.some((t) => t.startsWith("003")), ends.slice(0, 3).join(", "));
  // The floor has four triangles above and below of 20000 each: of them only what is near.
  const area = await page.evaluate(() => {
    const p = globalThis.abut.tinted()[0];
    let sum = 0;
    for (let i = 0; i < p.length; i += 9) {
      const u = [0, 1, 2].map((k) => p[i + 3 + k] - p[i + k]), v = [0, 1, 2].map((k) => p[i + 6 + k] - p[i + k]);
      sum += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
    }
    return sum;
  });
  const scale = await page.evaluate(() => JSON.parse(document.getElementById("report").textContent).scale);
  expect("names: of a large triangle only what is near is tinted", area * scale * scale > 300 && area * scale * scale < 8000, `${(area * scale * scale).toFixed(0)} of 40000`);
  const pink = (c) => c[0] > c[1] + 12 && c[0] < 235 && c[1] > 110 && c[2] > 110;
  const tinted = share(await shot(page, "names-tinted"), STAGE, pink);
  await page.click("#tint");
  const plain = share(await shot(page, "names-plain"), STAGE, pink);
  expect("names: the tint can be switched off", tinted > 0.002 && plain < tinted / 4, `${tinted.toFixed(4)}, then ${plain.toFixed(4)}`);
  await close(page, "names");
}

// Put other numbers into a block of a page.
function replaceBlock(file, out, name, bytes) {
  const html = readFileSync(join(work, file), "utf8"), begin = html.indexOf(">", html.indexOf(`data-block="${name}"`)) + 1;
  writeFileSync(join(work, out), html.slice(0, begin) + bytes.toString("base64") + html.slice(html.indexOf("<", begin)));
}

async function testUntinted() {
  run("abut", "clash", "--groups", "assembly.obj", "--no-tint", "--report", "untinted.html");
  const page = await open("untinted.html"), tinted = () => page.evaluate(() => globalThis.abut.tinted()[0].length);
  expect("untinted: nothing is tinted", await tinted() === 0 && await page.getAttribute("#tint", "aria-pressed") === "false");
  await page.click("#tint");
  expect("untinted: until one asks for it", await tinted() > 0 && await page.getAttribute("#tint", "aria-pressed") === "true");
  await close(page, "untinted");
}

// How far the line of the time goes up and down among the steps that are no outliers, as a share of the plot.
const swing = (page, outliers) => page.$eval("#plot", (canvas, skip) => {
  const { width, height } = canvas, data = canvas.getContext("2d").getImageData(0, 0, width, height).data, found = [];
  for (let i = 0; i < 60; i++) {
    if (skip.some((o) => Math.abs(o - i) < 2)) continue;
    const x = Math.round(i / 59 * (width - 2) + 1);
    for (let y = Math.ceil(height * 0.25); y < height - 6; y++) {
      const at = 4 * (y * width + x);
      if (data[at + 2] > 170 && data[at] < 110 && data[at + 3] > 100) { found.push(y / height); break; }
    }
  }
  return found.length < 20 ? 0 : Math.max(...found) - Math.min(...found);
}, outliers);

async function testWalk() {
  run("abut-scene", "turn", "distance=2.55", "steps=60", "-o", "turn.frames");
  // In and out again, twice.
  const at = (i) => 8 + 3 * Math.cos(i / 60 * 4 * Math.PI);
  writeFileSync(join(work, "inout.csv"), Array.from({ length: 60 }, (_, i) => `${at(i)},0,0,1,0,0,0\n`).join(""));
  const json = JSON.parse(run("abut", "fly", "collar.stl", "one.stl", "--path", "inout.csv", "--json", "--report", "walk.html"));
  const runs = json.steps.filter((s, i) => s.contact && !(i > 0 && json.steps[i - 1].contact));
  let page = await open("walk.html");
  expect("walk: intervals are listed", runs.length > 1 && await rows(page) === runs.length, runs.length);
  const first = json.steps.indexOf(runs[0]);
  let last = first;
  while (json.steps[last + 1]?.contact) last++;
  const text = await page.textContent(".row >> nth=0");
  expect("walk: from where to where", text.startsWith(`steps ${first} to ${last}contact`), text);
  await page.click("#filters >> text=in contact");
  expect("walk: each step in contact", await rows(page) === json.steps.filter((s) => s.contact).length);
  await page.click("#filters >> text=all");
  expect("walk: each step", await rows(page) === 60);
  // Clicks by the page itself, so that a slow machine is not at the end before it is looked at.
  const says = (clicks) => page.evaluate((clicks) => {
    const button = globalThis.document.querySelector("#play");
    for (let i = 0; i < clicks; i++) button.click();
    return button.textContent;
  }, clicks);
  const playing = await says(1);
  expect("walk: it plays", playing === "Pause", playing);
  await page.waitForFunction(() => globalThis.abut.step() === 59);
  expect("walk: to the end", await page.textContent("#play") === "Play");
  const stopped = await says(2), step = await page.evaluate(() => globalThis.abut.step());
  expect("walk: it can be stopped", step < 59 && stopped === "Play", `${step} ${stopped}`);
  await close(page, "walk");
  for (const [name, outliers] of [["one", [30]], ["four", [10, 11, 30, 50]], ["twelve", [5, 6, 7, 15, 16, 17, 25, 26, 35, 36, 45, 46]]]) {
    const times = Float32Array.from({ length: 60 }, (_, i) => (outliers.includes(i) ? 50000 : i % 2 ? 20 : 10));
    replaceBlock("walk.html", "outliers.html", "fly-microseconds", Buffer.from(times.buffer));
    page = await open("outliers.html");
    await shot(page, `walk-${name}`);
    const high = await swing(page, outliers);
    expect(`walk: ${name} slow steps do not press the others flat`, high > 0.05, high.toFixed(2));
    await close(page, "walk");
  }
}

// As testWalk leaves the files.
async function testClearance() {
  const json = JSON.parse(run("abut", "fly", "collar.stl", "one.stl", "--path", "inout.csv", "--clearance", "1", "--json", "--report", "near.html"));
  const near = json.steps.filter((s) => s.state === "close"), met = json.steps.filter((s) => s.contact);
  const amber = (c) => c[0] > 120 && c[0] > c[2] + 80 && c[1] > 60 && c[1] < c[0] - 30;
  const page = await open("near.html"), start = await shot(page, "near");
  expect("near: steps in contact or too close are counted", near.length > 3 && met.length > 3 && await page.$eval("#count", (e) => Number(e.dataset.count)) === near.length + met.length, near.length + met.length);
  expect("near: the limit is plotted, and the distance", share(start, [380, 625, 1260, 660], amber) > 0.01 && share(start, [380, 625, 1260, 735], blue) > 0.001, `${share(start, [380, 625, 1260, 660], amber).toFixed(3)} ${share(start, [380, 625, 1260, 735], blue).toFixed(4)}`);
  await page.click("#filters >> text=contact or close");
  expect("near: each such step", await rows(page) === near.length + met.length);
  await page.click("#filters >> text=all");
  await page.selectOption("[data-sort]", "near");
  const nearest = [...json.steps].sort((a, b) => (a.hi ?? Infinity) - (b.hi ?? Infinity) || a.step - b.step);
  expect("near: the nearest first", (await page.textContent(".row >> nth=0")).startsWith(`step ${nearest[0].step}contact`));
  const step = near[0].step;
  await page.$eval("#time", (e, to) => { e.value = to; e.dispatchEvent(new Event("input")); }, step);
  expect("near: the slider tells how near", (await page.textContent("#frame")).includes(`step ${step} of 60: close, ${Number(Math.fround(near[0].hi).toPrecision(5))} apart`), await page.textContent("#frame"));
  const there = await shot(page, "near-step");
  expect("near: the shortest way is seen", share(there, [380, 70, 1270, 590], mark) > 0.00005, share(there, [380, 70, 1270, 590], mark).toFixed(5));
  expect("near: the legend speaks of it", (await page.textContent("#legend")).includes("the shortest way"));
  await close(page, "near");
  run("abut", "check", "bolt.stl", "nut.stl", "--move-b", "20,9,0", "--clearance", "10", "--report", "gap.html");
  const gap = await open("gap.html");
  expect("gap: check shows the nearest pair", (await gap.textContent("#list-title")) === "Nearest triangles" && (await gap.textContent("#verdict")) === "Close");
  await close(gap, "gap");
}

// A wall between two steps; then one motion. Playing stops where they first touch, and goes on from there.
async function testMotion() {
  run("abut-scene", "box", "-o", "cube.off");
  writeFileSync(join(work, "through.csv"), "-4,0,0,0,0,0,1\n-2,0,0,0,0,0,1\n2,0.25,0,0,0,0,1\n4,0,0,0,0,0,1\n");
  const json = JSON.parse(run("abut", "fly", "cube.off", "cube.off", "--path", "through.csv", "--continuous", "--json", "--report", "through.html"));
  let page = await open("through.html");
  const at = Number(Math.fround(json.between.first.t_hi).toPrecision(6));
  expect("motion: it is shown where they first touch", json.between.first.step === 1 && (await page.textContent("#frame")).startsWith(`step 1 + ${at} of 4: contact, the first time`), await page.textContent("#frame"));
  expect("motion: how many pieces are free", (await page.textContent("#count-line")) === "1 place is not free; free in 2 of 3 pieces between the steps", await page.textContent("#count-line"));
  const image = await shot(page, "motion");
  expect("motion: where they touch is seen", share(image, [380, 70, 1270, 590], mark) > 0.0002, share(image, [380, 70, 1270, 590], mark).toFixed(5));
  const start = () => page.evaluate(() => {
    const { document, Event } = globalThis, time = document.querySelector("#time");
    time.value = 0;
    time.dispatchEvent(new Event("input"));
    document.querySelector("#play").click();
  });
  const stop = await page.evaluate(() => globalThis.abut.step());
  await start();
  await page.waitForFunction(() => globalThis.document.querySelector("#play").textContent === "Play");
  expect("motion: playing stops there", stop > 0 && await page.evaluate(() => globalThis.abut.step()) === stop, stop);
  await page.evaluate(() => globalThis.document.querySelector("#play").click());
  await page.waitForFunction((stop) => globalThis.abut.step() > stop, stop);
  expect("motion: and goes on from there", true);
  await page.evaluate(() => globalThis.document.querySelector("#play").click());
  await page.$eval("#time", (e) => { e.value = 3; e.dispatchEvent(new Event("input")); });
  expect("motion: what was proved is free before", /^step 0 \+ [0-9.]+ of 4: free$/.test(await page.textContent("#frame")), await page.textContent("#frame"));
  await close(page, "motion");
  run("abut", "move", "cube.off", "cube.off", "--move-b", "-4,0,0", "--way-b", "8,0.5,0", "--report", "move.html");
  page = await open("move.html");
  expect("move: the verdict and the time", await page.textContent("#verdict") === "Contact" && (await page.textContent("#frame")).startsWith("at 0.375 of the motion: contact, the first time"), await page.textContent("#frame"));
  await shot(page, "move");
  const list = await page.textContent(".row >> nth=0");
  expect("move: it is listed", list.startsWith("at 0.375 of the motioncontact"), list);
  expect("move: the motion is named", (await page.textContent("#facts")).includes("translation by 8,0.5,0"));
  await close(page, "move");
  run("abut", "move", "cube.off", "cube.off", "--move-b", "-4,0,0", "--way-b", "8,0.5,0", "--separation", "1", "--report", "close.html");
  page = await open("close.html");
  expect("move: too close", await page.textContent("#verdict") === "Close" && (await page.textContent("#legend")).includes("1 nearest"), await page.textContent("#verdict"));
  await close(page, "move");
  run("abut", "move", "cube.off", "cube.off", "--move-b", "-4,0,0", "--way-b", "1,0,0", "--report", "free.html");
  page = await open("free.html");
  expect("move: free", await page.textContent("#verdict") === "Free" && (await page.textContent("#frame")) === "at 0 of the motion: free", await page.textContent("#frame"));
  await shot(page, "move-free");
  await close(page, "move");
}

async function testPhone() {
  for (const file of ["names.html", "walk.html", "near.html", "through.html", "nc.html", "rows.html"]) {
    const page = await open(file, { width: 360, height: 640 });
    expect(`phone: nothing is wider than ${file}`, await crowded(page) === "", await crowded(page));
    for (const tool of ["#fit", "#xray", "#more", "#help"]) expect(`phone: ${tool} is reachable`, await reachable(page, tool));
    await page.click("#more");
    const hidden = [];
    for (const tool of await page.$$eval("#tools > *", (all) => all.filter((e) => !e.hidden).map((e, i) => `#tools > :nth-child(${[...e.parentElement.children].indexOf(e) + 1})`)))
      if (!await reachable(page, tool)) hidden.push(tool);
    expect(`phone: so are all others, in ${file}`, hidden.length === 0, hidden.join(", "));
    const image = await shot(page, `phone-${file.replace(".html", "")}`);
    expect("phone: 360 wide", image.width === 360);
    await page.click("#more");
    expect("phone: and put away again", !await reachable(page, "#ids"));
    await close(page, "phone");
  }
}

async function testThemes() {
  const page = await open("check.html", { width: 390, height: 844, colorScheme: "dark" });
  const image = await shot(page, "check-phone-dark");
  expect("phone: nothing overlaps, nothing is wider than the page", await crowded(page) === "", await crowded(page));
  expect("phone: dark", image.at(5, 480).every((v) => v < 60));
  expect("phone: contacts are seen", share(image, [4, 60, 386, 515], mark) > 0.002, share(image, [4, 60, 386, 515], mark).toFixed(4));
  await close(page, "phone");
}

async function testDistance() {
  const json = JSON.parse(run("abut", "distance", "bolt.stl", "nut.stl", "--move-b", "20,9,0", "--json", "--report", "distance.html"));
  const page = await open("distance.html");
  const image = await shot(page, "distance");
  expect("distance: says how far, in full", (await page.textContent("#count-of")).includes(String(json.hi)), await page.textContent("#count-of"));
  expect("distance: one pair", await page.$eval("#list", (e) => Number(e.dataset.rows)) === 1);
  const first = await page.textContent('.row[data-index="0"]');
  expect("distance: its row is the JSON's pair", first.startsWith(`a ${json.pair[0]}b ${json.pair[1]}${json.hi.toPrecision(5)}`), first);
  expect("distance: the shortest way is seen", share(image, STAGE, mark) > 0.0005, share(image, STAGE, mark).toFixed(4));
  expect("distance: the legend speaks of it", (await page.textContent("#legend")).includes("the shortest way"));
  await close(page, "distance");
}

// Pairs in contact and those that are only near, in one list.
async function testAllWithin() {
  writeFileSync(join(work, "low.obj"), "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n");
  writeFileSync(join(work, "high.obj"), "v 1 1 1\nv 2 1 2\nv 1 2 2\nv 1 1 -1\nv 2 1 1\nv 1 2 1\nf 1 2 3\nf 4 5 6\n");
  run("abut", "distance", "low.obj", "high.obj", "--all-within", "1", "--report", "all.html");
  const page = await open("all.html");
  const image = await shot(page, "all");
  expect("all within: how many", await page.textContent("#count-of") === "pairs of triangles too close" && await rows(page) === 2, await page.textContent("#count-of"));
  const texts = await page.$$eval(".row", (all) => all.map((e) => e.textContent));
  expect("all within: each says how near it is", texts[0].startsWith("a 0b 01.0000") && texts[1].startsWith("a 0b 1contact"), texts.join("; "));
  expect("all within: the ways are seen", share(image, STAGE, mark) > 0.0005, share(image, STAGE, mark).toFixed(4));
  expect("all within: the legend speaks of them", (await page.textContent("#legend")).includes("the shortest ways"));
  await close(page, "all");
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
  for (const test of [testCheck, testDepth, testThemes, testApart, testDistance, testAllWithin, testClash, testClashClearance, testReview, testFly, testNc, testLabels, testNames, testUntinted, testWalk, testClearance, testMotion, testPhone, testMillion]) await test();
} catch (e) {
  expect("all tests run to their end", false, e.stack);
}
console.log(`\nthe browser took ${spent().toFixed(0)} s of the processor`);
await browser.close();
end();
