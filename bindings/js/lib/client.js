// client.js - the page's side of abut/worker: calls wait here, and go to the worker one at a time.
import { hold, listen } from "./port.js";
import { values } from "./values.js";
import { WorldLog } from "./world_log.js";
import { isLive, pack, unpack, unpackError } from "./wire.js";

const MAKE = new Set(["mesh", "read", "open"]); // what these are given is moved into the worker, unless `copy` is asked for

/** An object that lives in the worker. Its methods and properties are those of its class there, and give promises. */
export class Handle {
  constructor(client, number, name) {
    Object.defineProperties(this, { client: { value: client }, number: { value: number } });
    if (name !== undefined) this.name = name;
  }
  /** Free what it is in the worker. Later uses are refused. */
  free() {
    return this.client.free(this);
  }
}
if (Symbol.dispose) Handle.prototype[Symbol.dispose] = Handle.prototype.free;
if (Symbol.asyncDispose) Handle.prototype[Symbol.asyncDispose] = Handle.prototype.free;

export class Client {
  constructor({ make, module, shared }) {
    this.make = make;
    this.module = module;
    this.flag = shared ? new Int32Array(new SharedArrayBuffer(4)) : null;
    this.kinds = new Map(); // classes by their names in the worker
    this.handles = new Map(); // number -> WeakRef, so that one object has one handle
    this.images = new Map(); // number -> a mesh as bytes: what is made again when a worker had to be ended
    this.logs = new Map(); // number -> what was said of a world, for the same
    this.released = new Set(); // numbers of meshes that only worlds have
    this.registry = new FinalizationRegistry((number) => this.release(number));
    this.gone = new WeakMap(); // handle -> why it cannot be used
    this.waiting = [];
    this.running = null;
    this.lastCall = this.lastNumber = 0;
  }

  /** Start a worker. Gives the handle of the library. */
  async begin() {
    this.isReady = false;
    const ready = new Promise((resolve, reject) => (this.started = { resolve, reject }));
    ready.catch(() => {}); // whoever called begin is told
    const worker = await this.make();
    if (this.ended) {
      worker.terminate();
      throw this.ended;
    }
    this.worker = worker;
    const isOurs = () => worker === this.worker;
    listen(worker, (message) => isOurs() && HEARD[message.do](this, message), (error) => isOurs() && this.end(error));
    const meshes = [...this.images].map(([number, one]) => ({ number, ...one }));
    const worlds = [...this.logs].map(([number, log]) => ({ number, calls: log.calls() }));
    const kept = { meshes, worlds, released: [...this.released] };
    worker.postMessage({ do: "begin", module: this.module, flag: this.flag, keeps: !this.flag, last: this.lastNumber, kept });
    return ready;
  }

  // ------------------------------------------------------------------------------------------- calls

  /** Call a method of an object in the worker; args undefined: ask for a property. */
  async call(handle, name, args) {
    if (this.ended) throw this.ended;
    const { signal, progress, copy, given } = options(args);
    signal?.throwIfAborted();
    const uses = []; // so that none is given back while the call waits
    const on = this.numberOf(handle, uses);
    const taken = MAKE.has(name) && !copy ? [...given, given[0]?.positions, given[0]?.index] : [];
    const mayMove = (view) => taken.some((one) => one === view || one === view.buffer);
    const { packed, transfer } = pack(given, { toLive: (one) => this.numberOf(one, uses), values, mayMove });
    const log = this.logs.get(on); // what it notes is not moved
    return this.queue({ do: "call", on, name, args: packed, tells: Boolean(progress) }, { uses, transfer: log ? [] : transfer, log, signal, progress });
  }
  queue(message, { transfer = [], signal, ...others }) {
    const job = { message: { ...message, id: ++this.lastCall }, transfer, signal, ...others };
    const answer = new Promise((resolve, reject) => Object.assign(job, { resolve, reject }));
    job.stop = () => this.cancel(job, signal.reason);
    signal?.addEventListener("abort", job.stop, { once: true });
    this.waiting.push(job);
    this.next();
    return answer;
  }
  next() {
    if (!this.running && this.isReady && this.waiting.length > 0) {
      this.running = this.waiting.shift();
      this.worker.postMessage(this.running.message, this.running.transfer);
    }
    if (this.worker) hold(this.worker, this.running || !this.isReady);
  }
  finish() {
    this.running = null;
    this.next();
  }
  settle(job, how, what) {
    job.isSettled = true;
    job.signal?.removeEventListener("abort", job.stop);
    job[how](what);
  }
  /** The worker is not there any more, or never was. */
  end(error) {
    if (this.ended) return;
    this.ended = error;
    this.isReady = false;
    const open = [this.running, ...this.waiting].filter((job) => job && !job.isSettled);
    this.running = null;
    this.waiting = [];
    this.worker?.terminate();
    this.worker = null;
    this.started.reject(error);
    for (const job of open) this.settle(job, "reject", error);
  }

  // ------------------------------------------------------------------------------------------ cancel

