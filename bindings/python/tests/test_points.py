"""Points about a mesh: distances by rational numbers, sides, winding numbers, chunks, trimesh's answers."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from without_numpy import run

import abut

V = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], float)
F = np.array([(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)])
TETRAHEDRON = abut.Mesh(V, F)
NONE = 2**32 - 1


# ------------------------------------------------------------------------------ rational distances


def dot(a: Any, b: Any) -> Fraction:
    return sum((x * y for x, y in zip(a, b)), Fraction(0))


def minus(a: Any, b: Any) -> list[Fraction]:
    return [x - y for x, y in zip(a, b)]


def segment_distance(p: Any, a: Any, b: Any) -> Fraction:
    ab, ap = minus(b, a), minus(p, a)
    length = dot(ab, ab)
    t = min(max(dot(ap, ab) / length, Fraction(0)), Fraction(1)) if length else Fraction(0)
    away = [x - t * y for x, y in zip(ap, ab)]
    return dot(away, away)


def triangle_distance(p: Any, corners: Any) -> Fraction:
    """The square of the distance of a point from a triangle, in rational numbers."""
    p = [Fraction(float(x)) for x in p]
    a, b, c = ([Fraction(float(x)) for x in corner] for corner in corners)
    best = min(segment_distance(p, a, b), segment_distance(p, b, c), segment_distance(p, c, a))
    u, v, w = minus(b, a), minus(c, a), minus(p, a)
    uu, uv, vv, uw, vw = dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)
    det = uu * vv - uv * uv
    if det:
        s, t = (vv * uw - uv * vw) / det, (uu * vw - uv * uw) / det
        if s >= 0 and t >= 0 and s + t <= 1:
            away = [x - s * y - t * z for x, y, z in zip(w, u, v)]
            best = min(best, dot(away, away))
    return best


def test_distances_are_those_of_rational_numbers() -> None:
    rng = np.random.default_rng(1)
    for trial in range(6):
        vertices = rng.integers(-4, 5, (12, 3)) / (1.0 if trial % 2 else 3.0)
        faces = rng.integers(0, 12, (14, 3))  # degenerate and duplicate ones among them
        points = np.concatenate([rng.integers(-5, 6, (8, 3)) / 2.0, vertices[:2], rng.standard_normal((3, 3)) * 1e3])
        count = 16
        found = abut.Mesh(vertices, faces).nearest(points, count=count)
        for i, point in enumerate(points):
            squares = [triangle_distance(point, vertices[face]) for face in faces]
            order = sorted(range(len(faces)), key=lambda k: (squares[k], k))
            assert found.triangles[i].tolist() == order + [NONE] * (count - len(order))
            for j, k in enumerate(order):
                lo, hi = float(found.lo[i, j]), float(found.distances[i, j])
                assert Fraction(lo) ** 2 <= squares[k] <= Fraction(hi) ** 2 and hi in (lo, math.nextafter(lo, math.inf))
            assert np.isinf(found.distances[i, len(order) :]).all() and np.isnan(found.points[i, len(order) :]).all()
            gap = np.linalg.norm(found.points[i, 0] - point) - found.distances[i, 0]
            assert abs(gap) <= 1e-12 * (1 + found.distances[i, 0])


# ------------------------------------------------------------------------------------------- sides


def test_sides_and_signs() -> None:
    points = [(0.1, 0.1, 0.1), (1, 1, 1), (0, 0, 0), (0.25, 0.25, 0), (1 / 3, 1 / 3, 1 / 3), (np.nextafter(0, 1), 0.1, 0.1)]
    found = TETRAHEDRON.nearest(points, sides=True)
    S = abut.Side
    # 1/3 three times is a little less than 1: inside, by 1e-17
    assert [S(side) for side in found.sides.tolist()] == [S.INSIDE, S.OUTSIDE, S.ON, S.ON, S.INSIDE, S.INSIDE]
    assert found.signed[0] == -found.distances[0, 0] == -0.1 and found.signed[1] > 1.15 and found.signed[2:4].tolist() == [0, 0]
    assert TETRAHEDRON.contains(points).tolist() == [True, False, True, True, True, True]
    assert TETRAHEDRON.contains(points).dtype == bool
    assert TETRAHEDRON.signed_distance(points).tobytes() == found.signed.tobytes()
    assert found.winding is None and TETRAHEDRON.nearest(points).sides is None and TETRAHEDRON.nearest(points).signed is None


def test_what_has_no_inside() -> None:
    for mesh in (abut.Mesh(V, F[:3]), abut.Mesh([], [])):
        for ask in (mesh.contains, mesh.signed_distance):
            with pytest.raises(ValueError, match="no closed component"):
                ask([(0.1, 0.1, 0.1), (0, 0, 0)])
            assert len(ask(np.zeros((0, 3)))) == 0
        assert mesh.nearest([(5, 5, 5)], sides=True).sides.tolist() == [abut.Side.UNKNOWN]
    assert abut.Mesh([], []).nearest([(0, 0, 0)], count=2).triangles.tolist() == [[NONE, NONE]]


def test_winding() -> None:
    twice = abut.Mesh(np.concatenate([V, V * 3 - 0.3]), np.concatenate([F, F[:, ::-1] + 4]))
    points = [(0.2, 0.2, 0.2), (-0.1, 0.4, 0.4), (9, 9, 9), (0, 0, 0)]
    found = twice.nearest(points, winding=True)
    assert found.winding[:3].tolist() == [[0, 0], [-1, -1], [0, 0]] and np.isnan(found.winding[3]).all()
    assert found.sides.tolist() == [abut.Side.OUTSIDE, abut.Side.INSIDE, abut.Side.OUTSIDE, abut.Side.ON]
    open_one = abut.Mesh(V, F[:3]).nearest([(0.1, 0.1, 0.1)], winding=True).winding[0]
    assert 0 < open_one[0] <= open_one[1] < 1 and open_one[1] - open_one[0] < 1e-9


def test_poses() -> None:
    points = np.array([(0.1, 0.1, 0.1), (2, 1, 1)])
    matrix = np.array([[0.0, -2, 0, 5], [2, 0, 0, 6], [0, 0, 2, 7], [0, 0, 0, 1]])
    moved = points @ matrix[:3, :3].T + matrix[:3, 3]
    plain = TETRAHEDRON.nearest(points, sides=True)
    for pose in (matrix, abut.Pose(matrix), matrix[:3].tolist()):
        found = TETRAHEDRON.nearest(moved, pose=pose, sides=True)
        assert np.allclose(found.distances, 2 * plain.distances) and (found.sides == plain.sides).all()
        assert np.allclose(found.points[:, 0], plain.points[:, 0] @ matrix[:3, :3].T + matrix[:3, 3])
        assert TETRAHEDRON.contains(moved, pose=pose).tolist() == [True, False]
        assert np.allclose(TETRAHEDRON.signed_distance(moved, pose=pose), 2 * plain.signed)


# ---------------------------------------------------------------------------------------- options


def test_within() -> None:
    found = TETRAHEDRON.nearest([(0.5, -1, 0.25), (0.5, -9, 0.25)], within=1.0, count=4)
    assert found.triangles.tolist() == [[1, NONE, NONE, NONE], [NONE] * 4] and found.distances[0, 0] == 1


def test_many_points_are_asked_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    points = rng.random((1000, 3))
    whole = TETRAHEDRON.nearest(points, count=2, winding=True)
    monkeypatch.setattr(abut._points, "_CHUNK", 64)
    told: list[float] = []
    parts = TETRAHEDRON.nearest(points, count=2, winding=True, progress=told.append)
    for name in abut.Nearest.__slots__:
        assert getattr(whole, name).tobytes() == getattr(parts, name).tobytes(), name
        assert getattr(whole, name).shape == getattr(parts, name).shape
    assert told == sorted(told)
    by_threads = [TETRAHEDRON.nearest(points, threads=n, sides=True) for n in (1, 2, 0)]
    assert len({a.signed.tobytes() + a.triangles.tobytes() for a in by_threads}) == 1


def test_shapes_and_kinds_of_points() -> None:
    points = np.random.default_rng(6).random((7, 3))
    wanted = TETRAHEDRON.nearest(points).distances.tolist()
    wide = np.zeros((7, 9))
    wide[:, 1:7:2] = points
    for given in (points, points.tolist(), wide[:, 1:7:2], np.asfortranarray(points), points.astype(">f8"), memoryview(points)):
        found = TETRAHEDRON.nearest(given)
        assert found.distances.tolist() == wanted and found.triangles.shape == (7, 1) and found.points.shape == (7, 1, 3)
    empty = TETRAHEDRON.nearest([], count=3, winding=True)
    assert empty.triangles.shape == (0, 3) and empty.points.shape == (0, 3, 3) and empty.winding.shape == (0, 2) and len(empty) == 0
    assert repr(TETRAHEDRON.nearest(points, winding=True)) == "<Nearest: of 7 points, sides and winding>"
    assert repr(empty) == "<Nearest: of 0 points, sides and winding>"
    for bad in ((1, 2, 3), [[1, 2]], 5, "abc", [[[1, 2, 3]]], [(0, 0, float("nan"))]):
        with pytest.raises((ValueError, TypeError)):
            TETRAHEDRON.nearest(bad)
    with pytest.raises(ValueError, match="count: 1 or more"):
        TETRAHEDRON.nearest(points, count=0)
    with pytest.raises(abut.Error) as told:
        abut.Mesh(V, F, method="aabb").nearest(points)
    assert told.value.name == "BAD_COMBINATION"


# ------------------------------------------------------------------------------------ real models


def solid_angle(mesh: abut.Mesh, points: Any) -> Any:
    """Winding numbers by floating point (van Oosterom & Strackee 1983): right but near the surface."""
    out = []
    for point in points:
        a, b, c = np.moveaxis(mesh.triangles - point, 1, 0)
        la, lb, lc = (np.linalg.norm(x, axis=1) for x in (a, b, c))
        up = np.einsum("ij,ij->i", a, np.cross(b, c))
        down = la * lb * lc + np.einsum("ij,ij->i", a, b) * lc + np.einsum("ij,ij->i", b, c) * la + np.einsum("ij,ij->i", c, a) * lb
        out.append(2 * np.arctan2(up, down).sum() / (4 * np.pi))
    return np.array(out)


def test_as_trimesh(data: Path) -> None:
    """Sides and distances of trimesh on real solids; where the sides differ, solid angles decide."""
    trimesh = pytest.importorskip("trimesh")
    pytest.importorskip("rtree")
    rng = np.random.default_rng(7)
    count = asked = 0
    for path in sorted((data / "robots").rglob("*.stl")) + sorted((data / "cad").rglob("*.off")):
        mesh = abut.Mesh(path)
        if not 100 < len(mesh) < 3000 or not mesh.is_solid or count == 4:
            continue
        theirs = trimesh.Trimesh(mesh.triangles.reshape(-1, 3), np.arange(3 * len(mesh)).reshape(-1, 3), process=True)
        lo, hi = mesh.bounds
        points = lo + (hi - lo) * rng.random((300, 3))
        inside, far = mesh.contains(points), mesh.signed_distance(points)
        differ = np.flatnonzero(inside != theirs.contains(points))
        turns = solid_angle(mesh, points[differ])
        assert (np.round(np.abs(turns)) == inside[differ]).all(), path
        _, distances, _ = trimesh.proximity.closest_point(theirs, points)
        size = float(np.linalg.norm(hi - lo))
        found = mesh.nearest(points)
        assert np.allclose(far**2, distances**2, rtol=0, atol=2e-8) and (np.abs(far) <= distances + 1e-12 * size).all(), path
        assert np.allclose(np.abs(far), np.linalg.norm(found.points[:, 0] - points, axis=1), rtol=0, atol=1e-12 * size)
        # trimesh takes any triangle whose squared distance is within 1e-8 of the least: rational numbers say that ours is nearer.
        for i in np.flatnonzero(np.abs(np.abs(far) - distances) > 1e-12 * size)[:5]:
            exact = math.sqrt(triangle_distance(points[i], mesh.triangles[found.triangles[i, 0]]))
            assert exact < distances[i] and math.isclose(exact, abs(far[i]), rel_tol=1e-15), (path, i)
        count, asked = count + 1, asked + len(points)
    assert count == 4 and asked == 1200


# --------------------------------------------------------------------------------- without numpy


def test_without_numpy() -> None:
    run("""
