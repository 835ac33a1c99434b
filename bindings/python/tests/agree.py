"""Random questions, and their answers as bytes: asked in Python here, in C by agree.c.

A Case is what both are asked: models, and a question in numbers (QUESTION). `asked_in_python` goes through the public package,
by keywords as people give them, in all the forms that a pose can have. `asked_in_c` gives the numbers to the program.
"""

from __future__ import annotations

import math
import struct
import subprocess
from dataclasses import dataclass
from typing import Any

import numpy as np

import abut

POSE = [("how", "i8"), ("x", "f8", 16)]
MOTION = [("how", "i8"), ("way", "f8", 3), ("axis", "f8", 3), ("degrees", "f8"), ("pivot", "f8", 3), ("to", POSE)]
QUESTION = np.dtype([
    ("what", "i8"), ("a", "i8"), ("b", "i8"), ("poses", POSE, 2), ("frames", POSE, 2), ("motions", MOTION, 2),
    ("extra", "f8", 3), ("limit", "i8"), ("budget", "i8"), ("detail", "i8"), ("flag", "i8"), ("within", "f8"),
    ("absolute", "f8"), ("relative", "f8"), ("separation", "f8"), ("resolution", "f8"),
])
NAMES = ["", "collide", "distance", "within", "contain", "first_contact", "depth", "depth_along", "reach", "signed_distance",
         "overlap", "self_collide"]
DETAILS = ["pairs", "kinds", "points"]
METHODS = {"auto": 0, "brute": 1}
NONE, PARTS, MATRIX, QUATERNION, AXIS = range(5)


# ------------------------------------------------------------------------------------------------ models

@dataclass
class Model:
    vertices: Any  # (n, 3) float64 or float32
    faces: Any     # (m, 3), any integers
    method: str = "auto"

    def head(self, place: int) -> bytes:
        floats = self.vertices.dtype == np.float32
        numbers = (0, place, METHODS[self.method], int(floats), len(self.vertices), len(self.faces))
        return (struct.pack("=6q", *numbers) + np.ascontiguousarray(self.vertices).tobytes()
                + np.ascontiguousarray(self.faces, np.uint32).tobytes())


def status_of(error: Exception) -> int:
    if isinstance(error, abut.Error):
        return error.status
    if isinstance(error, MemoryError):
        return -1
    raise error


def model_in_python(model: Model, vertices: Any = None, faces: Any = None) -> tuple[Any, int, bytes]:
    """The mesh, the status, and what it is like as bytes. vertices, faces: the same in another form."""
    try:
        mesh = abut.Mesh(model.vertices if vertices is None else vertices, model.faces if faces is None else faces,
                         method=model.method)
    except Exception as error:
        return None, status_of(error), b""
    info = mesh.info
    told = struct.pack("=5q2d", info.triangle_count, info.vertex_count, info.degenerate_count, info.node_count, info.tree_bytes,
                       info.inner_area, info.leaf_area)
    return mesh, 0, told + mesh.triangles.tobytes()


# --------------------------------------------------------------------------------------------- answers as bytes

def text(word: str) -> bytes:
    return word.encode() + b"\0"


def tests(answer: Any) -> bytes:
    return struct.pack("=4q", answer.complete, answer.volume_tests, answer.triangle_tests, answer.exact_tests)


def columns(rows: Any, *names: str) -> bytes:
    return b"".join(np.ascontiguousarray(rows[name]).tobytes() for name in names)


def pairs(answer: Any) -> bytes:
    found: bytes = answer.pairs[:, 0].tobytes() + answer.pairs[:, 1].tobytes()
    return found


def contacts(rows: Any) -> bytes:
    out = []
    for kind, count, events, points in zip(rows["kind"].tolist(), rows["point_count"].tolist(), rows["events"], rows["points"]):
        out.append(struct.pack("=2q", kind, count))
        out += [events[i].tobytes() + points[i].tobytes() for i in range(count)]
    return b"".join(out)


