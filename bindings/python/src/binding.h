// binding.h - what the files of the extension share.
//
// A structure of the library is told to Python by a table of its fields, which tools/kinds.py
// makes of the public headers. Options are filled from keywords by such a table, answers have
// its fields as attributes, arrays of structures are rows with columns.
// Limited API of CPython 3.11: one binary works with each later version. At most 1,650 lines in
// all of this folder: what need not be fast, or need not be C, is in Python (../abut).
#ifndef ABUT_BINDING_H
#define ABUT_BINDING_H
#define PY_SSIZE_T_CLEAN
#ifndef Py_GIL_DISABLED  // an interpreter without the lock has no limited API before 3.15
#define Py_LIMITED_API 0x030B0000
#endif
#include "abut/abut.h"
#include "abut/motion.h"
#include "abut/point.h"

#include <Python.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// ------------------------------------------------------------------------------- structures: value.c

// kind: 'd' double, 'i' int, '?' int that is 0 or 1, 'I' uint32_t, 'Q' uint64_t, 'N' size_t,
// 'B' uint8_t, 't' an enum told as text, 'p' abut_pose, 'o' PyObject*, borrowed.
typedef struct field {
    const char* name;  // NULL: the end of a table
    char kind;
    unsigned char rows, columns;  // 0, 0: one number; n, 0: n numbers; n, m: n of m
    unsigned short offset;
    unsigned short guard;      // offset of an int + 1: None where that is 0; 0: always there
    const char* (*text)(int);  // of 't'
    const char* doc;
} field;

#define AT(type, member) (unsigned short)offsetof(type, member)
#define NESTED           USHRT_MAX

// An array that an answer points to: a pointer and a length in its structure.
typedef struct array {
    const char* name;            // NULL: the end of a list
    unsigned short data, count;  // offsets; count NESTED: no pointer, but one structure of a kind
    struct kind* of;             // NULL: numbers
    char number;                 // their kind
    unsigned char columns;       // 0: one dimension
    unsigned char slot;          // among the arrays of a value
} array;

typedef struct kind {
    const char* name;  // of the class of Python; NULL: only ever a row
    const field* fields;
    unsigned short size;
    const array* arrays;
    PyTypeObject* type;  // what is made: the class of Python, once it has registered itself
    const char* format;  // of a row, once one was made
} kind;
extern kind* const all_kinds[];

enum { ARRAYS_MOST = 5 };
// An object of Python that holds a copy of a structure, and of the arrays it points to.
typedef struct value {
    PyObject_HEAD PyObject* arrays[ARRAYS_MOST];
    abut_pair few[4];  // the first array, where it is one of so few pairs
    double data[];     // the structure
} value;

// Copy an answer with its arrays.
PyObject* value_new(const kind* k, const void* structure);
// Set the field that has the name. 1: done; 0: there is none; -1: an error is set.
int field_set(const field* f, void* structure, const char* name, PyObject* to);
size_t number_size(char number);
// Set the keywords of a call by the table. false: an error is set. function: for its text.
bool fields_set(const field* table, void* structure, const char* function, PyObject* const* values, PyObject* names);
int value_ready(PyObject* module);

// -------------------------------------------------------------------------------- arrays: rows.c

// count structures of a kind; NULL: count x columns numbers; columns 0: one dimension. '?' is one byte here. Copied from
// what is not NULL; else to be written to *to.
PyObject* rows_make(kind* k, char number, size_t columns, size_t count, const void* from, void** to);
#define rows_new(k, data, count)                rows_make(k, 0, 0, count, data, NULL)
#define rows_empty(number, columns, count, to)  rows_make(NULL, number, columns, count, NULL, to)
#define rows_copy(number, columns, data, count) rows_make(NULL, number, columns, count, data, NULL)
int rows_ready(PyObject* module);

// ---------------------------------------------------------------------- what is given: numbers.c

// An array in C order: borrowed from the object where it is one, else made by abut._convert.
typedef struct numbers {
    Py_buffer view;
    size_t count;  // of rows
} numbers;
// numbers of kind 'd', 'f' (float64 or float32, see view.format) or 'I', each row of columns.
bool numbers_read(numbers* out, PyObject* object, const char* name, char number, size_t columns);
bool vector_read(PyObject* object, const char* name, size_t count, double* out);
// From None, a Pose, or a matrix of 3 or 4 rows and 4 columns.
bool pose_read(PyObject* object, const char* name, abut_pose* out);

