// main.ts - a page that asks abut, abut/worker and abut/three, and writes down what each says.
import { load, type Contacts, type Mesh } from "abut";
import { fromGeometry, intersects, use } from "abut/three";
import { start } from "abut/worker";
import { BoxGeometry, Mesh as Object3 } from "three";

// One lies in the plane z = 0, the other crosses it in a segment.
const lying = () => Float32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0), standing = () => Float32Array.of(1, 1, -1, 1, 1, 1, 5, 1, 0);
const inOrder = ({ contacts }: Contacts) => contacts?.at(0)?.points.sort((p, q) => p[0] - q[0]);

async function ask(): Promise<Record<string, unknown>> {
  const abut = await load();
  const a: Mesh = abut.mesh(lying()), b = abut.mesh(standing());
  const hits = abut.collide(a, b, { details: "points" });

  use(abut);
  const geometry = new BoxGeometry(1, 1, 1), one = new Object3(geometry), other = new Object3(geometry);
  other.position.set(0.5, 0.25, 0.125);
  const near = intersects(one, other);
  other.position.set(1.5, 0, 0);
  const far = intersects(one, other), triangles = fromGeometry(geometry).triangleCount;

  const remote = await start(), positions = lying();
  const there = await remote.mesh(positions), standingThere = await remote.mesh(standing());
  const answer = await remote.collide(there, standingThere, { details: "points" });
  const moved = positions.length === 0;
  await remote.close();
  return {
    abut: [hits.state, hits.count, inOrder(hits)],
    worker: [answer.state, answer.count, inOrder(answer), moved],
    three: [near, far, triangles],
  };
}

ask().then(
  (told) => (document.body.dataset["told"] = JSON.stringify(told)),
  (error) => (document.body.dataset["told"] = String(error)),
);
