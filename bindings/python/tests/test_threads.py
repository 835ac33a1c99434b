"""Many threads and processes ask about the same meshes, and get what one gets."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import abut
import agree

THREADS = 8


def ball(n: int, radius: float = 1.0) -> Any:
    """A closed mesh of 2 n (n - 1) triangles."""
    turns, heights = np.linspace(0, 2 * np.pi, n, endpoint=False), np.linspace(0, np.pi, n + 1)[1:-1]
    rings = np.array([[np.cos(t) * np.sin(h), np.sin(t) * np.sin(h), np.cos(h)] for h in heights for t in turns])
    vertices = np.vstack([rings, [[0, 0, 1], [0, 0, -1]]]) * radius
    faces, top, bottom = [], len(rings), len(rings) + 1
    for i in range(n):
        j = (i + 1) % n
        faces.append((top, i, j))
        for r in range(n - 2):
            a, b, c, d = r * n + i, r * n + j, (r + 1) * n + i, (r + 1) * n + j
            faces += [(a, c, b), (b, c, d)]
        last = (n - 2) * n
        faces.append((bottom, last + j, last + i))
    return abut.Mesh(vertices, np.array(faces))


def asked(meshes: tuple[Any, Any], i: int) -> bytes:
    """One of several questions, as bytes."""
    a, b = meshes
    pose = abut.Pose(axis=(1, 2, 3), degrees=7.0 * i, translation=(0.1 * (i % 23), 0, 0.05 * (i % 7)))
    kind = i % 8
    if kind == 0:
        return agree.told_hits(abut.collide(a, b, pose_b=pose, details="points"))
    if kind == 1:
        return agree.told_distance(abut.distance(a, b, pose_b=abut.Pose(translation=(2.5, 0.1 * i, 0)), details="points"), 2)
    if kind == 2:
        return agree.told_within(abut.within(a, b, 0.1, pose_b=pose, details="kinds"), 1)
    if kind == 3:
        return agree.told_contain(abut.contain(a, b, pose_b=pose))
    if kind == 4:
        return agree.told_along(abut.depth_along(a, b, (0, 0, 1), pose_b=pose))
    if kind == 5:
        return agree.told_overlap(abut.overlap(a, b, pose_b=pose, volume=True))
    if kind == 6:
        return agree.told_self(abut.self_collide(a, details="points"))
    poses = np.array([pose.matrix for _ in range(64)])
    poses[:, 0, 3] += np.linspace(0, 3, 64)
    return bytes(np.asarray(abut.collide_batch(a, b, poses, threads=1 + i % 3)))


def test_threads_get_what_one_gets() -> None:
    wanted = [asked((ball(10), ball(9)), i) for i in range(80)]
    fresh = ball(10), ball(9)  # their solids are made by whichever thread asks first
    start = threading.Barrier(THREADS)

    def work(first: int) -> list[tuple[int, bytes]]:
        start.wait()
        return [(k % 80, asked(fresh, k % 80)) for k in range(first * 10, first * 10 + 80)]

    with ThreadPoolExecutor(THREADS) as pool:
        for answers in pool.map(work, range(THREADS)):
            assert all(wanted[i] == told for i, told in answers)


def test_meshes_are_built_side_by_side() -> None:
    with ThreadPoolExecutor(THREADS) as pool:
        made = list(pool.map(lambda n: ball(n), [6, 12, 6, 12, 24, 6] * 4))
    assert all(mesh.tobytes() == ball(n).tobytes() for mesh, n in zip(made, [6, 12, 6, 12, 24, 6] * 4))


def test_a_call_lets_others_run() -> None:
    """While one thread is in a long call, this one counts."""
    a = ball(150)
    counted, done = 0, threading.Event()

    def work() -> None:
        for _ in range(3):
            abut.self_collide(a, threads=1)
            abut.contain(a, a, pose_b=abut.Pose(translation=(0.01, 0, 0)), threads=1)
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    while not done.is_set():
        counted += 1
    worker.join()
    assert counted > 1000


def in_child(meshes: tuple[Any, Any]) -> list[bytes]:
    return [asked(meshes, i) for i in range(16)]


@pytest.mark.thread_unsafe(reason="processes")
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes(method: str) -> None:
    """Meshes are arguments, whatever way processes start; answers are those of this one."""
    meshes = ball(10), ball(9)
    wanted = in_child(meshes)
    with ProcessPoolExecutor(2, multiprocessing.get_context(method)) as pool:
        assert list(pool.map(in_child, [meshes] * 4)) == [wanted] * 4


@pytest.mark.thread_unsafe(reason="it forks")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_fork_while_others_ask() -> None:
    """A child of a process whose threads are in calls can ask."""
    meshes = ball(24), ball(20)
    wanted = in_child(meshes)
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            abut.collide(*meshes, pose_b=abut.Pose(translation=(0.3, 0, 0)), threads=2)

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    try:
        for _ in range(5):
            child = os.fork()
            if child == 0:
                os._exit(0 if in_child(meshes) == wanted else 3)
            for _ in range(600):
                ended, status = os.waitpid(child, os.WNOHANG)
                if ended:
                    break
                threading.Event().wait(0.1)
            else:
                os.kill(child, 9)
                os.waitpid(child, 0)
                pytest.fail("a child did not end within a minute")
            assert os.waitstatus_to_exitcode(status) == 0
    finally:
        stop.set()
        for worker in workers:
            worker.join()


def test_threads_is_told_and_kept() -> None:
    before = abut.threads()
    try:
        assert abut.threads(1) == 1 and abut.threads(3) == 3
        with pytest.raises(ValueError):
            abut.threads(-1)
    finally:
        abut.threads(0)
    assert before >= 1


@pytest.mark.thread_unsafe(reason="a process of its own")
def test_another_interpreter_says_so() -> None:
    code = """
try:
    import _interpreters as sub  # 3.13
    make, run = sub.create, sub.exec
except ImportError:
    try:
        import _xxsubinterpreters as sub
        make, run = sub.create, sub.run_string
    except ImportError:
        print("ImportError: no interpreters")
        raise SystemExit
import abut
try:
    failed = run(make(), "import abut")
    print(failed)
except Exception as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "ImportError" in done.stdout or "ImportError" in done.stderr or "interpreter" in done.stdout, done.stdout
