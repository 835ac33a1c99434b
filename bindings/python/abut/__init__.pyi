"""The contract of the package: what each name takes and gives. Docstrings are in the code."""
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from subprocess import CompletedProcess
from types import TracebackType
from typing import Any, Literal, Protocol, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._enums import Kind as Kind, Relation as Relation
from ._values import Info as Info

__version__: str
__all__ = [
    "Answer", "Clashes", "Clearance", "Contacts", "Containment", "Deepest", "Depth", "DepthAlong", "Distance", "Error",
    "FileError", "First", "Flight", "Group", "Info", "Kind", "Meetings", "Mesh", "Motion", "NcReport", "Nearest",
    "Overlap", "Pose", "Reach", "Relation", "SelfContacts", "Shape", "ShapeContacts", "ShapeDistance", "SignedDistance",
    "Soup", "World", "collide", "collide_batch", "contain", "depth", "depth_along", "distance", "distance_batch",
    "first_contact", "first_contact_batch", "fly", "nc", "overlap", "plot", "program_path", "reach", "read", "read_points",
    "read_poses", "run", "self_collide", "shape_batch", "shape_collide", "shape_contain", "shape_distance", "signed_distance",
    "threads", "within", "within_batch", "write",
]

# A pose is None (the identity), a Pose, or a matrix of 3 or 4 rows and 4 columns: world = matrix @ point.
_PoseLike: TypeAlias = Pose | ArrayLike | None
_Progress: TypeAlias = Callable[[float], object] | bool | None
_Details: TypeAlias = Literal["pairs", "kinds", "points"] | None
_Vector: TypeAlias = tuple[float, float, float]

# ---------------------------------------------------------------------------------------- errors

class Error(ValueError):
    def __init__(self, what: str, status: int, text: str) -> None: ...
    status: int  # of abut_status: -5
    name: str    # of it: "NOT_RIGID"

class FileError(Error):
    path: str
    line: int    # 1-based; 0: the fault has no place in the file
    byte: int

# ------------------------------------------------------------------------------------------ poses

class Pose:
    def __new__(cls, matrix: _PoseLike = None, *, rotation: ArrayLike | None = None, translation: ArrayLike | None = None,
                quaternion: ArrayLike | None = None, axis: ArrayLike | None = None, degrees: float = 0.0,
                scale: float = 0.0) -> Pose: ...  # one of matrix, rotation (3x3), quaternion (x, y, z, w), axis with degrees
    @property
    def matrix(self) -> NDArray[np.float64]: ...  # 4x4, scale multiplied in
    @property
    def rotation(self) -> NDArray[np.float64]: ...
    @property
    def translation(self) -> _Vector: ...
    @property
    def scale(self) -> float: ...

class Motion:  # one piece of a way: abut_motion
    def __new__(cls, to: _PoseLike = None, *, way: ArrayLike | None = None, axis: ArrayLike | None = None,
                degrees: float = 0.0, pivot: ArrayLike | None = None) -> Motion: ...
    def pose(self, start: _PoseLike, time: float) -> Pose: ...

_MotionLike: TypeAlias = Motion | Sequence[Motion] | None

# ------------------------------------------------------------------------------------------ meshes

