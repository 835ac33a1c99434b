"""Answers: what the extension tells, in words, as arrays and as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from . import _abut
from ._convert import numpy, shown
from ._enums import CurveEnd, CurveKind, Kind, Reason, Relation, SelfClass, Word
from ._rows import column, corners


def pairs_told(count: int, complete: bool = True) -> str:
    """So many pairs, in words."""
    return f"{'' if complete else 'at least '}{count} pair{'s' * (count != 1)}"


def pairs_of_triangles(count: int, complete: bool = True) -> str:
    """The same of triangles."""
    return f"{pairs_told(count, complete)} of triangles"


def between(lo: float, hi: float) -> str:
    """A number that is known to be between two, in words."""
    return repr(hi) if lo == hi else f"{lo!r} to {hi!r}"


def decided(state: str) -> None:
    """Refuse to take what is not known as yes or no."""
    if state in ("undecided", "unknown"):
        raise ValueError(f"{state}: a budget or a deadline ended the search before it was known")


class Answer:
    """What a question gave. Work counters are those of the C library: the same on every machine."""

    __slots__ = ()
    WORDS: ClassVar[Mapping[str, type[Word]]] = {}  # columns of tables that are told as words

    def __bool__(self) -> bool:
        raise TypeError(f"{type(self).__name__} is neither true nor false: compare what it tells")

    def _table(self) -> list[Any]:
        """What stands in a row: arrays of rows, or names with numbers. Empty: one row of all attributes."""
        return []

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The answer as a table of Apache Arrow: for pyarrow.table(), polars.DataFrame() and others. Rows are copied."""
        from ._arrow import stream_of_answer

        return stream_of_answer(self)


@_abut.register
class Info(_abut.Info):
    """What a mesh is like, once it is built."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Info: {self.method}, {self.triangle_count} triangles, {self.vertex_count} vertices>"


@_abut.register
class Change(_abut.Change, Answer):
    """What became of the tree of a mesh that was made of another one: growth, is_rebuild_advised and more."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Change: growth {self.growth:.3g}{', a rebuild is advised' * self.is_rebuild_advised}>"


@_abut.register
class Contacts(_abut.Contacts, Answer):
    """Which triangles of two meshes share a point. True if there are any; len() is how many pairs were found."""

    __slots__ = ()
    WORDS = {"kind": Kind}

    @property
    def pairs(self) -> Any:
        """(n, 2) uint32: a triangle of a and one of b, sorted."""
        return shown(self._pairs)

    @property
    def contacts(self) -> Any:
        """With details a structured array: kind, point_count, events, points of each pair. Else None (or empty)."""
        return shown(self._contacts)

    @property
    def kinds(self) -> Any:
        """With details (n) int32: of each pair its Kind. Else None (or empty)."""
        return column(self._contacts, "kind")

    @property
    def points(self) -> Any:
        """With details="points" (m, 3) float64, in the world: the corners of what each pair shares. Else None.

        A pair shares a point, a segment (two ends) or a convex polygon (corners in cyclic order, up to six). Those of
        pairs[i] are points[offsets[i]:offsets[i + 1]].
        """
        return self._corners()[0]

    @property
    def offsets(self) -> Any:
        """With details="points" (n + 1) intp: where the corners of each pair begin in points. Else None."""
        return self._corners()[1]

    def _corners(self) -> tuple[Any, Any]:
        if self._contacts is None:
            return None, None
        points, offsets = corners(self._contacts)
        return (None, None) if self.count and offsets[-1] == 0 else (points, offsets)  # kinds alone were asked for

    def _table(self) -> list[Any]:
        return [(("a", "b"), self._pairs), self._contacts]

    def plot(self, a: Any, b: Any, *, pose_a: Any = None, pose_b: Any = None, ax: Any = None, show: bool = False) -> Any:
        """Draw both meshes and where they meet, by matplotlib. Return its axes. See abut.plot."""
        from ._plot import plot

        return plot(a, b, self, pose_a=pose_a, pose_b=pose_b, ax=ax, show=show)

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        if self.count:
            return True
        if self.state != "apart":
            decided(self.state)
        return False

    def __repr__(self) -> str:
        if not self.count:
            return f"<Contacts: {self.state}>"
        return f"<Contacts: contact, {pairs_of_triangles(self.count, self.complete)}>"


