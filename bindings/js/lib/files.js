// files.js - meshes from files, by the library's own readers: STL, OBJ, PLY, OFF, glTF and 3MF.
import { FileError } from "./errors.js";
import { Mesh } from "./mesh.js";
import { structs } from "./tables.js";

// In the order of mesh_status of io/mesh/mesh.h.
const STATUS = ["OK", "OUT_OF_MEMORY", "CANNOT_OPEN", "UNKNOWN_FORMAT", "SYNTAX", "TRUNCATED", "BAD_NUMBER", "BAD_INDEX", "TOO_LARGE", "CANCELLED"];

/** Read a file's bytes: see abut.d.ts. */
export function read(abut, bytes, options = {}) {
  const { memory, exports } = abut;
  const { name = "", format = "", dropBad = false, keepPlaces = false, progress } = options;
  const data = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = memory.put(data, "B"), formatAt = memory.putText(format);
  let file = 0;
  try {
    file = abut.withProgress(progress, () => exports.abut_js_read(at, data.length, formatAt, dropBad ? 1 : 0, keepPlaces ? 1 : 0)) >>> 0;
    if (!file) throw new FileError("OUT_OF_MEMORY", -1, memory.status(-1), name);
    const errorAt = exports.abut_js_file_error(file), { fields } = structs.mesh_error;
    const code = memory.view.getInt32(errorAt, true);
    if (code !== 0) {
      throw new FileError(STATUS[code], code, memory.text(errorAt + fields.text.at), name,
        memory.view.getUint32(errorAt + fields.line.at, true), memory.view.getUint32(errorAt + fields.byte.at, true));
    }
    return told(memory, exports.abut_js_file_mesh(file), name);
  } finally {
    exports.abut_js_file_free(file);
    memory.give(formatAt);
    memory.give(at);
  }
}

function told(memory, at, name) {
  const { fields } = structs.mesh;
  const word = (field, from = at) => memory.view.getUint32(from + field.at, true);
  const triangleCount = word(fields.triangleCount);
  const each = (struct, first, count, tell) => Array.from({ length: count }, (_, i) => tell(first + i * structs[struct].size));
  const group = structs.mesh_group.fields, warning = structs.mesh_warning.fields;
  const places = each("mesh_matrix", word(fields.places), word(fields.placeCount), (p) => p);
  return {
    name,
    positions: memory.copy("d", word(fields.vertices), 3 * word(fields.vertexCount)),
    index: memory.copy("I", word(fields.triangles), 3 * triangleCount),
    faces: word(fields.faces) ? memory.copy("I", word(fields.faces), triangleCount) : null,
    format: memory.text(memory.exports.abut_js_format_name(word(fields.format))),
    variant: memory.text(word(fields.variant)),
    unit: memory.view.getFloat64(at + fields.unit.at, true),
    groups: each("mesh_group", word(fields.groups), word(fields.groupCount), (g) => ({
      name: memory.text(word(group.name, g)),
      id: memory.text(word(group.id, g)),
      kind: String.fromCharCode(memory.view.getUint8(g + group.kind.at)),
      place: places.includes(word(group.place, g)) ? rows(memory, word(group.place, g)) : null,
      firstTriangle: word(group.firstTriangle, g),
      triangleCount: word(group.triangleCount, g),
    })),
    warnings: each("mesh_warning", word(fields.warnings), word(fields.warningCount), (w) => memory.text(w + warning.text.at)),
    warningTotal: word(fields.warningTotal),
  };
}

function rows(memory, at) {
  const numbers = Array.from(memory.copy("d", at, 12));
  return [numbers.slice(0, 4), numbers.slice(4, 8), numbers.slice(8, 12)];
}
