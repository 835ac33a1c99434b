// client.js - the page's side of the session: calls go to the worker, the newest question is the one that is answered.
import { convert, isForConverter } from "./converters.js";
import { decode, demoBytes, embeddedText, newWorker, shared, wasmBytes } from "./home.js";

/** Start the worker, and the library in it. */
export async function openSession() {
  const session = new Session(await newWorker());
  await session.call("load", [await wasmBytes()]);
  return session;
}

export class Session {
  constructor(worker) {
    this.worker = worker;
    this.calls = new Map();
    this.last = 0;
    this.asking = false;
    this.next = null; // the question that waits
    this.known = new Map(); // what was last told of each pair
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = (event) => this.fail(new Error(`the worker failed: ${event.message ?? "it could not be started"}`));
  }

  // ------------------------------------------------------------------------------------------- calls

  // more: { onProgress, signal, transfer }
  call(name, args = [], { onProgress, signal, transfer = [] } = {}) {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const call = ++this.last;
    return new Promise((resolve, reject) => {
      const stop = () => this.post("cancel", [call]);
      const done = (end) => (value) => {
        signal?.removeEventListener("abort", stop);
        end(value);
      };
      this.calls.set(call, { resolve: done(resolve), reject: done(reject), onProgress });
      signal?.addEventListener("abort", stop);
      this.worker.postMessage({ call, name, args }, transfer);
    });
  }

  post(name, args) {
    this.worker.postMessage({ call: 0, name, args });
  }

  hear({ call, result, error, fraction, words }) {
    const found = this.calls.get(call);
    if (!found) return;
    if (fraction !== undefined) return void found.onProgress?.(fraction, words);
    this.calls.delete(call);
    if (error) found.reject(Object.assign(new Error(error.message), error));
    else found.resolve(result);
  }

  fail(error) {
    const all = [...this.calls.values()];
    this.calls.clear();
    all.forEach(({ reject }) => reject(error));
  }

  // ------------------------------------------------------------------------------------------- files

  /** Read files, { name, bytes } each: see docs/notes/browser.md. */
  async add(files, { split = "auto", onProgress, signal } = {}) {
    const ready = [], errors = [];
    for (const file of files) {
      const kind = isForConverter(file);
      if (!kind) {
        ready.push(file);
        continue;
      }
      try {
        ready.push({ name: file.name, model: await convert(kind, file, { onProgress, signal }) });
      } catch (error) {
        if (files.length === 1 || signal?.aborted) throw error;
        errors.push(error.message);
      }
    }
    if (errors.length && !ready.length) throw new Error(errors.join("\n"));
    const transfer = ready.flatMap((f) => (f.bytes ? [f.bytes] : f.model.objects.flatMap((o) => [o.positions.buffer, o.index.buffer])));
    const found = await this.call("add", [ready, { split }], { onProgress, signal, transfer: [...new Set(transfer)] });
    found.errors.unshift(...errors);
    return found;
  }

  remove(id) {
    for (const key of this.known.keys()) if (key.split(" ").includes(String(id))) this.known.delete(key);
    return this.call("remove", [id]);
  }
  clear() {
    this.known.clear();
    return this.call("clear");
  }
  setPose(id, pose) {
    return this.call("setPose", [id, pose]);
  }

  // --------------------------------------------------------------------------------------- questions

  /** Ask which parts meet. While one question is out the newest waits; what it takes the place of is null. */
  ask(options = {}) {
    return new Promise((resolve, reject) => {
      this.next?.resolve(null);
      this.next = { options, resolve, reject };
      this.askNext();
    });
  }

  async askNext() {
    if (this.asking || !this.next) return;
    const { options, resolve, reject } = this.next;
    this.next = null;
    this.asking = true;
    try {
      const answer = await this.call("ask", [{ ...options, delta: true }]);
      answer.pairs = answer.pairs.map((p) => (p.same ? this.known.get(`${p.a} ${p.b}`) : p));
      for (const p of answer.pairs) this.known.set(`${p.a} ${p.b}`, p);
      resolve(answer);
    } catch (error) {
      reject(error);
    } finally {
      this.asking = false;
      this.askNext();
    }
  }

  check({ onProgress, signal } = {}) {
    return this.call("check", [], { onProgress, signal });
  }
  command() {
    return this.call("command");
  }
  memory() {
    return this.call("memory");
  }

  // ----------------------------------------------------------------------------------------- sharing

  /** One HTML file with the page, all that is open in it, and view: what else the page wants to have again. */
  async share({ view = null, title = "" } = {}) {
    return shared(await this.call("save", [{ view }]), title);
  }

  /** Open what was shared: the text of the page's element "shared". */
  open(text, { onProgress } = {}) {
    const bytes = decode(text);
    return this.call("open", [bytes], { onProgress, transfer: [bytes.buffer] });
  }

  async demo() {
    const bytes = await demoBytes();
    return this.call("open", [bytes], { transfer: [bytes.buffer] });
  }

  /** What is in this page: what was shared with it, else the demo. */
  async start(more) {
    const text = embeddedText();
    return text ? { shared: true, ...await this.open(text, more) } : { shared: false, ...await this.demo() };
  }

  close() {
    this.worker.terminate();
    this.fail(new Error("the session is closed"));
  }
}
