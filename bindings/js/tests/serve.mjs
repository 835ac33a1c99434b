// serve.mjs - a server of files for tests, on this machine alone.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml" };
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp", "cross-origin-resource-policy": "same-origin" };

/**
 * Serve folders. places: what a path begins with ("/abut/") -> a folder. isolated: with the headers that allow shared memory.
 * types: of some endings, others than the right ones. Gives { url, asked: paths, close() }.
 */
export async function serve(places, { isolated = false, types = {} } = {}) {
  const asked = [], known = { ...TYPES, ...types };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
    asked.push(path);
    const start = Object.keys(places).filter((one) => path.startsWith(one)).sort((a, b) => b.length - a.length)[0];
    const inside = start && normalize(path.slice(start.length) || "index.html");
    try {
      if (!inside || inside.startsWith("..")) throw new Error("no such place");
      const bytes = await readFile(join(places[start], inside));
      response.writeHead(200, { "content-type": known[extname(inside)] ?? "application/octet-stream", ...(isolated ? ISOLATED : {}) });
      response.end(bytes);
    } catch {
      response.writeHead(404, { "content-type": "text/html", ...(isolated ? ISOLATED : {}) });
      response.end("<!doctype html>not found");
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, asked, close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))) };
}
