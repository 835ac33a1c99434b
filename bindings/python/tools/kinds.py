"""Write the tables that tell Python of the library's structures, from the public headers.

    python3 kinds.py INCLUDE_DIR OUT.c      and OUT.h, which declares them; and _abut.pyi beside them

Options are filled from keywords by such a table, answers have its fields as attributes, arrays of structures are rows with
columns. Names, types, order and docstrings are those of the headers, so nothing is said twice: a member that a header gains
is there in Python after the next build.
"""

import re
import sys
from pathlib import Path

from questions import declarations, question_tables
from stub import stub

# What is asked: keywords of functions. The library's "detail" is called "details".
ASKS = ["ask", "build", "clearance_ask", "solids_ask", "distance_ask", "motion_ask", "overlap_ask", "point_ask", "range_ask", "ray_ask",
        "self_ask", "shape_ask"]
# What is given as an object, made from keywords.
INPUTS = {"Pose": "pose", "Motion": "motion", "Shape": "shape"}
# What is answered: the class, the structure, and its arrays with their lengths. None: one structure inside of it.
ANSWERS = {
    "Info": ("model_info", {}),
    "SolidInfo": ("solid_info", {}),
    "Contacts": ("hits", {"pairs": "count", "contacts": "count"}),
    "Distance": ("distance_answer", {}),
    "Clearance": ("clearance_answer", {"pairs": "count", "approaches": "count"}),
    "Containment": ("containment", {"a": "a_count", "b": "b_count", "hits": None}),
    "First": ("first", {}),
    "Deepest": ("deepest", {}),
    "Depth": ("depth_least_answer", {}),
    "DepthAlong": ("depth_along_answer", {}),
    "Reach": ("reach_answer", {"a_in_b": None, "b_in_a": None}),
    "SignedDistance": ("signed_answer", {}),
    "Overlap": ("overlap_answer", {"curves": "curve_count", "points": "point_count", "patches": "patch_count",
                                   "regions": "region_count", "hits": None}),
    "SelfContacts": ("self_hits", {"pairs": "count", "meetings": "count", "parts": "part_count"}),
    "ShapeContacts": ("shape_hits", {"triangles": "count", "at": "count"}),
    "ShapeDistance": ("shape_nearest", {}),
    "InRange": ("range_found", {"inside": "inside_count", "crossing": "crossing_count"}),
    "Change": ("change", {}),
    "Clashes": ("clashes", {"pairs": "count", "clashes": "count", "gaps": "count", "undecided": "undecided_count"}),
    "Meetings": ("meetings", {"pairs": "count", "firsts": "count"}),
}
# Rows that functions make by themselves.
ROWS = ["solid_part", "distance_answer", "first", "point_answer", "point_near", "ray_answer", "ray_hit"]
# A member that says nothing where another one is 0.
GUARDS = {"pair": "has_pair", "a_point": "has_pair", "b_point": "has_pair", "features": "has_pair", "triangle": "has_triangle",
          "feature": "has_points", "model_point": "has_points", "shape_point": "has_points"}
FLAGS = {"complete", "any", "coherent", "strict", "volume", "parts", "winding", "segments"}

KINDS = {"double": "d", "int": "i", "unsigned": "i", "size_t": "N", "uint32_t": "I", "uint64_t": "Q", "uint8_t": "B"}
TEXT_FUNCTIONS = {"shape_kind": "abut_shape_text", "method": "abut_method_name", "self_class": "abut_self_class_text"}

DOCS = {}  # of enums: the lines above them


def structures(text):
    """All structures and enums of a header: name -> list of (type, member, dimensions, comment); enum -> names."""
    structs, enums = {}, {}
    for name, number in re.findall(r"^#define (ABUT_\w+_MOST)\s+(\d+)", text, re.M):  # lengths of arrays
        text = text.replace(f"[{name}]", f"[{number}]")
    for kind, name, body in re.findall(r"typedef (struct|enum) abut_(\w+) \{(.*?)\n\} abut_\w+;", text, re.S):
        if kind == "enum":
            enums[name] = re.findall(r"^\s*ABUT_(\w+) = (\d+)", body, re.M)
            above = re.search(rf"((?://[^\n]*\n)+)typedef enum abut_{name} ", text)
            DOCS[name] = " ".join(line.strip("/ ") for line in above[1].splitlines()) if above else ""
        else:
            structs[name] = members(body)
    for name, line in re.findall(r"typedef struct abut_(\w+) \{[^\n]*\n\s*(uint32_t a, b;|uint8_t a, b;)[^\n]*\n", text):
        structs.setdefault(name, members(line))
    return structs, enums


