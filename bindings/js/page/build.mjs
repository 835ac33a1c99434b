// build.mjs - make the page of its sources: a folder for any static host, and one file that opens from a disk.
//   node build.mjs OUT      OUT: the folder. Run by tools/page, which made what is read here of build/.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const out = resolve(process.argv[2]);
const here = dirname(fileURLToPath(import.meta.url)), root = resolve(here, "../../.."), build = join(root, "build");
const modules = { page: join(build, "report/node_modules"), converters: join(build, "convert/node_modules"), abut: join(build, "npm/abut") };
const esbuild = createRequire(join(modules.page, "x.js"))("esbuild");

// ------------------------------------------------------------------------------------------- parts

// The package as it was assembled: its tables are made of the headers.
const ofPackage = {
  name: "abut",
  setup: (b) => b.onResolve({ filter: /^abut(\/|$)/ }, ({ path }) => ({ path: join(modules.abut, path === "abut" ? "abut.js" : path.slice("abut/".length)) })),
};

async function bundle(entry, options = {}) {
  const found = await esbuild.build({
    bundle: true, minify: true, write: false, absWorkingDir: root, target: "es2022", format: "iife", legalComments: "none", logLevel: "warning", charset: "utf8",
    nodePaths: [modules.page, modules.converters], external: ["node:*", "fs", "path", "crypto", "worker_threads", "module"],
    define: options.format === "esm" ? {} : { "import.meta.url": '"abut:page"' }, plugins: [ofPackage], entryPoints: [entry], ...options,
  });
  const { text } = found.outputFiles[0];
  if (/<\/script|<!--/i.test(text)) throw new Error(`${entry}: as a part of a page the script would end early`);
  return text.trim();
}

const page = (name) => join(here, name);
const zipped = (bytes) => gzipSync(bytes, { level: 9 });
const licence = (path) => readFileSync(path, "utf8").trim();

// A script that is loaded when it is needed: a function whose text a worker runs.
async function converter(name, entry, wasm, { title, licences, source }) {
  const text = await bundle(page(entry));
  const module = zipped(readFileSync(join(modules.converters, wasm))).toString("base64");
  const ours = 'const abutModule=()=>MODULE;globalThis.abutModule=abutModule;const fetch=async()=>new Response(new Blob([Uint8Array.from(atob(MODULE),(c)=>c.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("gzip")),{headers:{"content-type":"application/wasm"}});';
  return `/*\n${title}\n${source}\n\n${licences.map((l) => licence(join(modules.converters, l)).replaceAll("*/", "* /")).join("\n\n")}\n*/\n` +
    `(globalThis.abutConverters??={}).${name}=function(){const MODULE="${module}";${ours}${text}};\n`;
}

// ------------------------------------------------------------------------------------------ policy

// Nothing of the network is allowed, but the files of the page's own folder. What OpenCASCADE's module is called by is made
// while it runs ('unsafe-eval'); of a file on a disk 'self' is nothing.
const policy = (script, connect) => [
  "default-src 'none'", `script-src ${script} 'wasm-unsafe-eval' 'unsafe-eval' blob:`, "style-src 'self' 'unsafe-inline'", "img-src data: blob:",
  "worker-src 'self' blob:", `connect-src ${connect}`, "base-uri 'none'", "form-action 'none'",
].join("; ");

// ------------------------------------------------------------------------------------------- pages

function fill(text, parts) {
  for (const name of Object.keys(parts)) if (text.split(`@${name}@`).length !== 2) throw new Error(`shell.html: the place @${name}@ is not there once`);
  return text.replace(/@([A-Z]+)@/g, (place, name) => parts[name] ?? place);
}

const ELEMENTS = { STYLE: "abut-style", WORKER: "abut-worker", WASM: "abut-wasm", DEMO: "abut-demo", SHELL: "abut-shell", SCRIPT: "abut-page" };
const SHARED = '<script type="text/plain" id="shared"></script>';

