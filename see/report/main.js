// main.js - the page of a report: what the program wrote into it, the view, and the list beside it.
import { Vector3 } from "three";
import { clock } from "./clock.js";
import { Objects } from "./clash.js";
import { blocks, counts, floats, header } from "./data.js";
import { Depth } from "./depth.js";
import { $, make, number, place } from "./dom.js";
import { Flight } from "./fly.js";
import { KINDS } from "./filters.js";
import { Contacts } from "./marks.js";
import { differences } from "./names.js";
import { Moves } from "./nc.js";
import { Nearest } from "./nearest.js";
import { Pairs } from "./pairs.js";
import { Review } from "./review.js";
import { EDGES_MOST } from "./stage.js";
import { View, cover, legend, pointing, results, tools } from "./view.js";

const subjects = { check: Pairs, clash: Objects, nc: Moves, fly: Flight, move: Flight };

// ------------------------------------------------------------------------------------------- opening

async function addModels(view, all) {
  const { stage, report } = view;
  for (const [k, m] of report.models.entries()) {
    const out = stage.addModel(m, floats(all, `positions-${k}`), counts(all, `indices-${k}`) ?? new Uint32Array(0));
    out.ids = counts(all, `ids-${k}`);
    out.faces = counts(all, `faces-${k}`);
    await clock();
  }
  stage.measure();
}

// The triangles of each model that are in contact, and marks for what they share.
async function addContacts(view) {
  const { stage, report, contacts } = view;
  for (const m of report.meetings ?? []) {
    for (const kind of view.subject.kinds ?? KINDS) {
      view.mark(kind, m);
      await clock();
    }
  }
  for (const [k, met] of view.meets().entries()) {
    if (!met.size) continue;
    stage.addTouched(stage.models[k], met, contacts);
    stage.models[k].contactCount = met.size;
    await clock();
  }
}

// ------------------------------------------------------------------------------------------- the panel

function heading(view) {
  const { report, subject } = view;
  $("verb").textContent = report.verb;
  $("verdict").textContent = report.verdict.text;
  $("verdict").className = report.verdict.mood;
  $("count").textContent = `${report.complete ? "" : "at least "}${number(subject.total)}`;
  $("count").dataset.count = subject.total;
  $("count-of").textContent = subject.describe(subject.total) + (report.summary ? `${/^(in|of) /.test(report.summary) ? "" : ";"} ${report.summary.replace(/(?<![\d.])\d{4,}/g, (n) => number(Number(n)))}` : "");
  document.title = `${report.verdict.text}: ${report.title}`;
}

function about(view) {
  const { report, stage } = view, list = make("dl");
  for (const [name, text] of report.facts) list.append(make("dt", {}, name), make("dd", {}, text));
  const notes = [...report.warnings];
  const many = stage.models.filter((m) => m.indices.length / 3 > EDGES_MOST);
  if (many.length) notes.push(`Edges are not drawn on models of more than ${number(EDGES_MOST)} triangles: ${many.map((m) => m.name).join(", ")}.`);
  notes.push(`All triangles are here. Positions are rounded to the nearest number of 24 bits about the middle, ${place(report.origin)}: ` +
    "seen here they may be off by a ten-millionth of the extent. What meets was decided without rounding.");
  $("facts").replaceChildren(list, ...notes.map((text) => make("p", {}, text)));
}

async function open() {
  const report = header(), view = new View(report), all = await blocks();
  view.contacts = Contacts.read(all);
  view.at = differences(report.models.map((m) => m.name));
  await addModels(view, all);
  view.subject = new (report.measured ? Nearest : report.review ? Review : subjects[report.verb])(view, all);
  await addContacts(view);
  view.depth = new Depth(view);
  view.over.places = view.subject.places();
  heading(view);
  results(view);
  view.onChange = () => legend(view);
  legend(view);
  about(view);
  tools(view);
  $("tint").hidden = !view.contacts.count;
  if (!report.tint) $("tint").click();
  pointing(view);
  await view.subject.begin?.();
  const [middle, radius] = view.stage.ball();
  cover(view);
  view.stage.held = false;
  view.stage.place(middle, new Vector3(...report.view), view.stage.distanceFor(radius));
  await new Promise((resolve) => { view.stage.after.push(resolve); });
  $("wait").hidden = true;
  document.body.dataset.ready = "yes";
  // For tests: where the camera is, what is written and tinted.
  globalThis.abut = { camera: () => [...view.stage.camera.position.toArray(), ...view.stage.controls.target.toArray()], frames: () => view.stage.frames, labels: () => view.over.written, tinted: () => view.stage.models.map((m) => m.touched?.visible ? m.touched.geometry.attributes.position.array : []), step: () => view.subject.step };
  for (const m of view.stage.models) await view.stage.addEdges(m);
  document.body.dataset.edges = "yes";
}

// The last script of the page calls it, when all data are there.
globalThis.abutReport = () => open().catch((e) => {
  $("wait").textContent = `This report cannot be shown: ${e.message}`;
  throw e;
});
