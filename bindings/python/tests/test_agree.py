"""C and Python answer the same, byte by byte; and what they answer is right, by rational arithmetic."""

from __future__ import annotations

import math
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

import abut
import agree
import oracle

PAIRS = int(os.environ.get("ABUT_PAIRS", "4000"))
EACH = 400  # questions of a process of C


def one_case(given: tuple[str, int]) -> tuple[list[str], Counter[str]]:
    """What differs, and how often each question was answered, and how."""
    program, seed = given
    models, questions = agree.random_case(np.random.default_rng(seed), 16, EACH)
    threads = [1, 2, None][seed % 3]
    wrong = agree.differences(program, models, questions, seed, threads)
    seen: Counter[str] = Counter(agree.NAMES[q["what"]] for q in questions)
    return [f"seed {seed}: {line}" for line in wrong], seen


@pytest.mark.thread_unsafe(reason="it has processes of its own")
def test_c_and_python_give_the_same_bytes(program: str) -> None:
    count = math.ceil(PAIRS / EACH)
    given = [(program, seed) for seed in range(count)]
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    with ProcessPoolExecutor(os.cpu_count() if PAIRS > 20_000 else 1, get_context("spawn")) as pool:
        for i, (lines, more) in enumerate(pool.map(one_case, given)):
            wrong += lines
            seen += more
            if i % 100 == 99:
                print(f"{(i + 1) * EACH} of {PAIRS} questions, {len(wrong)} differ", file=sys.stderr, flush=True)
    assert not wrong, f"{len(wrong)} answers differ:\n" + "\n".join(wrong[:3])
    assert all(seen[name] for name in agree.NAMES[1:]), f"some question was never asked: {seen}"


def test_the_comparison_sees_faults(program: str) -> None:
    """Each byte of an answer counts: another limit, pose or detail is seen."""
    models = [agree.Model(agree.BOX, agree.BOX_FACES), agree.Model(agree.TETRAHEDRON * 2 - 0.5, agree.TETRAHEDRON_FACES)]
    q = np.zeros(1, agree.QUESTION)
    q["what"], q["b"], q["detail"] = 1, 1, 2
    assert not agree.differences(program, models, q)
    meshes = {i: agree.model_in_python(model)[0] for i, model in enumerate(models)}
    (status, told), = agree.asked_in_c(program, models, q)[2:]
    for name, value in (("detail", 1), ("limit", 1), ("a", 1)):
        other = q.copy()
        other[name] = value
        assert agree.asked_in_python(other[0], meshes) != (status, told), name


def test_random_questions_are_of_all_sorts() -> None:
    """Else equal bytes would mean little."""
    seen: Counter[str] = Counter()
    for seed in range(6):
        models, questions = agree.random_case(np.random.default_rng(seed), 16, EACH)
        made = [agree.model_in_python(model) for model in models]
        seen.update(f"model {status}" for _, status, _ in made)
        meshes = {i: mesh for i, (mesh, _, _) in enumerate(made)}
        for q in questions:
            if meshes[int(q["a"])] is None or meshes[int(q["b"])] is None:
                continue
            status, told = agree.asked_in_python(q, meshes)
            name = agree.NAMES[q["what"]]
            word = told.split(b"\0")[0].decode("latin-1") if name in ("collide", "within", "contain", "first_contact") else ""
            seen[f"{name} {word}" if status == 0 else f"status {status}"] += 1
    for wanted in ("model 0", "model -3", "model -4", "collide apart", "collide contact", "collide undecided", "within close",
                   "within contact", "within clear", "contain crossing", "contain separate", "first_contact free",
                   "first_contact contact", "status -4", "status -5", "status -13"):
        assert seen[wanted], f"{wanted} is missing: {seen}"


# ------------------------------------------------------------------------------------------------ hypothesis

st = pytest.importorskip("hypothesis.strategies")
from hypothesis import given  # noqa: E402

