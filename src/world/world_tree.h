// world_tree.h - a tree over the boxes of a world's instances: which of them meet a box (docs/proofs/boxes.md, "Boxes of
// instances").
#ifndef ABUT_WORLD_WORLD_TREE_H
#define ABUT_WORLD_WORLD_TREE_H
#include "geom/pose.h"

#include "abut/abut.h"

#include <math.h>

// Along the axes of the world. Holds nothing if low > high in some axis; ends may be infinite.
typedef struct world_box {
    double low[3], high[3];
} world_box;

#define WORLD_BOX_EMPTY                                                                            \
    {                                                                                              \
        {HUGE_VAL, HUGE_VAL, HUGE_VAL},                                                            \
        {                                                                                          \
            -HUGE_VAL, -HUGE_VAL, -HUGE_VAL                                                        \
        }                                                                                          \
    }

// Return a box that holds every point of the box from low to high in a pose, in any rounding mode, and also where
// numbers below the normal ones are read or written as 0. Empty if low > high.
world_box world_box_of(const affine* pose, const double low[3], const double high[3]);

// Return a box that holds every point that is at most margin from a box along each axis; 0 <= margin. Likewise in any
// rounding mode, and where such numbers are 0. Empty if the box is.
world_box world_box_grown(const world_box* b, double margin);

static inline int world_box_is_empty(const world_box* b)
{
    return b->low[0] > b->high[0] || b->low[1] > b->high[1] || b->low[2] > b->high[2];
}

static inline int world_boxes_meet(const world_box* a, const world_box* b)
{
    return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
           b->low[1] <= a->high[1] && a->low[2] <= b->high[2] && b->low[2] <= a->high[2];
}

typedef struct world_node {
    world_box box;
    uint32_t next;   // the node after all nodes below this one
    uint32_t first;  // of a leaf's boxes, in order
    uint32_t count;  // of a leaf; 0: an inner node, whose first child follows it
} world_node;

// Zeroed: empty.
typedef struct world_tree {
    world_node* nodes;  // the root first, each before all below it
    uint32_t* order;    // boxes, leaf by leaf
    size_t node_count, node_capacity, count, order_capacity;
    double size;  // of all nodes together, when it was built
} world_tree;

// Build the tree of count boxes; empty ones are left out. Returns ABUT_OK or ABUT_OUT_OF_MEMORY; then the tree is
// empty. Cost: n log n, some 200 ns a box.
abut_status world_tree_build(world_tree* t, const world_box* boxes, size_t count,
                             const abut_host* host);
// Fit the tree to the same boxes, some of which have moved. Returns 0 if it has become so bad that it should be built
// anew. Empty boxes stay empty. Cost: linear, some 10 ns a box.
int world_tree_refit(world_tree* t, const world_box* boxes);
void world_tree_free(world_tree* t, const abut_host* host);

// Walk to the boxes that meet box, and call visit with each.
typedef abut_status world_visit(void* context, uint32_t which);
abut_status world_tree_find(const world_tree* t, const world_box* boxes, const world_box* box,
                            world_visit* visit, void* context);

#endif
