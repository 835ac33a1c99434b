// convex_parts.h - translations that are blocked by the convex parts of two solids, by planes.
//
// If P is a convex component of a, and Q one of b, b is blocked at all translations inside the polytope P - Q: all t with
// n.t < h for each of its planes. Unlike a pair of balls it reaches up to the last translation that it blocks, so a cell
// beside its boundary need not be small (docs/proofs/depth.md, "The least depth").
#ifndef ABUT_QUERY_DEPTHS_CONVEX_PARTS_H
#define ABUT_QUERY_DEPTHS_CONVEX_PARTS_H
#include "query/least_search.h"

typedef struct blocked_plane {
    double normal[3], height;  // lowered by all errors
} blocked_plane;

typedef struct convex_parts {
    blocked_plane* planes;  // of all pairs, one after the other
    size_t plane_count, plane_room;
    size_t* ends;  // of each pair, among planes
    size_t count, room;
} convex_parts;

// Find the pairs that block translations shorter than hi. Small components are looked at, and a few; of a component that
// may be within another of its own model nothing is known. To be freed, whatever it returns.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED.
abut_status convex_parts_find(convex_parts* out, least_search* s);
void convex_parts_free(convex_parts* p, const abut_host* host);

// Whether one of them blocks all translations of a cell that are shorter than reach, which is at most hi, as it was.
int convex_parts_cover(const convex_parts* p, const cell* c, double reach);

#endif
