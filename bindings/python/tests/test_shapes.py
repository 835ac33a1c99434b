"""Simple shapes: what is in contact and how far, against rational numbers and other questions; errors; batches."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from without_numpy import run

import abut
from abut import Shape

V = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], float)
F = np.array([(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)])
TETRAHEDRON = abut.Mesh(V, F)
TURN = abut.Pose(axis=(0, 0, 1), degrees=90, translation=(5, 0, 0))

ALL = {
    "point": Shape.point((2, 0, 0)),
    "segment": Shape.segment((2, 0, 0), (2, 1, 0)),
    "triangle": Shape.triangle([(2, 0, 0), (2, 1, 0), (2, 0, 1)]),
    "ray": Shape.ray((2, 0, 0), (1, 0, 0)),
    "plane": Shape.plane((2, 0, 0), (3, 0, 0)),
    "half-space": Shape.half_space((2, 0, 0), (-1, 0, 0)),
    "sphere": Shape.sphere((3, 0, 0), 1),
    "capsule": Shape.capsule((3, 0, 0), (4, 0, 0), 1),
    "box": Shape.box((3, 0, 0), (1, 1, 1)),
    "hull": Shape.hull([(2, 0, 0), (3, 1, 0), (3, -1, 0), (3, 0, 1)]),
    "cylinder": Shape.cylinder((2, 0, 0), (3, 0, 0), 0.5),
    "cone": Shape.cone((2, 0, 0), (3, 0, 0), 0.5),
}


@pytest.mark.parametrize("kind", ALL)
def test_each_kind(kind: str) -> None:
    """Each begins at x = 2, and the tetrahedron ends at x = 1."""
    shape = ALL[kind]
    assert shape.kind == kind and repr(shape).startswith(f"<Shape: {kind}")
    apart = abut.shape_collide(TETRAHEDRON, shape)
    assert not apart and len(apart) == 0 and apart.state == "apart" and apart.complete and apart.triangles.tolist() == []
    far = abut.shape_distance(TETRAHEDRON, shape, details="points")
    assert far.lo <= 1 <= far.hi and far.hi - far.lo < 1e-11 and abs(float(far) - 1) < 1e-11 and far.triangle == 0
    assert np.allclose(far.points[0], (1, 0, 0)) and np.isclose(far.points[1][0], 2)
    assert abut.shape_contain(TETRAHEDRON, shape) == "apart"
    touching = shape.moved(abut.Pose(translation=(-1, 0, 0)))
    found = abut.shape_collide(TETRAHEDRON, touching)
    assert found and found.state == "contact" and found.triangles.tolist() == [0, 1, 2] == list(range(len(found)))
    assert abut.shape_contain(TETRAHEDRON, touching) == "contact" and float(abut.shape_distance(TETRAHEDRON, touching)) == 0
    assert touching.pose == abut.Pose(translation=(-1, 0, 0)) and shape.pose == abut.Pose()
    away = abut.shape_collide(TETRAHEDRON, shape, pose=abut.Pose(translation=(1, 0, 0)))
    assert away and away.triangles.tolist() == [0, 1, 2]  # the mesh is moved
    for again in (pickle.loads(pickle.dumps(touching)), copy.copy(touching), copy.deepcopy(touching)):
        assert abut.shape_collide(TETRAHEDRON, again) and again.kind == kind and again.pose == touching.pose


def test_solids_contain() -> None:
    inside = Shape.sphere((0.2, 0.2, 0.2), 0.01)
    assert abut.shape_contain(TETRAHEDRON, inside) == "shape inside" and not abut.shape_collide(TETRAHEDRON, inside)
    assert abut.shape_contain(TETRAHEDRON, Shape.box((0, 0, 0), (9, 9, 9))) == "model inside"
    assert abut.shape_contain(abut.Mesh(V, F[:3]), inside) == "unknown"
    moved = abut.Pose(translation=(5, 0, 0))
    assert abut.shape_contain(TETRAHEDRON, inside, pose=moved) == "apart"


def test_rays() -> None:
    ray = Shape.ray((-1, 0.1, 0.1), (2, 0, 0))
    found = abut.shape_collide(TETRAHEDRON, ray, details="kinds")
    assert found.triangles.tolist() == [2, 3] and found.at.shape == (2, 2)
    assert found.at[1].tolist() == [0.5, 0.5] and found.at[0, 0] <= 0.9 <= found.at[0, 1]
    assert abut.shape_collide(TETRAHEDRON, ray).at is None
    assert abut.shape_collide(TETRAHEDRON, ray, limit=1).triangles.tolist() == [3]  # what it meets first
    assert repr(abut.shape_collide(TETRAHEDRON, ray, limit=1)) == "<ShapeContacts: contact, at least 1 triangle>"
    assert repr(found) == "<ShapeContacts: contact, 2 triangles>"


def test_options() -> None:
    sphere = ALL["sphere"]
    beyond = abut.shape_distance(TETRAHEDRON, sphere, within=0.5)
    assert beyond.is_farther and repr(beyond).startswith("<ShapeDistance: more than")
    assert repr(abut.shape_distance(TETRAHEDRON, sphere)) == "<ShapeDistance: 1.0>"
    assert abut.shape_distance(TETRAHEDRON, sphere).points is None
    rough = abut.shape_distance(TETRAHEDRON, sphere, absolute=0.5)
    assert rough.lo <= 1 <= rough.hi
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(rough)
    grid = np.random.default_rng(1).random((3000, 3))
    mesh = abut.Mesh(grid, np.random.default_rng(2).integers(0, 3000, (3000, 3)))
    stopped = abut.shape_collide(mesh, Shape.plane((0.5, 0, 0), (1, 0, 0)), budget=100)
    assert not stopped.complete and len(stopped) < len(abut.shape_collide(mesh, Shape.plane((0.5, 0, 0), (1, 0, 0))))
    undecided = abut.shape_collide(mesh, Shape.plane((0.5, 0, 0), (1, 0, 0)), budget=1)
    assert undecided.state == "undecided"
    with pytest.raises(ValueError, match="undecided"):
        bool(undecided)
    for bad in ({"details": "points"}, {"details": "x"}, {"limit": -1}, {"deadline": float("nan")}):
        with pytest.raises((abut.Error, ValueError, OverflowError)):
            abut.shape_collide(TETRAHEDRON, sphere, **bad)
    with pytest.raises(abut.Error) as told:
        abut.shape_collide(abut.Mesh(V, F, method="aabb"), sphere)
    assert told.value.name == "BAD_COMBINATION"


def test_shapes_that_are_none() -> None:
    for make, name in ((lambda: Shape.sphere((0, 0, 0), -1), "BAD_ARGUMENT"), (lambda: Shape.ray((0, 0, 0), (0, 0, 0)), "BAD_ARGUMENT"),
                       (lambda: Shape.box((0, 0, 0), (1, -1, 1)), "BAD_ARGUMENT"), (lambda: Shape.hull([]), "BAD_ARGUMENT"),
                       (lambda: Shape.cylinder((1, 1, 1), (1, 1, 1), 1), "BAD_ARGUMENT"), (lambda: Shape.point((0, 0, np.nan)), "NOT_FINITE"),
                       (lambda: Shape.sphere((0, 0, 0), 1, pose=2 * np.eye(3, 4)), "BAD_SCALE")):
        with pytest.raises(abut.Error) as told:
            make()
        assert told.value.name == name
    for call in (lambda: Shape.point((0, 0)), lambda: Shape.triangle([(0, 0, 0)] * 2), lambda: Shape.hull([(0, 0)]), lambda: Shape("egg")):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError, match="an abut.Shape is wanted"):
        abut.shape_collide(TETRAHEDRON, "sphere")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="an abut.Mesh is wanted"):
        abut.shape_distance("mesh", ALL["box"])  # type: ignore[arg-type]


def test_points_and_triangles_are_as_elsewhere() -> None:
    """A point's distance is that of nearest; a triangle's contacts are those of collide."""
    rng = np.random.default_rng(3)
    mesh = abut.Mesh(rng.integers(-3, 4, (40, 3)).astype(float), rng.integers(0, 40, (60, 3)))
    points = rng.integers(-4, 5, (50, 3)) / 2.0
    near = mesh.nearest(points)
    for i, point in enumerate(points):
        far = abut.shape_distance(mesh, Shape.point(point))
        assert (far.lo, far.hi, far.triangle) == (near.lo[i, 0], near.distances[i, 0], near.triangles[i, 0])
    for _ in range(50):
        corners = rng.integers(-4, 5, (3, 3)).astype(float)
        contacts = abut.collide(mesh, abut.Mesh(corners, [(0, 1, 2)]))
        assert abut.shape_collide(mesh, Shape.triangle(corners)).triangles.tolist() == contacts.pairs[:, 0].tolist()


def test_hulls_keep_their_points() -> None:
    points = np.random.default_rng(4).random((100, 3)) + 2
    shape = Shape.hull(points)
    wanted = float(abut.shape_distance(TETRAHEDRON, shape))
    points[:] = 0
    assert float(abut.shape_distance(TETRAHEDRON, shape)) == wanted
    assert float(abut.shape_distance(TETRAHEDRON, shape.moved(None))) == wanted
    assert float(abut.shape_distance(TETRAHEDRON, pickle.loads(pickle.dumps(shape)))) == wanted


def test_batches() -> None:
    rng = np.random.default_rng(5)
    shapes = [Shape.sphere(center, radius) for center, radius in zip(rng.random((500, 3)) * 3 - 1, rng.random(500))] + list(ALL.values())
    wanted = [bool(abut.shape_collide(TETRAHEDRON, shape)) for shape in shapes]
    assert 50 < sum(wanted) < 450
    for given in (shapes, iter(shapes), tuple(shapes)):
        found = abut.shape_batch(TETRAHEDRON, given)
        assert found.dtype == bool and found.tolist() == wanted
    assert abut.shape_batch(TETRAHEDRON, shapes, threads=2).tolist() == wanted
    moved = abut.shape_batch(TETRAHEDRON, shapes, pose=TURN).tolist()
    assert moved == [bool(abut.shape_collide(TETRAHEDRON, shape, pose=TURN)) for shape in shapes] != wanted
    assert abut.shape_batch(TETRAHEDRON, []).tolist() == []
    for bad in ([1], [None], [ALL["box"], "x"]):
        with pytest.raises(TypeError, match="an abut.Shape is wanted"):
            abut.shape_batch(TETRAHEDRON, bad)  # type: ignore[list-item]
    with pytest.raises(abut.Error):
        abut.shape_batch(abut.Mesh(V, F, method="aabb"), shapes)


def test_subclasses() -> None:
    class Ball(Shape):
        color = "red"

    def make(value: Any) -> Shape:
        return Ball("sphere", [value], 1.0)

    assert abut.shape_collide(TETRAHEDRON, make((0, 0, 0))) and make((0, 0, 0)).moved(TURN).color == "red"  # type: ignore[attr-defined]


def test_without_numpy() -> None:
    run("""
from abut import Shape
m = abut.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)])
shapes = [Shape.sphere((0, 0, 2), 1), Shape.box((9, 9, 9), (1, 1, 1)), Shape.hull([(0, 0, 0), (1, 1, 1)])]
assert [bool(abut.shape_collide(m, s)) for s in shapes] == [True, False, True]
assert memoryview(abut.shape_batch(m, shapes)).tolist() == [True, False, True]
assert memoryview(abut.shape_collide(m, shapes[0]).triangles).tolist() == [1, 2, 3]
assert float(abut.shape_distance(m, shapes[0].moved(abut.Pose(translation=(0, 0, 1))))) == 1
""")
