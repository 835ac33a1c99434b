// errors.mjs - one page of every error: what it means, where it comes from, what to do; from "abut explain --json".
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fence, inline } from "./text.mjs";

export function page(bin, links) {
  const ran = spawnSync(join(bin, "abut"), ["explain", "--json"], { encoding: "utf8" });
  if (ran.status !== 0) return undefined;
  const told = JSON.parse(ran.stdout), errors = Array.isArray(told) ? told : told.errors ?? told.codes;
  let out = "# Errors\n\nEvery message has a code, such as `F031`. Here each is explained; `abut explain CODE` prints the same.\n", area;
  for (const e of errors) {
    if (e.area !== area) out += `\n## ${(area = e.area).replace(/^./, (c) => c.toUpperCase())}\n`;
    out += `\n### ${e.code}\n\n<p class="error-title">${inline(e.title, links)}</p>\n\n<dl class="error">\n`;
    for (const [what, text] of [["What it means", e.means], ["Where it comes from", e.cause], ["What to do", e.cure]])
      if (text) out += `<dt>${what}</dt><dd>${inline(String(text).replace(/\s*\n\s*/g, " "), links)}</dd>\n`;
    out += "</dl>\n";
    if (e.example) out += `\n${fence(e.example, "text")}`;
  }
  return out;
}
