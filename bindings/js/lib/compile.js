// compile.js - a WebAssembly.Module from whatever people have: nothing, a URL, a Response, bytes, or the module itself.

/** Default: abut.wasm of this package. */
export async function compile(wasm = new URL("../abut.wasm", import.meta.url)) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  const from = await wasm;
  if (from instanceof WebAssembly.Module) return from;
  if (from instanceof ArrayBuffer || ArrayBuffer.isView(from)) return WebAssembly.compile(from);
  if (typeof Response !== "undefined" && from instanceof Response) return fromResponse(from);
  const url = new URL(from, typeof document === "undefined" ? import.meta.url : document.baseURI);
  if (url.protocol === "file:" && typeof process !== "undefined") {
    const files = "node:fs/promises"; // by a name that bundlers do not follow
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ files);
    return WebAssembly.compile(await readFile(url));
  }
  return fromResponse(await fetch(url));
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
