// call.c - calls: scratch memory that they take and give back, the workers they share, who is
// asked meanwhile, and the arguments that all questions about two meshes have.
#include "binding.h"

#include <stdlib.h>
#include <time.h>

// Lists are touched while the interpreter's lock is held; where there is none, under this one.
#ifdef Py_GIL_DISABLED
static PyMutex mutex;
#define LIST_LOCK()   PyMutex_Lock(&mutex)
#define LIST_UNLOCK() PyMutex_Unlock(&mutex)
#else
#define LIST_LOCK()   (void)0
#define LIST_UNLOCK() (void)0
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

static crew* crew_of(int asked)
{
    LIST_LOCK();
    crew* c = crews;
    while (c && c->asked != asked)
        c = c->next;
    if (!c && (c = calloc(1, sizeof *c))) {
        c->asked = asked;
        if (abut_pool_create(&c->pool, asked, NULL) == ABUT_OK && abut_pool_host(c->pool, &c->host) == ABUT_OK) {
            c->next = crews;
            crews = c;
        } else {
            abut_pool_free(c->pool);
            free(c);
            c = NULL;
        }
    }
    LIST_UNLOCK();
    return c;
}

static void run(void* user, size_t count, abut_task* task, void* context)
{
    const abut_host* host = &((const scratch*)user)->crew->host;
    host->run(host->user, count, task, context);
}

// Long calls come here, on the calling thread: signals are handled (Ctrl-C), progress is told.
static int report(void* user, double fraction)
{
    const double pause = 0.05;  // seconds
    scratch* s = user;
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    const double now = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
    if (s->is_stopped) return 1;
    if (s->next_look != 0 && now < s->next_look) return 0;
    const bool is_long = s->next_look != 0;
    s->next_look = now + pause;
    if (!is_long) return 0;
    PyEval_RestoreThread(s->waiting);
    s->is_stopped = PyErr_CheckSignals() < 0;
    if (!s->is_stopped && s->progress) {
        PyObject* result = PyObject_CallFunction(s->progress, "d", fraction);
        s->is_stopped = !result;
        Py_XDECREF(result);
    }
    s->waiting = PyEval_SaveThread();
    return s->is_stopped;
}

static scratch* scratch_new(int asked)
{
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

static int threads_read(PyObject* threads)
{
    if (!threads || threads == Py_None) return default_threads;
    const long asked = PyLong_AsLong(threads);
    if (asked >= 0 && asked <= THREADS_MOST) return (int)asked;
    if (!PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "threads: 0 (as many as there are) to %d", THREADS_MOST);
    return -1;
}

scratch* scratch_take(PyObject* threads, PyObject* progress)
{
    const int asked = threads_read(threads);
    if (asked < 0) return NULL;
    LIST_LOCK();
    scratch** link = &idle;  // the one given back last is warm, and comes first
    while (*link && (*link)->asked != asked)
        link = &(*link)->next;
    scratch* s = *link;
    if (s) *link = s->next;
    LIST_UNLOCK();
    if (!s && !(s = scratch_new(asked))) return NULL;
    scratch_begin(s, progress);
    return s;
}

void scratch_begin(scratch* s, PyObject* progress)
{
    s->progress = progress && progress != Py_None ? progress : NULL;
    s->next_look = 0;
    s->is_stopped = false;
}

void scratch_give(scratch* s)
{
    LIST_LOCK();
    s->next = idle;
    idle = s;
    LIST_UNLOCK();
}

abut_batch* scratch_batch(scratch* s)
{
    if (!s->batch && abut_batch_create(&s->batch, &s->host) != ABUT_OK) PyErr_NoMemory();
    return s->batch;
}

abut_status scratch_back(scratch* s, abut_status status)
{
    PyEval_RestoreThread(s->waiting);
    return status;
}

PyObject* threads_function(PyObject* module, PyObject* count)
{
    (void)module;
    const int asked = threads_read(count);
    if (asked < 0) return NULL;
    default_threads = asked;
    if (asked == 1) return PyLong_FromLong(1);
    const crew* c = crew_of(asked);
    return c ? PyLong_FromLong(c->host.workers) : PyErr_NoMemory();
}

// -------------------------------------------------------------------------------------- arguments

// The pieces of a motion: a Motion, or a sequence of them, as many as the other model has.
static bool motions_read(call* c, PyObject* object, const char* name, abut_motion** out)
{
    if (object == Py_None) return true;
    const bool single = PyObject_TypeCheck(object, motion_kind.type);
    const Py_ssize_t count = single ? 1 : PySequence_Size(object);
    if (count < 0) return false;
    if (c->piece_count && c->piece_count != (size_t)count)
        return PyErr_Format(PyExc_ValueError, "motion_a and motion_b: as many pieces are wanted"), false;
    c->piece_count = (size_t)count;
    *out = calloc((size_t)count + 1, sizeof **out);
    if (!*out) return PyErr_NoMemory(), false;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject* item = single ? Py_NewRef(object) : PySequence_GetItem(object, i);
        const bool fits = item && PyObject_TypeCheck(item, motion_kind.type);
        if (fits) memcpy(*out + i, ((value*)item)->data, sizeof **out);
        if (item && !fits) PyErr_Format(PyExc_TypeError, "%s: an abut.Motion is wanted", name);
        Py_XDECREF(item);  // the sequence, which the caller holds, has it and its pose
        if (!fits) return false;
    }
    return true;
}

