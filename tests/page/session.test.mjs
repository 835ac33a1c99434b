// session.test.mjs - the session behind the page, in Node, against the program: what the page shows is what it writes.
// Needs build/page-core.mjs (tools/page) and build/release/bin (tools/build release bin/abut bin/abut-scene).
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";

const root = resolve(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../.."), bin = resolve(process.env.ABUT_BIN ?? join(root, "build/release/bin"));
const { Core } = await import(join(root, "build/page-core.mjs"));
const wasm = readFileSync(join(root, "build/npm/abut/abut.wasm"));
const data = process.env.ABUT_DATA ?? "", skip = data ? false : "SKIPPED: ABUT_DATA is not set";
let folder, core;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "abut-session-"));
  core = await Core.load(wasm);
});
after(() => rmSync(folder, { recursive: true, force: true }));

// Run lines of a shell in the folder, with the programs before all others.
function shell(text, least = 0, most = 1) {
  const done = spawnSync("sh", ["-ec", text], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28, env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } });
  assert.ok(done.status >= least && done.status <= most, `${text}: ${done.status}: ${done.stderr}`);
  return done.stdout;
}
const json = (command) => JSON.parse(shell(`${command} --json`));
const write = (name, content) => writeFileSync(join(folder, name), content);
const bytesOf = (path) => new Uint8Array(readFileSync(path)).buffer;
const file = (name) => ({ name, bytes: bytesOf(join(folder, name)) });
function scene(words, name) {
  shell(`abut-scene ${words} -o made.obj`);
  write(name, readFileSync(join(folder, "made.obj")));
  return file(name);
}

// Triangles in contact, with kinds, as the program lists them.
const KINDS = [null, "touch", "cross", "coplanar"];
function listed({ triangles, kinds, points }) {
  let at = 0;
  return Array.from(kinds, (byte, i) => ({
    a: triangles[2 * i], b: triangles[2 * i + 1], kind: KINDS[byte & 15],
    ...(points.length ? { points: Array.from({ length: byte >> 4 }, () => (at += 3, [...points.subarray(at - 3, at)])) } : {}),
  }));
}
const plain = (pairs) => pairs.map(({ a, b, kind, points }) => ({ a, b, kind, ...(points ? { points } : {}) }));

// What the session answers is what its own command line gives: pairs, kinds, points, counters.
function sameAsProgram() {
  const answer = core.ask({ measure: "none" }), told = json(`${core.command()} --points`), [pair] = answer.pairs;
  assert.deepEqual(listed(pair), plain(told.pairs));
  assert.equal(pair.count, told.pair_count);
  assert.deepEqual([answer.volumeTests, answer.triangleTests], [told.stats.volume_tests, told.stats.triangle_tests]);
  return told.pair_count;
}

// How far the points of two lists are from each other, in whatever order they come.
function nearest(p, q) {
  const far = (x, y) => Math.hypot(...x.map((v, k) => v - y[k])), worst = (list) => Math.max(0, ...list.map((x, i) => far(p[i], x)));
  return Math.min(worst(q), worst([...q].reverse()));
}

// Numbers that look random, the same each time.
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

async function open(files, options) {
  core.clear();
  return core.add(files, options);
}

