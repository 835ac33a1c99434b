// port.js - a worker of a browser or of Node, by the same few words.

/** Start a worker of Node. */
export async function inNode(url) {
  const threads = "node:worker_threads"; // by a name that bundlers do not follow
  const { Worker: Thread } = await import(/* @vite-ignore */ /* webpackIgnore: true */ threads);
  return new Thread(url);
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
