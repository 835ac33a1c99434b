// order.mjs - what stands where in the site's menus. A page that no list names comes behind those that are named, by its name:
// so a new page appears by itself. "pages" are file names without ".md"; a section with "parts" has sections within.
export const sections = [
  { text: "Tutorial", folder: "tutorial", about: "You learn by doing: each page is walked through from an empty folder.",
    pages: ["first-check", "first-program", "robot-path", "clash-set", "python", "browser"] },
  { text: "How-to", folder: "how-to", about: "One task a page: you have a question, and want it answered.",
    pages: ["install", "choose-a-question", "tolerate-touching", "measure-depth", "check-a-mesh", "cast-rays", "prove-a-motion",
      "keep-1-khz", "use-threads", "save-models", "read-a-report", "review-clashes", "run-in-ci", "verify-nc-programs",
      "use-in-javascript", "use-many-machines", "replace-trimesh", "replace-python-fcl"] },
  { text: "Reference", folder: "reference", about: "Every fact, complete and dry.",
    pages: ["glossary", "exit-codes", "files", "json", "shapes", "info", "errors"],
    parts: [
      { text: "Verbs and programs", folder: "reference/verbs", about: "What each verb of `abut` takes and tells: its own help, whole.",
        pages: ["check", "distance", "point", "ray", "clash", "move", "fly", "batch", "self", "build", "info", "merge", "nc", "methods", "self-test", "explain"] },
      { text: "Headers", folder: "reference/headers", about: "The headers are the manual of the library; each page is a header, every word of it.",
        pages: ["abut", "distance", "depth", "overlap", "self", "point", "ray", "shape", "range", "contain", "motion", "world"] },
      { text: "Keys and columns", folder: "reference/keys", about: "What each key of a JSON and each column of a table means, from the schemas.", pages: [] },
    ] },
  { text: "Explanation", folder: "explanation", about: "The why: what an answer means, and how it is found.",
    pages: ["answer", "engine", "methods"] },
];

// Pages of no section, in the menu above: where they stand is told here.
export const single = [
  { text: "Gallery", page: "gallery" },
  { text: "Examples", page: "examples/index", folder: "examples" },
  { text: "Performance", page: "performance" },
];

// For those who check or change the library.
export const builders = [
  { text: "Proofs", folder: "proofs", about: "Why the answers are right.", pages: ["index", "arithmetic", "decision", "boxes"] },
  { text: "Notes", folder: "notes", about: "What was measured, tuned and tried; for who changes the code.", pages: ["testing"], before: ["architecture"] },
];
