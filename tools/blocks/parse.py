"""The code blocks of a page: where they are, what marks them, and whether what is printed is what they show."""
import difflib
import re
import subprocess

MARKERS = ("same as ", "fragment of ", "file ", "schema ", "run by ", "not run: ")
BARE_MARKERS = ("prints", "drawing", "number of tests")
RUN = ("console", "c", "python", "js")
VARYING = re.compile("seconds: |microseconds a step: ")  # lines whose digits differ from run to run


class Block:
    def __init__(self, page, line, language, markers, text, indent):
        self.page, self.line, self.language, self.markers, self.text, self.indent = page, line, language, markers, text, indent
        self.fixed = None

    def is_now(self):
        """The text, as --fix has rewritten it."""
        return self.text if self.fixed is None else self.fixed

    def marker(self, start):
        """What stands after such a marker, or None."""
        for marker in self.markers:
            if marker.startswith(start):
                return marker[len(start):].strip()
        return None

    def kind(self):
        """How the block is run, or "text"."""
        if any(self.marker(m) is not None for m in MARKERS if m != "schema ") or self.language not in RUN:
            return "text"
        return self.language


def blocks_of(page, text):
    found, before, lines, number = [], [], text.split("\n"), 0
    while number < len(lines):
        line = lines[number]
        fence = re.match(r"^(\s*)(```+|~~~+)\s*([\w+-]*)", line)
        if not fence:
            comment = re.match(r"^\s*<!-- (.*?) -->\s*$", line)
            before = before + [comment.group(1)] if comment else []
            number += 1
            continue
        start, indent, body = number + 1, fence.group(1), []
        number += 1
        while number < len(lines) and lines[number].strip() != fence.group(2):
            body.append(lines[number][len(indent):] if lines[number].startswith(indent) else lines[number].lstrip())
            number += 1
        number += 1
        found.append(Block(page, start, fence.group(3), before, "\n".join(body), indent))
        before = []
    return found


def without_varying(text):
    """Trailing blank lines and the digits of seconds do not count."""
    lines = [re.sub(r"\d+(\.\d+)?", "0", l) if VARYING.match(l) else l.rstrip("\r") for l in text.split("\n")]
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def fits(shown, printed):
    shown, printed = without_varying(shown), without_varying(printed)
    if not any(VARYING.match(l) for l in shown):
        printed = [l for l in printed if not VARYING.match(l)]
        while printed and not printed[-1].strip():
            printed.pop()
    pattern = "".join(r"(?:[^\n]*\n)*?" if l.strip() == "..." else
                      ".*".join(re.escape(part) for part in l.split("...")) + r"\n" for l in shown)
    return re.fullmatch(pattern, "".join(l + "\n" for l in printed)) is not None


def commands_of(text):
    """(command, what is shown below it) of a block of console; what is before the first one."""
    lines, found, stray, number = text.split("\n"), [], [], 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if not line.startswith("$ "):
            (found[-1][1] if found else stray).append(line)
            continue
        command = [line[2:]]
        while number < len(lines) and (lines[number].startswith("> ") or lines[number] == ">") and is_open("\n".join(command)):
            command.append(lines[number][2:])
            number += 1
        found.append(("\n".join(command), [], line, number))
    return found, [l for l in stray if l.strip()]


def is_open(command):
    if command.endswith("\\"):
        return True
    document = re.search(r"<<-?\s*['\"]?(\w+)", command)
    if document:
        return document.group(1) not in command.split("\n")[1:]
    return subprocess.run(["bash", "-n", "-c", command], stderr=subprocess.DEVNULL).returncode != 0


def without_end(text):
    return text.replace("\r", "").rstrip("\n").split("\n") if text.strip() else []


def difference(shown, printed):
    lines = list(difflib.unified_diff(shown.split("\n"), printed.split("\n"), "shown", "printed", lineterm="", n=1))
    return "\n".join(lines[:40])
