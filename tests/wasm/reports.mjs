// reports.mjs - the command lines of a list of reports, each a line of words with tabs between: node reports.mjs LIST.json
import { readFileSync } from "node:fs";

for (const { id, cwd = ".", argv } of JSON.parse(readFileSync(process.argv[2], "utf8")))
  if (argv && [cwd, ...argv].every((word) => !/[\t\n]/.test(word))) console.log([id, cwd, ...argv].join("\t"));
