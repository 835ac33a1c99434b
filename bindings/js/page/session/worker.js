// worker.js - the session in a worker: each message is a call { call, name, args }, each answer { call, result | error }.
import { Core } from "./core.js";

let core = null;
const cancelled = new Set();

// Between two steps other messages are heard: what is asked meanwhile, or that it is cancelled.
const channel = new MessageChannel(), waiting = [];
channel.port1.onmessage = () => waiting.shift()();
const pause = () => new Promise((done) => {
  waiting.push(done);
  channel.port2.postMessage(0);
});

const toldOf = (call) => ({
  progress: (fraction, words) => postMessage({ call, fraction, words }),
  pause,
  cancelled: () => cancelled.has(call),
});

async function answer(call, name, args) {
  if (name === "load") {
    core = await Core.load(args[0]);
    return core.abut.version;
  }
  if (name === "cancel") return void cancelled.add(args[0]);
  return core[name](...args, toldOf(call));
}

// The buffers of typed arrays, each once: they are handed over, not copied.
function buffersOf(value, found = new Set()) {
  if (ArrayBuffer.isView(value)) found.add(value.buffer);
  else if (value && typeof value === "object") Object.values(value).forEach((v) => buffersOf(v, found));
  return found;
}

onmessage = async ({ data: { call, name, args } }) => {
  try {
    const result = await answer(call, name, args);
    postMessage({ call, result }, [...buffersOf(result)]);
  } catch (error) {
    const { message, status, code, file, line } = error;
    postMessage({ call, error: { name: error.name, message, status, code, file, line } });
  } finally {
    cancelled.delete(call);
  }
};
