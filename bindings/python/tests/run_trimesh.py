"""Run trimesh's own tests/test_collision.py on abut: by abut.trimesh, and by trimesh's manager on abut.compat.fcl.

    python run_trimesh.py

The file is that of the source distribution of the trimesh that is installed; pip fetches it. What that leaves out,
trimesh's generic.py and models, is stood in for, but for the test of one model, which is skipped. ABUT_TRIMESH: a
checkout of trimesh's repository, whose tests run as they are.

The file runs unchanged. Some lines ask for what FCL happens to choose among right answers: these are named below, with
the reason, and each has to fail, so that the list stays true. Then all runs once more without them, and has to pass.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import types
import unittest
from pathlib import Path
from typing import Any

POINT = "assert g.np.allclose(c.point, g.np.array([5.0, -0.5, 0.5]))"
NORMAL = "assert g.np.allclose(c.normal, g.np.array([-1.0, 0.0, 0.0]))"
TWO_CUBES = "two cubes in the same place: "
# What stands in for FCL -> the lines that cannot pass, and why.
ACCIDENTS = {
    "abut.trimesh": {
        POINT: TWO_CUBES + "FCL chose one shared point of all; abut tells one of each pair of triangles that touch",
        NORMAL: TWO_CUBES + "six directions free them by the same depth; abut tells the normals of the triangles",
    },
    "abut.compat.fcl": {NORMAL: TWO_CUBES + "six directions free them by the same depth, and FCL chose another one"},
    "python-fcl": {},
}

# ------------------------------------------------------------------------- in a process of its own


def put_in_place(instead: str) -> None:
    """Let trimesh.collision be what is tested."""
    if instead == "abut.compat.fcl":
        import abut.compat.fcl

        sys.modules["fcl"] = abut.compat.fcl
    import trimesh.collision

    if instead == "abut.trimesh":
        import abut.trimesh

        sys.modules["trimesh.collision"] = trimesh.collision = abut.trimesh
        sys.modules.setdefault("fcl", types.ModuleType("fcl"))  # the file returns early where it cannot be imported
    fcl = getattr(sys.modules["fcl"], "__file__", None)
    print(f"collisions by {sys.modules['trimesh.collision'].__file__}, fcl by {fcl}")


def stand_in() -> types.ModuleType:
    """What the file uses of trimesh's generic.py."""
    import logging

    import numpy as np
    import trimesh

    def get_mesh(name: str) -> Any:
        if name == "unit_cube.STL":  # its corners in their order: what FCL chooses depends on that
            box = trimesh.creation.box()
            order = np.array([1, 3, 0, 2, 5, 4, 7, 6])
            return trimesh.Trimesh(box.vertices[order], np.argsort(order)[box.faces], process=False)
        raise unittest.SkipTest(f"{name} is in trimesh's repository alone; set ABUT_TRIMESH")

    random = np.random.default_rng(0).random
    made: Any = types.ModuleType("generic")
    made.np, made.trimesh, made.unittest, made.log = np, trimesh, unittest, logging.getLogger("trimesh")
    made.get_mesh, made.random = get_mesh, random
    return made


def child(options: argparse.Namespace) -> None:
    put_in_place(options.child)
    path = Path(options.file)
    if (path.parent / "generic.py").exists():
        sys.path.insert(0, str(path.parent))
    else:
        sys.modules["generic"] = stand_in()
    lines = path.read_text(encoding="utf-8").splitlines()
    kept = [line.replace(line.strip(), "pass") if line.strip() in options.without else line for line in lines]
    module: Any = types.ModuleType("test_collision")
    exec(compile("\n".join(kept), str(path), "exec"), module.__dict__)
    suite = unittest.TestSuite()
    for test in unittest.defaultTestLoader.loadTestsFromModule(module):
        for one in test:  # type: ignore[union-attr]
            if not options.only or one.id().endswith("." + options.only):
                suite.addTest(one)
    told = unittest.TestResult()
    names = [one.id().rpartition(".")[2] for one in suite]
    suite.run(told)
    answers = dict.fromkeys(names, "passed")
    for one, trace in told.failures + told.errors:
        at = [line for line in trace.splitlines() if str(path) in line][-1]
        number = int(at.split(", line ")[1].split(",")[0])
        why = "" if "AssertionError" in trace else "\n" + trace
        answers[one.id().rpartition(".")[2]] = f"{number}: {lines[number - 1].strip()}{why}"
    for one, reason in told.skipped:
        answers[one.id().rpartition(".")[2]] = f"skipped: {reason}"
    print(json.dumps(answers))


