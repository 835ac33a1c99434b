// home.js - what the session needs from where the page is. The single file has it in itself, in elements of text; the folder
// has files beside the page.
const textOf = (id) => document.getElementById(id)?.textContent ?? "";
const isSingle = () => textOf("abut-worker") !== "";

/** The bytes of base64. */
export function decode(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}
const unzipped = (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

async function beside(name) {
  const response = await fetch(new URL(name, document.baseURI));
  if (!response.ok) throw new Error(`${name} cannot be fetched: ${response.status} ${response.statusText}`);
  return response;
}

/** A worker of the text of a script. */
export function workerOf(source) {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(url);
  // It is read when the worker begins.
  setTimeout(() => URL.revokeObjectURL(url), 60000);
  return worker;
}

export async function newWorker() {
  return isSingle() ? workerOf(textOf("abut-worker")) : new Worker(new URL("worker.js", document.baseURI));
}

export async function wasmBytes() {
  return isSingle() ? unzipped(decode(textOf("abut-wasm"))) : (await beside("abut.wasm")).arrayBuffer();
}

export async function demoBytes() {
  return isSingle() ? decode(textOf("abut-demo")) : new Uint8Array(await (await beside("demo.bin")).arrayBuffer());
}

/** What was shared with this page; "" if nothing was. */
export const embeddedText = () => textOf("shared").trim();

// --------------------------------------------------------------------------------------------- sharing

const PIECE = 3 << 14; // bytes of which a piece of text is made: a multiple of three

function encode(bytes) {
  const pieces = [];
  for (let i = 0; i < bytes.length; i += PIECE) pieces.push(btoa(String.fromCharCode(...bytes.subarray(i, i + PIECE))));
  return pieces;
}

// The single file anew: its parts are in this page, or it is beside it.
async function singlePage() {
  if (!isSingle()) return (await beside("abut.html")).text();
  const { page, parts } = JSON.parse(textOf("abut-shell"));
  return page.replace(/@(\w+)@/g, (place, name) => (name in parts ? textOf(parts[name]) : place));
}

/** The page as one file with bytes in it. */
export async function shared(bytes, title) {
  const page = await singlePage(), [before, after] = page.split('<script type="text/plain" id="shared"></script>');
  if (after === undefined) throw new Error("this page has no place for what is shared");
  const escaped = title.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);
  const named = title ? before.replace(/<title>[^<]*<\/title>/, () => `<title>${escaped}</title>`) : before;
  return new Blob([named, '<script type="text/plain" id="shared">', ...encode(bytes), "</script>", after], { type: "text/html" });
}
