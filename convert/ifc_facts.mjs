// ifc_facts.mjs - what an IFC file knows of its elements beside their shapes: names, storeys, layers, what they are parts
// of, what they are joined to by design, properties.

const text = (value) => (value === null || value === undefined ? '' : String(value?.value ?? value?._representationValue ?? value));
const list = (value) => (Array.isArray(value) ? value : value ? [value] : []);

// A value of a property, as text: lists have commas.
function valueText(property) {
  const one = (v) => (v && typeof v === 'object' && '_representationValue' in v ? String(v._representationValue) : text(v));
  const value = property.NominalValue ?? property.EnumerationValues ?? property.ListValues;
  return list(value).map(one).join(', ');
}

export class Facts {
  constructor(ifc, api, model, properties) {
    Object.assign(this, { ifc, api, model, properties });
    this.lines = new Map();
    this.containers = new Map();  // element -> structure that has it
    this.wholes = new Map();      // part -> what it is a part of
    this.types = new Map();
    this.sets = new Map();  // element -> ids of property sets
    this.joined = new Map();
    this.layers = new Map();  // representation or item -> name of its layer
    this.readStructure();
    this.readJoins();
    this.readPorts();
    this.readLayers();
  }

  line(id) {
    let line = this.lines.get(id);
    if (line === undefined) {
      line = this.api.GetLine(this.model, id);
      this.lines.set(id, line);
    }
    return line;
  }

  all(type) {
    if (type === undefined) return [];
    const ids = this.api.GetLineIDsWithType(this.model, type, true);
    return Array.from({ length: ids.size() }, (_, i) => this.line(ids.get(i)));
  }

  className(id) {
    return this.api.GetNameFromTypeCode(this.api.GetLineType(this.model, id));
  }

  guid(id) {
    return text(this.line(id)?.GlobalId) || `#${id}`;
  }

  readStructure() {
    const { ifc } = this;
    for (const r of this.all(ifc.IFCRELCONTAINEDINSPATIALSTRUCTURE))
      for (const e of list(r.RelatedElements)) this.containers.set(e.value, r.RelatingStructure.value);
    for (const r of this.all(ifc.IFCRELAGGREGATES))
      for (const e of list(r.RelatedObjects)) this.wholes.set(e.value, r.RelatingObject.value);
    for (const r of this.all(ifc.IFCRELDEFINESBYTYPE))
      for (const e of list(r.RelatedObjects)) this.types.set(e.value, r.RelatingType?.value);
    for (const r of this.all(ifc.IFCRELDEFINESBYPROPERTIES))
      for (const e of list(r.RelatedObjects))
        this.sets.set(e.value, [...(this.sets.get(e.value) ?? []), ...list(r.RelatingPropertyDefinition).map((d) => d.value)]);
  }

  join(kind, a, b) {
    if (!a?.value || !b?.value || a.value === b.value) return;
    for (const [from, to] of [[a.value, b.value], [b.value, a.value]]) {
      if (!this.joined.has(from)) this.joined.set(from, new Set());
      this.joined.get(from).add(`${kind}:${this.guid(to)}`);
    }
  }

  readJoins() {
    const { ifc } = this, walls = new Map();  // opening -> what it is in
    for (const r of this.all(ifc.IFCRELVOIDSELEMENT)) {
      this.join('voids', r.RelatingBuildingElement, r.RelatedOpeningElement);
      walls.set(r.RelatedOpeningElement?.value, r.RelatingBuildingElement);
    }
    for (const r of this.all(ifc.IFCRELFILLSELEMENT)) {
      this.join('fills', r.RelatingOpeningElement, r.RelatedBuildingElement);
      this.join('hosts', walls.get(r.RelatingOpeningElement?.value), r.RelatedBuildingElement);
    }
    for (const r of this.all(ifc.IFCRELCONNECTSELEMENTS)) {  // paths and those with realizing elements, too
      this.join('connects', r.RelatingElement, r.RelatedElement);
      for (const e of list(r.RealizingElements))
        for (const end of [r.RelatingElement, r.RelatedElement]) this.join('connects', end, e);
    }
    for (const r of this.all(ifc.IFCRELCOVERSBLDGELEMENTS))
      for (const e of list(r.RelatedCoverings)) this.join('covers', r.RelatingBuildingElement, e);
    for (const r of this.all(ifc.IFCRELPROJECTSELEMENT))
      this.join('projects', r.RelatingElement, r.RelatedFeatureElement);
  }

