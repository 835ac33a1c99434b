"""Many objects at once: python-fcl's manager. Boxes tell which may meet; the callback asks about these exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from .fcl_objects import CollisionObject

CollisionCallback = Callable[[CollisionObject, CollisionObject, Any], bool]
DistanceCallback = Callable[[CollisionObject, CollisionObject, Any], tuple[bool, float]]


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

        callback(o1, o2, data) is called for objects whose boxes meet, until it returns True.
        """
        first, second, data, callback = self._read(args)
        for i, row in _rows(
            first, second, lambda low, high, lows, highs: np.nonzero(np.all((low <= highs) & (lows <= high), axis=1))[0]
        ):
            for j in row:
                if callback(first[i], (second or first)[j], data):
                    return

    def distance(self, *args: Any) -> None:
        """distance(data, callback) within; distance(manager or object, data, callback) with others.

        callback(o1, o2, data) returns whether that is enough, and the least distance so far: objects whose boxes are
        farther apart are left out.
        """
        first, second, data, callback = self._read(args)
        least = np.inf
        for i, row in _rows(first, second, _apart):
            for j, apart in row:
                if apart >= least:
                    break
                done, least = callback(first[i], (second or first)[j], data)
                if done:
                    return

    def _read(self, args: Sequence[Any]) -> tuple[list[CollisionObject], list[CollisionObject] | None, Any, Any]:
        if len(args) not in (2, 3) or not callable(args[-1]):
            raise ValueError("give (data, callback), (object, data, callback) or (manager, data, callback)")
        mine = self.getObjects()
        if len(args) == 2:
            return mine, None, args[0], args[1]
        other = args[0]
        theirs = other.getObjects() if isinstance(other, DynamicAABBTreeCollisionManager) else [_checked(other)]
        return mine, theirs, args[1], args[2]


def _apart(low: Any, high: Any, lows: Any, highs: Any) -> list[tuple[int, float]]:
    """How far boxes are from one, the nearest first; never more than they are."""
    gaps = np.maximum(0.0, np.maximum(lows - high, low - highs))
    apart = np.sqrt((gaps * gaps).sum(axis=1)) * (1 - 1e-12)
    return [(int(j), float(apart[j])) for j in np.argsort(apart, kind="stable")]


def _rows(first: list[CollisionObject], second: list[CollisionObject] | None, choose: Any) -> Iterator[tuple[int, Any]]:
    """Each object of the first, and which of the second its box chooses; without a second, of those that come after it.

    As in FCL, an object that is in both is asked about with itself.
    """
    mine = np.array([obj._bounds() for obj in first]).reshape(-1, 2, 3)
    theirs = mine if second is None else np.array([obj._bounds() for obj in second]).reshape(-1, 2, 3)
    for i, (low, high) in enumerate(mine):
        start = i + 1 if second is None else 0
        if start == len(theirs):
            continue
        with np.errstate(invalid="ignore"):
            chosen = choose(low, high, theirs[start:, 0], theirs[start:, 1])
        yield i, [(j[0] + start, j[1]) if isinstance(j, tuple) else int(j) + start for j in chosen]
