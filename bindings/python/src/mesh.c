// mesh.c - meshes: models built from arrays, or opened from bytes.
#include "binding.h"

#include "abut/change.h"
#include "abut/saved.h"

#include <structmember.h>

static PyTypeObject* mesh_type;

mesh* mesh_of(PyObject* object, const char* name) {
    if (PyObject_TypeCheck(object, mesh_type)) return (mesh*)object;
    PyErr_Format(PyExc_TypeError, "%s: an abut.Mesh is wanted, not %R", name, Py_TYPE(object));
    return NULL;
}

typedef struct arrays {
    numbers vertices, faces;
    abut_soup soup;  // in these
} arrays;

static void arrays_free(arrays* a) {
    PyBuffer_Release(&a->vertices.view);  // fine if there is none
    PyBuffer_Release(&a->faces.view);
}

// To be freed in any case.
static bool arrays_read(arrays* a, PyObject* vertices, PyObject* faces) {
    numbers *v = &a->vertices, *f = &a->faces;
    if (!numbers_read(v, vertices, "vertices", 'f', 3) || !numbers_read(f, faces, "faces", 'I', 3)) return false;
    a->soup = (abut_soup){.vertex_count = v->count, .triangles = f->view.buf, .triangle_count = f->count};
    if (v->count && v->view.itemsize == sizeof(double)) a->soup.vertices = v->view.buf;
    if (v->count && v->view.itemsize == sizeof(float)) a->soup.vertices_float = v->view.buf;
    return true;
}

static bool mesh_build(mesh* m, scratch* s, PyObject* vertices, PyObject* faces, abut_build* build) {
    arrays a = {0};
    abut_status status = ABUT_CANCELLED;
    if (arrays_read(&a, vertices, faces)) {
        build->host = &s->host;  // the model, whose memory is the library's own, asks no progress of it later
        status = UNLOCKED(s, abut_model_build(&m->model, &a.soup, build));
    }
    arrays_free(&a);
    return status == ABUT_OK || fail(status, "Mesh");  // abut._mesh says where
}

// A model in the bytes of an object, in place: they begin at a multiple of 64.
static bool mesh_open(mesh* m, scratch* s, PyObject* bytes) {
    if (PyObject_GetBuffer(bytes, &m->view, PyBUF_SIMPLE) < 0) return false;
    const abut_status status = UNLOCKED(s, abut_model_open(&m->model, m->view.buf, (size_t)m->view.len, NULL));
    return status == ABUT_OK || fail(status, "a saved mesh");
}

// Mesh(vertices, faces, threads, progress, then the options below), or Mesh(bytes of a saved one)
static PyObject* mesh_make(PyTypeObject* type, PyObject* args, PyObject* keywords) {
    static const char* const options[] = {"method", "effort", "memory", "leaf_size", "epsilon"};
    enum { FIRST = 4, ALL = 9 };
    PyObject* given[ALL] = {0};
    abut_build build = {0};
    const Py_ssize_t count = PyTuple_Size(args);
    if ((count != 1 && count != ALL) || keywords) return PyErr_Format(PyExc_TypeError, "Mesh: 1 or 9 arguments");
    for (Py_ssize_t i = 0; i < count; i++) {
        given[i] = PyTuple_GetItem(args, i);
        if (i >= FIRST && field_set(build_fields, &build, options[i - FIRST], given[i]) < 0) return NULL;
    }
    scratch* s = scratch_take(given[2], given[3]);
    mesh* m = s ? (mesh*)PyType_GenericAlloc(type, 0) : NULL;
    if (m && !(count == 1 ? mesh_open(m, s, given[0]) : mesh_build(m, s, given[0], given[1], &build))) Py_CLEAR(m);
    if (m) abut_model_describe(m->model, &m->info);
    if (s) scratch_give(s);
    return (PyObject*)m;
}

static void mesh_dealloc(mesh* m) {
    PyTypeObject* type = Py_TYPE((PyObject*)m);
    if (PyType_GetFlags(type) & Py_TPFLAGS_HAVE_GC) PyObject_GC_UnTrack((PyObject*)m);
    abut_solid_free(m->solids[0]);
    abut_solid_free(m->solids[1]);
    abut_model_free(m->model);
    Py_XDECREF(m->bytes);
    PyBuffer_Release(&m->view);  // fine if there is none
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(m);
    Py_DECREF(type);
}

const abut_solid* mesh_solid(scratch* s, mesh* m, bool checked) {
    abut_solid* made = NULL;
    if (m->solids[checked]) return m->solids[checked];
    abut_status status = UNLOCKED(s, abut_solid_build(&made, m->model, &s->host));
    if (status == ABUT_OK && checked) status = UNLOCKED(s, abut_solid_check(made, s->query));
    if (status != ABUT_OK || m->solids[checked])  // another thread was faster
        abut_solid_free(made);
    else
        m->solids[checked] = made;
    if (status != ABUT_OK) fail(status, "solid");
    return status == ABUT_OK ? m->solids[checked] : NULL;
}

