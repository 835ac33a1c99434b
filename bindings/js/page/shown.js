// shown.js - what an answer shows: marks where parts meet, the tint, the list, the measure, the words.
import { $ } from "../../../see/report/dom.js";
import { KINDS } from "../../../see/report/filters.js";
import { Contacts, release } from "../../../see/report/marks.js";
import { Pairs } from "../../../see/report/pairs.js";
import { filters, relist } from "../../../see/report/view.js";
import { Clashes } from "./clashes.js";
import { verdict } from "./verdict.js";

const TOLD_APART_MOST = 64; // pairs of parts that have marks of their own; of more, drawing as many objects would be slow
const LIVE_TINT_MOST = 300; // contacts whose triangles are tinted at each frame; of more, when it is still

function joined(Type, all) {
  const out = new Type(all.reduce((sum, one) => sum + one.length, 0));
  let at = 0;
  for (const one of all) {
    out.set(one, at);
    at += one.length;
  }
  return out;
}

export class Shown {
  constructor(view) {
    this.view = view;
    this.answer = null;
    this.retired = [];
    this.drawn = new Map(); // of each pair of the answer, its marks
    this.micros = 0;
    this.found = new Map(); // what a check said of pairs, until one of them is moved
    view.contacts = new Contacts(new Uint32Array(0), new Uint8Array(0), new Float32Array(0));
    view.subject = new Pairs(Object.assign(view, { report: { ...view.report, meetings: [{ a: 0, b: 1, first: 0, count: 0 }] } }));
    this.answers = 0;
  }

  get parts() {
    return this.view.stage.models;
  }

  // The lists that there can be: pairs of triangles of two parts, or pairs of parts.
  subject() {
    const { view } = this, kind = this.parts.length > 2 ? Clashes : Pairs;
    if (view.subject.constructor === kind) return;
    view.kinds.clear();
    view.subject = new kind(view);
    view.list.chosen = -1;
    view.list.show(new Uint32Array(0));
  }

  // Take an answer. live: parts are moving, so that only what is fast is done.
  set(answer, live) {
    const { view } = this;
    this.answer = answer;
    this.contacts(answer);
    this.draw(live);
    this.words(live);
    if (!live) this.list();
  }

  // Parts are drawn in another frame, or some are not there any more.
  again() {
    this.drawn.clear();
    this.contacts(this.answer);
    this.draw(false);
    this.list();
  }

  contacts(answer) {
    const { view } = this, { stage } = view, index = new Map(this.parts.map((m, k) => [m.part.id, k]));
    const pairs = (answer?.pairs ?? []).filter((p) => index.has(p.a) && index.has(p.b));
    const points = joined(Float64Array, pairs.map((p) => p.points)), out = new Float32Array(points.length);
    for (let i = 0; i < points.length; i++) out[i] = (points[i] - stage.origin[i % 3]) / stage.scale;
    view.contacts = new Contacts(joined(Uint32Array, pairs.map((p) => p.triangles)), joined(Uint8Array, pairs.map((p) => p.kinds)), out);
    let first = 0;
    const meetings = pairs.map((p) => {
      const m = { a: index.get(p.a), b: index.get(p.b), first, count: p.kinds.length, pairs: p.count, ...p.counts, low: p.count ? p.low : null, high: p.high, relation: "", found: this.found.get(`${p.a} ${p.b}`), pair: p };
      first += m.count;
      return m;
    });
    const met = meetings.filter((m) => m.count);
    for (const row of this.found.values()) // one inside another, where nothing touches
      if (!row.count && index.has(row.a) && index.has(row.b)) met.push({ a: index.get(row.a), b: index.get(row.b), first, count: 0, pairs: 0, cross: 0, touch: 0, coplanar: 0, low: null, relation: row.relation, found: row });
    view.report.meetings = this.parts.length > 2 ? met : [meetings[0] ?? { a: 0, b: 1, first: 0, count: 0 }];
    view.report.origin = stage.origin;
    view.report.scale = stage.scale;
    view.origin.set(...stage.origin);
  }

  draw(live) {
    const { view } = this, { stage } = view;
    view.chosen && release(view.chosen);
    view.chosen = null;
    view.labels = [];
    view.show(null);
    const tinted = !live || view.contacts.count <= LIVE_TINT_MOST, touched = this.parts.length > 1 ? view.meets() : null;
    stage.retouch(tinted ? touched : null, view.contacts);
    view.over.labels = [];
    if (view.over.ids && touched) view.relabel();
    view.depth.set(this.parts.length === 2 ? this.answer?.pairs?.[0] : null);
    view.over.places = live || this.parts.length < 2 ? [] : this.places();
    if (stage.spread > 0) stage.explode(stage.spread);
    stage.draw();
  }

