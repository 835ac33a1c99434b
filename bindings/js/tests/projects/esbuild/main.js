// main.js - abut in one bundle: the module and the worker's script are named by whoever builds it.
import { load } from "abut";
import wasm from "abut/abut.wasm";
import { start } from "abut/worker";

const lying = () => Float32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0), standing = () => Float32Array.of(1, 1, -1, 1, 1, 1, 5, 1, 0);
const inOrder = (points) => points.sort((p, q) => p[0] - q[0]);

async function ask(abut) {
  const { state, count, contacts } = await abut.collide(await abut.mesh(lying()), await abut.mesh(standing()), { details: "points" });
  return [state, count, inOrder(contacts.at(0).points)];
}
async function askBoth() {
  const remote = await start({ wasm, url: "side.js" });
  return { abut: await ask(await load({ wasm })), worker: await ask(remote) };
}

askBoth().then(
  (told) => (document.body.dataset.told = JSON.stringify(told)),
  (error) => (document.body.dataset.told = String(error)),
);
