"""Geometries, transforms and objects of abut.compat.fcl, under the names of python-fcl."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

import abut

from . import fcl_forms as forms
from .fcl_data import NODE_TYPE, OBJECT_TYPE
from .fcl_forms import Form


def _vector(value: Any, name: str = "a vector") -> Any:
    made = np.array(value, dtype=np.float64).reshape(-1)
    if made.shape != (3,):
        raise ValueError(f"{name}: three numbers are wanted, not {made.shape[0]}")
    return made


def _matrix(value: Any) -> Any:
    made = np.array(value, dtype=np.float64)
    if made.shape != (3, 3):
        raise ValueError(f"a rotation: 3 x 3 numbers are wanted, not {made.shape}")
    return made


# ---------------------------------------------------------------------------------------------------- transforms


def _turned(q: Any) -> Any:
    """The matrix of a quaternion w, x, y, z; one that is not quite of length 1 is taken as it is, as FCL does."""
    q = np.array(q, dtype=np.float64).reshape(-1)
    if q.shape != (4,):
        raise ValueError(f"a quaternion: four numbers are wanted, w first, not {q.shape[0]}")
    w, x, y, z = (float(value) for value in q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def _quaternion(m: Any) -> Any:
    """The quaternion w, x, y, z of a rotation: by the greatest of its four parts, so that no digits are lost."""
    if (trace := m[0, 0] + m[1, 1] + m[2, 2]) > 0:
        s = math.sqrt(trace + 1)
        return np.array(
            [s / 2, (m[2, 1] - m[1, 2]) / (2 * s), (m[0, 2] - m[2, 0]) / (2 * s), (m[1, 0] - m[0, 1]) / (2 * s)]
        )
    i = int(np.argmax(np.diag(m)))
    j, k = (i + 1) % 3, (i + 2) % 3
    s = math.sqrt(m[i, i] - m[j, j] - m[k, k] + 1)
    made = np.empty(4)
    made[0] = (m[k, j] - m[j, k]) / (2 * s)
    made[1 + i], made[1 + j], made[1 + k] = s / 2, (m[j, i] + m[i, j]) / (2 * s), (m[k, i] + m[i, k]) / (2 * s)
    return made


class _Placed:
    """What has a rotation and a translation. Arrays go in and out as copies."""

    _rotation: Any
    _translation: Any

    def _moved(self) -> None:
        pass

    def getRotation(self) -> Any:
        """(3, 3) float64."""
        return self._rotation.copy()

    def getTranslation(self) -> Any:
        """(3,) float64."""
        return self._translation.copy()

    def getQuatRotation(self) -> Any:
        """(4,) float64: w, x, y, z."""
        return _quaternion(self._rotation)

    def setRotation(self, R: Any) -> None:
        self._rotation = _matrix(R)
        self._moved()

    def setTranslation(self, T: Any) -> None:
        self._translation = _vector(T, "a translation")
        self._moved()

    def setQuatRotation(self, q: Any) -> None:
        """q: w, x, y, z."""
        self._rotation = _turned(q)
        self._moved()


class Transform(_Placed):
    """A rotation and a translation: Transform(), (R), (q), (T), (R, T), (q, T) or a copy of another. q: w, x, y, z."""

    def __init__(self, *args: Any) -> None:
        self._rotation, self._translation = np.eye(3), np.zeros(3)
        if len(args) > 2:
            raise ValueError("Transform: at most a rotation and a translation")
        if len(args) == 1 and isinstance(args[0], Transform):
            self._rotation, self._translation = args[0].getRotation(), args[0].getTranslation()
        elif args:
            self._take(np.array(args[0], dtype=np.float64), len(args))
        if len(args) == 2:
            self._translation = _vector(args[1], "a translation")

    def _take(self, first: Any, count: int) -> None:
        if first.shape == (3, 3):
            self._rotation = first
        elif first.shape == (4,):
            self._rotation = _turned(first)
        elif first.shape == (3,) and count == 1:
            self._translation = first
        else:
            raise ValueError(f"Transform: neither a rotation nor a translation has the shape {first.shape}")


# ---------------------------------------------------------------------------------------------------- geometries


class _Given:
    """A number or a vector of a geometry. What was made of the geometry goes when it is set."""

    def __init__(self, convert: Callable[[Any], Any] = float) -> None:
        self.convert = convert

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, owner: Any, cls: type | None = None) -> Any:
        if owner is None:
            return self
        value = owner._given[self.name]
        return value.copy() if isinstance(value, np.ndarray) else value

    def __set__(self, owner: Any, value: Any) -> None:
        owner._given[self.name] = self.convert(value)
        owner._changed()


class CollisionGeometry:
    """What all geometries share. By itself it is none: an object of it is refused."""

    _node: int | None = None
    _object = OBJECT_TYPE.OT_GEOM

    def __init__(self) -> None:
        self._given: dict[str, Any] = {}
        self._made: Form | None = None
        self._center: Any = None

    def _changed(self) -> None:
        self._made = self._center = None

    def _make(self) -> Form:
        raise ValueError(f"{type(self).__name__}: there is nothing to ask about")

    def _form(self) -> Form:
        if self._made is None:
            self._made = self._make()
        return self._made

    def getNodeType(self) -> int | None:
        """One of NODE_TYPE; None of a CollisionGeometry itself."""
        return self._node

    def computeLocalAABB(self) -> None:
        """Forget an aabb_center that was set."""
        self._center = None

    @property
    def aabb_center(self) -> Any:
        """The middle of the box about it, in its own axes. To set it changes no answer."""
        if self._center is None and self._node is not None:
            box = self._form().box()
            self._center = np.zeros(3) if box is None else (box[0] + box[1]) / 2
        return None if self._center is None else self._center.copy()

    @aabb_center.setter
    def aabb_center(self, value: Any) -> None:
        if self._node is None:
            raise ReferenceError("a CollisionGeometry has no box")
        self._center = _vector(value)


class TriangleP(CollisionGeometry):
    """A triangle."""

    _node = NODE_TYPE.GEOM_TRIANGLE
    a, b, c = _Given(_vector), _Given(_vector), _Given(_vector)

    def __init__(self, a: Any, b: Any, c: Any) -> None:
        super().__init__()
        self.a, self.b, self.c = a, b, c

    def _make(self) -> Form:
        return forms.triangle("TriangleP", np.array([self.a, self.b, self.c]))


class Box(CollisionGeometry):
    """A solid box about the origin, with sides of these lengths."""

    _node = NODE_TYPE.GEOM_BOX
    side = _Given(_vector)

    def __init__(self, x: float, y: float, z: float) -> None:
        super().__init__()
        self.side = (x, y, z)

    def _make(self) -> Form:
        return forms.box("Box", self.side)


class Sphere(CollisionGeometry):
    """A solid sphere about the origin."""

    _node = NODE_TYPE.GEOM_SPHERE
    radius = _Given()

    def __init__(self, radius: float) -> None:
        super().__init__()
        self.radius = radius

    def _make(self) -> Form:
        return forms.sphere("Sphere", self.radius)


class _Long(CollisionGeometry):
    radius, lz = _Given(), _Given()

    def __init__(self, radius: float, lz: float) -> None:
        super().__init__()
        self.radius, self.lz = radius, lz

    def _make(self) -> Form:
        make: Callable[[str, float, float], Form] = getattr(forms, type(self)._maker)
        return make(type(self)._maker.capitalize(), self.radius, self.lz)

    _maker = ""


class Capsule(_Long):
    """All within the radius of a segment of length lz, along z about the origin."""

    _node, _maker = NODE_TYPE.GEOM_CAPSULE, "capsule"


class Cylinder(_Long):
    """A solid cylinder of length lz, along z about the origin."""

    _node, _maker = NODE_TYPE.GEOM_CYLINDER, "cylinder"


class Cone(_Long):
    """A solid cone: its apex at lz / 2 on z, its base at -lz / 2."""

    _node, _maker = NODE_TYPE.GEOM_CONE, "cone"


class Convex(CollisionGeometry):
    """A convex solid. faces: of each face how many corners it has, then their indices, one after the other."""

    _node = NODE_TYPE.GEOM_CONVEX

    def __init__(self, vertices: Any, num_faces: int, faces: Any) -> None:
        super().__init__()
        self._points = np.array(vertices, dtype=np.float64).reshape(-1, 3)
        self._faces, self.num_faces = _fans(np.asarray(faces).reshape(-1).tolist(), num_faces), int(num_faces)
        if self._faces.size and int(self._faces.max()) >= len(self._points):
            raise ValueError(f"Convex: a face has the index {self._faces.max()}, of {len(self._points)} vertices")

    def _make(self) -> Form:
        return forms.convex("Convex", self._points, self._faces)


def _fans(flat: list[int], count: int) -> Any:
    faces, at = [], 0
    for _ in range(count):
        corners = [int(index) for index in flat[at + 1 : at + 1 + int(flat[at])]] if at < len(flat) else []
        if len(corners) < 3 or min(corners) < 0:
            raise ValueError(f"Convex: the faces end, or are no indices, at the number {at}")
        faces += [(corners[0], b, c) for b, c in zip(corners[1:], corners[2:])]
        at += 1 + len(corners)
    return np.array(faces, dtype=np.int64).reshape(-1, 3)


class _Flat(CollisionGeometry):
    """n and d are divided by the length of n, as FCL does."""

    n, d = _Given(_vector), _Given()

    def __init__(self, n: Any, d: float) -> None:
        super().__init__()
        self.n, self.d = n, d
        length = float(np.linalg.norm(self.n))
        if not length:
            raise ValueError(f"{type(self).__name__}: a normal of length 0")
        if length != 1.0:
            self.n, self.d = self.n / length, self.d / length

    def _make(self) -> Form:
        return forms.flat(type(self).__name__, self.n, self.d, isinstance(self, Halfspace))


class Halfspace(_Flat):
    """All x with n @ x <= d."""

    _node = NODE_TYPE.GEOM_HALFSPACE


class Plane(_Flat):
    """All x with n @ x == d."""

    _node = NODE_TYPE.GEOM_PLANE


class BVHModel(CollisionGeometry):
    """A mesh, as a surface: what is inside it is not in collision with it, as in FCL."""

    _node, _object = NODE_TYPE.BV_OBBRSS, OBJECT_TYPE.OT_BVH

    def __init__(self) -> None:
        super().__init__()
        self._state = 0
        self._vertices: list[Any] = []
        self._triangles: list[Any] = []

    def _make(self) -> Form:
        if self._state != 2:
            raise ValueError("BVHModel: not built: call beginModel, addSubModel or addTriangle, endModel")
        return forms.surface("BVHModel", np.concatenate(self._vertices), np.concatenate(self._triangles))

    def num_tries_(self) -> int:
        """How many triangles it has."""
        return sum(len(part) for part in self._triangles)

    def buildState(self) -> int:
        """0: nothing was begun; 1: between beginModel and endModel; 2: built."""
        return self._state

    def beginModel(self, num_tris_: int = 0, num_vertices_: int = 0) -> int:
        """Begin anew. The numbers are not needed. Return 0."""
        self._state, self._vertices, self._triangles = 1, [], []
        self._changed()
        return 0

    def endModel(self) -> int:
        """Return 0; -2: beginModel was not called; -3: there are no triangles."""
        if self._state != 1:
            return -2
        if not self._triangles:
            return -3
        self._state = 2
        return 0

    def addVertex(self, x: float, y: float, z: float) -> bool:
        """Refused: python-fcl's fails too, and a model of points alone has nothing to meet."""
        raise NotImplementedError("BVHModel.addVertex: points without triangles; use addTriangle or addSubModel")

    def addTriangle(self, v1: Any, v2: Any, v3: Any) -> bool:
        """Add one triangle."""
        return self.addSubModel([_vector(v1), _vector(v2), _vector(v3)], [(0, 1, 2)])

    def addSubModel(self, verts: Any, triangles: Any) -> bool:
        """Add triangles. verts: (n, 3); triangles: (m, 3) indices of these verts."""
        if self._state != 1:
            raise ValueError("BVHModel: triangles are added between beginModel and endModel")
        points = np.array(verts, dtype=np.float64).reshape(-1, 3)
        faces = np.array(triangles).reshape(-1, 3)
        if faces.size and not 0 <= int(faces.min()) <= int(faces.max()) < len(points):
            raise ValueError(f"BVHModel: indices from {faces.min()} to {faces.max()}, of {len(points)} vertices")
        self._triangles.append(faces.astype(np.int64) + sum(len(part) for part in self._vertices))
        self._vertices.append(points)
        return True


