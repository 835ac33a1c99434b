// fly.js - the list of "abut fly" and "abut move": steps of a motion; a slider through them, with how many pairs are in contact
// and how long each question took, or how near the models come. Where what lies between the steps was proved, there are
// stations between them, too, and playing stops where they first touch.
import { Matrix4 } from "three";
import { floats, counts } from "./data.js";
import { $, colour, make, number, plural } from "./dom.js";
import { choiceButtons, kindButtons, sorted, sorting } from "./filters.js";
import { drawContacts, meet, release, repaint } from "./marks.js";
import { label } from "./pairs.js";
import { drawPlot, said } from "./plot.js";
import { markColour, touchedColour } from "./stage.js";

export class Flight {
  constructor(view, all) {
    this.view = view;
    this.report = view.report;
    this.poses = floats(all, "fly-poses");
    this.pairs = counts(all, "fly-pairs");
    this.times = all.has("fly-microseconds") ? floats(all, "fly-microseconds") : null;
    this.steps = counts(all, "fly-steps"); // of each station; null: all are steps
    this.fractions = floats(all, "fly-fractions"); // behind its step
    this.states = all.get("fly-states");
    this.count = this.report.stations ?? this.report.steps;
    this.stop = this.report.stop ?? this.count; // the first station that is not free
    this.clearance = this.report.clearance; // undefined: nothing was measured
    this.distances = this.clearance === undefined ? null : floats(all, "fly-distances"); // Infinity: not known
    const seen = counts(all, "fly-seen") ?? this.pairs; // contacts of each step: pairs, or the shortest way
    this.first = new Uint32Array(this.count + 1); // the first contact of each step
    for (let i = 0; i < this.count; i++)
      this.first[i + 1] = this.first[i] + (i < this.report.stepsWithContacts ? seen[i] : 0);
    this.met = [...this.pairs.keys()].filter((i) => this.pairs[i] > 0 || ["close", "near"].includes(this.state(i)));
    this.total = this.met.length;
    this.isOne = this.report.verb === "move"; // one motion
    this.title = this.isOne ? "Times" : "Steps";
    this.none = this.isOne ? "The motion is free, or not known. Show all times to walk along it."
      : `No step is in contact${this.distances ? " or too close" : ""}. Show all steps to walk along the path.`;
    this.intervals = this.findIntervals();
    this.shown = this.intervals.length ? "intervals" : "all";
    this.sort = "step";
    this.moveCount = this.count;
    for (const m of view.stage.models) m.group.matrixAutoUpdate = false;
    $("explode").parentElement.hidden = true;
    $("timeline").hidden = false;
    $("time").max = this.count - 1;
    $("time").addEventListener("input", () => {
      this.play(false);
      this.go(Number($("time").value));
    });
    $("play").addEventListener("click", () => this.play(!this.playing));
    $("plot").addEventListener("pointerdown", (e) => {
      const box = $("plot").getBoundingClientRect();
      this.play(false);
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
    this.marks = end > from ? drawContacts(c, from, end, 3, view.kinds) : null;
    if (this.marks) view.stage.scene.add(this.marks);
    const touched = [new Map(), new Map()];
    for (let i = from; i < end; i++) {
      meet(touched[0], c.a(i), i);
      meet(touched[1], c.b(i), i);
    }
    view.stage.models.forEach((m, k) => {
      m.touched && release(m.touched);
      m.touched = null;
      m.contactCount = touched[k].size;
      if (touched[k].size) view.stage.addTouched(m, touched[k], c);
    });
    view.stage.see(null, view.stage.sees);
    view.relabel = () => {
      view.touched = view.stage.models.flatMap((m, k) => (m.shown ? [...touched[k].keys()].map((t) => label(m, t, false)) : []));
      view.over.labels = view.touched;
    };
    view.relabel();
    view.over.places = this.places();
    $("time").value = step;
    $("frame").textContent = [`${this.name(step)}${this.isOne ? "" : ` of ${this.report.steps}`}: ${this.state(step)}`, this.what(step), this.time(step)].filter(Boolean).join(", ");
    this.plot();
    view.changed();
  }

  rows() { return { intervals: this.intervals.length, contact: this.total, all: this.count }[this.shown]; }
  time(step) { return this.times && !this.isBetween(step) ? said(this.times[step]) : ""; }
  isBetween(i) { return this.isOne || (this.steps !== null && (this.fractions[i] > 0 || this.steps[i] === this.steps[i - 1])); }
  name(i) {
    const part = Number(this.fractions[i]?.toPrecision(6));
    if (this.isOne) return `at ${part} of the motion`;
    return `step ${this.steps ? this.steps[i] : i}${this.isBetween(i) ? ` + ${part}` : ""}`;
  }
  plot() { drawPlot($("plot"), this); }
  state(step) { return this.report.states[this.states[step]]; }

  // How many pairs, or how near.
  what(step) {
    if (this.isBetween(step)) return step === this.stop ? "the first time" : "";
    if (this.pairs[step] || !this.distances) return plural(this.pairs[step], "pair");
    if (Number.isFinite(this.distances[step])) return `${Number(this.distances[step].toPrecision(5))} apart`;
    return this.state(step) === "clear" ? `more than ${this.clearance} apart` : "how far is not known";
  }

  // Is there a line between the models instead of contacts?
  isWay(step) { return !this.pairs[step] && this.first[step + 1] > this.first[step]; }

  get touched() { return this.isWay(this.step) ? "nearest" : undefined; }

  colours() {
    if (!this.distances || !this.view.contacts.count) return undefined;
    return [colour(markColour(), "where they meet, or the shortest way; paler behind a surface", true, true), colour(touchedColour, "tinted so: triangles in contact, or nearest, near it")];
  }

  // Steps one after the other that are not apart, and in the same state; what was not looked at is between them.
  findIntervals() {
    const out = [];
    let next = -1; // where the last one may go on
    for (let i = 0; i < this.count; i++) {
      if (this.state(i) === "not looked at" && next === i) next++;
      if (!this.pairs[i] && ["apart", "clear", "free", "not looked at"].includes(this.state(i))) continue;
      const last = out[out.length - 1];
      if (next === i && last.state === this.state(i)) last.last = i;
      else out.push({ first: i, last: i, state: this.state(i), most: i, pairs: 0 });
      next = i + 1;
      const now = out[out.length - 1];
      now.pairs += this.pairs[i];
      if (this.pairs[i] > this.pairs[now.most] || (!this.pairs[now.most] && this.distances?.[i] < this.distances?.[now.most])) now.most = i;
    }
    return out;
  }

  // Has a step a contact of the chosen kinds?
  hasKind(step) {
    const { kinds } = this.view;
    if (!kinds.size) return true;
    for (let i = this.first[step]; i < this.first[step + 1]; i++) if (kinds.has(this.view.contacts.kind(i))) return true;
    return step >= this.report.stepsWithContacts && this.pairs[step] > 0; // its contacts are not in the page: it may
  }

  filters(changed) {
    const counted = new Map(), c = this.view.contacts;
    for (let step = 0; step < this.count; step++) {
      const here = new Set();
      for (let i = this.first[step]; i < this.first[step + 1]; i++) here.add(c.kind(i));
      for (const kind of here) counted.set(kind, (counted.get(kind) ?? 0) + 1);
    }
    return [
      ...choiceButtons([["intervals", `intervals ${number(this.intervals.length)}`], ["contact", `${this.distances ? "contact or close" : "in contact"} ${number(this.total)}`], ["all", `all ${number(this.count)}`]], this.shown, (name) => {
        this.shown = name;
        changed();
      }),
      ...kindButtons(counted, this.view.kinds, "steps with contacts", () => { this.go(this.step); changed(); }),
      sorting([["step", "in order"], ["pairs", "most pairs"], ...(this.distances ? [["near", "nearest first"]] : []), ...(this.times ? [["time", "slowest first"]] : [])], this.sort, (name) => {
        this.sort = name;
        changed();
      }),
    ];
  }

  // Steps have their numbers, intervals those behind them.
  order() {
    const all = { intervals: () => [...this.intervals.keys()].filter((k) => this.stepsOf(k).some((i) => this.hasKind(i))).map((k) => this.count + k),
      contact: () => [...this.met].filter((i) => this.hasKind(i)), all: () => Array.from({ length: this.count }, (_, i) => i).filter((i) => this.hasKind(i)) }[this.shown]();
    const steps = (i) => (i < this.count ? [i] : this.stepsOf(i - this.count)), most = (i, of) => steps(i).reduce((m, k) => Math.max(m, of[k]), 0);
    if (this.sort === "near") return sorted(all, (i) => steps(i).reduce((m, k) => Math.min(m, this.distances[k]), Infinity));
    return this.sort === "step" ? Uint32Array.from(all) : sorted(all, (i) => -most(i, this.sort === "pairs" ? this.pairs : this.times));
  }

  stepsOf(k) {
    const { first, last } = this.intervals[k];
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  }

  fill(row, i) {
    const s = i < this.count ? null : this.intervals[i - this.count], step = s ? s.most : i, bad = this.pairs[step] > 0;
    const kind = make("span", { className: `kind${bad ? " bad" : this.state(step) === "close" ? " doubt" : ""}` }, this.state(step));
    if (!s) {
      const what = this.what(step), of = !this.isBetween(step) && (bad || !this.distances) ? " of triangles" : "";
      row.append(make("div", { className: "top" }, make("span", {}, this.name(step)), kind),
        make("div", { className: "under" }, [what && `${what}${of}`, this.time(step)].filter(Boolean).join(", ")));
      return;
    }
    row.append(make("div", { className: "top" }, make("span", {}, s.first === s.last ? this.name(s.first) : this.steps ? `${this.name(s.first)} to ${this.name(s.last)}` : `steps ${s.first} to ${s.last}`), kind),
      make("div", { className: "under" }, this.steps && s.first === s.last && this.isBetween(s.first) ? this.what(s.first) : `${plural(s.last - s.first + 1, this.steps ? "station" : "step")}, ${bad || !this.distances ? `${plural(s.pairs, "pair")}, most at ${this.name(s.most)}: ${number(this.pairs[s.most])}` : `nearest at ${this.name(s.most)}: ${this.what(s.most)}`}`));
  }

  // Walk along the path; all of it in ten seconds, or thirty steps in one where it is short. It stops where they first touch,
  // and goes on from there.
  play(on) {
    const button = $("play");
    this.playing = on;
    button.ariaPressed = String(on);
    button.textContent = on ? "Pause" : "Play";
    if (!on) return;
    const from = this.step >= this.count - 1 ? 0 : this.step, start = performance.now(), rate = Math.max(this.count / 10, 30) / 1000;
    if (from !== this.step) this.go(from);
    const next = (now) => {
      if (!this.playing) return;
      const last = from < this.stop && this.stop < this.count ? this.stop : this.count - 1;
      const step = Math.min(from + Math.floor((now - start) * rate), last);
      if (step > this.step) this.go(step);
      if (step >= last) this.play(false);
      else requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }

  choose(i) {
    const step = i < this.count ? i : this.intervals[i - this.count].most;
    this.play(false);
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
    if (this.isOne) return n === 1 ? "contact" : "contacts";
    if (this.steps) return n === 1 ? "place is not free" : "places are not free";
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

