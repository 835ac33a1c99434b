// collapse.h - which nodes of the binary tree become boxes of the wide one: those with the least
// sum of areas of the nodes that are opened.
#ifndef ABUT_ENGINE_BUILD_COLLAPSE_H
#define ABUT_ENGINE_BUILD_COLLAPSE_H
#include "engine/build/topology.h"
#include "engine/tree/node.h"

// What is below a node: lane i holds leaves leaf[i] to leaf[i + 1] - 1.
typedef struct wide_span {
    uint32_t leaf[WIDE_LANES + 1];
    uint32_t end;  // behind its last descendant
    int count;     // of children
} wide_span;

typedef struct collapse {
    wide_tree t;                // nodes with children, but without boxes; no leaves yet
    wide_span* spans;           // of nodes
    uint32_t* leaf_first;       // the first triangle of each leaf, in order; and the number of all
    const binary_tree* binary;  // borrowed
} collapse;

// Returns ABUT_OK or ABUT_OUT_OF_MEMORY. The memory of c->t is the caller's, in either case.
abut_status collapse_make(collapse* c, const binary_tree* binary, const abut_host* host);
// Release all but c->t.
void collapse_free(collapse* c, const abut_host* host);

#endif
