// page.js - what runs in the browser: cases, scenes, a large file, a model that is dragged. run.mjs asks it, by globalThis.bench.
import { processor } from "./clock.js";
import { LIMITS, compare, median } from "./compare.js";
import { readScene } from "./scenes.js";
import { abutSide, pairOf, rapierSide, threeSide, worldPairs } from "./sides.js";
import { load } from "/abut/abut.js";
import { start } from "/abut/worker.js";
import rapier from "/modules/@dimforge/rapier3d-compat/dist/rapier.mjs";
import * as three from "three";
import * as bvh from "three-mesh-bvh";
import * as peer from "three-mesh-bvh-peer";

const abut = await load();
await rapier.init();
const json = async (url) => (await fetch(url)).json();
const version = async (name) => (await json(`/modules/${name}/package.json`)).version;
const versions = { three: await version("three"), bvh: await version("three-mesh-bvh"), peer: await version("three-mesh-bvh-peer") };
const ours = abutSide(abut), newest = threeSide(three, bvh, versions.bvh), older = threeSide(three, peer, versions.peer), physics = rapierSide(rapier);
const DRAG_ROUNDS = 5;
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

globalThis.bench = {
  names: () => [ours, newest, older, physics].map(({ name }) => name),

  // ---------------------------------------------------------------------------------------------- cases

  /** Of each case and side: yes or no, and its pairs; with what is true. */
  async cases(url) {
    return (await json(url)).map(({ name, a, b, pairs }) => {
      const meshes = [a, b].map(({ vertices, triangles }) => ({ positions: Float64Array.from(vertices.flat()), index: Uint32Array.from(triangles.flat()) }));
      const floats = meshes.map((m) => ({ ...m, positions: Float32Array.from(m.positions) }));
      const query = { a: 0, b: 1, poseA: IDENTITY, poseB: IDENTITY }, truth = new Set(pairs.map(([i, k]) => i * 2 ** 32 + k));
      const told = [[ours, meshes], [newest, meshes], [newest, floats], [older, meshes]].map(([side, soup]) => {
        const open = side.open(soup), found = open.answer(query, false);
        open.close();
        return judged(found.length > 0, found, truth);
      });
      const open = physics.open(meshes);
      told.push(judged(open.ask(query) > 0, worldPairs(rapier, ...meshes), truth));
      open.close();
      return { name, pairs: pairs.length, told };
    });
  },

  // ---------------------------------------------------------------------------------------------- scenes

  /** Rows of a scene: first contact and all contacts against three-mesh-bvh, first contact against rapier. */
  async scene(url, budget, clock) {
    const scene = readScene(await (await fetch(url)).arrayBuffer());
    const counter = processor(clock), limits = { ...LIMITS, row: budget };
    const row = (side, first) => compare(scene, ours, side, { first, touches: (q, pair) => touches(scene, q, pairOf(pair)), processor: counter, limits });
    return { first: row(newest, true), all: row(newest, false), rapier: row(physics, true) };
  },

  // ---------------------------------------------------------------------------------------------- a call

  /** Microseconds of a question about two cubes far apart: as users ask, and of the library's function alone. */
  call(clock) {
    const counter = processor(clock), count = 200000, corners = Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2]);
    const mesh = abut.mesh(corners, [0, 1, 2, 1, 3, 2, 4, 6, 5, 5, 6, 7, 0, 4, 1, 1, 4, 5, 2, 3, 6, 3, 7, 6, 0, 2, 4, 2, 6, 4, 1, 5, 3, 3, 5, 7]);
    const options = { poseB: Float64Array.of(...IDENTITY.slice(0, 12), 9, 1, 1, 1), limit: 1 };
    const many = (ask) => median(Array.from({ length: 9 }, () => 1e6 * counter.measure(() => {
      for (let i = 0; i < count; i++) ask();
    }) / count));
    const javascript = many(() => abut.collide(mesh, mesh, options)), { a, b, ask, answer } = abut.frame; // where the question is still written
    const library = many(() => abut.exports.abut_collide(abut.query, a, b, ask, answer));
    mesh.free();
    return { javascript, library };
  },

  // ------------------------------------------------------------------------------------------ a large file

  /** Seconds of the processor from the bytes of a binary STL file to the first answer about it, part by part. */
  async large(url, effort, clock) {
    const { meshes: [mesh] } = readScene(await (await fetch(url)).arrayBuffer());
    const counter = processor(clock), bytes = stl(mesh), poseB = turned(0.3, [1.5, 0.4, 0.2]), parts = { read: [], build: [], first: [], all: [] };
    let pairs = 0;
    for (let i = 0; i < 3; i++) {
      let file = null, model = null;
      parts.read.push(counter.measure(() => void (file = abut.read(bytes, { name: "large.stl" }))));
      parts.build.push(counter.measure(() => void (model = abut.mesh(file, { effort }))));
      parts.first.push(counter.measure(() => abut.collide(model, model, { poseB, limit: 1 })));
      parts.all.push(counter.measure(() => void (pairs = abut.collide(model, model, { poseB }).count)));
      model.free();
    }
    const times = Object.fromEntries(Object.entries(parts).map(([name, all]) => [name, median(all)]));
    return { triangles: mesh.index.length / 3, megabytes: bytes.byteLength / 1e6, pairs, ...times };
  },

  // -------------------------------------------------------------------------------------------- dragging

  /**
   * Milliseconds of each step of a drag: of the answer in this thread, and through a worker until it is here; of the fastest of
   * several rounds, for other programs take the processor, too.
   */
  async drag(steps, details) {
    const ring = torus(264, 132), worker = await start();
    const here = abut.mesh(ring.positions, ring.index), there = await worker.mesh(ring.positions.slice(), ring.index.slice());
    const path = Array.from({ length: steps }, (_, i) => turned(1.2 + 0.4 * i / steps, [3.6 - 3 * i / steps, 0.3, 0.1]));
    const out = { triangles: ring.index.length / 3, direct: [], worker: [], pairs: [] };
    for (let round = 0; round < DRAG_ROUNDS; round++) {
      for (const [i, poseB] of path.entries()) {
        const options = { poseB, details, coherent: true }, begin = performance.now();
        const { count } = abut.collide(here, here, options), middle = performance.now();
        const answer = await worker.collide(there, there, options), end = performance.now();
        if (answer.count !== count) throw new Error(`${answer.count} pairs in the worker, ${count} here`);
        out.direct[i] = Math.min(out.direct[i] ?? Infinity, middle - begin);
        out.worker[i] = Math.min(out.worker[i] ?? Infinity, end - middle);
        out.pairs[i] = count;
      }
    }
    here.free();
    await worker.close();
    return out;
  },
};

