// pick.js - which triangle is under a ray, by looking at all of them: a million take some ten milliseconds.
import { Matrix3 } from "three";

// Return the share along the direction of the first hit beyond `from`, below `best`, and its triangle; -1: none.
function hit(m, o, d, from, best) {
  const p = m.positions, t = m.indices;
  let triangle = -1;
  for (let i = 0; i < t.length; i += 3) {
    const a = 3 * t[i], b = 3 * t[i + 1], c = 3 * t[i + 2];
    const ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2];
    const px = d.y * vz - d.z * vy, py = d.z * vx - d.x * vz, pz = d.x * vy - d.y * vx;
    const area = ux * px + uy * py + uz * pz;
    if (area === 0) continue;
    const sx = o.x - p[a], sy = o.y - p[a + 1], sz = o.z - p[a + 2];
    const u = (sx * px + sy * py + sz * pz) / area;
    if (u < 0 || u > 1) continue;
    const qx = sy * uz - sz * uy, qy = sz * ux - sx * uz, qz = sx * uy - sy * ux;
    const v = (d.x * qx + d.y * qy + d.z * qz) / area;
    if (v < 0 || u + v > 1) continue;
    const along = (vx * qx + vy * qy + vz * qz) / area;
    if (along > from && along < best) {
      best = along;
      triangle = i / 3;
    }
  }
  return [best, triangle];
}

// The nearest visible triangle along a ray; planes cut away what is before them.
export function pick(models, origin, direction, planes, from = 0) {
  let best = Infinity, found = null;
  for (const plane of planes) { // begin behind the plane
    const speed = plane.normal.dot(direction), at = -(plane.normal.dot(origin) + plane.constant) / speed;
    if (speed > 0 && at > from) from = at;
    if (speed < 0) best = Math.min(best, at);
    if (speed < 0 && at < from) return null;
  }
  for (const m of models) {
    if (!m.shown) continue;
    m.group.updateMatrixWorld();
    const inverse = m.group.matrixWorld.clone().invert();
    const o = origin.clone().applyMatrix4(inverse), d = direction.clone().applyMatrix3(new Matrix3().setFromMatrix4(inverse));
    const [along, triangle] = hit(m, o, d, from, best);
    if (triangle < 0) continue;
    best = along;
    found = { model: m, triangle, along };
  }
  return found;
}
