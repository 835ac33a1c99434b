// glossary.mjs - the first use of a term of the glossary on a page leads there, and tells its meaning where a mouse rests on it.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const GLOSSARY = "reference/glossary.md";
const LINE = /^(?:[-*] )?\*\*(.+?)\*\*(?: *\(([^)]+)\))?:? +(.*)$/;

// Short words that are said in their plain sense, too, such as "near" and "frame": the glossary has them, pages do not mark them.
const ORDINARY = /^[a-z]{1,5}$/;

const idOf = (term) => `term-${term.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
const plain = (text) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "");

// [{term, words, meaning}] of the lines "**term, other word**: meaning"; a meaning may go on in the lines below.
export function terms(text) {
  const found = [];
  let last;
  for (const line of text.split("\n")) {
    const match = line.match(LINE);
    if (match) found.push(last = { term: match[1].replace(/:$/, ""), words: `${match[1]}, ${match[2] ?? ""}`.split(/,| or /).map((w) => w.replace(/[:`]/g, "").trim()).filter((w) => w.length > 1), meaning: match[3] });
    else if (last && line.trim() && !/^[#|`<>-]/.test(line)) last.meaning += ` ${line.trim()}`;
    else last = undefined;
  }
  return found;
}

export function glossary(md, pages) {
  const file = join(pages, GLOSSARY);
  if (!existsSync(file)) return;
  const known = new Map();
  for (const { term, words, meaning } of terms(readFileSync(file, "utf8")))
    for (const word of words.filter((w) => !ORDINARY.test(w))) known.set(word.toLowerCase(), { id: idOf(term), meaning: plain(meaning), word, isExact: /^[A-Z0-9-]+$/.test(word) });
  const any = new RegExp(`(?<![\\w-])(${[...known.keys()].sort((a, b) => b.length - a.length).map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})(s?)(?![\\w-])`, "i");

  md.core.ruler.push("glossary", (state) => {
    const page = state.env.relativePath;
    if (!page || page.startsWith("source/") || state.env.frontmatter?.layout === "home") return;
    if (page === GLOSSARY) return mark(state);
    const seen = new Set(), address = relative(dirname(page), GLOSSARY).replace(/\.md$/, ".html");
    state.tokens.forEach((token, at) => {
      if (token.type === "inline" && state.tokens[at - 1]?.type !== "heading_open") token.children = linked(state, token.children, seen, address);
    });
  });

  // Each term of the glossary itself is a place.
  function mark(state) {
    for (const token of state.tokens) {
      if (token.type !== "inline") continue;
      token.children.forEach((child, at) => {
        if (child.type !== "strong_open" || (at > 0 && !["softbreak", "text"].includes(token.children[at - 1].type)) || (at > 0 && token.children[at - 1].content?.trim())) return;
        child.attrSet("id", idOf(token.children[at + 1].content.replace(/:$/, "")));
      });
    }
  }

  function linked(state, children, seen, address) {
    const out = [];
    let depth = 0;
    for (const child of children) {
      if (child.type === "link_open" || /^<a\b/.test(child.content)) depth++;
      if (child.type === "link_close" || /^<\/a>/.test(child.content)) depth--;
      if (child.type !== "text" || depth > 0) { out.push(child); continue; }
      let rest = child.content, match;
      const put = (content) => { if (content) { const t = new state.Token("text", "", 0); t.content = content; out.push(t); } };
      while ((match = rest.match(any))) {
        const { id, meaning, isExact, word } = known.get(match[1].toLowerCase()), end = match.index + match[0].length;
        if (seen.has(id) || (isExact && match[1] !== word)) { put(rest.slice(0, end)); rest = rest.slice(end); continue; }
        seen.add(id);
        put(rest.slice(0, match.index));
        const link = new state.Token("html_inline", "", 0);
        link.content = `<a class="term" href="${address}#${id}" title="${md.utils.escapeHtml(meaning)}">${md.utils.escapeHtml(match[0])}</a>`;
        out.push(link);
        rest = rest.slice(end);
      }
      put(rest);
    }
    return out;
  }
}
