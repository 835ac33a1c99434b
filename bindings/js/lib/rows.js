// rows.js - many structures of an answer as a table: a row becomes an object, a column an array, when it is asked for.
import { readers, structs, words } from "./tables.js";

const COLUMNS = { d: [Float64Array, 8], i: [Int32Array, 4], I: [Uint32Array, 4], B: [Uint8Array, 1], Q: [Float64Array, 8] };

/** Rows of an answer. They are a copy, and stay what they are; `struct` and `bytes` are all of them, for a worker to send. */
export class Rows {
  #data;
  constructor(struct, bytes, blank = []) {
    if (!Object.hasOwn(structs, struct)) throw new TypeError(`there are no rows of "${struct}"`);
    this.struct = struct;
    this.bytes = bytes;
    this.blank = blank; // members that were not asked for: null
    this.length = bytes.byteLength / structs[struct].size;
  }
  /** Rows that were sent as { struct, bytes, blank }. */
  static from({ struct, bytes, blank }) {
    return new Rows(struct, bytes, blank);
  }
  /** Rows in a module's memory. Where rows point to arrays they are objects at once. */
  static read(memory, struct, at, count) {
    const { size } = structs[struct];
    if (struct === "region") return Array.from({ length: count }, (_, i) => memory.read(struct, at + i * size));
    return new Rows(struct, memory.bytes.slice(at, at + count * size));
  }

  get view() {
    return (this.#data ??= new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength));
  }

  /** The row of a number, from the end if it is negative. */
  at(i) {
    const row = i < 0 ? this.length + i : i;
    if (!(Number.isInteger(row) && row >= 0 && row < this.length)) return undefined;
    const out = readers[this.struct](this.view, row * structs[this.struct].size, null);
    for (const name of this.blank) out[name] = null;
    return out;
  }
  *[Symbol.iterator]() {
    for (let i = 0; i < this.length; i++) yield this.at(i);
  }
  toArray() {
    return [...this];
  }
  toJSON() {
    return this.toArray();
  }
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return `Rows(${this.length}) of ${this.struct}`;
  }

  /**
   * One member of all rows: numbers as a typed array, several of a row one after the other; words and all else as an array.
   * What says nothing in a row (a pair where there is none) is 0 in a typed array.
   */
  column(name) {
    const { size, fields } = structs[this.struct], field = Object.hasOwn(fields, name) ? fields[name] : null;
    if (!field) throw new TypeError(`${this.struct} has no "${name}"`);
    if (this.blank.includes(name)) return null;
    const of = field.of === "pair" ? "I" : field.of === "event" ? "B" : field.kind;
    const get = this.getter(field);
    if (!COLUMNS[of]) return Array.from({ length: this.length }, (_, i) => (get ? get(i * size + field.at) : this.at(i)[name]));
    const [Type, step] = COLUMNS[of];
    const each = (field.dims ?? []).reduce((a, b) => a * b, 1) * (field.kind === "s" ? 2 : 1);
    const out = new Type(this.length * each);
    for (let i = 0, k = 0; i < this.length; i++) {
      for (let j = 0; j < each; j++) out[k++] = get(i * size + field.at + j * step, of);
    }
    return out;
  }
  getter(field) {
    const v = this.view;
    const of = field.of === "pair" ? "I" : field.of === "event" ? "B" : field.kind;
    switch (of) {
      case "d": return (at) => v.getFloat64(at, true);
      case "i": return (at) => v.getInt32(at, true);
      case "I": return (at) => v.getUint32(at, true);
      case "B": return (at) => v.getUint8(at);
      case "Q": return (at) => v.getUint32(at, true) + 4294967296 * v.getUint32(at + 4, true);
      case "?": return (at) => v.getInt32(at, true) !== 0;
      case "t": return (at) => words[field.of][v.getInt32(at, true)] ?? null;
      default: return null;
    }
  }
}