DOUBLES = st.floats(allow_nan=False, allow_infinity=False)
SPECIAL = st.sampled_from([0.0, -0.0, 1.0, -1.0, 5e-324, -5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1e-300, 0.1, 2.0**53])
NUMBERS = st.one_of(st.integers(-2, 2).map(float), SPECIAL, DOUBLES)


@st.composite
def models(draw: Any) -> agree.Model:
    count = draw(st.integers(1, 6))
    vertices = np.array(draw(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), min_size=count, max_size=count)), float)
    if draw(st.booleans()):
        with np.errstate(over="ignore"):
            vertices = vertices.astype(np.float32)
    corner = st.integers(0, count - 1)
    faces = np.array(draw(st.lists(st.tuples(corner, corner, corner), max_size=6)), np.int64).reshape(-1, 3)
    return agree.Model(vertices, faces, draw(st.sampled_from(["auto", "brute"])))


@st.composite
def poses(draw: Any) -> Any:
    pose = np.zeros((), agree.POSE)
    how = pose["how"] = draw(st.integers(0, 4))
    move = [draw(NUMBERS) for _ in range(3)]
    scale = draw(st.one_of(st.sampled_from([0.0, 1.0, 0.5, 2.0**300, 2.0**-300, 2.0**301, -1.0]), DOUBLES))
    turn = np.eye(3)[list(draw(st.permutations(range(3))))] * [draw(st.sampled_from([1.0, -1.0])) for _ in range(3)]
    x = pose["x"]
    if how == agree.PARTS:
        x[:9], x[9:12], x[12] = turn.ravel(), move, scale
    elif how == agree.MATRIX:
        x.reshape(4, 4)[:] = np.eye(4)
        with np.errstate(all="ignore"):
            x.reshape(4, 4)[:3, :3] = turn * (scale or 1.0)
        x.reshape(4, 4)[:3, 3] = move
        if draw(st.booleans()):
            x[draw(st.integers(0, 15))] = draw(NUMBERS)
    elif how:
        x[:4], x[4:7], x[7] = [draw(NUMBERS) for _ in range(4)], move, scale
    return pose


@st.composite
def questions(draw: Any) -> Any:
    q = np.zeros(1, agree.QUESTION)
    what = draw(st.sampled_from([1, 1, 2, 2, 3, 4, 5, 7, 10, 11]))
    q["what"], q["b"] = what, 0 if agree.NAMES[what] == "self_collide" else 1
    q["poses"][0, 0] = draw(poses())
    if agree.NAMES[what] != "self_collide":
        q["poses"][0, 1] = draw(poses())
        if draw(st.booleans()):
            q["frames"][0, 0] = draw(poses())
    q["detail"], q["flag"], q["limit"] = draw(st.integers(0, 2)), draw(st.booleans()), draw(st.integers(0, 2))
    q["budget"] = 1000 if agree.NAMES[what] in ("first_contact", "depth_along") else draw(st.sampled_from([0, 100]))
    q["within"], q["absolute"], q["extra"] = draw(NUMBERS), draw(NUMBERS), [draw(NUMBERS) for _ in range(3)]
    if agree.NAMES[what] == "first_contact":
        q["motions"][0, 0]["how"], q["motions"][0, 0]["way"] = 1, [draw(NUMBERS) for _ in range(3)]
    return q


@given(models(), models(), questions(), st.integers(0, 7))
def test_whatever_is_given(program: str, a: agree.Model, b: agree.Model, q: Any, form: int) -> None:
    wrong = agree.differences(program, [a, b], q, form)
    assert not wrong, wrong[0]


# ------------------------------------------------------------------------------------------------ the truth

def placed(pose: Any) -> tuple[Any, Any, float]:
    """Rotation, translation and scale of what random_pose made, without the binding."""
    x = pose["x"]
    if pose["how"] == agree.PARTS:
        return x[:9].reshape(3, 3), x[9:12], float(x[12]) or 1.0
    return np.eye(3), np.zeros(3), 1.0


