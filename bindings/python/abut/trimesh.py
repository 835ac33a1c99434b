"""trimesh's collision manager, answered exactly: put abut.trimesh in the place of trimesh.collision.

>>> import abut.trimesh
>>> from types import SimpleNamespace
>>> corner = SimpleNamespace(vertices=[(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
...                          faces=[(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)])
>>> manager = abut.trimesh.CollisionManager()
>>> _ = manager.add_object("left", corner)
>>> _ = manager.add_object("right", corner, [(1, 0, 0, 1), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)])
>>> manager.in_collision_internal(return_names=True)
(True, {('left', 'right')})
>>> manager.min_distance_single(corner, [(1, 0, 0, 4), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)], return_name=True)
(2.0, 'right')

Names, arguments and results are those of trimesh.collision. What is different is better: poses stay float64; a mesh is built
once, however often it is asked about; contacts are not capped; no answer is rounded. docs/python-trimesh.md has the list.
"""

from __future__ import annotations

import hashlib
import sys
import warnings
import weakref
from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _boxes
from ._abut import collide, contain, depth, distance
from ._convert import shown
from ._errors import Error
from ._mesh import Mesh
from ._pose import Pose

__all__ = ["CollisionManager", "CollisionObject", "ContactData", "DistanceData", "scene_to_collision"]

EXTERNAL = "__external"
NO_FACE = -1  # as trimesh has it where no face is in contact: one object is inside the other

# What trimesh tells as the distance where there is nothing to measure.
FARTHEST = sys.float_info.max

Name = Any  # hashable
_Rows = NDArray[np.intp]

# ----------------------------------------------------------------------------------------- meshes


class _Shape:
    """What is kept of a mesh, once for each content."""

    def __init__(self, mesh: Mesh, is_convex: bool) -> None:
        self.mesh = mesh
        self.is_convex = is_convex
        self.box = _boxes.box_of(np.asarray(mesh.triangles).reshape(-1, 3))

    @cached_property
    def corners(self) -> NDArray[np.float64]:
        """(n, 3, 3): of the triangles."""
        return np.asarray(self.mesh.triangles)

    @cached_property
    def is_connected(self) -> bool:
        """Whether it is one component, so that it is inside of something as a whole or not at all."""
        return bool(contain(self.mesh, self.mesh, pose_b=_far(self.box)).a_count < 2)

    def changed(self, matrix: NDArray[np.float64]) -> _Shape:
        """The same with a matrix multiplied in, rounded once: one that scales axes differently is no pose."""
        points = self.corners.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
        return _Shape(Mesh(points, np.arange(len(points)).reshape(-1, 3)), self.is_convex)


def _far(box: _boxes.Boxes) -> Pose:
    """A pose in which a mesh is clear of itself."""
    return Pose(translation=(0.0, 0.0, 4 * float(box[5] - box[2]) + 1.0)) if box[0] <= box[3] else Pose()


_shapes: weakref.WeakValueDictionary[Hashable, _Shape] = weakref.WeakValueDictionary()
_known: dict[int, tuple[weakref.ref[Any], Hashable, _Shape]] = {}


def _shape_of(mesh: Any) -> _Shape:
    """The shape of a mesh, built unless one with this content is there already."""
    key: Hashable = id(mesh) if isinstance(mesh, Mesh) else _content(mesh)
    known = _known.get(id(mesh))
    if known and known[0]() is mesh and known[1] == key:
        return known[2]
    shape = None if isinstance(mesh, Mesh) else _shapes.get(key)
    if shape is None:
        built = mesh if isinstance(mesh, Mesh) else Mesh(np.asarray(mesh.vertices), np.asarray(mesh.faces))
        shape = _Shape(built, bool(getattr(mesh, "is_convex", False)))
        if built is not mesh:
            _shapes[key] = shape
    which = id(mesh)
    try:
        _known[which] = weakref.ref(mesh, lambda _: _known.pop(which, None)), key, shape
    except TypeError:
        pass  # it cannot be known again by itself, but by its content it is while an object has it
    return shape


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


class _Placed:
    """A shape in a pose. It never changes, so that answers may keep it."""

    __slots__ = ("box", "matrix", "mesh", "more", "pose", "shape", "solid")

    def __init__(self, shape: _Shape, transform: ArrayLike | None, inside: bool | None) -> None:
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
        self.box, self.more = _boxes.moved(shape.box, self.matrix)

    def triangle(self, index: int) -> NDArray[np.float64]:
        corners: NDArray[np.float64] = self.shape.corners[index] @ self.matrix[:3, :3].T + self.matrix[:3, 3]
        return corners


