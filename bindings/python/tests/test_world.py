"""Worlds against questions about two meshes at a time: every pair, every survey, and what is said of some of them."""

from __future__ import annotations

import gc
import itertools
import os
import signal
import threading
import time
import weakref
from typing import Any

import numpy as np
import pytest

import abut

SURVEYS = ["contacts", "counts", "regions", "relations", "boxes", "clearances", "distances"]


def shapes() -> list[Any]:
    """A cube, a tetrahedron, a triangle, and a slab of many triangles: the first two are closed."""
    corners = np.array(list(itertools.product((0.0, 1.0), repeat=3)))
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    cube = abut.Mesh(corners, [t for q in quads for t in ((q[0], q[1], q[2]), (q[0], q[2], q[3]))])
    tetra = abut.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])
    tile = abut.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
    n = 12
    grid = np.array([(x / n, y / n, 0.05 * ((x * y) % 3)) for y in range(n + 1) for x in range(n + 1)])
    cells = [(y * (n + 1) + x, y * (n + 1) + x + 1, (y + 1) * (n + 1) + x) for y in range(n) for x in range(n)]
    slab = abut.Mesh(grid, np.array([t for a, b, c in cells for t in ((a, b, c), (b, c + 1, c))]))
    return [cube, tetra, tile, slab]


class Scene:
    """A world, and beside it what is in it: to be asked pair by pair."""

    def __init__(self, seed: int, count: int = 14, **options: Any) -> None:
        self.random = np.random.default_rng(seed)
        self.world = abut.World(**options)
        self.things: dict[int, tuple[Any, Any]] = {}
        self.margins: dict[int, float] = {}
        for _ in range(count):
            self.add()

    def pose(self) -> Any:
        """Half of them on a grid, so that many touch; some far away."""
        at = self.random.integers(0, 3, 3) * 0.5 if self.random.random() < 0.5 else self.random.uniform(0, 3, 3)
        degrees = 90.0 * int(self.random.integers(4)) if self.random.random() < 0.5 else float(self.random.uniform(0, 360))
        return abut.Pose(axis=self.random.normal(size=3), degrees=degrees, translation=at, scale=float(self.random.choice([1, 1, 0.25])))

    def add(self) -> int:
        mesh, pose, margin = SHAPES[self.random.integers(len(SHAPES))], self.pose(), float(self.random.choice([0, 0.125, 0.5]))
        id = self.world.add(mesh, pose, margin=margin, name=f"thing {len(self.things)}")
        self.things[id] = mesh, pose
        self.margins[id] = margin
        return id

    def move(self, id: int) -> None:
        self.things[id] = self.things[id][0], self.pose()
        self.world.move(id, self.things[id][1])

    def remove(self, id: int) -> None:
        self.world.remove(id)
        del self.things[id]

    def ask(self, question: Any, i: int, j: int, *more: Any, **options: Any) -> Any:
        return question(self.things[i][0], self.things[j][0], *more, pose_a=self.things[i][1], pose_b=self.things[j][1], **options)

    def all_pairs(self) -> list[tuple[int, int]]:
        return list(itertools.combinations(sorted(self.things), 2))

    def in_contact(self, allowed: Any = lambda i, j: True) -> list[list[int]]:
        return [[i, j] for i, j in self.all_pairs() if allowed(i, j) and self.ask(abut.collide, i, j)]


SHAPES = shapes()


def box_of(mesh: Any, pose: Any) -> tuple[Any, Any]:
    """The box of its own box's corners, as a world has it."""
    ends = mesh.bounds
    corners = np.array([[ends[i][k] for k, i in enumerate(bits)] for bits in itertools.product((0, 1), repeat=3)])
    placed = corners @ pose.matrix[:3, :3].T + pose.matrix[:3, 3]
    return placed.min(0), placed.max(0)


