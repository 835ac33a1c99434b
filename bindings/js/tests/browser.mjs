// browser.mjs - the package in Debian's chromium: the same cases as in Node, at once and through workers, with shared memory and without.
//   node browser.mjs     build/npm/abut and build/js-tests are there; ends with "N passed, N failed"
import { buildSync } from "../../../build/js-tests/node_modules/esbuild/lib/main.js";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { texts } from "./cases.mjs";
import { openBrowser, openPage } from "./chromium.mjs";
import { serve } from "./serve.mjs";

const here = dirname(fileURLToPath(import.meta.url)), root = join(here, "../../..");
const built = join(root, "build/js-tests/built");
mkdirSync(built, { recursive: true });
buildSync({
  entryPoints: [join(root, "build/npm/abut/worker_side.js")], outfile: join(built, "side.js"), bundle: true, format: "iife",
  logLevel: "error", logOverride: { "empty-import-meta": "silent" },
});
const places = { "/abut/": join(root, "build/npm/abut"), "/tests/": here, "/cases/": join(root, "tests/cases"), "/built/": built };

let passed = 0, failed = 0;
function expect(what, fine, told = "") {
  fine ? passed++ : failed++;
  if (!fine || told !== "") console.log(`${fine ? "ok    " : "FAILED"} ${what}${told === "" ? "" : `: ${told}`}`);
}
function report(where, told) {
  const bad = told.filter(([, fault]) => fault !== null), seconds = told.reduce((sum, [, , each]) => sum + each / 1000, 0);
  for (const [name, fault] of bad) expect(`${where}: ${name}`, false, fault);
  passed += told.length - bad.length;
  expect(`${where}: all cases`, bad.length === 0, `${told.length - bad.length} of ${told.length}, ${seconds.toFixed(1)} s`);
}

// As a hand does it: the events of a drop, with a file in them.
async function drop(page, name, text) {
  const data = await page.evaluateHandle(([name, text]) => {
    const { DataTransfer, File } = globalThis, data = new DataTransfer();
    data.items.add(new File([text], name));
    return data;
  }, [name, text]);
  await page.dispatchEvent("#drop", "dragover", { dataTransfer: data });
  await page.dispatchEvent("#drop", "drop", { dataTransfer: data });
}

async function testPage(browser, isolated) {
  const where = isolated ? "isolated" : "plain", server = await serve(places, { isolated, types: isolated ? {} : { ".wasm": "application/octet-stream" } });
  const page = await openPage(browser, `${server.url}/tests/browser/index.html`);
  try {
    await page.waitForSelector("body[data-ready]", { state: "attached" });
    expect(`${where}: the page is${isolated ? "" : " not"} isolated`, (await page.evaluate(() => globalThis.ready.isolated())) === isolated);
    await drop(page, "dropped.obj", texts.obj);
    report(`${where}, at once`, await page.evaluate(() => globalThis.ready.direct()));
    report(`${where}, a worker`, await page.evaluate(() => globalThis.ready.worker("own")));
    report(`${where}, a worker from a blob`, await page.evaluate(() => globalThis.ready.worker("blob")));
    const costs = await page.evaluate(() => globalThis.ready.costs());
    console.log(`       ms: ${Object.entries(costs).slice(1).map(([name, ms]) => `${name} ${ms.toPrecision(3)}`).join(", ")}`);
    expect(`${where}: no errors, and no warnings, in the console`, page.faults.length === 0, page.faults.join("; "));
    expect(`${where}: nothing is asked for elsewhere`, page.elsewhere.length === 0, page.elsewhere.join(" "));
    page.faults = [];
    const [none, text, script, shared, option] = await page.evaluate(() => globalThis.ready.refused());
    expect(`${where}: a module that is not there`, none === `${server.url}/nowhere.wasm: 404 Not Found`, none);
    expect(`${where}: a page instead of a module`, text === `${server.url}/tests/browser/index.html: this is no WebAssembly module, but text/html`, text);
    expect(`${where}: a worker that is not there`, script === "the worker could not be started", script);
    expect(`${where}: shared memory`, isolated ? shared === "" : shared.startsWith("start: there is no shared memory here"), shared);
    expect(`${where}: an option`, option === 'start: there is no option "whatever"', option);
  } finally {
    await page.context().close();
    await server.close();
  }
}

// The page of docs/tutorial/browser.md: two files are chosen, then one that is none.
async function testTutorial(browser) {
  const server = await serve({ "/node_modules/abut/": join(root, "build/npm/abut"), "/": join(here, "../examples") });
  const page = await openPage(browser, `${server.url}/index.html`);
  const choose = async (...files) => {
    await page.setInputFiles("input", files.map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })));
    await page.waitForFunction((before) => document.querySelector("output").value !== before, told);
    return (told = await page.textContent("output"));
  };
  let told = "Choose two files at once.";
  try {
    await page.waitForFunction(() => document.querySelector("input").onchange);
    const triangle = (z) => `OFF\n3 1 0\n0 0 ${z}\n1 0 ${z}\n0 1 ${z}\n3 0 1 2\n`;
    expect("tutorial: two files apart", (await choose(["a.off", triangle(0)], ["b.off", triangle(1)])) === "apart: 0 pairs of triangles", told);
    expect("tutorial: two files in contact", (await choose(["a.off", triangle(0)], ["b.off", triangle(0)])) === "contact: 1 pairs of triangles", told);
    expect("tutorial: one file", (await choose(["a.off", triangle(0)])) === "Choose two files at once.", told);
    expect("tutorial: a broken file", (await choose(["a.off", triangle(0)], ["b.off", triangle("x")])).includes("b.off"), told);
    expect("tutorial: no errors in the console", page.faults.length === 0, page.faults.join("; "));
  } finally {
    await page.context().close();
    await server.close();
  }
}

const browser = await openBrowser();
try {
  await testTutorial(browser);
  for (const isolated of [true, false]) await testPage(browser, isolated);
} catch (error) {
  expect("all tests run to their end", false, error.stack);
} finally {
  await browser.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
