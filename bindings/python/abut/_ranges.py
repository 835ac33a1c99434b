"""Ranges: which triangles of a mesh are in a box, a frustum, or what other planes have in common. Nothing is rounded."""

from __future__ import annotations

import array
from typing import Any

from . import _abut, _convert
from ._values import Answer


@_abut.register
class InRange(_abut.InRange, Answer):
    """Triangles that share a point with a range: inside with all of their points, or crossing it. len(): of both."""

    __slots__ = ()

    @property
    def inside(self) -> Any:
        """(n) uint32: triangles all of whose points are in the range, sorted."""
        return _convert.shown(self._inside)

    @property
    def crossing(self) -> Any:
        """(n) uint32: triangles some of whose points are in the range, sorted."""
        return _convert.shown(self._crossing)

    def _table(self) -> list[Any]:
        both = [int(t) for t in self.inside] + [int(t) for t in self.crossing]
        flags = [1] * len(self.inside) + [0] * len(self.crossing)
        return [(("triangle",), memoryview(array.array("I", both))), (("is_inside",), memoryview(array.array("i", flags)))]

    def __len__(self) -> int:
        return int(self.inside_count + self.crossing_count)

    def __repr__(self) -> str:
        return f"<InRange: {self.inside_count} triangles inside, {self.crossing_count} crossing>"


def box_planes(low: Any, high: Any) -> list[tuple[float, float, float, float]]:
    """The planes of a box, n . x <= d. What is infinite asks nothing."""
    planes = []
    for bounds, sign, name in ((low, -1.0, "low"), (high, 1.0, "high")):
        numbers = [float(x) for x in bounds]
        if len(numbers) != 3:
            raise ValueError(f"{name}: 3 numbers are wanted, not {len(numbers)}")
        for axis, x in enumerate(numbers):
            if x != sign * float("inf"):
                n = [0.0, 0.0, 0.0]
                n[axis] = sign
                planes.append((n[0], n[1], n[2], sign * x))
    return planes


def frustum_planes(matrix: Any, depth_from_zero: bool = False) -> Any:
    """(m, 4) float64: the planes n . x <= d of a view frustum, left, right, bottom, top, near and far.

    matrix: (4, 4), that takes points to clip space: projection @ view. depth_from_zero: z from 0 to w, as Direct3D, Vulkan and
    WebGPU have it; else from -w to w. Each number is a sum of two of the matrix, rounded once. Planes without a normal, as the
    far one of a projection without end, are left out.
    """
    flat = [float(x) for row in matrix for x in row]
    if len(flat) != 16:
        raise ValueError(f"matrix: 4 rows of 4 numbers are wanted, not {len(flat)} numbers")
    x, y, z, w = (flat[i : i + 4] for i in range(0, 16, 4))
    rows = []
    for row, sign in ((x, 1), (x, -1), (y, 1), (y, -1), (z, 1), (z, -1)):
        first = (0.0,) * 4 if depth_from_zero and row is z and sign == 1 else w
        sums = [a + sign * b for a, b in zip(first, row, strict=True)]
        if any(sums[:3]):
            rows.append((-sums[0], -sums[1], -sums[2], sums[3]))
    if not rows:
        raise ValueError("matrix: it has no plane of a frustum")
    np = _convert.numpy()
    return np.array(rows) if np is not None else _convert.floats(rows, "planes", 4)


def in_planes(mesh: Any, planes: Any, **options: Any) -> Any:
    return _abut.in_planes(mesh, planes, **options)