// The exact test of two triangles alone, which says who is right.
function touches({ meshes }, q, pair) {
  const [a, b] = pair.map((triangle, side) => {
    const { positions, index } = meshes[side ? q.b : q.a];
    return Array.from({ length: 9 }, (_, i) => positions[3 * index[3 * triangle + Math.trunc(i / 3)] + i % 3]);
  });
  return abut.trianglesTouch(a, b, { poseA: q.poseA, poseB: q.poseB }).kind !== "apart";
}

function judged(yes, found, truth) {
  const right = found.filter((pair) => truth.has(pair)).length;
  return { yes, isRight: yes === truth.size > 0, right, missed: truth.size - right, invented: found.length - right };
}

// About the axis y, by columns.
function turned(angle, [x, y, z]) {
  const c = Math.cos(angle), s = Math.sin(angle);
  return [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, x, y, z, 1];
}

function torus(rings, sides) {
  const positions = new Float64Array(3 * rings * sides), index = new Uint32Array(6 * rings * sides);
  for (let i = 0; i < rings; i++) {
    for (let k = 0; k < sides; k++) {
      const at = i * sides + k, u = 2 * Math.PI * i / rings, v = 2 * Math.PI * k / sides, far = 2 + 0.75 * Math.cos(v);
      positions.set([far * Math.cos(u), far * Math.sin(u), 0.75 * Math.sin(v)], 3 * at);
      const right = i * sides + (k + 1) % sides, up = (i + 1) % rings * sides;
      index.set([at, up + k, up + (k + 1) % sides, at, up + (k + 1) % sides, right], 6 * at);
    }
  }
  return { positions, index };
}

function stl({ positions, index }) {
  const count = index.length / 3, view = new DataView(new ArrayBuffer(84 + 50 * count));
  view.setUint32(80, count, true);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 9; k++) view.setFloat32(84 + 50 * i + 12 + 4 * k, positions[3 * index[3 * i + Math.trunc(k / 3)] + k % 3], true);
  }
  return new Uint8Array(view.buffer);
}

document.body.dataset.ready = "1";
