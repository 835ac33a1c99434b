"""Nothing is leaked or freed too early: blocks and bytes in use after many calls, errors included; references; no memory."""

from __future__ import annotations

import ctypes
import gc
import io
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import abut
from agree import BOX, BOX_FACES

LONG = int(os.environ.get("ABUT_PAIRS", "0")) >= 100_000
CALLS = 100_000 if LONG else 300


def blocks_of_c() -> int:
    """Bytes of the C library's heap that are in use; 0 where it cannot tell, or something stands in its place."""
    class Info(ctypes.Structure):
        _fields_ = [(name, ctypes.c_size_t) for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")]

    try:
        mallinfo2 = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError):
        return 0
    mallinfo2.restype = Info
    info = mallinfo2()
    return int(info.uordblks + info.hblkhd)


@pytest.fixture(autouse=True, scope="module")
def frozen() -> Any:
    """What is there already is not looked at: collecting garbage takes no time then."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def in_use() -> tuple[int, int]:
    gc.collect()
    return sys.getallocatedblocks(), blocks_of_c()


A, B = abut.Mesh(BOX, BOX_FACES), abut.Mesh(BOX + 0.5, BOX_FACES)
POSE = abut.Pose(axis=(0, 0, 1), degrees=30.0, translation=(0.1, 0.2, 0.3))
MATRIX = POSE.matrix
LISTS = MATRIX.tolist()
SHORT = MATRIX.astype(np.float32)
POSES = np.array([MATRIX] * 5)
BAD = np.diag([2.0, 1.0, 1.0, 1.0])
MOTION = abut.Motion(way=(1, 0, 0))
FLOATS = BOX.astype(np.float32)
VERTICES, FACES = BOX.tolist(), BOX_FACES.tolist()
INDICES = BOX_FACES.astype(np.uint32)
IMAGE = A.tobytes()
WRONG_FACES = [(0, 1, 99)]



CASES: dict[str, Callable[[], Any]] = {
    "collide": lambda: abut.collide(A, B),
    "collide points": lambda: abut.collide(A, B, pose_b=POSE, details="points"),
    "answer": lambda: [getattr(abut.collide(A, B, details="points"), n) for n in ("pairs", "kinds", "points", "offsets", "contacts")],
    "matrix": lambda: abut.collide(A, B, pose_a=MATRIX, pose_b=LISTS),
    "float32": lambda: abut.collide(A, B, pose_b=SHORT),
    "frames": lambda: abut.collide(A, B, frame_a=POSE, frame_b=MATRIX),
    "distance": lambda: abut.distance(A, B, details="points").points,
    "within": lambda: abut.within(A, B, 0.1, details="points").approaches,
    "contain": lambda: (lambda c: (c.a, c.b, c.contacts.pairs))(abut.contain(A, B)),
    "first": lambda: abut.first_contact(A, B, motion_b=[MOTION, MOTION], details="points").points,
    "depth": lambda: abut.depth(A, B),
    "along": lambda: abut.depth_along(A, B, (0, 0, 1)),
    "reach": lambda: abut.reach(A, B).a_in_b.point,
    "signed": lambda: abut.signed_distance(A, B),
    "overlap": lambda: abut.overlap(A, B, volume=True).polylines(),
    "self": lambda: abut.self_collide(A, details="points").meetings,
    "batch": lambda: abut.collide_batch(A, B, POSES),
    "mesh": lambda: abut.Mesh(BOX, BOX_FACES),
    "mesh lists": lambda: abut.Mesh(VERTICES, FACES, method="brute"),
    "mesh floats": lambda: abut.Mesh(FLOATS, INDICES),
    "solid": lambda: abut.overlap(abut.Mesh(BOX, BOX_FACES), B, volume=True),
    "info": lambda: (A.info.method, A.triangles, A.bounds, A.parts),
    "image": lambda: A.tobytes(),
    "open": lambda: abut.Mesh.frombytes(IMAGE),
    "pickle": lambda: pickle.loads(pickle.dumps(A)),
    "pose": lambda: (abut.Pose(MATRIX), abut.Pose(quaternion=(0, 0, 0, 1)), pickle.loads(pickle.dumps(POSE)), hash(POSE)),
    "motion": lambda: abut.Motion(POSE),
}
ERRORS: dict[str, Callable[[], Any]] = {
    "no mesh": lambda: abut.collide(A, "b"),
    "few arguments": lambda: abut.collide(A),
    "bad pose": lambda: abut.collide(A, B, pose_a=MATRIX, pose_b=BAD),
    "pose of words": lambda: abut.collide(A, B, pose_a="word"),
    "pose of another shape": lambda: abut.collide(A, B, pose_a=np.zeros((2, 2))),
    "unknown option": lambda: abut.collide(A, B, pose_a=MATRIX, colour=1),
    "unknown word": lambda: abut.collide(A, B, details="colours"),
    "bad number": lambda: abut.collide(A, B, limit="x"),
    "bad frame": lambda: abut.collide(A, B, frame_a=BAD),
    "bad motion": lambda: abut.first_contact(A, B, motion_a=[MOTION, 7], motion_b=[MOTION, MOTION]),
    "motions differ": lambda: abut.first_contact(A, B, motion_a=[MOTION, MOTION], motion_b=[MOTION]),
    "frames differ": lambda: abut.first_contact(A, B, frame_a=POSE, motion_b=MOTION),
    "bad direction": lambda: abut.depth_along(A, B, (0, 0)),
    "direction of 0": lambda: abut.depth_along(A, B, (0, 0, 0)),
    "bad distance": lambda: abut.within(A, B, -1.0),
    "bad threads": lambda: abut.collide(A, B, threads=-3),
    "contain with a limit": lambda: abut.contain(A, B, limit=1),
    "bad poses": lambda: abut.collide_batch(A, B, np.zeros((3, 2, 4))),
    "one bad pose": lambda: abut.collide_batch(A, B, np.array([MATRIX, MATRIX, BAD])),
    "other poses_a": lambda: abut.collide_batch(A, B, POSES, poses_a=POSES[:2]),
    "bad vertex": lambda: abut.Mesh(BOX * np.nan, BOX_FACES),
    "bad index": lambda: abut.Mesh(BOX, WRONG_FACES),
    "bad face lists": lambda: abut.Mesh(VERTICES, [(0, 1, -1)]),
    "bad faces": lambda: abut.Mesh(BOX, [(0, 1)]),
    "bad option": lambda: abut.Mesh(BOX, BOX_FACES, leaf_size=1000),
    "bad method": lambda: abut.Mesh(BOX, BOX_FACES, method="magic"),
    "bad image": lambda: abut.Mesh.frombytes(IMAGE[:100]),
    "damaged image": lambda: abut.Mesh.frombytes(IMAGE[:200] + b"\x55" + IMAGE[201:]),
    "two turns": lambda: abut.Pose(MATRIX, axis=(0, 0, 1)),
    "bad turn": lambda: abut.Pose(quaternion=(0, 0, 0, 0)),
    "bad scale": lambda: abut.Pose(translation=(0, 0, 0), scale=-1.0),
    "bad end": lambda: abut.Motion("there"),
}


def refused(call: Callable[[], Any]) -> None:
    try:
        call()
    except (ValueError, TypeError, OverflowError, AttributeError):
        return
    raise AssertionError("it was not refused")


ALL = {**CASES, **{name: (lambda call=call: refused(call)) for name, call in ERRORS.items()}}


def growth(call: Callable[[], Any]) -> tuple[float, float]:
    """Blocks and bytes more, for each call."""
    for _ in range(30):
        call()
    before, end = in_use(), time.perf_counter() + (3.0 if LONG else 0.1)
    count = 0
    while count < CALLS and (count < 60 or time.perf_counter() < end):
        call()
        count += 1
    after = in_use()
    return (after[0] - before[0]) / count, (after[1] - before[1]) / count


@pytest.mark.thread_unsafe(reason="it looks at the memory of the process")
@pytest.mark.parametrize("name", sorted(ALL))
def test_nothing_leaks(name: str) -> None:
    for _ in range(6):  # what is kept for later calls, and caches of Python, grow once: a leak grows each time
        blocks, size = growth(ALL[name])
        if blocks < 0.3 and (size < 8 or os.environ.get("PYTHONMALLOC")):
            return
    pytest.fail(f"each call leaves {blocks} blocks of Python and {size} bytes of C")


@pytest.mark.thread_unsafe(reason="it looks at the memory of the process")
def test_a_leak_is_seen() -> None:
    if not sys.getallocatedblocks():
        pytest.skip("PYTHONMALLOC=malloc: Python does not count its blocks")
    kept: list[Any] = []
    assert growth(lambda: kept.append(abut.collide(A, B)))[0] >= 1


@pytest.mark.thread_unsafe(reason="it counts references")
@pytest.mark.parametrize("name", sorted(ALL))
def test_references_are_given_back(name: str) -> None:
    held = [A, B, POSE, MATRIX, LISTS, SHORT, POSES, BAD, MOTION, FLOATS, VERTICES, FACES, INDICES, IMAGE, BOX, BOX_FACES, WRONG_FACES,
            None, abut.Mesh, abut.Contacts, abut.Pose]
    ALL[name]()
    gc.collect()
    before = [sys.getrefcount(thing) for thing in held]
    for _ in range(50):
        ALL[name]()
    gc.collect()
    after = [sys.getrefcount(thing) for thing in held]
    for thing, first, last in zip(held, before, after):
        assert abs(last - first) < 25, f"{thing!r:.60}: {last - first} references after 50 calls"


def test_answers_outlive_what_they_came_from() -> None:
    """Arrays hold what they show; meshes and other answers may go."""
    a, b = abut.Mesh(BOX, BOX_FACES), abut.Mesh(BOX + 0.5, BOX_FACES)
    answer = abut.collide(a, b, details="points")
    pairs, points, contacts = answer.pairs, answer.points, answer.contacts
    kept = pairs.copy(), points.copy(), contacts.tobytes()
    del a, b, answer
    for _ in range(200):
        abut.collide(A, B, pose_b=POSE, details="points")
    gc.collect()
    assert (pairs == kept[0]).all() and (points == kept[1]).all() and contacts.tobytes() == kept[2]
    image = bytearray(IMAGE)
    opened = abut.Mesh.frombytes(image)
    del image
    gc.collect()
    assert abut.collide(opened, B).pairs.tolist() == abut.collide(A, B).pairs.tolist()


def test_what_is_borrowed_cannot_shrink() -> None:
    """A mesh that was opened from a bytearray holds it, or has a copy."""
    image = bytearray(IMAGE)
    opened = abut.Mesh.frombytes(image)
    try:
        image.clear()
    except BufferError:
        pass
    assert len(opened) == 12 and abut.collide(opened, B)


@pytest.mark.thread_unsafe(reason="a process of its own")
def test_no_memory_is_an_error() -> None:
    """Each allocation of Python fails once: MemoryError, or an answer, and never a crash; the next call is as ever."""
    code = """
