// look.mjs - what a test of a page looks with: a real browser, the colours of what it shows, and what the programs say.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inflateSync } from "node:zlib";

// modules: the folder with playwright-core. There is no display, and no graphics card.
export function launch(modules) {
  return createRequire(join(modules, "x.js"))("playwright-core").chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
}

let passed = 0, failed = 0;
export function expect(what, fine, told = "") {
  fine ? passed++ : failed++;
  console.log(`${fine ? "ok    " : "FAILED"} ${what}${told === "" ? "" : `: ${told}`}`);
}
export function end() {
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}

// What runs a program of a folder in the work folder; contact (1) is an answer, too.
export function programs(bin, work) {
  return (program, ...words) => {
    try {
      return execFileSync(join(bin, program), words, { cwd: work, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] }).toString();
    } catch (e) {
      if (e.status === 1) return e.stdout.toString();
      throw new Error(`${program} ${words.join(" ")}: ${e.stderr}`);
    }
  };
}

// Read a PNG of 8 bits with or without alpha.
export function png(bytes) {
  const width = bytes.readUInt32BE(16), height = bytes.readUInt32BE(20), size = bytes[25] === 6 ? 4 : 3;
  const parts = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(parts)), row = width * size, out = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (row + 1)];
    for (let x = 0; x < row; x++) {
      const a = x >= size ? out[y * row + x - size] : 0, b = y ? out[(y - 1) * row + x] : 0, c = x >= size && y ? out[(y - 1) * row + x - size] : 0;
      const p = a + b - c, pa = Math.abs(p - a), pb = Math.abs(p - b), pc = Math.abs(p - c);
      const add = [0, a, b, (a + b) >> 1, pa <= pb && pa <= pc ? a : pb <= pc ? b : c][filter];
      out[y * row + x] = raw[y * (row + 1) + 1 + x] + add;
    }
  }
  return { width, height, at: (x, y) => out.subarray((y * width + x) * size, (y * width + x) * size + 3) };
}

// How much of a region is of a kind of colour.
export function share(image, [x0, y0, x1, y1], fits) {
  let count = 0, all = 0;
  for (let y = y0; y < y1; y += 2)
    for (let x = x0; x < x1; x += 2, all++) count += fits(image.at(x, y));
  return count / all;
}
export const blue = (c) => c[2] > c[0] + 40 && c[2] > c[1] + 15;
export const yellow = (c) => c[0] > c[2] + 60 && c[1] > c[2] + 40;
export const mark = (c) => c[0] > 150 && c[1] < 110 && c[2] > 50 && c[0] > c[1] + 90;
export function differing(one, other, [x0, y0, x1, y1]) {
  let count = 0, all = 0;
  for (let y = y0; y < y1; y += 2)
    for (let x = x0; x < x1; x += 2, all++) count += one.at(x, y).some((v, k) => Math.abs(v - other.at(x, y)[k]) > 24);
  return count / all;
}

// Do two elements of the page overlap, or does a text not fit?
export async function crowded(page) {
  return page.evaluate(() => {
    const out = [];
    const tools = [...document.querySelectorAll("#tools > *")].map((e) => [e.id, e.getBoundingClientRect()]);
    for (const [i, [name, a]] of tools.entries())
      for (const [other, b] of tools.slice(i + 1))
        if (a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5) out.push(`${name} over ${other}`);
    if (document.documentElement.scrollWidth > innerWidth) out.push(`${document.documentElement.scrollWidth} wide`);
    for (const e of document.querySelectorAll("button, h1, h2, p, .name, .note, .row span"))
      if (e.offsetParent && parseFloat(getComputedStyle(e).fontSize) < 12) out.push(`small: ${e.textContent}`);
    return out.join("; ");
  });
}

// What a browser without a graphics card says is no fault of the page.
export function quiet(faults) {
  return faults.filter((text) => !/GPU stall due to ReadPixels|GroupMarkerNotSet/.test(text));
}
