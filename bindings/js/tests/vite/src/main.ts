// main.ts - a page that asks abut, abut/worker and abut/three about two boxes, and writes down what each says.
import { load, type Mesh } from "abut";
import { fromGeometry, intersects, use } from "abut/three";
import { start } from "abut/worker";
import { BoxGeometry, Mesh as Object3 } from "three";

const told: Record<string, unknown> = {};
try {
  const abut = await load();
  use(abut);
  const geometry = new BoxGeometry(1, 1, 1);
  const mesh: Mesh = fromGeometry(geometry);
  const hits = abut.collide(mesh, mesh, { poseB: { translation: [0.5, 0.25, 0.125] }, details: "points" });
  told["abut"] = [hits.state, hits.count, hits.contacts?.length];
  const a = new Object3(geometry), b = new Object3(geometry);
  b.position.set(0.5, 0.25, 0.125);
  told["three"] = [intersects(a, b)];
  b.position.set(1.5, 0, 0);
  told["apart"] = [intersects(a, b)];

  const remote = await start();
  const positions = new Float32Array(geometry.attributes["position"]!.array), index = new Uint32Array(geometry.index!.array);
  const other = await remote.mesh(positions, index);
  const answer = await remote.collide(other, other, { poseB: { translation: [0.5, 0.25, 0.125] }, details: "points" });
  told["worker"] = [answer.state, answer.count, answer.contacts?.length, positions.length];
  await remote.close();
} catch (error) {
  told["error"] = String(error);
}
document.body.dataset["told"] = JSON.stringify(told);
