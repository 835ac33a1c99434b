// chromium.mjs - Debian's chromium for tests, without a display: pages that tell each error and each request.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const modules = resolve(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../../../build/js-tests/node_modules");
export const modulesFolder = modules;

export async function openBrowser() {
  const { chromium } = createRequire(join(modules, "x.js"))("playwright-core");
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
}

/** Open a page. page.faults: what it complained of; page.elsewhere: requests that went to another host than the page's own. */
export async function openPage(browser, url) {
  const context = await browser.newContext(), page = await context.newPage();
  page.setDefaultTimeout(60000);
  page.faults = [];
  page.elsewhere = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") page.faults.push(message.text());
  });
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !/^(data|blob):/.test(request.url())) page.elsewhere.push(request.url());
  });
  await page.goto(url);
  return page;
}
