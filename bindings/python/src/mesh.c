// mesh.c - meshes: models built from arrays, or opened from bytes.
#include "binding.h"

#include "abut/saved.h"

static PyTypeObject* mesh_type;

mesh* mesh_of(PyObject* object, const char* name)
{
    if (PyObject_TypeCheck(object, mesh_type)) return (mesh*)object;
    PyErr_Format(PyExc_TypeError, "%s: an abut.Mesh is wanted, not %R", name, Py_TYPE(object));
    return NULL;
}

static bool mesh_build(mesh* m, PyObject* vertices, PyObject* faces, abut_build* build, scratch* s)
{
    numbers v, f;
    if (!numbers_read(&v, vertices, "vertices", 'f', 3)) return false;
    abut_status status = ABUT_CANCELLED;
    if (numbers_read(&f, faces, "faces", 'I', 3)) {
        const bool is_double = v.view.itemsize == sizeof(double);
        const abut_soup soup = {.vertices = is_double && v.count ? v.view.buf : NULL,
                                .vertices_float = !is_double && v.count ? v.view.buf : NULL,
                                .vertex_count = v.count,
                                .triangles = f.view.buf,
                                .triangle_count = f.count};
        m->triangle_count = f.count;
        build->host = &s->host;
        status = UNLOCKED(s, abut_model_build(&m->model, &soup, build));
        if (status != ABUT_OK) fail(status, "Mesh");  // abut._mesh says where
        PyBuffer_Release(&f.view);
    }
    PyBuffer_Release(&v.view);
    return status == ABUT_OK;
}

// Mesh(vertices, faces, threads, progress, *, method, leaf_size, epsilon, effort, memory)
static PyObject* mesh_make(PyTypeObject* type, PyObject* args, PyObject* keywords)
{
    PyObject *vertices, *faces, *threads = NULL, *progress = NULL, *name, *to;
    abut_build build = {0};
    Py_ssize_t at = 0;
    if (!PyArg_UnpackTuple(args, "Mesh", 2, 4, &vertices, &faces, &threads, &progress)) return NULL;
    while (keywords && PyDict_Next(keywords, &at, &name, &to)) {
        const char* word = PyUnicode_AsUTF8AndSize(name, NULL);
        const int done = word ? field_set(build_fields, &build, word, to) : -1;
        if (done == 0) PyErr_Format(PyExc_TypeError, "Mesh() has no option '%s'", word);
        if (done <= 0) return NULL;
    }
    scratch* s = scratch_take(threads, progress);
    if (!s) return NULL;
    mesh* m = (mesh*)PyType_GenericAlloc(type, 0);
    if (m && !mesh_build(m, vertices, faces, &build, s)) Py_CLEAR(m);
    // The host stays with the model, whose memory is the library's own: it asks no progress later.
    scratch_give(s);
    return (PyObject*)m;
}

static void mesh_dealloc(mesh* m)
{
    PyTypeObject* type = Py_TYPE((PyObject*)m);
    if (PyType_GetFlags(type) & Py_TPFLAGS_HAVE_GC) PyObject_GC_UnTrack((PyObject*)m);
    abut_solid_free(m->solids[0]);
    abut_solid_free(m->solids[1]);
    abut_model_free(m->model);
    PyBuffer_Release(&m->view);  // fine if there is none
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(m);
    Py_DECREF(type);
}

