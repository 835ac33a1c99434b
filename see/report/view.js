// view.js - what all pages share that show models and where they meet: the view and its tools, marks of contacts, the list.
import { Vector3 } from "three";
import { clusters } from "./clusters.js";
import { $, colour, dot, make, number, place, plural } from "./dom.js";
import { direction } from "./focus.js";
import { List } from "./list.js";
import { drawRanges, meet, release, repaint } from "./marks.js";
import { named } from "./names.js";
import { Over } from "./over.js";
import { id, label } from "./pairs.js";
import { pick } from "./pick.js";
import { Stage, markColour, touchedColour } from "./stage.js";

const WIDTH = 3; // of a line of contact
const MANY = 10000; // contacts, whose lines are thinner
const LABELLED_MOST = 20000; // triangles in contact that can have labels

export class View {
  constructor(report, stage = new Stage($("view"), report.models.reduce((sum, m) => sum + m.triangles, 0))) {
    this.report = report;
    this.stage = stage;
    this.over = new Over($("over"), this.stage);
    this.labels = [];
    this.marks = [];
    this.kinds = new Set(); // of contacts that are shown; none: all
    this.touched = []; // labels of the triangles in contact
    this.origin = new Vector3(...report.origin);
    this.stage.onExplode = () => this.exploded();
    this.stage.onPaint = () => this.painted();
  }

  // From coordinates of the page to those of the world, and back.
  world(p) {
    return p.clone().multiplyScalar(this.report.scale).add(this.origin);
  }
  page(world) {
    return new Vector3(...world).sub(this.origin).divideScalar(this.report.scale);
  }

  clusters(meeting) {
    return clusters(this.contacts, meeting.first, meeting.first + meeting.count, this.stage.radius / 12);
  }

  goTo(centre, radius) {
    const [way, hidden] = direction(this.stage, centre, radius);
    this.over.labels = [...this.labels, ...this.touched];
    this.stage.flyTo(centre, way, this.stage.distanceFor(radius * 1.15));
    this.hidden = hidden;
    if (hidden && !this.stage.sees) pressed("xray", true, () => this.stage.see(null, true));
  }

  fit() {
    this.chosen && release(this.chosen);
    this.chosen = null;
    this.depth.way(null);
    this.labels = [];
    this.over.labels = this.touched;
    this.show(null);
    for (const m of this.stage.models) m.sees = false;
    pressed("xray", false, () => this.stage.see(null, false));
    this.changed();
    const [middle, radius] = this.stage.ball();
    this.stage.flyTo(middle, new Vector3(...this.report.view), this.stage.distanceFor(radius));
  }

  // Marks of one meeting, or of all; those of hidden models never.
  show(only = this.only) {
    this.only = only;
    for (const { meeting, kind, marks, twin } of this.marks) {
      const seen = (!only || only === meeting) && (!this.kinds.size || this.kinds.has(kind)) && this.stage.models[meeting.a].shown && this.stage.models[meeting.b].shown;
      marks.visible = seen;
      twin.visible = seen && this.stage.spread > 0;
    }
    this.stage.draw();
  }

  changed() {
    this.onChange?.();
  }

  // Draw the contacts of one kind that two models have. Twice: when models are moved apart, what they share is on both.
  // Meetings that are not told apart are drawn as one, in the name of the first.
  mark(kind, meeting, ...others) {
    const { contacts, stage } = this, ranges = [meeting, ...others].map((m) => [m.first, m.first + m.count]);
    const marks = drawRanges(contacts, ranges, contacts.count > MANY ? WIDTH / 2 : WIDTH, new Set([kind]));
    if (!marks.children.length) return;
    const twin = marks.clone();
    twin.visible = false;
    stage.scene.add(marks, twin);
    this.marks.push({ meeting, kind, marks, twin });
  }

  // The triangles of each model that are in contact, each with the numbers of its contacts.
  meets() {
    const { report, stage, contacts } = this, touched = stage.models.map(() => new Map());
    for (const m of report.meetings ?? []) {
      for (let i = m.first; i < m.first + m.count; i++) {
        meet(touched[m.a], contacts.a(i), i);
        meet(touched[m.b], contacts.b(i), i);
      }
    }
    this.relabel = () => {
      this.touched = [];
      touched.forEach((set, k) => {
        if (stage.models[k].shown)
          for (const t of set.keys()) if (this.touched.length < LABELLED_MOST) this.touched.push(label(stage.models[k], t, false));
      });
      this.over.labels = [...this.labels, ...this.touched];
    };
    return touched;
  }

