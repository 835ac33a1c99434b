"""python-fcl's surface on abut: unchanged programs run with

    import sys
    import abut.compat.fcl
    sys.modules["fcl"] = abut.compat.fcl

Contact, distance and time of contact are then exact. It needs numpy, as python-fcl does.

>>> import numpy as np
>>> ball = CollisionObject(Sphere(1.0))
>>> box = CollisionObject(Box(2.0, 2.0, 2.0), Transform(np.array([2.0, 0.0, 0.0])))
>>> collide(ball, box)  # they touch in one point
1
>>> box.setTranslation(np.array([5.0, 0.0, 0.0]))
>>> distance(ball, box)
3.0

What there is:

- BVHModel: a surface, as in FCL: what is inside is not in contact.
- Box, Convex, TriangleP are exact; Box and Convex are solid. The faces of a Convex have to bound the hull of its points.
- Sphere, Capsule: exact, solid.
- Cylinder, Cone: exact with all of these, to 1e-12 of their size. Two of Cylinder and Cone: a mesh of 512 sectors inside of one
  proves that they meet, one around it that they do not. In between, 2e-5 of the radius, they are taken to meet, with an
  ApproximationWarning. Their distance is that of the mesh inside, with a warning that tells how far off it may be; so are times.
- Plane, Halfspace: exact; rounded a few times with a Cylinder or a Cone. n gets the length 1, as in FCL.
- Transform, CollisionObject: quaternions are w, x, y, z. A matrix that is no rotation is a scale, or an abut.Error when it is
  asked about.
- DynamicAABBTreeCollisionManager: the attributes that tune the tree change no answer, since there is no tree.

Contacts. o1 and o2 are geometries, b1 and b2 triangles, -1 of a shape. As in FCL the mesh comes first where one of two is a
shape. Where FCL tells several points of one pair of triangles, or of two boxes, abut tells one. pos lies in both. normal points
from o1 to o2: to move o2 by penetration_depth along it ends this contact. Of two solids that is the shortest way; of triangles
the shortest along the normal of one of them. All three are worked out when one of them is looked at: enable_contact is not
needed. num_max_contacts of 0 is an error: FCL then says that nothing is in contact.

Distances of what is in contact, as in FCL: 0.0 for two BVHModels; for others -1.0, or with enable_signed_distance minus the
depth, and nearest_points are that far apart along the normal. Ask min_distance <= 0. The depth of two solids is how far one has
to be moved to be free: exact of boxes and small convex solids, else sought among all directions to 1e-9 of their size, with a
Cylinder or a Cone to 1e-7, in some milliseconds; a warning tells where more than 1e-6 stays open. Of a BVHModel and a shape it
is the greatest penetration_depth of their contacts. In contact without a depth both nearest points are the same, shared one.

Motions. CCDM_TRANS goes straight and does not turn, CCDM_LINEAR turns about the object's origin. time_of_contact is the last
time that is proved free: at most toc_err before the contact. What comes nearer than can be told apart counts as contact.
num_max_iterations, ccd_solver_type and gjk_solver_type say how FCL would search, and change nothing.

Refused: Ellipsoid, OcTree, BVHModel.addVertex, CollisionRequest.enable_cost (abut.overlap tells where solids overlap),
CCDM_SCREW, CCDM_SPLINE, and motions of planes and half-spaces that are not in contact from the start. Submodules such as
fcl.collision_data are not there: import their names from fcl.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import abut

from . import fcl_pairs as pairs
from .fcl_data import (
    NODE_TYPE,
    OBJECT_TYPE,
    CCDMotionType,
    CCDSolverType,
    CollisionData,
    CollisionRequest,
    CollisionResult,
    Contact,
    ContinuousCollisionRequest,
    ContinuousCollisionResult,
    CostSource,
    DistanceData,
    DistanceRequest,
    DistanceResult,
    GJKSolverType,
)
from .fcl_forms import ApproximationWarning
from .fcl_manager import DynamicAABBTreeCollisionManager
from .fcl_objects import (
    Body,
    Box,
    BVHModel,
    Capsule,
    CollisionGeometry,
    CollisionObject,
    Cone,
    Convex,
    Cylinder,
    Ellipsoid,
    Halfspace,
    OcTree,
    Plane,
    Sphere,
    Transform,
    TriangleP,
    pose_of,
)

__version__ = "0.7.0"  # of the FCL whose surface this is

__all__ = [
    "NODE_TYPE",
    "OBJECT_TYPE",
    "ApproximationWarning",
    "BVHModel",
    "Box",
    "CCDMotionType",
    "CCDSolverType",
    "Capsule",
    "CollisionData",
    "CollisionGeometry",
    "CollisionObject",
    "CollisionRequest",
    "CollisionResult",
    "Cone",
    "Contact",
    "ContinuousCollisionRequest",
    "ContinuousCollisionResult",
    "Convex",
    "CostSource",
    "Cylinder",
    "DistanceData",
    "DistanceRequest",
    "DistanceResult",
    "DynamicAABBTreeCollisionManager",
    "Ellipsoid",
    "GJKSolverType",
    "Halfspace",
    "OcTree",
    "Plane",
    "Sphere",
    "Transform",
    "TriangleP",
    "collide",
    "continuousCollide",
    "defaultCollisionCallback",
    "defaultDistanceCallback",
    "distance",
]


def _bodies(o1: Any, o2: Any) -> tuple[Body, Body]:
    for obj in (o1, o2):
        if not isinstance(obj, CollisionObject):
            raise TypeError(f"a CollisionObject is wanted, not {type(obj).__name__}")
    a, b = o1._body(), o2._body()
    # As in FCL a mesh comes before a shape.
    return (b, a) if b.form.kind == "surface" and a.form.kind != "surface" else (a, b)


def collide(
    o1: CollisionObject,
    o2: CollisionObject,
    request: CollisionRequest | None = None,
    result: CollisionResult | None = None,
) -> int:
    """Return how many contacts two objects have, num_max_contacts at most, and add them to the result.

    Of meshes it is a contact for each pair of triangles, of a mesh and a shape one for each triangle, else one.
    """
    request = CollisionRequest() if request is None else request
    result = CollisionResult() if result is None else result
    if request.enable_cost:
        raise NotImplementedError(
            "CollisionRequest.enable_cost: abut has no cost sources; abut.overlap tells where they overlap"
        )
    limit = int(request.num_max_contacts)
    if limit < 1:
        raise ValueError(f"CollisionRequest.num_max_contacts is {limit}: 1 or more is wanted")
    a, b = _bodies(o1, o2)
    if a.form.kind == "surface":
        found = pairs.triangles(a, b, limit)
    else:
        found = [(-1, -1)] if pairs.meet(a, b) else []
    result.is_collision = result.is_collision or bool(found)
    places = _places(a, b, found)
    result.contacts += [Contact._later(a.geometry, b.geometry, pair, places, i) for i, pair in enumerate(found)]
    return len(found)


def _places(a: Body, b: Body, found: list[tuple[int, int]]) -> Any:
    """A function that tells normals, positions and depths of contacts, worked out when it is first called."""
    made: list[Any] = []

    def places() -> Any:
        if not made:
            pos, normal, by = _work_out(a, b, found)
            made.append((normal, pos, by))
        return made[0]

    return places


def _work_out(a: Body, b: Body, found: list[tuple[int, int]]) -> pairs.Places:
    if b.form.kind == "surface":
        return pairs.places_of_meshes(a, b, found)
    if a.form.kind == "surface":
        return pairs.places_of_shape(a, found, b)
    return pairs.depth(a, b)


def distance(
    o1: CollisionObject,
    o2: CollisionObject,
    request: DistanceRequest | None = None,
    result: DistanceResult | None = None,
) -> float:
    """Return how far apart two objects are, and put it into the result if that had more.

    In contact: 0.0 for two meshes. For others -1.0, as in FCL; with enable_signed_distance minus how far one of both
    has to be moved to be free, where nearest_points are that far apart.
    """
    request = DistanceRequest() if request is None else request
    result = DistanceResult() if result is None else result
    a, b = _bodies(o1, o2)
    at, p, q, triangles = _distance(a, b, bool(request.enable_signed_distance))
    if result.min_distance > at:
        result.min_distance, result.nearest_points = at, [p, q]
        result.o1, result.o2 = a.geometry, b.geometry
        result.b1, result.b2 = triangles
    return at


def _distance(a: Body, b: Body, signed: bool) -> tuple[float, Any, Any, tuple[int, int]]:
    if a.form.kind == b.form.kind == "surface":
        return pairs.gap(a, b)
    if a.form.kind == "surface":
        at, p, q, of = pairs.gap(a, b)
        if at > 0:
            return at, p, q, of
        if not signed:
            return -1.0, p, q, of
        found = pairs.triangles(a, b, 0)
        pos, normal, by = pairs.places_of_shape(a, found, b)
        worst = int(np.argmax(by))
        return 0.0 - float(by[worst]), pos[worst], pos[worst] - normal[worst] * by[worst], (found[worst][0], -1)
    at, p, q, of = pairs.gap(a, b)
    if at > 0 and not pairs.overlap(a, b):
        if a.form.kind == b.form.kind == "turned":
            a.form.warn("its distance")
        return at, p, q, of
    if not signed:
        shared = pairs.shared(a, b, at, p, q)
        return -1.0, shared, shared.copy(), (-1, -1)
    pos, normal, by = (column[0] for column in pairs.depth(a, b))
    return 0.0 - float(by), pos + normal * (by / 2), pos - normal * (by / 2), (-1, -1)


def continuousCollide(
    o1: CollisionObject,
    tf1_end: Transform,
    o2: CollisionObject,
    tf2_end: Transform,
    request: ContinuousCollisionRequest | None = None,
    result: ContinuousCollisionResult | None = None,
) -> float:
    """Return the part of their way up to which two objects certainly do not meet; 1.0 if they never do.

    They go from where they are to both ends, as request.ccd_motion_type has it. CCDM_TRANS: straight, and do not turn.
    CCDM_LINEAR: their origins go straight, and they turn about these at a constant rate.
    """
    request = ContinuousCollisionRequest() if request is None else request
    result = ContinuousCollisionResult() if result is None else result
    _bodies(o1, o2)
    a, b = o1._body(), o2._body()
    motions = [_motion(body, end, request.ccd_motion_type) for body, end in ((a, tf1_end), (b, tf2_end))]
    if "surface" not in (a.form.kind, b.form.kind) and pairs.meet(a, b):
        is_collide, time = True, 0.0
    elif "surface" in (a.form.kind, b.form.kind) and pairs.triangles(*_bodies(o1, o2), 1):
        is_collide, time = True, 0.0
    else:
        first = abut.first_contact(
            _moving(a),
            _moving(b),
            pose_a=a.pose,
            pose_b=b.pose,
            motion_a=motions[0],
            motion_b=motions[1],
            separation=a.form.radius + b.form.radius,
            resolution=float(request.toc_err),
        )
        is_collide = first.state != "free"
        time = float(first.t_lo) if is_collide else 1.0
    result.is_collide = result.is_collide or is_collide
    result.time_of_contact = min(result.time_of_contact, time)
    return time


def _motion(body: Body, end: Transform, kind: int) -> Any:
    if not isinstance(end, Transform):
        raise TypeError(f"a Transform is wanted, not {type(end).__name__}")
    if kind not in (CCDMotionType.CCDM_TRANS, CCDMotionType.CCDM_LINEAR):
        raise NotImplementedError(
            f"ccd_motion_type {kind}: there are CCDM_TRANS and CCDM_LINEAR; abut.first_contact takes "
            "screws (abut.Motion), and a way of many pieces for others"
        )
    rotation = body.rotation if kind == CCDMotionType.CCDM_TRANS else end.getRotation()
    return abut.Motion(to=pose_of(rotation, end.getTranslation()))


def _moving(body: Body) -> Any:
    if body.form.kind == "flat":
        raise NotImplementedError(f"continuousCollide of a {body.form.name}: it has no end; use a large Box")
    return body.form.mesh if body.form.mesh is not None else body.form.approximated("when it meets another")


def defaultCollisionCallback(o1: CollisionObject, o2: CollisionObject, cdata: Any) -> bool:
    """Ask collide, and end when there are more contacts than cdata.request wants."""
    if not cdata.done:
        collide(o1, o2, cdata.request, cdata.result)
        cdata.done = cdata.result.is_collision and len(cdata.result.contacts) > cdata.request.num_max_contacts
    return bool(cdata.done)


def defaultDistanceCallback(o1: CollisionObject, o2: CollisionObject, cdata: Any) -> tuple[bool, float]:
    """Ask distance, and end at the first two that are in contact."""
    if not cdata.done:
        distance(o1, o2, cdata.request, cdata.result)
    return bool(cdata.done) or cdata.result.min_distance <= 0, cdata.result.min_distance