def members(body):
    out, above, last = [], [], None
    for line in re.sub(r"(\w)\n\s+(\w+;)", r"\1 \2", body).splitlines():
        code, _, comment = (part.strip() for part in line.partition("//"))
        if not code:
            if comment and last and line.index("//") > 20:
                last[3] += " " + comment  # goes on beside the member
            elif comment:
                above.append(comment)
            continue
        match = re.fullmatch(r"(?:const )?(?:struct )?(?:abut_)?(\w+)(\s*\*)? ?(.*);", code)
        if not match or "(" in code and "(*" not in code:
            above = []
            continue
        kind, star, names = match.groups()
        doc = " ".join(above + ([comment] if comment else []))
        above = []
        for name in names.split(","):
            name = name.strip()
            pointer = bool(star) or name.startswith("*") or "(*" in name
            dims = [int(n) for n in re.findall(r"\[(\d+)\]", name)]
            last = [kind + ("*" if pointer else ""), re.sub(r"[(*) ]|\[.*", "", name), dims, doc]
            out.append(last)
    return out


class Tables:
    def __init__(self, structs, enums, functions):
        self.structs, self.enums, self.functions = structs, enums, functions
        self.texts, self.done, self.lines = {}, set(), []
        self.told, self.classes = {}, []  # for the stub

    def text(self, enum):
        """The function that tells an enum's value as text."""
        if enum not in self.texts:
            own = TEXT_FUNCTIONS.get(enum, f"abut_{enum}_text")
            if own in self.functions:
                body = f"    return {own}((abut_{enum})number);"
            else:
                prefix = enum.upper() + "_"
                words = ", ".join(f'[{value}] = "{name.removeprefix(prefix).lower()}"' for name, value in self.enums[enum])
                body = (f"    static const char* const words[] = {{{words}}};\n"
                        "    return number >= 0 && (size_t)number < sizeof words / sizeof *words ? words[number] : NULL;")
            self.texts[enum] = f"words_of_{enum}"
            self.lines.append(f"static const char* words_of_{enum}(int number)\n{{\n{body}\n}}\n")
        return self.texts[enum]

    def fields(self, struct, skip=(), path="", base=None):
        """Rows of a table, in the order of the structure; structures inside of it become part of it."""
        base = base or struct
        rows = []
        names = {m[1] for m in self.structs[struct]}
        for kind, name, dims, doc in self.structs[struct]:
            if kind.endswith("*") or name in skip or name == "reserved" or name == "user":
                continue
            at, text = f"{path}{name}", "NULL"
            guard = GUARDS.get(name)
            guard = f"AT(abut_{base}, {path}{guard}) + 1" if guard in names else "0"
            if kind == "pose":
                letter = "p"
            elif kind in ("pair", "event"):
                letter, dims = "I" if kind == "pair" else "B", dims + [2]
            elif kind in self.structs:
                rows += self.fields(kind, skip, at + ".", base)
                continue
            elif kind in self.enums:
                letter, text, doc = "t", self.text(kind), doc or DOCS[kind]
            else:
                letter = KINDS[kind]
                if letter == "i" and not dims and (name in FLAGS or name.startswith(("is_", "has_"))):
                    letter = "?"
            shown = "details" if name == "detail" else name
            size = (dims + [0, 0])[:2]
            quoted = doc.replace("\\", "\\\\").replace('"', '\\"')
            rows.append(f"    {{\"{shown}\", '{letter}', {size[0]}, {size[1]}, AT(abut_{base}, {at}), {guard}, {text},\n"
                        f'     "{quoted}"}},')
        return rows

    def table(self, struct, skip=(), suffix=""):
        name = f"{struct}_fields{suffix}"
        if name not in self.done:
            self.done.add(name)
            rows = self.told[name] = self.fields(struct, skip)
            if struct == "pose":  # set whole by a matrix
                rows.append("    {\"matrix\", 'p', 0, 0, 0, 0, NULL,\n     \"The pose itself.\"},")
            self.lines.append(f"const field {name}[] = {{\n" + "\n".join(rows) + "\n    {0},\n};\n")
        return name

    def options(self, struct):
        """What is asked as keywords: (name, letter, member, function of its words, doc)."""
        rows = self.told.get(f"{struct}_fields") or self.fields(struct)
        found = [re.match(r"\s*\{\"(\w+)\", '(.)', 0, 0, AT\(\w+, ([\w.]+)\), \w+, (\w+),\s*\"(.*)\"\},$", row, re.S) for row in rows]
        return [match.groups() for match in found if match]

    def kind(self, cls, struct, arrays):
        table = self.table(struct, skip=tuple(arrays), suffix="_told" if arrays else "")
        rows, told = [], []
        types = {m[1]: m for m in self.structs[struct]}
        for name, count in arrays.items():
            kind, _, dims, doc = types[name]
            inner = kind.rstrip("*")
            shown, columns, letter, of, size = f"_{name}", 0, "0", "NULL", "0"
            if count is None:
                shown = "contacts" if name == "hits" else name
                of = f"&{inner}_kind"
            elif inner == "pair":
                letter, columns = "'I'", 2
            elif inner in self.structs:
                of, size = f"&{self.row(inner)}", f"sizeof(abut_{inner})"
            else:
                letter, columns = f"'{KINDS[inner]}'", (dims + [0])[0]
            told.append((shown, None if count else next(c for c, (s, _) in ANSWERS.items() if s == inner)))
            length = f"AT(abut_{struct}, {count})" if count else "NESTED"
            rows.append(f'    {{"{shown}", AT(abut_{struct}, {name}), {length}, {of}, {letter}, {columns}, {len(rows)}}},')
        self.classes.append((cls, self.told[table], told))
        self.lines.append(f"static const array {struct}_arrays[] = {{\n" + "\n".join(rows + ["    {0},"]) + "\n};")
        self.lines.append(f'kind {struct}_kind = {{"{cls}", {table}, sizeof(abut_{struct}), {struct}_arrays, NULL, NULL}};\n')

    def row(self, struct):
        """A structure that is only ever a row."""
        name = f"{struct}_row"
        if name not in self.done:
            table = self.table(struct)
            self.done.add(name)
            self.lines.append(f'static const array {name}_arrays[] = {{{{0}}}};\n'
                              f'kind {name} = {{NULL, {table}, sizeof(abut_{struct}), {name}_arrays, NULL, NULL}};\n')
        return name


