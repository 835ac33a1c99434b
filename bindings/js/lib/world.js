// world.js - many meshes in one space: which of them meet, how far apart they are, and when they meet as they move.
import { writeFrame, writeInstance } from "./ask.js";
import { AbutError } from "./errors.js";
import { number, shown, whole } from "./memory.js";
import { checkedProgress } from "./mesh.js";
import { matrixOf, writeMotion } from "./motion.js";
import { writePose } from "./pose.js";
import { structs } from "./tables.js";

const { instance, pose, motion } = structs;
const SURVEYED = ["limit", "budget", "deadline", "coherent"], SWEPT = ["separation", "resolution", "any", "details", "budget", "deadline"];

/** A world in the module's memory, and the meshes that it must not outlive. */
class Held {
  world = 0;
  things = new Map(); // id -> { mesh, name }
  free(exports) {
    exports.abut_world_free(this.world);
    this.world = 0;
    for (const { mesh } of this.things.values()) mesh.let(-1);
    this.things.clear();
  }
}

/** Meshes in poses, each with a number, its id. Made by `abut.world`. Only pairs whose boxes meet are looked at. */
export class World {
  constructor(abut) {
    if (typeof abut?.begin !== "function") throw new TypeError("a world is made by abut.world()");
    abut.begin("world", "abut_world_create");
    this.abut = abut;
    this.held = new Held();
    abut.memory.check(abut.run(abut.exports.abut_world_create, null, abut.scratch, abut.host), "world");
    this.held.world = abut.memory.view.getUint32(abut.scratch, true);
    abut.registry.register(this, this.held, this);
  }
  begin(name, call) {
    this.abut.begin(`world.${name}`, call);
    if (!this.held.world) throw new TypeError(`world.${name}: this world was freed`);
    this.abut.memory.view;
    return this.abut;
  }
  thing(id, name) {
    const thing = this.held.things.get(id);
    if (!thing) throw new AbutError("BAD_ARGUMENT", -2, `world.${name}: there is no id ${shown(id)}`);
    return thing;
  }
  // Call the library about this world.
  call(name, call, ...args) {
    const { abut } = this;
    const code = abut.run(abut.exports[call], null, this.held.world, ...args);
    if (code !== 0) throw abut.memory.error(code, `world.${name}`);
  }

  // ------------------------------------------------------------------------------------- who is there

  /** Put a mesh in; its id. options: margin, frame, name. */
  add(mesh, at = null, options) {
    const { margin = 0, frame = null, name = null, ...others } = options ?? {}, unknown = Object.keys(others)[0];
    const abut = this.begin("add", "abut_world_add"), { memory, scratch } = abut, to = abut.frame.a;
    if (unknown !== undefined) throw new TypeError(`world.add: there is no option "${unknown}"`);
    writeInstance(abut, to, mesh, "world.add: mesh");
    writePose(memory, scratch, to + instance.fields.pose.at, at, "world.add: pose");
    writeFrame(abut, to, abut.frame.frames[0], frame, "world.add: frame");
    memory.write(instance.fields.margin, to + instance.fields.margin.at, margin, "world.add", "margin");
    this.call("add", "abut_world_add", to, scratch);
    const id = memory.view.getUint32(scratch, true);
    mesh.let(1);
    this.held.things.set(id, { mesh, name });
    return id;
  }
  remove(id) {
    this.begin("remove", "abut_world_remove");
    const { mesh } = this.thing(id, "remove");
    this.call("remove", "abut_world_remove", id);
    this.held.things.delete(id);
    mesh.let(-1);
  }
  mesh(id) {
    return this.thing(id, "mesh").mesh;
  }
  name(id) {
    return this.thing(id, "name").name;
  }
  /** Where it is, in its frame: sixteen numbers by columns. */
  pose(id) {
    const { memory, frame } = this.begin("pose", "abut_world_instance");
    this.thing(id, "pose");
    this.call("pose", "abut_world_instance", id, frame.a);
    return matrixOf(memory, frame.a + instance.fields.pose.at);
  }
  get size() {
    return this.held.things.size;
  }
  has(id) {
    return this.held.things.has(id);
  }
  /** All ids, sorted. */
  [Symbol.iterator]() {
    return [...this.held.things.keys()].sort((a, b) => a - b).values();
  }

  // --------------------------------------------------------------------------------- what is said of them

