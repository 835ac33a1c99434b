// numbers.c - numbers and poses that come from Python. What is an array of the right kind is
// borrowed; abut._convert, in Python, makes arrays of everything else.
#include "binding.h"

#include <stdlib.h>

enum { FLAGS = PyBUF_STRIDES | PyBUF_FORMAT };

// The array has one native kind of numbers: 'd', 'f' (that or 'd') or 'I' (signed or not).
static bool is_kind(const Py_buffer* view, char number) {
    const char* f = view->format ? view->format : "B";
    const uint16_t one = 1;
    if (*f == '@' || *f == '=' || *f == (*(const char*)&one ? '<' : '>')) f++;
    if (!f[0] || f[1] || view->itemsize == 0 || (uintptr_t)view->buf % (uintptr_t)view->itemsize != 0) return false;
    return number == 'I' ? view->itemsize == 4 && strchr("IiLl", *f) : *f == 'd' || (number == 'f' && *f == 'f');
}

PyObject* converter(void) {
    static PyObject* module;
    if (!module) module = PyImport_ImportModule("abut._convert");
    return module;
}

// An array made of something else.
static bool converted(Py_buffer* view, PyObject* object, const char* name, char number, size_t columns) {
    const char* how = number == 'I' ? "indices" : "floats";
    PyObject* made = PyObject_CallMethod(converter(), how, "Osn", object, name, (Py_ssize_t)columns);
    const bool fine = made && PyObject_GetBuffer(made, view, FLAGS) == 0;
    Py_XDECREF(made);  // the view holds it
    return fine;
}

bool numbers_read(numbers* out, PyObject* object, const char* name, char number, size_t columns) {
    Py_buffer* v = &out->view;
    *out = (numbers){.count = 1};
    if (PyObject_CheckBuffer(object)) {
        if (PyObject_GetBuffer(object, v, FLAGS) < 0) return false;
        const bool fits = columns == 0 || (v->ndim && (size_t)v->shape[v->ndim - 1] == columns);
        if (!fits || !is_kind(v, number) || !PyBuffer_IsContiguous(v, 'C')) PyBuffer_Release(v);
    }
    if (!v->obj && !converted(v, object, name, number, columns)) return false;
    for (int i = 0; i < v->ndim; i++) out->count *= (size_t)v->shape[i];
    out->count /= columns ? columns : 1;
    return true;
}

bool vector_read(PyObject* object, const char* name, size_t count, double* out) {
    numbers n;
    if (count == 1) return *out = PyFloat_AsDouble(object), !PyErr_Occurred();
    if (!numbers_read(&n, object, name, 'd', 0)) return false;
    const bool fits = n.count == count;
    if (fits) memcpy(out, n.view.buf, count * sizeof *out);
    if (!fits) PyErr_Format(PyExc_ValueError, "%s: %zu numbers are wanted, not %zu", name, count, n.count);
    PyBuffer_Release(&n.view);
    return fits;
}

// ------------------------------------------------------------------------------------------ poses

// Matrices of 3 or 4 rows and 4 columns, in whatever strides; dimensions 2: one, 3: many.
static bool matrices_are(const Py_buffer* v, int dimensions) {
    bool fits = v->obj && v->ndim == dimensions && is_kind(v, 'f') && v->shape[dimensions - 1] == 4 &&
                (v->shape[dimensions - 2] == 3 || v->shape[dimensions - 2] == 4);
    for (int i = 0; fits && i < dimensions; i++) fits = v->strides[i] % v->itemsize == 0;
    return fits;
}

static bool matrices_read(Py_buffer* v, PyObject* object, const char* name, int dimensions) {
    if (PyObject_CheckBuffer(object)) {
        if (PyObject_GetBuffer(object, v, FLAGS) < 0) return false;
        if (matrices_are(v, dimensions)) return true;
        PyBuffer_Release(v);
    }
    if (!converted(v, object, name, 'd', 4)) return false;
    if (matrices_are(v, dimensions)) return true;
    const char* n = dimensions == 2 ? "" : "n, ";
    PyErr_Format(PyExc_ValueError, "%s: an array of shape (%s3, 4) or (%s4, 4) is wanted", name, n, n);
    PyBuffer_Release(v);
    return false;
}

// What is rigid needs no abut_pose_from_matrix, which would take it bit by bit.
static abut_status matrix_at(const Py_buffer* v, size_t i, abut_pose* out) {
    double m[16] = {[15] = 1};
    const Py_ssize_t *strides = v->strides + v->ndim - 2, rows = v->shape[v->ndim - 2];
    const char* from = (const char*)v->buf + (v->ndim == 3 ? (Py_ssize_t)i * v->strides[0] : 0);
    for (Py_ssize_t r = 0; r < rows; r++)
        for (Py_ssize_t c = 0; c < 4; c++) {
            const void* x = from + r * strides[0] + c * strides[1];
            m[4 * r + c] = v->itemsize == sizeof(double) ? *(const double*)x : (double)*(const float*)x;
        }
    *out = (abut_pose){{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}, {m[3], m[7], m[11]}, 1};
    const bool is_affine = m[12] == 0 && m[13] == 0 && m[14] == 0 && m[15] == 1;
    const bool turns = m[0] != 0 || m[1] != 0 || m[2] != 0;  // a pose without is the identity
    return is_affine && turns && abut_pose_check(out) == ABUT_OK ? ABUT_OK : abut_pose_from_matrix(out, m);
}

bool pose_read(PyObject* object, const char* name, abut_pose* out) {
    Py_buffer v = {0};
    if (object == Py_None) return *out = (abut_pose){0}, true;
    if (PyObject_TypeCheck(object, pose_kind.type)) return memcpy(out, ((value*)object)->data, sizeof *out), true;
    if (!matrices_read(&v, object, name, 2)) return false;
    const abut_status status = matrix_at(&v, 0, out);
    PyBuffer_Release(&v);
    return status == ABUT_OK || fail(status, name);
}

bool pose_list_read(pose_list* out, PyObject* object, const char* name) {
    *out = (pose_list){0};
    const bool is_list = PyList_Check(object) || PyTuple_Check(object);
    PyObject* all = is_list ? PySequence_Tuple(object) : NULL;
    if (!is_list && !matrices_read(&out->view, object, name, 3)) return false;
    out->count = is_list ? (size_t)PyTuple_Size(all) : (size_t)out->view.shape[0];
    if (is_list && !(out->made = malloc((out->count + 1) * sizeof *out->made))) PyErr_NoMemory();
    for (size_t i = 0; out->made && i < out->count && !PyErr_Occurred(); i++)
        pose_read(PyTuple_GetItem(all, (Py_ssize_t)i), name, &out->made[i]);
    Py_XDECREF(all);
    if (PyErr_Occurred()) pose_list_free(out);
    return !PyErr_Occurred();
}

abut_status pose_list_at(const pose_list* p, size_t i, abut_pose* out) {
    return p->made ? (*out = p->made[i], ABUT_OK) : matrix_at(&p->view, i, out);
}

void pose_list_free(pose_list* p) {
    PyBuffer_Release(&p->view);  // fine if there is none
    free(p->made);
    *p = (pose_list){0};
}
