// stage.js - the view: models, light, camera, section, explosion. What is drawn is drawn when something changed, and
// not otherwise.
import {
  AmbientLight, Box3, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, Group, LineBasicMaterial,
  LineSegments, Mesh, MeshLambertMaterial, PerspectiveCamera, Plane, Scene, Sphere, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { creases } from "./creases.js";
import { Tint } from "./near.js";

const FIELD = 30; // degrees
const TINT_REACH = 0.05; // of half the extent: so far from a contact a triangle is tinted
export const EDGES_MOST = 600000; // triangles of a model that gets its edges drawn
export const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const dark = matchMedia("(prefers-color-scheme: dark)");

// The same as in pictures.
export const colours = ["#5c96e2", "#f4b23e", "#74ba80", "#b28ecc", "#e0896b", "#58b8c0", "#c9b458", "#a3aab6"];
export const touchedColour = "#ff8cb4";
export function markColour() {
  return dark.matches ? "#ff3d7f" : "#c4004e";
}

function boxOf(positions) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const v = positions[i + k];
      if (v < low[k]) low[k] = v;
      if (v > high[k]) high[k] = v;
    }
  }
  return new Box3(new Vector3(...low), new Vector3(...high));
}

export class Stage {
  // triangles: of all models. Of many, edges are not smoothed: where there is no graphics card that takes seconds.
  constructor(canvas, triangles) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, antialias: triangles < EDGES_MOST });
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(FIELD, 1, 0.01, 20);
    this.camera.up.set(0, 0, 1);
    this.lamp = new DirectionalLight(0xffffff, 2.2);
    this.scene.add(new AmbientLight(0xffffff, 1.1), this.camera);
    this.camera.add(this.lamp, this.lamp.target);
    this.lamp.position.set(-0.6, 0.9, 1);
    this.lamp.target.position.set(0, 0, -0.4);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.minDistance = 1e-5;
    this.controls.maxDistance = 40;
    this.controls.addEventListener("change", () => this.draw());
    this.controls.addEventListener("start", () => { this.flight = null; });
    this.models = [];
    this.sees = false; // x-ray
    this.tints = true;
    this.spread = 0; // of the explosion
    this.after = []; // called when a frame is drawn
    this.frames = 0;
    this.reach = 6; // how far behind what is looked at there is something to be seen
    this.held = true; // until all is there
    this.head = this.foot = 0; // how much of the view is covered, above and below
    new ResizeObserver(() => this.fitCanvas()).observe(canvas.parentElement);
    dark.addEventListener("change", () => this.paint());
    this.fitCanvas();
    this.paint();
  }

  paint() {
    this.renderer.setClearColor(new Color(dark.matches ? "#101216" : "#eef0f4"));
    for (const m of this.models) m.edges?.material.color.set(dark.matches ? "#000000" : "#20242c");
    this.onPaint?.();
    this.draw();
  }

  fitCanvas() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (!width || !height) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.width = width;
    this.height = height;
    this.camera.aspect = width / height;
    // The middle of the view is that of what neither tools nor a time line cover.
    this.camera.setViewOffset(width, height, 0, (this.foot - this.head) / 2, width, height);
    this.draw();
  }

  draw() {
    if (this.wanted || this.held) return;
    this.wanted = true;
    requestAnimationFrame((now) => {
      this.wanted = false;
      this.fly(now);
      const far = this.camera.position.distanceTo(this.controls.target);
      this.camera.near = Math.max(far * 0.04, 1e-6);
      this.camera.far = far + this.reach * (1 + this.spread);
      this.camera.updateProjectionMatrix();
      this.renderer.render(this.scene, this.camera);
      this.frames++;
      for (const f of this.after) f();
    });
  }

  // --------------------------------------------------------------------------------------------- models

  addModel(model, positions, indices) {
    const colour = model.colour < 0 ? colours[7] : colours[model.colour % colours.length];
    const geometry = new BufferGeometry();
    const attribute = new BufferAttribute(positions, 3);
    geometry.setAttribute("position", attribute);
    geometry.setIndex(new BufferAttribute(indices, 1));
    geometry.boundingBox = boxOf(positions);
    geometry.boundingSphere = geometry.boundingBox.getBoundingSphere(new Sphere());
    const material = new MeshLambertMaterial({
      color: colour, flatShading: true, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1.5, polygonOffsetUnits: 2,
    });
    const group = new Group();
    const mesh = new Mesh(geometry, material);
    group.add(mesh);
    this.scene.add(group);
    const out = { ...model, index: this.models.length, group, mesh, positions, indices, attribute, css: colour, shown: true, sees: false, offset: new Vector3(), box: geometry.boundingBox };
    this.models.push(out);
    return out;
  }

  // Lines where a surface bends or ends.
  async addEdges(m) {
    if (m.indices.length / 3 > EDGES_MOST) return;
    const lines = await creases(m.positions, m.indices);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", m.attribute);
    geometry.setIndex(new BufferAttribute(lines, 1));
    geometry.boundingSphere = m.mesh.geometry.boundingSphere;
    m.edges = new LineSegments(geometry, new LineBasicMaterial({ color: dark.matches ? "#000000" : "#20242c", transparent: true, opacity: 0.55 }));
    m.group.add(m.edges);
    this.draw();
  }

  // The triangles of a model that are in contact: triangle -> numbers of its contacts. Of large ones what is near to them.
  addTouched(m, touched, contacts) {
    m.group.updateMatrixWorld();
    const inverse = m.group.matrixWorld.clone().invert(), tint = new Tint(TINT_REACH * this.radius * inverse.getMaxScaleOnAxis());
    const corner = (t, k) => new Vector3().fromArray(m.positions, 3 * m.indices[3 * t + k]);
    for (const [t, met] of touched)
      tint.add(corner(t, 0), corner(t, 1), corner(t, 2), () => met.map((i) => contacts.shape(i).map((p) => p.applyMatrix4(inverse))));
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(tint.out), 3));
    geometry.boundingSphere = m.mesh.geometry.boundingSphere;
    m.touched = new Mesh(geometry, new MeshLambertMaterial({ color: new Color(m.css).lerp(new Color(touchedColour), 0.55), flatShading: true, side: DoubleSide }));
    m.touched.visible = this.tints;
    m.group.add(m.touched);
  }

  // The ball about the models where they are now.
  ball() {
    const low = new Vector3(Infinity, Infinity, Infinity), high = low.clone().negate();
    for (const m of this.models) {
      if (!m.group.visible || m.indices.length === 0) continue;
      m.group.updateMatrixWorld();
      const box = m.box.clone().applyMatrix4(m.group.matrixWorld);
      low.min(box.min);
      high.max(box.max);
    }
    return low.x > high.x ? [this.middle, this.radius] : [low.clone().add(high).multiplyScalar(0.5), high.distanceTo(low) / 2];
  }

  measure() {
    this.low = new Vector3(Infinity, Infinity, Infinity);
    this.high = this.low.clone().negate();
    for (const m of this.models) {
      if (m.role === "tool" || m.indices.length === 0) continue;
      this.low.min(m.box.min);
      this.high.max(m.box.max);
    }
    if (this.low.x > this.high.x) {
      this.low.set(-1, -1, -1);
      this.high.set(1, 1, 1);
    }
    this.middle = this.low.clone().add(this.high).multiplyScalar(0.5);
    this.radius = Math.max(this.high.distanceTo(this.low) / 2, 1e-6);
  }

  show(m, shown) {
    m.shown = shown;
    m.group.visible = shown;
    this.draw();
  }

  see(m, sees) {
    if (m) m.sees = sees;
    else this.sees = sees;
    for (const each of this.models) {
      const through = this.sees || each.sees;
      for (const mesh of [each.mesh, each.touched]) {
        if (!mesh || mesh.material.transparent === through) continue;
        mesh.material.transparent = through;
        mesh.material.depthWrite = !through;
        mesh.material.needsUpdate = true;
      }
      each.mesh.material.opacity = through ? 0.15 : 1;
      if (each.touched) each.touched.material.opacity = through ? 0.15 : 1;
      if (each.edges) each.edges.material.opacity = through ? 0.3 : 0.55;
    }
    this.draw();
  }

  // Tint the triangles in contact, or do not.
  tint(on) {
    this.tints = on;
    for (const m of this.models) if (m.touched) m.touched.visible = on;
    this.draw();
  }

  // share: 0 to 1. Two models part along the line of their middles, more of them away from the middle of all.
  explode(share) {
    this.spread = share;
    const moved = this.models.filter((m) => m.role !== "tool" && m.indices.length);
    const centres = moved.map((m) => m.box.min.clone().add(m.box.max).multiplyScalar(0.5));
    moved.forEach((m, i) => {
      const way = moved.length === 2 ? centres[i].clone().sub(centres[1 - i]) : centres[i].clone().sub(this.middle);
      if (way.length() < 0.12 * this.radius && moved.length === 2) way.set(0, 0, i ? 1 : -1);
      if (moved.length === 2) way.setLength(this.radius * 0.9);
      else way.multiplyScalar(1.2);
      m.offset.copy(way).multiplyScalar(share);
      this.move(m);
    });
    this.onExplode?.();
    this.draw();
  }

  // Put a model where it is to be seen.
  move(m) {
    m.group.position.copy(m.offset);
  }

  // Cut away what is nearer to the eye. axis: 0 to 2, or null. share: 0 to 1 of the extent.
  section(axis, share) {
    const n = new Vector3();
    if (axis === null) {
      this.renderer.clippingPlanes = [];
    } else {
      const sign = this.direction().getComponent(axis) < 0 ? 1 : -1;
      const low = this.low.getComponent(axis), high = this.high.getComponent(axis);
      n.setComponent(axis, sign);
      this.renderer.clippingPlanes = [new Plane(n, -sign * (low + (high - low) * share))];
    }
    this.draw();
  }

  // --------------------------------------------------------------------------------------------- camera

  // Where the camera stands so that a ball about a place fills the view.
  distanceFor(radius) {
    const half = FIELD / 2 * Math.PI / 180;
    const free = Math.max(this.height - this.head - this.foot, 80) / this.height;
    const across = Math.atan(Math.tan(half) * Math.min(free, this.camera.aspect));
    return radius / Math.sin(across);
  }

  place(target, direction, distance) {
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(direction.clone().normalize(), distance);
    this.controls.update();
    this.draw();
  }

  flyTo(target, direction, distance) {
    if (calm.matches) {
      this.place(target, direction, distance);
      return;
    }
    const from = this.camera.position.clone().sub(this.controls.target);
    this.flight = {
      start: performance.now(), from: this.controls.target.clone(), to: target.clone(),
      direction: from.clone().normalize(), toward: direction.clone().normalize(), distance: from.length(), far: distance,
    };
    this.draw();
  }

  fly(now) {
    const f = this.flight;
    if (!f) return;
    const t = Math.min(Math.max((now - f.start) / 650, 0), 1), s = t * t * (3 - 2 * t);
    const direction = f.direction.clone().lerp(f.toward, s);
    if (direction.length() < 0.05) direction.copy(f.toward); // from the other side
    direction.normalize();
    const distance = f.distance * Math.pow(f.far / f.distance, s);
    // The target moves as the view widens or narrows, so that it stays in it.
    const share = Math.abs(f.far - f.distance) > 1e-9 * f.far ? (distance - f.distance) / (f.far - f.distance) : s;
    this.controls.target.copy(f.from).lerp(f.to, share);
    this.camera.position.copy(this.controls.target).addScaledVector(direction, distance);
    this.controls.update();
    if (t >= 1) this.flight = null;
    else this.draw();
  }

  direction() {
    return this.camera.position.clone().sub(this.controls.target).normalize();
  }

  // Turn about what is looked at, or come nearer.
  turn(across, up) {
    this.flight = null;
    const v = this.camera.position.clone().sub(this.controls.target), distance = v.length();
    const angle = Math.atan2(v.y, v.x) + across;
    const height = Math.min(Math.max(Math.asin(Math.min(Math.max(v.z / distance, -1), 1)) + up, -1.55), 1.55);
    v.set(Math.cos(height) * Math.cos(angle), Math.cos(height) * Math.sin(angle), Math.sin(height));
    this.place(this.controls.target.clone(), v, distance);
  }

  near(factor) {
    this.flight = null;
    this.place(this.controls.target.clone(), this.direction(), this.camera.position.distanceTo(this.controls.target) * factor);
  }

  // Where a place is on the screen; null behind the eye.
  screen(p) {
    const v = p.clone().project(this.camera);
    return v.z > 1 || v.z < -1 ? null : [(v.x + 1) / 2 * this.width, (1 - v.y) / 2 * this.height];
  }

  // How many pixels a length is at a place.
  pixels(p, length) {
    return length * this.height / (2 * Math.tan(FIELD / 2 * Math.PI / 180) * Math.max(this.camera.position.distanceTo(p), 1e-9));
  }
}
