// relative.h - boxes of b in the frame of a: one relative pose a query (docs/exactness.md, "Boxes").
//
// The unit is a power of two in which the larger model has size one: a's boxes are scaled by a_scale,
// b's by b_scale, both at most 1. So nothing overflows, whatever the sizes, distances and poses.
#ifndef ABUT_WALK_RELATIVE_H
#define ABUT_WALK_RELATIVE_H
#include "bound/obb.h"
#include "geom/pose.h"
#include "tree/tree.h"

// y of b goes to linear * (b_scale * y) + translation. All numbers are computed ones, and the margin
// covers how far they are from the true map.
typedef struct relative_pose {
    matrix3 linear;    // rotation * stretch
    matrix3 rotation;  // nearly orthonormal
    double translation[3];
    double a_scale, b_scale, stretch;
    double centre_error, centre_rate;  // placed_obb.error of a centre c: error + rate * |c|1
    obb_margin margin;
} relative_pose;

// One side: its pose, its frame, and a bound on the defects of its boxes.
typedef struct relative_side {
    const affine* pose;
    const frame* frame;
    double defect;
} relative_side;

void relative_pose_prepare(relative_pose* out, const relative_side* a, const relative_side* b);

// Place a box of b. Cost: 40 multiplications.
void relative_pose_place(const relative_pose* r, const obb* box, placed_obb* out);

#endif