class Ellipsoid(CollisionGeometry):
    """Refused: the library has no ellipsoids."""

    def __init__(self, a: float, b: float, c: float) -> None:
        raise NotImplementedError(
            "fcl.Ellipsoid: abut has no ellipsoids; use a BVHModel or a Convex of its triangles, "
            "or a Sphere or a Capsule about it"
        )


class OcTree(CollisionGeometry):
    """Refused: the library has no octrees."""

    def __init__(self, r: float, data: Any) -> None:
        raise NotImplementedError(
            "fcl.OcTree: abut has no octrees; use a Box for each cell, or a BVHModel of their faces"
        )


# ---------------------------------------------------------------------------------------------------- objects


def pose_of(rotation: Any, translation: Any) -> abut.Pose:
    """The abut.Pose of a rotation, kept bit by bit, and a translation."""
    matrix = np.empty((3, 4))
    matrix[:, :3], matrix[:, 3] = rotation, translation
    return abut.Pose(matrix)


@dataclass(frozen=True)
class Body:
    """A form where it is: what questions are asked about. It never changes."""

    form: Form
    geometry: CollisionGeometry
    rotation: Any
    translation: Any
    pose: Any

    @cached_property
    def shape(self) -> Any:
        """Its abut.Shape, in the world."""
        return self.form.shape.moved(self.pose)

    def extreme(self, direction: Any) -> Any:
        """The point that is farthest in a direction, a unit vector; in the world."""
        local = direction @ self.rotation
        return self.rotation @ self.form.extreme(local / np.linalg.norm(local)) + self.translation

    def extremes(self, directions: Any) -> Any:
        """(n, 3): those in each direction; of a round form those of its core. Directions need no length."""
        return self.form.extremes(directions @ self.rotation) @ self.rotation.T + self.translation

    def span(self, direction: Any) -> tuple[float, float]:
        """How far it goes along a direction: least and greatest. Of a flat form for what is along its normal alone."""
        if self.form.kind == "flat":
            normal, offset = self.plane()
            along = float(normal @ direction)
            if abs(along) < 1.0 - 1e-12:
                return -math.inf, math.inf
            if not self.form.is_solid:
                return along * offset, along * offset
            return (-math.inf, offset) if along > 0 else (-offset, math.inf)
        return float(self.extreme(-direction) @ direction), float(self.extreme(direction) @ direction)

    def plane(self) -> tuple[Any, float]:
        """Of a flat form: its normal and its offset, in the world."""
        normal = self.rotation @ self.form.normal
        length = float(np.linalg.norm(normal))
        normal = normal / length
        return normal, float(normal @ (self.rotation @ (self.form.normal * self.form.offset) + self.translation))


