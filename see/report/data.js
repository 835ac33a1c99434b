// data.js - what the program wrote into the page: one object as JSON, and blocks of numbers as base64, in pieces,
// so that no string is ever longer than a few megabytes.
import { clock } from "./clock.js";

const values = new Int16Array(128).fill(-1);
"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".split("").forEach((c, i) => { values[c.charCodeAt(0)] = i; });

function size(text) {
  return (text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);
}

// Decode a piece into bytes from a place on. Browsers before 2025 cannot do it themselves.
function decode(text, bytes, place) {
  if (bytes.setFromBase64) return place + bytes.subarray(place).setFromBase64(text).written;
  const end = place + size(text);
  for (let i = 0; i < text.length; i += 4) {
    const word = values[text.charCodeAt(i)] << 18 | values[text.charCodeAt(i + 1)] << 12 |
      (values[text.charCodeAt(i + 2)] & 63) << 6 | (values[text.charCodeAt(i + 3)] & 63);
    bytes[place] = word >> 16;
    if (place + 1 < end) bytes[place + 1] = word >> 8 & 255;
    if (place + 2 < end) bytes[place + 2] = word & 255;
    place += 3;
  }
  return end;
}

export function header() {
  return JSON.parse(document.getElementById("report").textContent);
}

// Take the blocks out of the page: name -> Uint8Array. Their text is released on the way.
export async function blocks() {
  const pieces = [...document.querySelectorAll("script[data-block]")];
  const total = new Map(), out = new Map(), place = new Map();
  for (const p of pieces) total.set(p.dataset.block, (total.get(p.dataset.block) ?? 0) + size(p.textContent));
  for (const [name, bytes] of total) {
    out.set(name, new Uint8Array(bytes));
    place.set(name, 0);
  }
  for (const p of pieces) {
    const name = p.dataset.block;
    place.set(name, decode(p.textContent, out.get(name), place.get(name)));
    p.remove();
    await clock();
  }
  return out;
}

export function floats(all, name) {
  const b = all.get(name);
  return b ? new Float32Array(b.buffer) : new Float32Array(0);
}

export function counts(all, name) {
  const b = all.get(name);
  return b ? new Uint32Array(b.buffer) : null;
}
