"""The same poses from C, Python, python-fcl and coal; where they differ the exact answer says who is right.

    python bench/peers.py [--poses 100000] [--quick] [--library FOLDER_OF_LIBABUT]

Six meshes, each with each and with itself: 21 pairs. Three sets of poses: random ones, of which about half collide;
ones within an ulp of the first touch, where rounding decides; and ones not so near to it. Of some poses all pairs
of triangles are compared, too. Of each difference an oracle in whole numbers of any length (exact.py) decides: of a
pose by brute force, of a pair of triangles by that pair. Some poses and pairs that nobody differs about are judged
as well. Ends with 1 where abut is wrong, in C or in Python.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import c_side
import exact
import numpy as np
import rivals
import scenes

import abut

MOST_PAIRS = 1_000_000  # a rival is asked for so many contacts


class Tally:
    """What one set of poses has shown."""

    def __init__(self) -> None:
        self.poses = self.hits = self.listed = self.pairs = 0
        self.judged_poses = self.judged_pairs = 0
        self.wrong: Counter[tuple[str, str]] = Counter()  # (who, how)
        self.wrong_poses: Counter[tuple[str, str]] = Counter()
        self.examples: dict[tuple[str, str], str] = {}
        self.flat: Counter[str] = Counter()  # of the wrong pairs, those in which a triangle has no area
        self.gap: dict[str, float] = {}  # how far apart meshes were that somebody held for colliding

    def blame(self, counter: Counter[tuple[str, str]], who: str, how: str, example: str) -> None:
        counter[who, how] += 1
        self.examples.setdefault((who, how), example)


class Sides:
    """All that answer about one pair of meshes."""

    def __init__(self, a: scenes.Shape, b: scenes.Shape, kinds: list[Any], program: c_side.Program | None) -> None:
        self.a, self.b, self.program = a, b, program
        self.rivals = [kind(a, b) for kind in kinds]

    def ask(self, poses: scenes.Array, listed: int) -> tuple[dict[str, scenes.Array], dict[str, list[rivals.Pairs]]]:
        """Who says which poses collide; and which pairs of triangles those that are listed have."""
        met = {"abut": np.asarray(abut.collide_batch(self.a.mesh, self.b.mesh, poses))}
        pairs = {"abut": [as_set(abut.collide(self.a.mesh, self.b.mesh, pose_b=pose).pairs) for pose in poses[:listed]]}
        if self.program:
            said = self.program.ask(self.a, self.b, poses, listed)
            met["abut in C"], pairs["abut in C"] = said.met, said.pairs
        for rival in self.rivals:
            given = rival.ready(poses)
            met[rival.name] = rival.run(given)[0]
            pairs[rival.name] = [rival.pairs(transform, MOST_PAIRS) for transform in given[:listed]]
        return met, pairs


def as_set(pairs: Any) -> rivals.Pairs:
    return {(int(i), int(j)) for i, j in pairs}


def judge_poses(tally: Tally, sides: Sides, poses: scenes.Array, met: dict[str, scenes.Array], also: int) -> None:
    """Of each pose they differ about, and of some others, tell who is right: by brute force."""
    said = np.stack(list(met.values()))
    differ = np.flatnonzero((said != said[0]).any(axis=0))
    agreed = np.flatnonzero(~(said != said[0]).any(axis=0))[:also]
    for i in [*differ, *agreed]:
        truth = bool(exact.pairs_of(sides.a, sides.b, poses[i], any_will_do=True))
        tally.judged_poses += 1
        for who, answers in met.items():
            if answers[i] != truth:
                how = "misses the contact" if truth else "invents one"
                tally.blame(tally.wrong_poses, who, how, f"{sides.a.name} and {sides.b.name}, pose {i}")
                if not truth:
                    gap = abut.distance(sides.a.mesh, sides.b.mesh, pose_b=poses[i]).lo
                    tally.gap[who] = max(gap, tally.gap.get(who, 0.0))


def judge_pairs(
    tally: Tally, sides: Sides, poses: scenes.Array, pairs: dict[str, list[rivals.Pairs]], also: int
) -> None:
    """Of each pair of triangles they differ about, and of some others, tell who is right."""
    for i, every in enumerate(zip(*pairs.values())):
        tally.pairs += len(every[0])
        union, common = set().union(*every), set.intersection(*every)
        for pair in [*sorted(union - common), *sorted(common)[:also]]:
            truth = exact.pair_meets(sides.a, sides.b, pair, poses[i])
            tally.judged_pairs += 1
            for who, theirs in zip(pairs, every):
                if (pair in theirs) != truth:
                    how = "misses the pair" if truth else "invents the pair"
                    tally.blame(
                        tally.wrong,
                        who,
                        how,
                        f"{sides.a.name} and {sides.b.name}, pose {i}, triangles {pair[0]} and {pair[1]}",
                    )
                    tally.flat[who] += exact.is_flat(sides.a, pair[0]) or exact.is_flat(sides.b, pair[1])


def judge_all(tally: Tally, sides: Sides, poses: scenes.Array, pairs: list[rivals.Pairs]) -> None:
    """Of a few poses all pairs of abut against all pairs of the oracle: what nobody has found would show."""
    for i, ours in enumerate(pairs):
        truth = exact.pairs_of(sides.a, sides.b, poses[i])
        tally.judged_pairs += len(truth | ours)
        for pair in truth ^ ours:
            how = "misses the pair" if pair in truth else "invents the pair"
            tally.blame(tally.wrong, "abut", how, f"{sides.a.name} and {sides.b.name}, pose {i}, triangles {pair}")


SETS = {
    "random": scenes.half,
    "within an ulp of the first touch": scenes.touching,
    "10^-12 to 10^-5 of the way from the first touch": scenes.near_touching,
}


def one_set(
    name: str, shapes: list[scenes.Shape], kinds: list[Any], program: c_side.Program | None, count: int, listed: int
) -> Tally:
    """All 21 pairs of meshes with their share of the poses."""
    tally, couples = Tally(), list(combinations_with_replacement(shapes, 2))
    for k, (a, b) in enumerate(couples):
        rng = np.random.default_rng(100 + k)
        share, lists = (n // len(couples) + (k < n % len(couples)) for n in (count, listed))
        poses = SETS[name](rng, a, b, share)
        sides = Sides(a, b, kinds, program)
        met, pairs = sides.ask(poses, lists)
        tally.poses += share
        tally.hits += int(met["abut"].sum())
        tally.listed += lists
        judge_poses(tally, sides, poses, met, 2)
        judge_pairs(tally, sides, poses, pairs, 2)
        judge_all(tally, sides, poses, pairs["abut"][:2])
    report(name, tally, ["abut", *(["abut in C"] if program else []), *(kind.name for kind in kinds)])
    return tally


def report(name: str, tally: Tally, names: list[str]) -> None:
    print(
        f"\n{name}: {tally.poses} poses, {tally.hits} of them collide; of {tally.listed} "
        f"poses all {tally.pairs} pairs of triangles"
    )
    print(f"judged exactly: {tally.judged_poses} poses, {tally.judged_pairs} pairs")
    print(
        f"  {'wrong':12}{'poses: missed':>15}{'invented':>10}{'as far apart as':>17}"
        f"{'pairs: missed':>16}{'invented':>10}"
    )
    for who in names:
        cells = [
            tally.wrong_poses[who, "misses the contact"],
            tally.wrong_poses[who, "invents one"],
            tally.wrong[who, "misses the pair"],
            tally.wrong[who, "invents the pair"],
        ]
        gap = f"{tally.gap[who]:.1e}" if who in tally.gap else "-"
        print(f"  {who:12}{cells[0]:15}{cells[1]:10}{gap:>17}{cells[2]:16}{cells[3]:10}")
    for who, count in tally.flat.items():
        if count:
            print(
                f"  in {count} of the pairs that {who} has wrong a triangle has no area: is a segment or a point"
            )
    for (who, how), example in sorted(tally.examples.items()):
        print(f"  {who} {how}, the first time: {example}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--poses", type=int, default=100_000, help="random ones; a fiftieth as many near the first touch"
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of the poses")
    parser.add_argument("--library", help="the folder that has libabut.so; default: build/release/lib")
    args = parser.parse_args()
    count = args.poses // (10 if args.quick else 1)
    shapes, source = scenes.shapes()
    kinds, absent = rivals.found([rivals.Fcl, rivals.Coal, rivals.CoalFine])
    program = c_side.built(args.library)
    print(
        f"abut {abut.__version__}, Python {sys.version.split()[0]}; {source}: "
        + ", ".join(f"{s.name} {len(s.faces)}" for s in shapes)
        + " triangles"
    )
    for name in absent:
        print(f"{name} is not installed: not compared")
    if isinstance(program, str):
        print(f"C: not compared: {program}")
    sides = None if isinstance(program, str) else program
    tallies = [
        one_set(name, shapes, kinds, sides, count if name == "random" else count // 50, count // 200) for name in SETS
    ]
    wrong = sum(
        n for t in tallies for c in (t.wrong, t.wrong_poses) for (who, _), n in c.items() if who.startswith("abut")
    )
    print(f"\nabut is wrong {wrong} times")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
