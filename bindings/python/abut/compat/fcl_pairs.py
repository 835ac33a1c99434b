"""Two bodies of abut.compat.fcl: do they meet, how far are they apart, how deep are they in each other?

Which question of the library answers depends on the kinds of both forms (fcl_forms.py). Whether shapes meet, and how
far they are, is exact, but for a cylinder or a cone: with another of these one is taken as a mesh, with a warning;
with a plane or a half-space a formula tells. Depths are those of convex bodies: exact of small polyhedra, else within
1e-9 of the size of both, 1e-7 with a cylinder or a cone; where even that would take long there is a warning.
"""

from __future__ import annotations

import itertools
import math
import warnings
from typing import Any

import numpy as np

import abut

from .fcl_forms import ApproximationWarning, outside
from .fcl_objects import Body

# Where both meet: points in both, normals from the first to the second, depths along them.
Places = tuple[Any, Any, Any]
_MESHES = ("surface", "polyhedron")
_FACES = 1 << 12  # pairs of faces up to which the library finds a depth in a millisecond or two
_CELLS = 1 << 12  # triangles of directions that are looked at together; of more those with the least depths
_OCTAHEDRON = np.array([np.diag(signs) for signs in itertools.product((1.0, -1.0), repeat=3)])


def _grown(a: Body, b: Body) -> tuple[Any, float]:
    """How far the core of a round body is from b, and its radius."""
    return abut.shape_distance(a.form.mesh, b.shape, pose=a.pose, details="points"), a.form.radius


def _within(d: Any, radius: float) -> bool:
    """Whether a distance is at most a radius. Where lo and hi are not the doubles next to it, one in between counts."""
    return bool(d.hi <= radius or (d.lo <= radius and math.nextafter(d.lo, math.inf) < d.hi))


def _holds(a: Body, b: Body) -> bool:
    """Whether a solid a holds a point of b, and so, where their surfaces do not meet, all of it."""
    return a.form.is_solid and bool(abut.shape_collide(b.form.probe, a.shape, pose=b.pose, limit=1))


def _flat_meet(a: Body, b: Body) -> bool:
    """A plane or a half-space a, and anything."""
    normal, offset = a.plane()
    if b.form.kind == "flat":
        low, high = b.span(normal)
        return low <= offset and (a.form.is_solid or high >= offset)
    if b.form.kind == "polyhedron":
        return bool(abut.shape_collide(b.form.mesh, a.shape, pose=b.pose, limit=1))
    if b.form.kind == "round":
        return _within(*_grown(b, a))
    low, high = b.span(normal)
    return low <= offset and (a.form.is_solid or high >= offset)


def meet(a: Body, b: Body) -> bool:
    """Whether two shapes share a point; solids are taken whole."""
    if a.form.kind == "flat":
        return _flat_meet(a, b)
    if b.form.kind == "flat":
        return _flat_meet(b, a)
    if a.form.kind == "polyhedron" and b.form.kind == "polyhedron":
        touch = bool(abut.collide(a.form.mesh, b.form.mesh, pose_a=a.pose, pose_b=b.pose, limit=1))
        return touch or _holds(a, b) or _holds(b, a)
    if a.form.kind == "polyhedron":
        return bool(abut.shape_collide(a.form.mesh, b.shape, pose=a.pose, limit=1)) or _holds(a, b)
    if b.form.kind == "polyhedron":
        return meet(b, a)
    if a.form.kind == "round":
        return _within(*_grown(a, b))
    if b.form.kind == "round":
        return _within(*_grown(b, a))
    return _turned_meet(a, b)


def _turned_meet(a: Body, b: Body) -> bool:
    """Cylinders and cones: a mesh inside of one proves that they meet, one around it that they do not; between, yes."""
    if _holds(a, b):
        return True
    meshes = (a.form.tessellated(around=around) for around in (False, True))
    inner, outer = (bool(abut.shape_collide(mesh, b.shape, pose=a.pose, limit=1)) for mesh in meshes)
    if outer and not inner:
        a.form.warn("whether it meets another, which is too close to tell, and taken as yes")
    return outer


