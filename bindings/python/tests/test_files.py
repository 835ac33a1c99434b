"""Files: every format there and back, what is wrong with a file and where, groups, paths of poses, real models."""

from __future__ import annotations

import copy
import itertools
import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from without_numpy import run

import abut

V = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], float)
F = np.array([(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)])
OBJ = b"""v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 9 9 9
o body
g quad both
f 1 2 3 4
g both
f 1 2 5
g
f 3 4 5
"""


def random_soup(seed: int, float32: bool = False) -> tuple[Any, Any]:
    """Numbers of all sizes, -0 and subnormals among them."""
    rng = np.random.default_rng(seed)
    vertices = rng.standard_normal((60, 3)) * 10.0 ** rng.integers(-30, 30, (60, 3))
    vertices[0] = [0.0, -0.0, 1e-310]
    vertices[1] = [5e-324, 1.7976931348623157e308, 0.1]
    if float32:
        vertices = np.clip(vertices, -3e38, 3e38).astype(np.float32).astype(float)
    return vertices, rng.integers(0, 60, (100, 3)).astype(np.uint32)


# ------------------------------------------------------------------------------- there and back


@pytest.mark.parametrize("suffix", ["obj", "ply", "off"])
def test_every_bit_comes_back(tmp_path: Path, suffix: str) -> None:
    vertices, faces = random_soup(1)
    path = tmp_path / f"t.{suffix}"
    abut.write(path, vertices, faces)
    for soup in (abut.read(path), abut.read(str(path)), abut.read(path.read_bytes()), abut.read(path, format=suffix)):
        assert soup.vertices.tobytes() == vertices.tobytes() and soup.faces.tobytes() == faces.tobytes()
        assert soup.vertices.dtype == np.float64 and soup.faces.dtype == np.uint32 and soup.format == suffix
        assert len(soup) == 100 and soup.face_of is None and soup.source is None and soup.warnings == []
    abut.write(str(path), abut.read(path))
    assert abut.read(path).vertices.tobytes() == vertices.tobytes()


@pytest.mark.parametrize("form", ["stl", "stl-ascii"])
def test_stl_has_corners(tmp_path: Path, form: str) -> None:
    vertices, faces = random_soup(2, float32=True)
    abut.write(tmp_path / "t.stl", vertices, faces, format=form)
    soup = abut.read(tmp_path / "t.stl")
    assert soup.format == form and (soup.vertices == vertices[faces].reshape(-1, 3)).all()
    assert soup.faces.tolist() == np.arange(300).reshape(-1, 3).tolist()


def test_what_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "t.ply"
    mesh = abut.Mesh(V, F)
    for what in ((mesh,), (V[F],), (abut.Soup(V, F),), (V.tolist(), F.tolist()), (V.astype("f4"), F.astype(">i8"))):
        abut.write(path, *what)
        assert abut.Mesh(path).triangles.tobytes() == mesh.triangles.tobytes()
    abut.write(tmp_path / "nothing.off", V, [])
    assert len(abut.Mesh(tmp_path / "nothing.off")) == 0


def test_a_file_whose_name_is_a_dash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # it is no standard input
    abut.write("-", V, F, format="off")
    assert len(abut.read("-")) == 4 and (tmp_path / "-").exists()


def test_what_cannot_be_written(tmp_path: Path) -> None:
    bad = V.copy()
    bad[1, 1] = np.nan
    for name, vertices, faces, word in (("t.ply", bad, F, "BAD_NUMBER"), ("t.obj", V, F + 1, "BAD_INDEX"), ("t.stl", V * 1e300, F, "BAD_NUMBER"),
                                        ("t.xyz", V, F, "UNKNOWN_FORMAT"), ("none/t.ply", V, F, "CANNOT_OPEN"), ("t", V, F, "UNKNOWN_FORMAT")):
        with pytest.raises(abut.FileError) as told:
            abut.write(tmp_path / name, vertices, faces)
        assert told.value.path == str(tmp_path / name) and str(tmp_path / name) in str(told.value)
        assert told.value.name in (word, "TOO_LARGE"), (name, told.value.name)
        assert told.value.code[:1] in ("F", "S")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ValueError, match="there is no 'dxf'; there are: stl"):
        abut.write(tmp_path / "t", V, F, format="dxf")
    with pytest.raises(ValueError, match="quads"):
        abut.write(tmp_path / "t.obj", V, [[0, 1, 2, 3]])


