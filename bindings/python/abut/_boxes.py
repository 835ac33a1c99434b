"""Boxes of many objects, and which of them are near each other: what abut.trimesh asks before it asks about triangles.

Every box here is a little larger than the object in it, by more than rounding can do: so what boxes rule out, is
proved. A box is a row of six numbers: the least x, y, z and the greatest.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Boxes = NDArray[np.float64]

_ROUNDING = 32 * np.finfo(np.float64).eps


def empty() -> Boxes:
    """The box of nothing: it is near to nothing, at a distance of infinity."""
    return np.array([np.inf] * 3 + [-np.inf] * 3)


def box_of(points: NDArray[np.float64]) -> Boxes:
    return np.concatenate((points.min(axis=0), points.max(axis=0))) if len(points) else empty()


def extremes(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return those points, (6, 3), that have the least and the greatest coordinates."""
    return points[np.concatenate((points.argmin(axis=0), points.argmax(axis=0)))] if len(points) else points


def moved(box: Boxes, points: NDArray[np.float64], matrix: NDArray[np.float64]) -> tuple[Boxes, Boxes]:
    """Return a box around what the matrix, (4, 4), makes of a box, and its core: a box that is in each box around what the
    matrix makes of the points.
    """
    if box[0] > box[3]:
        return box, box
    low, high = box[:3], box[3:]
    turn = np.abs(matrix[:3, :3])
    half = turn @ ((high - low) / 2)
    center = matrix[:3, :3] @ ((low + high) / 2) + matrix[:3, 3]
    size = turn @ np.maximum(np.abs(low), np.abs(high)) + np.abs(matrix[:3, 3])
    more = _ROUNDING * (size + half)
    half += more
    points = points @ matrix[:3, :3].T + matrix[:3, 3]
    core = np.concatenate((points.min(axis=0) + more, points.max(axis=0) - more))
    return np.concatenate((center - half, center + half)), core


def apart(one: Boxes, many: Boxes) -> NDArray[np.float64]:
    """Return how far boxes are apart at least: (n,), of (6,) or (n, 6) to (n, 6). 0 where they meet."""
    gap = np.maximum(np.maximum(one[..., :3] - many[..., 3:], many[..., :3] - one[..., 3:]), 0.0)
    lengths: NDArray[np.float64] = np.sqrt(np.einsum("...i,...i", gap, gap)) * (1 - _ROUNDING)
    return lengths


def overlap(one: Boxes, many: Boxes) -> NDArray[np.float64]:
    """Return how far one box has to be moved to free it at most: (n,). Both solids in them are free then, too."""
    ways = np.minimum(one[..., 3:] - many[..., :3], many[..., 3:] - one[..., :3]).min(axis=-1)
    lengths: NDArray[np.float64] = np.maximum(ways, 0.0) * (1 + _ROUNDING)
    return lengths


def within(core: Boxes, outer: Boxes) -> NDArray[np.bool_]:
    """Tell whether what has a core, as moved gives it, may be inside what has an outer box."""
    told = (core[..., :3] >= outer[..., :3]) & (core[..., 3:] <= outer[..., 3:])
    return np.asarray(told.all(axis=-1))


def meeting(boxes: Boxes, margin: float = 0.0, split: int | None = None) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the pairs of boxes that are not farther apart than the margin along any axis, as two arrays, first <
    second.

    split: only pairs of one of the first so many boxes, and one of the rest. Cost: n log n, and the pairs whose
    intervals meet along the axis where boxes are shortest for their spread.
    """
    filled = np.flatnonzero(boxes[:, 0] <= boxes[:, 3])
    if len(filled) < 2:
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    low, high = boxes[:, :3].copy(), boxes[:, 3:]
    span = high[filled].max() - low[filled].min()  # no two are farther apart
    low[filled] -= min(margin, span) * (1 + _ROUNDING)
    axis = _axis(low[filled], high[filled])
    order = filled[np.argsort(low[filled, axis], kind="stable")]
    ends = np.searchsorted(low[order, axis], high[order, axis], side="right")
    counts = np.maximum(ends - np.arange(1, len(order) + 1), 0)
    firsts = np.repeat(np.arange(len(order)), counts)
    seconds = np.arange(len(firsts)) - np.repeat(np.cumsum(counts) - counts, counts) + firsts + 1
    a, b = order[firsts], order[seconds]
    if split is not None:
        wanted = (a < split) != (b < split)
        a, b = a[wanted], b[wanted]
    for i in {0, 1, 2} - {axis}:
        near = (low[a, i] <= high[b, i]) & (low[b, i] <= high[a, i])
        a, b = a[near], b[near]
    return np.minimum(a, b), np.maximum(a, b)


def neighbours(boxes: Boxes, split: int | None = None) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return pairs of boxes that follow each other along an axis, as meeting does: some of them are near each other."""
    filled = np.flatnonzero(boxes[:, 0] <= boxes[:, 3])
    firsts, seconds = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)]
    for axis in range(3):
        order = filled[np.argsort(boxes[filled, axis] + boxes[filled, axis + 3], kind="stable")]
        firsts.append(order[:-1])
        seconds.append(order[1:])
    a, b = np.concatenate(firsts), np.concatenate(seconds)
    if split is not None:
        wanted = (a < split) != (b < split)
        a, b = a[wanted], b[wanted]
    return np.minimum(a, b), np.maximum(a, b)


def _axis(low: Boxes, high: Boxes) -> int:
    """The axis along which the fewest intervals meet, as it seems."""
    spread = np.maximum(high.max(axis=0) - low.min(axis=0), np.finfo(float).tiny)
    return int(np.argmin((high - low).mean(axis=0) / spread))
