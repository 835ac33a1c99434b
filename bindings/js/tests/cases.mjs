// cases.mjs - what holds of the library wherever it runs: in Node or a browser, called at once or through a worker.
// abut is given by whoever runs them; answers are waited for, which does no harm where they are there at once.

export function expect(fine, what) {
  if (!fine) throw new Error(`not so: ${what}`);
}
export function same(found, wanted, what) {
  const [one, other] = [found, wanted].map((value) => JSON.stringify(ArrayBuffer.isView(value) ? Array.from(value) : value));
  expect(one === other, `${what}: ${one} is not ${other}`);
}
/** What a call is refused with. */
export async function refusal(call) {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error("not refused");
}

/** A box from its least corner to its greatest, its triangles turned outwards. */
export function box([x0, y0, z0] = [0, 0, 0], [x1, y1, z1] = [1, 1, 1], Numbers = Float64Array) {
  const positions = Numbers.from([x0, y0, z0, x1, y0, z0, x1, y1, z0, x0, y1, z0, x0, y0, z1, x1, y0, z1, x1, y1, z1, x0, y1, z1]);
  const index = Uint32Array.from([0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7]);
  return [positions, index];
}
/** A wavy sheet of 2 n n triangles: two of them nearly in the same place take long. */
export function sheet(n, lift = 0) {
  const positions = new Float64Array(3 * (n + 1) * (n + 1)), index = new Uint32Array(6 * n * n);
  for (let y = 0; y <= n; y++) for (let x = 0; x <= n; x++) positions.set([x, y, lift + 3 * Math.sin(0.37 * x) * Math.cos(0.21 * y)], 3 * (y * (n + 1) + x));
  for (let y = 0, at = 0; y < n; y++) {
    for (let x = 0; x < n; x++, at += 6) {
      const corner = y * (n + 1) + x;
      index.set([corner, corner + 1, corner + n + 1, corner + 1, corner + n + 2, corner + n + 1], at);
    }
  }
  return [positions, index];
}

const pairsOf = (pairs) => Array.from({ length: pairs.length / 2 }, (_, i) => [pairs[2 * i], pairs[2 * i + 1]]);
const inOrder = (pairs) => pairs.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
const turned = (pairs) => pairs.map(([a, b]) => [b, a]);

// A triangle in each format that is a text. It crosses the bottom of the box from 0 to 1 along a line of 0.5.
const TEXTS = {
  stl: "solid t\nfacet normal 0 0 0\nouter loop\nvertex 0.25 0.5 -1\nvertex 0.75 0.5 -1\nvertex 0.5 0.5 0.5\nendloop\nendfacet\nendsolid t\n",
  obj: "o t\nv 0.25 0.5 -1\nv 0.75 0.5 -1\nv 0.5 0.5 0.5\nf 1 2 3\n",
  off: "OFF\n3 1 0\n0.25 0.5 -1\n0.75 0.5 -1\n0.5 0.5 0.5\n3 0 1 2\n",
  ply: "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0.25 0.5 -1\n0.75 0.5 -1\n0.5 0.5 0.5\n3 0 1 2\n",
};
export const texts = TEXTS;
const bytesOf = (text) => new TextEncoder().encode(text);

