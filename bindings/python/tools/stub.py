"""Write the stub of the extension, abut/_abut.pyi: classes and attributes as kinds.py finds them in the public headers.

What has a signature of its own is told in abut/__init__.pyi, the contract of the package. This stub is for the package's own
modules in Python, whose classes add to these.
"""

import re

TYPES = {"d": "float", "i": "int", "?": "bool", "I": "int", "Q": "int", "N": "int", "B": "int", "t": "str", "p": "Pose"}

HEAD = '''\
"""Made of the public headers by tools/stub.py: do not edit."""
from typing import Any, Self, TypeVar

_Class = TypeVar("_Class", bound=type)

def register(cls: _Class, /) -> _Class: ...
def threads(count: int | None = None) -> int: ...
def __getattr__(name: str) -> Any: ...

class Rows:
    def __len__(self) -> int: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

class Mesh:
    def __new__(cls, *args: Any, **options: Any) -> Self: ...
    @property
    def triangle_count(self) -> int: ...
    def __getattr__(self, name: str) -> Any: ...
'''

ROW = re.compile(r"\s*\{\"(?P<name>\w+)\", '(?P<letter>.)', (?P<rows>\d+), (?P<columns>\d+), (?:0|AT\([^)]*\)), (?P<guard>0|AT)")


def type_of(letter, rows, columns):
    inner = TYPES[letter]
    for count in (columns, rows):  # tuple[float, float, float], or of such
        if count:
            inner = f"tuple[{', '.join([inner] * count)}]"
    return inner


def stub(kinds):
    """kinds: of each class its name, the rows of its table, and its arrays: name and class, None for rows."""
    out = [HEAD]
    for name, table, arrays in kinds:
        out.append(f"class {name}:\n    def __new__(cls, *args: Any, **options: Any) -> Self: ...")
        fields = {field["name"]: field for field in reversed([ROW.match(row) for row in table])}  # of two the first counts
        for field in reversed(fields.values()):
            told = type_of(field["letter"], int(field["rows"]), int(field["columns"]))
            told = told if field["guard"] == "0" else "Any"  # None where it says nothing
            out.append(f"    @property\n    def {field['name']}(self) -> {told}: ...")
        for array, of in arrays:
            out.append(f"    @property\n    def {array}(self) -> {of or 'Any'}: ...")
        out.append("")
    return "\n".join(out)
