"""Arrays of what is none: called by the extension where it cannot borrow the numbers as they are."""

from __future__ import annotations

import array
import importlib
import sys
from collections.abc import Iterable
from typing import Any

_numpy_module: Any = False  # not looked for yet


def numpy() -> Any:
    """The module numpy, imported when it is first needed; None if it is not installed."""
    global _numpy_module
    if _numpy_module is False:
        try:
            import numpy as found
        except ImportError:  # everything works without it, from buffers and sequences
            found = None  # type: ignore[assignment]
        _numpy_module = found
    return _numpy_module


def floats(value: Any, name: str, columns: int) -> Any:
    """Return a C-contiguous buffer of float64 with so many columns; 0: any."""
    return _array(value, name, columns, "d")


def indices(value: Any, name: str, columns: int) -> Any:
    """Return a C-contiguous buffer of uint32 with so many columns; 0: any."""
    return _array(value, name, columns, "I")


def _array(value: Any, name: str, columns: int, kind: str) -> Any:
    if isinstance(value, (str, bytes, bytearray)):
        raise TypeError(f"{name}: numbers are wanted, not {type(value).__name__}")
    np = numpy()
    made: Any = _plain(value, name, kind) if np is None else _numpy(np, value, name, kind)
    shape = made.shape
    if columns and 0 not in shape and (len(shape) < 2 or shape[-1] != columns):
        raise ValueError(f"{name}: rows of {columns} numbers are wanted, not an array of shape {tuple(shape)}")
    return made


def _numpy(np: Any, value: Any, name: str, kind: str) -> Any:
    if hasattr(value, "as_matrix"):  # scipy's Rotation and RigidTransform
        value = value.as_matrix()
    made = np.asarray(value)
    if made.size == 0:
        return np.zeros(made.shape if made.ndim > 1 else (0, 3), float if kind == "d" else np.uint32)
    if made.dtype.kind not in ("iuf?" if kind == "d" else "iu"):
        wanted = "numbers" if kind == "d" else "integers"
        raise TypeError(f"{name}: {wanted} are wanted, not an array of {made.dtype}")
    if kind == "d":
        return np.ascontiguousarray(made, dtype=np.float64)
    _in_range(name, made, int(made.min()), int(made.max()))
    return np.ascontiguousarray(made, dtype=np.uint32)


def _in_range(name: str, rows: Any, least: int, greatest: int) -> None:
    if least >= 0 and greatest < 2**32:
        return
    for i, row in enumerate(rows):
        for index in row if hasattr(row, "__iter__") else [row]:
            if not 0 <= index < 2**32:
                raise ValueError(f"{name}: row {i} has the index {index}")


def _plain(value: Any, name: str, kind: Any) -> Any:
    """The same without numpy: from buffers, and from sequences of sequences."""
    if not isinstance(value, Iterable):
        raise TypeError(f"{name}: numbers are wanted, not {type(value).__name__}")
    buffer: Any = value
    nested: Any = memoryview(buffer).tolist() if _is_buffer(value) else value
    shape: list[int] = []
    flat: list[Any] = []
    _flatten(nested, name, 0, shape, flat)
    if kind == "I":
        for i, index in enumerate(flat):
            if not isinstance(index, int):
                raise TypeError(f"{name}: integers are wanted, not {index!r}")
            if not 0 <= index < 2**32:
                raise ValueError(f"{name}: row {i // max(1, shape[-1])} has the index {index}")
    made = memoryview(array.array("I" if kind == "I" else "d", flat)).cast("B")
    if not flat:
        return memoryview(array.array(kind)).cast("B").cast(kind)
    return made.cast(kind, shape)


def _is_buffer(value: Any) -> bool:
    try:
        memoryview(value)
    except TypeError:
        return False
    return True


def _flatten(value: Any, name: str, depth: int, shape: list[int], flat: list[Any]) -> None:
    items = list(value) if isinstance(value, Iterable) and not isinstance(value, (str, bytes)) else None
    if items is None:
        if depth != len(shape):
            raise ValueError(f"{name}: rows of different lengths")
        if not isinstance(value, (int, float)):
            raise TypeError(f"{name}: numbers are wanted, not {value!r}")
        flat.append(value)
        return
    if depth == len(shape) and not flat:
        shape.append(len(items))
    elif depth >= len(shape) or shape[depth] != len(items):
        raise ValueError(f"{name}: rows of different lengths")
    for item in items:
        _flatten(item, name, depth + 1, shape, flat)


def shown(rows: Any) -> Any:
    """Rows of the extension as numpy's array, without a copy; without numpy as they are: a buffer."""
    np = numpy()
    if np is None or rows is None:
        return rows
    if not len(rows) or hasattr(rows, "dtype"):
        return np.asarray(rows)
    kind = _kinds.get(text := memoryview(rows).format)
    if kind is not None:
        return np.frombuffer(rows, kind)
    made = np.asarray(rows)
    if made.dtype.fields:
        _kinds[text] = made.dtype
    return made


_kinds: dict[str, Any] = {}  # by the text of their format: numpy takes 50 microseconds to read one


def told(rows: Any) -> Any:
    """What a batch gives: numpy's array, which is a table of Arrow, too, where it is structured; without numpy as it is."""
    made = shown(rows)
    if numpy() is None or made.dtype.names is None:
        return made
    from ._table import Table

    return made.view(Table)


class _Bar:
    """What progress=True calls: tqdm's bar if it is installed, else a line on stderr."""

    def __init__(self) -> None:
        self._shown = 0
        self._bar: Any = None
        try:
            tqdm: Any = importlib.import_module("tqdm")
        except ImportError:
            return
        self._bar = tqdm.tqdm(total=100, unit="%", leave=False)

    def __call__(self, fraction: float) -> None:
        percent = int(100 * fraction)
        if self._bar is not None:
            self._bar.update(percent - self._shown)
        elif percent > self._shown:
            sys.stderr.write(f"\r{percent} %")
            sys.stderr.flush()
        self._shown = percent

    def __del__(self) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._shown:
            sys.stderr.write("\r     \r")


def bar(progress: object) -> _Bar:
    """What progress=True means."""
    if progress is not True:
        raise TypeError(f"progress: True, or a function that takes a fraction, is wanted, not {progress!r}")
    return _Bar()
