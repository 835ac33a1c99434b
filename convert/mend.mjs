// mend.mjs - makes the surface of an object closed where so little is missing that no point of it moves farther than rounding
// moved it: ends of open edges that only rounding has parted, cracks without width, faces that are there twice, faces that
// are turned over. All else that is open stays open. A surface without a fault is not touched.

// All edges: for a pair of vertices the triangles that have it, and in which direction.
function edgesOf(shape) {
  const edges = new Map(), { triangles } = shape, n = shape.points.length / 3;
  for (let i = 0; i < triangles.length; i++) {
    const a = triangles[i], b = triangles[i % 3 === 2 ? i - 2 : i + 1], key = a < b ? a * n + b : b * n + a;
    let uses = edges.get(key);
    if (!uses) edges.set(key, uses = []);
    uses.push({ triangle: Math.floor(i / 3), forward: a < b, from: a, to: b });
  }
  return edges;
}

const excess = (uses) => uses.reduce((sum, use) => sum + (use.forward ? 1 : -1), 0);

// How many edges have more triangles in one direction than in the other: none in a closed surface.
function unbalanced(edges) {
  let total = 0;
  for (const uses of edges.values()) total += excess(uses) !== 0;
  return total;
}

// Whether a surface has no border, and its triangles the same side out.
export function isClosed(shape) {
  return unbalanced(edgesOf(shape)) === 0;
}

function keep(shape, wanted) {
  const kept = [];
  for (let t = 0; t < shape.triangles.length / 3; t++)
    if (wanted(t)) kept.push(shape.triangles[3 * t], shape.triangles[3 * t + 1], shape.triangles[3 * t + 2]);
  shape.triangles = kept;
}

// Ends of edges with one triangle that are as near to each other as rounding may have moved them become one vertex.
function weld(shape, edges, distance) {
  const { points } = shape, ends = new Set();
  for (const uses of edges.values()) if (uses.length === 1) ends.add(uses[0].from).add(uses[0].to);
  const order = [...ends].sort((a, b) => points[3 * a] - points[3 * b] || a - b), meant = new Map();
  order.forEach((v, i) => {
    for (let j = i - 1; j >= 0 && points[3 * v] - points[3 * order[j]] <= distance; j--) {
      const u = order[j];
      if (!meant.has(v) && [1, 2].every((k) => Math.abs(points[3 * v + k] - points[3 * u + k]) <= distance))
        meant.set(v, meant.get(u) ?? u);
    }
  });
  if (!meant.size) return 0;
  const before = shape.triangles;
  shape.triangles = before.map((v) => meant.get(v) ?? v);
  keep(shape, (t) => new Set(shape.triangles.slice(3 * t, 3 * t + 3)).size === 3);
  if (unbalanced(edgesOf(shape)) < unbalanced(edges)) return meant.size;
  shape.triangles = before;
  return 0;
}

// The open edges as closed chains of vertices, each in the direction of its triangles.
function openLoops(edges) {
  const next = new Map(), loops = [];
  for (const uses of edges.values()) {
    if (uses.length !== 1) continue;
    if (next.has(uses[0].from)) next.set(uses[0].from, -1);  // a place where several meet: left alone
    else next.set(uses[0].from, uses[0].to);
  }
  for (const first of next.keys()) {
    const loop = [];
    let at = first;
    for (; next.has(at) && next.get(at) >= 0; at = loop.at(-1)[1]) {
      loop.push([at, next.get(at)]);
      next.delete(at);
    }
    if (at === first && loop.length > 2) loops.push(loop.map(([from]) => from));
  }
  return loops;
}

// Whether points are on one line, but for a distance.
function areInLine(points, loop, distance) {
  const at = (v) => [points[3 * v], points[3 * v + 1], points[3 * v + 2]], minus = (a, b) => a.map((x, k) => x - b[k]);
  const length = (a) => Math.hypot(...a), o = at(loop[0]);
  const far = loop.map((v) => minus(at(v), o)).reduce((a, b) => (length(b) > length(a) ? b : a));
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return loop.every((v) => length(cross(minus(at(v), o), far)) <= distance * length(far));
}

// Turn a loop so that its longest edge is the last: from its last vertex to its first.
function longestLast(points, loop) {
  const length = (i) => {
    const u = loop[i], v = loop[(i + 1) % loop.length];
    return Math.hypot(points[3 * u] - points[3 * v], points[3 * u + 1] - points[3 * v + 1], points[3 * u + 2] - points[3 * v + 2]);
  };
  const longest = loop.reduce((best, _, i) => (length(i) > length(best) ? i : best), 0);
  return [...loop.slice(longest + 1), ...loop.slice(0, longest + 1)];
}