V, F = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]
m = abut.Mesh(V, F)
n = m.nearest([(0.1, 0.1, 0.1), (1, 1, 1)], count=2, winding=True)
assert n.triangles.tolist() == [[0, 1], [2, 0]] and n.distances.tolist()[0] == [0.1, 0.1] and n.points.shape == (2, 2, 3)
assert n.sides.tolist() == [2, 3] and n.signed.tolist()[0] == -0.1 and n.winding.tolist() == [[1, 1], [0, 0]]
assert m.contains([(0.1, 0.1, 0.1), (1, 1, 1)]).tolist() == [True, False]
assert len(m.nearest([])) == 0 and m.contains([]).tolist() == []
abut._points._CHUNK = 2
assert m.nearest([(0, 0, i) for i in range(5)]).distances.tolist() == [[0], [0], [1], [2], [3]]
try:
    abut.Mesh(V, F[:3]).contains([(0, 0, 5)])
except ValueError as e:
    assert "no closed component" in str(e)
else:
    raise AssertionError
""")


def test_arrow() -> None:
    arrow = pytest.importorskip("pyarrow")
    points = np.random.default_rng(8).random((5, 3)) * 2
    one = TETRAHEDRON.nearest(points, winding=True)
    table = arrow.table(one)
    assert table["triangle"].to_pylist() == one.triangles[:, 0].tolist() and table["signed"].to_pylist() == one.signed.tolist()
    assert table["point_z"].to_pylist() == one.points[:, 0, 2].tolist() and table["winding_hi"].to_pylist() == one.winding[:, 1].tolist()
    two = TETRAHEDRON.nearest(points, count=2)
    table = arrow.table(two)
    assert table["distance_1"].to_pylist() == two.distances[:, 1].tolist() and "side" not in table.column_names
    assert table["point_1_x"].to_pylist() == two.points[:, 1, 0].tolist() and len(table) == 5
