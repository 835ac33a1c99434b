// setup.mjs - what the tests of the package share: the library, loaded, and meshes whose answers are known.
import { load } from "../../../build/npm/abut/abut.js";

export const abut = await load();

/** A box from its least to its greatest corner, turned outward: 12 triangles. */
export function box([x0, y0, z0], [x1, y1, z1]) {
  const positions = Float64Array.from([x0, y0, z0, x1, y0, z0, x1, y1, z0, x0, y1, z0, x0, y0, z1, x1, y0, z1, x1, y1, z1, x0, y1, z1]);
  const index = Uint32Array.from([0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7]);
  return { positions, index };
}
/** A cube about the origin with sides of a length. */
export const cube = (side, options, library = abut) => library.mesh(box([-side / 2, -side / 2, -side / 2], [side / 2, side / 2, side / 2]), options);

/** A torus about z, of n x m cells. */
export function torus(n = 40, m = 20, radius = 1, small = 0.25) {
  const positions = new Float64Array(3 * n * m), index = new Uint32Array(6 * n * m);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      const u = (2 * Math.PI * i) / n, v = (2 * Math.PI * j) / m, r = radius + small * Math.cos(v), at = i * m + j;
      positions.set([r * Math.cos(u), r * Math.sin(u), small * Math.sin(v)], 3 * at);
      const next = ((i + 1) % n) * m, up = (j + 1) % m;
      index.set([at, next + j, next + up, at, next + up, i * m + up], 6 * at);
    }
  }
  return { positions, index };
}

/** Numbers by chance, the same each time: in [0, 1). */
export function chance(seed = 1) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
/** A matrix by columns: turned by a quaternion by chance, and moved. */
export function matrixByChance(random, far = 1) {
  const q = Array.from({ length: 4 }, () => random() - 0.5), length = Math.hypot(...q), [x, y, z, w] = q.map((c) => c / length);
  const move = Array.from({ length: 3 }, () => far * (2 * random() - 1));
  return Float64Array.from([
    1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0,
    2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0,
    2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0, ...move, 1,
  ]);
}

/** Pairs of an answer as [[a, b], ...], sorted. */
export const listed = (pairs) => Array.from({ length: pairs.length / 2 }, (_, i) => [pairs[2 * i], pairs[2 * i + 1]]);
export const sorted = (pairs) => [...pairs].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
export const moved = (x, y = 0, z = 0) => ({ translation: [x, y, z] });
