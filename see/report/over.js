// over.js - what is written over the view: rings around small places of contact, numbers of triangles, the axes.
import { Vector3 } from "three";
import { dark, markColour } from "./stage.js";

const RING_BELOW = 26; // pixels
const RINGS_MOST = 24;
const PLACES_MOST = 60; // of more, rings would tell nothing
const LABELS_MOST = 60;
const LABEL_ROOM = 26; // pixels that a triangle must take to be labelled

export class Over {
  constructor(canvas, stage) {
    this.canvas = canvas;
    this.stage = stage;
    this.places = []; // {centre, radius, on}: places of contact; on: a model that must be shown, or null
    this.labels = []; // {at, text, size, css, first}
    this.ids = false;
    stage.after.push(() => this.draw());
  }

  draw() {
    const { width, height } = this.stage, scale = Math.min(devicePixelRatio, 2);
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    const g = this.canvas.getContext("2d");
    g.scale(scale, scale);
    this.taken = [];
    this.written = []; // {text, box} of labels
    this.rings(g);
    this.axes(g, width, height);
    this.numbers(g);
  }

  rings(g) {
    const drawn = [];
    if (this.places.length > PLACES_MOST) return;
    for (const p of this.places) {
      if (drawn.length >= RINGS_MOST) break;
      const at = this.stage.screen(p.centre);
      if (!at || this.stage.pixels(p.centre, 2 * p.radius) > RING_BELOW) continue;
      if (drawn.some((o) => Math.hypot(o[0] - at[0], o[1] - at[1]) < RING_BELOW)) continue;
      drawn.push(at);
      for (const [width, style] of [[5, dark.matches ? "#101216" : "#ffffff"], [2.5, markColour()]]) {
        g.lineWidth = width;
        g.strokeStyle = style;
        g.beginPath();
        g.arc(at[0], at[1], 16, 0, 7);
        g.stroke();
      }
    }
  }

  axes(g, width, height) {
    const middle = [width - 52, height - 52], camera = this.stage.camera;
    middle[1] -= this.stage.foot;
    g.font = "600 14px system-ui, sans-serif";
    g.textAlign = "center";
    g.textBaseline = "middle";
    g.lineWidth = 2.5;
    const ways = ["x", "y", "z"].map((name, i) => [new Vector3().setComponent(i, 1).transformDirection(camera.matrixWorldInverse), name]);
    ways.sort((a, b) => a[0].z - b[0].z);
    const ink = dark.matches ? [233, 235, 239] : [27, 29, 35];
    for (const [v, name] of ways) {
      g.strokeStyle = g.fillStyle = `rgba(${ink}, ${v.z < -0.2 ? 0.55 : 1})`;
      g.beginPath();
      g.moveTo(...middle);
      g.lineTo(middle[0] + 28 * v.x, middle[1] - 28 * v.y);
      g.stroke();
      g.fillText(name, middle[0] + 40 * v.x, middle[1] - 40 * v.y);
    }
    this.taken.push([middle[0] - 48, middle[1] - 48, 96, 96]);
  }

  // The chosen ones first; then, if asked for, the largest that there is room for.
  numbers(g) {
    const seen = [];
    for (const l of this.labels) {
      if (!l.first && !this.ids) continue;
      const at = this.stage.screen(l.at);
      if (!at) continue;
      if (l.first) { // what is chosen keeps its name where its middle is beyond the border
        at[0] = Math.min(Math.max(at[0], 0), this.stage.width);
        at[1] = Math.min(Math.max(at[1], this.stage.head), this.stage.height - this.stage.foot);
      }
      if (at[0] < 0 || at[1] < 0 || at[0] > this.stage.width || at[1] > this.stage.height) continue;
      if (!l.first && (at[1] < this.stage.head + 10 || at[1] > this.stage.height - this.stage.foot - 10)) continue; // covered
      const size = this.stage.pixels(l.at, l.size);
      if (l.first || size > LABEL_ROOM) seen.push({ ...l, x: at[0], y: at[1], pixels: l.first ? Infinity : size });
    }
    seen.sort((a, b) => b.pixels - a.pixels);
    g.textAlign = "left";
    let count = 0;
    for (const l of seen) {
      if (count >= LABELS_MOST) break;
      g.font = `${l.first ? 600 : 400} 13px system-ui, sans-serif`;
      const width = g.measureText(l.text).width + 24, height = 20;
      const box = this.room(l.x - width / 2, l.y - height / 2, width, height, l.first);
      if (!box) continue;
      count++;
      this.written.push({ text: l.text, box });
      g.fillStyle = dark.matches ? "rgba(25, 27, 32, .92)" : "rgba(255, 255, 255, .92)";
      g.strokeStyle = dark.matches ? "#343943" : "#b9bfca";
      g.lineWidth = 1;
      g.beginPath();
      g.roundRect(...box, 5);
      g.fill();
      g.stroke();
      g.fillStyle = l.css;
      g.fillRect(box[0] + 6, box[1] + 6, 8, 8);
      g.fillStyle = dark.matches ? "#e9ebef" : "#1b1d23";
      g.fillText(l.text, box[0] + 19, box[1] + height / 2 + 1);
    }
  }

  // A box there, or for one that must be seen near there, that overlaps no other; never under the tools or the time line.
  room(x, y, width, height, must) {
    const tries = must ? [[0, -32], [0, 32], [0, -58], [width, 0], [-width, 0], [0, -52], [0, 52], [0, 78], [0, -78]] : [[0, 0]];
    for (const [dx, dy] of tries) {
      const box = [Math.min(Math.max(x + dx, 4), this.stage.width - width - 4), Math.max(Math.min(y + dy, this.stage.height - this.stage.foot - height - 4), this.stage.head), width, height];
      if (this.taken.some((o) => o[0] < box[0] + width && box[0] < o[0] + o[2] && o[1] < box[1] + height && box[1] < o[1] + o[3])) continue;
      this.taken.push(box);
      return box;
    }
    return null;
  }
}
