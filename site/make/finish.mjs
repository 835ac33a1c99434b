// finish.mjs - what stands about the versions: the list of them, the page that leads to the newest, and the texts for programs.
//   node finish.mjs PAGES SITE VERSION
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { builders, sections, single } from "../order.mjs";
import { heading } from "./text.mjs";

const [pages, site, version] = [resolve(process.argv[2]), resolve(process.argv[3]), process.argv[4]];
const FULL_MOST = 2000000; // bytes of the one text

// ---------------------------------------------------------------------------------------------- versions

const parts = (v) => v.split(/[.-]/).map((p) => (/^\d+$/.test(p) ? Number(p) : -1));
const newestFirst = (a, b) => { const x = parts(a), y = parts(b); for (let k = 0; k < 4; k++) if ((x[k] ?? 0) !== (y[k] ?? 0)) return (y[k] ?? 0) - (x[k] ?? 0); return 0; };
const versions = readdirSync(site).filter((f) => /^\d+\.\d+\.\d+/.test(f) && statSync(join(site, f)).isDirectory()).sort(newestFirst);
writeFileSync(join(site, "versions.json"), `${JSON.stringify({ newest: versions[0], versions }, null, 2)}\n`);
writeFileSync(join(site, "index.html"), `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0; url=${versions[0]}/">
<link rel="icon" href="data:,">
<title>abut</title>
</head>
<body>
<main>
<h1>abut</h1>
<p>The documentation of the newest version: <a href="${versions[0]}/">${versions[0]}</a>. All versions:</p>
<ul>
${versions.map((v) => `<li><a href="${v}/">${v}</a></li>`).join("\n")}
</ul>
</main>
</body>
</html>
`);

// --------------------------------------------------------------------------------------- texts for programs

// A page as text, without front matter and comments.
const text = (page) => readFileSync(join(pages, page), "utf8").replace(/^---\n[\s\S]*?\n---\n/, "").replace(/<!--[\s\S]*?-->\n?/g, "");
const firstSentence = (page) => {
  const paragraph = text(page).replace(/^#+ .*$/gm, "").split(/\n\s*\n/).map((p) => p.trim()).find((p) => /^[A-Za-z`*"[<]/.test(p) && !/^(<div|<dl|```)/.test(p)) ?? "";
  return paragraph.replace(/<[^>]*>/g, "").replace(/&#(\d+);/g, (w, n) => String.fromCodePoint(Number(n))).replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\s+/g, " ").match(/^.*?[.?!](?= |$)|^.*$/)[0];
};
const of = (folder) => (existsSync(join(pages, folder)) ? readdirSync(join(pages, folder)).filter((f) => f.endsWith(".md") && f !== "index.md").sort() : []);
const ordered = (s) => { const names = of(s.folder), first = (s.pages ?? []).map((p) => `${p}.md`).filter((p) => names.includes(p)); return [...first, ...names.filter((n) => !first.includes(n))].map((n) => `${s.folder}/${n}`); };
const groups = [
  ...sections.flatMap((s) => [{ text: s.text, pages: ordered(s) }, ...(s.parts ?? []).map((p) => ({ text: p.text, pages: ordered(p) }))]),
  { text: "More", pages: single.filter((s) => existsSync(join(pages, `${s.page}.md`))).map((s) => `${s.page}.md`) },
  { text: "Optional", pages: builders.flatMap((s) => ordered(s)) }, // what may be left out where room is short
];
const about = existsSync(join(pages, "index.md")) ? firstSentence("index.md") : "";
let list = `# abut ${version}\n\n> ${about || "A C17 library and program that tell exactly where large triangle models touch or cross."}\n`;
for (const group of groups.filter((g) => g.pages.length))
  list += `\n## ${group.text}\n\n${group.pages.map((p) => `- [${heading(text(p)) ?? p}](${version}/${p}): ${firstSentence(p)}`).join("\n")}\n`;
writeFileSync(join(site, "llms.txt"), list);

for (const page of groups.flatMap((g) => g.pages)) {
  mkdirSync(dirname(join(site, version, page)), { recursive: true });
  writeFileSync(join(site, version, page), text(page));
}
const user = ["index.md", ...groups.slice(0, -1).flatMap((g) => g.pages)].filter((p) => existsSync(join(pages, p)) && !p.startsWith("examples/"));
const full = user.map((p) => `<!-- ${p} -->\n\n${text(p).trim()}\n`).join("\n");
if (Buffer.byteLength(full) <= FULL_MOST) writeFileSync(join(site, "llms-full.txt"), full);
else console.log(`site: NO llms-full.txt: it would have ${Buffer.byteLength(full)} bytes`);
