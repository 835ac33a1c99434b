"""abut.compat.fcl against support functions of convex bodies, which say how far and how deep without the library.

Along a unit vector n a goes up to max_a(n), b begins at min_b(n). The least of max_a(n) - min_b(n) over all n is the
depth of two convex bodies, or minus their distance. Here it is found by trying many n, and then nearer and nearer
ones.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from fcl_shapes import FACES, SHAPES, TETRAHEDRON, TRIANGLE, TURNED, at, box_corners, convex, model, turns  # noqa: E402

import abut  # noqa: E402
import abut.compat.fcl as fcl  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore::abut.compat.fcl.ApproximationWarning")


def overlap(a: Any, ra: Any, ta: Any, b: Any, rb: Any, tb: Any) -> float:
    """The least of max_a(n) - min_b(n): the depth, or minus the distance."""

    def along(n: Any) -> Any:
        return a(n @ ra) + n @ ta + b(-n @ rb) - n @ tb

    random = np.random.default_rng(7)
    ways = random.normal(size=(2000, 3))
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    best = ways[np.argsort(along(ways))[:12]]
    width = 0.05
    while width > 1e-7:
        near = best[:, None] + width * random.normal(size=(len(best), 40, 3))
        near = np.concatenate([best[:, None], near / np.linalg.norm(near, axis=2)[..., None]], axis=1)
        least = along(near.reshape(-1, 3)).reshape(len(best), -1)
        best = near[np.arange(len(best)), least.argmin(axis=1)]
        width *= 0.78
    return float(along(best).min())


def place(o1: Any, o2: Any) -> Any:
    result = fcl.CollisionResult()
    assert fcl.collide(o1, o2, fcl.CollisionRequest(enable_contact=True), result) == 1
    assert result.is_collision
    (contact,) = result.contacts
    return contact


def moved(obj: Any, way: Any) -> Any:
    transform = obj.getTransform()
    transform.setTranslation(transform.getTranslation() + way)
    return transform


QUADS = [(4, 0, 1, 3, 2), (4, 4, 6, 7, 5), (4, 0, 4, 5, 1), (4, 2, 3, 7, 6), (4, 0, 2, 6, 4), (4, 1, 5, 7, 3)]


@pytest.mark.parametrize(("first", "second"), list(itertools.combinations_with_replacement(SHAPES, 2)))
def test_shapes(first: str, second: str) -> None:
    random = np.random.default_rng(len(first) * 100 + len(second))
    # Of the mesh of 512 sectors, and of directions that were tried.
    close = 5e-5
    near = 3e-4 if first in TURNED and second in TURNED else 5e-5
    apart = deep = 0
    for scale in (0.4, 0.8, 0.8, 1.1, 1.6, 1.6, 2.4):
        one, two = at(SHAPES[first][0](), random.normal(size=3) * 0.2, turns(random)), at(SHAPES[second][0]())
        way = random.normal(size=3)
        two.setTransform(fcl.Transform(turns(random), scale * way / np.linalg.norm(way)))
        wanted = overlap(
            SHAPES[first][1],
            one.getRotation(),
            one.getTranslation(),
            SHAPES[second][1],
            two.getRotation(),
            two.getTranslation(),
        )
        if abs(wanted) < close:
            continue
        asked = fcl.DistanceRequest(enable_nearest_points=True, enable_signed_distance=True)
        for a, b in ((one, two), (two, one)):
            result = fcl.DistanceResult()
            assert fcl.collide(a, b) == (wanted > 0)
            got = fcl.distance(a, b, asked, result)
            assert got == result.min_distance
            assert got == pytest.approx(-wanted, abs=near if wanted < 0 else close)
            p, q = result.nearest_points
            assert np.linalg.norm(p - q) == pytest.approx(abs(got), abs=1e-6)
            assert (result.o1, result.o2) == (a._geometry, b._geometry)
            if wanted < 0:
                apart += 1
                assert fcl.distance(a, b) == got
            else:
                deep += 1
                assert fcl.distance(a, b) == -1.0
                contact = place(a, b)
                assert contact.penetration_depth == pytest.approx(wanted, abs=close)
                assert np.linalg.norm(contact.normal) == pytest.approx(1)
                b_was = b.getTransform()
                b.setTransform(moved(b, contact.normal * (contact.penetration_depth + close)))
                assert fcl.collide(a, b) == 0
                b.setTransform(fcl.Transform(b_was.getRotation(), b_was.getTranslation()))
                b.setTransform(moved(b, contact.normal * (contact.penetration_depth - 2 * close)))
                assert fcl.collide(a, b) == 1
                b.setTransform(b_was)
    assert apart
    assert deep


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("kind", ["Plane", "Halfspace"])
def test_flat(kind: str, name: str) -> None:
    random = np.random.default_rng(3)
    seen = set()
    for _ in range(20):
        normal = random.normal(size=3)
        normal /= np.linalg.norm(normal)
        d = random.uniform(-2, 2)
        flat = fcl.CollisionObject(getattr(fcl, kind)(normal * 2, d * 2))
        shape = at(SHAPES[name][0](), random.normal(size=3) * 0.3, turns(random))
        local, t = normal @ shape.getRotation(), float(normal @ shape.getTranslation())
        high, low = SHAPES[name][1](local[None])[0] + t, -SHAPES[name][1](-local[None])[0] + t
        wanted = d - low if kind == "Halfspace" else min(d - low, high - d)
        meets = wanted > 0
        seen.add(bool(meets))
        for a, b in ((flat, shape), (shape, flat)):
            assert fcl.collide(a, b) == meets
            got = fcl.distance(a, b, fcl.DistanceRequest(True, True))
            assert got == pytest.approx(-wanted, abs=1e-9)
            if meets:
                contact = place(a, b)
                assert contact.penetration_depth == pytest.approx(wanted, abs=1e-9)
                was = b.getTransform()
                b.setTransform(moved(b, contact.normal * (wanted + 1e-6)))
                assert fcl.collide(a, b) == 0
                b.setTransform(was)
            assert fcl.distance(a, b) == (-1.0 if meets else pytest.approx(-wanted, abs=1e-9))
    assert seen == {True, False}


def test_flat_with_flat() -> None:
    up, down = np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.0, -1.0])
    floor, roof = fcl.Halfspace(up, 0.0), fcl.Halfspace(down, -3.0)
    table, wall = fcl.Plane(up, 1.0), fcl.Plane(np.array([1.0, 0.0, 0.0]), 0.0)
    meets = {
        (0, 0): 1,
        (0, 1): 0,
        (0, 2): 0,
        (0, 3): 1,
        (1, 1): 1,
        (1, 2): 0,
        (1, 3): 1,
        (2, 2): 1,
        (2, 3): 1,
        (3, 3): 1,
    }
    all_of_them = [at(g) for g in (floor, roof, table, wall)]
    for (i, j), answer in meets.items():
        assert fcl.collide(all_of_them[i], all_of_them[j]) == answer
        assert fcl.collide(all_of_them[j], all_of_them[i]) == answer
    assert fcl.distance(all_of_them[0], all_of_them[1]) == 3.0
    assert fcl.distance(all_of_them[2], all_of_them[1]) == 2.0
    assert fcl.distance(all_of_them[2], all_of_them[3]) == -1.0


def test_exact_ties() -> None:
    """What only touches is in contact; the next double is not."""
    for one, two, touching in (
        (fcl.Sphere(1.0), fcl.Sphere(2.0), 3.0),
        (fcl.Sphere(1.0), fcl.Box(2, 2, 2), 2.0),
        (fcl.Capsule(0.5, 1.0), fcl.Capsule(0.25, 3.0), 0.75),
        (fcl.Box(1, 1, 1), fcl.Box(3, 3, 3), 2.0),
        (fcl.Box(1, 1, 1), fcl.Cylinder(0.5, 1), 1.0),
        (fcl.Box(1, 1, 1), convex(), 0.5),
    ):
        assert fcl.collide(at(one), at(two, (touching, 0, 0))) == 1
        assert fcl.collide(at(one), at(two, (math.nextafter(touching, 9), 0, 0))) == 0
        assert fcl.collide(at(two, (math.nextafter(touching, 9), 0, 0)), at(one)) == 0


def test_inside() -> None:
    """Solids are solid, a BVHModel is a surface."""
    small, large = fcl.Box(0.1, 0.1, 0.1), fcl.Box(4, 4, 4)
    for geometry in (
        fcl.Box(4, 4, 4),
        fcl.Sphere(2),
        fcl.Capsule(2, 1),
        fcl.Cylinder(2, 4),
        fcl.Cone(4, 8),
        fcl.Halfspace(np.array([0, 0, 1.0]), 2),
    ):
        for inner in (
            small,
            fcl.Sphere(0.1),
            fcl.Cylinder(0.1, 0.1),
            fcl.Cone(0.1, 0.1),
            fcl.TriangleP(*TRIANGLE * 0.1),
            model(TETRAHEDRON * 0.1),
        ):
            assert fcl.collide(at(geometry), at(inner))
            assert fcl.collide(at(inner), at(geometry))
            assert fcl.distance(at(inner), at(geometry)) == -1.0
    corners = box_corners(4, 4, 4)
    shell = model(
        corners,
        [
            (0, 2, 3),
            (0, 3, 1),
            (4, 5, 7),
            (4, 7, 6),
            (0, 1, 5),
            (0, 5, 4),
            (2, 6, 7),
            (2, 7, 3),
            (0, 4, 6),
            (0, 6, 2),
            (1, 3, 7),
            (1, 7, 5),
        ],
    )
    for inner in (small, model(TETRAHEDRON * 0.1), fcl.Sphere(0.05)):
        assert fcl.collide(at(shell), at(inner)) == 0
        assert fcl.distance(at(shell), at(inner)) == pytest.approx(1.95, abs=0.06)
    assert fcl.collide(at(large), at(fcl.Sphere(0.1), (1.0, 1.0, 1.0))) == 1


def test_part_inside() -> None:
    """A mesh of two parts, one of which is inside a solid, and neither touches it."""
    parts = model(np.concatenate([TETRAHEDRON + 9, TETRAHEDRON * 0.1]), np.concatenate([FACES, FACES + 4]))
    corners = box_corners(2, 2, 2)
    for solid in (fcl.Box(2, 2, 2), fcl.Convex(corners, 6, np.array(QUADS).flatten()), fcl.Sphere(1.0)):
        for one, two in ((at(parts, (0.3, 0, 0)), at(solid)), (at(solid), at(parts, (0.3, 0, 0)))):
            first, many = fcl.CollisionResult(), fcl.CollisionResult()
            assert fcl.collide(one, two, result=first) == 1
            assert first.contacts[0].b1 == 4
            assert fcl.collide(one, two, fcl.CollisionRequest(100), many) == 4
            assert [c.b1 for c in many.contacts] == [4, 5, 6, 7]
            nearest = fcl.DistanceResult()
            assert fcl.distance(one, two, result=nearest) == -1.0
            assert fcl.collide(at(fcl.Sphere(1e-6), nearest.nearest_points[0]), at(solid))
        far = at(parts, (3, 0, 0))
        assert fcl.collide(far, at(solid)) == 0
        assert fcl.distance(far, at(solid)) == 2.0


def test_many_faces() -> None:
    """Depths of convex solids of many faces, which are found among directions, are those that the library proves."""
    random = np.random.default_rng(6)
    corners = np.array([np.diag(signs) for signs in itertools.product((1.0, -1.0), repeat=3)])
    corners[np.linalg.det(corners) < 0] = corners[np.linalg.det(corners) < 0][:, ::-1]
    for _ in range(3):  # 512 triangles of a sphere
        middles = corners + np.roll(corners, -1, axis=1)
        middles /= np.linalg.norm(middles, axis=2)[..., None]
        cut = [np.stack([corners[:, i], middles[:, i], middles[:, i - 1]], axis=1) for i in range(3)]
        corners = np.concatenate([*cut, middles])
    points, faces = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    faces = faces.reshape(-1, 3)
    ball, mesh = convex(points, faces), abut.Mesh(points, faces)
    for _ in range(3):
        one, two = (
            at(ball, random.normal(size=3) * 0.4, turns(random)),
            at(fcl.Box(1, 1, 1), random.normal(size=3) * 0.4),
        )
        box = fcl.Box(1, 1, 1)._form().mesh
        poses = [abut.Pose(np.column_stack([obj.getRotation(), obj.getTranslation()])) for obj in (one, two)]
        exact = abut.depth(mesh, box, pose_a=poses[0], pose_b=poses[1])
        assert exact.is_convex
        assert fcl.distance(one, two, fcl.DistanceRequest(True, True)) == pytest.approx(-exact.hi, abs=1e-8)


def test_meshes() -> None:
    one, two = at(model()), at(model(), (0.1, 0.2, 0.3))
    result = fcl.CollisionResult()
    count = fcl.collide(one, two, fcl.CollisionRequest(100, True), result)
    wanted = abut.collide(
        abut.Mesh(TETRAHEDRON, FACES), abut.Mesh(TETRAHEDRON, FACES), pose_b=abut.Pose(translation=(0.1, 0.2, 0.3))
    )
    assert count == len(wanted) > 1
    assert [(c.b1, c.b2) for c in result.contacts] == [tuple(pair) for pair in wanted.pairs.tolist()]
    for c in result.contacts:
        assert (c.o1, c.o2) == (one._geometry, two._geometry)
        a, b = (abut.Mesh(TETRAHEDRON[FACES[i]], [(0, 1, 2)]) for i in (c.b1, c.b2))
        point = abut.Mesh([c.pos], [(0, 0, 0)])
        assert abut.distance(a, point).hi < 1e-12
        assert abut.distance(b, point, pose_a=abut.Pose(translation=(0.1, 0.2, 0.3))).hi < 1e-12
        free = np.array([0.1, 0.2, 0.3]) + c.normal * (c.penetration_depth + 1e-9)
        assert not abut.collide(a, b, pose_b=abut.Pose(translation=free))
        assert c.penetration_depth > 0.01
    assert fcl.distance(one, two) == 0.0
    assert fcl.distance(one, at(model(), (0, 0, 4))) == 3.0
    far = fcl.DistanceResult()
    fcl.distance(at(model(), (0, 0, 4)), one, result=far)
    assert [p.tolist() for p in far.nearest_points] == [[0, 0, 4], [0, 0, 1]]
    assert FACES[far.b1].tolist().count(0) == 1
    assert 3 in FACES[far.b2]


@pytest.mark.parametrize("name", SHAPES)
def test_mesh_and_shape(name: str) -> None:
    """Each triangle alone says the same, and a mesh comes first, as in FCL."""
    random = np.random.default_rng(5)
    corners = random.normal(size=(10, 3, 3)) * 0.4 + random.normal(size=(10, 1, 3)) * 0.6
    mesh = at(model(corners.reshape(-1, 3), np.arange(30).reshape(-1, 3)))
    seen = set()
    for _ in range(5):
        shape = at(SHAPES[name][0](), random.normal(size=3) * 0.5, turns(random))
        result = fcl.CollisionResult()
        count = fcl.collide(shape, mesh, fcl.CollisionRequest(100, True), result)
        depths = [
            overlap(
                lambda n, c=c: (n @ c.T).max(axis=1),
                np.eye(3),
                np.zeros(3),
                SHAPES[name][1],
                shape.getRotation(),
                shape.getTranslation(),
            )
            for c in corners
        ]
        assert [c.b1 for c in result.contacts] == [i for i, depth in enumerate(depths) if depth > 0]
        assert count == len(result.contacts)
        seen.add(count)
        for c in result.contacts:
            assert (c.o1, c.o2, c.b2) == (mesh._geometry, shape._geometry, -1)
            assert c.penetration_depth >= depths[c.b1] - 1e-5
            point = at(fcl.Sphere(1e-9), c.pos)
            assert fcl.collide(point, shape)
            assert fcl.distance(point, at(fcl.TriangleP(*corners[c.b1]))) < 1e-9
            shape_was = shape.getTransform()
            shape.setTransform(moved(shape, c.normal * (c.penetration_depth + 1e-6)))
            assert fcl.collide(shape, at(fcl.TriangleP(*corners[c.b1]))) == 0
            shape.setTransform(shape_was)
        if count:
            assert fcl.distance(mesh, shape) == -1.0
            worst = max(c.penetration_depth for c in result.contacts)
            assert fcl.distance(shape, mesh, fcl.DistanceRequest(True, True)) == -worst
        else:
            assert fcl.distance(shape, mesh) == pytest.approx(-max(depths), abs=2e-4)
    assert len(seen) > 1
