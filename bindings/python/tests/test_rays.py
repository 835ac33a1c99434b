"""Rays, ranges and meshes that change: by rational numbers, by other questions, and by meshes that are built anew."""

from __future__ import annotations

import math
import textwrap
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from without_numpy import run

import abut

BOX = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
FACES = np.array([t for a, b, c, d in QUADS for t in ((a, b, c), (a, c, d))])
CUBE = abut.Mesh(BOX, FACES)


def soup(rng: Any, count: int) -> tuple[Any, Any]:
    """Triangles on a small grid: edges and vertices are met all the time, and some are degenerate."""
    return rng.integers(-4, 5, (16, 3)).astype(float), rng.integers(0, 16, (count, 3))


# -------------------------------------------------------------------------------------------- rays


def cross(a: Any, b: Any) -> list[Fraction]:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a: Any, b: Any) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def minus(a: Any, b: Any) -> list[Fraction]:
    return [x - y for x, y in zip(a, b, strict=True)]


def first_t(origin: Any, way: Any, corners: Any) -> Fraction | None:
    """The least t >= 0 at which a ray is in a triangle with an area that it is not parallel to; None: it never is."""
    o, d = [Fraction(float(x)) for x in origin], [Fraction(float(x)) for x in way]
    a, b, c = ([Fraction(float(x)) for x in corner] for corner in corners)
    n = cross(minus(b, a), minus(c, a))
    if dot(n, d) == 0:
        return None
    t = dot(n, minus(a, o)) / dot(n, d)
    p = [x + t * y for x, y in zip(o, d, strict=True)]
    inside = all(dot(n, cross(minus(v, u), minus(p, u))) >= 0 for u, v in ((a, b), (b, c), (c, a)))
    return t if t >= 0 and inside else None


def test_hits_are_those_of_rational_numbers() -> None:
    rng = np.random.default_rng(5)
    met = 0
    for _ in range(8):
        vertices, faces = soup(rng, 40)
        normals = np.cross(vertices[faces[:, 1]] - vertices[faces[:, 0]], vertices[faces[:, 2]] - vertices[faces[:, 0]])
        faces = faces[np.any(normals != 0, axis=1)]
        mesh = abut.Mesh(vertices, faces)
        origins, ways = rng.integers(-6, 7, (40, 3)).astype(float), rng.integers(-3, 4, (40, 3)).astype(float)
        ways[~ways.any(axis=1)] = (1, 2, 3)
        found = mesh.rays(origins, ways, want="all")
        for i in range(len(origins)):
            known = {k: t for k, face in enumerate(faces) if (t := first_t(origins[i], ways[i], vertices[face])) is not None}
            own = found.rays == i
            told = dict(zip(found.triangles[own].tolist(), zip(found.t_lo[own], found.t_hi[own], strict=True), strict=True))
            for k, (lo, hi) in told.items():
                if k not in known:  # it runs in the triangle's plane
                    assert found.facings[own][found.triangles[own] == k][0] == abut.Facing.NONE
                    continue
                assert Fraction(float(lo)) <= known[k] <= Fraction(float(hi)) and hi in (lo, math.nextafter(lo, math.inf))
                met += 1
            assert set(known) <= set(told)
            assert found.touch_counts[i] == len(told) and list(found.t_lo[own]) == sorted(found.t_lo[own])
    assert met > 200


def test_a_cube_is_gone_through_once_a_side() -> None:
    all_of = CUBE.rays([(0, 0, 5)], [(0, 0, -1)], want="all")  # through the diagonals of two faces
    assert all_of.t_lo.tolist() == [4, 4, 6, 6] and all_of.crossings.sum() == 2
    assert all_of.crossing_counts.tolist() == [2] and all_of.touch_counts.tolist() == [4]
    assert all_of.points.tolist() == [[0, 0, 1]] * 2 + [[0, 0, -1]] * 2
    first = CUBE.rays([(0, 0, 5), (3, 3, 3)], [(0, 0, -2), (0, 0, 1)])
    assert first.rays.tolist() == [0] and first.t_hi.tolist() == [2] and first.hit.tolist() == [True, False]
    assert first.touch_counts is None and repr(first) == "<Rays: 1 of 2 meet the mesh>" and len(first) == 1
    rng = np.random.default_rng(1)
    points = rng.integers(-3, 4, (200, 3)) / 2.0
    sides = CUBE.nearest(points, sides=True).sides
    counts = CUBE.rays(points, np.tile([(1.0, 1.0, 1.0)], (200, 1)), want="count")  # many through vertices and edges
    for side, crossings in zip(sides, counts.crossing_counts, strict=True):
        assert side == abut.Side.ON or crossings % 2 == (side == abut.Side.INSIDE)


