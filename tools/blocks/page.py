"""Checks the blocks of one page in their order, in one folder that is empty at first. tools/check_blocks says what is checked."""
import glob
import json
import os
import re
import shutil
import tempfile
import textwrap

from blocks.parse import BARE_MARKERS, MARKERS, RUN, blocks_of, commands_of, difference, fits, without_end
from blocks.programs import TIMEOUT, Programs


class Page(Programs):
    """The blocks of one page, run in one folder."""

    def __init__(self, root, build, page, options):
        self.root, self.build, self.page, self.options = root, build, page, options
        with open(os.path.join(root, page), encoding="utf-8") as file:
            self.text = file.read()
        self.blocks = blocks_of(page, self.text)
        self.faults, self.skipped, self.said, self.checked = [], {}, [], 0
        self.printed = None  # by the last block that ran; False: it was skipped
        self.bash = None
        self.work = tempfile.mkdtemp()
        self.folder = os.path.join(self.work, "here")
        self.packages = os.path.dirname(build)

    # ------------------------------------------------------------------------------------------ what is said

    def fail(self, block, words, details=""):
        self.faults.append("%s:%d: %s%s" % (self.page, block.line, words, "\n" + textwrap.indent(details, "    ") if details else ""))

    def skip(self, block, why):
        self.skipped.setdefault(why, []).append(block.line)
        self.printed = False

    def must_be(self, block, wanted, who):
        """The block is this text, or is made so."""
        if block.text.rstrip("\n") == wanted.rstrip("\n"):
            return
        if self.options.fix:
            block.fixed = wanted.rstrip("\n")
        else:
            self.fail(block, "differs from %s" % who, difference(block.text, wanted))

    # ------------------------------------------------------------------------------------------ files

    def file_text(self, block, path):
        try:
            with open(os.path.join(self.root, path), encoding="utf-8") as file:
                return file.read()
        except OSError:
            self.fail(block, "there is no %s" % path)
            return None

    def fragment(self, block, path):
        text = self.file_text(block, path)
        if text is None:
            return
        lines, at, chunk = [l.strip() for l in text.split("\n") if l.strip()], 0, []
        for line in [l.strip() for l in block.text.split("\n") if l.strip()] + ["..."]:
            if not re.fullmatch(r"(//|#|--|<!--|/\*)?\s*\.\.\.\s*(-->|\*/)?", line):
                chunk.append(line)
                continue
            places = [i for i in range(at, len(lines) - len(chunk) + 1) if lines[i:i + len(chunk)] == chunk]
            if not places:
                missing = next((l for l in chunk if l not in lines), None)
                self.fail(block, "is no fragment of %s: %s" % (path, "it has not: " + missing if missing else
                                                                "other lines, or another order, at: " + chunk[0]))
                return
            at, chunk = places[0] + len(chunk), []

    def write(self, block, name):
        if not any(re.search(r"(?<![\w.-])" + re.escape(name), other.text) for other in self.blocks
                   if other.line > block.line and other.language in RUN):
            self.fail(block, "no later command names the file %s" % name)
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(block.is_now() + "\n")

    def whole_schema(self, schema):
        """With what schemas share, which is in a file of its own, put into it."""
        if "common.schema.json#" not in json.dumps(schema):
            return schema
        with open(os.path.join(self.root, "docs/reference/schemas/common.schema.json"), encoding="utf-8") as file:
            shared = json.load(file)["$defs"]
        schema = json.loads(json.dumps(schema).replace("common.schema.json#", "#"))
        schema["$defs"] = dict(shared, **schema.get("$defs", {}))
        return schema

    def json(self, block):
        try:
            value = json.loads(block.text)
        except ValueError as error:
            self.fail(block, "does not parse: %s" % error)
            return
        name = block.marker("schema ")
        if not name:
            return
        text = self.file_text(block, "docs/reference/schemas/%s.schema.json" % name)
        try:
            import jsonschema
        except ImportError:
            self.skip(block, "there is no jsonschema for Python (Debian's python3-jsonschema)")
            return
        if text is not None:
            schema = self.whole_schema(json.loads(text))
            for error in list(jsonschema.validators.validator_for(schema)(schema).iter_errors(value))[:3]:
                self.fail(block, "does not fit the schema %s: %s: %s" % (name, "/".join(map(str, error.path)) or "at its root",
                                                                        error.message[:200]))

    def run_by(self, block, files):
        texts = [self.file_text(block, path) or "" for path in files.split()]
        for line in block.text.split("\n"):
            if line.strip() and not line.strip().startswith("#") and not any(line.split()[0] in text for text in texts):
                self.fail(block, "'%s' is run by none of: %s" % (line.split()[0], files))

    def number_of_tests(self, block):
        count = 0
        for path in glob.glob(os.path.join(self.build, "**/CTestTestfile.cmake"), recursive=True):
            with open(path, encoding="utf-8") as file:
                count += len(re.findall(r"^add_test\(", file.read(), flags=re.M))
        self.must_be(block, re.sub(r"\d+(?=\s*$)", str(count), block.text), "the number of tests")

    # ------------------------------------------------------------------------------------------ programs

    def console(self, block):
        commands, stray = commands_of(block.text)
        if stray or not commands:
            self.fail(block, "does not begin with a command: " + (stray or ["it is empty"])[0])
            return
        made = []
        for command, shown, _, _ in commands:
            printed, status = self.ask_bash(command)
            made += (textwrap.indent(command, "> ", lambda line: True)[2:] and ["$ " + command.replace("\n", "\n> ")])
            if status is None:
                self.fail(block, "ended the shell, or took over %d s: %s" % (TIMEOUT, command), printed)
                self.bash.kill()
                self.bash = None
                return
            if status == 127:
                self.fail(block, "is not found: " + command, printed)
            if fits("\n".join(shown), printed):
                made += shown
            elif self.options.fix:
                made += without_end(printed) + ([""] if shown and not shown[-1] else [])
                block.fixed = ""
            else:
                self.fail(block, "prints something else: $ " + command, difference("\n".join(shown), printed))
        if block.fixed is not None:
            block.fixed = "\n".join(made).rstrip("\n")

    def promised(self, block):
        """print(...)  # TEXT, where no block of text says what is printed."""
        mark = r"^print\(.*\)  # (.*)$" if block.language == "python" else r"^console\.log\(.*\);? +// (.*)$"
        wanted = re.findall(mark, block.text, flags=re.M)
        if wanted and isinstance(block.printed, str) and not fits("\n".join(wanted), block.printed):
            self.fail(block, "prints something else than its comments say", difference("\n".join(wanted), block.printed))

    def together(self, number):
        """The blocks of this language from here on until another kind runs, as one program."""
        block = self.blocks[number]
        own = [b for b in self.blocks if b.kind() == block.language]
        after = []
        for other in self.blocks[number:]:
            if other.kind() == block.language:
                after.append(other)
            elif other.kind() in RUN or other.marker("file "):
                break
        self.program(block.language, after, own[:own.index(block)])

    # ------------------------------------------------------------------------------------------ the page

    def prints(self, block):
        if self.printed is None:
            self.fail(block, "nothing before it prints anything")
        elif self.printed is not False and not fits(block.text, self.printed):
            if self.options.fix:
                block.fixed = "\n".join(without_end(self.printed))
            else:
                self.fail(block, "is not what the block before it prints", difference(block.text, self.printed))

    def run_alone(self, block):
        """A program that is a whole file of the project: run only for what it prints."""
        if block.language == "c":
            self.c(block, own=False)
        elif block.language in ("python", "js"):
            self.program(block.language, [block], [])
            self.printed = getattr(block, "printed", False)

    def text_block(self, block, following):
        prints = following is not None and "prints" in following.markers
        if block.marker("same as ") is not None:
            text = self.file_text(block, block.marker("same as "))
            if text is not None:
                self.must_be(block, text, block.marker("same as "))
                if prints and block.language in self.options.only:
                    self.run_alone(block)
        for start, check in (("fragment of ", self.fragment), ("file ", self.write), ("run by ", self.run_by)):
            if block.marker(start) is not None:
                check(block, block.marker(start))
        if "number of tests" in block.markers and self.has_build(block, "console"):
            self.number_of_tests(block)
        if block.marker("not run: ") is not None:
            self.said.append("%s:%d: not run: %s" % (self.page, block.line, block.marker("not run: ")))
        if block.language == "json" and block.marker("fragment of ") is None:
            self.json(block)
        if "prints" in block.markers:
            self.prints(block)

    def has_build(self, block, kind):
        if kind not in self.options.only:
            return False
        if os.path.exists(os.path.join(self.build, "CMakeCache.txt")):
            return True
        self.skip(block, "there is no build in %s" % self.build)
        return False

    def check_markers(self, block):
        """False if nothing says how the block is known."""
        for marker in block.markers:
            if not marker.startswith(MARKERS) and marker not in BARE_MARKERS:
                self.fail(block, "has a marker that nobody knows: " + marker)
                return False
        if block.markers or block.language in RUN or block.language == "json":
            return True
        self.fail(block, "a block of %s has no line before it that says how it is known" % (block.language or "no language"))
        return False

    def run(self):
        os.makedirs(self.folder)
        try:
            for number, block in enumerate(self.blocks):
                self.checked += 1
                following = next((b for b in self.blocks[number + 1:]), None)
                if not self.check_markers(block):
                    continue
                kind = block.kind()
                if kind == "text":
                    if "text" in self.options.only or "prints" in block.markers or block.marker("file "):
                        self.text_block(block, following)
                elif kind not in self.options.only:
                    self.printed = False
                elif self.has_build(block, kind):
                    if kind == "console":
                        self.console(block)
                    elif kind == "c":
                        self.c(block)
                    else:
                        if not hasattr(block, "printed"):
                            self.together(number)
                        self.printed = getattr(block, "printed", False)
                        if not (following is not None and "prints" in following.markers):
                            self.promised(block)
            self.rewrite()
        finally:
            if self.bash:
                self.bash.stdin.close()
                self.bash.wait()
            shutil.rmtree(self.work, ignore_errors=True)
        return self.faults, self.skipped, self.said, self.checked

    def rewrite(self):
        lines = self.text.split("\n")
        for block in reversed([b for b in self.blocks if b.fixed is not None]):
            count = block.text.count("\n") + 1 if block.text or lines[block.line].strip("`~ ") else 0
            lines[block.line:block.line + count] = [(block.indent + l).rstrip() for l in block.fixed.split("\n")]
            self.said.append("%s:%d: rewritten" % (self.page, block.line))
        if "\n".join(lines) != self.text:
            with open(os.path.join(self.root, self.page), "w", encoding="utf-8") as file:
                file.write("\n".join(lines))
