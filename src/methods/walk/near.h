// near.h - how far the triangles of two leaves are from each other, and boxes.
#ifndef ABUT_METHODS_WALK_NEAR_H
#define ABUT_METHODS_WALK_NEAR_H
#include "search/near.h"

// Bound the distances of all triangles a_ids x b_ids, and keep those that may be the nearest. Returns 0 if the search
// must end.
int near_triangles(search* s, const uint32_t* a_ids, size_t a_count, const uint32_t* b_ids,
                   size_t b_count);

// Two boxes: the half lengths of a along its own axes, those of b; from a's centre to b's, in the axes of a; cosine[i][j] of
// axis i of a and j of b, nearly orthonormal.
typedef struct near_boxes {
    double a[3], b[3], way[3], cosine[3][3];
    double margin;  // of a unit axis (docs/exactness.md, "Boxes")
} near_boxes;

// A bound from below of their distance, by weak duality (docs/exactness.md, "Eight distances at once").
double near_boxes_least(const near_boxes* p);

#endif
