// keys.mjs - a page of each JSON schema: what each key is, whether it must be there, and what it means.
import { code, fence, inline } from "./text.mjs";

const nameOf = (ref) => ref.replace(/^.*\//, "");
const known = (v) => JSON.stringify(v);

// common: the schema of what several share.
export function page(schema, name, links, common) {
  const root = schema.$defs ?? schema.definitions ?? {};
  const anchors = new Map(Object.keys(root).map((key) => [key, `def-${key.toLowerCase()}`]));
  let out = `# ${schema.title ?? name}\n\n`;
  if (schema.description) out += `<p>${inline(schema.description, links)}</p>\n\n`;
  out += `The schema itself: [${name}.schema.json](schema:${name}).\n`;
  const pending = []; // objects within that get a section of their own
  out += forms(schema) + body(schema, "");
  for (let k = 0; k < pending.length; k++) out += section(pending[k].title, pending[k].anchor, pending[k].schema, pending[k].path);
  for (const [key, value] of Object.entries(root)) {
    pending.length = 0;
    out += section(value.title ?? key, anchors.get(key), value, "");
    for (let k = 0; k < pending.length; k++) out += section(pending[k].title, pending[k].anchor, pending[k].schema, pending[k].path);
  }
  for (const example of schema.examples ?? []) out += `\n## Example\n\n${fence(JSON.stringify(example, null, 2), "json")}`.replace(/^\n## Example/, example === schema.examples[0] ? "$&" : "");
  return out;

  // An object that comes in several forms: what each has.
  function forms(value) {
    const titled = (value.oneOf ?? value.anyOf ?? []).filter((v) => v.title);
    if (!titled.length) return "";
    const rows = titled.map((v) => `<li>${inline(v.title, links)}${v.description ? `: ${inline(v.description, links)}` : ""}${v.required ? `, with ${v.required.map((r) => code(r)).join(", ")}` : ""}</li>`);
    return `\n<p>It comes in these forms:</p>\n\n<ul>\n${rows.join("\n")}\n</ul>\n`;
  }

  function section(title, anchor, value, path) {
    const described = value.description && !path ? `<p>${inline(value.description, links)}</p>\n\n` : "";
    return `\n## ${inline(title).replace(/<[^>]*>/g, "")}\n\n<span id="${anchor}"></span>\n\n${described}${body(value, path)}`;
  }

  // The type in words, with links to what is defined elsewhere on the page.
  function type(value, path) {
    if (value === true) return "anything";
    if (value === false) return "nothing";
    if (value.$ref) {
      const [file, place] = value.$ref.split("#");
      if (file) return `<a href="${file.replace(/^.*\//, "").replace(/\.schema\.json$/, "")}.html${place ? `#def-${nameOf(place).toLowerCase()}` : ""}">${inline(nameOf(place || file).replace(/\.schema\.json$/, ""))}</a>`;
      return place ? `<a href="#${anchors.get(nameOf(place))}">${inline(nameOf(place))}</a>` : "the whole again";
    }
    if ("const" in value) return code(known(value.const));
    if (value.enum) return value.enum.map((v) => code(known(v))).join(", ");
    const either = value.oneOf ?? value.anyOf;
    if (either && !value.properties && either.every((v) => Object.keys(v).some((k) => k !== "required"))) return either.map((v) => type(v, path)).join(" or ");
    if (value.items) return `array of ${type(value.items, `${path}[]`)}`;
    if (value.prefixItems) return `array of ${value.prefixItems.map((v) => type(v, path)).join(", ")}`;
    if (value.properties || (typeof value.additionalProperties === "object" && value.type === "object")) return within(value, path);
    const range = [value.minimum !== undefined && `at least ${value.minimum}`, value.exclusiveMinimum !== undefined && `more than ${value.exclusiveMinimum}`, value.maximum !== undefined && `at most ${value.maximum}`].filter(Boolean);
    const base = Array.isArray(value.type) ? value.type.join(" or ") : value.type ?? (value.allOf ? value.allOf.map((v) => type(v, path)).join(" and ") : "any");
    return inline(range.length ? `${base}, ${range.join(", ")}` : base);
  }

  function within(value, path) {
    if (!value.properties) return `object of ${type(value.additionalProperties, `${path}.*`)}`;
    const title = path.replace(/^\./, ""), anchor = `key-${title.toLowerCase().replace(/[^\w.-]+/g, "-")}`;
    if (!pending.some((p) => p.anchor === anchor)) pending.push({ title, anchor, schema: value, path });
    return `<a href="#${anchor}">object</a>`;
  }

  // The keys of an object as a table; of anything else its type.
  function body(value, path) {
    const properties = { ...value.properties };
    const required = new Set(value.required ?? []);
    for (const part of value.allOf ?? []) { Object.assign(properties, part.properties); (part.required ?? []).forEach((r) => required.add(r)); }
    let rows = "";
    for (const [key, v] of Object.entries(properties)) {
      const about = v === true || v === false ? "" : v.description ?? (v.$ref ? (v.$ref.startsWith("#") ? root : common?.$defs ?? {})[nameOf(v.$ref)]?.description ?? "" : "");
      rows += `<tr><td>${code(key)}</td><td>${type(v, `${path}.${key}`)}</td><td>${required.has(key) ? "yes" : ""}</td><td>${inline(about, links)}</td></tr>\n`;
    }
    if (value.additionalProperties && typeof value.additionalProperties === "object")
      rows += `<tr><td>any other</td><td>${type(value.additionalProperties, `${path}.*`)}</td><td></td><td>${inline(value.additionalProperties.description ?? "", links)}</td></tr>\n`;
    if (!rows) return `\n<p>${type({ ...value, description: undefined }, path)}</p>\n`;
    return `\n<div class="wide" tabindex="0"><table>\n<thead><tr><th>key</th><th>type</th><th>required</th><th>meaning</th></tr></thead>\n<tbody>\n${rows}</tbody>\n</table></div>\n`;
  }
}

// The columns of tables: {tables: {verb: [{title, when, rows, columns: [{names, when, description}]}]}}
export function columns(csv, links) {
  let out = `# ${csv.title}\n\n<p>${inline(csv.description ?? "", links)}</p>\n`;
  for (const [verb, tables] of Object.entries(csv.tables)) {
    out += `\n## abut ${verb}\n`;
    for (const { title, when, rows, columns: all } of tables) {
      const lines = all.map((c) => `<tr><td>${c.names.map((n) => code(n)).join(", ")}</td><td>${inline(c.when ?? "always", links)}</td><td>${inline(c.description ?? "", links)}</td></tr>`);
      out += `\n### ${verb}: ${inline(title ?? "").replace(/<[^>]*>/g, "")}\n\n<p>${inline([rows && `A row is ${rows}.`, when && `When ${when}.`].filter(Boolean).join(" "), links)}</p>\n\n` +
        `<div class="wide" tabindex="0"><table>\n<thead><tr><th>column</th><th>when</th><th>meaning</th></tr></thead>\n<tbody>\n${lines.join("\n")}\n</tbody>\n</table></div>\n`;
    }
  }
  return out;
}
