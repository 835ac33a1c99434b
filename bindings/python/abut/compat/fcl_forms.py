"""What the geometries of abut.compat.fcl are to the library: a mesh, one of its shapes, or a core that a radius grows.

surface     BVHModel: its triangles, without an inside
polyhedron  Box, Convex, TriangleP: a mesh, exactly, and a shape of the library
round       Sphere, Capsule: all within a radius of a core, which is a point or a segment, and a shape
turned      Cylinder, Cone: a shape
flat        Plane, Halfspace: a shape without an end
"""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

import abut

_SECTORS = 512  # of a tessellation, around its axis


class ApproximationWarning(UserWarning):
    """A cylinder or a cone was taken as a mesh, or a depth is not known as well as it might be."""


@dataclass(eq=False)
class Form:
    """A geometry, in its own axes. What it is made of is given to abut as it is."""

    name: str
    kind: str
    is_solid: bool = True
    points: Any = None  # (n, 3): what a mesh or a core spans
    faces: Any = None  # (m, 3): of them
    radius: float = 0.0  # round: how far beyond its core it goes
    discs: Sequence[tuple[float, float]] = ()  # turned: height and radius of each end
    normal: Any = None  # flat: the unit normal, which points out of a half-space
    offset: float = 0.0  # flat: normal @ x of its plane
    shape: Any = None  # an abut.Shape; None of a surface
    _made: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def mesh(self) -> Any:
        """The abut.Mesh of a surface or a polyhedron; of a round form that of its core. None: it has none."""
        return None if self.points is None else abut.Mesh(self.points, self.faces)

    @cached_property
    def probe(self) -> Any:
        """An abut.Mesh that is one point of the form."""
        at = self.points[:1] if self.points is not None else np.array([[0.0, 0.0, self.discs[0][0]]])
        return abut.Mesh(at, [(0, 0, 0)])

    @cached_property
    def parts(self) -> tuple[Any, Any]:
        """Of a surface: an abut.Mesh of one point of each connected component, and the triangle that has it."""
        first = np.array(self.mesh.parts["first_triangle"], dtype=np.int64)
        return abut.Mesh(self.points[self.faces[first, 0]], np.arange(len(first))[:, None].repeat(3, axis=1)), first

    def tessellated(self, around: bool = False) -> Any:
        """A closed abut.Mesh of a turned form: its corners on the form's surface, or its faces around it."""
        grow = 1.0 / math.cos(math.pi / _SECTORS) if around else 1.0
        return self._once(f"mesh {around}", lambda: abut.Mesh(*_turn(self.discs, grow)))

    def approximated(self, question: str) -> Any:
        """An abut.Mesh of the form, with a warning where that is not the form itself."""
        if self.mesh is not None:
            return self.mesh
        self.warn(question)
        return self.tessellated()

    def warn(self, question: str) -> None:
        """Say that a turned form was taken as a mesh, and how far that is from it."""
        error = max(radius for _, radius in self.discs) * (1.0 - math.cos(math.pi / _SECTORS))
        text = f"{self.name} is taken as a mesh of {_SECTORS} sectors to find {question}: off by up to {error:.2g}"
        warnings.warn(text, ApproximationWarning, stacklevel=outside())

    def extreme(self, direction: Any) -> Any:
        """Return the point of the form that is farthest in a direction (a unit vector)."""
        return self.extremes(direction[None])[0] + self.radius * direction

    def extremes(self, directions: Any) -> Any:
        """(n, 3): the points that are farthest in each direction; of a round form those of its core."""
        if not self.discs:
            return self.points[np.argmax(directions @ self.points.T, axis=1)]
        across = np.hypot(directions[:, 0], directions[:, 1])
        height, radius = np.array(self.discs).T
        best = np.argmax(directions[:, 2:] * height + across[:, None] * radius, axis=1)
        unit = directions[:, :2] / np.where(across > 0, across, 1.0)[:, None]
        return np.column_stack([unit * radius[best][:, None], height[best]])

    def box(self) -> Any:
        """Return (2, 3): the least and the greatest corner; None of a plane and a half-space."""
        if self.kind == "flat":
            return None
        axes = np.eye(3)
        return self._once(
            "box", lambda: np.array([[self.extreme(sign * axis) @ axis for axis in axes] for sign in (-1.0, 1.0)])
        )

    def _once(self, name: str, make: Any) -> Any:
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]


