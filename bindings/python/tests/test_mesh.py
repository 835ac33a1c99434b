"""Meshes of anything: arrays of all kinds, other libraries' objects, errors, bytes, other processes."""

from __future__ import annotations

import array
import copy
import multiprocessing
import pickle
import random
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from without_numpy import run

import abut

V = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], float)  # a tetrahedron, outward
F = np.array([(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)])


def same(mesh: abut.Mesh, vertices: Any = V, faces: Any = F) -> None:
    """The mesh has these triangles, bit by bit."""
    assert mesh.triangles.tobytes() == np.asarray(vertices, float)[np.asarray(faces)].tobytes()


# ----------------------------------------------------------------------------------------- arrays

FLOATS = ["<f8", ">f8", "<f4", ">f4", "f2", "g", "i1", "u2", "<i4", ">i8"]
INTEGERS = ["<i4", ">i4", "<u4", ">u4", "<i8", ">i8", "u8", "i1", "u1", "i2", ">u2"]


def view_of(values: Any, dtype: str, how: str) -> Any:
    """The same numbers, laid out in another way."""
    rows, columns = values.shape
    wide = np.zeros((2 * rows + 1, 3 * columns + 2), dtype)
    if how == "C":
        return np.ascontiguousarray(values, dtype)
    if how == "F":
        return np.asfortranarray(values, dtype)
    if how == "strided":
        part = wide[1::2, 2::3]
    elif how == "backwards":
        part = wide[-2::-2, ::-3][:, :columns]
    elif how == "columns":
        part = wide[:rows, 1 : columns + 1]
    elif how == "unaligned":
        part = np.frombuffer(bytearray(np.dtype(dtype).itemsize * rows * columns + 1), np.dtype(dtype), offset=1).reshape(rows, columns)
    else:
        part = np.zeros((rows, columns), dtype)
    part[...] = values
    if how == "readonly":
        part.flags.writeable = False
    return part


LAYOUTS = ["C", "F", "strided", "backwards", "columns", "unaligned", "readonly"]


@pytest.mark.parametrize("how", LAYOUTS)
def test_every_kind_of_array(how: str) -> None:
    for floats in FLOATS:
        same(abut.Mesh(view_of(V, floats, how), F))
    for integers in INTEGERS:
        same(abut.Mesh(V, view_of(F, integers, how)))
        same(abut.Mesh(V[::-1][::-1], view_of(F, integers, how)))


def test_random_layouts() -> None:
    rng = np.random.default_rng(1)
    pick = random.Random(2)
    for _ in range(200):
        vertices = rng.integers(-99, 99, (rng.integers(1, 40), 3))
        faces = rng.integers(0, len(vertices), (rng.integers(0, 30), 3))
        v = view_of(vertices, pick.choice(["<f8", ">f8", "<f4", ">f4", "i2"]), pick.choice(LAYOUTS))
        f = view_of(faces, pick.choice(["<i4", ">u4", "<i8", "u1", ">i2"]), pick.choice(LAYOUTS))
        same(abut.Mesh(v, f), vertices, faces)


def test_floats_are_taken_exactly() -> None:
    vertices = np.random.default_rng(3).standard_normal((50, 3)).astype(np.float32)
    faces = np.arange(48).reshape(-1, 3)
    same(abut.Mesh(vertices, faces), vertices.astype(float), faces)
    tiny = np.full((3, 3), 5e-324) * np.arange(9).reshape(3, 3)
    same(abut.Mesh(tiny, [[0, 1, 2]]), tiny, [[0, 1, 2]])


