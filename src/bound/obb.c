// obb.c - the separating axis test for two boxes.
#include "bound/obb.h"

#include "bound/obb_separate.h"

#define ROUNDING 0x1p-46  // 128 roundings to nearest, or 64 in any other mode
#define FLAT     0x1p-20  // a box so thin, in parts of the rest of it, gets the shorter tests

// C17 does not take an array of doubles for one of const doubles.
#define READ(array) ((const double(*)[3])(array))

// The edges of boxes of which one at least has no thickness to speak of. What is left out there, no
// axis is longer than 1.05 to make more of.
static int flat_edges_apart(const double along[3], const double normal[3][3],
                            const double size[3][3], const double a[3], const placed_obb* b,
                            double more, int a_flat)
{
    more += 1.05 * ((a_flat ? a[0] : 0) + (b->is_flat ? b->half[0] : 0));
    if (!b->is_flat) return separates_any_edges(along, normal, size, a, b->half, more, 1, 0);
    if (!a_flat) return separates_any_edges(along, normal, size, a, b->half, more, 0, 1);
    return separates_any_edges(along, normal, size, a, b->half, more, 1, 1);
}

static double finite_sum(const double half[3])
{
    double sum = 0;
    for (int k = 0; k < 3; k++)
        sum += half[k] < HUGE_VAL ? half[k] : 0;
    return sum;
}

// The test for boxes with infinite half lengths, such as a ray with a radius, or a slab (Gottschalk
// 1996, section 5). Terms that are infinite prove nothing; those that an axis does not have, by
// what it is, do no harm, and such axes suffice. The axis must be turned a little, to be quite
// across the infinite directions; the margin has room for that instead of for the infinite lengths.
static int unbounded_apart(const double along[3], const double normal[3][3], const double a[3],
                           const placed_obb* b, const obb_margin* margin)
{
    const double sum = absolute_sum3(along) + finite_sum(a) + finite_sum(b->half);
    const double more =
        (ROUNDING + margin->rate_a + 4 * margin->rate_b) * sum + b->error + margin->fixed;
    double size[3][3];
    int separates = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            size[i][j] = fabs(normal[i][j]);
    }
    for (int i = 0; i < 3; i++) {
        const double across = distance_along_b(i, along, normal);
        separates |= separates_face_a(i, along, READ(size), a, b->half, more, 0, 0);
        separates |= separates_face_b(i, across, READ(size), a, b->half, more, 0, 0);
    }
    return separates || separates_any_edges(along, normal, READ(size), a, b->half, more, 0, 0);
}

#define NAME      obb_apart
#define BOX       obb
#define ROW(a, i) ((a)->axes.row[i])
#include "bound/obb_apart.inl"

#define NAME      obb_apart_float
#define BOX       obb_float
#define ROW(a, i) ((a)->axes[i])
#include "bound/obb_apart.inl"

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
    out->relative = r;
    out->centre_error = 2 * r->translation_error + 0x1p-44 * (r->a_scale + r->b_scale);
    out->centre_rate = 2 * r->linear_error;
    out->margin.rate_a = 2 * a_defect;
    out->margin.rate_b = 6 * (a_defect + b_defect + r->rotation_defect) + 10 * r->rotation_error;
    out->margin.fixed = RELATIVE_TINY;
}

void obb_place(const obb_constants* c, const obb* box, placed_obb* out)
{
    const relative_pose* r = c->relative;
    double centre[3];
    for (int k = 0; k < 3; k++)
        centre[k] = box->centre[k] * r->b_scale;
    for (int i = 0; i < 3; i++) {
        out->centre[i] = dot3(r->linear.row[i], centre) + r->translation[i];
        out->half[i] = box->half[i] * r->b_scale * r->stretch;
        for (int k = 0; k < 3; k++)
            out->axes.row[k][i] = dot3(r->rotation.row[i], box->axes.row[k]);
    }
    out->error = c->centre_error + c->centre_rate * absolute_sum3(centre);
    out->is_flat = out->half[0] <= FLAT * (out->half[0] + out->half[1] + out->half[2]);
}
