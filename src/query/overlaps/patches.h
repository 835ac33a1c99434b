// patches.h - polygons joined to patches, and the borders of these.
#ifndef ABUT_QUERY_OVERLAPS_PATCHES_H
#define ABUT_QUERY_OVERLAPS_PATCHES_H
#include "query/overlaps/curves.h"
#include "query/overlaps/extent.h"

// Memory that grows with host_grow; zeroed: none.
typedef struct patches {
    abut_patch* list;
    extent* areas;
    uint32_t*
        owner;  // of each corner of polygons, and so of the edge that begins there: the polygon
    uint32_t* mate;     // the edge that is the same; EVENTS_NONE: this one is of the border
    uint32_t* pending;  // by number in the events' edges: the last edge without a mate
    uint32_t* parent;   // of polygons: one of the same patch, lower or itself
    uint8_t* is_taken;  // edges of the border
    size_t capacity, area_capacity, owner_capacity, mate_capacity, pending_capacity,
        parent_capacity, taken_capacity;
    size_t count;
} patches;

void patches_free(patches* p, const abut_host* host);

// Join the polygons of what was found: patches in the order of their first pairs, without regions, areas apart; and add their
// borders to the trails. placed: where a is in the world.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED. Cost: linear.
abut_status patches_join(patches* p, trails* out, events* e, const abut_host* host,
                         const abut_hits* hits, const soup_mesh* a, const affine* placed);

#endif
