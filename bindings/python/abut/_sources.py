"""What meshes are made of: arrays of other libraries' objects, by what they are called there."""

from __future__ import annotations

import array
from typing import Any

from . import _abut, _convert


def arrays_of(value: Any, faces: Any = None) -> tuple[Any, Any]:
    """Vertices and faces, as they are, of whatever Mesh takes but files. TypeError or ValueError says what is wrong."""
    if faces is not None:
        return _rows(value), triangular(faces)
    if isinstance(value, _abut.Mesh):
        return _of_triangles(value._triangles, value.triangle_count)
    if hasattr(value, "vertices") and hasattr(value, "faces"):  # trimesh, our Soup
        return value.vertices, triangular(value.faces)
    if hasattr(value, "vertices") and hasattr(value, "triangles"):  # Open3D
        return value.vertices, triangular(value.triangles)
    if hasattr(value, "points") and hasattr(value, "cells_dict"):  # meshio
        return value.points, _of_cells(value.cells_dict)
    if hasattr(value, "points") and hasattr(value, "faces"):  # PyVista
        if getattr(value, "n_strips", 0):
            raise ValueError("Mesh: strips of triangles: give mesh.triangulate()")
        return value.points, _of_vtk(value.faces)
    return _of_corners(value)


def _of_corners(value: Any) -> tuple[Any, Any]:
    """(n, 3, 3): the corners of triangles."""
    wanted = "vertices and faces, (n, 3, 3) triangles, an object that has such, a path, or the bytes of a file"
    shape = getattr(value, "shape", None)
    if isinstance(value, (list, tuple)) and not value:
        return [], []
    if shape is None:
        try:
            value = _convert.floats(value, "Mesh", 0) if iter(value) else None
        except (TypeError, ValueError) as e:
            raise TypeError(f"Mesh: wanted are {wanted}, not {type(value).__name__} ({e})") from None
        shape = value.shape
    if len(shape) != 3 or tuple(shape[1:]) != (3, 3):
        raise ValueError(f"Mesh: faces are wanted beside vertices, or (n, 3, 3) corners of triangles, not shape {tuple(shape)}")
    return _of_triangles(value, shape[0])


def _of_triangles(corners: Any, count: int) -> tuple[Any, Any]:
    np = _convert.numpy()
    if np is not None:
        return np.asarray(corners).reshape(-1, 3), np.arange(3 * count, dtype=np.uint32).reshape(-1, 3)
    if not count:
        return [], []
    flat = memoryview(corners)
    if flat.format != "d" or not flat.c_contiguous:
        made: Any = _convert.floats(corners, "Mesh", 0)
        flat = memoryview(made)
    flat = flat.cast("B")
    return flat.cast("d", [3 * count, 3]), memoryview(array.array("I", range(3 * count))).cast("B").cast("I", [count, 3])


def _rows(vertices: Any) -> Any:
    shape = getattr(vertices, "shape", (0, 3))
    if len(shape) != 2 and 0 not in shape:
        raise ValueError(f"vertices: (n, 3) numbers are wanted, not shape {tuple(shape)}")
    return vertices


def triangular(faces: Any) -> Any:
    """The faces, if they are triangles; quads and polygons are refused, with a word how to cut them."""
    shape = getattr(faces, "shape", None)
    if shape is None:
        try:
            rows = [len(row) for row in faces]
        except TypeError:
            raise TypeError(f"faces: (m, 3) integers are wanted, not {type(faces).__name__}") from None
        odd = next((i for i, n in enumerate(rows) if n != 3), None)
        if odd is None or rows[odd] == 0:
            return faces
        wide = rows[odd]
        if len(set(rows)) > 1:
            raise ValueError(f"faces: row {odd} has {wide} corners: give triangles (trimesh, PyVista and Open3D can cut "
                             "polygons; abut.read cuts those of files)")
    else:
        if 0 in shape or tuple(shape[1:]) == (3,):
            return faces
        if len(shape) != 2:
            raise ValueError(f"faces: (m, 3) integers are wanted, not shape {tuple(shape)}")
        wide = shape[1]
    if wide != 4:
        raise ValueError(f"faces: rows of 3 are wanted, not of {wide}")
    hint = "cut each in two: numpy.concatenate([faces[:, [0, 1, 2]], faces[:, [0, 2, 3]]])"
    if all(row[0] == 3 for row in (faces.tolist() if hasattr(faces, "tolist") else faces)):
        hint = "or, if the 3 before each is VTK's count, give faces[:, 1:]; else " + hint
    raise ValueError(f"faces: these are quads: {hint}")


def _of_vtk(faces: Any) -> Any:
    """VTK's faces, each after the number of its corners: (4 m) or (m, 4) integers."""
    flat: Any = _convert.indices(faces, "faces", 0)
    np = _convert.numpy()
    numbers: Any = memoryview(flat).cast("B").cast("I") if np is None else flat.reshape(-1)
    if len(numbers) % 4 or any(n != 3 for n in numbers[::4]):
        raise ValueError("faces: not all are triangles: give mesh.triangulate()")
    if np is not None:
        return numbers.reshape(-1, 4)[:, 1:]
    return [tuple(numbers[i + 1 : i + 4]) for i in range(0, len(numbers), 4)]


def _of_cells(cells: Any) -> Any:
    """meshio's cells: those of two dimensions must be triangles; vertices and lines have no triangles."""
    kinds = {kind: data for kind, data in cells.items() if not kind.startswith(("vertex", "line"))}
    other = [kind for kind in kinds if kind != "triangle"]
    if other:
        raise ValueError(f"Mesh: {', '.join(other)} cells are no triangles: cut or leave them out first")
    return kinds.get("triangle", [])


def where(error: Any, vertices: Any, faces: Any) -> Any:
    """The error of a mesh that was refused, with the vertex or the triangle that is wrong."""
    if error.name == "NOT_FINITE":
        bad = sorted({i // 3 for i, x in enumerate(_flat(vertices, "d")) if x - x != 0})
        what = f"vertex {bad[0]}{_more(bad)}"
    elif error.name == "BAD_INDEX":
        count = len(_flat(vertices, "d")) // 3
        indices = _flat(faces, "I")
        bad = sorted({i // 3 for i, index in enumerate(indices) if not 0 <= index < count})
        wrong = next(i for i in indices[3 * bad[0] : 3 * bad[0] + 3] if not 0 <= i < count)
        what = f"triangle {bad[0]}{_more(bad)} has vertex {wrong} of {count}"
    else:
        return error
    return type(error)(what, error.status, _abut.status_text(error.status))


def _more(bad: list[int]) -> str:
    return f" (and {len(bad) - 1} more)" if len(bad) > 1 else ""


def _flat(value: Any, letter: Any) -> Any:
    np = _convert.numpy()
    if np is not None:
        return np.asarray(value).reshape(-1).tolist()
    flat: Any = _convert.floats(value, "Mesh", 0) if letter == "d" else _convert.indices(value, "Mesh", 0)
    return flat.cast("B").cast(letter)
