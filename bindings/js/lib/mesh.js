// mesh.js - a mesh: the library's abut_model, in the memory of a module.
import { AbutError } from "./errors.js";
import { shown } from "./memory.js";
import { contains, nearest, only, signedDistance } from "./points.js";
import { inBox, inPlanes, rays } from "./rays.js";
import { Rows } from "./rows.js";
import { bytesOf, isSoup, placeOf, withSoup } from "./soup.js";
import { structs } from "./tables.js";

const MADE = Symbol("made by abut.mesh");
const LINE = 64; // a saved model starts at a multiple of it

/** What of a mesh is in the module's memory. */
class Held {
  model = 0;
  solid = 0;
  isChecked = false;
  bytes = null; // of a model that was saved, which lies in them: { at, uses }. Meshes made of it share them
  free(exports) {
    if (this.solid) exports.abut_solid_free(this.solid);
    exports.abut_model_free(this.model);
    if (this.bytes && --this.bytes.uses === 0) exports.free(this.bytes.at);
    this.model = this.solid = 0;
    this.bytes = null;
  }
}

/** A mesh, made by `abut.mesh` or `abut.open`. It never changes. Its memory is freed by `free`, or where a `using` ends. */
export class Mesh {
  constructor(key, abut, held, name) {
    if (key !== MADE) throw new TypeError("a mesh is made by abut.mesh(positions, index)");
    this.abut = abut;
    this.name = name;
    this.held = held;
    this.uses = 0; // of worlds
    this.isFreed = false;
    this.became = null; // of one that refit or edit made
    abut.registry.register(this, held, this);
  }

  static build(abut, positions, index, options) {
    if (isSoup(positions)) return Mesh.build(abut, positions.positions, positions.index, { name: positions.name, ...(index ?? {}), ...(options ?? {}) });
    const { name = "", progress = null, ...build } = options ?? {}, what = named(name), { memory, exports, scratch } = abut;
    abut.begin(what, "abut_model_build");
    return withSoup(abut, positions, index, what, (soup) => {
      const how = memory.take(structs.build.size);
      try {
        for (const key in build) memory.set("build", how, key, build[key], what);
        memory.data.setUint32(how + structs.build.fields.host.at, abut.host, true);
        const code = abut.run(exports.abut_model_build, checkedProgress(progress, what), scratch, soup, how);
        if (code !== 0) throw memory.error(code, what + placeOf(abut, code, soup));
        const held = new Held();
        held.model = memory.view.getUint32(scratch, true);
        return new Mesh(MADE, abut, held, name);
      } finally {
        memory.give(how);
      }
    });
  }

  /** A mesh of bytes that save() made. */
  static open(abut, bytes, options) {
    const { name = "", ...others } = options ?? {}, what = named(name);
    const unknown = Object.keys(others)[0];
    if (unknown !== undefined) throw new TypeError(`${what}: there is no option "${unknown}"`);
    abut.begin(what, "abut_model_open");
    const { memory, exports } = abut, data = bytesOf(bytes, what), held = new Held();
    held.bytes = { at: memory.block(data.length + LINE), uses: 1 };
    try {
      const at = Math.ceil(held.bytes.at / LINE) * LINE;
      memory.bytes.set(data, at);
      const code = abut.run(exports.abut_model_open, null, abut.scratch, at, data.length, abut.host);
      if (code !== 0) throw memory.error(code, what);
      held.model = memory.view.getUint32(abut.scratch, true);
      return new Mesh(MADE, abut, held, name);
    } catch (error) {
      if (!abut.broken) held.free(exports);
      throw error;
    }
  }

  /** The same triangles with other vertices. */
  refit(positions, index, options) {
    if (isSoup(positions)) return this.refit(positions.positions, positions.index, index);
    const { progress } = only("refit", options, ["progress"]), { exports, scratch, host } = this.abut;
    return this.changed("refit", "abut_model_refit", positions, index, progress, (soup, change) => [exports.abut_model_refit, scratch, this.model, soup, host, change]);
  }