def triangles(a: Body, b: Body, limit: int) -> list[tuple[int, int]]:
    """The triangles of a surface a that meet b, at most limit; with those of b if it is a surface, else with -1."""
    if b.form.kind == "surface":
        found = abut.collide(a.form.mesh, b.form.mesh, pose_a=a.pose, pose_b=b.pose, limit=limit)
        return [(int(i), int(j)) for i, j in found.pairs]
    if limit == 1 and b.form.kind == "polyhedron":
        found = abut.collide(a.form.mesh, b.form.mesh, pose_a=a.pose, pose_b=b.pose, limit=1)
        inner = [int(found.pairs[0, 0])] if found else _within_hull(a, b)
        return [(inner[0], -1)] if inner else []
    touched = abut.shape_collide(a.form.mesh, b.shape, pose=a.pose, limit=limit)
    return [(int(i), -1) for i in touched.triangles]


def _within_hull(a: Body, b: Body) -> list[int]:
    """A triangle of each component of a surface that is inside a polyhedron, of those whose surfaces do not meet."""
    if not b.form.is_solid:
        return []
    points, first = a.form.parts
    return [int(first[i]) for i in abut.shape_collide(points, b.shape, pose=a.pose).triangles]


# ---------------------------------------------------------------------------------------------------- distance


def gap(a: Body, b: Body) -> tuple[float, Any, Any, tuple[int, int]]:
    """How far apart they are, their nearest points, and the triangles these are on, or -1. 0 where surfaces meet.

    Of two turned forms it is the distance of a mesh of a from b.
    """
    if a.form.kind == "flat" or (a.form.kind not in _MESHES and b.form.kind in _MESHES):
        distance, q, p, (j, i) = gap(b, a) if b.form.kind != "flat" else _flat_gap(b, a)
        return distance, p, q, (i, j)
    if a.form.kind == "turned" and b.form.kind == "round":
        distance, q, p, (j, i) = gap(b, a)
        return distance, p, q, (i, j)
    if a.form.kind == "turned" and b.form.kind == "flat":
        return _flat_gap(a, b)
    if a.form.kind in _MESHES and b.form.kind in _MESHES:
        d: Any = abut.distance(a.form.mesh, b.form.mesh, pose_a=a.pose, pose_b=b.pose, details="points")
        if a.form.kind != b.form.kind and d.hi and (inner := _within_hull(a, b)):
            point = a.form.points[a.form.faces[inner[0], 0]] @ a.rotation.T + a.translation
            return 0.0, point, point, (inner[0], -1)
        of = [index if body.form.kind == "surface" else -1 for index, body in zip(d.pair, (a, b))]
        return d.hi, np.array(d.points[0]), np.array(d.points[1]), (of[0], of[1])
    mesh = a.form.mesh if a.form.mesh is not None else a.form.tessellated()
    d = abut.shape_distance(mesh, b.shape, pose=a.pose, details="points")
    p, q = np.array(d.points[0]), np.array(d.points[1])
    if a.form.radius:
        p = p + (q - p) * (a.form.radius / d.hi) if d.hi > a.form.radius else q
    return max(0.0, d.hi - a.form.radius), p, q, (d.triangle if a.form.kind == "surface" else -1, -1)


def overlap(a: Body, b: Body) -> bool:
    """Whether two shapes whose surfaces are apart, as gap has it, meet all the same: one is inside the other."""
    if "turned" in (a.form.kind, b.form.kind):
        return meet(a, b)  # a gap that is not known so well may be none
    return a.form.kind != "flat" != b.form.kind and (_holds(a, b) or _holds(b, a))


def shared(a: Body, b: Body, at: float, p: Any, q: Any) -> Any:
    """A point of two shapes that meet, of what gap tells of them."""
    return q if at and _holds(a, b) else p


def _flat_gap(a: Body, b: Body) -> tuple[float, Any, Any, tuple[int, int]]:
    """Of a flat body b and a body that only a formula tells: turned, or flat and parallel to it."""
    normal, offset = b.plane()
    low, high = a.span(normal)
    if low <= offset and (b.form.is_solid or high >= offset):  # they meet: in this point, unless neither has an end
        if a.form.kind == "flat":
            return 0.0, np.full(3, math.nan), np.full(3, math.nan), (-1, -1)
        p, q = a.extreme(-normal), a.extreme(normal)
        p = p if b.form.is_solid else p + (q - p) * ((offset - low) / (high - low))
        return 0.0, p, p, (-1, -1)
    side = 1.0 if b.form.is_solid or low > offset else -1.0
    distance = low - offset if side > 0 else offset - high
    p = a.extreme(-side * normal) if a.form.kind == "turned" else normal * (low if side > 0 else high)
    return distance, p, p - side * distance * normal, (-1, -1)


