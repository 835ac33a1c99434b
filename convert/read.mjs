// read.mjs - from the bytes of an IFC or STEP file to objects, by the module that reads it: here, and in a browser.
import { readIfc } from './ifc.mjs';
import { makeUnique } from './model.mjs';
import { checkStructure } from './part21.mjs';
import { Failure } from './say.mjs';
import { readStep } from './step.mjs';
import { latin1 } from './text.mjs';

export const moduleNames = { ifc: 'web-ifc', step: 'occt-import-js' };

// load: gives the module by its name. o: as the command line has them. progress: { show, end }.
export async function readModel(kind, bytes, o, load, progress) {
  checkStructure(latin1(bytes));
  const module = await load(moduleNames[kind]);
  const model = kind === 'ifc' ? await readIfc(module, bytes, { include: [], properties: 'common', segments: 24, ...o }, progress)
    : await readStep(module, bytes, o, progress);
  makeUnique(model.objects);
  return model;
}

export function checkHasObjects(model) {
  if (!model.objects.length) throw new Failure('V005', 'nothing in it gives triangles: export its surfaces or solids, not drawings or axes');
}
