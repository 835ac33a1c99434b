"""Pictures of two meshes and where they meet, by matplotlib or pyvista: imported when the first picture is drawn."""

from __future__ import annotations

import importlib
from typing import Any

from ._convert import numpy
from ._pose import as_pose

# Two colours that stay apart for those who see red and green alike; what meets is darker, the curve black.
_COLORS = (("#7fb2e5", "#1f5fa8"), ("#f5c27a", "#c46a00"))


def plot(a: Any, b: Any, contacts: Any = None, *, pose_a: Any = None, pose_b: Any = None, ax: Any = None,
         most: int = 20_000, show: bool = False, by: str = "matplotlib") -> Any:
    """Draw two meshes, and where they meet. Return matplotlib's three-dimensional axes, or pyvista's Plotter.

    a, b: meshes; pose_a, pose_b: where they are, as collide() had it. contacts: the answer of collide(); left out,
    it is asked for here, with details="points". Triangles that meet are darker; what they share, points and curves,
    is black: an answer without details="points" has no curves. most: of a mesh with more triangles, only every n-th
    of those that meet nothing is drawn, so that about so many remain; the legend says so. ax: draw into these axes,
    or this Plotter; None: a new figure. show: open a window, and wait. by: "matplotlib", or "pyvista", whose
    pictures can be turned smoothly. Needs numpy and the one that is named (pip install abut[plot] brings
    matplotlib); works without a screen.
    """
    if by not in ("matplotlib", "pyvista"):
        raise ValueError(f'plot: by is "matplotlib" or "pyvista", not {by!r}')
    try:
        importlib.import_module("matplotlib.pyplot" if by == "matplotlib" else by)
    except ImportError as error:  # numpy is needed by both
        wanted = "abut[plot]" if by == "matplotlib" else by
        raise ImportError(f"abut.plot needs numpy and {by}: pip install {wanted}") from error
    if contacts is None:
        from . import collide

        contacts = collide(a, b, pose_a=pose_a, pose_b=pose_b, details="points")
    picture = _Picture(a, b, contacts, (pose_a, pose_b), most)
    return _by_pyvista(picture, ax, show) if by == "pyvista" else _by_matplotlib(picture, ax, show)


class _Picture:
    """What is to be seen. faces: (triangles (n, 3, 3), colour, opacity, the edges' colour or None, label)."""

    def __init__(self, a: Any, b: Any, contacts: Any, poses: tuple[Any, Any], most: int) -> None:
        np = numpy()
        self.faces: list[tuple[Any, str, float, str | None, str]] = []
        pairs, corners = contacts.pairs, []
        for side, (mesh, pose, (pale, dark)) in enumerate(zip((a, b), poses, _COLORS)):
            placed = _placed(mesh, pose)
            corners.append(placed.reshape(-1, 3))
            meets = np.zeros(len(placed), bool)
            meets[pairs[:, side]] = True
            rest, step = _thinned(placed[~meets], most)
            name = mesh.name or "ab"[side]
            label = f"{name}: {len(placed)} triangles" + (f", one in {step} drawn" if step > 1 else "")
            self.faces.append((rest, pale, 0.25, dark, label))
            if meets.any():
                self.faces.append((placed[meets], dark, 0.6, None, f"{name}: {int(meets.sum())} of them meet"))
        self.corners = np.concatenate(corners)
        self.lines, self.points = _shared(contacts)
        count = len(contacts)
        self.title = f"contact: {'' if contacts.complete else 'at least '}{count} pair{'s' * (count != 1)} of triangles"
        if not count:
            self.title = {"apart": "apart: no two triangles share a point"}.get(contacts.state, contacts.state)


def _placed(mesh: Any, pose: Any) -> Any:
    """(n, 3, 3): the corners of a mesh's triangles in the world."""
    placed = as_pose(pose)
    triangles = mesh.triangles
    if placed is None:
        return triangles
    matrix = placed.matrix
    return triangles @ matrix[:3, :3].T + matrix[:3, 3]


