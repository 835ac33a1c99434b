"""Poses, and motions from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _abut
from ._convert import shown


@_abut.register
class Pose(_abut.Pose):
    """Where a mesh is: world = scale * rotation @ point + translation. It never changes.

    Give one of: matrix (3 or 4 rows, 4 columns), rotation (3 x 3), quaternion (x, y, z, w), axis and degrees; beside the last
    three a translation (in your unit) and a scale. A matrix that is rigid is kept bit by bit. Multiples of 90 degrees about a
    coordinate axis are exact.

    >>> Pose(axis=(0, 0, 1), degrees=90, translation=(5, 0, 0)).rotation[0]
    (0.0, -1.0, 0.0)
    """

    __slots__ = ()

    def __new__(cls, matrix: Any = None, *, rotation: Any = None, translation: Any = None, quaternion: Any = None,
                axis: Any = None, degrees: float = 0.0, scale: float = 0.0) -> Pose:
        given = {"matrix": matrix, "rotation": rotation, "quaternion": quaternion, "axis": axis}
        turns = [name for name, value in given.items() if value is not None]
        if len(turns) > 1:
            raise ValueError(f"Pose: give one of {' and '.join(turns)}, not both")
        if matrix is not None and (translation is not None or scale):
            raise ValueError("Pose: a matrix has its translation and scale in it")
        options: dict[str, Any] = {"translation": translation, "scale": scale or None, "matrix": matrix, "quaternion": quaternion}
        options["rotation"] = rotation
        options["turn"] = None if axis is None else (*axis, degrees)
        return super().__new__(cls, **{name: value for name, value in options.items() if value is not None})

    @property
    def matrix(self) -> Any:
        """Four rows of four numbers, the scale multiplied in: numpy's array, or a tuple of tuples without numpy."""
        scale, turn = self.scale or 1.0, _rotation(self)
        rows = [(*(scale * x for x in row), t) for row, t in zip(turn, self.translation)]
        return _array((*rows, (0.0, 0.0, 0.0, 1.0)))

    def __repr__(self) -> str:
        return f"Pose({[list(map(float, row)) for row in self.matrix]})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pose) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return _rotation(self), self.translation, self.scale or 1.0

    def __reduce__(self) -> tuple[Any, ...]:
        return _pose_again, self._key()


def _rotation(pose: Pose) -> tuple[tuple[float, float, float], ...]:
    turn: Any = _abut.Pose.rotation.__get__(pose)
    return turn if any(map(any, turn)) else ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def _array(rows: Any) -> Any:
    from ._convert import numpy

    np = numpy()
    return rows if np is None else np.array(rows)


def _pose_again(rotation: Any, translation: Any, scale: float) -> Pose:
    return Pose(rotation=rotation, translation=translation, scale=scale)


def as_pose(value: Any) -> Pose | None:
    """A Pose of what functions take as one."""
    return value if value is None or isinstance(value, Pose) else Pose(value)


@_abut.register
class Motion(_abut.Motion):
    """How a mesh moves for one piece of its way, as a time goes from 0 to 1.

    Motion(to=pose) ends in that pose: a point of the mesh, the pivot, goes straight, and the mesh turns about it. Else a
    screw: the pivot, a point of the world, goes by `way` while the mesh turns by degrees about the axis.
    """

    __slots__ = ()

    def __new__(cls, to: Any = None, *, way: Any = None, axis: Any = None, degrees: float = 0.0, pivot: Any = None) -> Motion:
        options = {"to": as_pose(to), "way": way, "axis": axis, "degrees": degrees or None, "pivot": pivot}
        return super().__new__(cls, **{name: value for name, value in options.items() if value is not None})

    def pose(self, start: Any, time: float) -> Pose:
        """Where a mesh is at a time from 0 to 1 that begins in a pose. Each number is rounded once or so.

        >>> Motion(way=(4, 0, 0)).pose(None, 0.25).translation
        (1.0, 0.0, 0.0)
        """
        made: Pose = _abut.motion_pose(self, start, time)
        return made


MotionLike = Motion | Sequence[Motion] | None


def threads(count: int | None = None) -> int:
    """Set how many threads batches and long calls use; 0: as many as this process may. Return how many that is."""
    return _abut.threads(count)
