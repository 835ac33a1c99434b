"""abut.compat.fcl: what python-fcl's names do, motions, managers, and that what is refused is refused by name."""

from __future__ import annotations

import copy
import itertools
import math
import warnings
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from fcl_shapes import FACES, SHAPES, TETRAHEDRON, at, convex, model, turns  # noqa: E402

import abut.compat.fcl as fcl  # noqa: E402
from abut.compat import fcl_pairs  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore::abut.compat.fcl.ApproximationWarning")


def test_limits_and_refusals() -> None:
    one, two = at(model()), at(model(), (0.1, 0.2, 0.3))
    for limit in (1, 2):
        assert fcl.collide(one, two, fcl.CollisionRequest(limit)) == limit
    with pytest.raises(ValueError, match="num_max_contacts"):
        fcl.collide(one, two, fcl.CollisionRequest(0))
    with pytest.raises(NotImplementedError, match="enable_cost"):
        fcl.collide(one, two, fcl.CollisionRequest(enable_cost=True))
    with pytest.raises(NotImplementedError, match="Ellipsoid"):
        fcl.Ellipsoid(1, 2, 3)
    with pytest.raises(NotImplementedError, match="OcTree"):
        fcl.OcTree(0.1, b"")
    with pytest.raises(NotImplementedError, match="addVertex"):
        fcl.BVHModel().addVertex(0, 0, 0)
    with pytest.raises(ValueError, match="geometry"):
        fcl.CollisionObject(fcl.CollisionGeometry())
    with pytest.raises(ValueError, match="not built"):
        fcl.collide(one, at(fcl.BVHModel()))
    with pytest.raises(TypeError, match="CollisionObject"):
        fcl.collide(one, model())
    with pytest.raises(ValueError, match="index 9"):
        fcl.Convex(TETRAHEDRON, 1, np.array([3, 0, 1, 9]))
    with pytest.raises(ValueError, match="faces end"):
        fcl.Convex(TETRAHEDRON, 2, np.array([3, 0, 1, 2]))
    open_box = fcl.Convex(TETRAHEDRON, 3, np.array([3, 0, 2, 1, 3, 0, 3, 2, 3, 0, 1, 3]))
    assert fcl.collide(at(open_box), at(fcl.Box(1, 1, 1)))
    signed = fcl.DistanceRequest(enable_signed_distance=True)  # without a closed surface it is the hull that counts
    wanted = fcl.distance(at(convex()), at(fcl.Box(1, 1, 1)), signed)
    assert fcl.distance(at(open_box), at(fcl.Box(1, 1, 1)), signed) == pytest.approx(wanted, abs=1e-8)
    assert wanted == -0.5


def test_results_add_up() -> None:
    ball, result = at(fcl.Sphere(1.0)), fcl.CollisionResult()
    assert fcl.collide(ball, at(fcl.Sphere(1.0), (1, 0, 0)), result=result) == 1
    assert fcl.collide(ball, at(fcl.Sphere(1.0), (9, 0, 0)), result=result) == 0
    assert result.is_collision
    assert len(result.contacts) == 1
    (again,) = copy.copy(result.contacts)
    assert copy.copy(again).pos.tolist() == [0.5, 0, 0]
    nearest = fcl.DistanceResult()
    for place_of, least in ((5, 3.0), (9, 3.0), (4, 2.0)):
        fcl.distance(ball, at(fcl.Sphere(1.0), (place_of, 0, 0)), result=nearest)
        assert nearest.min_distance == least
    contact = fcl.Contact()
    assert contact.penetration_depth == 0.0
    contact.pos = np.ones(3)
    assert contact.pos.tolist() == [1, 1, 1]


