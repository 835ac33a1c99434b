"""The program `abut`, which the wheel brings: where it is, and its verb nc."""

from __future__ import annotations

import operator
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ._errors import Error
from ._mesh import Mesh

if TYPE_CHECKING:
    import subprocess

_OURS = {"json", "csv", "crlf", "output", "quiet", "help", "help_all", "fixture"}  # options that nc sets
_BAD_ARGUMENT, _NOT_AVAILABLE = -2, -14  # of abut_status


def _places() -> Iterator[str]:
    """Folders where installers put the commands of this package. Not those of PATH: theirs may be another version's."""
    import sysconfig

    here = os.path.dirname(os.path.abspath(__file__))
    yield os.path.join(here, "..", "bin")  # pip install --target
    yield os.path.join(here, "..", "..", "..", "..", "bin")  # PREFIX/lib/python3.x/site-packages/abut: a venv, --user, --prefix
    yield sysconfig.get_path("scripts")
    yield sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user"))


def program_path() -> str:
    """The path of the program `abut` that was installed with this package. Error (NOT_AVAILABLE) where there is none.

    Wheels for Windows have none, nor has one that was built with cmake.define.ABUT_PROGRAM=OFF.
    """
    for place in _places():
        path = os.path.normpath(os.path.join(place, "abut"))
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise Error("the program abut", _NOT_AVAILABLE, "this installation does not have it (no wheel for Windows has)")


def run(*args: str | os.PathLike[str]) -> subprocess.CompletedProcess[str]:
    """Run the program with these arguments, and return what it wrote: .stdout, .stderr, and .returncode.

    >>> run("--version").stdout.startswith("abut ")
    True
    """
    import subprocess

    command = [program_path(), *(os.fspath(arg) for arg in args)]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace", check=False)


class NcReport(Mapping[str, Any]):
    """What `abut nc --json` tells: verdict, findings, worst, moves and more (docs/reference/json.md). True if something is cut.

    exit_code is 0 (clean), 1 (something is cut) or 3 (undecided). bool() of what is undecided is refused.
    """

    exit_code: int

    def __init__(self, told: Mapping[str, Any], exit_code: int) -> None:
        self._told = dict(told)
        self.exit_code = exit_code

    def __getitem__(self, key: str) -> Any:
        return self._told[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._told)

    def __len__(self) -> int:
        return len(self._told)

    def __bool__(self) -> bool:
        if self.exit_code == 3:
            raise ValueError("undecided: a depth is too near to the tolerance to tell, or there is nothing to check")
        return self.exit_code == 1

    def __repr__(self) -> str:
        count, moves = len(self["findings"]), self["moves"]
        found = f", {count} finding{'s' * (count != 1)}" if count else ""
        return f"<NcReport: {self['verdict']}, {moves} move{'s' * (moves != 1)}{found}>"


def nc(program: str | os.PathLike[str], *, part: Any = None, stock: Any = None, fixtures: Iterable[Any] = (),
       **options: Any) -> NcReport:
    """Prove of each move of an NC program (a file of G-code) that the tool stays out of part, stock and fixtures.

    part, stock and each of fixtures: a path of a file, or an abut.Mesh; stock also a box: its least and greatest corner, six
    numbers. Further keywords are options of `abut nc` (`abut nc --help-all`): tool="flat:d=6,length=20", part_unit="mm",
    holder="70,90,10,20", origin=(0, 0, 12), lenient=True. Lengths are in mm, or as part_unit says. A list is an option that
    is repeated. Ctrl-C ends the program. Error, in the program's words, where it cannot answer.
    """
    import json
    import tempfile

    if _OURS & options.keys():
        raise TypeError(f"nc() has no option {min(_OURS & options.keys())!r}: it reads what the program writes itself")
    path = os.fspath(program)
    with tempfile.TemporaryDirectory(prefix="abut-") as folder:
        made = [f"--part={_model(part, folder, 'part')}"] if part is not None else []
        if stock is not None:
            made.append(f"--stock={_box(stock) or _model(stock, folder, 'stock')}")
        made += [f"--fixture={_model(fixture, folder, f'fixture{i}')}" for i, fixture in enumerate(fixtures)]
        for name, value in options.items():
            made += _option(name, value)
        done = run("nc", f"./{path}" if path.startswith("-") else path, "--json", *made)
    if done.returncode not in (0, 1, 3):
        ended = f"it ended with {done.returncode}" if done.returncode != 2 else ""
        words = " ".join(part for part in (ended, done.stderr.strip().removeprefix("abut: ")) if part)
        raise Error("abut nc", _BAD_ARGUMENT, words)
    return NcReport(json.loads(done.stdout), done.returncode)


def _model(given: Any, folder: str, name: str) -> str:
    """A file of a model: the path that was given, or the mesh, saved bit by bit."""
    if not isinstance(given, Mesh):
        return str(os.fspath(given))
    path = os.path.join(folder, f"{name}.abut")
    with open(path, "wb") as file:
        file.write(given.tobytes())
    return path


def _number(given: Any) -> str:
    return str(operator.index(given)) if hasattr(given, "__index__") else repr(float(given))


def _numbers(given: Any) -> list[str]:
    return [x for row in given for x in (_numbers(row) if hasattr(row, "__iter__") else [_number(row)])]


def _box(given: Any) -> str:
    """Two corners as the program reads them; "" if it is something else."""
    if isinstance(given, (str, os.PathLike, Mesh)):
        return ""
    numbers = _numbers(given)
    if len(numbers) != 6:
        raise ValueError(f"stock: a box has six numbers, not {len(numbers)}")
    return ",".join(numbers)


def _option(name: str, value: Any) -> list[str]:
    """A keyword as an option: part_unit="mm" is --part-unit=mm."""
    word = "--" + name.replace("_", "-")
    if value is None or value is False:
        return []
    if value is True:
        return [word]
    if isinstance(value, (str, os.PathLike)):
        return [f"{word}={os.fspath(value)}"]
    if not hasattr(value, "__iter__"):
        return [f"{word}={_number(value)}"]
    items = list(value)
    if items and isinstance(items[0], (str, os.PathLike)):
        return [f"{word}={os.fspath(item)}" for item in items]
    return [f"{word}={','.join(_numbers(items))}"]


def main() -> int:
    """Be the program, for `python -m abut`."""
    try:
        path = program_path()
    except Error as error:
        print(f"abut: {error}", file=sys.stderr)
        return 2
    os.execv(path, [path, *sys.argv[1:]])
