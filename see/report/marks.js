// marks.js - where things meet: points, lines and areas, drawn over all, paler where a surface is before them.
import {
  BufferAttribute, BufferGeometry, CanvasTexture, DoubleSide, Group, Mesh, MeshBasicMaterial, Points, PointsMaterial, Vector3,
} from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import { counts, floats } from "./data.js";
import { markColour } from "./stage.js";

const kinds = ["apart", "touch", "cross", "coplanar"];

// All contacts, in the order of the list: triangles of the two models, a kind, and one to six points.
export class Contacts {
  constructor(triangles, kinds, points) {
    Object.assign(this, { triangles, kinds, points });
    this.count = this.kinds.length;
    this.first = new Uint32Array(this.count + 1);
    for (let i = 0; i < this.count; i++) this.first[i + 1] = this.first[i] + this.size(i);
  }
  // Those of a report.
  static read(all) {
    return new Contacts(counts(all, "contact-triangles") ?? new Uint32Array(0), all.get("contact-kinds") ?? new Uint8Array(0), floats(all, "contact-points"));
  }
  a(i) { return this.triangles[2 * i]; }
  b(i) { return this.triangles[2 * i + 1]; }
  shape(i) { return Array.from({ length: this.size(i) }, (_, k) => this.point(i, k, new Vector3())); }
  kind(i) { return kinds[this.kinds[i] & 15]; }
  size(i) { return this.kinds[i] >> 4; }
  point(i, k, out) { return out.fromArray(this.points, 3 * (this.first[i] + k)); }

  // The ball about some contacts.
  ball(first, end) {
    const low = new Vector3(Infinity, Infinity, Infinity), high = low.clone().negate(), p = new Vector3();
    for (let i = this.first[first]; i < this.first[end]; i++) {
      p.fromArray(this.points, 3 * i);
      low.min(p);
      high.max(p);
    }
    const centre = low.clone().add(high).multiplyScalar(0.5);
    return { centre, radius: high.distanceTo(low) / 2 };
  }
}

// Note that a triangle has a contact.
export function meet(touched, triangle, contact) {
  const met = touched.get(triangle);
  if (met) met.push(contact);
  else touched.set(triangle, [contact]);
}

function disc() {
  const c = document.createElement("canvas");
  c.width = c.height = 64;
  const g = c.getContext("2d");
  g.fillStyle = "#fff";
  g.arc(32, 32, 30, 0, 7);
  g.fill();
  return new CanvasTexture(c);
}
let spot = null;

// Twice: what is behind surfaces, paler, and what is before them.
function both(make, group, order) {
  group.add(make(true, order), make(false, order + 1));
}

// Draw contacts first to end - 1 as a group, of some kinds only if there are such. width: of lines, in pixels.
export function drawContacts(c, first, end, width, kinds = null, order = 10) {
  return drawRanges(c, [[first, end]], width, kinds, order);
}

// The same of several ranges, as one group: many small ones would be slow to draw.
export function drawRanges(c, ranges, width, kinds = null, order = 10) {
  const lines = [], spots = [], areas = [];
  for (const [first, end] of ranges) gather(c, first, end, kinds, lines, spots, areas);
  return drawMarks(lines, spots, areas, width, order, markColour());
}

function gather(c, first, end, kinds, lines, spots, areas) {
  const p = c.points;
  for (let i = first; i < end; i++) {
    if (kinds?.size && !kinds.has(c.kind(i))) continue;
    const at = 3 * c.first[i], n = c.size(i);
    if (n === 1) spots.push(p[at], p[at + 1], p[at + 2]);
    for (let k = 0; k < n && n > 1; k++) {
      if (n === 2 && k === 1) break;
      const from = at + 3 * k, to = at + 3 * ((k + 1) % n);
      lines.push(p[from], p[from + 1], p[from + 2], p[to], p[to + 1], p[to + 2]);
    }
    for (let k = 2; k < n; k++)
      for (const corner of [at, at + 3 * k - 3, at + 3 * k]) areas.push(p[corner], p[corner + 1], p[corner + 2]);
  }
}

export function drawMarks(lines, spots, areas, width, order, color) {
  const group = new Group();
  const how = (hidden) => ({
    color, transparent: true, opacity: hidden ? 0.4 : 1, depthTest: !hidden, depthWrite: false,
    polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -6,
  });
  const add = (object, order) => {
    object.renderOrder = order;
    object.frustumCulled = false;
    return object;
  };
  if (lines.length) {
    const geometry = new LineSegmentsGeometry();
    geometry.setPositions(lines);
    both((hidden, n) => add(new LineSegments2(geometry, new LineMaterial({ ...how(hidden), linewidth: width })), n), group, order);
  }
  if (spots.length) {
    spot ??= disc();
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(spots), 3));
    both((hidden, n) => add(new Points(geometry, new PointsMaterial({ ...how(hidden), size: 3 * width * Math.min(devicePixelRatio, 2), sizeAttenuation: false, map: spot, alphaTest: 0.5 })), n), group, order);
  }
  if (areas.length) {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(areas), 3));
    both((hidden, n) => add(new Mesh(geometry, new MeshBasicMaterial({ ...how(hidden), opacity: hidden ? 0.15 : 0.7, side: DoubleSide })), n), group, order);
  }
  return group;
}

export function repaint(group, color) {
  group.traverse((o) => o.material?.color.set(color));
}

export function release(group) {
  group.removeFromParent();
  group.traverse((o) => {
    o.geometry?.dispose();
    o.material?.dispose();
  });
}