describe("files", () => {
  for (const format of ["stl", "stl-ascii", "obj", "ply", "off"]) {
    test(format, async () => {
      const name = `torus.${format.slice(0, 3)}`;
      shell(`abut-scene torus --format ${format} -o ${name}`);
      const { parts, warnings, errors } = await open([file(name), scene("sphere", "ball.obj")]);
      assert.deepEqual([parts.map((p) => p.name), warnings, errors], [[name, "ball.obj"], [], []]);
      core.setPose(parts[1].id, { translation: [0.7, 0.1, 0] });
      assert.ok(sameAsProgram() > 0);
    });
  }

  test("models that were saved", async () => {
    shell("abut-scene torus -o t.obj; abut-scene sphere -o s.obj; abut build t.obj -o t.abut --effort best; abut build t.obj -o obb.abut --method obb");
    const { parts } = await open([file("t.abut"), file("s.obj")]);
    core.setPose(parts[1].id, { translation: [0.7, 0.1, 0] });
    const met = sameAsProgram(), bytes = await core.save();
    await open([file("obb.abut"), file("s.obj")]);
    core.setPose([...core.parts.keys()][1], { translation: [0.7, 0.1, 0] });
    assert.deepEqual([core.ask().pairs[0].count, (await core.open(bytes)).parts.length], [met, 2]);
    write("short.abut", readFileSync(join(folder, "t.abut")).subarray(0, 5000));
    await assert.rejects(core.add([file("short.abut")]), /short\.abut/);
  });

  test("what is drawn is the model, far from the origin too", async () => {
    write("far.obj", "v 1000000.125 0 0\nv 1000001.125 0 0\nv 1000000.125 3 0\nf 1 2 3\n");
    const { parts: [part] } = await open([file("far.obj")]);
    const corners = Array.from(part.positions, (x, i) => x + part.origin[i % 3]);
    assert.deepEqual(corners, [1000000.125, 0, 0, 1000001.125, 0, 0, 1000000.125, 3, 0]);
    assert.deepEqual([part.low, part.high, [...part.indices]], [[1000000.125, 0, 0], [1000001.125, 3, 0], [0, 1, 2]]);
  });

  test("a file that cannot be read does not take others with it", async () => {
    write("bad.obj", "v 0 0 0\nv 1 0 0\nf 1 2 9\n");
    const { parts, errors } = await open([file("bad.obj"), scene("sphere", "ball.obj")]);
    assert.deepEqual(parts.map((p) => p.name), ["ball.obj"]);
    assert.match(errors.join(), /^bad\.obj: line 3: .*9/);
    await assert.rejects(core.add([file("bad.obj")]), (error) => error.file === "bad.obj" && error.line === 3);
    assert.equal(core.parts.size, 1, "what was open stays");
    for (const [name, content] of [["nothing.stl", ""], ["text.ply", "hello"], ["points.obj", "v 0 0 0\n"]]) {
      write(name, content);
      await assert.rejects(core.add([file(name)]), new RegExp(name));
    }
    await assert.rejects(core.add([{ name: "wood.png", bytes: new ArrayBuffer(4) }]), /no model/);
    await assert.rejects(core.add([]), /no file/);
    assert.equal(core.parts.size, 1);
  });

  test("a .gltf and its numbers in a file beside it", async () => {
    const gltf = (s) => JSON.stringify({
      asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0, name: "n", scale: [s, s, s] }], meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3" }], bufferViews: [{ buffer: 0, byteLength: 36 }], buffers: [{ uri: "tri.bin", byteLength: 36 }],
    });
    const bin = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    write("tri.gltf", gltf(1));
    write("tri.bin", new Uint8Array(bin.buffer));
    const { parts: [part] } = await open([file("tri.gltf"), file("tri.bin")]);
    assert.deepEqual([part.unit, part.triangles], ["m", 1]);
    core.clear();
    await assert.rejects(core.add([file("tri.gltf")]), /tri\.bin: drop both/);
  });
});

