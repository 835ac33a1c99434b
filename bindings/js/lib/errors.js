// errors.js - what is thrown. The words are the library's own.

/** A call that the library refused. `status` is the C library's: "NOT_RIGID"; `code` its number. */
export class AbutError extends Error {
  constructor(status, code, text) {
    super(text);
    this.name = "AbutError";
    this.status = status;
    this.code = code;
  }
}

/** A file that cannot be read. `status`: "SYNTAX", "TRUNCATED"; `line` and `byte` where the file has such a place; `fault`: "F003", of which 'abut explain F003' tells cause and cure. */
export class FileError extends AbutError {
  constructor(status, code, text, name, line, byte, fault = "") {
    super(status, code, name ? `${name}: ${text}` : text);
    this.name = "FileError";
    this.file = name;
    this.line = line;
    this.byte = byte;
    this.fault = fault;
  }
}
