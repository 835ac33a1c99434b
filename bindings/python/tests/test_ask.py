"""Questions about two meshes: answers in words and numbers, errors, signals, progress, threads."""

from __future__ import annotations

import inspect
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shapes_here import cube, moved, waves

import abut

INCLUDE = Path(__file__).resolve().parents[3] / "include" / "abut"
ENUMS = {"state": abut.State, "kind": abut.Kind, "feature": abut.Feature, "relation": abut.Relation, "reason": abut.Reason,
         "band": abut.Band, "motion_state": abut.MotionState, "side": abut.Side, "fault": abut.Fault,
         "self_class": abut.SelfClass, "self_verdict": abut.SelfVerdict, "curve_kind": abut.CurveKind, "curve_end": abut.CurveEnd}
PREFIXES = {"motion_state": "MOTION", "self_class": "SELF", "self_verdict": "SELF", "curve_kind": "CURVE"}


@pytest.mark.parametrize("name", ENUMS)
def test_enums_are_those_of_the_headers(name: str) -> None:
    text = "".join(path.read_text() for path in INCLUDE.glob("*.h"))
    body = re.search(rf"typedef enum abut_{name} {{(.*?)}} abut_{name};", text, re.S)
    assert body
    prefix = PREFIXES.get(name, name.upper())
    told = {word: int(value) for word, value in re.findall(rf"^\s*ABUT_{prefix}_(\w+) = (\d+)", body[1], re.M)}
    assert told == {word.name: word.value for word in ENUMS[name]}


def test_contacts() -> None:
    a, b = cube(), cube(1, 0.5)
    answer = abut.collide(a, b, details="points")
    assert answer and answer.state == "contact" and answer.complete and len(answer) == len(answer.pairs) == 18
    assert answer.pairs.dtype == np.uint32 and answer.kinds.tolist() == answer.contacts["kind"].tolist()
    assert answer.offsets[0] == 0 and answer.offsets[-1] == len(answer.points) == answer.contacts["point_count"].sum()
    assert np.all((answer.points >= 0.5) & (answer.points <= 1))
    third = answer.points[answer.offsets[2]:answer.offsets[3]]
    assert third.tolist() == answer.contacts["points"][2][:len(third)].tolist()
    assert repr(answer) == "<Contacts: contact, 18 pairs of triangles>"
    assert abut.collide(a, b).kinds is None and abut.collide(a, b, details="kinds").points is None
    assert repr(abut.collide(a, b, limit=1)) == "<Contacts: contact, at least 1 pair of triangles>"
    apart = abut.collide(a, b, pose_b=abut.Pose(translation=(5, 0, 0)))
    assert not apart and apart.state == "apart" and len(apart) == 0 and apart.pairs.shape == (0, 2)
    assert repr(apart) == "<Contacts: apart>"


def test_undecided_is_neither_true_nor_false() -> None:
    answer = abut.collide(waves(50), waves(50, 0.01), budget=1)
    assert answer.state == "undecided" and not answer.complete
    with pytest.raises(ValueError, match="undecided"):
        bool(answer)
    way = abut.first_contact(cube(), cube(1, 3), motion_b=abut.Motion(way=(-9, 0, 0), axis=(0, 0, 1), degrees=99), budget=1)
    assert way.state == "undecided"
    with pytest.raises(ValueError):
        bool(way)


def test_distance() -> None:
    a, b = cube(), cube(1, (3, 0, 0))
    answer = abut.distance(a, b, details="points")
    assert (answer.lo, answer.hi, float(answer)) == (2, 2, 2) and repr(answer) == "<Distance: 2.0>"
    assert answer.points is not None and answer.points[0][0] == 1 and answer.points[1][0] == 3
    assert answer.features is not None and [abut.Feature(f).name[:4] for f in answer.features] == ["VERT", "VERT"]
    assert abut.distance(a, b).points is None and abut.distance(a, b).features is None and abut.distance(a, b).pair is not None
    assert abut.distance(a, b, within=0.5).is_farther and "more than" in repr(abut.distance(a, b, within=0.5))
    with pytest.raises(TypeError):
        bool(answer)


def test_within() -> None:
    a, b = cube(), cube(1, (3, 0, 0))
    assert abut.within(a, b, 2) and not abut.within(a, b, 1.9) and not abut.within(a, b, 2, strict=True)
    answer = abut.within(a, b, 2, details="points")
    assert answer.band == "close" and len(answer) == len(answer.approaches) and set(answer.approaches["hi"]) == {2}
    assert repr(answer).startswith("<Clearance: close, ")


