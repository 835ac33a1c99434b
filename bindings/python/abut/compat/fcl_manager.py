"""Many objects at once: python-fcl's manager. Boxes tell which may meet; the callback asks about these exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from .fcl_objects import CollisionObject

_Objects = list[CollisionObject]
_Block = tuple[int, Any, Any]  # number of the first object, its and others' boxes, and those of the other side
_BLOCK = 1 << 18  # pairs of boxes that are looked at together


def _checked(value: Any) -> CollisionObject:
    if not isinstance(value, CollisionObject):
        raise TypeError(f"a CollisionObject is wanted, not {type(value).__name__}")
    return value


class DynamicAABBTreeCollisionManager:
    """Objects to be asked about together. Where they are is looked up when it asks, so update is never needed.

    The attributes that tune FCL's tree are here to be set, and change no answer: there is no tree.
    """

    def __init__(self) -> None:
        self._objects: dict[int, CollisionObject] = {}
        self._boxes: Any = np.empty((0, 2, 3))
        self._boxed: list[Any] = []  # where objects were, and what, when their boxes were found
        self.max_tree_nonbalanced_level = 10
        self.tree_incremental_balance_pass = 10
        self.tree_topdown_balance_threshold = 2
        self.tree_topdown_level = 0
        self.tree_init_level = 0
        self.octree_as_geometry_collide = True
        self.octree_as_geometry_distance = False

    def registerObject(self, obj: CollisionObject) -> None:
        """Add an object; one that is there already is not there twice."""
        self._objects[id(_checked(obj))] = obj

    def registerObjects(self, other_objs: Iterable[CollisionObject]) -> None:
        """Add objects."""
        for obj in other_objs:
            self.registerObject(obj)

    def unregisterObject(self, obj: CollisionObject) -> None:
        """Take an object out, if it is there."""
        self._objects.pop(id(obj), None)

    def setup(self) -> None:
        """Nothing has to be set up."""

    def update(self, arg: Any = None) -> None:
        """Nothing has to be updated. arg: None, an object, or several."""
        if arg is not None:
            for obj in arg if hasattr(arg, "__len__") else [arg]:
                _checked(obj)

    def getObjects(self) -> list[CollisionObject]:
        """The objects, in the order in which they came."""
        return list(self._objects.values())

    def clear(self) -> None:
        """Take out all objects."""
        self._objects.clear()

    def empty(self) -> bool:
        """Whether there are no objects."""
        return not self._objects

    def size(self) -> int:
        """How many objects there are."""
        return len(self._objects)

    def collide(self, *args: Any) -> None:
        """collide(data, callback) within; collide(manager or object, data, callback) with others.

        callback(o1, o2, data) is called for objects whose boxes meet, until it returns True. As in FCL, an object that
        is asked about with a manager that has it is asked about with itself.
        """
        first, second, blocks, data, callback = self._read(args)
        for start, mine, theirs in blocks:
            meet = np.all((mine[:, None, 0] <= theirs[:, 1]) & (theirs[:, 0] <= mine[:, None, 1]), axis=2)
            for i, j in zip(*(side.tolist() for side in np.nonzero(meet))):
                if len(args) == 2 and j <= start + i:
                    continue
                if callback(first[start + i], second[j], data):
                    return

    def distance(self, *args: Any) -> None:
        """distance(data, callback) within; distance(manager or object, data, callback) with others.

        callback(o1, o2, data) returns whether that is enough, and the least distance so far: objects whose boxes are
        farther apart are left out.
        """
        first, second, blocks, data, callback = self._read(args)
        least = np.inf
        for start, mine, theirs in blocks:
            gaps = np.maximum(0.0, np.maximum(theirs[:, 0] - mine[:, None, 1], mine[:, None, 0] - theirs[:, 1]))
            apart = np.sqrt((gaps * gaps).sum(axis=2)) * (1 - 1e-12)  # never more than it is
            for i, row in enumerate(apart):
                after = start + i + 1 if len(args) == 2 else 0
                for j in after + np.argsort(row[after:], kind="stable"):
                    if row[j] >= least:
                        break
                    done, least = callback(first[start + i], second[j], data)
                    if done:
                        return

    def _box_rows(self) -> Any:
        """Boxes of all objects: those that were moved, or are others, are found anew."""
        objects = self.getObjects()
        now = [obj._place for obj in objects] + [obj._geometry._form() for obj in objects]
        if now != self._boxed:
            count, same = len(objects), len(self._boxed) == len(now)
            old = self._boxed if same else [None] * len(now)
            changed = [i for i in range(count) if now[i] is not old[i] or now[count + i] is not old[count + i]]
            self._boxes = self._boxes.copy() if same else np.empty((count, 2, 3))
            self._boxes[changed] = _boxes([objects[i] for i in changed])
            self._boxed = now
        return self._boxes

    def _read(self, args: Sequence[Any]) -> tuple[_Objects, _Objects, Iterator[_Block], Any, Any]:
        """Objects of both sides, blocks of their boxes, data and callback."""
        if len(args) not in (2, 3) or not callable(args[-1]):
            raise ValueError("give (data, callback), (object, data, callback) or (manager, data, callback)")
        mine, boxes = self.getObjects(), self._box_rows()
        if len(args) == 2:
            return mine, mine, _blocks(boxes, boxes), args[0], args[1]
        other = args[0]
        if isinstance(other, DynamicAABBTreeCollisionManager):
            return mine, other.getObjects(), _blocks(boxes, other._box_rows()), args[1], args[2]
        return mine, [other], _blocks(boxes, _boxes([_checked(other)])), args[1], args[2]


def _boxes(objects: list[CollisionObject]) -> Any:
    """(n, 2, 3): a box about each object in the world, wide enough for all rounding; without an end about a plane."""
    forms = [obj._geometry._form() for obj in objects]
    ends = np.array([form.kind == "flat" for form in forms], dtype=bool)
    local = np.array([np.zeros((2, 3)) if form.box() is None else form.box() for form in forms]).reshape(-1, 2, 3)
    turn = np.array([obj._rotation for obj in objects]).reshape(-1, 3, 3)
    shift = np.array([obj._translation for obj in objects]).reshape(-1, 3)
    middle = np.einsum("nij,nj->ni", turn, (local[:, 0] + local[:, 1]) / 2) + shift
    half = np.einsum("nij,nj->ni", np.abs(turn), (local[:, 1] - local[:, 0]) / 2)
    half += 1e-14 * (np.abs(middle) + half + np.abs(shift) + np.abs(local).max(axis=(1, 2), initial=0.0)[:, None])
    half[ends] = np.inf
    return np.stack([middle - half, middle + half], axis=1)


def _blocks(mine: Any, theirs: Any) -> Iterator[_Block]:
    """Boxes of some of the first at a time, and of all of the second."""
    step = max(1, _BLOCK // max(1, len(theirs)))
    for start in range(0, len(mine) if len(theirs) else 0, step):
        yield start, mine[start : start + step], theirs
