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

Names, arguments, results and errors are those of trimesh.collision. For a program that stays as it is, before it imports that:

    sys.modules["trimesh.collision"] = trimesh.collision = abut.trimesh

What is more. Poses stay float64; trimesh rounds those of objects to float32. A mesh is built once for each content, by
trimesh's own hash; one that is changed in place is noticed when it is given again. All contacts are told, each pair of
triangles once. A transform that scales axes differently or shears is multiplied into the vertices. manager.ignore(a, b)
leaves a pair out of in_collision_internal and min_distance_internal. CollisionManager(inside=True): what is inside another
object collides with it; None, the default, is what trimesh does: what is inside a convex object collides; False: surfaces
alone. CollisionManager(depth=False): distances are 0 where objects collide. add_object returns a CollisionObject with name,
mesh (the abut.Mesh) and transform; it is no fcl.CollisionObject. One thread at a time may use a manager.

A contact. index(name) is the triangle, of convex objects, too. point is the middle of what both triangles share. normal is
that of the triangle of the first object, outwards by its winding: of this manager, or the one that was added earlier. depth
is that of both objects as solids, the same for all contacts of two objects, and translation the move of the second one, as
long as the depth, that frees it. Both are found when they are asked for, once for two objects: milliseconds for small meshes,
some 50 for two convex meshes of 1280 triangles; NaN where one has no closed component. Where one object is inside the other,
and they do not touch, there is one contact: its index is -1, its point a corner of what is inside, and its normal NaN.

A distance. Apart: that of the surfaces, rounded up once. In collision: minus the depth, of two objects that are solid
(convex; or closed, with inside=True), else 0; the least of all pairs. point(name) are nearest points of the surfaces; where
these are in contact, one that both share. With nothing to measure it is the greatest float, as in trimesh; names and data are
then None.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Iterable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _boxes
from ._abut import distance
from ._mesh import Mesh
from ._placed import Name, Named, Pair, Placed, Rows, Several, Space, shape_of

__all__ = ["CollisionManager", "CollisionObject", "ContactData", "DistanceData", "scene_to_collision"]

EXTERNAL = "__external"
NO_FACE = -1  # as trimesh has it where no face is in contact: one object is inside the other

# What trimesh tells as the distance where there is nothing to measure.
FARTHEST = sys.float_info.max

class CollisionObject(Named):
    """What add_object gives: an object of a manager."""

    __slots__ = ()

    @property
    def mesh(self) -> Mesh:
        """The abut.Mesh that was built, or known already."""
        return self.placed.mesh

    @property
    def transform(self) -> NDArray[np.float64]:
        """(4, 4): where it is. The identity where a matrix was no pose, and was multiplied into the mesh."""
        return self.placed.matrix.copy()

    def __repr__(self) -> str:
        return f"<CollisionObject {self.name!r}: {self.mesh.triangle_count} triangles>"


class ContactData:
    """How two objects touch: one pair of triangles, or that one object is inside the other."""

    __slots__ = ("_pair", "_row")

    def __init__(self, pair: Pair, row: int) -> None:
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
        """(3,): a point that both share, rounded: the middle of the corners of what their triangles share. Of what is
        inside a corner.
        """
        if self._row >= 0:
            contact = self._pair.contacts[self._row]
            return np.asarray(contact["points"][: contact["point_count"]].mean(axis=0))
        return self._pair.inner.copy()

    @property
    def normal(self) -> NDArray[np.float64]:
        """(3,): the normal of the triangle of the first object, by its winding, of length 1. The first is this
        manager's, or the one that was added earlier. Of the second's, turned round, where that of the first is
        degenerate; NaN where there is none.
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
        """How far the objects have to be moved apart, as solids: abut.depth of both, found when it is asked for and the
        same for all contacts of the two. NaN where one of them has no closed component.
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


def _collisions(pairs: Iterable[Pair], names: bool,
                data: bool) -> tuple[bool, list[tuple[Name, Name]], list[ContactData]]:
    """Whether any pair collides; the names of all that do and their contacts, where they are asked for."""
    found: list[tuple[Name, Name]] = []
    contacts: list[ContactData] = []
    for pair in pairs:
        found.append(pair.names)
        if not names and not data:
            break
        if data:
            pair.find_contacts()
            contacts += [ContactData(pair, row) for row in range(len(pair.contacts)) or (NO_FACE,)]
    return bool(found), found, contacts


