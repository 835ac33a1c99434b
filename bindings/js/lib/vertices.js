// vertices.js - soups whose vertices move, as those of cloth do; two triangles by themselves; what rounding did to a pose.
import { shown, whole } from "./memory.js";
import { checkedProgress } from "./mesh.js";
import { writePose } from "./pose.js";
import { pointsOf } from "./shape.js";
import { isSoup, placeOf, withSoup } from "./soup.js";
import { structs } from "./tables.js";

const TAKEN = ["any", "details", "budget", "deadline"];

// Where the vertices of a soup end, as a block; 0: they rest.
function putEnds(abut, to, soup, what, blocks) {
  if (to === null || to === undefined) return 0;
  const numbers = pointsOf(to, what), count = 3 * abut.memory.view.getUint32(soup + structs.soup.fields.vertexCount.at, true);
  if (numbers.length !== count) throw new TypeError(`${what}: ${numbers.length} numbers, and ${count} of the vertices`);
  blocks.push(abut.memory.put(numbers, "d"));
  return blocks.at(-1);
}
function soupOf(soup, what) {
  if (!isSoup(soup)) throw new TypeError(`${what}: a soup is wanted, { positions, index }, not ${shown(soup)}`);
  return [soup.positions, soup.index];
}

// args: what comes before the ask. soups: for the place of a fault.
function ask(abut, name, call, options, args, soups) {
  const { progress, ...asked } = options ?? {}, { memory } = abut, how = memory.take(structs.motion_ask.size + structs.first.size), out = how + structs.motion_ask.size;
  try {
    for (const key in asked) {
      if (!TAKEN.includes(key)) throw new TypeError(`${name}: there is no option "${key}"`);
      memory.set("motion_ask", how, key, asked[key], name);
    }
    const code = abut.run(abut.exports[call], checkedProgress(progress, name), abut.query, ...args, how, out);
    if (code !== 0) throw memory.error(code, name + faultOf(abut, code, soups));
    const answer = memory.read("first", out);
    if (asked.details !== "points" || !answer.hasPair) answer.features = answer.aPoint = answer.bPoint = null;
    return answer;
  } finally {
    memory.give(how);
  }
}

// Which of the soups is at fault, and where.
function faultOf(abut, code, soups) {
  const wrong = soups.findIndex((soup) => abut.exports.abut_soup_check(soup, 0) === code);
  return wrong < 0 ? "" : `${soups.length > 1 ? `: ${"ab"[wrong]}` : ""}${placeOf(abut, code, soups[wrong])}`;
}

/** When two soups first touch, whose vertices go straight to aTo and bTo: exactly. */
export function verticesFirst(abut, a, aTo, b, bTo, options) {
  const name = "verticesFirst", blocks = [];
  abut.begin(name, "abut_vertices_first");
  return withSoup(abut, ...soupOf(a, `${name}: a`), `${name}: a`, (soupA) => withSoup(abut, ...soupOf(b, `${name}: b`), `${name}: b`, (soupB) => {
    try {
      const toA = putEnds(abut, aTo, soupA, `${name}: aTo`, blocks), toB = putEnds(abut, bTo, soupB, `${name}: bTo`, blocks);
      return ask(abut, name, "abut_vertices_first", options, [soupA, toA, soupB, toB], [soupA, soupB]);
    } finally {
      for (const block of blocks) abut.memory.give(block);
    }
  }));
}

/** The same of the triangles of one soup among each other. */
export function verticesSelfFirst(abut, soup, to, options) {
  const name = "verticesSelfFirst", blocks = [];
  abut.begin(name, "abut_vertices_self_first");
  return withSoup(abut, ...soupOf(soup, name), name, (at) => {
    try {
      return ask(abut, name, "abut_vertices_self_first", options, [at, putEnds(abut, to, at, `${name}: to`, blocks)], [at]);
    } finally {
      for (const block of blocks) abut.memory.give(block);
    }
  });
}

/** What two triangles share: a contact, whose kind is "apart" if it is nothing. */
export function trianglesTouch(abut, a, b, options) {
  abut.begin("trianglesTouch", "abut_triangles_touch");
  const { poseA = null, poseB = null, ...others } = options ?? {}, unknown = Object.keys(others)[0], { memory, scratch, exports } = abut;
  if (unknown !== undefined) throw new TypeError(`trianglesTouch: there is no option "${unknown}"`);
  const { size } = structs.pose, at = memory.take(144 + 2 * size + structs.contact.size), poses = at + 144, out = poses + 2 * size;
  try {
    [a, b].forEach((triangle, i) => memory.vector(at + 72 * i, pointsOf(triangle, `trianglesTouch: ${"ab"[i]}`), 9, `trianglesTouch: ${"ab"[i]}`));
    [poseA, poseB].forEach((pose, i) => writePose(memory, scratch, poses + i * size, pose, `trianglesTouch: pose${"AB"[i]}`));
    memory.check(abut.run(exports.abut_triangles_touch, null, at, poses, at + 72, poses + size, out), "trianglesTouch");
    return memory.read("contact", out);
  } finally {
    memory.give(at);
  }
}

/** How far rounding can have moved a mesh whose pose is a product of so many, made in doubles. */
export function poseSlack(abut, inner, outer, products, mesh) {
  abut.begin("poseSlack", "abut_pose_slack");
  const { memory, scratch, exports } = abut, { size } = structs.pose, at = memory.take(2 * size + 8);
  try {
    writePose(memory, scratch, at, inner, "poseSlack: inner");
    writePose(memory, scratch, at + size, outer, "poseSlack: outer");
    memory.check(abut.run(exports.abut_pose_slack, null, at, at + size, whole(products, "poseSlack: products", 2 ** 31 - 1), mesh.model, at + 2 * size), "poseSlack");
    return memory.view.getFloat64(at + 2 * size, true);
  } finally {
    memory.give(at);
  }
}
