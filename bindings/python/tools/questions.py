"""Functions of Python that ask about one or two meshes: what each is given, and what of the library answers it.

kinds.py makes of it tables of keywords, docstrings with signatures, and the calls in C.
"""

PLACES = ["pose_a", "pose_b", "frame_a", "frame_b"]
LAST = ["threads", "progress"]

# Keywords that are not in what the library is asked: letter of a field, member of call, default, what it says.
COMMON = {
    "pose": ("p", "ia.pose", "None", "where the mesh is: None, an abut.Pose, or a matrix of 3 or 4 rows and 4 columns"),
    "pose_a": ("p", "ia.pose", "None", "where a is: None, an abut.Pose, or a matrix of 3 or 4 rows and 4 columns"),
    "pose_b": ("p", "ib.pose", "None", "where b is"),
    "placed": ("p", "ib.pose", "None", "where the planes are: as pose"),
    "frame_a": ("o", "frames[0]", "None", "a common motion on top of pose_a, without rounding between meshes of equal frames"),
    "frame_b": ("o", "frames[1]", "None", "the same of b"),
    "motion_a": ("o", "motions[0]", "None", "how a moves: an abut.Motion, or a sequence of them; None: it rests"),
    "motion_b": ("o", "motions[1]", "None", "how b moves, in as many pieces"),
    "poses_a": ("o", "poses_a", "None", "poses of a, as many as of b, in place of pose_a"),
    "threads": ("o", "threads", "None", "how many may work on it; None: as abut.threads says"),
    "progress": ("o", "progress", "None", "called with growing fractions in a long call; True: a bar on stderr"),
}

PAIR = "(query, &c->ia, &c->ib, ask, out)"


def one(name, by_position, keywords, ask, answer, call, doc, only=None, **more):
    return {"name": name, "by_position": by_position.split(), "keywords": keywords, "ask": ask, "answer": answer, "call": call,
            "doc": doc, "only": only, "many": False, **more}


def many(name, by_position, keywords, ask, answer, call, doc, only, **more):
    return {**one(name, by_position, keywords, ask, answer, call, doc, only), "many": True, **more}


