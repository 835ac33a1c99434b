"""Triangles in rational arithmetic, by a way of thinking that has nothing in common with the library's.

Two triangles are as far apart as the origin is from the convex hull of the nine differences of their corners. The nearest point
of a hull lies in a simplex of at most four of its corners, and is there the foot of the perpendicular: all 255 are tried.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

Point = tuple[Fraction, Fraction, Fraction]
Whole = tuple[int, int, int]


def dot(a: Whole, b: Whole) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def determinant(m: Sequence[Sequence[int]]) -> int:
    if len(m) == 1:
        return m[0][0]
    if len(m) == 2:
        return m[0][0] * m[1][1] - m[0][1] * m[1][0]
    return sum((-1) ** i * m[0][i] * determinant([[*row[:i], *row[i + 1:]] for row in m[1:]]) for i in range(3))


def foot_squared(corners: Sequence[Whole]) -> Fraction | None:
    """The squared distance of the origin from the foot of its perpendicular, where that is in the simplex. Else None."""
    first = corners[0]
    edges = [(c[0] - first[0], c[1] - first[1], c[2] - first[2]) for c in corners[1:]]
    gram = [[dot(e, f) for f in edges] for e in edges]
    det = determinant(gram)
    if det == 0:
        return None  # a simplex of fewer corners has it
    right = [-dot(e, first) for e in edges]
    parts = []  # of the edges, times det, which is positive
    for i in range(len(edges)):
        parts.append(determinant([[*row[:i], r, *row[i + 1:]] for row, r in zip(gram, right)]))
        if parts[-1] < 0:
            return None
    if sum(parts) > det:
        return None
    foot = [det * first[k] + sum(x * e[k] for x, e in zip(parts, edges)) for k in range(3)]
    return Fraction(sum(x * x for x in foot), det * det)


def distance_squared(a: Sequence[Point], b: Sequence[Point]) -> Fraction:
    """The squared distance of the hulls of two sets of points: of triangles, segments, points."""
    unit = math.lcm(*(x.denominator for p in (*a, *b) for x in p))
    first, second = ([(int(p[0] * unit), int(p[1] * unit), int(p[2] * unit)) for p in points] for points in (a, b))
    differences = list({(p[0] - q[0], p[1] - q[1], p[2] - q[2]) for p in first for q in second})
    least = Fraction(min(dot(d, d) for d in differences))
    for count in (2, 3, 4):
        for corners in combinations(differences, count):
            if least == 0:
                return least
            found = foot_squared(corners)
            if found is not None and found < least:
                least = found
    return least / unit**2


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
