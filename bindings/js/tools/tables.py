"""Write what JavaScript must know of the library's structures: where each member lies in the memory of a module.

    python3 tables.py INCLUDE_DIR OUT_DIR
        OUT_DIR/tables.js        places of members, words of enums, and for each answer a function that reads it
        OUT_DIR/types.d.ts       the same as types of TypeScript, with the headers' comments
        OUT_DIR/tables_check.h   by which clang proves each place

Names, types and order are those of the public headers, of io/mesh/mesh.h and of io/text/code.h, read as the tables of Python are
(../../python/tools/kinds.py). In JavaScript members are called like_this in C, likeThis here.
"""

import json
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python/tools"))
from kinds import ANSWERS, FLAGS, GUARDS, members, structures  # noqa: E402
from types_of import types  # noqa: E402

SIZES = {"double": 8, "float": 4, "int": 4, "unsigned": 4, "size_t": 4, "uint32_t": 4, "uint64_t": 8, "uint8_t": 1, "char": 1,
         "bool": 1}
LETTERS = {"double": "d", "float": "f", "int": "i", "unsigned": "I", "size_t": "I", "uint32_t": "I", "uint64_t": "Q",
           "uint8_t": "B", "char": "B", "bool": "B"}
FILES = ["mesh", "mesh_group", "mesh_warning", "mesh_error", "mesh_matrix"]
# What JavaScript has none of: functions that C calls, the methods' own options, and milling.
LEFT_OUT = ["host", "tree_walk", "tree_build", "turned", "ring", "depth_ask", "depth"]
NUMBERS = ["feature"]  # enums that are told as numbers
# Words that are not the enumerator's in lower case. tests/words.test.mjs holds all against the library's own.
WORDS = {"HALF_SPACE": "half-space", "T_JOINT": "t-joint", "TOUCHES": "touching", "FOLDS": "folded", "CROSSES": "self-crossing"}
# Arrays inside of a structure of which only the first so many say something.
COUNTED = {("contact", "events"): "point_count", ("contact", "points"): "point_count"}
# Arrays of rows inside of rows.
ROW_ARRAYS = {"region": {"a_triangles": "a_count", "b_triangles": "b_count"}}
# Rows that there may be none of, since they were not asked for: null. Others are empty then.
OPTIONAL = ["contact", "approach", "self_meeting", "self_part", "clash", "gap"]
GET = {"d": "getFloat64(A, true)", "f": "getFloat32(A, true)", "i": "getInt32(A, true)", "I": "getUint32(A, true)", "B": "getUint8(A)"}


def camel(name):
    return "details" if name == "detail" else re.sub(r"_(\w)", lambda match: match[1].upper(), name)


