// measure.js - how far apart two parts are, or how deep in each other: the shortest way as a line, a way that frees b as an arrow.
import { colour } from "../../../see/report/dom.js";
import { arrowLines } from "../../../see/report/depth.js";
import { drawMarks, release, repaint } from "../../../see/report/marks.js";
import { dark } from "../../../see/report/stage.js";

const WIDTH = 4; // pixels
const inks = {
  gap: () => (dark.matches ? "#7fb0ff" : "#1f5fc4"),
  way: () => (dark.matches ? "#5ad296" : "#16794a"),
};
const texts = { gap: "the shortest way between them", way: "a way that frees b" };

export class Measure {
  constructor(view) {
    this.view = view;
    this.pair = null;
  }

  // Show what was measured of a pair of an answer; null: nothing.
  set(pair) {
    this.pair = pair;
    this.clear();
    if (!pair) return;
    const page = (p) => this.view.stage.page(p);
    if (pair.gap && pair.gap.lo > 0 && pair.gap.aPoint) this.add("gap", [pair.gap.aPoint, pair.gap.bPoint].map(page).flatMap((p) => p.toArray()));
    const way = pair.depth?.translation;
    if (way?.some((v) => v !== 0) && pair.low) {
      const from = pair.low.map((v, i) => v / 2 + pair.high[i] / 2);
      this.add("way", arrowLines(page(from), page(from.map((v, i) => v + way[i]))));
    }
  }

  add(name, lines) {
    this.name = name;
    this.marks = drawMarks(lines, [], [], WIDTH, 14, inks[name]());
    this.view.stage.scene.add(this.marks);
  }

  clear() {
    this.marks && release(this.marks);
    this.marks = this.name = null;
  }

  // What the view asks of it.
  way() {}
  show(on) {
    if (this.marks) this.marks.visible = on;
  }
  repaint() {
    this.marks && repaint(this.marks, inks[this.name]());
  }
  legend() {
    return this.name ? [colour(inks[this.name](), texts[this.name], true)] : [];
  }
}

// ---------------------------------------------------------------------------------------------- in words

// To so many digits, but never beyond: down for a lower bound, up for an upper one.
export function digits(value, way, most = 5) {
  const near = Number(value.toPrecision(most));
  if (way * (near - value) >= 0) return String(near);
  const last = 10 ** (Math.floor(Math.log10(Math.abs(value))) - most + 1);
  return String(Number((near + way * last).toPrecision(most)));
}

// A length between two bounds.
export function length({ lo, hi }, unit) {
  const after = unit ? ` ${unit}` : "", few = (v) => String(Number(v.toPrecision(5)));
  if (few(lo) === few(hi)) return few(lo) + after;
  return Number.isFinite(hi) ? `${digits(lo, -1)} to ${digits(hi, 1)}${after}` : `at least ${digits(lo, -1)}${after}`;
}
