// three_shapes.js - the shapes of contacts: a point, a segment, or a convex polygon of up to six corners.

/** Call tell(kind, corners, i) for the shape of each pair of an answer that was asked with details "points". */
export function eachShape({ contacts }, tell) {
  for (let i = 0; i < (contacts?.length ?? 0); i++) {
    const { kind, pointCount, points } = contacts[i];
    tell(kind, points.slice(0, pointCount).flat(), i);
  }
}
