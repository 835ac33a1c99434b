// main.js - the page where models are dropped: what stands between the session, the view, and the panel.
import { Vector3 } from "three";
import { $, make } from "../../../see/report/dom.js";
import { differences } from "../../../see/report/names.js";
import { EDGES_MOST, calm } from "../../../see/report/stage.js";
import { View, cover, legend, modelLine, pointing, results, tools } from "../../../see/report/view.js";
import { Bench } from "./bench.js";
import { Drop, ask, notes, watched } from "./drop.js";
import { Gizmo, SNAP, step } from "./gizmo.js";
import { History } from "./history.js";
import { Live } from "./live.js";
import { Measure } from "./measure.js";
import { Numbers } from "./numbers.js";
import { command, share } from "./out.js";
import { same } from "./poses.js";
import { openSession } from "./session/client.js";
import { Shown } from "./shown.js";

const VIEW = [-0.55, -1, 0.6]; // from where all is seen
const COLOURS = 7; // of parts that differ; the eighth is grey

function letter(k) {
  return k < 26 ? String.fromCharCode(97 + k) : `${letter(Math.floor(k / 26) - 1)}${letter(k % 26)}`;
}

class Page extends View {
  constructor(session) {
    super({ models: [], meetings: [], origin: [0, 0, 0], scale: 1, view: VIEW }, new Bench($("view")));
    this.session = session;
    this.depth = new Measure(this);
    this.unit = null;
    this.shown = new Shown(this);
    this.history = new History((id, pose) => this.put(this.of(id), pose, true), () => this.buttons());
    this.gizmo = new Gizmo(this.stage, (m, pose) => this.put(m, pose), (m, before) => this.moved(m, before));
    this.numbers = new Numbers(this.stage, (pose) => this.typed(pose));
    this.live = new Live(session, () => this.parts.length, (answer, live) => this.shown.set(answer, live));
    this.onChange = () => legend(this, (view, m, k) => this.line(m, k));
    this.onPick = (m) => this.hold(m);
    this.busy = () => this.gizmo.over;
  }

  get parts() {
    return this.stage.models;
  }
  of(id) {
    return this.parts.find((m) => m.part.id === id);
  }

  page(world) {
    return this.stage.page(world);
  }

  // Marks of many pairs are drawn as one: they have no place in an explosion, nor beside a chosen row.
  show(only = this.only) {
    this.shown.marks(only);
    super.show(only);
    for (const { marks, twin, meeting } of this.many) {
      marks.visible &&= this.stage.spread === 0 && only !== meeting;
      twin.visible = false;
    }
  }

  // ------------------------------------------------------------------------------------------- parts

  // Show parts that the session has; old ones go.
  async add({ parts, warnings = [], errors = [] }, old = []) {
    for (const m of [...old]) this.drop(m);
    const first = this.parts.length;
    for (const part of parts) this.stage.addPart(part, { colour: this.parts.length % COLOURS, letter: "", note: "" });
    this.letters();
    notes(errors, [...warnings, ...this.noEdges(first)]);
    this.hold(this.parts[Math.min(first || 1, this.parts.length - 1)] ?? null);
    this.refit();
    this.live.apart = false;
    this.live.change(true);
    for (const m of this.parts.slice(first)) if (this.parts.includes(m)) await this.stage.addEdges(m);
    document.body.dataset.edges = this.parts.length;
    document.body.dataset.opened = Number(document.body.dataset.opened ?? 0) + 1;
  }

  noEdges(first) {
    const many = this.parts.slice(first).filter((m) => m.part.triangles > EDGES_MOST);
    return many.length ? [`Edges are not drawn on models of more than ${EDGES_MOST} triangles: ${many.map((m) => m.name).join(", ")}.`] : [];
  }

  drop(m) {
    this.session.remove(m.part.id);
    if (this.gizmo.model === m) this.hold(null);
    this.shown.forget(m.part.id);
    this.stage.removePart(m);
  }

  remove(m) {
    this.drop(m);
    this.letters();
    this.shown.again();
    if (!this.gizmo.model) this.hold(this.parts.at(-1) ?? null);
    this.live.change(true);
  }

