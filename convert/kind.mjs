// kind.mjs - whether a file is IFC or STEP: both are exchange structures, and IFC names its schema. The content tells.
import { latin1 } from './text.mjs';

const kinds = { ifc: 'ifc', stp: 'step', step: 'step', p21: 'step' };

// Returns "ifc", "step", or null.
export function kindOf(name, bytes) {
  const head = latin1(bytes, Math.min(bytes.length, 65536));
  if (!/^\s*(\/\*[\s\S]*?\*\/\s*)*ISO-10303-21\s*;/.test(head)) return null;
  const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/i.exec(head);
  if (schema) return /^ifc/i.test(schema[1]) ? 'ifc' : 'step';
  return kinds[/\.([^./\\]*)$/.exec(name)?.[1].toLowerCase()] ?? 'step';
}
