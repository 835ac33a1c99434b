// clock.js - long work in slices: the page is painted, and answers, in between.
let last = performance.now();

export function clock() {
  if (performance.now() - last < 40) return null;
  return new Promise((resolve) => setTimeout(() => {
    last = performance.now();
    resolve();
  }));
}
