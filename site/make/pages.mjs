// pages.mjs - the sources of the site: the documents as they are but for their links, and the pages that are made of headers,
// helps, schemas, examples and errors.
//   node pages.mjs ROOT BIN OUT    BIN: the folder with abut and abut-scene; OUT: where the pages go
// Fails where a link leads nowhere. What is not there yet is told aloud.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { execFileSync } from "node:child_process";
import { builders, sections } from "../order.mjs";
import * as errors from "./errors.mjs";
import * as examples from "./examples.mjs";
import * as headers from "./headers.mjs";
import * as keys from "./keys.mjs";
import * as verbs from "./verbs.mjs";
import { Links } from "./links.mjs";
import { fence, heading, inline } from "./text.mjs";

const [root, bin, out] = process.argv.slice(2, 5).map((path) => resolve(path));
const LINES_MOST = 1500; // of a file that is shown

const links = new Links(root);
rmSync(out, { recursive: true, force: true });

function write(page, text) {
  mkdirSync(dirname(join(out, page)), { recursive: true });
  writeFileSync(join(out, page), text);
}
const under = (folder, test) => readdirSync(join(root, folder), { recursive: true }).map(String).filter(test).sort().map((f) => `${folder}/${f}`);

// -------------------------------------------------------------------------------------------- documents

function documents() {
  for (const file of under("docs", (f) => f.endsWith(".md"))) {
    const text = readFileSync(join(root, file), "utf8"), page = links.pageOf(file);
    const [, front = "", body] = text.match(/^(---\n[\s\S]*?\n---\n)?([\s\S]*)$/);
    for (const [, address] of front.matchAll(/^\s+src: *"?\/?([\w./-]+)"?$/gm)) copy(`docs/${address}`, `public/${address}`); // of the home's picture
    write(page, front + links.rewrite(body, file, page));
  }
}

function copy(from, to) {
  if (!existsSync(join(root, from))) { links.dead.push(`${from}: this picture is not there`); return; }
  mkdirSync(dirname(join(out, to)), { recursive: true });
  copyFileSync(join(root, from), join(out, to));
}

// --------------------------------------------------------------------------------------------- generated

const declared = headers.names(join(root, "include/abut"));
const known = new Set();

// What a word in generated text of a page leads to.
const linker = (page) => (word) => {
  const to = (target, anchor = "") => { const path = relative(dirname(page), target).replace(/\.md$/, ".html"); return path === basename(page).replace(/\.md$/, ".html") && anchor ? anchor : path + anchor; };
  if (Object.hasOwn(declared, word)) return to(`reference/headers/${declared[word].page}.md`, `#${declared[word].anchor}`);
  if (/^abut\/\w+\.h$/.test(word) && existsSync(join(root, "include", word))) return to(`reference/headers/${word.slice(5, -2)}.md`);
  if (/^docs\/[\w/-]+\.md$/.test(word) && existsSync(join(root, word))) return to(word.slice(5));
  const verb = word.match(/^abut ([a-z-]+)/)?.[1];
  if (verb && known.has(verb)) return to(`reference/verbs/${verb}.md`);
  return undefined;
};

// Helps and schemas name a document by its file: a reader of the site sees its title. (Of headers every word is kept.)
const titled = (page) => Object.assign(linker(page), { title: (file) => (existsSync(join(root, file)) ? heading(readFileSync(join(root, file), "utf8")) : undefined) });

function generated() {
  for (const file of readdirSync(join(root, "include/abut")).filter((f) => f.endsWith(".h"))) {
    const page = `reference/headers/${file.slice(0, -2)}.md`;
    write(page, headers.page(join(root, "include/abut"), file, linker(page)));
  }
  verbs.verbs(bin).forEach(({ name }) => name === "help" || known.add(name));
  for (const { name, text } of verbs.all(bin, titled("reference/verbs/x.md"))) write(`reference/verbs/${name}.md`, text);
  const schemas = join(root, "docs/reference/schemas");
  const common = existsSync(join(schemas, "common.schema.json")) ? JSON.parse(readFileSync(join(schemas, "common.schema.json"), "utf8")) : undefined;
  for (const file of readdirSync(schemas).filter((f) => f.endsWith(".schema.json")).sort()) {
    const name = file.replace(/\.schema\.json$/, ""), page = `reference/keys/${name}.md`;
    links.shown.add(`docs/reference/schemas/${file}`);
    write(page, keys.page(JSON.parse(readFileSync(join(schemas, file), "utf8")), name, titled(page), common).replace(/\(schema:([^)]+)\)/, `(../../source/docs/reference/schemas/$1.schema.json.md)`));
  }
  write("reference/keys/csv.md", keys.columns(JSON.parse(readFileSync(join(schemas, "csv.json"), "utf8")), titled("reference/keys/csv.md")));
  const told = errors.page(bin, titled("reference/errors.md"));
  if (told) write("reference/errors.md", told);
  else console.log('site: NO page of errors: this abut has no "explain --json"');
  for (const { name, text } of examples.all(root, linker("examples/x.md"))) write(`examples/${name}.md`, text);
  const drawn = examples.gallery(root, bin, out);
  if (drawn) write("gallery.md", drawn.replace(/\(repository:([^)]+)\)/g, (w, file) => { links.shown.add(file); return `(${links.pageOf(file)})`; }));
  else console.log("site: NO gallery: there is no examples/gallery.json");
}

