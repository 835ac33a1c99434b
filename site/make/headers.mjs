// headers.mjs - a page of each public header: its comments as prose, its declarations as C, an anchor a name.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fence, inline, prose } from "./text.mjs";

const WIDTH = 97; // what the comments are wrapped at, less "// "

const isComment = (line) => /^\/\//.test(line ?? "");
const isChapter = (line) => /^\/\/ -+ [a-z]/i.test(line ?? "");
const isGuard = (line) => /^#(ifndef ABUT_(\w+_)?H$|define ABUT_(\w+_)?H$|endif|ifdef __cplusplus|include)|^extern "C"|^}$/.test(line);

// Where the declaration that begins at a line ends: the last line of it.
function declarationEnd(lines, first) {
  let depth = 0;
  if (/^#if/.test(lines[first])) { // up to where it is closed
    for (let n = first; n < lines.length; n++) {
      if (/^#if/.test(lines[n])) depth++;
      if (/^#endif/.test(lines[n]) && --depth === 0) return n;
    }
  }
  for (let n = first; n < lines.length; n++) {
    const code = lines[n].replace(/\/\/.*$/, "");
    if (/^#/.test(lines[first])) { if (!/\\$/.test(lines[n])) return n; continue; }
    depth += (code.match(/[{(]/g) ?? []).length - (code.match(/[})]/g) ?? []).length;
    if (depth === 0 && /[;}]\s*$/.test(code)) return n;
  }
  throw new Error(`a declaration has no end: ${lines[first]}`);
}

// All names that a declaration declares, the chief one first.
export function declared(code) {
  const text = code.replace(/\/\/.*$/gm, ""), names = [];
  const chief = text.match(/^typedef (?:struct|enum|union) (\w+)/) ?? text.match(/^#(?:if[^\n]*\n#.*?#)?define (\w+)/s) ?? text.match(/^typedef [^;{]*\(\*(\w+)\)/) ??
    text.match(/^(?:static inline |ABUT_API )[^(]*?\b(\w+)\(/) ?? text.match(/^typedef [^;{]*?(\w+);/) ?? text.match(/^[^(]*?\b(\w+)\(/);
  if (chief) names.push(chief[1]);
  if (/^typedef enum/.test(text)) for (const m of text.matchAll(/^\s+(ABUT_\w+)/gm)) names.push(m[1]);
  for (const m of text.matchAll(/^#define (\w+)|^ABUT_API [^(]*?\b(\w+)\(/gm)) names.push(m[1] ?? m[2]);
  return [...new Set(names)];
}

// A header as a list of chapters, prose, and declarations with their comments.
export function parse(text) {
  const lines = text.split("\n"), items = [];
  let n = 0;
  const comment = () => {
    const found = [];
    while (isComment(lines[n]) && !isChapter(lines[n])) found.push(lines[n++].replace(/^\/\/ ?/, ""));
    return found;
  };
  const first = comment().filter((l) => !/^SPDX/.test(l));
  items.push({ kind: "title", lines: first });
  while (n < lines.length) {
    if (isChapter(lines[n])) items.push({ kind: "chapter", text: lines[n++].replace(/^\/\/ -+ /, "") });
    else if (isComment(lines[n])) {
      const words = comment();
      if (lines[n]?.trim() && !isGuard(lines[n]) && !isChapter(lines[n])) items.push(declaration(words));
      else items.push({ kind: "prose", lines: words });
    } else if (!lines[n].trim() || isGuard(lines[n])) n++;
    else items.push(declaration([]));
  }
  return items;

  function declaration(words) {
    const start = n;
    do n = declarationEnd(lines, n) + 1;
    while (lines[n]?.trim() && !isComment(lines[n]) && !isGuard(lines[n]));
    const code = lines.slice(start, n).join("\n");
    return { kind: "declaration", lines: words, code, names: declared(code) };
  }
}

// {name: {page, anchor}} of all that the headers declare.
export function names(folder) {
  const found = {};
  for (const file of readdirSync(folder).filter((f) => f.endsWith(".h")).sort())
    for (const item of parse(readFileSync(join(folder, file), "utf8")))
      if (item.kind === "declaration") for (const name of item.names) found[name] ??= { page: file.replace(/\.h$/, ""), anchor: item.names[0].toLowerCase() };
  return found;
}

export function page(folder, file, links) {
  const items = parse(readFileSync(join(folder, file), "utf8"));
  const [what, ...rest] = items[0].lines;
  const lines = [what.replace(/^\S+ - /, "").replace(/^./, (c) => c.toUpperCase()), ...rest];
  let out = `# abut/${file}\n\n${prose(lines, WIDTH, links)}\n`;
  out += `${fence(`#include <abut/${file}>`, "c")}\n`;
  for (const item of items.slice(1)) {
    if (item.kind === "chapter") out += `## ${item.text.replace(/^./, (c) => c.toUpperCase())}\n\n`;
    else if (item.kind === "prose") out += `${prose(item.lines, WIDTH, links)}\n`;
    else if (item.kind === "declaration") {
      if (item.names.length) out += `### ${item.names[0]}\n\n`;
      out += `${prose(item.lines, WIDTH, links)}\n${fence(item.code, "c")}\n`;
    }
  }
  return out;
}
