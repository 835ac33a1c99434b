// review.js - the list of "abut clash" where it is a review: rows with a class, a size and a state; what is known of the
// chosen one; and words for what is accepted, which the page saves as a file.
import { Approvals } from "./approvals.js";
import { Objects } from "./clash.js";
import { $, dot, make, number, place, plural } from "./dom.js";
import { field, sorted, sorting } from "./filters.js";
import { named, shortened } from "./names.js";

const MOODS = { new: "bad", changed: "bad", active: "bad", approved: "" };
const ORDERS = [["rank", "ranked"], ["depth", "deepest first"], ["volume", "largest volume"], ["name", "by name"], ["file", "in order"]];

// What is between two bounds, to a few digits.
function interval([lo, hi]) {
  const [from, to] = [lo, hi].map((v) => String(Number(v.toPrecision(4))));
  return from === to ? from : `${from} to ${to}`;
}

function largest(bounds) {
  return bounds ? bounds[1] : -1;
}

export class Review extends Objects {
  constructor(view) {
    super(view);
    this.review = view.report.review;
    this.approvals = new Approvals(this.review);
    this.sort = "rank";
    this.only = { class: "", state: "", rule: "", group: "" }; // what is shown of each; "": all
    this.rank = new Map(this.review.order.map((row, k) => [row, k]));
    for (const m of this.meetings) { // where nothing touches, what both share
      m.low ??= m.box_low;
      m.high ??= m.box_high;
    }
  }

  // What a filter goes by.
  value(i, name) {
    const m = this.meetings[i];
    if (name === "state") return this.approvals.state(m);
    if (name === "group") return this.approvals.group(m) ?? "";
    return m[name];
  }

  fits(i) {
    return Object.entries(this.only).every(([name, wanted]) => !wanted || this.value(i, name) === wanted);
  }

  // A choice of each value that there is; none where all rows have one, unless more can come in the page.
  choice(name) {
    const counts = new Map();
    for (const i of this.meetings.keys()) {
      const v = this.value(i, name);
      if (v) counts.set(v, (counts.get(v) ?? 0) + 1);
    }
    if (this.only[name] && !counts.has(this.only[name])) counts.set(this.only[name], 0);
    const select = this.choices[name], options = [["", `all of ${name}`], ...[...counts].map(([v, n]) => [v, `${v} ${number(n)}`])];
    select.replaceChildren(...options.map(([value, textContent]) => make("option", { value, textContent })));
    select.value = this.only[name];
    select.hidden = options.length < 3 && !this.only[name];
  }

  filters(changed) {
    this.changed = changed;
    this.choices = {};
    for (const name of Object.keys(this.only)) {
      const s = make("select", { className: "small", ariaLabel: `Only rows of this ${name}`, title: `Only rows of this ${name}` });
      s.dataset.only = name;
      s.addEventListener("change", () => {
        this.only[name] = s.value;
        changed();
      });
      this.choices[name] = s;
      this.choice(name);
    }
    return [
      ...Object.values(this.choices),
      sorting(ORDERS, this.sort, (name) => {
        this.sort = name;
        changed();
      }),
      field("name of an object", "Only pairs with this in a name", (text) => {
        this.text = text;
        changed();
      }),
    ];
  }

  order() {
    const of = (i) => this.meetings[i], found = this.found().filter((i) => this.fits(i));
    const keys = { rank: (i) => this.rank.get(i), depth: (i) => -largest(of(i).depth), volume: (i) => -largest(of(i).volume), name: (i) => this.names(i).map((m) => m.name).join("\n"), file: (i) => i };
    this.shown = sorted(found, keys[this.sort]);
    this.count?.();
    return this.shown;
  }

  short(model) {
    return shortened(model.name, this.at.get(model.name) ?? 0, 28);
  }

  // How large a clash is, in few words.
  size(m) {
    if (m.gap) return `${interval(m.gap)} apart`;
    if (m.depth) return `${interval(m.depth)} deep`;
    return m.volume ? `volume ${interval(m.volume)}` : "";
  }

  fill(row, i) {
    const m = this.meetings[i], [a, b] = this.names(i), state = this.approvals.state(m);
    const line = (o, ...more) => make("div", { className: "top" }, dot(o.css), named(o.name, this.at.get(o.name), this.text), ...more);
    row.append(
      line(a, make("span", { className: `kind ${MOODS[state]}` }, state)), line(b),
      make("div", { className: "under" }, [m.class, this.size(m), this.approvals.group(m), m.rule].filter(Boolean).join("; ")));
    row.title = m.words.join(" ");
  }

  choose(i) {
    super.choose(i);
    const m = this.meetings[i];
    const from = m.translation && m.low ? m.low.map((v, k) => ((m.box_low ?? m.low)[k] + (m.box_high ?? m.high)[k]) / 2) : null;
    this.view.depth.way(from, from && from.map((v, k) => v + m.translation[k]), this.short(this.names(i)[1]));
    this.view.changed();
    this.chosen = i;
    this.detail();
  }

