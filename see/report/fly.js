// fly.js - the list of "abut fly": steps of a motion; a slider through them, with how many pairs are in contact and how
// long each question took.
import { Matrix4 } from "three";
import { floats, counts } from "./data.js";
import { $, make, number, plural } from "./dom.js";
import { drawContacts, release, repaint } from "./marks.js";
import { label } from "./pairs.js";
import { dark, markColour } from "./stage.js";

export class Flight {
  constructor(view, all) {
    this.view = view;
    this.report = view.report;
    this.poses = floats(all, "fly-poses");
    this.pairs = counts(all, "fly-pairs");
    this.times = floats(all, "fly-microseconds");
    this.states = all.get("fly-states");
    this.count = this.report.steps;
    this.first = new Uint32Array(this.count + 1); // the first contact of each step
    for (let i = 0; i < this.count; i++)
      this.first[i + 1] = this.first[i] + (i < this.report.stepsWithContacts ? this.pairs[i] : 0);
    this.met = [...this.pairs.keys()].filter((i) => this.pairs[i] > 0);
    this.total = this.met.length;
    this.title = "Steps";
    this.none = "No step is in contact. Show all steps to walk along the path.";
    this.shown = this.total ? "contact" : "all";
    this.moveCount = this.count;
    for (const m of view.stage.models) m.group.matrixAutoUpdate = false;
    $("explode").parentElement.hidden = true;
    $("timeline").hidden = false;
    $("time").max = this.count - 1;
    $("time").addEventListener("input", () => this.go(Number($("time").value)));
    $("plot").addEventListener("pointerdown", (e) => {
      const box = $("plot").getBoundingClientRect();
      this.go(Math.round((e.clientX - box.left) / box.width * (this.count - 1)));
    });
    new ResizeObserver(() => this.plot()).observe($("plot"));
    this.put(this.report.step);
  }

  matrix(step, k) {
    const p = this.poses.subarray(12 * (2 * step + k), 12 * (2 * step + k) + 12);
    return new Matrix4().set(...p, 0, 0, 0, 1);
  }

  // Place the models.
  put(step) {
    this.step = step;
    this.view.stage.models.forEach((m, k) => {
      m.group.matrix.copy(this.matrix(step, k));
      m.group.updateMatrixWorld(true);
    });
  }

  // Show a step: models, marks, triangles in contact.
  go(step) {
    const { view } = this, c = view.contacts, from = this.first[step], end = this.first[step + 1];
    this.put(step);
    this.marks && release(this.marks);
    this.marks = end > from ? drawContacts(c, from, end, 3) : null;
    if (this.marks) view.stage.scene.add(this.marks);
    const touched = [new Set(), new Set()];
    for (let i = from; i < end; i++) {
      touched[0].add(c.a(i));
      touched[1].add(c.b(i));
    }
    view.stage.models.forEach((m, k) => {
      m.touched && release(m.touched);
      m.touched = null;
      m.contactCount = touched[k].size;
      if (touched[k].size) view.stage.addTouched(m, Uint32Array.from(touched[k]));
    });
    view.stage.see(null, view.stage.sees);
    view.relabel = () => {
      view.touched = view.stage.models.flatMap((m, k) => (m.shown ? [...touched[k]].map((t) => label(m, t, false)) : []));
      view.over.labels = view.touched;
    };
    view.relabel();
    view.over.places = this.places();
    $("time").value = step;
    $("frame").textContent = `step ${step} of ${this.count}: ${this.report.states[this.states[step]]}, ${plural(this.pairs[step], "pair")}, ${this.time(step)}`;
    this.plot();
    view.changed();
  }

  time(step) {
    const t = this.times[step];
    return t < 1000 ? `${Number(t.toPrecision(3))} µs` : `${Number((t / 1000).toPrecision(3))} ms`;
  }

