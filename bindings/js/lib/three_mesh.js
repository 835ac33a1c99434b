// three_mesh.js - meshes of abut made of geometries of three.js, and kept as long as these do not change.

let abut = null;

/** Say which library the functions of abut/three use: what load() gave. */
export function use(loaded) {
  if (typeof loaded?.collide !== "function" || typeof loaded.mesh !== "function") throw new TypeError("use: give it what load() gave");
  abut = loaded;
  return loaded;
}
export function library() {
  if (!abut) throw new TypeError("abut/three: call use(await load()) first");
  return abut;
}

// Of each geometry: the mesh, what it was made of, and the mesh of its bent form (fromLinear).
const kept = new WeakMap();

/**
 * The mesh of a geometry: kept, and made anew when an attribute's version or the drawRange differs. It is freed when the geometry
 * is disposed of: do not free it. Triangles have the geometry's numbers less mesh.firstTriangle, which is where drawRange begins.
 */
export function fromGeometry(geometry, build) {
  return entryOf(geometry, build).mesh;
}

/**
 * The mesh of a geometry whose vertices went through a matrix, in doubles; only the nine numbers that turn and stretch count. It
 * is kept beside the geometry's own, until it is asked for with another matrix.
 */
export function fromLinear(geometry, elements, build) {
  const entry = entryOf(geometry, build), columns = Array.from(elements).slice(0, 11);
  if (!entry.linear || entry.linear.columns.some((x, i) => !Object.is(x, columns[i]))) {
    const mesh = make(geometry, entry.key, build, through(columns));
    entry.linear?.mesh.free();
    entry.linear = { columns, mesh };
  }
  return entry.linear.mesh;
}

/** The same for one call: freed by the caller. */
export function fromLinearOnce(geometry, elements, build) {
  return make(geometry, keyOf(geometry, build), build, through(elements));
}

/** A mesh, freed by the caller, of vertices as `vertex(i)` has them: an object with x, y and z. */
export function fromVertices(geometry, vertex, build) {
  return make(geometry, keyOf(geometry, build), build, vertex);
}

/** Of the columns of a matrix: what a vertex becomes, in one object for all. */
export function through(m) {
  const out = { x: 0, y: 0, z: 0 };
  return (i, x, y, z) => {
    out.x = m[0] * x + m[4] * y + m[8] * z;
    out.y = m[1] * x + m[5] * y + m[9] * z;
    out.z = m[2] * x + m[6] * y + m[10] * z;
    return out;
  };
}

function entryOf(geometry, build) {
  const from = library(), key = keyOf(geometry, build), entry = kept.get(geometry);
  if (entry && entry.abut === from && !entry.mesh.isFreed && same(entry.key, key)) return entry;
  forget(geometry);
  const made = { abut: from, key, mesh: make(geometry, key, build), linear: null };
  kept.set(geometry, made);
  geometry.addEventListener?.("dispose", disposed);
  return made;
}

function disposed({ target }) {
  target.removeEventListener("dispose", disposed);
  forget(target);
}

function forget(geometry) {
  const entry = kept.get(geometry);
  entry?.mesh.free();
  entry?.linear?.mesh.free();
  kept.delete(geometry);
}

// ---------------------------------------------------------------------------------------- attributes

// What a mesh depends on. Numbers that changed without needsUpdate are not seen, as they are not on the screen.
function keyOf(geometry, build) {
  const position = geometry?.attributes?.position;
  if (!position) throw new TypeError(`${named(geometry)} has no positions`);
  if (position.itemSize < 3) throw new TypeError(`${named(geometry)}: its positions have ${position.itemSize} numbers, not three`);
  if (position.isGLBufferAttribute) throw new TypeError(`${named(geometry)}: its positions are in the memory of the graphics processor only`);
  const { index, drawRange } = geometry;
  return {
    position,
    positionVersion: position.data?.version ?? position.version,
    index: index ?? null,
    indexVersion: index?.version,
    start: drawRange?.start ?? 0,
    count: drawRange?.count ?? Infinity,
    build: build === undefined ? "" : JSON.stringify(build),
  };
}
function same(one, other) {
  return Object.keys(one).every((name) => Object.is(one[name], other[name]));
}

export function named(geometry, what = "geometry") {
  return geometry?.name ? `${what} "${geometry.name}"` : `the ${what}`;
}

function make(geometry, { position, index, start, count }, build, change) {
  const all = index ? index.count : position.count;
  const from = Math.max(start, 0), most = Math.floor(Math.max(Math.min(from + count, all) - from, 0) / 3) * 3;
  const triangles = index ? indices(index, from, most) : Uint32Array.from({ length: most }, (_, i) => from + i);
  const mesh = library().mesh(coordinates(position, change), triangles, { name: geometry.name || "geometry", ...build });
  mesh.firstTriangle = Math.floor(from / 3);
  return mesh;
}

function indices(index, from, count) {
  if (index.array instanceof Uint32Array) return index.array.subarray(from, from + count);
  return Uint32Array.from({ length: count }, (_, i) => index.getX(from + i));
}

// Floats and doubles as they lie; what is interleaved, quantised, or in halves of a float as three.js reads it.
function coordinates(position, change) {
  const { array, count, itemSize } = position;
  const isPlain = (array instanceof Float32Array || array instanceof Float64Array) && !position.isInterleavedBufferAttribute && itemSize === 3 && !position.normalized;
  if (isPlain && !change) return array.subarray(0, 3 * count);
  const out = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const x = position.getX(i), y = position.getY(i), z = position.getZ(i);
    const to = change?.(i, x, y, z);
    out.set(to ? [to.x, to.y, to.z] : [x, y, z], 3 * i);
  }
  return out;
}
