// three_shapes.js - the shapes of contacts: a point, a segment, or a convex polygon of up to six corners.

const ROW = 18; // numbers of a contact's points

/** Call tell(kind, corners, i) for the shape of each pair of an answer that was asked with details "points". */
export function eachShape({ contacts, count }, tell) {
  if (count === 0) return;
  const kinds = contacts.column("kind"), counts = contacts.column("pointCount"), points = contacts.column("points");
  for (let i = 0; i < count; i++) tell(kinds[i], points.subarray(ROW * i, ROW * i + 3 * counts[i]), i);
}
