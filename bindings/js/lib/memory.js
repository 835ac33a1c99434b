// memory.js - the memory of a module: views that survive its growth, blocks, options written and answers read by tables.
import { AbutError } from "./errors.js";
import { Rows } from "./rows.js";
import { readers, statuses, structs, words } from "./tables.js";

const NUMBERS = { d: [Float64Array, 8], f: [Float32Array, 4], i: [Int32Array, 4], I: [Uint32Array, 4], B: [Uint8Array, 1] };
// Of each enum the number of each word.
export const numbers = Object.fromEntries(Object.entries(words).map(([name, told]) => [name, new Map(told.map((word, i) => [word, i]).filter(([word]) => word !== null))]));
numbers.status = new Map(Object.entries(statuses).map(([code, word]) => [word, Number(code)]));

export class Memory {
  constructor(exports) {
    this.exports = exports;
    this.isBroken = false; // a call was left in the middle: nothing may be called any more
    this.refresh();
  }

  // Views of a buffer end when memory grows: ask for `view` after each call of the module, then take the others.
  refresh() {
    this.buffer = this.exports.memory.buffer;
    this.data = new DataView(this.buffer);
    this.bytes = new Uint8Array(this.buffer);
    this.doubles = new Float64Array(this.buffer);
    this.words = new Uint32Array(this.buffer);
  }
  get view() {
    if (this.buffer !== this.exports.memory.buffer) this.refresh();
    return this.data;
  }

  // ------------------------------------------------------------------------------------------ blocks

  /** Take a block of so many bytes; its numbers are zero. */
  take(size) {
    const at = this.block(size);
    this.bytes.fill(0, at, at + size);
    return at;
  }
  block(size) {
    const at = size < 2 ** 32 ? this.exports.malloc(size || 1) >>> 0 : 0;
    this.view;
    if (!at) throw this.error(-1);
    return at;
  }
  give(at) {
    if (at && !this.isBroken) this.exports.free(at);
  }
  /** Put numbers into a new block. */
  put(values, kind) {
    const [Type, size] = NUMBERS[kind];
    const at = this.block(values.length * size);
    new Type(this.buffer, at, values.length).set(values);
    return at;
  }
  text(at) {
    if (!at) return null;
    this.view;
    return new TextDecoder().decode(this.bytes.slice(at, this.bytes.indexOf(0, at)));
  }
  putText(text) {
    const bytes = new TextEncoder().encode(text);
    const at = this.take(bytes.length + 1);
    this.bytes.set(bytes, at);
    return at;
  }

  // ------------------------------------------------------------------------------------------ status

  /** What a status says, as an error. what: whose fault it is, if one can say. */
  error(code, what) {
    const text = this.text(this.exports.abut_status_text(code) >>> 0);
    return new AbutError(statuses[code] ?? String(code), code, what ? `${what}: ${text}` : text);
  }
  check(code, what) {
    if (code !== 0) throw this.error(code, what);
  }

  // ---------------------------------------------------------------------------------------- options

  /** Write an option. what: of whom, for errors. Pointers and structures are no options. */
  set(struct, at, name, value, what) {
    const { fields } = structs[struct], field = Object.hasOwn(fields, name) ? fields[name] : null;
    if (!field || field.dims || field.kind === "*" || field.kind === "s") throw new TypeError(`${what}: there is no option "${name}"`);
    if (value !== undefined && value !== null) this.write(field, at + field.at, value, what, name);
  }
  write(field, at, value, what, name) {
    const view = this.data;
    switch (field.kind) {
      case "d":
        if (typeof value !== "number") throw new TypeError(`${what}: ${name}: a number is wanted, not ${shown(value)}`);
        return view.setFloat64(at, value, true);
      case "?":
        if (typeof value !== "boolean") throw new TypeError(`${what}: ${name}: true or false is wanted, not ${shown(value)}`);
        return view.setInt32(at, value ? 1 : 0, true);
      case "i": return view.setInt32(at, whole(value, `${what}: ${name}`, 2 ** 31 - 1), true);
      case "I": return view.setUint32(at, whole(value, `${what}: ${name}`, 2 ** 32 - 1), true);
      case "Q": return view.setBigUint64(at, BigInt(whole(value, `${what}: ${name}`, Number.MAX_SAFE_INTEGER)), true);
      default: return view.setInt32(at, number(field.of, value, `${what}: ${name}`), true);
    }
  }
  /** Write numbers, of which there must be so many. */
  vector(at, values, count, what) {
    if (values?.length !== count) throw new TypeError(`${what}: ${count} numbers are wanted`);
    const { data } = this;
    for (let i = 0; i < count; i++) {
      if (typeof values[i] !== "number") throw new TypeError(`${what}: ${count} numbers are wanted, not ${shown(values[i])}`);
      data.setFloat64(at + 8 * i, values[i], true);
    }
  }

  // ---------------------------------------------------------------------------------------- answers

  /** Read a structure as an object, which is a copy: see tables.js. */
  read(struct, at) {
    return readers[struct](this.view, at, this);
  }
  pairs(at, count) {
    const pairs = new Uint32Array(2 * count), from = at >>> 2;
    if (count > 32) pairs.set(this.words.subarray(from, from + 2 * count));
    else for (let i = 0; i < 2 * count; i++) pairs[i] = this.words[from + i]; // a view costs more than a few numbers
    return pairs;
  }
  numbers(kind, at, count, columns = 1) {
    return at ? new NUMBERS[kind][0](this.buffer, at, count * columns).slice() : null;
  }
  rows(struct, at, count) {
    return at ? Rows.read(this, struct, at, count) : null;
  }
}

/** The number of a word. */
export function number(name, word, what) {
  const found = numbers[name].get(word);
  if (found === undefined) throw new TypeError(`${what}: ${shown(word)} is none of ${[...numbers[name].keys()].join(", ")}`);
  return found;
}
export function whole(value, what, most) {
  if (!Number.isInteger(value) || value < 0 || value > most) throw new TypeError(`${what}: a whole number from 0 to ${most} is wanted, not ${shown(value)}`);
  return value;
}
/** A value in an error. */
export function shown(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : `a ${value.constructor?.name ?? "thing"}`;
  return typeof value === "function" ? "a function" : typeof value === "bigint" ? `${value}n` : String(value);
}
/** Refuse an array whose buffer was transferred: it looks empty, and no view of it can be made any more. */
export function here(array, what) {
  const buffer = array?.buffer ?? array;
  if (buffer?.byteLength !== 0) return;
  try {
    new Uint8Array(buffer);
  } catch {
    throw new TypeError(`${what}: the buffer was transferred elsewhere`);
  }
}
