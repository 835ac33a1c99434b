// main.js - the least page, until there is the real one: what is dropped is asked about, and told.
import { openSession } from "./session/client.js";

const tell = (text) => { document.getElementById("log").textContent += `${text}\n`; };

async function show(session, found) {
  const answer = await session.ask({ measure: "depth" });
  document.getElementById("verdict").textContent = answer.state;
  document.body.dataset.count = answer.pairs.reduce((sum, p) => sum + p.count, 0);
  for (const text of [...found.warnings, ...found.errors]) tell(text);
  tell(`${found.parts.map((p) => `${p.name}: ${p.triangles} triangles`).join("\n")}\n${document.body.dataset.count} pairs\n${await session.command()}`);
}

async function main() {
  const session = await openSession();
  globalThis.session = session;
  await show(session, await session.start());
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const files = await Promise.all([...event.dataTransfer.files].map(async (f) => ({ name: f.name, bytes: await f.arrayBuffer() })));
    try {
      await session.clear();
      await show(session, await session.add(files));
    } catch (error) {
      tell(error.message);
    }
  });
  document.body.dataset.ready = "1";
}

main().catch((error) => tell(error.message));
