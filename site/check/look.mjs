// look.mjs - how a page looks in a browser: texts that overlap or are cut off, a page that is too wide, contrast and labels, and
// what it asks of other hosts.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

export const WIDE = { width: 1280, height: 800 }, PHONE = { width: 390, height: 844 };
const RULES = ["color-contrast", "label", "button-name", "link-name", "image-alt", "input-button-name", "select-name", "aria-input-field-name", "aria-toggle-field-name",
  "aria-command-name", "document-title", "html-has-lang", "svg-img-alt", "role-img-alt", "form-field-multiple-labels", "link-in-text-block"];

// modules: the folder with playwright-core and axe-core.
export async function open(modules) {
  const require = createRequire(join(modules, "x.js"));
  const browser = await require("playwright-core").chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
  });
  return { browser, axe: readFileSync(join(modules, "axe-core/axe.min.js"), "utf8") };
}

// A page that keeps what went wrong in it: page.faults, each once.
export async function newPage({ browser }, address) {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: "reduce", colorScheme: "light" });
  const page = await context.newPage(), own = new URL(address).origin;
  page.faults = new Set();
  await context.route((url) => url.origin !== own && /^https?:|^wss?:/.test(url.protocol), (route) => {
    page.faults.add(`asks another host: ${route.request().url()}`);
    return route.abort();
  });
  page.on("console", (m) => { if (m.type() === "error") page.faults.add(`the browser says: ${m.text()}`); });
  page.on("pageerror", (e) => page.faults.add(`the browser says: ${e}`));
  page.setDefaultTimeout(30000);
  return page;
}

// Contrast and labels, in the theme that is shown. skip: parts of the page that are not looked at.
export async function contrast(page, axe, theme, skip = []) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate(async ([rules, parts]) => {
    const { violations } = await window.axe.run({ include: [["html"]], exclude: parts.map((p) => [p]) }, { runOnly: { type: "rule", values: rules }, resultTypes: ["violations"], preload: false, iframes: false });
    return violations.map((v) => [v.id, v.nodes.length, v.nodes[0].html.slice(0, 160), v.nodes[0].any[0]?.message ?? ""]);
  }, [RULES, skip]);
  return found.map(([id, count, html, message]) => `${theme}: ${id}, ${count} times: ${html} ${message}`);
}

export const dark = (page, is) => page.evaluate((on) => document.documentElement.classList.toggle("dark", on), is);

// Each line of text as a box: it lies on no other, and is not cut off; what scrolls may hold more than it shows.
export async function crowded(page) {
  return page.evaluate(() => {
    const faults = [], clips = new Map(), boxes = [];
    const width = document.documentElement.clientWidth;
    if (document.scrollingElement.scrollWidth > width) faults.push(`the page is ${document.scrollingElement.scrollWidth} pixels wide, the window ${width}`);
    // What an element shows of what is in it: parts that scroll, and parts that hide the rest.
    const clipOf = (e) => {
      if (!e || e === document.documentElement || e === document.body) return { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity, hides: [] };
      if (clips.has(e)) return clips.get(e);
      const style = getComputedStyle(e), outer = style.position === "fixed" ? clipOf(null) : clipOf(e.parentElement), clip = { ...outer };
      if (style.clipPath === "inset(50%)") Object.assign(clip, { right: -Infinity }); // for readers of screens alone
      if (style.overflowX !== "visible" || style.overflowY !== "visible") {
        const r = e.getBoundingClientRect();
        if (/auto|scroll/.test(`${style.overflowX} ${style.overflowY}`)) Object.assign(clip, { left: Math.max(clip.left, r.left), right: Math.min(clip.right, r.right), top: Math.max(clip.top, r.top), bottom: Math.min(clip.bottom, r.bottom) });
        else if (r.width > 2 && r.height > 2 && style.textOverflow !== "ellipsis") clip.hides = [...clip.hides, r];
        else Object.assign(clip, { left: Math.max(clip.left, r.left), right: Math.min(clip.right, r.right), top: Math.max(clip.top, r.top), bottom: Math.min(clip.bottom, r.bottom) });
      }
      clips.set(e, clip);
      return clip;
    };
    const name = (b) => `"${b.text}" (${b.of})`;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
    for (let node; (node = walker.nextNode());) {
      const text = node.data.trim(), e = node.parentElement;
      if (!text || /^(SCRIPT|STYLE|OPTION|NOSCRIPT|TITLE)$/.test(e.tagName) || !e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const clip = clipOf(e);
      range.selectNodeContents(node);
      for (const r of range.getClientRects()) {
        const b = { left: Math.max(r.left, clip.left), right: Math.min(r.right, clip.right), top: Math.max(r.top, clip.top), bottom: Math.min(r.bottom, clip.bottom), text: text.slice(0, 40), of: e.tagName.toLowerCase() + (e.className && typeof e.className === "string" ? `.${e.className.split(" ")[0]}` : ""), node };
        if (b.right - b.left < 1 || b.bottom - b.top < 1) continue;
        for (const h of clip.hides) if (b.left < h.left - 2 || b.right > h.right + 2 || b.bottom > h.bottom + 4 || b.top < h.top - 4) { faults.push(`cut off: ${name(b)}`); break; }
        if (b.left < -1 || b.right > width + 1) faults.push(`cut off by the window: ${name(b)}`);
        boxes.push(b);
      }
    }
    for (const e of document.querySelectorAll("img, canvas, button, select, input")) {
      if (!e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const r = e.getBoundingClientRect(), clip = clipOf(e.parentElement);
      if (r.width > 2 && Math.min(r.right, clip.right) > width + 1) faults.push(`cut off by the window: ${e.tagName.toLowerCase()} ${e.src ?? e.className}`);
      if (e.tagName === "IMG" && e.complete && !e.naturalWidth && !e.getAttribute("src")?.startsWith("data:")) faults.push(`a picture that does not load: ${e.src}`);
      if (e.tagName === "IMG" && r.width > 2) boxes.push({ left: Math.max(r.left, clip.left), right: Math.min(r.right, clip.right), top: Math.max(r.top, clip.top), bottom: Math.min(r.bottom, clip.bottom), text: e.src, of: "img", node: e });
    }
    boxes.sort((p, q) => p.top - q.top);
    boxes.forEach((p, k) => {
      for (let m = k + 1; m < boxes.length && boxes[m].top < p.bottom - 3; m++) {
        const q = boxes[m];
        if (p.node !== q.node && q.left < p.right - 3 && p.left < q.right - 3 && q.bottom > p.top + 3) faults.push(`${name(p)} lies on ${name(q)}`);
      }
    });
    return [...new Set(faults)].slice(0, 12);
  });
}
