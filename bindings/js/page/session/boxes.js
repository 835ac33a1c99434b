// boxes.js - boxes of the world about parts: they only tell which pairs need not be asked about.

// A box that holds a part, and a little more.
export function worldBox({ low, high }, { rotation, translation, scale }) {
  const out = { low: [0, 0, 0], high: [0, 0, 0] };
  for (let k = 0; k < 3; k++) {
    let middle = translation[k], half = 0, size = Math.abs(translation[k]);
    for (let i = 0; i < 3; i++) {
      const r = scale * rotation[3 * k + i];
      middle += r * (low[i] / 2 + high[i] / 2);
      half += Math.abs(r) * (high[i] / 2 - low[i] / 2);
      size += Math.abs(r) * Math.max(Math.abs(low[i]), Math.abs(high[i]));
    }
    half += size * 2 ** -40;
    out.low[k] = middle - half;
    out.high[k] = middle + half;
  }
  return out;
}

// NaN and infinities are never apart.
export function areApart(a, b) {
  return [0, 1, 2].some((k) => a.high[k] < b.low[k] || b.high[k] < a.low[k]);
}
