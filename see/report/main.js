// main.js - the page of a report: what the program wrote into it, the view, and the list beside it.
import { Vector3 } from "three";
import { clock } from "./clock.js";
import { Objects } from "./clash.js";
import { clusters } from "./clusters.js";
import { blocks, counts, floats, header } from "./data.js";
import { Depth } from "./depth.js";
import { $, colour, dot, make, number, place, plural } from "./dom.js";
import { Flight } from "./fly.js";
import { direction } from "./focus.js";
import { List } from "./list.js";
import { KINDS } from "./filters.js";
import { Contacts, drawContacts, meet, release, repaint } from "./marks.js";
import { differences, named } from "./names.js";
import { Moves } from "./nc.js";
import { Nearest } from "./nearest.js";
import { Over } from "./over.js";
import { Pairs, id, label } from "./pairs.js";
import { pick } from "./pick.js";
import { Review } from "./review.js";
import { EDGES_MOST, Stage, markColour, touchedColour } from "./stage.js";

const WIDTH = 3; // of a line of contact
const MANY = 10000; // contacts, whose lines are thinner
const LABELLED_MOST = 20000; // triangles in contact that can have labels

const subjects = { check: Pairs, clash: Objects, nc: Moves, fly: Flight, move: Flight };

class View {
  constructor(report) {
    this.report = report;
    this.stage = new Stage($("view"), report.models.reduce((sum, m) => sum + m.triangles, 0));
    this.over = new Over($("over"), this.stage);
    this.labels = [];
    this.marks = [];
    this.kinds = new Set(); // of contacts that are shown; none: all
    this.origin = new Vector3(...report.origin);
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
    this.over.labels = [...this.labels, ...(this.touched ?? [])];
    this.stage.flyTo(centre, way, this.stage.distanceFor(radius * 1.15));
    this.hidden = hidden;
    if (hidden && !this.stage.sees) pressed("xray", true, () => this.stage.see(null, true));
  }

  fit() {
    this.chosen && release(this.chosen);
    this.chosen = null;
    this.depth.way(null);
    this.labels = [];
    this.over.labels = this.touched ?? [];
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
}

function pressed(name, on, act) {
  $(name).ariaPressed = on;
  act();
}

// ------------------------------------------------------------------------------------------- opening

async function addModels(view, all) {
  const { stage, report } = view;
  for (const [k, m] of report.models.entries()) {
    const out = stage.addModel(m, floats(all, `positions-${k}`), counts(all, `indices-${k}`) ?? new Uint32Array(0));
    out.ids = counts(all, `ids-${k}`);
    out.faces = counts(all, `faces-${k}`);
    await clock();
  }
  stage.measure();
}

// The triangles of each model that are in contact, and marks for what they share.
async function addContacts(view) {
  const { stage, report, contacts } = view, touched = stage.models.map(() => new Map());
  for (const m of report.meetings ?? []) {
    for (let i = m.first; i < m.first + m.count; i++) {
      meet(touched[m.a], contacts.a(i), i);
      meet(touched[m.b], contacts.b(i), i);
    }
    for (const kind of view.subject.kinds ?? KINDS) {
      const marks = drawContacts(contacts, m.first, m.first + m.count, contacts.count > MANY ? WIDTH / 2 : WIDTH, new Set([kind]));
      if (!marks.children.length) continue;
      const twin = marks.clone();
      twin.visible = false;
      stage.scene.add(marks, twin);
      view.marks.push({ meeting: m, kind, marks, twin });
      await clock();
    }
  }
  view.touched = [];
  for (const [k, met] of touched.entries()) {
    if (!met.size) continue;
    stage.addTouched(stage.models[k], met, contacts);
    stage.models[k].contactCount = met.size;
    await clock();
  }
  view.relabel = () => {
    view.touched = [];
    touched.forEach((set, k) => {
      if (stage.models[k].shown)
        for (const t of set.keys()) if (view.touched.length < LABELLED_MOST) view.touched.push(label(stage.models[k], t, false));
    });
    view.over.labels = [...view.labels, ...view.touched];
  };
  stage.onExplode = () => {
    for (const { meeting, marks, twin } of view.marks) {
      marks.position.copy(stage.models[meeting.a].offset);
      twin.position.copy(stage.models[meeting.b].offset);
    }
    view.show();
    view.chosen && release(view.chosen);
    view.chosen = null;
    view.labels = [];
    if (view.over.ids) view.relabel();
    view.depth.show(!(stage.spread > 0));
    view.over.places = stage.spread > 0 ? [] : view.subject.places();
  };
  stage.onPaint = () => {
    for (const { marks } of view.marks) repaint(marks, markColour());
    view.subject?.repaint?.();
    view.depth?.repaint();
    if (view.onChange) legend(view);
  };
}

// ------------------------------------------------------------------------------------------- the panel

function heading(view) {
  const { report, subject } = view;
  $("verb").textContent = report.verb;
  $("verdict").textContent = report.verdict.text;
  $("verdict").className = report.verdict.mood;
  $("count").textContent = `${report.complete ? "" : "at least "}${number(subject.total)}`;
  $("count").dataset.count = subject.total;
  $("count-of").textContent = subject.describe(subject.total) + (report.summary ? `${/^(in|of) /.test(report.summary) ? "" : ";"} ${report.summary.replace(/(?<![\d.])\d{4,}/g, (n) => number(Number(n)))}` : "");
  document.title = `${report.verdict.text}: ${report.title}`;
}

function modelLine(view, m, k) {
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
    named(m.name, view.at.get(m.name), "", m.letter ? `${m.letter}: ` : ""), shown, sees, make("span", { className: "note" }, note));
}

