"""How fast collide_batch is beside trimesh's manager, python-fcl and coal; what a call costs above C; import.

    python bench/batches.py [--poses 100000] [--quick] [--library FOLDER_OF_LIBABUT]

Each scene is a pair of meshes and so many poses. Answers are compared first; where they differ bench/peers.py tells
who is right. Then all run by turns, three times, and medians are told: nobody has a quieter machine. Ends with 1
where a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from typing import Any

import c_side
import numpy as np
import rivals
import scenes
from clock import Clock

import abut

BARS = {"trimesh": 20.0, "coal": 10.0}
TWO_THREADS, ABOVE_C, IMPORT = 1.9, 0.4e-6, 0.050


class Ours:
    """collide_batch on so many threads."""

    def __init__(self, a: scenes.Shape, b: scenes.Shape, threads: int) -> None:
        self.a, self.b, self.threads = a, b, threads
        self.name = f"abut {threads}"

    def ready(self, poses: scenes.Array) -> scenes.Array:
        return poses

    def run(self, poses: scenes.Array) -> rivals.Timed:
        clock = Clock()
        met = abut.collide_batch(self.a.mesh, self.b.mesh, poses, threads=self.threads)
        return np.asarray(met), clock.stop()


def scenes_of(shapes: list[scenes.Shape], count: int) -> list[tuple[str, scenes.Shape, scenes.Shape, scenes.Array]]:
    """Half of them in contact, apart, within an ulp of the first touch (a tenth as many: they take long), deep."""
    made = []
    for k, (i, j) in enumerate([(0, 1), (2, 3), (4, 5), (5, 5)]):
        a, b, rng = shapes[i], shapes[j], np.random.default_rng(k)
        near = np.tile(scenes.touching(rng, a, b, 1000), (max(1, count // 10_000), 1, 1))
        made += [
            ("half collide", a, b, scenes.half(rng, a, b, count)),
            ("apart", a, b, scenes.poses(rng, count, 2, 4)),
            ("touching", a, b, near),
            ("deep", a, b, scenes.half(rng, a, b, count, 0.95)),
        ]
    return made


def row(scene: tuple[str, scenes.Shape, scenes.Shape, scenes.Array], kinds: list[Any], rounds: int) -> dict[str, float]:
    """Time all by turns, and print a line. What a second thread brings is of the wall, all else of the processor."""
    name, a, b, poses = scene
    sides = [Ours(a, b, 1), Ours(a, b, 2), *(kind(a, b) for kind in kinds)]
    given = [side.ready(poses) for side in sides]
    clocks: dict[str, list[Clock]] = {side.name: [] for side in sides}
    answers = {}
    for _ in range(rounds):
        for side, ready in zip(sides, given):
            answers[side.name], clock = side.run(ready)
            clocks[side.name].append(clock)
    cpu = {side: statistics.median(c.cpu for c in took) for side, took in clocks.items()}
    wall = {side: min(c.wall for c in took) for side, took in clocks.items()}
    ours = answers["abut 1"]
    differ = " ".join(f"{side} {n}" for side, met in answers.items() if (n := int((met != ours).sum())))
    ratios = {side: cpu[side] / cpu["abut 1"] for side in cpu}
    ratios["abut 2"], work = wall["abut 1"] / wall["abut 2"], cpu["abut 2"] / cpu["abut 1"]
    cells = "".join(f"{cpu[side] / len(poses) * 1e6:11.3f}" for side in cpu if side != "abut 2")
    told = "".join(f"{ratios[side]:11.1f}" for side in list(cpu)[2:]) + f"{ratios['abut 2']:9.2f}{work:7.2f}"
    print(f"{a.name + ' ' + b.name:16}{name:13}{ours.mean():6.1%}{cells}{told}  {differ or '-'}", flush=True)
    return ratios


def batches(shapes: list[scenes.Shape], count: int, rounds: int) -> list[str]:
    kinds, absent = rivals.found([rivals.Trimesh, rivals.Fcl, rivals.Coal])
    for name in absent:
        print(f"{name} is not installed: not measured")
    names = [kind.name for kind in kinds]
    print(
        f"\n{count} poses of b; microseconds of the processor a pose, medians of {rounds}; times abut's;\n"
        f"what a 2nd thread brings by the wall, and how much work both do, times that of one"
    )
    columns = "".join(f"{n:>11}" for n in ["abut", *names, *(f"/{n}" for n in names)])
    print(f"{'pair':16}{'scene':13}{'hit':>6}{columns}{'2nd':>9}{'work':>7}  answers that differ")
    every = scenes_of(shapes, count)
    rows = [(scene[0], row(scene, kinds, rounds)) for scene in every]
    missed: list[str] = []
    if crowded():
        print(
            "\nother programs want the processors: what a 2nd thread brings cannot be told, and is not judged"
        )
    print("\nleast ratio of each kind of scene, and its bar:")
    for kind in dict.fromkeys(scene[0] for scene in every):
        least = {name: min(r[name] for k, r in rows if k == kind) for name in [*names, "abut 2"]}
        bars = {
            **({} if crowded() else {"abut 2": TWO_THREADS}),
            **{name: bar for name, bar in BARS.items() if name in names},
        }
        print(f"  {kind:13}" + ", ".join(f"{name} {least[name]:.2f} ({bar:g})" for name, bar in bars.items()))
        missed += [f"{kind}: {name} {least[name]:.2f}, bar {bar:g}" for name, bar in bars.items() if least[name] < bar]
    return missed


def crowded() -> bool:
    """Do other programs want the processors? This one has kept one or two of them busy for a while."""
    return os.getloadavg()[0] > 2.5 * (os.cpu_count() or 1) / 2


def floor(shapes: list[scenes.Shape], count: int) -> None:
    """What a pose costs each side when there is nothing to search: two triangles far apart."""
    triangle = scenes.Shape("triangle", np.eye(3), np.array([[0, 1, 2]], np.uint32))
    poses = scenes.poses(np.random.default_rng(5), count, 8, 9)
    sides = [
        Ours(triangle, triangle, 1),
        *(k(triangle, triangle) for k in rivals.found([rivals.Trimesh, rivals.Fcl, rivals.Coal])[0]),
    ]
    print("\nof that, the loop and the call alone (two single triangles, far apart), microseconds a pose:")
    print(
        "  "
        + ", ".join(
            f"{s.name} {statistics.median(s.run(r)[1].cpu for _ in range(3)) / count * 1e6:.3f}"
            for s in sides
            for r in [s.ready(poses)]
        )
    )


def single(a: scenes.Shape, b: scenes.Shape) -> None:
    """The manager of trimesh as it is mostly used."""
    if rivals.found([rivals.Trimesh])[0]:
        poses = scenes.half(np.random.default_rng(6), a, b, 50)
        met, clock = rivals.TrimeshSingle(a, b).run(poses)
        ours = np.asarray(abut.collide_batch(a.mesh, b.mesh, poses))
        print(
            f"\ntrimesh's in_collision_single, which makes the tree of {b.name} anew each time: "
            f"{clock.cpu / 50 * 1e6:.0f} us a pose; "
            + f"{int((met != ours).sum())} of 50 answers differ"
        )


def one_call(a: scenes.Shape, b: scenes.Shape, library: str | None) -> list[str]:
    """A call of abut.collide(limit=1) with the same poses as a loop in C has."""
    poses = scenes.poses(np.random.default_rng(7), 20000, 2, 3)
    program = c_side.built(library)
    if isinstance(program, str):
        print(f"\na call above C: not measured: {program}")
        return []
    objects, matrices, collide, mesh_a, mesh_b = (
        [abut.Pose(p) for p in poses],
        list(poses),
        abut.collide,
        a.mesh,
        b.mesh,
    )
    took: dict[str, list[float]] = {"C": [], "Pose": [], "matrix": []}
    for _ in range(7):
        took["C"].append(program.ask(a, b, poses, all_pairs=0).seconds)
        for name, given in (("Pose", objects), ("matrix", matrices)):
            clock = Clock()
            for pose in given:
                collide(mesh_a, mesh_b, pose_b=pose, limit=1)
            took[name].append(clock.stop().cpu)
    in_us = {name: statistics.median(times) / len(poses) * 1e6 for name, times in took.items()}
    print(
        f"\na call of collide(a, b, pose_b=, limit=1), {a.name} and {b.name} apart, microseconds: "
        + ", ".join(f"{name} {us:.3f}" for name, us in in_us.items())
    )
    above = (in_us["Pose"] - in_us["C"]) * 1e-6
    print(f"above C: a Pose {in_us['Pose'] - in_us['C']:.3f}, a matrix of numpy {in_us['matrix'] - in_us['C']:.3f}")
    return [f"a call: {above * 1e6:.2f} us above C, bar {ABOVE_C * 1e6:.1f}"] if above > ABOVE_C else []


def importing() -> list[str]:
    """import abut in a new interpreter, less what an empty one takes to start; and that numpy is not imported."""

    def clocked(code: str) -> float:
        before = os.times()
        subprocess.run([sys.executable, "-c", code], check=True)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    turns = [(clocked("import abut"), clocked("pass")) for _ in range(21)]
    took = statistics.mean(with_it - without for with_it, without in turns)  # the clock ticks each 10 ms
    numpy_too = subprocess.run(
        [sys.executable, "-c", "import abut, sys; sys.exit('numpy' in sys.modules)"], check=False
    ).returncode
    print(
        f"\nimport abut: {took * 1e3:.1f} ms of the processor, {'with' if numpy_too else 'without'} numpy"
    )
    return ([f"import: {took * 1e3:.0f} ms, bar {IMPORT * 1e3:.0f}"] if took > IMPORT else []) + [
        "import: numpy"
    ] * bool(numpy_too)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--poses", type=int, default=100_000)
    parser.add_argument("--quick", action="store_true", help="a tenth of the poses")
    parser.add_argument(
        "--library", help="the folder that has libabut.so, for the loop in C; default: build/release/lib"
    )
    args = parser.parse_args()
    count = args.poses // (10 if args.quick else 1)
    shapes, source = scenes.shapes()
    print(
        f"abut {abut.__version__}, Python {sys.version.split()[0]}, numpy {np.__version__}, "
        f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; {source}"
    )
    missed = batches(shapes, count, 3)
    floor(shapes, 20_000)
    single(shapes[0], shapes[1])
    missed += one_call(shapes[0], shapes[1], args.library) + importing()
    print("\n" + ("every bar is met" if not missed else "missed:\n  " + "\n  ".join(missed)))
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