# ---------------------------------------------------------------------------------------------------- depth


def depth(a: Body, b: Body) -> Places:
    """Two shapes that meet: one place. To move b by the depth along the normal frees it."""
    if a.form.kind == "flat":
        return _flat_depth(a, b)
    if b.form.kind == "flat" or (b.form.kind == "round" and a.form.kind != "round"):
        pos, normal, by = depth(b, a)
        return pos, -normal, by
    if a.form.kind == "round":
        return _round_depth(a, b)
    if a.form.kind == b.form.kind == "polyhedron" and len(a.form.faces) * len(b.form.faces) < _FACES:
        least = abut.depth(a.form.mesh, b.form.mesh, pose_a=a.pose, pose_b=b.pose)
        way = np.array(least.translation)
        if least.is_convex and way.any():  # exact; else it may be a wide interval
            return _place(a, b, way / np.linalg.norm(way), least.hi)
    normal, by = _least(a, b)
    return _place(a, b, normal, by)


def _place(a: Body, b: Body, normal: Any, by: float) -> Places:
    """The middle of what is between the ends of both along the normal."""
    p, q = a.extreme(normal), b.extreme(-normal)
    return _one((p + q) / 2, normal, by)


def _one(pos: Any, normal: Any, by: float) -> Places:
    return np.array([pos]), np.array([normal]), np.array([by])


def _flat_depth(a: Body, b: Body) -> Places:
    normal, offset = a.plane()
    low, high = b.span(normal)
    if math.isinf(low) and (a.form.is_solid or math.isinf(high)):  # no end of either: nothing frees them
        return _one(np.full(3, math.nan), normal, math.inf)
    if not a.form.is_solid and high - offset < offset - low:
        normal, offset, low = -normal, -offset, -high
    by = offset - low
    pos = normal * (offset - by / 2) if b.form.kind == "flat" else b.extreme(-normal) + normal * (by / 2)
    return _one(pos, normal, by)


def _round_depth(a: Body, b: Body) -> Places:
    """A core apart from b: what its radius has more than their distance. Else how deep the core is, and its radius."""
    grow = a.form.radius + b.form.radius
    d: Any
    if b.form.kind == "turned":
        d = abut.shape_distance(a.form.mesh, b.shape, pose=a.pose, details="points")
    else:
        d = abut.distance(a.form.mesh, b.form.mesh, pose_a=a.pose, pose_b=b.pose, details="points")
    if d.hi and not (b.form.kind == "polyhedron" and _holds(b, a)):
        p, q = np.array(d.points[0]), np.array(d.points[1])
        normal = (q - p) / np.linalg.norm(q - p)
        by = grow - d.hi
        return _one(p + normal * (a.form.radius - by / 2), normal, by)
    normal, by = _least(a, b)
    return _place(a, b, normal, by + grow)