import _testcapi, sys
import abut
import numpy as np
box = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
faces = np.array([[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4],
                  [1, 5, 7], [1, 7, 3]], np.uint32)
a, b = abut.Mesh(box, faces), abut.Mesh(box + 0.5, faces)
image, matrix, poses = a.tobytes(), np.eye(4), np.array([np.eye(4)] * 3)
motion = abut.Motion(way=(1, 0, 0))
calls = [
    lambda: abut.collide(a, b, pose_b=matrix, details="points"), lambda: abut.distance(a, b), lambda: abut.contain(a, b),
    lambda: abut.overlap(a, b, volume=True), lambda: abut.first_contact(a, b, motion_b=[motion]), lambda: abut.reach(a, b),
    lambda: abut.collide_batch(a, b, poses), lambda: abut.Mesh(box, faces), lambda: abut.Mesh.frombytes(image),
    lambda: a.tobytes(), lambda: a.info, lambda: abut.self_collide(a, details="points"), lambda: abut.Pose(translation=(1, 2, 3)),
    lambda: abut.collide(a, 7),
]
failed = 0
for call in calls:
    for first in range(1, 40):
        _testcapi.set_nomemory(first, first + 1)
        try:
            call()
        except MemoryError:
            failed += 1
        except (TypeError, ValueError):
            pass
        except SystemError as error:
            _testcapi.remove_mem_hooks()
            print("SystemError", calls.index(call), first, error)
        finally:
            _testcapi.remove_mem_hooks()
    if call is not calls[-1]:
        call()
print("failed", failed)
"""
    try:
        import _testcapi
    except ImportError:
        pytest.skip("this Python has no _testcapi")
    assert _testcapi
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=300,
                          env={**os.environ, "PYTHONMALLOC": "pymalloc"})
    assert done.returncode == 0, f"exit {done.returncode}: {done.stdout[-500:]} {done.stderr[-3000:]}"
    assert "SystemError" not in done.stdout, done.stdout
    assert int(done.stdout.split()[-1]) > 20, "no allocation failed"


def test_closed_streams_do_no_harm() -> None:
    """progress= that writes to a closed file raises what it raises."""
    closed = io.StringIO()
    closed.close()
    try:
        abut.collide_batch(A, B, np.repeat(POSES, 4000, axis=0), progress=lambda x: closed.write("x"))
    except ValueError as error:
        assert "closed" in str(error)
    assert abut.collide(A, B)
