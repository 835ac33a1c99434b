// tree_check.h - a whole tree validated, for tests.
#ifndef ABUT_METHODS_TREE_TREE_CHECK_H
#define ABUT_METHODS_TREE_TREE_CHECK_H
#include "methods/tree/tree.h"

// Find a claim that a tree breaks: every triangle in one leaf, children's ranges partition their
// parent's, leaves no larger than leaf_size, depth as stated and limited, and every vertex inside the
// box of every node that holds its triangle (in long double, without slack). Where triangles may
// repeat: leaves' ranges fill the order, and ten points of every triangle have a path (tree.h).
// Returns NULL if there is none, else the broken claim in English, or "out of memory".
// Cost: n log n.
const char* tree_check(const tree* t, const soup_mesh* m, const frame* f, int leaf_size,
                       const abut_host* host);

#endif
