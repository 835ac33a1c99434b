// three_place.js - where an object of three.js stands: the mesh and the pose of each of its instances.
import { fromGeometry, fromLinear, fromLinearOnce, fromVertices, library, through } from "./three_mesh.js";
import { structs } from "./tables.js";

// What a matrix may be that no pose is, but that vertices can be put through.
const STRETCHED = ["NON_UNIFORM_SCALE", "SHEAR", "NOT_RIGID", "BAD_SCALE"];
const HINT = "with { bake: true } its vertices are computed in doubles, and rounded";

/** [{ mesh, pose, instance, once }] of an object; once: the mesh is to be freed after the call. */
export function placed(object, { bake = false, build, frame, update = true }, side) {
  const who = check(object, side);
  if (update) object.updateWorldMatrix?.(true, false);
  const place = frame ? below(object, frame, who) : object.matrixWorld.elements;
  if (isDeformed(object)) return [deformed(object, place, { bake, build, update }, who)];
  if (!object.isInstancedMesh) return [{ ...standing(object.geometry, place, build, bake, who), instance: 0 }];
  const matrices = object.instanceMatrix.array, parts = [];
  try {
    for (let instance = 0; instance < object.count; instance++) {
      const matrix = multiplied(place, matrices.subarray(16 * instance, 16 * instance + 16));
      // A bent form is kept of one matrix only, and instances have many.
      parts.push({ ...standing(object.geometry, matrix, build, bake, `${who}, instance ${instance}`, true), instance });
    }
    return parts;
  } catch (error) {
    release(parts);
    throw error;
  }
}

/** Free what was made for one call. */
export function release(parts) {
  for (const { mesh, once } of parts) if (once) mesh.free();
}

function check(object, side) {
  const who = object?.name ? `${object.type ?? "mesh"} "${object.name}"` : side;
  if (!object?.geometry || !object.matrixWorld) throw new TypeError(`${who} is no mesh of three.js: it has no ${object?.geometry ? "matrixWorld" : "geometry"}`);
  const kind = ["Line", "Points", "Sprite", "BatchedMesh"].find((name) => object[`is${name}`]);
  if (kind) throw new TypeError(`${who} is a ${kind}: only a Mesh, an InstancedMesh or a SkinnedMesh can be asked about`);
  if (object.isInstancedMesh && object.morphTexture) throw new TypeError(`${who} has instances with morphs of their own: these are not read`);
  return who;
}

// --------------------------------------------------------------------------------------- deformed meshes

function isDeformed(object) {
  return object.isSkinnedMesh || (object.geometry.morphAttributes?.position !== undefined && (object.morphTargetInfluences ?? []).some((x) => x !== 0));
}

// Bones and morphs move vertices one by one: they are read where they are now.
function deformed(object, place, { bake, build, update }, who) {
  if (!bake) throw new TypeError(`${who} is deformed by ${object.isSkinnedMesh ? "bones" : "morphs"}; ${HINT}`);
  if (update && object.isSkinnedMesh) {
    for (const bone of object.skeleton.bones) bone.updateWorldMatrix(true, false);
    object.updateMatrixWorld(); // a SkinnedMesh sets its bindMatrixInverse there
  }
  const refused = refusal(place, who), target = object.position.clone();
  if (refused && !STRETCHED.includes(refused.status)) throw refused;
  const turn = refused ? through(place) : null;
  const vertex = (i) => {
    object.getVertexPosition(i, target);
    return turn ? turn(i, target.x, target.y, target.z) : target;
  };
  return { mesh: fromVertices(object.geometry, vertex, build), pose: refused ? moved(place) : place, instance: 0, once: true };
}

// ---------------------------------------------------------------------------------------------- matrices

// By columns, in doubles.
function multiplied(one, two) {
  const out = new Float64Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      for (let k = 0; k < 4; k++) out[4 * column + row] += one[4 * k + row] * two[4 * column + k];
    }
  }
  return out;
}

// Where an object is in one above it.
function below(object, frame, who) {
  let place = object.matrix.elements;
  for (let parent = object.parent; parent !== frame; parent = parent.parent) {
    if (!parent) throw new TypeError(`${who} is not below the frame`);
    place = multiplied(parent.matrix.elements, place);
  }
  return place;
}

const moved = (elements) => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, elements[12], elements[13], elements[14], 1);

/** A geometry and a matrix as a mesh and a pose. Where the matrix is no pose, and bake is true, its vertices go through it. */
export function standing(geometry, elements, build, bake, who, isMany = false) {
  const refused = refusal(elements, who);
  if (!refused) return { mesh: fromGeometry(geometry, build), pose: elements, once: false };
  if (!bake || !STRETCHED.includes(refused.status)) throw refused;
  const mesh = (isMany ? fromLinearOnce : fromLinear)(geometry, elements, build);
  return { mesh, pose: moved(elements), once: isMany };
}

const ROWS = 16 * 8; // bytes of a matrix

/** Write a matrix as a pose of the library, or throw why it is none. rows: a block for its numbers. */
export function writeMatrix(at, rows, elements, who) {
  const { memory, exports } = library(), { view } = memory;
  for (let i = 0; i < 16; i++) view.setFloat64(rows + 8 * i, elements[(i % 4) * 4 + (i >> 2)], true);
  memory.check(exports.abut_pose_from_matrix(at, rows), who);
}

// Why the library would not take a matrix; null: it does.
function refusal(elements, who) {
  const { memory } = library(), block = memory.take(ROWS + structs.pose.size);
  try {
    writeMatrix(block + ROWS, block, elements, who);
    return null;
  } catch (error) {
    if (STRETCHED.includes(error.status)) error.message += `; ${HINT}`;
    return error;
  } finally {
    memory.give(block);
  }
}
