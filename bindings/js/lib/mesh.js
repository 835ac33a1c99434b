// mesh.js - a mesh: the library's abut_model, in the memory of a module.
import { structs } from "./tables.js";

const MADE = Symbol("made by abut.mesh");

/** A mesh, made by `abut.mesh` or `abut.read`. It never changes. Its memory is freed by `free`, or where a `using` ends. */
export class Mesh {
  constructor(key, abut, at, name) {
    if (key !== MADE) throw new TypeError("a mesh is made by abut.mesh(positions, index)");
    this.abut = abut;
    this.name = name;
    this.at = at;
    this.solidAt = 0;
    abut.registry.register(this, { model: at }, this);
  }

  static build(abut, positions, index, options = {}) {
    const { memory, exports } = abut;
    const { name = "", ...build } = options;
    const blocks = [];
    const put = (values, kind) => {
      const at = memory.put(values, kind);
      blocks.push(at);
      return at;
    };
    try {
      const [vertices, kind] = coordinates(positions);
      const triangles = indices(index, vertices.length / 3);
      const soup = memory.take(structs.soup.size);
      blocks.push(soup);
      const how = memory.take(structs.build.size);
      blocks.push(how);
      memory.write("build", how, build, "mesh");
      const { fields } = structs.soup;
      const at = put(vertices, kind), triangleAt = put(triangles, "I");
      memory.view.setUint32(soup + (kind === "f" ? fields.verticesFloat : fields.vertices).at, at, true);
      memory.view.setUint32(soup + fields.triangles.at, triangleAt, true);
      memory.view.setUint32(soup + fields.vertexCount.at, vertices.length / 3, true);
      memory.view.setUint32(soup + fields.triangleCount.at, triangles.length / 3, true);
      return Mesh.made(abut, name, (out) => exports.abut_model_build(out, soup, how), soup);
    } finally {
      blocks.forEach((at) => memory.give(at));
    }
  }

  // make: calls the library, which puts a model's address to out. soup: to say which vertex or triangle is wrong.
  static made(abut, name, make, soup = 0) {
    const { memory } = abut;
    const code = make(abut.scratch);
    if (code !== 0) throw mark(memory, abut, code, name, soup);
    return new Mesh(MADE, abut, memory.view.getUint32(abut.scratch, true), name);
  }

  /** The address of the model, for the library. */
  get model() {
    if (!this.at) throw new TypeError(`${this.name || "this mesh"} was freed`);
    return this.at;
  }

  /** What it is like: triangleCount, vertexCount, method, bytes: members of the C structure abut_model_info. */
  get info() {
    const { memory, exports } = this.abut, at = memory.take(structs.model_info.size);
    try {
      memory.check(exports.abut_model_describe(this.model, at), this.name);
      const { build, ...info } = memory.read("model_info", at);
      return info;
    } finally {
      memory.give(at);
    }
  }
  get triangleCount() {
    return (this.count ??= this.info.triangleCount);
  }

  free() {
    if (!this.at) return;
    this.abut.registry.unregister(this);
    if (this.solidAt) this.abut.exports.abut_solid_free(this.solidAt);
    this.abut.exports.abut_model_free(this.at);
    this.at = this.solidAt = 0;
  }
}
if (Symbol.dispose) Mesh.prototype[Symbol.dispose] = Mesh.prototype.free;

function mark(memory, abut, code, name, soup) {
  const { exports } = abut;
  let place = "";
  if (soup && (code === -3 || code === -4)) {
    const report = memory.take(structs.soup_report.size);
    exports.abut_soup_check(soup, report);
    const found = memory.read("soup_report", report);
    memory.give(report);
    place = code === -4 ? `vertex ${found.firstNonFinite}: ` : `triangle ${found.firstBadTriangle}: `;
  }
  try {
    memory.check(code, `${name || "mesh"}`);
  } catch (error) {
    if (place) error.message = `${name || "mesh"}: ${place}${memory.status(code)}`;
    return error;
  }
}

// Numbers in threes, as they are: floats stay floats, which the library converts exactly.
function coordinates(positions) {
  if (positions instanceof Float32Array) return [whole(positions), "f"];
  if (positions instanceof Float64Array) return [whole(positions), "d"];
  if (Array.isArray(positions)) return [whole(Float64Array.from(positions.flat())), "d"];
  throw new TypeError("mesh: positions are a Float32Array, a Float64Array or an array of numbers");
}
function whole(positions) {
  if (positions.length % 3) throw new TypeError(`mesh: ${positions.length} numbers are not three for each vertex`);
  return positions;
}
function indices(index, vertexCount) {
  if (index === undefined || index === null) {
    if (vertexCount % 3) throw new TypeError(`mesh: without an index, ${vertexCount} vertices are not three for each triangle`);
    return Uint32Array.from({ length: vertexCount }, (_, i) => i);
  }
  const out = index instanceof Uint32Array ? index : ArrayBuffer.isView(index) || Array.isArray(index) ? checked(Array.isArray(index) ? index.flat() : index) : null;
  if (!out) throw new TypeError("mesh: the index is a Uint32Array, another typed array of whole numbers, or an array");
  if (out.length % 3) throw new TypeError(`mesh: ${out.length} indices are not three for each triangle`);
  return out;
}
function checked(index) {
  for (let i = 0; i < index.length; i++) {
    if (!Number.isInteger(index[i]) || index[i] < 0 || index[i] > 0xffffffff) throw new TypeError(`mesh: index ${i} is ${index[i]}, no whole number from 0`);
  }
  return Uint32Array.from(index);
}
