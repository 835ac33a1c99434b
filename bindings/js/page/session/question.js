// question.js - questions about two parts, in blocks of the module's memory that are there once: what is asked sixty times a
// second takes no memory. Answers have the layout of reports (see/report/marks.js).
import { structs } from "abut/lib/tables.js";

const INSTANCE = structs.instance.fields, HITS = structs.hits.fields, CONTACT = structs.contact.fields;
const DEPTH_EFFORT = { relative: 1e-2, budget: 1 << 16 }; // a first answer; its bounds are true

export class Question {
  constructor(abut) {
    this.abut = abut;
    const room = (name) => abut.memory.take(structs[name].size);
    this.a = abut.memory.take(2 * structs.instance.size);
    this.b = this.a + structs.instance.size;
    this.blocks = {};
    for (const name of ["ask", "hits", "containment", "distance_ask", "distance_answer", "solids_ask", "depth_least_answer"]) this.blocks[name] = room(name);
  }

  // Say which parts. Their poses are blocks of memory, written once for each.
  about(a, b) {
    const { memory } = this.abut;
    memory.view;
    [[this.a, a], [this.b, b]].forEach(([at, part]) => {
      memory.data.setUint32(at + INSTANCE.model.at, part.mesh.model, true);
      memory.data.setUint32(at + INSTANCE.user.at, part.id, true); // tells parts of one mesh apart
      memory.bytes.copyWithin(at + INSTANCE.pose.at, part.poseAt, part.poseAt + structs.pose.size);
    });
    this.names = `${a.name} and ${b.name}`;
  }

  call(name, ask, values, answer) {
    const { memory, exports } = this.abut, how = this.blocks[ask], out = this.blocks[answer];
    memory.view;
    memory.bytes.fill(0, how, how + structs[ask].size);
    memory.write(ask, how, values, name);
    memory.check(exports[name](this.abut.query, this.a, this.b, how, out), this.names);
    return out;
  }

  /** The contacts: { count, counts, triangles, kinds, points, low, high, volumeTests, triangleTests }. */
  contacts(withPoints, isLive) {
    const at = this.call("abut_collide", "ask", { details: withPoints ? "points" : "kinds", coherent: isLive }, "hits");
    return this.taken(at, withPoints);
  }

  /** The same, and how the two stand to each other. */
  relation(withPoints) {
    const at = this.call("abut_contain", "ask", { details: withPoints ? "points" : "kinds" }, "containment");
    const { fields } = structs.containment;
    const relation = this.abut.memory.get(fields.relation, at + fields.relation.at);
    return { relation, ...this.taken(at + fields.hits.at, withPoints) };
  }

  taken(at, withPoints) {
    const { memory } = this.abut, view = memory.view;
    const word = (field) => view.getUint32(at + field.at, true), count = word(HITS.count);
    const out = {
      count,
      volumeTests: Number(view.getBigUint64(at + HITS.volumeTests.at, true)),
      triangleTests: Number(view.getBigUint64(at + HITS.triangleTests.at, true)),
      triangles: count ? memory.copy("I", word(HITS.pairs), 2 * count) : new Uint32Array(0),
      kinds: new Uint8Array(count), counts: { touch: 0, cross: 0, coplanar: 0 },
      points: new Float64Array(0), low: null, high: null,
    };
    if (count) this.takeContacts(word(HITS.contacts), out, withPoints);
    return out;
  }

  takeContacts(first, out, withPoints) {
    const { view, buffer } = this.abut.memory, { size } = structs.contact, total = [0, 0, 0, 0];
    let points = 0;
    for (let i = 0, at = first; i < out.count; i++, at += size) {
      const kind = view.getInt32(at + CONTACT.kind.at, true), n = view.getInt32(at + CONTACT.pointCount.at, true);
      out.kinds[i] = kind | (n << 4);
      total[kind]++;
      points += n;
    }
    out.counts = { touch: total[1], cross: total[2], coplanar: total[3] };
    if (!withPoints) return;
    out.points = new Float64Array(3 * points);
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0, at = first + CONTACT.points.at, to = 0; i < out.count; i++, at += size) {
      const n = 3 * (out.kinds[i] >> 4), from = new Float64Array(buffer, at, n);
      for (let j = 0; j < n; j++) {
        const x = from[j], k = j % 3;
        if (x < low[k]) low[k] = x;
        if (x > high[k]) high[k] = x;
        out.points[to++] = x;
      }
    }
    Object.assign(out, { low, high });
  }

  /** How far apart they are: { lo, hi, aPoint, bPoint }. */
  gap() {
    const { lo, hi, aPoint, bPoint } = this.abut.memory.read("distance_answer", this.call("abut_distance", "distance_ask", { details: "points" }, "distance_answer"));
    return { lo, hi, aPoint, bPoint };
  }

  /** How deep they are in each other: { lo, hi, translation, complete }; null: one of them has no inside. */
  depth(a, b) {
    const { memory } = this.abut, { fields } = structs.solids_ask, ask = this.blocks.solids_ask;
    const solids = [a, b].map((part) => solidOf(this.abut, part));
    memory.view;
    memory.bytes.fill(0, ask, ask + structs.solids_ask.size);
    memory.write("solids_ask", ask, DEPTH_EFFORT, "depth");
    memory.view.setUint32(ask + fields.aSolid.at, solids[0], true);
    memory.view.setUint32(ask + fields.bSolid.at, solids[1], true);
    const out = this.blocks.depth_least_answer;
    memory.check(this.abut.exports.abut_depth_least(this.abut.query, this.a, this.b, ask, out), this.names);
    const { lo, hi, translation, complete, reason } = memory.read("depth_least_answer", out);
    return reason === NO_REASON(memory) ? { lo, hi, translation, complete } : null;
  }
}

const NO_REASON = (memory) => memory.wordsOf("reason").text.get(0);

// The solid of a mesh, made once; the mesh frees it.
function solidOf(abut, { mesh }) {
  if (!mesh.solidAt) {
    abut.memory.check(abut.exports.abut_solid_build(abut.scratch, mesh.model, 0), mesh.name);
    mesh.solidAt = abut.memory.view.getUint32(abut.scratch, true);
  }
  return mesh.solidAt;
}
