// files.c - meshes and poses in files, by the readers and the writers of the program (../../../io).
// On failure these functions return what abut._files makes a FileError of: (status, line, byte, text, code).
#include "binding.h"
#define mesh file_mesh  // a mesh of a file; binding.h has another one
#include "mesh/mesh.h"
#undef mesh
#include "path/poses.h"

static PyObject* told(int status, size_t line, size_t byte, const char* text, fault_code code) {
    if (PyErr_Occurred()) return NULL;  // a callback's, or Ctrl-C
    return status == MESH_OUT_OF_MEMORY ? PyErr_NoMemory()
                                        : Py_BuildValue("innzs", status, line, byte, text, fault_code_name(code).text);
}

// Groups and warnings: [(text, kind of a group, first, count), ...], where a warning has the kind '!'.
static PyObject* notes_of(const file_mesh* m) {
    PyObject* notes = PyList_New(0);
    for (size_t i = 0; notes && i < m->group_count + m->warning_count; i++) {
        const mesh_group *g = &m->groups[i], warning = {.kind = '!'};
        const char* text = i < m->group_count ? g->name : m->warnings[i - m->group_count].text;
        if (i >= m->group_count) g = &warning;
        PyObject* item = Py_BuildValue("yCnn", text, g->kind, g->first_triangle, g->triangle_count);
        if (!item || PyList_Append(notes, item) < 0) Py_CLEAR(notes);
        Py_XDECREF(item);
    }
    return notes;
}

// read_mesh(path or bytes, is it a path, format or None, drop_bad, progress): a tuple of seven.
PyObject* read_mesh(PyObject* Py_UNUSED(module), PyObject* args) {
    Py_buffer from;
    mesh_read_options how = {0};
    int is_path;
    const char* format;
    PyObject *progress, *answer = NULL;
    if (!PyArg_ParseTuple(args, "y*pzpO", &from, &is_path, &format, &how.drop_bad, &progress)) return NULL;
    scratch* s = scratch_take(NULL, progress);
    if (s) {
        file_mesh m = {0};
        mesh_error e = {0};
        how.progress = &(mesh_progress){s->host.progress, s->host.user};
        how.format = mesh_format_from_name(format);
        s->waiting = PyEval_SaveThread();
        const mesh_status status = is_path ? mesh_read_file(&m, from.buf, &how, &e)
                                           : mesh_read_memory(&m, from.buf, (size_t)from.len, &how, &e);
        PyEval_RestoreThread(s->waiting);
        scratch_give(s);
        answer = status != MESH_OK
                     ? told((int)status, e.line, e.byte, e.text, e.code)
                     : Py_BuildValue("NNNNzzn", rows_copy('d', 3, m.vertices, m.vertex_count),
                                     rows_copy('I', 3, m.triangles, m.triangle_count),
                                     rows_copy('I', 0, m.faces, m.faces ? m.triangle_count : 0), notes_of(&m),
                                     mesh_format_name(m.format), m.variant, m.warning_total);
        mesh_free(&m);
    }
    PyBuffer_Release(&from);
    return answer;
}

// write_mesh(path, vertices, faces, format or None), where both are float64 and uint32, one after the other: None.
PyObject* write_mesh(PyObject* Py_UNUSED(module), PyObject* args) {
    const char *path, *format;
    Py_buffer v, f;
    mesh_error e = {0};
    if (!PyArg_ParseTuple(args, "yy*y*z", &path, &v, &f, &format)) return NULL;
    const file_mesh m = {.vertices = v.buf,
                         .triangles = f.buf,
                         .vertex_count = (size_t)v.len / (3 * sizeof(double)),
                         .triangle_count = (size_t)f.len / (3 * sizeof(uint32_t))};
    PyThreadState* state = PyEval_SaveThread();
    const mesh_status status = mesh_write_file(&m, path, mesh_format_from_name(format), &e);
    PyEval_RestoreThread(state);
    PyBuffer_Release(&f);
    PyBuffer_Release(&v);
    return status == MESH_OK ? Py_NewRef(Py_None) : told((int)status, e.line, e.byte, e.text, e.code);
}

// read_poses(path or bytes, is it a path): (rows of poses, how many bodies), body by body at each step.
PyObject* read_poses(PyObject* Py_UNUSED(module), PyObject* args) {
    static const int as[] = {MESH_OK, MESH_OUT_OF_MEMORY, MESH_CANNOT_OPEN, MESH_SYNTAX, MESH_BAD_NUMBER};
    Py_buffer from;
    int is_path;
    poses p = {0};
    poses_error e = {0};
    if (!PyArg_ParseTuple(args, "y*p", &from, &is_path)) return NULL;
    PyThreadState* state = PyEval_SaveThread();
    const poses_status status =
        is_path ? poses_read_file(&p, from.buf, &e) : poses_read_memory(&p, from.buf, (size_t)from.len, &e);
    PyEval_RestoreThread(state);
    PyBuffer_Release(&from);
    if (status != POSES_OK) return told(as[status], e.line, 0, e.text, e.code);
    PyObject* answer = Py_BuildValue("Ni", rows_new(&pose_kind, p.poses, p.count * (size_t)p.bodies), p.bodies);
    poses_free(&p);
    return answer;
}
