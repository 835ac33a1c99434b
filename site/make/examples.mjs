// examples.mjs - a page of each example: its source and what it prints. And the gallery: their pictures, drawn now.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fence, inline } from "./text.mjs";

// What the comment at the top of a program says.
export function about(source) {
  const lines = [];
  for (const line of source.split("\n")) {
    if (!line.startsWith("//")) break;
    if (!/SPDX/.test(line)) lines.push(line.replace(/^\/\/ ?/, ""));
  }
  return lines.join(" ").replace(/^\S+ - /, "").replace(/^./, (c) => c.toUpperCase());
}

export function all(root, links) {
  const folder = join(root, "examples");
  return readdirSync(folder).filter((f) => f.endsWith(".c")).sort().map((file) => {
    const source = readFileSync(join(folder, file), "utf8"), name = file.replace(/\.c$/, ""), expected = join(folder, "expected", `${name}.txt`);
    let text = `# ${file}\n\n<p>${inline(about(source), links)}</p>\n\n${fence(source, "c")}`;
    if (existsSync(expected)) text += `\n## What it prints\n\n${fence(readFileSync(expected, "utf8"), "text")}`;
    text += `\n## Build it\n\n${fence(`cc ${file} $(pkg-config --cflags --libs abut) -o ${name}\n./${name}`, "sh")}`;
    return { name, file, about: about(source), text };
  });
}

// A picture an entry: its commands are run in an empty folder, where the last PNG is the picture.
export function gallery(root, bin, pages) {
  const list = join(root, "examples/gallery.json");
  if (!existsSync(list)) return undefined;
  const out = join(pages, "gallery");
  mkdirSync(out, { recursive: true });
  let count = 0, text = "# Gallery\n\nEach picture is drawn by the commands below it, when this site is built.\n";
  for (const entry of JSON.parse(readFileSync(list, "utf8"))) {
    const scratch = mkdtempSync(join(tmpdir(), "abut-gallery-")), name = `${entry.example.replace(/\.\w+$/, "")}-${count++}`;
    try {
      for (const command of entry.picture) {
        const ran = spawnSync("bash", ["-c", command], { cwd: scratch, encoding: "utf8", env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } });
        if (ran.status !== 0 && ran.status !== 1) throw new Error(`gallery, ${entry.title}: "${command}" ends with ${ran.status}: ${ran.stderr}`);
      }
      const drawn = readdirSync(scratch).filter((f) => f.endsWith(".png")).sort();
      const named = drawn.filter((f) => entry.picture.at(-1).includes(f));
      if (!drawn.length) throw new Error(`gallery, ${entry.title}: no picture is drawn`);
      copyFileSync(join(scratch, (named.length ? named : drawn).at(-1)), join(out, `${name}.png`));
    } finally {
      rmSync(scratch, { recursive: true });
    }
    const source = existsSync(join(root, "examples", entry.example));
    text += `\n## ${entry.title}\n\n![${entry.title.replace(/[[\]]/g, "")}](gallery/${name}.png)\n\n<p>${inline(entry.text)}</p>\n\n${fence(entry.picture.join("\n"), "sh")}`;
    if (source) text += `\nThe program: [${entry.example}](${entry.example.endsWith(".c") ? `examples/${entry.example.replace(/\.c$/, "")}.md` : `repository:examples/${entry.example}`}).\n`;
  }
  return text;
}