def check(scene: Scene, survey: Any) -> None:
    """One survey of a scene, row by row."""
    told = scene.world.collide(survey)
    rows = {tuple(pair): i for i, pair in enumerate(told.pairs.tolist())}
    assert told.pairs.tolist() == sorted(told.pairs.tolist()) and len(told) == len(rows)
    assert told.complete and len(told.undecided) == 0
    assert (told.clashes is None) == (survey in ("contacts", "boxes", "distances"))
    assert (told.gaps is None) == (survey not in ("clearances", "distances"))
    worst = set()
    for i, j in scene.all_pairs():
        contacts = scene.ask(abut.collide, i, j, details="points")
        row = rows.get((i, j))
        relation = scene.ask(abut.contain, i, j).relation
        margin = scene.margins[i] + scene.margins[j]
        close = scene.ask(abut.within, i, j, margin)
        worst.add(close.band)
        if survey == "boxes":
            (a_low, a_high), (b_low, b_high) = (box_of(*scene.things[k]) for k in (i, j))
            assert row is not None or not contacts
            if (a_low > b_high + 1e-9).any() or (b_low > a_high + 1e-9).any():
                assert row is None
            continue
        expected = {"relations": relation != "separate", "clearances": bool(close), "distances": True}.get(survey, bool(contacts))
        assert (row is not None) == expected, (survey, i, j)
        if row is None:
            continue
        if told.clashes is not None and (survey != "clearances" or contacts):
            clash = told.clashes[row]
            assert clash["count"] == len(contacts) and clash["complete"] == 1
            assert list(clash["kind_count"]) == [int((contacts.kinds == kind).sum()) for kind in range(4)]
            if survey != "counts" and contacts:
                assert np.allclose(clash["low"], contacts.points.min(0), atol=1e-12)
                assert np.allclose(clash["high"], contacts.points.max(0), atol=1e-12)
            if survey == "relations":
                assert abut.Relation(clash["relation"]).text == relation
        if told.gaps is not None:
            gap, distance = told.gaps[row], scene.ask(abut.distance, i, j)
            assert (gap["lo"], gap["hi"]) == (distance.lo, distance.hi)
            assert abut.Band(gap["band"]).text == close.band
    if told.gaps is not None:
        assert told.band == next(band for band in ("contact", "close", "clear") if band in worst)
        assert bool(told) == (told.band != "clear")
    elif survey != "boxes":
        assert told.state == ("contact" if scene.in_contact() else "apart") and bool(told) == bool(scene.in_contact())


@pytest.mark.parametrize("survey", SURVEYS)
@pytest.mark.parametrize("seed", range(4))
def test_every_survey_tells_what_pairs_tell(survey: str, seed: int) -> None:
    scene = Scene(seed, threads=1 + seed % 2)
    check(scene, survey)
    for step in range(3):
        ids = sorted(scene.things)
        for id in scene.random.choice(ids, 5, replace=False).tolist():
            scene.remove(id) if scene.random.random() < 0.3 else scene.move(id)
        for _ in range(step):
            scene.add()
        check(scene, survey)


def test_ids_names_and_meshes() -> None:
    world = abut.World()
    ids = [world.add(SHAPES[i], name=("name", i)) for i in range(3)]
    assert ids == [0, 1, 2] == list(world) and len(world) == 3 and 2 in world and 3 not in world
    assert [world.name(i) for i in ids] == [("name", i) for i in ids] and world.mesh(1) is SHAPES[1]
    world.remove(1)
    assert list(world) == [0, 2] and 1 not in world and repr(world) == "<World: 2 meshes>"
    assert world.add(SHAPES[3]) == 1 and world.name(1) is None
    pose = abut.Pose(axis=(0, 0, 1), degrees=30, translation=(1, 2, 3), scale=2)
    world.move(1, pose)
    assert world.pose(1) == pose and np.array_equal(world.pose(0).matrix, np.eye(4))
    world.move(int(np.uint32(1)), pose.matrix[:3])
    assert np.allclose(world.pose(1).matrix, pose.matrix, atol=1e-15)


def test_groups_and_ignored_pairs() -> None:
    scene = Scene(5, 16)
    groups = {id: (int(scene.random.integers(1, 8)), int(scene.random.integers(1, 8))) for id in scene.things}
    for id, (of, against) in groups.items():
        scene.world.group(id, of, against)
    allowed = scene.in_contact(lambda i, j: groups[i][0] & groups[j][1] and groups[j][0] & groups[i][1])
    assert scene.world.collide().pairs.tolist() == allowed != scene.in_contact()
    left_out = allowed[::2]
    scene.world.ignore(np.array(left_out)[:, ::-1])
    assert scene.world.collide().pairs.tolist() == [pair for pair in allowed if pair not in left_out]
    scene.world.ignore([])
    assert scene.world.collide().pairs.tolist() == allowed
    scene.world.group(0, 0, 2**32 - 1)
    assert scene.world.collide().pairs.tolist() == [pair for pair in allowed if 0 not in pair]


