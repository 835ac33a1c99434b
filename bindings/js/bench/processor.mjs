// processor.mjs - how long the processor has worked for a page. A browser tells a page the time on the wall only, in which other
// programs work, too; the page asks this server in the middle of its work, and waits (see clock.js).
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";

const SPIN_MS = 300;

// Nanoseconds of all threads of a process.
function spent(process) {
  let sum = 0;
  for (const thread of readdirSync(`/proc/${process}/task`)) {
    try {
      sum += Number(readFileSync(`/proc/${process}/task/${thread}/schedstat`, "latin1").split(" ")[0]);
    } catch {
      // It ended just now.
    }
  }
  return sum;
}

/** { url, find(browser, page), close() }; find says which process the page is in: the one that works while the page does. */
export async function processorClock() {
  let process = 0;
  const server = createServer((request, response) => {
    response.writeHead(200, { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin", "cache-control": "no-store" });
    response.end(String(spent(process)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    async find(browser, page) {
      const session = await browser.newBrowserCDPSession();
      const { processInfo } = await session.send("SystemInfo.getProcessInfo");
      const pages = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => ({ id, before: spent(id) }));
      await page.evaluate((ms) => {
        for (const start = performance.now(); performance.now() - start < ms;);
      }, SPIN_MS);
      process = pages.map(({ id, before }) => ({ id, took: spent(id) - before })).sort((a, b) => b.took - a.took)[0].id;
      await session.detach();
    },
    close: () => new Promise((resolve) => (server.closeAllConnections?.(), server.close(resolve))),
  };
}
