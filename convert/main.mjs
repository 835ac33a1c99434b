// main.mjs - "abut-convert FILE -o FILE": the command line, and what is told in the end.
import fs from 'node:fs';
import path from 'node:path';
import { kindOf } from './kind.mjs';
import { boundText } from './model.mjs';
import { install, load, versionOf } from './modules.mjs';
import { checkHasObjects, moduleNames, readModel } from './read.mjs';
import { Failure, Progress, count, say } from './say.mjs';
import { units } from './units.mjs';
import { writeGlb, writeObj, writeTable } from './write.mjs';

const help = `usage: abut-convert FILE -o FILE.obj|.glb [options]

Make a file that abut reads of an IFC or STEP file: an object each element or solid. Beside FILE.obj comes
FILE.objects.tsv, a table of what is known of each object: id (GlobalId, or path of the node), name, class, level, layer,
assembly, what it is joined to by design, and more.

  -o, --output FILE      what is written: .obj (vertices in doubles), or .glb (floats about the origin of each object)
      --unit NAME        unit that is written: ${Object.keys(units).join(', ')}. Default: metres of IFC, the file's own of STEP
      --include CLASS    IFC: also elements of a class that is left out, such as IfcSpace. May be given several times
      --segments N       IFC: corners of a circle, 8 to 360. Default: 24
      --properties WHICH IFC: property sets in the table: none, common (Pset_...Common; the default) or all
      --deflection D     STEP: triangles are at most D from curved surfaces. Default: 0.001 of the mean edge of the box
      --angle DEGREES    STEP: neighbouring triangles of a curved surface turn by at most so much. Default: about 28.6
      --quiet            no progress, no summary; warnings are told all the same
      --brief            no summary, and warnings only in the table: for programs that read it
      --install          get the modules that read IFC and STEP from npm, into the user's data folder
      --help, --version

Exit status: 0 written, 2 error. Errors and warnings end with a code: 'abut explain CODE' tells more.
`;

const valued = { '-o': 'output', '--output': 'output', '--unit': 'unit', '--include': 'include', '--properties': 'properties', '--segments': 'segments',
  '--deflection': 'deflection', '--angle': 'angle' };
const flags = { '--quiet': 'quiet', '--brief': 'brief', '--install': 'install', '--help': 'help', '-h': 'help', '--version': 'version' };

function positive(name, text) {
  const value = Number(text);
  if (!/^[\d.eE+-]+$/.test(text) || !(value > 0) || !Number.isFinite(value))
    throw new Failure('V006', `${name} takes a number above 0, not '${text}'`);
  return value;
}

function segments(name, text) {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 8 || value > 360) throw new Failure('V006', `${name} takes a whole number from 8 to 360, not '${text}'`);
  return value;
}

function oneOf(name, text, names) {
  if (!names.includes(text)) throw new Failure('V006', `${name} takes ${names.join(', ')}, not '${text}'`);
  return text;
}

function take(o, name, text) {
  const key = valued[name];
  if (key === 'include') o.include.push(text);
  else if (o[key] !== undefined) throw new Failure('V006', `${name} is given twice`);
  else if (key === 'unit') o.unit = oneOf(name, text, Object.keys(units));
  else if (key === 'properties') o.properties = oneOf(name, text, ['none', 'common', 'all']);
  else if (key === 'segments') o.segments = segments(name, text);
  else o[key] = key === 'output' ? text : positive(name, text);
}

function parse(words) {
  const o = { include: [] }, paths = [];
  for (let i = 0, ended = false; i < words.length; i++) {
    const word = words[i], equals = word.startsWith('--') ? word.indexOf('=') : -1;
    const name = equals > 0 ? word.slice(0, equals) : word;
    if (ended || word === '-' || !word.startsWith('-')) paths.push(word);
    else if (word === '--') ended = true;
    else if (name in valued) {
      if (equals < 0 && i + 1 === words.length) throw new Failure('V006', `${name} needs a value`);
      take(o, name, equals > 0 ? word.slice(equals + 1) : words[++i]);
    } else if (word in flags) o[flags[word]] = true;
    else throw new Failure('V006', `there is no option ${word}; "abut-convert --help" lists them`);
  }
  return { o, paths };
}

