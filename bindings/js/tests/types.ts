// types.ts - the package as TypeScript sees it. It is only compiled: what has to be an error says so (tools/test-js).
import { Abut, AbutError, FileError, frustumPlanes, load, Mesh, Rows, Shape, World } from "abut";
import type { CollideOptions, Contact, Contacts, Distance, First, Kind, Motion, PoseLike, Region, Relation, Shape as AnyShape, State, Status } from "abut";

const abut: Abut = await load({ wasm: new URL("https://example.org/abut.wasm") });
await load({ wasm: new Uint8Array(8) });
// @ts-expect-error: no such option
await load({ module: "abut.wasm" });

// ------------------------------------------------------------------------------------------- meshes
const positions = new Float32Array(9), index = new Uint16Array(3);
const a: Mesh = abut.mesh(positions, index, { name: "a", method: "wide", effort: "best", leafSize: 2, memory: "small", progress: (done) => done < 0.5 });
const b = abut.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]);
abut.mesh(new Float64Array(9));
{
  using inner = abut.mesh({ positions, index, name: "soup" });
  inner.triangleCount.toFixed();
}
// @ts-expect-error: made by abut.mesh
new Mesh();
// @ts-expect-error: no method of that name
abut.mesh(positions, index, { method: "octree" });
// @ts-expect-error: no coordinates
abut.mesh("positions");
// @ts-expect-error: big integers are no indices
abut.mesh(positions, new BigUint64Array(3));
const [low, high]: [number[], number[]] = a.bounds!;
low.length + high.length + a.info.build.leafSize + a.solid.closedCount;
const saved: Uint8Array = a.save();
abut.open(saved, { name: "again" }).free();

// ------------------------------------------------------------------------------------------ questions
const pose: PoseLike = { translation: [0, 0, 1], axis: [0, 0, 1], degrees: 90 };
const matrix: PoseLike = new Float64Array(16), rows: PoseLike = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]], three: PoseLike = { elements: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] };
const options: CollideOptions = { poseA: matrix, poseB: rows, frameA: three, frameB: pose, limit: 1, details: "points", budget: 10, deadline: 5, coherent: true, keyA: 1, keyB: 2 };
const hits: Contacts = abut.collide(a, b, options);
const state: State = hits.state;
if (hits.contacts) {
  const contact: Contact = hits.contacts.at(0)!;
  const kind: Kind = contact.kind;
  const [x, y, z] = contact.points[0]!;
  const kinds: Kind[] = hits.contacts.column("kind");
  for (const row of hits.contacts) row.events[0]?.[1].toFixed();
  console.log(kind, x + y + z, kinds.length, state);
}
// @ts-expect-error: may be null
hits.contacts.length;
// @ts-expect-error: no state of that name
if (hits.state === "touching") state;
// @ts-expect-error: no such option
abut.collide(a, b, { posea: matrix });
// @ts-expect-error: details are words
abut.collide(a, b, { details: 2 });
// @ts-expect-error: a mesh is wanted
abut.collide(positions, b);
// @ts-expect-error: it is for threads
abut.collide(a, b, { any: true });

const distance: Distance = abut.distance(a, b, { within: 2, absolute: 0.1, relative: 0.1, details: "points" });
const nearest: [number, number] | null = distance.pair;
nearest?.[0].toFixed();
// @ts-expect-error: there may be no points
distance.aPoint[0];
abut.within(a, b, 0.5, { strict: true }).band === "close";
// @ts-expect-error: the distance is missing
abut.within(a, b, { strict: true });
const relation: Relation = abut.contain(a, b, { details: "kinds" }).a.at(0)!.relation;
// @ts-expect-error: all is asked
abut.contain(a, b, { limit: 1 });
const motion: Motion = { way: [1, 0, 0], axis: [0, 0, 1], degrees: 90, pivot: [0, 0, 0] };
const first: First = abut.firstContact(a, b, { motionA: motion, motionB: [{ to: matrix, pivot: [0, 0, 0] }], separation: 0.1, resolution: 1e-9, any: false });
// @ts-expect-error: a way or a pose, not both
abut.firstContact(a, b, { motionB: { to: matrix, way: [1, 0, 0] } });
abut.depth(a, b, { relative: 0.1 }).translation[2] + abut.depthAlong(a, b, [0, 0, 1]).clearHi + abut.reach(a, b).aInB.foot[0] + abut.signedDistance(a, b).signedLo;
const region: Region | undefined = abut.overlap(a, b, { volume: true }).regions[0];
region?.aTriangles.length;
abut.selfCollide(a, { parts: true, details: "kinds", pose }).meetings?.at(0)?.contact.kind;
console.log(first.state === "free", relation);

