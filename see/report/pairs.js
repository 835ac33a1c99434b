// pairs.js - the list of "abut check": pairs of triangles. Also what it shows of a chosen pair.
import { BufferAttribute, BufferGeometry, Color, DoubleSide, LineBasicMaterial, LineLoop, Mesh, MeshBasicMaterial, Group, Vector3 } from "three";
import { dot, make, place } from "./dom.js";
import { KINDS, field, kindButtons, sorted, sorting } from "./filters.js";
import { drawContacts, release } from "./marks.js";
import { dark } from "./stage.js";

// The number that a triangle has in the file.
export function id(model, triangle) {
  return model.ids ? model.ids[triangle] : triangle;
}

export function corners(model, triangle) {
  model.group.updateMatrixWorld();
  return [0, 1, 2].map((k) => new Vector3().fromArray(model.positions, 3 * model.indices[3 * triangle + k]).applyMatrix4(model.group.matrixWorld));
}

// A triangle, filled and outlined, drawn over all.
function outlined(model, triangle) {
  const c = corners(model, triangle), group = new Group();
  const geometry = new BufferGeometry().setFromPoints(c);
  const fill = new Mesh(geometry, new MeshBasicMaterial({ color: new Color(model.css), transparent: true, opacity: 0.55, side: DoubleSide, depthTest: false, depthWrite: false }));
  const rim = new LineLoop(geometry, new LineBasicMaterial({ color: dark.matches ? "#ffffff" : "#101216", depthTest: false, transparent: true }));
  fill.renderOrder = 20;
  rim.renderOrder = 21;
  group.add(fill, rim);
  return group;
}

// Show two triangles and what they share. Return labels for them.
export function showPair(view, meeting, i) {
  const { stage, contacts } = view;
  view.chosen && release(view.chosen);
  view.chosen = new Group();
  const models = [stage.models[meeting.a], stage.models[meeting.b]], triangles = [contacts.a(i), contacts.b(i)];
  const marks = drawContacts(contacts, i, i + 1, 5, null, 22);
  marks.position.copy(models[0].offset);
  view.chosen.add(outlined(models[0], triangles[0]), outlined(models[1], triangles[1]), marks);
  stage.scene.add(view.chosen);
  return models.map((m, k) => label(m, triangles[k], true));
}

export function label(model, triangle, first) {
  const c = corners(model, triangle), at = c[0].clone().add(c[1]).add(c[2]).divideScalar(3);
  const size = Math.sqrt(c[1].clone().sub(c[0]).cross(c[2].clone().sub(c[0])).length());
  return { at, size, text: `${model.letter ? `${model.letter} ` : ""}${id(model, triangle)}`, css: model.css, first };
}

export class Pairs {
  constructor(view) {
    this.view = view;
    this.contacts = view.contacts;
    this.title = "Pairs of triangles";
    this.total = this.contacts.count;
    this.meeting = view.report.meetings[0];
    this.sort = "file";
    this.text = "";
  }

  filters(changed) {
    const counted = new Map();
    for (let i = 0; i < this.total; i++) counted.set(this.contacts.kind(i), (counted.get(this.contacts.kind(i)) ?? 0) + 1);
    return [
      ...kindButtons(counted, this.view.kinds, "pairs", () => { this.view.show(); changed(); }),
      sorting([["file", "in order"], ["size", "largest first"], ["kind", "by kind"], ["a", "by a"], ["b", "by b"]], this.sort, (name) => {
        this.sort = name;
        changed();
      }),
      field("number", "Only pairs with this triangle number", (text) => {
        this.text = text;
        changed();
      }),
    ];
  }

  order() {
    const out = [], [a, b] = this.models(), c = this.contacts, { kinds } = this.view;
    for (let i = 0; i < this.total; i++) {
      if (kinds.size && !kinds.has(c.kind(i))) continue;
      if (this.text && String(id(a, c.a(i))) !== this.text && String(id(b, c.b(i))) !== this.text) continue;
      out.push(i);
    }
    const keys = { size: (i) => -c.ball(i, i + 1).radius, kind: (i) => KINDS.indexOf(c.kind(i)), a: (i) => id(a, c.a(i)), b: (i) => id(b, c.b(i)) };
    return this.sort === "file" ? Uint32Array.from(out) : sorted(out, keys[this.sort]);
  }

  models() {
    return [this.view.stage.models[this.meeting.a], this.view.stage.models[this.meeting.b]];
  }

  fill(row, i) {
    const c = this.contacts, [a, b] = this.models();
    const p = this.view.world(c.point(i, 0, new Vector3()));
    row.append(
      make("div", { className: "top" },
        make("span", {}, dot(a.css), `a ${id(a, c.a(i))}`), make("span", {}, dot(b.css), `b ${id(b, c.b(i))}`),
        make("span", { className: "kind" }, c.kind(i))),
      make("div", { className: "under" }, `${c.size(i) === 1 ? "a point" : c.size(i) === 2 ? "a segment" : `an area, ${c.size(i)} corners`} at ${place(p)}`));
  }

  choose(i) {
    const c = this.contacts, { centre, radius } = c.ball(i, i + 1);
    const [a, b] = this.models(), near = Math.min(...[[a, c.a(i)], [b, c.b(i)]].map(([m, t]) => {
      const p = corners(m, t);
      return Math.max(p[0].distanceTo(p[1]), p[1].distanceTo(p[2]));
    }));
    this.view.labels = showPair(this.view, this.meeting, i);
    this.view.goTo(centre.add(a.offset), Math.max(radius * 2.5, near * 1.6, this.view.stage.radius / 400));
  }

  // The row of a triangle that was clicked.
  rowOf(model, triangle) {
    for (let i = 0; i < this.total; i++)
      if ((model.index === this.meeting.a && this.contacts.a(i) === triangle) || (model.index === this.meeting.b && this.contacts.b(i) === triangle)) return i;
    return -1;
  }

  places() {
    return this.view.clusters(this.meeting);
  }

  describe(n) {
    return n === 1 ? "pair of triangles" : "pairs of triangles";
  }
}