def filled(rows: Any) -> bool:
    return rows is not None and len(rows) > 0  # details of no pairs: None, or empty


def told_hits(h: Any) -> bytes:
    out = text(h.state) + tests(h) + struct.pack("=qdq", h.node_updates, h.distance_least, len(h)) + pairs(h)
    if not filled(h.contacts):
        return out + struct.pack("=q", 0)
    return out + struct.pack("=q", 1) + contacts(h.contacts)


def nearest(answer: Any, points: bool) -> bytes:
    out = struct.pack("=2I", *answer.pair)
    if points:
        out += struct.pack("=2B6d", *answer.features, *answer.points[0], *answer.points[1])
    return out


def told_distance(d: Any, detail: int) -> bytes:
    has_pair = d.pair is not None
    out = struct.pack("=2d", d.lo, d.hi) + tests(d) + struct.pack("=3q", d.node_updates, d.is_farther, has_pair)
    return out + nearest(d, detail == 2 and d.complete) if has_pair else out


def told_within(c: Any, detail: int) -> bytes:
    out = text(c.band) + tests(c) + struct.pack("=3q", c.node_updates, len(c), c.contact_count) + pairs(c)
    if not filled(c.approaches):
        return out + struct.pack("=q", 0)
    out += struct.pack("=q", 1) + columns(c.approaches, "lo", "hi", "kind")
    return out + columns(c.approaches, "features", "a_point", "b_point") if detail == 2 else out


def told_components(rows: Any) -> bytes:
    return struct.pack("=q", len(rows)) + columns(rows, "triangle_count", "first_triangle", "relation", "reason", "has_winding",
                                                  "winding", "winding_error")


def told_contain(c: Any) -> bytes:
    return text(c.relation) + text(c.reason) + told_components(c.a) + told_components(c.b) + told_hits(c.contacts)


def told_first(f: Any, detail: int) -> bytes:
    has_pair = f.pair is not None
    out = text(f.state) + tests(f) + struct.pack("=2q4dq", f.node_updates, f.intervals, f.t_lo, f.t_hi, f.near_lo, f.near_hi,
                                                 has_pair)
    return out + nearest(f, detail == 2) if has_pair else out


def told_depth(d: Any) -> bytes:
    return (struct.pack("=2d", d.lo, d.hi) + tests(d) + struct.pack("=q6dq", d.node_updates, *d.translation, *d.point, d.is_convex)
            + text(d.reason))


def told_along(d: Any) -> bytes:
    return (struct.pack("=4d", d.depth_lo, d.depth_hi, d.clear_lo, d.clear_hi) + tests(d)
            + struct.pack("=2q", d.node_updates, d.leaps) + text(d.reason))


def told_deepest(d: Any) -> bytes:
    return struct.pack("=5d2q3d", d.lo, d.hi, *d.point, d.triangle, d.nearest, *d.foot)


def told_reach(r: Any) -> bytes:
    return told_deepest(r.a_in_b) + told_deepest(r.b_in_a) + tests(r) + text(r.reason)


def told_signed(s: Any) -> bytes:
    return (text(s.relation) + struct.pack("=9dq", s.distance_lo, s.distance_hi, s.depth_lo, s.depth_hi, s.signed_lo, s.signed_hi,
                                           *s.translation, s.complete) + text(s.reason))


def told_overlap(o: Any) -> bytes:
    counts = [struct.pack("=q", len(rows)) for rows in (o.curves, o.points, o.patches, o.regions)]
    return b"".join([
        struct.pack("=6d2q", *o.length, *o.area, *o.volume, o.a_left_out, o.b_left_out),
        counts[0], columns(o.curves, "first", "count", "kind", "is_closed", "is_directed", "begin", "end", "region", "patch",
                           "length_lo", "length_hi"),
        counts[1], columns(o.points, "x", "pair", "event"),
        counts[2], columns(o.patches, "facing", "area_lo", "vector_area", "pair_count", "first_pair"),
        counts[3], columns(o.regions, "low", "high", "length_hi", "area_hi", "volume_lo", "volume_hi", "vector_area",
                           "curve_count", "patch_count"),
        told_hits(o.contacts),
    ])