# solids: the solids of both meshes are given. blank: the answer's points are NaN unless they were asked for (and this holds).
# before: a line of C before the call. is_yes: a batch tells whether this count is above 0.
QUESTIONS = [
    one("collide", "a b", [*PLACES, *LAST], "ask", "hits", "abut_collide" + PAIR,
        "Find the triangles of two meshes that share at least one point, decided without rounding. Return abut.Contacts."),
    one("distance", "a b", [*PLACES, *LAST], "distance_ask", "distance_answer", "abut_distance" + PAIR,
        "Find how far two meshes are apart: that of their surfaces, 0 in contact. Return abut.Distance.",
        blank=" && answer->complete"),
    one("within", "a b distance", [*PLACES, *LAST], "clearance_ask", "clearance_answer", "abut_clearance" + PAIR,
        "Find the triangles of two meshes that are not farther apart than a distance, decided without rounding. Return "
        "abut.Clearance."),
    one("contain", "a b", [*PLACES, *LAST], "ask", "containment", "abut_contain" + PAIR,
        "Find how two meshes and their connected components stand to each other: apart, touching, crossing, or one inside the "
        "other. Return abut.Containment.", only=["details"]),
    one("first_contact", "a b", [*PLACES, "motion_a", "motion_b", *LAST], "motion_ask", "first",
        "abut_first_contact(query, &c->ia, c->motion_a, &c->ib, c->motion_b, c->piece_count, ask, out)",
        "Find when two meshes that move first touch, or prove that they never do. Return abut.First.", blank=" "),
    one("depth", "a b", [*PLACES, *LAST], "solids_ask", "depth_least_answer", "abut_depth_least" + PAIR,
        "Find how deep two solids are in each other: the length of the shortest translation of b that frees it. Return "
        "abut.Depth.", solids=True),
    one("depth_along", "a b direction", [*PLACES, *LAST], "solids_ask", "depth_along_answer",
        "abut_depth_along(query, &c->ia, &c->ib, c->extra, ask, out)",
        "Find how far b has to be pushed along a direction (three numbers, not normalised) until it is free. Return "
        "abut.DepthAlong, in lengths of the direction.", solids=True),
    one("reach", "a b", [*PLACES, *LAST], "solids_ask", "reach_answer", "abut_reach" + PAIR,
        "Find how deep each surface reaches into the other solid. Return abut.Reach.", solids=True),
    one("signed_distance", "a b", [*PLACES, *LAST], "solids_ask", "signed_answer", "abut_signed_distance" + PAIR,
        "Find how far two solids are apart or, negative, how deep they are in each other. Return abut.SignedDistance.",
        solids=True),
    one("overlap", "a b", [*PLACES, *LAST], "overlap_ask", "overlap_answer", "abut_overlap" + PAIR,
        "Find what two meshes share: curves, areas, regions and, asked for, volumes. Return abut.Overlap.",
        solids=True, is_checked=True),
    one("self_collide", "mesh", ["pose", *LAST], "self_ask", "self_hits", "abut_self(query, &c->ia, ask, out)",
        "Find where a mesh meets itself: triangles that share more than neighbours do. Return abut.SelfContacts."),
    one("shape_collide", "mesh shape", ["pose", *LAST], "shape_ask", "shape_hits",
        "abut_shape_collide(query, &c->ia, c->shape, ask, out)", "Find the triangles of a mesh that share a point with a shape."),
    one("shape_distance", "mesh shape", ["pose", *LAST], "distance_ask", "shape_nearest",
        "abut_shape_distance(query, &c->ia, c->shape, ask, out)", "Find how far a mesh is from a shape."),
    one("shape_contain", "mesh shape", ["pose", *LAST], "solids_ask", None,
        "abut_shape_contain(query, &c->ia, ((const abut_solids_ask*)ask)->a_solid, c->shape, out)",
        "Find how a mesh and a shape stand to each other.", only=[], solids=True),
    many("collide_batch", "a b poses", ["pose_a", "poses_a", *LAST], "ask", "hits",
         "abut_collide_batch(batch, questions, count, &any, (void*)out)",
         "Ask of many poses of b whether it is in contact with a, on threads. poses: (n, 4, 4) or (n, 3, 4), float64 or "
         "float32, or a list of poses. Return a bool of each: numpy's array, (n).", [],
         before="const abut_ask any = {.limit = 1};\n    (void)ask;", is_yes="count"),
    many("distance_batch", "a b poses", ["pose_a", "poses_a", *LAST], "distance_ask", "distance_answer",
         "abut_distance_batch(batch, questions, count, ask, (void*)out)",
         "Ask abut.distance of many poses of b, on threads. Return a structured array, a row a pose: lo, hi, is_farther, "
         "has_pair, pair, a_point, b_point and more.", ["within", "absolute", "relative", "details"]),
    many("within_batch", "a b distance poses", ["pose_a", "poses_a", *LAST], "clearance_ask", "clearance_answer",
         "abut_clearance_batch(batch, questions, count, &any, (void*)out)",
         "Ask of many poses of b whether it is not farther from a than a distance, on threads. Return a bool of each.",
         ["strict"], before="abut_clearance_ask any = *(const abut_clearance_ask*)ask;\n    any.limit = 1;", is_yes="count"),
    many("first_contact_batch", "a b poses ends", ["pose_a", *LAST], "motion_ask", "first",
         "abut_first_contact_batch(batch, questions, count, ask, (void*)out)",
         "Ask abut.first_contact of many motions of b, each from poses[i] to ends[i] by abut.Motion(ends[i]), on threads. "
         "Return a structured array, a row a motion: state, t_lo, t_hi, has_pair, pair and more.",
         ["separation", "resolution", "any", "details"]),
]

# Tables of keywords for what other files ask: what is asked, and which keywords beside.
KEYWORDS = {
    "points": ("point_ask", ["pose", *LAST]),
    "rays": ("ray_ask", ["pose", *LAST]),
    "in_planes": ("range_ask", ["pose", "placed", *LAST]),
    "shape_batch": (None, ["pose", *LAST]),
}

# The order of what is asked, in signatures. What a header gains has to be put here: kinds.py stops else.
ORDER = {
    "ask": ["limit", "details", "budget", "deadline", "coherent", "any"],
    "distance_ask": ["within", "absolute", "relative", "details", "budget", "deadline", "coherent"],
    "clearance_ask": ["strict", "limit", "details", "budget", "deadline"],
    "motion_ask": ["separation", "resolution", "any", "details", "budget", "deadline"],
    "solids_ask": ["absolute", "relative", "budget", "deadline"],
    "overlap_ask": ["volume"],
    "self_ask": ["limit", "parts", "details", "budget", "deadline"],
    "shape_ask": ["limit", "details", "budget", "deadline"],
    "point_ask": ["nearest", "within", "winding"],
    "ray_ask": ["want", "segments", "t_least", "t_most"],
    "range_ask": ["limit", "budget", "deadline"],
}

