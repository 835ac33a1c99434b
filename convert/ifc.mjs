// ifc.mjs - IFC by web-ifc: each element with geometry becomes an object. web-ifc gives vertices as floats about a place of
// their own, a double matrix from there, metres, and y up; here z is up again.
import { Shape, floatHalf, plainName } from './model.mjs';
import { Facts } from './ifc_facts.mjs';
import { mend } from './mend.mjs';
import { Failure, count } from './say.mjs';
import { latin1 } from './text.mjs';
import { factorBetween } from './units.mjs';

// What has geometry and is no solid thing of a building.
const LEFT_OUT = ['IfcSpace', 'IfcOpeningElement', 'IfcOpeningStandardCase', 'IfcAnnotation', 'IfcGrid', 'IfcVirtualElement',
  'IfcSpatialZone'];

// web-ifc tells of faults on the console: keep what it says.
async function listening(work) {
  const heard = [], kept = {};
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) {
    kept[name] = console[name];
    console[name] = (...words) => heard.push(words.join(' ').trim());
  }
  try {
    return [await work(heard), heard];
  } catch (error) {
    if (error instanceof Failure) throw error;
    const last = heard.filter((text) => text).at(-1) ?? error?.message;
    throw new Failure('V004', `web-ifc failed on it${last ? `: ${last}` : ''}`);
  } finally {
    Object.assign(console, kept);
  }
}

// The line of an entity, counted from one; 0: there is none.
function lineOf(source, id) {
  const at = new RegExp(`(^|[\\r\\n;])\\s*#${id}\\s*=`).exec(source);
  if (!at) return 0;
  return source.slice(0, at.index + at[0].length).split('\n').length;
}

// "No basis found for brep! 6239" names an entity: say its line, too.
function faultsOf(heard, bytes) {
  const most = 20, source = heard.length ? latin1(bytes) : '', texts = [...new Set(heard.filter((text) => text))].map((text) =>
    text.replace(/^\[WEB-IFC\]\[\w+\]/, '').trim());
  const faults = texts.slice(0, most).map((text) => {
    const id = /(\d+)\s*$/.exec(text), line = id ? lineOf(source, id[1]) : 0;
    return line ? `line ${line}: #${id[1]}: web-ifc: ${text}` : `web-ifc: ${text}`;
  });
  if (texts.length > most) faults.push(`web-ifc: ${count(texts.length - most, 'more fault')}`);
  return faults;
}

const determinant = (m) =>
  m[0] * (m[5] * m[10] - m[9] * m[6]) - m[4] * (m[1] * m[10] - m[9] * m[2]) + m[8] * (m[1] * m[6] - m[5] * m[2]);

// Add a geometry of an element. Returns how far its farthest vertex can be from where web-ifc had it in doubles.
function addPlaced(shape, vertices, indices, m, factor) {
  const numbers = [];
  let worst = 0;
  for (let i = 0; i < vertices.length; i += 6) {
    const v = [vertices[i], vertices[i + 1], vertices[i + 2]], p = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      p[k] = (m[k] * v[0] + m[4 + k] * v[1] + m[8 + k] * v[2] + m[12 + k]) * factor;
      let error = 0, size = Math.abs(m[12 + k]);
      for (let j = 0; j < 3; j++) {
        error += Math.abs(m[4 * j + k]) * floatHalf(v[j]);
        size += Math.abs(m[4 * j + k] * v[j]);
      }
      worst = Math.max(worst, (error + size * 2 ** -50) * factor);
    }
    numbers.push(shape.vertex(p[0], -p[2], p[1]));
  }
  const flip = determinant(m) < 0;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [numbers[indices[i]], numbers[indices[i + 1]], numbers[indices[i + 2]]];
    if (flip) shape.triangle(a, c, b);
    else shape.triangle(a, b, c);
  }
  return worst;
}

function addMesh(api, model, mesh, shape, factor) {
  let worst = 0;
  for (let i = 0; i < mesh.geometries.size(); i++) {
    const placed = mesh.geometries.get(i), geometry = api.GetGeometry(model, placed.geometryExpressID);
    const vertices = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize());
    const indices = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize());
    worst = Math.max(worst, addPlaced(shape, vertices, indices, placed.flatTransformation, factor));
    geometry.delete();
  }
  return worst;
}

// Whether a file has what web-ifc makes of chords.
function hasCurves(ifc, api, model) {
  const types = [ifc.IFCCONIC, ifc.IFCCIRCLEPROFILEDEF, ifc.IFCELLIPSEPROFILEDEF, ifc.IFCSWEPTDISKSOLID, ifc.IFCREVOLVEDAREASOLID,
    ifc.IFCINDEXEDPOLYCURVE, ifc.IFCBSPLINECURVE];
  return types.some((type) => type !== undefined && api.GetLineIDsWithType(model, type, true).size() > 0);
}

