// runner.mjs - three-mesh-bvh as a peer of abut-bench, in Node.js. It speaks the protocol of
// bench/peers/README.md, as main.cpp does for the others.
//
// Two trees are cast against each other (bvhcast), and triangles tested by ExtendedTriangle. Vertices are
// kept as doubles. Seconds are those of the whole process: the compiler's and the collector's threads too.
import fs from 'node:fs';
import { createRequire } from 'node:module';

// The first argument is the folder that the modules were installed in.
const load = createRequire(`${process.argv[2]}/`);
const { BufferAttribute, BufferGeometry, Matrix4 } = load('three');
const { MeshBVH } = load('three-mesh-bvh');
const { version } = load('three-mesh-bvh/package.json');

function processorNow() {
    const { user, system } = process.cpuUsage();
    return 1e-6 * (user + system);
}

// ------------------------------------------------------------------------------------------- the scene

function readScene(path) {
    const file = fs.readFileSync(path);
    const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
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
            vertices: take(Float64Array, 3 * Number(vertices)),
            triangles: take(Uint32Array, 3 * Number(triangles)),
        });
    }
    for (let i = 0; i < queryCount; i++) {
        const [a, b] = take(Uint32Array, 2);
        queries.push({ a, b, aPose: take(Float64Array, 12), bPose: take(Float64Array, 12) });
    }
    return { meshes, queries };
}

function build({ vertices, triangles }) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(vertices, 3));
    geometry.setIndex(new BufferAttribute(triangles, 1));
    return new MeshBVH(geometry, { indirect: true });  // triangles keep their numbers
}

function matrixOf(pose) {
    const [a, b, c, d, e, f, g, h, i, x, y, z] = pose;
    return new Matrix4().set(a, b, c, x, d, e, f, y, g, h, i, z, 0, 0, 0, 1);
}

// --------------------------------------------------------------------------------------------- questions

let scene, trees, used = [], found = [];

function ask({ a, b, aPose, bPose }, first, mostTests = Infinity) {
    const treeA = trees[a], treeB = trees[b];
    const bToA = matrixOf(aPose).invert().multiply(matrixOf(bPose));
    let tests = 0;
    found.length = 0;
    treeA.bvhcast(treeB, bToA, {
        intersectsTriangles(one, two, i, k) {
            if (tests++ === mostTests) return true;
            if (!one.intersectsTriangle(two, null, true)) return false;
            found.push(treeA.resolveTriangleIndex(i), treeB.resolveTriangleIndex(k));
            return first;
        },
    });
    return found.length / 2;
}

// What runs for the first time is interpreted: let the compiler see both questions first.
function warmUp() {
    const enough = processorNow() + 0.3;
    for (let i = 0; i < 1000 && processorNow() < enough; i++) {
        const q = scene.queries[i % scene.queries.length];
        ask(q, true, 20000);
        if (i % 4 === 0) ask(q, false, 20000);
    }
}

function writePairs(path) {
    const words = new Uint32Array(found.length);
    for (let i = 0; i < found.length; i += 2) {
        words[i] = found[i + 1];  // a << 32 | b, the lower half first
        words[i + 1] = found[i];
    }
    fs.writeFileSync(path, new Uint8Array(words.buffer));
}

const verbs = {
    load([path]) {
        scene = readScene(path);
        const start = processorNow();
        trees = scene.meshes.map(build);
        const built = processorNow() - start;
        warmUp();
        return `ready ${built.toFixed(9)}`;
    },
    use(indices) {
        used = indices.map(i => scene.queries[Number(i)]);
        if (used.includes(undefined)) throw new Error('there is no such query');
        return `used ${used.length}`;
    },
    run([mode, repeats]) {
        const start = processorNow();
        for (let r = 0; r < Number(repeats); r++)
            for (const q of used) ask(q, mode === 'first');
        return `time ${(processorNow() - start).toFixed(9)}`;
    },
    each([mode]) {
        const times = used.map(q => {
            const start = processorNow();
            ask(q, mode === 'first');
            return (processorNow() - start).toFixed(9);
        });
        return `times ${times.join(' ')}`;
    },
    answer([mode, index, path]) {
        const start = processorNow();
        const count = ask(scene.queries[Number(index)], mode === 'first');
        const seconds = processorNow() - start;
        writePairs(path);
        return `answer ${count} ${count} ${seconds.toFixed(9)}`;
    },
};

// ------------------------------------------------------------------------------------------------- lines

function say(line) {
    fs.writeSync(1, line + '\n');
}

function serve(line) {
    const [verb, ...words] = line.split(' ');
    if (!Object.hasOwn(verbs, verb)) throw new Error(`what is ${line}`);
    say(verbs[verb](words));
}

function main() {
    say(`peer pairs three-mesh-bvh ${version}, Node.js ${process.versions.node}`);
    const chunk = Buffer.alloc(1 << 16);
    let pending = '';
    for (let got; (got = fs.readSync(0, chunk)) > 0;) {
        const lines = (pending + chunk.toString('utf8', 0, got)).split('\n');
        pending = lines.pop();
        for (const line of lines) serve(line);
    }
}

try {
    main();
} catch (error) {
    say(`error ${error.message}`);
    process.exit(1);
}
