// numbers.c - numbers and poses that come from Python. What is an array of the right kind is
// borrowed; abut._convert, in Python, makes arrays of everything else.
#include "binding.h"

#include <stdlib.h>

// The letter of PEP 3118 of one native number; 0: something else.
static char letter_of(const Py_buffer* view)
{
    const char* f = view->format ? view->format : "B";
    const uint16_t one = 1;
    const bool little = *(const char*)&one == 1;
    if (*f == '@' || *f == '=' || *f == (little ? '<' : '>')) f++;
    return f[0] && !f[1] ? f[0] : 0;
}

static bool is_kind(const Py_buffer* view, char number)
{
    const char letter = letter_of(view);
    const uintptr_t at = (uintptr_t)view->buf;
    if (view->itemsize == 0 || at % (uintptr_t)view->itemsize != 0) return false;
    if (number == 'I') return view->itemsize == 4 && (letter == 'I' || letter == 'i' || letter == 'l' || letter == 'L');
    return letter == 'd' || (number == 'f' && letter == 'f');
}

static bool view_rows(numbers* out, size_t columns)
{
    size_t count = 1;
    for (int i = 0; i < out->view.ndim; i++)
        count *= (size_t)out->view.shape[i];
    out->count = columns ? count / columns : count;
    return columns == 0 || count % columns == 0;
}

bool numbers_read(numbers* out, PyObject* object, const char* name, char number, size_t columns)
{
    const int flags = PyBUF_STRIDES | PyBUF_FORMAT;
    *out = (numbers){0};
    if (PyObject_CheckBuffer(object)) {
        if (PyObject_GetBuffer(object, &out->view, flags) < 0) return false;
        const Py_ssize_t last = out->view.ndim ? out->view.shape[out->view.ndim - 1] : 0;
        if (is_kind(&out->view, number) && PyBuffer_IsContiguous(&out->view, 'C') &&
            (columns == 0 || (size_t)last == columns) && view_rows(out, columns))
            return true;
        PyBuffer_Release(&out->view);
    }
    PyObject* convert = PyImport_ImportModule("abut._convert");
    const char* how = number == 'I' ? "indices" : "floats";
    PyObject* made = convert ? PyObject_CallMethod(convert, how, "Osn", object, name, (Py_ssize_t)columns) : NULL;
    const bool fine = made && PyObject_GetBuffer(made, &out->view, flags) == 0;
    Py_XDECREF(convert);
    Py_XDECREF(made);  // the view holds it
    return fine && view_rows(out, columns);
}

bool vector_read(PyObject* object, const char* name, size_t count, double* out)
{
    numbers n;
    if (count == 1 && PyFloat_Check(object)) return *out = PyFloat_AsDouble(object), true;
    if (!numbers_read(&n, object, name, 'd', 0)) return false;
    const bool fits = n.count == count;
    if (fits) memcpy(out, n.view.buf, count * sizeof *out);
    if (!fits) PyErr_Format(PyExc_ValueError, "%s: %zu numbers are wanted, not %zu", name, count, n.count);
    PyBuffer_Release(&n.view);
    return fits;
}

bool pose_of_rows(const double* rows, size_t row_count, const char* name, abut_pose* out)
{
    double m[16] = {[15] = 1};
    memcpy(m, rows, row_count * 4 * sizeof *m);
    const abut_status status = abut_pose_from_matrix(out, m);
    return status == ABUT_OK || fail(status, name);
}

bool pose_read(PyObject* object, const char* name, abut_pose* out)
{
    numbers n;
    if (!object || object == Py_None) return *out = (abut_pose){0}, true;
    if (PyObject_TypeCheck(object, pose_kind.type)) return memcpy(out, ((value*)object)->data, sizeof *out), true;
    if (!numbers_read(&n, object, name, 'd', 4)) return false;
    const bool fits = n.count == 3 || n.count == 4;
    if (!fits) PyErr_Format(PyExc_ValueError, "%s: a pose has 3 or 4 rows of 4 numbers", name);
    const bool fine = fits && pose_of_rows(n.view.buf, n.count, name, out);
    PyBuffer_Release(&n.view);
    return fine;
}
