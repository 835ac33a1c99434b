"""Files: meshes read as they stand there, meshes written, and paths of poses. The readers are the program's."""

from __future__ import annotations

import bisect
import os
from collections.abc import Iterator
from typing import Any

from . import _abut
from ._convert import floats, indices, numpy, shown
from ._errors import Error
from ._rows import column

FORMATS = ("stl", "stl-ascii", "obj", "ply", "off")  # read and written
READ_FORMATS = (*FORMATS, "gltf", "3mf")
_NAMES = ("OK", "OUT_OF_MEMORY", "CANNOT_OPEN", "UNKNOWN_FORMAT", "SYNTAX", "TRUNCATED", "BAD_NUMBER", "BAD_INDEX", "TOO_LARGE")
_CANNOT_OPEN = 2


class FileError(Error):
    """A file that cannot be read or written. path; line: from 1, or 0; byte: where in the file; both 0 if it has no place.

    status: positive, that of the readers ("MESH_SYNTAX" of io/mesh/mesh.h is 4), or negative, of abut.h. name: "SYNTAX".
    code: "F031" or "", the kind of fault: "abut explain F031" tells its cause and what to do.
    """

    __module__ = "abut"

    def __init__(self, path: str, status: int, line: int, byte: int, text: str, code: str = "") -> None:
        super().__init__(path, status, text)
        self.path, self.line, self.byte, self.code = path, line, byte, code
        if status > 0:
            self.name = _NAMES[status]
        self._all = (path, status, line, byte, text, code)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._all


class Group:
    """A named part of a file: triangles first to first + count - 1. kind: "o" or "g" of OBJ, "s" a solid of ASCII STL,
    "n" a node of glTF or an item of 3MF."""

    __slots__ = ("name", "kind", "first", "count")

    def __init__(self, name: str, kind: str, first: int, count: int) -> None:
        self.name, self.kind, self.first, self.count = name, kind, first, count

    def __repr__(self) -> str:
        return f"Group({self.name!r}, {self.kind!r}, {self.first}, {self.count})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Group) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return self.name, self.kind, self.first, self.count


class Soup:
    """What a file has: every vertex to the last bit, every triangle in the order of the file.

    vertices: (n, 3) float64. faces: (m, 3) uint32. face_of: (m) uint32, the file's face of each triangle, where the file has
    others than triangles: these were cut. source: (m) uint32, after select: which triangle each was before. groups; warnings:
    lines of English, the first 1000 of warning_count. format: "stl", "stl-ascii", "obj", "ply", "off", "gltf" or "3mf";
    variant: more of it.
    """

    __slots__ = ("vertices", "faces", "face_of", "source", "groups", "warnings", "warning_count", "format", "variant", "path")

    def __init__(self, vertices: Any, faces: Any, *, face_of: Any = None, source: Any = None, groups: list[Group] | None = None,
                 warnings: list[str] | None = None, warning_count: int = 0, format: str = "", variant: str | None = None,
                 path: str | None = None) -> None:
        self.vertices, self.faces, self.face_of, self.source = vertices, faces, face_of, source
        self.groups, self.warnings, self.warning_count = groups or [], warnings or [], warning_count
        self.format, self.variant, self.path = format, variant, path

    def __len__(self) -> int:
        return len(self.faces)

    def __repr__(self) -> str:
        groups = f", {len(self.groups)} groups" if self.groups else ""
        return f"<Soup: {self.format}, {len(self.vertices)} vertices, {len(self.faces)} triangles{groups}>"

    def select(self, group: str) -> Soup:
        """Only the triangles of all groups of this name, each once, in their order. ValueError if there is none."""
        wanted = [g for g in self.groups if g.name == group]
        if not wanted:
            raise ValueError(f"there is no group {group!r}; {_names(self.groups)}")
        kept = sorted({i for g in wanted for i in range(g.first, g.first + g.count)})
        groups = [Group(g.name, g.kind, bisect.bisect_left(kept, g.first), g.count) for g in wanted]
        vertices, faces = _compact(self.vertices, _take(self.faces, kept))
        return Soup(vertices, faces, face_of=_take(self.face_of, kept), source=_take(self.source, kept, of=kept), groups=groups,
                    warnings=self.warnings, warning_count=self.warning_count, format=self.format, variant=self.variant,
                    path=self.path)

    def mesh(self, group: str | None = None, **options: Any) -> Any:
        """A Mesh of all triangles, or of a group's. Options as for Mesh."""
        from ._mesh import Mesh

        return Mesh(self if group is None else self.select(group), **options)


