// say.mjs - errors, warnings and progress on stderr. What a terminal would act on is shown instead.

// An error that is the user's to mend: all that is told is its text, and the code of its kind ('abut explain V001').
export class Failure extends Error {
  constructor(kind, text) {
    super(text);
    this.kind = kind;
  }
}

const escape = (c) => {
  const code = c.codePointAt(0);
  if (c === '\n') return '\\n';
  if (c === '\t') return '\\t';
  return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
};

export function printable(text) {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, escape);
}

// kind: the code of an error or a warning; without one it is neither.
export function say(text, kind) {
  process.stderr.write(`abut-convert: ${printable(text)}${kind ? ` [${kind}]` : ''}\n`);
}

// A line on the terminal while something takes long; nothing in a file or a pipe.
export class Progress {
  constructor(quiet) {
    this.shows = !quiet && process.stderr.isTTY;
    this.last = 0;
  }

  show(text) {
    const now = Date.now();
    if (!this.shows || now - this.last < 100) return;
    this.last = now;
    process.stderr.write(`\r\x1b[K${printable(text)}`);
  }

  end() {
    if (this.shows && this.last) process.stderr.write('\r\x1b[K');
    this.last = 0;
  }
}

// How many of what: "1 object", "2 objects".
export function count(n, word) {
  return `${n} ${word}${n === 1 ? '' : 's'}`;
}
