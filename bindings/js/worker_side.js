// worker_side.js - what runs in the worker of abut/worker: calls come as messages, one at a time, and are passed on to the library.
import * as library from "./abut.js";
import { values } from "./lib/values.js";
import { pack, packError, unpack } from "./lib/wire.js";

const PROGRESS_EVERY = 50; // milliseconds between two messages that tell how far a call is
const CANCELLED = -11;

class Side {
  constructor(post) {
    this.post = post;
    this.live = new Map(); // number -> object; 0: the library
    this.numbers = new Map(); // and back
    this.known = new Set(); // classes of which the page was told
    this.last = 0;
    this.handled = Promise.resolve();
  }

  // Messages are handled one after the other, also where one waits for something.
  take(message) {
    this.handled = this.handled.then(() => this[message.do](message)).catch((error) => this.post({ do: "fail", error: packError(error) }));
  }

  async begin({ module, flag, keeps, last, kept }) {
    this.abut = await library.load({ wasm: module });
    this.flag = flag;
    this.keeps = keeps;
    this.last = last;
    this.enter(0, this.abut);
    await this.restore(kept);
    this.post({ do: "ready", root: this.describe(this.abut), cancelled: packError(this.abut.memory.error(CANCELLED)) });
  }

  // What a worker had that was ended.
  async restore({ meshes, worlds, released }) {
    for (const { number, image, name } of meshes) this.enter(number, this.abut.open(new Uint8Array(await image.arrayBuffer()), { name }));
    for (const { number, calls } of worlds) {
      const world = this.abut.world(), none = this.abut.mesh([0, 0, 0, 0, 0, 0, 0, 0, 0]); // for ids that are free, if there is no other
      for (const [name, args] of calls) {
        const [first, ...others] = unpack(args, { fromLive: (number) => this.live.get(number), values });
        world[name](first ?? none, ...others);
      }
      none.free();
      this.enter(number, world);
    }
    for (const number of released) this.release({ number });
  }

  async call({ id, on, name, args, tells }) {
    const fresh = [];
    try {
      const object = this.live.get(on);
      this.abut.state.base = (fraction) => this.tell(id, tells, fraction);
      const answer = await (args ? object[name](...unpack(args, { fromLive: (number) => this.live.get(number), values })) : object[name]);
      const { packed, transfer } = pack(answer, { toLive: (one) => this.toLive(one, fresh), values, mayMove: () => true });
      this.post({ do: "done", id, answer: packed }, transfer);
    } catch (error) {
      this.post({ do: "done", id, error: packError(error) });
    }
    if (this.keeps) this.post({ do: "keep", images: fresh.map((number) => this.imageOf(number)).filter((one) => one) });
  }

  release({ number }) {
    const object = this.live.get(number);
    if (!object || number === 0) return;
    object.free();
    this.live.delete(number);
    this.numbers.delete(object);
  }

  // The library tells this now and then: false ends the call.
  tell(id, tells, fraction) {
    if (this.flag && Atomics.load(this.flag, 0) === id) return false;
    const now = performance.now();
    if (tells && (this.told?.id !== id || now - this.told.at >= PROGRESS_EVERY)) {
      this.told = { id, at: now };
      this.post({ do: "progress", id, fraction });
    }
    return true;
  }

  enter(number, object) {
    this.live.set(number, object);
    this.numbers.set(object, number);
  }
  toLive(object, fresh) {
    if (!this.numbers.has(object)) {
      this.enter(++this.last, object);
      fresh.push(this.last);
    }
    return { number: this.numbers.get(object), ...this.describe(object) };
  }
  // What the page must know to make such an object: once for each class the names of its methods and properties.
  describe(object) {
    const kind = nameOf(object.constructor), name = typeof object.name === "string" ? object.name : undefined;
    if (this.known.has(kind)) return { kind, name };
    this.known.add(kind);
    const methods = [], properties = [];
    for (let from = Object.getPrototypeOf(object); from && from !== Object.prototype; from = Object.getPrototypeOf(from)) {
      for (const [key, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(from))) {
        if (key === "constructor") continue;
        if (typeof value === "function") methods.push(key);
        else if (get) properties.push(key);
      }
    }
    return { kind, name, methods, properties };
  }
  // What an object is made of again, if this worker must be ended while it computes.
  imageOf(number) {
    const object = this.live.get(number);
    return typeof object.save === "function" ? { number, name: object.name, image: new Blob([object.save()]) } : null;
  }
}

// Bundlers give classes other names: what counts is the one by which it is exported.
function nameOf(Class) {
  return Object.keys(library).find((name) => library[name] === Class) ?? Class.name;
}

function serve(post, listen) {
  const side = new Side(post);
  listen((message) => side.take(message));
}

if (typeof WorkerGlobalScope !== "undefined") {
  serve((message, transfer) => self.postMessage(message, transfer), (take) => self.addEventListener("message", (event) => take(event.data)));
} else {
  const threads = "node:worker_threads"; // by a name that bundlers do not follow
  import(/* @vite-ignore */ /* webpackIgnore: true */ threads).then(({ parentPort }) => {
    serve((message, transfer) => parentPort.postMessage(message, transfer), (take) => parentPort.on("message", take));
  });
}