  // Pairs as columns, the time as a line.
  plot() {
    const canvas = $("plot"), scale = Math.min(devicePixelRatio, 2), width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width) return;
    canvas.width = width * scale;
    canvas.height = height * scale;
    const g = canvas.getContext("2d"), top = 24, n = this.count, ink = dark.matches ? "#a3abb8" : "#5d6470";
    const blue = dark.matches ? "#7fb0ff" : "#2b6fdb", x = (i) => (n > 1 ? i / (n - 1) : 0.5) * (width - 2) + 1;
    g.scale(scale, scale);
    const largest = (list) => list.reduce((a, b) => Math.max(a, b), 0) || 1;
    const mostPairs = largest(this.pairs), mostTime = largest(this.times);
    // A few steps that waited for the machine do not press all others flat.
    const usual = this.times.slice().sort()[Math.floor(0.99 * (n - 1))] || mostTime, cut = Math.min(mostTime, 1.25 * usual);
    const narrow = width < 500;
    g.fillStyle = markColour();
    const wide = Math.max(width / n, 1);
    for (let i = 0; i < n; i++) {
      const tall = this.pairs[i] ? Math.max(this.pairs[i] / mostPairs * (height - top), 2) : 0;
      g.fillRect(Math.floor(x(i) - wide / 2), height - tall, Math.ceil(wide) + 1, tall);
    }
    g.strokeStyle = blue;
    g.lineWidth = 1.5;
    g.beginPath();
    for (let i = 0; i < n; i++) g.lineTo(x(i), height - 1 - Math.min(this.times[i] / cut, 1) * (height - top - 2));
    g.stroke();
    g.strokeStyle = dark.matches ? "#e9ebef" : "#1b1d23";
    g.beginPath();
    g.moveTo(x(this.step), top);
    g.lineTo(x(this.step), height);
    g.stroke();
    g.font = "13px system-ui, sans-serif";
    g.textBaseline = "top";
    let left = 0;
    for (const [css, text] of [[markColour(), `pairs${narrow ? "" : " in contact"}, up to ${number(mostPairs)}`], [blue, `time${narrow ? "" : " of the question"}, up to ${this.time(this.times.indexOf(mostTime))}${cut < mostTime && !narrow ? ", cut off above" : ""}`]]) {
      g.fillStyle = css;
      g.fillRect(left, 4, 10, 10);
      g.fillStyle = ink;
      g.fillText(text, left + 15, 2);
      left += g.measureText(text).width + 34;
    }
  }

  filters(changed) {
    const all = ["contact", "all"].map((name) => {
      const b = make("button", { className: "small" }, name === "contact" ? `in contact ${number(this.total)}` : `all ${number(this.count)}`);
      b.addEventListener("click", () => {
        this.shown = name;
        for (const each of all) each.ariaPressed = String(each === b);
        changed();
      });
      b.ariaPressed = String(this.shown === name);
      return b;
    });
    return all;
  }

  order() {
    return this.shown === "all" ? Uint32Array.from({ length: this.count }, (_, i) => i) : Uint32Array.from(this.met);
  }

  fill(row, step) {
    const bad = this.pairs[step] > 0;
    row.append(
      make("div", { className: "top" }, make("span", {}, `step ${step}`),
        make("span", { className: `kind${bad ? " bad" : ""}` }, this.report.states[this.states[step]])),
      make("div", { className: "under" }, `${plural(this.pairs[step], "pair")} of triangles, ${this.time(step)}`));
  }

  choose(step) {
    this.go(step);
    const { view } = this, from = this.first[step], end = this.first[step + 1];
    if (end > from) {
      const { centre, radius } = view.contacts.ball(from, end);
      view.labels = [];
      view.goTo(centre, Math.max(radius * 1.4, view.stage.ball()[1] / 6));
    } else {
      const [middle, radius] = view.stage.ball();
      view.stage.flyTo(middle, view.stage.direction(), view.stage.distanceFor(radius));
    }
  }

  rowOf() { return -1; }

  places() {
    const from = this.first[this.step], end = this.first[this.step + 1];
    return end > from ? this.view.clusters({ first: from, count: end - from }) : [];
  }

  describe(n) {
    return n === 1 ? "step" : "steps";
  }

  repaint() {
    this.marks && repaint(this.marks, markColour());
    this.plot();
  }

  begin() {
    this.go(this.step);
  }
}