  move(id, to) {
    this.place("move", "abut_world_move", id, to);
  }
  frame(id, frame) {
    if (frame !== null && frame !== undefined) return this.place("frame", "abut_world_frame", id, frame);
    this.begin("frame", "abut_world_frame");
    this.thing(id, "frame");
    this.call("frame", "abut_world_frame", id, 0);
  }
  place(name, call, id, to) {
    const { memory, scratch, frame } = this.begin(name, call);
    this.thing(id, name);
    writePose(memory, scratch, frame.frames[0], to, `world.${name}`);
    this.call(name, call, id, frame.frames[0]);
  }
  /** Two are asked about if each is in a group (of 32, as bits) that the other is against. */
  group(id, groups, against) {
    this.begin("group", "abut_world_group");
    this.thing(id, "group");
    this.call("group", "abut_world_group", id, whole(groups, "world.group: groups", 2 ** 32 - 1), whole(against, "world.group: against", 2 ** 32 - 1));
  }
  margin(id, margin) {
    this.begin("margin", "abut_world_margin");
    this.thing(id, "margin");
    if (typeof margin !== "number") throw new TypeError(`world.margin: a number is wanted, not ${shown(margin)}`);
    this.call("margin", "abut_world_margin", id, margin);
  }
  strict(strict) {
    this.begin("strict", "abut_world_strict");
    if (typeof strict !== "boolean") throw new TypeError(`world.strict: true or false is wanted, not ${shown(strict)}`);
    this.call("strict", "abut_world_strict", strict ? 1 : 0);
  }
  /** Leave pairs of ids out, in place of those left out before. */
  ignore(pairs) {
    this.aboutPairs("ignore", "abut_world_ignore", pairs, null);
  }
  /** Give pairs of ids margins of their own, in place of those given before. */
  pairMargins(pairs, margins) {
    if (!(Array.isArray(margins) || margins instanceof Float64Array || margins instanceof Float32Array)) throw new TypeError("world.pairMargins: margins are an array of numbers");
    this.aboutPairs("pairMargins", "abut_world_pair_margin", pairs, margins);
  }
  aboutPairs(name, call, pairs, margins) {
    const { memory } = this.begin(name, call);
    if (!Array.isArray(pairs) && !(pairs instanceof Uint32Array)) throw new TypeError(`world.${name}: pairs are an array of [id, id], or a Uint32Array`);
    const flat = Array.isArray(pairs) ? pairs.flatMap((pair) => (typeof pair === "number" ? [pair] : Array.from(pair ?? []))) : pairs;
    for (const id of flat) this.thing(id, name);
    if (flat.length % 2) throw new TypeError(`world.${name}: ${flat.length} ids are not two for each pair`);
    if (margins && margins.length !== flat.length / 2) throw new TypeError(`world.${name}: ${flat.length / 2} pairs, and ${margins.length} margins`);
    const wrong = margins ? Array.from(margins).findIndex((margin) => typeof margin !== "number") : -1;
    if (wrong >= 0) throw new TypeError(`world.${name}: margins[${wrong}]: a number is wanted, not ${shown(margins[wrong])}`);
    const blocks = [memory.put(flat, "I")];
    try {
      if (margins) blocks.push(memory.put(margins, "d"));
      this.call(name, call, ...blocks, flat.length / 2);
    } finally {
      for (const block of blocks) memory.give(block);
    }
  }
  /** Say how it moves while sweep looks, from the pose it has then. null: it rests. */
  motion(id, piece) {
    const abut = this.begin("motion", "abut_world_motion"), { memory } = abut;
    this.thing(id, "motion");
    if (piece === null || piece === undefined) return this.call("motion", "abut_world_motion", id, 0);
    const at = memory.take(motion.size + pose.size);
    try {
      writeMotion(abut, at, at + motion.size, piece, "world.motion");
      this.call("motion", "abut_world_motion", id, at);
    } finally {
      memory.give(at);
    }
  }

  // -------------------------------------------------------------------------------------------- questions

  /** Find all pairs that are in contact, and tell of them what options.survey says. */
  collide(options) {
    const { survey = "contacts", ...asked } = options ?? {};
    const told = number("survey", survey, "world.collide: survey");
    return this.ask("collide", "abut_world_collide", "ask", "clashes", asked, SURVEYED, (how, out) => [told, how, out]);
  }
  /** Find all pairs that meet while each makes its motion, from time 0 to 1, and when they first do. */
  sweep(options) {
    const { earliest = false, ...asked } = options ?? {};
    if (typeof earliest !== "boolean") throw new TypeError(`world.sweep: earliest: true or false is wanted, not ${shown(earliest)}`);
    const answer = this.ask("sweep", "abut_world_sweep", "motion_ask", "meetings", asked, SWEPT, (how, out) => [how, earliest ? 1 : 0, out]);
    if (answer.firsts && options?.details !== "points") answer.firsts.blank = ["features", "aPoint", "bPoint"];
    return answer;
  }
  ask(name, call, struct, answer, { progress, ...asked }, taken, args) {
    const abut = this.begin(name, call), { memory } = abut, how = memory.take(structs[struct].size + structs[answer].size);
    const out = how + structs[struct].size;
    try {
      for (const key in asked) {
        if (!taken.includes(key)) throw new TypeError(`world.${name}: there is no option "${key}"`);
        memory.set(struct, how, key, asked[key], `world.${name}`);
      }
      const code = abut.run(abut.exports[call], checkedProgress(progress, `world.${name}`), this.held.world, ...args(how, out));
      if (code !== 0) throw memory.error(code, `world.${name}`);
      return memory.read(answer, out);
    } finally {
      memory.give(how);
    }
  }

  /** Give its memory back, and let its meshes go. */
  free() {
    if (!this.held.world || this.abut.broken) return;
    if (this.abut.busy) throw new AbutError("BUSY", 0, "world.free: a call is running");
    this.abut.registry.unregister(this);
    this.held.free(this.abut.exports);
  }
}
if (Symbol.dispose) World.prototype[Symbol.dispose] = World.prototype.free;
