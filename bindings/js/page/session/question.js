// question.js - questions about two parts. Contacts have the layout of reports (see/report/marks.js): what a page draws sixty
// times a second is a few typed arrays.
import { structs } from "abut/lib/tables.js";
import { box } from "./sketch.js";

const { size: SIZE, fields: CONTACT } = structs.contact;
// A first answer, whose bounds are true: of one pair, and of each of many.
export const DEPTH_OF_PAIR = { relative: 1e-2, budget: 1 << 16 }, DEPTH_OF_ROW = { relative: 1e-2, budget: 1 << 13 };

const stand = (a, b) => ({ poseA: a.pose, poseB: b.pose });
const details = (withPoints) => (withPoints ? "points" : "kinds");

/**
 * The contacts: { count, counts, triangles, kinds, points, low, high, volumeTests, triangleTests }. A byte of kinds is the
 * kind and, times 16, the number of points; points are those of all contacts one after the other, in the world.
 */
export function contacts(abut, a, b, withPoints) {
  return taken(abut.collide(a.mesh, b.mesh, { ...stand(a, b), details: details(withPoints) }), withPoints);
}

/** The same while one is dragged: points are as good as doubles (sketch.js). */
export function liveContacts(abut, a, b, sketch) {
  const out = taken(abut.collide(a.mesh, b.mesh, { ...stand(a, b), details: "kinds", coherent: true, keyA: a.id, keyB: b.id }), false);
  if (sketch && out.count) sketch.draw(a, b, out);
  return out;
}

/** The same, and how the two stand to each other. */
export function relation(abut, a, b, withPoints) {
  const { relation, hits } = abut.contain(a.mesh, b.mesh, { ...stand(a, b), details: details(withPoints) });
  return { relation, ...taken(hits, withPoints) };
}

/** How far apart they are: { lo, hi, aPoint, bPoint }. */
export function gap(abut, a, b) {
  const { lo, hi, aPoint, bPoint } = abut.distance(a.mesh, b.mesh, { ...stand(a, b), details: "points" });
  return { lo, hi, aPoint, bPoint };
}

/** How deep they are in each other: { lo, hi, translation, complete }; null: one of them has no inside. */
export function depth(abut, a, b, effort) {
  const { lo, hi, translation, complete, reason } = abut.depth(a.mesh, b.mesh, { ...stand(a, b), ...effort });
  return reason === "none" ? { lo, hi, translation, complete } : null;
}

function taken({ pairs, contacts: rows, count, volumeTests, triangleTests }, withPoints) {
  const out = { count, volumeTests, triangleTests, triangles: pairs, kinds: new Uint8Array(count), points: new Float64Array(0), low: null, high: null };
  const view = rows.view, total = [0, 0, 0, 0];
  let points = 0;
  for (let i = 0, at = 0; i < count; i++, at += SIZE) {
    const kind = view.getInt32(at + CONTACT.kind.at, true), n = view.getInt32(at + CONTACT.pointCount.at, true);
    out.kinds[i] = kind | (n << 4);
    total[kind]++;
    points += n;
  }
  out.counts = { touch: total[1], cross: total[2], coplanar: total[3] };
  if (withPoints && count) takePoints(view, points, out);
  return out;
}

function takePoints(view, points, out) {
  out.points = new Float64Array(3 * points);
  for (let i = 0, at = CONTACT.points.at, to = 0; i < out.count; i++, at += SIZE) {
    for (let j = 0, n = 3 * (out.kinds[i] >> 4); j < n; j++) out.points[to++] = view.getFloat64(at + 8 * j, true);
  }
  box(out);
}
