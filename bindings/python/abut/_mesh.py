"""Meshes: built of arrays, of other libraries' objects or of files; saved, opened in place, sent to other processes."""

from __future__ import annotations

import io
import mmap
import os
import stat
from typing import Any

from . import _abut
from ._convert import numpy, shown
from ._enums import Fault
from ._errors import Error
from ._files import FileError, is_content, is_path, path_text, read
from ._rows import column
from ._sources import arrays_of, where

_SAVED = b"\x8aabut\r\n\x1a"  # how a saved mesh begins
_DEFAULTS: dict[str, Any] = {"method": "auto", "effort": "normal", "memory": "normal", "leaf_size": 0, "epsilon": 0.0}

_CODES = {-15: "F008", -16: "F009"}  # of saved meshes: damaged, of another version


class Mesh(_abut.Mesh):
    """A triangle mesh, made ready to be searched. It never changes: share it between threads, pickle it to processes.

    Of vertices, (n, 3) float64 or float32, and faces, (m, 3) of any integers; or of one value: an object that has vertices and
    faces (trimesh, Open3D, PyVista, meshio, Soup), (n, 3, 3) corners of triangles, the path of a file (STL, OBJ, PLY, OFF, glTF,
    3MF, or one that save wrote), or a file's bytes. Degenerate and duplicate triangles are fine; index i in answers is faces[i].

    method, effort, memory, leaf_size, epsilon: how it is searched (abut.h); answers are the same for all. name: what you call it;
    of a file its name. group: of a file, only the triangles of the groups of that name. threads, progress: of the build.

    Error tells the vertex that is not finite, or the triangle whose vertex does not exist; FileError the file and the line.

    >>> Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
    <Mesh: 1 triangle>
    """

    name: str | None = None
    change: Any = None  # of one that refit or edit made: a Change

    def __new__(cls, vertices: Any, faces: Any = None, *, method: str = "auto", effort: str = "normal", memory: str = "normal",
                leaf_size: int = 0, epsilon: float = 0.0, name: str | None = None, group: str | None = None,
                threads: int | None = None, progress: Any = None) -> Mesh:
        given = {"method": method, "effort": effort, "memory": memory, "leaf_size": leaf_size, "epsilon": epsilon}
        said = [word for word, value in given.items() if value != _DEFAULTS[word]]
        options = [value if word in said or not isinstance(value, str) else None for word, value in given.items()]  # not every method has all
        if faces is None and (is_path(vertices) or is_content(vertices)):
            if _is_saved(vertices):
                if said or group is not None:
                    raise ValueError(f"Mesh: it is built already: {', '.join([*said, *['group'] * (group is not None)])} cannot be set")
                mesh: Mesh = cls.open(vertices) if is_path(vertices) else cls.frombytes(vertices)
                mesh.name = name if name is not None else mesh.name
                return mesh
            name = os.path.basename(path_text(vertices)) if name is None and is_path(vertices) else name
            vertices, group = read(vertices, group=group, progress=progress), None
        if group is not None:
            raise ValueError("Mesh: group is for files; a Soup has select")
        vertices, faces = arrays_of(vertices, faces)
        try:
            made: Mesh = super().__new__(cls, vertices, faces, threads, progress, *options)
        except Error as error:
            raise where(error, vertices, faces) from None
        made.name = name
        return made

    # ------------------------------------------------------------------------------------- looking

    @property
    def vertex_count(self) -> int:
        """Vertices, after those that are equal were merged."""
        return int(self.info.vertex_count)

    @property
    def method(self) -> str:
        """How it is searched: "wide"."""
        return str(self.info.method)

    @property
    def triangles(self) -> Any:
        """(n, 3, 3) float64: the corners of the triangles, in the order that was given. A copy."""
        made = memoryview(self._triangles) if numpy() is None else shown(self._triangles)
        if isinstance(made, memoryview):
            return made.cast("B").cast("d", [self.triangle_count, 3, 3]) if self.triangle_count else made
        return made.reshape(-1, 3, 3)

    @property
    def bounds(self) -> Any:
        """(2, 3) float64: the least and the greatest corner. Of no triangles: infinity, and less than that."""
        np = numpy()
        if not self.triangle_count:
            box: Any = ((float("inf"),) * 3, (float("-inf"),) * 3)
            return box if np is None else np.array(box)
        if np is not None:
            axes = self.triangles.reshape(-1, 3).T  # one axis after the other: six times as fast as all at once
            return np.array([[x.min() for x in axes], [x.max() for x in axes]])
        flat = memoryview(self._triangles).cast("B").cast("d")
        return tuple(tuple(pick(flat[k::3]) for k in range(3)) for pick in (min, max))

    @property
    def parts(self) -> Any:
        """Structured, a row a connected component: triangle_count, first_triangle, fault (of Fault), crossing.

        fault tells why a component is no solid; crossing, where it is one, the lowest triangle that meets another so.
        """
        return shown(self._parts)

    @property
    def is_solid(self) -> bool:
        """Whether there are components, all are closed, and none crosses itself or another: it has a volume."""
        faults = column(self._parts, "fault")
        return len(faults) > 0 and all(fault == Fault.NONE for fault in faults)

    def __len__(self) -> int:
        return int(self.triangle_count)

    def __repr__(self) -> str:
        name = f" {self.name!r}" if self.name else ""
        return f"<Mesh{name}: {self.triangle_count} triangle{'s' * (self.triangle_count != 1)}>"

    # -------------------------------------------------------------------------------------- points

    def contains(self, points: Any, *, pose: Any = None, threads: int | None = None) -> Any:
        """(n) bool: which points, (n, 3) in the world where pose puts the mesh, are inside, or on the surface.

        Inside is what an odd number of closed components enclose. Decided without rounding. ValueError for a mesh that has no
        closed component: nothing is inside of it. nearest(points, sides=True) tells inside and on apart.
        """
        from ._points import contains

        return contains(self, points, pose, threads)

    def nearest(self, points: Any, *, pose: Any = None, count: int = 1, within: float = 0.0, sides: bool = False,
                winding: bool = False, threads: int | None = None, progress: Any = None) -> Any:
        """The nearest triangles of points, (n, 3), how far they are and where: a Nearest.

        count: so many of each, the nearest first. within: look no farther; 0: no limit. sides: inside or outside, and signed
        distances, too. winding: winding numbers too (and sides).
        """
        from ._points import nearest

        return nearest(self, points, pose, count, within, sides, winding, threads, progress)

    def signed_distance(self, points: Any, *, pose: Any = None, threads: int | None = None) -> Any:
        """(n) float64: the distances of points, (n, 3), from the surface; negative inside. ValueError as for contains.

        Each is the double next to the distance, away from zero. (trimesh's has the other sign: positive inside.)
        """
        from ._points import signed_distance

        return signed_distance(self, points, pose, threads)

    # ---------------------------------------------------------------------------------- rays, ranges

    def rays(self, origins: Any, directions: Any, *, pose: Any = None, want: str = "first", segments: bool = False,
             t_least: float = 0.0, t_most: float = 0.0, threads: int | None = None, progress: Any = None) -> Any:
        """What rays meet, from origins, (n, 3), along directions, (n, 3), in the world where pose puts the mesh: a Rays.

        A point of a ray is origin + t * direction; directions have any length but 0. want: "first", "any", "all", or "count": how
        many triangles a ray meets, and how often it goes through the surface. segments: the directions are ends, and t goes
        from 0 to 1. t_least, t_most: only what is met between; t_most 0: no limit. Decided without rounding.
        """
        from ._rays import rays

        return rays(self, origins, directions, progress, pose=pose, want=want, segments=bool(segments), t_least=t_least,
                    t_most=t_most, threads=threads)

    def in_box(self, low: Any, high: Any, *, pose: Any = None, placed: Any = None, limit: int = 0, budget: int = 0,
               deadline: float = 0.0, threads: int | None = None, progress: Any = None) -> Any:
        """Which triangles share a point with a box, and which of them are inside: an InRange.

        low, high: its corners; what is infinite asks nothing. placed: where the box is, as pose puts the mesh. limit: stop after
        so many triangles.
        """
        from ._ranges import box_planes, in_planes

        return in_planes(self, box_planes(low, high), pose=pose, placed=placed, limit=limit, budget=budget, deadline=deadline,
                         threads=threads, progress=progress)

    def in_planes(self, planes: Any, *, pose: Any = None, placed: Any = None, limit: int = 0, budget: int = 0,
                  deadline: float = 0.0, threads: int | None = None, progress: Any = None) -> Any:
        """The same of what is behind all planes, (n, 4): n . x <= d. abut.frustum_planes makes those of a camera."""
        from ._ranges import in_planes

        return in_planes(self, planes, pose=pose, placed=placed, limit=limit, budget=budget, deadline=deadline, threads=threads,
                         progress=progress)

    # -------------------------------------------------------------------------------------- changes

    def refit(self, vertices: Any, faces: Any = None, *, threads: int | None = None, progress: Any = None) -> Mesh:
        """A mesh of the same triangles with other vertices: the tree stays, and its boxes are fitted anew.

        vertices, faces: as Mesh takes them, with as many faces in the same order. Its change tells what became of the tree, and
        whether Mesh(vertices, faces) would answer faster. This mesh stays as it is.
        """
        made, _ = self._changed(vertices, faces, None, threads, progress)
        return made

    def edit(self, remove: Any = (), vertices: Any = (), faces: Any = None, *, threads: int | None = None,
             progress: Any = None) -> tuple[Mesh, Any]:
        """A mesh without some triangles, and with others: that mesh, and the indices of the triangles that are new.

        remove: indices. vertices, faces: what is inserted, which takes the lowest indices that are free. All others keep theirs;
        an index that is free meets nothing. This mesh stays as it is.
        """
        return self._changed(vertices, faces, remove, threads, progress)

    def _changed(self, vertices: Any, faces: Any, removed: Any, threads: Any, progress: Any) -> tuple[Mesh, Any]:
        nothing = faces is None and isinstance(vertices, (tuple, list)) and not vertices
        vertices, faces = ((), ()) if nothing else arrays_of(vertices, faces)
        try:
            made, change, ids = self._change(vertices, faces, removed, threads, progress)
        except Error as error:
            wrong = self._not_there(removed) if error.name == "BAD_INDEX" and removed is not None else None
            if wrong is not None:
                raise Error(f"edit: remove: {wrong}", error.status, "there is no such triangle, or it is named twice") from None
            raise where(error, vertices, faces) from None
        made.name, made.change = self.name, change
        return made, shown(ids)

    def _not_there(self, removed: Any) -> int | None:
        """The first index that no triangle has, or that is there a second time."""
        seen: set[int] = set()
        flat = memoryview(self._triangles).cast("B").cast("d") if len(self) else memoryview(b"")
        for i in (int(i) for i in removed):
            if i >= len(self) or i in seen or flat[9 * i] != flat[9 * i]:  # NaN of a gap
                return i
            seen.add(i)
        return None

    # --------------------------------------------------------------------------------------- saved

    @classmethod
    def open(cls, path: Any) -> Any:
        """Open a mesh that save wrote. The file is mapped: nothing is copied, and processes share it. It must stay as it is."""
        with open(path, "rb") as file:
            try:
                size = os.fstat(file.fileno()).st_size
                made = cls._opened(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b"")
            except Error as e:
                raise FileError(path_text(path), e.status, 0, 0, _abut.status_text(e.status), _CODES.get(e.status, "")) from None
        made.name = os.path.basename(path_text(path))
        return made

    @classmethod
    def frombytes(cls, data: Any) -> Any:
        """Open a mesh that tobytes made. data: any bytes, of which a copy is kept. Everything is checked."""
        view = memoryview(data).cast("B")
        copy = mmap.mmap(-1, max(1, len(view)))  # it begins at a page
        copy[: len(view)] = view
        return cls._opened(memoryview(copy)[: len(view)])

    @classmethod
    def _opened(cls, data: Any) -> Any:
        if not len(data):
            raise Error("a saved mesh", -15, _abut.status_text(-15))
        made: Any = _abut.Mesh.__new__(cls, data)
        return made

    def tobytes(self) -> bytes:
        """The built mesh as bytes, the same on every machine; frombytes opens them."""
        file = io.BytesIO()
        self._save(file.write)
        return file.getvalue()

    def save(self, path: Any) -> None:
        """Write the mesh, with all that was built, to a file: Mesh.open(path) maps it.

        The bytes are the same on every machine. They are written beside path, and renamed when they are whole.
        """
        place = os.path.realpath(path_text(path))
        if os.path.exists(place) and not stat.S_ISREG(os.stat(place).st_mode):
            with open(place, "wb") as file:  # a device or a pipe: nothing can take its place
                self._save(file.write)
            return
        beside = f"{place}.{os.getpid()}-{os.urandom(4).hex()}"
        try:
            with open(beside, "xb") as file:
                self._save(file.write)
            os.replace(beside, place)
        except BaseException:
            if os.path.exists(beside):
                os.unlink(beside)
            raise

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.tobytes()), self.__dict__


def _again(cls: type[Mesh], data: Any) -> Any:
    return cls.frombytes(data)


def _is_saved(source: Any) -> bool:
    if is_content(source):
        return bytes(memoryview(source)[: len(_SAVED)]) == _SAVED
    if not stat.S_ISREG(os.stat(source).st_mode):
        return False  # a pipe is read once
    with open(source, "rb") as file:
        return file.read(len(_SAVED)) == _SAVED
