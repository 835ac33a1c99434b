// batch.js - many questions in one call: many poses of a mesh, many shapes.
import { writeInstance } from "./ask.js";
import { here, shown } from "./memory.js";
import { checkedProgress } from "./mesh.js";
import { columns, writePose } from "./pose.js";
import { Rows } from "./rows.js";
import { writeShape } from "./shape.js";
import { structs } from "./tables.js";

const { instance, pose } = structs;
const MOST = 1 << 14; // questions in one call of the library: what they take stays some megabytes
const POSE = instance.fields.pose.at;
const TOLD = ["features", "aPoint", "bPoint"];

/** Do work on count things, some at a time; progress is told of all of it. */
export function inPieces(count, most, progress, work) {
  for (let first = 0; first < count; first += most) {
    const some = Math.min(most, count - first);
    work(first, some, progress && ((fraction) => progress((first + fraction * some) / count)));
  }
}

// Many poses: one array of numbers, sixteen each, or an array of poses.
function manyPoses(poses, what) {
  if (poses instanceof Float64Array || poses instanceof Float32Array) {
    here(poses, what);
    if (poses.length % 16) throw new TypeError(`${what}: ${poses.length} numbers are not sixteen for each pose`);
    return { count: poses.length / 16, write: (memory, scratch, at, i) => columns(memory, scratch, at, poses, 16 * i, `${what}[${i}]`) };
  }
  if (!Array.isArray(poses)) throw new TypeError(`${what}: a Float64Array with 16 numbers for each pose is wanted, or an array of poses, not ${shown(poses)}`);
  if (poses.length && typeof poses[0] === "number") throw new TypeError(`${what}: numbers are wanted as a Float64Array`);
  return { count: poses.length, write: (memory, scratch, at, i) => writePose(memory, scratch, at, poses[i], `${what}[${i}]`) };
}

function split(name, options, ask, taken, at, memory) {
  const { poseA = null, posesA = null, progress = null, ...asked } = options ?? {};
  for (const key in asked) {
    if (!taken.includes(key)) throw new TypeError(`${name}: there is no option "${key}"`);
    memory.set(ask, at, key, asked[key], name);
  }
  if (poseA !== null && posesA !== null) throw new TypeError(`${name}: poseA or posesA, not both`);
  return { poseA, posesA: posesA && manyPoses(posesA, `${name}: posesA`), progress: checkedProgress(progress, name) };
}

// Ask of many poses. say: the call, what is asked, which options are taken; told(at, first, some): answers are there.
function ask(abut, name, a, b, poses, options, say, told) {
  abut.begin(name, say.call);
  const { memory, exports, scratch } = abut, blocks = [], places = manyPoses(poses, `${name}: poses`);
  const take = (size) => (blocks.push(memory.take(size)), blocks.at(-1));
  try {
    const how = take(structs[say.ask].size), { poseA, posesA, progress } = split(name, options, say.ask, say.options, how, memory);
    if (posesA && posesA.count !== places.count) throw new TypeError(`${name}: there are ${places.count} poses, and ${posesA.count} posesA`);
    say.prepare?.(how);
    const step = 2 * instance.size, room = Math.min(MOST, places.count), at = take(Math.max(room, 1) * step);
    writeInstance(abut, at, a, `${name}: a`);
    writeInstance(abut, at + instance.size, b, `${name}: b`);
    writePose(memory, scratch, at + POSE, poseA, `${name}: poseA`);
    memory.data.setFloat64(at + instance.fields.margin.at, say.margin ?? 0, true);
    for (let i = 1; i < room; i++) memory.bytes.copyWithin(at + i * step, at, at + step);
    const more = say.more?.(room, at, take);
    inPieces(places.count, MOST, progress, (first, some, tell) => {
      memory.view;
      for (let i = 0; i < some; i++) {
        places.write(memory, scratch, at + i * step + instance.size + POSE, first + i);
        posesA?.write(memory, scratch, at + i * step + POSE, first + i);
        more?.write(i, first + i);
      }
      const code = abut.run(exports[say.call], tell, abut.batch, more?.at ?? at, some, how, scratch);
      if (code !== 0) throw memory.error(code, name);
      told(memory.view.getUint32(scratch, true), first, some);
    });
    return places.count;
  } finally {
    for (const block of blocks) memory.give(block);
  }
}

// Of each pose whether there is anything; count: the member that says so.
function yes(abut, name, a, b, poses, options, say, answer, most) {
  const out = new Uint8Array(most), { size, fields } = structs[answer];
  ask(abut, name, a, b, poses, options, say, (at, first, some) => {
    for (let i = 0; i < some; i++) out[first + i] = abut.memory.data.getUint32(at + i * size + fields.count.at, true) ? 1 : 0;
  });
  return out;
}
function rows(abut, name, a, b, poses, options, say, answer, most) {
  const { size } = structs[answer], out = new Uint8Array(most * size);
  ask(abut, name, a, b, poses, options, say, (at, first, some) => out.set(abut.memory.bytes.subarray(at, at + some * size), first * size));
  return new Rows(answer, out, options?.details === "points" ? [] : TOLD);
}
const countOf = (poses, what) => manyPoses(poses, what).count;

