// set.h - saved sets: many models in one file ("abut build --groups"), mapped by slices. Who needs some of the objects
// touches only their bytes, and the table of contents.
//
// The file (docs/notes/files.md): a head; images, each as abut_model_save writes it, at multiples of 64; the table of contents, with its checksum; a tail that tells
// where the table begins. It can be written to a pipe. An object is a name, a pose and an image; objects may share one.
#ifndef ABUT_CLI_MODELS_SET_H
#define ABUT_CLI_MODELS_SET_H
#include "models/load.h"

// One object of a set.
typedef struct set_object {
    const char* name;  // of its group; "": what is in no group; NULL: a whole file
    const char* id;    // mesh_group.id; NULL: none
    abut_pose pose;    // complete
    double low[3],
        high[3];  // about its model, in the model's own coordinates; low > high without triangles
    uint64_t triangle_count;
    uint32_t model;  // its image
} set_object;

// A set that is open: the table is checked, images are when they are opened. Texts live in the mapped file.
typedef struct set_file {
    const char* path;  // NULL: bytes are another's
    set_object* objects;
    size_t object_count;
    uint32_t model_count;
    double unit;      // metres; 0: the file that it was made of did not say
    bool is_partial;  // faults of that file were left out (--drop-bad)
    // Of the table of contents, which has each image's hash: it names what the set holds.
    uint64_t hash[2];
    const char** warnings;  // of the file that it was made of
    size_t warning_count;
    // As the models were built: method, leaf size, effort, memory, and of its tree what makes models fit together. The rest
    // is in each model. Without models zeroed, or anything.
    abut_build build;
    struct abut_tree_build* tree;  // build.tree, if it has one
    void* bytes;                   // mapped
    size_t size;
    struct set_image* images;
} set_file;

// Whether a path leads to a file that begins as sets do. Standard input never does.
bool set_is(const char* path);
// Map a set and read its table. Returns false with what is wrong in error; then out is zeroed.
bool set_open(set_file* out, const char* path, load_error* error);
// The same of bytes at a multiple of 64, which outlive it.
bool set_read(set_file* out, void* bytes, size_t size, load_error* error);
void set_close(set_file* s);
// What the table tells of objects, and warnings, need not stay in memory: objects and warnings are gone then. Models can be opened as before.
void set_forget_objects(set_file* s);
// Bytes of an image in the file.
size_t set_model_size(const set_file* s, uint32_t model);
// Open a model in place; free it, then let it go. Any thread, models side by side. ABUT_BAD_IMAGE also where it is not the one that the
// table tells of.
abut_status set_model_open(const set_file* s, uint32_t model, abut_model** out);
// Its pages need not stay in memory.
void set_model_let_go(const set_file* s, uint32_t model);
// Whether an open model has the box and the bytes that the table tells of: ABUT_OK, or ABUT_BAD_IMAGE. Who asks questions need
// not: a table with a right checksum was written with them.
abut_status set_model_check(const set_file* s, uint32_t model, const abut_model* opened);

// Open one object of a set as a model, by options->group: where the pose of that is the identity. As saved_load.
bool set_load(model_file* file, const char* path, const load_options* options, load_error* error);

// Writing: to a stream, whose errors stay in it.
typedef struct set_writer set_writer;
// Returns NULL after telling that there is no memory.
set_writer* set_writer_begin(FILE* out, double unit, bool is_partial);
// Write the image of a model; its number is *model. ABUT_MIXED_METHODS: it was not built as the first one;
// ABUT_CANCELLED: the stream has an error, and errno is its.
abut_status set_writer_model(set_writer* w, const abut_model* m, const uint64_t source[2],
                             uint32_t* model);
// List an object; its texts are copied. Its box and its count are not looked at: they are those of its model.
abut_status set_writer_object(set_writer* w, const set_object* object);
abut_status set_writer_warning(set_writer* w, const char* text);
// How many bytes there will be if it ends now.
uint64_t set_writer_size(const set_writer* w);
// Write the table and the tail, and release w in any case.
abut_status set_writer_end(set_writer* w);
void set_writer_drop(set_writer* w);  // without; NULL is fine

#endif
