"""The judge: do two triangles share a point, and do two meshes? In whole numbers, by another way than the library.

Nothing here is taken from abut. A double is a whole number times a power of two, and so is world = matrix @ point +
translation: multiplied by one power of two for all, every corner is whole, and Python's integers have any length.
Two triangles share a point exactly if an edge of one meets the other, so segments are tested against triangles; a
triangle that is only a segment or a point is one of its edges.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

Point = tuple[int, ...]
Triangle = tuple[Point, Point, Point]


def bits(numbers: Any) -> int:
    """The least k so that all of these doubles times 2^k are whole."""
    return max((float(x).as_integer_ratio()[1].bit_length() - 1 for x in np.ravel(numbers)), default=0)


@functools.cache
def bits_of(shape: Any) -> int:
    return bits(shape.vertices)


def whole(number: Any, k: int) -> int:
    above, below = float(number).as_integer_ratio()
    return (above << k) // below


class Place:
    """A pose that makes whole corners: those of the world times 2^(2 k), k enough for all numbers of both meshes."""

    def __init__(self, pose: Any, k: int) -> None:
        self.k = k
        self.turn = [[whole(x, k) for x in row[:3]] for row in pose[:3]]
        self.move = [whole(row[3], k) << k for row in pose[:3]]

    def corners(self, triangle: Any) -> Triangle:
        points = [[whole(x, self.k) for x in corner] for corner in triangle]
        a, b, c = (tuple(dot(row, p) + t for row, t in zip(self.turn, self.move)) for p in points)
        return a, b, c


def places(a: Any, b: Any, pose: Any) -> tuple[Place, Place]:
    """Where a is, which stands still, and b in the pose."""
    k = max(bits_of(a), bits_of(b), bits(pose))
    return Place(np.eye(4), k), Place(pose, k)


def sub(p: Point, q: Point) -> Point:
    return p[0] - q[0], p[1] - q[1], p[2] - q[2]


def dot(p: Any, q: Any) -> int:
    result: int = p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
    return result


def cross(p: Point, q: Point) -> Point:
    return p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]


def meet(s: Triangle, t: Triangle) -> bool:
    """Do two triangles share a point?"""
    return any(edge_meets(p, q, t) for p, q in edges(s)) or any(edge_meets(p, q, s) for p, q in edges(t))


def edges(t: Triangle) -> list[tuple[Point, Point]]:
    return [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])]


def edge_meets(p: Point, q: Point, t: Triangle) -> bool:
    normal = cross(sub(t[1], t[0]), sub(t[2], t[0]))
    if not any(normal):
        return any(segments_meet(p, q, r, s) for r, s in edges(t))
    side_p, side_q = dot(normal, sub(p, t[0])), dot(normal, sub(q, t[0]))
    if side_p * side_q > 0:
        return False
    if side_p == side_q:  # both 0: in the plane
        return inside(p, 1, t, normal) or any(segments_meet(p, q, r, s) for r, s in edges(t))
    weight = abs(side_p) + abs(side_q)  # the edge meets the plane in (p |side_q| + q |side_p|) / weight
    return inside(tuple(x * abs(side_q) + y * abs(side_p) for x, y in zip(p, q)), weight, t, normal)


def inside(p: Point, weight: int, t: Triangle, normal: Point) -> bool:
    """Is p / weight, a point of the plane of t, in t?"""
    for r, s in edges(t):
        away = tuple(x - weight * y for x, y in zip(p, r))
        if dot(normal, cross(sub(s, r), away)) < 0:
            return False
    return True


def segments_meet(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Do two segments, or points, share a point?"""
    d, e, f = sub(q, p), sub(s, r), sub(r, p)
    across = cross(d, e)
    if dot(across, f) != 0:
        return False  # not in one plane
    if any(across):
        square = dot(across, across)
        return 0 <= dot(cross(f, e), across) <= square and 0 <= dot(cross(f, d), across) <= square
    line = d if any(d) else e  # they are parallel, or points
    if not any(line):
        return p == r
    if any(cross(line, f)):
        return False
    first, second = sorted((dot(line, p), dot(line, q))), sorted((dot(line, r), dot(line, s)))
    return first[0] <= second[1] and second[0] <= first[1]


def pair_meets(a: Any, b: Any, pair: tuple[int, int], pose: Any) -> bool:
    """Does triangle pair[0] of a, which stands still, share a point with pair[1] of b in the pose?"""
    still, moved = places(a, b, pose)
    return meet(still.corners(a.vertices[a.faces[pair[0]]]), moved.corners(b.vertices[b.faces[pair[1]]]))


def is_flat(shape: Any, index: int) -> bool:
    """Has this triangle no area: is it only a segment or a point?"""
    a, b, c = Place(np.eye(4), bits_of(shape)).corners(shape.vertices[shape.faces[index]])
    return not any(cross(sub(b, a), sub(c, a)))


def pairs_of(a: Any, b: Any, pose: Any, any_will_do: bool = False) -> set[tuple[int, int]]:
    """All pairs of triangles that share a point, or the first that is found: brute force."""
    still, moved = places(a, b, pose)
    first: dict[int, Triangle] = {}
    second: dict[int, Triangle] = {}
    found = set()
    for i, j in candidates(a, b, pose):
        if i not in first:
            first[i] = still.corners(a.vertices[a.faces[i]])
        if j not in second:
            second[j] = moved.corners(b.vertices[b.faces[j]])
        if meet(first[i], second[j]):
            found.add((int(i), int(j)))
            if any_will_do:
                break
    return found


def candidates(a: Any, b: Any, pose: Any) -> Any:
    """(n, 2): all pairs of triangles, but those that doubles show apart by a gap far larger than their rounding."""
    s, t = a.vertices[a.faces], b.vertices[b.faces] @ pose[:3, :3].T + pose[:3, 3]
    room = 1e-9 * max(np.abs(s).max(), np.abs(t).max())
    low_s, high_s, low_t, high_t = s.min(1) - room, s.max(1) + room, t.min(1), t.max(1)
    near_s = np.flatnonzero(((low_s <= high_t.max(0)) & (high_s >= low_t.min(0))).all(1))
    near_t = np.flatnonzero(((low_t <= high_s.max(0)) & (high_t >= low_s.min(0))).all(1))
    found = [np.zeros((0, 2), int)]
    for block in np.array_split(near_s, max(1, len(near_s) * len(near_t) // 4_000_000)):
        overlap = np.ones((len(block), len(near_t)), bool)
        for k in range(3):
            overlap &= (low_s[block, k, None] <= high_t[None, near_t, k]) & (
                high_s[block, k, None] >= low_t[None, near_t, k]
            )
        i, j = np.nonzero(overlap)
        found.append(np.stack([block[i], near_t[j]], 1))
    pairs = np.concatenate(found)
    return pairs[reaches(s[pairs[:, 0]], t[pairs[:, 1]], room) & reaches(t[pairs[:, 1]], s[pairs[:, 0]], room)]


def reaches(s: Any, t: Any, room: float) -> Any:
    """Of each of these pairs: does t reach the plane of s, or might it, as far as doubles tell?"""
    normal = np.cross(s[:, 1] - s[:, 0], s[:, 2] - s[:, 0])
    height = np.einsum("ik,ijk->ij", normal, t - s[:, :1])
    slack = room * np.abs(normal).sum(1) + 1e-12 * room * room
    return (height.min(1) <= slack) & (height.max(1) >= -slack)
