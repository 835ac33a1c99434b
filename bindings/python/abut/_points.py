"""Many points about one mesh: the nearest triangles, inside or outside, winding numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import _abut, _convert
from ._enums import Side
from ._values import Answer

_CHUNK = 1 << 17  # points at a time: the library remembers 104 bytes of each and 48 of each further triangle


class Nearest(Answer):
    """What is near to points: a row a point, a column a triangle of those asked for, the nearest first.

    triangles: (n, count) uint32; 4294967295 where there is none. distances: (n, count) float64; lo: the same; the distance is
    between lo and distances, the doubles next to it, equal if it is one; inf where there is none. points: (n, count, 3) float64:
    the nearest point of each triangle, each coordinate rounded once; nan where there is none. sides: (n) int32, of Side. signed:
    (n) float64, negative inside; nan where the side is unknown. winding: (n, 2) float64: the winding number is in between.
    None what was not asked for.
    """

    __slots__ = ("triangles", "distances", "lo", "points", "sides", "signed", "winding")

    def __init__(self, triangles: Any, lo: Any, distances: Any, points: Any, sides: Any, signed: Any, winding: Any) -> None:
        self.triangles, self.lo, self.distances, self.points = triangles, lo, distances, points
        self.sides, self.signed, self.winding = sides, signed, winding

    def __len__(self) -> int:
        return len(self.triangles)

    def __repr__(self) -> str:
        more = [name for name in ("sides", "winding") if getattr(self, name) is not None]
        return f"<Nearest: of {len(self)} points{', ' * bool(more)}{' and '.join(more)}>"

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = None  # type: ignore[assignment]


def _shaped(columns: list[Any], shape: list[int]) -> Any:
    """Parts of a column as one array: numpy's, or a memoryview."""
    np = _convert.numpy()
    if np is not None:
        parts = [np.asarray(part) for part in columns]
        return (parts[0] if len(parts) == 1 else np.concatenate(parts)).reshape(shape)
    view = memoryview(columns[0]) if len(columns) == 1 else None
    letter = memoryview(columns[0]).format
    if view is None:
        view = memoryview(b"".join(bytes(part) for part in columns)).cast(letter)  # type: ignore[call-overload]
    return view if 0 in shape else view.cast("B").cast(letter, shape)  # type: ignore[call-overload]


def _ask(mesh: Any, points: Any, sides: bool, count: int, progress: Any, **options: Any) -> Nearest:
    if count < 1:
        raise ValueError(f"count: 1 or more triangles, not {count}")
    flat: Any = points if hasattr(points, "shape") else _convert.floats(points, "points", 3)
    n = flat.shape[0] if len(flat.shape) == 2 else 0
    if len(flat.shape) != 2 and 0 not in flat.shape:
        raise ValueError(f"points: (n, 3) numbers are wanted, not shape {tuple(flat.shape)}")
    parts = []
    for first in range(0, max(n, 1), _CHUNK):
        chunk = flat if n <= _CHUNK else flat[first : first + _CHUNK]
        told = _scaled(progress, first / max(n, 1), min(_CHUNK, n - first) / max(n, 1)) if n > _CHUNK else progress
        parts.append(_abut.points(mesh, chunk, sides, nearest=count, progress=told, **options))
    columns = [list(column) for column in zip(*parts, strict=True)]
    shapes = [[n, count], [n, count], [n, count], [n, count, 3], [n], [n], [n, 2]]
    wanted = [True] * 4 + [sides, sides, options.get("winding", False)]
    return Nearest(*(_shaped(c, s) if want else None for c, s, want in zip(columns, shapes, wanted, strict=True)))


def _scaled(progress: Any, first: float, part: float) -> Callable[[float], Any] | None:
    """Fractions of a part of the work as those of all."""
    return (lambda fraction: progress(first + part * fraction)) if callable(progress) else progress


def nearest(mesh: Any, points: Any, pose: Any, count: int, within: float, sides: bool, winding: bool, threads: int | None,
            progress: Any) -> Nearest:
    return _ask(mesh, points, bool(sides or winding), count, progress, pose=pose, within=within, winding=bool(winding),
                threads=threads)


def _known(mesh: Any, points: Any, pose: Any, threads: int | None) -> Nearest:
    """With sides; an error if the mesh has no inside."""
    found = _ask(mesh, points, True, 1, None, pose=pose, threads=threads)
    if len(found) and (found.sides[0] == Side.UNKNOWN or Side.UNKNOWN in found.sides.tolist()):
        raise ValueError(f"{mesh!r} has no closed component, so nothing is inside: look at mesh.parts")
    return found


def contains(mesh: Any, points: Any, pose: Any, threads: int | None) -> Any:
    sides = _known(mesh, points, pose, threads).sides
    if _convert.numpy() is not None:
        return (sides == Side.INSIDE) | (sides == Side.ON)
    return memoryview(bytes(side in (Side.INSIDE, Side.ON) for side in sides)).cast("?")


def signed_distance(mesh: Any, points: Any, pose: Any, threads: int | None) -> Any:
    return _known(mesh, points, pose, threads).signed
