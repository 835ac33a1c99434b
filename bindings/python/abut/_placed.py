"""Meshes of others with names, in poses: what abut.trimesh asks about. A mesh is built once for each content."""

from __future__ import annotations

import hashlib
import warnings
import weakref
from collections.abc import Callable, Hashable, Iterator
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _boxes
from ._abut import collide, contain, depth
from ._errors import Error
from ._mesh import Mesh
from ._pose import Pose
from ._world import World

Name = Any  # hashable
Rows = NDArray[np.intp]

A_INSIDE_B, B_INSIDE_A = 4, 5  # of abut_relation

# ----------------------------------------------------------------------------------------- meshes


class Shape:
    """What is kept of a mesh, once for each content."""

    def __init__(self, mesh: Mesh, is_convex: bool) -> None:
        self.mesh = mesh
        self.is_convex = is_convex
        points = np.asarray(mesh.triangles).reshape(-1, 3)
        self.box, self.extremes = _boxes.box_of(points), _boxes.extremes(points)

    @cached_property
    def corners(self) -> NDArray[np.float64]:
        """(n, 3, 3): of the triangles."""
        return np.asarray(self.mesh.triangles)

    @cached_property
    def is_connected(self) -> bool:
        """Whether it is one component, so that it is inside of something as a whole or not at all."""
        return self.is_convex or bool(contain(self.mesh, self.mesh, pose_b=_far(self.box)).a_count < 2)

    def changed(self, matrix: NDArray[np.float64]) -> Shape:
        """The same with a matrix multiplied in, rounded once: one that scales axes differently is no pose."""
        return Shape(Mesh(self.corners @ matrix[:3, :3].T + matrix[:3, 3]), self.is_convex)


def _far(box: _boxes.Boxes) -> Pose:
    """A pose in which a mesh is clear of itself."""
    return Pose(translation=(0.0, 0.0, 4 * float(box[5] - box[2]) + 1.0)) if box[0] <= box[3] else Pose()


_shapes: weakref.WeakValueDictionary[Hashable, Shape] = weakref.WeakValueDictionary()
_known: dict[int, tuple[weakref.ref[Any], Hashable, Shape]] = {}


def shape_of(mesh: Any) -> Shape:
    """The shape of a mesh, built unless one with this content is there already."""
    key: Hashable = id(mesh) if isinstance(mesh, Mesh) else _content(mesh)
    known = _known.get(id(mesh))
    if known and known[0]() is mesh and known[1] == key:
        return known[2]
    shape = None if isinstance(mesh, Mesh) else _shapes.get(key)
    if shape is None:
        built = mesh if isinstance(mesh, Mesh) else Mesh(np.asarray(mesh.vertices), np.asarray(mesh.faces))
        shape = Shape(built, bool(getattr(mesh, "is_convex", False)))
        if built is not mesh:
            _shapes[key] = shape
    which = id(mesh)
    try:
        _known[which] = weakref.ref(mesh, partial(_forget, _known, which)), key, shape
    except TypeError:
        pass  # it cannot be known again by itself, but by its content it is while an object has it
    return shape


def _forget(known: dict[int, Any], which: int, _: object) -> None:
    known.pop(which, None)


def _content(mesh: Any) -> Hashable:
    """What changes when the mesh is changed in place: trimesh's own hash, which is quick where nothing changed."""
    if any(kind.__module__.partition(".")[0] == "trimesh" for kind in type(mesh).__mro__):
        return hash(mesh), len(mesh.vertices), len(mesh.faces)
    arrays = np.asarray(mesh.vertices), np.asarray(mesh.faces)
    told = hashlib.blake2b(digest_size=16)
    for array in arrays:
        told.update(f"{array.dtype.str}{array.shape}".encode())
        told.update(np.ascontiguousarray(array).data)
    return told.digest(), bool(getattr(mesh, "is_convex", False))


# ---------------------------------------------------------------------------------------- objects


