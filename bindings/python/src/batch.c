// batch.c - the same question about many poses of two meshes, on all workers.
#include "binding.h"

#include "abut/distance.h"

#include <stdlib.h>

// So many at a time: questions stay in the cache, and Ctrl-C is heard.
enum { CHUNK = 4096 };

typedef struct batch {
    call c;
    scratch* s;
    numbers b_poses, a_poses, ends;  // rows of four numbers
    size_t count;                    // of poses
    size_t rows;                     // of each pose: 3 or 4
    abut_question* questions;        // CHUNK of them
} batch;

// Poses as an array of (n, 3, 4) or (n, 4, 4) numbers; as many as count, if that is not SIZE_MAX.
static bool poses_read(numbers* out, PyObject* object, const char* name, size_t* count, size_t* rows)
{
    if (!numbers_read(out, object, name, 'd', 4)) return false;
    const size_t each = out->view.ndim == 3 ? (size_t)out->view.shape[1] : 0;
    const size_t found = each ? out->count / each : 0;
    const bool fits = (each == 3 || each == 4) && (*count == SIZE_MAX || (*count == found && *rows == each));
    if (!fits)
        PyErr_Format(PyExc_ValueError, "%s: (n, 3, 4) or (n, 4, 4) numbers are wanted%s", name,
                     *count == SIZE_MAX ? "" : ", of the same shape as poses");
    if (!fits) PyBuffer_Release(&out->view);
    *count = fits ? found : 0;
    *rows = each;
    return fits;
}

static bool pose_at(const numbers* poses, size_t rows, size_t i, abut_pose* out)
{
    return pose_of_rows((const double*)poses->view.buf + 4 * rows * i, rows, "poses", out);
}

static void batch_end(batch* b)
{
    PyBuffer_Release(&b->b_poses.view);
    PyBuffer_Release(&b->a_poses.view);
    PyBuffer_Release(&b->ends.view);
    free(b->questions);
    if (b->s) scratch_give(b->s);
    call_free(&b->c);
}

// f(a, b, poses, [more,] *, ...): more is what the caller reads.
static bool batch_begin(batch* b, const char* name, PyObject* const* args, Py_ssize_t count, Py_ssize_t wanted,
                        PyObject* names, const field* table, void* ask)
{
    *b = (batch){.count = SIZE_MAX};
    if (count != wanted)
        return PyErr_Format(PyExc_TypeError, "%s() takes %zd arguments by position, not %zd", name, wanted, count),
               false;
    if (!call_read(&b->c, name, args[0], args[1], args + count, names, table, ask)) return false;
    b->questions = malloc(CHUNK * sizeof *b->questions);
    if (!b->questions) PyErr_NoMemory();
    if (b->questions && poses_read(&b->b_poses, args[2], "poses", &b->count, &b->rows) &&
        (!b->c.poses_a || b->c.poses_a == Py_None ||
         poses_read(&b->a_poses, b->c.poses_a, "poses_a", &b->count, &b->rows)) &&
        (b->s = scratch_take(b->c.threads, b->c.progress)) && scratch_batch(b->s))
        return true;
    batch_end(b);
    return false;
}

// Fill in the questions of a chunk that begins with first. Returns how many; 0: an error is set.
static size_t chunk_fill(batch* b, size_t first)
{
    const size_t count = b->count - first < CHUNK ? b->count - first : CHUNK;
    for (size_t i = 0; i < count; i++) {
        b->questions[i] = (abut_question){b->c.ia, b->c.ib};
        if (!pose_at(&b->b_poses, b->rows, first + i, &b->questions[i].b.pose)) return 0;
        if (b->a_poses.view.buf && !pose_at(&b->a_poses, b->rows, first + i, &b->questions[i].a.pose)) return 0;
    }
    if (PyErr_CheckSignals() < 0) return 0;
    PyObject* told =
        b->s->progress && first ? PyObject_CallFunction(b->s->progress, "d", (double)first / (double)b->count) : NULL;
    Py_XDECREF(told);
    return PyErr_Occurred() ? 0 : count;
}

static PyObject* collide_batch(PyObject* module, PyObject* const* args, Py_ssize_t count, PyObject* names)
{
    (void)module;
    batch b;
    abut_ask ask = {.limit = 1};
    const abut_hits* out = NULL;
    void* to = NULL;
    if (!batch_begin(&b, "collide_batch", args, count, 3, names, ask_fields, &ask)) return NULL;
    PyObject* answer = rows_empty('?', 0, b.count, &to);
    for (size_t at = 0, n; answer && at < b.count; at += n) {
        n = chunk_fill(&b, at);
        const abut_status status =
            n ? UNLOCKED(b.s, abut_collide_batch(b.s->batch, b.questions, n, &ask, &out)) : ABUT_CANCELLED;
        if (status != ABUT_OK) {
            fail(status, "collide_batch");
            Py_CLEAR(answer);
            break;
        }
        for (size_t i = 0; i < n; i++)
            ((bool*)to)[at + i] = out[i].count > 0;
    }
    batch_end(&b);
    return answer;
}

int batch_ready(PyObject* module)
{
    static PyMethodDef methods[] = {
        {"collide_batch", FUNCTION(collide_batch), NULL},
        {0},
    };
    return PyModule_AddFunctions(module, methods);
}