def outside() -> int:
    """How many calls above warn the first is that is not in this package: whose line a warning names."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(__package__ or ""):
        frame, level = frame.f_back, level + 1
    return level


def _turn(discs: Sequence[tuple[float, float]], grow: float) -> tuple[Any, Any]:
    """Points and faces of a closed mesh of two discs, one of which may be a point, and what is between them."""
    around = np.arange(_SECTORS) * (2.0 * math.pi / _SECTORS)
    rings = [
        np.column_stack([grow * radius * np.cos(around), grow * radius * np.sin(around), np.full(_SECTORS, height)])
        for height, radius in discs
        if radius
    ]
    points = np.concatenate([*rings, [(0.0, 0.0, height) for height, _ in discs]])
    top, last = len(points) - 2, (len(rings) - 1) * _SECTORS
    faces = []
    for i in range(_SECTORS):
        j = (i + 1) % _SECTORS
        faces += [(top, i, j), (top + 1, last + j, last + i)]
        faces += [(i, last + i, last + j), (i, last + j, j)] if last else []
    return points, np.array(faces)


_BOX_FACES = np.array(
    [
        (0, 2, 3),
        (0, 3, 1),
        (4, 5, 7),
        (4, 7, 6),
        (0, 1, 5),
        (0, 5, 4),
        (2, 6, 7),
        (2, 7, 3),
        (0, 4, 6),
        (0, 6, 2),
        (1, 3, 7),
        (1, 7, 5),
    ]
)


def box(name: str, side: Any) -> Form:
    half = np.asarray(side) / 2
    points = np.array(
        [(x, y, z) for x in (-half[0], half[0]) for y in (-half[1], half[1]) for z in (-half[2], half[2])]
    )
    return Form(name, "polyhedron", points=points, faces=_BOX_FACES, shape=abut.Shape.box((0, 0, 0), half))


def triangle(name: str, corners: Any) -> Form:
    return Form(name, "polyhedron", False, points=corners, faces=[(0, 1, 2)], shape=abut.Shape.triangle(corners))


def convex(name: str, points: Any, faces: Any) -> Form:
    return Form(name, "polyhedron", points=points, faces=faces, shape=abut.Shape.hull(points))


def sphere(name: str, radius: float) -> Form:
    shape = abut.Shape.sphere((0, 0, 0), radius)
    return Form(name, "round", points=np.zeros((1, 3)), faces=[(0, 0, 0)], radius=radius, shape=shape)


def capsule(name: str, radius: float, length: float) -> Form:
    ends = np.array([(0.0, 0.0, length / 2), (0.0, 0.0, -length / 2)])
    shape = abut.Shape.capsule(ends[0], ends[1], radius)
    return Form(name, "round", points=ends, faces=[(0, 1, 1)], radius=radius, shape=shape)


def cylinder(name: str, radius: float, length: float) -> Form:
    top, bottom = (0, 0, length / 2), (0, 0, -length / 2)
    discs = ((length / 2, radius), (-length / 2, radius))
    return Form(name, "turned", discs=discs, shape=abut.Shape.cylinder(bottom, top, radius))


def cone(name: str, radius: float, length: float) -> Form:
    top, bottom = (0, 0, length / 2), (0, 0, -length / 2)
    discs = ((length / 2, 0.0), (-length / 2, radius))
    return Form(name, "turned", discs=discs, shape=abut.Shape.cone(top, bottom, radius))


def flat(name: str, normal: Any, offset: float, is_solid: bool) -> Form:
    make = abut.Shape.half_space if is_solid else abut.Shape.plane
    return Form(name, "flat", is_solid, normal=normal, offset=offset, shape=make(normal * offset, normal))


def surface(name: str, points: Any, faces: Any) -> Form:
    return Form(name, "surface", False, points=points, faces=faces)
