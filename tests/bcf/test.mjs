// test.mjs - BCF archives that "abut clash" writes, read by others (tools/test-bcf).
//   node tests/bcf/test.mjs FOLDER_OF_NODE_MODULES ABUT FOLDER_OF_SCHEMAS
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const [work, abut, schemas] = process.argv.slice(2).map((p) => path.resolve(p))
const require = createRequire(path.join(work, 'node_modules/'))
const { validateXML, memoryPages } = require('xmllint-wasm')
const { unzip } = require('unzipit')
const made = path.join(work, 'made')
let passed = 0

const check = (what, truth) => {
    assert.ok(truth, what)
    passed++
}

// ----------------------------------------------------------------------------------------- models

// A box as an object of an OBJ file.
const box = (name, low, high, before) => {
    const faces = '1 3 2,2 3 4,5 6 7,6 8 7,1 2 5,2 6 5,3 7 4,4 7 8,1 5 3,3 5 7,2 4 6,4 8 6'
    let text = `o ${name}\n`
    for (let v = 0; v < 8; v++)
        text += `v ${[0, 1, 2].map((k) => ((v >> k) & 1 ? high[k] : low[k])).join(' ')}\n`
    for (const face of faces.split(','))
        text += `f ${face.split(' ').map((i) => +i + before).join(' ')}\n`
    return text
}

const write = (file, boxes) =>
    writeFileSync(file, boxes.map((b, i) => box(b[0], b[1], b[2], 8 * i)).join(''))

const guids = ['2O2Fr$t4X7Zf8NOew3FK4F', '1hOSvn6df7F8_7GcBWlRqU']
const walls = [
    [guids[0], [0, 0, 0], [10, 0.2, 3]],
    [`IfcSlab_${guids[1]}`, [0, 0, -0.3], [10, 10, 0]],
    ['a <wall> & "more"\u0001 \u202e', [0, 10, 0], [10, 10.2, 3]],
]
const pipes = [
    ['pipe', [5, -1, 1], [5.1, 11, 1.1]],
    ["tab\there, 'quoted' ]]>", [2, 2, -1], [2.1, 2.1, 1]],
]

// ------------------------------------------------------------------------------------------ files

const schemaOf = {
    'markup.bcf': 'markup',
    'viewpoint.bcfv': 'visinfo',
    'bcf.version': 'version',
    'project.bcfp': 'project',
    'extensions.xml': 'extensions',
}

const validate = async (version, name, xml) => {
    const read = (n) => readFileSync(path.join(schemas, version, `${n}.xsd`), 'utf8')
    const shared = version === '3.0' ? [{ fileName: 'shared-types.xsd', contents: read('shared-types') }] : []
    const result = await validateXML({
        xml: xml.map((x) => ({ fileName: x.name, contents: x.text })),
        schema: [{ fileName: `${name}.xsd`, contents: read(name) }],
        preload: shared,
        maxMemoryPages: memoryPages.GiB,
    })
    assert.ok(result.valid, `${version} ${name}: ${result.errors.map((e) => e.rawMessage).join('\n')}`)
    passed += xml.length
}

// The markups also fit the schema that the archive itself has for them.
const validateOwn = async (version, own, xml) => {
    const result = await validateXML({
        xml: xml.map((x) => ({ fileName: x.name, contents: x.text })),
        schema: [{ fileName: 'extensions.xsd', contents: own }],
        preload: [
            { fileName: 'markup.xsd', contents: readFileSync(path.join(schemas, version, 'markup.xsd'), 'utf8') },
        ],
        maxMemoryPages: memoryPages.GiB,
    })
    assert.ok(result.valid, `${version} extensions.xsd: ${result.errors.map((e) => e.rawMessage).join('\n')}`)
    passed += xml.length
}

const validateAll = async (version, bytes) => {
    const { entries } = await unzip(bytes)
    const texts = {}
    for (const [name, entry] of Object.entries(entries)) {
        const schema = schemaOf[name.split('/').pop()]
        if (schema) (texts[schema] ??= []).push({ name, text: await entry.text() })
    }
    for (const [schema, list] of Object.entries(texts)) await validate(version, schema, list)
    if (version === '2.1') await validateOwn(version, await entries['extensions.xsd'].text(), texts.markup)
    check('every topic has a folder of its own', Object.keys(entries).filter((n) => n.endsWith('/')).length === texts.markup.length)
    return texts.visinfo
}

