// clash.js - the list of "abut clash": pairs of objects, and where each meets.
import { dot, make, place, plural } from "./dom.js";
import { release } from "./marks.js";
import { Group, Vector3 } from "three";

export class Objects {
  constructor(view) {
    this.view = view;
    this.meetings = view.report.meetings;
    this.title = "Pairs of objects";
    this.total = this.meetings.length;
    this.text = "";
  }

  filters(changed) {
    const find = make("input", { type: "text", placeholder: "name of an object", ariaLabel: "Only pairs with this in a name", className: "small" });
    find.addEventListener("input", () => {
      this.text = find.value.trim().toLowerCase();
      changed();
    });
    return [find];
  }

  names(i) {
    return [this.meetings[i].a, this.meetings[i].b].map((k) => this.view.stage.models[k]);
  }

  order() {
    const all = [...this.meetings.keys()];
    return Uint32Array.from(all.filter((i) => this.names(i).some((m) => m.name.toLowerCase().includes(this.text))));
  }

  fill(row, i) {
    const m = this.meetings[i], [a, b] = this.names(i);
    const parts = ["cross", "touch", "coplanar"].filter((k) => m[k]).map((k) => `${m[k]} ${k}`);
    row.append(
      make("div", { className: "top" }, make("span", {}, dot(a.css), a.name), make("span", {}, dot(b.css), b.name)),
      make("div", { className: "under" }, `${m.relation ? `${m.relation}; ` : ""}${m.pairs ? `${plural(m.pairs, "pair")} of triangles: ${parts.join(", ")}` : "no contact"}`));
    row.title = m.pairs ? `${a.name}, ${b.name}: from ${place(m.low)} to ${place(m.high)}` : "";
  }

  // Show the two objects alone, the others as x-rays.
  choose(i) {
    const { stage } = this.view, m = this.meetings[i], pair = this.names(i);
    this.view.chosen && release(this.view.chosen);
    this.view.chosen = new Group();
    this.view.labels = pair.map((o) => ({ at: o.box.min.clone().add(o.box.max).multiplyScalar(0.5).add(o.offset), size: 0, text: o.name, css: o.css, first: true }));
    for (const o of stage.models) o.sees = o !== pair[0] && o !== pair[1];
    stage.see(null, stage.sees);
    this.view.show(m);
    this.view.changed();
    let centre, radius;
    if (m.pairs) {
      centre = new Vector3(...m.low).add(new Vector3(...m.high)).multiplyScalar(0.5);
      radius = new Vector3(...m.high).distanceTo(new Vector3(...m.low)) / 2 / this.view.report.scale;
      centre.sub(new Vector3(...this.view.report.origin)).divideScalar(this.view.report.scale).add(pair[0].offset);
    } else {
      centre = pair[0].box.min.clone().add(pair[0].box.max).multiplyScalar(0.5);
      radius = pair[0].box.min.distanceTo(pair[0].box.max) / 2;
    }
    const least = Math.min(...pair.map((o) => o.box.min.distanceTo(o.box.max)));
    this.view.goTo(centre, Math.max(radius * 1.3, least * 0.35, stage.radius / 100));
  }

  rowOf(model) {
    return this.meetings.findIndex((m) => m.a === model.index || m.b === model.index);
  }

  places() {
    return this.meetings.filter((m) => m.pairs).map((m) => {
      const low = this.view.page(m.low), high = this.view.page(m.high);
      return { centre: low.clone().add(high).multiplyScalar(0.5), radius: low.distanceTo(high) / 2 };
    });
  }

  describe(n) {
    return n === 1 ? "pair of objects" : "pairs of objects";
  }
}
