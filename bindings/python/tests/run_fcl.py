"""Run python-fcl's own tests and its example, unchanged, on abut.compat.fcl.

    ABUT_PYTHON_FCL=folder python run_fcl.py

The folder is a checkout of https://github.com/BerkeleyAutomation/python-fcl, since pip has no source distribution of
it with tests. Without it this says so, and nothing is run. Where python-fcl is installed the example runs on it too,
and both must print the same, but for what is named below.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

SHAPES = "BVHModel|Box|Capsule|Cone|Convex|Cylinder|Sphere"


def put_in_place() -> None:
    import abut.compat.fcl

    sys.modules["fcl"] = abut.compat.fcl


def run_tests(folder: Path) -> bool:
    """All tests have to pass, and there have to be some."""
    suite = unittest.defaultTestLoader.discover(str(folder / "tests"), pattern="test_*.py")
    told = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
    return told.wasSuccessful() and told.testsRun > 0


def printed(path: Path, instead: bool) -> list[str]:
    """What the example prints, without what differs from run to run, is rounded, or is one of several right answers."""
    start = "import abut.compat.fcl, sys; sys.modules['fcl'] = abut.compat.fcl; " if instead else ""
    code = f"{start}import runpy; runpy.run_path({str(path)!r}, run_name='__main__')"
    text = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    text = re.sub(rf"<[\w.]*\.({SHAPES}) object at \w+>", r"\1", text)  # where an object lies in memory
    # Depths of a cylinder or a cone are within 1e-7 of the size of both (abut/compat/fcl.py).
    text = re.sub(r"(?<=Distance: )-\d+\.\d{6,}", lambda number: f"{float(number[0]):.6g}", text)
    text = re.sub(r"\d+\.\d{6,}(e-?\d+)?", lambda number: f"{float(number[0]):.9g}", text)  # last digits
    # Points of a depth: two that are as far apart as the depth, of many such pairs.
    lines = re.sub(r"(Distance: -.*\nClosest Points:\n).*\n.*\n", r"\1", text).splitlines()
    return lines


def main() -> None:
    place = os.environ.get("ABUT_PYTHON_FCL", "")
    if not place:
        print("SKIPPED: python-fcl's own tests: ABUT_PYTHON_FCL is not set to a checkout of its repository,")
        print("  https://github.com/BerkeleyAutomation/python-fcl")
        return
    folder = Path(place)
    example = folder / "examples" / "example.py"
    mine = printed(example, True)
    fine = len(mine) > 20
    print(f"example.py: {len(mine)} lines on abut")
    if importlib.util.find_spec("fcl"):
        theirs = printed(example, False)
        different = [(a, b) for a, b in zip(mine, theirs) if a != b]
        fine &= len(mine) == len(theirs) and not different
        print(f"example.py: {len(theirs)} lines on python-fcl, {len(different)} differ")
        for a, b in different:
            print(f"  abut:       {a}\n  python-fcl: {b}")
    else:
        print("SKIPPED: python-fcl is not installed: its example is compared with nothing")
    put_in_place()
    fine &= run_tests(folder)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
