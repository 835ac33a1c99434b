// probe.c - many points, or many simple shapes, about one mesh.
#include "binding.h"

#include "abut/shape.h"

#include <math.h>
#include <stdlib.h>

// Of each point as many triangles as asked for, their lo, hi and nearest points; its side, signed distance, winding.
enum { TRIANGLE, LO, HI, POINT, SIDE, SIGNED, WINDING, COLUMNS };

static void point_tell(void* const to[COLUMNS], size_t at, size_t nearest, const abut_point_answer* a)
{
    static const abut_point_near none = {INFINITY, INFINITY, UINT32_MAX, 0, {NAN, NAN, NAN}};
    for (size_t i = 0, row = at * nearest; i < nearest; i++, row++) {
        const abut_point_near* n = i < a->near_count ? &a->near[i] : &none;
        ((uint32_t*)to[TRIANGLE])[row] = n->triangle;
        ((double*)to[LO])[row] = n->lo;
        ((double*)to[HI])[row] = n->hi;
        memcpy((double*)to[POINT] + 3 * row, n->point, sizeof n->point);
    }
    ((int*)to[SIDE])[at] = (int)a->side;
    ((double*)to[SIGNED])[at] = a->side == ABUT_SIDE_INSIDE ? a->signed_lo : a->signed_hi;  // hi of the distance
    ((double(*)[2])to[WINDING])[at][0] = a->winding_lo;
    ((double(*)[2])to[WINDING])[at][1] = a->winding_hi;
}

// points(mesh, points, sides, *, pose, nearest, within, winding, threads, progress): a tuple of the columns above.
static PyObject* points(PyObject* module, PyObject* const* args, Py_ssize_t count, PyObject* names)
{
    (void)module;
    const abut_point_answer* out = NULL;
    void* to[COLUMNS];
    call c;
    numbers p;
    if (count != 3) return PyErr_Format(PyExc_TypeError, "points(mesh, points, sides)");
    if (!call_read(&c, "nearest", args[0], args[0], args + 3, names, points_keywords)) return NULL;
    abut_point_ask* ask = (abut_point_ask*)c.ask;
    if (!numbers_read(&p, args[1], "points", 'd', 3)) return NULL;
    scratch* s = scratch_take(c.threads, c.progress);
    PyObject* answer = NULL;
    if (s && scratch_batch(s) && (args[2] != Py_True || (ask->solid = mesh_solid(s, c.a, false)))) {
        const abut_status status = UNLOCKED(s, abut_points(s->batch, &c.ia, p.view.buf, p.count, ask, &out));
        answer = status == ABUT_OK ? PyTuple_New(COLUMNS) : fail(status, "points");
    }
    for (int i = 0; answer && i < COLUMNS; i++) {
        const size_t columns = i == POINT ? 3 : i == WINDING ? 2 : 0;
        PyObject* rows = rows_empty("IdddIdd"[i], columns, p.count * (i < SIDE ? ask->nearest : 1), &to[i]);
        if (!rows || PyTuple_SetItem(answer, i, rows) < 0) Py_CLEAR(answer);
    }
    for (size_t i = 0; answer && i < p.count; i++)
        point_tell(to, i, ask->nearest, &out[i]);
    if (s) scratch_give(s);
    PyBuffer_Release(&p.view);
    return answer;
}

const abut_shape* shape_of(PyObject* object)
{
    if (PyObject_TypeCheck(object, shape_kind.type)) return (const abut_shape*)((const value*)object)->data;
    PyErr_Format(PyExc_TypeError, "an abut.Shape is wanted, not %R", Py_TYPE(object));
    return NULL;
}

// shape_batch(mesh, a tuple of shapes, *, pose, threads, progress): a row a shape, 1 where there is contact.
static PyObject* shape_batch(PyObject* module, PyObject* const* args, Py_ssize_t count, PyObject* names)
{
    (void)module;
    const abut_shape_ask ask = {.limit = 1};
    const abut_shape_hits* out = NULL;
    void* to = NULL;
    call c;
    const Py_ssize_t n = count == 2 ? PyTuple_Size(args[1]) : -1;
    if (n < 0) return PyErr_Format(PyExc_TypeError, "shape_batch(mesh, tuple)");
    if (!call_read(&c, "shape_batch", args[0], args[0], args + 2, names, shape_batch_keywords)) return NULL;
    PyObject* answer = rows_empty('?', 0, (size_t)n, &to);
    abut_shape* shapes = malloc(((size_t)n + 1) * sizeof *shapes);
    scratch* s = shapes && answer ? scratch_take(c.threads, c.progress) : NULL;
    bool fine = s && scratch_batch(s);
    for (Py_ssize_t i = 0; fine && i < n; i++) {
        const abut_shape* shape = shape_of(PyTuple_GetItem(args[1], i));
        if ((fine = shape)) shapes[i] = *shape;
    }
    const abut_status status =
        fine ? UNLOCKED(s, abut_probe_batch(s->batch, &c.ia, shapes, (size_t)n, &ask, &out)) : ABUT_OUT_OF_MEMORY;
    for (Py_ssize_t i = 0; status == ABUT_OK && i < n; i++)
        ((bool*)to)[i] = out[i].count > 0;
    if (s) scratch_give(s);
    free(shapes);
    if (status != ABUT_OK) Py_CLEAR(answer);
    return status == ABUT_OK ? answer : fail(status, "shape_batch");
}

PyMethodDef probe_methods[] = {
    {"points", FUNCTION(points), NULL},
    {"shape_batch", FUNCTION(shape_batch), NULL},
    {0},
};