// ------------------------------------------------------------------------------- vertices and triangles
const cloth = { positions, index };
abut.verticesFirst(cloth, null, { positions: new Float64Array(9) }, [[0, 0, 0], [1, 0, 0], [0, 1, 0]], { any: true, details: "points" }).state === "near";
abut.verticesSelfFirst(cloth, positions).pair?.[1].toFixed();
abut.trianglesTouch([[0, 0, 0], [1, 0, 0], [0, 1, 0]], positions, { poseB: pose }).kind === "coplanar";
abut.poseSlack(matrix, pose, 2, a) + abut.statistics(cloth).boundaryCount + abut.statistics(positions).low[2];
// @ts-expect-error: the time is exact
abut.verticesSelfFirst(cloth, positions, { resolution: 1 });
// @ts-expect-error: no mesh, but triangles
abut.verticesSelfFirst(a, positions);

// ----------------------------------------------------------------------------------- points and shapes
const inside: Uint8Array = a.contains([[0, 0, 0]]), signed: Float64Array = a.signedDistance(new Float32Array(3), { pose });
const near = a.nearest([0, 0, 0], { count: 2, within: 3, sides: true, winding: true });
console.log(inside, signed, near.sides?.[0] === "inside", near.distances[0]);
const ball: AnyShape = Shape.sphere([0, 0, 0], 1), box = Shape.box([0, 0, 0], [1, 1, 1], { pose });
abut.shapeCollide(a, ball, { limit: 1 }).triangles.length + abut.shapeDistance(a, box, { details: "points" }).modelPoint![0];
abut.shapeContain(a, Shape.hull([[0, 0, 0], [1, 1, 1]])) === "shape inside";
abut.shapeBatch(a, [ball, Shape.ray([0, 0, 0], [0, 0, 1]), Shape.halfSpace([0, 0, 0], [0, 0, 1])])[0]!.toFixed();
// @ts-expect-error: a radius is wanted
Shape.sphere([0, 0, 0]);
// @ts-expect-error: nothing coherent about shapes
abut.shapeDistance(a, ball, { coherent: true });

// ------------------------------------------------------------------------------------ batches and worlds
const poses = new Float64Array(32);
const yes: Uint8Array = abut.collideBatch(a, b, poses, { posesA: [null, matrix] }), table: Rows<Distance> = abut.distanceBatch(a, b, [pose, null], { details: "points" });
const column: ArrayLike<number> = table.column("hi");
console.log(yes, column[0], abut.withinBatch(a, b, 1, poses, { strict: true }), abut.firstContactBatch(a, b, poses, poses, { any: true }).at(-1)?.tLo);
// @ts-expect-error: no such member
table.column("middle");
// @ts-expect-error: told of all
abut.collideBatch(a, b, poses, { limit: 2 });

const world: World = abut.world();
const id: number = world.add(a, pose, { margin: 0.1, frame: matrix, name: { any: "thing" } });
world.move(id, null);
world.frame(id, null);
world.group(id, 1, 0xffffffff);
world.margin(id, 1);
world.strict(true);
world.ignore([[0, 1]]);
world.pairMargins(new Uint32Array(2), [1]);
world.motion(id, motion);
const clashes = world.collide({ survey: "relations alone", coherent: true });
clashes.clashes?.at(0)?.relation === "a inside b";
world.sweep({ earliest: true, details: "points" }).firsts.at(0)?.aPoint?.[0];
for (const one of world) console.log(one.toFixed(), world.mesh(one).name, world.pose(one)[12]);
// @ts-expect-error: no survey of that name
world.collide({ survey: "everything" });

// -------------------------------------------------------------------------------------- files, errors
const soup = abut.read(new ArrayBuffer(8), { name: "x.stl", format: "stl", dropBad: true, keepPlaces: true, group: null });
const same: Mesh = abut.mesh(soup, { effort: "fast" });
const dropped = await abut.readFile(new File([], "x.obj"));
console.log(same.name, dropped.groups[0]?.kind, soup.warnings[0]?.line);
// @ts-expect-error: no such format
abut.read(new ArrayBuffer(8), { format: "step" });
try {
  abut.poseAt(null, motion, 0.5).length;
} catch (error) {
  if (error instanceof FileError) console.log(error.file, error.line + error.byte);
  else if (error instanceof AbutError) console.log(error.status === "NOT_RIGID", error.code.toFixed());
}
const status: Status = "NOT_RIGID";
console.log(abut.explain("status", status), abut.explain("reason", "open"), abut.explain("fault", "flat"), abut.explain("method", "wide"));
// @ts-expect-error: no such word
abut.explain("reason", "closed");