describe("poses", () => {
  test("in every form they are the program's, to the last bit", async () => {
    const next = random(7), number = () => (next() - 0.5) * 2;
    const { parts } = await open([scene("torus", "one torus.obj"), scene("icosphere", "-ball's.obj")]);
    let met = 0;
    for (let i = 0; i < 24; i++) {
      const [a, b] = parts.map(({ id }) => id), axis = [number(), number(), number()], translation = [number(), number(), 0.1 * number()];
      const scale = i % 3 ? 1 : 0.5 + next();
      core.setPose(a, i % 2 ? { axis, degrees: 360 * number(), translation: [0.1, 0, 0] } : {});
      core.setPose(b, [{ axis, degrees: 10 * i, translation }, { quaternion: [...axis, 1.5], translation }, { translation, scale }][i % 3]);
      met += sameAsProgram();
      if (i % 3 !== 1) continue;
      const before = core.ask({ only: [a, b] });
      core.setPose(b, core.part(b).pose);
      const again = core.ask({ only: [a, b] });
      assert.deepEqual(again.pairs[0].points, before.pairs[0].points, "the numbers of a pose are the pose");
      sameAsProgram();
    }
    assert.ok(met > 100);
    for (const [pose, words] of [[{ axis: [0, 0, 1], degrees: 90, translation: [0.1, 0, 0], scale: 2 }, "--scale-b 2 --rotate-b 0,0,1,90 --move-b 0.1,0,0"],
      [{ axis: [0, 0, 1], degrees: 0 }, ""], [{ translation: [1e-7, -0, 1e21] }, "--move-b 1e-7,0,1e+21"], [{ quaternion: [0, 0, 1, 1] }, "--quat-b 0,0,0,1,0,0,1"]]) {
      core.setPose(parts[0].id, {});
      core.setPose(parts[1].id, pose);
      assert.equal(core.command(), `abut check 'one torus.obj' './-ball'\\''s.obj'${words && ` ${words}`}`);
      sameAsProgram();
    }
  });

  test("a scale beside a turn: exact, or it is told", async () => {
    const next = random(3), { parts } = await open([scene("torus", "t.obj"), scene("sphere", "s.obj")]);
    let exact = 0;
    for (let i = 0; i < 20; i++) {
      core.setPose(parts[1].id, { quaternion: [next(), next(), next(), 1], translation: [next(), 0, 0], scale: 0.3 + next() });
      if (core.command().includes("last bit")) continue;
      sameAsProgram();
      exact++;
    }
    assert.ok(exact > 0, "never");
  });

  test("what is no pose is refused, and nothing changes", async () => {
    const { parts } = await open([file("t.obj"), file("s.obj")]), { id } = parts[1];
    core.setPose(id, { translation: [0.5, 0, 0] });
    const before = core.ask().pairs[0].count;
    for (const pose of [{ scale: -1 }, { scale: 1e-200 }, { translation: [NaN, 0, 0] }, { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 2] }, { rotation: [1] }, { axis: [0, 0, 0], degrees: 1 }, { angle: 3 }]) {
      assert.throws(() => core.setPose(id, pose), (error) => error.message.includes("s.obj"), JSON.stringify(pose));
    }
    assert.throws(() => core.setPose(99, {}), /99/);
    assert.equal(core.ask().pairs[0].count, before);
  });
});