// Elements by what becomes of them: those that are read, and how many of each class are left out.
function choose(ifc, api, model, include) {
  const wanted = [], leftOut = {};
  const ids = api.GetLineIDsWithType(model, ifc.IFCPRODUCT, true);
  const known = new Set(include.map((name) => name.toLowerCase()));
  const seen = new Set();
  for (let i = 0; i < ids.size(); i++) {
    const id = ids.get(i), name = api.GetNameFromTypeCode(api.GetLineType(model, id));
    seen.add(name.toLowerCase());
    if (LEFT_OUT.includes(name) && !known.has(name.toLowerCase())) leftOut[name] = (leftOut[name] ?? 0) + 1;
    else wanted.push(id);
  }
  const strange = include.find((name) => !seen.has(name.toLowerCase()));
  if (strange) throw new Failure('V006', `--include ${strange}: the file has no element of that class`);
  return { wanted, leftOut };
}

// What was mended, and what could not be.
function mendedTexts(mended) {
  const texts = [], tell = (key, end) => {
    const some = mended.filter((x) => x[key]);
    if (some.length) texts.push(`${count(some.length, 'element')} ${end(some.reduce((sum, x) => sum + x[key], 0))}`);
  };
  tell('welded', (n) => `had cracks that rounding had made: ${count(n, 'vertex').replace('vertexs', 'vertices')} moved to another`);
  tell('stitched', (n) => `had cracks without width: triangles were cut at them, ${count(n, 'triangle')} more`);
  tell('twice', (n) => `had faces twice: ${count(n, 'triangle')} left out`);
  tell('turned', (n) => `had faces turned over: ${count(n, 'triangle')} turned`);
  const open = mended.filter((x) => x.open).length;
  if (open) texts.push(`${count(open, 'element')} ${open === 1 ? 'is' : 'are'} open or not turned one way: no solids`);
  return texts;
}

function warningsOf(objects, leftOut, without, collapsed, mended) {
  const texts = [];
  for (const name of Object.keys(leftOut).sort())
    texts.push(`${leftOut[name]} ${name} left out (--include ${name} keeps them)`);
  if (without.length)
    texts.push(`${count(without.length, 'element')} with a shape that gave no triangles: ${without.slice(0, 5).join(', ')}${
      without.length > 5 ? ', ...' : ''}`);
  if (collapsed) texts.push(`${count(collapsed, 'triangle')} with two corners in one place left out`);
  return [...texts, ...mendedTexts(mended)];
}

function gather(ifc, api, model, o, progress) {
  const facts = new Facts(ifc, api, model, o.properties), factor = factorBetween('m', o.unit);
  const { wanted, leftOut } = choose(ifc, api, model, o.include);
  const objects = [], without = [], mended = [];
  let rounding = 0, collapsed = 0;
  wanted.forEach((id, i) => {
    progress.show(`converting: ${i} of ${count(wanted.length, 'element')}`);
    const line = facts.line(id);
    if (!line.Representation) return;
    const row = facts.rowOf(id), shape = new Shape(), mesh = api.GetFlatMesh(model, id);
    const worst = addMesh(api, model, mesh, shape, factor);
    mesh.delete?.();
    shape.finish();
    collapsed += shape.collapsed;
    const done = mend(shape, 2 * worst);
    mended.push(done);
    rounding = Math.max(rounding, done.welded || done.stitched ? 3 * worst : worst);
    if (shape.triangles.length) objects.push({ name: plainName(`${row.class}_${row.id}`), row, shape });
    else without.push(`#${id} ${row.class} ${row.id}`);
  });
  progress.end();
  const warnings = warningsOf(objects, leftOut, without, collapsed, mended);
  if (hasCurves(ifc, api, model)) warnings.push(`curves became chords: a circle has ${o.segments} corners (--segments)`);
  return { objects, columns: facts.columns(objects), rounding, unit: o.unit,
    warnings };
}

// Read a file's bytes. Returns objects, the columns of their rows, what rounding cost, warnings.
export async function readIfc(ifc, bytes, options, progress) {
  const o = { ...options, unit: options.unit ?? 'm' };
  const [model, heard] = await listening(async () => {
    const api = new ifc.IfcAPI();
    await api.Init();
    const id = api.OpenModel(bytes, { CIRCLE_SEGMENTS: o.segments });
    if (id < 0) throw new Failure('V004', 'web-ifc cannot read it');
    if (api.GetLineIDsWithType(id, ifc.IFCPROJECT).size() === 0)
      throw new Failure('V002', 'there is no IfcProject in it: it is cut off, or no IFC file');
    const read = gather(ifc, api, id, o, progress);
    api.CloseModel(id);
    return read;
  });
  model.warnings.push(...faultsOf(heard, bytes));
  model.how = 'web-ifc gives vertices as floats about a place near each part';
  return model;
}