class Mesh:
    # vertices: (n, 3) of float64 or float32, taken without a copy, or anything numpy can make of it; faces: (m, 3) of
    # any integers. Or an object with .vertices/.faces (trimesh), .vertices/.triangles (open3d), .points/.regular_faces
    # (pyvista); a path of a file; bytes of a file; (n, 3, 3) corners of triangles.
    def __new__(cls, vertices: Any, faces: ArrayLike | None = None, *, method: str = "auto", effort: str = "normal",
                memory: str = "normal", leaf_size: int = 0, epsilon: float = 0.0, name: str | None = None,
                group: str | None = None, threads: int | None = None, progress: _Progress = None) -> Mesh: ...
    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Mesh: ...  # a saved one, mapped
    @classmethod
    def frombytes(cls, data: Any, /) -> Mesh: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    def tobytes(self) -> bytes: ...
    name: str | None
    @property
    def triangle_count(self) -> int: ...
    @property
    def vertex_count(self) -> int: ...
    @property
    def method(self) -> str: ...
    @property
    def bounds(self) -> NDArray[np.float64]: ...       # (2, 3): least and greatest corner
    @property
    def triangles(self) -> NDArray[np.float64]: ...    # (n, 3, 3): corners, in the order of the faces given
    @property
    def info(self) -> Info: ...
    @property
    def parts(self) -> NDArray[np.void]: ...           # structured, a row a connected component: abut_solid_part
    @property
    def is_solid(self) -> bool: ...                    # all components are closed and do not cross
    def __len__(self) -> int: ...                      # triangles
    def __reduce__(self) -> tuple[Any, ...]: ...
    # points: (n, 3), in the world where pose puts the mesh
    def contains(self, points: ArrayLike, *, pose: _PoseLike = None, threads: int | None = None) -> NDArray[np.bool_]: ...
    def nearest(self, points: ArrayLike, *, pose: _PoseLike = None, count: int = 1, within: float = 0.0,
                sides: bool = False, winding: bool = False, threads: int | None = None,
                progress: _Progress = None) -> Nearest: ...
    def signed_distance(self, points: ArrayLike, *, pose: _PoseLike = None, threads: int | None = None) -> NDArray[np.float64]: ...

# ----------------------------------------------------------------------------------------- answers

class Answer:
    complete: bool
    volume_tests: int; triangle_tests: int; node_updates: int; exact_tests: int
    def __bool__(self) -> bool: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class Contacts(Answer):  # bool(): there is contact. len(): pairs. An undecided answer refuses bool().
    state: Literal["undecided", "apart", "contact"]
    pairs: NDArray[np.uint32]       # (n, 2): triangle of a, triangle of b
    kinds: NDArray[np.int32] | None  # of Kind; None unless details="kinds" or "points"
    points: NDArray[np.float64] | None  # (m, 3): the corners of what each pair shares; offsets tells whose
    offsets: NDArray[np.intp] | None    # (n + 1): points[offsets[i]:offsets[i + 1]] belong to pairs[i]
    contacts: NDArray[np.void] | None   # structured, a row a pair: kind, point_count, events, points
    distance_least: float
    def __len__(self) -> int: ...
    def plot(self, a: Mesh, b: Mesh, *, pose_a: _PoseLike = None, pose_b: _PoseLike = None, ax: Any = None, show: bool = False) -> Any: ...

class Distance(Answer):  # float() is hi; bool() is refused: ask is_farther, or compare
    lo: float; hi: float
    is_farther: bool
    pair: tuple[int, int] | None
    points: tuple[_Vector, _Vector] | None
    features: tuple[int, int] | None
    def __float__(self) -> float: ...

class Clearance(Answer):  # bool(): too close, or in contact
    band: Literal["undecided", "contact", "close", "clear"]
    pairs: NDArray[np.uint32]
    contact_count: int
    approaches: NDArray[np.void] | None  # structured: lo, hi, kind, features, a_point, b_point
    def __len__(self) -> int: ...

class Containment(Answer):
    relation: Literal["unknown", "separate", "touching", "crossing", "a inside b", "b inside a"]
    reason: str
    a: NDArray[np.void]; b: NDArray[np.void]  # structured, a row a component
    contacts: Contacts

class First(Answer):  # bool(): contact or near
    state: Literal["undecided", "free", "contact", "near"]
    t_lo: float; t_hi: float
    pair: tuple[int, int] | None
    points: tuple[_Vector, _Vector] | None
    near_lo: float; near_hi: float

class Depth(Answer):         # abut_depth_least
    lo: float; hi: float
    translation: _Vector
    point: _Vector
    is_convex: bool
    reason: str