// A page of what a section holds, where no document is that.
function indices() {
  const all = sections.flatMap((s) => [s, ...(s.parts ?? [])]).concat(builders, [{ text: "Examples", folder: "examples", about: "Whole programs in C, each a test: what it prints is checked with every change." }]);
  for (const { text, folder, about } of all) {
    if (!existsSync(join(out, folder)) || existsSync(join(out, folder, "index.md"))) continue;
    const rows = readdirSync(join(out, folder)).filter((f) => f.endsWith(".md")).sort().map((file) => {
      const page = readFileSync(join(out, folder, file), "utf8");
      return `- [${heading(page) ?? file}](./${file})${/^examples$/.test(folder) ? `: ${page.match(/<p>(.*?)<\/p>/)?.[1].replace(/<[^>]*>/g, "") ?? ""}` : ""}`;
    });
    write(`${folder}/index.md`, `# ${text}\n\n${about ?? ""}\n\n${rows.join("\n")}\n`);
  }
}

// ----------------------------------------------------------------------------------------------- sources

const LANGUAGES = { c: "c", h: "c", inl: "c", cpp: "cpp", py: "python", js: "js", mjs: "js", json: "json", yml: "yaml", yaml: "yaml", html: "html", cmake: "cmake", toml: "toml", sh: "sh", in: "text" };

function language(file, text) {
  if (basename(file) === "CMakeLists.txt") return "cmake";
  if (/^#!.*\b(ba)?sh\b/.test(text)) return "sh";
  if (/^#!.*python/.test(text)) return "python";
  return LANGUAGES[file.match(/\.(\w+)$/)?.[1]] ?? "text";
}

const OURS = "---\nsearch: false\nsource: true\n---\n"; // not what a search is for

function showFile(file) {
  const text = readFileSync(join(root, file), "utf8"), lines = text.replace(/\n$/, "").split("\n");
  const cut = lines.length > LINES_MOST ? `\nThe first ${LINES_MOST} lines of ${lines.length}; the rest is in the project's own ${inline(file)}.\n` : "";
  return `${OURS}# ${file.replace(/_/g, "\\_")}\n\n${fence(lines.slice(0, LINES_MOST).join("\n"), language(file, text))}${cut}`;
}

function showFolder(folder) {
  const files = execFileSync("find", [join(root, folder), "-maxdepth", "1", "-mindepth", "1", "-printf", "%f%y\n"], { encoding: "utf8" }).trimEnd().split("\n").filter(Boolean).sort();
  const rows = files.map((f) => `- <code>${inline(f.slice(0, -1)).replace(/<[^>]*>/g, "")}${f.endsWith("d") ? "/" : ""}</code>`);
  return `${OURS}# ${folder.replace(/_/g, "\\_")}\n\nWhat this folder of the project holds:\n\n${rows.join("\n")}\n`;
}

// Documents outside of docs/ link to others, which then are shown, too.
function sources() {
  const done = new Set();
  for (let more = true; more;) {
    more = false;
    for (const file of [...links.shown].sort()) {
      if (done.has(file)) continue;
      done.add(file);
      more = true;
      const page = file.startsWith("docs/reference/schemas/") ? `source/${file}.md` : links.pageOf(file);
      if (/\.md$/.test(file)) write(page, OURS + links.rewrite(readFileSync(join(root, file), "utf8"), file, page));
      else write(page, links.isFolder(file) ? showFolder(file) : showFile(file));
    }
  }
}

documents();
generated();
indices();
sources();
for (const { file, to, isLinked } of links.pictures.values()) copy(file, isLinked ? `public/${to}` : to);
const count = readdirSync(out, { recursive: true }).filter((f) => String(f).endsWith(".md")).length;
console.log(`site: ${count} pages, ${links.shown.size} of them files that others link to`);
if (links.dead.length) {
  console.error([...new Set(links.dead)].join("\n"));
  process.exit(1);
}
