// wide_tree.h - the engine's tree: eight children a node, each with an oriented box of its own, and leaves
// of up to four triangles whose corners are kept as floats beside each other. Made for eight lanes.
//
// All numbers are in the coordinates of the mesh's frame (soup/frame.h), where the model has size one.
// A box is the real set { centre + sum w_k axis_k : |w_k| <= half_k } of the floats as stored
// (docs/exactness.md, "Boxes").
#ifndef ABUT_WIDE_WIDE_TREE_H
#define ABUT_WIDE_WIDE_TREE_H
#include "soup/frame.h"
#include "soup/soup.h"

#define WIDE_LANES   8
#define WIDE_LEAF    4
#define WIDE_NOBODY  UINT32_MAX  // in place of a triangle
#define WIDE_NO_HALF (-1e30f)    // in place of half lengths

#define WIDE_ORIGIN_MAX 2.0  // >= every |coordinate| of a leaf's origin

typedef struct wide_node {
    float axis[9][WIDE_LANES];  // axis[3 * i + k]: coordinate k of axis i
    float centre[3][WIDE_LANES];
    float half
        [3]
        [WIDE_LANES];  // WIDE_NO_HALF in lanes without a child, which come last; the rest is 0 there
    int32_t child[WIDE_LANES];  // a node, or ~ of a leaf
} wide_node;

typedef struct wide_leaf {
    float corner
        [9][WIDE_LEAF];  // corner[3 * v + k]: coordinate k of vertex v less the origin's, rounded
    float origin[3];     // any floats near by, up to WIDE_ORIGIN_MAX; exact as they stand
    float reach;         // >= every |corner|
    uint32_t
        id[WIDE_LEAF];  // the triangles; WIDE_NOBODY behind them, where corners repeat the first
} wide_leaf;

// A box's name is 8 * node + lane. Node 0 has one child, which is the whole model: so that every box has
// a name. Nodes stand in depth-first order, and so do leaves; every triangle stands in one leaf.
typedef struct wide_tree {
    wide_node* nodes;  // NULL without triangles
    wide_leaf* leaves;
    size_t node_count, leaf_count;
    size_t depth;   // of nodes below node 0
    double defect;  // bounds |Q'Q - 1| in every entry, for every box
} wide_tree;

#endif
