"""Many rays or segments about one mesh: what they meet, and how often they go through its surface."""

from __future__ import annotations

import array
from typing import Any

from . import _abut, _convert
from ._enums import Facing, Feature
from ._points import CHUNK, joined, scaled
from ._values import Answer


class Rays(Answer):
    """What rays meet: a row a hit, those of ray 0 first. len() is how many hits there are.

    rays: (k) intp: whose hit it is. triangles: (k) uint32. t_lo, t_hi: (k) float64: t is between them, the doubles next to it,
    equal if it is one. points: (k, 3) float64, each coordinate rounded once. features: (k) int32, of Feature: what of the
    triangle is met. facings: (k) int32, of Facing. crossings: (k) int32, 1 where the ray goes through the surface, by the rule
    that counts each shared edge once. hit: (n) bool: of each ray, whether it meets anything. touch_counts, crossing_counts: (n)
    uint64, of want="all" and "count"; else None.
    """

    __slots__ = ("rays", "triangles", "t_lo", "t_hi", "points", "features", "facings", "crossings", "hit", "touch_counts",
                 "crossing_counts")
    WORDS = {"feature": Feature, "facing": Facing}
    touch_counts: Any
    crossing_counts: Any

    def __init__(self, hits: list[Any], told: list[Any], want: str) -> None:
        k, n = sum(map(len, hits)), sum(map(len, told))
        self.triangles, self.t_lo, self.t_hi, self.features, self.facings, self.crossings = (
            joined(hits, name, [k]) for name in ("triangle", "t_lo", "t_hi", "feature", "facing", "is_crossing"))
        self.points = joined(hits, "point", [k, 3])
        counts = joined(told, "hit_count", [n])
        is_counted = want in ("all", "count")
        self.touch_counts = joined(told, "touch_count", [n]) if is_counted else None
        self.crossing_counts = joined(told, "crossing_count", [n]) if is_counted else None
        self.rays = _owners(counts)
        self.hit = _above(self.touch_counts if is_counted else counts)

    def _table(self) -> list[Any]:
        if not len(self) and self.touch_counts is not None:
            return [(("touches",), self.touch_counts), (("crossings",), self.crossing_counts)]
        names = ("ray", "triangle", "t_lo", "t_hi", "feature", "facing", "crossing")
        columns = (self.rays, self.triangles, self.t_lo, self.t_hi, self.features, self.facings, self.crossings)
        parts: list[Any] = [((name,), column) for name, column in zip(names, columns, strict=True)]
        return [*parts, (("x", "y", "z"), self.points)]

    def __len__(self) -> int:
        return len(self.triangles)

    def __repr__(self) -> str:
        return f"<Rays: {sum(self.hit.tolist())} of {len(self.hit)} meet the mesh>"


def _owners(counts: Any) -> Any:
    """The number of each ray, as often as it has hits."""
    np = _convert.numpy()
    if np is not None:
        return np.repeat(np.arange(len(counts), dtype=np.intp), counts.astype(np.intp))
    return memoryview(array.array("q", (i for i, count in enumerate(counts) for _ in range(count))))


def _above(counts: Any) -> Any:
    if _convert.numpy() is not None:
        return counts > 0
    return memoryview(bytes(count > 0 for count in counts)).cast("?")


def _vectors(value: Any, name: str) -> Any:
    made: Any = value if hasattr(value, "shape") else _convert.floats(value, name, 3)
    if len(made.shape) != 2 and 0 not in made.shape:
        raise ValueError(f"{name}: (n, 3) numbers are wanted, not shape {tuple(made.shape)}")
    return made


def rays(mesh: Any, origins: Any, directions: Any, progress: Any, **options: Any) -> Rays:
    starts, ways = _vectors(origins, "origins"), _vectors(directions, "directions")
    n = starts.shape[0] if len(starts.shape) == 2 else 0
    if n != (ways.shape[0] if len(ways.shape) == 2 else 0):
        raise ValueError(f"directions: as many as origins are wanted, {n}, not {ways.shape[0]}")
    hits, told = [], []
    if n > CHUNK and progress is True:
        progress = _convert.bar(progress)
    for first in range(0, max(n, 1), CHUNK):
        some = slice(first, first + CHUNK)
        both = (starts, ways) if n <= CHUNK else (starts[some], ways[some])
        tell = scaled(progress, first / max(n, 1), min(CHUNK, n - first) / max(n, 1)) if n > CHUNK else progress
        found = _abut.rays(mesh, *both, progress=tell, **options)
        hits.append(found[0])
        told.append(found[1])
    return Rays(hits, told, options["want"])
