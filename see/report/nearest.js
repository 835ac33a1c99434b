// nearest.js - the list of what was measured, by "abut distance" or for a clearance: the nearest pair of triangles, and the shortest way between them.
import { colour } from "./dom.js";
import { Pairs } from "./pairs.js";
import { markColour, touchedColour } from "./stage.js";

export class Nearest extends Pairs {
  constructor(view) {
    super(view);
    this.title = "Nearest triangles";
    this.none = "None is known to be the nearest.";
    this.kinds = ["apart"]; // of what stands for a contact here
    this.meets = this.total > 0 && this.contacts.size(0) < 2;
    this.touched = this.meets ? undefined : "nearest";
  }

  fill(row, i) {
    super.fill(row, i);
    const way = this.contacts.shape(i).map((p) => this.view.world(p));
    row.querySelector(".kind").textContent = this.meets ? "contact" : way[0].distanceTo(way[1]).toPrecision(5);
  }

  colours() {
    if (!this.total) return [];
    if (this.meets) return undefined; // those of contacts
    return [colour(markColour(), "the shortest way; paler behind a surface", true, true), colour(touchedColour, "tinted so: the nearest triangles, near its ends")];
  }

  describe(n) {
    return n === 1 ? "nearest pair of triangles" : "nearest pairs of triangles";
  }
}