def test_options_of_rays() -> None:
    start, way = [(0, 0.25, 5)], [(0, 0, -1)]
    assert CUBE.rays(start, [(0, 0.25, 1.5)], segments=True).hit.tolist() == [False]
    assert CUBE.rays(start, [(0, 0.25, 1)], segments=True).t_hi.tolist() == [1]
    assert CUBE.rays(start, way, t_least=4.5).t_hi.tolist() == [6]
    assert CUBE.rays(start, way, t_most=3.5).hit.tolist() == [False]
    assert CUBE.rays(start, way, pose=abut.Pose(translation=(0, 0, 2))).t_hi.tolist() == [2]
    assert CUBE.rays(start, way, want="any").hit.tolist() == [True]
    count = CUBE.rays(start, way, want="count")
    assert len(count) == 0 and count.crossing_counts.tolist() == [2]
    many = np.tile(np.array(start, float), (200_000, 1))
    fractions: list[float] = []
    found = CUBE.rays(many, np.tile(np.array(way, float), (200_000, 1)), progress=fractions.append, threads=2)
    assert len(found) == 200_000 and found.rays[-1] == 199_999 and sorted(fractions) == fractions
    assert len(CUBE.rays(np.zeros((0, 3)), np.zeros((0, 3)))) == 0
    with pytest.raises(ValueError, match="directions"):
        CUBE.rays(start, [(0, 0, 1), (0, 1, 0)])
    with pytest.raises(abut.Error):
        CUBE.rays(start, [(0, 0, 0)])
    with pytest.raises(ValueError, match="want|none of"):
        CUBE.rays(start, way, want="last")  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------- ranges


def test_boxes_and_planes() -> None:
    rng = np.random.default_rng(2)
    vertices, faces = soup(rng, 60)
    mesh = abut.Mesh(vertices, faces)
    low, high = (-2, -2, -2), (2, 1, 3)
    found = mesh.in_box(low, high)
    inside = [k for k, face in enumerate(faces) if ((vertices[face] >= low) & (vertices[face] <= high)).all()]
    box = abut.Shape.box((0, -0.5, 0.5), (2, 1.5, 2.5))
    touched = abut.shape_collide(mesh, box).triangles.tolist()
    assert found.inside.tolist() == inside and sorted([*inside, *found.crossing.tolist()]) == touched
    assert found.complete and len(found) == len(touched)
    all_of = mesh.in_box((-math.inf,) * 3, (math.inf, math.inf, 9))
    assert all_of.inside.tolist() == list(range(60))
    assert len(mesh.in_box(low, high, limit=1)) == 1
    moved = abut.Pose(translation=(10, 0, 0))
    assert mesh.in_box(low, high, pose=moved, placed=moved).inside.tolist() == inside
    assert len(mesh.in_box(low, high, placed=moved)) == 0
    with pytest.raises(ValueError, match="low"):
        mesh.in_box((0, 0), high)
    with pytest.raises(ValueError):
        mesh.in_planes([(1, 0, 0)])


def test_frustum() -> None:
    matrix = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1, -2], [0, 0, -1, 0]]  # looks along -z, 90 degrees, near 1, no far end
    planes = abut.frustum_planes(matrix)
    assert planes.shape == (5, 4)
    points = np.array([(0, 0, -5), (4, 0, -5), (0, 0, 5), (6, 0, -5), (0, 0, -1), (0, 0, -0.5)], float)
    mesh = abut.Mesh(points, [(i, i, i) for i in range(6)])
    assert mesh.in_planes(planes).inside.tolist() == [0, 1, 4]
    assert abut.frustum_planes(matrix, depth_from_zero=True).shape[0] == 5
    with pytest.raises(ValueError):
        abut.frustum_planes(np.zeros((4, 4)))


# ------------------------------------------------------------------------------------------ changes