def test_the_others_in_words() -> None:
    a, b, small = cube(), cube(1, 0.5), cube(0.25, 0.375)
    assert abut.contain(a, small).relation == "b inside a" and abut.contain(a, b).relation == "crossing"
    assert repr(abut.contain(a, small)) == "<Containment: b inside a, 1 and 1 components>"
    assert abut.contain(a, small).a["relation"].tolist() == [abut.Relation.B_INSIDE_A]
    assert float(abut.depth(a, b)) == 0.5 and abut.depth(a, b) and not abut.depth(a, cube(1, 4))
    assert float(abut.depth_along(a, b, (0, 0, 2))) == 0.25
    assert abut.reach(a, b).a_in_b.lo <= 0.5 <= abut.reach(a, b).a_in_b.hi and abut.reach(a, b)
    assert float(abut.signed_distance(a, b)) == -0.5 and float(abut.signed_distance(a, cube(1, (3, 0, 0)))) == 2
    assert not abut.self_collide(a) and abut.self_collide(a).verdict == "clean"
    shared = abut.overlap(a, b, volume=True)
    assert shared.volume[0] <= 0.125 <= shared.volume[1] and len(shared) == 1 and len(shared.curves) == 1
    (line,) = shared.polylines()
    assert line.shape == (7, 3) and line[0].tolist() == line[-1].tolist()  # a loop
    assert np.isnan(abut.overlap(a, b).volume[0])
    first = abut.first_contact(a, b, pose_b=abut.Pose(translation=(9.5, 0, 0)), motion_b=abut.Motion(way=(-18, 0, 0)))
    assert first and first.t_lo == first.t_hi == 0.5 and repr(first) == "<First: contact at 0.5>"
    assert not abut.first_contact(a, cube(1, 5), motion_b=abut.Motion(way=(1, 0, 0)))


@pytest.mark.parametrize("name", ["collide", "distance", "within", "contain", "first_contact", "depth", "depth_along", "reach",
                                  "signed_distance", "overlap", "self_collide", "collide_batch", "distance_batch", "within_batch",
                                  "first_contact_batch"])
def test_each_option_is_taken_and_no_other(name: str) -> None:
    function = getattr(abut, name)
    signature = inspect.signature(function)
    given: dict[str, Any] = {"a": cube(), "b": cube(1, 0.5), "mesh": cube(), "distance": 1.0, "direction": (1, 0, 0),
                             "poses": moved(3), "ends": moved(3, 2)}
    values = [given[p.name] for p in signature.parameters.values() if p.kind is p.POSITIONAL_ONLY]
    options = {p.name: p.default for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY}
    assert function(*values, **options) is not None and function.__doc__
    for wrong in ("pose_c", "limits", "poses_b"):
        with pytest.raises(TypeError, match=wrong):
            function(*values, **{wrong: None})
    with pytest.raises(TypeError):
        function(*values[:-1])
    with pytest.raises(TypeError, match="abut.Mesh is wanted"):
        function(*["no mesh", *values[1:]])


def test_poses_in_all_forms_are_the_same() -> None:
    a, b = cube(), cube()
    for m in moved(50):
        wanted = abut.distance(a, b, pose_b=m)
        for form in (m[:3], np.asfortranarray(m), m.tolist(), abut.Pose(m), np.repeat(m, 2, axis=1)[:, ::2], m.astype(object).astype(float)):
            found = abut.distance(a, b, pose_b=form)
            assert (found.lo, found.hi, found.pair) == (wanted.lo, wanted.hi, wanted.pair)
        single = m.astype(np.float32)
        assert abut.distance(a, b, pose_b=single).hi == abut.distance(a, b, pose_b=single.astype(float)).hi
    assert abut.distance(a, b, pose_b=np.eye(4, dtype=int)).hi == 0


@pytest.mark.parametrize("wrong, name", [
    (np.zeros((4, 4)), "NOT_AFFINE"), (np.diag([2.0, 1, 1, 1]), "NON_UNIFORM_SCALE"), (np.full((3, 4), np.nan), "NOT_FINITE"),
])
def test_errors_carry_the_status(wrong: Any, name: str) -> None:
    with pytest.raises(abut.Error, match="pose_b") as caught:
        abut.collide(cube(), cube(), pose_b=wrong)
    assert caught.value.name == name and caught.value.status < 0


def test_wrong_kinds() -> None:
    a, b = cube(), cube()
    for options in ({"limit": -1}, {"limit": 1.5}, {"details": "all"}, {"threads": -2}, {"threads": 10**6}, {"pose_b": np.eye(3)},
                    {"progress": 5}, {"pose_b": "here"}):
        with pytest.raises((TypeError, ValueError, OverflowError)):
            abut.collide(a, b, **options)


# -------------------------------------------------------------------------------------------- long calls