def test_margins_of_pairs_and_strict() -> None:
    tile = SHAPES[2]
    world = abut.World()
    for x in (0, 2, 4.5):  # 1 and 1.5 apart
        world.add(tile, abut.Pose(translation=(x, 0, 0)), margin=0.5)
    assert world.collide("clearances").pairs.tolist() == [[0, 1]]
    world.strict(True)
    assert world.collide("clearances").pairs.tolist() == [] and not world.collide("clearances")
    world.strict(False)
    world.pair_margins([(2, 1), (0, 1)], [1.5, 0.25])
    told = world.collide("clearances")
    assert told.pairs.tolist() == [[1, 2]] and told.band == "close" and told and told.state == "apart"
    world.margin(0, 5.0)
    world.pair_margins([], [])
    assert world.collide("clearances").pairs.tolist() == [[0, 1], [0, 2]]


def test_frames_move_parts_as_one() -> None:
    plain, framed = abut.World(), abut.World()
    quarter = abut.Pose(axis=(0, 0, 1), degrees=90, translation=(1e6, 1 / 3, 7))  # 0.1 + 1e6 would be rounded
    for x in (0, 1, 2.5):
        plain.add(SHAPES[0], abut.Pose(translation=(x, 0.1, 0)))
        framed.add(SHAPES[0], abut.Pose(translation=(x, 0.1, 0)), frame=quarter)
    assert framed.collide("distances").gaps["hi"].tolist() == plain.collide("distances").gaps["hi"].tolist() == [0, 1.5, 0.5]
    for id in framed:
        framed.frame(id, abut.Pose(axis=(1, 2, 3), degrees=33.0, translation=(1e6, 1 / 3, 7)))
    assert framed.collide("counts").clashes.tobytes() == plain.collide("counts").clashes.tobytes()
    assert framed.pose(2) == plain.pose(2)  # in its frame
    framed.frame(2, None)
    assert framed.collide("distances").gaps["hi"][1] > 1e5


def test_limits_coherence_and_what_is_undecided() -> None:
    scene = Scene(7, 24)
    every = scene.in_contact()
    first = scene.world.collide(limit=1)
    assert first.pairs.tolist() == every[:1] and not first.complete and "at least 1 pair" in repr(first)
    for _ in range(3):
        assert scene.world.collide(coherent=True).pairs.tolist() == scene.in_contact()
        scene.move(0)
    starved = scene.world.collide("counts", budget=1)
    told = starved.pairs.tolist() + starved.undecided.tolist()
    assert len(starved.undecided) and not starved.complete and all(pair in told for pair in scene.in_contact())
    boxes = scene.world.collide("boxes")
    with pytest.raises(ValueError, match="undecided"):
        bool(boxes)


@pytest.mark.parametrize("seed", range(6))
def test_sweeps_tell_what_first_contact_tells(seed: int) -> None:
    scene = Scene(10 + seed, 9)
    motions: dict[int, Any] = dict.fromkeys(scene.things)
    for id in list(motions)[: 6 - seed % 2]:
        way = scene.random.uniform(-2, 2, 3)
        turns = scene.random.random() < 0.5
        motions[id] = abut.Motion(way=way, axis=(0, 1, 1), degrees=80.0, pivot=(1, 1, 1)) if turns else abut.Motion(way=way)
        scene.world.motion(id, motions[id])
    separation = 0.1 if seed % 3 == 2 else 0.0
    told = scene.world.sweep(separation=separation)
    expected = {}
    for i, j in scene.all_pairs():
        first = scene.ask(abut.first_contact, i, j, motion_a=motions[i], motion_b=motions[j], separation=separation)
        if first.state != "free":
            expected[i, j] = first
    assert {tuple(pair) for pair in told.pairs.tolist()} == set(expected)
    for (i, j), row in zip(told.pairs.tolist(), told.firsts):
        first = expected[i, j]
        assert abut.MotionState(row["state"]).text == first.state
        assert (row["t_lo"], row["t_hi"]) == (first.t_lo, first.t_hi) or abs(row["t_lo"] - first.t_lo) < 1e-6
    order = told.firsts["t_lo"].tolist()
    assert order == sorted(order) and told.t_lo == (order[0] if order else 1) and bool(told) == bool(expected)
    earliest = scene.world.sweep(separation=separation, earliest=True)
    assert len(earliest) == min(1, len(expected)) and abs(earliest.t_lo - told.t_lo) < 1e-6
    assert earliest.pairs.tolist() == told.pairs.tolist()[:1] or order[1] - order[0] < 1e-6
    for id in motions:
        scene.world.motion(id, None)
    if not separation:
        assert sorted(scene.world.sweep().pairs.tolist()) == scene.in_contact()


