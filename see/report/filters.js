// filters.js - what stands above the list: which kinds, which names or numbers, and in which order.
import { make, number } from "./dom.js";

export const KINDS = ["cross", "touch", "coplanar"];

// Buttons of the kinds that there are. counted: a Map of kinds; chosen: a set, that of none is all. names: what kinds beside
// these of contacts are called.
export function kindButtons(counted, chosen, what, changed, names = {}) {
  return [...KINDS, ...Object.keys(names)].filter((kind) => counted.get(kind)).map((kind) => {
    const b = make("button", { className: "small", ariaPressed: "false", title: `Only ${what} of this kind` }, `${names[kind] ?? kind} ${number(counted.get(kind))}`);
    b.dataset.kind = kind;
    b.addEventListener("click", () => {
      chosen.has(kind) ? chosen.delete(kind) : chosen.add(kind);
      b.ariaPressed = String(chosen.has(kind));
      changed();
    });
    return b;
  });
}

// Buttons of which one is pressed. choices: [name, text] of each.
export function choiceButtons(choices, chosen, act) {
  const all = choices.map(([name, text]) => {
    const b = make("button", { className: "small", ariaPressed: String(name === chosen) }, text);
    b.addEventListener("click", () => {
      for (const each of all) each.ariaPressed = String(each === b);
      act(name);
    });
    return b;
  });
  return all;
}

// choices: [name, text] of each order.
export function sorting(choices, chosen, act) {
  const s = make("select", { className: "small", ariaLabel: "Order of the list", title: "Order of the list" }, ...choices.map(([value, textContent]) => make("option", { value, textContent })));
  s.dataset.sort = "";
  s.value = chosen;
  s.addEventListener("change", () => act(s.value));
  return s;
}

export function field(placeholder, ariaLabel, act) {
  const find = make("input", { type: "text", placeholder, ariaLabel, className: "small" });
  find.addEventListener("input", () => act(find.value.trim().toLowerCase()));
  return find;
}

// Sort numbers of rows by a key each; equal ones stay as they are.
export function sorted(order, key) {
  const keys = new Map();
  for (const i of order) keys.set(i, key(i));
  return Uint32Array.from([...order].sort((a, b) => {
    const x = keys.get(a), y = keys.get(b);
    return x < y ? -1 : x > y ? 1 : a - b;
  }));
}
