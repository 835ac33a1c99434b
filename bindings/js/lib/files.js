// files.js - meshes from files, by the library's own readers: STL, OBJ, PLY, OFF, glTF and 3MF.
import { FileError } from "./errors.js";
import { shown } from "./memory.js";
import { checkedProgress } from "./mesh.js";
import { bytesOf } from "./soup.js";
import { structs, words } from "./tables.js";

/** Read a file's bytes: see abut.d.ts. */
export function read(abut, bytes, options) {
  const { name = "", format = "", group = null, dropBad = false, keepPlaces = false, progress, ...others } = options ?? {};
  const what = name || "read", unknown = Object.keys(others)[0];
  if (unknown !== undefined) throw new TypeError(`${what}: there is no option "${unknown}"`);
  for (const [key, value] of Object.entries({ dropBad, keepPlaces })) {
    if (typeof value !== "boolean") throw new TypeError(`${what}: ${key}: true or false is wanted, not ${shown(value)}`);
  }
  abut.begin(what, "abut_js_read");
  const { memory, exports } = abut, data = bytesOf(bytes, what), blocks = [];
  checkFormat(memory, format, what);
  const keep = (at) => (blocks.push(at), at);
  let file = 0;
  try {
    const at = keep(memory.put(data, "B")), formatAt = keep(memory.putText(format));
    file = abut.run(exports.abut_js_read, checkedProgress(progress, what), at, data.length, formatAt, dropBad ? 1 : 0, keepPlaces ? 1 : 0) >>> 0;
    if (!file) throw new FileError("OUT_OF_MEMORY", 1, memory.error(-1).message, name, 0, 0);
    const error = memory.read("mesh_error", exports.abut_js_file_error(file));
    if (error.status !== "OK") throw new FileError(error.status, words.mesh_status.indexOf(error.status), error.text, name, error.line, error.byte, error.code ?? "");
    const mesh = exports.abut_js_file_mesh(file);
    if (group !== null) select(abut, file, mesh, group, name, keep);
    return told(memory, mesh, name);
  } finally {
    if (!abut.broken) {
      exports.abut_js_file_free(file);
      for (const block of blocks) memory.give(block);
    }
  }
}

function checkFormat(memory, format, what) {
  if (format === "") return;
  const known = Array.from({ length: words.mesh_format.length }, (_, i) => memory.text(memory.exports.abut_js_format_name(i) >>> 0)).filter((name) => name);
  if (!known.includes(format)) throw new TypeError(`${what}: format: ${shown(format)} is none of ${known.join(", ")}`);
}

// Keep the triangles of one group only.
function select(abut, file, mesh, group, name, keep) {
  const { memory, exports } = abut;
  if (typeof group !== "string") throw new TypeError(`${name || "read"}: group: a name is wanted, not ${shown(group)}`);
  const found = exports.abut_js_file_select(file, keep(memory.putText(group))) >>> 0;
  if (found === 0xffffffff) throw new FileError("OUT_OF_MEMORY", 1, memory.error(-1).message, name, 0, 0);
  if (found > 0) return;
  const groups = [...new Set(told(memory, mesh, name).groups.map((g) => g.name))];
  throw new TypeError(`${name || "read"}: there is no group ${shown(group)}; ${groups.length ? `groups: ${groups.slice(0, 20).join(", ")}` : "the file has none"}`);
}

function told(memory, at, name) {
  const mesh = memory.read("mesh", at), { fields } = structs.mesh;
  const place = (member) => memory.view.getUint32(at + fields[member].at, true);
  const list = (struct, first, count) => Array.from({ length: count }, (_, i) => first + i * structs[struct].size);
  const { groups: groupsAt, warnings: warningsAt } = { groups: place("groups"), warnings: place("warnings") };
  return {
    name,
    positions: memory.numbers("d", place("vertices"), 3 * mesh.vertexCount) ?? new Float64Array(0),
    index: memory.numbers("I", place("triangles"), 3 * mesh.triangleCount) ?? new Uint32Array(0),
    faces: memory.numbers("I", place("faces"), mesh.triangleCount),
    source: memory.numbers("I", place("source"), mesh.triangleCount),
    format: memory.text(memory.exports.abut_js_format_name(memory.view.getInt32(at + fields.format.at, true)) >>> 0),
    variant: memory.text(place("variant")),
    unit: mesh.unit,
    groups: list("mesh_group", groupsAt, mesh.groupCount).map((g) => groupOf(memory, g)),
    warnings: list("mesh_warning", warningsAt, mesh.warningCount).map((w) => memory.read("mesh_warning", w)),
    warningTotal: mesh.warningTotal,
    droppedCount: mesh.droppedCount,
  };
}

function groupOf(memory, at) {
  const { fields } = structs.mesh_group, word = (member) => memory.view.getUint32(at + fields[member].at, true);
  const place = word("place");
  return {
    name: memory.text(word("name")),
    id: memory.text(word("id")),
    kind: String.fromCharCode(memory.view.getUint8(at + fields.kind.at)),
    place: place ? [0, 1, 2].map((row) => Array.from(memory.numbers("d", place + 32 * row, 4))) : null,
    firstTriangle: word("firstTriangle"),
    triangleCount: word("triangleCount"),
  };
}
