"""Many points about one mesh: the nearest triangles, inside or outside, winding numbers."""

from __future__ import annotations

import array
from collections.abc import Callable
from typing import Any

from . import _abut, _convert
from ._enums import Side
from ._rows import column
from ._values import Answer

CHUNK = 1 << 17  # points at a time: the library remembers 104 bytes of each and 48 of each further triangle


class Nearest(Answer):
    """What is near to points: a row a point, a column a triangle of those asked for, the nearest first.

    triangles: (n, count) uint32; 4294967295 where there is none. distances: (n, count) float64; lo: the same; the distance is
    between lo and distances, the doubles next to it, equal if it is one; inf where there is none. points: (n, count, 3) float64:
    the nearest point of each triangle, each coordinate rounded once; nan where there is none. features: (n, count) int32, of
    Feature: what of the triangle holds that point. sides: (n) int32, of Side. signed: (n) float64, negative inside; nan where the
    side is unknown. winding: (n, 2) float64: the winding number is in between. None what was not asked for.
    """

    __slots__ = ("triangles", "distances", "lo", "points", "features", "sides", "signed", "winding")
    sides: Any
    signed: Any
    winding: Any

    def __init__(self, near: list[Any], told: list[Any], count: int, sides: bool, winding: bool) -> None:
        n = sum(map(len, told))
        self.triangles, self.distances, self.lo, self.features = (
            joined(near, name, [n, count]) for name in ("triangle", "hi", "lo", "feature"))
        self.points = joined(near, "point", [n, count, 3])
        self.sides = joined(told, "side", [n]) if sides else None
        self.signed = _signed(self.sides, joined(told, "signed_lo", [n]), joined(told, "signed_hi", [n])) if sides else None
        self.winding = _pairs(joined(told, "winding_lo", [n]), joined(told, "winding_hi", [n])) if winding else None

    def _table(self) -> list[Any]:
        count = self.triangles.shape[1]
        ranks = [""] if count == 1 else [f"_{i}" for i in range(count)]
        parts = [(tuple(name + rank for rank in ranks), values) for name, values in
                 (("triangle", self.triangles), ("distance", self.distances), ("lo", self.lo), ("feature", self.features))]
        parts.append((tuple(f"point{rank}_{axis}" for rank in ranks for axis in "xyz"), self.points))
        more = ((("side",), self.sides), (("signed",), self.signed), (("winding_lo", "winding_hi"), self.winding))
        return parts + [(names, values) for names, values in more if values is not None]

    def __len__(self) -> int:
        return len(self.triangles)

    def __repr__(self) -> str:
        more = [name for name in ("sides", "winding") if getattr(self, name) is not None]
        return f"<Nearest: of {len(self)} points{', ' * bool(more)}{' and '.join(more)}>"


def joined(parts: list[Any], name: str, shape: list[int]) -> Any:
    """A column of rows, of which there are several parts, as one array: numpy's, or a memoryview."""
    np = _convert.numpy()
    columns = [column(part, name) for part in parts]
    if np is not None:
        return (columns[0] if len(columns) == 1 else np.concatenate(columns)).reshape(shape)
    view = columns[0]
    flat = memoryview(b"".join(part.tobytes() for part in columns))
    return flat.cast(view.format) if 0 in shape else flat.cast(view.format, shape)


def _signed(sides: Any, lo: Any, hi: Any) -> Any:
    """The double that is farther from zero."""
    np = _convert.numpy()
    if np is not None:
        return np.where(sides == Side.INSIDE, lo, hi)
    return memoryview(array.array("d", (lo[i] if side == Side.INSIDE else hi[i] for i, side in enumerate(sides))))


def _pairs(lo: Any, hi: Any) -> Any:
    np = _convert.numpy()
    if np is not None:
        return np.stack([lo, hi], axis=1)
    flat = memoryview(array.array("d", (x for pair in zip(lo, hi, strict=True) for x in pair)))
    return flat.cast("B").cast("d", [len(lo), 2]) if len(lo) else flat


def _ask(mesh: Any, points: Any, sides: bool, count: int, progress: Any, **options: Any) -> Nearest:
    if count < 1:
        raise ValueError(f"count: 1 or more triangles, not {count}")
    flat: Any = points if hasattr(points, "shape") else _convert.floats(points, "points", 3)
    n = flat.shape[0] if len(flat.shape) == 2 else 0
    if len(flat.shape) != 2 and 0 not in flat.shape:
        raise ValueError(f"points: (n, 3) numbers are wanted, not shape {tuple(flat.shape)}")
    near, told = [], []
    if n > CHUNK and progress is True:
        progress = _convert.bar(progress)
    for first in range(0, max(n, 1), CHUNK):
        chunk = flat if n <= CHUNK else flat[first : first + CHUNK]
        tell = scaled(progress, first / max(n, 1), min(CHUNK, n - first) / max(n, 1)) if n > CHUNK else progress
        both = _abut.points(mesh, chunk, sides, nearest=count, progress=tell, **options)
        near.append(both[0])
        told.append(both[1])
    return Nearest(near, told, count, sides, options.get("winding", False))


def scaled(progress: Any, first: float, part: float) -> Callable[[float], Any] | None:
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
