// verdict.js - an answer in words.
import { number, plural } from "../../../see/report/dom.js";
import { digits, length } from "./measure.js";

const KINDS = ["cross", "touch", "coplanar"];
const INSIDE = { "a inside b": "a is inside b", "b inside a": "b is inside a" };

function kinds(counts) {
  return KINDS.filter((k) => counts[k]).map((k) => `${number(counts[k])} ${k}`).join(", ");
}

function ofTwo(pair, state, unit) {
  if (!pair || (state === "apart" && !pair.count)) {
    const inside = INSIDE[pair?.relation];
    const gap = pair?.gap ? `gap ${length(pair.gap, unit)}` : "";
    return { text: inside ? `They do not touch; ${inside}${gap ? `, ${gap}` : ""}` : gap ? `Apart, ${gap}` : "Apart", mood: inside ? "doubt" : "fine", under: "They do not touch." };
  }
  const { counts, count, depth } = pair, under = `${plural(count, "pair")} of triangles: ${kinds(counts)}`;
  if (!counts.cross) return { text: `They touch: ${plural(count, "pair")}`, mood: "", under };
  if (!depth || !(depth.hi > 0)) return { text: `They cross: ${plural(count, "pair")}`, mood: "", under };
  // Bounds that are far from each other make no headline.
  if (depth.hi <= 1.1 * depth.lo) return { text: `They cross, ${length(depth, unit)} deep`, mood: "", under };
  const after = unit ? ` ${unit}` : "", least = depth.lo > 0 ? `, at least ${digits(depth.lo, -1, 2)}${after} deep` : "";
  return { text: `They cross${least}`, mood: "", under: Number.isFinite(depth.hi) ? `${under}; moving b by ${digits(depth.hi, 1)}${after} frees it` : under };
}

// parts: how many there are. unit: of lengths, or null.
export function verdict(answer, parts, unit) {
  if (parts === 0) return { text: "Drop two models", mood: "fine", count: 0, under: "or one assembly." };
  if (parts === 1) return { text: "One part", mood: "fine", count: 0, under: "Drop another to compare." };
  if (!answer) return { text: "…", mood: "doubt", count: 0, under: "" };
  if (answer.error) return { text: "No answer", mood: "doubt", count: 0, under: answer.error };
  if (answer.state !== "apart" && answer.state !== "contact") return { text: "Undecided", mood: "doubt", count: 0, under: String(answer.state) };
  const met = answer.pairs.filter((p) => p.count > 0), count = met.reduce((sum, p) => sum + p.count, 0);
  if (parts === 2) return { ...ofTwo(answer.pairs[0], answer.state, unit), count };
  const crossing = met.filter((p) => p.counts.cross).length;
  const under = met.length ? `${plural(count, "pair")} of triangles${crossing ? `; ${number(crossing)} cross` : ""}` : `of ${plural(parts, "part")}`;
  return { text: met.length ? `${plural(met.length, "pair")} of parts ${met.length === 1 ? "meets" : "meet"}` : "No parts meet", mood: met.length ? "" : "fine", count, under };
}