// ------------------------------------------------------------------------------------- the reader

const open = async (version, bytes) => {
    const { BcfReader } = require(`@parametricos/bcf-js/dist/${version}`)
    const reader = new BcfReader()
    await reader.read(bytes)  // says an error, and leaves no project
    check(`bcf-js opens ${version}`, reader.project !== undefined)
    return reader.project
}

const run = (args) => {
    try {
        return execFileSync(abut, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] })
    } catch (e) {
        assert.equal(e.status, 1, `abut ${args.join(' ')}: status ${e.status}`)
        return e.stdout
    }
}

const look = async (what, args, version) => {
    const file = path.join(made, `${what}-${version}.bcf`)
    const text = run(['clash', '--groups', ...args, '--bcf', file, '--bcf-version', version, '--unit', 'm', '--json'])
    const result = JSON.parse(text)
    const bytes = new Uint8Array(readFileSync(file))
    const viewpoints = await validateAll(version, bytes)
    const project = await open(version, bytes)
    check('a topic is a row', project.markups.length === result.clashes.length && result.clashes.length > 0)
    for (const [i, markup] of project.markups.entries()) {
        const row = result.clashes[i]
        check('its GUID is the key', markup.topic.guid === row.key)
        check('one viewpoint', markup.viewpoints.length === 1)
        const [view] = markup.viewpoints
        check('both are selected', view.components.selection.length === 2)
        check('all else is visible', view.components.visibility.default_visibility === 'true')
        check('no invented section planes', view.clipping_planes === undefined)
        const bytes = Buffer.from(await view.getSnapshot(), 'base64')
        check('a picture', bytes.subarray(1, 4).toString() === 'PNG' && bytes.readUInt32BE(16) === 640)
        aim(view.perspective_camera, row)
    }
    return { project, viewpoints }
}

// The camera looks at the middle of what both share.
const aim = (camera, row) => {
    const box = row.box ?? row
    if (!box.low) return
    const of = (v) => [v.x, v.y, v.z].map(Number)
    const [eye, direction, up] = [camera.camera_view_point, camera.camera_direction, camera.camera_up_vector].map(of)
    const to = [0, 1, 2].map((k) => (box.low[k] + box.high[k]) / 2 - eye[k])
    const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    check('it looks there', dot(to, direction) > 0.999999 * Math.hypot(...to))
    check('up is upright', Math.abs(dot(up, direction)) < 1e-9 && Math.abs(Math.hypot(...up) - 1) < 1e-9)
}

rmSync(made, { recursive: true, force: true })
mkdirSync(made, { recursive: true })
write(path.join(made, 'walls.obj'), walls)
write(path.join(made, 'pipes.obj'), pipes)
const pair = [path.join(made, 'walls.obj'), '--against', path.join(made, 'pipes.obj')]
for (const version of ['2.1', '3.0']) {
    const { project, viewpoints } = await look('made', pair, version)
    const selected = project.markups.flatMap((m) => m.viewpoints[0].components.selection)
    for (const guid of guids) check('IFC objects are named by their GUID', selected.some((c) => c.ifc_guid === guid))
    const named = /<OriginatingSystem>pipes.obj<\/OriginatingSystem>\s*<AuthoringToolId>pipe<\/AuthoringToolId>/
    check('others by their name', viewpoints.some((v) => named.test(v.text)))
}
const data = process.env.ABUT_DATA && path.join(process.env.ABUT_DATA, 'bim')
if (data && existsSync(path.join(data, 'duplex_electrical.obj'))) {
    const building = [path.join(data, 'duplex_architecture.obj'), '--against', path.join(data, 'duplex_electrical.obj'), '--touch', 'hide']
    for (const version of ['2.1', '3.0']) await look('duplex', building, version)
} else {
    console.log('test-bcf: SKIPPED: the building, since ABUT_DATA names no folder with it')
}
console.log(`test-bcf: ${passed} passed`)
