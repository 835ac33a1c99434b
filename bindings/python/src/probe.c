// probe.c - many points, rays or simple shapes about one mesh, and what of it is within planes.
#include "binding.h"

#include "abut/range.h"
#include "abut/ray.h"
#include "abut/shape.h"

#include <math.h>

// points(mesh, points, sides, *, pose, nearest, within, winding, threads, progress): rows of the nearest triangles, so many
// of each point, and rows of what else is told, one of each point.
PyObject* points(PyObject* Py_UNUSED(module), PyObject* const* args, Py_ssize_t count, PyObject* names) {
    static const abut_point_near none = {INFINITY, INFINITY, UINT32_MAX, 0, {NAN, NAN, NAN}};
    const abut_point_answer* out = NULL;
    void* to = NULL;
    call c;
    numbers p;
    if (count != 3) return PyErr_Format(PyExc_TypeError, "points(mesh, points, sides)");
    if (!call_read(&c, "nearest", args[0], args[0], args + 3, names, points_keywords)) return NULL;
    if (!numbers_read(&p, args[1], "points", 'd', 3)) return NULL;
    abut_point_ask* ask = (abut_point_ask*)c.ask;
    const size_t each = ask->nearest;
    abut_status status = ABUT_CANCELLED;
    scratch* s = scratch_take(c.threads, c.progress);
    if (s && scratch_batch(s) && (args[2] != Py_True || (ask->solid = mesh_solid(s, c.a, false))))
        status = UNLOCKED(s, abut_points(s->batch, &c.ia, p.view.buf, p.count, ask, &out));
    PyObject* near =
        status == ABUT_OK ? rows_make(&point_near_row, 0, 0, p.count * each, NULL, &to) : fail(status, "nearest");
    for (size_t i = 0; near && to && out && i < p.count * each; i++) {
        const abut_point_answer* a = &out[i / each];
        ((abut_point_near*)to)[i] = i % each < a->near_count ? a->near[i % each] : none;
    }
    PyObject* told = near ? rows_new(&point_answer_row, out, p.count) : NULL;
    if (s) scratch_give(s);
    PyBuffer_Release(&p.view);
    return told ? Py_BuildValue("NN", near, told) : (Py_XDECREF(near), NULL);
}

// rays(mesh, origins, directions, *, pose, want, segments, t_least, t_most, threads, progress): rows of hits, those of each ray
// after those of the ray before, and rows of how many there are.
PyObject* rays(PyObject* Py_UNUSED(module), PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const abut_ray_answer* out = NULL;
    size_t found = 0;
    void* to = NULL;
    call c;
    numbers from = {0}, way = {0};
    if (count != 3) return PyErr_Format(PyExc_TypeError, "rays(mesh, origins, directions)");
    if (!call_read(&c, "rays", args[0], args[0], args + 3, names, rays_keywords)) return NULL;
    abut_status status = ABUT_CANCELLED;
    bool fine = numbers_read(&from, args[1], "origins", 'd', 3) && numbers_read(&way, args[2], "directions", 'd', 3);
    if (fine && from.count != way.count)
        PyErr_Format(PyExc_ValueError, "rays: as many directions as origins are wanted");
    scratch* s = fine && from.count == way.count ? scratch_take(c.threads, c.progress) : NULL;
    if (s && scratch_batch(s))
        status = UNLOCKED(
            s, abut_rays(s->batch, &c.ia, from.view.buf, way.view.buf, from.count, (const abut_ray_ask*)c.ask, &out));
    for (size_t i = 0; status == ABUT_OK && i < from.count; i++) found += out[i].hit_count;
    PyObject* hits = status == ABUT_OK ? rows_make(&ray_hit_row, 0, 0, found, NULL, &to) : fail(status, "rays");
    for (size_t i = 0; hits && found && i < from.count; to = (abut_ray_hit*)to + out[i++].hit_count)
        if (out[i].hit_count) memcpy(to, out[i].hits, out[i].hit_count * sizeof *out[i].hits);
    PyObject* told = hits ? rows_new(&ray_answer_row, out, from.count) : NULL;
    if (s) scratch_give(s);
    PyBuffer_Release(&from.view);
    PyBuffer_Release(&way.view);
    return told ? Py_BuildValue("NN", hits, told) : (Py_XDECREF(hits), NULL);
}

// in_planes(mesh, planes, *, pose, placed, limit, budget, deadline, threads, progress)
PyObject* in_planes(PyObject* Py_UNUSED(module), PyObject* const* args, Py_ssize_t count, PyObject* names) {
    abut_range_found out;
    call c;
    numbers p;
    if (count != 2) return PyErr_Format(PyExc_TypeError, "in_planes(mesh, planes)");
    if (!call_read(&c, "in_planes", args[0], args[0], args + 2, names, in_planes_keywords)) return NULL;
    if (!numbers_read(&p, args[1], "planes", 'd', 4)) return NULL;
    const abut_range range = {
        .kind = ABUT_RANGE_PLANES, .pose = c.ib.pose, .planes = p.view.buf, .plane_count = p.count};
    scratch* s = scratch_take(c.threads, c.progress);
    const abut_status status =
        s ? UNLOCKED(s, abut_range_find(s->query, &c.ia, &range, (const abut_range_ask*)c.ask, &out)) : ABUT_CANCELLED;
    PyObject* found = status == ABUT_OK ? value_new(&range_found_kind, &out) : fail(status, "in_planes");
    if (s) scratch_give(s);
    PyBuffer_Release(&p.view);
    return found;
}

const abut_shape* shape_of(PyObject* object) {
    if (PyObject_TypeCheck(object, shape_kind.type)) return (const abut_shape*)((const value*)object)->data;
    PyErr_Format(PyExc_TypeError, "an abut.Shape is wanted, not %R", Py_TYPE(object));
    return NULL;
}

// shape_batch(mesh, a tuple of shapes, *, pose, threads, progress): a row a shape, 1 where there is contact.
PyObject* shape_batch(PyObject* Py_UNUSED(module), PyObject* const* args, Py_ssize_t count, PyObject* names) {
    const abut_shape_ask ask = {.limit = 1};
    const abut_shape_hits* out = NULL;
    void *to = NULL, *of = NULL;
    abut_status status = ABUT_CANCELLED;
    call c;
    const Py_ssize_t n = count == 2 ? PyTuple_Size(args[1]) : -1;
    if (n < 0) return PyErr_Format(PyExc_TypeError, "shape_batch(mesh, tuple)");
    if (!call_read(&c, "shape_batch", args[0], args[0], args + 2, names, shape_batch_keywords)) return NULL;
    PyObject* answer = rows_empty('?', 0, (size_t)n, &to);
    PyObject* shapes = answer ? rows_make(&shape_kind, 0, 0, (size_t)n, NULL, &of) : NULL;
    scratch* s = shapes ? scratch_take(c.threads, c.progress) : NULL;
    bool fine = s && scratch_batch(s);
    for (Py_ssize_t i = 0; fine && i < n; i++) {
        const abut_shape* shape = shape_of(PyTuple_GetItem(args[1], i));
        if ((fine = shape)) ((abut_shape*)of)[i] = *shape;
    }
    fine = fine && (status = UNLOCKED(s, abut_probe_batch(s->batch, &c.ia, of, (size_t)n, &ask, &out))) == ABUT_OK;
    for (Py_ssize_t i = 0; fine && i < n; i++) ((bool*)to)[i] = out[i].count > 0;
    if (s) scratch_give(s);
    Py_XDECREF(shapes);
    return fine ? answer : (Py_XDECREF(answer), fail(status, "shape_batch"));
}
