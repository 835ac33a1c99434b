// verbs.mjs - a page of each verb and program: its own help, whole, options as a list and examples as code.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { definitions, fence, inline, preformatted, prose } from "./text.mjs";

const WIDTH = 80; // of the helps

export function help(program, words) {
  const ran = spawnSync(program, words, { encoding: "utf8" });
  if (ran.status !== 0) throw new Error(`${program} ${words.join(" ")} ends with ${ran.status}: ${ran.stderr}`);
  return ran.stdout;
}

// The verbs that "abut --help" lists: [{name, about}]
export function verbs(bin) {
  const list = help(join(bin, "abut"), ["--help"]).match(/^Verbs:\n((?: +.*\n)+)/m);
  if (!list) throw new Error('"abut --help" has no list of verbs');
  return list[1].trimEnd().split("\n").map((l) => l.trim().match(/^(\S+) +(.*)$/)).map(([, name, about]) => ({ name, about }));
}

const indent = (line) => line.match(/^ */)[0].length;

// Lines of "  term   what it means" and what goes on below: [{term, text}]; nothing if they are no such list.
function entries(lines) {
  const found = [];
  for (const line of lines) {
    if (!line.trim()) continue;
    const [, term, text] = line.trim().match(/^(.*?\S)(?: {2,}(.*))?$/);
    if (indent(line) === 2 || (indent(line) === 6 && /^--/.test(line.trim()))) found.push({ term, text: text ?? "" });
    else if (!found.length) return undefined;
    else found.at(-1).text = `${found.at(-1).text} ${line.trim()}`.trim();
  }
  return found.length && found.every((e) => e.text) ? found : undefined;
}

const idOf = (term) => term.match(/(--[a-z][\w-]*)/)?.[1];

// A help as markdown. Its paragraphs and lists stay in their order.
export function page(title, text, links) {
  const lines = text.trimEnd().split("\n"), used = new Set();
  let out = `# ${title}\n\n`, n = 0;
  if (/^usage:/i.test(lines[0])) {
    while (n < lines.length && lines[n].trim()) n++;
    out += fence(lines.slice(0, n).map((l) => l.replace(/^usage: |^ {7}/i, "")).join("\n"), "text");
  }
  while (n < lines.length) {
    if (!lines[n].trim()) { n++; continue; }
    const first = n;
    if (indent(lines[n]) === 0) {
      while (n < lines.length && lines[n].trim() && indent(lines[n]) === 0) n++;
      const words = lines.slice(first, n), heads = words.length === 1 && /:$/.test(words[0]) && indent(lines[n] ?? "") > 0 && words[0].length < 80;
      out += heads ? `\n## ${inlineHeading(words[0].slice(0, -1))}\n\n` : `\n${prose(words, WIDTH - 2, links)}\n`;
      continue;
    }
    while (n < lines.length && (indent(lines[n]) > 0 || (!lines[n].trim() && indent(lines[n + 1] ?? "") > 0))) n++;
    const block = lines.slice(first, n), examples = /^(examples?|usage)\b/i.test(lastHeading(out));
    const list = examples ? undefined : entries(block);
    if (list) out += `\n${definitions(list.map((e) => ({ ...e, id: fresh(idOf(e.term)) })), links)}\n`;
    else out += preformatted(block, examples ? "sh" : "text");
  }
  return out;

  function fresh(id) {
    if (!id || used.has(id)) return undefined;
    used.add(id);
    return id;
  }
}

const inlineHeading = (text) => inline(text).replace(/<[^>]*>/g, "");
const lastHeading = (out) => [...out.matchAll(/^## (.*)$/gm)].at(-1)?.[1] ?? "";

// All pages: [{name, title, text}]
export function all(bin, links) {
  const pages = verbs(bin).map(({ name }) => name).filter((name) => name !== "help")
    .map((name) => ({ name, text: page(`abut ${name}`, help(join(bin, "abut"), [name, "--help-all"]), links) }));
  pages.unshift({ name: "abut", text: page("abut", help(join(bin, "abut"), ["--help-all"]), links) });
  for (const program of ["abut-scene", "abut-convert", "abut-mpi"]) {
    if (!existsSync(join(bin, program))) { console.log(`site: NO page of ${program}: it is not in ${bin}`); continue; }
    pages.push({ name: program, text: page(program, help(join(bin, program), ["--help"]), links) });
  }
  return pages;
}
