// cases.mjs - the cases of tests/cases/reports.json as files and command lines: node cases.mjs LIST.json FOLDER
// Models are written to FOLDER; a command line is a line of words with tabs between: a name, then what abut is given.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [list, folder] = process.argv.slice(2);

function write(name, { vertices, triangles }) {
  const path = join(folder, `${name}.off`);
  const rows = [...vertices.map((v) => v.join(" ")), ...triangles.map((t) => `3 ${t.join(" ")}`)];
  writeFileSync(path, `OFF\n${vertices.length} ${triangles.length} 0\n${rows.join("\n")}\n`);
  return path;
}

// Faces look outwards. skew: x + 2 - 2 z for x.
function box([x0, y0, z0, x1, y1, z1], skew) {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? x1 : x0, i & 2 ? y1 : y0, i & 4 ? z1 : z0]);
  const faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
  const vertices = skew ? corners.map(([x, y, z]) => [x + 2 - 2 * z, y, z]) : corners;
  return { vertices, triangles: faces.flatMap(([a, b, c, d]) => [[a, b, c], [a, c, d]]) };
}

function distances({ id, a, b, poses }) {
  const placed = (poses ?? []).flatMap((pose, i) => [`--pose-${"ab"[i]}`, pose]);
  return [[id, "distance", write(`${id}-a`, a), write(`${id}-b`, b), ...placed]];
}

function motions({ id, motions }) {
  return motions.map(({ boxes, at, turned, moves }, i) => {
    const words = [`${id}-${i}`, "move", ...boxes.map((b, k) => write(`${id}-${i}${k}`, box(b)))];
    for (const k of [0, 1]) {
      const side = "ab"[k], move = moves[k];
      words.push(`--move-${side}`, at[k].join());
      if (turned) words.push(`--rotate-${side}`, `0,0,1,${turned[k]}`);
      if (move?.way) words.push(`--way-${side}`, move.way.join());
      if (move?.degrees) words.push(`--turn-${side}`, [...move.axis, move.degrees, ...move.pivot].join());
    }
    return words;
  });
}

function depths({ id, solids }) {
  return solids.flatMap(({ boxes, skew, ways }, i) => {
    const models = boxes.length === 2 ? boxes.map((b) => box(b)) : [box(boxes[0]), box([0, 0, 0, 1, 1, 1], skew)];
    const paths = models.map((m, k) => write(`${id}-${i}${k}`, m));
    return ways.map(([x, y, z], n) => [`${id}-${i}-${n}`, "check", ...paths, "--depth", "--along", `${x},${y},${z}`, "--curves", "--volume"]);
  });
}

for (const of_case of JSON.parse(readFileSync(list, "utf8"))) {
  const lines = [...(of_case.a ? distances(of_case) : []), ...(of_case.motions ? motions(of_case) : []), ...(of_case.solids ? depths(of_case) : [])];
  for (const words of lines) console.log([...words, "--json"].join("\t"));
}