def test_what_is_no_array() -> None:
    same(abut.Mesh(V.tolist(), F.tolist()))
    same(abut.Mesh([tuple(map(int, v)) for v in V], tuple(map(tuple, F.tolist()))))
    same(abut.Mesh(memoryview(V), memoryview(F)))
    flat = array.array("f", V.ravel().tolist())
    same(abut.Mesh(memoryview(flat).cast("B").cast("f", [4, 3]), F))
    same(abut.Mesh(np.ma.array(V), F))
    same(abut.Mesh(V[F].astype(np.float32)))  # corners
    same(abut.Mesh(V[F].tolist()))
    same(abut.Mesh(memoryview(V[F].copy())))


def test_no_triangles() -> None:
    nothing = [abut.Mesh([], []), abut.Mesh(V, []), abut.Mesh(V, np.zeros((0, 3), int)), abut.Mesh(np.zeros((0, 3, 3))),
               abut.Mesh(np.zeros((0, 3)), np.zeros((0, 3), "u8")), abut.Mesh([])]
    for mesh in nothing:
        assert len(mesh) == 0 and mesh.triangles.shape == (0, 3, 3) and not mesh.is_solid and len(mesh.parts) == 0
        assert mesh.bounds.tolist() == [[np.inf] * 3, [-np.inf] * 3]
        assert not abut.collide(mesh, abut.Mesh(V, F))
        assert len(pickle.loads(pickle.dumps(mesh))) == 0


# ---------------------------------------------------------------------------------------- objects


def test_objects_of_other_libraries() -> None:
    vtk = np.insert(F, 0, 3, axis=1)
    space = types.SimpleNamespace
    same(abut.Mesh(space(vertices=V, faces=F)))  # trimesh
    same(abut.Mesh(space(vertices=V, triangles=F)))  # Open3D
    same(abut.Mesh(space(points=V, faces=vtk.ravel(), n_strips=0)))  # PyVista
    same(abut.Mesh(space(points=V, faces=vtk)))
    lines = np.array([[0, 1]])
    same(abut.Mesh(space(points=V, cells_dict={"line": lines, "triangle": F, "vertex": lines.T})))  # meshio
    same(abut.Mesh(abut.Soup(V, F)))
    same(abut.Mesh(abut.Mesh(V, F)))
    with pytest.raises(ValueError, match="triangulate"):
        abut.Mesh(space(points=V, faces=np.array([4, 0, 1, 2, 3, 3, 0, 1, 2])))
    with pytest.raises(ValueError, match="triangulate"):
        abut.Mesh(space(points=V, faces=vtk.ravel(), n_strips=1))
    with pytest.raises(ValueError, match="quad, tetra cells"):
        abut.Mesh(space(points=V, cells_dict={"quad": lines, "tetra": lines, "triangle": F}))


def test_trimesh() -> None:
    trimesh = pytest.importorskip("trimesh")
    ball = trimesh.creation.icosphere(2)
    mesh = abut.Mesh(ball, name="ball")
    assert mesh.triangles.tobytes() == np.ascontiguousarray(ball.triangles).tobytes()
    assert mesh.bounds.tobytes() == np.ascontiguousarray(ball.bounds).tobytes()
    assert mesh.is_solid and repr(mesh) == "<Mesh 'ball': 320 triangles>"


def test_pyvista() -> None:
    pyvista = pytest.importorskip("pyvista")
    ball = pyvista.Sphere()
    mesh = abut.Mesh(ball)
    assert mesh.is_solid and np.array_equal(mesh.triangles, np.asarray(ball.points, float)[ball.regular_faces])
    with pytest.raises(ValueError, match="triangulate"):
        abut.Mesh(pyvista.Plane())
    assert len(abut.Mesh(pyvista.Plane().triangulate())) == 200


def test_meshio() -> None:
    meshio = pytest.importorskip("meshio")
    same(abut.Mesh(meshio.Mesh(V, [("line", [[0, 1]]), ("triangle", F[:2]), ("triangle", F[2:])])))
    with pytest.raises(ValueError, match="tetra cells"):
        abut.Mesh(meshio.Mesh(V, [("tetra", [[0, 1, 2, 3]])]))


# ----------------------------------------------------------------------------------------- errors