function toggle(view, m) {
  view.stage.show(m, !m.shown);
  view.show();
  if (view.over.ids) view.relabel();
  view.changed();
}

function legend(view) {
  const focused = document.activeElement?.closest?.(".model, #legend") ? [...$("legend").querySelectorAll("button")].indexOf(document.activeElement) : -1;
  const lines = view.stage.models.map((m, k) => modelLine(view, m, k));
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

function about(view) {
  const { report, stage } = view, list = make("dl");
  for (const [name, text] of report.facts) list.append(make("dt", {}, name), make("dd", {}, text));
  const notes = [...report.warnings];
  const many = stage.models.filter((m) => m.indices.length / 3 > EDGES_MOST);
  if (many.length) notes.push(`Edges are not drawn on models of more than ${number(EDGES_MOST)} triangles: ${many.map((m) => m.name).join(", ")}.`);
  notes.push(`All triangles are here. Positions are rounded to the nearest number of 24 bits about the middle, ${place(report.origin)}: ` +
    "seen here they may be off by a ten-millionth of the extent. What meets was decided without rounding.");
  $("facts").replaceChildren(list, ...notes.map((text) => make("p", {}, text)));
}

function results(view) {
  const { subject } = view;
  const show = () => {
    const order = subject.order();
    view.list.show(order);
    $("list").dataset.rows = order.length;
    const all = subject.rows?.() ?? subject.total;
    $("list-title").textContent = order.length < all ? `${subject.title}: ${number(order.length)} of ${number(all)}` : subject.title;
    $("nothing").textContent = subject.total ? "Nothing fits." : subject.none ?? "There are none.";
    $("nothing").hidden = order.length > 0;
    $("list").hidden = order.length === 0;
  };
  $("filters").replaceChildren(...(subject.total > 1 || subject.moveCount ? subject.filters(show) : []));
  view.list = new List($("list"), $("rows"), (row, i) => subject.fill(row, i), (i) => subject.choose(i), subject.rowHeight ?? 48);
  show();
}

// ------------------------------------------------------------------------------------------- the tools

function cover(view) {
  view.stage.head = $("tools").offsetTop + $("tools").offsetHeight + 4;
  view.stage.foot = $("timeline").hidden ? 0 : $("timeline").offsetHeight + 16;
  view.stage.fitCanvas();
}

function tools(view) {
  const { stage, over } = view;
  const xray = () => pressed("xray", !stage.sees, () => stage.see(null, !stage.sees));
  const ids = () => pressed("ids", !over.ids, () => {
    over.ids = !over.ids;
    if (over.ids) view.relabel();
    stage.draw();
  });
  const tint = () => pressed("tint", !stage.tints, () => stage.tint(!stage.tints));
  $("tint").hidden = !view.contacts.count;
  $("tint").addEventListener("click", tint);
  if (!view.report.tint) tint();
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
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.type === "text" || $("keys").open) return;
    if (["SELECT", "BUTTON"].includes(e.target.tagName) && e.key === " " || e.target.tagName === "SELECT") return;
    const key = e.key.toLowerCase();
    const act = {
      f: () => view.fit(), x: xray, i: ids, t: tint, "+": () => stage.near(0.8), "=": () => stage.near(0.8), "-": () => stage.near(1.25),
      s: () => { $("section").selectedIndex = ($("section").selectedIndex + 1) % 4; section(); },
      e: () => { $("explode").value = stage.spread > 0 ? 0 : 60; explode(); fitSpread(); },
      " ": view.subject.play && (() => view.subject.play(!view.subject.playing)), n: () => view.list.step(1), p: () => view.list.step(-1), "?": () => $("keys").showModal(),
    }[key];
    if (act) act();
    else if (/^[1-9]$/.test(key) && stage.models[key - 1]) toggle(view, stage.models[key - 1]);
    else return;
    e.preventDefault();
  });
}

