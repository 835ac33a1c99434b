// obb.c - the rarer parts of the separating axis test (obb_test.h), and the constants of a query.
#include "base/base.h"
#include "methods/bound/obb_test.h"

static double finite_sum(const double half[3])
{
    double sum = 0;
    for (int k = 0; k < 3; k++)
        sum += half[k] < HUGE_VAL ? half[k] : 0;
    return sum;
}

// Terms that are infinite prove nothing; those that an axis does not have, by what it is, do no harm,
// and such axes suffice. The axis must be turned a little, to be quite across the infinite directions;
// the margin has room for that instead of for the infinite lengths.
int obb_unbounded_apart(const double along[3], const double normal[3][3], const double a[3],
                        const placed_obb* b, const obb_margin* margin)
{
    const double sum = absolute_sum3(along) + finite_sum(a) + finite_sum(b->half);
    const double more =
        (OBB_ROUNDING + margin->rate_a + 4 * margin->rate_b) * sum + b->error + margin->fixed;
    double size[3][3];
    int separates = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            size[i][j] = fabs(normal[i][j]);
    }
    for (int i = 0; i < 3; i++) {
        const double across = distance_along_b(i, along, normal);
        separates |= separates_face_a(i, along, OBB_READ(size), a, b->half, more, 0, 0);
        separates |= separates_face_b(i, across, OBB_READ(size), a, b->half, more, 0, 0);
    }
    return separates || separates_any_edges(along, normal, OBB_READ(size), a, b->half, more, 0, 0);
}

double obb_defect(const obb* box)
{
    double defect = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = i; k < 3; k++) {
            const double off = fabs(dot3(box->axes.row[i], box->axes.row[k]) - (i == k));
            if (off > defect) defect = off;
        }
    }
    return defect + 0x1p-48;  // its own rounding
}

void obb_prepare(obb_constants* out, const relative_pose* r, double a_defect, double b_defect)
{
    ASSERT(a_defect >= 0 && b_defect >= 0);
    out->relative = r;
    out->centre_error = 2 * r->translation_error + 0x1p-44 * (r->a_scale + r->b_scale);
    out->centre_rate = 2 * r->linear_error;
    out->margin.rate_a = 2 * a_defect;
    out->margin.rate_b = 6 * (a_defect + b_defect + r->rotation_defect) + 10 * r->rotation_error;
    out->margin.fixed = RELATIVE_TINY;
    out->a_defect = a_defect;
}
