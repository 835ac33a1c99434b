"""python-fcl, coal and trimesh's manager, each with what makes it fastest.

Common to all: the meshes are built once, before the clock; transforms are made once, before the clock, where the
library takes them ready made; one contact is asked for, and no details of it. The loop over the poses is in Python,
since none of them has a call for many poses.
"""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
from clock import Clock
from scenes import Array, Shape

Pairs = set[tuple[int, int]]
Timed = tuple[Array, Clock]  # collides or not, for each pose; what it took


class Fcl:
    """python-fcl: collide() of two objects. A result is used again until it holds a contact."""

    name, needs = "python-fcl", ("fcl",)

    def __init__(self, a: Shape, b: Shape) -> None:
        import fcl

        self.fcl = fcl
        self.a, self.b = (self._object(shape) for shape in (a, b))

    def _object(self, shape: Shape) -> Any:
        model = self.fcl.BVHModel()
        model.beginModel(len(shape.vertices), len(shape.faces))
        model.addSubModel(shape.vertices, shape.faces)
        model.endModel()
        return self.fcl.CollisionObject(model)

    def ready(self, poses: Array) -> list[Any]:
        return [self.fcl.Transform(pose[:3, :3], pose[:3, 3]) for pose in poses]

    def run(self, transforms: list[Any]) -> Timed:
        fcl, a, b = self.fcl, self.a, self.b
        request = fcl.CollisionRequest(num_max_contacts=1, enable_contact=False)
        result, met = fcl.CollisionResult(), []
        clock = Clock()
        for transform in transforms:
            b.setTransform(transform)
            found = fcl.collide(a, b, request, result)
            met.append(found)
            if found:
                result = fcl.CollisionResult()
        return np.array(met, bool), clock.stop()

    def pairs(self, transform: Any, most: int) -> Pairs:
        self.b.setTransform(transform)
        result = self.fcl.CollisionResult()
        self.fcl.collide(self.a, self.b, self.fcl.CollisionRequest(num_max_contacts=most, enable_contact=True), result)
        return {(contact.b1, contact.b2) for contact in result.contacts}


class Coal:
    """coal: ComputeCollision of two BVHModelOBBRSS, as its documentation advises for a pair asked about often."""

    name, needs = "coal", ("coal",)
    tolerance = 0.0  # 0: coal's own default, 1e-6

    def __init__(self, a: Shape, b: Shape) -> None:
        import coal

        self.coal = coal
        self.models = [self._model(shape) for shape in (a, b)]
        self.compute = coal.ComputeCollision(*self.models)

    def _model(self, shape: Shape) -> Any:
        model = self.coal.BVHModelOBBRSS()
        model.beginModel(len(shape.faces), len(shape.vertices))
        model.addVertices(np.asarray(shape.vertices))
        model.addTriangles(shape.faces.astype(np.int64))
        model.endModel()
        return model

    def ready(self, poses: Array) -> list[Any]:
        return [self.coal.Transform3s(np.ascontiguousarray(p[:3, :3]), np.ascontiguousarray(p[:3, 3])) for p in poses]

    def _request(self, most: int) -> Any:
        request = self.coal.CollisionRequest()
        request.num_max_contacts, request.enable_contact = most, most > 1
        if self.tolerance:
            request.gjk_tolerance = self.tolerance
        return request

    def run(self, transforms: list[Any]) -> Timed:
        still, request, result = self.coal.Transform3s(), self._request(1), self.coal.CollisionResult()
        compute, met = self.compute, []
        clock = Clock()
        for transform in transforms:
            result.clear()
            met.append(compute(still, transform, request, result))
        return np.array(met, bool), clock.stop()

    def pairs(self, transform: Any, most: int) -> Pairs:
        request, result = self._request(most), self.coal.CollisionResult()
        self.compute(self.coal.Transform3s(), transform, request, result)
        return {(contact.b1, contact.b2) for contact in (result.getContact(i) for i in range(result.numContacts()))}


class CoalFine(Coal):
    """coal with the finest tolerance that still helps it: at 1e-14 it is wrong more often again."""

    name, tolerance = "coal 1e-12", 1e-12


class TrimeshSingle:
    """The manager as it is mostly used: in_collision_single, which takes a pose, and makes the tree anew for each."""

    def __init__(self, a: Shape, b: Shape) -> None:
        import trimesh
        from trimesh.collision import CollisionManager

        self.manager, self.mesh = CollisionManager(), trimesh.Trimesh(b.vertices, b.faces, process=False)
        self.manager.add_object("it", trimesh.Trimesh(a.vertices, a.faces, process=False))

    def run(self, poses: Array) -> Timed:
        clock = Clock()
        met = [self.manager.in_collision_single(self.mesh, pose) for pose in poses]
        return np.array(met, bool), clock.stop()


class Trimesh:
    """trimesh's CollisionManager: a in one, b in another; set_transform and in_collision_other for each pose."""

    name, needs = "trimesh", ("trimesh", "fcl")

    def __init__(self, a: Shape, b: Shape) -> None:
        import trimesh
        from trimesh.collision import CollisionManager

        self.managers = [CollisionManager(), CollisionManager()]
        for manager, shape in zip(self.managers, (a, b)):
            manager.add_object("it", trimesh.Trimesh(shape.vertices, shape.faces, process=False))

    def ready(self, poses: Array) -> list[Any]:
        return list(poses)

    def run(self, poses: list[Any]) -> Timed:
        (still, moved), met = self.managers, []
        clock = Clock()
        for pose in poses:
            moved.set_transform("it", pose)
            met.append(still.in_collision_other(moved))
        return np.array(met, bool), clock.stop()


def found(kinds: list[type[Any]]) -> tuple[list[type[Any]], list[str]]:
    """Those that are installed, and the names of those that are not."""
    here = [kind for kind in kinds if all(map(importlib.util.find_spec, kind.needs))]
    return here, [kind.name for kind in kinds if kind not in here]
