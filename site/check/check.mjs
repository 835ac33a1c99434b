// check.mjs - the built site, as readers meet it.
//   node check.mjs MODULES SITE VERSION BASE SEEN [playground]    SEEN: where pictures go; playground: it must be there
// Ends with 1 if anything is wrong, a line a fault.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkLinks } from "./links.mjs";
import { PHONE, WIDE, contrast, crowded, dark, newPage, open } from "./look.mjs";
import { serve } from "./serve.mjs";

const [modules, site, version, base, seen] = [resolve(process.argv[2]), resolve(process.argv[3]), process.argv[4], process.argv[5], resolve(process.argv[6])];
const hasPlayground = process.argv[7] === "playground";
const AT_ONCE = 3; // pages in the browser
const faults = [], started = Date.now();
const told = (text) => console.log(`site: ${text} (${((Date.now() - started) / 1000).toFixed(1)} s)`);

// ---------------------------------------------------------------------------------------------- files

function files() {
  const skip = readdirSync(site).filter((f) => /^\d/.test(f) && f !== version).map((f) => `${f}/`).concat(`${version}/playground/`); // others were checked when they were built
  const { faults: found, count, pages } = checkLinks(site, base, skip);
  faults.push(...found);
  told(`${pages} pages, ${count} links, ${found.length} faults`);
  const { newest, versions } = JSON.parse(readFileSync(join(site, "versions.json"), "utf8"));
  if (!versions.includes(version) || versions[0] !== newest) faults.push("versions.json: this version is not there, or the newest is not first");
  if (!readFileSync(join(site, "index.html"), "utf8").includes(`url=${newest}/`)) faults.push("index.html: it does not lead to the newest version");
  if (!new RegExp(`^version: ${version.replaceAll(".", "\\.")}$`, "m").test(readFileSync("CITATION.cff", "utf8"))) faults.push(`CITATION.cff: its version is not ${version}`);
  for (const [, target] of readFileSync(join(site, "llms.txt"), "utf8").matchAll(/\]\(([^)#]+)\)/g))
    if (!existsSync(join(site, target))) faults.push(`llms.txt: a link leads nowhere: ${target}`);
}

// Every comment of the headers is in their pages, by its letters and digits.
function headerWords() {
  const letters = (text) => text.replace(/[^A-Za-z0-9]/g, "");
  let count = 0;
  for (const file of readdirSync("include/abut").filter((f) => f.endsWith(".h"))) {
    const html = readFileSync(join(site, version, "reference/headers", file.replace(/h$/, "html")), "utf8");
    const shown = letters(html.replace(/^[\s\S]*?<main/, "").replace(/<[^>]*>/g, "").replace(/&#(\d+);/g, (w, n) => String.fromCodePoint(Number(n))).replace(/&#x([0-9a-f]+);/gi, (w, n) => String.fromCodePoint(parseInt(n, 16))).replace(/&[a-z]+;/g, ""));
    for (const [n, line] of readFileSync(join("include/abut", file), "utf8").split("\n").entries()) {
      const comment = line.match(/\/\/ ?(?:-{3,} )?(.*)$/)?.[1];
      if (!comment || /^SPDX/.test(comment)) continue;
      count++;
      if (!shown.toLowerCase().includes(letters(n === 0 ? comment.replace(/^\S+ - /, "") : comment).toLowerCase())) faults.push(`include/abut/${file}:${n + 1}: missing in its page: ${comment}`);
    }
  }
  if (count < 500) faults.push(`only ${count} lines of comments found in the headers`);
  told(`${count} lines of the headers' comments looked for`);
}

// -------------------------------------------------------------------------------------------- browser

const here = (page) => page.replace(/\.html$/, "").replaceAll("/", "-");

// What is the same on all pages, and looked at on those that are kept.
const SAME = [".VPNav", ".VPSidebar", "div[class*=language-]"];

// Pages whose colours are looked at one by one; of those for builders and those that are made, a few stand for all.
const isWritten = (name) => !/^(notes|proofs|source|reference\/(headers|verbs|keys))\//.test(name);

// One page in both sizes, and in both themes if it is one of those; pictures of those that are kept.
async function look(page, view, address, name, isKept) {
  const isColoured = isKept || isWritten(name), skip = isKept ? [] : SAME;
  page.faults.clear();
  const answer = await page.goto(`${address}${version}/${name}`, { waitUntil: "load" });
  if (!answer.ok()) page.faults.add(`status ${answer.status()}`);
  const of = (found) => found.forEach((f) => page.faults.add(f));
  const shot = (kind) => (isKept ? page.screenshot({ path: join(seen, `${here(name)}-${kind}.png`) }) : undefined);
  await page.evaluate(() => Promise.all([...document.images].map((i) => { i.loading = "eager"; return i.decode().catch(() => 0); })));
  of((await crowded(page)).map((f) => `1280: ${f}`));
  if (isColoured) of(await contrast(page, view.axe, "light", skip));
  await shot("1280");
  await dark(page, true);
  if (isColoured) of(await contrast(page, view.axe, "dark", skip));
  await shot("1280-dark");
  await page.setViewportSize(PHONE);
  of((await crowded(page)).map((f) => `390: ${f}`));
  await shot("390-dark");
  await dark(page, false);
  await shot("390");
  await page.setViewportSize(WIDE);
  for (const fault of page.faults) faults.push(`${name}: ${fault}`);
}

async function allPages(view, address) {
  const all = readdirSync(join(site, version), { recursive: true }).map(String).filter((f) => f.endsWith(".html") && !f.startsWith("playground/")).sort();
  const one = (test) => all.filter(test).slice(0, 3);
  // Of files that are shown, and examples, a few stand for all.
  const some = [...one((f) => f.startsWith("source/")), ...one((f) => f.startsWith("examples/"))];
  const pages = all.filter((f) => !/^(source|examples)\//.test(f)).concat(some);
  const kept = new Set(["index.html", "404.html", "gallery.html", "performance.html", "reference/errors.html", "reference/glossary.html", "reference/verbs/check.html", "reference/headers/distance.html",
    ...one((f) => f.startsWith("tutorial/")), ...one((f) => f.startsWith("how-to/")), ...one((f) => f.startsWith("explanation/")), ...one((f) => f.startsWith("reference/keys/")), ...one((f) => f.startsWith("proofs/")), ...some]);
  const left = [...pages], longest = [];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    const page = await newPage(view, address);
    for (let name; (name = left.shift());) {
      const from = Date.now();
      await look(page, view, address, name, kept.has(name));
      longest.push([Date.now() - from, name]);
    }
    await page.context().close();
  }));
  longest.sort((a, b) => b[0] - a[0]);
  told(`${pages.length} pages looked at, at 1280 and 390 pixels, ${pages.filter((p) => kept.has(p) || isWritten(p)).length} of them in light and dark; the longest took ${longest[0][0]} ms: ${longest[0][1]}`);
}

// Open a page of the site, and wait until it answers: what is pressed before Vue has taken the page over is lost.
async function openAlive(page, url) {
  await page.goto(url, { waitUntil: "load" });
  await page.waitForFunction(() => document.querySelector("#app")?.__vue_app__);
}

// What readers do: search, the menus of a phone, the menu of versions, the page for files.
async function doings(view, address) {
  const page = await newPage(view, address), fault = (text) => faults.push(text);
  await openAlive(page, `${address}${version}/`);
  await page.keyboard.press("Control+k");
  await page.fill(".VPLocalSearchBox input", "clearance");
  await page.waitForSelector(".VPLocalSearchBox .results .result", { timeout: 15000 }).catch(() => fault('search: nothing found for "clearance"'));
  const hits = await page.locator(".VPLocalSearchBox .results .result").allInnerTexts();
  if (!hits.some((h) => /clearance/i.test(h))) fault('search: "clearance" is in no result');
  for (const f of await contrast(page, view.axe, "light")) fault(`search: ${f}`);
  await page.screenshot({ path: join(seen, "search-1280.png") });
  await dark(page, true);
  for (const f of await contrast(page, view.axe, "dark")) fault(`search: ${f}`);
  await dark(page, false);
  await page.setViewportSize(PHONE);
  await page.screenshot({ path: join(seen, "search-390.png") });
  await page.keyboard.press("Escape");

  await openAlive(page, `${address}${version}/reference/verbs/check.html`);
  for (const [what, button, shown] of [["the menu", ".VPNavBarHamburger", ".VPNavScreen"], ["the sidebar", ".VPLocalNav .menu", ".VPSidebar.open"]]) {
    await page.click(button);
    await page.waitForSelector(shown);
    await page.waitForTimeout(600); // until it has slid in
    for (const f of await contrast(page, view.axe, "light")) fault(`${what} of a phone: ${f}`);
    await page.screenshot({ path: join(seen, `phone-${what.slice(4)}.png`) });
    await (what === "the menu" ? page.click(button) : page.mouse.click(380, 600));
  }
  await page.setViewportSize(WIDE);
  const options = await page.locator(".versions.bar option").allInnerTexts(), { versions } = JSON.parse(readFileSync(join(site, "versions.json"), "utf8"));
  if (options.join() !== versions.join()) fault(`the menu of versions has ${options.join(", ")}, not ${versions.join(", ")}`);
  if (hasPlayground) {
    await openAlive(page, `${address}${version}/reference/verbs/check.html`);
    await page.click('.VPNavBarMenu a[href$="/playground/index.html"]');
    await page.waitForSelector("#view").catch(() => fault("playground: the page for files does not open"));
    await page.screenshot({ path: join(seen, "playground-1280.png") });
  }
  for (const f of page.faults) fault(`doings: ${f}`);
  await page.goto(address, { waitUntil: "load" });
  await page.waitForURL(`${address}${JSON.parse(readFileSync(join(site, "versions.json"), "utf8")).newest}/`).catch(() => fault("index.html: it does not lead on"));
  await page.context().close();
  told("search, menus, versions and playground tried");
}

rmSync(seen, { recursive: true, force: true });
mkdirSync(seen, { recursive: true });
files();
headerWords();
const host = await serve(site, 0, base), view = await open(modules);
await allPages(view, host.address);
await doings(view, host.address);
await view.browser.close();
host.close();
console.log([...faults, `site: ${faults.length} faults; pictures of what was seen are in build/site-check`].join("\n"));
process.exit(faults.length ? 1 : 0);
