// sketch.js - where triangles meet, as well as doubles tell it: what is drawn while a part is dragged. Which triangles meet is
// exact, and so is every point once it rests; that takes ten times as long.
import { structs } from "abut/lib/tables.js";

const CROSS = 2, POINTS = structs.contact.fields.points.at, COUNT = structs.contact.fields.pointCount.at;
const POSE = structs.pose.size, CORNERS = 9;

/** Points of contacts, in the layout of answers: fills in points and the upper half of each of kinds. */
export class Sketch {
  constructor(abut) {
    this.abut = abut;
    this.at = abut.memory.take(8 * 2 * CORNERS + 2 * POSE + structs.contact.size);
    this.poses = this.at + 8 * 2 * CORNERS;
    this.contact = this.poses + 2 * POSE;
    this.corners = new Float64Array(2 * CORNERS);
    this.ends = new Float64Array(12); // of two segments on the line of both planes
    this.along = new Float64Array(4);
  }

  draw(a, b, out) {
    const { memory, exports } = this.abut, { triangles, kinds } = out;
    memory.view;
    this.writePoses(a, b);
    let points = new Float64Array(6 * kinds.length), size = 0;
    for (let i = 0; i < kinds.length; i++) {
      exports.abut_model_triangles(a.mesh.model, triangles[2 * i], 1, this.at);
      exports.abut_model_triangles(b.mesh.model, triangles[2 * i + 1], 1, this.at + 8 * CORNERS);
      let found = 0;
      if (kinds[i] === CROSS) {
        place(memory.doubles, this.at >> 3, a.pose, this.corners, 0);
        place(memory.doubles, (this.at >> 3) + CORNERS, b.pose, this.corners, CORNERS);
        found = this.segment(points, size);
      }
      if (!found) {
        found = this.exact();
        if (points.length < size + 3 * found) points = grown(points, size + 18);
        for (let j = 0; j < 3 * found; j++) points[size + j] = memory.data.getFloat64(this.contact + POINTS + 8 * j, true);
      }
      kinds[i] |= found << 4;
      size += 3 * found;
      if (points.length < size + 6) points = grown(points, size + 6);
    }
    out.points = points.slice(0, size);
    box(out);
  }

  // Where doubles do not tell it, and where triangles touch or lie in one plane.
  exact() {
    const { memory, exports } = this.abut, { at, poses, contact } = this;
    memory.check(exports.abut_triangles_touch(at, poses, at + 8 * CORNERS, poses + POSE, contact));
    return memory.view.getInt32(contact + COUNT, true);
  }

  writePoses(a, b) {
    const { doubles } = this.abut.memory;
    [a, b].forEach(({ pose }, i) => doubles.set([...pose.rotation, ...pose.translation, pose.scale], (this.poses + i * POSE) >> 3));
  }

  // The part of a line that two triangles have in common. Returns how many points; 0: doubles do not tell.
  segment(points, to) {
    const { corners: c, ends, along } = this;
    if (!cut(c, 0, CORNERS, ends, 0) || !cut(c, CORNERS, 0, ends, 6)) return 0;
    let axis = 0, widest = -1;
    for (let k = 0; k < 3; k++) {
      const width = Math.abs(ends[3 + k] - ends[k]) + Math.abs(ends[9 + k] - ends[6 + k]);
      if (width > widest) [axis, widest] = [k, width];
    }
    for (let i = 0; i < 4; i++) along[i] = ends[3 * i + axis];
    const a = along[0] <= along[1] ? 0 : 1, b = along[2] <= along[3] ? 2 : 3; // the lower ends
    const low = along[a] >= along[b] ? a : b, high = along[1 - a] <= along[5 - b] ? 1 - a : 5 - b;
    if (along[low] > along[high]) return 0;
    for (let k = 0; k < 3; k++) {
      points[to + k] = ends[3 * low + k];
      points[to + 3 + k] = ends[3 * high + k];
    }
    return 2;
  }
}

function place(from, at, { rotation: r, translation: t, scale }, to, start) {
  for (let i = 0; i < 9; i += 3) {
    const x = scale * from[at + i], y = scale * from[at + i + 1], z = scale * from[at + i + 2];
    for (let k = 0; k < 3; k++) to[start + i + k] = r[3 * k] * x + r[3 * k + 1] * y + r[3 * k + 2] * z + t[k];
  }
}

// Where the triangle at p crosses the plane of the one at q: two points. Returns false where it does not.
function cut(c, p, q, ends, to) {
  const ux = c[q + 3] - c[q], uy = c[q + 4] - c[q + 1], uz = c[q + 5] - c[q + 2], vx = c[q + 6] - c[q], vy = c[q + 7] - c[q + 1], vz = c[q + 8] - c[q + 2];
  const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
  let found = 0;
  for (let i = 0; i < 3; i++) {
    const s = p + 3 * i, e = p + 3 * ((i + 1) % 3);
    const d = nx * (c[s] - c[q]) + ny * (c[s + 1] - c[q + 1]) + nz * (c[s + 2] - c[q + 2]);
    const f = nx * (c[e] - c[q]) + ny * (c[e + 1] - c[q + 1]) + nz * (c[e + 2] - c[q + 2]);
    if (d > 0 === f > 0) continue;
    const w = d / (d - f);
    if (!(w >= 0 && w <= 1) || found === 2) return false;
    for (let k = 0; k < 3; k++) ends[to + 3 * found + k] = c[s + k] + w * (c[e + k] - c[s + k]);
    found++;
  }
  return found === 2;
}

function grown(points, least) {
  const out = new Float64Array(Math.max(least, 2 * points.length));
  out.set(points);
  return out;
}

/** The box about the points of an answer. */
export function box(out) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity], { points } = out;
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const x = points[i + k];
      if (x < low[k]) low[k] = x;
      if (x > high[k]) high[k] = x;
    }
  }
  Object.assign(out, points.length ? { low, high } : { low: null, high: null });
}
