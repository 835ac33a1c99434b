#!/usr/bin/env -S node --no-warnings --single-threaded-gc
// run.mjs - run a program for WASI in Node.js: tests/wasm/run.mjs PROGRAM.wasm ARGUMENT...
// Node.js 20 may crash where other threads collect garbage while a program's memory grows: they do not.
// It reads and writes the working folder, what is below, and folders that an argument begins with: /usr for /usr/x.stl, .. for
// ../x.stl. The exit status is the program's; 134: it was ended by a trap, as by a stack that overflows.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { WASI } from "node:wasi";

const TRAPPED = 134;

const [program, ...rest] = process.argv.slice(2);
if (!program) {
  console.error("usage: run.mjs PROGRAM.wasm ARGUMENT...");
  process.exit(2);
}
const preopens = { ".": "." };
for (const word of rest) {
  const [folder] = word.match(/^(\/[^/]+|(\.\.)(\/\.\.)*)(?=\/)/) ?? [];
  if (folder && existsSync(folder)) preopens[folder] = folder;
}
const wasi = new WASI({ version: "preview1", args: [program, ...rest], env: process.env, returnOnExit: true, preopens });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
try {
  process.exitCode = wasi.start(instance);
} catch (error) {
  if (!(error instanceof WebAssembly.RuntimeError)) throw error;
  console.error(`${program}: ${error.message}`);
  process.exitCode = TRAPPED;
}
