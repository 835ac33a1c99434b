// world.c - many meshes in one space. abut/_world.py gives these functions their names and words.
#include "abut/world.h"

#include "binding.h"

#include <stdatomic.h>
#include <stdlib.h>

typedef struct world {
    abut_world* world;  // the user of each instance is its mesh: a reference
    scratch* s;         // whose host the world works with, as long as it is there
    uint32_t ids;       // all are less
    atomic_bool is_busy;
} world;

static void world_drop(PyObject* capsule) {
    world* w = PyCapsule_GetPointer(capsule, NULL);
    abut_instance is;
    for (uint32_t id = 0; id < w->ids; id++)
        if (abut_world_instance(w->world, id, &is) == ABUT_OK) Py_DECREF((PyObject*)is.user);
    abut_world_free(w->world);
    if (w->s) scratch_give(w->s);
    free(w);
}

PyObject* world_new(PyObject* Py_UNUSED(module), PyObject* threads) {
    world* w = calloc(1, sizeof *w);
    if (!w) return PyErr_NoMemory();
    PyObject* capsule = PyCapsule_New(w, NULL, world_drop);
    if (!capsule) return free(w), NULL;
    w->s = scratch_take(threads, NULL);
    if (w->s && abut_world_create(&w->world, &w->s->host) == ABUT_OK) return capsule;
    Py_DECREF(capsule);
    return PyErr_Occurred() ? NULL : PyErr_NoMemory();
}

// One call at a time. A lock would wait for ever where progress= asks the same world.
static world* world_enter(PyObject* capsule) {
    world* w = PyCapsule_GetPointer(capsule, NULL);
    if (!w || !atomic_exchange(&w->is_busy, true)) return w;
    return PyErr_SetString(PyExc_RuntimeError, "World: another call is in it, and it takes one at a time"), NULL;
}

static PyObject* world_leave(world* w, abut_status status, const char* what, PyObject* answer) {
    atomic_store(&w->is_busy, false);
    return status == ABUT_OK ? answer : fail(status, what);
}

// (world, what, id, object, margin, groups, against). what: add, remove, move, frame, bits, gap, way; p: its pose.
PyObject* world_set(PyObject* Py_UNUSED(module), PyObject* args) {
    PyObject *capsule, *to = Py_None;
    uint32_t id = 0, groups = 0, against = 0;  // _world.py takes no others
    int what;
    double margin = 0;
    abut_pose pose = {0};
    abut_instance is = {0};
    if (!PyArg_ParseTuple(args, "OC|IOdII", &capsule, &what, &id, &to, &margin, &groups, &against)) return NULL;
    const bool adds = what == 'a', removes = what == 'r', moves = what == 'm', has_frame = what == 'f' && to != Py_None;
    const mesh* m = adds ? mesh_of(to, "mesh") : NULL;
    if ((adds && !m) || ((moves || has_frame) && !pose_read(to, "pose", &pose))) return NULL;
    world* w = world_enter(capsule);
    if (!w) return NULL;
    if (adds) is = (abut_instance){.model = m->model, .user = to};
    abut_status status = adds ? abut_world_add(w->world, &is, &id) : abut_world_instance(w->world, id, &is);
    if (status == ABUT_OK)
        status =
            moves                    ? abut_world_move(w->world, id, &pose)
            : what == 'f'            ? abut_world_frame(w->world, id, has_frame ? &pose : NULL)
            : what == 'b' /* bits */ ? abut_world_group(w->world, id, groups, against)
            : what == 'g' /* gap */  ? abut_world_margin(w->world, id, margin)
            : what == 'w' /* way */  ? abut_world_motion(w->world, id, to == Py_None ? NULL : (void*)((value*)to)->data)
            : removes                ? abut_world_remove(w->world, id)
                                     : ABUT_OK;
    if (status == ABUT_OK && adds) {
        w->ids = id < w->ids ? w->ids : id + 1;
        Py_INCREF(to);
    }
    if (status == ABUT_OK && removes) Py_DECREF((PyObject*)is.user);
    PyObject* answer = status != ABUT_OK ? NULL
                       : what == 'p'     ? value_new(&pose_kind, &is.pose)
                                         : PyLong_FromUnsignedLong(id);
    return world_leave(w, status, "World", answer);
}

// (world, pairs, margins): margins None: the pairs that are not asked about.
PyObject* world_pairs(PyObject* Py_UNUSED(module), PyObject* args) {
    PyObject *capsule, *pairs, *margins;
    numbers p, m = {0};
    world* w = NULL;
    if (!PyArg_UnpackTuple(args, "pairs", 3, 3, &capsule, &pairs, &margins)) return NULL;
    if (!numbers_read(&p, pairs, "pairs", 'I', 2)) return NULL;
    const bool fine = margins == Py_None || numbers_read(&m, margins, "margins", 'd', 0);
    if (fine && margins != Py_None && m.count != p.count)
        PyErr_Format(PyExc_ValueError, "margins: %zu are wanted, not %zu", p.count, m.count);
    else if (fine && (w = world_enter(capsule)))
        world_leave(w,
                    margins == Py_None ? abut_world_ignore(w->world, p.view.buf, p.count)
                                       : abut_world_pair_margin(w->world, p.view.buf, m.view.buf, p.count),
                    "an id or a margin", NULL);
    PyBuffer_Release(&p.view);
    PyBuffer_Release(&m.view);
    return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
}

// (world, survey, progress, strict, *, options): Clashes; a survey of -1: Meetings of a sweep, of -2: the earliest.
PyObject* world_ask(PyObject* Py_UNUSED(module), PyObject* const* args, Py_ssize_t count, PyObject* names) {
    abut_ask ask = {0};
    abut_motion_ask way = {0};
    abut_clashes clashes;
    abut_meetings meetings;
    const long survey = PyLong_AsLong(args[1]);
    const bool sweeps = survey < 0;
    if (!fields_set(sweeps ? motion_ask_fields : ask_fields, sweeps ? (void*)&way : &ask, "World", args + count, names))
        return NULL;
    world* w = world_enter(args[0]);
    if (!w) return NULL;
    scratch_begin(w->s, args[2]);
    if (PyErr_Occurred()) return world_leave(w, ABUT_CANCELLED, "World", NULL);
    abut_status status = abut_world_strict(w->world, args[3] == Py_True);
    if (status == ABUT_OK)
        status = sweeps ? UNLOCKED(w->s, abut_world_sweep(w->world, &way, survey == -2, &meetings))
                        : UNLOCKED(w->s, abut_world_collide(w->world, (abut_survey)survey, &ask, &clashes));
    PyObject* answer = status != ABUT_OK ? NULL
                       : sweeps          ? value_new(&meetings_kind, &meetings)
                                         : value_new(&clashes_kind, &clashes);
    return world_leave(w, status, "World", answer);
}
