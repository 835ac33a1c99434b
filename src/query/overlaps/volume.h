// volume.h - how much of their insides two placed solids share, and each connected part of that (docs/proofs/depth.md, 18).
#ifndef ABUT_QUERY_OVERLAPS_VOLUME_H
#define ABUT_QUERY_OVERLAPS_VOLUME_H
#include "query/solid_pair.h"

// What is asked. All is borrowed.
typedef struct volume_ask {
    const solid_pair* pair;  // opened with is_checked
    const abut_hits*
        hits;  // all pairs in contact, with points, as collide_placed gives them for the placed models of pair
    // Which pairs are known to meet: a number below group_count for each. Pairs that share a point have to be in
    // one group. NULL: all are one group.
    const uint32_t* group_of_pair;
    size_t group_count;
} volume_ask;

// A connected part of what both share.
typedef struct volume_region {
    double lo, hi;  // its volume; lo is 0 or more
    // Of the part of a's surface that is within b, outward, in the world; of what is in both surfaces and faces alike, half.
    double vector_area[3];
    // Of the vertices of either that are within the other and belong to it, in the world; low > high where there are none.
    double low[3], high[3];
} volume_region;

typedef struct volume_answer {
    double lo, hi;       // of all; NaN: one of both has no solid
    size_t left_out[2];  // components with triangles that have an area, which are no solids
    // Regions that groups belong to, in the order of the least group of each; then those that have none: what is wholly
    // inside. Those of pairs that share no volume are there too.
    const volume_region* regions;
    size_t region_count;
    const uint32_t* region_of_group;  // group_count
} volume_answer;

// Find it. What is in the answer lives in the query, until the next call.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED. Cost: some nanoseconds a triangle, and below a microsecond for each pair.
abut_status volume_find(const volume_ask* ask, volume_answer* out);

// What a query keeps for it.
void volume_scratch_free(volume_scratch* scratch, const abut_host* host);

#endif
