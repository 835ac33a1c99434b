// keys.mjs - a page of each JSON schema: what each key is, whether it must be there, and what it means.
import { inline } from "./text.mjs";

const nameOf = (ref) => ref.replace(/^.*\//, "");
const known = (v) => JSON.stringify(v);

export function page(schema, name, links) {
  const root = schema.$defs ?? schema.definitions ?? {};
  const anchors = new Map(Object.keys(root).map((key) => [key, `def-${key.toLowerCase()}`]));
  let out = `# ${schema.title ?? name}\n\n`;
  if (schema.description) out += `<p>${inline(schema.description, links)}</p>\n\n`;
  out += `The schema itself: [${name}.schema.json](schema:${name}).\n`;
  const pending = []; // objects within that get a section of their own
  out += body(schema, "");
  for (let k = 0; k < pending.length; k++) out += section(pending[k].title, pending[k].anchor, pending[k].schema, pending[k].path);
  for (const [key, value] of Object.entries(root)) {
    pending.length = 0;
    out += section(value.title ?? key, anchors.get(key), value, "");
    for (let k = 0; k < pending.length; k++) out += section(pending[k].title, pending[k].anchor, pending[k].schema, pending[k].path);
  }
  return out;

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
      if (file) return `<a href="${inline(file.replace(/^.*\//, "").replace(/\.schema\.json$/, ""))}.html">${inline(nameOf(place || file).replace(/\.schema\.json$/, ""))}</a>`;
      return place ? `<a href="#${anchors.get(nameOf(place))}">${inline(nameOf(place))}</a>` : "the whole again";
    }
    if ("const" in value) return `<code>${inline(known(value.const)).replace(/<[^>]*>/g, "")}</code>`;
    if (value.enum) return value.enum.map((v) => `<code>${inline(known(v)).replace(/<[^>]*>/g, "")}</code>`).join(", ");
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
      const about = v === true || v === false ? "" : v.description ?? (v.$ref && !v.$ref.includes(".json") ? root[nameOf(v.$ref)]?.description ?? "" : "");
      rows += `<tr><td><code>${inline(key).replace(/<[^>]*>/g, "")}</code></td><td>${type(v, `${path}.${key}`)}</td><td>${required.has(key) ? "yes" : ""}</td><td>${inline(about, links)}</td></tr>\n`;
    }
    if (value.additionalProperties && typeof value.additionalProperties === "object")
      rows += `<tr><td>any other</td><td>${type(value.additionalProperties, `${path}.*`)}</td><td></td><td>${inline(value.additionalProperties.description ?? "", links)}</td></tr>\n`;
    if (!rows) return `\n<p>${type({ ...value, description: undefined }, path)}</p>\n`;
    return `\n<div class="wide" tabindex="0"><table>\n<thead><tr><th>key</th><th>type</th><th>required</th><th>meaning</th></tr></thead>\n<tbody>\n${rows}</tbody>\n</table></div>\n`;
  }
}
