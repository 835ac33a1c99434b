// relative.h - b in the frame of a: one relative pose a query (docs/proofs/boxes.md, "Boxes"). Every kind
// of volume makes its own constants of it. search/relative_pose.h computes it.
//
// The unit is a power of two in which the larger model has size one: a's volumes are scaled by a_scale,
// b's by b_scale, both at most 1. So nothing overflows, whatever the sizes, distances and poses.
#ifndef ABUT_SEARCH_RELATIVE_H
#define ABUT_SEARCH_RELATIVE_H
#include "geom/vector.h"

// y of b goes to linear * (b_scale * y) + translation, y of a to a_scale * y. All numbers are computed
// ones; the errors bound how far they are from the true map.
typedef struct relative_pose {
    // By columns, each with an idle fourth number.
    double linear[3][4];    // rotation * stretch
    double rotation[3][4];  // nearly orthonormal
    double translation[4];
    double a_scale, b_scale, stretch;
    double linear_error;       // of every entry of linear
    double translation_error;  // of every coordinate of translation
    double rotation_error;     // of every entry of rotation
    double rotation_defect;    // of the true rotation: |rotation' rotation - 1| in every entry
} relative_pose;

// Whether b is only shifted against a, and scaled: linear is one, exactly. (Of any other pose it errs.)
static inline int relative_is_shift(const relative_pose* r)
{
    return !(r->linear_error > 0);
}

#define RELATIVE_TINY 0x1p-900  // above everything that underflows, in any rounding mode

// Where x goes, which is a point of b times b_scale.
static inline void relative_place(const relative_pose* r, const double x[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = r->linear[0][i] * x[0] + r->linear[1][i] * x[1] + r->linear[2][i] * x[2] +
                 r->translation[i];
}

#endif
