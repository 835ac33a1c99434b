"""Exact collision, distance, depth and motion of triangle meshes.

>>> import abut
>>> a = abut.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
>>> b = abut.Mesh([(0, 0, -1), (0, 0, 1), (1, 1, 0)], [(0, 1, 2)])
>>> abut.collide(a, b)
<Contacts: contact, 1 pair of triangles>
>>> bool(abut.collide(a, b, pose_b=abut.Pose(translation=(0, 0, 5))))
False

Lengths are in your unit, angles in degrees, indices start at zero. A pose is None, an abut.Pose, or a matrix of 3 or 4 rows
and 4 columns (world = matrix @ point). Touching counts as contact, and is decided without rounding: see docs/python.md.
"""

from __future__ import annotations

from typing import Any

from ._abut import collide, collide_batch, contain, depth, depth_along, distance, first_contact, overlap, reach
from ._abut import self_collide, signed_distance, version as __version__, within
from ._errors import Error
from ._mesh import Mesh
from ._pose import Motion, Pose, threads
from ._values import Clearance, Contacts, Containment, Deepest, Depth, DepthAlong, Distance, First, Info, Kind, Overlap
from ._world import Clashes, Meetings, World
from ._values import Reach, Relation, SelfContacts, SignedDistance

# What takes longer to import, or is seldom wanted, is found when it is named.
_LATER = {"trimesh": ".trimesh", "compat": ".compat"}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        import importlib

        return importlib.import_module(_LATER[name], __name__)
    raise AttributeError(f"module 'abut' has no attribute {name!r}")


__all__ = [
    "Clashes", "Clearance", "Contacts", "Containment", "Deepest", "Depth", "DepthAlong", "Distance", "Error", "First", "Info", "Kind",
    "Meetings", "Mesh", "Motion", "Overlap", "Pose", "Reach", "Relation", "SelfContacts", "SignedDistance", "World", "collide", "collide_batch",
    "contain", "depth", "depth_along", "distance", "first_contact", "overlap", "reach", "self_collide", "signed_distance",
    "threads", "within",
]