  letters() {
    this.parts.forEach((m, k) => { m.letter = letter(k); });
    this.at = differences(this.parts.map((m) => m.name));
    const units = new Set(this.parts.map((m) => m.part.unit));
    this.unit = units.size === 1 ? [...units][0] : null;
    this.history.keep(new Set(this.parts.map((m) => m.part.id)));
    this.demo = this.demo && this.parts.length > 0;
    document.body.dataset.parts = this.parts.length;
    $("hint").hidden = !this.demo;
    $("check").hidden = this.parts.length < 3;
    $("copy").disabled = $("share").disabled = this.parts.length === 0;
  }

  line(m, k) {
    const hold = make("button", { className: "small", ariaPressed: String(this.gizmo.model === m), title: "Move it with the handles and the numbers" }, "move");
    const away = make("button", { className: "small", title: "Take it away", ariaLabel: `Take ${m.name} away` }, "×");
    hold.addEventListener("click", () => this.hold(this.gizmo.model === m ? null : m));
    away.addEventListener("click", () => this.remove(m));
    const line = modelLine(this, m, k, hold, away);
    line.title = line.querySelector(".note").textContent;
    return line;
  }

  // -------------------------------------------------------------------------------------------- moving

  hold(m) {
    this.gizmo.hold(m);
    this.numbers.show(m);
    this.buttons();
    this.changed();
  }

  // Put a part somewhere. at once: it will not move on.
  put(m, pose, atOnce = false) {
    if (!m) return;
    if (this.stage.spread > 0) {
      $("explode").value = 0;
      this.stage.explode(0);
    }
    const before = m.pose;
    this.stage.pose(m, pose);
    this.shown.forget(m.part.id);
    this.session.setPose(m.part.id, pose).catch((error) => this.refused(m, before, error));
    this.gizmo.rest();
    if (this.gizmo.model === m) this.numbers.show(m);
    if (!atOnce && !this.live.moving) this.live.hold(true);
    this.live.change(atOnce);
    $("command").hidden = true; // it is another one now
  }

  // A pose that the library does not take: the part is where it was.
  refused(m, before, error) {
    complain(error);
    this.stage.pose(m, before);
    this.gizmo.rest();
    if (this.gizmo.model === m) this.numbers.show(m);
  }

  // The handles were let go.
  moved(m, before) {
    if (!same(before, m.pose)) this.history.add(m.part.id, before, m.pose);
    this.stage.measure();
    this.live.hold(false);
  }

  typed(pose) {
    const m = this.gizmo.model;
    this.history.add(m.part.id, m.pose, pose);
    this.put(m, pose, true);
    this.stage.measure();
  }

  reset() {
    const m = this.gizmo.model;
    if (m && !same(m.pose, m.first)) this.typed(m.first);
  }

  buttons() {
    $("undo").disabled = !this.history.done.length;
    $("redo").disabled = !this.history.undone.length;
    for (const name of ["move", "turn", "scale", "axes", "snap", "reset"]) $(name).disabled = !this.gizmo.model;
  }

  // -------------------------------------------------------------------------------------------- camera

  fit() {
    this.refit();
    super.fit();
  }

  refit() {
    const first = !document.body.dataset.ready;
    this.stage.frame();
    this.gizmo.rest();
    this.shown.again();
    const [middle, radius] = this.stage.ball();
    cover(this);
    const far = this.stage.distanceFor(radius);
    if (first || calm.matches) this.stage.place(middle, new Vector3(...VIEW), far);
    else this.stage.flyTo(middle, new Vector3(...VIEW), far);
    $("snap").title = `Steps of ${step(this.stage.scale)}, ${SNAP.degrees} degrees, ${SNAP.scale} of the scale (hold Shift)`;
  }

  // How it is seen, in places of the world, and back.
  seen() {
    const { stage } = this;
    return { eye: stage.world(stage.camera.position), target: stage.world(stage.controls.target), xray: stage.sees, section: $("section").value, cut: $("cut").value };
  }
  see({ eye, target, xray, section, cut }) {
    const { stage } = this, at = stage.page(target), way = stage.page(eye).sub(at);
    stage.place(at, way, way.length());
    if (xray !== stage.sees) $("xray").click();
    $("cut").value = cut;
    $("section").value = section;
    $("section").dispatchEvent(new Event("change"));
  }
}

// ------------------------------------------------------------------------------------------------- files

