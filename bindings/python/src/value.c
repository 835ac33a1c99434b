// value.c - structures as objects of Python: attributes are fields, keywords set them.
#include "binding.h"

#include "abut/shape.h"

#include <stdlib.h>

size_t number_size(char number) {
    return number == 'd' || number == 'Q' ? 8 : number == 'N' ? sizeof(size_t) : number == 'B' ? 1 : 4;
}

// ----------------------------------------------------------------------------------------- fields

static PyObject* get_number(const field* f, const void* at) {
    switch (f->kind) {
    case 'd': return PyFloat_FromDouble(*(const double*)at);
    case 'i': return PyLong_FromLong(*(const int*)at);
    case '?': return PyBool_FromLong(*(const int*)at);
    case 't': return PyUnicode_FromString(f->text(*(const int*)at));
    case 'B': return PyLong_FromLong(*(const unsigned char*)at);
    case 'I': return PyLong_FromUnsignedLong(*(const uint32_t*)at);
    case 'Q': return PyLong_FromUnsignedLongLong(*(const uint64_t*)at);
    case 'p': return value_new(&pose_kind, at);
    default: return PyLong_FromSize_t(*(const size_t*)at);  // 'N'
    }
}

// A number, or a tuple of such, or of tuples.
static PyObject* get_numbers(const field* f, const char* at, int rows, int columns) {
    if (rows == 0) return get_number(f, at);
    PyObject* tuple = PyTuple_New(rows);
    const size_t step = number_size(f->kind) * (columns ? (size_t)columns : 1);
    for (Py_ssize_t i = 0; tuple && i < rows; i++) {
        PyObject* item = get_numbers(f, at + step * (size_t)i, columns, 0);
        if (!item || PyTuple_SetItem(tuple, i, item) < 0) Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject* get_field(value* v, void* closure) {
    const field* f = closure;
    const char* data = (const char*)v->data;
    if (f->guard && *(const int*)(data + f->guard - 1) == 0) Py_RETURN_NONE;
    return get_numbers(f, data + f->offset, f->rows, f->columns);
}

// An enum's value by its text.
static int set_text(const field* f, int* out, PyObject* to) {
    enum { VALUES_MOST = 32 };
    const char* word = PyUnicode_Check(to) ? PyUnicode_AsUTF8AndSize(to, NULL) : NULL;
    if (to == Py_None) return *out = 0, 1;
    for (int i = 0; word && i < VALUES_MOST; i++) {
        const char* text = f->text(i);
        if (text && strcmp(text, word) == 0) return *out = i, 1;
    }
    if (!PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "%s: there is no %R", f->name, to);
    return -1;
}

int field_set(const field* f, void* structure, const char* name, PyObject* to) {
    while (f->name && (*f->name != *name || strcmp(f->name, name) != 0)) f++;
    if (!f->name) return 0;
    void* at = (char*)structure + f->offset;
    if (f->rows) return vector_read(to, name, (size_t)f->rows * (f->columns ? f->columns : 1U), at) ? 1 : -1;
    long number = 0;
    switch (f->kind) {
    case 'o': return *(PyObject**)at = to, 1;
    case 'p': return pose_read(to, name, at) ? 1 : -1;
    case 't': return set_text(f, at, to);
    case 'd': *(double*)at = PyFloat_AsDouble(to); break;
    case '?': *(int*)at = PyObject_IsTrue(to); break;
    case 'i':
        number = PyLong_AsLong(to);
        *(int*)at = number < 0 || number > INT_MAX ? -1 : (int)number;  // which the library refuses
        break;
    case 'Q': *(uint64_t*)at = PyLong_AsUnsignedLongLong(to); break;
    default: *(size_t*)at = PyLong_AsSize_t(to); break;
    }
    return PyErr_Occurred() ? -1 : 1;
}

bool fields_set(const field* table, void* structure, const char* function, PyObject* const* values, PyObject* names) {
    const Py_ssize_t count = names ? PyTuple_Size(names) : 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        const char* name = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(names, i), NULL);
        const int done = name ? field_set(table, structure, name, values[i]) : -1;
        if (done == 0) PyErr_Format(PyExc_TypeError, "%s() has no option '%s'", function, name);
        if (done <= 0) return false;
    }
    return true;
}

// ----------------------------------------------------------------------------------------- values

static PyObject* array_new(const array* a, const void* structure) {
    const char* at = (const char*)structure + a->data;
    if (a->count == NESTED) return value_new(a->of, at);
    const void* data = *(const void* const*)at;
    const size_t count = *(const size_t*)((const char*)structure + a->count);
    if (!data && count) Py_RETURN_NONE;
    return a->of ? rows_new(a->of, data, count) : rows_copy(a->number, a->columns, data, count);
}

// Arrays of nothing, and of a few pairs, are made when somebody looks.
PyObject* value_new(const kind* k, const void* structure) {
    value* v = (value*)PyType_GenericAlloc(k->type, 0);
    if (!v) return NULL;
    memcpy(v->data, structure, k->size);
    for (const array* a = k->arrays; a->name; a++) {
        void** at = (void**)((char*)v->data + a->data);
        const size_t count = a->count == NESTED ? SIZE_MAX : *(const size_t*)((const char*)structure + a->count);
        const bool is_few = a->slot == 0 && a->columns == 2 && count <= sizeof v->few / sizeof *v->few;
        if (is_few && count) *at = memcpy(v->few, *at, count * sizeof *v->few);
        if (is_few || count == 0) continue;
        v->arrays[a->slot] = array_new(a, structure);
        if (!v->arrays[a->slot]) return Py_DECREF(v), NULL;
    }
    return (PyObject*)v;
}

