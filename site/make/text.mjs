// text.mjs - plain text of headers, helps and schemas as HTML within a page of markdown. Every word of it is kept.

// What Vue and markdown would take for theirs is written as entities.
export const escape = (text) =>
  text.replace(/[&<>"{}*_`[\]|\\$~^]/g, (c) => `&#${c.codePointAt(0)};`);

// The names of the library lead to where they are declared; files of the project to their pages. links(word) gives an address or
// nothing.
const WORDS = /\b(?:abut_\w+|ABUT_\w+)\b(?:\(\))?|\babut\/\w+\.h\b|\bdocs\/[\w/-]+\.md\b|'abut[^'\n]*'|(?<!\w)--[a-z][\w-]*|`[^`\n]+`/g;
export const code = (text) => `<code${text.length <= 28 ? ' class="short"' : ""}>${escape(text)}</code>`;
export function inline(text, links = () => undefined) {
  let out = "", at = 0;
  for (const match of text.matchAll(WORDS)) {
    const word = match[0].replace(/^(['`])(.*)\1$/, "$2"), target = links(match[0].replace(/^['`]|['`]$|\(\)$/g, ""));
    const shown = /^docs\//.test(word) ? escape(links.title?.(word) ?? word) : code(word);
    out += escape(text.slice(at, match.index)) + (target ? `<a href="${target}">${shown}</a>` : shown);
    at = match.index + match[0].length;
  }
  return out + escape(text.slice(at));
}

// Lines that were wrapped at a width, as paragraphs: a line that ended before it had to begins a new one.
export function paragraphs(lines, width) {
  const found = [];
  let kept = [], last = "";
  const end = () => { if (kept.length) found.push({ text: kept.join(" ") }); kept = []; };
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n];
    if (/^\s{2,}\S/.test(line)) { // set apart: shown as it is
      end();
      const first = n;
      while (n + 1 < lines.length && (/^\s{2,}\S/.test(lines[n + 1]) || (!lines[n + 1].trim() && /^\s{2,}\S/.test(lines[n + 2] ?? "")))) n++;
      found.push({ code: lines.slice(first, n + 1) });
      continue;
    }
    if (!line.trim()) { end(); continue; }
    if (kept.length && ((/[.:!?)]$/.test(last) && last.length + 1 + line.split(" ")[0].length <= width) || /^(- |\d+\. )/.test(line))) end();
    kept.push(line.trim());
    last = line;
  }
  end();
  return found;
}

const outdented = (lines) => {
  const least = Math.min(...lines.filter((l) => l.trim()).map((l) => l.match(/^ */)[0].length));
  return lines.map((l) => l.slice(least));
};
export const preformatted = (lines, language = "text") => `\n${fence(outdented(lines).join("\n"), language)}\n`;

export function prose(lines, width, links) {
  return paragraphs(lines, width).map((p) => (p.code ? preformatted(p.code) : `<p>${inline(p.text, links)}</p>\n`)).join("\n");
}

// A block of code whose fence is longer than any within.
export function fence(text, language) {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map((m) => m[0].length));
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}\n${text.replace(/\n+$/, "")}\n${marks}\n`;
}

// Options and what they mean: [{term, lines, id}]
export function definitions(entries, links) {
  const rows = entries.map(({ term, text, id, items }) =>
    `<dt${id ? ` id="${id}"` : ""}>${code(term)}</dt><dd>${inline(text, links)}${items ?? ""}</dd>`);
  return `<dl class="options">\n${rows.join("\n")}\n</dl>\n`;
}

// The first heading of a page, without marks.
export function heading(markdown) {
  const front = markdown.match(/^---\n([\s\S]*?)\n---\n/);
  const title = front?.[1].match(/^title: *"?(.*?)"?$/m);
  if (title) return title[1];
  const found = markdown.match(/^# +(.+)$/m);
  return found ? found[1].replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "").trim() : undefined;
}