LONG = """
import sys, abut, numpy as np
sys.path.insert(0, sys.argv[1])
from shapes_here import cube, moved, waves
a, b = waves(300), waves(300, 0.001)
poses = np.repeat(np.eye(4)[None], 200_000, axis=0)
what = sys.argv[2]
print("ready", flush=True)
for _ in range(1_000_000):
    if what == "collide": abut.collide(a, b, details="points", threads=int(sys.argv[3]))
    if what == "distance": abut.distance(a, b, threads=1)
    if what == "self_collide": abut.self_collide(a)
    if what == "overlap": abut.overlap(a, b)
    if what == "first_contact": abut.first_contact(a, b, motion_b=abut.Motion(way=(1, 1, 1), axis=(0, 0, 1), degrees=400), separation=1e-3)
    if what == "collide_batch": abut.collide_batch(cube(), cube(), poses, threads=int(sys.argv[3]))
    if what == "first_contact_batch": abut.first_contact_batch(cube(), cube(), poses, poses)
    if what == "mesh": waves(1000)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.thread_unsafe(reason="starts processes")
@pytest.mark.parametrize("what, threads", [("collide", 1), ("collide", 2), ("distance", 1), ("self_collide", 1), ("overlap", 1),
                                           ("first_contact", 1), ("collide_batch", 1), ("collide_batch", 2),
                                           ("first_contact_batch", 1), ("mesh", 1)])
def test_ctrl_c_stops_it(what: str, threads: int) -> None:
    child = subprocess.Popen([sys.executable, "-c", LONG, str(Path(__file__).parent), what, str(threads)], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True)
    assert child.stdout and child.stdout.readline() == "ready\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    began = time.monotonic()
    _, told = child.communicate(timeout=30)
    assert child.returncode in (-signal.SIGINT, 130) and "KeyboardInterrupt" in told, told
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("what", ["collide", "batch", "self_collide", "mesh"])
def test_progress_grows_and_its_exception_comes_out(what: str) -> None:
    a = waves(1000 if what == "self_collide" else 120)
    many = np.repeat(np.eye(4)[None], 300_000, axis=0)
    corners = np.random.default_rng(1).random((900_000, 3))

    def ask(progress: Any) -> Any:
        if what == "collide":
            return abut.collide(a, a, details="points", threads=1, progress=progress)
        if what == "self_collide":
            return abut.self_collide(a, threads=1, progress=progress)
        if what == "mesh":
            return abut.Mesh(corners, np.arange(900_000).reshape(-1, 3), threads=1, progress=progress)
        return abut.collide_batch(cube(), cube(), many, threads=1, progress=progress)

    told: list[float] = []
    ask(told.append)
    assert told and told == sorted(set(told)) and 0 <= told[0] and told[-1] <= 1

    def stop(fraction: float) -> None:
        raise RuntimeError(f"enough at {fraction}")

    with pytest.raises(RuntimeError, match="enough at "):
        ask(stop)
    assert abut.collide(cube(), cube())  # what was left behind works


@pytest.mark.parametrize("tqdm", [True, False])
@pytest.mark.thread_unsafe(reason="takes a module away")
def test_progress_true_is_a_bar(tqdm: bool, capsys: Any, monkeypatch: Any) -> None:
    if tqdm:
        pytest.importorskip("tqdm")
    else:
        monkeypatch.setitem(sys.modules, "tqdm", None)
    abut.collide_batch(cube(), cube(), np.repeat(np.eye(4)[None], 300_000, axis=0), threads=1, progress=True)
    told = capsys.readouterr().err
    assert "%" in told and ("|" in told) == tqdm


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor")
@pytest.mark.thread_unsafe(reason="measures")
def test_two_threads_run_at_once() -> None:
    """While one thread is in a long call, another one asks: the lock of the interpreter is free."""
    a = waves(100)
    done = threading.Event()
    asked = 0

    def long() -> None:
        abut.collide(a, a, details="points", threads=1)
        done.set()

    thread = threading.Thread(target=long)
    small, other = cube(), cube(1, 0.5)
    began = time.monotonic()
    thread.start()
    while not done.is_set():
        abut.collide(small, other, limit=1)
        asked += 1
    took = time.monotonic() - began
    thread.join()
    assert asked > 1000 * took  # with the lock held it would be a handful


def test_answers_are_the_same_on_many_threads() -> None:
    a, b = cube(), cube()
    poses = moved(200)
    wanted = [abut.distance(a, b, pose_b=m).hi for m in poses]
    found: list[Any] = [None] * 8

    def ask(place: int) -> None:
        found[place] = [abut.distance(a, b, pose_b=m, threads=1 + place % 3).hi for m in poses]

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(one == wanted for one in found)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.thread_unsafe(reason="forks")
def test_fork_after_threads_worked() -> None:
    poses = moved(20_000)
    wanted = abut.collide_batch(cube(), cube(), poses, threads=2).sum()
    child = os.fork()
    if child == 0:
        os._exit(0 if abut.collide_batch(cube(), cube(), poses, threads=2).sum() == wanted else 1)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.thread_unsafe(reason="starts a process")
def test_a_second_interpreter_is_told_so() -> None:
    code = """
import abut
try:
    import _xxsubinterpreters as subs
except ImportError:
    try: import _interpreters as subs
    except ImportError: raise SystemExit(77)
other = subs.create()
error = None
try: error = subs.run_string(other, "import abut") if hasattr(subs, "run_string") else subs.exec(other, "import abut")
except Exception as e: error = e
assert error is not None and ("ImportError" in str(error) or "one interpreter" in str(error) or "subinterpreters" in str(error)), error
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    if ended.returncode == 77:
        pytest.skip("this Python has no interpreters to make")
    assert ended.returncode == 0, ended.stderr
