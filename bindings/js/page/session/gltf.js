// gltf.js - a .gltf and the files beside it become one binary glTF: the reader is given bytes, and opens no files.
const MAGIC = 0x46546c67, JSON_CHUNK = 0x4e4f534a, BINARY_CHUNK = 0x004e4942;

/** Whether a file is a .gltf that names other files for its numbers. Returns their names, as it writes them. */
export function gltfNames(name, bytes) {
  if (!/\.gltf$/i.test(name)) return [];
  return externals(parse(bytes)).map((b) => b.uri);
}

const parse = (bytes) => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return {}; // the reader says what is wrong with it
  }
};
const externals = (gltf) => (Array.isArray(gltf?.buffers) ? gltf.buffers : []).filter((b) => typeof b?.uri === "string" && !b.uri.startsWith("data:"));

/** The bytes of a binary glTF. find: gives the bytes of a file by its name, or undefined. */
export function packGltf(name, bytes, find) {
  const gltf = parse(bytes), blocks = [];
  let size = 0;
  const starts = gltf.buffers.map((buffer) => {
    const block = blockOf(name, buffer, find), start = size;
    blocks.push([block, start]);
    size += Math.ceil(block.length / 8) * 8;
    return start;
  });
  for (const view of gltf.bufferViews ?? []) {
    view.byteOffset = (view.byteOffset ?? 0) + (starts[view.buffer] ?? 0);
    view.buffer = 0;
  }
  gltf.buffers = [{ byteLength: size }];
  const text = new TextEncoder().encode(JSON.stringify(gltf)), room = Math.ceil(text.length / 4) * 4;
  const out = new Uint8Array(12 + 8 + room + 8 + size), view = new DataView(out.buffer);
  [MAGIC, 2, out.length, room, JSON_CHUNK].forEach((word, i) => view.setUint32(4 * i, word, true));
  out.fill(32, 20, 20 + room).set(text, 20);
  view.setUint32(20 + room, size, true);
  view.setUint32(24 + room, BINARY_CHUNK, true);
  for (const [block, start] of blocks) out.set(block, 28 + room + start);
  return out;
}

function blockOf(name, buffer, find) {
  const { uri } = buffer;
  if (typeof uri !== "string") throw new Error(`${name}: a buffer has no uri`);
  let block;
  if (uri.startsWith("data:")) {
    const comma = uri.indexOf(",");
    if (!/;base64$/i.test(uri.slice(0, comma))) throw new Error(`${name}: a buffer is a data: uri without base64`);
    block = Uint8Array.from(atob(uri.slice(comma + 1)), (c) => c.charCodeAt(0));
  } else {
    block = find(uri);
    if (!block) throw new Error(`${name}: its numbers are in ${uri}: drop both files together`);
  }
  if (block.length < buffer.byteLength) throw new Error(`${name}: ${uri.slice(0, 40)} has ${block.length} bytes, and not the ${buffer.byteLength} that it says`);
  return block;
}
