"""What tests share: the program that asks in C, real models, and how much is tried.

ABUT_DATA   a folder of real models; without it tests say what they skip
ABUT_PAIRS  how many random questions are asked in C and Python (default 4000)
ABUT_AGREE  the program made of agree.c; without it it is compiled with cc and the library that the extension was built with
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))  # agree.py, oracle.py
os.environ["PYTHONSAFEPATH"] = "1"  # children import the package that is installed, wherever they start


def pytest_configure() -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started with & by a script: tests of Ctrl-C need it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        import hypothesis
    except ImportError:
        return
    hypothesis.settings.register_profile("short", max_examples=100, deadline=None)
    hypothesis.settings.register_profile("long", max_examples=3000, deadline=None)
    hypothesis.settings.load_profile("long" if int(os.environ.get("ABUT_PAIRS", "0")) >= 100_000 else "short")


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of real models."""
    place = os.environ.get("ABUT_DATA", "")
    if not place:
        pytest.skip("ABUT_DATA is not set: no real models")
    return Path(place)


@pytest.fixture(scope="session")
def program(tmp_path_factory: Any) -> str:
    """The program that asks in C."""
    given = os.environ.get("ABUT_AGREE")
    if given:
        return given
    compiler = shutil.which(os.environ.get("CC", "cc"))
    sanitized = "libasan" in os.environ.get("LD_PRELOAD", "")  # tools/test-python --asan has a build folder of its own
    built = HERE.parent.glob(f"build/{'asan' if sanitized else 'cp*'}/core/src/libabut.a")
    libraries = sorted(built, key=lambda path: path.stat().st_mtime)
    if not compiler or not libraries:
        pytest.skip("no C compiler, or no library that an extension was built with here: nothing is compared with C")
    made = tmp_path_factory.mktemp("agree") / "agree"
    include = HERE.parents[2] / "include"
    flags = ["-std=c17", "-O1", f"-I{include}", *["-fsanitize=address,undefined"] * sanitized]
    sources = [str(HERE / "agree.c"), str(libraries[-1])]
    subprocess.run([compiler, *flags, *sources, "-lm", "-lpthread", "-o", str(made)], check=True)
    return str(made)
