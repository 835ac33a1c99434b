// obb.c - the separating axis test for two boxes. The axes are not normalised: dividing by the length
// of a nearly vanishing cross product would blow up its error, while the margin is additive and makes
// such an axis harmless (docs/exactness.md, "Boxes").
#include "bound/obb.h"

#define ROUNDING 0x1p-46  // 128 roundings to nearest, or 64 in any other mode

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
}