# What an option says, in the words of Python.
OPTIONS = {
    "limit": "stop after so many pairs of triangles; 1: any will do; 0: find all",
    "budget": "stop after so many tests of volumes and triangles, the same on every machine; 0: never",
    "deadline": "stop after so many microseconds; 0: never",
    "details": 'what is told of each pair: "pairs" (or None), "kinds", or "points"',
    "coherent": "begin with what the last call about these meshes found: for small steps",
    "any": "whatever contact is found first ends it; threads may find another one each time",
    "within": "look no farther; 0: as far as it takes",
    "absolute": "end when hi - lo is at most this; 0 beside relative=0: as exactly as it can be told",
    "relative": "or at most this times hi",
    "strict": "only what is nearer counts, not what is exactly as far; contacts always do",
    "separation": "so far apart, or nearer, takes the place of contact; 0: contact",
    "resolution": "how near t_lo and t_hi are to be, in pieces of the motion; 0: 1e-7",
    "volume": "also the volume that both solids share",
    "parts": "tell of each connected component, too",
}

# Functions of the extension that its files define, for abut's own modules: the name in Python, that in C, how it is called.
FUNCTIONS = {
    "register": ("register_class", "O", "Make values as this class, a subclass of their own."),
    "set_error": ("set_error", "O", "Raise this class: called with what was asked, the status, and its text."),
    "status_text": ("status_text", "O", "One line of English for a status."),
    "stream_capsule": ("stream_capsule", "O", "The capsule of a stream of Apache Arrow: its five pointers as bytes."),
    "threads": ("threads", "O", "Set how many threads batches and long calls use."),
    "motion_pose": ("pose_on_way", "VARARGS", "The pose at a time of a motion from a pose."),
    "points": ("points", "KEYWORDS", "Of many points what abut_points tells, as columns."),
    "rays": ("rays", "KEYWORDS", "Of many rays what abut_rays tells, as columns."),
    "in_planes": ("in_planes", "KEYWORDS", "Find the triangles of a mesh that are within planes."),
    "shape_batch": ("shape_batch", "KEYWORDS", "Of many shapes whether each is in contact."),
    "read_mesh": ("read_mesh", "VARARGS", "Read a file of a mesh."),
    "write_mesh": ("write_mesh", "VARARGS", "Write a file of a mesh."),
    "read_poses": ("read_poses", "VARARGS", "Read a file of poses."),
    "world_new": ("world_new", "O", "Make a world."),
    "world_set": ("world_set", "VARARGS", "Change or look at a mesh of a world."),
    "world_pairs": ("world_pairs", "VARARGS", "Say what is ignored, or which margins pairs have."),
    "world_ask": ("world_ask", "KEYWORDS", "Ask which meshes of a world meet."),
}

DEFAULTS = {"d": "0.0", "?": "False", "t": "None"}


def keyword_rows(told, ask, keywords, only):
    """Fields of a call. told: the rows of what is asked: (name, letter, offset, text, doc)."""
    rows, signature = [], []
    if sorted(row[0] for row in told) != sorted(ORDER.get(ask, [])):
        raise SystemExit(f"questions.py: ORDER of {ask} is not {[row[0] for row in told]}")
    told = sorted(told, key=lambda row: ORDER[ask].index(row[0]))
    for name in keywords[: -len(LAST)] + [None] + LAST:
        if name is None:
            for field, letter, member, text, doc in told:
                if only is not None and field not in only:
                    continue
                rows.append((field, letter, f"AT(call, ask) + AT(abut_{ask}, {member})", text, OPTIONS.get(field, doc)))
                signature.append(f"{field}={DEFAULTS.get(letter, '0')}")
            continue
        letter, member, default, doc = COMMON[name]
        rows.append((name, letter, f"AT(call, {member})", "NULL", doc))
        signature.append(f"{name}={default}")
    return rows, signature


