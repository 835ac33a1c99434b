// clashes.js - the list of clashes: each pair of parts that touches or crosses, or of which one is inside the other.
import { areApart } from "./boxes.js";
import { DEPTH_OF_ROW, depth, relation } from "./question.js";

// A class for each relation. What deeper classes a review has (piercing, protrusion) takes its measures.
const CLASSES = { touching: "touching", crossing: "crossing", "a inside b": "inside", "b inside a": "inside", unknown: "unknown" };

export async function listClashes(core, told) {
  const parts = [...core.parts.values()], rows = [];
  for (let i = 0; i < parts.length; i++) {
    told.progress(i / parts.length, `checking ${parts[i].name}`);
    await told.pause();
    if (told.cancelled()) return { rows, complete: false };
    for (let j = i + 1; j < parts.length; j++) {
      const [a, b] = [parts[i], parts[j]];
      if (!core.parts.has(a.id) || !core.parts.has(b.id)) return { rows, complete: false }; // removed meanwhile
      if (!areApart(a.box, b.box)) rows.push(...rowsOf(core, a, b));
    }
  }
  return { rows, complete: true };
}

function rowsOf({ abut }, a, b) {
  const found = relation(abut, a, b, true), { count, counts, low, high } = found;
  if (found.relation === "separate") return [];
  const kind = CLASSES[found.relation], isDeep = kind === "crossing" || kind === "inside";
  return [{
    a: a.id, b: b.id, relation: found.relation, class: kind, count, counts, low, high,
    gap: count ? { lo: 0, hi: 0 } : null, depth: isDeep ? depth(abut, a, b, DEPTH_OF_ROW) : null,
  }];
}
