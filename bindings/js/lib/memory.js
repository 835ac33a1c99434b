// memory.js - the memory of a module: views that survive its growth, blocks, structures written and read by tables.
import { enums, structs } from "./tables.js";
import { AbutError } from "./errors.js";

const NUMBERS = { d: [Float64Array, 8], f: [Float32Array, 4], i: [Int32Array, 4], I: [Uint32Array, 4], "?": [Int32Array, 4], B: [Uint8Array, 1], Q: [BigUint64Array, 8] };
export const KIND_OF = { double: "d", float: "f", int: "i", uint32_t: "I", size_t: "I", uint8_t: "B", char: "B" };
const ENUM_MOST = 40; // no enum has as many values

export class Memory {
  constructor(exports) {
    this.exports = exports;
    this.words = new Map(); // of each enum: by number, and back
    this.refresh();
  }

  // Views of a buffer end when memory grows: ask for `view` after each call of the module.
  refresh() {
    this.buffer = this.exports.memory.buffer;
    this.data = new DataView(this.buffer);
    this.bytes = new Uint8Array(this.buffer);
  }
  get view() {
    if (this.buffer !== this.exports.memory.buffer) this.refresh();
    return this.data;
  }

  // ------------------------------------------------------------------------------------------ blocks

  /** Take a block of so many bytes; its numbers are zero. */
  take(size) {
    const at = this.exports.malloc(size || 1);
    if (!at) throw new AbutError("OUT_OF_MEMORY", -1, this.status(-1));
    this.view;
    this.bytes.fill(0, at, at + size);
    return at >>> 0;
  }
  give(at) {
    if (at) this.exports.free(at);
  }
  /** Put the numbers of a typed array, or an array, into a new block. */
  put(values, kind) {
    const [Type, size] = NUMBERS[kind];
    const at = this.exports.malloc(values.length * size || 1) >>> 0;
    if (!at) throw new AbutError("OUT_OF_MEMORY", -1, this.status(-1));
    this.view;
    new Type(this.buffer, at, values.length).set(values);
    return at;
  }
  /** A copy of so many numbers. */
  copy(kind, at, count) {
    const [Type] = NUMBERS[kind];
    this.view;
    return new Type(this.buffer, at, count).slice();
  }
  text(at) {
    if (!at) return null;
    this.view;
    let end = at;
    while (this.bytes[end]) end++;
    return new TextDecoder().decode(this.bytes.slice(at, end));
  }
  putText(text) {
    const bytes = new TextEncoder().encode(text);
    const at = this.take(bytes.length + 1);
    this.bytes.set(bytes, at);
    return at;
  }

  // ------------------------------------------------------------------------------------------- enums

  wordsOf(name) {
    let words = this.words.get(name);
    if (words) return words;
    words = { text: new Map(), value: new Map() };
    const from = enums[name];
    const add = (value, text) => {
      if (text === null) return;
      words.text.set(value, text);
      words.value.set(text, value);
    };
    if (typeof from === "string") {
      const tell = this.exports[from];
      for (let i = 0; tell && i < ENUM_MOST; i++) add(i, this.text(tell(i) >>> 0));
    } else {
      for (const [value, text] of Object.entries(from)) add(Number(value), text);
    }
    this.words.set(name, words);
    return words;
  }
  /** The library's line for a status. */
  status(code) {
    return this.text(this.exports.abut_status_text(code) >>> 0);
  }
  /** Throw what a status says, unless it is 0. what: whose fault it is, if one can say. */
  check(code, what) {
    if (code === 0) return;
    const text = this.status(code);
    throw new AbutError(enums.status[code] ?? String(code), code, what ? `${what}: ${text}` : text);
  }

  // -------------------------------------------------------------------------------------- structures

