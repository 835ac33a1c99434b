// self-test.mjs - each kind of fault that the checks look for, put into a page of its own, is found; the page without it passes.
//   node self-test.mjs MODULES WORK
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkLinks } from "./links.mjs";
import { PHONE, contrast, crowded, dark, newPage, open } from "./look.mjs";
import { serve } from "./serve.mjs";

const modules = resolve(process.argv[2]), work = join(resolve(process.argv[3]), "self-test");
const FINE = `<h1 id="here">A page</h1><p>Words that are read. <a href="#here">Up</a></p><label>Name <input></label><div style="overflow-x: auto; width: 300px" tabindex="0"><pre style="width: 2000px">wide</pre></div>`;
const page = (body) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>t</title><style>body { margin: 16px; background: #fff; color: #222; font-family: sans-serif } .dark body { background: #222; color: #eee } .dark a { color: #9cf }</style></head><body><main>${body}</main></body></html>`;

// What is wrong, in how many ways it is to be found: a name, what is added to a page that is fine, and a word of the complaint.
const CASES = [
  ["fine", "", null],
  ["dead-link", '<a href="nowhere.html">a</a>', "leads nowhere"],
  ["dead-anchor", '<a href="#nowhere">a</a>', "no such place"],
  ["outside", '<a href="/elsewhere/">a</a>', "outside of the site"],
  ["foreign-picture", '<img alt="a" src="https://pictures.example/a.png">', "another host"],
  ["foreign-script", '<script>fetch("https://scripts.example/a.json").catch(() => 0)</script>', "another host"],
  ["low-contrast", '<p style="color: #aaa">Pale words.</p>', "light: color-contrast"],
  ["low-contrast-dark", '<style>.dark .odd { color: #444 }</style><p class="odd">Words that the night hides.</p>', "dark: color-contrast"],
  ["no-label", "<input>", "light: label"],
  ["no-name", "<button></button>", "button-name"],
  ["overlap", '<div style="position: relative; height: 60px"><p style="position: absolute; top: 0">Words below.</p><p style="position: absolute; top: 5px">Words above.</p></div>', "lies on"],
  ["cut-off", '<div style="overflow: hidden; width: 60px; white-space: nowrap">Words that go on and on.</div>', "cut off"],
  ["out-of-window", '<p style="position: absolute; left: -40px">Words that begin outside.</p>', "cut off by the window"],
  ["too-wide", '<div style="width: 700px; background: #eee; height: 9px"></div>', "390: the page is"],
  ["broken-picture", '<img alt="a" src="broken.png">', "does not load"],
  ["broken-script", "<script>throw new Error('broken')</script>", "the browser says"],
];

rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
const folder = (name) => join(work, name);
for (const [name, body] of CASES) {
  mkdirSync(folder(name));
  writeFileSync(join(folder(name), "index.html"), page(FINE + body));
  if (name === "broken-picture") writeFileSync(join(folder(name), "broken.png"), "no picture");
}
let wrong = 0;
const view = await open(modules);
for (const [name, , word] of CASES) {
  const host = await serve(folder(name), 0, "/base/"), tab = await newPage(view, host.address);
  const found = checkLinks(folder(name), "/base/").faults;
  await tab.goto(host.address, { waitUntil: "load" });
  found.push(...(await crowded(tab)), ...(await contrast(tab, view.axe, "light")));
  await dark(tab, true);
  found.push(...(await contrast(tab, view.axe, "dark")));
  await tab.setViewportSize(PHONE);
  found.push(...(await crowded(tab)).map((f) => `390: ${f}`), ...tab.faults);
  const fine = word === null ? found.length === 0 : found.some((f) => f.includes(word));
  if (!fine) { wrong++; console.log(`site: ${word === null ? "a page that is fine has" : `"${word}" is not found; found:`} ${found.join("; ") || "nothing"} (${name})`); }
  await tab.context().close();
  host.close();
}
await view.browser.close();
console.log(`site --self-test: ${CASES.length - 1} faults looked for, ${wrong} not found`);
process.exit(wrong ? 1 : 0);