# ----------------------------------------------------------------------------------- the whole of it


def fetched(folder: str) -> Path:
    """The test file of the trimesh that is installed."""
    checkout = os.environ.get("ABUT_TRIMESH")
    if checkout:
        return Path(checkout) / "tests" / "test_collision.py"
    wanted = f"trimesh=={importlib.metadata.version('trimesh')}"
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", "trimesh", "-d", folder]
    subprocess.run([*pip, wanted], check=True)
    (archive,) = Path(folder).glob("trimesh-*.tar.gz")
    with tarfile.open(archive) as files:
        (member,) = (m for m in files.getmembers() if m.name.endswith("/tests/test_collision.py"))
        source: Any = files.extractfile(member)
        (Path(folder) / "test_collision.py").write_bytes(source.read())
    return Path(folder) / "test_collision.py"


def asked(instead: str, file: Path, without: list[str], only: str = "") -> dict[str, str]:
    """How each test ended: passed, skipped with the reason, or the line where it failed."""
    command = [sys.executable, __file__, "--child", instead, "--file", str(file), "--only", only]
    for line in without:
        command += ["--without", line]
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if ran.returncode:
        sys.exit(f"{instead}: the tests could not be run")
    *words, last = ran.stdout.splitlines()
    if not without:
        print("\n".join("  " + line for line in words))
    answers: dict[str, str] = json.loads(last)
    return answers


def checked(instead: str, file: Path) -> bool:
    """Run the file on one thing; True: as expected."""
    print(f"\n{instead}:")
    named, fine = ACCIDENTS[instead], True
    unchanged = asked(instead, file, [])
    for name, end in unchanged.items():
        print(f"  {name}: {end}")
    for line, reason in named.items():
        others = [other for other in named if other != line]
        where = next((name for name, end in unchanged.items() if end.partition(": ")[2] in named), "")
        end = asked(instead, file, others, where).get(where, "") if others else unchanged.get(where, "")
        fails = end.partition(": ")[2] == line
        print(f"  cannot pass: {line}\n    {reason}" if fails else f"  PASSES, and is named as one that cannot: {line}")
        fine &= fails
    left = asked(instead, file, list(named)) if named else unchanged
    for name, end in left.items():
        if end != "passed" and not end.startswith("skipped"):
            fine = False
            print(f"  FAILED {'without these lines' if named else ''}: {name}: {end}")
    passed = sum(end == "passed" for end in left.values())
    print(f"  {passed} of {len(left)} tests pass{f', without the {len(named)} lines named' if named else ''}")
    return fine and passed > 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--on", action="append", choices=list(ACCIDENTS), help="only this; python-fcl is the control")
    parser.add_argument("--child", choices=list(ACCIDENTS), help=argparse.SUPPRESS)
    parser.add_argument("--file", help=argparse.SUPPRESS)
    parser.add_argument("--only", default="", help=argparse.SUPPRESS)
    parser.add_argument("--without", action="append", default=[], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options)
        return
    with tempfile.TemporaryDirectory() as folder:
        file = fetched(folder)
        fine = [checked(each, file) for each in options.on or ["abut.trimesh", "abut.compat.fcl"]]
    sys.exit(0 if all(fine) else 1)


if __name__ == "__main__":
    main()