def _names(groups: list[Group]) -> str:
    names = sorted({g.name for g in groups})
    return "the file has no groups" if not names else f"there are: {', '.join(map(repr, names[:20]))}{', ...' * (len(names) > 20)}"


def _take(rows: Any, kept: list[int], of: Any = None) -> Any:
    """The rows that are kept; of what is None those of `of` itself."""
    import array

    np = numpy()
    if rows is None and of is None:
        return None
    if np is not None:
        return np.asarray(kept, np.uint32) if rows is None else rows[kept]
    if rows is None:
        return memoryview(array.array("I", kept))
    each = rows.shape[1] if rows.ndim == 2 else 1
    flat = rows.cast("B").cast("I")
    made = array.array("I", [flat[each * i + k] for i in kept for k in range(each)])
    view = memoryview(made)
    return view.cast("B").cast("I", [len(kept), each]) if each > 1 and kept else view


def _compact(vertices: Any, faces: Any) -> tuple[Any, Any]:
    """Leave out the vertices that no face uses."""
    import array

    np = numpy()
    if np is not None:
        used, places = np.unique(faces, return_inverse=True)
        return vertices[used], places.reshape(-1, 3).astype(np.uint32)
    flat = faces.cast("B").cast("I")
    new = {old: i for i, old in enumerate(sorted(set(flat)))}
    numbers = vertices.cast("B").cast("d")
    made = memoryview(array.array("d", [numbers[3 * old + k] for old in new for k in range(3)])).cast("B")
    places = memoryview(array.array("I", [new[old] for old in flat])).cast("B")
    if not new:
        return vertices[:0], faces[:0]
    return made.cast("d", [len(new), 3]), places.cast("I", [len(flat) // 3, 3])


# ---------------------------------------------------------------------------------------- reading


def is_content(value: Any) -> bool:
    """Whether a value is the bytes of a file: bytes, bytearray, mmap, or one-dimensional bytes of a buffer."""
    if isinstance(value, (bytes, bytearray)):
        return True
    if isinstance(value, str) or isinstance(value, os.PathLike):
        return False
    try:
        view = memoryview(value)
    except (TypeError, ValueError, BufferError):  # VTK's objects say ValueError
        return False
    return view.ndim == 1 and view.format in ("B", "b", "c") and not hasattr(value, "dtype")


def is_path(value: Any) -> bool:
    return isinstance(value, (str, os.PathLike))


def path_text(path: Any) -> str:
    return os.fsdecode(os.fspath(path))


def _path_bytes(path: Any) -> bytes:
    name = os.fsencode(os.fspath(path))
    return b"./-" if name == b"-" else name  # to the readers - is standard input


def _source(value: Any) -> tuple[Any, bool, str]:
    """What the extension reads: bytes, whether they are a path, and what errors call it."""
    if is_path(value):
        return _path_bytes(value), True, path_text(value)
    if is_content(value):
        return value, False, "bytes"
    raise TypeError(f"a path or bytes are wanted, not {type(value).__name__}")


def _failed(path: str, is_file: bool, failure: tuple[int, int, int, str, str]) -> FileError:
    """The error of a reader. What the system refuses is the system's: FileNotFoundError and the like."""
    if failure[0] == _CANNOT_OPEN and is_file:
        with open(path, "rb") as file:
            file.read(1)
    return FileError(path, *failure)


def read(source: Any, *, format: str | None = None, drop_bad: bool = False, group: str | None = None,
         progress: Any = None) -> Soup:
    """Read triangles from a file or its bytes: STL, OBJ, PLY, OFF, glTF or 3MF (docs/reference/files.md). The content tells the format.

    format: it is this one, of "stl", "stl-ascii", "obj", "ply", "off", "gltf", "3mf". drop_bad: leave out what is wrong, with a
    warning for each, in place of an error. group: only the triangles of the groups of this name. progress: called with growing
    fractions. FileError says what is wrong and where; what the system refuses is an OSError. A file may take three quarters of the
    machine's memory, or of the control group's, all that the process holds included.

    >>> soup = read(b"OFF 3 1 0  0 0 0  1 0 0  0 1 0  3 0 1 2")
    >>> soup
    <Soup: off, 3 vertices, 1 triangles>
    """
    if format is not None and format not in READ_FORMATS:
        raise ValueError(f"format: there is no {format!r}; there are: {', '.join(READ_FORMATS)}")
    data, is_file, path = _source(source)
    told = _abut.read_mesh(data, is_file, format, drop_bad, progress)
    if len(told) == 5:
        raise _failed(path, is_file, told)
    vertices, faces, face_of, notes, found, variant, warning_count = told
    groups = [Group(_text(name), kind, first, count) for name, kind, first, count in notes if kind != "!"]
    warnings = [_text(text) for text, kind, _, _ in notes if kind == "!"]
    soup = Soup(_shown(vertices), _shown(faces), face_of=_shown(face_of) if len(face_of) else None, groups=groups,
                warnings=warnings, warning_count=warning_count, format=found, variant=variant, path=path if is_file else None)
    return soup if group is None else soup.select(group)


def _text(text: bytes) -> str:
    return text.decode(errors="surrogateescape")  # whatever the encoding is, its bytes are kept


def _shown(rows: Any) -> Any:
    return memoryview(rows) if numpy() is None else shown(rows)


def write(path: Any, vertices: Any, faces: Any = None, *, format: str | None = None) -> None:
    """Write triangles: of vertices and faces, of a Mesh, a Soup, or what else Mesh takes.

    The suffix of path tells the format, if format does not: .stl (binary, float32), .obj, .ply (binary, float64), .off; text
    has 17 digits. Every number is read back bit by bit, but those of STL. The file is written beside its place and renamed
    when it is whole. FileError for what could not be written, or not be read back.
    """
    from ._sources import arrays_of

    if format is not None and format not in FORMATS:
        raise ValueError(f"format: there is no {format!r}; there are: {', '.join(FORMATS)}")
    vertices, faces = arrays_of(vertices, faces)
    vertices, faces = floats(vertices, "vertices", 3), indices(faces, "faces", 3)
    failure = _abut.write_mesh(_path_bytes(path), vertices, faces, format)
    if failure is not None:
        raise FileError(path_text(path), *failure)


def read_poses(source: Any) -> Any:
    """Read a path: a pose a line, of 7, 8, 12, 16 or 24 numbers, or as PQP's demos have it (docs/reference/files.md, "Paths").

    Returns (n, 4, 4) float64: matrices that fly and the batches take. A file of two bodies, with 24 numbers a line: (2, n, 4, 4).
    FileError for what is no pose, with its line.
    """
    data, is_file, path = _source(source)
    told = _abut.read_poses(data, is_file)
    if len(told) == 5:
        raise _failed(path, is_file, told)
    rows, bodies = told
    np = numpy()
    if np is not None:
        p = np.asarray(rows)
        made = np.zeros((len(p), 4, 4))
        scale = np.where(p["scale"] == 0, 1.0, p["scale"])
        made[:, :3, :3] = scale[:, None, None] * p["rotation"]
        made[:, :3, 3] = p["translation"]
        made[:, 3, 3] = 1
        made = made.reshape(-1, bodies, 4, 4)
        return made[:, 0] if bodies == 1 else made.swapaxes(0, 1).copy()
    every = [number for body in range(bodies) for number in _matrices(rows, body, bodies)]
    import array

    shape = [len(rows), 4, 4] if bodies == 1 else [bodies, len(rows) // bodies, 4, 4]
    return memoryview(array.array("d", every)).cast("B").cast("d", shape)


def _matrices(rows: Any, body: int, bodies: int) -> Iterator[float]:
    """The numbers of one body's matrices, one after the other."""
    turn, shift, scale = (column(rows, name) for name in ("rotation", "translation", "scale"))
    for i in range(body, len(rows), bodies):
        for row in range(3):
            yield from ((scale[i] or 1.0) * turn[9 * i + 3 * row + k] for k in range(3))
            yield shift[3 * i + row]
        yield from (0.0, 0.0, 0.0, 1.0)
