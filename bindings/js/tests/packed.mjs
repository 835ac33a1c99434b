// packed.mjs - the package as npm packs it, installed as people do: in Node, by Vite with TypeScript, and in one bundle of esbuild.
//   node packed.mjs     build/npm/abut and build/js-tests are there; ends with "N passed, N failed"
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { modulesFolder, openBrowser, openPage } from "./chromium.mjs";
import { serve } from "./serve.mjs";

const here = dirname(fileURLToPath(import.meta.url)), root = join(here, "../../.."), source = join(root, "build/npm/abut");
const work = mkdtempSync(join(tmpdir(), "abut-js-"));

let passed = 0, failed = 0;
function expect(what, fine, told = "") {
  fine ? passed++ : failed++;
  if (!fine || told !== "") console.log(`${fine ? "ok    " : "FAILED"} ${what}${told === "" ? "" : `: ${told}`}`);
}
function run(folder, program, ...words) {
  try {
    return execFileSync(program, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: 120000 });
  } catch (error) {
    throw new Error(`${program} ${words.join(" ")}: ${error.stdout}${error.stderr}`);
  }
}

// ---------------------------------------------------------------------------------------- the archive

function testArchive(files) {
  const read = (name) => readFileSync(join(source, name), "utf8");
  const made = JSON.parse(read("package.json")), names = files.map(({ path }) => path);
  const [, version] = readFileSync(join(root, "include/abut/abut.h"), "utf8").match(/#define ABUT_VERSION_STRING "(.*?)"/);
  expect("its version is the library's", made.version === version, made.version);
  expect("it needs nothing else", made.dependencies === undefined && made.peerDependencies === undefined && made.scripts === undefined);
  const wanted = ["LICENSE", "README.md", "package.json", "abut.js", "abut.d.ts", "abut.wasm", "three.js", "three.d.ts", "worker.js", "worker.d.ts", "worker_side.js", "lib/tables.js", "lib/types.d.ts"];
  const missing = wanted.filter((name) => !names.includes(name));
  expect("what must be in it", missing.length === 0, missing.join(" "));
  const odd = names.filter((name) => !wanted.includes(name) && !/^lib\/\w+\.js$/.test(name));
  expect("nothing else is in it", odd.length === 0, odd.join(" "));
  const targets = Object.values(made.exports).flatMap((one) => (typeof one === "string" ? [one] : Object.values(one)));
  const lost = targets.filter((path) => !names.includes(posix.normalize(path)));
  expect("each name leads to a file of it", targets.length > 8 && lost.length === 0, lost.join(" "));
  for (const name of names.filter((one) => /\.(js|d\.ts)$/.test(one))) {
    const text = read(name);
    for (const [, path] of text.matchAll(/(?:from|import|new URL\()\s*\(?"(\.[^"]*)"/g)) {
      const file = posix.join(posix.dirname(name), path);
      expect(`${name}: ${path} is there`, names.includes(file) || existsSync(join(source, file.replace(/\.js$/, ".d.ts"))));
    }
    const elsewhere = [...text.matchAll(/^(?:import|export)[^"\n]*from "([^."][^"]*)"/gm)].map(([, from]) => from);
    expect(`${name}: nothing of other packages`, elsewhere.length === 0, elsewhere.join(" "));
  }
  const licence = readFileSync(join(root, "LICENSE"), "utf8");
  expect("the licence is the project's", read("LICENSE") === licence && licence.includes("MIT"));
  const size = files.reduce((sum, one) => sum + one.size, 0);
  console.log(`       ${names.length} files, ${size} bytes`);
}

// A project with the package in it. Others' packages are those of build/js-tests: nothing is fetched.
function project(name, archive, others) {
  const folder = join(work, name);
  cpSync(join(here, "projects", name), folder, { recursive: true });
  const own = join(folder, "package.json"), made = existsSync(own) ? JSON.parse(readFileSync(own, "utf8")) : { private: true, type: "module" };
  writeFileSync(own, JSON.stringify({ ...made, dependencies: { abut: `file:${archive}` } }));
  run(folder, "npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund");
  for (const other of others) {
    mkdirSync(dirname(join(folder, "node_modules", other)), { recursive: true });
    symlinkSync(join(modulesFolder, other), join(folder, "node_modules", other));
  }
  return folder;
}

// Of the triangles of all projects: by hand.
const MET = ["contact", 1, [[1, 1, 0], [3, 1, 0]]];

function testNode(archive) {
  const folder = project("node", archive, []);
  const told = run(folder, process.execPath, "main.mjs", "node_modules/abut/abut.wasm");
  expect("Node: it answers, and ends by itself", told.trim() === JSON.stringify({ abut: MET, worker: MET, named: MET }), told.trim());
}

// ----------------------------------------------------------------------------------------- in a browser

async function testPage(browser, what, folder, wanted, options) {
  const server = await serve({ "/some/where/": folder }, options);
  await testUrl(browser, what, `${server.url}/some/where/index.html`, wanted);
  await server.close();
}
async function testUrl(browser, what, url, wanted) {
  const page = await openPage(browser, url);
  await page.waitForSelector("body[data-told]", { state: "attached" });
  const told = await page.evaluate(() => globalThis.document.body.dataset.told);
  expect(`${what}: what it finds`, told === JSON.stringify(wanted), told);
  expect(`${what}: no errors, and no warnings, in the console`, page.faults.length === 0, page.faults.join("; "));
  expect(`${what}: nothing is asked for elsewhere`, page.elsewhere.length === 0, page.elsewhere.join(" "));
  await page.context().close();
}

async function testVite(browser, archive) {
  const folder = project("vite", archive, ["vite", "typescript", "three", "@types/three"]);
  const bin = (name) => join(modulesFolder, ".bin", name);
  run(folder, bin("tsc"), "--noEmit");
  run(folder, bin("tsc"), "--noEmit", "--module", "node16", "--moduleResolution", "node16");
  expect("Vite: tsc finds nothing, by bundlers' ways and by Node's", true);
  const told = run(folder, bin("vite"), "build", "--logLevel", "warn");
  expect("Vite: it warns of nothing", told.trim() === "", told);
  const built = readdirSync(join(folder, "dist/assets")), modules = built.filter((name) => name.endsWith(".wasm"));
  expect("Vite: the module is there once", modules.length === 1 && statSync(join(folder, "dist/assets", modules[0])).size === statSync(join(source, "abut.wasm")).size, modules.join(" "));
  const answers = { abut: MET, worker: [...MET, true], three: [true, false, 12] };
  await testPage(browser, "Vite", join(folder, "dist"), answers);
  await testPage(browser, "Vite, isolated", join(folder, "dist"), answers, { isolated: true });
  const { createServer } = await import(join(modulesFolder, "vite/dist/node/index.js"));
  const server = await createServer({ root: folder, logLevel: "error", server: { host: "127.0.0.1", port: 0, fs: { strict: false } } });
  await server.listen();
  await testUrl(browser, "Vite's development server", server.resolvedUrls.local[0], answers);
  await server.close();
}

async function testBundle(browser, archive) {
  const folder = project("esbuild", archive, []), out = join(folder, "out");
  const { build } = await import(join(modulesFolder, "esbuild/lib/main.js"));
  const made = await build({
    absWorkingDir: folder, entryPoints: { main: "main.js", side: "node_modules/abut/worker_side.js" }, outdir: out, bundle: true, minify: true, format: "esm", target: "es2022",
    loader: { ".wasm": "file" }, logLevel: "silent",
  });
  expect("esbuild: it warns of nothing", made.warnings.length === 0, made.warnings.map(({ text }) => text).join("; "));
  cpSync(join(folder, "index.html"), join(out, "index.html"));
  await testPage(browser, "esbuild", out, { abut: MET, worker: MET });
}

const browser = await openBrowser();
try {
  const [{ filename, files }] = JSON.parse(run(source, "npm", "pack", "--json", "--pack-destination", work));
  const archive = join(work, filename);
  testArchive(files);
  testNode(archive);
  await testVite(browser, archive);
  await testBundle(browser, archive);
} catch (error) {
  expect("all tests run to their end", false, error.stack);
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
