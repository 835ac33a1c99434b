// clash.js - the list of "abut clash": pairs of objects, and where each meets, or where they are nearest if they are too close.
import { dot, make, number, place, plural } from "./dom.js";
import { KINDS, field, kindButtons, sorted, sorting } from "./filters.js";
import { release } from "./marks.js";
import { differences, named, shortened } from "./names.js";
import { Group, Vector3 } from "three";

export class Objects {
  constructor(view) {
    this.view = view;
    this.meetings = view.report.meetings;
    this.title = "Pairs of objects";
    this.total = this.meetings.length;
    this.text = "";
    this.sort = "file";
    this.rowHeight = 66; // each name has a line
    this.kinds = [...KINDS, "apart"]; // the last are the shortest ways between what is too close
  }

  filters(changed) {
    const counted = new Map(this.kinds.map((kind) => [kind, this.meetings.filter((m) => m[kind] !== undefined && m[kind] !== 0).length]));
    const near = counted.get("apart") ? [["near", "nearest first"]] : [];
    return [
      ...kindButtons(counted, this.view.kinds, "pairs of objects", () => { this.view.show(); changed(); }, { apart: "close" }),
      sorting([["file", "in order"], ["most", "most contacts"], ["deep", "most that cross"], ["extent", "largest place"], ...near, ["name", "by name"]], this.sort, (name) => {
        this.sort = name;
        changed();
      }),
      field("name of an object", "Only pairs with this in a name", (text) => {
        this.text = text;
        changed();
      }),
    ];
  }

  names(i) {
    return [this.meetings[i].a, this.meetings[i].b].map((k) => this.view.stage.models[k]);
  }

  // Rows of the kinds and names that are looked for.
  found() {
    const { kinds } = this.view, of = (i) => this.meetings[i];
    const found = [...this.meetings.keys()].filter((i) => (!kinds.size || [...kinds].some((k) => of(i)[k] !== undefined && of(i)[k] !== 0)) &&
      this.names(i).some((m) => m.name.toLowerCase().includes(this.text)));
    this.at = differences(found.flatMap((i) => this.names(i).map((m) => m.name)));
    return found;
  }

  order() {
    const found = this.found(), of = (i) => this.meetings[i];
    const extent = (m) => (m.pairs ? new Vector3(...m.low).distanceTo(new Vector3(...m.high)) : -1);
    const keys = { most: (i) => -of(i).pairs, deep: (i) => -of(i).cross, extent: (i) => -extent(of(i)), near: (i) => of(i).apart ?? 0, name: (i) => this.names(i).map((m) => m.name).join("\n") };
    return this.sort === "file" ? Uint32Array.from(found) : sorted(found, keys[this.sort]);
  }

  fill(row, i) {
    const m = this.meetings[i], line = (o) => make("div", { className: "top" }, dot(o.css), named(o.name, this.at.get(o.name), this.text));
    const parts = KINDS.filter((k) => m[k]).map((k) => `${number(m[k])} ${k}`), [a, b] = this.names(i);
    row.append(
      line(a), line(b),
      make("div", { className: "under" }, `${m.relation ? `${m.relation}; ` : ""}${m.pairs ? `${plural(m.pairs, "pair")} of triangles: ${parts.join(", ")}` : m.low ? `too close: ${Number(m.apart.toPrecision(5))} apart` : "no contact"}`));
    row.title = m.low ? `${a.name}, ${b.name}: from ${place(m.low)} to ${place(m.high)}` : "";
  }

  // Show the two objects alone, the others as x-rays.
  choose(i) {
    const { stage } = this.view, m = this.meetings[i], pair = this.names(i);
    this.view.chosen && release(this.view.chosen);
    this.view.chosen = new Group();
    this.view.labels = pair.map((o) => ({ at: o.box.min.clone().add(o.box.max).multiplyScalar(0.5).add(o.offset), size: 0, text: shortened(o.name, this.at.get(o.name) ?? 0, 28), css: o.css, first: true }));
    for (const o of stage.models) o.sees = o !== pair[0] && o !== pair[1];
    stage.see(null, stage.sees);
    this.view.show(m);
    this.view.changed();
    let centre, radius;
    if (m.low) {
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
    return this.meetings.filter((m) => m.low).map((m) => {
      const low = this.view.page(m.low), high = this.view.page(m.high);
      return { centre: low.clone().add(high).multiplyScalar(0.5), radius: low.distanceTo(high) / 2 };
    });
  }

  describe(n) {
    return n === 1 ? "pair of objects" : "pairs of objects";
  }
}
