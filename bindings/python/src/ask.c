// ask.c - questions about two meshes in poses, one at a time. What a question is, says a row of a
// table (tools/questions.py).
#include "binding.h"

#include "abut/overlap.h"
#include "abut/shape.h"

enum { OUT_BYTES = 1024 };

// The solids of meshes are kept: a second question does not make them again.
static bool solids_find(const question* q, scratch* s, call* c) {
    if (q->solids == 0) return true;
    if (q->is_checked && !((const abut_overlap_ask*)c->ask)->volume) return true;
    const abut_solid** to = (const abut_solid**)((char*)c->ask + q->solids - 1);  // a's, and then b's
    to[0] = mesh_solid(s, c->a, q->is_checked);
    if (to[0] && q->meshes > 1) to[1] = mesh_solid(s, c->b, q->is_checked);
    return to[q->meshes - 1];
}

static PyObject* ask_one(const question* q, scratch* s, call* c) {
    _Alignas(max_align_t) char out[OUT_BYTES];
    const abut_status status = UNLOCKED(s, q->one(s->query, c, c->ask, out));
    if (status != ABUT_OK) return fail(status, q->name);
    if (q->answer) return value_new(q->answer, out);
    return PyUnicode_FromString(abut_shape_relation_text(*(const abut_shape_relation*)(void*)out));
}

PyObject* ask_question(const question* q, PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const Py_ssize_t wanted = q->meshes + (q->numbers > 0) + q->shapes + q->poses;
    PyObject* const* more = args + q->meshes;  // what comes by position after the meshes
    scratch* s = NULL;
    PyObject* answer = NULL;
    call c;
    if (count != wanted)
        return PyErr_Format(PyExc_TypeError, "%s() takes %zd arguments by position, not %zd", q->name, wanted, count);
    if (!call_read(&c, q->name, args[0], more[-1], args + count, names, q->keywords)) return NULL;
    const bool fine = q->numbers ? vector_read(*more, q->name, q->numbers, c.extra) : true;
    if (q->numbers == 1) c.ia.margin = c.extra[0];  // a distance
    if (fine && (q->shapes == 0 || (c.shape = shape_of(*more)))) s = scratch_take(c.threads, c.progress);
    if (s && solids_find(q, s, &c)) answer = q->one ? ask_one(q, s, &c) : ask_many(q, s, &c, args + count - q->poses);
    if (s) scratch_give(s);
    call_free(&c);
    return answer;
}