describe("answers", () => {
  test("gap and depth are the program's", async () => {
    const { parts } = await open([file("t.obj"), file("s.obj")]);
    core.setPose(parts[1].id, { translation: [5, 0.25, 0] });
    const { state, pairs: [{ gap, count, relation }] } = core.ask({ measure: "gap" });
    const told = json(core.command().replace("check", "distance"));
    assert.deepEqual([state, count, relation, gap.lo, gap.hi, gap.aPoint, gap.bPoint], ["apart", 0, "separate", told.lo, told.hi, told.a_point, told.b_point]);
    core.setPose(parts[1].id, { translation: [0.75, 0.25, 0] });
    const { pairs: [deep] } = core.ask({ measure: "depth" });
    assert.equal(deep.relation, "crossing");
    const { depth } = json(`${core.command()} --depth`);
    assert.ok(deep.depth.lo <= depth.hi && depth.lo <= deep.depth.hi && deep.depth.lo > 0, `${JSON.stringify(deep.depth)} ${JSON.stringify(depth)}`);
    const [x, y, z] = deep.depth.translation;
    core.setPose(parts[1].id, { translation: [0.75 + 1.0001 * x, 0.25 + 1.0001 * y, 1.0001 * z] });
    assert.notEqual(core.ask({ measure: "gap" }).pairs[0].relation, "crossing", "it is freed that way");
  });

  test("from the last answer on they are the same", async () => {
    const { parts } = await open([file("t.obj"), file("s.obj")]), { id } = parts[1];
    let met = 0;
    for (let i = 0; i < 60; i++) {
      core.setPose(id, { axis: [0, 1, 1], degrees: 3 * i, translation: [1.6 - 0.03 * i, 0, 0] });
      const live = core.ask({ live: true }), still = core.ask();
      const bare = ({ a, b, kind, points }) => ({ a, b, kind, points: points.length }), [l, s] = [live, still].map(({ pairs: [pair] }) => listed(pair));
      assert.deepEqual(l.map(bare), s.map(bare), `step ${i}`);
      l.forEach((c, j) => assert.ok(nearest(c.points, s[j].points) < 1e-12, `step ${i}: ${JSON.stringify([c, s[j]])}`));
      assert.equal(live.state, still.state);
      met += l.length;
      assert.equal(live.volumeTests, null);
    }
    assert.ok(met > 1000);
    core.setPose(id, { translation: [5, 0, 0] });
    const [live, still] = [true, false].map((live) => core.ask({ live, measure: "gap" }).pairs[0]);
    assert.deepEqual([live.gap, live.relation, still.relation], [still.gap, null, "separate"]);
  });

  test("faces in one plane while one is dragged", async () => {
    shell("abut-scene box -o box.obj");
    const { parts } = await open([file("box.obj"), { name: "other.obj", bytes: file("box.obj").bytes }]), [low, high] = [parts[0].low, parts[0].high];
    core.setPose(parts[1].id, { translation: [0.25, 0, high[2] - low[2]] });
    const [live, still] = [core.ask({ live: true }), core.ask()];
    assert.ok(still.pairs[0].counts.coplanar > 0 && still.pairs[0].counts.touch > 0);
    assert.deepEqual(listed(live.pairs[0]), listed(still.pairs[0]));
  });

  test("only what changed is told again", async () => {
    const { parts } = await open([file("t.obj"), file("s.obj"), { name: "u.obj", bytes: file("s.obj").bytes }], { split: false });
    const [t, s, u] = parts.map(({ id }) => id);
    core.setPose(s, { translation: [0.7, 0, 0] });
    core.setPose(u, { translation: [-0.7, 0, 0] });
    const first = core.ask({ delta: true });
    assert.ok(first.pairs.length >= 2 && first.pairs.every((p) => !p.same));
    core.setPose(u, { translation: [-0.8, 0, 0] });
    const second = core.ask({ delta: true });
    assert.deepEqual(second.pairs.filter((p) => p.same).map(({ a, b }) => [a, b]), [[t, s]]);
    assert.equal(second.triangleTests, core.ask().triangleTests);
    core.setPose(s, { translation: [0.7, 1.5, 0] }); // its box meets that of u, and no more
    const third = core.ask({ delta: true }).pairs.map(({ a, b }) => [a, b]);
    const [alone] = core.ask({ delta: true, only: [s, u] }).pairs;
    assert.ok(!third.some(([a, b]) => a === s && b === u) && alone.count === 0 && !alone.same, "what was not told is no 'same'");
    assert.ok(core.ask({ delta: true, only: [s, u] }).pairs[0].same);
    core.setPose(s, { translation: [0.7, 0, 0] });
    assert.ok(core.ask({ details: "pairs" }).pairs.every((p) => p.points.length === 0 && p.kinds.length === p.count));
    core.remove(s);
    assert.deepEqual(core.ask().pairs.map(({ a, b }) => [a, b]), [[t, u]]);
  });

  test("memory is given back", async () => {
    let size = 0;
    for (let i = 0; i < 30; i++) {
      await open([file("t.obj"), file("s.obj")]);
      core.ask({ measure: "depth" });
      if (i < 3) size = core.memory();
    }
    assert.equal(core.memory(), size);
  });

  test("reading can be stopped", async () => {
    core.clear();
    let steps = 0;
    const told = { progress() {}, pause: async () => {}, cancelled: () => ++steps > 1 };
    await assert.rejects(core.add([file("t.obj"), file("s.obj")], {}, told), { name: "AbortError" });
    assert.equal(core.parts.size, 0);
  });
});

// The program's rows by the names of objects.
function rowsOf(told) {
  const name = (i) => told.objects[i].group ?? told.objects[i].file;
  return told.clashes.map((c) => ({
    a: name(c.a), b: name(c.b), relation: c.relation, count: c.pairs, counts: { touch: c.touch, cross: c.cross, coplanar: c.coplanar }, low: c.low ?? null, high: c.high ?? null,
  }));
}
async function ownRows() {
  const { rows, complete } = await core.check();
  assert.ok(complete);
  const name = (id) => core.part(id).group ?? core.part(id).name;
  return rows.map((r) => ({ a: name(r.a), b: name(r.b), relation: r.relation, count: r.count, counts: r.counts, low: r.low, high: r.high }));
}

