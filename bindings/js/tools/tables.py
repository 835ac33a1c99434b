"""Write what JavaScript must know of the library's structures: where each member lies in the memory of a module.

    python3 tables.py INCLUDE_DIR OUT_DIR      OUT_DIR/tables.js, and OUT_DIR/tables_check.h, by which clang proves each place

Names, types and order are those of the public headers and of io/mesh/mesh.h, read as the tables of Python are
(../../python/tools/kinds.py). In JavaScript members are called like_this in C, likeThis here.
"""

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python/tools"))
from kinds import ANSWERS, FLAGS, GUARDS, TEXT_FUNCTIONS, members, structures  # noqa: E402

SIZES = {"double": 8, "float": 4, "int": 4, "unsigned": 4, "size_t": 4, "uint32_t": 4, "uint64_t": 8, "uint8_t": 1, "char": 1,
         "bool": 1}
LETTERS = {"double": "d", "float": "f", "int": "i", "unsigned": "I", "size_t": "I", "uint32_t": "I", "uint64_t": "Q",
           "uint8_t": "B", "char": "B", "bool": "B"}
FILES = ["mesh", "mesh_group", "mesh_warning", "mesh_error", "mesh_read_options", "mesh_matrix"]


def camel(name):
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)


class Layouts:
    def __init__(self, structs, enums, prefixes):
        self.structs, self.enums, self.prefixes = structs, enums, prefixes
        self.known = {}

    def of(self, name):
        """(size, alignment, members) of a structure: member -> (letter, offset, dimensions, of what)."""
        if name not in self.known:
            at, align, out = 0, 1, {}
            for kind, member, dims, _ in self.structs[name]:
                plain, pointer = kind.rstrip("*"), kind.endswith("*")
                if pointer:
                    size, own, letter, of = 4, 4, "*", plain
                elif plain in self.structs:
                    size, own, _ = self.of(plain)
                    letter, of = "s", plain
                elif plain in self.enums or plain.startswith("mesh_"):
                    size, own, letter, of = 4, 4, "t", plain
                else:
                    size = own = SIZES[plain]
                    letter, of = LETTERS[plain], plain
                    if plain == "int" and not dims and (member in FLAGS or member.startswith(("is_", "has_"))):
                        letter = "?"
                at = (at + own - 1) // own * own
                out[member] = [letter, at, dims, of]
                count = 1 if pointer else (dims + [1])[0] * (dims + [1, 1])[1]  # of a pointer they are what it points to
                at += size * count
                align = max(align, own)
            self.known[name] = ((at + align - 1) // align * align, align, out)
        return self.known[name]


def main():
    include, out = Path(sys.argv[1]), Path(sys.argv[2])
    structs, enums, functions = {}, {}, set()
    for path in sorted(include.glob("abut/*.h")):
        text = path.read_text(encoding="utf-8")
        some, more = structures(text)
        structs.update(some)
        enums.update(more)
        functions.update(re.findall(r"\b(abut_\w+)\(", text))
    for name in ("host", "tree_walk", "turned"):  # functions of C, and milling: JavaScript has neither
        structs.pop(name, None)
    prefixes = {name: "abut_" for name in structs}
    text = (include.parent / "io/mesh/mesh.h").read_text(encoding="utf-8")
    for name in FILES:
        body = re.search(rf"typedef struct {name} \{{(.*?)\n\}} {name};", text, re.S)[1]
        body = re.sub(r"\n\s+(kind;)", r" \1", body)
        structs[name] = members(body)
        prefixes[name] = ""
    layouts = Layouts(structs, enums, prefixes)
    tables, checks, used = {}, [], set()
    for name in structs:
        size, _, fields = layouts.of(name)
        checks.append(f'_Static_assert(sizeof({prefixes[name]}{name}) == {size}, "{name}");')
        arrays = next((arrays for struct, arrays in ANSWERS.values() if struct == name), {})
        rows = {}
        for member, (letter, at, dims, of) in fields.items():
            if member in ("reserved",):
                continue
            checks.append(f'_Static_assert(offsetof({prefixes[name]}{name}, {member}) == {at}, "{name}.{member}");')
            row = {"kind": letter, "at": at}
            if dims:
                row["dims"] = dims
            if letter in "s*t":
                row["of"] = of
            if letter == "t" and of in enums:
                used.add(of)
            if letter == "*" and arrays.get(member):
                row["count"] = fields[arrays[member]][1]
            if GUARDS.get(member) in fields:
                row["guard"] = fields[GUARDS[member]][1]
            rows["details" if member == "detail" else camel(member)] = row
        tables[name] = {"size": size, "fields": rows}
    words = {}
    for enum in sorted(used | {"status"}):
        own = TEXT_FUNCTIONS.get(enum, f"abut_{enum}_text")
        if own in functions and enum != "status":
            words[enum] = own
        else:
            prefix = "" if enum == "status" else enum.upper() + "_"
            values = enums[enum] if enum != "status" else re.findall(
                r"^\s*ABUT_(\w+) = (-?\d+)", (include / "abut/abut.h").read_text(encoding="utf-8").split("typedef enum abut_status", 1)[1].split("}", 1)[0], re.M)
            words[enum] = {value: name if enum == "status" else name.removeprefix(prefix).lower() for name, value in values}
    title = "// Made of the public headers by tools/tables.py: do not edit."
    out.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(table)}" for name, table in tables.items())
    enum_lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in words.items())
    (out / "tables.js").write_text(f"{title}\nexport const structs = {{\n{lines},\n}};\nexport const enums = {{\n{enum_lines},\n}};\n",
                                   encoding="utf-8")
    includes = "\n".join(f'#include "abut/{path.name}"' for path in sorted(include.glob("abut/*.h")))
    (out / "tables_check.h").write_text(f"{title}\n{includes}\n#include \"mesh/mesh.h\"\n\n#include <stddef.h>\n\n" + "\n".join(checks) + "\n",
                                        encoding="utf-8")


if __name__ == "__main__":
    main()
