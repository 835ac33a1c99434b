// world_broad.h - how a world uses sweep and prune in place of its tree (world_broad.c).
#ifndef ABUT_WORLD_WORLD_BROAD_H
#define ABUT_WORLD_WORLD_BROAD_H
#include "world/world_ends.h"
#include "world/world_extent.h"

// What is kept sorted: boxes, for who asks about boxes alone; k-DOPs; and k-DOPs grown by margins.
enum { BROAD_BOXES, BROAD_PLAIN, BROAD_GROWN, BROAD_KINDS };

// A model, and how far it reaches.
typedef struct world_shape {
    uint64_t serial;
    world_extent extent;
} world_shape;

typedef struct world_broad {
    int k;  // 0: the tree finds pairs
    world_ends ends[BROAD_KINDS];
    uint64_t seen[BROAD_KINDS];  // the last change of the world that is in them; 0: to be made anew
    // The models that are there, by their serials; and which of them each member has.
    world_shape* shapes;
    uint32_t* shape_of;
    size_t shape_count, shape_capacity, member_capacity;
    uint64_t shapes_seen;  // as seen, of members that came and went
} world_broad;

#endif