def main():
    include, out = Path(sys.argv[1]), Path(sys.argv[2])
    structs, enums, functions, names = {}, {}, set(), []
    for path in sorted(include.glob("abut/*.h")):
        text = path.read_text(encoding="utf-8")
        some, more = structures(text)
        structs.update(some)
        enums.update(more)
        functions.update(re.findall(r"\b(abut_\w+)\(", text))
        names.append(path.name)
    t = Tables(structs, enums, functions)
    for ask in ASKS:
        t.table(ask)
    for name in ROWS:
        t.row(name)
    for cls, struct in INPUTS.items():
        t.kind(cls, struct, {})
    nested = [name for name, (_, arrays) in ANSWERS.items() if None not in arrays.values()]
    for name in nested + [n for n in ANSWERS if n not in nested]:
        t.kind(name, *ANSWERS[name])
    t.lines.append(question_tables(t.options))
    kinds = ", ".join(f"&{s}_kind" for s in [*INPUTS.values(), *(s for s, _ in ANSWERS.values())])
    body = "\n".join(t.lines)
    includes = "\n".join(f'#include "abut/{name}"' for name in names)
    title = "// Made of the public headers by tools/kinds.py: do not edit."
    out.write_text(f'{title}\n#include "binding.h"\n\n{includes}\n\n{body}\n'
                   f"kind* const all_kinds[] = {{{kinds}, NULL}};\n", encoding="utf-8")
    named = re.findall(r"^(?:const field (\w+_(?:fields|keywords)\w*)|kind (\w+) =)", body, re.M)
    externs = "\n".join(f"extern const field {f}[];" if f else f"extern kind {k};" for f, k in named)
    out.with_suffix(".h").write_text(f"{title}\n{externs}\n{declarations()}\n", encoding="utf-8")
    out.with_name("_abut.pyi").write_text(stub(t.classes), encoding="utf-8")


if __name__ == "__main__":
    main()