class _Best:
    """The least distance so far."""

    def __init__(self, wants_depth: bool, ignored: set[frozenset[Name]]) -> None:
        self._wants_depth = wants_depth
        self._ignored = ignored
        self._least = np.inf
        self._pair: Pair | None = None

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

    def look_for(self, all: Several, split: int | None = None) -> None:
        """Look at all pairs: first at neighbours, then at what is not farther apart than those along any axis."""
        self.look_at(all, *_boxes.neighbours(all.boxes, split))
        self.look_at(all, *_boxes.meeting(all.boxes, max(self._least, 0.0), split))

    def look_at(self, all: Several, a: Rows, b: Rows) -> None:
        """Look at the pairs of objects a[i] and b[i], the nearest boxes first, until no box can be nearer."""
        low = _boxes.apart(all.boxes[a], all.boxes[b])
        meets = low == 0
        if self._wants_depth:
            low[meets] = -_boxes.overlap(all.boxes[a[meets]], all.boxes[b[meets]])
        for i in np.argsort(low, kind="stable"):
            if low[i] >= self._least:
                return
            one, other = all.objects[a[i]], all.objects[b[i]]
            if not self._ignored or frozenset((one.name, other.name)) not in self._ignored:
                self._look(Pair(one, other))

    def _look(self, pair: Pair) -> None:
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


