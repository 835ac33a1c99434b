// rows.c - arrays of structures or numbers, which Python sees by the buffer protocol (PEP 3118).
#include "binding.h"

#include <stdio.h>
#include <stdlib.h>

enum { FORMAT_MOST = 768 };

typedef struct rows {
    PyObject_HEAD char* data;
    char* format;  // of one item
    Py_ssize_t item_size;
    int dimensions;
    Py_ssize_t shape[2], strides[2];
} rows;

static PyTypeObject* rows_type;

// "T{=d:lo:xxxx(3)=d:point:}": every byte of the structure, what is between fields too.
static void structure_format(char out[FORMAT_MOST], const kind* k)
{
    size_t at = 0, used = (size_t)snprintf(out, FORMAT_MOST, "T{");
    for (const field* f = k->fields;; f++) {
        const size_t end = f->name ? f->offset : k->size;
        for (; at < end; at++)
            out[used++] = 'x';
        if (!f->name) break;
        char shape[16] = "";
        if (f->rows) snprintf(shape, sizeof shape, f->columns ? "(%d,%d)" : "(%d)", f->rows, f->columns);
        const char letter = strchr("t?", f->kind) ? 'i' : f->kind != 'N' ? f->kind : sizeof(size_t) == 8 ? 'Q' : 'I';
        used += (size_t)snprintf(out + used, FORMAT_MOST - used, "%s=%c:%s:", shape, letter, f->name);
        at += number_size(f->kind) * (f->rows ? f->rows : 1U) * (f->columns ? f->columns : 1U);
    }
    snprintf(out + used, FORMAT_MOST - used, "}");
}

// columns 0: one dimension.
static rows* rows_alloc(size_t count, size_t columns, const char* format, size_t item_size)
{
    rows* r = (rows*)PyType_GenericAlloc(rows_type, 0);
    if (!r) return NULL;
    const size_t row = item_size * (columns ? columns : 1);
    r->data = malloc(count * row + 1);
    r->format = malloc(strlen(format) + 1);
    if (!r->data || !r->format) {
        Py_DECREF(r);
        return (rows*)PyErr_NoMemory();
    }
    memcpy(r->format, format, strlen(format) + 1);
    r->item_size = (Py_ssize_t)item_size;
    r->dimensions = 1 + (columns > 0);
    r->shape[0] = (Py_ssize_t)count;
    r->shape[1] = (Py_ssize_t)columns;
    r->strides[0] = (Py_ssize_t)row;
    r->strides[1] = (Py_ssize_t)item_size;
    return r;
}

PyObject* rows_new(const kind* k, const void* data, size_t count)
{
    char format[FORMAT_MOST];
    structure_format(format, k);
    rows* r = rows_alloc(count, 0, format, k->size);
    if (r && count) memcpy(r->data, data, count * k->size);
    return (PyObject*)r;
}

PyObject* rows_empty(char number, size_t columns, size_t count, void** data)
{
    const char format[2] = {number == 'N' ? 'Q' : number, 0};
    rows* r = rows_alloc(count, columns, format, number == '?' ? 1 : number_size(number));
    if (r) *data = r->data;
    return (PyObject*)r;
}

PyObject* rows_copy(char number, size_t columns, const void* data, size_t count)
{
    void* to = NULL;
    PyObject* r = rows_empty(number, columns, count, &to);
    if (r && count) memcpy(to, data, count * number_size(number) * (columns ? columns : 1));
    return r;
}

static void rows_dealloc(rows* r)
{
    PyTypeObject* type = Py_TYPE((PyObject*)r);
    free(r->data);
    free(r->format);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(r);
    Py_DECREF(type);
}

static int rows_buffer(rows* r, Py_buffer* view, int flags)
{
    *view = (Py_buffer){.buf = r->data,
                        .obj = Py_NewRef((PyObject*)r),
                        .len = r->shape[0] * r->strides[0],
                        .itemsize = r->item_size,
                        .ndim = r->dimensions,
                        .format = (flags & PyBUF_FORMAT) ? r->format : NULL,
                        .shape = (flags & PyBUF_ND) ? r->shape : NULL,
                        .strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? r->strides : NULL};
    return 0;
}

static Py_ssize_t rows_length(rows* r)
{
    return r->shape[0];
}

int rows_ready(PyObject* module)
{
    static PyType_Slot slots[] = {
        {Py_tp_doc,
         (void*)(uintptr_t) "An array that owns its bytes: a buffer, which numpy.asarray takes without a copy."},
        {Py_tp_dealloc, (void*)rows_dealloc},
        {Py_bf_getbuffer, (void*)rows_buffer},
        {Py_sq_length, (void*)rows_length},
        {0, NULL},
    };
    static PyType_Spec spec = {"abut._abut.Rows", sizeof(rows), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    rows_type = (PyTypeObject*)PyType_FromModuleAndSpec(module, &spec, NULL);
    return rows_type ? PyModule_AddType(module, rows_type) : -1;
}
