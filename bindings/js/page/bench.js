// bench.js - the stage with parts that move. Coordinates of the page are those of the world, less an origin, divided by a
// scale: both are doubles, chosen anew when all is to be seen, so that models far from 0 are drawn as finely as others.
import { Box3, Scene, Vector3 } from "three";
import { release } from "../../../see/report/marks.js";
import { Stage } from "../../../see/report/stage.js";
import { moved, rotation } from "./poses.js";

function corners({ low, high }) {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((c) => low.map((v, i) => (c >> i & 1 ? high[i] : v)));
}

export class Bench extends Stage {
  constructor(canvas) {
    super(canvas, 0);
    this.origin = [0, 0, 0];
    this.scale = 1;
    this.upper = new Scene(); // drawn over all, and never cut: what moves parts
    this.after.unshift(() => this.drawUpper());
  }

  drawUpper() {
    const { renderer } = this, planes = renderer.clippingPlanes;
    renderer.clippingPlanes = [];
    renderer.autoClear = false;
    renderer.clearDepth();
    renderer.render(this.upper, this.camera);
    renderer.autoClear = true;
    renderer.clippingPlanes = planes;
  }

  addPart(part, look) {
    const m = this.addModel({ ...look, name: part.name, triangles: part.triangles, part }, part.positions, part.indices);
    m.faces = part.faces;
    m.ids = null;
    m.group.matrixAutoUpdate = false;
    m.first = part.given ?? part.pose;
    this.pose(m, m.first);
    return m;
  }

  removePart(m) {
    m.group.removeFromParent();
    for (const mesh of [m.mesh, m.edges, m.touched]) {
      mesh?.geometry.dispose();
      mesh?.material.dispose();
    }
    this.models.splice(this.models.indexOf(m), 1);
    this.models.forEach((each, k) => { each.index = k; });
  }

  pose(m, pose) {
    m.pose = pose;
    this.move(m);
  }

  // From the floats of a part, which are less its own origin, to coordinates of the page.
  move(m) {
    const { part, pose, offset } = m, r = rotation(pose), s = pose.scale / this.scale;
    const at = moved(pose, part.origin).map((v, i) => (v - this.origin[i]) / this.scale + offset.getComponent(i));
    m.group.matrix.set(s * r[0], s * r[1], s * r[2], at[0], s * r[3], s * r[4], s * r[5], at[1], s * r[6], s * r[7], s * r[8], at[2], 0, 0, 0, 1);
    m.group.matrixWorldNeedsUpdate = true;
    m.box = new Box3().setFromPoints(corners(part).map((p) => this.page(moved(pose, p))));
    const far = Math.max(m.box.min.length(), m.box.max.length()) + offset.length();
    this.reach = Math.max(this.reach, 6 + 2 * far);
    this.draw();
  }

  page(world) {
    return new Vector3(...world.map((v, i) => (v - this.origin[i]) / this.scale));
  }
  world(p) {
    return p.toArray().map((v, i) => v * this.scale + this.origin[i]);
  }

  // The ball about what is shown; boxes are those of the page already.
  ball() {
    const all = new Box3();
    for (const m of this.models) if (m.shown && m.part.triangles) all.union(m.box);
    if (all.isEmpty()) return [this.middle, this.radius];
    return [all.getCenter(new Vector3()), Math.max(all.min.distanceTo(all.max) / 2, 1e-9)];
  }

  // Choose the frame anew, so that all parts are about as large as a ball of radius 1 about 0. The eye stays where it is.
  frame() {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (const { part, pose } of this.models) {
      if (!part.triangles) continue;
      for (const p of corners(part).map((c) => moved(pose, c))) {
        p.forEach((v, i) => {
          low[i] = Math.min(low[i], v);
          high[i] = Math.max(high[i], v);
        });
      }
    }
    const eye = [this.camera.position, this.controls.target].map((p) => this.world(p));
    if (low[0] <= high[0]) {
      this.origin = low.map((v, i) => v / 2 + high[i] / 2);
      this.scale = Math.hypot(...low.map((v, i) => high[i] / 2 - v / 2)) || Math.hypot(...this.origin) * 1e-6 || 1;
    }
    [this.camera.position, this.controls.target].forEach((p, k) => p.copy(this.page(eye[k])));
    this.reach = 6;
    for (const m of this.models) this.move(m);
    this.measure();
  }

  // Tint what is in contact anew. touched: of each model, its triangles with their contacts; null: nothing for now.
  retouch(touched, contacts) {
    this.models.forEach((m, k) => {
      if (m.touched) release(m.touched);
      m.touched = null;
      m.contactCount = touched?.[k].size ?? 0;
      if (m.contactCount) this.addTouched(m, touched[k], contacts);
    });
    this.see(null, this.sees);
  }
}
