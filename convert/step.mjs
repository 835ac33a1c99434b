// step.mjs - STEP by occt-import-js (OpenCASCADE): each solid becomes an object, named by the path of its node. Vertices are
// doubles.
import { Shape, boundText, plainName } from './model.mjs';
import { lengthUnit, productTree, readEntities } from './part21.mjs';
import { isClosed } from './mend.mjs';
import { Failure, count } from './say.mjs';
import { latin1 } from './text.mjs';
import { factorBetween } from './units.mjs';

const occtUnits = { mm: 'millimeter', cm: 'centimeter', m: 'meter', in: 'inch', ft: 'foot' };

// All leaves of a tree with the paths that lead there. The whole file is no assembly that says anything.
function leavesOf(nodes, path = []) {
  return nodes.flatMap((node) => {
    const here = [...path, node.label];
    return node.children.length ? leavesOf(node.children, here)
      : [{ ...node, path: here.join('/'), assembly: path.length > 1 ? path.join('/') : '' }];
  });
}

// Give each mesh its leaf: both come in one order, and a product has as many meshes wherever it is used. Meshes have the
// names of products; where they have others, each leaf has one. Returns null if they do not fit.
function matchLeaves(meshes, leaves) {
  const used = new Map(), solids = new Map(), matched = [];
  for (const leaf of leaves) used.set(leaf.name, (used.get(leaf.name) ?? 0) + 1);
  for (const mesh of meshes) solids.set(mesh.name, (solids.get(mesh.name) ?? 0) + 1);
  const named = meshes.every((mesh) => used.has(mesh.name));
  if (!named && meshes.length !== leaves.length) return null;
  for (const leaf of leaves) {
    const each = named ? (solids.get(leaf.name) ?? 0) / used.get(leaf.name) : 1;
    if (!Number.isInteger(each)) return null;
    for (let i = 0; i < each; i++) {
      if (named && meshes[matched.length]?.name !== leaf.name) return null;
      matched.push({ ...leaf, solid: i, path: each > 1 ? `${leaf.path}_${i + 1}` : leaf.path });
    }
  }
  return matched.length === meshes.length && areAlike(meshes, matched) ? matched : null;
}

// Whether the meshes of one product have as many vertices and triangles wherever it is used.
function areAlike(meshes, matched) {
  const sizes = new Map();
  return matched.every((leaf, i) => {
    const key = `${leaf.product} ${leaf.solid}`, mesh = meshes[i];
    const size = `${mesh.attributes.position.array.length} ${mesh.index.array.length}`;
    if (!sizes.has(key)) sizes.set(key, size);
    return sizes.get(key) === size;
  });
}

// Paths by what occt-import-js has: its nodes, and the names of meshes.
function nodeLeaves(root, meshes) {
  const found = [];
  const walk = (node, path) => {
    const total = new Map(), seen = new Map();
    const parts = [...node.meshes.map((i) => ({ name: meshes[i].name || 'solid', mesh: i })),
      ...node.children.map((child) => ({ name: child.name || 'node', child }))];
    for (const part of parts) total.set(part.name, (total.get(part.name) ?? 0) + 1);
    for (const part of parts) {
      seen.set(part.name, (seen.get(part.name) ?? 0) + 1);
      const here = [...path, total.get(part.name) > 1 ? `${part.name}_${seen.get(part.name)}` : part.name];
      if (part.child) walk(part.child, here);
      else found[part.mesh] = { name: part.name, path: here.join('/'), assembly: path.length > 1 ? path.join('/') : '', instance: '' };
    }
  };
  walk(root, []);
  return found;
}

function shapeOf(mesh, factor) {
  const shape = new Shape(), p = mesh.attributes.position.array, numbers = [];
  for (let i = 0; i < p.length; i += 3) numbers.push(shape.vertex(p[i] * factor, p[i + 1] * factor, p[i + 2] * factor));
  const t = mesh.index.array;
  for (let i = 0; i < t.length; i += 3) shape.triangle(numbers[t[i]], numbers[t[i + 1]], numbers[t[i + 2]]);
  shape.finish();
  return shape;
}

