// ask.c - questions about two meshes in poses, one at a time. What a question is, says a row of a
// table (tools/questions.py).
#include "binding.h"

#include "abut/overlap.h"

enum { OUT_BYTES = 1024 };

// The solids of meshes are kept: a second question does not make them again.
static bool solids_find(const question* q, scratch* s, call* c)
{
    if (q->solids == 0) return true;
    if (q->is_checked && !((const abut_overlap_ask*)c->ask)->volume) return true;
    const abut_solid** to = (const abut_solid**)((char*)c->ask + q->solids - 1);  // a's, and then b's
    to[0] = mesh_solid(s, c->a, q->is_checked);
    to[1] = to[0] ? mesh_solid(s, c->b, q->is_checked) : NULL;
    return to[1];
}

static PyObject* ask_one(const question* q, scratch* s, call* c)
{
    _Alignas(max_align_t) char out[OUT_BYTES];
    const abut_status status = UNLOCKED(s, q->one(s->query, c, c->ask, out));
    return status == ABUT_OK ? value_new(q->answer, out) : fail(status, q->name);
}

PyObject* ask_question(const question* q, PyObject* const* args, Py_ssize_t count, PyObject* names)
{
    const Py_ssize_t wanted = q->meshes + (q->numbers > 0) + q->poses;
    scratch* s = NULL;
    PyObject* answer = NULL;
    call c;
    if (count != wanted)
        return PyErr_Format(PyExc_TypeError, "%s() takes %zd arguments by position, not %zd", q->name, wanted, count);
    if (!call_read(&c, q->name, args[0], args[q->meshes - 1], args + count, names, q->keywords)) return NULL;
    if (q->numbers == 0 || vector_read(args[q->meshes], q->name, q->numbers, c.extra))
        s = scratch_take(c.threads, c.progress);
    if (q->numbers == 1) c.ia.margin = c.extra[0];  // a distance
    if (s && solids_find(q, s, &c)) answer = q->one ? ask_one(q, s, &c) : ask_many(q, s, &c, args + count - q->poses);
    if (s) scratch_give(s);
    call_free(&c);
    return answer;
}