def told_self(s: Any) -> bytes:
    out = [text(s.verdict), tests(s), struct.pack("=9q", s.node_updates, *s.class_counts, len(s)), pairs(s)]
    out.append(struct.pack("=q", filled(s.meetings)))
    if filled(s.meetings):
        out += [columns(s.meetings, "how", "shared_vertices", "degenerate"), contacts(s.meetings)]
    parts = s.parts
    out.append(struct.pack("=q", filled(parts)))
    if filled(parts):
        out += [struct.pack("=q", len(parts)), columns(
            parts, "triangle_count", "first_triangle", "degenerate_count", "border_edge_count", "is_closed", "own_count",
            "other_count", "class_counts", "verdict")]
    return b"".join(out)


TOLD = [None, lambda h, detail: told_hits(h), told_distance, told_within, lambda c, detail: told_contain(c), told_first,
        lambda d, detail: told_depth(d), lambda d, detail: told_along(d), lambda r, detail: told_reach(r),
        lambda s, detail: told_signed(s), lambda o, detail: told_overlap(o), lambda s, detail: told_self(s)]


# ------------------------------------------------------------------------------------------------ asked

FORMS = 8


def pose_in_python(pose: Any, form: int) -> Any:
    """What people give as this pose; form: in which of several ways."""
    how, x = int(pose["how"]), pose["x"]
    if how == NONE:
        return None if form % 2 else abut.Pose()
    if how == PARTS:
        return abut.Pose(rotation=x[:9].reshape(3, 3), translation=x[9:12].tolist(), scale=float(x[12]))
    if how == QUATERNION:
        return abut.Pose(quaternion=x[:4], translation=tuple(x[4:7]), scale=float(x[7]))
    if how == AXIS:
        return abut.Pose(axis=x[:3].tolist(), degrees=float(x[3]), translation=x[4:7], scale=float(x[7]))
    matrix = x.reshape(4, 4)
    with np.errstate(over="ignore"):
        short = matrix.astype(np.float32)
    forms = [
        matrix, matrix.tolist(), np.asfortranarray(matrix), abut.Pose(matrix) if form % FORMS == 3 else matrix,
        np.repeat(matrix, 2, axis=1)[:, ::2], matrix.astype(">f8"),
        short if np.array_equal(short.astype(float), matrix) else memoryview(np.ascontiguousarray(matrix)),
        matrix[:3] if np.array_equal(matrix[3], [0, 0, 0, 1]) else matrix,
    ]
    return forms[form % FORMS]


def motion_in_python(motion: Any, form: int) -> Any:
    if motion["how"] == 0:
        return None
    if motion["how"] == 2:
        to = pose_in_python(motion["to"], form)
        made = abut.Motion(abut.Pose() if to is None else to, pivot=motion["pivot"])
    else:
        made = abut.Motion(way=motion["way"], axis=motion["axis"].tolist(), degrees=float(motion["degrees"]), pivot=motion["pivot"])
    return [made] if form % 3 == 0 else made


def options_of(q: Any, name: str) -> dict[str, Any]:
    """Keywords: those alone that say something, so that defaults are tried too."""
    options: dict[str, Any] = {}
    wanted = {
        "collide": ("limit", "budget", "details"), "distance": ("absolute", "relative", "within", "budget", "details"),
        "within": ("strict", "limit", "budget", "details"), "contain": ("details",),
        "first_contact": ("separation", "resolution", "any", "details", "budget"), "depth": ("absolute", "relative", "budget"),
        "depth_along": ("absolute", "relative", "budget"), "reach": ("absolute", "relative", "budget"),
        "signed_distance": ("absolute", "relative", "budget"), "overlap": ("volume",),
        "self_collide": ("limit", "parts", "budget", "details"),
    }[name]
    for option in wanted:
        if option == "details":
            if q["detail"]:
                options["details"] = DETAILS[q["detail"]]
        elif option in ("strict", "any", "volume", "parts"):
            if q["flag"]:
                options[option] = True
        elif q[option]:
            options[option] = q[option].item()
    return options