class DepthAlong(Answer):    # abut_depth_along
    depth_lo: float; depth_hi: float; clear_lo: float; clear_hi: float
    reason: str

class Reach(Answer):         # abut_reach: a_in_b and b_in_a
    a_in_b: Deepest
    b_in_a: Deepest
    reason: str

class Deepest:
    lo: float; hi: float; point: _Vector; triangle: int; nearest: int; foot: _Vector

class SignedDistance(Answer):
    relation: str
    signed_lo: float; signed_hi: float; distance_lo: float; distance_hi: float; depth_lo: float; depth_hi: float
    translation: _Vector
    reason: str

class Overlap(Answer):       # abut_overlap
    curves: NDArray[np.void]; points: NDArray[np.void]; patches: NDArray[np.void]; regions: NDArray[np.void]
    length: tuple[float, float]; area: tuple[float, float]; volume: tuple[float, float]
    contacts: Contacts
    def polylines(self) -> list[NDArray[np.float64]]: ...

class SelfContacts(Answer):  # bool(): there are pairs
    verdict: str
    pairs: NDArray[np.uint32]
    meetings: NDArray[np.void] | None
    def __len__(self) -> int: ...

class Nearest(Answer):       # a row a point
    triangles: NDArray[np.uint32]    # (n, count); 4294967295 where there is none
    distances: NDArray[np.float64]   # (n, count), hi; lo below
    lo: NDArray[np.float64]
    points: NDArray[np.float64]      # (n, count, 3)
    sides: NDArray[np.int32] | None  # of Side
    signed: NDArray[np.float64] | None
    winding: NDArray[np.float64] | None  # (n, 2): lo, hi

# ----------------------------------------------------------------------------------------- questions

def collide(a: Mesh, b: Mesh, *, pose_a: _PoseLike = None, pose_b: _PoseLike = None, frame_a: _PoseLike = None,
            frame_b: _PoseLike = None, limit: int = 0, details: _Details = None, budget: int = 0, deadline: float = 0.0,
            coherent: bool = False, any: bool = False, threads: int | None = None, progress: _Progress = None) -> Contacts: ...
def distance(a: Mesh, b: Mesh, *, pose_a: _PoseLike = None, pose_b: _PoseLike = None, frame_a: _PoseLike = None,
             frame_b: _PoseLike = None, within: float = 0.0, absolute: float = 0.0, relative: float = 0.0,
             details: _Details = None, budget: int = 0, deadline: float = 0.0, coherent: bool = False,
             threads: int | None = None, progress: _Progress = None) -> Distance: ...
# Are they nearer than distance, or as near? margin in place of distance in the stricter sense: strict=True.
def within(a: Mesh, b: Mesh, distance: float, *, pose_a: _PoseLike = None, pose_b: _PoseLike = None,
           frame_a: _PoseLike = None, frame_b: _PoseLike = None, strict: bool = False, limit: int = 0,
           details: _Details = None, budget: int = 0, deadline: float = 0.0, threads: int | None = None,
           progress: _Progress = None) -> Clearance: ...
def contain(a: Mesh, b: Mesh, *, pose_a: _PoseLike = None, pose_b: _PoseLike = None, frame_a: _PoseLike = None,
            frame_b: _PoseLike = None, details: _Details = None, threads: int | None = None,
            progress: _Progress = None) -> Containment: ...
def first_contact(a: Mesh, b: Mesh, *, pose_a: _PoseLike = None, pose_b: _PoseLike = None, frame_a: _PoseLike = None,
                  frame_b: _PoseLike = None, motion_a: _MotionLike = None, motion_b: _MotionLike = None,
                  separation: float = 0.0, resolution: float = 0.0, any: bool = False, details: _Details = None,
                  budget: int = 0, deadline: float = 0.0, threads: int | None = None, progress: _Progress = None) -> First: ...
