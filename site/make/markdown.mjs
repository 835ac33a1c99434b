// markdown.mjs - what markdown becomes here beside what VitePress makes of it.

// The anchor of a heading, as a code host makes it: links work in both places.
export const slug = (heading) => heading.toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, "").replace(/ /g, "-");

// A wide table scrolls within a frame of its own, also by the keyboard; what is right-aligned keeps its style.
export function tables(md) {
  md.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table>\n';
  md.renderer.rules.table_close = () => "</table></div>\n";
}
