"""The program that the wheel brings, and abut.nc, which asks it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import abut

SQUARE = """G21 G90
G0 X-20 Y-20 Z30
G0 X5 Y5
G1 Z19 F100
G1 X15
G1 Y15
G0 Z30
M2
"""
pytestmark = pytest.mark.thread_unsafe(reason="tests write programs that they then run")

START = (-20, -20, 30)
BOX = [(0, 0, 0), (20, 0, 0), (20, 20, 0), (0, 20, 0), (0, 0, 18), (20, 0, 18), (20, 20, 18), (0, 20, 18)]
QUADS = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]


@pytest.fixture(autouse=True)
def has_program() -> None:
    try:
        abut.program_path()
    except abut.Error as error:
        pytest.skip(str(error))


@pytest.fixture
def square(tmp_path: Path) -> Path:
    """A program that goes round above a box of 20 x 20 x 18, a millimetre over it."""
    path = tmp_path / "square.ngc"
    path.write_text(SQUARE)
    return path


@pytest.fixture
def box() -> Any:
    return abut.Mesh(BOX, [t for q in QUADS for t in ((q[0], q[1], q[2]), (q[0], q[2], q[3]))])


def test_the_program_is_this_version() -> None:
    path = abut.program_path()
    assert os.access(path, os.X_OK) and os.path.isabs(path)
    assert abut.run("--version").stdout == f"abut {abut.__version__}\n"
    module = subprocess.run([sys.executable, "-m", "abut", "--version"], capture_output=True, text=True, check=True)
    assert module.stdout == abut.run("--version").stdout
    refused = subprocess.run([sys.executable, "-m", "abut", "check"], capture_output=True, text=True)
    assert refused.returncode == 2 and refused.stderr.startswith("abut: ")


def test_it_answers_as_the_module_does(tmp_path: Path, box: Any) -> None:
    files = [tmp_path / "a.abut", tmp_path / "b.abut"]
    for file in files:
        file.write_bytes(box.tobytes())
    done = abut.run("check", *files, "--move-b", "9,9,9.25", "--csv")
    assert done.returncode == 1, done.stderr
    pairs = [line.split(",")[:2] for line in done.stdout.splitlines()[1:]]
    assert [[int(x) for x in pair] for pair in pairs] == abut.collide(box, box, pose_b=abut.Pose(translation=(9, 9, 9.25))).pairs.tolist()


def test_a_clean_program_and_one_that_cuts(square: Path, box: Any) -> None:
    clean = abut.nc(square, part=box, tool="flat:d=6,length=20", start=START)
    assert clean.exit_code == 0 and not clean and clean["verdict"] == "clean" and clean["findings"] == [] and clean["moves"] == 5
    assert repr(clean) == "<NcReport: clean, 5 moves>" and dict(clean)["units"] == "mm" and len(clean) == len(list(clean))
    cut = abut.nc(str(square), part=box, tool="flat:d=6,length=20", origin=(0, 0, -1.5), start=START)
    assert cut and cut.exit_code == 1 and cut["verdict"] == "gouge" and 0.49 < cut["worst"]["lo"] <= cut["worst"]["hi"] < 0.51
    assert {finding["body"] for finding in cut["findings"]} == {"cutter"} and "findings>" in repr(cut)


def test_keywords_are_options(square: Path, box: Any) -> None:
    tool = "flat:d=6,length=20"
    low = {"part": box, "tool": tool, "start": START, "origin": np.array([0, 0, -1.5])}
    assert abut.nc(square, **low)["verdict"] == "gouge"
    assert abut.nc(square, **low, tolerance=0.6)["verdict"] == "clean"  # a number
    assert abut.nc(square, **low, tolerance=np.float64(0.6), max_moves=np.int64(50), lenient=False)["verdict"] == "clean"
    with pytest.raises(abut.Error, match="max-moves"):
        abut.nc(square, **low, max_moves=-1)
    inches = abut.nc(square, part=box, tool="flat:d=0.2,length=1", part_unit="in", start="-20,-20,30")
    assert inches["units"] == "in"
    with_holder = abut.nc(square, part=box, tool=tool, holder="0.2,30,10,10", start=START)
    assert with_holder["verdict"] == "clean"
    bodies = {finding["body"] for finding in abut.nc(square, **low, holder="0.2,30,10,10")["findings"]}
    assert bodies == {"cutter", "holder"}
    square.write_text(SQUARE.replace("G1 X15", "/G1 X15 Z0"))
    assert not abut.nc(square, part=box, tool=tool, start=START, block_delete=True)  # a flag
    assert abut.nc(square, part=box, tool=tool, start=START)


def test_stock_and_fixtures(square: Path, box: Any, tmp_path: Path) -> None:
    rapid = "G21 G90\nG0 X5 Y5 Z30\nG0 Z10\nM2\n"
    square.write_text(rapid)
    for stock in ("0,0,0,20,20,18", [(0, 0, 0), (20, 20, 18)], np.array([0, 0, 0, 20, 20, 18.0]), box.bounds, box):
        told = abut.nc(square, stock=stock, tool="flat:d=6,length=20", start=(5, 5, 30))
        assert told["verdict"] == "collision" and {finding["against"] for finding in told["findings"]} == {"stock"}
        assert told["worst"]["lo"] > 2.9
    saved = tmp_path / "clamp.abut"
    saved.write_bytes(box.tobytes())
    told = abut.nc(square, fixtures=[box, saved], tool="flat:d=6,length=20", start=(5, 5, 30))
    assert len({finding["file"] for finding in told["findings"]}) == 2 and str(saved) in {f["file"] for f in told["findings"]}
    with pytest.raises(ValueError, match="a box has six numbers, not 3"):
        abut.nc(square, stock=(1, 2, 3))


def test_what_is_undecided_is_neither_true_nor_false(tmp_path: Path, box: Any) -> None:
    (tmp_path / "nothing.ngc").write_text("G21\nM2\n")
    told = abut.nc(tmp_path / "nothing.ngc", part=box, tool="ball:d=8")
    assert told.exit_code == 3 and told["empty"] is True
    with pytest.raises(ValueError, match="undecided"):
        bool(told)
    assert not abut.nc(tmp_path / "nothing.ngc", part=box, tool="ball:d=8", allow_empty=True)


def test_errors_are_the_programs_words(square: Path, box: Any, tmp_path: Path) -> None:
    with pytest.raises(abut.Error, match="unknown option --colour"):
        abut.nc(square, part=box, colour="red")
    with pytest.raises(abut.Error, match=r"none\.stl: cannot open"):
        abut.nc(square, part=tmp_path / "none.stl")
    with pytest.raises(abut.Error, match="--part, --stock or --fixture"):
        abut.nc(square)
    square.write_text("G21\nG1 X1 Q\n")
    with pytest.raises(abut.Error, match=r"square\.ngc:2:9: "):
        abut.nc(square, part=box, tool="ball:d=8")
    for option in ("json", "csv", "output", "quiet", "fixture", "help"):
        with pytest.raises(TypeError, match=f"no option '{option}'"):
            abut.nc(square, part=box, **{option: True})
    (tmp_path / "-odd.ngc").write_text(SQUARE)
    here = os.getcwd()
    os.chdir(tmp_path)
    try:
        assert abut.nc("-odd.ngc", part=box, tool="ball:d=8", start=START)["verdict"] == "clean"
    finally:
        os.chdir(here)


def real_programs(data: Path) -> Iterator[Path]:
    nc = data / "nc"
    yield from sorted([*nc.glob("cncjs/*.gcode"), *nc.glob("linuxcnc/*.ngc")])


def test_real_programs_are_told_as_the_program_tells_them(data: Path) -> None:
    import json

    part = data / "nc" / "kiri" / "pocket-test.stl"
    asked = refused = 0
    for path in real_programs(data):
        if path.stat().st_size > 30_000:
            continue
        words = ["nc", path, "--part", part, "--tool", "ball:d=3", "--json", "--lenient"]
        done = abut.run(*words)
        asked += 1
        if done.returncode == 2:
            refused += 1
            with pytest.raises(abut.Error) as error:
                abut.nc(path, part=part, tool="ball:d=3", lenient=True)
            assert done.stderr.strip().removeprefix("abut: ") in str(error.value)
            continue
        told, expected = abut.nc(path, part=abut.Mesh(part), tool="ball:d=3", lenient=True), json.loads(done.stdout)
        assert told.exit_code == done.returncode
        assert {**told, "seconds": 0, "findings": 0} == {**expected, "seconds": 0, "findings": 0}
        shown = [[{**finding, "file": ""} for finding in report["findings"]] for report in (told, expected)]
        assert shown[0] == shown[1]
    assert asked > 4 and refused < asked / 2


@pytest.mark.thread_unsafe(reason="it sends a signal to a process")
def test_ctrl_c_ends_the_program(tmp_path: Path) -> None:
    (tmp_path / "endless.ngc").write_text("G21 G90\no1 while [1 GT 0]\n#1 = [#1 + 1]\no1 endwhile\nM2\n")
    code = ("import abut, sys\nprint('ready', flush=True)\n"
            f"abut.nc({str(tmp_path / 'endless.ngc')!r}, stock=(0,0,0,1,1,1), tool='ball:d=8', max_idle=2000000000, max_lines=2000000000)")
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    time.sleep(1.0)
    assert child.poll() is None, child.communicate()
    child.send_signal(signal.SIGINT)  # not to the group, as a terminal does: nc itself has to end its child
    _, errors = child.communicate(timeout=20)
    assert "KeyboardInterrupt" in errors and child.returncode != 0
    plain = {**os.environ, "LD_PRELOAD": ""}  # ps hangs under a sanitizer
    left = subprocess.run(["ps", "-eo", "pgid,args"], capture_output=True, text=True, env=plain, check=True, timeout=60).stdout
    group = [line for line in left.splitlines() if line.split()[:1] == [str(child.pid)]]
    assert not [line for line in group if "defunct" not in line]
