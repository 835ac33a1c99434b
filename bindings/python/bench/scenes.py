"""The meshes and poses that the benchmarks of this folder share.

Six meshes: real ones, where the environment variable ABUT_DATA names the folder of models, else generated ones that
are like them. Poses are random, from a fixed seed, and place b; a stands still. The distance is drawn so that a
wanted share of them collides.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import abut

Array = np.ndarray[Any, Any]

REAL = {
    "gear": "cad/mechanisms/gears/gear.obj",
    "bolt": "cad/mechanisms/bolt/screw-big.obj",
    "rotor": "cad/cgal/rotor.off",
    "joint": "cad/cgal/joint.off",
    "torus": "cad/trimesh/torus.STL",
    "turbine": "cad/cgal/turbine.off",
}


@dataclass(eq=False)
class Shape:
    """A mesh about its own centre, with a radius of about 1, as arrays and as ours."""

    name: str
    vertices: Array
    faces: Array

    def __post_init__(self) -> None:
        self.mesh = abut.Mesh(self.vertices, self.faces)


def shapes() -> tuple[list[Shape], str]:
    """Six meshes, and where they are from."""
    data = os.environ.get("ABUT_DATA")
    if not data:
        return generated(), "generated meshes (ABUT_DATA is not set)"
    import trimesh

    made = []
    for name, path in REAL.items():
        loaded = trimesh.load(Path(data) / path, force="mesh", process=True)
        made.append(Shape(name, centred(np.asarray(loaded.vertices, float)), np.asarray(loaded.faces, np.uint32)))
    return made, "real meshes of ABUT_DATA"


def generated() -> list[Shape]:
    """A torus, a knot, a wavy ball (triangles of no area at its poles), a gear, a box of 12 triangles, hills."""

    def torus(u: Array, v: Array) -> Array:
        return (0.7 + 0.3 * np.cos(v)) * turn(u) + 0.3 * np.sin(v) * UP

    def ball(u: Array, v: Array) -> Array:
        return (1 + 0.1 * np.sin(5 * u) * np.sin(v)) * (np.sin(v / 2) * turn(u) + np.cos(v / 2) * UP)

    def gear(u: Array, v: Array) -> Array:
        return (0.8 + 0.2 * (np.sin(12 * u) > 0)) * (0.6 + 0.4 * (np.cos(v) > 0)) * turn(u) + 0.2 * np.sign(
            np.sin(v) + 0.1
        ) * UP

    def hills(u: Array, v: Array) -> Array:
        return np.concatenate([u / 3 - 1, v / 3 - 1, 0.15 * np.sin(3 * u) * np.cos(2 * v)], axis=-1)

    made = {
        "torus": grid(96, 48, torus),
        "knot": grid(400, 12, knot),
        "ball": grid(64, 64, ball, (True, False)),
        "gear": grid(240, 4, gear),
        "box": box(),
        "hills": grid(60, 60, hills, (False, False)),
    }
    return [Shape(name, centred(vertices), faces) for name, (vertices, faces) in made.items()]


UP = np.array([0.0, 0.0, 1.0])


def turn(angle: Array) -> Array:
    return np.concatenate([np.cos(angle), np.sin(angle), 0 * angle], axis=-1)


def knot(u: Array, v: Array) -> Array:
    """A tube along a trefoil."""

    def centre(t: Array) -> Array:
        return (
            np.concatenate([np.sin(t) + 2 * np.sin(2 * t), np.cos(t) - 2 * np.cos(2 * t), -np.sin(3 * t)], axis=-1) / 3
        )

    along = centre(u + 1e-4) - centre(u - 1e-4)
    along /= np.linalg.norm(along, axis=-1, keepdims=True)
    side = np.cross(along, UP)
    side /= np.linalg.norm(side, axis=-1, keepdims=True)
    result: Array = centre(u) + 0.1 * (np.cos(v) * side + np.sin(v) * np.cross(side, along))
    return result


def grid(rows: int, columns: int, point: Any, closed: tuple[bool, bool] = (True, True)) -> tuple[Array, Array]:
    """A surface over a grid of two angles from 0 to 2 pi, each closed to a ring or open."""
    ends = [not ring for ring in closed]
    u = np.linspace(0, 2 * np.pi, rows + ends[0], endpoint=ends[0])[:, None, None]
    v = np.linspace(0, 2 * np.pi, columns + ends[1], endpoint=ends[1])[None, :, None]
    shape = (rows + ends[0], columns + ends[1], 1)
    vertices = np.broadcast_to(point(np.broadcast_to(u, shape), np.broadcast_to(v, shape)), (*shape[:2], 3))
    i, j = np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij")

    def at(di: int, dj: int) -> Array:
        result: Array = ((i + di) % shape[0] * shape[1] + (j + dj) % shape[1]).ravel()
        return result

    faces = np.concatenate([np.stack([at(0, 0), at(1, 0), at(1, 1)], 1), np.stack([at(0, 0), at(1, 1), at(0, 1)], 1)])
    return np.ascontiguousarray(vertices.reshape(-1, 3)), faces.astype(np.uint32)


def box() -> tuple[Array, Array]:
    vertices = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float) * 0.5
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return vertices, np.array([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))], np.uint32)


def centred(vertices: Array) -> Array:
    """About the centre of its box, in a unit that is a power of two: so no coordinate is rounded twice."""
    vertices = vertices - (vertices.min(0) + vertices.max(0)) / 2
    result: Array = vertices * 2.0 ** -np.round(np.log2(np.linalg.norm(vertices, axis=1).max()))
    return result


# ------------------------------------------------------------------------------------------ poses


def rotations(rng: Any, count: int) -> Array:
    """Even over all rotations: (count, 3, 3)."""
    q = rng.normal(size=(count, 4))
    x, y, z, w = (q / np.linalg.norm(q, axis=1, keepdims=True)).T
    rows = [
        1 - 2 * (y * y + z * z),
        2 * (x * y - z * w),
        2 * (x * z + y * w),
        2 * (x * y + z * w),
        1 - 2 * (x * x + z * z),
        2 * (y * z - x * w),
        2 * (x * z - y * w),
        2 * (y * z + x * w),
        1 - 2 * (x * x + y * y),
    ]
    return np.stack(rows, axis=1).reshape(count, 3, 3)


def poses(rng: Any, count: int, least: float, most: float) -> Array:
    """(count, 4, 4): any rotation, any direction, distances of the centres from least to most."""
    made = np.zeros((count, 4, 4))
    made[:, :3, :3] = rotations(rng, count)
    made[:, 3, 3] = 1
    way = rng.normal(size=(count, 3))
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    made[:, :3, 3] = way * rng.uniform(least, most, size=(count, 1))
    return made


def half(rng: Any, a: Shape, b: Shape, count: int, share: float = 0.5) -> Array:
    """Poses of which about that share collides: distances from 0 to a most that is found by bisection."""
    low, high = 0.0, 4.0
    for _ in range(12):
        most = (low + high) / 2
        met = abut.collide_batch(a.mesh, b.mesh, poses(np.random.default_rng(1), 400, 0, most))
        low, high = (most, high) if np.mean(np.asarray(met)) > share else (low, most)
    return poses(rng, count, 0, low)


def touching(rng: Any, a: Shape, b: Shape, count: int) -> Array:
    """Poses within about an ulp of the first touch: b comes straight to a, and stops just before or just behind."""
    made, lo, hi = _first_touches(rng, a, b, count)
    made[:, :3, 3] *= 1 - np.where(np.arange(count) % 2, lo, hi)[:, None]
    return made


def near_touching(rng: Any, a: Shape, b: Shape, count: int) -> Array:
    """The same, but stopped 10^-12 to 10^-5 of its way before or behind: by as many poses for each power of ten."""
    made, lo, hi = _first_touches(rng, a, b, count)
    away = 10.0 ** -rng.uniform(5, 12, count) * rng.choice([-1, 1], count)
    made[:, :3, 3] *= 1 - ((lo + hi) / 2 + away)[:, None]
    return made


def _first_touches(rng: Any, a: Shape, b: Shape, count: int) -> tuple[Array, Array, Array]:
    """Poses far away, and the times at which b first touches a, if it comes straight to its centre. 1: never."""
    made = poses(rng, count, 4, 4)
    lo, hi = np.ones(count), np.ones(count)
    for i, pose in enumerate(made):
        end = pose.copy()
        end[:3, 3] = 0
        first = abut.first_contact(a.mesh, b.mesh, pose_b=pose, motion_b=abut.Motion(end))
        if first.state != "free":
            lo[i], hi[i] = first.t_lo, first.t_hi
    return made, lo, hi
