// obb_test.h - a box of b placed, and the test whether two boxes are apart. Here and not in obb.c, so that
// the walks compile them in: a call for each costs a twentieth of a query that only tests boxes.
#ifndef ABUT_METHODS_BOUND_OBB_TEST_H
#define ABUT_METHODS_BOUND_OBB_TEST_H
#include "base/base.h"
#include "methods/bound/obb.h"
#include "methods/bound/obb_separate.h"

#define OBB_ROUNDING 0x1p-46  // 128 roundings to nearest, or 64 in any other mode
#define OBB_FLAT     0x1p-20  // a box so thin, in parts of the rest of it, gets the shorter tests

// C17 does not take an array of doubles for one of const doubles.
#define OBB_READ(array) ((const double(*)[3])(array))

// Place a box of b. Cost: 40 multiplications.
static inline void obb_place(const obb_constants* c, const obb* box, placed_obb* out)
{
    const relative_pose* r = c->relative;
    double centre[3];
    for (int k = 0; k < 3; k++)
        centre[k] = box->centre[k] * r->b_scale;
    relative_place(r, centre, out->centre);
    for (int k = 0; k < 3; k++) {
        const double* axis = box->axes.row[k];
        out->half[k] = box->half[k] * r->b_scale * r->stretch;
        for (int i = 0; i < 3; i++)
            out->axes.row[k][i] = r->rotation[0][i] * axis[0] + r->rotation[1][i] * axis[1] +
                                  r->rotation[2][i] * axis[2];
    }
    out->error = c->centre_error + c->centre_rate * absolute_sum3(centre);
    out->is_flat = out->half[0] <= OBB_FLAT * (out->half[0] + out->half[1] + out->half[2]);
}

// The axes of b's faces and of edges; a_flat and b_flat as in obb_separate.h.
// NOLINTBEGIN(readability-function-size): all that the paper's inequalities take
ALWAYS_INLINE int obb_rest_apart(const double along[3], const double normal[3][3],
                                 const double size[3][3], const double a[3], const double b[3],
                                 double more, int a_flat, int b_flat)
{
    for (int j = 0; j < 3; j++) {
        const double distance = distance_along_b(j, along, normal);
        if (separates_face_b(j, distance, size, a, b, more, a_flat, b_flat)) return 1;
    }
    return separates_any_edges(along, normal, size, a, b, more, a_flat, b_flat);
}
// NOLINTEND(readability-function-size)

// The margin of the test along a unit axis. along: from a's centre to b's, in a's axes; sum_a: of its half lengths.
static inline double obb_more(const double along[3], double sum_a, const placed_obb* b,
                              const obb_margin* margin)
{
    const double sum_b = b->half[0] + b->half[1] + b->half[2];
    return OBB_ROUNDING * (absolute_sum3(along) + sum_a + sum_b) + margin->rate_a * sum_a +
           margin->rate_b * sum_b + b->error + margin->fixed;
}

// The whole test for boxes with infinite half lengths, such as a ray with a radius, or a slab
// (Gottschalk 1996, section 5).
int obb_unbounded_apart(const double along[3], const double normal[3][3], const double a[3],
                        const placed_obb* b, const obb_margin* margin);

// Find whether two boxes certainly share no point, by the 15 axes (Gottschalk 1996, section 5) with
// one additive margin. 0 may also mean that they are too close to tell; infinite and NaN arguments
// give 0. Cost: up to 200 operations.
#define NAME      obb_apart
#define BOX       obb
#define ROW(a, i) ((a)->axes.row[i])
#include "methods/bound/obb_apart.inl"

#define NAME      obb_apart_float
#define BOX       obb_float
#define ROW(a, i) ((a)->axes[i])
#include "methods/bound/obb_apart.inl"

#endif
