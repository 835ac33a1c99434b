// port.js - a worker of a browser or of Node, by the same few words.

const SIDE = "../worker_side.js"; // by a name that bundlers do not follow: they find the worker below

/** Start the worker of this package, or one at a URL. */
export async function startWorker(url) {
  if (typeof Worker === "function") {
    // Bundlers look for these very words.
    return url ? new Worker(url, { type: "module" }) : new Worker(new URL("../worker_side.js", import.meta.url), { type: "module" });
  }
  const threads = "node:worker_threads";
  const { Worker: Thread } = await import(/* @vite-ignore */ /* webpackIgnore: true */ threads);
  return new Thread(new URL(url ?? SIDE, import.meta.url));
}

/** Listen to a worker. onMessage(data); onEnd(error): it could not start, or ended by itself. */
export function listen(worker, onMessage, onEnd) {
  if (typeof worker.addEventListener === "function") {
    worker.addEventListener("message", (event) => onMessage(event.data));
    worker.addEventListener("error", (event) => {
      event.preventDefault?.();
      onEnd(new Error(event.message ? `the worker ended: ${event.message}` : "the worker could not be started"));
    });
    worker.addEventListener("messageerror", () => onEnd(new Error("a message of the worker could not be read")));
  } else {
    worker.on("message", onMessage);
    worker.on("error", (error) => onEnd(new Error(`the worker ended: ${error.message}`)));
    worker.on("exit", () => onEnd(new Error("the worker ended")));
  }
}

/** Whether a worker that waits keeps the program running: only Node asks. */
export function hold(worker, isBusy) {
  if (isBusy) worker.ref?.();
  else worker.unref?.();
}