// Take files, one lot at a time. What is open stays where they cannot be read.
async function take(page, files) {
  if (!files.length) return;
  if (page.reading) return notes(["Other files are being read. Drop these when they are there."], []);
  page.reading = true;
  page.begun = performance.now();
  const loaded = page.parts.length;
  try {
    const how = page.demo || loaded === 0 ? "replace" : loaded === 1 ? "add" : await ask(loaded);
    if (!how) return;
    // A second model beside one that is a part is a part, too; an assembly alone is split.
    const split = how === "add" && loaded === 1 ? false : "auto", old = how === "replace" ? [...page.parts] : [];
    const read = await watched(`Reading ${files.length === 1 ? files[0].name : `${files.length} files`}…`, async (options) => {
      const all = await Promise.all(files.map(async (f) => ({ name: f.name, bytes: await f.arrayBuffer() })));
      return page.session.add(all, { ...options, split });
    });
    page.demo = false;
    await page.add(read, old);
  } catch (error) {
    page.begun = 0;
    notes([error.name === "AbortError" ? "Stopped. What was open is still here." : error.message], []);
  } finally {
    page.reading = false;
  }
}

function complain(error) {
  notes([error.message], []);
}

// ------------------------------------------------------------------------------------------------- tools

const MODES = ["move", "turn", "scale"];

function gizmoTools(page) {
  const { gizmo } = page;
  const mode = (name) => {
    gizmo.mode(name);
    for (const each of MODES) $(each).ariaPressed = String(each === name);
  };
  const axes = () => {
    gizmo.axes(gizmo.space === "local" ? "world" : "local");
    $("axes").ariaPressed = String(gizmo.space === "local");
  };
  const snap = () => {
    gizmo.snaps = !gizmo.snaps;
    $("snap").ariaPressed = String(gizmo.snaps);
  };
  const next = () => page.parts.length && page.hold(page.parts[(page.parts.indexOf(gizmo.model) + 1) % page.parts.length]);
  for (const name of MODES) $(name).addEventListener("click", () => mode(name));
  $("axes").addEventListener("click", axes);
  $("snap").addEventListener("click", snap);
  $("undo").addEventListener("click", () => page.history.undo());
  $("redo").addEventListener("click", () => page.history.redo());
  $("reset").addEventListener("click", () => page.reset());
  $("digits").addEventListener("click", () => $("digits").setAttribute("aria-expanded", String($("digits").ariaExpanded !== "true")));
  addEventListener("keydown", (e) => {
    if (!(e.ctrlKey || e.metaKey) || page.live.moving || $("filters").contains(e.target)) return;
    const key = e.key.toLowerCase();
    if (key === "z" && !e.shiftKey) page.history.undo();
    else if (key === "y" || key === "z" && e.shiftKey) page.history.redo();
    else return;
    e.preventDefault();
  });
  return { g: () => mode("move"), r: () => mode("turn"), k: () => mode("scale"), l: axes, m: next, o: () => $("open").click(), c: () => command(page.session), 0: () => page.reset() };
}

function outTools(page) {
  $("copy").addEventListener("click", () => command(page.session).catch(complain));
  $("share").addEventListener("click", () => share(page.session, page.parts, page.seen()).catch(complain));
  $("check").addEventListener("click", () => watched("Checking all parts…", (options) => page.session.check(options)).then((rows) => page.shown.check(rows), complain));
}

// -------------------------------------------------------------------------------------------------- open

async function open() {
  const session = await openSession(), page = new Page(session);
  results(page);
  tools(page, gizmoTools(page));
  outTools(page);
  pointing(page);
  new Drop((files) => take(page, files));
  page.stage.held = false;
  const first = await session.start();
  page.demo = !first.shared;
  const edges = page.add(first);
  if (first.view) page.see(first.view);
  $("wait").hidden = true;
  document.body.dataset.ready = "yes";
  // For tests: where things are on the screen, and how often it was drawn.
  globalThis.abut = { page, frames: () => page.stage.frames, screen: (world) => page.stage.screen(page.stage.page(world)), poses: () => page.parts.map((m) => m.pose) };
  await edges;
}

open().catch((error) => {
  const hint = location.protocol === "file:" && !location.pathname.endsWith("abut.html") ? " From a disk, open abut.html." : "";
  $("wait").textContent = `This page cannot start: ${error.message}. It needs WebAssembly and WebGL, as Firefox, Chrome and Safari have them since 2023.${hint}`;
  throw error;
});
