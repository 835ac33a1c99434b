// parts.mjs - the parts of abut-convert that need none of the modules that it reads files with.
//   node tests/convert/parts.mjs
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isClosed, mend } from '../../convert/mend.mjs';
import { Shape, boundText, floatHalf, makeUnique, plainName } from '../../convert/model.mjs';
import { checkStructure, lengthUnit, productTree, readEntities } from '../../convert/part21.mjs';
import { printable } from '../../convert/say.mjs';
import { factorBetween, unitOf, units } from '../../convert/units.mjs';
import { writeGlb, writeObj, writeTable } from '../../convert/write.mjs';

const command = fileURLToPath(new URL('../../convert/abut-convert', import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'abut-parts-'));
const tests = {};

// A box, closed, with its triangles outward.
function box(low = [0, 0, 0], high = [1, 1, 1]) {
  const shape = new Shape(), v = [];
  for (let i = 0; i < 8; i++)
    v.push(shape.vertex(i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]));
  for (const [a, b, c] of [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4], [2, 6, 3], [3, 6, 7], [0, 4, 2],
    [2, 4, 6], [1, 3, 5], [3, 7, 5]]) shape.triangle(v[a], v[b], v[c]);
  return shape;
}

function volume(shape) {
  const { points: p, triangles: t } = shape;
  let sum = 0;
  for (let i = 0; i < t.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => p.slice(3 * t[i + k], 3 * t[i + k] + 3));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

tests['half of the distance between floats'] = () => {
  const next = (x) => {  // the float after x, by its bits
    const bits = new Uint32Array(1), float = new Float32Array(bits.buffer);
    float[0] = x;
    bits[0]++;
    return float[0];
  };
  for (const x of [1, 1.5, 2, 4 - 2 ** -22, 1e-3, 0.1, 3e7, 1e-38, 2 ** -126, 1e30].map(Math.fround))
    assert.equal(floatHalf(x), (next(x) - x) / 2, `${x}`);
  assert.equal(floatHalf(-5), floatHalf(5));
  for (let i = 0; i < 1000; i++) {
    const x = (Math.random() - 0.5) * 10 ** (20 * Math.random() - 10);
    assert.ok(Math.abs(x - Math.fround(x)) <= floatHalf(Math.fround(x)));
  }
};

tests['bounds are rounded up'] = () => {
  for (const x of [4.768371582e-7, 1, 0.1, 9.99, 9.96e-9, 1.05, 123456]) {
    assert.ok(Number(boundText(x)) >= x, boundText(x));
    assert.ok(Number(boundText(x)) <= x * 1.11, boundText(x));
  }
};

tests['vertices in one place are one'] = () => {
  const shape = new Shape();
  assert.equal(shape.vertex(1, 2, 3), shape.vertex(1, 2, 3));
  assert.equal(shape.vertex(0, 0, 0), shape.vertex(-0, 0, -0));
  assert.notEqual(shape.vertex(1, 2, 3), shape.vertex(1, 2, 3.0000000000000004));
  shape.triangle(0, 0, 1);
  assert.equal(shape.collapsed, 1);
  assert.equal(shape.triangles.length, 0);
};

tests['a closed surface is not touched'] = () => {
  const shape = box(), before = [...shape.triangles];
  assert.deepEqual(mend(shape, 0.1), { welded: 0, stitched: 0, twice: 0, turned: 0, open: 0 });
  assert.deepEqual(shape.triangles, before);
};

tests['a face that is there twice goes once'] = () => {
  const shape = box();
  shape.triangles.push(...shape.triangles.slice(0, 6));
  assert.equal(mend(shape, 0).twice, 2);
  assert.equal(shape.triangles.length, 36);
  assert.equal(volume(shape), 1);
};

tests['turned faces are turned'] = () => {
  for (const turned of [[3], [0, 1, 5], [0, 1, 2, 3, 4, 5, 6, 7]]) {
    const shape = box([1, 2, 3], [2, 4, 6]);
    for (const t of turned) [shape.triangles[3 * t + 1], shape.triangles[3 * t + 2]] = [shape.triangles[3 * t + 2], shape.triangles[3 * t + 1]];
    const done = mend(shape, 0);
    assert.equal(done.turned, turned.length);
    assert.equal(done.open, 0);
    assert.equal(volume(shape), 6);
  }
};

tests['a crack without width is closed where it is'] = () => {
  const shape = box(), middle = shape.vertex(0.25, 0, 0), t = shape.triangles;
  const at = t.findIndex((_, i) => i % 3 === 0 && t[i] === 0 && t[i + 1] === 1 && t[i + 2] === 4);
  assert.ok(at >= 0);
  t.splice(at, 3, 0, middle, 4, middle, 1, 4);  // the triangle below has the long edge still
  const done = mend(shape, 1e-9);
  assert.equal(done.stitched, 1);
  assert.equal(done.open, 0);
  assert.ok(Math.abs(volume(shape) - 1) < 1e-15);
};

tests['a hole with width stays open'] = () => {
  const shape = box();
  shape.triangles.splice(0, 3);
  const done = mend(shape, 0.01);
  assert.equal(done.open, 3);
  assert.ok(!isClosed(shape) && isClosed(box()));
  assert.equal(shape.triangles.length, 33);
};

tests['ends that rounding has parted are one'] = () => {
  const shape = box(), other = shape.vertex(1, 1, 1 + 1e-8), t = shape.triangles;
  const last = t.lastIndexOf(7);
  t[last] = other;
  assert.equal(mend({ ...shape, points: [...shape.points], triangles: [...t] }, 1e-9).welded, 0);  // too far
  const done = mend(shape, 2e-8);
  assert.equal(done.welded, 1);
  assert.equal(done.open, 0);
};

tests['names'] = () => {
  assert.equal(plainName('a b\tc\n#d '), 'a_b_c__d');
  assert.equal(plainName(' \n'), 'unnamed');
  const objects = ['x', 'x', 'x_2', 'x'].map((name) => ({ name }));
  makeUnique(objects);
  assert.equal(new Set(objects.map((o) => o.name)).size, 4);
  assert.equal(objects[0].name, 'x');
  assert.equal(printable('a\x1b[1m\n\u202e'), 'a\\x1b[1m\\n\\u202e');
};

tests['units'] = () => {
  assert.equal(factorBetween('m', 'mm'), 1000);
  assert.equal(factorBetween('mm', 'm'), 1 / 1000);
  assert.equal(factorBetween('ft', 'in'), 12);
  assert.ok(Math.abs(factorBetween('in', 'mm') - 25.4) < 1e-13);
  for (const name of Object.keys(units)) assert.equal(unitOf(units[name]), name);
  assert.equal(unitOf(0.3), undefined);
};

const assembly = `ISO-10303-21;
DATA;
#1 = ( LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT(.MILLI.,.METRE.) );
#2 = ( CONVERSION_BASED_UNIT('INCH; or so',#3) LENGTH_UNIT() NAMED_UNIT(#9) );
#3 = LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),#1);
#4 = ( GEOMETRIC_REPRESENTATION_CONTEXT(3) GLOBAL_UNIT_ASSIGNED_CONTEXT((#2,#8)) );
/* a comment; with an end
*/
#10 = PRODUCT('as','the whole','',(#99)); #11 = PRODUCT_DEFINITION_FORMATION('','',#10);
#12 = PRODUCT_DEFINITION('','',#11,#99);
#20 = PRODUCT('p''s','',
  '',(#99));
#21 = PRODUCT_DEFINITION_FORMATION('','',#20);
#22 = PRODUCT_DEFINITION('','',#21,#99);
#30 = NEXT_ASSEMBLY_USAGE_OCCURRENCE('1','left','',#12,#22,$);
#31 = NEXT_ASSEMBLY_USAGE_OCCURRENCE('2','right, (of) it','',#12,#22,$);
ENDSEC;
END-ISO-10303-21;
`;

tests['the exchange structure'] = () => {
  const { entities, lines } = readEntities(assembly);
  assert.equal(lines, assembly.split('\n').length);
  assert.equal(entities.get(20).line, 11);
  assert.equal(entities.get(11).line, 9);
  assert.equal(lengthUnit(entities), 'in');
  const [root, ...others] = productTree(entities);
  assert.equal(others.length, 0);
  assert.equal(root.label, 'the whole');
  assert.deepEqual(root.children.map((c) => [c.name, c.label, c.instance]), [["p's", "p's_1", 'left'], ["p's", "p's_2", 'right, (of) it']]);
  assert.throws(() => productTree(readEntities(assembly.replace('#12,#22,$', '#22,#12,$') .replace('#12,#22,$', '#12,#22,$')
    .replace("#10 = PRODUCT(", "#40 = NEXT_ASSEMBLY_USAGE_OCCURRENCE('3','x','',#50,#50,$); #50 = PRODUCT_DEFINITION('','',#11,#99); #51 = PRODUCT_DEFINITION('','',#11,#99); #41 = NEXT_ASSEMBLY_USAGE_OCCURRENCE('4','y','',#51,#50,$); #10 = PRODUCT(")).entities), /itself as a part/);
};

tests['what is no structure is refused with its line'] = () => {
  checkStructure(assembly);
  checkStructure(assembly.replace(/\n/g, '\r\n'));
  assert.throws(() => checkStructure(assembly.slice(0, 400)), /line 9: the file is cut off/);
  assert.throws(() => checkStructure(assembly.replace('END-ISO-10303-21;', '')), /cut off/);
  assert.throws(() => checkStructure(assembly.replace('#22 =', '#22 !')), /line 14: no entity: '#22 ! PROD/);
  assert.throws(() => checkStructure(assembly.replace('#12,#22,$);', '#12,#22,$;')), /line 15: no entity/);
};

// What a file of OBJ says, by its own words.
function readObj(name) {
  const points = [], objects = {};
  let current;
  for (const line of fs.readFileSync(name, 'utf8').split('\n')) {
    if (line.startsWith('o ')) objects[line.slice(2)] = current = [];
    if (line.startsWith('v ')) points.push(line.slice(2).split(' ').map(Number));
    if (line.startsWith('f ')) current.push(line.slice(2).split(' ').map((i) => points[i - 1]));
  }
  return objects;
}

// World triangles of binary glTF: its nodes are a root with a matrix and children with translations.
function readGlb(name) {
  const bytes = fs.readFileSync(name), length = bytes.readUInt32LE(12);
  assert.equal(bytes.readUInt32LE(8), bytes.length);
  const gltf = JSON.parse(bytes.toString('utf8', 20, 20 + length)), data = bytes.subarray(28 + length), objects = {};
  const m = gltf.nodes[0].matrix;
  for (const index of gltf.nodes[0].children) {
    const node = gltf.nodes[index], { attributes, indices } = gltf.meshes[node.mesh].primitives[0];
    const [p, t] = [attributes.POSITION, indices].map((i) => gltf.accessors[i]);
    const at = (accessor) => gltf.bufferViews[accessor.bufferView].byteOffset;
    objects[node.name] = Array.from({ length: t.count / 3 }, (_, i) => [0, 1, 2].map((k) => {
      const v = data.readUInt32LE(at(t) + 4 * (3 * i + k));
      const q = [0, 1, 2].map((c) => data.readFloatLE(at(p) + 4 * (3 * v + c)) + node.translation[c]);
      return [0, 1, 2].map((row) => m[row] * q[0] + m[4 + row] * q[1] + m[8 + row] * q[2] + m[12 + row]);
    }));
  }
  return objects;
}

tests['OBJ has every bit, glTF what it says'] = () => {
  const shape = box([1000.1, -2000.7, 1 / 3], [1003.3, -2000.1, 7.7]);
  const model = { unit: 'mm', columns: [], objects: [{ name: 'a/b', shape, row: { id: 'G' } }] };
  const obj = path.join(folder, 'x.obj'), glb = path.join(folder, 'x.glb');
  writeObj(obj, model, ['test']);
  const rounding = writeGlb(glb, model, ['test']);
  assert.ok(rounding > 0 && rounding < 1e-9);
  const a = readObj(obj)['a/b'], b = readGlb(glb)['a/b'];
  assert.equal(a.length, 12);
  let worst = 0;
  a.forEach((triangle, i) => triangle.forEach((v, k) => {
    assert.ok(shape.points.some((_, j) => j % 3 === 0 && v.every((x, c) => x === shape.points[j + c])));
    const [x, y, z] = b[i][k], wanted = [v[0] / 1000, v[2] / 1000, -v[1] / 1000];  // metres, y up
    [x, y, z].forEach((value, c) => { worst = Math.max(worst, Math.abs(value - wanted[c])); });
  }));
  assert.ok(worst <= rounding && worst > rounding / 100, `${worst} ${rounding}`);
};

tests['cells come back'] = () => {
  const name = path.join(folder, 'x.objects.tsv');
  writeTable(name, { columns: ['p'], objects: [{ name: 'o', row: { id: 'a\tb\\n\n\r', p: 'é' } }] }, ['one\nline']);
  const lines = fs.readFileSync(name, 'utf8').split('\n');
  assert.deepEqual(lines, ['# one\\nline', 'object\tid\tname\tclass\tlevel\tlayer\tassembly\tjoined\tp', 'o\ta\\tb\\\\n\\n\\r\t\t\t\t\t\t\té', '']);
};

tests['nothing stays where writing fails'] = () => {
  fs.mkdirSync(path.join(folder, 'y.obj'));
  assert.throws(() => writeObj(path.join(folder, 'y.obj'), { objects: [] }, []));
  assert.deepEqual(fs.readdirSync(folder).filter((name) => name.endsWith('.new')), []);
};

function fails(text, ...words) {
  const done = spawnSync(command, words, { cwd: folder, encoding: 'utf8' });
  assert.equal(done.status, 2, done.stderr);
  assert.equal(done.stdout, '');
  assert.match(done.stderr, text);
  assert.match(done.stderr, / \[[VS]\d{3}\]\n$/);
  assert.equal(done.stderr.trim().split('\n').length, 1, done.stderr);
}

tests['the command line'] = () => {
  fs.writeFileSync(path.join(folder, 'x.stl'), 'solid\n');
  fs.writeFileSync(path.join(folder, 'x.stp'), "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('AP214'));\n");
  fails(/usage/);
  fails(/usage/, 'x.stp');
  fails(/no option --what/, '--what');
  fails(/-o needs a value/, 'x.stp', '-o');
  fails(/ends in \.obj or \.glb/, 'x.stp', '-o', 'x.stl');
  fails(/--unit takes m, dm/, 'x.stp', '-o', 'z.obj', '--unit', 'furlong');
  fails(/--deflection takes a number above 0/, 'x.stp', '-o', 'z.obj', '--deflection', '-1');
  fails(/given twice/, 'x.stp', '-o', 'z.obj', '-o', 'w.obj');
  fails(/x\.stl: line 1: neither IFC nor STEP/, 'x.stl', '-o', 'z.obj');
  fails(/none\.ifc: cannot be read: ENOENT/, 'none.ifc', '-o', 'z.obj');
  fails(/--properties is not for STEP/, 'x.stp', '-o', 'z.obj', '--properties', 'all');
  fails(/--segments takes a whole number from 8/, 'x.stp', '-o', 'z.obj', '--segments', '7.5');
  fails(/--segments is not for STEP/, 'x.stp', '-o', 'z.obj', '--segments', '12');
  fails(/--include is not for STEP/, 'x.stp', '-o', 'z.obj', '--include', 'IfcSpace');
  const help = spawnSync(command, ['--help'], { encoding: 'utf8' });
  assert.equal(help.status, 0);
  for (const name of ['--unit', '--include', '--segments', '--properties', '--deflection', '--angle', '--quiet', '--brief', '--install'])
    assert.ok(help.stdout.includes(name), name);
  const version = spawnSync(command, ['--version'], { encoding: 'utf8' });
  assert.match(version.stdout, /^abut-convert: web-ifc \d+\.\d+\.\d+, occt-import-js \d+\.\d+\.\d+\n$/);
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    test();
  } catch (error) {
    failed++;
    process.stderr.write(`failed: ${name}\n${error.stack}\n`);
  }
}
fs.rmSync(folder, { recursive: true });
process.stdout.write(`${Object.keys(tests).length} tests, ${failed} failed\n`);
process.exitCode = failed ? 1 : 0;
