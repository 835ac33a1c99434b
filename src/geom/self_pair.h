// self_pair.h - two triangles of one mesh: whether they share more than what follows from their common vertices, and in
// which way (docs/proofs/self.md, "A model against itself").
#ifndef ABUT_GEOM_SELF_PAIR_H
#define ABUT_GEOM_SELF_PAIR_H
#include "geom/tri_tri.h"

#include "abut/self.h"

// Which vertices both have, by their numbers in the mesh.
typedef struct self_common {
    int count;         // different ones
    int is_duplicate;  // neither has another one
    int is_within;     // one of the two has no other: so it is a part of the other
} self_common;

self_common self_common_of(const uint32_t a[3], const uint32_t b[3]);

// Decide two that are no duplicates, from a contact as contact_find gives it. reduced: of both. Returns the abut_self_class, or 0
// if they share no more than the hull of their common vertices.
int self_class_of(const abut_contact* contact, const uint32_t a[3], const uint32_t b[3],
                  const corners reduced[2]);

#endif
