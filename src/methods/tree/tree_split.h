// tree_split.h - where a node is cut in two.
#ifndef ABUT_METHODS_TREE_TREE_SPLIT_H
#define ABUT_METHODS_TREE_TREE_SPLIT_H
#include "methods/tree/tree.h"

// Reorder set's triangles, order[0 .. count - 1], so that one child gets the first ones, and return
// how many: at least one on each side, or 0 where the rule leaves the set whole. volume: about the
// set. keys is scratch for count doubles. The result depends on the arguments only. count is at
// least 2. Cost: linear for the axis rules LONGEST and SPLATTER; for the others, a fit of both sides
// for every direction. Not for ABUT_SPLIT_GREEDY (tree_greedy.h).
size_t tree_split(const tree_options* options, const triangle_set* set, uint32_t* order,
                  double* keys, const void* volume);

// The rule ABUT_SPLIT_OSCILLATING, for kinds that are k-DOPs (tree_split_oscillate.c).
// Cost: linear, and up to 254 shapes of DOPs: about a millisecond.
size_t tree_split_oscillate(const tree_options* options, const triangle_set* set, uint32_t* order,
                            double* keys, const void* volume);

// Halve a set by count across its longest side: what is done deep down, so that trees stay shallow.
size_t tree_halve(const tree_options* options, const triangle_set* set, uint32_t* order,
                  double* keys, const void* volume);

#endif
