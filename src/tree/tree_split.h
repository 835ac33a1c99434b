// tree_split.h - where a node is cut in two.
#ifndef ABUT_TREE_TREE_SPLIT_H
#define ABUT_TREE_TREE_SPLIT_H
#include "tree/tree.h"

// Reorder set's triangles, order[0 .. count - 1], so that one child gets the first ones, and return
// how many. At least one is on each side. keys is scratch for count doubles. The result depends on
// the arguments only. count is at least 2. Cost: linear.
size_t split_at_mean(const triangle_set* set, uint32_t* order, double* keys, const obb* box);
size_t split_at_median(const triangle_set* set, uint32_t* order, double* keys, const obb* box);

#endif
