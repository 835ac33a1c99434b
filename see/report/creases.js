// creases.js - the edges that are drawn: where two triangles meet at an angle, where a surface ends, and where more than
// two meet.
import { clock } from "./clock.js";

const BEND = Math.cos(28 * Math.PI / 180);
const SLICE = 1 << 15;

function normal(p, t, i, out) {
  const a = 3 * t[i], b = 3 * t[i + 1], c = 3 * t[i + 2];
  const ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2];
  const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z) || 1;
  out[0] = x / length; out[1] = y / length; out[2] = z / length;
}

// Return pairs of indices. An edge is found by its two ends in a table of open addressing.
export async function creases(p, t) {
  let room = 1024;
  while (room < t.length * 2) room *= 2;
  const table = new Int32Array(room).fill(-1); // the first half-edge
  const other = new Int32Array(t.length).fill(-1); // the second one; -2: more than two
  for (let h = 0; h < t.length; h++) {
    if (h % SLICE === 0) await clock();
    const next = h % 3 === 2 ? h - 2 : h + 1;
    const a = Math.min(t[h], t[next]), b = Math.max(t[h], t[next]);
    if (a === b) continue;
    let at = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> 0;
    at = (at ^ at >>> 15) & (room - 1);
    for (;;) {
      const k = table[at];
      if (k < 0) { table[at] = h; break; }
      const n = k % 3 === 2 ? k - 2 : k + 1;
      if (Math.min(t[k], t[n]) === a && Math.max(t[k], t[n]) === b) {
        other[k] = other[k] === -1 ? h : -2;
        break;
      }
      at = (at + 1) & (room - 1);
    }
  }
  const out = [], n = [0, 0, 0], m = [0, 0, 0];
  for (let at = 0; at < room; at++) {
    if (at % SLICE === 0) await clock();
    const h = table[at];
    if (h < 0) continue;
    const next = h % 3 === 2 ? h - 2 : h + 1;
    if (other[h] >= 0) {
      normal(p, t, h - h % 3, n);
      normal(p, t, other[h] - other[h] % 3, m);
      if (Math.abs(n[0] * m[0] + n[1] * m[1] + n[2] * m[2]) > BEND) continue;
    }
    out.push(t[h], t[next]);
  }
  return new Uint32Array(out);
}
