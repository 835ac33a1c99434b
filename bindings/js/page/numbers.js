// numbers.js - where the chosen part is, as numbers that can be typed. A number arrives as the double that it names.
import { $ } from "../../../see/report/dom.js";
import { SNAP, step } from "./gizmo.js";
import { turn, turned } from "./poses.js";

const FIELDS = ["x", "y", "z", "ax", "ay", "az", "degrees", "scale"];

function values(pose) {
  const { axis, degrees } = turn(pose);
  return [...pose.translation, ...axis, degrees, pose.scale];
}

export class Numbers {
  // change(pose): other numbers were typed.
  constructor(stage, change) {
    Object.assign(this, { stage, change, model: null });
    $("numbers").addEventListener("submit", (e) => e.preventDefault());
    this.inputs = FIELDS.map((name) => $(`at-${name}`));
    this.inputs.forEach((input, k) => {
      input.addEventListener("change", () => this.typed(k));
      input.addEventListener("keydown", (e) => this.key(e, k));
    });
  }

  show(model) {
    this.model = model;
    $("numbers").hidden = !model;
    if (!model) return;
    const all = values(model.pose);
    this.inputs.forEach((input, k) => {
      if (input !== document.activeElement || Number(input.value) !== all[k]) input.value = String(all[k]);
      input.title = String(all[k]);
      this.complain(input, "");
    });
    $("numbers-of").textContent = `${model.letter}: ${model.name}`;
  }

  complain(input, text) {
    input.setAttribute("aria-invalid", String(text !== ""));
    if (text || $("numbers-wrong").dataset.of === input.id) {
      $("numbers-wrong").textContent = text;
      $("numbers-wrong").dataset.of = text ? input.id : "";
    }
  }

  // Take one number; the others stay as they are, bit by bit.
  typed(k) {
    const input = this.inputs[k], text = input.value.trim().replace("\u2212", "-"), value = Number(text), { pose } = this.model;
    const label = input.getAttribute("aria-label");
    if (text === "" || !Number.isFinite(value)) return this.complain(input, `${label}: ${text || "nothing"} is no number`);
    if (k === 7 && !(value > 0)) return this.complain(input, `${label}: more than 0 is wanted`);
    const all = values(pose);
    if (all[k] === value) return this.show(this.model);
    all[k] = value;
    if (k >= 3 && k < 6 && !all.slice(3, 6).some((v) => v !== 0)) return this.complain(input, "an axis of 0, 0, 0 has no direction");
    this.complain(input, "");
    const next = k < 3 ? { ...pose, translation: all.slice(0, 3) } : k === 7 ? { ...pose, scale: value } : turned(pose, { axis: all.slice(3, 6), degrees: all[6] });
    this.change(next);
  }

  // Arrows make it a step more or less, with Shift ten.
  key(e, k) {
    const way = { ArrowUp: 1, ArrowDown: -1 }[e.key];
    if (!way) return;
    e.preventDefault();
    const by = k < 3 ? step(this.stage.scale) / 10 : k < 6 ? 0.1 : k === 6 ? SNAP.degrees / 5 : SNAP.scale / 10;
    const now = Number(this.inputs[k].value) + way * by * (e.shiftKey ? 10 : 1);
    this.inputs[k].value = String(Number(now.toPrecision(12)));
    this.typed(k);
  }
}