class Placed:
    """A shape in a pose. It never changes, so that answers may keep it."""

    __slots__ = ("_bounds", "matrix", "mesh", "pose", "shape", "solid")

    def __init__(self, shape: Shape, transform: ArrayLike | None, inside: bool | None) -> None:
        self.pose: Pose | None = None
        self.matrix: NDArray[np.float64] = np.eye(4)
        if transform is not None:
            self.matrix = np.array(transform, dtype=np.float64)
            try:
                self.pose = Pose(self.matrix)
            except Error as error:
                if error.name not in ("NON_UNIFORM_SCALE", "SHEAR", "NOT_RIGID"):
                    raise
                shape, self.matrix = shape.changed(self.matrix), np.eye(4)
        self.shape = shape
        self.mesh = shape.mesh
        self.solid = shape.is_convex if inside is None else inside
        self._bounds: tuple[_boxes.Boxes, _boxes.Boxes] | None = None

    @property
    def bounds(self) -> tuple[_boxes.Boxes, _boxes.Boxes]:
        """Its box and core (_boxes.moved); found when they are asked for: a move alone is quick."""
        if self._bounds is None:
            self._bounds = _boxes.moved(self.shape.box, self.shape.extremes, self.matrix)
        return self._bounds

    def triangle(self, index: int) -> NDArray[np.float64]:
        corners: NDArray[np.float64] = self.shape.corners[index] @ self.matrix[:3, :3].T + self.matrix[:3, 3]
        return corners


class Named:
    """A name for a shape in a pose, which may change."""

    __slots__ = ("name", "placed", "row", "shape")

    def __init__(self, name: Name, shape: Shape, placed: Placed) -> None:
        self.name = name
        self.shape = shape
        self.placed = placed
        self.row = -1  # of Several


# ------------------------------------------------------------------------------------------ pairs


class Pair:
    """Two objects, and what is known of them. Names in the order of the objects."""

    def __init__(self, one: Named, other: Named) -> None:
        self.names = one.name, other.name
        self.a, self.b = one.placed, other.placed
        self.contacts: Any = ()
        self.pairs: Any = ()
        self.inner = np.full(3, np.nan)  # a corner of what is inside

    def ask(self, question: Any, **options: Any) -> Any:
        return question(self.a.mesh, self.b.mesh, pose_a=self.a.pose, pose_b=self.b.pose, **options)

    def collides(self) -> bool:
        """Whether they are in contact, or one of them is inside the other, which is solid."""
        return bool(self.ask(collide, limit=1, any=True)) or self.is_inside

    def find_contacts(self) -> None:
        told = self.ask(collide, details="points")
        self.contacts, self.pairs = told.contacts, told.pairs

    @cached_property
    def is_inside(self) -> bool:
        """Whether a part of one is inside the other one, which is solid. They are not in contact, or it does not
        matter.
        """
        if not self._may_be_inside(self.a, self.b) and not self._may_be_inside(self.b, self.a):
            return False
        told = self.ask(contain)
        if told.relation == "unknown":
            warnings.warn(f"{self.names[0]!r} and {self.names[1]!r}: whether one is inside is not known: {told.reason}",
                          RuntimeWarning, stacklevel=4)
        ways = (self.b, self.a, told.a, A_INSIDE_B), (self.a, self.b, told.b, B_INSIDE_A)
        for outer, inner, parts, relation in ways:
            found = parts[parts["relation"] == relation]
            if outer.solid and len(found):
                self.inner = inner.triangle(found["first_triangle"][0])[0]
                return True
        return False

    @staticmethod
    def _may_be_inside(inner: Placed, outer: Placed) -> bool:
        if not outer.solid or float(_boxes.apart(inner.bounds[0], outer.bounds[0])) > 0:
            return False
        return bool(_boxes.within(inner.bounds[1], outer.bounds[0])) or not inner.shape.is_connected

    @cached_property
    def depth(self) -> Any:
        """abut.depth of both."""
        return self.ask(depth)


# ---------------------------------------------------------------------------------- many of them


