// depth.js - what a report shows of how deep two models are in each other: the way that frees b as an arrow, the deepest
// points, and the regions that both share, as a list.
import { Vector3 } from "three";
import { $, colour, make, plural } from "./dom.js";
import { drawMarks, release, repaint } from "./marks.js";
import { dark } from "./stage.js";

const WIDTH = 4; // of the arrow, in pixels
const HEAD = 0.2; // how long its head is, and half as wide

const colours = {
  arrow: () => (dark.matches ? "#5ad296" : "#16794a"),
  way: () => colours.arrow(),
  deepest: () => (dark.matches ? "#f0b04f" : "#c27400"),
};

// The shaft and four barbs, as pairs of points.
export function arrowLines(from, to) {
  const way = to.clone().sub(from), across = new Vector3(), out = [from, to];
  const axis = [way.x, way.y, way.z].map(Math.abs);
  across.setComponent(axis.indexOf(Math.min(...axis)), 1);
  for (let i = 0; i < 2; i++) {
    across.cross(way).setLength(way.length() * HEAD / 2);
    for (const side of [1, -1]) out.push(to, to.clone().addScaledVector(way, -HEAD).addScaledVector(across, side));
  }
  return out.flatMap((p) => p.toArray());
}

export class Depth {
  constructor(view) {
    const { report, stage } = view;
    this.view = view;
    this.marks = [];
    if (report.arrow) this.add("arrow", drawMarks(arrowLines(...report.arrow.map((p) => view.page(p))), [], [], WIDTH, 14, colours.arrow()));
    if (report.deepest) this.add("deepest", drawMarks([], report.deepest.flatMap((p) => view.page(p).toArray()), [], WIDTH, 16, colours.deepest()));
    for (const { marks } of this.marks) stage.scene.add(marks);
    if (report.regions?.length) this.list(report.regions);
  }

  // Show another way that frees b, from a place of the world to another, and of what; null: none.
  way(from, to, name) {
    const old = this.marks.find(({ name }) => name === "way");
    if (old) {
      release(old.marks);
      this.marks.splice(this.marks.indexOf(old), 1);
    }
    if (!from) return;
    const marks = drawMarks(arrowLines(this.view.page(from), this.view.page(to)), [], [], WIDTH, 24, colours.way());
    marks.visible = !(this.view.stage.spread > 0);
    this.freed = name;
    this.add("way", marks);
    this.view.stage.scene.add(marks);
  }

  add(name, marks) {
    this.marks.push({ name, marks });
  }

  repaint() {
    for (const { name, marks } of this.marks) repaint(marks, colours[name]());
  }

  // Where models are moved apart they are not where they were asked about.
  show(on) {
    for (const { marks } of this.marks) marks.visible = on;
  }

  legend() {
    const texts = { arrow: "the shortest way that frees b", way: `the way that frees ${this.freed}`, deepest: "the deepest point of each in the other" };
    return this.marks.map(({ name }) => colour(colours[name](), texts[name], true));
  }

  list(regions) {
    $("regions-title").textContent = `What both share: ${plural(regions.length, "region")}`;
    $("region-rows").replaceChildren(...regions.map((g) => {
      const go = make("button", { className: "small", title: "See it" }, g.text);
      go.addEventListener("click", () => this.goTo(g));
      return make("li", {}, go);
    }));
    $("regions").hidden = false;
  }

  goTo(g) {
    const low = this.view.page(g.low), high = this.view.page(g.high);
    this.view.goTo(low.clone().add(high).multiplyScalar(0.5), Math.max(high.distanceTo(low) * 0.75, this.view.stage.radius / 400));
  }
}
