// links.mjs - do the links of built pages lead somewhere, and is anything loaded from another host?
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const decode = (text) => text.replace(/&#(\d+);/g, (w, n) => String.fromCodePoint(Number(n))).replace(/&#x([0-9a-f]+);/gi, (w, n) => String.fromCodePoint(parseInt(n, 16)))
  .replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
const FOREIGN = /^(https?:)?\/\//i;

// What is wrong, a line a fault. folder: what a host would serve under base; skip: folders whose pages are not ours to check.
export function checkLinks(folder, base, skip = []) {
  const faults = [], places = new Map(), pages = [];
  const files = readdirSync(folder, { recursive: true }).map(String).sort();
  for (const file of files.filter((f) => f.endsWith(".html") && !skip.some((s) => f.startsWith(s)))) {
    const text = readFileSync(join(folder, file), "utf8").replace(/<(script|style)\b([^>]*)>[\s\S]*?<\/\1>/g, "<$1$2></$1>").replace(/<!--[\s\S]*?-->/g, "");
    places.set(file, new Set([...text.matchAll(/\s(?:id|name)="([^"]*)"/g)].map((m) => decode(m[1]))));
    pages.push([file, text]);
  }
  for (const file of files.filter((f) => f.endsWith(".css")))
    for (const [, address] of readFileSync(join(folder, file), "utf8").matchAll(/(?:url\(|@import )["']?([^"')\s]+)/g)) if (FOREIGN.test(address)) faults.push(`${file}: loaded from another host: ${address}`);
  let count = 0;
  for (const [page, text] of pages) {
    const seen = new Set();
    for (const [, tag, attributes] of text.matchAll(/<([a-z][\w-]*)\b([^>]*)>/gi)) {
      for (const [, name, raw] of attributes.matchAll(/\s(href|src|poster|data)="([^"]*)"/g)) {
        const address = decode(raw);
        if (FOREIGN.test(address)) { if (!(tag === "a" && name === "href")) faults.push(`${page}: loaded from another host: ${address}`); continue; }
        if (/^[a-z][a-z+.-]*:/i.test(address) || seen.has(address)) continue;
        seen.add(address);
        count++;
        const fault = leadsNowhere(page, address);
        if (fault) faults.push(`${page}: ${fault}: ${address}`);
      }
    }
  }
  return { faults, count, pages: pages.length };

  function leadsNowhere(page, address) {
    const [, path, anchor] = address.match(/^([^#?]*)(?:\?[^#]*)?(?:#(.*))?$/);
    if (path.startsWith("/") && !path.startsWith(base)) return "a link outside of the site's folder";
    let target = !path ? page : path.startsWith("/") ? path.slice(base.length) : join(dirname(page), decodeURIComponent(path));
    target = normalize(decodeURIComponent(target)).replace(/^\.\/?$/, "");
    const file = join(folder, target);
    if (existsSync(file) && statSync(file).isDirectory()) target = join(target, "index.html");
    if (!existsSync(join(folder, target))) return "a link leads nowhere";
    if (anchor && places.has(target) && !places.get(target).has(decodeURIComponent(anchor))) return "there is no such place";
    return undefined;
  }
}