  /** Without some triangles, and with others: the mesh, and the indices of the others. */
  edit({ remove = [], positions = [], index = null, progress = null } = {}) {
    const { abut } = this, { memory, exports, scratch, host } = abut, gone = Array.from(remove), blocks = [];
    const wrong = gone.findIndex((i) => !(Number.isInteger(i) && i >= 0 && i <= 0xffffffff));
    if (wrong >= 0) throw new TypeError(`edit: remove: ${shown(gone[wrong])} is no index of a triangle`);
    abut.begin("edit", "abut_model_edit");
    memory.view;
    try {
      let ids = 0, count = 0;
      const mesh = this.changed("edit", "abut_model_edit", positions, index, progress, (soup, change) => {
        count = memory.data.getUint32(soup + structs.soup.fields.triangleCount.at, true);
        const { size, fields } = structs.edit, what = memory.take(size), removed = memory.put(gone, "I");
        ids = memory.block(4 * count);
        blocks.push(what, removed, ids);
        Object.entries({ removed, removedCount: gone.length, inserted: soup, ids }).forEach(([key, value]) => memory.data.setUint32(what + fields[key].at, value, true));
        return [exports.abut_model_edit, scratch, this.model, what, host, change];
      }, (code) => (code === -3 ? this.notThere(gone) : null));
      return { mesh, inserted: memory.numbers("I", ids, count) };
    } finally {
      for (const block of blocks) memory.give(block);
    }
  }
  // The first index that no triangle has, or that is there a second time.
  notThere(removed) {
    const { triangles } = this, seen = new Set();
    const found = removed.find((i) => i >= this.triangleCount || seen.has(i) || Number.isNaN(triangles[9 * i]) || !seen.add(i));
    return found === undefined ? null : `: remove: ${found}`;
  }
  // wrong(code): what of the call is wrong, if it is not the soup.
  changed(name, call, positions, index, progress, given, wrong) {
    const { abut, held } = this, { memory, scratch } = abut, what = `${named(this.name)}: ${name}`;
    abut.begin(what, call);
    return withSoup(abut, positions, index, what, (soup) => {
      const change = memory.take(structs.change.size);
      try {
        const code = abut.run(...withProgress(given(soup, change), checkedProgress(progress, what)));
        if (code !== 0) throw memory.error(code, what + (wrong?.(code) ?? placeOf(abut, code, soup)));
        const own = new Held();
        own.model = memory.view.getUint32(scratch, true);
        own.bytes = held.bytes;
        if (own.bytes) own.bytes.uses++;
        const mesh = new Mesh(MADE, abut, own, this.name);
        mesh.became = memory.read("change", change);
        return mesh;
      } finally {
        memory.give(change);
      }
    });
  }

  /** The mesh as bytes, which abut.open takes: it is not built again. */
  save() {
    const { abut } = this, { memory, exports, scratch } = abut;
    abut.begin(`${named(this.name)}: save`, "abut_js_save");
    memory.check(abut.run(exports.abut_js_save, null, this.model, scratch, scratch + 4), named(this.name));
    const at = memory.view.getUint32(scratch, true), size = memory.data.getUint32(scratch + 4, true);
    const bytes = memory.bytes.slice(at, at + size);
    memory.give(at);
    return bytes;
  }

  /** The address of the model, for the library. */
  get model() {
    if (this.isFreed) throw new TypeError(`${named(this.name)} was freed`);
    return this.held.model;
  }

  /** What it is like: members of the C structure abut_model_info. */
  get info() {
    return this.described("abut_model_describe", "model_info", this.model);
  }
  /** What became of its tree, if refit or edit made it; else null. */
  get change() {
    return this.became;
  }
  get triangleCount() {
    return (this.count ??= this.info.triangleCount);
  }
  get vertexCount() {
    return this.info.vertexCount;
  }
  get method() {
    return this.info.method;
  }
  /** Its components: which are closed. */
  get solid() {
    return this.described("abut_solid_describe", "solid_info", this.solidFor(false, null));
  }
  described(call, struct, of) {
    const { abut } = this, { memory } = abut;
    abut.begin(named(this.name), call);
    const at = memory.take(structs[struct].size);
    try {
      memory.check(abut.run(abut.exports[call], null, of, at), named(this.name));
      return memory.read(struct, at);
    } finally {
      memory.give(at);
    }
  }

