"""Answers as tables of Apache Arrow, by its C stream interface: pyarrow.table(contacts), polars.DataFrame(contacts).

No other package is needed: the structures of the interface are written by ctypes. Numbers are copied, so a table outlives its
answer. Members become columns: vectors are fixed-size lists, words (kind, relation ...) are dictionaries, what is 0 or 1 is a
bool, the corners of a contact are a list of as many points as there are. Answers without rows are a table of one row.
"""

from __future__ import annotations

import array
import ctypes
import itertools
from collections.abc import Iterable
from typing import Any, NamedTuple

from . import _abut
from ._rows import Field, corners, fields, flat

# ---------------------------------------------------------------------------------------- the interface


class _Schema(ctypes.Structure):
    pass


class _Array(ctypes.Structure):
    pass


class _Stream(ctypes.Structure):
    pass


_SchemaRelease = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Schema))
_ArrayRelease = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Array))
_StreamRelease = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Stream))
_GetSchema = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Schema))
_GetNext = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Array))
_GetError = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(_Stream))

_Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(_Schema))), ("dictionary", ctypes.POINTER(_Schema)),
    ("release", _SchemaRelease), ("private", ctypes.c_size_t),
]
_Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64), ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Array))), ("dictionary", ctypes.POINTER(_Array)), ("release", _ArrayRelease),
    ("private", ctypes.c_size_t),
]
_Stream._fields_ = [
    ("get_schema", _GetSchema), ("get_next", _GetNext), ("get_last_error", _GetError), ("release", _StreamRelease),
    ("private", ctypes.c_size_t),
]

_NULLABLE = 2
_kept: dict[int, Any] = {}  # what a structure points to, by its private number, until it is released
_numbers = itertools.count(1)


def _keep(things: Any) -> int:
    number = next(_numbers)
    _kept[number] = things
    return number


# ---------------------------------------------------------------------------------------------- columns


class Column(NamedTuple):
    """A column: its type in Arrow's letters, its buffers (validity first; None: no nulls), and what is inside of it."""

    kind: bytes
    length: int
    buffers: tuple[bytes | None, ...]
    children: tuple[tuple[str, Column], ...] = ()
    words: Column | None = None


_LETTERS = {"d": b"g", "f": b"f", "i": b"i", "I": b"I", "q": b"l", "Q": b"L", "B": b"C"}


def _plain(letter: str, numbers: Any) -> Column:
    return Column(_LETTERS[letter], len(numbers), (None, numbers.tobytes()))


