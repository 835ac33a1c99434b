// sides.js - those who are compared: abut, three-mesh-bvh and rapier. A side opens the meshes of a scene, in the way that is the
// fastest of its `ways`; what is opened has ask(query, first), which is timed and tells how many pairs it found (or 1 and 0 for
// yes and no), and answer(query, first, deadline), which tells them, sorted, each as a * 2^32 + b, or null where it knows none.

const PAIR = 2 ** 32;

const TESTS_A_LOOK = 1024; // tests of triangles between two looks at the clock

const key = (a, b) => a * PAIR + b;
export const pairOf = (number) => [Math.floor(number / PAIR), number % PAIR];

// ------------------------------------------------------------------------------------------------ abut

export function abutSide(abut) {
  return {
    name: `abut ${abut.version}`,
    ways: [{}],
    open(meshes) {
      const models = meshes.map(({ positions, index }) => abut.mesh(positions, index));
      const collide = (q, limit) => abut.collide(models[q.a], models[q.b], { poseA: q.poseA, poseB: q.poseB, limit });
      return {
        ask: (q, first) => collide(q, first ? 1 : 0).count,
        answer(q, first) {
          const { pairs } = collide(q, first ? 1 : 0);
          return Float64Array.from({ length: pairs.length / 2 }, (_, i) => key(pairs[2 * i], pairs[2 * i + 1])).sort();
        },
        close: () => models.forEach((m) => m.free()),
      };
    },
  };
}

// --------------------------------------------------------------------------------------- three-mesh-bvh

// Which tree is fastest, and for a first contact which question, differs from scene to scene.
const WAYS = ["SAH", "CENTER", "AVERAGE"].flatMap((strategy) => [false, true].map((asGeometry) => ({ strategy, asGeometry })));

export function threeSide(three, bvh, version) {
  const matrixOf = (q) => new three.Matrix4().fromArray(q.poseA).invert().multiply(new three.Matrix4().fromArray(q.poseB));
  // indirect: triangles keep their numbers, for one look-up more; so times are taken without.
  const tree = ({ positions, index }, strategy, indirect) => {
    const geometry = new three.BufferGeometry();
    geometry.setAttribute("position", new three.BufferAttribute(positions, 3));
    geometry.setIndex(new three.BufferAttribute(indirect ? index : index.slice(), 1));
    geometry.boundsTree = new bvh.MeshBVH(geometry, { strategy: bvh[strategy], indirect, verbose: false });
    return geometry.boundsTree;
  };
  const trees = new Map(); // of the last meshes: a tree of each strategy serves both questions
  const all = (meshes, strategy) => {
    if (trees.get("of") !== meshes) trees.clear();
    trees.set("of", meshes);
    if (!trees.has(strategy)) trees.set(strategy, meshes.map((m) => tree(m, strategy, false)));
    return trees.get(strategy);
  };
  return {
    name: `three-mesh-bvh ${version}`,
    ways: WAYS,
    open(meshes, { strategy = "CENTER", asGeometry = false } = {}) {
      const timed = all(meshes, strategy);
      let told = null;
      return {
        ask(q, first) {
          if (first && asGeometry) return timed[q.a].intersectsGeometry(timed[q.b].geometry, matrixOf(q)) ? 1 : 0;
          let count = 0;
          timed[q.a].bvhcast(timed[q.b], matrixOf(q), {
            intersectsTriangles(one, two) {
              if (!one.intersectsTriangle(two, null, true)) return false;
              count++;
              return first;
            },
          });
          return count;
        },
        answer(q, first, deadline = Infinity) {
          told ??= meshes.map((m) => tree(m, strategy, true));
          const found = [];
          let tests = 0, isSlow = false; // it cannot be thrown out of: it would never be asked again
          told[q.a].bvhcast(told[q.b], matrixOf(q), {
            intersectsTriangles(one, two, i, k) {
              if (++tests % TESTS_A_LOOK === 0 && performance.now() > deadline) return (isSlow = true);
              if (!one.intersectsTriangle(two, null, true)) return false;
              found.push(key(told[q.a].resolveTriangleIndex(i), told[q.b].resolveTriangleIndex(k)));
              return first;
            },
          });
          if (isSlow) throw new Error("too slow");
          return Float64Array.from(new Set(found)).sort();
        },
        close() {},
      };
    },
  };
}

// ------------------------------------------------------------------------------------------------ rapier

// Its shapes of triangles have floats. Whether two of them meet is a question of its own; which triangles do is seen only in the
// contacts of a world (see worldPairs). Shape.intersectsShape builds both trees for each question: these are built once.
export function rapierSide(rapier) {
  return {
    name: `rapier ${rapier.version()}`,
    ways: [{}],
    open(meshes) {
      const shapes = meshes.map(({ positions, index }) => new rapier.TriMesh(new Float32Array(positions), index).intoRaw());
      return {
        ask(q) {
          const a = placed(rapier, q.poseA), b = placed(rapier, q.poseB);
          const meets = shapes[q.a].intersectsShape(a.place, a.turn, shapes[q.b], b.place, b.turn);
          for (const part of [a.place, a.turn, b.place, b.turn]) part.free();
          return meets ? 1 : 0;
        },
        answer: () => null,
        close: () => shapes.forEach((shape) => shape.free()),
      };
    },
  };
}

function placed({ VectorOps, RotationOps }, m) {
  return { place: VectorOps.intoRaw({ x: m[12], y: m[13], z: m[14] }), turn: RotationOps.intoRaw(quaternion(m)) };
}

// Of a rotation; by the largest of its four numbers, so that nothing is lost.
function quaternion(m) {
  const squares = [1 + m[0] - m[5] - m[10], 1 - m[0] + m[5] - m[10], 1 - m[0] - m[5] + m[10], 1 + m[0] + m[5] + m[10]];
  const most = squares.indexOf(Math.max(...squares)), s = 2 * Math.sqrt(squares[most]), q = s / 4;
  const [yz, zx, xy] = [(m[6] - m[9]) / s, (m[8] - m[2]) / s, (m[1] - m[4]) / s], [YZ, ZX, XY] = [(m[6] + m[9]) / s, (m[8] + m[2]) / s, (m[1] + m[4]) / s];
  const [x, y, z, w] = [[q, XY, ZX, yz], [XY, q, YZ, zx], [ZX, YZ, q, xy], [yz, zx, xy, q]][most];
  return { x, y, z, w };
}

/** The pairs of triangles that a world of rapier has contacts of, where no distance is greater than 0. */
export function worldPairs(rapier, a, b) {
  const world = new rapier.World({ x: 0, y: 0, z: 0 });
  const [one, two] = [a, b].map(({ positions, index }, i) => {
    const body = world.createRigidBody(i ? rapier.RigidBodyDesc.dynamic() : rapier.RigidBodyDesc.fixed());
    return world.createCollider(rapier.ColliderDesc.trimesh(new Float32Array(positions), index), body);
  });
  world.timestep = 1e-9;
  world.step();
  const found = new Set();
  world.contactPair(one, two, (manifold, flipped) => {
    for (let i = 0; i < manifold.numContacts(); i++) {
      const pair = [manifold.subshape1(), manifold.subshape2()];
      if (manifold.contactDist(i) <= 0) found.add(flipped ? key(pair[1], pair[0]) : key(...pair));
    }
  });
  world.free();
  return Float64Array.from(found).sort();
}