# ---------------------------------------------------------------------------------------- faults


def fault(source: Any, **options: Any) -> abut.FileError:
    with pytest.raises(abut.FileError) as told:
        abut.read(source, **options)
    return told.value


def test_faults_have_a_place(tmp_path: Path) -> None:
    path = tmp_path / "t.obj"
    path.write_bytes(OBJ.replace(b"v 1 1 0", b"v 1 x 0"))
    e = fault(path)
    assert (e.name, e.status, e.line, e.path) == ("BAD_NUMBER", 6, 3, str(path)) and e.byte > 0
    assert e.code == "F004" and "F004" not in str(e)
    assert str(e).startswith(f"{path}: line 3: ") and isinstance(e, abut.Error) and isinstance(e, ValueError)
    with pytest.raises(abut.FileError, match="line 3"):
        abut.Mesh(path)
    e = fault(OBJ.replace(b"f 1 2 5", b"f 1 2 6"))
    assert (e.name, e.code, e.line, e.path) == ("BAD_INDEX", "F005", 10, "bytes")
    e = fault(b"solid" + bytes(75) + b"\x02\0\0\0" + bytes(60))
    assert e.name == "TRUNCATED" and e.line == 0 and e.byte > 0
    for again in (pickle.loads(pickle.dumps(e)), copy.copy(e)):
        assert (str(again), again.name, again.code, again.byte, again.path) == (str(e), e.name, e.code, e.byte, e.path)
    soup = abut.read(OBJ.replace(b"f 1 2 5", b"f 1 2 6"), drop_bad=True)
    assert len(soup) == 3 and soup.warning_count == 1 and "line 10" in soup.warnings[0]


def test_what_is_no_file(tmp_path: Path) -> None:
    for call in (abut.read, abut.Mesh, abut.read_poses, abut.Mesh.open):
        with pytest.raises(FileNotFoundError):
            call(tmp_path / "none.stl")
    for call in (abut.read, abut.read_poses):
        with pytest.raises(OSError):
            call(tmp_path)
        with pytest.raises(TypeError, match="a path or bytes"):
            call(5)
    assert fault(b"").name == "TRUNCATED" or fault(b"").name == "UNKNOWN_FORMAT"
    with pytest.raises(ValueError, match="there is no 'dxf'"):
        abut.read(OBJ, format="dxf")
    assert fault(OBJ, format="ply").name == "SYNTAX"
    if os.path.exists("/dev/zero"):
        assert isinstance(fault("/dev/zero", format="obj"), abut.FileError)  # endless


def test_a_pipe(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes with names here")
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_bytes(OBJ))
    writer.start()
    assert len(abut.Mesh(tmp_path / "pipe")) == 4
    writer.join()


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"\xff.obj")
    try:
        path.write_bytes(OBJ.replace(b"body", b"b\xffdy"))
    except OSError:
        pytest.skip("file names must be text here")
    soup = abut.read(path)
    assert os.fsencode(soup.groups[0].name) == b"b\xffdy" and len(soup.select(soup.groups[0].name)) == 4


def test_progress() -> None:
    text = b"v 12345.123456789 -0.987654321987 6543210.25e-3\n" * 1_200_000 + b"f 1 2 3\n"
    told: list[float] = []
    abut.read(text, progress=told.append)
    assert told and told == sorted(told) and 0 <= told[0] and told[-1] <= 1

    def stop(fraction: float) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        abut.read(text, progress=stop)


