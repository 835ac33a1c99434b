"""Geometries that tests of abut.compat.fcl share, and how far each goes along a direction."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

import abut.compat.fcl as fcl

TETRAHEDRON = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
FACES = np.array([[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]])


def model(points: Any = TETRAHEDRON, faces: Any = FACES) -> Any:
    made = fcl.BVHModel()
    assert made.beginModel(len(faces), len(points)) == 0
    assert made.addSubModel(points, faces)
    assert made.endModel() == 0
    return made


def convex(points: Any = TETRAHEDRON, faces: Any = FACES) -> Any:
    return fcl.Convex(points, len(faces), np.concatenate([np.full((len(faces), 1), 3), faces], axis=1).flatten())


def at(geometry: Any, place: Any = (0, 0, 0), turn: Any = (1, 0, 0, 0)) -> Any:
    return fcl.CollisionObject(geometry, fcl.Transform(np.array(turn, float), np.array(place, float)))


def box_corners(x: float, y: float, z: float) -> Any:
    return np.array(list(itertools.product((-x / 2, x / 2), (-y / 2, y / 2), (-z / 2, z / 2))))


def discs(d: Any, *ends: tuple[float, float]) -> Any:
    across = np.hypot(d[:, 0], d[:, 1])
    return np.max([height * d[:, 2] + radius * across for height, radius in ends], axis=0)


TRIANGLE = np.array([[-0.5, -0.3, 0.1], [0.9, 0.0, 0.2], [0.0, 0.8, -0.3]])
# Name -> geometry, and how far it goes along each of many directions.
SHAPES: dict[str, tuple[Any, Any]] = {
    "box": (lambda: fcl.Box(1.0, 1.4, 0.8), lambda d: (d @ box_corners(1.0, 1.4, 0.8).T).max(axis=1)),
    "sphere": (lambda: fcl.Sphere(0.7), lambda d: np.full(len(d), 0.7)),
    "capsule": (lambda: fcl.Capsule(0.4, 1.2), lambda d: 0.6 * np.abs(d[:, 2]) + 0.4),
    "cylinder": (lambda: fcl.Cylinder(0.6, 1.1), lambda d: discs(d, (0.55, 0.6), (-0.55, 0.6))),
    "cone": (lambda: fcl.Cone(0.8, 1.5), lambda d: discs(d, (0.75, 0.0), (-0.75, 0.8))),
    "convex": (lambda: convex(), lambda d: (d @ TETRAHEDRON.T).max(axis=1)),
    "triangle": (lambda: fcl.TriangleP(*TRIANGLE), lambda d: (d @ TRIANGLE.T).max(axis=1)),
}
TURNED = ("cylinder", "cone")


def turns(random: Any) -> Any:
    q = random.normal(size=4)
    return q / np.linalg.norm(q)