def test_transforms() -> None:
    turn, shift = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), np.array([1.0, 2.0, 3.0])
    quarter = np.array([math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5)])  # w first
    assert np.array_equal(fcl.Transform().getRotation(), np.eye(3))
    assert np.allclose(fcl.Transform(quarter).getRotation(), turn)
    assert np.array_equal(fcl.Transform(turn).getRotation(), turn)
    assert np.array_equal(fcl.Transform(shift).getTranslation(), shift)
    both = fcl.Transform(quarter, shift)
    assert np.allclose(both.getRotation(), turn)
    copy = fcl.Transform(both)
    copy.setTranslation(np.zeros(3))
    assert np.array_equal(both.getTranslation(), shift)
    random = np.random.default_rng(1)
    for q in [*random.normal(size=(50, 4)), *np.eye(4), np.array([0, 1, 1, 0.0]), np.array([1e-9, 0, 1, 0])]:
        q = q / np.linalg.norm(q)
        back = fcl.Transform(q).getQuatRotation()
        assert np.allclose(back, q) or np.allclose(back, -q)
    for wrong in ((1, 2, 3), ([1, 2],), (np.eye(4),), (turn, [1, 2])):
        with pytest.raises(ValueError):
            fcl.Transform(*wrong)
    obj = fcl.CollisionObject(fcl.Box(1, 1, 1), fcl.Transform(turn, shift))
    given = obj.getTransform()
    given.setTranslation(np.zeros(3))
    assert np.array_equal(obj.getTranslation(), shift)
    obj.setQuatRotation(quarter)
    assert np.allclose(obj.getQuatRotation(), quarter)
    obj.setRotation(np.eye(3))
    obj.setTranslation(np.array([0.0, 0.0, 5.0]))
    assert fcl.distance(obj, at(fcl.Box(1, 1, 1))) == 4.0


def test_geometries() -> None:
    kinds = {"Box": 9, "Sphere": 10, "Capsule": 12, "Cone": 13, "Cylinder": 14}
    made = {
        "Box": fcl.Box(1, 2, 3),
        "Sphere": fcl.Sphere(1),
        "Capsule": fcl.Capsule(1, 2),
        "Cone": fcl.Cone(1, 2),
        "Cylinder": fcl.Cylinder(1, 2),
    }
    for name, kind in kinds.items():
        assert made[name].getNodeType() == fcl.CollisionObject(made[name]).getNodeType() == kind
        assert fcl.CollisionObject(made[name]).getObjectType() == fcl.OBJECT_TYPE.OT_GEOM
    assert at(model()).getObjectType() == fcl.OBJECT_TYPE.OT_BVH
    assert model().getNodeType() == fcl.NODE_TYPE.BV_OBBRSS
    assert model().aabb_center.tolist() == [0.5, 0.5, 0.5]
    assert model().num_tries_() == 4
    assert convex().num_faces == 4
    assert fcl.BVHModel().endModel() == -2
    ball, other = at(made["Sphere"]), at(fcl.Sphere(1.0), (3, 0, 0))
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects([ball, other])
    made["Sphere"].radius = 2.0  # each question looks at the geometry as it is
    assert fcl.collide(ball, other) == 1
    data = fcl.CollisionData()
    manager.collide(data, fcl.defaultCollisionCallback)
    assert data.result.is_collision
    plane = fcl.Plane(np.array([0.0, 0.0, 2.0]), 4.0)
    assert (plane.n.tolist(), plane.d) == ([0, 0, 1], 2.0)
    part = fcl.BVHModel()
    part.beginModel()
    part.addTriangle(*TETRAHEDRON[:3])
    part.addSubModel(TETRAHEDRON + 5, FACES)
    part.endModel()
    assert part.num_tries_() == 5
    assert fcl.distance(at(part), at(fcl.Sphere(0.5), (5, 5, 7))) == 0.5


