// units.mjs - the units that abut knows, in metres.
export const units = { m: 1, dm: 0.1, cm: 0.01, mm: 0.001, um: 1e-6, in: 0.0254, ft: 0.3048 };

// The name of a length in metres; undefined: none has it.
export function unitOf(metres) {
  return Object.keys(units).find((name) => Math.abs(units[name] - metres) <= 1e-12 * metres);
}

// What one unit is of another: a whole number or its inverse where one is, so that nothing is rounded twice.
export function factorBetween(from, to) {
  if (from === to) return 1;
  const up = units[from] / units[to], down = units[to] / units[from];
  const whole = (x) => Math.abs(x - Math.round(x)) < 1e-9 * x;
  if (up >= 1) return whole(up) ? Math.round(up) : up;
  return whole(down) ? 1 / Math.round(down) : up;
}
