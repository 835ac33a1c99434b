// nc.js - the list of "abut nc": what cuts where it must not, or all moves; the path of the tip, coloured by what was found,
// and the tool where it is on the chosen one.
import { BufferAttribute, BufferGeometry, Color, LineBasicMaterial, LineSegments, Vector3 } from "three";
import { counts, floats } from "./data.js";
import { make, number, place } from "./dom.js";
import { choiceButtons, sorting, sorted } from "./filters.js";
import { drawMarks, release } from "./marks.js";
import { dark, markColour } from "./stage.js";

const RAPID = 1, CUT = 2, UNDECIDED = 4; // of path-flags
const inks = {
  feed: () => (dark.matches ? "#4fc98a" : "#16794a"),
  rapid: () => (dark.matches ? "#8d96a5" : "#7a8290"),
  undecided: () => (dark.matches ? "#f0b04f" : "#c27400"),
  cut: markColour,
};

export class Moves {
  constructor(view, all) {
    this.view = view;
    this.findings = view.report.findings;
    this.total = this.findings.length;
    this.title = "What is cut";
    this.none = "Nothing is cut: that is proved for every move. Show all moves to walk along the path.";
    this.points = floats(all, "path-points");
    this.starts = counts(all, "path-starts") ?? new Uint32Array(1);
    this.flags = all.get("path-flags") ?? new Uint8Array(0);
    this.lines = counts(all, "path-lines") ?? new Uint32Array(0);
    this.tools = all.get("path-tools") ?? new Uint8Array(0);
    this.shown = "findings";
    this.sort = "worst";
    this.tip = view.page(view.report.tip);
    for (const m of view.stage.models) if (m.role === "stock") m.sees = true;
    view.stage.see(null, false);
    this.drawPath();
  }

  rows() { return this.shown === "moves" ? this.moveCount : this.total; }
  get moveCount() { return this.flags.length; }
  kind(move) {
    const f = this.flags[move];
    return f & CUT ? "cut" : f & UNDECIDED ? "undecided" : f & RAPID ? "rapid" : "feed";
  }
  end(move) { return new Vector3().fromArray(this.points, 3 * (this.starts[move + 1] - 1)); }

