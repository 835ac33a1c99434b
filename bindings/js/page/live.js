// live.js - answers while parts move: one question at a time, always about where they are now.
const STILL = 160; // milliseconds after which what takes longer is asked, too

export class Live {
  // parts(): how many there are. show(answer, live): take an answer.
  constructor(session, parts, show) {
    Object.assign(this, { session, parts, show, moving: false, wanted: false, apart: false });
  }

  // Something changed. settled: it will not change at once again, so that depth can be measured.
  change(settled = false) {
    this.wanted = true;
    document.body.dataset.state = "moving";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), settled ? 0 : STILL);
    this.pump();
  }

  // The pointer holds a part, or let it go.
  hold(moving) {
    this.moving = moving;
    if (!moving) this.change(true);
  }

  settle() {
    if (this.moving) return;
    this.still = true;
    this.wanted = true;
    this.pump();
  }

  async pump() {
    if (this.running) return;
    this.running = true;
    while (this.wanted) {
      this.wanted = false;
      const { still } = this;
      this.still = false;
      await this.ask(still);
      if (still && !this.wanted) document.body.dataset.state = "still"; // all is told
    }
    this.running = false;
  }

  async ask(still) {
    const two = this.parts() === 2;
    try {
      const quick = await this.put(two && this.apart ? "gap" : "none");
      if (!quick) return;
      this.apart = quick.state === "apart";
      this.show(quick, !still);
      const wants = !two ? "none" : this.apart ? (quick.pairs[0]?.gap ? "none" : "gap") : still ? "depth" : "none";
      if (wants === "none" || this.wanted) return;
      const more = await this.put(wants);
      if (more && !this.wanted) this.show({ ...more, micros: quick.micros, measured: { [wants]: more.micros.all } }, !still);
    } catch (error) {
      this.show({ error: error.message }, false);
    }
  }

  put(measure) {
    return this.parts() < 2 ? { state: "apart", pairs: [] } : this.session.ask({ details: "points", measure, live: this.moving });
  }
}
