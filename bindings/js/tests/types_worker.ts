// types_worker.ts - abut/worker as TypeScript sees it. It is only compiled: what has to be an error says so (tools/test-js).
import type { Contacts, Distance, Rows } from "abut";
import { AbutError, FileError, start } from "abut/worker";
import type { RemoteAbut, RemoteMesh, RemoteWorld } from "abut/worker";

const abut: RemoteAbut = await start({ wasm: "abut.wasm", shared: false, worker: () => new Worker("side.js") });
await start({ url: new URL("https://example.org/side.js") });
// @ts-expect-error: no such option
await start({ threads: 2 });
// @ts-expect-error: a function is wanted
await start({ worker: new Worker("side.js") });

const controller = new AbortController(), { signal } = controller;
const mesh: RemoteMesh = await abut.mesh(new Float32Array(9), new Uint32Array(3), { name: "a", copy: true, signal, progress: (done) => done < 0.5 });
const other: RemoteMesh = await abut.mesh(await abut.read(new Uint8Array(9), { name: "b.stl", copy: true, signal }), { signal });
const hits: Contacts = await abut.collide(mesh, other, { poseB: new Float64Array(16), limit: 1, signal, progress: console.log });
const distance: Distance = await abut.distance(mesh, other);
const many: Rows<Distance> = await abut.distanceBatch(mesh, other, new Float64Array(32), { signal });
const count: number = await mesh.triangleCount, name: string = mesh.name, version: string = await abut.version;
const world: RemoteWorld = await abut.world();
const id: number = await world.add(mesh, null, { margin: 1 });
const again: RemoteMesh = await world.mesh(id);
const inside: Uint8Array = await mesh.contains([[0, 0, 0]], { signal });
(await abut.readFile(new File([], "a.obj"), { signal })).index.slice();
(await world.collide({ survey: "contacts", signal })).complete;
(await abut.open(await mesh.save(), { name: "a", copy: true })).free();
(await abut.explain("reason", "open")).length;
{
  await using held = await abut.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]);
  held.free().then(() => {});
}
try {
  await abut.close();
} catch (error) {
  if (error instanceof FileError) error.line.toFixed();
  if (error instanceof AbutError) error.code.toFixed();
}
console.log(hits.state, distance.hi, many.length, count, name, version, again, inside);

// @ts-expect-error: a promise
abut.collide(mesh, other).state;
// @ts-expect-error: a promise, too
mesh.triangleCount.toFixed();
// @ts-expect-error: a mesh is wanted
abut.collide(world, other);
// @ts-expect-error: no signal
abut.collide(mesh, other, { signal: controller });
// @ts-expect-error: no such option
abut.collide(mesh, other, { posea: null });
// @ts-expect-error: only what is given for good can be moved
abut.collide(mesh, other, { copy: true });
// @ts-expect-error: it is in the worker
mesh.abut;