describe("assemblies", { skip }, () => {
  for (const [name, least] of [["cad/as1-oc-214.obj", 17], ["cad/2CylinderEngine.glb", 20], ["cad/cycloidal_parts.obj", 10], ["bim/duplex_electrical.obj", 10]]) {
    test(name, async () => {
      const short = name.split("/")[1];
      write(short, readFileSync(join(data, name)));
      const { parts } = await open([file(short)]);
      assert.ok(parts.length > least, `${parts.length} parts`);
      const told = json(`${core.command()} --inside`), rows = await ownRows();
      assert.equal(core.command(), `abut clash --groups ${short}`);
      assert.equal(parts.length, told.objects.filter((o) => o.triangles > 0).length);
      assert.deepEqual(rows, rowsOf(told));
      assert.ok(rows.length > 3, `${rows.length} rows`);
      const answer = core.ask({ details: "pairs" });
      assert.deepEqual(answer.pairs.map((p) => p.count), rows.filter((r) => r.count).map((r) => r.count));
      assert.equal(answer.state, "contact");
    });
  }

  test("parts that are moved: the command has a frame of poses", async () => {
    const { parts } = await open([file("2CylinderEngine.glb")]);
    const moved = parts.filter((p) => parts.filter((q) => q.group === p.group).length === 1).slice(0, 4);
    moved.forEach(({ id, pose }, i) => core.setPose(id, { ...pose, translation: pose.translation.map((x, k) => x + 0.37 * (k + i)) }));
    assert.match(core.command(), /--frames poses\.frames$/);
    const told = json(`${core.command()} --inside`), own = await ownRows();
    const key = (r) => `${r.a} ${r.b} ${r.count} ${r.counts.touch} ${r.counts.cross} ${r.counts.coplanar}`;
    const wanted = rowsOf(told).map((r) => ({ ...r })).filter((r) => r.count);
    assert.deepEqual(own.filter((r) => r.count).map(key).sort(), wanted.map(key).sort());
  });

  test("two of an OBJ's groups: the command names them", async () => {
    const { parts } = await open([file("as1-oc-214.obj")]), { rows: [row] } = await core.check();
    core.setPose(row.b, { axis: [0, 0, 1], degrees: 1, translation: [0, 0, 0.5] });
    const { pairs: [pair] } = core.ask({ only: [row.a, row.b] });
    assert.match(core.command(), /--group-a .* --group-b .* --rotate-b/);
    const told = json(core.command());
    assert.ok(pair.count > 0 && parts.length > 2);
    assert.deepEqual([pair.count, pair.counts.cross], [told.pair_count, told.pairs.filter((p) => p.kind === "cross").length]);
  });

  test("two assemblies: whole as check takes them, and split", async () => {
    await open([file("as1-oc-214.obj"), file("cycloidal_parts.obj")]);
    assert.equal(core.parts.size, 2);
    sameAsProgram();
    await open([file("2CylinderEngine.glb"), file("as1-oc-214.obj")]);
    assert.deepEqual([...core.parts.values()].map((p) => p.group), [null, null]);
    sameAsProgram();
    await open([file("as1-oc-214.obj"), file("cycloidal_parts.obj")], { split: true });
    assert.equal(core.command(), "abut clash --groups as1-oc-214.obj cycloidal_parts.obj");
    assert.deepEqual(await ownRows(), rowsOf(json(`${core.command()} --inside`)));
  });

  test("a whole file beside parts: a command for each pair that meets", async () => {
    await open([file("as1-oc-214.obj")]);
    shell("abut-scene sphere radius=30 -o ball.stl");
    const { parts: [ball] } = await core.add([file("ball.stl")]);
    core.setPose(ball.id, { translation: [80, 60, 20] });
    const { pairs } = core.ask(), met = pairs.filter((p) => p.b === ball.id), lines = core.command().split("\n").slice(1);
    assert.equal(lines.length, pairs.length);
    assert.ok(met.length > 0);
    lines.forEach((line, i) => assert.equal(json(line).pair_count, pairs[i].count, line));
  });
});