class Layouts:
    def __init__(self, structs, enums):
        self.structs, self.enums = structs, enums
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
                elif plain in self.enums:
                    size, own, letter, of = 4, 4, "i" if plain in NUMBERS else "t", plain
                else:
                    size = own = SIZES[plain]
                    letter, of = LETTERS[plain], plain
                    if plain == "int" and not dims and (member in FLAGS or member.startswith(("is_", "has_"))):
                        letter = "?"
                at = (at + own - 1) // own * own
                out[member] = (letter, at, dims, of)
                count = 1 if pointer else (dims + [1])[0] * (dims + [1, 1])[1]  # of a pointer they are what it points to
                at += size * count
                align = max(align, own)
            self.known[name] = ((at + align - 1) // align * align, align, out)
        return self.known[name]

    def table(self, name):
        rows = {}
        for member, (letter, at, dims, of) in self.of(name)[2].items():
            if member != "reserved":
                rows[camel(member)] = {"kind": letter, "at": at, **({"dims": dims} if dims else {}), **({"of": of} if letter in "s*t" else {})}
        return {"size": self.of(name)[0], "fields": rows}


def arrays_of(name):
    """Arrays of a structure that is told: member -> the member that has its length."""
    found = next((arrays for struct, arrays in ANSWERS.values() if struct == name), {})
    return {member: count for member, count in {**found, **ROW_ARRAYS.get(name, {})}.items() if count}


class Readers:
    """Functions (v, at, m) => object: v a view of bytes in which a structure is at `at`, m the memory that it points to."""

    def __init__(self, layouts):
        self.layouts, self.lines, self.done = layouts, [], set()

    def reader(self, name):
        if name not in self.done:
            self.done.add(name)
            fields = self.layouts.of(name)[2]
            arrays, rows = arrays_of(name), []
            for member, field in fields.items():
                if member == "reserved" or field[0] == "*" and member not in arrays:
                    continue
                text = self.array(field, fields[arrays[member]][1]) if field[0] == "*" else self.value(name, member, field, fields)
                guard = GUARDS.get(member)
                if guard in fields:
                    text = f"v.getInt32(at + {fields[guard][1]}, true) ? {text} : null"
                rows.append(f"    {camel(member)}: {text},\n")
            self.lines.append(f"  {name}: (v, at, m) => ({{\n{''.join(rows)}  }}),\n")

    def array(self, field, count):
        _, at, dims, of = field
        place = f"v.getUint32(at + {at}, true), v.getUint32(at + {count}, true)"
        if of in LETTERS:
            return f'm.numbers("{LETTERS[of]}", {place}{f", {dims[0]}" if dims else ""})'
        if of == "pair":
            return f"m.pairs({place})"
        self.reader(of)
        return f'm.rows("{of}", {place})' + ("" if of in OPTIONAL else f' ?? none("{of}")')

    def value(self, name, member, field, fields):
        letter, at, dims, of = field
        if (name, member) in COUNTED:
            size = self.layouts.of(of)[0] if letter == "s" else 24
            items = f"v.getInt32(at + {fields[COUNTED[name, member]][1]}, true)"
            return f"several({items}, (i) => {self.one(letter, of, f'at + {at} + {size} * i', [3] if letter == 'd' else [])})"
        return self.one(letter, of, f"at + {at}", dims)

    def one(self, letter, of, at, dims):
        if of == "char" and dims:
            return f"m.text({at})"
        if dims:
            size = SIZES.get(of, 0) * (dims[1] if len(dims) > 1 else 1)
            return "[" + ", ".join(self.one(letter, of, f"{at} + {size * i}" if i else at, dims[1:]) for i in range(dims[0])) + "]"
        if letter == "?":
            return f"v.getInt32({at}, true) !== 0"
        if letter == "Q":
            return f"v.getUint32({at}, true) + 4294967296 * v.getUint32({at} + 4, true)"
        if letter == "t":
            return f"words.{of}[v.getInt32({at}, true)] ?? null"
        if letter == "s" and of in ("pair", "event"):
            step, kind = (4, "I") if of == "pair" else (1, "B")
            return "[" + ", ".join("v." + GET[kind].replace("A", a) for a in (at, f"{at} + {step}")) + "]"
        if letter == "s":
            self.reader(of)
            return f"readers.{of}(v, {at}, m)"
        return "v." + GET[letter].replace("A", at)


def words_of(enum, values):
    """Of each value its word. values: (enumerator, number)."""
    if enum == "fault_code":
        return {int(number): code for code, number in values}
    prefix = os.path.commonprefix([name for name, _ in values])
    prefix = prefix[: prefix.rfind("_") + 1]
    names = [(name.removeprefix(prefix), int(number)) for name, number in values]
    return {number: name if enum in ("mesh_status", "fault_code") else WORDS.get(name, name.lower().replace("_", " ")) for name, number in names}


def faults(text):
    """Codes of faults, F031_TOO_MANY as F031, with their numbers: lists of areas in the order of FAULT_CODES, behind CODE_NONE."""
    lists = dict(re.findall(r"#define FAULT_CODES_(\w)\(X\)(.*?)\n\n", text, re.S))
    order = re.findall(r"FAULT_CODES_(\w)\(X\)", text.split("#define FAULT_CODES(X)", 1)[1])
    codes = [code for area in order for code in re.findall(r"\bX\((\w\d{3})_", lists[area])]
    return [(code, str(i)) for i, code in enumerate(codes, 1)]


def headers(include):
    structs, enums = {}, {}
    for path in sorted(include.glob("abut/*.h")):
        some, more = structures(path.read_text(encoding="utf-8"))
        structs.update(some)
        enums.update(more)
    for name in LEFT_OUT:
        structs.pop(name, None)
    text = (include.parent / "io/mesh/mesh.h").read_text(encoding="utf-8")
    for name in FILES:
        body = re.search(rf"typedef struct {name} \{{(.*?)\n\}} {name};", text, re.S)[1]
        structs[name] = members(re.sub(r"\n\s+(kind;)", r" \1", body))
    for name in ("mesh_status", "mesh_format"):
        body = re.search(rf"typedef enum {name} \{{(.*?)\n\}}", text, re.S)[1]
        enums[name] = [(word, str(i)) for i, word in enumerate(re.findall(r"^\s*(MESH_\w+)", body, re.M))]
    enums["fault_code"] = faults((include.parent / "io/text/code.h").read_text(encoding="utf-8"))
    return structs, enums


def main():
    include, out = Path(sys.argv[1]), Path(sys.argv[2])
    structs, enums = headers(include)
    layouts, checks = Layouts(structs, enums), []
    for name in structs:
        prefix = "" if name in FILES else "abut_"
        checks.append(f'_Static_assert(sizeof({prefix}{name}) == {layouts.of(name)[0]}, "{name}");')
        checks += [f'_Static_assert(offsetof({prefix}{name}, {member}) == {field[1]}, "{name}.{member}");'
                   for member, field in layouts.of(name)[2].items() if member != "reserved"]
    readers = Readers(layouts)
    answers = [struct for struct, _ in ANSWERS.values()] + ["solid_part", "soup_report", "statistics", "point_near", "point_answer", *FILES]
    for name in answers:
        readers.reader(name)
    used = {field[3] for name in structs for field in layouts.of(name)[2].values() if field[0] == "t"} | {"mesh_status", "shape_relation", "survey"}
    words = {enum: words_of(enum, enums[enum]) for enum in sorted(used) if enum in enums}
    text = (include / "abut/abut.h").read_text(encoding="utf-8").split("typedef enum abut_status", 1)[1].split("}", 1)[0]
    statuses = {int(number): name for name, number in re.findall(r"^\s*ABUT_(\w+) = (-?\d+)", text, re.M)}
    title = "// Made of the public headers by tools/tables.py: do not edit."
    out.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"  {name}: {json.dumps(layouts.table(name))},\n" for name in structs)
    word_lines = "".join(f"  {enum}: {json.dumps([told.get(i) for i in range(max(told) + 1)])},\n" for enum, told in words.items())
    (out / "tables.js").write_text(
        f'{title}\nimport {{ Rows }} from "./rows.js";\n\nexport const structs = {{\n{lines}}};\n'
        f"// Of each enum its words, by number.\nexport const words = {{\n{word_lines}}};\n"
        f"export const statuses = {json.dumps(statuses)};\n"
        'const none = (struct) => (struct === "region" ? [] : new Rows(struct, new Uint8Array(0)));\n'
        "const several = (count, make) => Array.from({ length: count }, (_, i) => make(i));\n"
        f"export const readers = {{\n{''.join(readers.lines)}}};\n", encoding="utf-8")
    includes = "\n".join(f'#include "abut/{path.name}"' for path in sorted(include.glob("abut/*.h")))
    (out / "tables_check.h").write_text(f"{title}\n{includes}\n#include \"mesh/mesh.h\"\n\n#include <stddef.h>\n\n" + "\n".join(checks) + "\n",
                                        encoding="utf-8")
    (out / "types.d.ts").write_text(types(title, layouts, structs, words, readers.done, statuses.values(), arrays_of, COUNTED, OPTIONAL),
                                    encoding="utf-8")


if __name__ == "__main__":
    main()
