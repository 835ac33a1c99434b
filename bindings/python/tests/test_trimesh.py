"""abut.trimesh: every answer of a manager against the same question asked of each pair alone, and against trimesh's
own.
"""

from __future__ import annotations

import gc
import inspect
import itertools
import warnings
from types import SimpleNamespace
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="numpy is not installed: abut.trimesh is not tested")
trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed: abut.trimesh is not tested")

import abut  # noqa: E402
import abut.trimesh as exact  # noqa: E402


def at(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Any:
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


BOX = trimesh.creation.box()
WALL = trimesh.creation.box((4, 4, 4))
TORUS = trimesh.creation.torus(3, 1, 16, 8)
TWO = trimesh.util.concatenate([trimesh.creation.box(), trimesh.creation.box().apply_translation((9, 0, 0))])
OPEN = trimesh.Trimesh(TORUS.vertices, TORUS.faces[::2], process=False)
KINDS = [BOX, WALL, TORUS, TWO, OPEN, trimesh.creation.icosphere(subdivisions=1), trimesh.creation.box((0.3, 0.2, 9))]


def random_objects(rng: Any, count: int, size: float) -> list[tuple[str, Any, Any]]:
    made = []
    for i in range(count):
        pose = trimesh.transformations.random_rotation_matrix(rng.random(3)) if rng.random() < 0.5 else np.eye(4)
        pose[:3, 3] = np.round(rng.random(3) * size, 1 if rng.random() < 0.5 else 12)
        made.append((f"{i:02d}", KINDS[rng.integers(len(KINDS))], pose))
    return made


def filled(objects: Any, **options: Any) -> Any:
    manager = exact.CollisionManager(**options)
    for name, mesh, pose in objects:
        manager.add_object(name, mesh, pose)
    return manager


def built(mesh: Any) -> abut.Mesh:
    return abut.Mesh(np.array(mesh.vertices), np.array(mesh.faces))


def collides(one: Any, other: Any, inside: bool | None) -> bool:
    """Whether a pair collides, from abut.contain alone."""
    (_, a, pose_a), (_, b, pose_b) = one, other
    told = abut.contain(built(a), built(b), pose_a=pose_a, pose_b=pose_b)
    if len(told.contacts):
        return True
    a_solid, b_solid = (a.is_convex, b.is_convex) if inside is None else (inside, inside)
    a_in = bool((told.a["relation"] == 4).any())
    b_in = bool((told.b["relation"] == 5).any())
    return (a_in and b_solid) or (b_in and a_solid)


def far(one: Any, other: Any, inside: bool | None) -> float:
    """The distance as the manager tells it, from abut.distance and abut.depth alone."""
    (_, a, pose_a), (_, b, pose_b) = one, other
    if not collides(one, other, inside):
        return abut.distance(built(a), built(b), pose_a=pose_a, pose_b=pose_b).hi
    solid = (a.is_convex and b.is_convex) if inside is None else inside
    return -abut.depth(built(a), built(b), pose_a=pose_a, pose_b=pose_b).hi if solid else 0.0


# --------------------------------------------------------------------------------------- surface


def test_the_surface_is_that_of_trimesh() -> None:
    theirs: Any = pytest.importorskip("trimesh.collision")
    for cls in ("CollisionManager", "ContactData", "DistanceData"):
        for name, member in vars(getattr(theirs, cls)).items():
            if name.startswith("_"):
                continue
            ours = getattr(getattr(exact, cls), name)
            assert isinstance(ours, property) == isinstance(member, property), name
            if not isinstance(member, property):
                told = [(p.name, p.default) for p in inspect.signature(ours).parameters.values()]
                assert told == [(p.name, p.default) for p in inspect.signature(member).parameters.values()], name


def test_what_is_returned() -> None:
    m = filled([("b", BOX, at()), ("a", BOX, at(0.5)), ("c", BOX, at(9))])
    assert m.in_collision_internal() is True
    assert m.in_collision_internal(return_names=True) == (True, {("a", "b")})
    met, data = m.in_collision_internal(return_data=True)
    assert met is True and data and all(each.names == {"a", "b"} for each in data)
    met, names, data = m.in_collision_internal(True, True)
    assert names == {("a", "b")} and isinstance(data[0], exact.ContactData)
    assert m.in_collision_single(BOX, at(100)) is False
    assert m.in_collision_single(BOX, at(100), return_names=True, return_data=True) == (False, set(), [])
    met, names, data = m.in_collision_single(BOX, at(9.5), return_names=True, return_data=True)
    assert (met, names) == (True, {"c"}) and data[0].names == {"c", "__external"}
    other = filled([("a", BOX, at(9.5))])
    assert m.in_collision_other(other, return_names=True) == (True, {("c", "a")})
    assert other.in_collision_other(m, return_names=True) == (True, {("a", "c")})
    m.remove_object("a")
    assert m.min_distance_internal() == 8.0 and type(m.min_distance_internal()) is float
    assert m.min_distance_internal(return_names=True) == (8.0, ("b", "c"))
    far_off, told = m.min_distance_single(BOX, at(5), return_data=True)
    assert far_off == told.distance == 3.0 and told.names == {"c", "__external"}
    assert told.point("c")[0] == 8.5 and told.point("__external")[0] == 5.5
    assert m.min_distance_single(BOX, at(5), return_name=True) == (3.0, "c")


def test_errors_are_those_of_trimesh() -> None:
    m = filled([("a", BOX, None)])
    for ask in (m.remove_object, lambda name: m.set_transform(name, at()), lambda name: m.min_distance_internal(name),
                lambda name: m.ignore("a", name)):
        with pytest.raises(ValueError, match="x not in collision manager!"):
            ask("x")
    with pytest.raises(ValueError, match=r"transform must be \(4,4\)!"):
        m.add_object("b", BOX, np.eye(3))
    with pytest.raises(AttributeError):
        m.add_object("b", 5)
    with pytest.raises(TypeError):
        m.add_object([], BOX)
    with pytest.raises(ValueError):
        m.set_transform("a", np.full((4, 4), np.nan))
    assert list(m._objs) == ["a"]


def test_nothing_to_ask() -> None:
    m, empty = exact.CollisionManager(), trimesh.Trimesh()
    assert not m.in_collision_internal() and not m.in_collision_single(BOX) and not m.in_collision_other(m)
    greatest = np.finfo(float).max
    assert m.min_distance_single(BOX, return_name=True, return_data=True) == (greatest, None, None)
    assert m.min_distance_internal(return_names=True) == (greatest, (None, None))
    m.add_object("empty", empty)
    m.add_object("box", BOX)
    m.add_object("hollow", empty)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert m.in_collision_internal() is False and m.min_distance_internal() == greatest
    assert m.in_collision_single(BOX, at(0.5), return_names=True) == (True, {"box"})


# --------------------------------------------------------------------------- against every pair alone


@pytest.mark.parametrize("inside", [None, True, False])
@pytest.mark.parametrize("seed", range(4))
def test_collisions_are_those_of_each_pair(seed: int, inside: bool | None) -> None:
    rng = np.random.default_rng(seed)
    mine, other = random_objects(rng, 12, 14.0), random_objects(rng, 8, 14.0)
    m, n = filled(mine, inside=inside), filled(other, inside=inside)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # of open surfaces
        for _ in range(3):
            wanted = {(a[0], b[0]) for a, b in itertools.combinations(mine, 2) if collides(a, b, inside)}
            assert m.in_collision_internal(return_names=True) == (bool(wanted), wanted)
            assert m.in_collision_internal() is bool(wanted)
            both = {(a[0], b[0]) for a, b in itertools.product(mine, other) if collides(a, b, inside)}
            assert m.in_collision_other(n, return_names=True) == (bool(both), both)
            assert m.in_collision_other(n) is bool(both)
            for probe in other[:3]:
                hit = {a for a, b in both if b == probe[0]}
                assert m.in_collision_single(*probe[1:], return_names=True) == (bool(hit), hit)
                assert m.in_collision_single(*probe[1:]) is bool(hit)
            itself = {(a[0], b[0]) for a, b in itertools.product(mine, mine) if a is b or collides(a, b, inside)}
            assert m.in_collision_other(m, return_names=True) == (True, itself)
            for objects, manager in ((mine, m), (other, n)):  # and after some moves
                for which in rng.integers(len(objects), size=3):
                    name, mesh, _ = objects[which]
                    objects[which] = name, mesh, at(*(rng.random(3) * 14))
                    manager.set_transform(name, objects[which][2])


@pytest.mark.parametrize("inside", [None, False])
@pytest.mark.parametrize("seed", range(6))
def test_distances_are_those_of_each_pair(seed: int, inside: bool | None) -> None:
    rng = np.random.default_rng(seed)
    size = 12.0 if seed < 2 else 60.0
    mine, other = random_objects(rng, 8, size), random_objects(rng, 5, size)
    m, n = filled(mine, inside=inside), filled(other, inside=inside)
    told, names = m.min_distance_internal(return_names=True)
    by_pair = {(a[0], b[0]): far(a, b, inside) for a, b in itertools.combinations(mine, 2)}
    assert told == min(by_pair.values()) and by_pair[names] == told
    told, names = m.min_distance_internal(mine[2][0], return_names=True)
    about = {pair: value for pair, value in by_pair.items() if mine[2][0] in pair}
    assert told == min(about.values()) and about[names] == told
    told, names, data = m.min_distance_other(n, return_names=True, return_data=True)
    both = {(a[0], b[0]): far(a, b, inside) for a, b in itertools.product(mine, other)}
    assert told == data.distance == min(both.values()) and both[names] == told
    for probe in other:
        told, name = m.min_distance_single(*probe[1:], return_name=True)
        assert told == min(both[a[0], probe[0]] for a in mine) == both[name, probe[0]]
        quick = filled(mine, inside=inside, depth=False).min_distance_single(*probe[1:])
        assert quick == max(told, 0.0)


def test_points_and_triangles_of_distances() -> None:
    m = filled([("t", TORUS, at(1, 2, 3))])
    told, data = m.min_distance_single(BOX, at(9, 9, 9), return_data=True)
    p, q = data.point("t"), data.point("__external")
    assert np.linalg.norm(p - q) == pytest.approx(told, rel=1e-12)
    corners = TORUS.triangles[data.index("t")] + (1, 2, 3)
    on = trimesh.triangles.closest_point(corners[None], p[None])[0]
    assert np.allclose(on, p, atol=1e-12)
    with pytest.raises(KeyError):
        data.index("nobody")


def test_real_models(data: Any) -> None:
    """Models with holes, cracks and folds, as they are."""
    meshes = []
    for path in sorted((data / "bad" / "cgal").glob("*.off")):
        soup = abut.read(path, drop_bad=True)
        if 20 < len(soup.faces) < 12000:
            mesh = trimesh.Trimesh(soup.vertices, soup.faces, process=False)
            mesh.apply_translation(-mesh.bounds.mean(axis=0))
            mesh.apply_scale(2 / mesh.extents.max())
            meshes.append(mesh)
    assert len(meshes) >= 8
    rng = np.random.default_rng(1)
    placed = []
    for i, mesh in enumerate(meshes):
        pose = trimesh.transformations.random_rotation_matrix(rng.random(3))
        pose[:3, 3] = rng.random(3) * 3
        placed.append((f"{i:02d}", mesh, pose))
    m = filled(placed)
    wanted = {(a[0], b[0]) for a, b in itertools.combinations(placed, 2) if collides(a, b, None)}
    assert m.in_collision_internal(return_names=True) == (True, wanted) and len(wanted) > 3
    least = {b[0]: far(placed[0], b, None) for b in placed[1:]}
    told, names = m.min_distance_internal("00", return_names=True)
    assert told == min(least.values()) and least[(set(names) - {"00"}).pop()] == told


# --------------------------------------------------------------------------------------- contacts


def test_all_contacts_are_told() -> None:
    m = filled([("t", TORUS, at()), ("u", TORUS, at(0.7, 0.2, 0.1))])
    _, data = m.in_collision_internal(return_data=True)
    pairs = abut.collide(built(TORUS), built(TORUS), pose_b=at(0.7, 0.2, 0.1)).pairs
    assert [[each.index("t"), each.index("u")] for each in data] == pairs.tolist() and len(data) > 100
    for each in data:
        for name, move in (("t", (0, 0, 0)), ("u", (0.7, 0.2, 0.1))):
            corners = TORUS.triangles[each.index(name)] + move
            on = trimesh.triangles.closest_point(corners[None], each.point[None])[0]
            assert np.allclose(on, each.point, atol=1e-12)
        assert np.allclose(each.normal, TORUS.face_normals[each.index("t")])


def test_normals_point_outwards_also_of_mirrored_and_second_objects() -> None:
    mirror = np.diag([-1.0, 1, 1, 1])
    m = filled([("a", BOX, mirror)])
    _, data = m.in_collision_single(BOX, at(1.0), return_data=True)  # face to face
    faces = [each for each in data if len(set(each.normal)) == 2]
    assert [1.0, 0.0, 0.0] in [each.normal.tolist() for each in faces]
    assert not [each for each in data if each.normal[0] < 0]
    flat = SimpleNamespace(vertices=[(-9.0, 0, 0), (9, 0, 0), (0, 0, 0)], faces=[(0, 1, 2)])  # a degenerate triangle
    _, data = filled([("line", flat, None)]).in_collision_single(BOX, at(0.2), return_data=True)
    assert sorted({tuple(each.normal) for each in data}) == [(-1.0, 0.0, 0.0), (1.0, 0.0, 0.0)]


def test_depth_frees() -> None:
    m = filled([("wall", WALL, at())])
    _, data = m.in_collision_single(BOX, at(2.25, 0.1), return_data=True)
    assert {each.depth for each in data} == {0.25}
    assert data[0].translation.tolist() == [0.25, 0, 0]
    assert abut.collide(built(WALL), built(BOX), pose_b=at(2.25 + 0.25, 0.1))  # touching
    assert m.min_distance_single(BOX, at(2.25, 0.1)) == -0.25
    assert m.min_distance_single(BOX, at(2.25 + 0.25, 0.1)) == 0.0
    _, data = filled([("open", OPEN, None)]).in_collision_single(BOX, at(4), return_data=True)
    assert data and all(np.isnan(each.depth) and np.isnan(each.translation).all() for each in data)


def test_what_is_inside_is_told_as_one_contact_without_triangles() -> None:
    m = filled([("wall", WALL, at())])
    met, names, data = m.in_collision_single(TWO, at(0.1), True, True)  # of two boxes one is inside
    assert (met, names, len(data)) == (True, {"wall"}, 1)
    assert data[0].index("wall") == data[0].index("__external") == -1
    assert (abs(data[0].point) <= 2).all() and np.isnan(data[0].normal).all()
    assert filled([("wall", WALL, at())], inside=False).in_collision_single(TWO, at(0.1)) is False
    assert m.in_collision_single(BOX) and m.min_distance_single(BOX) == -2.5
    ring = filled([("torus", TORUS, at())])  # not convex: a surface, unless inside=True
    small = trimesh.creation.box((0.2, 0.2, 0.2))
    assert ring.in_collision_single(small, at(3)) is False
    assert filled([("torus", TORUS, at())], inside=True).in_collision_single(small, at(3)) is True
    assert filled([("wall", WALL, at())]).in_collision_single(small, at(1)) is True
    assert filled([("small", small, at(1))]).in_collision_single(WALL) is True
    for i in range(20):  # turned: the box of a ball is larger than the wall, the ball is not
        turned = trimesh.transformations.random_rotation_matrix(np.random.default_rng(i).random(3))
        turned[:3, 3] = 0.6, 0.6, -0.6
        ball = trimesh.creation.icosphere(radius=1.39)
        assert m.in_collision_single(ball, turned) is True
        both = filled([("wall", WALL, at()), ("ball", ball, turned)])
        assert both.in_collision_internal() is True
        assert both.in_collision_other(m, True)[1] == {("wall", "wall"), ("ball", "wall")}


# ------------------------------------------------------------------------------------------ poses


def test_poses_are_exact() -> None:
    m = filled([("box", BOX, at())])
    assert m.in_collision_single(BOX, at(1.0)) is True
    assert m.in_collision_single(BOX, at(np.nextafter(1.0, 2))) is False
    m.set_transform("box", at(1e6))
    assert m.in_collision_single(BOX, at(1e6 + 1)) and not m.in_collision_single(BOX, at(1e6 + 1 + 2**-30))
    m.add_object("box", BOX, at(1e6 + 2**-30))
    assert not m.in_collision_single(BOX, at(1e6 - 1)) and m.in_collision_single(BOX, at(1e6 + 1 + 2**-30))


def test_uneven_scale_is_multiplied_into_the_mesh() -> None:
    thrice = at(9)
    thrice[:3, :3] *= 3
    m = filled([("a", BOX, np.diag([4.0, 1, 1, 1])), ("b", BOX, at(2.4)), ("c", BOX, thrice)])
    assert m.in_collision_internal(return_names=True) == (True, {("a", "b")})
    m.set_transform("a", np.diag([1.0, 9, 1, 1]))
    assert m.in_collision_internal() is False
    assert m.in_collision_single(BOX, at(0, 4.9)) and m.in_collision_single(BOX, at(7.1))
    m.set_transform("a", at())
    assert m.in_collision_single(BOX, at(0, 4.9)) is False and m.in_collision_single(BOX) is True


def test_ignored_pairs() -> None:
    m = filled([("a", BOX, at()), ("b", BOX, at(0.5)), ("c", BOX, at(1.2))])
    assert m.in_collision_internal(True)[1] == {("a", "b"), ("b", "c")}
    m.ignore("b", "a")
    assert m.in_collision_internal(True)[1] == {("b", "c")}
    assert m.min_distance_internal("a", return_names=True) == (pytest.approx(0.2), ("a", "c"))
    m.set_transform("b", np.diag([1.0, 0.5, 1, 1]))  # another mesh from now on, but the same object
    assert m.in_collision_internal() is False and m.min_distance_internal() == pytest.approx(0.2)
    m.remove_object("b")
    m.add_object("b", BOX, at(0.5))
    assert m.in_collision_internal(True)[1] == {("a", "b"), ("b", "c")}
    with pytest.raises(ValueError):
        m.ignore("a", "a")


# ----------------------------------------------------------------------------------------- meshes


def test_a_mesh_is_built_once_for_each_content() -> None:
    m = exact.CollisionManager()
    mesh, again = trimesh.creation.icosphere(), trimesh.creation.icosphere()
    first = m.add_object("a", mesh)
    assert m.add_object("b", mesh).mesh is first.mesh and m.add_object("c", again).mesh is first.mesh
    mesh.vertices[0] += 5.0
    assert m.in_collision_single(BOX, at(*mesh.vertices[0])) is False  # what was added stays
    assert m.add_object("d", mesh).mesh is not first.mesh
    assert m.in_collision_single(BOX, at(*mesh.vertices[0])) is True
    plain = SimpleNamespace(vertices=np.array(BOX.vertices), faces=np.array(BOX.faces))
    e = m.add_object("e", plain)
    plain.vertices[:, 0] += 100
    assert m.add_object("f", plain).mesh is not e.mesh
    assert m.in_collision_single(BOX, at(100), return_names=True)[1] == {"f"}
    ready = built(BOX)
    assert m.add_object("g", ready).mesh is ready


def test_meshes_are_let_go() -> None:
    from abut import _placed

    gc.collect()
    before = len(_placed._known), len(_placed._shapes)
    for i in range(20):
        exact.CollisionManager().add_object("a", trimesh.creation.icosphere(radius=1 + i))
    gc.collect()
    assert len(_placed._known) <= before[0] + 1 and len(_placed._shapes) <= before[1] + 1


def test_scene_to_collision() -> None:
    scene = trimesh.Scene()
    scene.add_geometry(BOX, node_name="left")
    scene.add_geometry(BOX, node_name="right", transform=at(0.5))
    scene.add_geometry(TORUS, node_name="ring", transform=at(50))
    manager, objects = exact.scene_to_collision(scene)
    assert set(objects) == {"left", "right", "ring"} and objects["right"].transform[0, 3] == 0.5
    assert manager.in_collision_internal(return_names=True) == (True, {("left", "right")})
    loose, _ = exact.scene_to_collision(scene, inside=False, depth=False)
    assert loose.min_distance_internal() == 0.0 and manager.min_distance_internal() == -0.5


# ------------------------------------------------------------------------------- trimesh with python-fcl


@pytest.mark.parametrize("seed", range(3))
def test_names_are_those_of_trimesh_with_fcl(seed: int) -> None:
    pytest.importorskip("fcl", reason="python-fcl is not installed: abut.trimesh is not compared with it")
    rng = np.random.default_rng(seed)
    kinds = [trimesh.creation.icosphere(), TORUS, WALL, trimesh.creation.annulus(1, 2, 1)]
    ours, theirs = exact.CollisionManager(), trimesh.collision.CollisionManager()
    poses = []
    for i in range(60):
        pose = trimesh.transformations.random_rotation_matrix(rng.random(3))
        pose[:3, 3] = rng.random(3) * 25
        poses.append(pose.astype(np.float32).astype(np.float64))  # FCL is asked the same: it rounds poses to float32
        for manager in (ours, theirs):
            manager.add_object(f"{i:02d}", kinds[i % len(kinds)], poses[-1])
    told = ours.in_collision_internal(return_names=True)
    assert told == theirs.in_collision_internal(return_names=True) and len(told[1]) > 20
    for i in range(10):
        mesh, pose = kinds[i % len(kinds)], poses[-1 - i].copy()
        pose[:3, 3] += 1
        assert ours.in_collision_single(mesh, pose, True) == theirs.in_collision_single(mesh, pose, True)
        quick = ours.min_distance_single(mesh, pose) if i % len(kinds) else 0.0  # the depth of spheres takes seconds
        if quick > 0:
            assert quick == pytest.approx(theirs.min_distance_single(mesh, pose), rel=1e-5)
