// drop.js - files that come in: dropped anywhere, chosen, or pasted; how far reading them is, and what was wrong with them.
import { $, make } from "../../../see/report/dom.js";

export const ENDINGS = [".stl", ".obj", ".ply", ".off", ".glb", ".gltf", ".bin", ".3mf", ".abut", ".ifc", ".step", ".stp"];

// Files of what was dropped, folders with all that is in them.
async function filesOf(data) {
  const entries = [...data.items ?? []].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some((entry) => entry.isDirectory)) return [...data.files];
  const out = [];
  const walk = async (entry) => {
    if (entry.isFile) return void out.push(await new Promise((done, failed) => entry.file(done, failed)));
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((done, failed) => reader.readEntries(done, failed));
      if (!some.length) return;
      for (const each of some) await walk(each);
    }
  };
  for (const entry of entries) await walk(entry);
  return out.filter(({ name }) => ENDINGS.some((end) => name.toLowerCase().endsWith(end)));
}

export class Drop {
  // take(files): they are wanted; it is told whether they are added or take the place of what is there.
  constructor(take) {
    this.take = take;
    let depth = 0; // elements that the pointer entered with files
    const hasFiles = (e) => [...e.dataTransfer?.types ?? []].includes("Files");
    addEventListener("dragenter", (e) => {
      if (!hasFiles(e)) return;
      e.preventDefault();
      depth++;
      $("drop").hidden = false;
    });
    addEventListener("dragover", (e) => { if (hasFiles(e)) e.preventDefault(); });
    addEventListener("dragleave", (e) => {
      if (hasFiles(e) && --depth <= 0) this.leave(depth = 0);
    });
    addEventListener("drop", async (e) => {
      if (!hasFiles(e)) return;
      e.preventDefault();
      this.leave(depth = 0);
      this.take(await filesOf(e.dataTransfer));
    });
    addEventListener("paste", (e) => {
      const files = [...e.clipboardData?.files ?? []];
      if (!files.length) return;
      e.preventDefault();
      this.take(files);
    });
    $("files").accept = ENDINGS.join(",");
    $("files").addEventListener("change", () => {
      const files = [...$("files").files];
      $("files").value = "";
      if (files.length) this.take(files);
    });
    $("open").addEventListener("click", () => $("files").click());
  }

  leave() {
    $("drop").hidden = true;
  }
}

// Ask whether files are added or take the place of what is there: "add", "replace", or null.
export function ask(count) {
  const dialog = $("ask");
  $("ask-what").textContent = count === 1 ? "One part is open." : `${count} parts are open.`;
  return new Promise((resolve) => {
    dialog.returnValue = "";
    dialog.addEventListener("close", () => resolve(dialog.returnValue || null), { once: true });
    dialog.showModal();
  });
}

// How far something long is, with a way to stop it. Returns what `run` gives, which gets {onProgress, signal}.
export async function watched(words, run) {
  const stop = new AbortController(), { signal } = stop;
  const cancel = () => stop.abort(), key = (e) => { if (e.key === "Escape") cancel(); };
  $("progress-words").textContent = words;
  $("progress-bar").removeAttribute("value");
  $("cancel").addEventListener("click", cancel);
  addEventListener("keydown", key);
  const later = setTimeout(() => { $("progress").hidden = false; }, 150);
  const onProgress = (fraction, text) => {
    if (Number.isFinite(fraction)) $("progress-bar").value = fraction;
    if (text) $("progress-words").textContent = text;
  };
  try {
    return await run({ onProgress, signal });
  } finally {
    clearTimeout(later);
    $("progress").hidden = true;
    $("cancel").removeEventListener("click", cancel);
    removeEventListener("keydown", key);
  }
}

// What was wrong, or is to be known, above the list until it is closed. wrong: texts of errors; told: of warnings.
export function notes(wrong, told) {
  const close = make("button", { className: "small", ariaLabel: "Close these messages" }, "Close");
  close.addEventListener("click", () => { $("notes").hidden = true; });
  $("notes").hidden = !wrong.length && !told.length;
  $("notes").replaceChildren(...wrong.map((text) => make("p", { className: "wrong" }, text)), ...told.map((text) => make("p", {}, text)), close);
}
