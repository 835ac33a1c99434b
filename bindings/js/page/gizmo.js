// gizmo.js - handles in the view that move, turn and scale a part. What comes of them are poses in doubles.
import { Object3D, Quaternion, Vector3 } from "three";
import { TransformControls } from "three/examples/jsm/controls/TransformControls.js";
import { about, moved, quaternion, same, turned } from "./poses.js";

export const SNAP = { degrees: 5, scale: 0.1 };
const MODES = { move: "translate", turn: "rotate", scale: "scale" };

/** A round length for steps: 1, 2 or 5 times a power of ten, about a fiftieth of what is seen. */
export function step(extent) {
  const most = extent / 50, power = 10 ** Math.floor(Math.log10(most));
  return (most >= 5 * power ? 5 : most >= 2 * power ? 2 : 1) * power;
}

function middle({ low, high }) {
  return low.map((v, i) => v / 2 + high[i] / 2);
}

export class Gizmo {
  // change(model, pose): it moves. done(model, before): it was let go.
  constructor(stage, change, done) {
    Object.assign(this, { stage, change, done, model: null, snaps: false, held: false });
    this.handle = new Object3D();
    this.controls = new TransformControls(stage.camera, stage.canvas);
    stage.upper.add(this.handle, this.controls.getHelper());
    this.controls.addEventListener("change", () => stage.draw());
    this.controls.addEventListener("dragging-changed", ({ value }) => (value ? this.begin() : this.end()));
    this.controls.addEventListener("objectChange", () => this.drag());
    for (const type of ["keydown", "keyup"]) addEventListener(type, (e) => { this.held = e.shiftKey; });
    this.mode("move");
    // Finger tips are wider than a pointer.
    this.controls.setSize(matchMedia("(pointer: coarse)").matches ? 1.2 : 0.85);
  }

  mode(name) {
    this.way = name;
    this.controls.setMode(MODES[name]);
    this.controls.setSpace(name === "scale" ? "local" : this.space ?? "world");
    this.stage.draw();
  }

  axes(space) {
    this.space = space;
    if (this.way !== "scale") this.controls.setSpace(space);
    this.stage.draw();
  }

  // Take hold of a model, or of none.
  hold(model) {
    this.model = model;
    if (!model) return this.controls.detach();
    this.rest();
    this.controls.attach(this.handle);
  }

  // Stand in the middle of the part, turned as it is.
  rest() {
    if (!this.model || this.start) return;
    const { pose, part } = this.model;
    this.handle.position.copy(this.stage.page(moved(pose, middle(part))));
    this.handle.quaternion.copy(quaternion(pose));
    this.handle.scale.set(1, 1, 1);
    this.stage.draw();
  }

  get over() {
    return this.controls.axis !== null && this.model !== null;
  }
  get snapping() {
    return this.snaps !== this.held;
  }

  begin() {
    this.stage.controls.enabled = false;
    this.start = { pose: this.model.pose, position: this.handle.position.clone(), quaternion: this.handle.quaternion.clone() };
  }

  end() {
    this.stage.controls.enabled = true;
    const { start } = this;
    this.start = null;
    this.rest();
    if (start) this.done(this.model, start.pose);
  }

  drag() {
    if (!this.start) return;
    this.change(this.model, this[this.way]());
  }

  move() {
    const { start, handle, stage } = this, by = handle.position.clone().sub(start.position).multiplyScalar(stage.scale);
    if (this.snapping) {
      const local = this.space === "local", s = step(stage.scale);
      if (local) by.applyQuaternion(start.quaternion.clone().invert());
      by.set(...by.toArray().map((v) => Math.round(v / s) * s));
      if (local) by.applyQuaternion(start.quaternion);
      handle.position.copy(start.position).addScaledVector(by, 1 / stage.scale);
    }
    const round = this.snapping && this.space !== "local" ? (v) => Number(v.toPrecision(12)) : (v) => v; // 0.3, not 0.30000000000000004
    return { ...start.pose, translation: start.pose.translation.map((v, i) => (by.getComponent(i) === 0 ? v : round(v + by.getComponent(i)))) };
  }

  turn() {
    const { start, handle } = this, form = (this.snapping && this.snapTurn()) || { quaternion: handle.quaternion.clone().normalize().toArray() };
    return about(start.pose, turned(start.pose, form), middle(this.model.part));
  }

  // Turn by whole steps. Returns axis and degrees where they are known exactly: about an axis of the world, from no turn or one about it.
  snapTurn() {
    const { start, handle } = this, by = handle.quaternion.clone().multiply(start.quaternion.clone().invert());
    const axis = new Vector3(by.x, by.y, by.z), half = axis.length();
    if (half < 1e-12) return null;
    axis.divideScalar(half);
    let degrees = Math.round(2 * Math.atan2(half, by.w) * 180 / Math.PI / SNAP.degrees) * SNAP.degrees;
    handle.quaternion.copy(new Quaternion().setFromAxisAngle(axis, degrees * Math.PI / 180).multiply(start.quaternion));
    const along = axis.toArray().findIndex((v) => Math.abs(v) > 1 - 1e-9), { pose } = start;
    if (along < 0 || !pose.axis) return null;
    const world = [0, 1, 2].map((i) => (i === along ? 1 : 0));
    degrees *= Math.sign(axis.getComponent(along));
    if (pose.degrees === 0) return { axis: world, degrees };
    return same(pose.axis, world) ? { axis: world, degrees: pose.degrees + degrees } : null;
  }

  // One scale for all directions: a part that is stretched is refused by the library, as its answers would not be exact.
  scale() {
    const { start, handle } = this;
    let factor = handle.scale.toArray().reduce((a, b) => (Math.abs(b - 1) > Math.abs(a - 1) ? b : a), 1);
    factor = Math.min(Math.max(factor, 0.02), 50);
    if (this.snapping) factor = Math.max(Math.round(factor / SNAP.scale) * SNAP.scale, SNAP.scale);
    handle.scale.setScalar(factor);
    return about(start.pose, { ...start.pose, scale: start.pose.scale * factor }, middle(this.model.part));
  }
}
