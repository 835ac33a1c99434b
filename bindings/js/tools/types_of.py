"""Types of TypeScript for what tables.py finds in the headers: words of enums, answers, options of questions."""

import re

from kinds import ANSWERS, GUARDS
from questions import COMMON, LAST, OPTIONS, ORDER, QUESTIONS

NAMES = {struct: name for name, (struct, _) in ANSWERS.items()} | {"statistics": "Statistics", "solid_part": "Part"}
# Points that are told only where details: "points" asked for them.
ASKED = {"distance_answer": ["features", "a_point", "b_point"], "first": ["features", "a_point", "b_point"]}
POSE = "PoseLike | null"
TYPES = {"pose": POSE, "pose_a": POSE, "pose_b": POSE, "frame_a": POSE, "frame_b": POSE, "motion_a": "MotionLike | null", "motion_b": "MotionLike | null",
         "poses_a": "PosesLike"}
DOCS = {"pose": "where the mesh is", "pose_a": "where a is", "motion_a": "how a moves; without it, it rests", "progress":
        "called with growing fractions in a long call; false ends it: CANCELLED"}
NOT_TOLD = ["point_answer", "point_near", "ray_answer", "ray_hit", "soup_report"]  # files of JavaScript make something else of them
KEYS = {"collide": ["key_a", "key_b"], "distance": ["key_a", "key_b"]}
KEY = "with coherent: a whole number that tells instances of one mesh apart"
# What the headers say of what is not here, in other words.
OWN = {("model_info", "build"): "As it was built, defaults filled in. What the method does not have says nothing."}
ANY = "whatever contact is found first ends it: it need not be the earliest"
NOT_HERE = {"any": ["collide"]}  # it is for threads, which a module has none of


def camel(name):
    return "details" if name == "detail" else re.sub(r"_(\w)", lambda match: match[1].upper(), name)


def pascal(name):
    return NAMES.get(name) or "".join(word.capitalize() for word in name.split("_"))


class Words:
    """Comments of C in the words of JavaScript."""

    def __init__(self, words, functions):
        self.words = {word.upper().replace(" ", "_").replace("-", "_"): word for told in words.values() for word in told.values()}
        self.functions = functions

    def doc(self, text, indent, flag=False):
        text = re.sub(r"\s*\((?:abut/)?[a-z]+\.h\)| as in [a-z]+\.h(?=:)", "", text)
        text = text.replace(' (or None)', "").replace("relative=0", "relative: 0").replace("1: ", "true: " if flag else "1: ")
        if flag:
            text = re.sub(r"\b([01]) if", lambda match: "true if" if match[1] == "1" else "false if", text).replace("0: ", "false: ")
        text = re.sub(r"\bABUT_([A-Z0-9_]+)\b", lambda match: '"' + match[1].split("_", 1)[-1].lower().replace("_", " ") + '"', text)
        text = re.sub(r"\b_?([A-Z]{2,}(?:_[A-Z]+)*)\b", lambda match: f'"{self.words[match[1]]}"' if match[1] in self.words else match[0], text)
        text = text.replace("UINT32_MAX", "4294967295")
        text = re.sub(r"\babut_(\w+)\b", lambda match: self.functions.get(match[1]) or pascal(match[1]) if match[1] in NAMES else
                      self.functions.get(match[1], camel(match[1])), text)
        text = re.sub(r"\b([a-z]+(?:_[a-z]+)+)\b", lambda match: camel(match[1]), text).replace("NULL", "null").replace("*/", "")
        return f"{indent}/** {text[0].upper() + text[1:]} */\n" if text else ""


def one(letter, of, dims):
    if dims:
        inner = one(letter, of, dims[1:])
        return f"[{', '.join([inner] * dims[0])}]"
    if letter == "?":
        return "boolean"
    if letter == "s" and of in ("pair", "event"):
        return "[number, number]"
    return pascal(of) if letter in "st" else "number"


def interface(words, layouts, structs, name, arrays, counted, optional):
    docs = {member: doc for _, member, _, doc in structs[name]}
    out = [f"export interface {pascal(name)} {{\n"]
    fields, last = layouts.of(name)[2], ""
    for member, (letter, _, dims, of) in fields.items():
        if member == "reserved" or letter == "*" and member not in arrays:
            continue
        if letter == "*":
            told = {"pair": "Uint32Array", "double": "Float64Array | null", "uint32_t": "Uint32Array", "region": "Region[]"}.get(of)
            told = told or f"Rows<{pascal(of)}>"
            if of in optional:
                told += " | null"
        elif (name, member) in counted:
            told = ("[number, number]" if letter == "s" else "[number, number, number]") + "[]"
        else:
            told = one(letter, of, dims)
        if GUARDS.get(member) in fields or member in ASKED.get(name, []):
            told += " | null"
        doc = OWN.get((name, member)) or docs.get(member, "")
        out.append((words.doc(doc, "  ", letter == "?") if doc != last else "") + f"  {camel(member)}: {told};\n")
        last = doc
    return "".join(out) + "}\n"


def options(words, layouts, structs, question):
    """The options of a question, as an interface."""
    name, ask = question["name"], question["ask"]
    docs = {camel(member): doc for _, member, _, doc in structs[ask]}
    out = [f"export interface {pascal(name)}Options {{\n"]
    rows = [(key, TYPES[key], DOCS.get(key) or COMMON[key][3]) for key in question["keywords"] if key not in LAST]
    rows += [(key, "number", KEY) for key in KEYS.get(name, [])]
    for member in ORDER[ask]:
        if (question["only"] is None or member in question["only"]) and name not in NOT_HERE.get(member, []):
            letter, _, _, of = next(field for key, field in layouts.of(ask)[2].items() if camel(key) == member)
            told = "Detail" if of == "detail" else one(letter, of, [])
            rows.append((member, told, ANY if member == "any" else OPTIONS.get(member) or docs.get(member, "")))
    rows.append(("progress", "Progress", DOCS["progress"]))
    for key, told, doc in rows:
        out.append(words.doc(doc.split(": None")[0], "  ", told == "boolean") + f"  {camel(key)}?: {told};\n")
    return "".join(out) + "}\n"


def types(title, layouts, structs, words, told, statuses, arrays_of, counted, optional):
    calls = {re.search(r"abut_(\w+)", q["call"])[1]: camel(q["name"]) for q in QUESTIONS}
    texts = Words(words, calls)
    out = [f'{title}\nimport type {{ MotionLike, PoseLike, PosesLike, Progress, Rows }} from "../abut.js";\n',
           "/** Of the C library: abut_status. */\nexport type Status = " + " | ".join(f'"{s}"' for s in statuses if s != "OK") + ";\n"]
    for enum, of in words.items():
        if enum.startswith("mesh_") or enum == "fault_code":
            continue
        out.append(f"export type {pascal(enum)} = " + " | ".join(f'"{word}"' for word in of.values() if word != "default") + ";\n")
    for name in structs:
        if name in told and name not in NOT_TOLD and not name.startswith("mesh"):
            out.append(interface(texts, layouts, structs, name, arrays_of(name), counted, optional))
    for question in QUESTIONS:
        out.append(options(texts, layouts, structs, question))
    return "\n".join(out)