// A click, not a drag, on a triangle tells which it is, and chooses its row.
function pointing(view) {
  const { stage } = view, canvas = $("view");
  let down = null;
  canvas.addEventListener("pointerdown", (e) => {
    down = [e.clientX, e.clientY];
    $("tip").hidden = true;
  });
  canvas.addEventListener("wheel", () => { $("tip").hidden = true; }, { passive: true });
  canvas.addEventListener("pointerup", (e) => {
    if (!down || Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 4) return;
    const box = canvas.getBoundingClientRect(), x = e.clientX - box.left, y = e.clientY - box.top;
    const to = new Vector3(x / box.width * 2 - 1, 1 - y / box.height * 2, 0.5).unproject(stage.camera).sub(stage.camera.position).normalize();
    const hit = pick(stage.models, stage.camera.position, to, stage.renderer.clippingPlanes, stage.camera.near);
    if (!hit) return;
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

async function open() {
  const report = header(), view = new View(report), all = await blocks();
  view.contacts = new Contacts(all);
  view.at = differences(report.models.map((m) => m.name));
  await addModels(view, all);
  view.subject = new (report.measured ? Nearest : report.review ? Review : subjects[report.verb])(view, all);
  await addContacts(view);
  view.depth = new Depth(view);
  view.over.places = view.subject.places();
  heading(view);
  results(view);
  view.onChange = () => legend(view);
  legend(view);
  about(view);
  tools(view);
  pointing(view);
  await view.subject.begin?.();
  const [middle, radius] = view.stage.ball();
  cover(view);
  view.stage.held = false;
  view.stage.place(middle, new Vector3(...report.view), view.stage.distanceFor(radius));
  await new Promise((resolve) => { view.stage.after.push(resolve); });
  $("wait").hidden = true;
  document.body.dataset.ready = "yes";
  // For tests: where the camera is, what is written and tinted.
  globalThis.abut = { camera: () => [...view.stage.camera.position.toArray(), ...view.stage.controls.target.toArray()], frames: () => view.stage.frames, labels: () => view.over.written, tinted: () => view.stage.models.map((m) => m.touched?.visible ? m.touched.geometry.attributes.position.array : []), step: () => view.subject.step };
  for (const m of view.stage.models) await view.stage.addEdges(m);
  document.body.dataset.edges = "yes";
}

// The last script of the page calls it, when all data are there.
globalThis.abutReport = () => open().catch((e) => {
  $("wait").textContent = `This report cannot be shown: ${e.message}`;
  throw e;
});
