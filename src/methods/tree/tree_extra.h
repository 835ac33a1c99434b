// tree_extra.h - numbers that volumes keep beside their nodes.
#ifndef ABUT_METHODS_TREE_TREE_EXTRA_H
#define ABUT_METHODS_TREE_TREE_EXTRA_H
#include "methods/tree/tree.h"

// Fill t->extra for a tree, not empty, whose nodes are complete and whose kind has extra: host.run lists the numbers of
// a batch of nodes, then they are appended in the order of the nodes.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED; then there are none. tree_free releases them.
// Cost: linear; for the time of the call 3 MB.
abut_status tree_fill_extra(tree* t, const abut_host* host);

#endif
