// tree_greedy.h - the split rule of DOP-trees (Zachmann 1998, section 4.2), and what it knows of each triangle from the
// start of a build: the paper's input is a set of DOPs and a set of barycentres, not triangles.
#ifndef ABUT_METHODS_TREE_TREE_GREEDY_H
#define ABUT_METHODS_TREE_TREE_GREEDY_H
#include "methods/bound/kdop.h"
#include "methods/tree/tree.h"

typedef struct tree_greedy {
    const kdop_set* dop;
    size_t count;
    double* centres;  // three times the barycentre of each triangle
    double* offsets;  // of each triangle, kdop_measure's
    uint32_t*
        sorted;  // for each direction all triangles along it, in the ranges of the tree's nodes
    uint32_t* scratch;        // room for one direction
    unsigned char* is_right;  // of each triangle, while its node is cut
} tree_greedy;

// Measure and sort the triangles of a build.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY; then out holds nothing. Cost: k n, in time;
// 29 + 10 k bytes a triangle, and for the time of the call 32 more.
abut_status tree_greedy_make(tree_greedy* out, const kdop_set* dop, const double* points,
                             const uint32_t* triangles, size_t count, const abut_host* host);
// Release what tree_greedy_make made. A zeroed one is fine.
void tree_greedy_free(tree_greedy* g, const abut_host* host);

// Cut a node's part of the tree's order, order[first .. first + count - 1], in two, as tree_split does. Parts of a
// build may be cut at once by several threads. leaf_size: parts of at most so many triangles are never cut again.
// Cost: k count.
size_t tree_split_greedy(const tree_greedy* g, uint32_t* order, size_t first, size_t count,
                         size_t leaf_size);

#endif
