// world_log.js - what was said of a world, as few calls that make it again: when a worker was ended the next has the same world.

const OF_ONE = ["move", "frame", "group", "margin", "motion"]; // their last call for an id counts
const OF_PAIRS = ["ignore", "pairMargins"];

export class WorldLog {
  constructor() {
    this.things = new Map(); // id -> name of a method -> its arguments
    this.removed = []; // ids, of which the last is given again first
    this.all = new Map(); // name of a method about the whole world -> its arguments
  }

  /** A call that the world has taken. */
  note(name, args = [], answer) {
    const [id] = args;
    if (name === "add") {
      if (this.removed.at(-1) === answer) this.removed.pop();
      this.things.set(answer, new Map([["add", args]]));
    } else if (name === "remove") {
      this.things.delete(id);
      this.removed.push(id);
      for (const about of OF_PAIRS) this.forget(about, id);
    } else if (OF_ONE.includes(name)) {
      this.things.get(id).set(name, args);
    } else if (OF_PAIRS.includes(name)) {
      this.all.set(name, [inTwos(id), ...args.slice(1).map((margins) => Array.from(margins))]);
    } else if (name === "strict") {
      this.all.set(name, args);
    }
  }
  // What was said of pairs with an id ends with it.
  forget(name, id) {
    if (!this.all.has(name)) return;
    const [pairs, margins] = this.all.get(name), stays = pairs.map((pair) => !pair.includes(id));
    this.all.set(name, [pairs.filter((_, i) => stays[i]), ...(margins ? [margins.filter((_, i) => stays[i])] : [])]);
  }

  /** Numbers of the meshes in it. */
  meshes() {
    return [...this.things.values()].map((calls) => calls.get("add")[0].of);
  }
  /** [name, arguments] of the calls that make it again. Ids that are free now are given to a mesh first, and taken back in their order. */
  calls() {
    const ids = [...this.things.keys(), ...this.removed].sort((a, b) => a - b), any = this.things.values().next().value?.get("add")[0] ?? null;
    const adds = ids.map((id) => ["add", this.things.get(id)?.get("add") ?? [any]]);
    const later = [...this.things].flatMap(([, calls]) => [...calls].filter(([name]) => name !== "add"));
    return [...adds, ...this.removed.map((id) => ["remove", [id]]), ...later, ...this.all];
  }
}

function inTwos(pairs) {
  const flat = Array.from(pairs).flatMap((pair) => (typeof pair === "number" ? [pair] : Array.from(pair)));
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
}
