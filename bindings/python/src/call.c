// call.c - calls: scratch memory that they take and give back, the workers they share, who is
// asked meanwhile, and the arguments that all questions about two meshes have.
#include "binding.h"

#include <stdlib.h>
#include <time.h>

// Lists are touched while the interpreter's lock is held; where there is none, under this one.
#ifdef Py_GIL_DISABLED
static PyMutex lists;
#else
#define PyMutex_Lock(lists)   (void)0
#define PyMutex_Unlock(lists) (void)0
#endif

enum { THREADS_MOST = 1024 };

// Workers by how many were asked for. A pool is made once, and serves all threads.
typedef struct crew {
    int asked;
    abut_pool* pool;
    abut_host host;
    struct crew* next;
} crew;

static crew* crews;
static scratch* idle;
static int default_threads;  // 0: as many as this process may use

static crew* crew_of(int asked) {
    PyMutex_Lock(&lists);
    crew* c = crews;
    while (c && c->asked != asked) c = c->next;
    if (!c && (c = calloc(1, sizeof *c))) {
        *c = (crew){.asked = asked, .next = crews};
        if (abut_pool_create(&c->pool, asked, NULL) == ABUT_OK && abut_pool_host(c->pool, &c->host) == ABUT_OK) {
            crews = c;
        } else {
            abut_pool_free(c->pool);
            free(c);
            c = NULL;
        }
    }
    PyMutex_Unlock(&lists);
    return c;
}

static void run(void* user, size_t count, abut_task* task, void* context) {
    const abut_host* host = &((const scratch*)user)->crew->host;
    host->run(host->user, count, task, context);
}

// Long calls come here, on the calling thread: signals are handled (Ctrl-C), progress is told.
static int report(void* user, double fraction) {
    const double pause = 0.05;  // seconds
    scratch* s = user;
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    const double now = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
    const bool is_first = s->next_look == 0;
    if (s->is_stopped || (!is_first && now < s->next_look)) return s->is_stopped;
    s->next_look = now + pause;
    if (is_first) return 0;
    fraction = s->done + s->share * fraction;
    PyEval_RestoreThread(s->waiting);
    s->is_stopped = PyErr_CheckSignals() < 0;
    if (!s->is_stopped && s->progress && fraction > s->told) {
        PyObject* result = PyObject_CallFunction(s->progress, "d", s->told = fraction);
        s->is_stopped = !result;
        Py_XDECREF(result);
    }
    s->waiting = PyEval_SaveThread();
    return s->is_stopped;
}

static scratch* scratch_new(int asked) {
    scratch* s = calloc(1, sizeof *s);
    if (s && (asked == 1 || (s->crew = crew_of(asked)))) {
        s->asked = asked;
        s->host = (abut_host){.progress = report, .user = s};
        if (s->crew && s->crew->host.workers > 1) {
            s->host.run = run;
            s->host.workers = s->crew->host.workers;
        }
        if (abut_query_create(&s->query, &s->host) == ABUT_OK) return s;
    }
    free(s);
    PyErr_NoMemory();
    return NULL;
}

static int threads_read(PyObject* given) {
    if (!given || given == Py_None) return default_threads;
    const long asked = PyLong_AsLong(given);
    if (asked >= 0 && asked <= THREADS_MOST) return (int)asked;
    if (!PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "threads: 0 (as many as there are) to %d", THREADS_MOST);
    return -1;
}

scratch* scratch_take(PyObject* given, PyObject* progress) {
    const int asked = threads_read(given);
    if (asked < 0) return NULL;
    PyMutex_Lock(&lists);
    scratch** link = &idle;  // the one given back last is warm, and comes first
    while (*link && (*link)->asked != asked) link = &(*link)->next;
    scratch* s = *link;
    if (s) *link = s->next;
    PyMutex_Unlock(&lists);
    if (!s && !(s = scratch_new(asked))) return NULL;
    scratch_begin(s, progress);
    if (!PyErr_Occurred()) return s;
    return scratch_give(s), NULL;
}

