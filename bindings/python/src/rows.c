// rows.c - arrays of structures or numbers, which Python sees by the buffer protocol (PEP 3118).
#include "binding.h"

#include <stdio.h>
#include <stdlib.h>

enum { FORMAT_MOST = 768 };

typedef struct rows {
    PyObject_VAR_HEAD const char* format;  // of one item
    char letter[2];                        // that, of numbers
    int dimensions;
    Py_ssize_t item_size, shape[2], strides[2];
    double data[];
} rows;

static PyTypeObject* rows_type;

static char letter_of(char number) {
    return strchr("t?", number) ? 'i' : number != 'N' ? number : sizeof(size_t) == 8 ? 'Q' : 'I';
}

// "T{=d:lo:xxxx(3)=d:point:}": every byte of the structure, what is between fields too. Made once, and kept.
static const char* structure_format(kind* k) {
    char* out = k->format ? NULL : malloc(FORMAT_MOST);
    if (!out) return k->format;
    size_t at = 0, used = (size_t)snprintf(out, FORMAT_MOST, "T{");
    for (const field* f = k->fields;; f++) {
        const size_t end = f->name ? f->offset : k->size;
        for (; at < end; at++) out[used++] = 'x';
        if (!f->name) break;
        if (f->kind == 'p') continue;  // a pose's own matrix, which is no column
        char shape[16] = "";
        if (f->rows) snprintf(shape, sizeof shape, f->columns ? "(%d,%d)" : "(%d)", f->rows, f->columns);
        used += (size_t)snprintf(out + used, FORMAT_MOST - used, "%s=%c:%s:", shape, letter_of(f->kind), f->name);
        at += number_size(f->kind) * (f->rows ? f->rows : 1U) * (f->columns ? f->columns : 1U);
    }
    snprintf(out + used, FORMAT_MOST - used, "}");
    return k->format = out;
}

PyObject* rows_make(kind* k, char number, size_t columns, size_t count, const void* from, void** to) {
    const size_t item = k ? k->size : number == '?' ? 1 : number_size(number), row = item * (columns ? columns : 1);
    rows* r = (rows*)PyType_GenericAlloc(rows_type, (Py_ssize_t)(count * row));
    if (!r) return NULL;
    r->letter[0] = number == '?' ? '?' : letter_of(number);
    r->format = k ? structure_format(k) : r->letter;
    if (!r->format) return Py_DECREF(r), PyErr_NoMemory();
    if (from && count) memcpy(r->data, from, count * row);
    if (to) *to = r->data;
    r->item_size = r->strides[1] = (Py_ssize_t)item;
    r->strides[0] = (Py_ssize_t)row;
    r->dimensions = 1 + (columns > 0);
    r->shape[0] = (Py_ssize_t)count;
    r->shape[1] = (Py_ssize_t)columns;
    return (PyObject*)r;
}

static void rows_dealloc(PyObject* r) {
    PyTypeObject* type = Py_TYPE(r);
    PyObject_Free(r);  // there are no subclasses
    Py_DECREF(type);
}

static int rows_buffer(rows* r, Py_buffer* view, int flags) {
    *view = (Py_buffer){.buf = r->data,
                        .obj = Py_NewRef((PyObject*)r),
                        .len = r->shape[0] * r->strides[0],
                        .itemsize = r->item_size,
                        .ndim = r->dimensions,
                        .format = (flags & PyBUF_FORMAT) ? (char*)(uintptr_t)r->format : NULL,
                        .shape = (flags & PyBUF_ND) ? r->shape : NULL,
                        .strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? r->strides : NULL};
    return 0;
}

static Py_ssize_t rows_length(rows* r) { return r->shape[0]; }

int rows_ready(PyObject* module) {
    static char doc[] = "An array that owns its bytes: a buffer, which numpy.asarray takes without a copy.";
    static PyType_Slot slots[] = {
        {Py_tp_doc, doc}, {Py_bf_getbuffer, (void*)rows_buffer}, {Py_sq_length, (void*)rows_length}, {0, NULL}};
    static PyType_Spec spec = {"abut._abut.Rows", sizeof(rows), 1,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    rows_type = (PyTypeObject*)PyType_FromModuleAndSpec(module, &spec, NULL);
    return rows_type ? PyModule_AddType(module, rows_type) : -1;
}
