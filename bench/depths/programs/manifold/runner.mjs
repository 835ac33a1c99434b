// runner.mjs - Manifold as a rival of "abut-bench depth", in Node.js: the volume of what two solids share, by its Boolean.
// It is called with the folder of its modules and with a scene (bench/peers/README.md, its last paragraph), says
// "ready NAME", and then answers lines:
//     volume INDEX     intersect the two meshes of a query, and measure: seconds, or "no"
//     write FILE       the last volume, as a double: "ok"
//
// Its meshes are made once, b is moved once, and neither counts. Coordinates go into it as floats (it has no other
// mesh in JavaScript); it computes in doubles. Seconds are those of the whole process.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, sceneFile] = process.argv.slice(2);
const folder = path.dirname(createRequire(`${modules}/`).resolve('manifold-3d/manifold.js'));
const { default: Module } = await import(pathToFileURL(`${folder}/manifold.js`));
const { version } = JSON.parse(fs.readFileSync(`${folder}/package.json`, 'utf8'));
const { Manifold, Mesh } = await loadModule();

async function loadModule() {
    const module = await Module();
    module.setup();
    return module;
}

function processorNow() {
    const { user, system } = process.cpuUsage();
    return 1e-6 * (user + system);
}

function readScene(file) {
    const read = fs.readFileSync(file);
    const bytes = read.buffer.slice(read.byteOffset, read.byteOffset + read.byteLength);
    let at = 0;
    const take = (Type, count) => {
        const out = new Type(bytes, at, count);
        at += Math.ceil(count * Type.BYTES_PER_ELEMENT / 8) * 8;
        return out;
    };
    const [meshCount, queryCount] = Array.from(take(BigUint64Array, 2), Number);
    const meshes = [], queries = [];
    for (let i = 0; i < meshCount; i++) {
        const [vertices, triangles] = take(BigUint64Array, 2);
        meshes.push({
            vertProperties: Float32Array.from(take(Float64Array, 3 * Number(vertices))),
            triVerts: take(Uint32Array, 3 * Number(triangles)),
        });
    }
    for (let i = 0; i < queryCount; i++) {
        const [a, b] = take(Uint32Array, 2);
        queries.push({ a, b, aPose: take(Float64Array, 12), bPose: take(Float64Array, 12) });
    }
    return { meshes, queries };
}

const scene = readScene(sceneFile);
const solids = new Map();   // by mesh
let pair = null;            // of the last query: both in place

function solidOf(index) {
    if (!solids.has(index)) solids.set(index, Manifold.ofMesh(new Mesh({ numProp: 3, ...scene.meshes[index] })));
    return solids.get(index);
}

// In place, and computed: a transformation is not done before somebody asks.
function placed(index, pose) {
    const [a, b, c, d, e, f, g, h, i, x, y, z] = pose;
    const out = solidOf(index).transform([a, d, g, 0, b, e, h, 0, c, f, i, 0, x, y, z, 1]);
    out.volume();
    return out;
}

function intersect() {
    const shared = Manifold.intersection(pair.a, pair.b);
    const volume = shared.volume();
    shared.delete();
    return volume;
}

function take(index) {
    if (pair?.index === index) return;
    pair?.a.delete();
    pair?.b.delete();
    pair = null;
    const { a, b, aPose, bPose } = scene.queries[index];
    pair = { index, a: placed(a, aPose), b: placed(b, bPose) };
    const enough = processorNow() + 0.3;  // let the compiler see it
    for (let i = 0; i < 1000 && processorNow() < enough; i++) intersect();
}

let volume = NaN;
const verbs = {
    volume([index]) {
        take(Number(index));
        const start = processorNow();
        volume = intersect();
        return `${processorNow() - start}`;
    },
    write([file]) {
        fs.writeFileSync(file, new Uint8Array(Float64Array.of(volume).buffer));
        return 'ok';
    },
};

function answer(line) {
    const [verb, ...words] = line.split(' ');
    try {
        return verbs[verb](words);
    } catch {
        return 'no';  // what is no manifold
    }
}

console.log(`ready Manifold ${version}, npm, in Node.js ${process.versions.node}`);
let rest = '';
process.stdin.on('data', data => {
    const lines = (rest + data).split('\n');
    rest = lines.pop();
    for (const line of lines) console.log(answer(line));
});
