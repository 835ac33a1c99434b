// mesh.c - meshes: models built from arrays, or opened from bytes.
#include "binding.h"

#include "abut/saved.h"

#include <structmember.h>

static PyTypeObject* mesh_type;

mesh* mesh_of(PyObject* object, const char* name) {
    if (PyObject_TypeCheck(object, mesh_type)) return (mesh*)object;
    PyErr_Format(PyExc_TypeError, "%s: an abut.Mesh is wanted, not %R", name, Py_TYPE(object));
    return NULL;
}

static bool mesh_build(mesh* m, scratch* s, PyObject* vertices, PyObject* faces, abut_build* build) {
    numbers v, f;
    if (!numbers_read(&v, vertices, "vertices", 'f', 3)) return false;
    abut_status status = ABUT_CANCELLED;
    if (numbers_read(&f, faces, "faces", 'I', 3)) {
        abut_soup soup = {.vertex_count = v.count, .triangles = f.view.buf, .triangle_count = f.count};
        if (v.count && v.view.itemsize == sizeof(double)) soup.vertices = v.view.buf;
        if (v.count && v.view.itemsize == sizeof(float)) soup.vertices_float = v.view.buf;
        build->host = &s->host;  // the model, whose memory is the library's own, asks no progress of it later
        status = UNLOCKED(s, abut_model_build(&m->model, &soup, build));
    }
    PyBuffer_Release(&f.view);  // fine if there is none
    PyBuffer_Release(&v.view);
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
        {"_save", (PyCFunction)mesh_save, METH_O, "Call it with bytes, one part after the other."}, {0}};
    static PyType_Slot slots[] = {{Py_tp_new, (void*)mesh_make}, {Py_tp_dealloc, (void*)mesh_dealloc},
                                  {Py_tp_getset, looks},         {Py_tp_members, members},
                                  {Py_tp_methods, methods},      {0, NULL}};
    static PyType_Spec spec = {"abut._abut.Mesh", sizeof(mesh), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    mesh_type = (PyTypeObject*)PyType_FromModuleAndSpec(module, &spec, NULL);
    return mesh_type ? PyModule_AddType(module, mesh_type) : -1;
}
