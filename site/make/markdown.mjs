// markdown.mjs - what markdown becomes here beside what VitePress makes of it.

const SHORT = 28; // letters, that fit on a phone

// The anchor of a heading, as a code host makes it: links work in both places.
export const slug = (heading) => heading.toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, "").replace(/ /g, "-");

// A wide table scrolls within a frame of its own, also by the keyboard. Code that is indented looks like code between fences.
// A short piece of code within a line is not broken: "--" and "all" belong together.
export function frames(md) {
  md.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table>\n';
  md.renderer.rules.table_close = () => "</table></div>\n";
  md.core.ruler.push("indented", (state) => {
    for (const token of state.tokens) if (token.type === "code_block") Object.assign(token, { type: "fence", info: /^\$ /.test(token.content) ? "console" : "text", markup: "```" });
  });
  const code = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, at, options, env, self) => {
    if (tokens[at].content.length <= SHORT) tokens[at].attrJoin("class", "short");
    return code ? code(tokens, at, options, env, self) : self.renderToken(tokens, at, options);
  };
}