  drawPath() {
    const segments = { feed: [], rapid: [], undecided: [], cut: [] };
    for (let m = 0; m < this.moveCount; m++) {
      const out = segments[this.kind(m)];
      for (let i = this.starts[m]; i + 1 < this.starts[m + 1]; i++) for (let k = 0; k < 6; k++) out.push(this.points[3 * i + k]);
    }
    this.path = {};
    for (const name of ["rapid", "feed"]) {
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(new Float32Array(segments[name]), 3));
      this.path[name] = new LineSegments(geometry, new LineBasicMaterial({ color: new Color(inks[name]()), transparent: true, opacity: name === "rapid" ? 0.6 : 0.9 }));
      this.path[name].frustumCulled = false;
    }
    for (const name of ["undecided", "cut"]) this.path[name] = drawMarks(segments[name], [], [], 2.5, 8, inks[name]());
    const at = this.findings.filter((f) => !f.undecided).flatMap((f) => this.view.page(f.at).toArray());
    this.path.spots = drawMarks([], at, [], 2.5, 12, markColour());
    this.view.stage.scene.add(...Object.values(this.path));
  }

  repaint() {
    for (const [name, object] of Object.entries(this.path))
      object.traverse((o) => o.material?.color.set(inks[name === "spots" ? "cut" : name]()));
  }

  colours() {
    const line = (name, text) => {
      const swatch = make("span", { className: "swatch line" });
      swatch.style.background = inks[name]();
      return make("div", { className: "colour" }, swatch, make("span", {}, text));
    };
    const used = new Set();
    for (let m = 0; m < this.moveCount; m++) used.add(this.kind(m));
    const texts = { cut: "moves that cut what they must not", undecided: "moves that are undecided", feed: "clean moves, feed", rapid: "clean moves, rapid" };
    const lines = Object.keys(texts).filter((name) => used.has(name)).map((name) => line(name, texts[name]));
    lines[0]?.classList.add("first");
    return lines;
  }

  filters(changed) {
    const order = sorting([["worst", "worst first"], ["line", "in order"], ["body", "by body"], ["rapid", "rapids first"]], this.sort, (name) => {
      this.sort = name;
      changed();
    });
    return [
      ...choiceButtons([["findings", `findings ${number(this.total)}`], ["moves", `all moves ${number(this.moveCount)}`]], this.shown, (name) => {
        this.shown = name;
        order.hidden = name !== "findings";
        changed();
      }),
      order,
    ];
  }

  // Findings have the numbers from 0 on, moves those behind them.
  order() {
    if (this.shown === "moves") return Uint32Array.from({ length: this.moveCount }, (_, i) => this.total + i);
    const f = this.findings, all = [...f.keys()];
    const keys = { worst: (i) => -f[i].beyond, line: (i) => i, body: (i) => `${f[i].body} ${f[i].against}`, rapid: (i) => !f[i].rapid };
    return sorted(all, keys[this.sort]);
  }

  fill(row, i) {
    if (i >= this.total) {
      const move = i - this.total, kind = this.kind(move), names = { cut: "cuts", undecided: "undecided", feed: "clean", rapid: "clean, rapid" };
      row.append(
        make("div", { className: "top" }, make("span", {}, `line ${this.lines[move]}`), make("span", {}, `move ${move}`),
          make("span", { className: `kind${kind === "cut" ? " bad" : kind === "undecided" ? " doubt" : ""}` }, names[kind])),
        make("div", { className: "under" }, `to ${place(this.view.world(this.end(move)))}`));
      return;
    }
    const f = this.findings[i], unit = this.view.report.unit;
    row.append(
      make("div", { className: "top" }, make("span", {}, `line ${f.line}`), make("span", {}, `move ${f.move}`),
        make("span", { className: `kind${f.undecided ? " doubt" : " bad"}` }, f.undecided ? "undecided" : f.what)),
      make("div", { className: "under" }, f.triangle === null ? `${f.body} begins inside ${f.against}` :
        `${f.body} ${Number(f.lo.toPrecision(4))} ${unit} deep in ${f.against}${f.rapid ? ", rapid" : ""}`));
    row.title = f.triangle === null ? "" : `depth ${f.lo} to ${f.hi} ${unit}, at ${place(f.at)}, triangle ${f.triangle}` + (f.lift === null ? "" : `; a lift of ${Number(f.lift.toPrecision(5))} ${unit} is enough`);
  }

  // Put the tool of a move with its tip at a place.
  putTool(move, tip) {
    const by = tip.clone().sub(this.tip), number = this.tools[move] ?? 0;
    for (const m of this.view.stage.models) {
      if (m.role !== "tool") continue;
      m.group.position.copy(by);
      m.offset.copy(by);
      m.group.visible = m.shown && m.tool === number;
    }
  }

  choose(i) {
    const finding = i < this.total ? this.findings[i] : null, move = finding ? finding.move : i - this.total, { view } = this;
    view.chosen && release(view.chosen);
    const lines = [];
    for (let k = this.starts[move]; k + 1 < this.starts[move + 1]; k++) for (let n = 0; n < 6; n++) lines.push(this.points[3 * k + n]);
    const spots = finding ? view.page(finding.at).toArray() : [];
    view.chosen = drawMarks(lines, spots, [], 5, 22, finding ? markColour() : inks[this.kind(move)]());
    view.stage.scene.add(view.chosen);
    const tip = finding ? view.page(finding.tool) : this.end(move);
    this.putTool(move, tip);
    view.labels = finding ? [{ at: view.page(finding.at), size: 0, text: `line ${finding.line}: ${finding.body} in ${finding.against}`, css: markColour(), first: true }] : [];
    const centre = finding ? view.page(finding.at) : tip;
    view.goTo(centre, Math.max(view.report.toolSize / view.report.scale * (finding ? 2.5 : 7), view.stage.radius / 60));
  }

  rowOf() {
    return -1;
  }

  places() {
    return this.findings.filter((f) => !f.undecided).slice(0, 400).map((f) => ({ centre: this.view.page(f.at), radius: 0 }));
  }

  describe(n) {
    return n === 1 ? "finding" : "findings";
  }

  begin() {
    const first = this.total ? this.order()[0] : 0;
    if (this.total) this.putTool(this.findings[first].move, this.view.page(this.findings[first].tool));
    else if (this.moveCount) this.putTool(0, this.tip);
  }
}