export function collideBatch(abut, a, b, poses, options) {
  const limit = (how) => abut.memory.data.setUint32(how + structs.ask.fields.limit.at, 1, true);
  const say = { call: "abut_collide_batch", ask: "ask", options: [], prepare: limit };
  return yes(abut, "collideBatch", a, b, poses, options, say, "hits", countOf(poses, "collideBatch: poses"));
}

export function distanceBatch(abut, a, b, poses, options) {
  const say = { call: "abut_distance_batch", ask: "distance_ask", options: ["within", "absolute", "relative", "details"] };
  return rows(abut, "distanceBatch", a, b, poses, options, say, "distance_answer", countOf(poses, "distanceBatch: poses"));
}

export function withinBatch(abut, a, b, distance, poses, options) {
  if (typeof distance !== "number") throw new TypeError(`withinBatch: the distance is a number, not ${shown(distance)}`);
  const limit = (how) => abut.memory.data.setUint32(how + structs.clearance_ask.fields.limit.at, 1, true);
  const say = { call: "abut_clearance_batch", ask: "clearance_ask", options: ["strict"], margin: distance, prepare: limit };
  return yes(abut, "withinBatch", a, b, poses, options, say, "clearance_answer", countOf(poses, "withinBatch: poses"));
}

export function firstContactBatch(abut, a, b, poses, ends, options) {
  const places = manyPoses(ends, "firstContactBatch: ends"), count = countOf(poses, "firstContactBatch: poses");
  if (places.count !== count) throw new TypeError(`firstContactBatch: there are ${count} poses, and ${places.count} ends`);
  const { memory, scratch } = abut, { motion, motion_question: question } = structs;
  const more = (room, at, take) => {
    const questions = take(room * question.size), motions = take(room * motion.size), to = take(room * pose.size);
    for (let i = 0; i < room; i++) {
      const q = questions + i * question.size, place = (field, value) => memory.data.setUint32(q + question.fields[field].at, value, true);
      place("a", at + 2 * i * instance.size);
      place("b", at + (2 * i + 1) * instance.size);
      place("bPieces", motions + i * motion.size);
      place("count", 1);
      memory.data.setUint32(motions + i * motion.size + motion.fields.to.at, to + i * pose.size, true);
    }
    return { at: questions, write: (i, of) => places.write(memory, scratch, to + i * pose.size, of) };
  };
  const say = { call: "abut_first_contact_batch", ask: "motion_ask", options: ["separation", "resolution", "any", "details"], more };
  return rows(abut, "firstContactBatch", a, b, poses, options, say, "first", count);
}

export function shapeBatch(abut, mesh, shapes, options) {
  abut.begin("shapeBatch", "abut_probe_batch");
  const { pose: at = null, progress = null, ...others } = options ?? {}, unknown = Object.keys(others)[0];
  if (unknown !== undefined) throw new TypeError(`shapeBatch: there is no option "${unknown}"`);
  if (!Array.isArray(shapes)) throw new TypeError(`shapeBatch: an array of shapes is wanted, not ${shown(shapes)}`);
  const { memory, exports, scratch, frame } = abut, { shape, shape_ask: how, shape_hits: hits } = structs;
  const out = new Uint8Array(shapes.length), blocks = [];
  memory.view;
  writeInstance(abut, frame.a, mesh, "shapeBatch: mesh");
  writePose(memory, scratch, frame.a + POSE, at, "shapeBatch: pose");
  try {
    const limit = memory.take(how.size), room = memory.take(Math.max(1, Math.min(MOST, shapes.length)) * shape.size);
    blocks.push(limit, room);
    memory.data.setUint32(limit + how.fields.limit.at, 1, true);
    inPieces(shapes.length, MOST, checkedProgress(progress, "shapeBatch"), (first, some, tell) => {
      const hulls = [];
      try {
        memory.bytes.fill(0, room, room + some * shape.size);
        for (let i = 0; i < some; i++) writeShape(abut, room + i * shape.size, shapes[first + i], `shapeBatch: shapes[${first + i}]`, hulls);
        const code = abut.run(exports.abut_probe_batch, tell, abut.batch, frame.a, room, some, limit, scratch);
        if (code !== 0) throw memory.error(code, "shapeBatch");
        const answers = memory.view.getUint32(scratch, true);
        for (let i = 0; i < some; i++) out[first + i] = memory.data.getUint32(answers + i * hits.size + hits.fields.count.at, true) ? 1 : 0;
      } finally {
        for (const hull of hulls) memory.give(hull);
      }
    });
    return out;
  } finally {
    for (const block of blocks) memory.give(block);
  }
}