def same(a: Any, b: Any, other: Any, names: Any = None) -> None:
    """Two meshes answer alike; names: what the triangles of b are called in a."""
    names = np.arange(len(b)) if names is None else np.asarray(names)
    for x in (-1.5, -0.25, 0.0, 0.5):
        pose = abut.Pose(translation=(x, 0.25, 0.125), axis=(1, 2, 3), degrees=40 * x)
        pairs = abut.collide(b, other, pose_b=pose).pairs
        assert abut.collide(a, other, pose_b=pose).pairs.tolist() == sorted([names[i], j] for i, j in pairs.tolist())
        assert float(abut.distance(a, other, pose_b=pose)) == float(abut.distance(b, other, pose_b=pose))


def test_refit_answers_as_a_new_mesh() -> None:
    rng = np.random.default_rng(3)
    vertices, faces = soup(rng, 60)
    first, other = abut.Mesh(vertices, faces, name="cloth"), abut.Mesh(*soup(rng, 20))
    mesh = first
    for _ in range(4):
        vertices = vertices + rng.standard_normal(vertices.shape) / 8
        mesh = mesh.refit(vertices, faces)
        same(mesh, abut.Mesh(vertices, faces), other)
        assert mesh.change.growth > 0 and mesh.name == "cloth" and "growth" in repr(mesh.change)
    assert first.change is None
    again = abut.Mesh.frombytes(mesh.tobytes()).refit(BOX[[0] * 16] + rng.standard_normal((16, 3)), faces)
    same(again, abut.Mesh(again.triangles), other)
    with pytest.raises(abut.Error):
        mesh.refit(vertices, faces[:-1])
    with pytest.raises(abut.Error, match="vertex 3"):
        mesh.refit(np.where(np.arange(16)[:, None] == 3, np.nan, vertices), faces)


def test_edit_answers_as_a_new_mesh_and_indices_stay() -> None:
    rng = np.random.default_rng(4)
    vertices, faces = soup(rng, 80)
    corners = vertices[faces]
    there = dict(enumerate(corners))
    mesh, other = abut.Mesh(corners), abut.Mesh(*soup(rng, 20))
    for step in range(4):
        gone = rng.choice(sorted(there), 10, replace=False)
        new = rng.integers(-4, 5, (6 + step, 3, 3)).astype(float)
        mesh, ids = mesh.edit(gone.astype(np.uint32), new)
        for i in gone.tolist():
            del there[i]
        assert not set(ids.tolist()) & set(there)
        there |= dict(zip(ids.tolist(), new, strict=True))
        names = sorted(there)
        same(mesh, abut.Mesh(np.array([there[i] for i in names])), other, names)
        assert mesh.info.removed_count == len(mesh) - len(names)
    empty, ids = mesh.edit(sorted(there))
    assert len(ids) == 0 and not abut.collide(empty, other)
    for wrong, told in (([1, 10**6], "remove: 1000000"), ([0, 0], "remove: 0")):
        with pytest.raises(abut.Error, match=told):
            abut.Mesh(corners).edit(wrong)
    with pytest.raises(abut.Error, match="remove: 3"):
        abut.Mesh(corners).edit([3])[0].edit([2, 3])
    with pytest.raises(abut.Error, match="triangle 0 has vertex 5"):
        abut.Mesh(corners).edit([3], vertices[:3], [(0, 1, 5)])


def test_without_numpy() -> None:
    run(textwrap.dedent("""
        import abut
        mesh = abut.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
        found = mesh.rays([(0.25, 0.25, 1), (5, 5, 1)], [(0, 0, -1), (0, 0, -1)])
        assert found.t_hi.tolist() == [1.0] and found.hit.tolist() == [True, False] and found.rays.tolist() == [0]
        assert memoryview(mesh.in_box((0, 0, 0), (1, 1, 1)).inside).tolist() == [0]
        assert mesh.refit([(0, 0, 1), (1, 0, 1), (0, 1, 1)], [(0, 1, 2)]).bounds[0] == (0.0, 0.0, 1.0)
        edited, ids = mesh.edit([0], [(0, 0, 2), (1, 0, 2), (0, 1, 2)], [(0, 1, 2)])
        assert memoryview(ids).tolist() == [0] and edited.bounds[0] == (0.0, 0.0, 2.0)
    """))
