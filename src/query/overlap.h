// overlap.h - do two solids overlap where their surfaces touch? Kinds of contact do not tell: two boxes
// can overlap with touching pairs only.
#ifndef ABUT_QUERY_OVERLAP_H
#define ABUT_QUERY_OVERLAP_H
#include "query/enclosure.h"

#define OVERLAP_CORNERS_MAX 6
#define OVERLAP_CACHE_SIZE  1024  // a power of two

// What a probe is made of, so that it is asked for once where many triangles meet: the vertices whose
// point it is, then for each direction where it comes from, and whose inside is asked for.
typedef struct probe_key {
    uint32_t base[5], direction[PROBE_DIRECTIONS_MAX][3], side;
} probe_key;

typedef struct probe_answer {
    probe_key key;
    uint32_t state;  // 0: none here; else 1 + place
} probe_answer;

// The scratch of a query, 150 kilobytes.
typedef struct overlap {
    // Set by the caller.
    const probe_space* space;
    const soup_mesh* mesh[2];
    enclosure* around[2];  // of each side; NULL where no component of that side is closed

    // About the pair in question.
    posed_triangle triangle[2];
    corners reduced[2];
    posed_pair pair;
    abut_contact contact;
    probe corner[OVERLAP_CORNERS_MAX];  // where the contact's corners are
    uint32_t base[OVERLAP_CORNERS_MAX][5];
    probe_key key;                           // of the probe being made
    probe_answer cache[OVERLAP_CACHE_SIZE];  // of earlier probes; zeroed by the caller
} overlap;

// For a pair of triangles that are in contact and of any kind but ABUT_KIND_CROSS: find whether arbitrarily
// near to what they share, one of the two triangles has a point inside the other model's closed
// components, or a point beside both is inside both models'.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED. Cost: some twenty rays (enclosure.h).
abut_status overlap_find(overlap* o, uint32_t a, uint32_t b, int* out);

#endif
