"""What a program asks of abut.compat.fcl and what it is told: requests, results, and the numbers that name things.

The names, their order and their defaults are those of python-fcl. A request is checked when it is used, not before: its
fields are there to be set.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np


class OBJECT_TYPE:
    """What getObjectType tells."""

    OT_UNKNOWN, OT_BVH, OT_GEOM, OT_OCTREE, OT_COUNT = range(5)


class NODE_TYPE:
    """What getNodeType tells. A BVHModel is BV_OBBRSS, as in python-fcl, whatever tree abut made of it."""

    BV_UNKNOWN, BV_AABB, BV_OBB, BV_RSS, BV_kIOS, BV_OBBRSS, BV_KDOP16, BV_KDOP18, BV_KDOP24 = range(9)
    GEOM_BOX, GEOM_SPHERE, GEOM_ELLIPSOID, GEOM_CAPSULE, GEOM_CONE, GEOM_CYLINDER, GEOM_CONVEX = range(9, 16)
    GEOM_PLANE, GEOM_HALFSPACE, GEOM_TRIANGLE, GEOM_OCTREE, NODE_COUNT = range(16, 21)


class CCDMotionType:
    """How objects move in continuousCollide. Screws and splines are refused."""

    CCDM_TRANS, CCDM_LINEAR, CCDM_SCREW, CCDM_SPLINE = range(4)


class CCDSolverType:
    """How FCL would search: abut proves its answer, which is the same for each."""

    CCDC_NAIVE, CCDC_CONSERVATIVE_ADVANCEMENT, CCDC_RAY_SHOOTING, CCDC_POLYNOMIAL_SOLVER = range(4)


class GJKSolverType:
    """Which iteration FCL would use: abut has none, so the answer is the same for both."""

    GST_LIBCCD, GST_INDEP = range(2)


class Contact:
    """Where two objects meet. o1, o2: their geometries. b1, b2: the triangles; -1 of a shape.

    pos lies in both, normal points from o1 to o2, and to move o2 by penetration_depth along it ends this contact. These
    three are worked out when one of them is first looked at.
    """

    def __init__(self) -> None:
        self.o1: Any = None
        self.o2: Any = None
        self.b1 = 0
        self.b2 = 0
        self._fields: list[Any] | None = [np.zeros(3), np.zeros(3), 0.0]
        self._places: Any = None
        self._index = 0

    @classmethod
    def _later(cls, o1: Any, o2: Any, pair: tuple[int, int], places: Any, index: int) -> Contact:
        made = cls.__new__(cls)
        made.o1, made.o2, (made.b1, made.b2) = o1, o2, pair
        made._fields, made._places, made._index = None, places, index
        return made

    def _get(self, field: int) -> Any:
        if self._fields is None:
            self._fields = [column[self._index] for column in self._places()]
            self._fields[2] = float(self._fields[2])
        return self._fields[field]

    def _set(self, field: int, value: Any) -> None:
        self._get(field)
        assert self._fields is not None
        self._fields[field] = value

    normal = property(lambda self: self._get(0), lambda self, value: self._set(0, value))
    pos = property(lambda self: self._get(1), lambda self, value: self._set(1, value))
    penetration_depth = property(lambda self: self._get(2), lambda self, value: self._set(2, value))


class CostSource:
    """Here so that its name is. No question makes one: see CollisionRequest.enable_cost."""

    def __init__(self) -> None:
        self.aabb_min = np.zeros(3)
        self.aabb_max = np.zeros(3)
        self.cost_density = 0.0
        self.total_cost = 0.0


class CollisionRequest:
    """How many contacts of two objects are wanted. enable_cost is refused when it is used.

    enable_contact is not needed: a contact's place is worked out when you look at it.
    """

    def __init__(
        self,
        num_max_contacts: int = 1,
        enable_contact: bool = False,
        num_max_cost_sources: int = 1,
        enable_cost: bool = False,
        use_approximate_cost: bool = True,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
    ) -> None:
        self.num_max_contacts = num_max_contacts
        self.enable_contact = enable_contact
        self.num_max_cost_sources = num_max_cost_sources
        self.enable_cost = enable_cost
        self.use_approximate_cost = use_approximate_cost
        self.gjk_solver_type = gjk_solver_type


class CollisionResult:
    """Whether objects meet, and where. Questions add to it."""

    def __init__(self, is_collision: bool = False) -> None:
        self.is_collision = is_collision
        self.contacts: list[Contact] = []
        self.cost_sources: list[CostSource] = []


class ContinuousCollisionRequest:
    """How objects move, and how near time_of_contact has to be: toc_err, as a part of the way.

    num_max_iterations, gjk_solver_type and ccd_solver_type say how FCL would search, and change no answer here.
    """

    def __init__(
        self,
        num_max_iterations: int = 10,
        toc_err: float = 0.0001,
        ccd_motion_type: int = CCDMotionType.CCDM_TRANS,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
        ccd_solver_type: int = CCDSolverType.CCDC_CONSERVATIVE_ADVANCEMENT,
    ) -> None:
        self.num_max_iterations = num_max_iterations
        self.toc_err = toc_err
        self.ccd_motion_type = ccd_motion_type
        self.gjk_solver_type = gjk_solver_type
        self.ccd_solver_type = ccd_solver_type


class ContinuousCollisionResult:
    """Whether objects meet on their way, and up to which part of it they certainly do not."""

    def __init__(self, is_collide: bool = False, time_of_contact: float = 1.0) -> None:
        self.is_collide = is_collide
        self.time_of_contact = time_of_contact


class DistanceRequest:
    """Whether a depth is wanted of objects that overlap. Nearest points are always told, asked for or not."""

    def __init__(
        self,
        enable_nearest_points: bool = False,
        enable_signed_distance: bool = False,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
    ) -> None:
        self.enable_nearest_points = enable_nearest_points
        self.enable_signed_distance = enable_signed_distance
        self.gjk_solver_type = gjk_solver_type


class DistanceResult:
    """The least distance that was found. Questions replace it by a lesser one."""

    def __init__(self, min_distance_: float = sys.float_info.max) -> None:
        self.min_distance = min_distance_
        self.nearest_points: list[Any] = [None, None]
        self.o1: Any = None
        self.o2: Any = None
        self.b1 = -1
        self.b2 = -1


class CollisionData:
    """What defaultCollisionCallback is given: a request, a result, and whether that is enough."""

    def __init__(self, request: CollisionRequest | None = None, result: CollisionResult | None = None) -> None:
        self.request = CollisionRequest() if request is None else request
        self.result = CollisionResult() if result is None else result
        self.done = False


class DistanceData:
    """What defaultDistanceCallback is given: a request, a result, and whether that is enough."""

    def __init__(self, request: DistanceRequest | None = None, result: DistanceResult | None = None) -> None:
        self.request = DistanceRequest() if request is None else request
        self.result = DistanceResult() if result is None else result
        self.done = False
