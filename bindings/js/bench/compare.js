// compare.js - two sides on one scene: answers first, then times by turns.

/**
 * Seconds: row: for each side; question: after which a side is too slow; warm: before the first time, for the compilers; way: to
 * try a way to ask; patience: of a way that takes so long no other is tried; run: the shortest. runs: of a row.
 */
export const LIMITS = { row: 1, question: 60, warm: 0.3, way: 0.2, patience: 5, run: 0.005, runs: 5 };

const now = () => performance.now() / 1000;

// Queries of a scene in an order that is spread over it, however many of them are taken.
function spread(queries) {
  const golden = (Math.sqrt(5) - 1) / 2;
  return queries.map((q, i) => [i * golden % 1, q]).sort((a, b) => a[0] - b[0]).map(([, q]) => q);
}

/** A row: { equal, asked, missed, invented, oursWrong, ours, theirs: us a query, queries, way } or { skipped: why }. */
export function compare(scene, ours, theirs, { first, touches, limits = LIMITS }) {
  const queries = spread(scene.queries), own = ours.open(scene.meshes);
  let other = null;
  try {
    const way = fastest(scene, queries, theirs, first, limits);
    other = theirs.open(scene.meshes, way);
    const answers = compareAnswers(queries, own, other, { first, touches, limits });
    return { ...answers, way: JSON.stringify(way), ...times(queries, own, other, first, limits) };
  } catch (error) {
    if (error.message === "too slow") return { skipped: `stopped after ${limits.question} s` };
    throw error;
  } finally {
    own.close();
    other?.close();
  }
}

// The way in which a side takes least for the queries that come first.
function fastest(scene, queries, side, first, limits) {
  if (side.ways.length === 1) return side.ways[0];
  let best = null, least = Infinity, some = queries.length; // of them all, as many as the first way has time for
  for (const way of side.ways) {
    if (way.asGeometry && !first) continue;
    const open = side.open(scene.meshes, way);
    let spent = Infinity;
    for (let turn = 0; turn < 2; turn++) { // the first is for the compiler
      const start = now();
      let asked = 0;
      do open.ask(queries[asked++], first); while (asked < some && now() - start < limits.way);
      some = asked; // the same for all
      spent = Math.min(spent, now() - start);
      if (spent > limits.patience) break;
    }
    if (spent < least) [best, least] = [way, spent];
    open.close();
    if (spent > limits.patience) break;
  }
  return best;
}

function compareAnswers(queries, own, other, { first, touches, limits }) {
  const out = { asked: 0, contacts: 0, yesNoDiffers: 0, pairs: 0, missed: 0, invented: 0, oursWrong: 0 };
  const start = now();
  for (const q of queries) {
    if (out.asked && now() - start > 2 * limits.row) break;
    const mine = own.answer(q, first), theirs = other.answer(q, first, 1000 * (now() + limits.question)), yes = theirs ? theirs.length > 0 : other.ask(q, true) > 0;
    out.asked++;
    out.contacts += mine.length > 0;
    out.yesNoDiffers += yes !== mine.length > 0;
    out.pairs += mine.length;
    if (!first && theirs) differences(mine, theirs, (pair, isOurs) => {
      const meets = touches(q, pair);
      if (isOurs !== meets) out.oursWrong++;
      else out[isOurs ? "missed" : "invented"]++;
    });
  }
  // As in "abut-bench peers": a side that misses or invents much has less or more to do.
  return { ...out, counts: first ? out.yesNoDiffers === 0 : out.missed + out.invented <= out.pairs / 100 };
}

function differences(ours, theirs, tell) {
  let i = 0, k = 0;
  while (i < ours.length || k < theirs.length) {
    if (k === theirs.length || ours[i] < theirs[k]) tell(ours[i++], true);
    else if (i === ours.length || theirs[k] < ours[i]) tell(theirs[k++], false);
    else i++, k++;
  }
}

// As many queries as fit into a row for both sides with all runs, at least one; medians of the runs.
function times(queries, own, other, first, limits) {
  for (const side of [own, other]) warm(queries, side, first, limits);
  const used = [];
  let each = 0;
  for (const q of queries) {
    const start = now();
    own.ask(q, first);
    const half = now();
    other.ask(q, first);
    each += Math.max(half - start, now() - half);
    if (used.length && each * limits.runs > limits.row) break;
    used.push(q);
  }
  const runs = each > limits.row ? 1 : limits.runs, mine = [], theirs = [];
  for (let i = 0; i < runs; i++) {
    mine.push(run(used, own, first, limits));
    theirs.push(run(used, other, first, limits));
  }
  return { queries: used.length, runs, ours: 1e6 * median(mine), theirs: 1e6 * median(theirs) };
}

function warm(queries, side, first, limits) {
  const end = now() + limits.warm;
  for (let i = 0; i < 1e5 && now() < end; i++) side.ask(queries[i % queries.length], first);
}

// Seconds a query, of so many rounds that the clock counts for nothing.
function run(used, side, first, limits) {
  const start = now();
  let rounds = 0, spent = 0;
  do {
    for (const q of used) side.ask(q, first);
    rounds++;
    spent = now() - start;
  } while (spent < limits.run);
  return spent / rounds / used.length;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b), half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
