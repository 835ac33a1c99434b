// share.js - a session as bytes: the files as they were dropped, and where the parts are. What the bytes are:
//   "abutpage", a 32-bit size, JSON of that size, blocks; the whole is compressed by gzip where the browser can do that.
const MAGIC = "abutpage", VERSION = 1;

const streams = () => typeof CompressionStream !== "undefined";
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** The bytes of parts and of what else the page wants to keep, as JSON. */
export async function pack(parts, more) {
  const blocks = [], sources = [...new Set(parts.map((p) => p.source))];
  let size = 0;
  const block = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at = size;
    blocks.push(bytes);
    size += bytes.length;
    return [at, bytes.length];
  };
  const header = {
    ...more,
    version: VERSION,
    sources: sources.map(({ name, kind, split, made, unit, bytes, objects }) => (kind === "file" ? { name, kind, split, made, bytes: block(bytes) }
      : { name, kind, unit, objects: objects.map((o) => ({ name: o.name, positions: block(o.positions), index: block(o.index) })) })),
    parts: parts.map((p) => ({ source: sources.indexOf(p.source), number: p.number, pose: p.given })),
  };
  const text = new TextEncoder().encode(JSON.stringify(header)), out = new Uint8Array(12 + text.length + size);
  out.set(new TextEncoder().encode(MAGIC));
  new DataView(out.buffer).setUint32(8, text.length, true);
  out.set(text, 12);
  let at = 12 + text.length;
  for (const bytes of blocks) {
    out.set(bytes, at);
    at += bytes.length;
  }
  return streams() ? through(out, new CompressionStream("gzip")) : out;
}

/** What pack took. */
export async function unpack(packed) {
  const bytes = packed[0] === 0x1f && packed[1] === 0x8b ? await through(packed, new DecompressionStream("gzip")) : packed;
  if (new TextDecoder().decode(bytes.subarray(0, 8)) !== MAGIC) throw new Error("what is in this page was not saved by it: open the file as it was saved");
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(12, 12 + size)));
  if (header.version !== VERSION) throw new Error("what is in this page was saved by another version of it: save it anew with this one");
  const take = (Type, [at, length]) => new Type(bytes.slice(12 + size + at, 12 + size + at + length).buffer);
  for (const source of header.sources) {
    if (source.kind === "file") source.bytes = take(Uint8Array, source.bytes);
    for (const o of source.objects ?? []) Object.assign(o, { positions: take(Float64Array, o.positions), index: take(Uint32Array, o.index) });
  }
  return header;
}