function singlePage(shell, parts) {
  const data = ["WORKER", "WASM", "DEMO", "SHELL"].map((name) => `<script type="text/plain" id="${ELEMENTS[name]}">@${name}@</script>`);
  const text = fill(shell, { CSP: policy("'unsafe-inline' 'self' file:", "'none'"), SHARED, LICENCE: parts.LICENCE })
    .replace("<style>@STYLE@</style>", `<style id="${ELEMENTS.STYLE}">@STYLE@</style>`)
    .replace("<script>@SCRIPT@</script>", `${data.join("\n")}\n<script id="${ELEMENTS.SCRIPT}">@SCRIPT@</script>`);
  // The page can be put together again of its parts: that is how it is shared.
  const SHELL = JSON.stringify({ page: text, parts: ELEMENTS }).replaceAll("<", "\\u003c");
  return fill(text, { ...Object.fromEntries(Object.keys(ELEMENTS).map((name) => [name, parts[name]])), SHELL });
}

function folderPage(shell, parts) {
  return fill(shell, { CSP: policy("'self'", "'self'"), SHARED, LICENCE: parts.LICENCE })
    .replace("<style>@STYLE@</style>", '<link rel="stylesheet" href="style.css">')
    .replace("<script>@SCRIPT@</script>", '<script src="page.js"></script>');
}

// The demo is saved as the page saves what it shares.
async function demoBytes() {
  const file = join(build, "page-core.mjs");
  writeFileSync(file, await bundle(page("session/core.js"), { format: "esm", platform: "node" }));
  const { Core } = await import(file);
  const core = await Core.load(readFileSync(join(modules.abut, "abut.wasm")));
  const scenes = [["bolt.ply", "abut-scene bolt segments=32 -o bolt.ply"], ["nut.ply", "abut-scene nut segments=32 -o nut.ply"]];
  const { parts } = await core.add(scenes.map(([name, made]) => ({ name, made, bytes: readFileSync(join(build, "page-demo", name)) })));
  core.setPose(parts[1].id, { axis: [0, 0, 1], degrees: 0, translation: [0.03, 0, 0], scale: 1 });
  return core.save();
}

async function main() {
  const wasm = readFileSync(join(modules.abut, "abut.wasm")), demo = Buffer.from(await demoBytes());
  const tools = readFileSync(join(root, "see/report/tools.html"), "utf8").split("\n").slice(1).join("\n").trimEnd();
  const shell = readFileSync(page("shell.html"), "utf8").replace("@TOOLS@", () => tools);
  const parts = {
    LICENCE: licence(join(modules.page, "three/LICENSE")), STYLE: await bundle(page("style.css")), SCRIPT: await bundle(page("main.js")),
    WORKER: await bundle(page("session/worker.js")), WASM: zipped(wasm).toString("base64"), DEMO: demo.toString("base64"),
  };
  const files = {
    "abut.html": singlePage(shell, parts), "index.html": folderPage(shell, parts), "page.js": parts.SCRIPT, "worker.js": parts.WORKER, "style.css": parts.STYLE,
    "abut.wasm": wasm, "demo.bin": demo,
    "abut-ifc.js": await converter("ifc", "session/convert/ifc.js", "web-ifc/web-ifc.wasm", {
      title: "abut-ifc.js: IFC for the page of abut, by web-ifc, whose licence follows (MPL-2.0).", source: "Its source: https://github.com/ThatOpen/engine_web-ifc", licences: ["web-ifc/LICENSE.md"],
    }),
    "abut-step.js": await converter("step", "session/convert/step.js", "occt-import-js/dist/occt-import-js.wasm", {
      title: "abut-step.js: STEP for the page of abut, by occt-import-js and OpenCASCADE, whose licences follow (LGPL-2.1).", source: "Their source: https://github.com/kovacsv/occt-import-js", licences: ["occt-import-js/LICENSE.md", "occt-import-js/dist/license.occt.txt"],
    }),
  };
  mkdirSync(join(out, "licences"), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(out, name), content);
  cpSync(join(root, "LICENSE"), join(out, "licences/abut.txt"));
  cpSync(join(modules.page, "three/LICENSE"), join(out, "licences/three.txt"));
  cpSync(join(modules.converters, "web-ifc/LICENSE.md"), join(out, "licences/web-ifc.txt"));
  cpSync(join(modules.converters, "occt-import-js/LICENSE.md"), join(out, "licences/occt-import-js.txt"));
  cpSync(join(modules.converters, "occt-import-js/dist/license.occt.txt"), join(out, "licences/opencascade.txt"));
}

await main();
