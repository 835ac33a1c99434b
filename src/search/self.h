// self.h - a search for the pairs of triangles of one mesh that share more than neighbours do.
//
// Both meshes of the search are that one, in one pose. A pair is found with its lower triangle as a.
#ifndef ABUT_SEARCH_SELF_H
#define ABUT_SEARCH_SELF_H
#include "geom/self_pair.h"
#include "search/search.h"

// What is found of a pair.
static inline abut_kind self_kind(uint32_t value)
{
    return (abut_kind)(value & 7);
}

static inline abut_self_class self_class(uint32_t value)
{
    return (abut_self_class)(value >> 3);
}

// Record a pair, in either order.
static inline void self_record(search* s, uint32_t a, uint32_t b, abut_kind kind,
                               abut_self_class how)
{
    ASSERT(a != b && how >= ABUT_SELF_DUPLICATE && how <= ABUT_SELF_TOUCHING);
    search_add(s, a < b ? a : b, a < b ? b : a, (uint32_t)kind | (uint32_t)how << 3);
}

// Decide a pair exactly, and record it if it counts. Counts what needed integers.
void self_decide(search* s, uint32_t a, uint32_t b);

// Ask it of all pairs of the mesh. Returns 0 if the search ended before.
int self_all_pairs(search* s);

#endif