@pytest.mark.parametrize("call", ["abut.read(text)", "abut.Mesh(text)", "mesh.nearest(points, count=3)", "abut.Mesh(points, faces)"])
@pytest.mark.thread_unsafe(reason="it makes a process")
def test_ctrl_c(call: str) -> None:
    """A signal ends a long call early: KeyboardInterrupt comes out, and the next call works."""
    if os.name != "posix":
        pytest.skip("no signals to send here")
    code = f"""
import os, signal, threading, time, abut, numpy as np
text = b"v 12345.123456789 -0.987654321987 6543210.25e-3\\n" * 3_000_000 + b"f 1 2 3\\n"
points = np.random.default_rng(1).random((900_000, 3))
faces = np.arange(900_000).reshape(-1, 3)
mesh = abut.Mesh(points[:3000], faces[:1000])
threading.Timer(0.08, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    {call}
except KeyboardInterrupt:
    print("stopped")
assert len(abut.Mesh(points[:3], faces[:1])) == 1
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "stopped\n", done.stderr


# ---------------------------------------------------------------------------------------- groups


def test_groups() -> None:
    soup = abut.read(OBJ)
    G = abut.Group
    assert soup.groups == [G("body", "o", 0, 4), G("quad", "g", 0, 2), G("both", "g", 0, 2), G("both", "g", 2, 1)]
    assert soup.face_of.tolist() == [0, 0, 1, 2] and repr(soup) == "<Soup: obj, 5 vertices, 4 triangles, 4 groups>"
    both = soup.select("both")
    assert both.source.tolist() == [0, 1, 2] and both.face_of.tolist() == [0, 0, 1] and len(both.vertices) == 5
    assert both.groups == [G("both", "g", 0, 2), G("both", "g", 2, 1)]
    quad = abut.read(OBJ, group="quad")
    assert quad.faces.tolist() == [[0, 1, 2], [0, 2, 3]] and len(quad.vertices) == 4 and quad.source.tolist() == [0, 1]
    assert len(abut.Mesh(OBJ, group="quad")) == len(soup.mesh("quad", name="q")) == 2 and len(soup.mesh()) == 4
    again = both.select("both")
    assert again.source.tolist() == [0, 1, 2] and soup.mesh("quad", name="q").name == "q"
    for call in (lambda: soup.select("x"), lambda: soup.mesh("x"), lambda: abut.read(OBJ, group="x"), lambda: abut.Mesh(OBJ, group="x")):
        with pytest.raises(ValueError, match="no group 'x'; there are: 'body', 'both', 'quad'"):
            call()
    with pytest.raises(ValueError, match="the file has no groups"):
        abut.read(b"OFF 3 1 0  0 0 0  1 0 0  0 1 0  3 0 1 2", group="x")


def test_names_of_meshes(tmp_path: Path) -> None:
    (tmp_path / "t.obj").write_bytes(OBJ)
    assert abut.Mesh(tmp_path / "t.obj").name == "t.obj" and abut.Mesh(tmp_path / "t.obj", name="x").name == "x"
    assert abut.Mesh(OBJ).name is None


# ----------------------------------------------------------------------------------------- poses


def test_poses(tmp_path: Path) -> None:
    turn = np.array([[0.0, -1, 0, 5], [1, 0, 0, 6], [0, 0, 1, 7], [0, 0, 0, 1]])
    rows = " ".join(map(str, turn[:3].ravel()))
    path = tmp_path / "p"
    for text in (f"{rows}\n{rows}\n", "5 6 7 0 0 1 1\n" * 2, "0 5 6 7 0 0 1 1\n1 5 6 7 0 0 1 1\n", " ".join(map(str, turn.ravel())) + "\n" + " ".join(map(str, turn.ravel()))):
        path.write_text(text)
        for found in (abut.read_poses(path), abut.read_poses(text.encode())):
            assert found.shape == (2, 4, 4) and np.allclose(found, turn, rtol=0, atol=1e-15)
    assert abut.read_poses(f"{rows}\n".encode()).tolist() == [turn.tolist()]
    twice = " ".join(map(str, 2 * turn[:3, :3].ravel()))
    scaled = abut.read_poses(b"0 -2 0 5 2 0 0 6 0 0 2 7")
    assert twice and scaled.tolist() == [[[0, -2, 0, 5], [2, 0, 0, 6], [0, 0, 2, 7], [0, 0, 0, 1]]]
    identity = "1 2 3 1 0 0 0 1 0 0 0 1"
    two = abut.read_poses(f"{identity} 4 5 6 0 -1 0 1 0 0 0 0 1\n7 8 9 1 0 0 0 1 0 0 0 1 {identity}\n".encode())
    assert two.shape == (2, 2, 4, 4) and two[:, :, :3, 3].tolist() == [[[1, 2, 3], [7, 8, 9]], [[4, 5, 6], [1, 2, 3]]]
    assert two[1, 0, 0].tolist() == [0, -1, 0, 4]
    for text, word, line in ((b"1 2 3\n", "SYNTAX", 1), (b"0 0 0 0 0 0 1\n0 0 0 0 0 0 0\n", "BAD_NUMBER", 2)):
        with pytest.raises(abut.FileError) as told:
            abut.read_poses(text)
        assert (told.value.name, told.value.line) == (word, line)


def test_recorded_poses(data: Path) -> None:
    found = 0
    for path in sorted((data / "motion").rglob("*.frames")):
        numbers = np.loadtxt(path, comments="#", ndmin=2)
        poses = abut.read_poses(path)
        assert poses.shape == (2, len(numbers), 4, 4)
        for body, at in ((0, 0), (1, 12)):
            assert poses[body, :, :3, 3].tobytes() == np.ascontiguousarray(numbers[:, at : at + 3]).tobytes()
            assert poses[body, :, :3, :3].tobytes() == np.ascontiguousarray(numbers[:, at + 3 : at + 12]).tobytes()
        found += 1
    assert found >= 2


# ----------------------------------------------------------------------------------- real models

TABLE = Path(__file__).resolve().parents[3] / "tests/io/bad_files.tsv"


def outcome(path: Path, drop_bad: bool) -> str:
    try:
        soup = abut.read(path, drop_bad=drop_bad)
    except abut.FileError as e:
        assert e.path == str(path) and str(e)
        place = f" line {e.line}" if e.line else f" byte {e.byte}" if e.byte else ""
        return e.name.lower().replace("_", "-") + place
    assert len(abut.Mesh(soup)) == len(soup)
    warned = f" w{soup.warning_count}" if soup.warning_count else ""
    return f"ok {len(soup.vertices)} {len(soup)}{warned}"


def test_odd_and_broken_files(data: Path) -> None:
    """What each gives is what the table of the C tests says."""
    rows = [line.split("\t") for line in TABLE.read_text().splitlines() if not line.startswith("#")]
    wrong = []
    for name, default, dropped, groups, *_ in rows:
        for wanted, drop_bad in ((default, False), (dropped, True)):
            found = outcome(data / "bad" / name, drop_bad)
            if found != wanted:
                wrong.append((name, drop_bad, wanted, found))
        if groups not in ("-", "") and default.startswith("ok") and len(abut.read(data / "bad" / name).groups) != int(groups):
            wrong.append((name, "groups", groups, len(abut.read(data / "bad" / name).groups)))
    assert len(rows) > 200 and wrong == []


def test_as_trimesh_reads(data: Path) -> None:
    """The same corners, bit by bit, where both read the file: but for what trimesh says as float32."""
    trimesh = pytest.importorskip("trimesh")
    paths = itertools.chain.from_iterable((data / "robots").rglob(f"*.{suffix}") for suffix in ("stl", "STL", "ply"))
    count = 0
    for path in sorted(paths)[:60]:
        theirs = trimesh.load(path, process=False, force="mesh")
        ours = abut.read(path)
        if ours.face_of is not None:
            continue
        assert np.array_equal(ours.vertices[ours.faces], theirs.triangles), path
        count += 1
    assert count >= 10


# --------------------------------------------------------------------------------- without numpy


def test_without_numpy(tmp_path: Path) -> None:
    (tmp_path / "t.obj").write_bytes(OBJ)
    run(f"""