def _least(a: Body, b: Body) -> tuple[Any, float]:
    """How deep two convex bodies, or cores, are in each other: the way and its length.

    Along a unit vector n it takes h(n) = max over a of n @ x - min over b of n @ y. The least h is sought among
    triangles of directions. The points x and y that are farthest along the middle of one bound h from below in all of
    it: by the least of n @ (x - y) at its corners. What may hold less than the least h so far is cut into four.
    Where that is too much, the best are, and what the others may hold is told in a warning.
    """
    cells = _OCTAHEDRON
    size = float(sum(np.abs(body.extremes(cells.reshape(-1, 3)) - body.translation).max() for body in (a, b)))
    close = (1e-7 if "turned" in (a.form.kind, b.form.kind) else 1e-9) * size
    best, least, lowest = cells[0, 0], math.inf, math.inf
    while len(cells):
        middle = cells.sum(axis=1)
        middle /= np.linalg.norm(middle, axis=1)[:, None]
        reach = a.extremes(middle) - b.extremes(-middle)
        h = np.einsum("ni,ni->n", middle, reach)
        if h.min() < least:
            best, least = middle[np.argmin(h)], max(0.0, float(h.min()))
        low = np.maximum(0.0, np.einsum("nij,nj->ni", cells, reach).min(axis=1))
        alive = np.flatnonzero(low < least - close)
        if len(alive) > _CELLS:
            lowest = min(lowest, float(low[alive].min()))
            alive = alive[np.argsort(h[alive])[: _CELLS // 64]]
        cells = cells[alive]
        edges = cells + np.roll(cells, -1, axis=1)
        edges /= np.linalg.norm(edges, axis=2)[..., None]  # the middle of the edges from each corner to the next
        corners = [np.stack([cells[:, i], edges[:, i], edges[:, i - 1]], axis=1) for i in range(3)]
        cells = np.concatenate([*corners, edges])
    if least - lowest > 1e-6 * size:
        text = f"the depth of a {a.form.name} and a {b.form.name}, told as {least:.6g}, may be {lowest:.6g}"
        warnings.warn(text, ApproximationWarning, stacklevel=outside())
    return best, least


# ---------------------------------------------------------------------------------------------------- places


def _over(a: Body, triangle: Any, b: Body) -> tuple[Any, Any, float]:
    """A place of a triangle of a, and b: how far b goes beyond its plane, on the side where that is less."""
    corners = triangle @ a.rotation.T + a.translation
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    length = float(np.linalg.norm(normal))
    if b.form.kind == "flat":
        normal, offset = b.plane()
        along = corners @ normal
        if b.form.is_solid or offset - along.min() <= along.max() - offset:
            low, normal, by = int(np.argmin(along)), -normal, offset - along.min()
        else:
            low, by = int(np.argmax(along)), along.max() - offset
        return corners[low] - normal * (by / 2), normal, by
    alone = abut.Mesh(triangle, [(0, 1, 2)])
    nearest: Any = abut.shape_distance(alone, b.shape, pose=a.pose, details="points")
    pos = np.array(nearest.points[0])
    if not length:
        return pos, np.zeros(3), 0.0
    normal = normal / length
    least, most = b.span(normal)
    at = float(corners[0] @ normal)
    return (pos, normal, at - least) if at - least <= most - at else (pos, -normal, most - at)


def places_of_shape(a: Body, found: list[tuple[int, int]], b: Body) -> Places:
    """Places of triangles of a surface a that meet a shape b."""
    made = [_over(a, a.form.points[a.form.faces[i]], b) for i, _ in found]
    return np.array([m[0] for m in made]), np.array([m[1] for m in made]), np.array([m[2] for m in made])


def places_of_meshes(a: Body, b: Body, found: list[tuple[int, int]]) -> Places:
    """Places of pairs of triangles: the middle of what they share, and how far one goes beyond the other's plane."""
    pairs = np.array(found, dtype=np.int64)
    local = [body.form.points[body.form.faces[pairs[:, i]]] for i, body in enumerate((a, b))]
    corners = [points @ body.rotation.T + body.translation for points, body in zip(local, (a, b))]
    contacts: Any = abut.collide(a.form.mesh, b.form.mesh, pose_a=a.pose, pose_b=b.pose, details="points")
    all_pairs, offsets = contacts.pairs.astype(np.int64), contacts.offsets
    middles = np.add.reduceat(contacts.points, offsets[:-1]) / np.diff(offsets)[:, None]
    pos = middles[np.searchsorted(all_pairs[:, 0] << 32 | all_pairs[:, 1], pairs[:, 0] << 32 | pairs[:, 1])]
    best_normal, best = _beyond(corners[0], corners[1])
    normal, by = _beyond(corners[1], corners[0])
    better = by < best
    best_normal[better], best[better] = -normal[better], by[better]
    return pos, best_normal, best


def _beyond(a: Any, b: Any) -> tuple[Any, Any]:
    """By how much, and which way, triangles b have to go to be on one side of the planes of triangles a."""
    normal = np.cross(a[:, 1] - a[:, 0], a[:, 2] - a[:, 0])
    length = np.linalg.norm(normal, axis=1)
    flat = length == 0
    normal = normal / np.where(flat, 1.0, length)[:, None]
    along = np.einsum("nij,nj->ni", b - a[:, :1], normal)
    up, down = -along.min(axis=1), along.max(axis=1)
    by = np.where(flat, math.inf, np.maximum(0.0, np.minimum(up, down)))
    return np.where((up <= down)[:, None], normal, -normal), by
