// nearest.js - the list of what was measured, by "abut distance" or for a clearance: the nearest pair of triangles, or all that are too close, and the shortest ways between them.
import { colour } from "./dom.js";
import { Pairs } from "./pairs.js";
import { markColour, touchedColour } from "./stage.js";

export class Nearest extends Pairs {
  constructor(view) {
    super(view);
    this.all = view.report.all;
    this.title = this.all ? "Pairs too close" : "Nearest triangles";
    this.none = this.all ? "None was found." : "None is known to be the nearest.";
    this.kinds = ["apart"]; // of what stands for a contact here
    this.meets = !this.all && this.total > 0 && this.contacts.size(0) < 2;
    this.touched = this.all ? "too close" : this.meets ? undefined : "nearest";
  }

  fill(row, i) {
    super.fill(row, i);
    const way = this.contacts.shape(i).map((p) => this.view.world(p));
    row.querySelector(".kind").textContent = way.length < 2 ? "contact" : way[0].distanceTo(way[1]).toPrecision(5);
  }

  colours() {
    if (!this.total) return [];
    if (this.meets) return undefined; // those of contacts
    if (this.all) return [colour(markColour(), "the shortest ways, or where they meet; paler behind a surface", true, true), colour(touchedColour, "tinted so: triangles too close, near the ends")];
    return [colour(markColour(), "the shortest way; paler behind a surface", true, true), colour(touchedColour, "tinted so: the nearest triangles, near its ends")];
  }

  describe(n) {
    if (this.all) return n === 1 ? "pair of triangles too close" : "pairs of triangles too close";
    return n === 1 ? "nearest pair of triangles" : "nearest pairs of triangles";
  }
}
