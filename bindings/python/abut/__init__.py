"""Exact collision, distance, depth and motion of triangle meshes.

>>> import abut
>>> a = abut.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
>>> b = abut.Mesh([(0, 0, -1), (0, 0, 1), (1, 1, 0)], [(0, 1, 2)])
>>> abut.collide(a, b)
<Contacts: contact, 1 pair of triangles>
>>> bool(abut.collide(a, b, pose_b=abut.Pose(translation=(0, 0, 5))))
False

Lengths are in your unit, angles in degrees, indices start at zero. A pose is None, an abut.Pose, or a matrix of 3 or 4 rows
and 4 columns (world = matrix @ point). Touching counts as contact, and is decided without rounding: see docs/tutorial/python.md.
"""

from __future__ import annotations

from typing import Any

from ._abut import collide, collide_batch, contain, depth, depth_along, distance, distance_batch, first_contact
from ._abut import first_contact_batch, overlap, reach
from ._abut import self_collide, signed_distance, version as __version__, within, within_batch
from ._enums import Band, CurveEnd, CurveKind, Fault, Feature, Kind, MotionState, Reason, Relation, SelfClass, SelfVerdict
from ._enums import Facing, Side, State
from ._errors import Error
from ._fly import Flight, fly
from ._files import FileError, Group, Soup, read, read_poses, write
from ._mesh import Mesh
from ._plot import plot
from ._points import Nearest
from ._pose import Motion, Pose, threads
from ._ranges import InRange, frustum_planes
from ._rays import Rays
from ._program import NcReport, nc, program_path, run
from ._values import Answer, Change, Clearance, Contacts, Containment, Deepest, Depth, DepthAlong, Distance, First, Info, Overlap
from ._shapes import Shape, ShapeContacts, ShapeDistance, shape_batch, shape_collide, shape_contain, shape_distance
from ._values import Reach, SelfContacts, SignedDistance
from ._world import Clashes, Meetings, World

# What takes longer to import, or is seldom wanted, is found when it is named.
_LATER = {"trimesh": ".trimesh", "compat": ".compat"}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        import importlib

        return importlib.import_module(_LATER[name], __name__)
    raise AttributeError(f"module 'abut' has no attribute {name!r}")


__all__ = [
    "Answer", "Band", "Change", "Clashes", "Clearance", "Contacts", "Containment", "CurveEnd", "CurveKind", "Deepest",
    "Depth", "DepthAlong", "Distance", "Error", "Facing", "Fault", "Feature", "FileError", "First", "Flight", "Group", "InRange", "Info", "Kind",
    "Meetings", "Mesh", "Motion", "MotionState", "NcReport", "Nearest", "Overlap", "Pose", "Rays", "Reach", "Reason",
    "Relation", "SelfClass", "SelfContacts", "SelfVerdict", "Shape", "ShapeContacts", "ShapeDistance", "Side",
    "SignedDistance", "Soup", "State", "World", "collide", "collide_batch", "contain", "depth", "depth_along",
    "distance", "distance_batch", "first_contact", "first_contact_batch", "fly", "frustum_planes", "nc", "overlap", "plot", "program_path",
    "reach", "read", "read_poses", "run", "self_collide", "shape_batch", "shape_collide", "shape_contain",
    "shape_distance", "signed_distance", "threads", "within", "within_batch", "write",
]
