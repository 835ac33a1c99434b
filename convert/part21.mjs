// part21.mjs - what occt-import-js does not tell of a STEP file: its unit, and the names of its assemblies. It reads the
// entities of the exchange structure (ISO 10303-21) that are asked for.
import { Failure } from './say.mjs';
import { unitOf } from './units.mjs';

// Walk over the statements: each is given to visit, with its line, without its ";". Texts in quotes and comments hold no ends.
// Returns the last line.
function walk(source, visit) {
  const pattern = /'(?:[^']|'')*'|\/\*[\s\S]*?\*\/|;|\n/g;
  let start = 0, line = 1, first = 1;
  for (let found = pattern.exec(source); found; found = pattern.exec(source)) {
    if (found[0] === ';') {
      visit(source.slice(start, found.index).replace(/^(?:\s*\/\*[\s\S]*?\*\/)*\s*/, '').trimEnd(), first || line);
      start = found.index + 1;
      first = 0;
    } else {
      for (const c of found[0]) line += c === '\n';
    }
    if (!first || source.slice(start, found.index + 1).trim() === '') first = line;
  }
  return line;
}

// Find the entities: id -> { line, text behind the "=" }.
export function readEntities(source) {
  const entities = new Map();
  const lines = walk(source, (text, line) => {
    const statement = /^#(\d+)\s*=\s*([\s\S]*)$/.exec(text);
    if (statement) entities.set(Number(statement[1]), { line, text: statement[2] });
  });
  return { entities, lines };
}

// Refuse a file that is cut off or has what is no statement: what reads it would go on without it.
export function checkStructure(source) {
  let data = false, ended = false;
  const lines = walk(source, (text, line) => {
    if (/^DATA\s*(\(|$)/.test(text)) data = true;
    else if (text === 'ENDSEC') data = false;
    else if (data && !/^#\d+\s*=\s*(\(|[A-Za-z_][\w-]*\s*\()[\s\S]*\)$/.test(text))
      throw new Failure('V003', `line ${line}: no entity: '${text.slice(0, 40)}'`);
    ended = text === 'END-ISO-10303-21';
  });
  if (!ended) throw new Failure('V003', `line ${lines}: the file is cut off: it does not end with "END-ISO-10303-21;"`);
}

// Split what stands between an entity's brackets, or a list's, at its commas.
function split(text) {
  const parts = [];
  let depth = 0, start = 0;
  const pattern = /'(?:[^']|'')*'|[(),]/g;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    if (found[0] === '(') depth++;
    if (found[0] === ')') depth--;
    if (found[0] !== ',' || depth) continue;
    parts.push(text.slice(start, found.index).trim());
    start = found.index + 1;
  }
  parts.push(text.slice(start).trim());
  return parts;
}

