// batch.c - the same question about many poses of two meshes, on all workers.
#include "binding.h"

#include <stdatomic.h>
#include <stdlib.h>

// So many at a time, which stay in the cache, and so many of them by one worker.
enum { CHUNK = 4096, PART = 64 };

typedef struct batch {
    const call* c;
    pose_list a, b, ends;  // of a: there may be none
    size_t first, count;   // of the chunk
    abut_question* questions;
    struct way {
        abut_motion motion;
        abut_pose end;
    } * ways;  // of motions; else NULL
    abut_motion_question* moving;
    atomic_bool is_bad;  // a pose is
} batch;

static abut_status question_fill(batch* b, size_t i) {
    abut_question* q = &b->questions[i];
    *q = (abut_question){b->c->ia, b->c->ib};
    abut_status status = pose_list_at(&b->b, b->first + i, &q->b.pose);
    if (status == ABUT_OK && b->a.count) status = pose_list_at(&b->a, b->first + i, &q->a.pose);
    if (status != ABUT_OK || !b->ways) return status;
    struct way* w = &b->ways[i];
    w->motion = (abut_motion){.to = &w->end};
    b->moving[i] = (abut_motion_question){&q->a, &q->b, NULL, &w->motion, 1};
    return pose_list_at(&b->ends, b->first + i, &w->end);
}

// On a worker.
static void part_fill(void* context, size_t part, int Py_UNUSED(worker)) {
    batch* b = context;
    for (size_t i = part * PART; i < b->count && i < (part + 1) * PART; i++)
        if (question_fill(b, i) != ABUT_OK) atomic_store(&b->is_bad, true);
}

// The questions of a chunk are put, and answered, while others run.
static abut_status chunk_ask(const question* q, scratch* s, batch* b, char* to) {
    const void* out = NULL;
    const size_t parts = (b->count + PART - 1) / PART;
    const abut_host* host = &s->host;
    if (host->run) host->run(host->user, parts, part_fill, b);
    for (size_t i = 0; !host->run && i < parts; i++) part_fill(b, i, 0);
    if (b->is_bad) return ABUT_NOT_FINITE;  // which one is, is found later
    const abut_status status = q->many(s->batch, b->ways ? (void*)b->moving : b->questions, b->count, b->c->ask, &out);
    for (size_t i = 0; status == ABUT_OK && i < b->count; i++) {
        const char* from = (const char*)out + i * q->answer->size;
        if (q->is_yes)
            to[i] = *(const size_t*)(from + q->is_yes - 1) > 0;
        else
            memcpy(to + i * q->answer->size, from, q->answer->size);
    }
    return status;
}

static abut_status chunks_ask(const question* q, scratch* s, batch* b, char* to) {
    const size_t all = b->b.count, row = q->is_yes ? 1 : q->answer->size;
    for (abut_status status; b->first < all; b->first += b->count) {
        b->count = all - b->first < CHUNK ? all - b->first : CHUNK;
        s->done = (double)b->first / (double)all;
        s->share = (double)b->count / (double)all;
        if ((status = chunk_ask(q, s, b, to + b->first * row)) != ABUT_OK) return status;
    }
    return ABUT_OK;
}

static PyObject* fail_at(const question* q, batch* b, abut_status status) {
    char text[64];
    for (size_t i = 0; b->is_bad && i < b->count; i++) {
        status = question_fill(b, i);
        PyOS_snprintf(text, sizeof text, "poses[%zu]", b->first + i);
        if (status != ABUT_OK) break;
    }
    return fail(status, b->is_bad ? text : q->name);
}

static bool batch_read(const question* q, batch* b, PyObject* const* given) {
    PyObject* a = b->c->poses_a && b->c->poses_a != Py_None ? b->c->poses_a : NULL;
    if (!pose_list_read(&b->b, given[0], "poses")) return false;
    if (a && !pose_list_read(&b->a, a, "poses_a")) return false;
    if (q->poses > 1 && !pose_list_read(&b->ends, given[1], "ends")) return false;
    if ((!a || b->a.count == b->b.count) && (q->poses == 1 || b->ends.count == b->b.count)) return true;
    return PyErr_Format(PyExc_ValueError, "%s(): as many of all poses are wanted", q->name), false;
}

PyObject* ask_many(const question* q, scratch* s, const call* c, PyObject* const* given) {
    batch b = {.c = c};
    PyObject *rows = NULL, *answer = NULL;
    void* to = NULL;
    bool fine = scratch_batch(s) && batch_read(q, &b, given);
    const size_t size = sizeof *b.questions + (q->poses > 1 ? sizeof *b.ways + sizeof *b.moving : 0);
    b.questions = malloc(CHUNK * size);  // and what motions need behind them
    if (q->poses > 1) b.ways = (struct way*)(b.questions + CHUNK);
    if (q->poses > 1) b.moving = (abut_motion_question*)(b.ways + CHUNK);
    if (fine && !(fine = b.questions)) PyErr_NoMemory();
    if (fine) rows = rows_make(q->is_yes ? NULL : q->answer, '?', 0, b.b.count, NULL, &to);
    if (rows) {
        const abut_status status = UNLOCKED(s, chunks_ask(q, s, &b, to));
        answer = status == ABUT_OK ? PyObject_CallMethod(converter(), "told", "O", rows) : fail_at(q, &b, status);
    }
    Py_XDECREF(rows);
    pose_list_free(&b.a);
    pose_list_free(&b.b);
    pose_list_free(&b.ends);
    free(b.questions);
    return answer;
}