class _Pointed(Answer):
    """An answer with two points, where they were asked for and found: else the extension has them as NaN."""

    __slots__ = ()

    def _told(self, name: str) -> Any:
        told: Any = super()
        is_there = told.has_pair and told.a_point[0] == told.a_point[0]
        return getattr(told, name) if is_there else None

    @property
    def points(self) -> tuple[tuple[float, float, float], tuple[float, float, float]] | None:
        """With details="points": the point of a and that of b (of First: at t_hi), in the world. Else None."""
        a: Any = self._told("a_point")
        return None if a is None else (a, self._told("b_point"))

    @property
    def features(self) -> tuple[int, int] | None:
        """With details="points": what of each triangle holds its nearest point, of Feature. Else None."""
        features: tuple[int, int] | None = self._told("features")
        return features


@_abut.register
class Distance(_Pointed, _abut.Distance):
    """How far two meshes are apart: lo <= distance <= hi, the doubles next to it. float() is hi.

    pair: the two nearest triangles. With details="points": features of them, and the two nearest points, in the world.
    """

    __slots__ = ()

    def __float__(self) -> float:
        return self.hi

    def __repr__(self) -> str:
        if self.is_farther:
            return f"<Distance: more than {self.lo!r}>"
        return f"<Distance: {between(self.lo, self.hi)}>"


@_abut.register
class Clearance(_abut.Clearance, Answer):
    """Which triangles of two meshes are too close, or in contact. True if there are any."""

    __slots__ = ()
    WORDS = {"kind": Kind}

    @property
    def pairs(self) -> Any:
        """(n, 2) uint32: a triangle of a and one of b, sorted."""
        return shown(self._pairs)

    @property
    def approaches(self) -> Any:
        """With details a structured array: lo, hi, kind, features, a_point, b_point of each pair. Else None (or empty)."""
        return shown(self._approaches)

    def _table(self) -> list[Any]:
        return [(("a", "b"), self._pairs), self._approaches]

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        if self.count:
            return True
        decided(self.band)
        return False

    def __repr__(self) -> str:
        if not self.count:
            return f"<Clearance: {self.band}>"
        return f"<Clearance: {self.band}, {pairs_of_triangles(self.count, self.complete)}>"


@_abut.register
class Containment(_abut.Containment, Answer):
    """Which mesh is inside the other, and each connected component. bool() is refused: compare relation."""

    __slots__ = ()
    WORDS = {"relation": Relation, "reason": Reason}
    contacts: Contacts

    @property
    def a(self) -> Any:
        """A structured array, a row a component of a: triangle_count, first_triangle, relation, reason, winding ..."""
        return shown(self._a)

    @property
    def b(self) -> Any:
        """The same of b. A component's relation is told from it to the whole other mesh."""
        return shown(self._b)

    @property
    def complete(self) -> bool:
        """Whether everything was looked at: that of its contacts."""
        return self.contacts.complete

    def _table(self) -> list[Any]:
        return [[("a", self._a), ("b", self._b)]]

    def __repr__(self) -> str:
        why = f" ({self.reason})" if self.relation == "unknown" else ""
        return f"<Containment: {self.relation}{why}, {self.a_count} and {self.b_count} components>"


