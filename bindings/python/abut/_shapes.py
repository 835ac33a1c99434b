"""Simple shapes: spheres, boxes and the like, and what they are to a mesh. Nothing of them is rounded."""

from __future__ import annotations

import array
from collections.abc import Iterable
from typing import Any

from . import _abut
from ._convert import floats, shown
from ._pose import Pose, as_pose
from ._values import Answer, decided


def _vector(value: Any, name: str) -> tuple[float, float, float]:
    try:
        x, y, z = value
    except ValueError:
        raise ValueError(f"{name}: 3 numbers are wanted, not {len(value)}") from None
    return float(x), float(y), float(z)


_NOTHING = array.array("d", [0.0] * 9)


@_abut.register
class Shape(_abut.Shape):
    """A convex shape, closed, in a pose. Sphere, capsule, box, cylinder, cone, hull and half-space are solid.

    Shape.sphere(center, radius) and so on make one. pose places its points; a radius stays as it is, so that a pose with a scale
    is refused for what has one. It never changes.

    >>> Shape.box((0, 0, 0), (1, 2, 3)).kind
    'box'
    """

    __slots__ = ("_given",)
    _given: tuple[str, tuple[Any, ...], float, bytes | None, Pose | None]

    def __new__(cls, kind: str, points: Iterable[Any] = (), radius: float = 0.0, hull: Any = None, pose: Any = None) -> Shape:
        vectors = tuple(points)
        pose = as_pose(pose)
        flat = array.array("d")
        for vector in vectors:
            flat.extend(vector)
        options: dict[str, Any] = {"kind": kind, "points": flat + _NOTHING[len(flat) :], "radius": float(radius), "pose": pose}
        if hull is not None and not isinstance(hull, bytes):  # a copy of the points
            rows: Any = floats(hull, "points", 3)
            hull = bytes(rows)
        if hull is not None:
            options["hull"] = memoryview(hull).cast("d", [len(hull) // 24, 3]) if hull else []
        made: Shape = super().__new__(cls, **options)
        made._given = (kind, vectors, float(radius), hull, pose)
        return made

    @staticmethod
    def point(point: Any, *, pose: Any = None) -> Shape:
        """A point."""
        return Shape("point", [_vector(point, "point")], pose=pose)

    @staticmethod
    def segment(start: Any, end: Any, *, pose: Any = None) -> Shape:
        """A segment; its ends may be equal."""
        return Shape("segment", [_vector(start, "start"), _vector(end, "end")], pose=pose)

    @staticmethod
    def triangle(corners: Any, *, pose: Any = None) -> Shape:
        """A triangle of (3, 3) corners; it may be degenerate."""
        rows = [_vector(corner, "corners") for corner in corners]
        if len(rows) != 3:
            raise ValueError(f"corners: 3 are wanted, not {len(rows)}")
        return Shape("triangle", rows, pose=pose)

    @staticmethod
    def ray(origin: Any, direction: Any, *, pose: Any = None) -> Shape:
        """A ray: origin + t * direction for t >= 0. The direction has any length but 0; the pose turns it."""
        return Shape("ray", [_vector(origin, "origin"), _vector(direction, "direction")], pose=pose)

    @staticmethod
    def plane(point: Any, normal: Any, *, pose: Any = None) -> Shape:
        """A plane through a point; both sides are outside. The normal has any length but 0."""
        return Shape("plane", [_vector(point, "point"), _vector(normal, "normal")], pose=pose)

    @staticmethod
    def half_space(point: Any, normal: Any, *, pose: Any = None) -> Shape:
        """A plane and all behind it: the normal points out."""
        return Shape("half-space", [_vector(point, "point"), _vector(normal, "normal")], pose=pose)

    @staticmethod
    def sphere(center: Any, radius: float, *, pose: Any = None) -> Shape:
        """A solid ball."""
        return Shape("sphere", [_vector(center, "center")], radius, pose=pose)

    @staticmethod
    def capsule(start: Any, end: Any, radius: float, *, pose: Any = None) -> Shape:
        """All points within the radius of a segment."""
        return Shape("capsule", [_vector(start, "start"), _vector(end, "end")], radius, pose=pose)

    @staticmethod
    def box(center: Any, half: Any, *, pose: Any = None) -> Shape:
        """A solid box with half lengths along the axes of the pose, each 0 or more."""
        return Shape("box", [_vector(center, "center"), _vector(half, "half")], pose=pose)

    @staticmethod
    def cylinder(start: Any, end: Any, radius: float, *, pose: Any = None) -> Shape:
        """A solid cylinder with flat ends about the axis from start to end."""
        return Shape("cylinder", [_vector(start, "start"), _vector(end, "end")], radius, pose=pose)

    @staticmethod
    def cone(apex: Any, base: Any, radius: float, *, pose: Any = None) -> Shape:
        """A solid cone: its apex, the centre of its base, and the base's radius."""
        return Shape("cone", [_vector(apex, "apex"), _vector(base, "base")], radius, pose=pose)

    @staticmethod
    def hull(points: Any, *, pose: Any = None) -> Shape:
        """The convex hull of points, (n, 3), however few. They are copied."""
        return Shape("hull", hull=points, pose=pose)

    def moved(self, pose: Any) -> Shape:
        """The same shape in another pose, in place of its own: nothing is composed, so nothing is rounded."""
        kind, points, radius, hull, _ = self._given
        return type(self)(kind, points, radius, hull, pose)

    @property
    def kind(self) -> str:
        """What it is: "point", "segment", "triangle", "ray", "plane", "half-space", "sphere", "capsule", "box" and so on."""
        return self._given[0]

    @property
    def radius(self) -> float:
        """Of a sphere, a capsule, a cylinder, a cone's base; else 0."""
        return self._given[2]

    @property
    def pose(self) -> Pose:
        """Where its points are."""
        return self._given[4] or Pose()

    def __repr__(self) -> str:
        kind, points, radius, hull, pose = self._given
        what = [str(point) for point in points] + [f"radius={radius}"] * bool(radius) + [f"pose={pose!r}"] * (pose is not None)
        what += [f"{len(hull) // 24} points"] if hull is not None else []
        return f"<Shape: {kind} {', '.join(what)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._given


@_abut.register
class ShapeContacts(_abut.ShapeContacts, Answer):
    """Which triangles of a mesh share a point with a shape. True if there are any; len() is how many were found."""

    __slots__ = ()

    @property
    def triangles(self) -> Any:
        """(n) uint32, sorted."""
        return shown(self._triangles)

    @property
    def at(self) -> Any:
        """Of a ray with details="kinds": (n, 2) float64: the t of the first point that it shares is in between. Else None."""
        return shown(self._at)

    def _table(self) -> list[Any]:
        return [(("triangle",), self._triangles), *([] if self._at is None else [(("t_lo", "t_hi"), self._at)])]

    def __len__(self) -> int:
        return int(self.count)

    def __bool__(self) -> bool:
        decided(self.state)
        return bool(self.state == "contact")

    def __repr__(self) -> str:
        at_least = "" if self.complete else "at least "
        words = f"contact, {at_least}{self.count} triangle{'s' * (self.count != 1)}" if self.count else self.state
        return f"<ShapeContacts: {words}>"


@_abut.register
class ShapeDistance(_abut.ShapeDistance, Answer):
    """How far a shape is from a mesh's triangles: lo <= distance <= hi, the doubles next to it. float() is hi.

    Of a cylinder and a cone they are about 1e-12 of its size apart. triangle: the nearest, or None.
    """

    __slots__ = ()

    @property
    def points(self) -> tuple[tuple[float, float, float], tuple[float, float, float]] | None:
        """With details="points": the nearest point of the mesh and that of the shape, in the world. Else None."""
        model, shape = self.model_point, self.shape_point
        return None if model is None or shape is None else (model, shape)

    def __float__(self) -> float:
        return float(self.hi)

    def __bool__(self) -> bool:
        raise TypeError("a distance is neither true nor false: compare float(distance), or ask is_farther")

    def __repr__(self) -> str:
        if self.is_farther:
            return f"<ShapeDistance: more than {self.lo!r}>"
        return f"<ShapeDistance: {self.hi!r}>" if self.lo == self.hi else f"<ShapeDistance: {self.lo!r} to {self.hi!r}>"


def shape_collide(mesh: Any, shape: Shape, *, pose: Any = None, limit: int = 0, details: str | None = None, budget: int = 0,
                  deadline: float = 0.0) -> Any:
    """Find the triangles of a mesh, in a pose, that share a point with a shape: ShapeContacts. Touching counts.

    limit: so many triangles; 1: any will do, but of a ray it is the first that it meets. details: "kinds" tells where a ray
    meets. budget: tests of volumes and triangles; deadline: microseconds. Touching a mesh's inside is no contact: see
    shape_contain.

    >>> from abut import Mesh
    >>> shape_collide(Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)]), Shape.sphere((0, 0, 2), 2))
    <ShapeContacts: contact, 1 triangle>
    """
    return _abut.shape_collide(mesh, shape, pose=pose, limit=limit, details=details, budget=budget, deadline=deadline)


def shape_distance(mesh: Any, shape: Shape, *, pose: Any = None, within: float = 0.0, absolute: float = 0.0,
                   relative: float = 0.0, details: str | None = None, budget: int = 0, deadline: float = 0.0) -> Any:
    """Find how far a shape is from a mesh's triangles: a ShapeDistance. Options are those of distance."""
    return _abut.shape_distance(mesh, shape, pose=pose, within=within, absolute=absolute, relative=relative, details=details,
                                budget=budget, deadline=deadline)


def shape_contain(mesh: Any, shape: Shape, *, pose: Any = None) -> str:
    """Tell how a shape and a mesh stand to each other: "apart", "contact", "shape inside", "model inside".

    "unknown": no contact, and the mesh has no closed component. What is inside is told by parity.
    """
    return str(_abut.shape_contain(mesh, shape, pose=pose))


def shape_batch(mesh: Any, shapes: Iterable[Shape], *, pose: Any = None, threads: int | None = None, progress: Any = None) -> Any:
    """(n) bool: which shapes are in contact with a mesh, on threads; the mesh is prepared once."""
    return shown(_abut.shape_batch(mesh, tuple(shapes), pose=pose, threads=threads, progress=progress))