def _thinned(triangles: Any, most: int) -> tuple[Any, int]:
    """Every n-th of them, so that at most so many remain; and n."""
    step = max(1, -(-len(triangles) // most))
    return triangles[::step], step


def _shared(contacts: Any) -> tuple[Any, Any]:
    """What the pairs share: lines from corner to corner, closed where there are three and more; and lone points."""
    np = numpy()
    points, offsets = contacts.points, contacts.offsets
    if points is None:
        return [], np.zeros((0, 3))
    pieces = [points[first:end] for first, end in zip(offsets[:-1], offsets[1:])]
    lines = [np.concatenate([p, p[:1]]) if len(p) > 2 else p for p in pieces if len(p) > 1]
    return lines, np.array([p[0] for p in pieces if len(p) == 1]).reshape(-1, 3)


def _by_matplotlib(picture: _Picture, ax: Any, show: bool) -> Any:
    pyplot: Any = importlib.import_module("matplotlib.pyplot")
    art: Any = importlib.import_module("mpl_toolkits.mplot3d.art3d")
    if ax is None:
        ax = pyplot.figure(figsize=(7, 6)).add_subplot(projection="3d", computed_zorder=False)
    for triangles, color, opacity, edges, label in picture.faces:
        ax.add_collection3d(art.Poly3DCollection(
            triangles, facecolor=color, alpha=opacity, edgecolor=edges or "none", linewidth=0.15, label=label))
    if len(picture.lines):
        ax.add_collection3d(art.Line3DCollection(picture.lines, colors="black", linewidths=1.8, zorder=10))
    if len(picture.points):
        ax.scatter(*picture.points.T, color="black", s=14, zorder=11, depthshade=False)
    _frame(ax, picture.corners)
    ax.set_title(picture.title)
    ax.legend(loc="upper left", fontsize="small")
    if show:
        pyplot.show()
    return ax


def _frame(ax: Any, corners: Any) -> None:
    """Limits around both meshes, with one scale for all axes."""
    if not len(corners):
        return
    low, high = corners.min(axis=0), corners.max(axis=0)
    margin = 0.02 * float((high - low).max() or 1.0)
    for name, least, greatest in zip("xyz", low - margin, high + margin):
        getattr(ax, f"set_{name}lim")(least, greatest)
        getattr(ax, f"set_{name}label")(name)
    ax.set_box_aspect(numpy().maximum(high - low, margin))


def _by_pyvista(picture: _Picture, plotter: Any, show: bool) -> Any:
    np, pyvista = numpy(), importlib.import_module("pyvista")
    if plotter is None:
        plotter = pyvista.Plotter(off_screen=None if show else True)

    def joined(pieces: Any) -> tuple[Any, Any]:
        """All points, and of each piece its length and the indices of its points, as pyvista wants them."""
        lengths = [len(piece) for piece in pieces]
        firsts = np.cumsum([0, *lengths])
        cells = [[n, *range(first, first + n)] for n, first in zip(lengths, firsts)]
        return np.concatenate(list(pieces)), np.concatenate(cells)

    for triangles, color, opacity, edges, label in picture.faces:
        if len(triangles):
            drawn = pyvista.PolyData(*joined(triangles))
            plotter.add_mesh(drawn, color=color, opacity=opacity, show_edges=bool(edges), edge_color=edges, label=label)
    if len(picture.lines):
        points, lines = joined(picture.lines)
        plotter.add_mesh(pyvista.PolyData(points, lines=lines), color="black", line_width=5, render_lines_as_tubes=True)
    if len(picture.points):
        plotter.add_mesh(pyvista.PolyData(picture.points), color="black", point_size=9, render_points_as_spheres=True)
    plotter.add_title(picture.title, font_size=10)
    plotter.add_legend(bcolor="white")
    if show:
        plotter.show()
    return plotter
