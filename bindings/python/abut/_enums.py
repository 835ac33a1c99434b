"""Words of the library that stand as numbers in arrays. Values are those of the C headers; a test compares them."""

from __future__ import annotations

import enum


class Word(enum.IntEnum):
    """A number in an array, and the word that answers have for it."""

    @property
    def text(self) -> str:
        """The word in lower case, as answers tell it."""
        return "t-joint" if self.name == "T_JOINT" else self.name.lower().replace("_", " ")


class State(Word):
    """Whether two meshes are in contact."""

    UNDECIDED = 0
    APART = 1
    CONTACT = 2


class Kind(Word):
    """How two triangles meet."""

    APART = 0
    TOUCH = 1
    CROSS = 2
    COPLANAR = 3


class Feature(Word):
    """A part of a triangle. Edge i runs from vertex i to vertex (i + 1) % 3."""

    VERTEX_0 = 0
    VERTEX_1 = 1
    VERTEX_2 = 2
    EDGE_0 = 3
    EDGE_1 = 4
    EDGE_2 = 5
    FACE = 6


class Relation(Word):
    """How two meshes, or a component of one and the other mesh, stand to each other."""

    UNKNOWN = 0
    SEPARATE = 1
    TOUCHING = 2
    CROSSING = 3
    A_INSIDE_B = 4
    B_INSIDE_A = 5


class Reason(Word):
    """Why something cannot be known."""

    NONE = 0
    OPEN = 1
    AMBIGUOUS = 2
    UNORIENTED = 3


class Band(Word):
    """How near two meshes come to each other."""

    UNDECIDED = 0
    CONTACT = 1
    CLOSE = 2
    CLEAR = 3


class MotionState(Word):
    """What became of a whole way."""

    UNDECIDED = 0
    FREE = 1
    CONTACT = 2
    NEAR = 3


class Side(Word):
    """On which side of a mesh's closed components a point is."""

    UNKNOWN = 0
    ON = 1
    INSIDE = 2
    OUTSIDE = 3


class Facing(Word):
    """From which side a ray meets a triangle."""

    NONE = 0
    FRONT = 1
    BACK = 2


class Fault(Word):
    """Why a component is no solid whose volume can be told."""

    NONE = 0
    OPEN = 1
    FLAT = 2
    CROSSING = 3
    UNKNOWN = 4


class SelfClass(Word):
    """How two triangles of one mesh meet."""

    DUPLICATE = 1
    FOLDED = 2
    CROSSING = 3
    OVERLAP = 4
    T_JOINT = 5
    TOUCHING = 6


class SelfVerdict(Word):
    """What the pairs of a mesh with itself say."""

    UNDECIDED = 0
    CLEAN = 1
    TOUCHES = 2
    FOLDS = 3
    CROSSES = 4


class CurveKind(Word):
    """Along what a curve runs."""

    CROSSING = 1
    TOUCHING = 2
    BORDER = 3
    POINT = 4


class CurveEnd(Word):
    """What is at an end of a curve."""

    NONE = 0
    OPEN = 1
    JUNCTION = 2
