// compile.js - a WebAssembly.Module from whatever people have: a URL, a Response, bytes, or the module itself.

export async function compile(wasm) {
  const from = await wasm;
  if (from instanceof WebAssembly.Module) return from;
  if (from instanceof ArrayBuffer || ArrayBuffer.isView(from)) return WebAssembly.compile(from);
  if (typeof Response !== "undefined" && from instanceof Response) return fromResponse(from);
  if (!(from instanceof URL) && typeof from !== "string") throw new TypeError("wasm: a URL, a Response, bytes or a WebAssembly.Module is wanted");
  if (typeof process !== "undefined" && process.versions?.node && typeof document === "undefined") return inNode(from);
  return fromResponse(await fetch(new URL(from, globalThis.document?.baseURI ?? globalThis.location.href)));
}

// Names in variables: bundlers for browsers do not follow them.
async function inNode(from) {
  const [urls, files] = ["node:url", "node:fs/promises"];
  const { pathToFileURL } = await import(/* @vite-ignore */ /* webpackIgnore: true */ urls);
  const url = new URL(from, pathToFileURL("./"));
  if (url.protocol !== "file:") return fromResponse(await fetch(url));
  const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ files);
  return WebAssembly.compile(await readFile(url));
}

async function fromResponse(response) {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  // Some servers do not know the type: then it is compiled when all of it is here. Others answer with a page that says "not found".
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] !== 0 || bytes[1] !== 0x61 || bytes[2] !== 0x73 || bytes[3] !== 0x6d) {
    throw new Error(`${response.url}: this is no WebAssembly module, but ${type || "something else"}`);
  }
  return WebAssembly.compile(bytes);
}