  // Ports belong to elements by IfcRelConnectsPortToElement, or nested in them.
  readPorts() {
    const { ifc } = this, owners = new Map();
    for (const r of this.all(ifc.IFCRELCONNECTSPORTTOELEMENT)) owners.set(r.RelatingPort?.value, r.RelatedElement);
    for (const r of this.all(ifc.IFCRELNESTS))
      for (const part of list(r.RelatedObjects)) {
        if (/Port$/.test(this.className(part.value))) owners.set(part.value, r.RelatingObject);
        else if (!this.wholes.has(part.value)) this.wholes.set(part.value, r.RelatingObject?.value);
      }
    for (const r of this.all(ifc.IFCRELCONNECTSPORTS))
      this.join('ports', owners.get(r.RelatingPort?.value), owners.get(r.RelatedPort?.value));
  }

  readLayers() {
    for (const layer of this.all(this.ifc.IFCPRESENTATIONLAYERASSIGNMENT))
      for (const item of list(layer.AssignedItems)) this.layers.set(item.value, text(layer.Name));
  }

  // The layer of a representation of an element, or of an item in one.
  layerOf(line) {
    for (const shape of list(line.Representation && this.line(line.Representation.value).Representations)) {
      if (this.layers.has(shape.value)) return this.layers.get(shape.value);
      for (const item of list(this.line(shape.value)?.Items))
        if (this.layers.has(item.value)) return this.layers.get(item.value);
    }
    return '';
  }

  // Walk from an element to what it is in, and from there on: the name of the first storey.
  levelOf(id) {
    for (let at = id, steps = 0; at !== undefined && steps < 100; steps++) {
      if (this.className(at) === 'IfcBuildingStorey') return text(this.line(at).Name) || text(this.line(at).LongName);
      at = this.containers.get(at) ?? this.wholes.get(at);
    }
    return '';
  }

  // The outermost element that has this one as a part.
  assemblyOf(id) {
    let found = '';
    for (let at = this.wholes.get(id), steps = 0; at !== undefined && steps < 100; steps++) {
      if (!this.api.IsIfcElement(this.api.GetLineType(this.model, at))) break;
      found = this.guid(at);
      at = this.wholes.get(at);
    }
    return found;
  }

  rowOf(id) {
    const line = this.line(id), type = this.types.get(id);
    return {
      id: this.guid(id), name: text(line.Name), class: this.className(id), level: this.levelOf(id), layer: this.layerOf(line),
      assembly: this.assemblyOf(id), joined: [...(this.joined.get(id) ?? [])].sort().join(' '),
      entity: `#${id}`, predefinedtype: text(line.PredefinedType), tag: text(line.Tag), objecttype: text(line.ObjectType),
      description: text(line.Description), type: type === undefined ? '' : text(this.line(type)?.Name), ...this.propertiesOf(id, type),
    };
  }

  propertiesOf(id, type) {
    const row = {};
    if (this.properties === 'none') return row;
    const sets = [...list(type !== undefined && this.line(type)?.HasPropertySets).map((set) => set.value),
      ...(this.sets.get(id) ?? [])];  // those of the element itself hold
    for (const set of sets) {
      const line = this.line(set), name = text(line?.Name);
      if (this.properties === 'common' && !/^Pset_.*Common$/.test(name)) continue;
      for (const p of list(line?.HasProperties)) {
        const property = this.line(p.value), value = property && valueText(property);
        if (value) row[`${name}.${text(property.Name)}`] = value;
      }
    }
    return row;
  }

  // Columns beside those that every table has: what any object has something in.
  columns(objects) {
    const names = new Set();
    for (const object of objects)
      for (const name of Object.keys(object.row)) if (object.row[name] !== '') names.add(name);
    for (const name of ['id', 'name', 'class', 'level', 'layer', 'assembly', 'joined']) names.delete(name);
    const first = ['entity', 'predefinedtype', 'tag', 'type', 'objecttype', 'description'].filter((name) => names.delete(name));
    return [...first, ...[...names].sort()];
  }
}