  /** The corners of all triangles, nine numbers each, in the order given. */
  get triangles() {
    const { abut } = this, { memory } = abut, count = this.triangleCount;
    abut.begin(named(this.name), "abut_model_triangles");
    const at = memory.block(72 * count);
    try {
      memory.check(abut.run(abut.exports.abut_model_triangles, null, this.model, 0, count, at), named(this.name));
      memory.view;
      return memory.numbers("d", at, 9 * count);
    } finally {
      memory.give(at);
    }
  }
  /** The least and the greatest corner of its box; null without triangles. */
  get bounds() {
    const corners = this.triangles;
    if (corners.length === 0) return null;
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < corners.length; i++) {
      low[i % 3] = Math.min(low[i % 3], corners[i]);
      high[i % 3] = Math.max(high[i % 3], corners[i]);
    }
    return [low, high];
  }

  /** Connected components, and what is wrong with each as a solid. */
  get parts() {
    const { abut } = this, { memory, scratch } = abut;
    const solid = this.solidFor(true, null);
    memory.check(abut.run(abut.exports.abut_solid_parts, null, solid, scratch, scratch + 4), named(this.name));
    return memory.rows("solid_part", memory.view.getUint32(scratch, true), memory.data.getUint32(scratch + 4, true)) ?? new Rows("solid_part", new Uint8Array(0));
  }
  /** Whether all components are closed and do not cross. */
  get isSolid() {
    const faults = this.parts.column("fault");
    return faults.length > 0 && faults.every((fault) => fault === "none");
  }

  // The library's solid of this mesh, made when it is first needed. isChecked: also whether its components cross.
  solidFor(isChecked, progress) {
    const { abut, held } = this, { exports, memory } = abut, what = named(this.name);
    abut.begin(what, "abut_solid_build");
    if (!held.solid) {
      memory.check(abut.run(exports.abut_solid_build, progress, abut.scratch, this.model, abut.host), what);
      held.solid = memory.view.getUint32(abut.scratch, true);
    }
    if (isChecked && !held.isChecked) {
      memory.check(abut.run(exports.abut_solid_check, progress, held.solid, abut.query), what);
      held.isChecked = true;
    }
    return this.model && held.solid;
  }

  contains(points, options) {
    return contains(this, points, options);
  }
  nearest(points, options) {
    return nearest(this, points, options);
  }
  signedDistance(points, options) {
    return signedDistance(this, points, options);
  }

  rays(origins, directions, options) {
    return rays(this, origins, directions, options);
  }
  inBox(low, high, options) {
    return inBox(this, low, high, options);
  }
  inPlanes(planes, options) {
    return inPlanes(this, planes, options);
  }

  /** Give its memory back. A world that has it keeps it until it is removed there. */
  free() {
    if (this.abut.busy) throw new AbutError("BUSY", 0, `${named(this.name)}: free: a call is running: ${this.abut.busy}`);
    this.isFreed = true;
    this.let(0);
  }
  let(uses) {
    this.uses += uses;
    if (!this.isFreed || this.uses > 0 || !this.held.model || this.abut.broken) return;
    this.abut.registry.unregister(this);
    this.held.free(this.abut.exports);
  }
}
if (Symbol.dispose) Mesh.prototype[Symbol.dispose] = Mesh.prototype.free;

const withProgress = ([call, ...args], progress) => [call, progress, ...args];
const named = (name) => name || "mesh";

export function checkedProgress(progress, what) {
  if (progress === null || progress === undefined || typeof progress === "function") return progress ?? null;
  throw new TypeError(`${what}: progress: a function is wanted, not ${shown(progress)}`);
}
