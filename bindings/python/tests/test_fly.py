"""Paths: the answers of fly are those of the program's verb fly, of questions one by one, and those that are known."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import abut

SCENES = ["fcl/Model_1", "fcl/Model_1_Scenario_1", "fcl/Model_1_Scenario_3", "fcl/Model_2_Scenario_1", "fcl/Model_2_Scenario_3",
          "fcl/Model_3_Scenario_1"]
TILE = abut.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])


def along(*xs: float) -> list[Any]:
    return [abut.Pose(translation=(x, 0, 0)) for x in xs]


def scene(data: Path, name: str) -> tuple[Any, Any, Path]:
    place = data / "motion" / name
    if not place.with_name(place.name + ".frames").exists():
        pytest.skip(f"ABUT_DATA has no motion/{name}.frames")
    a, b = (abut.Mesh(place.with_name(f"{place.name}_obj{i}.obj")) for i in (1, 2))
    return a, b, place


def told_by_program(place: Path, *options: str) -> Any:
    try:
        abut.program_path()
    except abut.Error as error:
        pytest.skip(f"not compared with the program: {error}")
    files = [str(place) + end for end in ("_obj1.obj", "_obj2.obj")]
    done = abut.run("fly", *files, "--path", f"{place}.frames", "--json", *options)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", SCENES)
def test_contact_is_that_of_the_program_and_the_exact_one(data: Path, name: str) -> None:
    a, b, place = scene(data, name)
    flight = abut.fly(a, b, f"{place}.frames")
    assert flight.contact is not None and len(flight) == len(flight.contact) and flight.distances is None and flight.first is None
    exact = [line.split() for line in open(f"{place}.exact") if not line.startswith("#")]
    assert flight.contact.tolist() == [int(count) > 0 for _, count in exact]
    assert flight.contact.tolist() == [step["contact"] for step in told_by_program(place)["steps"]]
    assert flight.steps.tolist() == np.flatnonzero(flight.contact).tolist() and bool(flight) == flight.contact.any()
    one_by_one = abut.fly(a, b, place.with_name(place.name + ".frames"), threads=1)
    assert one_by_one.contact is not None and one_by_one.contact.tolist() == flight.contact.tolist()


@pytest.mark.parametrize("name", SCENES)
def test_first_contact_is_that_of_the_program(data: Path, name: str) -> None:
    a, b, place = scene(data, name)
    flight = abut.fly(a, b, f"{place}.frames", continuous=True)
    between = told_by_program(place, "--continuous")["between"]
    assert flight.first is not None
    if between["contact"] == between["near"] == 0:
        assert flight.first.state == "free" and not flight
        return
    first = between["first"]
    assert flight and flight.first.state == first["state"]
    assert flight.first.t_lo == pytest.approx(first["step"] + first["t_lo"], abs=1e-12)
    assert flight.first.t_hi == pytest.approx(first["step"] + first["t_hi"], abs=1e-12)
    assert not (flight.contact is not None and flight.contact[: int(flight.first.t_lo)].any())
    assert flight.first.pair == tuple(first["pair"])


@pytest.mark.parametrize("name", SCENES[1:4])
def test_clearance_is_that_of_the_program(data: Path, name: str) -> None:
    a, b, place = scene(data, name)
    clearance = 0.05 * float(np.ptp(a.bounds, axis=0).max())
    flight = abut.fly(a, b, f"{place}.frames", clearance=clearance)
    steps = told_by_program(place, "--clearance", repr(clearance))["steps"]
    assert flight.steps.tolist() == [step["step"] for step in steps if step["state"] != "clear"]
    assert flight.contact is not None and flight.contact.tolist() == [step["contact"] for step in steps]
    assert flight.distances is not None
    for row, step in zip(flight.distances, steps):
        if step["state"] == "close":
            assert (row["lo"], row["hi"]) == (step["lo"], step["hi"])


def test_between_poses_and_words() -> None:
    flight = abut.fly(TILE, TILE, along(4, 2, -2), continuous=True)
    assert flight.contact is not None and flight.contact.tolist() == [False, False, False] and len(flight.steps) == 0
    assert flight.first is not None and (flight.first.t_lo, flight.first.t_hi) == (1.25, 1.25) and flight
    assert repr(flight) == "<Flight: 0 of 3 poses in contact, <First: contact at 1.25>>"
    assert not abut.fly(TILE, TILE, along(4, 2, -2))
    apart = abut.fly(TILE, TILE, along(4, 2, 1.5), continuous=True)
    assert not apart and apart.first is not None and apart.first.state == "free"


def test_resolution_and_clearance_reach_the_question_between() -> None:
    upright = abut.Mesh([(0, 0, -1), (0, 0, 1), (1, 0.1, 0)], [(0, 1, 2)])
    turned = [abut.Pose(axis=(0, 0, 1), degrees=d, translation=(3.0 - d / 40, 0.3, 0)) for d in (0.0, 100.0)]
    widths = []
    for resolution in (1e-2, 1e-9):
        first = abut.fly(TILE, upright, turned, continuous=True, resolution=resolution).first
        assert first is not None and first.state == "contact"
        widths.append(first.t_hi - first.t_lo)
    assert widths[0] <= 1e-2 and widths[1] <= 1e-9 < widths[0]
    first = abut.fly(TILE, TILE, along(4, 2, -2), continuous=True, clearance=0.5).first
    assert first is not None and first.t_lo <= 1.125 <= first.t_hi + 1e-9 and first.t_hi == pytest.approx(1.125, abs=1e-6)


def test_clearance_at_poses() -> None:
    flight = abut.fly(TILE, TILE, along(4, 2, 1, 0), clearance=1.0)  # 3, 1, 0 apart, and one in the other
    assert flight.steps.tolist() == [1, 2, 3] and flight.contact is not None and flight.contact.tolist() == [False, False, True, True]
    assert flight.distances is not None and flight.distances["hi"][1] == 1 and flight.distances["is_farther"].tolist() == [1, 0, 0, 0]
    assert repr(flight) == "<Flight: 3 of 4 poses too close>"
    none = abut.fly(TILE, TILE, along(4, 2, 1), clearance=0)
    assert none.steps.tolist() == [2] and none.distances is not None and none.distances["is_farther"].tolist() == [1, 1, 0]


def test_both_move(tmp_path: Path) -> None:
    a, b = along(0, 1, 2, 3), along(5, 4, 2.5, 9)
    expected = [bool(abut.collide(TILE, TILE, pose_a=p, pose_b=q)) for p, q in zip(a, b)]
    arrays = [np.array([pose.matrix for pose in poses]) for poses in (a, b)]
    file = tmp_path / "both.frames"
    # 24 numbers a line: position and rotation of a, then of b.
    file.write_text("".join(" ".join(repr(float(x)) for m in pair for x in (*m[:3, 3], *m[:3, :3].ravel())) + "\n" for pair in zip(*arrays)))
    for flight in (abut.fly(TILE, TILE, b, path_a=a), abut.fly(TILE, TILE, arrays[1], path_a=arrays[0]), abut.fly(TILE, TILE, file),
                   abut.fly(TILE, TILE, np.array(arrays)), abut.fly(TILE, TILE, file.read_bytes())):
        assert flight.contact is not None and flight.contact.tolist() == expected == [False, False, True, False]
    moving = abut.fly(TILE, TILE, file, continuous=True)
    assert moving.first is not None and moving.first.t_lo <= 1.8 <= moving.first.t_hi == pytest.approx(moving.first.t_lo)
    still = abut.fly(TILE, TILE, b, pose_a=a[2])
    assert still.contact is not None and still.contact.tolist() == [bool(abut.collide(TILE, TILE, pose_a=a[2], pose_b=q)) for q in b]


def test_errors_say_what_is_wrong(tmp_path: Path) -> None:
    for wanted, call in [
        ("no poses", lambda: abut.fly(TILE, TILE, [])),
        ("nothing between", lambda: abut.fly(TILE, TILE, along(1), continuous=True)),
        ("not both", lambda: abut.fly(TILE, TILE, along(1), path_a=along(1), pose_a=abut.Pose())),
        ("clearance: 0 or more", lambda: abut.fly(TILE, TILE, along(1), clearance=-1)),
        ("clearance: 0 or more", lambda: abut.fly(TILE, TILE, along(1), clearance=float("nan"))),
        ("continuous=True", lambda: abut.fly(TILE, TILE, along(1), resolution=1e-3)),
        ("path_a: it has the poses of two bodies", lambda: abut.fly(TILE, TILE, along(1), path_a=np.zeros((2, 1, 4, 4)))),
        ("there can be no path_a", lambda: abut.fly(TILE, TILE, np.zeros((2, 1, 4, 4)), path_a=along(1))),
    ]:
        with pytest.raises(ValueError, match=wanted):
            call()
    with pytest.raises(ValueError):
        abut.fly(TILE, TILE, along(1, 2, 3), path_a=along(1, 2))
    with pytest.raises(ValueError):
        abut.fly(TILE, TILE, along(1, 2, 3), path_a=along(1, 2), continuous=True)
    broken = tmp_path / "broken.path"
    broken.write_text("1 2 3 0 0 0 1\n1 2 three 0 0 0 1\n")
    with pytest.raises(abut.FileError) as refused:
        abut.fly(TILE, TILE, broken)
    assert refused.value.line == 2


def test_progress_ends_a_flight() -> None:
    def stop(fraction: float) -> None:
        raise StopIteration

    with pytest.raises(StopIteration):
        abut.fly(TILE, TILE, np.tile(np.eye(4), (1_000_000, 1, 1)), progress=stop)  # so many that it is asked


def test_without_numpy(tmp_path: Path) -> None:
    (tmp_path / "one.path").write_text("".join(f"{x} 0 0 0 0 0 1\n" for x in (4, 2, -2)))
    unit = "1 0 0 0 1 0 0 0 1"
    (tmp_path / "both.frames").write_text("".join(f"{x} 0 0 {unit} {y} 0 0 {unit}\n" for x, y in ((0, 5), (1, 4), (2, 2.5))))
    code = """
import sys
sys.modules["numpy"] = None
import abut
tile = abut.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
one = abut.fly(tile, tile, "one.path", continuous=True)
both = abut.fly(tile, tile, "both.frames", clearance=2.5)
world = abut.World()
for x in (0, 1, 5):
    world.add(tile, abut.Pose(translation=(x, 0, 0)))
world.ignore([(0, 2)])
told = world.collide("distances")
print(one, both, memoryview(both.contact).tolist(), both.steps.tolist(), memoryview(told.pairs).tolist())
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == ("<Flight: 0 of 3 poses in contact, <First: contact at 1.25>> <Flight: 2 of 3 poses too close> "
                           "[False, False, True] [1, 2] [[0, 1], [1, 2]]\n"), done.stderr
