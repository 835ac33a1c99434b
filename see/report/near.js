// near.js - what is tinted of triangles in contact: all of a small one, and of a large one what is near to where it meets.
import { Line3, Triangle, Vector3 } from "three";

const FINE = 6; // pieces are so much smaller than how far the tint reaches
const PIECES_MOST = 200000; // of one model; where they are used up, triangles are tinted whole

// How far a place is from what two triangles share.
function distance(p, shape) {
  const out = new Vector3();
  if (shape.length === 1) return p.distanceTo(shape[0]);
  if (shape.length === 2) return new Line3(shape[0], shape[1]).closestPointToPoint(p, true, out).distanceTo(p);
  let least = Infinity;
  for (let k = 2; k < shape.length; k++)
    least = Math.min(least, new Triangle(shape[0], shape[k - 1], shape[k]).closestPointToPoint(p, out).distanceTo(p));
  return least;
}

export class Tint {
  // reach: how far from a contact a surface is tinted. Corners of what is tinted are put into `out`.
  constructor(reach) {
    this.reach = reach;
    this.out = [];
    this.pieces = 0;
  }

  put(...points) {
    for (let k = 2; k < points.length; k++)
      for (const p of [points[0], points[k - 1], points[k]]) this.out.push(p.x, p.y, p.z);
    this.pieces++;
  }

  // Is a triangle so large that not all of it is near?
  isLarge(a, b, c) {
    return Math.max(a.distanceTo(b), b.distanceTo(c), c.distanceTo(a)) > 2 * this.reach;
  }

  // shapes: gives what it shares, 1 to 6 points each.
  add(a, b, c, shapes) {
    if (!this.isLarge(a, b, c) || this.pieces > PIECES_MOST) {
      this.put(a, b, c);
      return;
    }
    this.cut(a, b, c, shapes());
  }

  cut(a, b, c, shapes) {
    const middle = a.clone().add(b).add(c).divideScalar(3), round = Math.max(a.distanceTo(middle), b.distanceTo(middle), c.distanceTo(middle));
    const near = [];
    for (const s of shapes) {
      const far = distance(middle, s);
      if (far + round <= this.reach) {
        this.put(a, b, c);
        return;
      }
      if (far - round < this.reach) near.push(s);
    }
    if (!near.length) return;
    if (round < this.reach / FINE) {
      this.trim([a, b, c], near);
      return;
    }
    const sides = [a.distanceTo(b), b.distanceTo(c), c.distanceTo(a)], longest = sides.indexOf(Math.max(...sides));
    const [p, q, r] = [[a, b, c], [b, c, a], [c, a, b]][longest], half = p.clone().add(q).multiplyScalar(0.5);
    this.cut(p, half, r, near);
    this.cut(half, q, r, near);
  }

  // Of a small piece, what is nearer than that.
  trim(corners, shapes) {
    const over = corners.map((p) => this.reach - Math.min(...shapes.map((s) => distance(p, s)))), kept = [];
    for (let k = 0; k < 3; k++) {
      const n = (k + 1) % 3;
      if (over[k] >= 0) kept.push(corners[k]);
      if (over[k] >= 0 !== over[n] >= 0) kept.push(corners[k].clone().lerp(corners[n], over[k] / (over[k] - over[n])));
    }
    if (kept.length > 2) this.put(...kept);
  }
}
