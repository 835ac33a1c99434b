// part.h - a tree of some triangles of a mesh, as if they were all: for what is built anew of a model that was edited, and for a
// model with gaps.
#ifndef ABUT_ENGINE_BUILD_PART_H
#define ABUT_ENGINE_BUILD_PART_H
#include "engine/build/build.h"

typedef struct part_builder {
    const soup_mesh* m;
    const frame* f;        // of the whole
    wide_options options;  // memory: ABUT_MEMORY_NORMAL
    abut_host host;        // nobody is told of progress
    uint32_t* number;      // of vertices, meanwhile; NULL before part_builder_open
} part_builder;

// Returns ABUT_OK or ABUT_OUT_OF_MEMORY. Cost: linear in the mesh's vertices.
abut_status part_builder_open(part_builder* p, const soup_mesh* m, const frame* f,
                              const wide_options* options, const abut_host* host);
void part_builder_close(part_builder* p);

// Build the tree of count triangles, at least one. Returns ABUT_OK or ABUT_OUT_OF_MEMORY. Cost: count log count.
abut_status part_build(part_builder* p, const uint32_t* ids, size_t count, wide_tree* out);

// As wide_build, for a mesh that may have gaps.
abut_status part_build_all(wide_tree* out, soup_mesh* m, const frame* f,
                           const wide_options* options, const abut_host* host);

#endif
