// scenes.js - a scene of "abut-bench peers --write FOLDER", as bench/peers/README.md says that its file is.

/** Read the bytes of a scene: { meshes: [{ positions, index }], queries: [{ a, b, poseA, poseB }] }; poses are sixteen numbers by columns. */
export function readScene(bytes) {
  let at = 0;
  const take = (Type, count) => {
    const out = new Type(bytes, at, count);
    at += Math.ceil(count * Type.BYTES_PER_ELEMENT / 8) * 8;
    return out;
  };
  const [meshCount, queryCount] = Array.from(take(BigUint64Array, 2), Number);
  const meshes = Array.from({ length: meshCount }, () => {
    const [vertices, triangles] = Array.from(take(BigUint64Array, 2), Number);
    return { positions: take(Float64Array, 3 * vertices), index: take(Uint32Array, 3 * triangles) };
  });
  const queries = Array.from({ length: queryCount }, () => {
    const [a, b] = take(Uint32Array, 2);
    return { a, b, poseA: columns(take(Float64Array, 12)), poseB: columns(take(Float64Array, 12)) };
  });
  return { meshes, queries };
}

// A rotation by rows and a translation.
function columns([a, b, c, d, e, f, g, h, i, x, y, z]) {
  return Float64Array.of(a, d, g, 0, b, e, h, 0, c, f, i, 0, x, y, z, 1);
}