@pytest.mark.thread_unsafe(reason="filters of warnings are for all threads")
def test_warnings(monkeypatch: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        one, two = at(fcl.Cylinder(1, 1)), at(fcl.Cylinder(1, 1), (1.99, 0, 0))
        assert fcl.collide(one, two) == 1
        two.setTranslation(np.array([2.01, 0, 0]))
        assert fcl.collide(one, two) == 0
        assert fcl.distance(one, at(fcl.Box(1, 1, 1), (3, 0, 0))) == pytest.approx(1.5, abs=1e-11)
    with pytest.warns(fcl.ApproximationWarning, match=r"Cylinder .* 512 sectors .* off by up to 1.9e-05") as seen:
        fcl.distance(one, two)
    assert seen[0].filename == __file__
    two.setTranslation(np.array([2.0, 0, 0]))
    two.setQuatRotation(np.array([math.cos(0.3), 0, 0, math.sin(0.3)]))
    one.setQuatRotation(np.array([math.cos(0.0041), 0, 0, math.sin(0.0041)]))
    with pytest.warns(fcl.ApproximationWarning, match="too close to tell"):
        assert fcl.collide(one, two) == 1
    one, two = at(fcl.Cylinder(2, 8)), at(fcl.Cylinder(1, 8))  # all ways across are as long
    deep = fcl.DistanceRequest(enable_signed_distance=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert fcl.distance(one, two) == -1.0
        assert fcl.distance(one, two, deep) == pytest.approx(-3, abs=1e-5)
    monkeypatch.setattr(fcl_pairs, "_CELLS", 64)
    with pytest.warns(fcl.ApproximationWarning, match="the depth of a Cylinder and a Cylinder, told as 3"):
        fcl.distance(one, two, deep)


# ------------------------------------------------------------------------------------------------- motion


def when(a: Any, a_end: Any, b: Any, b_end: Any, **options: Any) -> tuple[bool, float]:
    result = fcl.ContinuousCollisionResult()
    time = fcl.continuousCollide(a, a_end, b, b_end, fcl.ContinuousCollisionRequest(**options), result)
    assert time == result.time_of_contact
    return result.is_collide, time


def test_continuous() -> None:
    still, up = fcl.Transform(), fcl.Transform(np.array([0, 0, 4.0]))
    for geometry, time in (
        (fcl.Box(1, 1, 1), 0.375),
        (model(), 0.375),
        (convex(), 0.375),
        (fcl.Sphere(0.5), 0.375),
        (fcl.Capsule(0.25, 1.0), 0.3125),
        (fcl.Cylinder(0.5, 1.0), 0.375),
        (fcl.Cone(0.5, 1.0), 0.375),
        (fcl.TriangleP(*TETRAHEDRON[1:]), 0.5),
    ):
        for solver in range(4) if isinstance(geometry, fcl.Box) else [1]:
            got = when(at(geometry), still, at(geometry, (0, 0, -4)), up, ccd_solver_type=solver)
            assert got[0]
            assert got[1] == pytest.approx(time, abs=1e-4)  # toc_err
            assert got[1] <= time
        assert when(at(geometry), still, at(geometry, (9, 0, -4)), fcl.Transform(np.array([9.0, 0, 4]))) == (False, 1.0)
        assert when(at(geometry), still, at(geometry), up) == (True, 0.0)
    # A small one that begins within a large solid.
    assert when(at(fcl.Box(4, 4, 4)), still, at(model(TETRAHEDRON * 0.1)), up) == (True, 0.0)
    assert when(at(model(TETRAHEDRON * 0.1)), up, at(fcl.Box(4, 4, 4)), still) == (True, 0.0)


def test_turning() -> None:
    """A bar that turns by 90 degrees about z meets a ball on its way; it does not if only translations count."""
    bar, ball = at(fcl.Box(4, 0.2, 0.2)), at(fcl.Sphere(0.1), (1.2, 1.2, 0))
    turned, still = fcl.Transform(np.array([math.sqrt(0.5), 0, 0, math.sqrt(0.5)])), ball.getTransform()
    assert when(bar, turned, ball, still) == (False, 1.0)
    linear = fcl.CCDMotionType.CCDM_LINEAR
    # The bar's face comes within the ball's radius: its distance from the ball's middle is 0.2.
    wanted = (45 - math.degrees(math.asin(0.2 / math.hypot(1.2, 1.2)))) / 90
    errors = []
    for precision in (0.1, 1e-3, 1e-9):
        hit, time = when(bar, turned, ball, still, ccd_motion_type=linear, toc_err=precision)
        assert hit
        assert wanted - precision <= time <= wanted
        errors.append(wanted - time)
    assert errors[0] > errors[2]
    for kind in (fcl.CCDMotionType.CCDM_SCREW, fcl.CCDMotionType.CCDM_SPLINE):
        with pytest.raises(NotImplementedError, match="ccd_motion_type"):
            when(bar, turned, ball, still, ccd_motion_type=kind)
    with pytest.raises(NotImplementedError, match="Plane"):
        when(at(fcl.Plane(np.array([1.0, 0, 0]), 9.0)), still, ball, still)


# ------------------------------------------------------------------------------------------------- managers


def crowd(random: Any, count: int) -> list[Any]:
    makes = [make for make, _ in SHAPES.values()] + [model]
    return [at(makes[i % len(makes)](), random.uniform(-3, 3, size=3), turns(random)) for i in range(count)]


def test_manager() -> None:
    random = np.random.default_rng(11)
    objects = crowd(random, 40)
    manager, left, right = (fcl.DynamicAABBTreeCollisionManager() for _ in range(3))
    manager.registerObjects(objects)
    left.registerObjects(objects[:20])
    right.registerObjects(objects[20:])
    for each in (manager, left, right):
        each.setup()
    number = {id(obj): i for i, obj in enumerate(objects)}
    meets = {(i, j) for i, j in itertools.combinations(range(40), 2) if fcl.collide(objects[i], objects[j])}

    def found(*args: Any) -> list[tuple[int, int]]:
        hits: list[tuple[int, int]] = []

        def callback(a: Any, b: Any, data: Any) -> bool:
            assert data == "mine"
            if fcl.collide(a, b):
                hits.append((number[id(a)], number[id(b)]))
            return False

        (manager if len(args) == 0 else args[0]).collide(*args[1:], "mine", callback)
        return hits

    assert 5 < len(meets) < 300
    assert sorted(found()) == sorted(meets)
    assert sorted(found(left, right)) == sorted((i, j) for i, j in meets if i < 20 <= j)
    right.unregisterObject(objects[30])
    right.unregisterObject(objects[30])
    assert sorted(i for i, j in found(left, objects[30])) == sorted(i for i, j in meets if i < 20 and j == 30)
    assert all(j != 30 for _, j in found(left, right))
    calls = []
    manager.collide(None, lambda a, b, data: calls.append(1) or True)
    assert len(calls) == 1
    assert (right.size(), right.empty(), len(right.getObjects())) == (19, False, 19)
    right.clear()
    assert (right.size(), right.empty(), right.getObjects()) == (0, True, [])
    assert found(left, right) == []


def test_manager_distances() -> None:
    random = np.random.default_rng(12)
    objects = [at(fcl.Sphere(0.1), random.uniform(-3, 3, size=3)) for _ in range(60)]
    middles = np.array([obj.getTranslation() for obj in objects])
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2) - 0.2
    apart[np.diag_indices(60)] = math.inf
    manager, other = fcl.DynamicAABBTreeCollisionManager(), fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(objects[:40])
    other.registerObjects(objects[40:])

    def least(*args: Any) -> tuple[float, int]:
        data, calls = fcl.DistanceData(), []

        def callback(a: Any, b: Any, given: Any) -> Any:
            calls.append(1)
            return fcl.defaultDistanceCallback(a, b, given)

        manager.distance(*args, data, callback)
        return data.result.min_distance, len(calls)

    for args, wanted, most in (
        ((), apart[:40, :40], 780),
        ((other,), apart[:40, 40:], 800),
        ((objects[50],), apart[:40, 50], 40),
    ):
        got, calls = least(*args)
        assert got == pytest.approx(wanted.min(), abs=1e-12)
        assert calls < most / 2
    objects[0].setTranslation(objects[1].getTranslation())
    manager.update(objects[0])
    manager.update([objects[0]])
    manager.update()
    assert least()[0] == -1.0
    with pytest.raises(TypeError):
        manager.update(1)
    for wrong in ((), (1, 2), (1, 2, 3), (1, 2, 3, callable)):
        with pytest.raises(ValueError):
            manager.collide(*wrong)
    with pytest.raises(TypeError):
        manager.registerObject(1)


def test_default_callbacks_end() -> None:
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects([at(fcl.Sphere(1.0), (0.1 * i, 0, 0)) for i in range(10)])
    data = fcl.CollisionData(fcl.CollisionRequest(num_max_contacts=3))
    manager.collide(data, fcl.defaultCollisionCallback)
    assert data.done
    assert len(data.result.contacts) == 4  # FCL's callback ends when there are more than asked for
    assert fcl.defaultCollisionCallback(*manager.getObjects()[:2], data)
    assert len(data.result.contacts) == 4
    request = fcl.DistanceData(fcl.DistanceRequest(enable_signed_distance=True))
    manager.distance(request, fcl.defaultDistanceCallback)
    assert request.result.min_distance == pytest.approx(-1.9)


def test_far_boxes() -> None:
    """Boxes that tell which objects may meet are wide enough where coordinates are large."""
    random = np.random.default_rng(2)
    for _ in range(100):
        shift = random.normal(size=3) * 1e9
        one, two = fcl.DynamicAABBTreeCollisionManager(), at(fcl.Box(1, 1, 1), shift, turns(random))
        face = two.getRotation() @ np.array([0.5, 0.1, 0.2]) + two.getTranslation()
        one.registerObject(at(fcl.Sphere(1e-6), face))
        data = fcl.CollisionData()
        one.collide(two, data, fcl.defaultCollisionCallback)
        assert data.result.is_collision == bool(fcl.collide(two, one.getObjects()[0]))


def test_like_python_fcl() -> None:
    """Where python-fcl is installed: the same contacts of random shapes, but for those that all but touch."""
    theirs = pytest.importorskip("fcl", reason="python-fcl is not installed: nothing is compared with it")
    if theirs is fcl:
        pytest.skip("fcl is abut.compat.fcl here: nothing is compared with it")
    random = np.random.default_rng(4)

    def twin(module: Any, name: str) -> Any:
        if name == "convex":
            return module.Convex(TETRAHEDRON, 4, np.concatenate([np.full((4, 1), 3), FACES], axis=1).flatten())
        if name == "mesh":
            made = module.BVHModel()
            made.beginModel(4, 4)
            made.addSubModel(TETRAHEDRON, FACES)
            made.endModel()
            return made
        numbers = {
            "box": (1.0, 1.4, 0.8),
            "sphere": (0.7,),
            "capsule": (0.4, 1.2),
            "cylinder": (0.6, 1.1),
            "cone": (0.8, 1.5),
        }[name]
        return getattr(module, name.capitalize())(*numbers)

    names = ["box", "sphere", "capsule", "cylinder", "cone", "convex", "mesh"]
    hits = 0
    for one, two in itertools.product(names, repeat=2):
        for _ in range(15):
            poses = [(turns(random), random.normal(size=3) * 0.8) for _ in range(2)]
            mine = [fcl.CollisionObject(twin(fcl, name), fcl.Transform(*pose)) for name, pose in zip((one, two), poses)]
            other = [
                theirs.CollisionObject(twin(theirs, name), theirs.Transform(*pose))
                for name, pose in zip((one, two), poses)
            ]
            result, wanted = fcl.CollisionResult(), theirs.CollisionResult()
            fcl.collide(*mine, fcl.CollisionRequest(100), result)
            theirs.collide(*other, theirs.CollisionRequest(100), wanted)
            if result.is_collision != wanted.is_collision:
                gap = fcl.distance(*mine, fcl.DistanceRequest(True, True))
                assert abs(gap) < 1e-5, (one, two, poses, gap)
                continue
            hits += result.is_collision
            if "mesh" in (one, two) and one != two:
                assert {c.b1 for c in result.contacts} == {c.b1 for c in wanted.contacts}
                assert {type(c.o1).__name__ for c in result.contacts} == {type(c.o1).__name__ for c in wanted.contacts}
    assert hits > 150
