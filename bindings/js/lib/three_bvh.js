// three_bvh.js - in the form of MeshBVH of three-mesh-bvh: what it has of two geometries, with exact answers.
import { fromGeometry, library } from "./three_mesh.js";
import { standing, writeMatrix } from "./three_place.js";
import { structs } from "./tables.js";

export class MeshBVH {
  /** options.bake: see intersects; options.build: how its mesh is made. */
  constructor(geometry, { bake = false, build } = {}) {
    this.geometry = geometry;
    this.bake = bake;
    this.build = build;
    fromGeometry(geometry, build);
  }
  get mesh() {
    return fromGeometry(this.geometry, this.build);
  }
  /** Triangles keep their numbers. */
  resolveTriangleIndex(triangle) {
    return triangle;
  }

  /** Whether the other geometry, which the matrix puts into the space of this one, has a point in common with it. */
  intersectsGeometry(geometry, geometryToBvh) {
    return this.ask(geometry, undefined, geometryToBvh, 1).answer.state === "contact";
  }

  /**
   * Call intersectsTriangles(one, two, i, k) for each pair of triangles that have a point in common, by their numbers, until it
   * returns true; then this is true. Triangles have corners a, b and c in the space of this geometry, and are good for that call only.
   */
  bvhcast(other, matrixToLocal, { intersectsTriangles, ...others }) {
    if (typeof intersectsTriangles !== "function") throw new TypeError("bvhcast: intersectsTriangles is wanted, a function");
    const unknown = Object.keys(others).find((name) => others[name] !== undefined);
    if (unknown) throw new TypeError(`bvhcast: "${unknown}" is not there: only pairs of triangles are told`);
    const { answer, a, b } = this.ask(other.geometry, other.build, matrixToLocal, 0);
    const both = new Both(a, b), { pairs } = answer;
    try {
      for (let i = 0; i < pairs.length; i += 2) {
        both.take(pairs[i], pairs[i + 1]);
        if (intersectsTriangles(both.one, both.two, pairs[i] + a.mesh.firstTriangle, pairs[i + 1] + b.mesh.firstTriangle)) return true;
      }
      return false;
    } finally {
      both.free();
    }
  }

  ask(geometry, build, matrix, limit) {
    const a = { mesh: this.mesh, pose: null }, b = standing(geometry, matrix.elements, build ?? this.build, this.bake, "the matrix");
    return { a, b, answer: library().collide(a.mesh, b.mesh, { poseB: b.pose, limit }) };
  }
}

// Two triangles that have a point in common, as the library has them in its memory: corners, the pose of b, and what they share.
const AT = { one: 0, two: 72, rows: 144, pose: 272, contact: 272 + structs.pose.size };

class Both {
  constructor(a, b) {
    Object.assign(this, { a, b, abut: library() });
    const { memory } = this.abut;
    this.block = memory.take(AT.contact + structs.contact.size);
    writeMatrix(this.block + AT.pose, this.block + AT.rows, b.pose, "the matrix");
    this.one = new Triangle(this);
    this.two = new Triangle(this);
  }
  free() {
    this.abut.memory.give(this.block);
    this.block = 0;
  }

  take(i, k) {
    this.read(this.one, this.a.mesh, i, this.block + AT.one, null);
    this.read(this.two, this.b.mesh, k, this.block + AT.two, this.b.pose);
  }
  read(triangle, mesh, number, at, m) {
    const { memory, exports } = this.abut;
    memory.check(exports.abut_model_triangles(mesh.model, number, 1, at), "bvhcast");
    const { view } = memory;
    [triangle.a, triangle.b, triangle.c].forEach((corner, i) => {
      const [x, y, z] = [0, 8, 16].map((k) => view.getFloat64(at + 24 * i + k, true));
      corner.x = m ? m[0] * x + m[4] * y + m[8] * z + m[12] : x;
      corner.y = m ? m[1] * x + m[5] * y + m[9] * z + m[13] : y;
      corner.z = m ? m[2] * x + m[6] * y + m[10] * z + m[14] : z;
    });
  }

  // The corners of what they share.
  shared() {
    const { memory, exports } = this.abut, at = this.block;
    if (!at) throw new TypeError("intersectsTriangle: these triangles were for the call of intersectsTriangles only");
    memory.check(exports.abut_triangles_touch(at + AT.one, 0, at + AT.two, at + AT.pose, at + AT.contact), "intersectsTriangle");
    const { pointCount, points } = memory.read("contact", at + AT.contact);
    return points.slice(0, pointCount);
  }
}

class Triangle {
  #both;
  constructor(both) {
    this.#both = both;
    for (const name of ["a", "b", "c"]) this[name] = { x: 0, y: 0, z: 0 };
  }

  /** True, for the triangle that this one was told with. target: a Line3 that gets the ends of what they share; of an area the corners farthest from each other. */
  intersectsTriangle(other, target) {
    const { one, two } = this.#both;
    if (other === this || (other !== one && other !== two)) throw new TypeError("intersectsTriangle: it can be asked about the triangle that it was told with, and no other");
    if (!target) return true;
    const [start, end] = farthest(this.#both.shared());
    Object.assign(target.start, { x: start[0], y: start[1], z: start[2] });
    Object.assign(target.end, { x: end[0], y: end[1], z: end[2] });
    return true;
  }
}

function farthest(points) {
  let best = [points[0], points[0]], most = 0;
  points.forEach((p, i) => points.slice(i + 1).forEach((q) => {
    const length = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    if (length > most) [best, most] = [[p, q], length];
  }));
  return best;
}