def test_meshes_live_as_long_as_they_are_needed() -> None:
    world = abut.World()
    mesh: Any = abut.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
    gone = weakref.ref(mesh)
    ids = [world.add(mesh, abut.Pose(translation=(0.25 * i, 0, 0))) for i in range(3)]
    del mesh
    gc.collect()
    assert gone() is not None and len(world.collide()) == 3
    world.remove(ids[0])
    world.remove(ids[2])
    assert gone() is not None
    world.remove(ids[1])
    assert gone() is None
    again: Any = abut.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
    gone = weakref.ref(again)
    world.add(again)
    del again, world
    gc.collect()
    assert gone() is None


def test_an_add_that_fails_adds_nobody() -> None:
    world = abut.World()
    world.add(SHAPES[2])
    for wrong in ({"margin": -1.0}, {"pose": np.diag([1.0, 2, 1, 1])}, {"frame": np.full((4, 4), np.nan)}):
        with pytest.raises(abut.Error):
            world.add(SHAPES[0], **wrong)  # type: ignore[arg-type]
        assert len(world) == 1 and len(world.collide("boxes")) == 0
    assert world.add(SHAPES[0]) == 1


def test_errors_say_what_is_wrong() -> None:
    world = abut.World()
    world.add(SHAPES[2])
    for call in (world.remove, world.mesh, world.name, world.pose, lambda id: world.move(id, None), lambda id: world.margin(id, 1.0)):
        for id in (1, -1, 2**32, "x"):
            with pytest.raises(KeyError, match="there is no id"):
                call(id)  # type: ignore[operator]
    with pytest.raises(TypeError, match="an abut.Mesh is wanted"):
        world.add(7)  # type: ignore[arg-type]
    with pytest.raises(abut.Error, match="id"):
        world.ignore([(0, 1)])
    with pytest.raises(ValueError, match="margins: 1 are wanted, not 2"):
        world.pair_margins([(0, 0)], [1, 2])
    with pytest.raises(ValueError, match="survey: one of contacts"):
        world.collide("everything")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="no option 'colour'"):
        world.collide(colour=1)  # type: ignore[call-arg]
    with pytest.raises(abut.Error) as refused:
        world.collide("relations", budget=5)
    assert refused.value.name == "BAD_COMBINATION"
    with pytest.raises(ValueError, match="groups: 32 bits"):
        world.group(0, -1, 1)
    with pytest.raises(TypeError, match="abut.Motion is wanted"):
        world.motion(0, abut.Pose())  # type: ignore[arg-type]
    with pytest.raises(abut.Error) as mixed:
        world.add(abut.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)], method="brute"))
    assert mixed.value.name == "MIXED_METHODS" and len(world) == 1


def long_world(threads: int = 1) -> Any:
    """A world whose survey of distances takes a second or so."""
    world = abut.World(threads=threads)
    for i in range(260):
        world.add(SHAPES[3], abut.Pose(axis=(1, 1, 0.1 * i), degrees=11.0 * i, translation=(0.5 * (i % 7), 0.5 * (i % 5), 0.5 * (i % 11))))
    return world