function readBytes(name) {
  try {
    return fs.readFileSync(name);
  } catch (error) {
    throw new Failure('S002', `cannot be read: ${error.message.replace(/,[^,]*$/, '')}`);
  }
}

function checkOptions(o, kind) {
  const foreign = kind === 'ifc' ? ['deflection', 'angle'] : ['properties', 'segments'];
  for (const key of foreign) if (o[key] !== undefined) throw new Failure('V006', `--${key} is not for ${kind === 'ifc' ? 'IFC' : 'STEP'}`);
  if (kind === 'step' && o.include.length) throw new Failure('V006', '--include is not for STEP');
}

// The table lies beside FILE.obj as FILE.objects.tsv.
function tableName(output) {
  return output.slice(0, output.length - path.extname(output).length) + '.objects.tsv';
}

function writeAll(input, output, model, converter) {
  const source = path.basename(input);
  const heading = ['written by abut-convert', `of ${source.replace(/[\r\n]/g, ' ')}`, `by ${converter}`];
  const glb = path.extname(output).toLowerCase() === '.glb';
  let { rounding, unit } = model, bound = model.how;
  if (glb) {
    rounding += writeGlb(output, model, heading);
    if (unit !== 'm') rounding = model.rounding * units[unit] + (rounding - model.rounding);
    unit = 'm';
    bound += '; binary glTF has floats about the origin of each object';
  } else {
    writeObj(output, model, [...heading, `unit ${unit}`]);
  }
  writeTable(tableName(output), model, ['abut objects 1', `source ${source}`, `converter ${converter}`, `suffix ${path.extname(output).toLowerCase()}`, `unit ${unit}`,
    ...(rounding > 0 ? [`rounding ${boundText(rounding)}`] : []), bound,
    ...model.warnings.map((warning) => `warning ${warning}`)]);
  return { rounding, unit };
}

async function convert(input, o) {
  const extension = path.extname(o.output).toLowerCase();
  if (extension !== '.obj' && extension !== '.glb') throw new Failure('V006', `-o takes a name that ends in .obj or .glb, not '${o.output}'`);
  const bytes = readBytes(input), kind = kindOf(input, bytes), progress = new Progress(o.quiet);
  if (!kind) throw new Failure('V002', 'line 1: neither IFC nor STEP: such a file begins with "ISO-10303-21;"');
  checkOptions(o, kind);
  const name = moduleNames[kind], model = await readModel(kind, bytes, o, load, progress);
  for (const warning of o.brief ? [] : model.warnings) say(`warning: ${input}: ${warning}`, 'V007');
  checkHasObjects(model);
  const { rounding, unit } = writeAll(input, o.output, model, `${name} ${versionOf(name)}`);
  const triangles = model.objects.reduce((sum, x) => sum + x.shape.triangles.length / 3, 0);
  if (!o.quiet && !o.brief)
    say(`${o.output}: ${count(model.objects.length, 'object')}, ${count(triangles, 'triangle')}, in ${unit}; ${
      rounding > 0 ? `vertices rounded by up to ${boundText(rounding)} ${unit}` : 'vertices in doubles'}`);
}

export async function run(words) {
  let input;
  try {
    const { o, paths } = parse(words);
    if (o.help) process.stdout.write(help);
    else if (o.version) process.stdout.write(`abut-convert: web-ifc ${versionOf('web-ifc')}, occt-import-js ${versionOf('occt-import-js')}\n`);
    else if (o.install) install();
    else {
      if (paths.length !== 1 || o.output === undefined) throw new Failure('V006', 'usage: abut-convert FILE -o FILE.obj|.glb; --help tells more');
      [input] = paths;
      await convert(input, o);
    }
    return 0;
  } catch (error) {
    const where = input === undefined ? '' : `${input}: `;
    if (error instanceof Failure) say(`${where}${error.message}`, error.kind);
    else if (error?.code) say(`${where}${error.message}`, 'S003');  // the system's: all that is left is what is written
    else say(`${where}failed: ${error?.message ?? error}`, 'V004');
    return 2;
  }
}
