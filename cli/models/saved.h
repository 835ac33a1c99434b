// saved.h - models saved by "abut build": mapped, not read.
#ifndef ABUT_CLI_MODELS_SAVED_H
#define ABUT_CLI_MODELS_SAVED_H
#include "models/load.h"

// Whether a path leads to a file that begins as saved models do. Standard input never does.
bool saved_is(const char* path);
// The same for other files that begin with eight bytes of their own.
bool saved_begins(const char* path, const unsigned char magic[8]);

// Map a saved model. Returns false with what is wrong in error; then file is zeroed.
bool saved_load(model_file* file, const char* path, load_error* error);

// Save a model to a stream, with a hash of the mesh it was built from. Errors of the stream stay in it.
abut_status saved_write(const abut_model* model, const uint64_t source[2], FILE* out);

// Hash the bits of a mesh: its vertices and triangles as they were read (XXH3, 128 bits).
void saved_hash(const mesh* m, uint64_t out[2]);

// Undo the mapping; after the model was freed.
void saved_unmap(model_file* file);

#endif