  exploded() {
    const { stage } = this;
    for (const { meeting, marks, twin } of this.marks) {
      marks.position.copy(stage.models[meeting.a].offset);
      twin.position.copy(stage.models[meeting.b].offset);
    }
    this.show();
    this.chosen && release(this.chosen);
    this.chosen = null;
    this.labels = [];
    if (this.over.ids) this.relabel();
    this.depth.show(!(stage.spread > 0));
    this.over.places = stage.spread > 0 ? [] : this.subject.places();
  }

  painted() {
    for (const { marks } of this.marks) repaint(marks, markColour());
    this.subject?.repaint?.();
    this.depth?.repaint();
    this.changed();
  }
}

export function pressed(name, on, act) {
  $(name).ariaPressed = on;
  act();
}

// The line of a model in the legend. more: what else it has.
export function modelLine(view, m, k, ...more) {
  const swatch = make("span", { className: "swatch" });
  swatch.style.background = m.css;
  const shown = make("button", { className: "small", ariaPressed: String(m.shown), title: `Hide or show (${k + 1})` }, "show");
  const sees = make("button", { className: "small", ariaPressed: String(m.sees), title: "See through it" }, "x-ray");
  shown.addEventListener("click", () => toggle(view, m));
  sees.addEventListener("click", () => {
    view.stage.see(m, !m.sees);
    view.changed();
  });
  const note = [m.note, plural(m.triangles, "triangle"), m.contactCount && `${number(m.contactCount)} ${view.subject.touched ?? "in contact"}`].filter(Boolean).join(", ");
  return make("div", { className: "model" }, swatch,
    named(m.name, view.at.get(m.name), "", m.letter ? `${m.letter}: ` : ""), shown, sees, ...more, make("span", { className: "note" }, note));
}

function toggle(view, m) {
  view.stage.show(m, !m.shown);
  view.show();
  if (view.over.ids) view.relabel();
  view.changed();
}

// What the colours mean, and the models. tell: makes the line of one.
export function legend(view, tell = modelLine) {
  const focused = document.activeElement?.closest?.(".model, #legend") ? [...$("legend").querySelectorAll("button")].indexOf(document.activeElement) : -1;
  const lines = view.stage.models.map((m, k) => tell(view, m, k));
  const scroll = $("legend").scrollTop;
  const colours = [...(view.subject.colours?.() ?? (view.contacts.count ? [
    colour(markColour(), "where they meet; paler behind a surface", true, true),
    colour(touchedColour, "tinted so: triangles in contact, near it"),
  ] : [])), ...view.depth.legend()];
  // Of many models, those that one must scroll to come last.
  $("legend").classList.toggle("long", lines.length > 5);
  $("legend").replaceChildren(...(lines.length > 5 ? [...colours, ...lines] : [...lines, ...colours]));
  $("legend").scrollTop = scroll;
  if (focused >= 0) $("legend").querySelectorAll("button")[focused]?.focus();
}

// The list beside the view. What is in it is the subject's.
export function results(view) {
  view.list = new List($("list"), $("rows"), (row, i) => view.subject.fill(row, i), (i) => view.subject.choose(i), 48);
  filters(view);
  relist(view);
}

export function filters(view) {
  const { subject } = view;
  $("filters").replaceChildren(...(subject.total > 1 || subject.moveCount ? subject.filters(() => relist(view)) : []));
}

// Show those rows that fit.
export function relist(view) {
  const { subject, list } = view, order = subject.order();
  list.height = subject.rowHeight ?? 48;
  list.show(order);
  $("list").dataset.rows = order.length;
  const all = subject.rows?.() ?? subject.total;
  $("list-title").textContent = order.length < all ? `${subject.title}: ${number(order.length)} of ${number(all)}` : subject.title;
  $("nothing").textContent = subject.total ? "Nothing fits." : subject.none ?? "There are none.";
  $("nothing").hidden = order.length > 0;
  $("list").hidden = order.length === 0;
}

// ------------------------------------------------------------------------------------------- the tools

export function cover(view) {
  view.stage.head = $("tools").offsetTop + $("tools").offsetHeight + 4;
  const line = $("timeline");
  view.stage.foot = line.offsetHeight ? $("stage").clientHeight - line.offsetTop + 4 : 0;
  view.stage.fitCanvas();
}