// A box sheared by its node, beside one that is turned.
function shearedGlb() {
  const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]), index = new Uint16Array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
  const text = JSON.stringify({
    asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0, 1, 2] }],
    nodes: [{ mesh: 0, name: "sheared", matrix: [1, 0, 0, 0, 0.3, 1, 0, 0, 0, 0, 1, 0, 0.1, 0, 0, 1] }, { mesh: 0, name: "turned", rotation: [0, 0, 0.6, 0.8], translation: [0.3, 0.1, 0.1] },
      { mesh: 0, name: "mirrored", scale: [-1, 1, 1], translation: [0.7, 0.1, 0.1] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 4, type: "VEC3" }, { bufferView: 1, componentType: 5123, count: 12, type: "SCALAR" }],
    bufferViews: [{ buffer: 0, byteLength: 48 }, { buffer: 1, byteLength: 24 }],
    buffers: [{ uri: "corners of box.bin", byteLength: 48 }, { uri: `data:application/octet-stream;base64,${Buffer.from(index.buffer).toString("base64")}`, byteLength: 24 }],
  });
  write("sheared.gltf", text);
  write("corners of box.bin", new Uint8Array(positions.buffer));
  return [file("sheared.gltf"), file("corners of box.bin")];
}

describe("nodes", () => {
  test("places that are no poses, buffers in several files", async () => {
    const { parts, warnings } = await open(shearedGlb());
    assert.deepEqual(parts.map((p) => p.group), ["sheared", "turned", "mirrored"]);
    assert.match(warnings.join(), /1 of 3 nodes are sheared/);
    const told = json("abut clash --groups sheared.gltf --inside");
    assert.deepEqual(await ownRows(), rowsOf(told));
    assert.ok(told.clashes.length >= 2);
    assert.equal(parts[1].positions.buffer, parts[2].positions.buffer, "they share what is drawn");
  });
});

describe("sharing", () => {
  test("what is opened again is the same, to the last bit", async () => {
    const { parts } = await open([...shearedGlb()]);
    core.setPose(parts[1].id, { axis: [1, 2, 3], degrees: 12.5, translation: [0.1, 0.2, 0.3] });
    core.remove(parts[2].id);
    const before = core.ask(), command = core.command(), bytes = await core.save({ view: { eye: [1, 2, 3] } });
    const other = await Core.load(wasm), found = await other.open(bytes);
    assert.deepEqual(found.view, { eye: [1, 2, 3] });
    assert.deepEqual(found.parts.map((p) => p.name), ["sheared", "turned"]);
    const again = other.ask();
    assert.deepEqual(again.pairs.map(listed), before.pairs.map(listed));
    assert.deepEqual([again.volumeTests, again.triangleTests, other.command()], [before.volumeTests, before.triangleTests, command]);
    await assert.rejects(other.open(new Uint8Array(40)), /not saved/);
    await assert.rejects(other.open(bytes.subarray(0, bytes.length - 20)));
  });

  test("two units are told, and two files of one name", async () => {
    const object = () => ({ name: "one", positions: Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]), index: Uint32Array.from([0, 1, 2]) });
    const model = (unit) => ({ unit, objects: [object()] });
    const { warnings } = await open([{ name: "house.ifc", model: model("m") }, { name: "pump.step", model: model("mm") }]);
    assert.deepEqual(warnings, ["house.ifc is in m, pump.step in mm: numbers are taken as they are"]);
    await open([file("t.obj"), { name: "t.obj", bytes: file("s.obj").bytes }]);
    assert.equal(core.command(), "# several of the files are called t.obj\nabut check t.obj t.obj");
    core.clear();
    assert.deepEqual([core.command(), core.ask().pairs, core.ask().state, (await core.check()).rows], ["", [], "apart", []]);
  });

  test("what a converter made is shared as it is", async () => {
    const positions = Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1 / 3, 0]), index = Uint32Array.from([0, 1, 2]);
    const model = { unit: "mm", warnings: ["chords"], objects: [{ name: "one", positions, index }, { name: "two", positions: positions.map((x) => x + 0.125), index: index.slice() }] };
    const { parts, warnings } = await open([{ name: "house.ifc", model }]);
    assert.deepEqual([parts.map((p) => p.group), parts[0].unit, warnings], [["one", "two"], "mm", ["house.ifc: chords"]]);
    assert.equal(core.command(), "abut clash house.ifc");
    const other = await Core.load(wasm), found = await other.open(await core.save());
    assert.deepEqual([...found.parts[0].positions], [...parts[0].positions]);
    assert.equal(found.parts[1].unit, "mm");
    assert.equal(other.command(), "abut clash house.ifc");
  });
});
