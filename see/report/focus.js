// focus.js - from where a place of contact is seen: from where the eye is, if nothing is before it; else from another side.
import { Vector3 } from "three";
import { pick } from "./pick.js";

const ways = [
  [2, -3, 2], [-2, -3, 2], [3, 2, 2], [-3, 2, 2], [1, -2, 4], [-2, 1, 4], [4, -1, 1], [-4, -1, 1],
  [2, -3, -2], [-2, -3, -2], [3, 2, -2], [-3, 2, -2], [0.1, 0, 1], [0.1, 0, -1],
].map((w) => new Vector3(...w).normalize());
const WORK_MOST = 12e6; // triangles looked at

// Is the way from a place to the eye free, but for what is next to it?
function isFree(stage, centre, way, near) {
  return !pick(stage.models.filter((m) => !m.sees), centre, way, stage.renderer.clippingPlanes, near);
}

// Return a direction, and whether something is before the place from everywhere.
export function direction(stage, centre, radius) {
  const current = stage.direction();
  if (stage.sees) return [current, false];
  let triangles = 1;
  for (const m of stage.models) triangles += m.indices.length / 3;
  const near = Math.max(radius * 0.6, stage.radius * 2e-3);
  const tries = [current, ...ways.slice().sort((a, b) => b.dot(current) - a.dot(current))];
  for (let i = 0; i < tries.length && i * triangles < WORK_MOST; i++)
    if (isFree(stage, centre, tries[i], near)) return [tries[i], false];
  return [current, true];
}
