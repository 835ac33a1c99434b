// pose.h - the poses of a query as the engine's box test sees them, one for each direction: boxes
// of one model ("the other") against children of a node of the opened model, in the coordinates of the
// opened model's frame. Derivation of the margins: docs/proofs/boxes.md, "Eight boxes at once".
#ifndef ABUT_ENGINE_BOX_POSE_H
#define ABUT_ENGINE_BOX_POSE_H
#include "search/relative.h"

typedef struct wide_pose {
    // From the other's frame to the opened one's, by columns, each with an idle fourth number.
    double linear[3][4], translation[4];
    float rotation[3][4];  // linear / stretch
    float stretch;         // rounded up
    // The margin of a test: base + per_other |b|1 + per_centre |C|1, for the other's half lengths and its
    // centre; and per_half |a|1 + per_distance |T|1 for the opened child's and the distance between both.
    double base, per_other, per_centre;
    float per_half, per_distance;
} wide_pose;

// A box of the other model, in the opened one's frame.
typedef struct placed_box {
    float normal[3][4];        // of axis j, three coordinates and an idle one
    float centre[4], half[3];  // the fourth coordinate is idle
    float size;                // the sum of half
    float margin;              // the part of the margin that does not depend on the child
} placed_box;

// defect: of the opened model's boxes, of the other's.
void wide_pose_prepare(wide_pose* out, const relative_pose* r, double opened_defect,
                       double other_defect);

// Whether the models are so far from each other that spheres prove them apart.
int wide_pose_is_far(const relative_pose* r);
// Whether they are so far, by their size, that floats hardly tell their parts apart.
int wide_pose_is_distant(const relative_pose* r);

#endif
