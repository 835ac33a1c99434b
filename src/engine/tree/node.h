// node.h - the engine's tree: eight children a node, each with an oriented box of its own, and leaves
// of up to four triangles whose corners are kept as floats beside each other. Made for eight lanes.
//
// All numbers are in the coordinates of the mesh's frame (soup/frame.h), where the model has size one.
// A box is the real set { centre + sum w_k axis_k : |w_k| <= half_k } of the floats as stored
// (docs/proofs/boxes.md, "Boxes").
// Trees that must take less memory have short leaves; or packed nodes, and lists as leaves (pack.h).
#ifndef ABUT_ENGINE_TREE_NODE_H
#define ABUT_ENGINE_TREE_NODE_H
#include "base/base.h"
#include "soup/frame.h"
#include "soup/soup.h"

#include <string.h>

#define WIDE_LANES   8
#define WIDE_LEAF    4
#define WIDE_NOBODY  UINT32_MAX  // in place of a triangle
#define WIDE_NO_HALF (-1e30f)    // in place of half lengths

#define WIDE_ORIGIN_MAX 2.0  // >= every |coordinate| of a leaf's origin

typedef struct wide_node {
    float axis[9][WIDE_LANES];  // axis[3 * i + k]: coordinate k of axis i
    float centre[3][WIDE_LANES];
    // WIDE_NO_HALF in lanes without a child, which come last; the rest is 0 there.
    float half[3][WIDE_LANES];
    int32_t child[WIDE_LANES];  // a node, or ~ of a leaf
} wide_node;

typedef struct wide_leaf {
    // corner[3 * v + k]: coordinate k of vertex v less the origin's, rounded.
    float corner[9][WIDE_LEAF];
    float origin[3];  // any floats near by, up to WIDE_ORIGIN_MAX; exact as they stand
    float reach;      // >= every |corner|
    // The triangles; WIDE_NOBODY behind them, where corners repeat the first.
    uint32_t id[WIDE_LEAF];
} wide_leaf;

// A node in less memory. It stands for the wide_node that wide_unpack makes of it, whose boxes are the sets that
// count (docs/proofs/boxes.md, "Packed boxes").
typedef struct wide_packed {
    uint16_t half[3][WIDE_LANES];  // the upper halves of floats
    // x, y, z in units of WIDE_TURN_UNIT: the axes are the rows of the rotation of the quaternion (1, x, y, z).
    int16_t turn[3][WIDE_LANES];
    int16_t centre[3][WIDE_LANES];  // in units, from the origin
    int32_t child[WIDE_LANES];
    float origin[3], unit;  // such that a centre is a float, without rounding
} wide_packed;
#define WIDE_TURN_UNIT 0x1p-16F

// A leaf in less memory. It stands for the wide_leaf whose corners are integers of 23 bits times a unit, without rounding,
// and whose reach is WIDE_SHORT_MOST units: so corners err by up to WIDE_SHORT_ERROR of the reach more.
typedef struct wide_short {
    int16_t high[9][WIDE_LEAF];  // the upper 16 bits of each integer
    // The lower seven, those of the first triangle last. Above them, in the first three words, four bits each of
    // the unit, those of the first word last: a float without its last 22 bits, which are 0.
    uint32_t low[9];
    float origin[3];
    uint32_t id[WIDE_LEAF];
} wide_short;
#define WIDE_SHORT_MOST  4194303
#define WIDE_SHORT_ERROR (0.501 / WIDE_SHORT_MOST)

typedef struct wide_list {
    uint32_t id[WIDE_LEAF];  // as in a wide_leaf
} wide_list;

// A box's name is 8 * node + lane. Node 0 has one child, which is the whole model: so that every box has
// a name. Nodes stand in depth-first order, and so do leaves; every triangle stands in one leaf.
typedef struct wide_tree {
    wide_node* nodes;     // NULL without triangles, or where there are packed ones
    wide_packed* packed;  // or NULL
    wide_leaf* leaves;    // NULL without triangles, or where there are others
    wide_short* shorts;   // or NULL
    wide_list* lists;     // or NULL
    size_t node_count, leaf_count;
    size_t depth;   // of nodes below node 0
    double defect;  // bounds |Q'Q - 1| in every entry, for every box
} wide_tree;

// What every form has.

static inline const int32_t* wide_children(const wide_tree* t, size_t node)
{
    ASSERT(node < t->node_count);
    return t->nodes ? t->nodes[node].child : t->packed[node].child;
}

static inline float wide_half(const wide_tree* t, size_t node, int axis, int lane)
{
    ASSERT(node < t->node_count && axis >= 0 && axis < 3 && lane >= 0 && lane < WIDE_LANES);
    if (t->nodes) return t->nodes[node].half[axis][lane];
    const uint32_t bits = (uint32_t)t->packed[node].half[axis][lane] << 16;
    float half;
    memcpy(&half, &bits, sizeof half);
    return half;
}

static inline const uint32_t* wide_ids(const wide_tree* t, size_t leaf)
{
    ASSERT(leaf < t->leaf_count);
    if (t->leaves) return t->leaves[leaf].id;
    return t->shorts ? t->shorts[leaf].id : t->lists[leaf].id;
}

static inline size_t wide_node_size(const wide_tree* t)
{
    return t->packed ? sizeof *t->packed : sizeof *t->nodes;
}

static inline size_t wide_leaf_size(const wide_tree* t)
{
    if (t->lists) return sizeof *t->lists;
    return t->shorts ? sizeof *t->shorts : sizeof *t->leaves;
}

// Of a corner of a leaf, as the kernels see it, beside its rounding to a float: |error| by its leaf's reach.
static inline double wide_corner_error(const wide_tree* t)
{
    return t->shorts ? WIDE_SHORT_ERROR : 0;
}

#endif
