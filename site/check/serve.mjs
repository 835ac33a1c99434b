// serve.mjs - the files of a folder for a browser on this machine.
//   node serve.mjs FOLDER PORT BASE
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json",
  ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm", ".md": "text/markdown; charset=utf-8", ".txt": "text/plain; charset=utf-8",
};

// The address it listens at. port 0: any that is free.
export function serve(folder, port = 0, base = "/") {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const refuse = () => { response.writeHead(404, { "content-type": "text/plain" }); response.end("not found\n"); };
    if (!path.startsWith(base)) return path === "/" ? (response.writeHead(302, { location: base }), response.end()) : refuse();
    let file = join(folder, normalize(`/${path.slice(base.length)}`));
    if (existsSync(file) && statSync(file).isDirectory()) {
      if (!path.endsWith("/")) { response.writeHead(302, { location: `${path}/` }); return response.end(); }
      file = join(file, "index.html");
    }
    if (!existsSync(file)) return refuse();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    return createReadStream(file).pipe(response);
  });
  return new Promise((done, fail) => {
    server.on("error", fail);
    server.listen(port, "127.0.0.1", () => done({ address: `http://127.0.0.1:${server.address().port}${base}`, close: () => { server.close(); server.closeAllConnections(); } }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { address } = await serve(resolve(process.argv[2]), Number(process.argv[3]), process.argv[4]);
  console.log(`${address} (Ctrl+C ends it)`);
}
