// approvals.js - what was accepted, by whom and why, and groups made by hand: as the program read them and as the page
// changes them, until they are saved as a file that "abut clash --approvals" reads.

const AUTHOR = "abut-author"; // where the browser keeps the name

export class Approvals {
  constructor(review) {
    this.listed = review.listed; // the state of a row whose approval is taken back
    this.geometry = review.geometry; // the hash of each object
    this.file = review.file ?? "approvals.json";
    this.words = new Map(review.approvals.map((a) => [a.key, a]));
    this.groups = new Map(); // of a row by its key, the name of its group
    for (const g of review.groups) for (const key of g.keys) this.groups.set(key, g.name);
    this.touched = new Set(); // keys whose approval, and whose group, the page changed
    this.moved = new Set();
    this.kept();
  }

  // Remember what is saved.
  kept() {
    this.saved = { words: new Map(this.words), groups: new Map(this.groups) };
  }

  of(m) {
    return this.words.get(m.key);
  }

  state(m) {
    if (!this.touched.has(m.key)) return m.state;
    return this.words.has(m.key) ? "approved" : m.state === "approved" ? this.listed : m.state;
  }

  // Of none: undefined.
  group(m) {
    return this.moved.has(m.key) ? this.groups.get(m.key) : m.group;
  }

  approve(m, [a, b], author, reason) {
    const geometry = m.sides.map((k) => this.geometry[k]);
    this.touched.add(m.key);
    this.words.set(m.key, { key: m.key, a, b, geometry, author, reason, date: new Date().toISOString().replace(/\.\d+Z/, "Z") });
    this.remember(author);
  }

  withdraw(rows) {
    for (const m of rows) {
      this.touched.add(m.key);
      this.words.delete(m.key);
    }
  }

  gather(rows, name) {
    for (const m of rows) {
      this.moved.add(m.key);
      name ? this.groups.set(m.key, name) : this.groups.delete(m.key);
    }
  }

  // How many rows differ from what is saved, in their word or their group.
  changes() {
    let count = 0;
    for (const [now, then] of [[this.words, this.saved.words], [this.groups, this.saved.groups]])
      for (const key of new Set([...now.keys(), ...then.keys()])) count += now.get(key) !== then.get(key);
    return count;
  }

  text() {
    const groups = new Map();
    for (const [key, name] of this.groups) groups.set(name, [...groups.get(name) ?? [], key]);
    return `${JSON.stringify({ abut_approvals: 1, approvals: [...this.words.values()], groups: [...groups].map(([name, keys]) => ({ name, keys })) }, null, 2)}\n`;
  }

  save() {
    const link = document.createElement("a"), url = URL.createObjectURL(new Blob([this.text()], { type: "application/json" }));
    link.href = url;
    link.download = this.file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
    this.kept();
  }

  // The name of who approves, kept for the next page where the browser allows it for files.
  author() {
    try {
      return localStorage.getItem(AUTHOR) ?? "";
    } catch {
      return "";
    }
  }
  remember(author) {
    try {
      localStorage.setItem(AUTHOR, author);
    } catch {
      // It must be written again.
    }
  }
}