class CollisionObject:
    """What add_object gives: an object of a manager."""

    __slots__ = ("_placed", "_row", "_shape", "name")

    def __init__(self, name: Name, shape: _Shape, placed: _Placed) -> None:
        self.name = name
        self._shape = shape
        self._placed = placed
        self._row = -1  # of the manager's boxes

    @property
    def mesh(self) -> Mesh:
        """The abut.Mesh that was built, or known already."""
        return self._placed.mesh

    @property
    def transform(self) -> NDArray[np.float64]:
        """(4, 4): where it is. The identity where a matrix was no pose, and was multiplied into the mesh."""
        return self._placed.matrix.copy()

    def __repr__(self) -> str:
        return f"<CollisionObject {self.name!r}: {self.mesh.triangle_count} triangles>"


# ------------------------------------------------------------------------------------------ pairs


class _Pair:
    """Two objects, and what is known of them. Names in the order of the objects."""

    def __init__(self, names: tuple[Name, Name], a: _Placed, b: _Placed) -> None:
        self.names, self.a, self.b = names, a, b
        self.contacts: Any = ()
        self.pairs: Any = ()
        self.inner = np.full(3, np.nan)  # a corner of what is inside

    def ask(self, question: Any, **options: Any) -> Any:
        return question(self.a.mesh, self.b.mesh, pose_a=self.a.pose, pose_b=self.b.pose, **options)

    def collides(self) -> bool:
        """Whether they are in contact, or one of them is inside the other, which is solid."""
        return bool(self.ask(collide, limit=1, any=True)) or self.is_inside

    def find_contacts(self) -> bool:
        """The same; the contacts are kept."""
        told = self.ask(collide, details="points")
        self.contacts = told.contacts
        self.pairs = told.pairs
        return bool(told) or self.is_inside

    @cached_property
    def is_inside(self) -> bool:
        """Whether a part of one is inside the other one, which is solid. They are not in contact, or it does not matter."""
        a_may, b_may = self._may_be_inside(self.a, self.b), self._may_be_inside(self.b, self.a)
        if not a_may and not b_may:
            return False
        told = self.ask(contain)
        if told.relation == "unknown":
            warnings.warn(f"{self.names[0]!r} and {self.names[1]!r}: whether one is inside is not known: {told.reason}",
                          RuntimeWarning, stacklevel=4)
        for outer, inner, parts, relation in ((self.b, self.a, told._a, 4), (self.a, self.b, told._b, 5)):
            found = shown(parts)
            found = found[found["relation"] == relation]  # a inside b, or b inside a
            if outer.solid and len(found):
                self.inner = inner.triangle(found["first_triangle"][0])[0]
                return True
        return False

    @staticmethod
    def _may_be_inside(inner: _Placed, outer: _Placed) -> bool:
        if not outer.solid or float(_boxes.apart(inner.box, outer.box)) > 0:
            return False
        return _boxes.within(inner.box, inner.more, outer.box) or not inner.shape.is_connected

    @cached_property
    def depth(self) -> Any:
        """abut.depth of both."""
        return self.ask(depth)


class ContactData:
    """How two objects touch: one pair of triangles, or that one object is inside the other."""

    __slots__ = ("_pair", "_row")

    def __init__(self, pair: _Pair, row: int) -> None:
        self._pair = pair
        self._row = row  # of the pair's contacts

    @property
    def names(self) -> set[Name]:
        """The names of the two objects."""
        return set(self._pair.names)

    def index(self, name: Name) -> int:
        """The triangle of the object with this name. -1: the objects do not touch, one is inside the other."""
        column = _column(self._pair.names, name)
        return int(self._pair.pairs[self._row, column]) if self._row >= 0 else NO_FACE

    @property
    def point(self) -> NDArray[np.float64]:
        """(3,): a point that both share, rounded: the middle of the corners of what their triangles share. Of what is inside
        a corner.
        """
        if self._row >= 0:
            contact = self._pair.contacts[self._row]
            return np.asarray(contact["points"][: contact["point_count"]].mean(axis=0))
        return self._pair.inner.copy()

    @property
    def normal(self) -> NDArray[np.float64]:
        """(3,): the normal of the triangle of the first object, by its winding, of length 1. The first is this manager's, or the
        one that was added earlier. Of the second's, turned round, where that of the first is degenerate; NaN where there is none.
        """
        if self._row >= 0:
            for index, (placed, sign) in enumerate(((self._pair.a, 1.0), (self._pair.b, -1.0))):
                a, b, c = placed.triangle(self._pair.pairs[self._row, index])
                across = np.cross(b - a, c - a)
                length = float(np.linalg.norm(across))
                if length > 0:
                    mirrored = np.linalg.det(placed.matrix[:3, :3]) < 0
                    return np.asarray(across / (-sign * length if mirrored else sign * length))
        return np.full(3, np.nan)

    @property
    def depth(self) -> float:
        """How far the objects have to be moved apart, as solids: abut.depth of both, found when it is asked for and the same
        for all contacts of the two. NaN where one of them has no closed component.
        """
        told = self._pair.depth
        return np.nan if told.reason else float(told.hi)

    @property
    def translation(self) -> NDArray[np.float64]:
        """(3,): the move of the second object, of length depth, that frees it. trimesh has no such thing."""
        told = self._pair.depth
        return np.full(3, np.nan) if told.reason else np.array(told.translation)