// Many poses: an array of (n, 3, 4) or (n, 4, 4) numbers in any strides, or a list of what pose_read takes.
typedef struct pose_list {
    Py_buffer view;
    abut_pose* made;  // NULL: in view
    size_t count;
} pose_list;
bool pose_list_read(pose_list* out, PyObject* object, const char* name);
abut_status pose_list_at(const pose_list* p, size_t i, abut_pose* out);  // by any thread
void pose_list_free(pose_list* p);

PyObject* converter(void);  // the module abut._convert; NULL: an error is set
// Set an exception, and return NULL. After ABUT_CANCELLED it is the one that is set already.
PyObject* fail(abut_status status, const char* what);

// ---------------------------------------------------------------------------------- calls: call.c

// What one call needs: taken by it, given back when it returns. So each thread in a call has its
// own, and what is kept is bounded by how many are in calls at once.
typedef struct scratch {
    abut_query* query;
    abut_batch* batch;
    int asked;          // how many workers; 0: as many as there are
    struct crew* crew;  // the workers; NULL: one
    abut_host host;
    PyObject* progress;      // called with a fraction; NULL: nobody is
    double done, share;      // what a call is of several: fractions; 0 and 1
    double told;             // the last fraction that was
    PyThreadState* waiting;  // while the library works
    double next_look;        // when the interpreter is asked next, in seconds
    bool is_stopped;         // an exception is set
    struct scratch* next;
} scratch;
// given: threads: NULL, None, or how many workers. progress: NULL, None, or what to call.
scratch* scratch_take(PyObject* given, PyObject* progress);  // NULL: an error is set
void scratch_begin(scratch* s, PyObject* progress);          // of one that was taken for many calls: the next one
void scratch_give(scratch* s);
abut_batch* scratch_batch(scratch* s);  // NULL: an error is set
// Around a call of the library: others run meanwhile. To be used as an abut_status.
#define UNLOCKED(s, call) ((s)->waiting = PyEval_SaveThread(), scratch_back(s, (call)))
abut_status scratch_back(scratch* s, abut_status status);

// ---------------------------------------------------------------------------------- meshes: mesh.c

typedef struct mesh {
    PyObject_HEAD abut_model* model;
    abut_solid* solids[2];  // NULL until something asks for it; [1]: abut_solid_check was called
    Py_buffer view;         // of one that was opened in place
    PyObject* bytes;        // the mesh that was, and whose bytes this one shares; or NULL
    abut_model_info info;
} mesh;
mesh* mesh_of(PyObject* object, const char* name);  // NULL: an error is set
// The mesh's solid; made once. NULL: an error is set.
const abut_solid* mesh_solid(scratch* s, mesh* m, bool checked);
int mesh_ready(PyObject* module);

// ------------------------------------------------------------------------------ questions: ask.c, batch.c

// What a function about one or two meshes is given; keywords are set by a table of fields.
typedef struct call {
    mesh *a, *b;
    abut_instance ia, ib;
    _Alignas(max_align_t) char ask[256];  // what is asked, by the library's structure
    double extra[3];                      // an argument by position: a distance, a direction
    const struct abut_shape* shape;       // likewise
    PyObject *threads, *progress, *poses_a, *frames[2], *motions[2];  // borrowed; NULL: not given
    abut_pose frame_a, frame_b;
    abut_motion *motion_a, *motion_b;  // freed by call_free
    size_t piece_count;
} call;
bool call_read(call* c, const char* function, PyObject* a, PyObject* b, PyObject* const* values, PyObject* names,
               const field* keywords);
void call_free(call* c);
const struct abut_shape* shape_of(PyObject* object);  // NULL: an error is set

typedef struct question {
    const char* name;
    const field* keywords;                         // of a call
    kind* answer;                                  // NULL: a shape's relation, told as text
    unsigned char meshes, numbers, shapes, poses;  // by position: 1 or 2; 0, 1 or 3; 0 or 1; in batches 1 or 2 arrays
    bool is_checked;                               // of solids: what abut_solid_check finds is wanted
    unsigned short solids;                         // offset + 1 of those in what is asked; 0: none
    unsigned short is_yes;  // batches: offset + 1 of a count in an answer: is it above 0?; 0: told in rows
    abut_status (*one)(abut_query* query, call* c, void* ask, void* out);
    abut_status (*many)(abut_batch* batch, const void* questions, size_t count, const void* ask, const void** out);
} question;
PyObject* ask_question(const question* q, PyObject* const* args, Py_ssize_t count, PyObject* names);
PyObject* ask_many(const question* q, scratch* s, const call* c, PyObject* const* given);

#define FUNCTION(name) (PyCFunction)(void (*)(void))(name), METH_FASTCALL | METH_KEYWORDS

#include "kinds.h"  // tables and kinds, made by tools/kinds.py

#endif
