// load.h - from a file name to a mesh, and to a model.
#ifndef ABUT_CLI_MODELS_LOAD_H
#define ABUT_CLI_MODELS_LOAD_H
#include "mesh/mesh.h"
#include "options/options.h"
#include "say/progress.h"
#include "say/say.h"

#include "abut/abut.h"

// Return what to call a path in a message.
const char* path_name(const char* path);

// Take a --format, to a mesh_format.
option_take option_format;
#define OPTION_FORMAT(place)                                                                       \
    {                                                                                              \
        OPTION("--format", option_format, place),                                                  \
            OPTION_TEXT(SECTION_READ, "NAME", "the format of standard input, which needs it"),     \
            .more = "Where no file is standard input, that of all files. One of stl (binary), "    \
                    "stl-ascii, obj, ply, off, gltf, 3mf"                                          \
    }

// Take a --max-memory, which is for the whole program.
option_take option_max_memory;
#define OPTION_MAX_MEMORY                                                                          \
    {                                                                                              \
        OPTION("--max-memory", option_max_memory, 0),                                              \
            OPTION_TEXT(SECTION_READ, "SIZE",                                                      \
                        "the most memory for files and models, as 500M or 2G"),                    \
            .more = "Default: three quarters of what there is. What needs more is refused"         \
    }

// Which format --format means for a path: beside standard input it is about that alone, and the
// content of the other files tells theirs.
mesh_format format_for_path(const char* path, const char* const* paths, size_t count,
                            mesh_format given);

// Whether all are files, and no shapes; at most one is standard input, and its format is given. Tells what is wrong.
bool inputs_fit(const char* const* paths, size_t count, mesh_format format);

// Read a text that is neither model nor program, never standard input; to be freed. A zero follows its last byte, which
// *size does not count. NULL after telling what is wrong.
char* text_load(const char* path, size_t* size);

// ------------------------------------------------------------------------------------------ meshes

typedef struct load_options {
    mesh_format format;  // MESH_UNKNOWN: find it by the content
    const char* group;   // keep only what has this name; NULL: the whole file
    bool drop_bad;       // leave out what is wrong, with a warning
    bool keep_places;    // as in mesh_read_options
} load_options;

typedef struct load_error {
    size_t line, byte;  // as in mesh_error
    fault_code code;
    char text[2048];  // without the path and the code
} load_error;
// Fill in all but the place. Returns false.
SAY_FORMAT(3, 4) bool load_fail(load_error* error, fault_code code, const char* format, ...);

// Read a file with its progress; *seconds is what it took. On failure out is untouched and error says
// what is wrong; nothing is told.
bool mesh_load(mesh* out, const char* path, const load_options* options, progress* p,
               double* seconds, load_error* error);

// Return a mesh as a soup. It borrows the arrays.
abut_soup soup_of_mesh(const mesh* m);

// ------------------------------------------------------------------------------------------ models

// A model and where it came from. Zeroed: not loaded.
typedef struct model_file {
    const char* path;   // "-": standard input
    const char* group;  // NULL: the whole file
    abut_model* model;
    abut_model_info info;
    mesh origin;  // without vertices and triangles; faces is NULL where the file has triangles only
    double read_seconds, build_seconds;
    void* image;  // of a saved model (saved.h); NULL: it was built
    size_t image_size;
    bool is_lent;  // another one has what this one shows: model, origin and image
} model_file;

// Whether a path leads to what 'abut build' saved: a model, or a set of them (set.h).
bool model_is_saved(const char* path);

// Build a model with its progress; *seconds is what it took. options->host tells p of it. path is for
// progress.
abut_status model_build_of(abut_model** out, const mesh* m, const char* path,
                           const abut_build* options, progress* p, double* seconds);

// Read a file and build its model, or map a saved model, of a saved set one object. Returns false after telling what is wrong; then file is zeroed. The
// mesh itself is released, so that only the model's copy stays in memory.
bool model_file_load(model_file* file, const char* path, const load_options* options,
                     const abut_build* build, progress* p);
// The same, but what is wrong is in error, and not told.
bool model_file_open(model_file* file, const char* path, const load_options* options,
                     const abut_build* build, progress* p, load_error* error);
// As model_file_load for a file that is no saved model. source: a hash of the mesh as it was read (saved.h); may
// be NULL.
bool model_file_build(model_file* file, const char* path, const load_options* options,
                      const abut_build* build, progress* p, uint64_t source[2]);
void model_file_free(model_file* file);

// The same file once more under a name, for one that outlives it: nothing is read or built again.
model_file model_file_lend(const model_file* file, const char* path);

// Return which triangle of the whole file a triangle of the model is, and which face it came from.
uint32_t model_file_triangle(const model_file* file, uint32_t triangle);
uint32_t model_file_face(const model_file* file, uint32_t triangle);

// The box about a model, in its own coordinates; without triangles from INFINITY to -INFINITY.
void model_file_box(const model_file* file, double low[3], double high[3]);

// Return how many bytes a triangle takes in memory, mesh and tree together; NAN without triangles.
double bytes_per_triangle(const abut_model_info* info);

#endif
