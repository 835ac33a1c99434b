// module.c - the module abut._abut: errors, and what the other files add.
#include "binding.h"
#include "file/memory_limit.h"

#include <stdlib.h>

static PyObject* error_type;

PyObject* fail(abut_status status, const char* what) {
    if (PyErr_Occurred()) return NULL;  // a callback's, or Ctrl-C
    if (status == ABUT_OUT_OF_MEMORY) return PyErr_NoMemory();
    PyObject* error = PyObject_CallFunction(error_type, "sis", what, (int)status, abut_status_text(status));
    if (error) PyErr_SetObject(error_type, error);
    Py_XDECREF(error);
    return NULL;
}

PyObject* set_error(PyObject* Py_UNUSED(module), PyObject* type) {
    error_type = Py_NewRef(type);
    return Py_NewRef(Py_None);
}

PyObject* status_text(PyObject* Py_UNUSED(module), PyObject* status) {
    const long code = PyLong_AsLong(status);
    return PyErr_Occurred() ? NULL : PyUnicode_FromString(abut_status_text((abut_status)code));
}

// A stream of Apache Arrow, which abut._arrow fills in. What nobody took is released with its capsule.
typedef struct stream {
    void* calls[3];
    void (*release)(struct stream*);
    void* private;
} stream;

static void stream_drop(PyObject* capsule) {
    PyObject *type, *error, *trace;  // an exception may be on its way
    PyErr_Fetch(&type, &error, &trace);
    stream* s = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (s->release) s->release(s);
    free(s);
    PyErr_Restore(type, error, trace);
}

PyObject* stream_capsule(PyObject* Py_UNUSED(module), PyObject* bytes) {
    stream* s = malloc(sizeof *s);
    if (!s) return PyErr_NoMemory();
    memcpy(s, PyBytes_AsString(bytes), sizeof *s);
    return PyCapsule_New(s, "arrow_array_stream", stream_drop);
}

static int module_ready(PyObject* module) {
    static bool is_there;
    if (is_there)  // queries, pools and types are the process's
        return PyErr_SetString(PyExc_ImportError, "abut works in one interpreter of a process"), -1;
    is_there = true;
    if (PyModule_AddStringConstant(module, "version", ABUT_VERSION_STRING) < 0) return -1;
    if (rows_ready(module) < 0 || value_ready(module) < 0 || mesh_ready(module) < 0) return -1;
    memory_limit_set(memory_limit_default());  // as the program: an endless file ends with an error
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void*)module_ready},
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "abut._abut", "What abut has in C.", 0, all_functions, slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__abut(void) { return PyModuleDef_Init(&definition); }