// keys: more of them, with what each does.
export function tools(view, keys = {}) {
  const { stage, over } = view;
  const xray = () => pressed("xray", !stage.sees, () => stage.see(null, !stage.sees));
  const ids = () => pressed("ids", !over.ids, () => {
    over.ids = !over.ids;
    if (over.ids) view.relabel();
    stage.draw();
  });
  const tint = () => pressed("tint", !stage.tints, () => stage.tint(!stage.tints));
  $("tint").addEventListener("click", tint);
  const section = () => {
    const axis = $("section").value;
    $("cut").disabled = axis === "";
    stage.section(axis === "" ? null : Number(axis), $("cut").value / 1000);
  };
  const explode = () => stage.explode($("explode").value / 100);
  const fitSpread = () => {
    const [middle, radius] = stage.ball();
    stage.flyTo(middle, stage.direction(), stage.distanceFor(radius));
  };
  $("fit").addEventListener("click", () => view.fit());
  $("xray").addEventListener("click", xray);
  $("ids").addEventListener("click", ids);
  $("section").addEventListener("change", section);
  $("cut").addEventListener("input", section);
  $("explode").addEventListener("input", explode);
  $("explode").addEventListener("change", fitSpread);
  // What covers the view may change with the page's width, its letters, and on a phone with "More".
  const watch = new ResizeObserver(() => cover(view));
  watch.observe($("tools"));
  watch.observe($("timeline"));
  $("more").addEventListener("click", () => $("more").setAttribute("aria-expanded", String($("tools").classList.toggle("open"))));
  $("help").addEventListener("click", () => $("keys").showModal());
  $("view").addEventListener("keydown", (e) => {
    const turn = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] }[e.key];
    if (!turn) return;
    stage.turn(...turn);
    e.preventDefault();
  });
  addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.type === "text" || document.querySelector("dialog[open]")) return;
    if (["SELECT", "BUTTON"].includes(e.target.tagName) && e.key === " " || e.target.tagName === "SELECT") return;
    const key = e.key.toLowerCase();
    const act = {
      f: () => view.fit(), x: xray, i: ids, t: tint, "+": () => stage.near(0.8), "=": () => stage.near(0.8), "-": () => stage.near(1.25),
      s: () => { $("section").selectedIndex = ($("section").selectedIndex + 1) % 4; section(); },
      e: () => { $("explode").value = stage.spread > 0 ? 0 : 60; explode(); fitSpread(); },
      " ": view.subject.play && (() => view.subject.play(!view.subject.playing)), n: () => view.list.step(1), p: () => view.list.step(-1), "?": () => $("keys").showModal(), ...keys,
    }[key];
    if (act) act();
    else if (/^[1-9]$/.test(key) && stage.models[key - 1]) toggle(view, stage.models[key - 1]);
    else return;
    e.preventDefault();
  });
}

// A click, not a drag, on a triangle tells which it is, and chooses its row.
export function pointing(view) {
  const { stage } = view, canvas = $("view");
  let down = null;
  canvas.addEventListener("pointerdown", (e) => {
    down = view.busy?.() ? null : [e.clientX, e.clientY];
    $("tip").hidden = true;
  });
  canvas.addEventListener("wheel", () => { $("tip").hidden = true; }, { passive: true });
  canvas.addEventListener("pointerup", (e) => {
    if (!down || Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 4) return;
    const box = canvas.getBoundingClientRect(), x = e.clientX - box.left, y = e.clientY - box.top;
    const to = new Vector3(x / box.width * 2 - 1, 1 - y / box.height * 2, 0.5).unproject(stage.camera).sub(stage.camera.position).normalize();
    const hit = pick(stage.models, stage.camera.position, to, stage.renderer.clippingPlanes, stage.camera.near);
    if (!hit) return;
    view.onPick?.(hit.model);
    const m = hit.model, at = view.world(stage.camera.position.clone().addScaledVector(to, hit.along).sub(m.offset));
    const tip = $("tip");
    tip.replaceChildren(make("div", {}, dot(m.css), make("b", {}, `triangle ${number(id(m, hit.triangle))}`), m.faces ? ` (face ${number(m.faces[hit.triangle])})` : "", ` of ${m.name}`),
      make("div", {}, `at ${place(at, 5)}`));
    tip.hidden = false;
    tip.style.left = `${Math.min(x + 14, box.width - tip.offsetWidth - 8)}px`;
    tip.style.top = `${Math.max(Math.min(y + 14, box.height - tip.offsetHeight - 8 - stage.foot), stage.head)}px`;
    const row = view.subject.rowOf(m, hit.triangle);
    if (row >= 0 && view.list.find(row) >= 0) view.list.take(view.list.find(row), true);
  });
}
