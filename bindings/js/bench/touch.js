// touch.js - functions of the library itself, without what JavaScript does around them: the exact test of two triangles, which
// says who is right, and a question that is put to memory once.
import { writeMatrix } from "/abut/lib/three_place.js";
import { use } from "/abut/three.js";
import { structs } from "/abut/lib/tables.js";

const TRIANGLE = 72; // bytes
const ROWS = 128;

/** touch(a, b, query, [i, k]): whether triangle i of a and k of b have a point in common. */
export function triangleTouch(abut) {
  use(abut);
  const { memory, exports } = abut, pose = structs.pose.size, instance = structs.instance.size;
  const block = memory.take(2 * TRIANGLE + 2 * pose + ROWS + structs.contact.size + 2 * instance + structs.ask.size + structs.hits.size);
  const at = { a: block, b: block + TRIANGLE, poseA: block + 2 * TRIANGLE, poseB: block + 2 * TRIANGLE + pose, rows: block + 2 * (TRIANGLE + pose) };
  at.contact = at.rows + ROWS;
  at.one = at.contact + structs.contact.size;
  at.two = at.one + instance;
  at.ask = at.two + instance;
  at.hits = at.ask + structs.ask.size;
  const corners = (to, { positions, index }, triangle) => {
    for (let i = 0; i < 9; i++) memory.view.setFloat64(to + 8 * i, positions[3 * index[3 * triangle + Math.trunc(i / 3)] + i % 3], true);
  };
  const touch = (a, b, q, [i, k]) => {
    corners(at.a, a, i);
    corners(at.b, b, k);
    writeMatrix(at.poseA, at.rows, q.poseA, "a");
    writeMatrix(at.poseB, at.rows, q.poseB, "b");
    memory.check(exports.abut_triangles_touch(at.a, at.poseA, at.b, at.poseB, at.contact));
    return memory.view.getInt32(at.contact + structs.contact.fields.kind.at, true) !== 0;
  };
  /** A function that asks for a first contact of a mesh with itself in another pose. */
  touch.collider = (mesh, poseB) => {
    const { fields } = structs.instance;
    memory.view.setUint32(at.one + fields.model.at, mesh.model, true);
    memory.view.setUint32(at.two + fields.model.at, mesh.model, true);
    writeMatrix(at.two + fields.pose.at, at.rows, poseB, "b");
    memory.view.setUint32(at.ask + structs.ask.fields.limit.at, 1, true);
    return () => memory.check(exports.abut_collide(abut.query, at.one, at.two, at.ask, at.hits));
  };
  touch.free = () => memory.give(block);
  return touch;
}
