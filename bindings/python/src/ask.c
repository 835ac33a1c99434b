// ask.c - questions about two meshes in poses, one at a time. A question is a row of a table.
#include "binding.h"

#include "abut/contain.h"
#include "abut/depth.h"
#include "abut/distance.h"
#include "abut/overlap.h"
#include "abut/self.h"
#include "abut/shape.h"

enum { SELF = -1, SHAPE = -2 };  // a question about one mesh, or about a mesh and a shape
enum { ASK_BYTES = 256, OUT_BYTES = 1024 };

typedef struct question {
    const char* name;
    const field* fields;  // of what is asked
    kind* answer;         // NULL: a shape's relation, told as text
    int extra_count;      // further arguments by position: numbers; or SELF, SHAPE
    abut_status (*ask)(scratch* s, call* c, void* ask, void* out);
    bool (*prepare)(scratch* s, call* c, void* ask);  // NULL: nothing; it sets an error
} question;

#define PAIR(name)                                                                                                     \
    static abut_status ask_##name(scratch* s, call* c, void* ask, void* out)                                           \
    {                                                                                                                  \
        return abut_##name(s->query, &c->ia, &c->ib, ask, out);                                                        \
    }
PAIR(collide)
PAIR(contain)
PAIR(distance)
PAIR(overlap)
PAIR(depth_least)
PAIR(reach)
PAIR(signed_distance)

static abut_status ask_clearance(scratch* s, call* c, void* ask, void* out)
{
    c->ia.margin = c->extra[0];
    return abut_clearance(s->query, &c->ia, &c->ib, ask, out);
}

static abut_status ask_along(scratch* s, call* c, void* ask, void* out)
{
    return abut_depth_along(s->query, &c->ia, &c->ib, c->extra, ask, out);
}

static abut_status ask_first(scratch* s, call* c, void* ask, void* out)
{
    return abut_first_contact(s->query, &c->ia, c->motion_a, &c->ib, c->motion_b, c->piece_count, ask, out);
}

static abut_status ask_self(scratch* s, call* c, void* ask, void* out)
{
    return abut_self(s->query, &c->ia, ask, out);
}

static abut_status ask_shape_collide(scratch* s, call* c, void* ask, void* out)
{
    return abut_shape_collide(s->query, &c->ia, c->shape, ask, out);
}

static abut_status ask_shape_distance(scratch* s, call* c, void* ask, void* out)
{
    return abut_shape_distance(s->query, &c->ia, c->shape, ask, out);
}

static abut_status ask_shape_contain(scratch* s, call* c, void* ask, void* out)
{
    return abut_shape_contain(s->query, &c->ia, ((abut_solids_ask*)ask)->a_solid, c->shape, out);
}

// The solids of meshes are kept: a second question does not make them again.
static bool depth_solids(scratch* s, call* c, void* ask)
{
    abut_solids_ask* to = ask;
    to->a_solid = mesh_solid(s, c->a, false);
    to->b_solid = to->a_solid ? mesh_solid(s, c->b, false) : NULL;
    return to->b_solid;
}

static bool overlap_solids(scratch* s, call* c, void* ask)
{
    abut_overlap_ask* to = ask;
    if (!to->volume) return true;
    to->a_solid = mesh_solid(s, c->a, true);
    to->b_solid = to->a_solid ? mesh_solid(s, c->b, true) : NULL;
    return to->b_solid;
}

static const field none[] = {{0}};
static const question questions[] = {
    {"collide", ask_fields, &hits_kind, 0, ask_collide, NULL},
    {"distance", distance_ask_fields, &distance_answer_kind, 0, ask_distance, NULL},
    {"within", clearance_ask_fields, &clearance_answer_kind, 1, ask_clearance, NULL},
    {"contain", ask_fields, &containment_kind, 0, ask_contain, NULL},
    {"first_contact", motion_ask_fields, &first_kind, 0, ask_first, NULL},
    {"depth", solids_ask_fields, &depth_least_answer_kind, 0, ask_depth_least, depth_solids},
    {"depth_along", solids_ask_fields, &depth_along_answer_kind, 3, ask_along, depth_solids},
    {"reach", solids_ask_fields, &reach_answer_kind, 0, ask_reach, depth_solids},
    {"signed_distance", solids_ask_fields, &signed_answer_kind, 0, ask_signed_distance, depth_solids},
    {"overlap", overlap_ask_fields, &overlap_answer_kind, 0, ask_overlap, overlap_solids},
    {"self_collide", self_ask_fields, &self_hits_kind, SELF, ask_self, NULL},
    {"shape_collide", shape_ask_fields, &shape_hits_kind, SHAPE, ask_shape_collide, NULL},
    {"shape_distance", distance_ask_fields, &shape_nearest_kind, SHAPE, ask_shape_distance, NULL},
    {"shape_contain", none, NULL, SHAPE, ask_shape_contain, depth_solids},
};

static PyObject* ask_question(const question* q, PyObject* const* args, Py_ssize_t count, PyObject* names)
{
    _Alignas(max_align_t) char ask[ASK_BYTES] = {0}, out[OUT_BYTES];
    const Py_ssize_t wanted = q->extra_count == SELF ? 1 : 2 + (q->extra_count > 0);
    PyObject* answer = NULL;
    call c;
    if (count != wanted)
        return PyErr_Format(PyExc_TypeError, "%s() takes %zd arguments by position, not %zd", q->name, wanted, count);
    if (!call_read(&c, q->name, args[0], args[q->extra_count >= 0], args + count, names, q->fields, ask)) return NULL;
    if ((q->extra_count > 0 && !vector_read(args[2], q->name, (size_t)q->extra_count, c.extra)) ||
        (q->extra_count == SHAPE && !(c.shape = shape_of(args[1])))) {
        call_free(&c);
        return NULL;
    }
    scratch* s = scratch_take(c.threads, c.progress);
    if (s && (!q->prepare || q->prepare(s, &c, ask))) {
        const abut_status status = UNLOCKED(s, q->ask(s, &c, ask, out));
        answer = status != ABUT_OK ? fail(status, q->name)
                 : q->answer       ? value_new(q->answer, out)
                                   : PyUnicode_FromString(abut_shape_relation_text(*(abut_shape_relation*)out));
    }
    if (s) scratch_give(s);
    call_free(&c);
    return answer;
}

// The function's own object tells which question it is.
static PyObject* ask_any(PyObject* which, PyObject* const* args, Py_ssize_t count, PyObject* names)
{
    const question* q = PyCapsule_GetPointer(which, NULL);
    return q ? ask_question(q, args, count, names) : NULL;
}

int ask_ready(PyObject* module)
{
    enum { COUNT = sizeof questions / sizeof *questions };
    static PyMethodDef methods[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        methods[i] = (PyMethodDef){questions[i].name, FUNCTION(ask_any), NULL};
        PyObject* which = PyCapsule_New((void*)(uintptr_t)&questions[i], NULL, NULL);
        PyObject* function = which ? PyCFunction_NewEx(&methods[i], which, NULL) : NULL;
        Py_XDECREF(which);
        if (!function || PyModule_AddObjectRef(module, questions[i].name, function) < 0) return -1;
        Py_DECREF(function);
    }
    return 0;
}