def depth(a: Mesh, b: Mesh, *, pose_a: _PoseLike = None, pose_b: _PoseLike = None, frame_a: _PoseLike = None,
          frame_b: _PoseLike = None, absolute: float = 0.0, relative: float = 0.0, budget: int = 0, deadline: float = 0.0,
          threads: int | None = None, progress: _Progress = None) -> Depth: ...
def depth_along(a: Mesh, b: Mesh, direction: ArrayLike, *, pose_a: _PoseLike = None, pose_b: _PoseLike = None,
                frame_a: _PoseLike = None, frame_b: _PoseLike = None, absolute: float = 0.0, relative: float = 0.0,
                budget: int = 0, deadline: float = 0.0, threads: int | None = None, progress: _Progress = None) -> DepthAlong: ...
def reach(a: Mesh, b: Mesh, *, pose_a: _PoseLike = None, pose_b: _PoseLike = None, frame_a: _PoseLike = None,
          frame_b: _PoseLike = None, absolute: float = 0.0, relative: float = 0.0, budget: int = 0, deadline: float = 0.0,
          threads: int | None = None, progress: _Progress = None) -> Reach: ...
def signed_distance(a: Mesh, b: Mesh, *, pose_a: _PoseLike = None, pose_b: _PoseLike = None, frame_a: _PoseLike = None,
                    frame_b: _PoseLike = None, absolute: float = 0.0, relative: float = 0.0, budget: int = 0,
                    deadline: float = 0.0, threads: int | None = None, progress: _Progress = None) -> SignedDistance: ...
def overlap(a: Mesh, b: Mesh, *, pose_a: _PoseLike = None, pose_b: _PoseLike = None, frame_a: _PoseLike = None,
            frame_b: _PoseLike = None, volume: bool = False, threads: int | None = None, progress: _Progress = None) -> Overlap: ...
def self_collide(mesh: Mesh, *, pose: _PoseLike = None, limit: int = 0, details: _Details = None, budget: int = 0,
                 deadline: float = 0.0, threads: int | None = None, progress: _Progress = None) -> SelfContacts: ...

# Many at once, on threads. poses: (n, 4, 4) or (n, 3, 4), of b; or a sequence of Pose. poses_a: the same of a, as many;
# pose_a: one for all.
def collide_batch(a: Mesh, b: Mesh, poses: Any, *, pose_a: _PoseLike = None, poses_a: Any = None, threads: int | None = None,
                  progress: _Progress = None) -> NDArray[np.bool_]: ...
def distance_batch(a: Mesh, b: Mesh, poses: Any, *, pose_a: _PoseLike = None, poses_a: Any = None, within: float = 0.0,
                   absolute: float = 0.0, relative: float = 0.0, details: _Details = None, threads: int | None = None,
                   progress: _Progress = None) -> NDArray[np.void]: ...  # structured: lo, hi, is_farther, has_pair, pair, a_point, b_point
def within_batch(a: Mesh, b: Mesh, distance: float, poses: Any, *, pose_a: _PoseLike = None, poses_a: Any = None,
                 strict: bool = False, threads: int | None = None, progress: _Progress = None) -> NDArray[np.bool_]: ...
# From poses[i] to ends[i], by abut.Motion(to): structured: state, t_lo, t_hi, has_pair, pair.
def first_contact_batch(a: Mesh, b: Mesh, poses: Any, ends: Any, *, pose_a: _PoseLike = None, separation: float = 0.0,
                        resolution: float = 0.0, any: bool = False, threads: int | None = None,
                        progress: _Progress = None) -> NDArray[np.void]: ...

def threads(count: int | None = None) -> int: ...  # how many batches and long calls use; 0: as many as there are

# A picture by matplotlib; its axes. contacts: of collide(); None: asked for here.
def plot(a: Mesh, b: Mesh, contacts: Contacts | None = None, *, pose_a: _PoseLike = None, pose_b: _PoseLike = None,
         ax: Any = None, most: int = 20_000, show: bool = False) -> Any: ...

# ------------------------------------------------------------------------------------------- worlds

