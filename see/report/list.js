// list.js - the list beside the view. Only rows that are seen are in the page, so that a million of them cost nothing.
export class List {
  // fill(row element, index): write a row. choose(index): it was chosen. height: of a row, in pixels.
  constructor(list, rows, fill, choose, height) {
    Object.assign(this, { list, rows, fill, choose, height });
    this.order = new Uint32Array(0);
    this.chosen = -1; // an index, not a place
    this.made = new Map();
    list.addEventListener("scroll", () => this.lay(), { passive: true });
    list.addEventListener("keydown", (e) => this.key(e));
    new ResizeObserver(() => this.lay()).observe(list);
  }

  show(order) {
    this.order = order;
    this.rows.style.height = `${order.length * this.height}px`;
    this.clear();
    this.lay();
  }

  clear() {
    for (const row of this.made.values()) row.remove();
    this.made.clear();
  }

  lay() {
    const first = Math.max(Math.floor(this.list.scrollTop / this.height) - 4, 0);
    const end = Math.min(Math.ceil((this.list.scrollTop + this.list.clientHeight) / this.height) + 4, this.order.length);
    for (const [place, row] of this.made) {
      if (place >= first && place < end) continue;
      row.remove();
      this.made.delete(place);
    }
    for (let place = first; place < end; place++) {
      if (this.made.has(place)) continue;
      const row = document.createElement("div"), index = this.order[place];
      row.className = "row";
      row.id = `row-${place}`;
      row.role = "option";
      row.style.top = `${place * this.height}px`;
      row.style.height = `${this.height}px`;
      row.ariaSetSize = this.order.length;
      row.ariaPosInSet = place + 1;
      row.ariaSelected = index === this.chosen;
      row.dataset.index = index;
      this.fill(row, index);
      row.addEventListener("click", () => this.take(place));
      this.rows.append(row);
      this.made.set(place, row);
    }
  }

  // Choose the row at a place.
  take(place, quietly) {
    if (!this.order.length) return;
    place = Math.min(Math.max(place, 0), this.order.length - 1);
    this.chosen = this.order[place];
    const top = place * this.height;
    if (top < this.list.scrollTop) this.list.scrollTop = top;
    if (top + this.height > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = top + this.height - this.list.clientHeight;
    this.lay();
    for (const [p, row] of this.made) row.ariaSelected = p === place;
    this.list.setAttribute("aria-activedescendant", `row-${place}`);
    if (!quietly) this.choose(this.chosen);
  }

  find(index) {
    return this.order.indexOf(index);
  }

  step(by) {
    const place = this.find(this.chosen);
    this.take(place < 0 ? 0 : place + by);
  }

  key(e) {
    const page = Math.max(Math.floor(this.list.clientHeight / this.height) - 1, 1);
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[e.key];
    if (by) this.step(by);
    else if (e.key === "Home") this.take(0);
    else if (e.key === "End") this.take(this.order.length - 1);
    else return;
    e.preventDefault();
  }
}