  // ------------------------------------------------------------------------------------ what is below the list

  begin() {
    this.panel();
    this.gone();
    addEventListener("beforeunload", (e) => { if (this.approvals.changes()) e.preventDefault(); });
  }

  panel() {
    const button = (textContent, act) => {
      const b = make("button", { className: "small", textContent });
      b.addEventListener("click", act);
      return b;
    };
    const input = (id, placeholder) => make("input", { type: "text", className: "small", id, placeholder, ariaLabel: placeholder });
    this.row = make("div", { id: "row" });
    this.author = input("author", "your name");
    this.reason = input("reason", "reason");
    this.hand = input("group", "name of a group; empty: of none");
    this.author.value = this.approvals.author();
    const one = button("Approve row", () => this.approve([this.chosen])), all = button("", () => this.approve(this.shown));
    const back = button("Take back", () => this.act(() => this.approvals.withdraw([this.meetings[this.chosen]])));
    const put = button("Put row", () => this.gather([this.chosen])), putAll = button("", () => this.gather(this.shown));
    const save = button("Save approvals", () => {
      this.approvals.save();
      this.count();
    });
    this.complaint = make("p", { id: "complaint", role: "alert", hidden: true });
    const unsaved = make("output", { id: "unsaved" });
    this.count = () => {
      const m = this.meetings[this.chosen], n = this.shown.length, changes = this.approvals.changes();
      one.disabled = put.disabled = !m?.key;
      back.disabled = !m?.key || this.approvals.state(m) !== "approved";
      all.textContent = `Approve all ${number(n)} shown`;
      putAll.textContent = `Put all ${number(n)} shown`;
      all.disabled = putAll.disabled = n === 0;
      unsaved.textContent = changes ? `${plural(changes, "change")} not saved` : "";
    };
    $("review").replaceChildren(this.row,
      make("div", { className: "line" }, this.author, this.reason), make("div", { className: "line" }, one, all, back),
      make("div", { className: "line" }, this.hand, put, putAll), this.complaint, make("div", { className: "line" }, save, unsaved));
    $("review").hidden = this.total === 0;
    document.body.classList.toggle("review", this.total > 0);
    this.count();
  }

  // Do what changes rows, and show them anew.
  act(change) {
    this.complaint.hidden = true;
    change();
    for (const name of Object.keys(this.choices ?? {})) this.choice(name);
    this.changed ? this.changed() : this.view.list.show(this.order());
    this.detail();
  }

  complain(text, where) {
    this.complaint.textContent = text;
    this.complaint.hidden = false;
    where.focus();
  }

  // Approve rows; those that are approved keep their word, unless it is one row.
  approve(rows) {
    const author = this.author.value.trim(), reason = this.reason.value.trim();
    if (!author) return this.complain("An approval needs your name.", this.author);
    if (!reason) return this.complain("An approval needs a reason.", this.reason);
    const all = [...rows].map((i) => this.meetings[i]).filter((m) => m.key && (rows.length === 1 || this.approvals.state(m) !== "approved"));
    const models = this.view.report.models;
    this.act(() => {
      for (const m of all) this.approvals.approve(m, m.sides.map((k) => models[k].name), author, reason);
    });
  }

  gather(rows) {
    this.act(() => this.approvals.gather([...rows].map((i) => this.meetings[i]).filter((m) => m.key), this.hand.value.trim()));
  }

  // What is known of the chosen row, beside what its line in the list says.
  detail() {
    const m = this.meetings[this.chosen];
    this.count();
    if (!m) return;
    const approval = this.approvals.of(m), list = make("dl");
    const say = (name, text) => text && list.append(make("dt", {}, name), make("dd", {}, text));
    say("undecided", m.undecided && "whether the rule allows it");
    for (const name of ["depth", "gap", "volume", "length"]) say(name, m[name] && interval(m[name]));
    say("way out", m.translation && `${this.short(this.names(this.chosen)[1])} by ${place(m.translation, 5)}`);
    say("relation", m.relation + (m.reason ? `: ${m.reason}` : ""));
    say("triangles", m.pairs ? `${plural(m.pairs, "pair")} in contact` : "");
    if (this.approvals.state(m) === "approved" && approval) say("approved by", `${approval.author}, ${approval.date.slice(0, 10)}: ${approval.reason}`);
    this.row.replaceChildren(...m.words.map((text) => make("p", {}, text)), list);
  }

  // Pairs of an older result that are not listed any more.
  gone() {
    const all = this.review.gone;
    if (!all.length) return;
    $("regions-title").textContent = `Not listed any more: ${plural(all.length, "pair")}`;
    $("region-rows").replaceChildren(...all.map((g) => make("li", {}, `${g.a}, ${g.b}: ${g.state}${g.why ? `: ${g.why}` : ""}`)));
    $("regions").hidden = false;
  }
}