const abut_solid* mesh_solid(scratch* s, mesh* m, bool checked)
{
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

// ------------------------------------------------------------------------------------------ saved

static abut_status take_bytes(void* user, const void* bytes, size_t size)
{
    PyObject* part = PyBytes_FromStringAndSize(bytes, (Py_ssize_t)size);
    const bool fine = part && PyList_Append(user, part) == 0;
    Py_XDECREF(part);
    return fine ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

static PyObject* mesh_tobytes(mesh* m, PyObject* none)
{
    (void)none;
    PyObject* parts = PyList_New(0);
    PyObject* empty = PyBytes_FromStringAndSize(NULL, 0);
    PyObject* bytes = NULL;
    if (parts && empty) {
        const abut_status status = abut_model_save(m->model, NULL, take_bytes, parts);
        bytes = status == ABUT_OK ? PyObject_CallMethod(empty, "join", "O", parts) : fail(status, "tobytes");
    }
    Py_XDECREF(parts);
    Py_XDECREF(empty);
    return bytes;
}

// A model in the bytes of an object, in place: they begin at a multiple of 64.
static PyObject* mesh_frombytes(PyTypeObject* type, PyObject* object)
{
    mesh* m = (mesh*)PyType_GenericAlloc(type, 0);
    if (!m) return NULL;
    abut_status status = ABUT_BAD_ARGUMENT;
    abut_model_info info;
    if (PyObject_GetBuffer(object, &m->view, PyBUF_SIMPLE) == 0)
        status = abut_model_open(&m->model, m->view.buf, (size_t)m->view.len, NULL);
    if (status == ABUT_OK) status = abut_model_describe(m->model, &info);
    if (status == ABUT_OK) return m->triangle_count = info.triangle_count, (PyObject*)m;
    Py_DECREF(m);
    return fail(status, "a saved mesh");
}

// ---------------------------------------------------------------------------------------- looking

static PyObject* mesh_info(mesh* m, void* closure)
{
    (void)closure;
    abut_model_info info;
    const abut_status status = abut_model_describe(m->model, &info);
    return status == ABUT_OK ? value_new(&model_info_kind, &info) : fail(status, "info");
}

static PyObject* mesh_triangles(mesh* m, void* closure)
{
    (void)closure;
    void* data = NULL;
    PyObject* r = rows_empty('d', 9, m->triangle_count, &data);
    if (r) abut_model_triangles(m->model, 0, m->triangle_count, data);
    return r;
}

static PyObject* mesh_parts(mesh* m, void* closure)
{
    (void)closure;
    const abut_solid_part* parts = NULL;
    size_t count = 0;
    scratch* s = scratch_take(NULL, NULL);
    const abut_solid* solid = s ? mesh_solid(s, m, true) : NULL;
    if (s) scratch_give(s);
    if (!solid || abut_solid_parts(solid, &parts, &count) != ABUT_OK) return NULL;
    return rows_new(&solid_part_row, parts, count);
}

static PyObject* mesh_count(mesh* m, void* closure)
{
    (void)closure;
    return PyLong_FromSize_t(m->triangle_count);
}

int mesh_ready(PyObject* module)
{
    static PyGetSetDef members[] = {
        {"triangle_count", (getter)mesh_count, NULL, "Triangles, as they were given.", NULL},
        {"info", (getter)mesh_info, NULL, "What the mesh is like, once it is built.", NULL},
        {"_triangles", (getter)mesh_triangles, NULL, "Rows: nine numbers each.", NULL},
        {"_parts", (getter)mesh_parts, NULL, "Rows: a connected component each.", NULL},
        {0},
    };
    static PyMethodDef methods[] = {
        {"tobytes", (PyCFunction)mesh_tobytes, METH_NOARGS,
         "tobytes($self, /)\n--\n\n"
         "Return the built mesh as bytes, the same on every machine; frombytes opens them."},
        {"_frombytes", (PyCFunction)mesh_frombytes, METH_O | METH_CLASS, "Of bytes that begin at a multiple of 64."},
        {0},
    };
    static PyType_Slot slots[] = {
        {Py_tp_new, (void*)mesh_make},
        {Py_tp_dealloc, (void*)mesh_dealloc},
        {Py_tp_getset, members},
        {Py_tp_methods, methods},
        {0, NULL},
    };
    static PyType_Spec spec = {"abut._abut.Mesh", sizeof(mesh), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    mesh_type = (PyTypeObject*)PyType_FromModuleAndSpec(module, &spec, NULL);
    return mesh_type ? PyModule_AddType(module, mesh_type) : -1;
}
