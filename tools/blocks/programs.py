"""Runs what is on a page: commands in one shell, C programs, and the blocks of Python and JavaScript as one program each."""
import glob
import json
import os
import re
import select
import shutil
import subprocess
import tempfile
import time

TIMEOUT = 120
SENTINEL = "\x01end of block "

PYTHON_DRIVER = r"""
import doctest, sys
names, runner = {"__name__": "__main__"}, doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
for line, path in zip(sys.argv[1::2], sys.argv[2::2]):
    code = open(path, encoding="utf-8").read()
    if code.lstrip().startswith(">>>"):
        test = doctest.DocTestParser().get_doctest(code, names, "block", "block", 0)
        runner.run(test, clear_globs=False)
        names.update(test.globs)
        if runner.failures:
            sys.exit(1)
    else:
        exec(compile(code, "block at line " + line, "exec"), names)
    print("\x01end of block " + line, flush=True)
"""


class Programs:
    """Of one page: a Page, which says fail(block, words, details) and skip(block, why)."""

    def environment(self):
        """What people have who built or installed abut: the programs, pkg-config, $ABUT."""
        checkout, config = os.path.join(self.work, "abut"), os.path.join(self.work, "pkgconfig")
        if not os.path.exists(checkout):
            os.makedirs(os.path.join(checkout, "build"))
            os.makedirs(config)
            for name in os.listdir(self.root):
                if name != "build":
                    os.symlink(os.path.join(self.root, name), os.path.join(checkout, name))
            os.symlink(self.build, os.path.join(checkout, "build/release"))
            if os.path.isdir(os.path.join(self.packages, "npm")):
                os.symlink(os.path.join(self.packages, "npm"), os.path.join(checkout, "build/npm"))
            for path in glob.glob(os.path.join(self.build, "*.pc")):
                with open(path, encoding="utf-8") as file:
                    text = re.sub(r"^includedir=.*", "includedir=%s/include" % checkout, file.read(), flags=re.M)
                with open(os.path.join(config, os.path.basename(path)), "w", encoding="utf-8") as file:
                    file.write(re.sub(r"^libdir=.*", "libdir=%s/lib" % self.build, text, flags=re.M))
        own = {k: v for k, v in os.environ.items() if not k.startswith("ABUT")}
        return dict(own, ABUT=checkout, HOME=self.work, LC_ALL="C.UTF-8", MPLBACKEND="Agg", PKG_CONFIG_PATH=config,
                    LD_LIBRARY_PATH=os.path.join(self.build, "lib"), PYTHONDONTWRITEBYTECODE="1", NO_COLOR="1",
                    MPLCONFIGDIR=os.path.join(tempfile.gettempdir(), "check_blocks_matplotlib"),
                    PATH=os.pathsep.join([os.path.join(self.build, "bin"), os.environ["PATH"]]))

    def ask_bash(self, command):
        """What a command prints, and its exit status, in the shell of the page; None after too long a time."""
        if not self.bash:
            self.bash = subprocess.Popen(["bash", "--norc", "--noprofile"], cwd=self.folder, env=self.environment(), text=True,
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        path = os.path.join(self.work, "command")
        with open(path, "w", encoding="utf-8") as file:
            file.write(command + "\n")
        try:
            self.bash.stdin.write(". %s </dev/null; abut_status=$?; printf '\\1%%s\\1' $abut_status; (exit $abut_status)\n" % path)
            self.bash.stdin.flush()
        except BrokenPipeError:
            return "", None
        said, end = b"", time.monotonic() + TIMEOUT
        while not re.search(rb"\x01(\d+)\x01$", said):
            ready, _, _ = select.select([self.bash.stdout], [], [], max(0, end - time.monotonic()))
            more = os.read(self.bash.stdout.fileno(), 65536) if ready else b""
            if not more:
                return said.decode(errors="replace"), None
            said += more
        text, status, _ = said.decode(errors="replace").rsplit("\x01", 2)
        return text, int(status)

    def c(self, block, own=True):
        """Compiled and run; a program that is the same as one of the examples, only for what it prints."""
        source, program = os.path.join(self.work, "program.c"), os.path.join(self.work, "program")
        if own and not re.search(r"\bmain\s*\(", block.text):
            self.fail(block, "is no whole program, and no line before it says of what it is a fragment")
            return
        with open(source, "w", encoding="utf-8") as file:
            file.write(block.is_now() + "\n")
        hull = ["-lqhull_r"] if self.has_hull() else []
        ran = subprocess.run([os.environ.get("CC", "cc"), "-std=c17", "-Wall", "-Wextra", "-Werror", "-O1", "-I",
                              os.path.join(self.root, "include"), source, os.path.join(self.build, "src/libabut.a"),
                              *hull, "-lm", "-lpthread", "-o", program], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if ran.returncode:
            self.fail(block, "does not compile", "\n".join(ran.stdout.split("\n")[:12]))
            self.printed = False
            return
        ran = subprocess.run([program], cwd=self.folder, env=self.environment(), text=True, timeout=TIMEOUT,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if ran.returncode < 0:
            self.fail(block, "ends by signal %d" % -ran.returncode, ran.stdout)
        self.printed = ran.stdout

    def has_hull(self):
        with open(os.path.join(self.build, "CMakeCache.txt"), encoding="utf-8") as file:
            return re.search(r"^ABUT_HULL:BOOL=(ON|1|TRUE)", file.read(), flags=re.M) is not None

    def interpreter(self, language):
        """Who runs python or js, or None and why not."""
        if language == "python":
            for path in self.options.python or sorted(glob.glob(os.path.join(self.packages, "python/*/bin/python")), reverse=True):
                if subprocess.run([path, "-c", "import " + self.options.module], cwd=self.work, stderr=subprocess.DEVNULL).returncode == 0:
                    return [path], ""
            return None, "the package for Python is not built (tools/test-python --quick)"
        if not shutil.which("node"):
            return None, "there is no node (tools/install js)"
        if not os.path.exists(os.path.join(self.packages, "npm/abut/abut.wasm")) and not self.options.python:
            return None, "the package for JavaScript is not built (tools/wasm)"
        return ["node"], ""

    def link_modules(self):
        modules = os.path.join(self.folder, "node_modules")
        if os.path.exists(modules):
            return
        os.makedirs(modules)
        for path in [os.path.join(self.packages, "npm/abut")] + glob.glob(os.path.join(self.packages, "js-tests/node_modules/*")):
            if not os.path.exists(os.path.join(modules, os.path.basename(path))):
                os.symlink(path, os.path.join(modules, os.path.basename(path)))

    def program(self, language, blocks, earlier):
        """Runs the blocks of a page up to these; what each printed goes to printed_of."""
        if not blocks:
            return
        who, why = self.interpreter(language)
        if not who:
            for block in blocks:
                self.skip(block, why)
            return
        paths = []
        for block in earlier + blocks:
            paths += [str(block.line), os.path.join(self.work, "block%d" % block.line)]
            with open(paths[-1], "w", encoding="utf-8") as file:
                file.write(block.is_now() + "\n")
        if language == "js":
            self.link_modules()
            driver = os.path.join(self.folder, ".blocks.mjs")
            text = "\n".join("%s\nconsole.log(%s);" % (b.is_now(), json.dumps(SENTINEL + str(b.line))) for b in earlier + blocks)
            arguments = [driver]
        else:
            driver, text = os.path.join(self.work, "driver.py"), PYTHON_DRIVER
            arguments = [driver, *paths]
        with open(driver, "w", encoding="utf-8") as file:
            file.write(text)
        ran = subprocess.run(who + arguments, cwd=self.folder, env=self.environment(), text=True, timeout=5 * TIMEOUT,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        missing = re.search(r"ModuleNotFoundError: No module named '(\w+)'|Cannot find package '([^']+)'", ran.stdout)
        rest = ran.stdout
        for block in earlier + blocks:
            mine, found, rest = rest.partition(SENTINEL + "%d\n" % block.line)
            if not found and missing:
                self.skip(block, "%s is not installed" % (missing.group(1) or missing.group(2)))
            elif not found:
                self.fail(block, "fails", "\n".join(mine.split("\n")[-25:]))
                for other in blocks[blocks.index(block) + 1 if block in blocks else 0:]:
                    other.printed = False
                block.printed = False
                return
            block.printed = mine if found else False