class Several:
    """Objects, and their boxes as arrays."""

    def __init__(self, objects: list[Named]) -> None:
        self.objects = objects
        for row, each in enumerate(objects):
            each.row = row
        self._boxes = np.array([each.placed.bounds[0] for each in objects]).reshape(-1, 6)
        self._cores = np.array([each.placed.bounds[1] for each in objects]).reshape(-1, 6)
        self._moved: set[int] = set()
        self.solid = np.array([each.placed.solid for each in objects], dtype=bool)

    def update(self, each: Named) -> None:
        """An object was moved."""
        self._moved.add(each.row)

    @property
    def boxes(self) -> _boxes.Boxes:
        """(n, 6)"""
        for row in self._moved:
            self._boxes[row], self._cores[row] = self.objects[row].placed.bounds
        self._moved.clear()
        return self._boxes

    def plus(self, other: Several) -> Several:
        """These, and those of another after them. Their rows stay what they are."""
        both = Several([])
        both.objects = self.objects + other.objects
        both._boxes = np.concatenate((self.boxes, other.boxes))
        both._cores = np.concatenate((self._cores, other._cores))
        both.solid = np.concatenate((self.solid, other.solid))
        return both

    def collisions(self, one: Named) -> Iterator[Pair]:
        """All of these that collide with one more."""
        rows = np.flatnonzero(_boxes.apart(one.placed.bounds[0], self.boxes) == 0)
        for row in rows.tolist():
            pair = Pair(self.objects[row], one)
            if pair.collides():
                yield pair

    def may_be_inside(self, a: Rows, b: Rows) -> NDArray[np.bool_]:
        """Tell of which pairs one may be inside the other, which is solid. Their boxes meet."""
        may, boxes = np.zeros(len(a), dtype=bool), self.boxes
        for inner, outer in ((a, b), (b, a)):
            asked = np.flatnonzero(self.solid[outer])
            inner, outer = inner[asked], outer[asked]
            loose = [row for row in np.unique(inner) if not self.objects[row].placed.shape.is_connected]
            may[asked] |= _boxes.within(self._cores[inner], boxes[outer]) | np.isin(inner, loose)
        return may


class Space:
    """A world of objects, for questions about contact. split: only pairs of one before it and one from it on are asked
    about.

    version: whatever tells that the objects are others.
    """

    def __init__(self, objects: list[Named], split: int | None, version: object) -> None:
        self.version = version
        self._objects, self._split = objects, split
        self._world = World()
        self._placed = [each.placed for each in objects]
        self._is_solid = any(placed.solid for placed in self._placed)
        self._ignored: set[frozenset[Name]] = set()
        self.moved: set[int] = set()  # rows of objects that were moved since the last update
        self._last: tuple[int, int] | None = None  # two that were in contact: they may be so again
        for row, each in enumerate(objects):
            self._add(row, each.placed)

    def _add(self, row: int, placed: Placed) -> None:
        added = self._world.add(placed.mesh, placed.pose)
        assert added == row  # ids count from 0, and the one that was removed is given again
        if self._split is not None:
            self._world.group(row, *((1, 2) if row < self._split else (2, 1)))

    def update(self, ignored: set[frozenset[Name]]) -> None:
        """Move what was moved."""
        for row in self.moved:
            placed = self._objects[row].placed
            if placed.mesh is self._placed[row].mesh:
                self._world.move(row, placed.pose)
            else:  # a matrix was multiplied into it
                self._world.remove(row)
                self._add(row, placed)
                self._ignored = set()
            self._placed[row] = placed
        self.moved.clear()
        if ignored != self._ignored:
            rows = {each.name: row for row, each in enumerate(self._objects)}
            pairs = [[rows[name] for name in pair] for pair in ignored]
            self._world.ignore(np.array(pairs, dtype=np.uint32).reshape(-1, 2))
            self._ignored = set(ignored)
            self._last = None

    def collisions(self, several: Callable[[], Several], is_first_enough: bool) -> Iterator[Pair]:
        """All pairs that are in contact, then those of which one is inside the other, which is solid."""
        if is_first_enough and self._last and self._pair(*self._last).collides():
            yield self._pair(*self._last)
        touching = self._world.collide(limit=1 if is_first_enough else 0).pairs
        for a, b in touching.tolist():
            self._last = a, b
            yield self._pair(a, b)
        if not self._is_solid:
            return
        near = self._world.collide("boxes").pairs.astype(np.intp)
        count = len(self._objects)
        left = near[~np.isin(near @ (count, 1), touching.astype(np.intp) @ (count, 1))]
        for a, b in left[several().may_be_inside(left[:, 0], left[:, 1])].tolist():
            if self._pair(a, b).is_inside:
                self._last = a, b
                yield self._pair(a, b)

    def _pair(self, a: int, b: int) -> Pair:
        return Pair(self._objects[a], self._objects[b])
