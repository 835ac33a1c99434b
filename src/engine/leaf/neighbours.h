// neighbours.h - pairs of triangles of one mesh: those that have vertices in common nearly always share nothing else, and that is
// proved here, eight at once in floats, or several in doubles (docs/proofs/self.md, "A model against itself").
#ifndef ABUT_ENGINE_LEAF_NEIGHBOURS_H
#define ABUT_ENGINE_LEAF_NEIGHBOURS_H
#include "engine/leaf/leaf.h"
#include "soup/soup.h"

// Belongs to the caller, who need not clear it.
typedef struct wide_self_result {
    size_t neighbour_count, stranger_count;
    uint64_t triangle_tests;                   // pairs of triangles in the leaf pairs
    wide_pair neighbours[WIDE_TRIANGLES_MAX];  // that may share more than their common vertices
    wide_pair strangers[WIDE_TRIANGLES_MAX];   // without any, that are not proved apart
} wide_self_result;

// Test all triangles of count <= WIDE_PAIRS_MAX leaf pairs of one tree, each pair of triangles once; also of a leaf and itself.
// The same for every instruction set, in the same order.
typedef void wide_self_leaves_kernel(const wide_leaf_pose* pose, const soup_mesh* m,
                                     const wide_leaf* const leaves[2], const wide_pair* pairs,
                                     size_t count, wide_self_result* out);
wide_self_leaves_kernel ISA(wide_self_leaves);

// Of count pairs of different triangles, those that are not proved to share their common vertex or edge alone are left in front.
// Returns how many they are. The same in every form.
typedef size_t wide_neighbours_kernel(const soup_mesh* m, wide_pair* pairs, size_t count);
wide_neighbours_kernel ISA(wide_neighbours);

#endif