def test_one_call_at_a_time() -> None:
    world = long_world()
    refused: list[str] = []

    def intrude(fraction: float) -> None:
        for call in (world.collide, lambda: world.move(0, None), lambda: world.remove(1), lambda: world.ignore([]), lambda: world.pose(0)):
            try:
                call()
            except RuntimeError as error:
                refused.append(str(error))
        raise StopIteration

    with pytest.raises(StopIteration):  # what progress raises ends the call
        world.collide("distances", progress=intrude)
    assert len(refused) == 5 and all("one at a time" in text for text in refused)
    assert len(world) == 260
    world.move(0, None)
    assert world.collide()  # and the world works on


@pytest.mark.thread_unsafe(reason="a signal comes to the main thread")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_survey(threads: int) -> None:
    world = long_world(threads)
    ended = time.process_time()  # however busy the machine is
    timer = threading.Timer(0.15, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(100):  # a minute or so of the processor
            world.collide("distances")
    assert time.process_time() - ended < 10 and world.collide()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.thread_unsafe(reason="it forks")
def test_a_world_works_after_a_fork() -> None:
    world = Scene(50, 20, threads=2).world
    before = world.collide("counts").clashes.tobytes()
    child = os.fork()
    if child == 0:
        signal.alarm(20)  # it must not hang
        os._exit(0 if world.collide("counts").clashes.tobytes() == before else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert world.collide("counts").clashes.tobytes() == before


@pytest.mark.thread_unsafe(reason="it makes threads of its own")
def test_threads_in_one_world_never_crash() -> None:
    world = Scene(20, 40).world
    ids = list(world)
    outcomes: list[str] = []

    def work(seed: int) -> None:
        random = np.random.default_rng(seed)
        for _ in range(150):
            try:
                if random.random() < 0.5:
                    world.move(int(random.choice(ids)), abut.Pose(translation=random.uniform(0, 3, 3)))
                else:
                    world.collide("counts")
                outcomes.append("done")
            except RuntimeError as error:
                outcomes.append(str(error))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == 600 and set(outcomes) <= {"done", "World: another call is in it, and it takes one at a time"}
    assert "done" in outcomes and len(world.collide("distances")) == 40 * 39 // 2


@pytest.mark.thread_unsafe(reason="it makes threads of its own")
def test_worlds_of_threads_share_meshes() -> None:
    told: dict[int, Any] = {}

    def work(seed: int) -> None:
        told[seed] = [Scene(30, 20).world.collide("counts").clashes.tobytes() for _ in range(5)]

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({answer for answers in told.values() for answer in answers}) == 1 and len(told) == 4


def test_options_of_surveys_reach_the_library() -> None:
    world = long_world()
    first = world.collide("counts", coherent=True)
    assert world.collide("counts", coherent=True).volume_tests < 0.75 * first.volume_tests
    assert first.clashes is not None and first.clashes.tobytes() == world.collide("counts", coherent=True).clashes.tobytes()
    hurried = world.collide("counts", deadline=1.0)  # a microsecond
    assert not hurried.complete and len(hurried.undecided) and not first.undecided.tolist()
    assert len(world.collide(limit=3)) == 3


def test_options_of_sweeps_reach_the_library() -> None:
    world = abut.World()
    world.add(SHAPES[0])
    turning = world.add(SHAPES[1], abut.Pose(translation=(3.1, 0.2, 0.3)))
    world.motion(turning, abut.Motion(way=(-3, 0, 0), axis=(1, 2, 3), degrees=100, pivot=(3.5, 0.5, 0.5)))
    widths = [float(told["t_hi"] - told["t_lo"]) for told in (world.sweep(resolution=r).firsts[0] for r in (1e-2, 1e-9))]
    assert widths[1] <= 1e-9 < widths[0] <= 1e-2
    points = [world.sweep(details=d).firsts[0]["a_point"].tolist() for d in (None, "points")]
    assert points[0] == [0, 0, 0] and points[1][0] == pytest.approx(1, abs=1e-6)  # on the cube's side
    assert world.sweep(any=True).intervals < world.sweep().intervals
    for starved in (world.sweep(budget=1), world.sweep(deadline=1e-3)):
        assert starved.state == "undecided" and not starved.complete
        with pytest.raises(ValueError, match="undecided"):
            bool(starved)
