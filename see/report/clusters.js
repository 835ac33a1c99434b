// clusters.js - contacts that lie next to each other are one place.
import { Vector3 } from "three";

// Return {centre, radius} of each place of contacts first to end - 1; cell: how near is next to.
export function clusters(c, first, end, cell) {
  const cells = new Map(), p = new Vector3();
  const key = (x, y, z) => `${x},${y},${z}`;
  for (let i = c.first[first]; i < c.first[end]; i++) {
    p.fromArray(c.points, 3 * i).divideScalar(cell).floor();
    const name = key(p.x, p.y, p.z);
    if (!cells.has(name)) cells.set(name, { at: [p.x, p.y, p.z], low: new Vector3(Infinity, Infinity, Infinity), high: new Vector3(-Infinity, -Infinity, -Infinity), seen: false });
    const one = cells.get(name);
    p.fromArray(c.points, 3 * i);
    one.low.min(p);
    one.high.max(p);
  }
  const out = [];
  for (const start of cells.values()) {
    if (start.seen) continue;
    start.seen = true;
    const low = start.low.clone(), high = start.high.clone(), stack = [start];
    while (stack.length) {
      const one = stack.pop();
      low.min(one.low);
      high.max(one.high);
      for (let k = 0; k < 27; k++) {
        const next = cells.get(key(one.at[0] + k % 3 - 1, one.at[1] + (k / 3 | 0) % 3 - 1, one.at[2] + (k / 9 | 0) - 1));
        if (!next || next.seen) continue;
        next.seen = true;
        stack.push(next);
      }
    }
    out.push({ centre: low.clone().add(high).multiplyScalar(0.5), radius: low.distanceTo(high) / 2 });
  }
  return out;
}
