// write.mjs - the files that are made: OBJ or binary glTF, and the table beside it. Each appears whole or not at all.
import fs from 'node:fs';
import path from 'node:path';
import { units } from './units.mjs';

// Write a file beside its place, by a function that gets another that takes text or bytes. A signal has to wait until the
// file is whole; at all other times it ends the process at once, and there is nothing to remove.
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const wait = (signal) => {
  for (const each of signals) process.removeListener(each, wait);
  process.kill(process.pid, signal);
};

function writeWhole(name, fill) {
  const beside = path.join(path.dirname(name), `.${path.basename(name)}.${process.pid}.new`);
  for (const signal of signals) process.on(signal, wait);
  let file;
  try {
    file = fs.openSync(beside, 'wx');
    let pending = [], size = 0;
    const flush = () => {
      fs.writeSync(file, pending.join(''));
      pending = [];
      size = 0;
    };
    fill((part) => {
      if (typeof part !== 'string') {
        flush();
        for (let done = 0; done < part.length;) done += fs.writeSync(file, part, done);
        return;
      }
      pending.push(part);
      size += part.length;
      if (size > 1 << 20) flush();
    });
    flush();
    fs.closeSync(file);
    fs.renameSync(beside, name);
  } catch (error) {
    fs.rmSync(beside, { force: true });
    throw error;
  } finally {
    setImmediate(() => {  // behind the signals that came so long
      for (const signal of signals) process.removeListener(signal, wait);
    });
  }
}

// The shortest digits that read back are as good as 17.
export function writeObj(name, model, heading) {
  writeWhole(name, (put) => {
    for (const line of heading) put(`# ${line}\n`);
    let first = 1;
    for (const object of model.objects) {
      const { points, triangles } = object.shape;
      put(`o ${object.name}\n`);
      for (let i = 0; i < points.length; i += 3) put(`v ${points[i]} ${points[i + 1]} ${points[i + 2]}\n`);
      for (let i = 0; i < triangles.length; i += 3)
        put(`f ${triangles[i] + first} ${triangles[i + 1] + first} ${triangles[i + 2] + first}\n`);
      first += points.length / 3;
    }
  });
}

// The origin of an object: the middle of its box, as floats so that every reader has the same.
function originOf(shape) {
  const { low, high } = shape.box();
  return low.map((x, k) => Math.fround((x + high[k]) / 2));
}

// Float vertices about an origin. Returns how far the farthest was moved.
function localFloats(shape, origin, to) {
  let worst = 0;
  for (let i = 0; i < shape.points.length; i++) {
    const wanted = shape.points[i] - origin[i % 3];
    to[i] = wanted;
    worst = Math.max(worst, Math.abs(wanted - to[i]) + Math.abs(shape.points[i]) * 2 ** -53);
  }
  return worst;
}

const pad = (bytes, fill) => Buffer.concat([bytes, Buffer.alloc((4 - bytes.length % 4) % 4, fill)]);

// Binary glTF: metres and y up, by the matrix of the one node that has all others. Returns what floats cost, in metres.
export function writeGlb(name, model, heading) {
  const s = units[model.unit];
  const gltf = {
    asset: { version: '2.0', generator: heading.join('; ') }, scene: 0, scenes: [{ nodes: [0] }],
    nodes: [{ name: 'z up', matrix: [s, 0, 0, 0, 0, 0, -s, 0, 0, s, 0, 0, 0, 0, 0, 1], children: [] }],
    meshes: [], accessors: [], bufferViews: [], buffers: [],
  };
  const parts = [];
  let size = 0, worst = 0;
  const view = (array, target) => {
    gltf.bufferViews.push({ buffer: 0, byteOffset: size, byteLength: array.byteLength, target });
    parts.push(Buffer.from(array.buffer));
    size += array.byteLength;
    return gltf.bufferViews.length - 1;
  };
  for (const object of model.objects) {
    const { shape } = object, origin = originOf(shape);
    const floats = new Float32Array(shape.points.length);
    worst = Math.max(worst, localFloats(shape, origin, floats));
    const low = [0, 1, 2].map((k) => floats.reduce((m, x, i) => (i % 3 === k ? Math.min(m, x) : m), Infinity));
    const high = [0, 1, 2].map((k) => floats.reduce((m, x, i) => (i % 3 === k ? Math.max(m, x) : m), -Infinity));
    const at = gltf.accessors.length;
    gltf.accessors.push(
      { bufferView: view(floats, 34962), componentType: 5126, count: floats.length / 3, type: 'VEC3', min: low, max: high },
      { bufferView: view(Uint32Array.from(shape.triangles), 34963), componentType: 5125, count: shape.triangles.length, type: 'SCALAR' });
    gltf.meshes.push({ primitives: [{ attributes: { POSITION: at }, indices: at + 1 }] });
    gltf.nodes[0].children.push(gltf.nodes.length);
    gltf.nodes.push({ name: object.name, translation: origin, mesh: gltf.meshes.length - 1, extras: { id: object.row.id } });
  }
  gltf.buffers.push({ byteLength: size });
  const text = pad(Buffer.from(JSON.stringify(gltf)), ' '), data = Buffer.concat(parts);
  const head = Buffer.alloc(20), second = Buffer.alloc(8);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(28 + text.length + data.length, 8);
  head.writeUInt32LE(text.length, 12);
  head.write('JSON', 16);
  second.writeUInt32LE(data.length, 0);
  second.write('BIN\0', 4);
  writeWhole(name, (put) => [head, text, second, data].forEach(put));
  return worst * s;
}

const cell = (value) => String(value ?? '').replace(/\\/g, '\\\\').replace(/\t/g, '\\t').replace(/\r/g, '\\r')
  .replace(/\n/g, '\\n');

export function writeTable(name, model, comments) {
  const columns = ['id', 'name', 'class', 'level', 'layer', 'assembly', 'joined', ...model.columns];
  writeWhole(name, (put) => {
    for (const line of comments) put(`# ${cell(line)}\n`);
    put(`${['object', ...columns].map(cell).join('\t')}\n`);
    for (const object of model.objects)
      put(`${[object.name, ...columns.map((c) => object.row[c])].map(cell).join('\t')}\n`);
  });
}
