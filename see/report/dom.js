// dom.js - making elements.
export function $(id) {
  return document.getElementById(id);
}

// make("span", {className: "x"}, child...): texts are never taken for markup.
export function make(name, properties, ...children) {
  const e = document.createElement(name);
  Object.assign(e, properties);
  e.append(...children);
  return e;
}

export function dot(css) {
  const e = make("span", { className: "dot" });
  e.style.background = css;
  return e;
}

export function number(n) {
  return n.toLocaleString("en").replaceAll(",", "\u202f");
}

export function plural(n, one, many = `${one}s`) {
  return `${number(n)} ${n === 1 ? one : many}`;
}

// A coordinate as one would say it.
export function place(values, digits = 6) {
  return [...values].map((v) => String(Number(v.toPrecision(digits)))).join(", ");
}