def asked_in_python(q: Any, meshes: dict[int, Any], form: int = 0, threads: int | None = 1) -> tuple[int, bytes]:
    """The status, and the answer's bytes."""
    name = NAMES[q["what"]]
    try:
        options = options_of(q, name)
        if threads != 1:
            options["threads"] = threads
        poses = [pose_in_python(q["poses"][i], form + i) for i in range(2)]
        if name == "self_collide":
            if poses[0] is not None:
                options["pose"] = poses[0]
            return 0, told_self(abut.self_collide(meshes[int(q["a"])], **options))
        for side, pose in zip("ab", poses):
            if pose is not None or form % 5 == 0:
                options[f"pose_{side}"] = pose
        for i, side in enumerate("ab"):
            if q["frames"][i]["how"] != NONE:
                options[f"frame_{side}"] = pose_in_python(q["frames"][i], form + 2 + i)
        if name == "first_contact":
            for i, side in enumerate("ab"):
                options[f"motion_{side}"] = motion_in_python(q["motions"][i], form + i)
        extra = {"within": [float(q["within"])], "depth_along": [q["extra"] if form % 2 else q["extra"].tolist()]}.get(name, [])
        answer = getattr(abut, name)(meshes[int(q["a"])], meshes[int(q["b"])], *extra, **options)
        return 0, TOLD[q["what"]](answer, int(q["detail"]))  # type: ignore[misc]
    except (abut.Error, MemoryError) as error:
        return first_fault(q, form) or status_of(error), b""


def first_fault(q: Any, form: int) -> int:
    """Of several poses that are refused, the status of the one that C looks at first. 0: none is."""
    for given in (*q["poses"], *q["frames"]):
        try:
            pose = pose_in_python(given, form)
            if pose is not None and not isinstance(pose, abut.Pose):
                abut.Pose(pose)
        except abut.Error as error:
            return error.status
    return 0


def asked_in_c(program: str, models: list[Model], questions: Any) -> list[tuple[int, bytes]]:
    """The status and bytes of each model, then of each question."""
    given = b"".join(model.head(i) for i, model in enumerate(models)) + questions.tobytes()
    done = subprocess.run([program], input=given, stdout=subprocess.PIPE, check=True)  # what a sanitizer says is seen
    out, at = [], 0
    while at < len(done.stdout):
        size, status = struct.unpack_from("=Qi", done.stdout, at)
        at += 12
        out.append((status, done.stdout[at:at + size]))
        at += size
    assert len(out) == len(models) + len(questions), "the program answered something else"
    return out


# ------------------------------------------------------------------------------------------------ random ones

BOX = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
BOX_FACES = np.array([[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6],
                      [0, 6, 4], [1, 5, 7], [1, 7, 3]])
TETRAHEDRON = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], float)
TETRAHEDRON_FACES = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
SIZES = [1.0, 1.0, 1.0, 1.0, 1e-3, 1e3, 2.0**40, 2.0**-40, 1e150, 1e-150, 5e-324 * 2**20]