class CollisionObject(_Placed):
    """A geometry in a pose. Several objects can share a geometry."""

    def __init__(
        self, geom: CollisionGeometry | None = None, tf: Transform | None = None, _no_instance: bool = False
    ) -> None:
        if geom is not None and not isinstance(geom, CollisionGeometry):
            raise TypeError(f"CollisionObject: a CollisionGeometry is wanted, not {type(geom).__name__}")
        if tf is not None and not isinstance(tf, Transform):
            raise TypeError(f"CollisionObject: a Transform is wanted, not {type(tf).__name__}")
        if geom is None or geom.getNodeType() is None:
            raise ValueError("CollisionObject: a geometry is wanted")
        self._geometry = geom
        self._now: Body | None = None
        self._place = object()  # another one after each move
        self.setTransform(Transform() if tf is None else tf)

    def _moved(self) -> None:
        self._now, self._place = None, object()

    def _body(self) -> Body:
        form = self._geometry._form()
        if self._now is None or self._now.form is not form:
            pose = pose_of(self._rotation, self._translation)
            self._now = Body(form, self._geometry, self._rotation, self._translation, pose)
        return self._now

    def getObjectType(self) -> int:
        """One of OBJECT_TYPE."""
        return self._geometry._object

    def getNodeType(self) -> int | None:
        """One of NODE_TYPE."""
        return self._geometry.getNodeType()

    def getTransform(self) -> Transform:
        """A copy of where it is."""
        return Transform(self._rotation, self._translation)

    def setTransform(self, tf: Transform) -> None:
        self._rotation, self._translation = tf.getRotation(), tf.getTranslation()
        self._moved()

    def isOccupied(self) -> bool:
        """True: only an OcTree could say otherwise."""
        return True

    def isFree(self) -> bool:
        """False."""
        return False

    def isUncertain(self) -> bool:
        """False."""
        return False
