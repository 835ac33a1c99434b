// build.mjs - make page.html of what is in this folder and of three.js.
//   node build.mjs MODULES OUT     MODULES: the folder that npm filled
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [modules, out] = process.argv.slice(2).map((path) => resolve(path));
const here = dirname(fileURLToPath(import.meta.url));
const esbuild = createRequire(join(modules, "x.js"))("esbuild");

const options = { bundle: true, minify: true, write: false, absWorkingDir: here, nodePaths: [modules], target: "es2020", legalComments: "inline", logLevel: "warning" };
const script = esbuild.buildSync({ ...options, entryPoints: ["main.js"], format: "iife" }).outputFiles[0].text;
const style = esbuild.buildSync({ ...options, entryPoints: ["style.css"] }).outputFiles[0].text;
// Without the line that says what it is.
const tools = readFileSync(join(here, "tools.html"), "utf8").split("\n").slice(1).join("\n");
const parts = {
  "@TOOLS@": tools.trimEnd(),
  "@LICENCE@": readFileSync(join(modules, "three/LICENSE"), "utf8").trim(),
  "@STYLE@": style.trim(),
  "@SCRIPT@": script.trim(),
};
if (/<\/script|<!--/i.test(script)) throw new Error("the script would end early");
let page = readFileSync(join(here, "shell.html"), "utf8");
for (const [name, text] of Object.entries(parts)) page = page.replace(name, () => text);
writeFileSync(out, page);