import os
soup = abut.read({str(tmp_path / "t.obj")!r})
assert soup.faces.tolist() == [[0, 1, 2], [0, 2, 3], [0, 1, 4], [2, 3, 4]] and soup.face_of.tolist() == [0, 0, 1, 2]
assert soup.vertices.tolist()[2] == [1, 1, 0] and len(soup) == 4 and len(soup.vertices) == 5
quad = soup.select("quad")
assert quad.faces.tolist() == [[0, 1, 2], [0, 2, 3]] and len(quad.vertices) == 4 and quad.source.tolist() == [0, 1], quad.source.tolist()
assert soup.select("both").face_of.tolist() == [0, 0, 1] and len(soup.mesh("quad")) == 2
for suffix in ("ply", "obj", "off", "stl"):
    path = os.path.join({str(tmp_path)!r}, "u." + suffix)
    abut.write(path, soup)
    assert len(abut.Mesh(path)) == 4
    abut.write(path, soup.mesh())
    assert abut.Mesh(path).triangles.tolist() == soup.mesh().triangles.tolist()
poses = abut.read_poses(b"0 -2 0 5 2 0 0 6 0 0 2 7")
assert poses.tolist() == [[[0, -2, 0, 5], [2, 0, 0, 6], [0, 0, 2, 7], [0, 0, 0, 1]]], poses.tolist()
two = abut.read_poses(b"1 2 3 1 0 0 0 1 0 0 0 1 4 5 6 0 -1 0 1 0 0 0 0 1")
assert two.shape == (2, 1, 4, 4) and two.tolist()[1][0][0] == [0, -1, 0, 4], two.tolist()
""")