def random_model(rng: Any) -> Model:
    kind = rng.integers(8)
    if kind == 0:
        vertices, faces = BOX * rng.integers(1, 4, 3) - rng.integers(0, 2, 3), BOX_FACES
    elif kind == 1:
        vertices, faces = TETRAHEDRON * 2 - rng.random(3), TETRAHEDRON_FACES
    elif kind == 2:  # two boxes: components
        vertices = np.vstack([BOX, BOX * 0.5 + rng.integers(-1, 3, 3)])
        faces = np.vstack([BOX_FACES, BOX_FACES + 8])
    elif kind < 5:  # a lattice: touching, coplanar, degenerate
        vertices = rng.integers(0, 3, (rng.integers(1, 9), 3)).astype(float)
        faces = rng.integers(0, len(vertices), (rng.integers(0, 13), 3))
    else:
        vertices = rng.normal(size=(rng.integers(1, 20), 3))
        faces = rng.integers(0, len(vertices), (rng.integers(1, 24), 3))
    vertices = vertices * SIZES[rng.integers(len(SIZES))]
    if rng.random() < 0.2:
        with np.errstate(over="ignore"):
            short = vertices.astype(np.float32)
        vertices = short if np.isfinite(short).all() else vertices
    if rng.random() < 0.02:
        vertices[rng.integers(len(vertices))] = math.nan
    if rng.random() < 0.02 and len(faces):
        faces = faces.copy()
        faces[0, 0] = len(vertices) + 5
    dtype = [np.int64, np.int32, np.uint32, np.uint16, np.int8, np.uint64][rng.integers(6)]
    return Model(vertices, faces.astype(dtype), "brute" if rng.random() < 0.05 else "auto")


def random_rotation(rng: Any) -> Any:
    kind = rng.integers(4)
    if kind == 0:
        turn = np.eye(3)[rng.permutation(3)] * rng.choice([-1, 1], 3)[:, None]  # quarter turns and reflections
    elif kind == 1:
        turn = np.eye(3)
    else:
        turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    if rng.random() < 0.1:
        turn = turn * (1 + rng.normal(size=(3, 3)) * 1e-5)
    return turn


def random_pose(rng: Any, size: float, rigid: bool = False, no_mirror: bool = False) -> Any:
    pose = np.zeros((), POSE)
    x = pose["x"]
    how = rng.integers(5)
    move = [np.zeros(3), rng.integers(-2, 3, 3) * size, rng.normal(size=3) * size, rng.normal(size=3) * 3 * size][rng.integers(4)]
    scale = 1.0 if rigid else [0.0, 1.0, 1.0, 2.0, 0.5, float(rng.random() + 0.5)][rng.integers(6)]
    pose["how"] = how
    if how in (PARTS, MATRIX):
        turn = random_rotation(rng)
        if no_mirror and np.linalg.det(turn) < 0:
            turn = -turn
    if how == PARTS:
        x[:9], x[9:12], x[12] = turn.ravel(), move, scale
    elif how == MATRIX:
        x[:] = np.eye(4).ravel()
        x.reshape(4, 4)[:3, :3] = turn * (scale or 1.0)
        x.reshape(4, 4)[:3, 3] = move
        if rng.random() < 0.1:
            with np.errstate(over="ignore"):
                x[:] = x.astype(np.float32)
    elif how == QUATERNION:
        x[:4], x[4:7], x[7] = rng.normal(size=4), move, scale
    elif how == AXIS:
        axis = rng.normal(size=3) if rng.random() < 0.5 else np.eye(3)[rng.integers(3)]
        x[:3], x[3], x[4:7], x[7] = axis, rng.choice([0.0, 90.0, 180.0, -45.0, 360 * rng.random()]), move, scale
    if rng.random() < 0.01:
        x[rng.integers(16)] = [math.nan, math.inf, 3.0, 1e300][rng.integers(4)]
    return pose


# How often each question is asked: those that take long seldom.
WEIGHTS = np.array([0, 40, 16, 12, 8, 8, 1, 4, 1, 1, 5, 4], float)


