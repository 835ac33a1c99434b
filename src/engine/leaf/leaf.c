// leaf.c - what a query's pose means for leaves (leaf.h). Bounds: docs/proofs/eight-triangles.md, "Eight
// triangles at once". U bounds half of what an operation on doubles errs by, FLOAT_ERROR all of what one
// on floats does, in any rounding mode.
#include "engine/leaf/leaf.h"

#include "base/base.h"

#define U           0x1p-53
#define FLOAT_ERROR 0x1p-23
#define TINY        0x1p-118  // above what underflows in placing a corner, in units of a's frame
#define RATIO_MAX   0x1p24    // b's unit in a's; beyond it nothing is decided here

static double row_sum_max(const double column[3][4])
{
    double largest = 0;
    for (int i = 0; i < 3; i++) {
        const double sum = fabs(column[0][i]) + fabs(column[1][i]) + fabs(column[2][i]);
        if (sum > largest) largest = sum;
    }
    return largest;
}

void wide_leaf_prepare(wide_leaf_pose* out, const relative_pose* r, double a_error, double b_error)
{
    ASSERT(a_error >= 0 && b_error >= 0);
    out->only_planes = 0;
    // Both scales are powers of two, or 0: then the quotient is 0, infinite or NaN.
    const double ratio = r->b_scale / r->a_scale;
    for (int i = 0; i < 4; i++)
        out->translation[i] = r->translation[i] / r->a_scale;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 4; i++)
            out->column[k][i] = ratio * r->linear[k][i];
        for (int i = 0; i < 3; i++)
            out->turn[i][k] = (float)out->column[k][i];
    }
    const double stretch = 1.0001 * ratio * row_sum_max(r->linear);
    const double linear_error = ratio * r->linear_error;
    const double far = WIDE_ORIGIN_MAX;
    const double fixed =
        3.01 * linear_error * far + (r->translation_error + RELATIVE_TINY) / r->a_scale +
        U * (10.1 * stretch * far + 4.1 * absolute_max3(out->translation) + 2.1 * far) +
        4.1 * U * (stretch + 3 * linear_error);
    out->stretch = (float)(1.001 * stretch);
    out->own_per_reach = 1.01F * (float)FLOAT_ERROR + (float)(1.01 * a_error);
    out->per_reach =
        (float)(1.001 * ((6.1 * FLOAT_ERROR + 1.01 * b_error) * stretch + 3.1 * linear_error));
    out->per_distance = (float)(1.001 * (2.1 * FLOAT_ERROR));
    out->fixed = ratio <= RATIO_MAX ? (float)(1.01 * fixed + TINY) : (float)INFINITY;
}
