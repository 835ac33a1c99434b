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

// A line of the legend: a colour, of areas or of lines, and what it means.
export function colour(css, text, line, first) {
  const swatch = make("span", { className: `swatch${line ? " line" : ""}` });
  swatch.style.background = css;
  return make("div", { className: `colour${first ? " first" : ""}` }, swatch, make("span", {}, text));
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