def error(*args: Any, **options: Any) -> str:
    """The text of the error of Mesh(...)."""
    with pytest.raises((ValueError, TypeError)) as told:
        abut.Mesh(*args, **options)
    return f"{type(told.value).__name__}: {told.value}"


def test_errors_tell_where() -> None:
    bad = V.copy()
    bad[2, 1], bad[3, 0] = np.inf, np.nan
    for vertices in (bad, bad.astype("f4"), bad.tolist(), bad[::-1][::-1]):
        assert error(vertices, F).startswith("Error: vertex 2 (and 1 more): ")
    for faces in (F + np.array([[0]] * 3 + [[2]]), (F + np.array([[0]] * 3 + [[2]])).tolist()):
        assert error(V, faces).startswith("Error: triangle 3 has vertex 5 of 4: ")
    with pytest.raises(abut.Error) as told:
        abut.Mesh(V, F + 1)
    assert told.value.status == -3 and told.value.name == "BAD_INDEX"
    assert "-1" in error(V, F - 1) and "-1" in error(V, (F - 1).astype("i4"))
    assert "row 1 has the index 4294967296" in error(V, [[0, 1, 2], [2**32, 0, 1]])
    assert "18446744073709551615" in error(V, np.full((1, 3), 2**64 - 1, "u8"))
    assert error([], F).startswith("Error: triangle 0 (and 3 more) has vertex 0 of 0")


def test_errors_of_shapes_and_kinds() -> None:
    assert "these are quads: cut each in two" in error(V, [[0, 1, 2, 3]])
    assert "these are quads: cut each in two" in error(V, np.array([[0, 1, 2, 3]]))
    assert "faces[:, 1:]" in error(V, np.insert(F, 0, 3, axis=1))
    assert "row 1 has 4 corners" in error(V, [[0, 1, 2], [0, 1, 2, 3]])
    assert "rows of 3 are wanted, not of 5" in error(V, np.zeros((2, 5), int))
    assert "shape (4, 1, 3)" in error(V, F[:, None]) and "shape (1, 4, 3)" in error(V[None], F)
    assert "shape (12,)" in error(V.ravel(), F) and "shape (12,)" in error(V, F.ravel())
    assert "shape ()" in error(np.array(1.0), F) and "shape ()" in error(V, np.array(1))
    assert "shape (4, 2)" in error(V[:, :2], F)
    assert "integers are wanted" in error(V, F.astype(float)) and "integers are wanted" in error(V, F == 0)
    assert "numbers are wanted" in error(V.astype(complex), F) and "numbers are wanted" in error(V.astype(str), F)
    assert "numbers are wanted" in error(np.array([["a", None, 3]], object), F)
    assert "faces are wanted beside vertices" in error(V)
    assert error(5).startswith("TypeError: Mesh: wanted are") and error(None).startswith("TypeError")
    assert error(V, 5).startswith("TypeError") and error("x", F).startswith("TypeError") and error(b"x", F).startswith("TypeError")
    assert "there is no 'foo'" in error(V, F, method="foo") and "there is no 'x'" in error(V, F, effort="x")
    assert "group is for files" in error(V, F, group="a")
    assert "leaf_size" in error(V, F, method="brute", leaf_size=2) or "BAD_COMBINATION" in repr(build_status(leaf_size=2))
    assert error(V, F, leaf_size=1000) and error(V, F, epsilon=-1.0) and error(V, F, threads=-1)
    with pytest.raises(TypeError, match="nonsense"):
        abut.Mesh(V, F, nonsense=1)  # type: ignore[call-arg]


def build_status(**options: Any) -> str:
    with pytest.raises(abut.Error) as told:
        abut.Mesh(V, F, method="brute", **options)
    return told.value.name


# ---------------------------------------------------------------------------------------- looking


