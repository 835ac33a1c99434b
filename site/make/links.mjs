// links.mjs - where a file of the project is in the site. The documents link to files as they lie in the project, so that they
// can be read on a code host; here each such link gets the page that shows the file.
import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

const PICTURE = /\.(png|svg|jpe?g|gif|webp)$/i;
const SECTIONS = /^docs\/(tutorial|how-to|reference|explanation|proofs|notes)$/;
// What no link is looked for in: blocks of code, comments, code within a line.
const APART = /^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\1[`~]*[ \t]*$|<!--[\s\S]*?-->|`+[^`\n]+`+/gm;

export class Links {
  constructor(root) {
    this.root = root;
    this.shown = new Set(); // files that get a page since a document of docs/ links to them, and documents that others link to
    this.pictures = new Map(); // pictures: where in the project, where in the site; "linked" ones are files, others parts of pages
    this.dead = [];
  }

  isFolder(path) { return existsSync(join(this.root, path)) && statSync(join(this.root, path)).isDirectory(); }

  // The page of a file or folder of the project, as a path in the site's sources.
  pageOf(path) {
    if (/^include\/abut\/\w+\.h$/.test(path)) return `reference/headers/${path.slice(13, -2)}.md`;
    if (path === "include/abut" || path === "include") return "reference/headers/index.md";
    if (path === "examples") return "examples/index.md";
    if (/^examples\/\w+\.c$/.test(path)) return `examples/${path.slice(9, -2)}.md`;
    if (/^docs\/reference\/schemas\/[\w.-]+\.schema\.json$/.test(path)) return `reference/keys/${path.replace(/^.*\/|\.schema\.json$/g, "")}.md`;
    if (path === "docs/reference/schemas/csv.json") return "reference/keys/csv.md";
    if (path === "docs/reference/schemas") return "reference/keys/index.md";
    if (path === "docs") return "index.md";
    if (/^docs\/.*\.md$/.test(path)) return path.slice(5);
    if (SECTIONS.test(path)) return `${path.slice(5)}/index.md`;
    if (path === ".") return "source/README.md";
    if (this.isFolder(path)) return `source/${path}/index.md`;
    return /\.md$/.test(path) ? `source/${path}` : `source/${path}.md`;
  }

  // The address for a link of a page, or undefined if what it leads to has no page.
  target(address, from, page, isPicture) {
    if (/^([a-z][a-z+.-]*:|\/\/|#)/i.test(address)) return address;
    const [, path, anchor] = address.match(/^([^#]*)(#.*)?$/), file = normalize(join(dirname(from), decodeURI(path))).replace(/\/$/, "");
    if (file.startsWith("..") || !existsSync(join(this.root, file))) {
      this.dead.push(`${from}: a link leads nowhere: ${address}`);
      return address;
    }
    const here = (to) => { const r = relative(dirname(page), to); return r.startsWith(".") ? r : `./${r}`; };
    if (PICTURE.test(file)) {
      const to = file.startsWith("docs/") ? file.slice(5) : `source/${file}`;
      this.pictures.set(`${file}${isPicture ? "" : " linked"}`, { file, to, isLinked: !isPicture });
      return here(to);
    }
    const to = this.pageOf(file);
    if (!to.startsWith("source/")) return here(to) + (anchor ?? "");
    if (from.startsWith("docs/") || /\.md$/.test(file)) this.shown.add(file === "." ? "README.md" : file);
    return this.shown.has(file) || file === "." ? here(to) + (anchor ?? "") : undefined;
  }

  // A document's text with its links rewritten. from: where it lies in the project; page: where in the site.
  rewrite(text, from, page) {
    const apart = [];
    const masked = text.replace(APART, (part) => `\u0001${apart.push(part) - 1}\u0002`);
    const link = (whole, mark, words, address, title = "") => {
      const to = this.target(address, from, page, mark === "!");
      return to === undefined ? words : `${mark}[${words}](${to}${title})`;
    };
    return masked
      .replace(/(!)\[([^[\]]*)\]\(<?([^)\s>]+)>?(\s+"[^"]*")?\)/g, link)
      .replace(/(?<!!)()\[((?:[^[\]]|\[[^\]]*\])*)\]\(<?([^)\s>]+)>?(\s+"[^"]*")?\)/g, link)
      .replace(/^\[([^\]]+)\]: *(\S+)/gm, (whole, name, address) => `[${name}]: ${this.target(address, from, page, false) ?? "#"}`)
      .replace(/\b(src|href|srcset)="([^"]+)"/g, (whole, name, address) => `${name}="${this.target(address, from, page, name !== "href") ?? "#"}"`)
      .replace(/\u0001(\d+)\u0002/g, (whole, n) => apart[n]);
  }
}
