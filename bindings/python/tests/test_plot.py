"""abut.plot: what is drawn where, and what is said."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import abut

np: Any = pytest.importorskip("numpy")
matplotlib: Any = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

SQUARE = abut.Mesh([(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)], [(0, 1, 2), (0, 2, 3)], name="square")
BLADE = abut.Mesh([(0.5, 0.25, -1), (0.5, 0.25, 1), (1.5, 0.25, 1)], [(0, 1, 2)])


def drawn(ax: Any) -> dict[str, int]:
    """Of each kind of drawing how many pieces."""
    from mpl_toolkits.mplot3d.art3d import Line3DCollection, Path3DCollection, Poly3DCollection

    found = {"faces": 0, "lines": 0, "points": 0}
    for piece in ax.collections:
        if isinstance(piece, Poly3DCollection):
            found["faces"] += len(piece._faces)
        elif isinstance(piece, Line3DCollection):
            found["lines"] += len(piece._segments3d)
        elif isinstance(piece, Path3DCollection):
            found["points"] += len(piece._offsets3d[0])
    return found


def labels(ax: Any) -> list[str]:
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_a_crossing_is_told_and_drawn() -> None:
    ax = abut.plot(SQUARE, BLADE)
    ax.figure.canvas.draw()
    assert ax.get_title() == "contact: 1 pair of triangles"
    assert drawn(ax) == {"faces": 3, "lines": 1, "points": 0}
    assert labels(ax) == ["square: 2 triangles", "square: 1 of them meet", "b: 1 triangles", "b: 1 of them meet"]


def test_the_curve_is_where_they_meet() -> None:
    ax = abut.plot(SQUARE, BLADE, pose_a=abut.Pose(translation=(10, 0, 0)), pose_b=abut.Pose(translation=(10, 0, 0)))
    lines = [c for c in ax.collections if type(c).__name__ == "Line3DCollection"]
    ends = np.sort(np.asarray(lines[0]._segments3d)[0], axis=0)
    assert np.allclose(ends, [(10.5, 0.25, 0), (11.0, 0.25, 0)])
    assert ax.get_xlim()[0] < 10 < 12 < ax.get_xlim()[1] < 13


def test_a_point_is_a_dot() -> None:
    tip = abut.Mesh([(1.5, 0.5, 0), (1.5, 0.5, 1), (1.6, 0.5, 1)], [(0, 1, 2)])
    assert drawn(abut.plot(SQUARE, tip))["points"] == 1


def test_apart_has_nothing_dark() -> None:
    ax = abut.plot(SQUARE, BLADE, pose_b=abut.Pose(translation=(0, 0, 5)))
    assert ax.get_title() == "apart: no two triangles share a point"
    assert labels(ax) == ["square: 2 triangles", "b: 1 triangles"]
    assert drawn(ax)["lines"] == 0


def test_an_answer_without_points_has_no_curves() -> None:
    assert drawn(abut.plot(SQUARE, BLADE, abut.collide(SQUARE, BLADE)))["lines"] == 0
    assert drawn(abut.plot(SQUARE, BLADE, abut.collide(SQUARE, BLADE, details="points")))["lines"] == 1


def test_large_meshes_are_thinned_and_say_so() -> None:
    corners = np.zeros((100, 3, 3))
    corners[:, 1, 0] = corners[:, 2, 1] = 1
    corners[:, :, 2] = np.arange(100)[:, None] + 3.0
    many = abut.Mesh(corners.reshape(-1, 3), np.arange(300).reshape(-1, 3), name="many")
    ax = abut.plot(SQUARE, many, most=30)
    assert "many: 100 triangles, one in 4 drawn" in labels(ax)
    assert drawn(ax)["faces"] == 2 + 25


def test_it_draws_into_given_axes_and_shows_only_if_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib.pyplot as pyplot

    shown: list[bool] = []
    monkeypatch.setattr(pyplot, "show", lambda: shown.append(True))
    mine = pyplot.figure().add_subplot(projection="3d")
    assert abut.plot(SQUARE, BLADE, ax=mine) is mine and not shown
    abut.plot(SQUARE, BLADE, ax=mine, show=True)
    assert shown


def test_contacts_plot_themselves() -> None:
    contacts = abut.collide(SQUARE, BLADE, details="points")
    assert drawn(contacts.plot(SQUARE, BLADE)) == {"faces": 3, "lines": 1, "points": 0}


def test_without_either_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    monkeypatch.setitem(sys.modules, "pyvista", None)
    with pytest.raises(ImportError, match=r"needs numpy and matplotlib: pip install abut\[plot\]"):
        abut.plot(SQUARE, BLADE)
    with pytest.raises(ImportError, match="needs numpy and pyvista: pip install pyvista"):
        abut.plot(SQUARE, BLADE, by="pyvista")
    with pytest.raises(ValueError, match="not 'povray'"):
        abut.plot(SQUARE, BLADE, by="povray")


def test_pyvista_draws_the_same() -> None:
    pyvista: Any = pytest.importorskip("pyvista")
    plotter = abut.plot(SQUARE, BLADE, by="pyvista")
    assert isinstance(plotter, pyvista.Plotter)
    drawn = [
        actor.mapper.dataset
        for actor in plotter.actors.values()
        if hasattr(actor, "mapper") and hasattr(actor.mapper, "dataset")
    ]
    assert sum(data.n_faces for data in drawn) == 3
    assert [data.n_lines for data in drawn if data.n_lines] == [1]
    curve = next(data for data in drawn if data.n_lines)
    assert np.allclose(np.sort(np.asarray(curve.points), axis=0), [(0.5, 0.25, 0), (1.0, 0.25, 0)])
    plotter.close()


def test_import_abut_imports_none_of_them() -> None:
    code = "import abut, sys; assert not {'numpy', 'matplotlib', 'pyvista'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
