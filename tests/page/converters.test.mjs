// converters.test.mjs - IFC and STEP in the page, in Chromium, from a disk: the rows are those of "abut clash", which converts
// by Node. Needs tools/page, and tools/install browser.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, quiet } from "../report/look.mjs";

const root = resolve(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../.."), built = join(root, "build/page");
const bin = resolve(process.env.ABUT_BIN ?? join(root, "build/release/bin"));
const data = process.env.ABUT_DATA ?? "", skip = data ? false : "SKIPPED: ABUT_DATA is not set";
let folder, browser;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "abut-converters-"));
  browser = await launch(join(root, "build/report/node_modules"));
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(path) {
  const context = await browser.newContext({ offline: true }), page = await context.newPage();
  page.faults = [];
  page.on("console", (m) => { if (m.type() === "error") page.faults.push(m.text()); });
  page.on("pageerror", (e) => page.faults.push(String(e)));
  await page.goto(`file://${path}`);
  await page.waitForSelector("body[data-edges]");
  return page;
}

// Give a file to the page's session, and take the list of clashes: or what was said instead.
function take(page, path) {
  return page.evaluate(async ([name, text]) => {
    const { session } = globalThis.abut.page, bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer, told = [];
    await session.clear();
    try {
      const { parts, warnings } = await session.add([{ name, bytes }], { onProgress: (fraction, words) => told.push(words) });
      const { rows } = await session.check(), of = (id) => parts.find((p) => p.id === id).group;
      return { names: parts.map((p) => p.group), unit: parts[0].unit, warnings, told, command: await session.command(), rows: rows.map((r) => [of(r.a), of(r.b), r.relation, r.count]) };
    } catch (error) {
      return { error: error.message };
    }
  }, [basename(path), readFileSync(path).toString("base64")]);
}

function program(path) {
  const done = spawnSync(join(bin, "abut"), ["clash", basename(path), "--inside", "--allow-empty", "--json"], { cwd: dirname(path), encoding: "utf8", maxBuffer: 1 << 28 });
  assert.ok(done.status <= 1, done.stderr);
  const { objects, clashes, warnings } = JSON.parse(done.stdout);
  return { names: objects.map((o) => o.group), rows: clashes.map((c) => [objects[c.a].group, objects[c.b].group, c.relation, c.pairs]), warnings };
}

describe("IFC and STEP in the page", { skip }, () => {
  for (const [name, unit] of [["bim/AC20-FZK-Haus.ifc", "m"], ["bim/basin-tessellation.ifc", "m"], ["cad/step/as1-oc-214.stp", "mm"], ["cad/step/cube-in.step", "in"]]) {
    test(name, async () => {
      const page = await open(join(built, "abut.html")), path = join(data, name), found = await take(page, path), wanted = program(path);
      assert.equal(found.error, undefined);
      assert.deepEqual(found.names, wanted.names);
      assert.deepEqual(found.rows, wanted.rows);
      assert.deepEqual([found.unit, found.command], [unit, `abut clash ${basename(path)}`]);
      assert.ok(found.told.some((words) => words.includes("converting")));
      for (const text of found.warnings.slice(0, -1)) assert.ok(wanted.warnings.some((w) => w === text), text);
      assert.deepEqual(quiet(page.faults), []);
      await page.context().close();
    });
  }

  test("what is no such file, and a page without the scripts beside it", async () => {
    const broken = join(folder, "broken.ifc"), text = readFileSync(join(data, "bim/basin-tessellation.ifc"), "utf8");
    writeFileSync(broken, text.slice(0, text.length / 2));
    let page = await open(join(built, "abut.html"));
    assert.match((await take(page, broken)).error, /^broken\.ifc: line \d+: /);
    await page.context().close();
    copyFileSync(join(built, "abut.html"), join(folder, "abut.html"));
    page = await open(join(folder, "abut.html"));
    assert.match((await take(page, join(data, "cad/step/cube-in.step"))).error, /^cube-in\.step: abut-step\.js is not beside this page: .*abut-convert/);
    assert.match((await take(page, join(data, "cad/as1-oc-214.obj"))).command, /^abut clash --groups/);
    await page.context().close();
  });

  test("the page that is shared is the page, and has what was converted", async () => {
    let page = await open(join(built, "abut.html"));
    const { names, rows } = await take(page, join(data, "cad/step/as1-oc-214.stp"));
    const text = await page.evaluate(async () => (await globalThis.abut.page.session.share()).text());
    await page.context().close();
    assert.equal(text.replace(/(id="shared">)[^<]+/, "$1"), readFileSync(join(built, "abut.html"), "utf8"));
    writeFileSync(join(folder, "shared.html"), text);
    page = await open(join(folder, "shared.html"));
    const again = await page.evaluate(async () => {
      const { page } = globalThis.abut, { rows } = await page.session.check(), of = (id) => page.parts.find((m) => m.part.id === id).part.group;
      return { names: page.parts.map((m) => m.part.group), rows: rows.map((r) => [of(r.a), of(r.b), r.relation, r.count]) };
    });
    assert.deepEqual(again, { names, rows });
    assert.deepEqual(quiet(page.faults), []);
    await page.context().close();
  });
});