def quoted(text):
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def table_of(name, rows):
    lines = [f"    {{\"{n}\", '{letter}', 0, 0, (unsigned short)({at}), 0, {text}, NULL}}," for n, letter, at, text, _ in rows]
    return f"const field {name}_keywords[] = {{\n" + "\n".join(lines) + "\n    {0},\n};\n"


def docstring(q, rows, signature):
    """The signature that inspect and help show, what it does, and a line for each keyword."""
    lines = [f"{q['name']}($module, {', '.join(q['by_position'])}, /, *, {', '.join(signature)})", "--", "", q["doc"], ""]
    lines += [f"{name}: {doc}" for name, _, _, _, doc in rows if doc]
    return "\n".join(lines)


def thunk(q):
    """The call of the library."""
    before = f"    {q['before']}\n" if q.get("before") else ""
    if q["many"]:
        return (f"static abut_status many_{q['name']}(abut_batch* batch, const void* questions, size_t count, const void* ask,\n"
                f"                                    const void** out)\n{{\n{before}    return {q['call']};\n}}\n")
    after = ""
    if q.get("blank"):  # points that were not asked for, or not found, are told as none
        after = (f"    abut_{q['answer']}* answer = out;\n"
                 f"    const bool told = ((const abut_{q['ask']}*)ask)->detail == ABUT_DETAIL_POINTS{q['blank'].rstrip()};\n"
                 "    if (!told) answer->a_point[0] = answer->b_point[0] = NAN;\n")
    return (f"static abut_status one_{q['name']}(abut_query* query, call* c, void* ask, void* out)\n{{\n{before}"
            f"    const abut_status status = {q['call']};\n{after}    return status;\n}}\n")


def question_tables(fields_of):
    """C of all questions. fields_of(struct): its rows as keyword_rows wants them."""
    out, methods = ["#include <math.h>\n"], []
    for name, (ask, keywords) in KEYWORDS.items():
        out.append(table_of(name, keyword_rows(fields_of(ask) if ask else [], ask, keywords, None)[0]))
    for q in QUESTIONS:
        name, by_position = q["name"], q["by_position"]
        rows, signature = keyword_rows(fields_of(q["ask"]), q["ask"], q["keywords"], q["only"])
        meshes = sum(p in ("a", "b", "mesh") for p in by_position)
        poses = sum(p in ("poses", "ends") for p in by_position)
        numbers = {"distance": 1, "direction": 3}.get(by_position[meshes] if len(by_position) > meshes else "", 0)
        solids = f"AT(abut_{q['ask']}, a_solid) + 1" if q.get("solids") else "0"
        is_yes = f"AT(abut_{q['answer']}, {q['is_yes']}) + 1" if q.get("is_yes") else "0"
        answer = f"&{q['answer']}_kind" if q["answer"] else "NULL"
        calls = f"NULL, many_{name}" if q["many"] else f"one_{name}, NULL"
        out += [table_of(name, rows), thunk(q),
                f'static const question question_{name} = {{"{name}", {name}_keywords, {answer}, {meshes}, {numbers}, {by_position.count("shape")}, {poses}, '
                f"{'true' if q.get('is_checked') else 'false'}, {solids}, {is_yes}, {calls}}};\n",
                f"static PyObject* {name}(PyObject* module, PyObject* const* args, Py_ssize_t count, PyObject* names)\n"
                f"{{\n    (void)module;\n    return ask_question(&question_{name}, args, count, names);\n}}\n"]
        methods.append(f'    {{"{name}", FUNCTION({name}), "{quoted(docstring(q, rows, signature))}"}},')
    for python, (name, how, doc) in FUNCTIONS.items():
        called = f"FUNCTION({name})" if how == "KEYWORDS" else f"{name}, METH_{how}"
        methods.append(f'    {{"{python}", {called}, "{doc}"}},')
    out.append("PyMethodDef all_functions[] = {\n" + "\n".join(methods) + "\n    {0},\n};\n")
    return "\n".join(out)


def declarations():
    """Of what FUNCTIONS names, for all files."""
    keywords = "PyObject*, PyObject* const*, Py_ssize_t, PyObject*"
    made = [f"PyObject* {name}({keywords if how == 'KEYWORDS' else 'PyObject*, PyObject*'});"
            for name, how, _ in FUNCTIONS.values()]
    return "\n".join([*made, "extern PyMethodDef all_functions[];"])
