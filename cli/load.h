// load.h - from a file name to a model.
#ifndef ABUT_CLI_LOAD_H
#define ABUT_CLI_LOAD_H
#include "mesh.h"
#include "progress.h"

#include "abut/abut.h"

#include <stdbool.h>

// A model and where it came from. Zeroed: not loaded.
typedef struct model_file {
    const char* path;  // "-": standard input
    abut_model* model;
    abut_model_info info;
    mesh faces;  // only faces is kept; NULL where the file has triangles only
    double read_seconds, build_seconds;
} model_file;

// Return what to call a path in a message.
const char* path_name(const char* path);

// Read a file and build its model. MESH_UNKNOWN: find the format by the content. options->host is
// ignored: progress stands in its place. Returns false after telling what is wrong; then file is
// zeroed. The mesh itself is released, so that only the model's copy stays in memory.
bool model_file_load(model_file* file, const char* path, mesh_format format,
                     const abut_build* options, progress* p);
void model_file_free(model_file* file);

// Return how many bytes a triangle takes in memory, mesh and tree together; NAN without triangles.
double model_file_bytes_per_triangle(const model_file* file);

#endif
