// sides.js - those who are compared: abut, three-mesh-bvh and rapier, each asked for first contact or all contacts of two
// meshes in two poses. A side has open(meshes) -> an opened scene with answer(query, first), which tells true pairs
// of triangles as a * 2^32 + b, or only yes and no (1, 0) where it knows no pairs; and ask(query, first), for the time.

const PAIR = 2 ** 32;

// ------------------------------------------------------------------------------------------------ abut

export function abutSide(abut) {
  return {
    name: `abut ${abut.version}`,
    tellsPairs: true,
    open(meshes, options) {
      const models = meshes.map(({ positions, index }) => abut.mesh(positions, index, options));
      const collide = (q, limit) => abut.collide(models[q.a], models[q.b], { poseA: q.poseA, poseB: q.poseB, limit });
      return {
        ask: (q, first) => collide(q, first ? 1 : 0).count,
        answer(q, first) {
          const { pairs } = collide(q, first ? 1 : 0);
          return numbers(pairs.length / 2, (i) => pairs[2 * i] * PAIR + pairs[2 * i + 1]);
        },
        close: () => models.forEach((m) => m.free()),
      };
    },
  };
}

function numbers(count, tell) {
  return Float64Array.from({ length: count }, (_, i) => tell(i)).sort();
}

// --------------------------------------------------------------------------------------- three-mesh-bvh

/** How a tree of three-mesh-bvh may be built and asked. Which is fastest differs from scene to scene. */
export const THREE_WAYS = ["CENTER", "AVERAGE", "SAH"].flatMap((strategy) => [false, true].map((geometry) => ({ strategy, geometry })));

export function threeSide(three, bvh, version) {
  const matrix = (elements) => new three.Matrix4().fromArray(elements);
  // indirect: triangles keep their numbers, at the cost of one look-up more; so times are taken without.
  const tree = ({ positions, index }, strategy, indirect) => {
    const geometry = new three.BufferGeometry();
    geometry.setAttribute("position", new three.BufferAttribute(positions, 3));
    geometry.setIndex(new three.BufferAttribute(indirect ? index : index.slice(), 1));
    geometry.boundsTree = new bvh.MeshBVH(geometry, { strategy: bvh[strategy], indirect, verbose: false });
    return geometry.boundsTree;
  };
  const cast = (trees, q, touched) => trees[q.a].bvhcast(trees[q.b], matrix(q.poseA).invert().multiply(matrix(q.poseB)), {
    intersectsTriangles: (one, two, i, k) => one.intersectsTriangle(two, null, true) && touched(i, k),
  });
  return {
    name: `three-mesh-bvh ${version}`,
    tellsPairs: true,
    open(meshes, { strategy = "CENTER", geometry = false } = {}) {
      const timed = meshes.map((m) => tree(m, strategy, false));
      let told = null; // made when it is asked for pairs
      return {
        ask(q, first) {
          if (first && geometry) {
            const bToA = matrix(q.poseA).invert().multiply(matrix(q.poseB));
            return timed[q.a].intersectsGeometry(timed[q.b].geometry, bToA) ? 1 : 0;
          }
          let count = 0;
          cast(timed, q, () => (count++, first));
          return count;
        },
        answer(q, first) {
          told ??= meshes.map((m) => tree(m, strategy, true));
          const pairs = [];
          cast(told, q, (i, k) => {
            pairs.push(told[q.a].resolveTriangleIndex(i) * PAIR + told[q.b].resolveTriangleIndex(k));
            return first;
          });
          return Float64Array.from(new Set(pairs)).sort();
        },
        close() {},
      };
    },
  };
}

// ------------------------------------------------------------------------------------------------ rapier

// It has shapes of triangles in floats. Whether two of them meet is a question that it knows (intersectsShape, contactShape) and
// one that its world answers (a pair of contact with points). No pairs of triangles are told to its callers.
export function rapierSide(rapier) {
  return {
    name: `rapier ${rapier.version()}`,
    tellsPairs: false,
    open(meshes) {
      const shapes = meshes.map(({ positions, index }) => new rapier.TriMesh(new Float32Array(positions), index));
      return {
        shapes,
        ask(q) {
          const a = parts(q.poseA), b = parts(q.poseB), still = { x: 0, y: 0, z: 0 };
          return shapes[q.a].intersectsShape(a.place, a.turn, shapes[q.b], b.place, b.turn) ? 1 : 0;
        },
        close() {},
      };
    },
  };
}
