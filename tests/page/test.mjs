// test.mjs - the page where models are dropped, in a real browser: from a folder that a server has, and as one file of a disk.
//   node test.mjs MODULES PAGE BIN WORK     PAGE: what tools/page made; BIN: the folder with abut and abut-scene; WORK: where files go
// What it says is compared with what the program says of the same files. Ends with "N passed, N failed".
import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { blue, crowded, differing, end, expect, launch, mark, png, programs, quiet, share, yellow } from "../report/look.mjs";

const [modules, folder, bin, work] = process.argv.slice(2, 6).map((path) => resolve(path));
const STAGE = [420, 70, 1270, 700]; // of the wide page, between the tools
const WAIT = 60000;

const run = programs(bin, work);
const json = (...words) => JSON.parse(run("abut", ...words, "--json"));

// Run lines of a shell, as one who copied them would; the last is asked for JSON.
function shell(text) {
  try {
    return JSON.parse(execFileSync("bash", ["-c", `${text} --json | tail -n +1`], { cwd: work, env: { ...process.env, PATH: `${bin}:${process.env.PATH}` }, stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 }).toString().replace(/^[^{]*/, ""));
  } catch (e) {
    throw new Error(`${text}: ${e.message} ${e.stderr}`);
  }
}

// -------------------------------------------------------------------------------------- where it is

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const BASE = "/some/where/";
const server = createServer((request, response) => {
  try {
    const path = new URL(request.url, "http://x").pathname;
    if (!path.startsWith(BASE)) throw new Error("outside");
    const file = join(folder, path.slice(BASE.length) || "index.html"), bytes = readFileSync(file);
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const origin = `http://127.0.0.1:${server.address().port}`;
const places = { folder: `${origin}${BASE}`, file: `file://${join(folder, "abut.html")}` };
const browser = await launch(modules);

async function open(url, { width = 1280, height = 800, colorScheme = "light", touch = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce", hasTouch: touch, offline: url.startsWith("file:") });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT);
  page.faults = [];
  page.asked = [];
  page.on("console", (m) => { if (m.type() === "error" || m.type() === "warning") page.faults.push(m.text()); });
  page.on("pageerror", (e) => page.faults.push(e.stack));
  page.on("request", (r) => page.asked.push(r.url()));
  await page.goto(url);
  await page.waitForSelector("body[data-edges]");
  await still(page);
  return page;
}

async function close(page, name) {
  const faults = quiet(page.faults);
  expect(`${name}: no errors, and no warnings, in the console`, faults.length === 0, faults.join("; "));
  const own = (url) => /^(data|blob):/.test(url) || (url.startsWith("file:") ? url === page.asked[0] : url.startsWith(places.folder));
  expect(`${name}: nothing but its own folder is asked for`, page.asked.every(own), page.asked.filter((url) => !own(url)).join() || `${page.asked.length} requests`);
  await page.context().close();
}

// ---------------------------------------------------------------------------------------- what is there

const still = (page) => page.waitForSelector("body[data-state=still]");
const count = (page) => page.$eval("#count", (e) => Number(e.dataset.count));
const rows = (page) => page.$eval("#list", (e) => Number(e.dataset.rows));
const verdict = (page) => page.textContent("#verdict");
const data = (page, name) => page.evaluate((key) => document.body.dataset[key], name);
const poses = (page) => page.evaluate(() => globalThis.abut.poses());

async function shot(page, name) {
  const bytes = await page.screenshot({ animations: "disabled" });
  writeFileSync(join(work, `${name}.png`), bytes);
  return png(bytes);
}

// Do something, and wait until what comes of it is told.
async function then(page, act) {
  const before = Number(await data(page, "answers"));
  await act();
  await page.waitForFunction((n) => Number(document.body.dataset.answers) > n, before);
  await still(page);
}

// Drop files of the work folder, as a pointer would.
async function drop(page, ...names) {
  page.opened = Number(await data(page, "opened"));
  const files = names.map((name) => [name, readFileSync(join(work, name)).toString("base64")]);
  await page.evaluate(async (all) => {
    const data = new DataTransfer();
    for (const [name, text] of all) data.items.add(new File([await (await fetchBytes(text)).arrayBuffer()], name));
    function fetchBytes(text) {
      return new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]);
    }
    for (const type of ["dragenter", "dragover", "drop"]) document.getElementById("view").dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);
}

// Wait until what was dropped is there: so many parts are open then.
async function replaced(page, parts) {
  await page.waitForFunction((n) => Number(document.body.dataset.opened) > n, page.opened);
  await still(page);
  if (await data(page, "parts") !== String(parts)) throw new Error(`${await data(page, "parts")} parts are open, not ${parts}`);
}

// The command line that the page tells.
async function commandLine(page) {
  await page.$eval("#command-text", (e) => { e.value = ""; });
  await page.click("#copy");
  await page.waitForFunction(() => document.getElementById("command-text").value !== "");
  return page.inputValue("#command-text");
}

async function type(page, field, text) {
  await then(page, async () => {
    await page.fill(`#at-${field}`, text);
    await page.press(`#at-${field}`, "Enter");
  });
}

// ------------------------------------------------------------------------------------------- tests

// The picture of the docs: browser-page.png.
async function picture(page) {
  await page.setViewportSize({ width: 1290, height: 660 });
  await page.click("#fit");
  await page.$eval("#spent", (e) => { e.textContent = ""; }); // of this machine
  await shot(page, "browser-page");
  await page.setViewportSize({ width: 1280, height: 800 });
  await then(page, () => page.evaluate(() => globalThis.abut.page.live.change(true)));
}

// What is seen before anything is dropped.
async function testDemo(where) {
  const page = await open(places[where]), name = `${where}: demo`;
  expect(`${name}: bolt and nut are in contact`, await count(page) > 0 && /^They (cross|touch)/.test(await verdict(page)), await verdict(page));
  if (where === "file") await picture(page);
  const text = await commandLine(page);
  expect(`${name}: the command line gives the same count`, shell(text).pair_count === await count(page), `${await count(page)}: ${text.split("\n").at(-1)}`);
  const image = await shot(page, `${where}-demo`);
  expect(`${name}: both are seen, and where they meet`, share(image, STAGE, blue) > 0.05 && share(image, STAGE, yellow) > 0.05 && share(image, STAGE, mark) > 0.0005,
    [blue, yellow, mark].map((c) => share(image, STAGE, c).toFixed(4)).join());
  expect(`${name}: nothing overlaps, all can be read`, await crowded(page) === "", await crowded(page));
  expect(`${name}: the worker's time is told`, Number(await data(page, "micros")) > 0 && /worker [0-9.]+ ms/.test(await page.textContent("#spent")), await page.textContent("#spent"));
  await close(page, name);
}

// Two files; moved by numbers until they are apart; undone; with the mouse.
async function testTwo(where) {
  const page = await open(places[where]), name = `${where}: two`;
  await drop(page, "bolt.stl", "ball.obj");
  await replaced(page, 2);
  const both = json("check", "bolt.stl", "ball.obj");
  expect(`${name}: the demo is gone`, !await page.isVisible("#hint"));
  expect(`${name}: as many pairs as the program has`, both.pair_count > 0 && await count(page) === both.pair_count && await rows(page) === both.pair_count, both.pair_count);
  const first = await page.textContent('.row[data-index="0"]');
  expect(`${name}: a row tells a pair and its kind`, /^a \d+b \d+(cross|touch|coplanar)/.test(first), first);
  const start = await shot(page, `${where}-two`);
  await page.click("#xray");
  const through = await shot(page, `${where}-xray`);
  expect(`${name}: an x-ray changes the view`, differing(start, through, STAGE) > 0.02, differing(start, through, STAGE).toFixed(3));
  await page.click("#xray");
  await page.selectOption("#section", "1");
  const cut = await shot(page, `${where}-section`);
  expect(`${name}: so does a section`, differing(start, cut, STAGE) > 0.02 && share(cut, STAGE, blue) > 0.02, differing(start, cut, STAGE).toFixed(3));
  await page.selectOption("#section", "");
  await page.focus("#view");
  await page.keyboard.press("e");
  const apart = await shot(page, `${where}-explode`);
  expect(`${name}: and an explosion`, differing(start, apart, STAGE) > 0.02, differing(start, apart, STAGE).toFixed(3));
  await page.keyboard.press("e");
  await page.click('.row[data-index="3"]');
  const near = await shot(page, `${where}-row`);
  expect(`${name}: a click on a row moves the camera`, differing(start, near, STAGE) > 0.2, differing(start, near, STAGE).toFixed(2));
  await page.click("#fit");

  await type(page, "z", "0.1");
  const moved = json("check", "bolt.stl", "ball.obj", "--move-b", "0,0,0.1");
  expect(`${name}: a number that is typed arrives as it is`, (await poses(page))[1].translation[2] === 0.1 && await count(page) === moved.pair_count, `${await count(page)}, ${moved.pair_count}`);
  await type(page, "degrees", "33.3");
  await type(page, "ay", "0.25");
  const turned = json("check", "bolt.stl", "ball.obj", "--rotate-b", "0,0.25,1,33.3", "--move-b", "0,0,0.1");
  expect(`${name}: so do axis and degrees`, await count(page) === turned.pair_count, `${await count(page)}, ${turned.pair_count}`);
  await type(page, "scale", "0.75");
  const scaled = json("check", "bolt.stl", "ball.obj", "--scale-b", "0.75", "--rotate-b", "0,0.25,1,33.3", "--move-b", "0,0,0.1");
  expect(`${name}: and a scale`, await count(page) === scaled.pair_count, `${await count(page)}, ${scaled.pair_count}`);
  const line = await commandLine(page);
  expect(`${name}: the command line gives the same count`, shell(line).pair_count === await count(page), line);
  for (const bad of ["x", "", "1e999", "-1", "0"]) {
    await page.fill("#at-scale", bad);
    await page.press("#at-scale", "Enter");
    expect(`${name}: a scale of "${bad}" is refused in place`, (await page.textContent("#numbers-wrong")).startsWith("Scale: ") && (await poses(page))[1].scale === 0.75, await page.textContent("#numbers-wrong"));
  }
  await page.fill("#at-scale", "1e-99");
  await page.press("#at-scale", "Enter");
  await page.waitForSelector("#notes:not([hidden])");
  expect(`${name}: so is one that the library does not take`, await page.inputValue("#at-scale") === "0.75" && (await poses(page))[1].scale === 0.75, await page.textContent("#notes"));
  await page.click("#notes >> text=Close");
  await still(page);
  await then(page, () => page.click("#reset"));
  expect(`${name}: reset`, await count(page) === both.pair_count && await page.textContent("#numbers-wrong") === "");

  await type(page, "z", "40.25");
  const far = json("distance", "bolt.stl", "ball.obj", "--move-b", "0,0,40.25");
  expect(`${name}: moved away they are apart, by what the program says`, /^Apart, gap /.test(await verdict(page)) && await data(page, "gap") === `${far.lo} ${far.hi}` && await count(page) === 0, `${await verdict(page)}; ${await data(page, "gap")}`);
  await page.keyboard.press("Escape");
  await page.focus("#view");
  for (const [keys, want] of [["Control+z", both.pair_count], ["Control+Shift+z", 0], ["Control+z", both.pair_count]]) {
    await then(page, () => page.keyboard.press(keys));
    expect(`${name}: ${keys}`, await count(page) === want, await count(page));
  }
  await dragged(page, name, both.pair_count);
  await close(page, name);
}

// Find a handle by moving the pointer over it, from the middle of the part on.
async function handle(page, axis, way) {
  const [x, y] = await page.evaluate(() => {
    const { stage, gizmo } = globalThis.abut.page, box = document.getElementById("view").getBoundingClientRect(), at = stage.screen(gizmo.handle.position);
    return [at[0] + box.left, at[1] + box.top];
  });
  for (let r = 30; r < 120; r += 4) {
    const at = [x + way[0] * r, y + way[1] * r];
    await page.mouse.move(...at);
    if (await page.evaluate(() => globalThis.abut.page.gizmo.controls.axis) === axis) return at;
  }
  throw new Error(`no handle ${axis}`);
}

async function drag(page, [x, y], [dx, dy], modifier) {
  await page.mouse.move(x, y);
  if (modifier) await page.keyboard.down(modifier);
  await page.mouse.down();
  const seen = new Set();
  for (let i = 1; i <= 8; i++) {
    await page.mouse.move(x + dx * i / 8, y + dy * i / 8);
    await page.waitForTimeout(60);
    seen.add(await count(page));
  }
  await page.mouse.up();
  if (modifier) await page.keyboard.up(modifier);
  await still(page);
  return seen.size;
}

async function dragged(page, name, before) {
  const seen = await drag(page, await handle(page, "Z", [0, -1]), [0, -50]);
  const [, pose] = await poses(page);
  expect(`${name}: the mouse moves it along z alone`, pose.translation[2] > 0.1 && pose.translation[0] === 0 && pose.translation[1] === 0, pose.translation.join());
  expect(`${name}: contacts change while it moves`, seen > 2, `${seen} counts`);
  const there = json("check", "bolt.stl", "ball.obj", "--move-b", pose.translation.join());
  expect(`${name}: and are those of the program`, await count(page) === there.pair_count && there.pair_count !== before, `${await count(page)}, ${there.pair_count}`);
  await then(page, () => page.keyboard.press("Control+z"));
  await drag(page, await handle(page, "Z", [0, -1]), [0, -50], "Shift");
  const step = Number((await page.getAttribute("#snap", "title")).match(/Steps of ([\d.e-]+)/)[1]), z = (await poses(page))[1].translation[2];
  expect(`${name}: with Shift in steps`, z > 0 && Math.abs(z / step - Math.round(z / step)) < 1e-9, `${z} of ${step}`);
  await page.focus("#view");
  await page.keyboard.press("r");
  await then(page, async () => { await drag(page, await handle(page, "Z", [0.2, 1]), [60, -10]); });
  const text = await commandLine(page);
  expect(`${name}: turned by the mouse: the command line gives the same count`, /--quat-b/.test(text) && shell(text).pair_count === await count(page), `${await count(page)}: ${text}`);
  await page.focus("#view");
  await page.keyboard.press("k");
  await then(page, async () => { await drag(page, await handle(page, "Z", [0, -1]), [0, -25]); });
  expect(`${name}: scaled in all directions`, (await poses(page))[1].scale > 1.05, (await poses(page))[1].scale);
  await page.focus("#view");
  await then(page, () => page.keyboard.press("0"));
  expect(`${name}: 0 puts it back`, await count(page) === before);
}

// An assembly: a row for each pair of parts that meets.
async function testAssembly() {
  const name = "assembly", page = await open(places.folder), all = json("clash", "--groups", "site.obj");
  await drop(page, "site.obj");
  await replaced(page, all.objects.length);
  expect(`${name}: as many rows as the program has`, all.clash_count > 2 && await rows(page) === all.clash_count, `${await rows(page)}, ${all.clash_count}`);
  const wanted = all.clashes.map((c) => [c.a, c.b].map((k) => all.objects[k].group).sort().join(" ") + ` ${c.pairs}`).sort().join("; ");
  const told = await page.evaluate(() => globalThis.abut.page.report.meetings.map((m) => [m.a, m.b].map((k) => globalThis.abut.page.parts[k].name).sort().join(" ") + ` ${m.pairs}`).sort().join("; "));
  expect(`${name}: of the same parts, with as many pairs of triangles`, told === wanted, `${told} | ${wanted}`);
  expect(`${name}: the verdict counts them`, await verdict(page) === `${all.clash_count} pairs of parts meet`, await verdict(page));
  await page.click("#check");
  await page.waitForFunction(() => /crossing,/.test(document.getElementById("rows").textContent));
  const under = await page.$$eval(".row .under", (e) => e.map((x) => x.textContent));
  expect(`${name}: a check tells classes and depths`, under.some((t) => /^crossing, [\d.]+.* deep; /.test(t)) && under.some((t) => t.startsWith("touching")), under.join(" | "));
  expect(`${name}: and which is inside another`, under.some((t) => t.startsWith("inside, 0.5 deep; ")), under.at(-1));
  const before = await shot(page, "assembly");
  await page.click(".row >> nth=0");
  const near = await shot(page, "assembly-row");
  expect(`${name}: a click on a row goes there`, differing(before, near, STAGE) > 0.05, differing(before, near, STAGE).toFixed(3));
  await page.click("#filters [data-kind=cross]");
  expect(`${name}: the filter by kind`, await rows(page) === all.clashes.filter((c) => c.cross > 0).length, await rows(page));
  await page.click("#filters [data-kind=cross]");
  // One part away: its rows go.
  await page.focus("#view");
  await page.evaluate(() => { const { page: p } = globalThis.abut; p.hold(p.parts.find((m) => m.name === "pipe")); });
  await type(page, "z", "50");
  const rest = all.clashes.filter((c) => ![c.a, c.b].some((k) => all.objects[k].group === "pipe")).length;
  expect(`${name}: a part that is moved away meets nothing`, rest < all.clash_count && await rows(page) === rest + 1, `${await rows(page)}, ${rest} and one inside another`);
  const text = await commandLine(page);
  expect(`${name}: the command lines give the same list`, shell(text).clashes.filter((c) => c.pairs > 0).length === rest, text);
  await then(page, () => page.click('[aria-label="Take slab away"]'));
  expect(`${name}: a part that is taken away is not there any more`, Number(await data(page, "parts")) === all.objects.length - 1 && !(await page.textContent("#legend")).includes("slab"));
  await close(page, name);
}

// Many pairs: their marks are drawn as one, and still told apart where that is asked for.
async function testMany() {
  const name = "many", page = await open(places.folder), all = json("clash", "--groups", "plant.obj");
  await drop(page, "plant.obj");
  await replaced(page, all.objects.length);
  expect(`${name}: as many rows as the program has`, all.clash_count > 100 && await rows(page) === all.clash_count, `${await rows(page)}, ${all.clash_count}`);
  const lines = (wanted) => page.evaluate((only) => globalThis.abut.page.marks.filter((m) => m.marks.visible && (!only || m.meeting === globalThis.abut.page.only)).reduce((sum, { marks }) => {
    const [first] = marks.children;
    return sum + (first.geometry.instanceCount !== Infinity && first.geometry.attributes.instanceStart ? first.geometry.attributes.instanceStart.count : first.geometry.attributes.position.count);
  }, 0), wanted);
  const whole = await lines(false), objects = await page.evaluate(() => globalThis.abut.page.marks.length);
  expect(`${name}: few objects are drawn`, whole > all.clash_count && objects < 40, `${objects} of ${whole}`);
  await page.click('.row[data-index="1"]');
  const one = await lines(false);
  expect(`${name}: a row that is chosen has its own`, one > 0 && one < whole && one === await lines(true), `${one} of ${whole}`);
  await page.click("#fit");
  expect(`${name}: all again`, await lines(false) === whole, await lines(false));
  await page.click("#legend .model >> nth=0 >> text=show");
  const gone = all.clashes.filter((c) => c.a === 0 || c.b === 0).length, left = await lines(false);
  expect(`${name}: those of a part that is hidden are not seen`, gone > 0 && left > 0 && left < whole, `${left} of ${whole}`);
  await page.click("#legend .model >> nth=0 >> text=show");
  await type(page, "z", "0.5");
  const text = await commandLine(page);
  expect(`${name}: one of them moved: the program has the same rows`, shell(text).clashes.filter((c) => c.pairs > 0).length === await rows(page), await rows(page));
  await close(page, name);
}

// What is wrong is told in place, and what was open stays.
async function testWrong() {
  const name = "wrong", page = await open(places.folder), before = await count(page);
  await drop(page, "broken.obj");
  await page.waitForSelector("#notes:not([hidden])");
  const text = await page.textContent("#notes .wrong");
  expect(`${name}: a file that cannot be read is told, with its line`, /broken\.obj.*3/.test(text), text);
  expect(`${name}: the demo is still there`, await count(page) === before && await data(page, "parts") === "2");
  await drop(page, "empty.stl");
  await page.waitForFunction(() => /empty\.stl/.test(document.getElementById("notes").textContent));
  await drop(page, "notes.txt");
  await page.waitForFunction(() => /notes\.txt/.test(document.getElementById("notes").textContent));
  await drop(page, "broken.obj", "ball.obj");
  await replaced(page, 1);
  expect(`${name}: of two files the good one is opened`, /broken\.obj/.test(await page.textContent("#notes")) && await verdict(page) === "One part", await verdict(page));
  await drop(page, "bolt.stl");
  await replaced(page, 2);
  expect(`${name}: another is compared with it`, await count(page) === json("check", "ball.obj", "bolt.stl").pair_count, await count(page));
  expect(`${name}: messages of before are gone`, !await page.isVisible("#notes"));
  await drop(page, "nut.stl");
  await page.waitForSelector("#ask[open]");
  await page.click("#ask button[value=add]");
  await replaced(page, 3);
  expect(`${name}: a third is added when asked so`, (await page.textContent("#legend")).includes("nut.stl"));
  await drop(page, "nut.stl");
  await page.click("#ask button[value='']");
  await page.waitForFunction(() => !globalThis.abut.page.reading);
  expect(`${name}: or not`, await data(page, "parts") === "3");
  await drop(page, "ödd näme <b> 'x'.obj");
  await page.click("#ask button[value=replace]");
  await replaced(page, 1);
  expect(`${name}: or instead; a name is never markup`, (await page.textContent("#legend")).includes("ödd näme <b> 'x'.obj"));
  await close(page, name);
}

// The page that is saved shows the same again.
async function testShare(where) {
  const name = `${where}: share`, page = await open(places[where]);
  await drop(page, "bolt.stl", "ball.obj");
  await replaced(page, 2);
  await type(page, "x", "0.1");
  await page.click("#xray");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#share")]);
  expect(`${name}: its name is that of the files`, download.suggestedFilename() === "bolt-ball.html", download.suggestedFilename());
  await download.saveAs(join(work, `${where}-shared.html`));
  const wanted = [await count(page), JSON.stringify(await poses(page)), await verdict(page)];
  await close(page, name);
  const again = await open(`file://${join(work, `${where}-shared.html`)}`);
  const told = [await count(again), JSON.stringify((await poses(again))), await verdict(again)];
  expect(`${name}: the same count and words`, told[0] === wanted[0] && told[2] === wanted[2], `${told[0]}, ${told[2]}`);
  expect(`${name}: the same place, to the last bit`, (await poses(again))[1].translation[0] === 0.1);
  expect(`${name}: seen in the same way`, await again.getAttribute("#xray", "aria-pressed") === "true" && !await again.isVisible("#hint"));
  await drop(again, "nut.stl");
  await again.click("#ask button[value=replace]");
  await replaced(again, 1);
  const size = statSync(join(work, `${where}-shared.html`)).size, bare = statSync(join(folder, "abut.html")).size;
  expect(`${name}: the models cost what they are compressed`, size > bare && size < bare + 1.4 * ["bolt.stl", "ball.obj"].reduce((sum, f) => sum + statSync(join(work, f)).size, 0), `${size - bare} bytes`);
  await close(again, `${name}, opened`);
}

async function testDark() {
  const page = await open(places.file, { colorScheme: "dark" }), image = await shot(page, "dark");
  expect("dark: the ground is", image.at(430, 400)[0] < 40 && image.at(10, 790)[0] < 60, [...image.at(430, 400)].join());
  expect("dark: marks are seen", share(image, STAGE, (c) => c[0] > 200 && c[1] < 130 && c[2] > 60) > 0.0005);
  await close(page, "dark");
}

// Fingers: one turns the view, a handle moves the part; the numbers open when they are asked for.
async function testPhone() {
  const page = await open(places.folder, { width: 390, height: 780, touch: true }), touch = await page.context().newCDPSession(page);
  expect("phone: nothing overlaps, nothing is wider than the screen", await crowded(page) === "", await crowded(page));
  const image = await shot(page, "phone");
  expect("phone: the models are seen between the tools", share(image, [10, 80, 380, 360], blue) > 0.03 && share(image, [10, 80, 380, 360], yellow) > 0.03);
  expect("phone: the numbers wait", !await page.isVisible("#at-x"));
  await page.tap("#digits");
  expect("phone: until they are asked for", await page.isVisible("#at-x") && await crowded(page) === "", await crowded(page));
  await page.tap("#digits");
  const small = await page.$$eval("button, select, input[type=text]", (all) => all.filter((e) => e.offsetParent && e.getBoundingClientRect().height < 36).map((e) => e.id || e.textContent));
  expect("phone: what is touched is large enough", small.length === 0, small.join());
  const finger = async (from, by) => {
    const at = (i) => [{ x: from[0] + by[0] * i / 8, y: from[1] + by[1] * i / 8 }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
    for (let i = 1; i <= 8; i++) {
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(i) });
      await page.waitForTimeout(40);
    }
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await still(page);
  };
  const eye = () => page.evaluate(() => globalThis.abut.page.stage.camera.position.toArray().join());
  const before = await eye();
  await finger([60, 240], [80, 0]);
  expect("phone: a finger turns the view", await eye() !== before && (await poses(page))[1].translation[2] === 0);
  const found = await handle(page, "Z", [0, -1]), at = await eye();
  await finger(found, [0, -30]);
  expect("phone: on a handle it moves the part", (await poses(page))[1].translation[2] > 0.05 && await eye() === at, (await poses(page))[1].translation.join());
  await close(page, "phone");
}

// All of it by the keyboard.
async function testKeys() {
  const page = await open(places.file), name = "keys";
  await drop(page, "bolt.stl", "ball.obj");
  await replaced(page, 2);
  const focusable = new Set();
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    focusable.add(await page.evaluate(() => document.activeElement.id || document.activeElement.textContent));
  }
  const missing = ["view", "fit", "xray", "tint", "ids", "section", "explode", "move", "turn", "scale", "axes", "snap", "undo", "at-x", "at-ax", "at-degrees", "at-scale", "open", "copy", "share", "list"].filter((id) => !focusable.has(id) && !["undo"].includes(id));
  expect(`${name}: Tab comes to all`, missing.length === 0, missing.join());
  await page.focus("#at-z");
  const before = await count(page);
  await then(page, () => page.keyboard.press("Shift+ArrowUp"));
  const z = (await poses(page))[1].translation[2];
  expect(`${name}: arrows in a number move the part`, z > 0 && await count(page) === json("check", "bolt.stl", "ball.obj", "--move-b", `0,0,${z}`).pair_count, `${z}: ${before} then ${await count(page)}`);
  await page.focus("#view");
  await page.keyboard.press("m");
  expect(`${name}: M takes the next part`, (await page.textContent("#numbers-of")).startsWith("a: "), await page.textContent("#numbers-of"));
  for (const [key, id, name_of] of [["g", "move", "aria-pressed"], ["r", "turn", "aria-pressed"], ["k", "scale", "aria-pressed"], ["l", "axes", "aria-pressed"], ["x", "xray", "aria-pressed"]]) {
    await page.keyboard.press(key);
    expect(`${name}: ${key.toUpperCase()}`, await page.getAttribute(`#${id}`, name_of) === "true");
  }
  await page.keyboard.press("?");
  expect(`${name}: ? lists them`, await page.isVisible("#keys"));
  await page.keyboard.press("Escape");
  await page.focus("#list");
  await page.keyboard.press("ArrowDown");
  expect(`${name}: arrows choose rows`, await page.$eval('.row[data-index="0"]', (e) => e.ariaSelected) === "true");
  expect(`${name}: the verdict is said`, (await page.textContent("#said")).startsWith(await verdict(page)), await page.textContent("#said"));
  await close(page, name);
}

// A long file: how far it is, and stopped; and how long until the first answer, which is told and not judged.
async function testLong() {
  const page = await open(places.folder), name = "long", before = await count(page);
  const input = await page.$("#files");
  await input.setInputFiles(join(work, "million.stl"));
  await page.waitForSelector("#progress:not([hidden])");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#notes:not([hidden])");
  expect(`${name}: Escape stops it, and nothing is lost`, (await page.textContent("#notes")).startsWith("Stopped") && await count(page) === before && await data(page, "parts") === "2", await page.textContent("#notes"));
  await input.setInputFiles([join(work, "million.stl"), join(work, "nut.stl")]);
  await page.waitForFunction(() => document.getElementById("legend").textContent.includes("million"));
  await still(page);
  expect(`${name}: 1 000 000 triangles: the program's count`, await count(page) === json("check", "million.stl", "nut.stl").pair_count, `${await count(page)}, first told after ${(await data(page, "first") / 1000).toFixed(1)} s`);
  await close(page, name);
}

function files() {
  run("abut-scene", "bolt", "-o", "bolt.stl");
  run("abut-scene", "nut", "-o", "nut.stl");
  run("abut-scene", "icosphere", "radius=5", "-o", "ball.obj");
  run("abut-scene", "plant", "n=200", "-o", "plant.obj");
  run("abut-scene", "torus", "radius=8", "tube=3", "triangles=1000000", "-o", "million.stl");
  const box = (k, name, low, size) => `o ${name}\n${[0, 1, 2, 3, 4, 5, 6, 7].map((c) => `v ${low.map((v, i) => v + size[i] * (c >> i & 1)).join(" ")}`).join("\n")}\n${[[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]].map((f) => `f ${f.map((v) => v + 8 * k).join(" ")}\n`).join("")}`;
  const parts = [["wall", [0, 0, 0], [10, 1, 3]], ["slab", [0, -5, -1], [10, 10, 1]], ["pipe", [2, -3, 1], [0.25, 8, 0.25]], ["duct", [6, 0.75, 2], [1, 2, 0.5]], ["rack", [4, 1, 0], [1, 1, 1]], ["lamp", [4.25, 1.25, 0.25], [0.25, 0.25, 0.25]]];
  writeFileSync(join(work, "site.obj"), parts.map(([name, low, size], k) => box(k, name, low, size)).join(""));
  writeFileSync(join(work, "broken.obj"), "v 0 0 0\nv 1 0 0\nv 0 one 0\nf 1 2 3\n");
  writeFileSync(join(work, "empty.stl"), "");
  writeFileSync(join(work, "notes.txt"), "not a model");
  writeFileSync(join(work, "ödd näme <b> 'x'.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
}

const tests = [["demo", () => testDemo("folder")], ["demo", () => testDemo("file")], ["two", () => testTwo("folder")], ["two", () => testTwo("file")], ["assembly", testAssembly], ["many", testMany], ["wrong", testWrong],
  ["share", () => testShare("folder")], ["share", () => testShare("file")], ["dark", testDark], ["phone", testPhone], ["keys", testKeys], ["long", testLong]];
try {
  files();
} catch (e) {
  expect("files are made", false, e.stack);
}
for (const [name, test] of tests) {
  if (process.argv[6] && !process.argv[6].split(",").includes(name)) continue;
  try {
    await test();
  } catch (e) {
    expect(`${name}: runs to its end`, false, e.stack);
  }
}
await browser.close();
server.close();
end();