@pytest.mark.parametrize("seed", range(30))
def test_answers_are_right(seed: int) -> None:
    rng = np.random.default_rng([26, seed])
    corners, meshes, given_poses, world = [], [], [], []
    for side in range(2):
        lattice = rng.random() < 0.5
        n = int(rng.integers(1, 4))
        triangles = rng.integers(0, 3, (n, 3, 3)).astype(float) if lattice else rng.normal(size=(n, 3, 3))
        pose = np.zeros((), agree.POSE)
        while pose["how"] != agree.PARTS or not np.isfinite(pose["x"]).all() or np.abs(pose["x"]).max() > 10:
            pose = agree.random_pose(rng, 1.0) if side else agree.random_pose(rng, 0.3)
        corners.append(triangles)
        vertices = triangles.reshape(-1, 3)
        meshes.append(abut.Mesh(vertices, np.arange(len(vertices)).reshape(-1, 3)))
        given_poses.append(abut.Pose(rotation=placed(pose)[0], translation=placed(pose)[1], scale=placed(pose)[2]))
        world.append([oracle.world(t, *placed(pose)) for t in triangles])
    squared = {(i, j): oracle.distance_squared(s, t) for i, s in enumerate(world[0]) for j, t in enumerate(world[1])}
    where = {"pose_a": given_poses[0], "pose_b": given_poses[1]}

    hits = abut.collide(*meshes, **where, details="points")
    touching = sorted(pair for pair, d in squared.items() if d == 0)
    assert [tuple(pair) for pair in hits.pairs.tolist()] == touching
    assert bool(hits) == bool(touching)
    for pair, row in zip(touching, hits.contacts):
        for point in row["points"][:row["point_count"]].tolist():
            at = [tuple(Fraction(x) for x in point)]
            for side in range(2):  # a corner of what they share is in both triangles, but for its rounding
                assert oracle.distance_squared(at, world[side][pair[side]]) <= Fraction(1, 10**28)

    d = abut.distance(*meshes, **where, details="points")
    least = min(squared.values())
    assert Fraction(d.lo) ** 2 <= least <= Fraction(d.hi) ** 2
    assert d.hi in (d.lo, math.nextafter(d.lo, math.inf))
    assert squared[d.pair] == least
    assert bool(hits) == (d.hi == 0)

    far = float(rng.random())
    near = abut.within(*meshes, far, **where)
    assert [tuple(pair) for pair in near.pairs.tolist()] == sorted(p for p, s in squared.items() if s <= Fraction(far) ** 2)
    assert bool(near) == (least <= Fraction(far) ** 2)

    way = rng.normal(size=3)
    first = abut.first_contact(*meshes, **where, motion_b=abut.Motion(way=way))
    if first.state == "free":
        times = [0.0, 0.37, 1.0]
    else:  # nothing before t_lo
        times = [first.t_lo * part for part in (0.0, 0.5, 0.999)] if first.t_lo > 0 else []
    for time in times:
        step = [Fraction(float(w)) * Fraction(time) for w in way]
        moved = [[tuple(x + s for x, s in zip(p, step)) for p in t] for t in world[1]]
        assert all(oracle.distance_squared(s, t) > 0 for s in world[0] for t in moved)


def test_the_identity_in_all_its_forms() -> None:
    a = abut.Mesh(agree.BOX, agree.BOX_FACES)
    b = abut.Mesh(agree.BOX + 0.5, agree.BOX_FACES)
    asked = [abut.collide(a, b, pose_b=pose, details="points").contacts.tobytes()
             for pose in (None, abut.Pose(), np.eye(4), np.eye(4, dtype=np.float32), np.eye(4)[:3], np.eye(4).tolist(),
                          abut.Pose(np.eye(4)), abut.Pose(rotation=np.zeros((3, 3))))]
    assert len(set(asked)) == 1