  // Marks of all pairs that meet. A pair that is told as it was keeps its own. Of many pairs, those that neither the held part
  // nor the chosen row has are drawn as one.
  marks(only = null) {
    const { view } = this, old = view.marks, drawn = new Map(), held = this.parts.indexOf(view.gizmo?.model);
    const meetings = this.parts.length > 1 ? view.report.meetings.filter((m) => m.count) : [];
    const isOwn = (m) => meetings.length <= TOLD_APART_MOST || m === only || m.a === held || m.b === held;
    const rest = meetings.filter((m) => !isOwn(m) && this.parts[m.a].shown && this.parts[m.b].shown);
    view.marks = [];
    const put = (key, known, lot) => {
      const from = view.marks.length;
      if (known) view.marks.push(...known.map((entry) => ({ ...entry, meeting: lot[0] })));
      else for (const kind of KINDS) view.mark(kind, ...lot);
      drawn.set(key, view.marks.slice(from));
    };
    for (const m of meetings) if (isOwn(m)) put(m.pair, this.drawn.get(m.pair), [m]);
    const isSame = rest.length === this.rest?.length && rest.every((m, k) => m.pair === this.rest[k]);
    if (rest.length) put("rest", isSame && this.drawn.get("rest"), rest);
    this.rest = rest.map((m) => m.pair);
    this.drawn = drawn;
    view.many = drawn.get("rest") ?? [];
    const kept = new Set(view.marks.map((entry) => entry.marks));
    this.retire(old.filter((entry) => !kept.has(entry.marks)));
  }

  places() {
    const { view } = this;
    this.subject();
    Object.assign(view.subject, { contacts: view.contacts, meeting: view.report.meetings[0] });
    return view.subject.places();
  }

  // The marks of before go when those of now are drawn: programs that nothing uses would be compiled anew.
  retire(marks) {
    const old = this.retired;
    for (const { marks: a, twin: b } of marks) {
      a.removeFromParent();
      b.removeFromParent();
    }
    if (!marks.length) return;
    this.retired = marks;
    for (const { marks: a, twin: b } of old) [a, b].forEach(release);
  }

  // --------------------------------------------------------------------------------------------- the panel

  words(live) {
    const { view, answer } = this, v = verdict(answer, this.parts.length, view.unit), pair = this.parts.length === 2 ? answer?.pairs?.[0] : null;
    $("verdict").className = v.mood;
    if ($("verdict").textContent !== v.text) $("verdict").textContent = v.text;
    // Said aloud when it is still: not at each frame.
    if (!live && $("said").textContent !== `${v.text}. ${v.under}`) $("said").textContent = `${v.text}. ${v.under}`;
    $("count").dataset.count = v.count;
    $("count").textContent = v.under;
    document.title = `${v.text}: abut`;
    this.told("gap", pair?.gap);
    this.told("depth", pair?.depth);
    if (answer?.micros) this.time(answer);
    document.body.dataset.answers = this.answers++;
    if (view.begun && answer?.pairs) document.body.dataset.first = Math.round(performance.now() - view.begun); // milliseconds from files to an answer
    view.begun = 0;
  }

  // What the worker took: for contacts, at each frame; and for what is measured when it is still.
  time({ micros, measured = {} }) {
    const ms = (us) => `${us < 1e4 ? (us / 1000).toFixed(1) : Math.round(us / 1000)} ms`;
    if (micros.ask > 0) this.micros = micros.all; // else it was known
    document.body.dataset.micros = Math.round(this.micros);
    $("spent").textContent = [`worker ${ms(this.micros)}`, ...Object.entries(measured).map(([what, us]) => `${what} ${ms(us)}`)].join(", ");
  }

  // The bounds of what was measured, all digits: for people who want them, and for tests.
  told(name, bounds) {
    const { dataset } = document.body;
    delete dataset[name];
    if (bounds) dataset[name] = `${bounds.lo} ${bounds.hi}`;
  }

  list() {
    const { view } = this, m = view.report.meetings;
    this.subject();
    const { subject } = view;
    if (subject instanceof Clashes) subject.renew();
    else Object.assign(subject, { contacts: view.contacts, total: this.parts.length > 1 ? view.contacts.count : 0, meeting: m[0] });
    const chosen = subject.total > view.list.chosen ? view.list.chosen : -1;
    view.list.chosen = chosen;
    if (!$("filters").contains(document.activeElement)) filters(view);
    relist(view);
    view.changed();
    $("results").hidden = this.parts.length < 2;
  }

  // What a check of all pairs found, beside what is seen.
  check(result) {
    this.found = new Map(result.rows.map((row) => [`${row.a} ${row.b}`, row]));
    this.again();
  }

  forget(id) {
    for (const [key, row] of this.found) if (row.a === id || row.b === id) this.found.delete(key);
  }
}
