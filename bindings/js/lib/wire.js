// wire.js - how arguments and answers cross between a page and its worker: what lies in typed arrays is moved, not copied.
import { AbutError, FileError } from "./errors.js";

const DEEPEST = 16; // nothing that is asked or answered is nested so deep: it is an object of something else
const ERRORS = { AbutError, FileError, TypeError, RangeError, SyntaxError, Error };

/** Objects of whose methods one calls, and which stay where they are: they have a method `free`. */
export const isLive = (value) => typeof value === "object" && value !== null && typeof value.free === "function";

/**
 * Pack a value for postMessage. toLive(object): what stands for a live one; values: classes of answers by name; mayMove(view):
 * whether the buffer of a typed array that is given may be taken away. Returns { packed, transfer }: packed shares no memory
 * with value.
 */
export function pack(value, { toLive, values = {}, mayMove = () => false }) {
  const moved = new Map(); // buffer -> the same memory, as a buffer of ours
  const bytes = (view) => {
    const { buffer } = view, whole = ArrayBuffer.isView(view) ? view.byteLength === buffer.byteLength : true;
    if (whole && mayMove(view) && !isShared(buffer)) {
      if (!moved.has(buffer)) moved.set(buffer, take(buffer));
      if (moved.get(buffer)) return again(view, moved.get(buffer));
    }
    const copy = again(view, copied(view));
    moved.set(copy.buffer, copy.buffer);
    return copy;
  };
  const walk = (value, depth) => {
    if (typeof value === "function" || typeof value === "symbol") throw new TypeError(`a ${typeof value} cannot be given to a worker`);
    if (typeof value !== "object" || value === null) return value;
    if (ArrayBuffer.isView(value)) return bytes(value);
    if (value instanceof ArrayBuffer || isShared(value)) return bytes(new Uint8Array(value)).buffer;
    if (typeof Blob !== "undefined" && value instanceof Blob) return value;
    if (isLive(value)) return { $: "live", of: toLive(value) };
    if (depth > DEEPEST) throw new TypeError("an object that is nested so deep cannot be given to a worker");
    if (Array.isArray(value)) return value.map((one) => walk(one, depth + 1));
    const out = {};
    for (const name of Object.keys(value)) out[name] = walk(value[name], depth + 1);
    const kind = Object.keys(values).find((name) => value instanceof values[name]);
    return kind ? { $: "value", kind, fields: out } : out;
  };
  const packed = walk(value, 0);
  return { packed, transfer: [...moved.values()].filter((buffer) => buffer) };
}

/** The value again. fromLive: the reverse of toLive. */
export function unpack(packed, { fromLive, values = {} }) {
  const walk = (value) => {
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value;
    if (typeof Blob !== "undefined" && value instanceof Blob) return value;
    if (Array.isArray(value)) return value.map(walk);
    if (value.$ === "live") return fromLive(value.of);
    if (value.$ === "value") return values[value.kind].from(walk(value.fields));
    const out = {};
    for (const name of Object.keys(value)) out[name] = walk(value[name]);
    return out;
  };
  return walk(packed);
}

function isShared(buffer) {
  return typeof SharedArrayBuffer !== "undefined" && buffer instanceof SharedArrayBuffer;
}
// A buffer's memory under a new buffer, so that what was given is detached at once; null where it must stay (memory of WebAssembly).
function take(buffer) {
  try {
    return structuredClone(buffer, { transfer: [buffer] });
  } catch {
    return null;
  }
}
function copied({ buffer, byteOffset, byteLength }) {
  const copy = new Uint8Array(byteLength);
  copy.set(new Uint8Array(buffer, byteOffset, byteLength));
  return copy.buffer;
}
// Node's Buffer arrives as the Uint8Array that it is.
function again(view, buffer) {
  const Type = typeof Buffer !== "undefined" && view instanceof Buffer ? Uint8Array : view.constructor;
  return new Type(buffer);
}

/** Errors keep their class, their words, and what else they carry (status, code, line, byte). */
export function packError(error) {
  if (!(error instanceof Error)) return { kind: "Error", message: String(error), more: {} };
  const more = {};
  for (const [name, value] of Object.entries(error)) {
    if (["string", "number", "boolean"].includes(typeof value)) more[name] = value;
  }
  return { kind: error.name, message: error.message, more };
}
export function unpackError({ kind, message, more }) {
  const Type = Object.hasOwn(ERRORS, kind) ? ERRORS[kind] : Error;
  const error = new Error(message);
  Object.setPrototypeOf(error, Type.prototype);
  if (Type === Error) error.name = kind;
  return Object.assign(error, more);
}