class DistanceData:
    """How far two objects are apart, and where."""

    __slots__ = ("_distance", "_names", "_told")

    def __init__(self, names: tuple[Name, Name], told: Any, distance: float) -> None:
        self._names = names
        self._told = told  # abut.Distance
        self._distance = distance

    @property
    def names(self) -> set[Name]:
        """The names of the two objects."""
        return set(self._names)

    @property
    def distance(self) -> float:
        """As the manager's function returns it: negative where they are in each other."""
        return self._distance

    def index(self, name: Name) -> int:
        """The triangle that is nearest to the other object, of the object with this name."""
        return int(self._told.pair[_column(self._names, name)])

    def point(self, name: Name) -> NDArray[np.float64]:
        """(3,): its nearest point. Where they touch or cross, a point that both share."""
        return np.array((self._told.a_point, self._told.b_point)[_column(self._names, name)])


def _column(names: tuple[Name, Name], name: Name) -> int:
    if name not in names:
        raise KeyError(name)
    return 1 if names[1] == name else 0


# ---------------------------------------------------------------------------------------- searches


def _collisions(pairs: Iterable[_Pair], names: bool, data: bool) -> tuple[bool, list[tuple[Name, Name]], list[ContactData]]:
    """Whether any pair collides; the names of all that do and their contacts, where they are asked for."""
    found: list[tuple[Name, Name]] = []
    contacts: list[ContactData] = []
    for pair in pairs:
        if not (pair.find_contacts() if data else pair.collides()):
            continue
        found.append(pair.names)
        if not names and not data:
            break
        if data:
            contacts += [ContactData(pair, row) for row in range(len(pair.contacts)) or (NO_FACE,)]
    return bool(found), found, contacts


class _Best:
    """The least distance so far."""

    def __init__(self, wants_depth: bool, ignored: set[frozenset[Name]]) -> None:
        self._wants_depth = wants_depth
        self._ignored = ignored
        self._least = np.inf
        self._pair: _Pair | None = None

    @property
    def value(self) -> float:
        return FARTHEST if self._pair is None else float(self._least)

    @property
    def names(self) -> tuple[Name, Name]:
        return self._pair.names if self._pair else (None, None)

    @property
    def data(self) -> DistanceData | None:
        if self._pair is None:
            return None
        return DistanceData(self._pair.names, self._pair.ask(distance, details="points"), self.value)

    def look_for(self, objects: list[CollisionObject], boxes: _boxes.Boxes, split: int | None = None) -> None:
        """Look at all pairs: first at neighbours, then at what is not farther apart than those along any axis."""
        self.look_at(objects, boxes, *_boxes.neighbours(boxes, split))
        self.look_at(objects, boxes, *_boxes.meeting(boxes, max(self._least, 0.0), split))

    def look_at(self, objects: list[CollisionObject], boxes: _boxes.Boxes, a: _Rows, b: _Rows) -> None:
        """Look at the pairs of objects a[i] and b[i], the nearest boxes first, until no box can be nearer."""
        low = _boxes.apart(boxes[a], boxes[b])
        meets = low == 0
        if self._wants_depth:
            low[meets] = -_boxes.overlap(boxes[a[meets]], boxes[b[meets]])
        for i in np.argsort(low, kind="stable"):
            if low[i] >= self._least:
                return
            one, other = objects[a[i]], objects[b[i]]
            if not self._ignored or frozenset((one.name, other.name)) not in self._ignored:
                self._look(_Pair((one.name, other.name), one._placed, other._placed))

    def _look(self, pair: _Pair) -> None:
        solid = self._wants_depth and pair.a.solid and pair.b.solid
        if self._least > 0:
            told = pair.ask(distance, within=self._least if self._least < np.inf else 0.0)
            value = np.inf if told.is_farther else told.hi
            if value == 0 or pair.is_inside:
                value = -_depth_of(pair) if solid else 0.0
        elif solid and pair.collides():
            value = -_depth_of(pair)
        else:
            return
        if value < self._least:
            self._least, self._pair = value, pair


