// curves.h - segments joined to polylines and loops.
#ifndef ABUT_QUERY_OVERLAPS_CURVES_H
#define ABUT_QUERY_OVERLAPS_CURVES_H
#include "query/overlaps/events.h"

#include "abut/overlap.h"

// A way within what a pair shares: from one corner to another.
typedef struct trail_step {
    uint32_t pair;
    uint8_t from, to;  // events of the pair
} trail_step;

// A curve as a row of steps.
typedef struct trail {
    uint64_t key;  // the least of what it is made of: pair and corner
    uint32_t first, count;
    uint32_t patch;
    abut_curve_kind kind;
    uint8_t is_closed, is_directed;
    abut_curve_end begin, end;
} trail;

// Memory that grows with host_grow; zeroed: none.
typedef struct trails {
    trail* list;
    trail_step* steps;
    size_t count, step_count, capacity, step_capacity;
} trails;

void trails_free(trails* t, const abut_host* host);
static inline uint64_t trail_key(uint32_t pair, int corner)
{
    return (uint64_t)pair << 3 | (unsigned)corner;
}
// Make room for one more trail, and for so many steps.
abut_status trails_reserve(trails* t, const abut_host* host, size_t more);

// Join the segments of what was found, and tell the points that nothing else is at.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED. Cost: linear.
abut_status curves_join(trails* out, events* e, const abut_host* host);

#endif
