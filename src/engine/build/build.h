// build.h - the engine's tree built (engine/tree/node.h), and a whole one validated for tests.
#ifndef ABUT_ENGINE_BUILD_BUILD_H
#define ABUT_ENGINE_BUILD_BUILD_H
#include "base/host.h"
#include "engine/build/collapse.h"
#include "engine/tree/node.h"

typedef struct wide_options {
    abut_effort effort;  // ABUT_EFFORT_DEFAULT: as ABUT_EFFORT_NORMAL
    int leaf_size;       // most triangles in a leaf, 1 to WIDE_LEAF
    double widen;        // every box grows by so much in every direction; at least 0
    abut_memory memory;  // ABUT_MEMORY_DEFAULT: as ABUT_MEMORY_NORMAL
} wide_options;

// Build the tree of a mesh in its frame, and, but for ABUT_EFFORT_FAST, renumber the mesh's vertices in the order of the leaves. The same bytes for any host.run and any instruction set.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED; then out is untouched,
// and the mesh is still one. Cost: n log n.
abut_status wide_build(wide_tree* out, soup_mesh* m, const frame* f, const wide_options* options,
                       const abut_host* host);
// Choose the axes of all boxes of a tree with nodes and leaves, and measure them, as wide_build does; spans: of its nodes.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY; then nothing has changed. The same bytes for any host.run.
abut_status wide_fit_boxes(wide_tree* t, wide_span* spans, double widen, const abut_host* host);
// Release what wide_build made. A zeroed tree is fine.
void wide_free(wide_tree* t, const abut_host* host);
// Bytes held.
size_t wide_bytes(const wide_tree* t);

// Find a claim of engine/tree/node.h that a tree breaks: every triangle in one leaf, every vertex inside every
// box above it and its leaf's corners as told (in long double, without slack), nodes and leaves
// depth-first, depth and defect as stated. Returns NULL if there is none, else the broken claim in
// English, or "out of memory". Cost: n log n.
const char* wide_check(const wide_tree* t, const soup_mesh* m, const frame* f, int leaf_size,
                       const abut_host* host);

// The same for VALIDATE: whether there is none, as far as memory to see that is there.
int wide_is_whole(const wide_tree* t, const soup_mesh* m, const frame* f, int leaf_size);

#endif
