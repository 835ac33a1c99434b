"""A mesh along a path: at which of its poses, or where between them, it meets another."""

from __future__ import annotations

import array
import os
from typing import Any

from . import _abut
from ._convert import numpy, shown
from ._files import read_poses
from ._mesh import Mesh
from ._pose import Motion
from ._rows import column
from ._values import First

_LEAST = 5e-324  # a clearance of 0 as the library has it, which takes 0 for any distance


class Flight:
    """What fly found. True if there is contact (or too little clearance) at some pose or, if asked, in between.

    contact: (n) bool, at each pose. steps: (k) intp, the poses in contact or, with clearance, too close. distances: with
    clearance (n) structured, as distance_batch has it: lo, hi, is_farther, pair ... first: with continuous abut.First: when
    it first touches (or comes as near as clearance); 2.25 is a quarter of the way from pose 2 to pose 3. len() is n.
    """

    __slots__ = ("contact", "distances", "first", "steps")

    def __init__(self, contact: Any, steps: Any, distances: Any, first: First | None) -> None:
        self.contact = contact
        self.steps = steps
        self.distances = distances
        self.first = first

    def __len__(self) -> int:
        return len(self.contact)

    def __bool__(self) -> bool:
        return len(self.steps) > 0 or (self.first is not None and bool(self.first))

    def __repr__(self) -> str:
        word = "in contact" if self.distances is None else "too close"
        between = "" if self.first is None else f", {self.first!r}"
        return f"<Flight: {len(self.steps)} of {len(self)} poses {word}{between}>"


def fly(a: Mesh, b: Mesh, path: Any, *, pose_a: Any = None, path_a: Any = None, continuous: bool = False,
        clearance: float | None = None, resolution: float = 0.0, threads: int | None = None, progress: Any = None) -> Flight:
    """Move b along a path: at which poses do a and b touch or cross? Return a Flight.

    path: poses of b, (n, 4, 4) or a sequence of abut.Pose; or a file of poses (docs/reference/files.md, "Paths"), which may have those
    of a, too. path_a: the same of a, as many; pose_a: where it rests without it. clearance: are they at most so far apart, and
    how far; else contact. continuous: what lies between the poses, too, each piece by abut.Motion(to): exactly, to
    resolution pieces (0: 1e-7).

    >>> import abut
    >>> tile = abut.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
    >>> flight = fly(tile, tile, [abut.Pose(translation=(x, 0, 0)) for x in (4, 2, -2)], continuous=True)
    >>> flight
    <Flight: 0 of 3 poses in contact, <First: contact at 1.25>>
    """
    path, path_a = _paths(path, path_a)
    if not len(path):
        raise ValueError("path: it has no poses")
    if path_a is not None and pose_a is not None:
        raise ValueError("fly: give one of pose_a and path_a, not both")
    if clearance is not None and not 0 <= clearance < float("inf"):
        raise ValueError(f"clearance: 0 or more is wanted, not {clearance!r}")
    options: dict[str, Any] = {"pose_a": pose_a, "threads": threads, "progress": progress}
    first = None
    if continuous:
        first = _between(a, b, path, path_a, options, separation=clearance or 0.0, resolution=resolution)
    elif resolution:
        raise ValueError("resolution: it is for continuous=True")
    options["poses_a"] = path_a
    if clearance is None:
        contact = shown(_abut.collide_batch(a, b, path, **options))
        return Flight(contact, _indices(contact), None, first)
    distances = shown(_abut.distance_batch(a, b, path, within=clearance or _LEAST, **options))
    contact, close = _equal(column(distances, "hi"), 0.0), _equal(column(distances, "is_farther"), 0)
    return Flight(contact, _indices(close), distances, first)


def _paths(path: Any, path_a: Any) -> tuple[Any, Any]:
    """Both paths, of files where they are files."""
    files = str, bytes, os.PathLike
    path = read_poses(path) if isinstance(path, files) else path
    path_a = read_poses(path_a) if isinstance(path_a, files) else path_a
    if getattr(path_a, "ndim", 3) == 4:
        raise ValueError("path_a: it has the poses of two bodies")
    if getattr(path, "ndim", 3) != 4:
        return path, path_a
    if path_a is not None:
        raise ValueError("path: it has the poses of a, too, so there can be no path_a")
    if not isinstance(path, memoryview):
        return path[1], path[0]
    half = path.nbytes // 2
    whole: Any = path.cast("B")
    a, b = (whole[at : at + half].cast("d", [half // 128, 4, 4]) for at in (0, half))
    return b, a


def _between(a: Mesh, b: Mesh, path: Any, path_a: Any, options: dict[str, Any], **asked: float) -> First:
    """When they first touch on the whole way."""
    ways = {"b": path} if path_a is None else {"b": path, "a": path_a}
    if len(path) < 2:
        raise ValueError("path: it has one pose, so there is nothing between poses for continuous=True")
    given: dict[str, Any] = {**options, **asked}
    for side, way in ways.items():
        poses = way.tolist() if isinstance(way, memoryview) else way
        given[f"pose_{side}"] = poses[0]
        given[f"motion_{side}"] = [Motion(pose) for pose in poses[1:]]
    first: First = _abut.first_contact(a, b, **given)
    return first


def _equal(numbers: Any, to: float) -> Any:
    return numbers == to if numpy() is not None else memoryview(bytes(x == to for x in numbers)).cast("?")


def _indices(flags: Any) -> Any:
    """The places that are True."""
    np = numpy()
    if np is not None:
        return np.flatnonzero(flags)
    return memoryview(array.array("q", (i for i, flag in enumerate(memoryview(flags)) if flag)))
