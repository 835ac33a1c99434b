"""Pictures of two meshes and where they meet: matplotlib, which is imported when the first picture is drawn."""

from __future__ import annotations

from typing import Any

from ._convert import numpy
from ._pose import as_pose

# Two colours that stay apart for those who see red and green alike; what meets is drawn darker, the curve in black.
_COLORS = (("#7fb2e5", "#1f5fa8"), ("#f5c27a", "#c46a00"))


def plot(a: Any, b: Any, contacts: Any = None, *, pose_a: Any = None, pose_b: Any = None, ax: Any = None,
         most: int = 20_000, show: bool = False) -> Any:
    """Draw two meshes, and where they meet. Return the axes of matplotlib (three-dimensional).

    a, b: meshes; pose_a, pose_b: where they are, as collide() had it. contacts: the answer of collide(); left out, it is
    asked for here, with details="points". Triangles that meet are darker; what they share, points and curves, is black: an
    answer without details="points" has no curves. most: of a mesh with more triangles, only every n-th of those that meet
    nothing is drawn, so that about so many remain; the legend says so. ax: draw here; None: in a new figure. show: open a
    window, and wait. Needs numpy and matplotlib (pip install abut[plot]); works without a screen.
    """
    if numpy() is None:
        raise ImportError("abut.plot needs numpy: pip install abut[plot]")
    try:
        import matplotlib.pyplot as pyplot
        from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection  # type: ignore[import-untyped]
    except ImportError as error:
        raise ImportError("abut.plot needs matplotlib: pip install abut[plot]") from error
    if contacts is None:
        from . import collide

        contacts = collide(a, b, pose_a=pose_a, pose_b=pose_b, details="points")
    if ax is None:
        ax = pyplot.figure(figsize=(7, 6)).add_subplot(projection="3d", computed_zorder=False)
    pairs = contacts.pairs
    corners = []
    for side, (mesh, pose, colors) in enumerate(zip((a, b), (pose_a, pose_b), _COLORS)):
        placed = _placed(mesh, pose)
        corners.append(placed)
        meets = numpy().zeros(len(placed), bool)
        meets[pairs[:, side]] = True
        rest, left_out = _thinned(placed[~meets], most)
        name = mesh.name or "ab"[side]
        label = f"{name}: {len(placed)} triangles" + (f", one in {left_out} drawn" if left_out > 1 else "")
        ax.add_collection3d(Poly3DCollection(rest, facecolor=colors[0], alpha=0.25, edgecolor=colors[1], linewidth=0.15, label=label))
        if meets.any():
            told = f"{name}: {int(meets.sum())} of them meet"
            ax.add_collection3d(Poly3DCollection(placed[meets], facecolor=colors[1], alpha=0.6, edgecolor="none", label=told))
    lines, points = _shared(contacts)
    if len(lines):
        ax.add_collection3d(Line3DCollection(lines, colors="black", linewidths=1.8, zorder=10))
    if len(points):
        ax.scatter(*points.T, color="black", s=14, zorder=11, depthshade=False)
    _frame(ax, corners)
    ax.set_title(_title(contacts))
    ax.legend(loc="upper left", fontsize="small")
    if show:
        pyplot.show()
    return ax


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


def _frame(ax: Any, corners: list[Any]) -> None:
    """Limits around both meshes, with one scale for all axes."""
    np = numpy()
    every = np.concatenate([c.reshape(-1, 3) for c in corners])
    if not len(every):
        return
    low, high = every.min(axis=0), every.max(axis=0)
    margin = 0.02 * float((high - low).max() or 1.0)
    for name, least, greatest in zip("xyz", low - margin, high + margin):
        getattr(ax, f"set_{name}lim")(least, greatest)
        getattr(ax, f"set_{name}label")(name)
    ax.set_box_aspect(np.maximum(high - low, margin))


def _title(contacts: Any) -> str:
    count = len(contacts)
    if not count:
        return {"apart": "apart: no two triangles share a point"}.get(contacts.state, str(contacts.state))
    return f"contact: {'' if contacts.complete else 'at least '}{count} pair{'s' * (count != 1)} of triangles"
