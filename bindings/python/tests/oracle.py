"""Triangles in rational arithmetic, by a way of thinking that has nothing in common with the library's.

Two triangles are as far apart as the origin is from the convex hull of the nine differences of their corners. The nearest point
of a hull lies in a simplex of at most four of its corners, and is there the foot of the perpendicular: all 255 are tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

Point = tuple[Fraction, Fraction, Fraction]


def dot(a: Point, b: Point) -> Fraction:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def determinant(m: Sequence[Sequence[Fraction]]) -> Fraction:
    if len(m) < 2:
        return m[0][0] if m else Fraction(1)
    if len(m) == 2:
        return m[0][0] * m[1][1] - m[0][1] * m[1][0]
    return sum((-1) ** i * m[0][i] * determinant([row[:i] + row[i + 1:] for row in map(list, m[1:])]) for i in range(3))


def foot_squared(corners: Sequence[Point]) -> Fraction | None:
    """The squared distance of the origin from the foot of its perpendicular, where that is in the simplex. Else None."""
    first, edges = corners[0], [minus(c, corners[0]) for c in corners[1:]]
    gram = [[dot(e, f) for f in edges] for e in edges]
    det = determinant(gram)
    if det == 0:
        return None  # a simplex of fewer corners has it
    right = [-dot(e, first) for e in edges]
    parts = []
    for i in range(len(edges)):
        column = [row[:i] + [r] + row[i + 1:] for row, r in zip(gram, right)]
        parts.append(determinant(column) / det)
    if any(x < 0 for x in parts) or sum(parts) > 1:
        return None
    foot = first
    for x, e in zip(parts, edges):
        foot = foot[0] + x * e[0], foot[1] + x * e[1], foot[2] + x * e[2]
    return dot(foot, foot)


def distance_squared(a: Sequence[Point], b: Sequence[Point]) -> Fraction:
    """The squared distance of the hulls of two sets of points: of triangles, segments, points."""
    differences = list({minus(p, q) for p in a for q in b})
    least = min(dot(d, d) for d in differences)
    for count in (2, 3, 4):
        for corners in combinations(differences, count):
            if least == 0:
                return least
            found = foot_squared(corners)
            if found is not None and found < least:
                least = found
    return least


def world(corners: Iterable[Iterable[float]], rotation: Any, translation: Any, scale: float) -> list[Point]:
    """Corners in the world as abut.h has it: each entry of scale * rotation is rounded, nothing else."""
    turn = [[Fraction(float(scale) * float(x)) for x in row] for row in rotation]
    move = [Fraction(float(x)) for x in translation]
    out = []
    for corner in corners:
        x = [Fraction(float(c)) for c in corner]
        place = [sum(turn[i][j] * x[j] for j in range(3)) + move[i] for i in range(3)]
        out.append((place[0], place[1], place[2]))
    return out
