// model.mjs - objects as they are gathered: vertices in doubles, those with equal coordinates one, triangles.

// Half of the distance between the float at a value and the next: what rounding to float costs at most.
export function floatHalf(value) {
  const size = Math.abs(value);
  if (size < 2 ** -126) return 2 ** -150;
  return 2 ** (Math.floor(Math.log2(size)) - 24 + (size >= 2 ** (Math.floor(Math.log2(size)) + 1) ? 1 : 0));
}

// A bound as text: two digits, rounded up.
export function boundText(bound) {
  const text = (x) => (x < 1e-3 ? x.toExponential(1) : x.toPrecision(2));
  return Number(text(bound)) >= bound ? text(bound) : text(bound + 10 ** (Math.floor(Math.log10(bound)) - 1));
}

export class Shape {
  constructor() {
    this.points = [];  // x, y, z of each vertex
    this.triangles = [];
    this.numbers = new Map();
    this.collapsed = 0;  // triangles that had two corners in one place
  }

  vertex(x, y, z) {
    const key = `${x},${y},${z}`;  // shortest texts that read back: equal for equal doubles; and -0 is 0
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.points.length / 3;
      this.points.push(x, y, z);
      this.numbers.set(key, number);
    }
    return number;
  }

  triangle(a, b, c) {
    if (a === b || b === c || c === a) this.collapsed++;
    else this.triangles.push(a, b, c);
  }

  // No more vertices come.
  finish() {
    this.numbers = null;
  }

  scale(factor) {
    if (factor !== 1) this.points = this.points.map((x) => x * factor);
  }

  box() {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < this.points.length; i++) {
      low[i % 3] = Math.min(low[i % 3], this.points[i]);
      high[i % 3] = Math.max(high[i % 3], this.points[i]);
    }
    return { low, high };
  }
}

// What may stand in a line of OBJ and in a cell, and comes back from both: no ends of lines, no blanks at the ends or in a
// row, no " #".
export function plainName(text) {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]/g, ' ').trim().replace(/\s+/g, '_').replace(/#/g, '_')
    || 'unnamed';
}

// Give names that occur twice an end that tells them apart, in their order.
export function makeUnique(objects) {
  const taken = new Set();
  for (const object of objects) {
    const wanted = object.name;
    for (let i = 2; taken.has(object.name); i++) object.name = `${wanted}_${i}`;
    taken.add(object.name);
  }
}
