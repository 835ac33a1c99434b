"""The benchmarks of bench/: their judge is right, and they run."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import abut

np: Any = pytest.importorskip("numpy")
BENCH = Path(__file__).resolve().parents[1] / "bench"


@pytest.fixture(autouse=True)
def bench(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCH))
    monkeypatch.delenv("ABUT_DATA", raising=False)


def test_three_ways_agree_about_small_triangles() -> None:
    """Corners on a small grid: touching, coplanar and degenerate triangles are the rule there."""
    import exact
    import oracle

    rng, met = random.Random(26), 0
    for _ in range(150):
        a, b = ([[rng.randrange(-1, 3) for _ in range(3)] for _ in range(3)] for _ in range(2))
        judged = exact.meet(*(tuple(map(tuple, corners)) for corners in (a, b)))
        assert judged == (oracle.distance_squared(a, b) == 0), (a, b)
        assert judged == bool(abut.collide(*(abut.Mesh(corners, [(0, 1, 2)]) for corners in (a, b)))), (a, b)
        met += judged
    assert 30 < met < 120


def test_whole_numbers_hold_poses_exactly() -> None:
    """Two triangles that a pose brings to touch in a point, and one that an ulp keeps apart."""
    import exact
    import scenes

    one = scenes.Shape("one", np.array([[0.1, 0, 0], [1, 0, 0], [1, 1, 0]]), np.array([[0, 1, 2]], np.uint32))
    apart, touching = np.eye(4), np.eye(4)
    apart[0, 3], touching[0, 3] = (
        -0.9,
        np.nextafter(-0.9, 0),
    )  # in real numbers 1 - 0.9 is a little less than the double 0.1
    assert not exact.pair_meets(one, one, (0, 0), apart) and not exact.pairs_of(one, one, apart)
    assert exact.pair_meets(one, one, (0, 0), touching) and exact.pairs_of(one, one, touching) == {(0, 0)}
    assert list(abut.collide_batch(one.mesh, one.mesh, np.stack([apart, touching]))) == [False, True]


def test_the_comparison_runs_and_finds_abut_right(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("fcl", reason="python-fcl")
    import peers
    import rivals
    import scenes

    two = [shape for shape in scenes.generated() if shape.name in ("gear", "box")]
    for name in peers.SETS:
        tally = peers.one_set(name, two, [rivals.Fcl], None, 30, 6)
        assert tally.poses == 30 and tally.judged_poses >= 6 and tally.pairs > 0
        assert not [who for counter in (tally.wrong, tally.wrong_poses) for who, _ in counter if who == "abut"]
    assert "within an ulp of the first touch: 30 poses" in capsys.readouterr().out


def test_the_judge_blames_whoever_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rival that says the contrary of everything is found out."""
    pytest.importorskip("fcl", reason="python-fcl")
    import peers
    import rivals
    import scenes

    class Liar(rivals.Fcl):
        name = "liar"

        def run(self, transforms: Any) -> Any:
            met, clock = super().run(transforms)
            return ~met, clock

    tally = peers.one_set("random", [shape for shape in scenes.generated() if shape.name == "box"], [Liar], None, 20, 1)
    assert sum(n for (who, _), n in tally.wrong_poses.items() if who == "liar") == 20
    assert not any(who == "abut" for who, _ in tally.wrong_poses)


def test_the_numbers_of_the_page_are_those_recorded() -> None:
    root = BENCH.parents[2]
    words = (root / "docs/notes/python.md").read_text()
    recorded = (root / "bench/results/python-peers.txt").read_text()
    near = recorded[recorded.index("within an ulp") :]
    for who in ("abut", "python-fcl", "coal"):
        row = re.search(rf"^  {who} +(\d+) +(\d+) ", near, re.M)
        assert row and f"{who} {int(row[1]) + int(row[2]):,}" in words.replace("abut 0 wrong", "abut 0")
