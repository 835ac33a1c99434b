// clashes.js - the list of clashes: each pair of parts that touches or crosses, or of which one is inside the other.
import { areApart } from "./boxes.js";

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

function rowsOf(core, a, b) {
  core.question.about(a, b);
  const { relation, count, counts, low, high } = core.question.relation(true);
  if (relation === "separate") return [];
  const depth = CLASSES[relation] === "crossing" || CLASSES[relation] === "inside" ? core.question.depth(a, b) : null;
  const gap = count ? { lo: 0, hi: 0 } : null;
  return [{ a: a.id, b: b.id, relation, class: CLASSES[relation], count, counts, low, high, gap, depth }];
}
