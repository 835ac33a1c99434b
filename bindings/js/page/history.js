// history.js - what was moved, to undo and redo it.
export class History {
  // apply(id, pose): put a part there. changed(): there is something else to undo.
  constructor(apply, changed) {
    Object.assign(this, { apply, changed, done: [], undone: [] });
  }

  add(id, before, after) {
    this.done.push({ id, before, after });
    this.undone = [];
    this.changed();
  }

  undo() {
    this.step(this.done, this.undone, "before");
  }
  redo() {
    this.step(this.undone, this.done, "after");
  }

  step(from, to, which) {
    const one = from.pop();
    if (!one) return;
    to.push(one);
    this.apply(one.id, one[which]);
    this.changed();
  }

  // Parts that are not there any more cannot be moved.
  keep(ids) {
    this.done = this.done.filter((one) => ids.has(one.id));
    this.undone = this.undone.filter((one) => ids.has(one.id));
    this.changed();
  }
}
