// out.js - what leaves the page: the command line that gives the same answer, and the page with the models in it.
import { $ } from "../../../see/report/dom.js";

async function copied(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages that are files may not have the clipboard: what is chosen can be copied the old way, or by hand.
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

/** Show the command line, and copy it. */
export async function command(session) {
  const text = await session.command(), field = $("command-text");
  field.value = text;
  field.rows = Math.min(text.split("\n").length + Math.floor(text.length / 60), 8);
  $("command").hidden = false;
  $("command-said").textContent = await copied(text, field) ? "Copied." : "Select it, and copy it.";
}

/** Save the page with the models in it. view: how they are seen. */
export async function share(session, parts, view) {
  const files = [...new Set(parts.map(({ part }) => part.file.replace(/.*\//, "")))].slice(0, 2);
  const blob = await session.share({ view, title: `${files.join(", ")}: abut` }), url = URL.createObjectURL(blob), link = document.createElement("a");
  const name = files.map((file) => file.replace(/\.[^.]*$/, "")).join("-") || "abut";
  link.href = url;
  link.download = `${name.replace(/[^\p{L}\p{N}._-]+/gu, "_")}.html`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}