const argumentsOf = (entity) => split(entity.text.slice(entity.text.indexOf('(') + 1, entity.text.lastIndexOf(')')));
const reference = (text) => Number(/^#(\d+)/.exec(text ?? '')?.[1] ?? 0);

// The text of a quoted argument; \X2\ and \X\ hold letters beyond ASCII.
function unquote(text) {
  if (!text?.startsWith("'")) return '';
  return text.slice(1, -1).replace(/''/g, "'").replace(/\r?\n/g, '')
    .replace(/\\X2\\([0-9A-F]*)\\X0\\/gi, (_, hex) => (hex.match(/.{4}/g) ?? []).map((h) => String.fromCharCode(parseInt(h, 16))).join(''))
    .replace(/\\X4\\([0-9A-F]*)\\X0\\/gi, (_, hex) => (hex.match(/.{8}/g) ?? []).map((h) => String.fromCodePoint(parseInt(h, 16))).join(''))
    .replace(/\\X\\([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/\\S\\(.)/g, (_, c) => String.fromCharCode(c.charCodeAt(0) + 128)).replace(/\\P.\\/g, '').replace(/\\\\/g, '\\');
}

const prefixes = { MILLI: 1e-3, CENTI: 1e-2, DECI: 1e-1, MICRO: 1e-6, NANO: 1e-9, KILO: 1e3 };

// Metres of a length unit; 0: it is none, or not known.
function metresOf(entities, id, depth = 0) {
  const text = entities.get(id)?.text ?? '';
  if (depth > 8 || !/\bLENGTH_UNIT\s*\(/.test(text)) return 0;
  const si = /SI_UNIT\s*\(\s*(?:\.(\w+)\.|\$)\s*,\s*\.METRE\.\s*\)/.exec(text);
  if (si) return si[1] ? prefixes[si[1]] ?? 0 : 1;
  const converted = /CONVERSION_BASED_UNIT\s*\(\s*'(?:[^']|'')*'\s*,\s*#(\d+)/.exec(text);
  const measure = converted && entities.get(Number(converted[1]))?.text;
  const value = measure && /(?:MEASURE_WITH_UNIT\s*\(|LENGTH_MEASURE\s*\()\s*([-+.\dE]+)\s*\)?\s*,\s*#(\d+)/i.exec(measure);
  return value ? Number(value[1]) * metresOf(entities, Number(value[2]), depth + 1) : 0;
}

// The unit that most contexts of geometry name; undefined: none, or one that has no name here.
export function lengthUnit(entities) {
  const votes = new Map();
  for (const { text } of entities.values()) {
    const context = /GLOBAL_UNIT_ASSIGNED_CONTEXT\s*\(\s*\(([^)]*)\)/.exec(text);
    for (const part of context ? context[1].split(',') : []) {
      const name = unitOf(metresOf(entities, reference(part.trim())));
      if (name) votes.set(name, (votes.get(name) ?? 0) + 1);
    }
  }
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0];
}

// Give equal names of brothers an index, in the order of the file.
function label(children) {
  const total = new Map(), seen = new Map();
  for (const c of children) total.set(c.name, (total.get(c.name) ?? 0) + 1);
  for (const c of children) {
    seen.set(c.name, (seen.get(c.name) ?? 0) + 1);
    c.label = total.get(c.name) > 1 ? `${c.name}_${seen.get(c.name)}` : c.name;
  }
  return children;
}

// The tree of products: roots with children, each { name, product, label, instance, children }.
export function productTree(entities) {
  const products = new Map(), uses = new Map(), parts = new Set();
  for (const [id, entity] of entities) {
    if (/^PRODUCT_DEFINITION(_WITH_ASSOCIATED_DOCUMENTS)?\s*\(/.test(entity.text)) {
      const formation = entities.get(reference(argumentsOf(entity)[2]));
      const product = formation && entities.get(reference(argumentsOf(formation)[2]));
      const [number, name] = product ? argumentsOf(product).map(unquote) : [];
      products.set(id, name || number || '');
    } else if (/^NEXT_ASSEMBLY_USAGE_OCCURRENCE\s*\(/.test(entity.text)) {
      const a = argumentsOf(entity), whole = reference(a[3]), part = reference(a[4]);
      uses.set(whole, [...(uses.get(whole) ?? []), { part, number: unquote(a[0]), instance: unquote(a[1]) }]);
      parts.add(part);
    }
  }
  const all = [...uses.values()].flat();  // some programs give all the same name
  if (new Set(all.map((use) => use.instance)).size <= 1) for (const use of all) use.instance = use.number;
  let nodes = 0;
  const grow = (id, instance, depth) => {
    if (depth > 64 || ++nodes > 1e6) throw new Failure('V003', 'the assembly has itself as a part, or too many parts');
    return { name: products.get(id) ?? '', product: id, instance,
      children: label((uses.get(id) ?? []).map((use) => grow(use.part, use.instance, depth + 1))) };
  };
  return label([...products.keys()].filter((id) => !parts.has(id)).map((id) => grow(id, '', 0)));
}