  cancel(job, reason) {
    if (job.isSettled) return;
    this.settle(job, "reject", reason);
    const at = this.waiting.indexOf(job);
    if (at >= 0) this.waiting.splice(at, 1);
    else if (this.flag) Atomics.store(this.flag, 0, job.message.id); // the library looks at it, and the call ends
    else this.restart();
  }
  // Nothing else ends a call that runs: the worker is ended, and another is given what was kept.
  restart() {
    this.worker.terminate();
    this.worker = this.running = null;
    const lost = new Map();
    for (const [number, weak] of this.handles) {
      const handle = weak.deref();
      if (number !== 0 && handle && !this.images.has(number) && !this.logs.has(number)) lost.set(handle, `${handle.constructor.name} ended with a call that was cancelled: make it anew`);
    }
    for (const [handle, why] of lost) this.gone.set(handle, why);
    for (const job of [...this.waiting]) {
      const handle = job.uses.find((one) => lost.has(one));
      if (!handle) continue;
      this.waiting.splice(this.waiting.indexOf(job), 1);
      this.settle(job, "reject", new TypeError(lost.get(handle)));
    }
    this.begin().catch((error) => this.end(error));
  }

  // ----------------------------------------------------------------------------------------- handles

  numberOf(handle, uses) {
    if (!(handle instanceof Handle) || handle.client !== this) throw new TypeError(`${handle?.name || "this object"} is not of this worker`);
    if (this.gone.has(handle)) throw new TypeError(this.gone.get(handle));
    uses.push(handle);
    return handle.number;
  }
  handleOf({ number, kind, name, methods, properties }) {
    const before = this.handles.get(number)?.deref();
    if (before) return before;
    if (methods && !this.kinds.has(kind)) this.kinds.set(kind, classOf(kind, methods, properties));
    const handle = new (this.kinds.get(kind))(this, number, name);
    this.lastNumber = Math.max(this.lastNumber, number);
    this.handles.set(number, new WeakRef(handle));
    if (kind === "World" && !this.flag) this.logs.set(number, new WorldLog());
    this.registry.register(handle, number, handle);
    return handle;
  }
  // Calls that were made before still have it.
  async free(handle) {
    if (this.gone.has(handle) || this.ended) return;
    this.gone.set(handle, `${handle.name || "this mesh"} was freed`);
    this.registry.unregister(handle);
    await this.queue({ do: "call", on: handle.number, name: "free", args: [], tells: false }, { uses: [handle] });
    this.release(handle.number);
  }
  release(number) {
    this.handles.delete(number);
    this.logs.delete(number);
    if (this.images.has(number)) this.released.add(number);
    this.sweep();
    this.worker?.postMessage({ do: "release", number });
  }
  // A mesh that was given back stays as long as a world has it.
  sweep() {
    if (this.released.size === 0) return;
    const used = new Set([...this.logs.values()].flatMap((log) => log.meshes()));
    for (const number of this.released) {
      if (used.has(number)) continue;
      this.images.delete(number);
      this.released.delete(number);
    }
  }
}

// What a worker tells.
const HEARD = {
  ready(client, { root, cancelled }) {
    client.isReady = true;
    client.cancelled = cancelled;
    client.library ??= client.handleOf({ number: 0, ...root });
    client.started.resolve(client.library);
    client.next();
  },
  progress(client, { fraction }) {
    const job = client.running;
    if (job.isSettled || job.isStopped || job.progress(fraction) !== false) return;
    job.isStopped = true;
    if (client.flag) Atomics.store(client.flag, 0, job.message.id); // it answers that it was stopped
    else client.cancel(job, unpackError({ ...client.cancelled, message: `${job.message.name}: ${client.cancelled.message}` }));
  },
  done(client, { answer, error }) {
    const job = client.running;
    if (error) error = unpackError(error);
    else {
      job.log?.note(job.message.name, job.message.args, answer);
      if (job.log) client.sweep();
      answer = unpack(answer, { fromLive: (of) => client.handleOf(of), values });
    }
    if (!job.isSettled) client.settle(job, error ? "reject" : "resolve", error ?? answer);
    else if (isLive(answer)) answer.free(); // nobody waits for it any more
    if (client.flag) client.finish();
    else if (error?.status === "BROKEN") client.restart();
  },
  // Without a flag a call ends when what is kept of its answer is here, too.
  keep(client, { images }) {
    for (const { number, ...image } of images) client.images.set(number, image);
    client.finish();
  },
  fail(client, { error }) {
    client.end(unpackError(error));
  },
};

// The words of the worker itself among the options of a call, which are its last argument.
function options(args) {
  const last = args?.at(-1);
  if (!isPlain(last) || !["signal", "progress", "copy"].some((name) => name in last)) return { given: args };
  const { signal, progress, copy, ...others } = last;
  if (signal !== undefined && typeof signal?.throwIfAborted !== "function") throw new TypeError("signal is no AbortSignal");
  if (progress !== undefined && typeof progress !== "function") throw new TypeError("progress is no function");
  return { signal, progress, copy, given: [...args.slice(0, -1), others] };
}
function isPlain(value) {
  return typeof value === "object" && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

function classOf(kind, methods, properties) {
  const Class = { [kind]: class extends Handle {} }[kind];
  const add = (name, what) => name in Class.prototype || Object.defineProperty(Class.prototype, name, { configurable: true, ...what });
  for (const name of methods) add(name, { writable: true, value(...args) { return this.client.call(this, name, args); } });
  for (const name of properties) add(name, { get() { return this.client.call(this, name); } });
  return Class;
}