class World:
    def __new__(cls, *, threads: int | None = None) -> World: ...
    def add(self, mesh: Mesh, pose: _PoseLike = None, *, margin: float = 0.0, frame: _PoseLike = None,
            name: object = None) -> int: ...
    def remove(self, id: int) -> None: ...
    def move(self, id: int, pose: _PoseLike) -> None: ...
    def frame(self, id: int, frame: _PoseLike) -> None: ...
    def group(self, id: int, groups: int, against: int) -> None: ...
    def margin(self, id: int, margin: float) -> None: ...
    def ignore(self, pairs: ArrayLike) -> None: ...            # in place of those ignored before
    def pair_margins(self, pairs: ArrayLike, margins: ArrayLike) -> None: ...
    def strict(self, strict: bool) -> None: ...
    def motion(self, id: int, motion: Motion | None) -> None: ...
    def mesh(self, id: int) -> Mesh: ...
    def pose(self, id: int) -> Pose: ...
    def name(self, id: int) -> object: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __contains__(self, id: object) -> bool: ...
    # survey: what is told of each pair, as abut_survey has it
    def collide(self, survey: Literal["contacts", "counts", "regions", "relations", "boxes", "clearances", "distances"] = "contacts",
                *, limit: int = 0, budget: int = 0, deadline: float = 0.0, coherent: bool = False,
                progress: _Progress = None) -> Clashes: ...
    def sweep(self, *, separation: float = 0.0, resolution: float = 0.0, any: bool = False, details: _Details = None,
              budget: int = 0, deadline: float = 0.0, earliest: bool = False, progress: _Progress = None) -> Meetings: ...

class Clashes(Answer):  # bool(): some two meet. len(): pairs
    state: str; band: str
    pairs: NDArray[np.uint32]            # ids, a < b
    clashes: NDArray[np.void] | None     # structured
    gaps: NDArray[np.void] | None        # structured
    undecided: NDArray[np.uint32]
    asked: int
    def __len__(self) -> int: ...

class Meetings(Answer):
    state: str; t_lo: float
    pairs: NDArray[np.uint32]
    firsts: NDArray[np.void]
    asked: int
    def __len__(self) -> int: ...

# -------------------------------------------------------------------------------------------- ways

class Flight:  # bool(): contact at some pose, or in between
    contact: NDArray[np.bool_]           # at each pose
    steps: NDArray[np.intp]              # those in contact, or too close
    distances: NDArray[np.void] | None   # clearance=: structured, as distance_batch has it
    first: First | None                  # continuous=True: when it first touches, over the whole way
    def __bool__(self) -> bool: ...
    def __len__(self) -> int: ...        # poses

def fly(a: Mesh, b: Mesh, path: Any, *, pose_a: _PoseLike = None, path_a: Any = None, continuous: bool = False,
        clearance: float | None = None, resolution: float = 0.0, threads: int | None = None,
        progress: _Progress = None) -> Flight: ...  # path: poses, or a file of poses (docs/files.md)

# -------------------------------------------------------------------------------------------- shapes

class Shape:
    kind: str
    pose: Pose
    @staticmethod
    def sphere(center: ArrayLike, radius: float, *, pose: _PoseLike = None) -> Shape: ...
    @staticmethod
    def capsule(start: ArrayLike, end: ArrayLike, radius: float, *, pose: _PoseLike = None) -> Shape: ...
    @staticmethod
    def box(center: ArrayLike, half: ArrayLike, *, pose: _PoseLike = None) -> Shape: ...
    @staticmethod
    def cylinder(start: ArrayLike, end: ArrayLike, radius: float, *, pose: _PoseLike = None) -> Shape: ...
    @staticmethod
    def cone(apex: ArrayLike, base: ArrayLike, radius: float, *, pose: _PoseLike = None) -> Shape: ...
    @staticmethod
    def segment(start: ArrayLike, end: ArrayLike, *, pose: _PoseLike = None) -> Shape: ...
    @staticmethod
    def ray(origin: ArrayLike, direction: ArrayLike, *, pose: _PoseLike = None) -> Shape: ...
    @staticmethod
    def triangle(corners: ArrayLike, *, pose: _PoseLike = None) -> Shape: ...
    @staticmethod
    def plane(point: ArrayLike, normal: ArrayLike, *, pose: _PoseLike = None) -> Shape: ...
    @staticmethod
    def half_space(point: ArrayLike, normal: ArrayLike, *, pose: _PoseLike = None) -> Shape: ...
    @staticmethod
    def hull(points: ArrayLike, *, pose: _PoseLike = None) -> Shape: ...
    @staticmethod
    def point(point: ArrayLike, *, pose: _PoseLike = None) -> Shape: ...
    def moved(self, pose: _PoseLike) -> Shape: ...