// A keyword that all questions have. 1: done; 0: another one; -1: an error is set.
static int set_common(call* c, const char* name, PyObject* to)
{
    if (strcmp(name, "pose_a") == 0) return pose_read(to, name, &c->ia.pose) ? 1 : -1;
    if (strcmp(name, "pose") == 0) return pose_read(to, name, &c->ia.pose) ? 1 : -1;
    if (strcmp(name, "pose_b") == 0) return pose_read(to, name, &c->ib.pose) ? 1 : -1;
    if (strcmp(name, "poses_a") == 0) return c->poses_a = to, 1;
    if (strcmp(name, "threads") == 0) return c->threads = to, 1;
    if (strcmp(name, "progress") == 0) return c->progress = to, 1;
    if (strncmp(name, "frame_", 6) == 0 && to != Py_None) {
        const bool is_a = name[6] == 'a';
        if (!pose_read(to, name, is_a ? &c->frame_a : &c->frame_b)) return -1;
        *(is_a ? &c->ia.frame : &c->ib.frame) = is_a ? &c->frame_a : &c->frame_b;
        return 1;
    }
    if (strncmp(name, "motion_", 7) == 0)
        return motions_read(c, to, name, name[7] == 'a' ? &c->motion_a : &c->motion_b) ? 1 : -1;
    return strncmp(name, "frame_", 6) == 0;
}

bool call_read(call* c, const char* function, PyObject* a, PyObject* b, PyObject* const* values, PyObject* names,
               const field* table, void* ask)
{
    *c = (call){0};
    c->a = mesh_of(a, "a");
    c->b = c->a ? mesh_of(b, "b") : NULL;
    if (!c->b) return false;
    c->ia.model = c->a->model;
    c->ib.model = c->b->model;
    const Py_ssize_t named = names ? PyTuple_Size(names) : 0;
    for (Py_ssize_t i = 0; i < named; i++) {
        const char* name = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(names, i), NULL);
        int done = name ? set_common(c, name, values[i]) : -1;
        if (done == 0) done = field_set(table, ask, name, values[i]);
        if (done > 0) continue;
        if (done == 0) PyErr_Format(PyExc_TypeError, "%s() has no option '%s'", function, name);
        call_free(c);
        return false;
    }
    return true;
}

void call_free(call* c)
{
    free(c->motion_a);
    free(c->motion_b);
}
