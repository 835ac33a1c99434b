// figures.h - numbers about the engine's trees, as methods/tree/tree_figures.h has them of others; and whether a
// tree that came from outside is one.
#ifndef ABUT_ENGINE_TREE_FIGURES_H
#define ABUT_ENGINE_TREE_FIGURES_H
#include "engine/tree/node.h"

#define WIDE_DEPTH_MAX 128

// Whether nodes and leaves stand as node.h says: so that no walk leaves them, and each, and each triangle, is met
// once, and no gap of the mesh. Boxes may be anything. seen: a bit of each triangle, none set (bit_set_bytes of them). Cost: one pass.
int wide_is_sound(const wide_tree* t, const soup_mesh* m, unsigned char* seen);

// Sum the surfaces of boxes by that of the whole's: of inner nodes, and of leaves times their triangles. 0 for an
// empty tree. Rounded. Cost: one pass.
void wide_areas(const wide_tree* t, double* inner, double* leaf);

// Count the leaves at each depth, and the triangles in them, into arrays of capacity > t->depth entries; either
// may be NULL. Cost: one pass.
void wide_depths(const wide_tree* t, size_t* leaves, size_t* triangles, size_t capacity);

// Count the triangles of a leaf.
static inline size_t wide_leaf_count(const uint32_t id[WIDE_LEAF])
{
    size_t count = 0;
    while (count < WIDE_LEAF && id[count] != WIDE_NOBODY)
        count++;
    return count;
}

#endif
