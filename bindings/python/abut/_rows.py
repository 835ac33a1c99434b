"""Columns of rows, with numpy or without: rows are the extension's arrays of structures."""

from __future__ import annotations

import array
import functools
import re
from typing import Any, NamedTuple

from ._convert import numpy, shown


class Field(NamedTuple):
    """Where a member lies in each row."""

    letter: str  # of PEP 3118
    shape: tuple[int, ...]
    offset: int


_SIZES = {"d": 8, "Q": 8, "q": 8, "f": 4, "i": 4, "I": 4, "B": 1, "?": 1}


@functools.lru_cache(maxsize=64)
def _fields_of_format(text: str) -> dict[str, Field]:
    found: dict[str, Field] = {}
    at = 0
    for pad, dims, letter, name in re.findall(r"(x)|(?:\(([\d,]+)\))?=(\w):(\w+):", text[2:-1]):
        if pad:
            at += 1
            continue
        shape = tuple(int(n) for n in dims.split(",")) if dims else ()
        found[name] = Field(letter, shape, at)
        at += _SIZES[letter] * _count(shape)
    return found


def _count(shape: tuple[int, ...]) -> int:
    count = 1
    for n in shape:
        count *= n
    return count


def fields(rows: Any) -> tuple[dict[str, Field], int, bytes]:
    """The members of rows, or of a structured array of numpy, how long a row is, and all bytes."""
    if hasattr(rows, "dtype"):
        found = {name: Field(_letter(kind.base), kind.shape, offset) for name, (kind, offset) in rows.dtype.fields.items()}
        return found, rows.dtype.itemsize, rows.tobytes()
    view = memoryview(rows)
    return _fields_of_format(view.format), view.itemsize, view.tobytes()


def _letter(kind: Any) -> str:
    return {"f8": "d", "i4": "i", "u4": "I", "u8": "Q", "i8": "q", "u1": "B", "b1": "?"}[kind.str[1:]]


def flat(found: Field, row: int, data: bytes) -> Any:
    """One column, its numbers one after the other."""
    size, count = _SIZES[found.letter], _count(found.shape)
    view: Any = memoryview(data)
    source = view.cast("B" if found.letter == "?" else found.letter)
    first, step = found.offset // size, row // size
    if count == 1 or not data:
        return source[first::step]
    room: Any = memoryview(bytearray(len(data) // row * count * size))
    made = room.cast(source.format)
    for i in range(count):
        made[i::count] = source[first + i :: step]
    return made


def column(rows: Any, name: str) -> Any:
    """A member of each row: numpy's view of it; without numpy a copy."""
    if rows is None:
        return None
    np = numpy()
    if np is not None:
        return shown(rows)[name]
    found, row, data = fields(rows)
    return flat(found[name], row, data)


def corners(rows: Any) -> tuple[Any, Any]:
    """Points of contacts one after the other, (m, 3), and where those of each row begin, (n + 1)."""
    np = numpy()
    if np is not None:
        told = np.asarray(rows)
        counts = told["point_count"]
        points = told["points"][np.arange(6) < counts[:, None]]
        return points.reshape(-1, 3), np.concatenate([[0], np.cumsum(counts, dtype=np.intp)])
    found, row, data = fields(rows)
    every, made, offsets = flat(found["points"], row, data), array.array("d"), array.array("q", [0])
    for i, count in enumerate(flat(found["point_count"], row, data)):
        made.extend(every[18 * i : 18 * i + 3 * count])
        offsets.append(offsets[-1] + count)
    points = memoryview(made).cast("B").cast("d", [len(made) // 3, 3]) if made else memoryview(made)
    return points, memoryview(offsets)