  /** Write members of a structure, by their names. what: of whom, for errors. Members of other kinds stay. */
  write(struct, at, values, what) {
    const { fields } = structs[struct];
    for (const [name, value] of Object.entries(values)) {
      const field = fields[name];
      if (value === undefined) continue;
      if (!field || field.kind === "*" || field.kind === "s") throw new TypeError(`${what}: there is no option "${name}"`);
      this.set(field, at + field.at, value, `${what}: ${name}`);
    }
  }
  set(field, at, value, what) {
    const view = this.view;
    if (field.dims) {
      const count = field.dims.reduce((a, b) => a * b);
      const flat = Array.from(value).flat();
      if (flat.length !== count || flat.some((x) => typeof x !== "number")) throw new TypeError(`${what}: ${count} numbers are wanted`);
      flat.forEach((x, i) => view.setFloat64(at + 8 * i, x, true));
      return;
    }
    switch (field.kind) {
      case "d": return view.setFloat64(at, number(value, what), true);
      case "?": return view.setInt32(at, value ? 1 : 0, true);
      case "i": return view.setInt32(at, whole(value, what, -(2 ** 31), 2 ** 31 - 1), true);
      case "I": return view.setUint32(at, whole(value, what, 0, 2 ** 32 - 1), true);
      case "Q": return view.setBigUint64(at, BigInt(whole(value, what, 0, Number.MAX_SAFE_INTEGER)), true);
      case "t": {
        const known = this.wordsOf(field.of).value;
        if (!known.has(value)) throw new TypeError(`${what}: ${JSON.stringify(value)} is none of ${[...known.keys()].join(", ")}`);
        return view.setInt32(at, known.get(value), true);
      }
      default: throw new TypeError(`${what} cannot be given`);
    }
  }

  /** Read a structure as an object. Arrays are copied: numbers and pairs as typed arrays, structures as objects. */
  read(struct, at) {
    const out = {};
    for (const [name, field] of Object.entries(structs[struct].fields)) {
      const guarded = field.guard !== undefined && this.view.getInt32(at + field.guard, true) === 0;
      if (guarded) out[name] = null;
      else if (field.kind !== "*") out[name] = this.get(field, at + field.at);
      else if (field.count !== undefined) out[name] = this.array(field, this.view.getUint32(at + field.at, true), this.view.getUint32(at + field.count, true));
    }
    return out;
  }
  get(field, at) {
    if (field.dims) return this.many(field, at);
    const view = this.view;
    switch (field.kind) {
      case "d": return view.getFloat64(at, true);
      case "f": return view.getFloat32(at, true);
      case "?": return view.getInt32(at, true) !== 0;
      case "i": return view.getInt32(at, true);
      case "I": return view.getUint32(at, true);
      case "B": return view.getUint8(at);
      case "Q": return Number(view.getBigUint64(at, true));
      case "t": return this.wordsOf(field.of).text.get(view.getInt32(at, true)) ?? null;
      default: return field.of === "pair" ? this.copy("I", at, 2) : field.of === "event" ? this.copy("B", at, 2) : this.read(field.of, at);
    }
  }
  many({ kind, dims: [rows, columns], of }, at) {
    const step = kind === "s" ? structs[of].size : NUMBERS[kind][1];
    return Array.from({ length: rows }, (_, i) => columns ? this.many({ kind, dims: [columns], of }, at + i * columns * step) : this.get({ kind, of }, at + i * step));
  }
  array(field, at, count) {
    const { of } = field;
    if (of === "pair") return at ? this.copy("I", at, 2 * count) : new Uint32Array(0);
    if (KIND_OF[of]) return at ? this.copy(KIND_OF[of], at, count * (field.dims?.[0] ?? 1)) : null;
    if (!at) return null;
    return Array.from({ length: count }, (_, i) => this.read(of, at + i * structs[of].size));
  }
}

function number(value, what) {
  if (typeof value !== "number") throw new TypeError(`${what}: a number is wanted`);
  return value;
}
function whole(value, what, least, most) {
  if (!Number.isInteger(value) || value < least || value > most) throw new TypeError(`${what}: a whole number from ${least} to ${most} is wanted`);
  return value;
}
