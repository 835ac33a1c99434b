// compare.js - two sides on one scene: answers first, then times by turns. Times are of the processor.
import { wall as now } from "./clock.js";

/**
 * Seconds: row: for each side; question: after which a side is too slow; warm: before the first time, for the compilers; way: to
 * try a way to ask; patience: of a way that takes so long no other is tried; run: the shortest. runs: of a row. Those that only say when it
 * is enough are of the wall.
 */
export const LIMITS = { row: 1, question: 60, warm: 0.3, way: 0.2, patience: 5, run: 0.03, runs: 5 };

// Queries of a scene in an order that is spread over it, however many of them are taken.
function spread(queries) {
  const golden = (Math.sqrt(5) - 1) / 2;
  return queries.map((q, i) => [i * golden % 1, q]).sort((a, b) => a[0] - b[0]).map(([, q]) => q);
}

/** A row: { equal, asked, missed, invented, oursWrong, ours, theirs: us a query, queries, way } or { skipped: why }. */
export function compare(scene, ours, theirs, { first, touches, processor, limits = LIMITS }) {
  const queries = spread(scene.queries), own = ours.open(scene.meshes);
  let other = null;
  try {
    const way = fastest(scene, queries, theirs, first, processor, limits);
    other = theirs.open(scene.meshes, way);
    const answers = compareAnswers(queries, own, other, { first, touches, limits });
    return { ...answers, way: JSON.stringify(way), ...times(queries, own, other, first, processor, limits) };
  } catch (error) {
    if (error.message === "too slow") return { skipped: `stopped after ${limits.question} s` };
    throw error;
  } finally {
    own.close();
    other?.close();
  }
}

// The way in which a side takes least for the queries that come first.
function fastest(scene, queries, side, first, processor, limits) {
  if (side.ways.length === 1) return side.ways[0];
  let best = null, least = Infinity, some = queries.length; // of them all, as many as the first way has time for
  for (const way of side.ways) {
    if (way.asGeometry && !first) continue;
    const open = side.open(scene.meshes, way), start = now();
    let asked = 0;
    do open.ask(queries[asked++], first); while (asked < some && now() - start < limits.way);
    some = asked;
    // What ran was for the compiler, unless it took too long to be asked again.
    const isSlow = now() - start > limits.patience;
    const spent = isSlow ? limits.patience : processor.measure(() => {
      for (let i = 0; i < some; i++) open.ask(queries[i], first);
    });
    if (spent < least) [best, least] = [way, spent];
    open.close();
    if (isSlow) break;
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
function times(queries, own, other, first, processor, limits) {
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
  const runs = each > limits.row ? 1 : limits.runs, rounds = [own, other].map((side) => roundsOf(used, side, first, limits)), mine = [], theirs = [];
  for (let i = 0; i < runs; i++) {
    mine.push(run(used, own, first, rounds[0], processor));
    theirs.push(run(used, other, first, rounds[1], processor));
  }
  return { queries: used.length, runs, ours: 1e6 * median(mine), theirs: 1e6 * median(theirs) };
}

function warm(queries, side, first, limits) {
  const end = now() + limits.warm;
  for (let i = 0; i < 1e5 && now() < end; i++) side.ask(queries[i % queries.length], first);
}

// How often the queries are to be asked, so that a run lasts.
function roundsOf(used, side, first, limits) {
  const start = now();
  let rounds = 0;
  do {
    for (const q of used) side.ask(q, first);
    rounds++;
  } while (now() - start < limits.run);
  return rounds;
}

// Seconds a query.
function run(used, side, first, rounds, processor) {
  return processor.measure(() => {
    for (let i = 0; i < rounds; i++) for (const q of used) side.ask(q, first);
  }) / rounds / used.length;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b), half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
