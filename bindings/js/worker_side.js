// worker_side.js - what runs in the worker of abut/worker: calls come as messages, one at a time, and are passed on to the library.
import { load } from "./abut.js";
import { isLive, pack, packError, unpack } from "./lib/wire.js";

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
    this.abut = await load({ wasm: module });
    this.flag = flag;
    this.keeps = keeps;
    this.last = last;
    this.enter(0, this.abut);
    for (const { number, image, name } of kept) this.enter(number, this.abut.open(new Uint8Array(await image.arrayBuffer()), { name }));
    this.post({ do: "ready", root: this.describe(this.abut), cancelled: packError(thrownBy(() => this.abut.memory.check(CANCELLED))) });
  }

  async call({ id, on, name, args, tells }) {
    const fresh = [];
    try {
      const object = this.live.get(on), before = this.abut.state.progress;
      this.abut.state.progress = this.progressOf(id, tells);
      let answer;
      try {
        const given = args && (await Promise.all(unpack(args, { fromLive: (number) => this.live.get(number) }).map(bytesOf)));
        answer = await (given ? object[name](...given) : object[name]);
      } finally {
        this.abut.state.progress = before;
      }
      const { packed, transfer } = pack(answer, { toLive: (one) => this.toLive(one, fresh), mayMove: () => true });
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

  // The library asks this now and then: other than 0 ends the call.
  progressOf(id, tells) {
    let last = -Infinity;
    return (fraction) => {
      if (this.flag && Atomics.load(this.flag, 0) === id) return 1;
      const now = performance.now();
      if (tells && now - last >= PROGRESS_EVERY) {
        last = now;
        this.post({ do: "progress", id, fraction });
      }
      return 0;
    };
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
    const kind = object.constructor.name, name = typeof object.name === "string" ? object.name : "";
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

function thrownBy(run) {
  try {
    run();
  } catch (error) {
    return error;
  }
}

// A file that was dropped is read here.
async function bytesOf(value) {
  return typeof Blob !== "undefined" && value instanceof Blob ? new Uint8Array(await value.arrayBuffer()) : value;
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
