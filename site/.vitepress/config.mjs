// config.mjs - how VitePress makes the site of the pages that make/pages.mjs wrote. Environment: ABUT_VERSION; ABUT_BASE, the
// address that the site's folder has on its host ("/" or "/abut/"); ABUT_SITE, where it goes;
// ABUT_PAGES, where the pages are.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { glossary } from "../make/glossary.mjs";
import { frames, slug } from "../make/markdown.mjs";
import { heading } from "../make/text.mjs";
import { builders, sections, single } from "../order.mjs";

const { ABUT_VERSION: version, ABUT_BASE: base = "/", ABUT_SITE: site, ABUT_PAGES: pages } = process.env;

const titleOf = (page) => heading(readFileSync(join(pages, `${page}.md`), "utf8")) ?? page;

// The pages of a folder: those that are named first, then the others.
function pagesOf({ folder, pages: first = [], before = [] }) {
  if (!existsSync(join(pages, folder))) return [];
  const names = readdirSync(join(pages, folder)).filter((f) => f.endsWith(".md")).map((f) => f.slice(0, -3)).sort();
  const ordered = [...first.filter((n) => names.includes(n)), ...names.filter((n) => !first.includes(n) && n !== "index")];
  const items = ordered.map((n) => ({ text: titleOf(`${folder}/${n}`), link: `/${folder}/${n}` }));
  return [...before.filter((p) => existsSync(join(pages, `${p}.md`))).map((p) => ({ text: titleOf(p), link: `/${p}` })), ...items];
}
const section = (s, isOpen) => ({
  text: s.text, collapsed: !isOpen, link: `/${s.folder}/`,
  items: [...pagesOf(s), ...(s.parts ?? []).filter((p) => existsSync(join(pages, p.folder))).map((p) => section(p, false))],
});
const alone = single.filter((s) => existsSync(join(pages, `${s.page}.md`)));
const sidebar = [
  ...sections.filter((s) => existsSync(join(pages, s.folder))).map((s) => section(s, true)),
  {
    text: "See", collapsed: false, items: [
      ...alone.map((s) => ({ text: s.text, link: `/${s.page.replace(/index$/, "")}`, ...(s.folder ? { collapsed: true, items: pagesOf(s) } : {}) })),
      { text: "Playground", link: "/playground/index.html", target: "_self" },
    ],
  },
  { text: "For builders", collapsed: false, items: builders.map((s) => section(s, false)) },
];

// What is searched: not what only shows a file, and code without its colours, which take long and are no words.
function forSearch(source, env, md) {
  if (/^---\nsearch: false\n/.test(source)) return "";
  const { highlight } = md.options;
  md.options.highlight = (code) => `<pre><code>${md.utils.escapeHtml(code)}</code></pre>`;
  try {
    return md.render(source, env);
  } finally {
    md.options.highlight = highlight;
  }
}

export default defineConfig({
  title: "abut", lang: "en", base: `${base}${version}/`, srcDir: "pages", outDir: join(site, version), cacheDir: "cache",
  description: "Tells exactly where large triangle models touch or cross.",
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}${version}/logo.svg` }], ["meta", { name: "theme-color", content: "#1b5e8c" }]],
  metaChunk: true, lastUpdated: false,
  // The playground is no page of VitePress: it is copied there.
  ignoreDeadLinks: [/\/playground\//],
  markdown: {
    anchor: { slugify: slug }, attrs: { disable: true }, theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config(md) { md.use(frames); md.use(glossary, pages); },
  },
  transformPageData(data) {
    const { relativePath: page } = data;
    if (page.startsWith("source/")) { data.frontmatter.prev = data.frontmatter.next = false; data.frontmatter.aside = page.endsWith(".md.md") ? true : data.frontmatter.aside; }
    if (page.startsWith("reference/headers/")) data.frontmatter.pageClass = "header-page";
    if (page.startsWith("reference/keys/")) data.frontmatter.pageClass = "keys-page";
  },
  themeConfig: {
    logo: { src: "/logo.svg", alt: "" }, siteTitle: "abut", version, sidebar, outline: [2, 3],
    nav: [
      ...sections.filter((s) => existsSync(join(pages, s.folder))).map((s) => ({ text: s.text, link: `/${s.folder}/`, activeMatch: `^/${s.folder}/` })),
      ...alone.filter((s) => s.page !== "examples/index").map((s) => ({ text: s.text, link: `/${s.page}` })),
      { text: "Playground", link: "/playground/index.html", target: "_self" },
    ],
    search: { provider: "local", options: { _render: forSearch } },
    docFooter: { prev: "Before", next: "Next" },
    outlineTitle: "On this page",
    footer: { message: "MIT licence" },
  },
  vite: { build: { chunkSizeWarningLimit: 4000 }, logLevel: "warn" },
});