def test_what_a_mesh_tells() -> None:
    mesh = abut.Mesh(V, F, name="t")
    assert len(mesh) == mesh.triangle_count == 4 and mesh.vertex_count == 4 and mesh.method == "wide" and mesh.name == "t"
    assert mesh.bounds.tolist() == [[0, 0, 0], [1, 1, 1]] and bool(mesh.is_solid)
    assert abut.Mesh(V[F]).vertex_count == 4  # merged
    assert abut.Mesh(V, F, method="brute").method == "brute" and abut.Mesh(V, F, method="aabb").info.method == "aabb"
    assert abut.Mesh(V, F, effort="best").info.effort == "best" and abut.Mesh(V, F, leaf_size=1).info.leaf_size == 1
    assert abut.Mesh(V, F, memory="compact").info.memory == "compact" and abut.Mesh(V, F, epsilon=0.5).info.epsilon == 0.5
    assert repr(mesh) == "<Mesh 't': 4 triangles>" and repr(abut.Mesh(V, F[:1])) == "<Mesh: 1 triangle>"
    mesh.name = "other"
    assert mesh.name == "other"


def test_parts() -> None:
    two = abut.Mesh(np.concatenate([V, V + 3]), np.concatenate([F, F[:3] + 4]))
    assert two.parts["triangle_count"].tolist() == [4, 3] and two.parts["first_triangle"].tolist() == [0, 4]
    assert two.parts["fault"].tolist() == [abut.Fault.NONE, abut.Fault.OPEN] and not two.is_solid
    crossing = abut.Mesh(np.concatenate([V, V + 0.1]), np.concatenate([F, F + 4]))
    assert set(crossing.parts["fault"].tolist()) == {abut.Fault.CROSSING} and not crossing.is_solid
    assert abut.Mesh(np.concatenate([V, V + 2]), np.concatenate([F, F + 4])).is_solid


def test_progress_and_threads() -> None:
    told: list[float] = []
    grid = np.stack(np.meshgrid(np.arange(400), np.arange(400)), -1).reshape(-1, 2)
    vertices = np.c_[grid, np.sin(grid[:, 0] * 0.1) * 5]
    at = (np.arange(399)[:, None] * 400 + np.arange(399)).ravel()
    faces = np.concatenate([np.c_[at, at + 1, at + 400], np.c_[at + 1, at + 401, at + 400]])
    mesh = abut.Mesh(vertices, faces, progress=told.append, threads=1)
    assert told == sorted(told) and told and 0 <= told[0] and told[-1] <= 1
    assert mesh.tobytes() == abut.Mesh(vertices, faces, threads=2).tobytes()

    def stop(fraction: float) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        abut.Mesh(vertices, faces, progress=stop, threads=1)


# ------------------------------------------------------------------------------- bytes, processes


class Part(abut.Mesh):
    """A subclass with an attribute of its own."""

    weight = 1.0