// There is one: only subclasses of kinds come here.
static const kind* kind_of(PyTypeObject* type) {
    kind* const* k = all_kinds;
    while ((*k)->type != type && !PyType_IsSubtype(type, (*k)->type)) k++;
    return *k;
}

// What no table tells: how a pose turns, the pose that a motion ends in, a shape's pose and hull.
static int set_special(const kind* k, value* v, const char* name, PyObject* to) {
    numbers n;
    if (k == &pose_kind && (strcmp(name, "quaternion") == 0 || strcmp(name, "turn") == 0)) {
        abut_pose turned;
        double x[4];
        if (!vector_read(to, name, 4, x)) return -1;
        const abut_status status =
            name[0] == 'q' ? abut_pose_from_quaternion(&turned, x) : abut_pose_from_axis_angle(&turned, x, x[3]);
        if (status != ABUT_OK) return fail(status, name), -1;
        memcpy(((abut_pose*)v->data)->rotation, turned.rotation, sizeof turned.rotation);
        return 1;
    }
    if (k == &motion_kind && strcmp(name, "to") == 0) {
        if (!PyObject_TypeCheck(to, pose_kind.type)) return PyErr_SetString(PyExc_TypeError, "to: a Pose"), -1;
        v->arrays[0] = Py_NewRef(to);
        ((abut_motion*)v->data)->to = (const abut_pose*)((const value*)to)->data;
        return 1;
    }
    abut_shape* shape = (abut_shape*)v->data;
    if (k != &shape_kind || strcmp(name, "hull") != 0) return 0;
    if (!numbers_read(&n, to, name, 'd', 3)) return -1;
    v->arrays[0] = PyBytes_FromStringAndSize(n.view.buf, n.view.len);
    shape->hull = v->arrays[0] ? (const double*)PyBytes_AsString(v->arrays[0]) : NULL;
    shape->hull_count = n.count;
    PyBuffer_Release(&n.view);
    return v->arrays[0] ? 1 : -1;
}

// A structure from keywords: Pose(translation=(1, 2, 3)).
static PyObject* value_make(PyTypeObject* type, PyObject* args, PyObject* keywords) {
    const kind* k = kind_of(type);
    PyObject *name = NULL, *to = NULL;
    Py_ssize_t at = 0;
    if (PyTuple_Size(args) != 0) return PyErr_Format(PyExc_TypeError, "%s: keywords are wanted", k->name);
    value* v = (value*)PyType_GenericAlloc(type, 0);
    while (v && keywords && PyDict_Next(keywords, &at, &name, &to)) {
        const char* word = PyUnicode_AsUTF8AndSize(name, NULL);
        int done = word ? set_special(k, v, word, to) : -1;
        if (done == 0) done = field_set(k->fields, v->data, word, to);
        if (done == 0) PyErr_Format(PyExc_TypeError, "%s has no '%s'", k->name, word);
        if (done <= 0) Py_CLEAR(v);
    }
    const abut_status status = v && k == &pose_kind     ? abut_pose_check((const abut_pose*)v->data)
                               : v && k == &motion_kind ? abut_motion_check((const abut_motion*)v->data)
                               : v && k == &shape_kind  ? abut_shape_check((const abut_shape*)v->data)
                                                        : ABUT_OK;
    if (status == ABUT_OK) return (PyObject*)v;
    Py_DECREF(v);
    return fail(status, k->name);
}

static void value_dealloc(value* v) {
    PyTypeObject* type = Py_TYPE((PyObject*)v);
    for (int i = 0; i < ARRAYS_MOST; i++) Py_XDECREF(v->arrays[i]);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(v);
    Py_DECREF(type);
}

static PyObject* get_array(value* v, void* closure) {
    const array* a = closure;
    if (!v->arrays[a->slot]) v->arrays[a->slot] = array_new(a, v->data);
    return Py_XNewRef(v->arrays[a->slot]);
}

static int kind_ready(PyObject* module, kind* k) {
    size_t count = 0, n = 0;
    while (k->fields[count].name) count++;
    PyGetSetDef* members = calloc(count + ARRAYS_MOST + 1, sizeof *members);  // kept by the type
    if (!members) return PyErr_NoMemory(), -1;
    for (const field* f = k->fields; f->name; f++)
        members[n++] = (PyGetSetDef){f->name, (getter)get_field, NULL, f->doc, (void*)(uintptr_t)f};
    for (const array* a = k->arrays; a->name; a++)
        members[n++] = (PyGetSetDef){a->name, (getter)get_array, NULL, "Rows, a value, or None.", (void*)(uintptr_t)a};
    PyType_Slot slots[] = {
        {Py_tp_new, (void*)value_make}, {Py_tp_dealloc, (void*)value_dealloc}, {Py_tp_getset, members}, {0, NULL}};
    char name[64];
    PyOS_snprintf(name, sizeof name, "abut._abut.%s", k->name);
    PyType_Spec spec = {name, (int)(offsetof(value, data) + k->size), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        slots};
    k->type = (PyTypeObject*)PyType_FromModuleAndSpec(module, &spec, NULL);
    return k->type ? PyModule_AddType(module, k->type) : -1;
}

int value_ready(PyObject* module) {
    for (kind* const* k = all_kinds; *k; k++)
        if (kind_ready(module, *k) < 0) return -1;
    return 0;
}

// Values of a kind are made as a class of Python from now on, which adds words and arrays.
PyObject* register_class(PyObject* Py_UNUSED(module), PyObject* cls) {
    for (kind* const* k = all_kinds; PyType_Check(cls) && *k; k++) {
        if (!PyType_IsSubtype((PyTypeObject*)cls, (*k)->type)) continue;
        (*k)->type = (PyTypeObject*)Py_NewRef(cls);
        return Py_NewRef(cls);
    }
    return PyErr_Format(PyExc_TypeError, "%R is no class of a value", cls);
}