// ---------------------------------------------------------------------------------------- looking

static abut_status take_bytes(void* write, const void* bytes, size_t size) {
    PyObject* done = PyObject_CallFunction(write, "y#", bytes, (Py_ssize_t)size);
    Py_XDECREF(done);
    return done ? ABUT_OK : ABUT_CANCELLED;
}

static PyObject* mesh_save(mesh* m, PyObject* write) {
    const abut_status status = abut_model_save(m->model, NULL, take_bytes, write);
    return status == ABUT_OK ? Py_NewRef(Py_None) : fail(status, "save");
}

// change(vertices, faces, removed, threads, progress): the mesh, what became of its tree, and the indices of what was
// inserted. removed None: the same triangles with other vertices.
static PyObject* mesh_change(mesh* from, PyObject* given) {
    PyObject *vertices, *faces, *removed, *workers, *progress, *change = NULL, *ids = NULL;
    arrays a = {0};
    numbers gone = {0};
    abut_change what = {0};
    void* to = NULL;
    if (!PyArg_ParseTuple(given, "OOOOO", &vertices, &faces, &removed, &workers, &progress)) return NULL;
    const bool is_edit = removed != Py_None;
    abut_status status = ABUT_CANCELLED;
    scratch* s = scratch_take(workers, progress);
    mesh* m = s ? (mesh*)PyType_GenericAlloc(Py_TYPE((PyObject*)from), 0) : NULL;
    const bool fine = m && arrays_read(&a, vertices, faces) &&
                      (!is_edit || numbers_read(&gone, removed, "remove", 'I', 0)) &&
                      (ids = rows_empty('I', 0, is_edit ? a.soup.triangle_count : 0, &to));
    const abut_edit edit = {gone.view.buf, gone.count, &a.soup, to, {0}};
    if (fine && is_edit)
        status = UNLOCKED(s, abut_model_edit(&m->model, from->model, &edit, &s->host, &what));
    else if (fine)
        status = UNLOCKED(s, abut_model_refit(&m->model, from->model, &a.soup, &s->host, &what));
    PyBuffer_Release(&gone.view);
    arrays_free(&a);
    if (s) scratch_give(s);
    if (status != ABUT_OK) fail(status, is_edit ? "edit" : "refit");
    if (status == ABUT_OK) {
        abut_model_describe(m->model, &m->info);
        m->bytes = from->view.obj ? Py_NewRef((PyObject*)from) : Py_XNewRef(from->bytes);
        change = value_new(&change_kind, &what);
    }
    if (change) return Py_BuildValue("NNN", m, change, ids);
    return Py_XDECREF((PyObject*)m), Py_XDECREF(ids), NULL;
}

static PyObject* mesh_info(mesh* m, void* Py_UNUSED(closure)) { return value_new(&model_info_kind, &m->info); }

static PyObject* mesh_triangles(mesh* m, void* Py_UNUSED(closure)) {
    void* data = NULL;
    PyObject* r = rows_empty('d', 9, m->info.triangle_count, &data);
    if (r) abut_model_triangles(m->model, 0, m->info.triangle_count, data);
    return r;
}

static PyObject* mesh_parts(mesh* m, void* Py_UNUSED(closure)) {
    const abut_solid_part* parts = NULL;
    size_t count = 0;
    scratch* s = scratch_take(NULL, NULL);
    const abut_solid* solid = s ? mesh_solid(s, m, true) : NULL;
    if (s) scratch_give(s);
    if (!solid || abut_solid_parts(solid, &parts, &count) != ABUT_OK) return NULL;
    return rows_new(&solid_part_row, parts, count);
}

int mesh_ready(PyObject* module) {
    static PyGetSetDef looks[] = {
        {"info", (getter)mesh_info, NULL, "What the mesh is like, once it is built.", NULL},
        {"_triangles", (getter)mesh_triangles, NULL, "Rows: nine numbers each.", NULL},
        {"_parts", (getter)mesh_parts, NULL, "Rows: a connected component each.", NULL},
        {0},
    };
    static PyMemberDef members[] = {
        {"triangle_count", T_PYSSIZET, offsetof(mesh, info.triangle_count), READONLY, "Triangles, as they were given."},
        {0},
    };
    static PyMethodDef methods[] = {
        {"_save", (PyCFunction)mesh_save, METH_O, "Call it with bytes, one part after the other."},
        {"_change", (PyCFunction)mesh_change, METH_VARARGS, "Another mesh: refitted, or edited."},
        {0}};
    static PyType_Slot slots[] = {{Py_tp_new, (void*)mesh_make}, {Py_tp_dealloc, (void*)mesh_dealloc},
                                  {Py_tp_getset, looks},         {Py_tp_members, members},
                                  {Py_tp_methods, methods},      {0, NULL}};
    static PyType_Spec spec = {"abut._abut.Mesh", sizeof(mesh), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    mesh_type = (PyTypeObject*)PyType_FromModuleAndSpec(module, &spec, NULL);
    return mesh_type ? PyModule_AddType(module, mesh_type) : -1;
}