@_abut.register
class First(_Pointed, _abut.First):
    """When meshes that move first touch: not before t_lo, at t_hi at the latest. True if they touch, or come near.

    Times are pieces done and the part of the next: 2.25 is a quarter of the third.
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        decided(self.state)
        return self.state != "free"

    def __repr__(self) -> str:
        if self.state == "free":
            return "<First: free>"
        return f"<First: {self.state} at {between(self.t_lo, self.t_hi)}>"


@_abut.register
class Deepest(_abut.Deepest):
    """The point of one surface that is deepest inside the other solid. float() is hi."""

    __slots__ = ()

    def __float__(self) -> float:
        return self.hi

    def __repr__(self) -> str:
        return f"<Deepest: {between(self.lo, self.hi)}>"


class _Length(Answer):
    """A depth: float() is hi, and it is true where they are in each other."""

    __slots__ = ()

    def _interval(self) -> tuple[float, float]:
        raise NotImplementedError

    def __float__(self) -> float:
        return self._interval()[1]

    def __bool__(self) -> bool:
        lo, hi = self._interval()
        if lo <= 0 < hi:
            decided("undecided")
        return lo > 0

    def __repr__(self) -> str:
        why = ", no solid" if getattr(self, "reason", "") else ""
        return f"<{type(self).__name__}: {between(*self._interval())}{why}>"


@_abut.register
class Depth(_abut.Depth, _Length):
    """How deep two solids are in each other: the length of the shortest translation of b that frees it. float() is hi."""

    __slots__ = ()

    def _interval(self) -> tuple[float, float]:
        return self.lo, self.hi


@_abut.register
class DepthAlong(_abut.DepthAlong, _Length):
    """How far b has to be pushed along a direction until it is free, in lengths of the direction. float() is depth_hi."""

    __slots__ = ()

    def _interval(self) -> tuple[float, float]:
        return self.depth_lo, self.depth_hi


@_abut.register
class Reach(_abut.Reach, _Length):
    """How deep each surface reaches into the other solid. float() is the greater one."""

    __slots__ = ()
    a_in_b: Deepest
    b_in_a: Deepest

    def _interval(self) -> tuple[float, float]:
        return max(self.a_in_b.lo, self.b_in_a.lo), max(self.a_in_b.hi, self.b_in_a.hi)


@_abut.register
class SignedDistance(_abut.SignedDistance, Answer):
    """How far apart two solids are, or, negative, how deep. float() is the end of the interval that is farther from 0."""

    __slots__ = ()

    def __float__(self) -> float:
        return self.signed_lo if self.signed_hi <= 0 else self.signed_hi

    def __repr__(self) -> str:
        return f"<SignedDistance: {between(self.signed_lo, self.signed_hi)}, {self.relation}>"


@_abut.register
class Overlap(_abut.Overlap, Answer):
    """What two meshes share: curves along which they meet, patches of coplanar contact, regions, and volume."""

    __slots__ = ()
    contacts: Contacts

    @property
    def curves(self) -> Any:
        """A structured array, a row a curve: first, count (of points), kind, is_closed, is_directed, begin, end ..."""
        return shown(self._curves)

    @property
    def points(self) -> Any:
        """A structured array, a row a point of a curve: x (in the world), pair, event."""
        return shown(self._points)

    @property
    def patches(self) -> Any:
        """A structured array, a row a patch of coplanar contact: region, facing, area_lo, area_hi ..."""
        return shown(self._patches)

    @property
    def regions(self) -> Any:
        """A structured array, a row a connected part of what is shared: low, high, lengths, areas, volumes ..."""
        return shown(self._regions)

    @property
    def length(self) -> tuple[float, float]:
        """The length of all curves is between these, but for borders of patches."""
        return self.length_lo, self.length_hi

    @property
    def area(self) -> tuple[float, float]:
        """The area of all patches is between these."""
        return self.area_lo, self.area_hi

    @property
    def volume(self) -> tuple[float, float]:
        """With volume=True: what both solids share is between these. NaN: not asked, or one mesh is no solid."""
        return self.volume_lo, self.volume_hi

    @property
    def complete(self) -> bool:
        """Whether everything was looked at: that of its contacts."""
        return self.contacts.complete

    def polylines(self) -> list[Any]:
        """Of each curve its points in the world, (k, 3) float64. A closed one ends with the point it begins with."""
        points, made = column(self._points, "x"), []
        spans = [[int(n) for n in column(self._curves, name)] for name in ("first", "count", "is_closed")]
        for first, count, closed in zip(*spans):
            order = [*range(first, first + count), *([first] if closed else [])]
            made.append(points[order] if numpy() else [tuple(points[3 * i : 3 * i + 3]) for i in order])
        return made

    WORDS = {"kind": CurveKind, "begin": CurveEnd, "end": CurveEnd}

    def _table(self) -> list[Any]:
        return [self._regions]

    def __len__(self) -> int:
        return self.region_count

    def __bool__(self) -> bool:
        return self.region_count > 0

    def __repr__(self) -> str:
        counts = [(self.region_count, "region"), (self.curve_count, "curve"), (self.patch_count, "patch")]
        words = [f"{n} {word}{'' if n == 1 else 'es' if word == 'patch' else 's'}" for n, word in counts]
        volume = f", volume {between(*self.volume)}" if self.volume_lo == self.volume_lo else ""
        return f"<Overlap: {', '.join(words)}{volume}>"


@_abut.register
class SelfContacts(_abut.SelfContacts, Answer):
    """Where a mesh meets itself. True if there are pairs of triangles that share more than neighbours do."""

    __slots__ = ()
    WORDS = {"how": SelfClass, "kind": Kind}

    @property
    def pairs(self) -> Any:
        """(n, 2) uint32: two triangles, the lesser index first, sorted."""
        return shown(self._pairs)

    @property
    def meetings(self) -> Any:
        """With details a structured array: how, shared_vertices, degenerate, kind, points ... Else None (or empty)."""
        return shown(self._meetings)

    @property
    def parts(self) -> Any:
        """With parts=True a structured array, a row a connected component. Else None (or empty)."""
        return shown(self._parts)

    def _table(self) -> list[Any]:
        return [(("a", "b"), self._pairs), self._meetings]

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        decided(self.verdict)
        return self.count > 0

    def __repr__(self) -> str:
        if not self.count:
            return f"<SelfContacts: {self.verdict}>"
        return f"<SelfContacts: {self.verdict}, {pairs_of_triangles(self.count, self.complete)}>"
