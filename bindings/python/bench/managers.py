"""Compare abut.trimesh with trimesh.collision on python-fcl: first the answers, then the time, in one process.

    python managers.py [--objects 10,100,1000] [--repeat 3]

It needs trimesh and python-fcl, and ABUT_DATA for real models.

Scenes are spheres (convex), tori (not convex) and real models in random places, some of which collide. Each answer is
compared before anything is timed; a difference is looked at with the exact answer and told. The last column is how
often faster abut is.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import logging
import os
import sys
import time
from pathlib import Path

import numpy as np
import trimesh
import trimesh.collision

import abut
import abut.trimesh


def rigid(rng, size):
    """A random pose that float32 holds bit by bit, so that python-fcl is asked the same."""
    matrix = trimesh.transformations.random_rotation_matrix(rng.random(3))
    matrix[:3, 3] = rng.random(3) * size
    return matrix.astype(np.float32).astype(np.float64)


def real_models():
    """Real models of ABUT_DATA that are not too large to be put a hundred times."""
    folder = os.environ.get("ABUT_DATA")
    if not folder:
        print("ABUT_DATA is not set: no real models")
        return []
    found = []
    for path in sorted(p for p in Path(folder).rglob("*") if p.suffix in (".obj", ".ply", ".off", ".stl")):
        if not 10_000 < path.stat().st_size < 1_500_000:
            continue
        with contextlib.redirect_stderr(io.StringIO()):  # of textures that are not there
            mesh = trimesh.load(path, force="mesh", process=False)
        if 200 < len(mesh.faces) < 20_000 and np.isfinite(mesh.vertices).all():
            mesh.apply_translation(-mesh.bounds.mean(axis=0))
            mesh.apply_scale(2 / mesh.extents.max())
            mesh.vertices = np.asarray(mesh.vertices, dtype=np.float32).astype(np.float64)
            found.append(mesh)
    return found[:8]


class Scene:
    def __init__(self, kind, meshes, count, rng):
        self.kind, self.count = kind, count
        size = 2.6 * count ** (1 / 3)

        def some(prefix, count):
            return [(f"{prefix}{i:04d}", meshes[i % len(meshes)], rigid(rng, size)) for i in range(count)]

        self.placed, self.other = some("", count), some("o", max(10, count // 10))
        self.probes = [(mesh, pose) for _, mesh, pose in some("", 20)]

    def fill(self, module, objects):
        manager = module.CollisionManager()
        for name, mesh, pose in objects:
            manager.add_object(name, mesh, pose)
        return manager


def questions(scene):
    """name -> a function of (manager, other) that asks, and gives what can be compared."""
    name, _, pose = scene.placed[scene.count // 2]

    def move(manager):  # so that no answer can be that of the last question; always to the same place
        aside = pose.copy()
        aside[0, 3] += 4
        manager.set_transform(name, aside)
        manager.set_transform(name, pose)

    return {
        "move, internal": lambda m, o: (move(m), m.in_collision_internal())[1],
        "move, names": lambda m, o: (move(m), m.in_collision_internal(return_names=True))[1],
        "single": lambda m, o: [m.in_collision_single(mesh, pose) for mesh, pose in scene.probes],
        "single names": lambda m, o: [m.in_collision_single(*probe, return_names=True) for probe in scene.probes],
        "other names": lambda m, o: m.in_collision_other(o, return_names=True),
        "distance single": lambda m, o: [m.min_distance_single(mesh, pose) for mesh, pose in scene.probes],
    }


def timed(function, repeat):
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        function()
        best = min(best, time.perf_counter() - start)
    return best


def differences(name, ours, theirs):
    """What is not the same, in words. FCL ends the search for a distance of convex objects at 1e-6, and says a depth of
    others which is one of triangles: so of what collides only the sign is compared.
    """
    if name == "distance single":
        return [f"probe {i}: {a!r}, {b!r}" for i, (a, b) in enumerate(zip(ours, theirs))
                if not (a == b or (a > 0 and abs(a - b) <= 1e-6) or (a <= 0 and b <= 0))]
    pairs = [(ours, theirs)] if not isinstance(ours, list) else list(zip(ours, theirs))
    found = []
    for i, (a, b) in enumerate(pairs):
        if a == b:
            continue
        more = f": only abut {sorted(a[1] - b[1])}, only FCL {sorted(b[1] - a[1])}" if isinstance(a, tuple) else ""
        found.append(f"answer {i}{more or f': {a}, {b}'}")
    return found


def bench(scene, repeat):
    print(f"\n{scene.count} {scene.kind}")
    made = {}
    for module in (abut.trimesh, trimesh.collision):
        start = time.perf_counter()
        made[module] = scene.fill(module, scene.placed), scene.fill(module, scene.other)
        made[module] += (time.perf_counter() - start,)
    ours, theirs = made[abut.trimesh], made[trimesh.collision]
    rows = [("add", ours[2], theirs[2])]
    wrong = 0
    for name, ask in questions(scene).items():
        a, b = ask(*ours[:2]), ask(*theirs[:2])
        for line in differences(name, a, b):
            wrong += 1
            print(f"  {name} differs: {line}")
        rows.append((name, timed(lambda: ask(*ours[:2]), repeat), timed(lambda: ask(*theirs[:2]), repeat)))
    print(f"  {'':16} {'abut ms':>10} {'trimesh ms':>10} {'ratio':>7}")
    for name, mine, fcl in rows:
        print(f"  {name:16} {mine * 1e3:10.3f} {fcl * 1e3:10.3f} {fcl / mine:7.1f}")
    return wrong


def rounding(rng):
    """Poses that float32 cannot hold: how many answers differ, and how many still do when abut is given what FCL makes
    of them.
    """
    box = trimesh.creation.box
    bent = trimesh.util.concatenate([box((1, 0.3, 0.3)), box((0.3, 1, 0.3)).apply_translation((0.4, 0.4, 0))])
    kinds = {"boxes": [box(), box((0.5, 0.5, 0.5))],
             "not convex": [bent, trimesh.creation.torus(0.8, 0.3), trimesh.creation.annulus(0.3, 0.6, 1)]}
    places = {"steps of 0.1": lambda: np.round(rng.integers(0, 40, 3) * 0.1, 10),
              "anywhere, turned": lambda: rng.random(3) * 12,
              "steps of 0.1, far": lambda: np.round(rng.integers(0, 60, 3) * 0.1, 10) + (451234.5, 5312345.1, 100)}
    print("\npairs of 60 objects whose answers differ, and with poses rounded to float32 for abut, too:")
    for name, meshes in kinds.items():
        for place, pick in places.items():
            ours, rounded = abut.trimesh.CollisionManager(), abut.trimesh.CollisionManager()
            theirs = trimesh.collision.CollisionManager()
            for i in range(60):
                pose = trimesh.transformations.random_rotation_matrix(rng.random(3)) if "turned" in place else np.eye(4)
                pose[:3, 3] = pick()
                for manager, given in ((ours, pose), (theirs, pose), (rounded, pose.astype(np.float32))):
                    manager.add_object(f"{i:02d}", meshes[i % len(meshes)], given)
            told, single, fcl = (m.in_collision_internal(return_names=True)[1] for m in (ours, rounded, theirs))
            print(f"  {name}, {place}: {len(told)} pairs, {len(told ^ fcl)} differ, rounded {len(single ^ fcl)}")
            for pair in sorted(single ^ fcl):
                a, b = (rounded._objs[each] for each in pair)
                apart = abut.distance(a.mesh, b.mesh, pose_a=a.transform, pose_b=b.transform)
                says = "contact" if pair in fcl else "apart"
                print(f"    {pair}: FCL says {says}, the distance is {apart.lo}..{apart.hi}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--objects", default="10,100,1000")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--seed", type=int, default=26)
    options = parser.parse_args()
    logging.getLogger("trimesh").setLevel(logging.CRITICAL)
    if trimesh.collision.fcl is None:
        sys.exit("python-fcl is not installed")
    models = real_models()
    kinds = {"spheres": [trimesh.creation.icosphere(subdivisions=3)],
             "tori": [trimesh.creation.torus(0.8, 0.3, major_sections=32, minor_sections=16)]}
    if models:
        kinds["real models"] = models
    wrong = 0
    for count in map(int, options.objects.split(",")):
        for kind, meshes in kinds.items():
            wrong += bench(Scene(kind, meshes, count, np.random.default_rng(options.seed)), options.repeat)
    print(f"\n{wrong} answers differ")
    rounding(np.random.default_rng(options.seed))


if __name__ == "__main__":
    main()
