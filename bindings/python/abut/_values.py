"""Answers: what the extension tells, in words, as arrays and as tables."""

from __future__ import annotations

import enum
from typing import Any

from . import _abut
from ._convert import shown


class Kind(enum.IntEnum):
    """How two triangles meet."""

    APART = 0
    TOUCH = 1
    CROSS = 2
    COPLANAR = 3


class Relation(enum.IntEnum):
    """How two meshes stand to each other."""

    UNKNOWN = 0
    SEPARATE = 1
    TOUCHING = 2
    CROSSING = 3
    A_INSIDE_B = 4
    B_INSIDE_A = 5


def _pairs(count: int) -> str:
    return f"{count} pair{'s' * (count != 1)} of triangles"


@_abut.register
class Info(_abut.Info):
    __slots__ = ()


@_abut.register
class Contacts(_abut.Contacts):
    """Which triangles of two meshes share a point. True if there are any."""

    __slots__ = ()

    @property
    def pairs(self) -> Any:
        """(n, 2) uint32: a triangle of a and one of b, sorted."""
        return shown(self._pairs)

    @property
    def contacts(self) -> Any:
        """With details a structured array: kind, point_count, events, points of each pair. Else None."""
        return shown(self._contacts)

    @property
    def kinds(self) -> Any:
        """With details of each pair its Kind. Else None."""
        return None if self._contacts is None else self.contacts["kind"]

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        if self.state == "undecided":
            raise ValueError("undecided: a budget or a deadline ended the search; look at .state")
        return self.state == "contact"

    def __repr__(self) -> str:
        if not self.count:
            return f"<Contacts: {self.state}>"
        return f"<Contacts: contact, {'' if self.complete else 'at least '}{_pairs(self.count)}>"


@_abut.register
class Distance(_abut.Distance):
    """How far two meshes are apart: lo <= distance <= hi, the doubles next to it. float() is hi."""

    __slots__ = ()

    def __float__(self) -> float:
        return self.hi

    def __repr__(self) -> str:
        if self.is_farther:
            return f"<Distance: more than {self.lo!r}>"
        return f"<Distance: {self.hi!r}>" if self.lo == self.hi else f"<Distance: {self.lo!r} to {self.hi!r}>"


@_abut.register
class Clearance(_abut.Clearance):
    __slots__ = ()


@_abut.register
class Containment(_abut.Containment):
    __slots__ = ()


@_abut.register
class First(_abut.First):
    __slots__ = ()


@_abut.register
class Deepest(_abut.Deepest):
    __slots__ = ()


@_abut.register
class Depth(_abut.Depth):
    __slots__ = ()


@_abut.register
class DepthAlong(_abut.DepthAlong):
    __slots__ = ()


@_abut.register
class Reach(_abut.Reach):
    __slots__ = ()


@_abut.register
class SignedDistance(_abut.SignedDistance):
    __slots__ = ()


@_abut.register
class Overlap(_abut.Overlap):
    __slots__ = ()


@_abut.register
class SelfContacts(_abut.SelfContacts):
    __slots__ = ()