/** [name, async test(abut, data)]: data.pairs are those of tests/cases/pairs.json. */
export const cases = [
  ["reported cases: pairs and distance, in both orders", async (abut, { pairs }) => {
    expect(pairs.length === 15, `there are ${pairs.length} cases`);
    for (const known of pairs) {
      const a = await abut.mesh(known.a.vertices, known.a.triangles), b = await abut.mesh(known.b.vertices, known.b.triangles);
      for (const [one, other, wanted] of [[a, b, known.pairs], [b, a, turned(known.pairs)]]) {
        const hits = await abut.collide(one, other);
        same(inOrder(pairsOf(hits.pairs)), inOrder([...wanted]), known.name);
        expect((hits.state === "contact") === wanted.length > 0, `${known.name}: ${hits.state}`);
        const { lo, hi } = await abut.distance(one, other);
        // Theirs is computed in doubles: of one, near contact, eight digits are right.
        const slack = 1e-8 * known.distance;
        expect(lo <= known.distance + slack && known.distance - slack <= hi && hi - lo <= 1e-14 * hi, `${known.name}: ${known.distance} between ${lo} and ${hi}`);
      }
      await a.free();
      await b.free();
    }
  }],
  ["poses: a matrix by columns, a translation, rows", async (abut) => {
    const a = await abut.mesh(...box()), far = [3, 4.5, 0];
    for (const poseB of [{ translation: far }, Float64Array.from([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...far, 1]), { elements: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...far, 1] },
      [[1, 0, 0, 3], [0, 1, 0, 4.5], [0, 0, 1, 0]]]) {
      const { lo, hi } = await abut.distance(a, a, { poseB });
      expect(lo <= Math.hypot(2, 3.5) && Math.hypot(2, 3.5) <= hi && hi - lo < 1e-14, `${lo} to ${hi}`);
      same((await abut.collide(a, a, { poseB })).state, "apart", "state");
    }
    await a.free();
  }],
  ["each question", async (abut) => {
    const a = await abut.mesh(...box()), b = await abut.mesh(...box([0.25, 0.25, 0.25], [0.5, 0.5, 0.5]));
    same((await abut.contain(a, b)).relation, "b inside a", "contain");
    same((await abut.contain(b, a)).relation, "a inside b", "contain, the other way round");
    same((await abut.within(a, b, 0.25)).band, "close", "within 0.25");
    expect((await abut.within(a, b, 0.2)).band !== "close", "within 0.2");
    same((await abut.collide(a, a, { limit: 3 })).pairs.length, 6, "limit");
    await a.free();
    await b.free();
  }],
  ["points of contacts, as rows", async (abut) => {
    const a = await abut.mesh(Float32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0)), b = await abut.mesh(Float32Array.of(1, 1, -1, 1, 1, 1, 5, 1, 0));
    const { contacts } = await abut.collide(a, b, { details: "points" });
    same([contacts.length, contacts.at(0).kind, contacts.at(-1).points.sort((p, q) => p[0] - q[0]), [...contacts].length], [1, "cross", [[1, 1, 0], [3, 1, 0]], 1], "rows");
    same([contacts.column("kind"), contacts.column("pointCount")], [["cross"], { 0: 2 }], "columns");
    same((await abut.collide(a, b)).contacts, null, "not asked for");
    await a.free();
    await b.free();
  }],
  ["a world: who meets whom, as they move, and are ignored", async (abut) => {
    const world = await abut.world(), a = await abut.mesh(...box());
    const ids = [await world.add(a), await world.add(a, { translation: [0.5, 0, 0] }), await world.add(a, { translation: [5, 0, 0] }, { name: "far" })];
    same([ids, await world.size, await world.name(2)], [[0, 1, 2], 3, "far"], "who is there");
    const met = async () => pairsOf((await world.collide({ survey: "contacts" })).pairs);
    same(await met(), [[0, 1]], "at first");
    await world.move(2, { translation: [1.25, 0, 0] });
    same(await met(), [[0, 1], [1, 2]], "moved");
    await world.ignore([[0, 1]]);
    same(await met(), [[1, 2]], "ignored");
    await world.remove(1);
    same(await met(), [], "removed");
    const wrong = await refusal(() => world.move(1, null));
    same([wrong.name, wrong.message], ["AbutError", "world.move: there is no id 1"], "who is not there");
    await world.free();
    await a.free();
  }],
  ["files: each text, and what is wrong with it", async (abut) => {
    const a = await abut.mesh(...box());
    for (const [format, text] of Object.entries(TEXTS)) {
      const read = await abut.read(bytesOf(text), { name: `t.${format}` });
      same([read.format.startsWith(format), Array.from(read.index)], [true, [0, 1, 2]], read.format);
      const b = await abut.mesh(read.positions, read.index);
      // Its line in the bottom of the box meets both triangles of the bottom, or one where it lies in one alone.
      const { state, pairs } = await abut.collide(a, b);
      same(state, "contact", format);
      expect(pairsOf(pairs).every(([, triangle]) => triangle === 0), "triangles are numbered as in the file");
      await b.free();
    }
    const error = await refusal(() => abut.read(bytesOf("OFF\n3 1 0\n0 0 0\n1 0 0\n0 x 0\n3 0 1 2\n"), { name: "bad.off" }));
    same([error.name, error.line, error.message.startsWith("bad.off: ")], ["FileError", 5, true], "a bad number");
    await a.free();
  }],
  ["refusals have the words of C", async (abut) => {
    const a = await abut.mesh(...box());
    const bad = await refusal(() => abut.mesh(new Float32Array([0, 0, 0, 1, 0, NaN, 0, 1, 0]), new Uint32Array([0, 1, 2]), { name: "plate" }));
    same([bad.name, bad.status, bad.code, bad.message.startsWith("plate: vertex 1: ")], ["AbutError", "NOT_FINITE", -4, true], "not finite");
    const skew = await refusal(() => abut.collide(a, a, { poseB: [[1, 0.5, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]] }));
    same([skew.name, skew.status], ["AbutError", "SHEAR"], "shear");
    const unknown = await refusal(() => abut.collide(a, a, { lmit: 1 }));
    same([unknown.name, unknown.message], ["TypeError", 'collide: there is no option "lmit"'], "an option");
    await a.free();
    const freed = await refusal(() => abut.collide(a, a));
    same([freed.name, /freed/.test(freed.message)], ["TypeError", true], "freed");
  }],
  ["no call leaves anything in memory", async (abut, { bytes }) => {
    if (!bytes) return;
    const once = async () => {
      const a = await abut.mesh(...box());
      await abut.collide(a, a);
      await refusal(() => abut.collide(a, a, { lmit: 1 }));
      await a.free();
    };
    await once();
    const before = bytes();
    for (let i = 0; i < 300; i++) await once();
    same(bytes(), before, "bytes of the module");
  }],
];