def random_question(rng: Any, sizes: list[float]) -> Any:
    q = np.zeros((), QUESTION)
    what = q["what"] = rng.choice(len(WEIGHTS), p=WEIGHTS / WEIGHTS.sum())
    q["a"], q["b"] = rng.integers(len(sizes), size=2)
    if NAMES[what] == "self_collide":
        q["b"] = q["a"]
    size = sizes[q["a"]]
    motion = NAMES[what] == "first_contact"
    for i in range(2):
        if i == 0 or NAMES[what] != "self_collide":
            q["poses"][i] = random_pose(rng, size, motion and rng.random() < 0.9, motion)
    if rng.random() < 0.1 and NAMES[what] != "self_collide":
        q["frames"] = random_pose(rng, size, True)  # one frame of both
        if rng.random() < 0.3:
            q["frames"][1] = random_pose(rng, size, True)
    q["detail"] = rng.integers(3)
    q["flag"] = rng.random() < 0.3
    q["limit"] = rng.choice([0, 0, 1, 3])
    q["budget"] = 400 if NAMES[what] in ("depth", "reach", "signed_distance") else rng.choice([0, 0, 0, 30])
    q["within"] = rng.choice([0.0, 0.1, 1.0, rng.random()]) * size
    q["absolute"] = rng.choice([0.0, 0.0, 0.01]) * size
    q["relative"] = rng.choice([0.0, 0.0, 0.01])
    q["separation"] = rng.choice([0.0, 0.0, 0.05]) * size
    q["resolution"] = rng.choice([0.0, 1e-3])
    q["extra"] = rng.normal(size=3) if rng.random() < 0.5 else np.eye(3)[rng.integers(3)]
    if motion:
        q["budget"] = 3000
        for i in range(2):
            m, how = q["motions"][i], rng.integers(3)
            m["how"] = how
            if how == 1:
                m["way"] = rng.normal(size=3) * 2 * size
                if rng.random() < 0.5:
                    m["axis"], m["degrees"], m["pivot"] = rng.normal(size=3), rng.choice([30.0, 90.0, 400.0]), rng.normal(size=3)
            elif how == 2:
                m["to"], m["pivot"] = random_pose(rng, size, True, True), rng.normal(size=3) * size
    return q


def random_case(rng: Any, model_count: int, question_count: int) -> tuple[list[Model], Any]:
    models = [random_model(rng) for _ in range(model_count)]
    # A pose is as large as its mesh; a NaN or an empty mesh has no size.
    sizes = [float(np.nanmax(np.abs(m.vertices))) if len(m.vertices) else 1.0 for m in models]
    return models, np.array([random_question(rng, sizes) for _ in range(question_count)])


def differences(program: str, models: list[Model], questions: Any, form: int = 0, threads: int | None = 1) -> list[str]:
    """What C and Python answer otherwise, in words. Questions about a mesh that cannot be built are left out."""
    made = [model_in_python(model) for model in models]
    meshes = {i: mesh for i, (mesh, _, _) in enumerate(made)}
    questions = np.array([q for q in questions if meshes[int(q["a"])] and meshes[int(q["b"])]], QUESTION)
    answers = asked_in_c(program, models, questions)
    wrong = []
    for i, (status, told) in enumerate(answers[:len(models)]):
        if made[i][1:] != (status, told):
            wrong.append(f"model {i}: C {status} {told[:80].hex()}, Python {made[i][1]} {made[i][2][:80].hex()}: {models[i]}")
    for i, (q, (status, told)) in enumerate(zip(questions, answers[len(models):])):
        found = asked_in_python(q, meshes, form + i, threads)
        if found != (status, told):
            at = next((k for k, (x, y) in enumerate(zip(told, found[1])) if x != y), min(len(told), len(found[1])))
            wrong.append(f"question {i}, {NAMES[q['what']]}: C {status}, {len(told)} bytes, Python {found[0]}, "
                         f"{len(found[1])} bytes; from byte {at} on: {told[at:at + 24].hex()} and {found[1][at:at + 24].hex()}: "
                         f"{q}, form {form + i}, a {models[q['a']]}, b {models[q['b']]}")
    return wrong
