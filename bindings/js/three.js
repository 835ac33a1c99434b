// three.js - meshes of three.js where they stand in a scene: whether they meet, and where. Nothing of three.js is imported: its
// objects are known by what they have. Types and words: three.d.ts.
import { MeshBVH } from "./lib/three_bvh.js";
import { fromGeometry, library, use } from "./lib/three_mesh.js";
import { placed, release } from "./lib/three_place.js";
import { eachShape } from "./lib/three_shapes.js";

export { MeshBVH, fromGeometry, use };

const HERE = ["bake", "build", "frame", "update"]; // options of this file; the others are those of abut.collide

/** Whether two meshes have a point in common. Of an InstancedMesh any instance counts. */
export function intersects(meshA, meshB, options = {}) {
  const unknown = Object.keys(options).find((name) => !HERE.includes(name));
  if (unknown) throw new TypeError(`intersects: there is no option "${unknown}"`);
  for (const answer of answers(meshA, meshB, { ...options, limit: 1 })) if (answer.state === "contact") return true;
  return false;
}

/** All contacts: an answer of abut.collide for each pair of instances that is not apart, with instanceA and instanceB. */
export function collide(meshA, meshB, options = {}) {
  return [...answers(meshA, meshB, options)].filter(({ state }) => state !== "apart");
}

function* answers(meshA, meshB, { bake, build, frame, update, ...asked }) {
  const own = ["poseA", "poseB", "frameA", "frameB"].find((name) => name in asked);
  if (own) throw new TypeError(`collide: "${own}" is what the objects say`);
  const abut = library(), how = { bake, build, frame, update };
  const allA = placed(meshA, how, "a");
  let allB = [];
  try {
    allB = placed(meshB, how, "b");
    // Frames that are equal drop out: where both are in one frame, it decides nothing but where points are told.
    const frames = frame ? { frameA: frame.matrixWorld, frameB: frame.matrixWorld } : {};
    for (const a of allA) {
      for (const b of allB) {
        const answer = abut.collide(a.mesh, b.mesh, { ...asked, ...frames, poseA: a.pose, poseB: b.pose });
        yield { ...answer, pairs: renumbered(answer.pairs, a.mesh, b.mesh), instanceA: a.instance, instanceB: b.instance };
      }
    }
  } finally {
    // What was computed for this call alone; the rest stays with its geometry.
    release(allA);
    release(allB);
  }
}

// A mesh of a part of a geometry (drawRange) counts its triangles from 0: theirs are the geometry's.
function renumbered(pairs, { firstTriangle: a }, { firstTriangle: b }) {
  if (a || b) for (let i = 0; i < pairs.length; i += 2) (pairs[i] += a), (pairs[i + 1] += b);
  return pairs;
}

/**
 * What two meshes share, in the world: segments, as LineSegments takes them, points, and areas where triangles lie in one plane.
 * positions are floats from `origin` on; doubles are the same in the world.
 */
export function contactLines(meshA, meshB, options = {}) {
  if ("details" in options) throw new TypeError('contactLines: its details are always "points"');
  const segments = shapes(), points = shapes(), patches = [];
  let complete = true, contact = false, undecided = false;
  for (const answer of answers(meshA, meshB, { ...options, details: "points" })) {
    complete &&= answer.complete;
    contact ||= answer.state === "contact";
    undecided ||= answer.state === "undecided";
    const instances = [answer.instanceA, answer.instanceB];
    eachShape(answer, (kind, corners, i) => {
      const pair = [answer.pairs[2 * i], answer.pairs[2 * i + 1]];
      if (corners.length > 6) return void patches.push({ kind, pair, instances, doubles: Float64Array.from(corners) });
      const to = corners.length === 6 ? segments : points;
      to.doubles.push(...corners);
      to.pairs.push(...pair);
      to.instances.push(...instances);
    });
  }
  const origin = middle([segments.doubles, points.doubles, ...patches.map((p) => p.doubles)]);
  return {
    state: contact ? "contact" : undecided ? "undecided" : "apart",
    complete,
    origin,
    ...arrays(segments, origin),
    points: arrays(points, origin),
    patches: patches.map((patch) => ({ ...patch, positions: floats(patch.doubles, origin) })),
  };
}

function shapes() {
  return { doubles: [], pairs: [], instances: [] };
}

function arrays({ doubles, pairs, instances }, origin) {
  return { positions: floats(doubles, origin), doubles: Float64Array.from(doubles), pairs: Uint32Array.from(pairs), instances: Uint32Array.from(instances) };
}

function floats(doubles, origin) {
  return Float32Array.from(doubles, (x, i) => x - origin[i % 3]);
}

// Of all shapes; floats, so that what a renderer adds is what was taken off.
function middle(lists) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      low[i % 3] = Math.min(low[i % 3], list[i]);
      high[i % 3] = Math.max(high[i % 3], list[i]);
    }
  }
  return low.map((x, k) => (x <= high[k] ? Math.fround(x + (high[k] - x) / 2) : 0));
}