const CURVED = /\b((CYLINDRICAL|CONICAL|SPHERICAL|TOROIDAL|B_SPLINE|BEZIER|OFFSET)_SURFACE|SURFACE_OF_(REVOLUTION|LINEAR_EXTRUSION))\b/;

// How far triangles may be from curved surfaces: what was asked for, else what occt-import-js takes, a thousandth of the mean
// edge of the box.
function deflectionText(objects, o, unit) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const { shape } of objects) {
    const box = shape.box();
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], box.low[k]);
      high[k] = Math.max(high[k], box.high[k]);
    }
  }
  const bound = o.deflection ?? (high[0] - low[0] + high[1] - low[1] + high[2] - low[2]) / 3000;
  return `curved surfaces became triangles about ${boundText(bound)} ${unit} away at most (--deflection)`;
}

// OpenCASCADE: "**** ERR StepFile : Undefined Parsing: Line 2: Incorrect syntax: ...  ****"
const cleaned = (texts) => texts.map((text) => text.replace(/\*{2,}/g, '').replace(/\s+/g, ' ').trim()).filter((text) => text);

export async function readStep(occtimportjs, bytes, o, progress) {
  const source = latin1(bytes), { entities } = readEntities(source), heard = [];
  const own = lengthUnit(entities), from = own in occtUnits ? own : 'mm', unit = o.unit ?? from;
  progress.show('converting: OpenCASCADE reads and cuts surfaces into triangles');
  const print = (text) => heard.push(String(text));
  const occt = await occtimportjs({ print, printErr: print });
  const deflection = o.deflection === undefined ? {}
    : { linearDeflectionType: 'absolute_value', linearDeflection: o.deflection * factorBetween(unit, from) };
  const angle = o.angle === undefined ? {} : { angularDeflection: o.angle * Math.PI / 180 };
  const result = occt.ReadStepFile(bytes, { linearUnit: occtUnits[from], ...deflection, ...angle });
  progress.end();
  const syntax = cleaned(heard).find((text) => /incorrect syntax/i.test(text));  // it goes on without what it cannot read
  if (!result.success || syntax) throw new Failure('V004', `OpenCASCADE cannot read it${cleaned(heard).slice(0, 3).map((t) => `: ${t}`).join('')}`);
  const warnings = own ? [] : ['the file names no unit of length: OpenCASCADE takes millimetres'];
  const matched = matchLeaves(result.meshes, leavesOf(productTree(entities)));
  if (!matched && result.meshes.length > 1)
    warnings.push('the parts do not fit the assembly of the file: paths have only what OpenCASCADE tells');
  const leaves = matched ?? nodeLeaves(result.root, result.meshes), objects = [];
  let collapsed = 0, empty = 0;
  result.meshes.forEach((mesh, i) => {
    const shape = shapeOf(mesh, factorBetween(from, unit)), leaf = leaves[i];
    collapsed += shape.collapsed;
    empty += !shape.triangles.length;
    if (shape.triangles.length)
      objects.push({ name: plainName(leaf.path), shape, row: { id: leaf.path, name: leaf.name, assembly: leaf.assembly, instance: leaf.instance } });
  });
  const open = objects.filter(({ shape }) => !isClosed(shape)).length;
  if (open) warnings.push(`${count(open, 'part')} ${open === 1 ? 'is' : 'are'} open: no ${open === 1 ? 'solid' : 'solids'}`);
  if (empty) warnings.push(`${count(empty, 'part')} gave no triangles`);
  if (collapsed) warnings.push(`${count(collapsed, 'triangle')} with two corners in one place left out`);
  if (objects.length && CURVED.test(source)) warnings.push(deflectionText(objects, o, unit));
  const texts = cleaned(heard);
  warnings.push(...texts.slice(0, 20).map((text) => `OpenCASCADE: ${text}`));
  return { objects, columns: objects.some((x) => x.row.instance) ? ['instance'] : [], unit, rounding: 0, warnings,
    how: 'OpenCASCADE gives vertices as doubles' };
}