void scratch_begin(scratch* s, PyObject* progress) {
    Py_CLEAR(s->progress);
    s->progress = progress && PyCallable_Check(progress) ? Py_NewRef(progress) : NULL;
    if (progress && !s->progress && progress != Py_None && progress != Py_False)
        s->progress = PyObject_CallMethod(converter(), "bar", "O", progress);
    s->next_look = s->done = s->told = 0;
    s->share = 1;
    s->is_stopped = false;
}

void scratch_give(scratch* s) {
    Py_CLEAR(s->progress);
    PyMutex_Lock(&lists);
    s->next = idle;
    idle = s;
    PyMutex_Unlock(&lists);
}

abut_batch* scratch_batch(scratch* s) {
    if (!s->batch && abut_batch_create(&s->batch, &s->host) != ABUT_OK) PyErr_NoMemory();
    return s->batch;
}

abut_status scratch_back(scratch* s, abut_status status) {
    PyEval_RestoreThread(s->waiting);
    return status;
}

PyObject* threads(PyObject* Py_UNUSED(module), PyObject* count) {
    const int asked = threads_read(count);
    if (asked < 0) return NULL;
    default_threads = asked;
    if (asked == 1) return PyLong_FromLong(1);
    const crew* c = crew_of(asked);
    return c ? PyLong_FromLong(c->host.workers) : PyErr_NoMemory();
}

// -------------------------------------------------------------------------------------- arguments

// The pieces of a motion: a Motion, or a sequence of them, as many as the other mesh has.
static bool motions_read(call* c, PyObject* given, abut_motion** out) {
    if (!given || given == Py_None) return true;
    const bool single = PyObject_TypeCheck(given, motion_kind.type);
    const Py_ssize_t count = single ? 1 : PySequence_Size(given);
    if (count < 0) return false;
    if (c->piece_count && c->piece_count != (size_t)count)
        return PyErr_Format(PyExc_ValueError, "motion_a and motion_b: as many pieces are wanted"), false;
    c->piece_count = (size_t)count;
    if (!(*out = calloc((size_t)count + 1, sizeof **out))) return PyErr_NoMemory(), false;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject* item = single ? Py_NewRef(given) : PySequence_GetItem(given, i);
        const bool fits = item && PyObject_TypeCheck(item, motion_kind.type);
        if (fits) memcpy(*out + i, ((value*)item)->data, sizeof **out);
        if (item && !fits) PyErr_Format(PyExc_TypeError, "a motion is an abut.Motion, or a sequence of them");
        Py_XDECREF(item);  // the sequence, which the caller holds, has it and its pose
        if (!fits) return false;
    }
    return true;
}

// (motion, start, time): the pose on its way.
PyObject* pose_on_way(PyObject* Py_UNUSED(module), PyObject* given) {
    PyObject *motion, *start;
    double time;
    abut_pose from, out;
    if (!PyArg_ParseTuple(given, "O!Od", motion_kind.type, &motion, &start, &time)) return NULL;
    if (!pose_read(start, "start", &from)) return NULL;
    const abut_status status = abut_motion_pose(&from, (const abut_motion*)((value*)motion)->data, 1, time, &out);
    return status == ABUT_OK ? value_new(&pose_kind, &out) : fail(status, "Motion.pose");
}

static bool frame_read(PyObject* given, const char* name, abut_pose* frame, const abut_pose** out) {
    if (!given || given == Py_None) return true;
    *out = frame;
    return pose_read(given, name, frame);
}

bool call_read(call* c, const char* function, PyObject* a, PyObject* b, PyObject* const* values, PyObject* names,
               const field* keywords) {
    *c = (call){.a = mesh_of(a, "a")};
    c->b = c->a ? mesh_of(b, "b") : NULL;
    if (!c->b) return false;
    c->ia.model = c->a->model;
    c->ib.model = c->b->model;
    const bool fine = fields_set(keywords, c, function, values, names) &&
                      frame_read(c->frames[0], "frame_a", &c->frame_a, &c->ia.frame) &&
                      frame_read(c->frames[1], "frame_b", &c->frame_b, &c->ib.frame) &&
                      motions_read(c, c->motions[0], &c->motion_a) && motions_read(c, c->motions[1], &c->motion_b);
    if (!fine) call_free(c);
    return fine;
}

void call_free(call* c) {
    free(c->motion_a);
    free(c->motion_b);
}