def test_bytes_and_copies() -> None:
    mesh = Part(V, F, name="t")
    mesh.weight = 2.5
    data = mesh.tobytes()
    for given in (data, bytearray(data), memoryview(data), np.frombuffer(data, "u1"), memoryview(b"x" + data)[1:]):
        back = Part.frombytes(given)
        same(back)
        assert type(back) is Part and back.tobytes() == data
    for back in (*(pickle.loads(pickle.dumps(mesh, p)) for p in range(2, 6)), copy.copy(mesh), copy.deepcopy(mesh)):
        same(back)
        assert type(back) is Part and back.name == "t" and back.weight == 2.5
    same(abut.Mesh(data))
    for cut in (0, 1, 63, 64, len(data) // 2, len(data) - 1):
        with pytest.raises(abut.Error) as told:
            abut.Mesh.frombytes(data[:cut])
        assert told.value.name == "BAD_IMAGE"
    for at in range(0, len(data), 7):  # a bit that fell over is found, whichever it is
        changed = bytearray(data)
        changed[at] ^= 16
        with pytest.raises(abut.Error):
            abut.Mesh.frombytes(changed)
    with pytest.raises(ValueError, match="method, group cannot be set"):
        abut.Mesh(data, method="aabb", group="x")
    mutable = bytearray(data)
    opened = abut.Mesh.frombytes(mutable)
    mutable[:] = bytes(len(data))
    same(opened)  # a copy was kept


def test_save_and_open(tmp_path: Path) -> None:
    mesh = abut.Mesh(V, F, method="aabb")
    path = tmp_path / "t.abut"
    mesh.save(path)
    mesh.save(str(path))  # over it
    assert [p.name for p in tmp_path.iterdir()] == ["t.abut"] and path.read_bytes() == mesh.tobytes()
    for opened in (abut.Mesh.open(path), abut.Mesh.open(str(path)), abut.Mesh(path), Part(path, name="p")):
        same(opened)
        assert opened.method == "aabb" and opened.name in ("t.abut", "p")
    link = tmp_path / "link"
    link.symlink_to(path)
    abut.Mesh(V, F[:2]).save(link)
    assert link.is_symlink() and len(abut.Mesh.open(path)) == 2
    with pytest.raises(FileNotFoundError):
        mesh.save(tmp_path / "none" / "t")
    with pytest.raises(OSError):
        mesh.save(tmp_path)
    with pytest.raises(FileNotFoundError):
        abut.Mesh.open(tmp_path / "none")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link", "t.abut"]  # nothing is left behind
    for text in (b"", b"solid"):
        (tmp_path / "bad").write_bytes(text)
        with pytest.raises(abut.FileError) as told:
            abut.Mesh.open(tmp_path / "bad")
        assert (told.value.name, told.value.code) == ("BAD_IMAGE", "F008") and told.value.path.endswith("bad")


def work(mesh: abut.Mesh) -> tuple[int, str | None, bool]:
    return len(mesh), mesh.name, bool(abut.collide(mesh, mesh))


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
@pytest.mark.thread_unsafe(reason="it makes processes")
def test_processes(method: str) -> None:
    abut.collide(abut.Mesh(V, F), abut.Mesh(V, F), threads=2)  # a pool that a fork must survive
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(work, [abut.Mesh(V, F, name="t")] * 3) == [(4, "t", True)] * 3


# --------------------------------------------------------------------------------- without numpy


def test_without_numpy() -> None:
    run("""
import array, pickle
V, F = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]
flat = memoryview(array.array("f", [x for v in V for x in v])).cast("B").cast("f", [4, 3])
wide = memoryview(array.array("q", [x for f in F for x in f])).cast("B").cast("q", [4, 3])
corners = [[list(V[i]) for i in f] for f in F]
for m in (abut.Mesh(V, F), abut.Mesh(flat, wide), abut.Mesh(corners), pickle.loads(pickle.dumps(abut.Mesh(V, F)))):
    assert m.bounds == ((0, 0, 0), (1, 1, 1)) and m.is_solid and len(m) == 4, m
    assert m.triangles.tolist() == corners, m.triangles.tolist()
    assert abut.collide(m, m)
assert abut.Mesh([], []).bounds[0][0] == float("inf") and len(abut.Mesh([], []).triangles) == 0
for bad, text in (((V, [(0, 1, 9)]), "triangle 0 has vertex 9 of 4"), (([(0, 0, float("nan"))] * 3, [(0, 1, 2)]), "vertex 0 (and 2 more)"),
                  ((V, [(0, 1, 2, 3)]), "quads"), ((V, [(0, 1, -1)]), "-1"), ((V, [(0, 1, 0.5)]), "integers"), ((V,), "faces are wanted"),
                  ((5,), "wanted are")):
    try:
        abut.Mesh(*bad)
    except (ValueError, TypeError) as e:
        assert text in str(e), e
    else:
        raise AssertionError(bad)
""")
