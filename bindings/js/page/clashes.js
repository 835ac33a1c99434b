// clashes.js - the list of pairs of parts: that of reports, for parts that move, with what a check of all of them found.
import { Objects } from "../../../see/report/clash.js";
import { length } from "./measure.js";

export class Clashes extends Objects {
  constructor(view) {
    super(view);
    this.title = "Pairs of parts";
    this.none = "No two parts meet.";
  }

  // Take what an answer has.
  renew() {
    this.meetings = this.view.report.meetings;
    this.total = this.meetings.length;
  }

  fill(row, i) {
    super.fill(row, i);
    const { found } = this.meetings[i];
    if (!found) return;
    const size = found.depth ? `${length(found.depth, this.view.unit)} deep` : found.gap?.hi > 0 ? `${length(found.gap, this.view.unit)} apart` : "";
    const words = [found.class, size].filter(Boolean).join(", ");
    if (words) row.querySelector(".under").prepend(`${words}; `);
  }

  describe(n) {
    return n === 1 ? "pair of parts" : "pairs of parts";
  }
}
