// command.js - the command line that gives an answer of the session: to the last bit, or it says what is rounded.

const IDENTITY = "1,0,0,0,1,0,0,0,1";
const number = (x) => String(x + 0); // the shortest digits that read back; no -0
const list = (numbers) => Array.from(numbers, number).join(",");

/** Quote a word for a shell. */
export function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

// A name of a file that is neither an option nor a shape.
const path = (name) => quoted(/^-|^[a-z]+:/.test(name) ? `./${name}` : name);

export function commandOf(core, only) {
  const parts = [...core.parts.values()], pair = only ? only.map((id) => core.part(id)) : parts.length === 2 ? parts : null;
  const shown = pair ?? parts;
  const made = [...new Set(shown.map((p) => p.source))].filter((s) => s.made).map((s) => s.made);
  if (!parts.length) return "";
  const names = new Map(shown.map((p) => [p.source, p.source.name])), twice = [...names.values()].find((name, i, all) => all.indexOf(name) < i);
  if (twice) made.unshift(`# several of the files are called ${twice}`);
  const lines = pair && pair.every(canBeNamed) ? [checkLine(core, ...pair)] : clashLines(core, parts);
  return [...made, ...lines].join("\n");
}

// Whether "abut check" can be given a part: a file, or those triangles of a file that have a name.
const canBeNamed = (part) => part.source.isWhole || (part.source.kind === "file" && part.kind !== "n" && part.group !== "" && !part.isShared);

function checkLine(core, a, b) {
  const notes = [], words = ["abut", "check", path(a.source.name), path(b.source.name)];
  for (const [side, part] of [["a", a], ["b", b]]) {
    if (!part.source.isWhole) words.push(`--group-${side}`, quoted(part.group));
    words.push(...poseWords(core, part, side, notes));
  }
  return [...notes, words.join(" ")].join("\n");
}

// A turn as it was given: the library makes the same bits of it on every machine.
function poseWords(core, part, side, notes) {
  const { given, pose: { rotation, translation, scale } } = part;
  const isTurned = String(rotation) !== IDENTITY, isMoved = translation.some((x) => x !== 0);
  if (given.quaternion && scale === 1 && isTurned) {
    const [x, y, z, w] = given.quaternion;
    return [`--quat-${side}`, list([...translation, w, x, y, z])];
  }
  if (isTurned && !given.axis) {
    const matrix = rowsOf(part.pose);
    if (!isKept(core.abut, matrix, part.pose)) notes.push(lastBit(part));
    return [`--pose-${side}`, `"${matrix.map(number).join(" ")}"`];
  }
  return [
    ...(scale !== 1 ? [`--scale-${side}`, number(scale)] : []),
    ...(isTurned ? [`--rotate-${side}`, list([...given.axis, given.degrees])] : []),
    ...(isMoved ? [`--move-${side}`, list(translation)] : []),
  ];
}

const lastBit = (part) => `# ${part.name}: scale and turn become one matrix here: its last bit may be another`;

const rowsOf = ({ rotation, translation, scale }) =>
  [0, 1, 2].flatMap((i) => [...rotation.slice(3 * i, 3 * i + 3).map((x) => scale * x), translation[i]]).concat([0, 0, 0, 1]);

// Whether the library makes the same map of a matrix: the products of scale and rotation are all that counts.
function isKept({ memory, exports }, matrix, { rotation, scale }) {
  const at = memory.take((13 + 16) * 8);
  try {
    matrix.forEach((x, i) => memory.view.setFloat64(at + 8 * (13 + i), x, true));
    if (exports.abut_pose_from_matrix(at, at + 8 * 13) !== 0) return false;
    const found = memory.numbers("d", at, 13);
    return rotation.every((x, i) => scale * x === found[12] * found[i]);
  } finally {
    memory.give(at);
  }
}

// ------------------------------------------------------------------------------------------- clash

function clashLines(core, parts) {
  const sources = [...new Set(parts.map((p) => p.source))];
  const split = sources.filter((s) => s.kind === "file" && !s.isWhole);
  const mixed = split.length > 0 && sources.some((s) => s.isWhole && s.kind === "file");
  if (mixed) return pairLines(core, parts);
  const lines = [], moved = parts.filter((p) => isMoved(p));
  const words = ["abut", "clash", ...(split.length ? ["--groups"] : []), ...sources.map((s) => path(s.name))];
  if (moved.length) {
    const names = parts.map(objectName), twice = moved.find((p) => names.filter((n) => n === objectName(p)).length > 1 || objectName(p) === "");
    if (twice) lines.push(`# ${twice.name}: a part without a name of its own was moved; the program cannot be told so`);
    lines.push("cat >poses.frames <<'END'", ...moved.map((p) => `0\t${objectName(p)}\t${frameOf(core, p, lines)}`), "END");
    words.push("--frames", "poses.frames");
  }
  return [...lines, words.join(" ")];
}

const objectName = (part) => (part.source.isWhole ? part.source.name : part.group);
const isMoved = (part) => JSON.stringify(part.pose) !== JSON.stringify(part.first);

function frameOf(core, part, lines) {
  const { pose } = part, matrix = rowsOf(pose);
  if (!isKept(core.abut, matrix, pose)) lines.unshift(lastBit(part));
  return matrix.slice(0, 12).map(number).join(" ");
}

// Whole files and groups side by side: no one command has both. Each pair that meets has its own.
function pairLines(core, parts) {
  const lines = ["# whole files and groups of files: a command for each pair that meets"];
  for (const [key, { count }] of core.answers) {
    const pair = key.split(" ").map((id) => core.parts.get(Number(id)));
    if (count && pair.every((p) => p && parts.includes(p))) lines.push(pair.every(canBeNamed) ? checkLine(core, ...pair) : `# ${pair.map((p) => p.name).join(" and ")}`);
  }
  return lines;
}
