// names.js - long names that begin alike: what differs is what must be seen of them.
import { make } from "./dom.js";

function shared(one, other) {
  let n = 0;
  while (n < one.length && n < other.length && one[n] === other[n]) n++;
  return n;
}

// Where each name begins to differ from those that are most like it, from the beginning of that word on.
export function differences(names) {
  const sorted = [...new Set(names)].sort(), out = new Map();
  sorted.forEach((name, i) => {
    const same = Math.max(i > 0 ? shared(name, sorted[i - 1]) : 0, i + 1 < sorted.length ? shared(name, sorted[i + 1]) : 0);
    const word = Math.max(...["_", "-", ".", "/", " ", ":"].map((c) => name.lastIndexOf(c, same - 1))) + 1;
    out.set(name, Math.max(word, same - 8, 0));
  });
  return out;
}

// A text with what is searched marked.
function marked(text, searched) {
  const at = searched ? text.toLowerCase().indexOf(searched) : -1;
  return at < 0 ? [text] : [text.slice(0, at), make("mark", {}, text.slice(at, at + searched.length)), text.slice(at + searched.length)];
}

const BEFORE_MOST = 24; // letters between what is searched and what differs, for both to be seen

// A name: what it shares with others gives way where there is no room. What is searched is seen, too, if it is near.
export function named(name, at = 0, searched = "", before = "") {
  const found = searched ? name.toLowerCase().indexOf(searched) : -1;
  if (found >= 0 && found < at && at - found <= BEFORE_MOST) at = found;
  const own = make("span", { className: "own" }, ...marked(name.slice(at), searched));
  const head = before + name.slice(0, at);
  return make("span", { className: "name", title: before + name }, ...(head ? [make("span", { className: "same" }, ...marked(head, searched))] : []), own);
}

// The same, as one text of so many letters at most.
export function shortened(name, at, most) {
  if (name.length <= most) return name;
  const from = Math.min(at, name.length - most + 1);
  const out = `${from > 0 ? "…" : ""}${name.slice(from)}`;
  return out.length <= most ? out : `${out.slice(0, most - 1)}…`;
}
