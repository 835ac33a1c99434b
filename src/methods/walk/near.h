// near.h - how far two boxes are at least from each other.
#ifndef ABUT_METHODS_WALK_NEAR_H
#define ABUT_METHODS_WALK_NEAR_H
#include "search/near.h"

// Two boxes: the half lengths of a along its own axes, those of b; from a's centre to b's, in the axes of a; cosine[i][j] of
// axis i of a and j of b, nearly orthonormal.
typedef struct near_boxes {
    double a[3], b[3], way[3], cosine[3][3];
    double margin;  // of a unit axis (docs/proofs/boxes.md, "Boxes")
} near_boxes;

// A bound from below of their distance, by weak duality (docs/proofs/distance.md, "Eight distances at once").
double near_boxes_least(const near_boxes* p);

#endif
