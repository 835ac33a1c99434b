// clock.js - clocks in a page: of the wall, and of the processor, which processor.mjs tells.

/** Seconds of the clock on the wall. */
export const wall = () => performance.now() / 1000;

/** A clock of the processor: seconds that the page's process has worked. To ask it costs some 0.1 ms, which is taken off. */
export function processor(url) {
  const read = () => {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.send();
    return Number(request.responseText) / 1e9;
  };
  // The least: compilers may be at work beside it.
  const cost = Math.min(...Array.from({ length: 30 }, () => {
    const before = read();
    return Math.max(read() - before, 0); // a thread that ended takes its time with it
  }));
  return { measure: (work) => {
    const before = read();
    work();
    return Math.max(read() - before - cost, 0);
  } };
}