def _lists(inner: Column, shape: tuple[int, ...]) -> Column:
    """Fixed-size lists, of lists where the shape has several numbers."""
    for size in reversed(shape):
        inner = Column(b"+w:%d" % size, inner.length // size, (None,), (("item", inner),))
    return inner


def _bools(values: Iterable[int]) -> Column:
    bits = [bool(value) for value in values]
    packed = bytearray((len(bits) + 7) // 8)
    for i, bit in enumerate(bits):
        packed[i >> 3] |= bit << (i & 7)
    return Column(b"b", len(bits), (None, bytes(packed)))


def _texts(values: list[str]) -> Column:
    encoded = [value.encode() for value in values]
    offsets = array.array("i", itertools.accumulate(map(len, encoded), initial=0))
    return Column(b"u", len(values), (None, offsets.tobytes(), b"".join(encoded)))


def _words(numbers: Any, words: Any) -> Column:
    texts = {word.value: word.text for word in words}
    every = [texts.get(i, "") for i in range(max(texts) + 1)]
    return Column(b"i", len(numbers), (None, numbers.tobytes()), (), _texts(every))


def _column(name: str, field: Field, row: int, data: bytes, words: Any) -> Column:
    numbers = flat(field, row, data)
    if not field.shape and name in words:
        return _words(numbers, words[name])
    if not field.shape and field.letter in "i?" and (name.startswith(("is_", "has_")) or name == "complete" or field.letter == "?"):
        return _bools(numbers)
    return _lists(_plain(field.letter, numbers), field.shape)


def _points(rows: Any) -> Column:
    points, offsets = corners(rows)
    # Without numpy both are buffers, too.
    numbers: Any = memoryview(memoryview(points).tobytes()).cast("d")
    inner = _lists(_plain("d", numbers), (3,))
    starts = array.array("i", (int(offset) for offset in offsets))
    return Column(b"+l", len(starts) - 1, (None, starts.tobytes()), (("item", inner),))


def _columns_of_rows(rows: Any, words: Any) -> dict[str, Column]:
    found, row, data = fields(rows)
    made = {name: _column(name, field, row, data, words) for name, field in found.items() if name not in ("events", "points")}
    if "points" in found and "point_count" in found:  # contacts: as many corners as there are
        made["points"] = _points(rows)
    elif "points" in found:
        made["points"] = _column("points", found["points"], row, data, words)
    return made


def _columns_of_numbers(names: tuple[str, ...], rows: Any) -> dict[str, Column]:
    view = memoryview(rows)
    letter, size = view.format[-1], view.itemsize
    made = {}
    for i, name in enumerate(names):
        numbers = flat(Field(letter, (), i * size), len(names) * size, view.tobytes())
        made[name] = _bools(numbers) if letter == "?" else _plain(letter, numbers)
    return made


def _value(value: Any) -> Column:
    """One value as a column of one row."""
    if isinstance(value, bool):
        return _bools([value])
    if isinstance(value, int):
        return Column(b"l", 1, (None, array.array("q", [value]).tobytes()))
    if isinstance(value, float):
        return Column(b"g", 1, (None, array.array("d", [value]).tobytes()))
    if isinstance(value, str):
        return _texts([value])
    if isinstance(value, tuple):
        parts = [_value(part) for part in value]
        buffers = tuple(None if parts[0].buffers[i] is None else b"".join(p.buffers[i] or b"" for p in parts)
                        for i in range(len(parts[0].buffers)))
        return _lists(parts[0]._replace(length=len(parts) * parts[0].length, buffers=buffers, children=_joined(parts)), (len(parts),))
    return Column(b"n", 1, ())  # None


def _joined(parts: list[Column]) -> tuple[tuple[str, Column], ...]:
    if not parts[0].children:
        return ()
    inner = [part.children[0][1] for part in parts]
    data = b"".join(part.buffers[1] or b"" for part in inner)
    return (("item", inner[0]._replace(length=sum(part.length for part in inner), buffers=(None, data))),)


def _columns_of_value(answer: Any) -> dict[str, Column]:
    made: dict[str, Column] = {}
    for name in _told(answer):
        value = getattr(answer, name)
        if hasattr(value, "lo") and hasattr(value, "hi"):  # of a Reach: two of a kind
            made.update({f"{name}_{inner}": _value(getattr(value, inner)) for inner in _told(value)})
        elif isinstance(value, (bool, int, float, str, tuple)) or value is None:
            made[name] = _value(value)
    return made


def _told(answer: Any) -> list[str]:
    """The fields of the extension's class, in their order."""
    base = next(cls for cls in type(answer).__mro__ if cls.__module__ == "abut._abut")
    return [name for name in vars(base) if not name.startswith("_")]


def columns_of(answer: Any) -> dict[str, Column]:
    """All columns of an answer."""
    table = answer._table()
    if not table:
        return _columns_of_value(answer)
    made: dict[str, Column] = {}
    for part in table:
        if isinstance(part, tuple):
            made.update(_columns_of_numbers(*part))
        elif isinstance(part, list):
            made.update(_columns_of_both(part, answer.WORDS))
        elif part is not None:
            made.update(_columns_of_rows(part, answer.WORDS))
    return made


def _columns_of_both(parts: list[tuple[str, Any]], words: Any) -> dict[str, Column]:
    """Rows of several arrays one after the other; the first column says of which each is."""
    found, row, _ = fields(parts[0][1])
    data = [fields(rows)[2] for _, rows in parts]
    names = [name for (name, _), some in zip(parts, data) for _ in range(len(some) // row)]
    return {"of": _texts(names), **{n: _column(n, field, row, b"".join(data), words) for n, field in found.items()}}


# ----------------------------------------------------------------------------------------------- export


def _pointers(kind: Any, made: list[Any]) -> Any:
    pointer = ctypes.POINTER(kind)
    return (pointer * len(made))(*(ctypes.pointer(one) for one in made))


def _schema(out: _Schema, name: str, column: Column) -> None:
    children = [_Schema() for _ in column.children]
    for child, (inner_name, inner) in zip(children, column.children):
        _schema(child, inner_name, inner)
    words = _Schema() if column.words else None
    if words is not None and column.words:
        _schema(words, "", column.words)
    pointers = _pointers(_Schema, children)
    texts = ctypes.create_string_buffer(column.kind), ctypes.create_string_buffer(name.encode())
    out.format, out.name = ctypes.cast(texts[0], ctypes.c_char_p), ctypes.cast(texts[1], ctypes.c_char_p)
    out.metadata, out.flags = None, _NULLABLE
    out.n_children, out.children = len(children), ctypes.cast(pointers, ctypes.POINTER(ctypes.POINTER(_Schema)))
    out.dictionary = ctypes.pointer(words) if words is not None else None
    out.release = _release_schema
    out.private = _keep((texts, pointers, children, words))


def _array(out: _Array, column: Column) -> None:
    children = [_Array() for _ in column.children]
    for child, (_, inner) in zip(children, column.children):
        _array(child, inner)
    words = _Array() if column.words else None
    if words is not None and column.words:
        _array(words, column.words)
    pointers = _pointers(_Array, children)
    addresses = [None if data is None else ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value for data in column.buffers]
    buffers = (ctypes.c_void_p * len(addresses))(*addresses)
    out.length, out.null_count, out.offset = column.length, column.length if column.kind == b"n" else 0, 0
    out.n_buffers, out.buffers = len(addresses), ctypes.cast(buffers, ctypes.POINTER(ctypes.c_void_p))
    out.n_children, out.children = len(children), ctypes.cast(pointers, ctypes.POINTER(ctypes.POINTER(_Array)))
    out.dictionary = ctypes.pointer(words) if words is not None else None
    out.release = _release_array
    out.private = _keep((column, buffers, pointers, children, words))


def _release(pointer: Any) -> None:
    """Release what is inside, unless somebody took it away, and forget what is kept."""
    it = pointer.contents
    inside = [it.children[i] for i in range(it.n_children)] + ([it.dictionary] if it.dictionary else [])
    for one in inside:
        if one.contents.release:
            one.contents.release(one)
    it.release = type(it.release)()
    _kept.pop(it.private, None)


def _release_a_stream(pointer: Any) -> None:
    pointer.contents.release = _StreamRelease()
    _kept.pop(pointer.contents.private, None)


def _give_schema(stream: Any, out: Any) -> int:
    table, _ = _kept[stream.contents.private]
    _schema(out.contents, "", table)
    return 0


def _give_next(stream: Any, out: Any) -> int:
    told = _kept[stream.contents.private]
    if told[1]:
        out.contents.release = _ArrayRelease()  # the end
        return 0
    told[1] = True
    _array(out.contents, told[0])
    return 0


_release_schema = _SchemaRelease(_release)
_release_array = _ArrayRelease(_release)
_release_stream = _StreamRelease(_release_a_stream)
_get_schema, _get_next, _get_error = _GetSchema(_give_schema), _GetNext(_give_next), _GetError(lambda stream: None)


def stream_of_columns(columns: dict[str, Column], length: int) -> object:
    """The capsule of a stream that gives one batch."""
    table = Column(b"+s", length, (None,), tuple(columns.items()))
    stream = _Stream(_get_schema, _get_next, _get_error, _release_stream, _keep([table, False]))
    return _abut.stream_capsule(bytes(stream))  # C releases what nobody took: an exception may be on its way then


def stream_of_answer(answer: Any) -> object:
    """The capsule of an answer."""
    columns = columns_of(answer)
    return stream_of_columns(columns, next(iter(columns.values())).length)


def stream_of_array(rows: Any) -> object:
    """The capsule of a structured array of numpy, as batches give it."""
    from ._enums import MotionState

    columns = _columns_of_rows(rows, {"state": MotionState})
    return stream_of_columns(columns, next(iter(columns.values())).length)