class ShapeContacts(Answer):  # bool(): contact. len(): triangles
    state: str
    triangles: NDArray[np.uint32]
    at: NDArray[np.float64] | None  # a ray's, (n, 2)
    def __len__(self) -> int: ...

class ShapeDistance(Answer):
    lo: float; hi: float; is_farther: bool; triangle: int | None
    points: tuple[_Vector, _Vector] | None
    def __float__(self) -> float: ...

def shape_collide(mesh: Mesh, shape: Shape, *, pose: _PoseLike = None, limit: int = 0, details: _Details = None,
                  budget: int = 0, deadline: float = 0.0) -> ShapeContacts: ...
def shape_distance(mesh: Mesh, shape: Shape, *, pose: _PoseLike = None, within: float = 0.0, absolute: float = 0.0,
                   relative: float = 0.0, details: _Details = None, budget: int = 0, deadline: float = 0.0) -> ShapeDistance: ...
def shape_contain(mesh: Mesh, shape: Shape, *, pose: _PoseLike = None) -> Literal["unknown", "apart", "contact", "shape inside", "model inside"]: ...
def shape_batch(mesh: Mesh, shapes: Sequence[Shape], *, pose: _PoseLike = None, threads: int | None = None) -> NDArray[np.bool_]: ...

# --------------------------------------------------------------------------------------------- files

class Group:
    name: str
    kind: str            # "o", "g" or "s"
    first: int; count: int

class Soup:
    vertices: NDArray[np.float64]
    faces: NDArray[np.uint32]
    face_of: NDArray[np.uint32] | None  # the file's face of each triangle, where faces were cut
    groups: list[Group]
    warnings: list[str]
    format: str
    def mesh(self, group: str | None = None, **options: Any) -> Mesh: ...

def read(source: str | os.PathLike[str] | bytes, *, format: str | None = None, drop_bad: bool = False,
         group: str | None = None, progress: _Progress = None) -> Soup: ...
def write(path: str | os.PathLike[str], vertices: Any, faces: ArrayLike | None = None, *, format: str | None = None) -> None: ...
def read_poses(source: str | os.PathLike[str] | bytes) -> NDArray[np.float64]: ...   # (n, 4, 4); two bodies: (2, n, 4, 4)
def read_points(source: str | os.PathLike[str] | bytes) -> NDArray[np.float64]: ...  # (n, 3)

# ------------------------------------------------------------------------------------------- program

class NcReport(Mapping[str, Any]):  # what `abut nc --json` prints; bool(): something is cut
    exit_code: int
    def __getitem__(self, key: str, /) -> Any: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

# The program `abut`, which the wheel brings. Keywords are the options: part_unit="mm", tool="flat:d=6,length=20".
def nc(program: str | os.PathLike[str], *, part: str | os.PathLike[str] | Mesh | None = None, stock: Any = None,
       fixtures: Iterable[Any] = (), **options: Any) -> NcReport: ...
def program_path() -> str: ...
def run(*args: str | os.PathLike[str]) -> CompletedProcess[str]: ...  # the program, with these arguments
