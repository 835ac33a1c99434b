// main.mjs - abut in Node, as it is installed. It ends by itself: a worker that waits for nothing keeps nobody.
import { load } from "abut";
import { start } from "abut/worker";

const lying = () => Float32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0), standing = () => Float32Array.of(1, 1, -1, 1, 1, 1, 5, 1, 0);
const inOrder = (points) => points.sort((p, q) => p[0] - q[0]);

async function ask(abut) {
  const { state, count, contacts } = await abut.collide(await abut.mesh(lying()), await abut.mesh(standing()), { details: "points" });
  return [state, count, inOrder(contacts.at(0).points)];
}
console.log(JSON.stringify({ abut: await ask(await load()), worker: await ask(await start()), named: await ask(await load({ wasm: process.argv[2] })) }));