def _depth_of(pair: Pair) -> float:
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
    identity. One that scales axes differently is multiplied into the vertices. A mesh that you change in place is
    noticed when you give it again; an object that was added stays what it was.

    inside: what counts as a collision beside contact of surfaces. None: what is inside a convex object
    (mesh.is_convex), as in trimesh. True: what is inside any object, as abut.contain has it. False: nothing.
    depth: False: min_distance_ functions tell 0 of what collides. True: they tell minus the depth of two solids, which
    may take seconds for two meshes of 1000 triangles.

    Not for several threads at a time.
    """

    def __init__(self, *, inside: bool | None = None, depth: bool = True) -> None:
        self._inside = inside
        self._depth = depth
        self._objs: dict[Name, CollisionObject] = {}
        self._ignored: set[frozenset[Name]] = set()
        self._changed()

    def _changed(self) -> None:
        """Objects came or went."""
        self._version = object()
        self._known: Several | None = None
        # Who is told of moves, and the rows there that objects begin at.
        self._spaces: weakref.WeakKeyDictionary[Space, set[int]] = weakref.WeakKeyDictionary()
        # What is kept for the next question: of this manager alone, and with others.
        self._own: Space | None = None
        self._others: weakref.WeakKeyDictionary[CollisionManager, Space] = weakref.WeakKeyDictionary()

    # ---- objects

    def add_object(self, name: Name, mesh: Any, transform: ArrayLike | None = None) -> CollisionObject:
        """Add an object, or replace the one with this name."""
        if transform is not None:
            transform = np.asanyarray(transform, dtype=np.float64)
            if transform.shape != (4, 4):
                raise ValueError("transform must be (4,4)!")
        hash(name)
        made = self._objs[name] = self._object(name, mesh, transform)
        self._changed()
        return made

    def _object(self, name: Name, mesh: Any, transform: ArrayLike | None) -> CollisionObject:
        shape = shape_of(mesh)
        return CollisionObject(name, shape, Placed(shape, transform, self._inside))

    def remove_object(self, name: Name) -> None:
        """Remove an object, and what was said of it by ignore. ValueError: there is none with this name."""
        self._find(name)
        del self._objs[name]
        self._ignored = {pair for pair in self._ignored if name not in pair}
        self._changed()

    def set_transform(self, name: Name, transform: ArrayLike) -> None:
        """Move an object. ValueError: there is none with this name."""
        found = self._find(name)
        found.placed = Placed(found.shape, transform, self._inside)
        for space, starts in self._spaces.items():
            space.moved.update(start + found.row for start in starts)
        if self._known is not None:
            self._known.update(found)

    def ignore(self, a: Name, b: Name) -> None:
        """Leave a pair of objects out of in_collision_internal and min_distance_internal, until one of them is removed.
        """
        if self._find(a) is self._find(b):
            raise ValueError(f"{a} cannot be ignored with itself")
        self._ignored.add(frozenset((a, b)))

    def _find(self, name: Name) -> CollisionObject:
        if name not in self._objs:
            raise ValueError(f"{name} not in collision manager!")
        return self._objs[name]

    def _all(self) -> Several:
        """The objects, in the order in which they were added."""
        if self._known is None:
            self._known = Several(list(self._objs.values()))
        return self._known

    def _take_part(self, space: Space, start: int) -> Space:
        """Tell a space from now on what is moved. start: the row of the first object there."""
        for row, each in enumerate(self._objs.values()):
            each.row = row
        self._spaces.setdefault(space, set()).add(start)
        return space

    # ---- contact

    def in_collision_single(self, mesh: Any, transform: ArrayLike | None = None, return_names: bool = False,
                            return_data: bool = False) -> Any:
        """Tell whether a mesh collides with any object: a bool, or a tuple with the set of their names, with
        ContactData.
        """
        asked = self._object(EXTERNAL, mesh, transform)
        pairs = self._all().collisions(asked)
        met, found, data = _collisions(pairs, return_names, return_data)
        return _told(met, {names[0] for names in found}, data, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Tell whether any two objects collide: a bool, or a tuple with the set of pairs of their names, each sorted,
        with ContactData.
        """
        if self._own is None:
            self._own = self._take_part(Space([*self._objs.values()], None, None), 0)
        self._own.update(self._ignored)
        pairs = self._own.collisions(self._all, not (return_names or return_data))
        met, found, data = _collisions(pairs, return_names, return_data)
        return _told(met, {_sorted(names) for names in found}, data, return_names, return_data)

    def in_collision_other(self, other_manager: CollisionManager, return_names: bool = False,
                           return_data: bool = False) -> Any:
        """Tell whether any object collides with one of another manager: a bool, or a tuple with the set of pairs of
        names, first the one of this manager, with ContactData.
        """
        space = self._others.get(other_manager)
        if space is None or space.version is not other_manager._version:
            objects: list[Named] = [*self._objs.values(), *other_manager._objs.values()]
            space = self._others[other_manager] = Space(objects, len(self._objs), other_manager._version)
            self._take_part(space, 0)
            other_manager._take_part(space, len(self._objs))
        space.update(set())
        both = partial(_both, self, other_manager)
        pairs = space.collisions(both, not (return_names or return_data))
        met, found, data = _collisions(pairs, return_names, return_data)
        return _told(met, set(found), data, return_names, return_data)

    # ---- distance

    def min_distance_single(self, mesh: Any, transform: ArrayLike | None = None, return_name: bool = False,
                            return_data: bool = False) -> Any:
        """Tell how far a mesh is from the nearest object: a float, or a tuple with its name, with DistanceData.

        Where they collide it is 0, or minus the depth of two solids. Where there is nothing to measure it is the
        greatest float, and the name and the data are None.
        """
        count = len(self._objs)
        best = _Best(self._depth, set())
        outer = Several([self._object(EXTERNAL, mesh, transform)])
        best.look_at(self._all().plus(outer), np.arange(count), np.full(count, count))
        return _told(best.value, best.names[0], best.data, return_name, return_data)

    def min_distance_internal(self, name: Name = None, return_names: bool = False, return_data: bool = False) -> Any:
        """Tell how far the two nearest objects are apart, or one and the nearest other: as min_distance_single tells
        it. Names are sorted.
        """
        best = _Best(self._depth, self._ignored)
        everything = self._all()
        if name is None:
            best.look_for(everything)
        else:
            row = self._find(name).row
            others = np.flatnonzero(np.arange(len(self._objs)) != row)
            best.look_at(everything, np.full(len(others), row), others)
        return _told(best.value, _sorted(best.names), best.data, return_names, return_data)

    def min_distance_other(self, other_manager: CollisionManager, return_names: bool = False,
                           return_data: bool = False) -> Any:
        """Tell how far the nearest objects of two managers are apart: as min_distance_single tells it. First this
        manager's.
        """
        best = _Best(self._depth, set())
        best.look_for(_both(self, other_manager), len(self._objs))
        return _told(best.value, best.names, best.data, return_names, return_data)


def _both(one: CollisionManager, other: CollisionManager) -> Several:
    return one._all().plus(other._all())


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