def _depth_of(pair: _Pair) -> float:
    """0 where one of them is no solid after all."""
    return float(pair.depth.hi)


def _sorted(names: tuple[Name, Name]) -> tuple[Name, Name]:
    """Two names in alphabetical order; those that have none in the order of the objects."""
    try:
        return names if names[0] <= names[1] else (names[1], names[0])
    except TypeError:
        return names


def _told(first: Any, names: Any, data: Any, return_names: bool, return_data: bool) -> Any:
    """What trimesh returns: a tuple if there is more than one thing to tell."""
    more = (names,) * bool(return_names) + (data,) * bool(return_data)
    return (first, *more) if more else first


# ---------------------------------------------------------------------------------------- manager


class CollisionManager:
    """Objects with names, and which of them are in contact. The surface is that of trimesh.collision.CollisionManager.

    An object is anything with .vertices and .faces, or an abut.Mesh. A transform is (4, 4), kept in float64; None: the
    identity. One that scales axes differently is multiplied into the vertices. A mesh that you change in place is noticed when
    you give it again; an object that was added stays what it was.

    inside: what counts as a collision beside contact of surfaces. None: what is inside a convex object (mesh.is_convex), as
    in trimesh. True: what is inside any object, as abut.contain has it. False: nothing.
    depth: False: min_distance_ functions tell 0 of what collides. True: they tell minus the depth of two solids, which may
    take seconds for two meshes of 1000 triangles.

    Not for several threads at a time.
    """

    def __init__(self, *, inside: bool | None = None, depth: bool = True) -> None:
        self._inside = inside
        self._depth = depth
        self._objs: dict[Name, CollisionObject] = {}
        self._ignored: set[frozenset[Name]] = set()
        self._rows: tuple[list[CollisionObject], _boxes.Boxes] | None = None

    # ---- objects

    def add_object(self, name: Name, mesh: Any, transform: ArrayLike | None = None) -> CollisionObject:
        """Add an object, or replace the one with this name."""
        if transform is not None:
            transform = np.asanyarray(transform, dtype=np.float64)
            if transform.shape != (4, 4):
                raise ValueError("transform must be (4,4)!")
        hash(name)
        shape = _shape_of(mesh)
        made = CollisionObject(name, shape, _Placed(shape, transform, self._inside))
        self._objs[name] = made
        self._rows = None
        return made

    def remove_object(self, name: Name) -> None:
        """Remove an object, and what was said of it by ignore. ValueError: there is none with this name."""
        self._find(name)
        del self._objs[name]
        self._ignored = {pair for pair in self._ignored if name not in pair}
        self._rows = None

    def set_transform(self, name: Name, transform: ArrayLike) -> None:
        """Move an object. ValueError: there is none with this name."""
        found = self._find(name)
        found._placed = _Placed(found._shape, transform, self._inside)
        if self._rows is not None:
            self._rows[1][found._row] = found._placed.box

    def ignore(self, a: Name, b: Name) -> None:
        """Leave a pair of objects out of in_collision_internal and min_distance_internal, until one of them is removed."""
        if self._find(a) is self._find(b):
            raise ValueError(f"{a} cannot be ignored with itself")
        self._ignored.add(frozenset((a, b)))

    def _find(self, name: Name) -> CollisionObject:
        if name not in self._objs:
            raise ValueError(f"{name} not in collision manager!")
        return self._objs[name]

    def _all(self) -> tuple[list[CollisionObject], _boxes.Boxes]:
        """The objects and their boxes, in the order in which they were added."""
        if self._rows is None:
            objects = list(self._objs.values())
            for row, each in enumerate(objects):
                each._row = row
            boxes = np.array([each._placed.box for each in objects]).reshape(-1, 6)
            self._rows = objects, boxes
        return self._rows

    def _external(self, mesh: Any, transform: ArrayLike | None) -> tuple[_Shape, _Placed]:
        shape = _shape_of(mesh)
        return shape, _Placed(shape, transform, self._inside)

    # ---- contact

    def in_collision_single(self, mesh: Any, transform: ArrayLike | None = None, return_names: bool = False,
                            return_data: bool = False) -> Any:
        """Tell whether a mesh collides with any object: a bool, or a tuple with the set of their names, with ContactData."""
        outer = self._external(mesh, transform)[1]
        objects, boxes = self._all()
        rows = np.flatnonzero(_boxes.apart(outer.box, boxes) == 0)
        pairs = (_Pair((objects[row].name, EXTERNAL), objects[row]._placed, outer) for row in rows)
        met, found, data = _collisions(pairs, return_names, return_data)
        return _told(met, {names[0] for names in found}, data, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Tell whether any two objects collide: a bool, or a tuple with the set of pairs of their names, each sorted, with
        ContactData.
        """
        objects, boxes = self._all()
        pairs = self._pairs_of(objects, *_boxes.meeting(boxes))
        met, found, data = _collisions(pairs, return_names, return_data)
        return _told(met, {_sorted(names) for names in found}, data, return_names, return_data)

    def in_collision_other(self, other_manager: CollisionManager, return_names: bool = False,
                           return_data: bool = False) -> Any:
        """Tell whether any object collides with one of another manager: a bool, or a tuple with the set of pairs of names, first
        the one of this manager, with ContactData.
        """
        objects, boxes, split = self._with(other_manager)
        pairs = self._pairs_of(objects, *_boxes.meeting(boxes, split=split), is_one=False)
        met, found, data = _collisions(pairs, return_names, return_data)
        return _told(met, set(found), data, return_names, return_data)

    def _with(self, other: CollisionManager) -> tuple[list[CollisionObject], _boxes.Boxes, int]:
        objects, boxes = self._all()
        more, their = other._all()
        return objects + more, np.concatenate((boxes, their)), len(objects)

    def _pairs_of(self, objects: list[CollisionObject], a: Iterable[int], b: Iterable[int],
                  is_one: bool = True) -> Iterator[_Pair]:
        for i, j in zip(a, b):
            names = objects[i].name, objects[j].name
            if not (is_one and self._ignored and frozenset(names) in self._ignored):
                yield _Pair(names, objects[i]._placed, objects[j]._placed)

    # ---- distance

    def min_distance_single(self, mesh: Any, transform: ArrayLike | None = None, return_name: bool = False,
                            return_data: bool = False) -> Any:
        """Tell how far a mesh is from the nearest object: a float, or a tuple with its name, with DistanceData.

        Where they collide it is 0, or minus the depth of two solids. Where there is nothing to measure it is the greatest float,
        and the name and the data are None.
        """
        outer = CollisionObject(EXTERNAL, *self._external(mesh, transform))
        objects, boxes = self._all()
        count = len(objects)
        best = _Best(self._depth, set())
        best.look_at(objects + [outer], np.vstack((boxes, outer._placed.box)), np.arange(count), np.full(count, count))
        return _told(best.value, best.names[0], best.data, return_name, return_data)

    def min_distance_internal(self, name: Name = None, return_names: bool = False, return_data: bool = False) -> Any:
        """Tell how far the two nearest objects are apart, or one and the nearest other: as min_distance_single tells it. Names
        are sorted.
        """
        objects, boxes = self._all()
        best = _Best(self._depth, self._ignored)
        if name is None:
            best.look_for(objects, boxes)
        else:
            row = self._find(name)._row
            others = np.flatnonzero(np.arange(len(objects)) != row)
            best.look_at(objects, boxes, np.full(len(others), row), others)
        return _told(best.value, _sorted(best.names), best.data, return_names, return_data)

    def min_distance_other(self, other_manager: CollisionManager, return_names: bool = False,
                           return_data: bool = False) -> Any:
        """Tell how far the nearest objects of two managers are apart: as min_distance_single tells it. First this manager's."""
        best = _Best(self._depth, set())
        best.look_for(*self._with(other_manager))
        return _told(best.value, best.names, best.data, return_names, return_data)


def scene_to_collision(scene: Any, **options: Any) -> tuple[CollisionManager, dict[Name, CollisionObject]]:
    """Return a manager with all geometry of a trimesh.Scene, and its objects by the names of their nodes.

    options: those of CollisionManager.
    """
    manager = CollisionManager(**options)
    objects = {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        objects[node] = manager.add_object(node, scene.geometry[geometry], transform)
    return manager, objects