// A crack without width, where one edge meets several: its triangle gets their ends as corners. Returns how many triangles
// it became more.
function stitch(shape, edges, distance) {
  const triangleOf = new Map(), changed = new Set();
  for (const uses of edges.values()) if (uses.length === 1) triangleOf.set(uses[0].from, uses[0].triangle);
  let added = 0;
  for (const found of openLoops(edges)) {
    if (!areInLine(shape.points, found, distance)) continue;
    const loop = longestLast(shape.points, found), from = loop.at(-1), t = triangleOf.get(from);
    if (changed.has(t)) continue;  // in the next round
    changed.add(t);
    const top = shape.triangles.slice(3 * t, 3 * t + 3).find((v) => v !== from && v !== loop[0]);
    const chain = [...loop].reverse();  // from the edge's first end to its last
    shape.triangles.splice(3 * t, 3, chain[0], chain[1], top);
    for (let i = 1; i + 1 < chain.length; i++) shape.triangles.push(chain[i], chain[i + 1], top);
    added += chain.length - 2;
  }
  return added;
}

// Number the patches: triangles that hang together over edges of two.
function patchesOf(shape, edges) {
  const parent = Array.from({ length: shape.triangles.length / 3 }, (_, t) => t);
  const root = (t) => {
    while (parent[t] !== t) t = parent[t] = parent[parent[t]];
    return t;
  };
  for (const uses of edges.values()) if (uses.length === 2) parent[root(uses[0].triangle)] = root(uses[1].triangle);
  return parent.map((_, t) => root(t));
}

// Patches with the same border, in the same direction, are one face that is there twice: the first is kept.
function dropTwice(shape, edges) {
  const patch = patchesOf(shape, edges), borders = new Map();
  for (const uses of edges.values())
    for (const use of uses.length === 2 ? [] : uses) {
      const p = patch[use.triangle];
      if (!borders.has(p)) borders.set(p, []);
      borders.get(p).push(`${use.from}>${use.to}`);
    }
  const seen = new Set(), dropped = new Set();
  for (const [p, border] of [...borders].sort((a, b) => a[0] - b[0])) {
    const key = border.sort().join(' ');
    if (seen.has(key)) dropped.add(p);
    seen.add(key);
  }
  if (!dropped.size) return 0;
  const before = shape.triangles;
  keep(shape, (t) => !dropped.has(patch[t]));
  if (unbalanced(edgesOf(shape)) < unbalanced(edges)) return (before.length - shape.triangles.length) / 3;
  shape.triangles = before;
  return 0;
}

// Six times the volume under triangles.
function volumeOf(shape, list) {
  const { points: p, triangles } = shape, o = 3 * triangles[3 * list[0]];
  let sum = 0;
  for (const t of list) {
    const [a, b, c] = [0, 1, 2].map((k) => [0, 1, 2].map((i) => p[3 * triangles[3 * t + k] + i] - p[o + i]));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum;
}

const turn = (shape, t) => {
  const { triangles } = shape;
  [triangles[3 * t + 1], triangles[3 * t + 2]] = [triangles[3 * t + 2], triangles[3 * t + 1]];
};

// Neighbours of each triangle over edges of two, and whether they are turned against it.
function neighboursOf(shape, edges) {
  const all = Array.from({ length: shape.triangles.length / 3 }, () => []);
  for (const uses of edges.values()) {
    const [a, b] = uses;
    if (uses.length !== 2) continue;
    all[a.triangle].push([b.triangle, a.forward === b.forward]);
    all[b.triangle].push([a.triangle, a.forward === b.forward]);
  }
  return all;
}

// Turn triangles of a part whose edges all have two, so that all have the same side out. Returns how many.
function turnAlike(shape, edges) {
  const neighbours = neighboursOf(shape, edges), state = new Map();
  let turned = 0;
  for (let first = 0; first < neighbours.length; first++) {
    if (state.has(first)) continue;
    const part = [first];
    let whole = true, mixed = false;
    state.set(first, false);
    for (const t of part) {
      whole = whole && neighbours[t].length === 3;
      for (const [other, against] of neighbours[t]) {
        mixed = mixed || against;
        if (!state.has(other)) part.push(other);
        else if (state.get(other) !== (state.get(t) !== against)) whole = false;  // as on a Moebius strip
        if (!state.has(other)) state.set(other, state.get(t) !== against);
      }
    }
    if (!whole || !mixed) continue;
    const before = part.filter((t) => state.get(t));
    before.forEach((t) => turn(shape, t));
    const inside = volumeOf(shape, part) < 0;
    if (inside) part.forEach((t) => turn(shape, t));
    turned += inside ? part.length - before.length : before.length;
  }
  return turned;
}

// Returns how many vertices became others, triangles came, went and were turned, and how many edges stay open.
export function mend(shape, distance) {
  const done = { welded: 0, stitched: 0, twice: 0, turned: 0, open: 0 };
  let edges = edgesOf(shape);
  if (!unbalanced(edges)) return done;
  done.welded = weld(shape, edges, distance);
  if (done.welded) edges = edgesOf(shape);
  for (let added = 1, round = 0; added && round < 4; round++) {
    added = stitch(shape, edges, distance);
    done.stitched += added;
    if (added) edges = edgesOf(shape);
  }
  done.twice = dropTwice(shape, edges);
  if (done.twice) edges = edgesOf(shape);
  done.turned = turnAlike(shape, edges);
  if (done.turned) edges = edgesOf(shape);
  done.open = unbalanced(edges);
  return done;
}
