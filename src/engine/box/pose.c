// pose.c - the constants of a query for the box test.
#include "engine/box/pose.h"

#include "base/base.h"

#define UF 0x1p-24  // half a unit in the last place of 1 in float

// Above every |coordinate| of a place for which floats prove anything; no half length is longer than 2^12 of it. So nothing
// overflows. It could not be left to tell, since in some rounding modes it gives the largest number in place of infinity.
#define PLACE_MOST 0x1p108

#define DISTANT 1024  // sizes: from there on a look at each triangle takes less time than a walk

void wide_pose_prepare(wide_pose* out, const relative_pose* r, double opened_defect,
                       double other_defect)
{
    ASSERT(opened_defect >= 0 && other_defect >= 0);
    // Both scales are powers of two, or 0: then nothing is proved.
    const double to_unit = 1 / r->a_scale, ratio = r->b_scale * to_unit;
    const double stretch = r->stretch * ratio;
    for (int i = 0; i < 4; i++)
        out->translation[i] = r->translation[i] * to_unit;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 4; i++) {
            out->linear[k][i] = r->linear[k][i] * ratio;
            out->rotation[k][i] = (float)r->rotation[k][i];
        }
    }
    out->stretch = (float)(stretch * (1 + 0x1p-22));
    const double defects = opened_defect + other_defect + r->rotation_defect;
    const double place = 8 * stretch + absolute_sum3(out->translation);
    out->base = 2 * r->translation_error * to_unit + 24 * r->linear_error * ratio +
                0x1p-44 * place + 0x1p-100;
    if (!(place < PLACE_MOST)) out->base = HUGE_VAL;
    out->per_other = 6 * defects + 10 * r->rotation_error + 80 * UF;
    out->per_centre = 2.2 * UF;
    out->per_half = (float)(2.1 * opened_defect + 12 * UF);
    out->per_distance = (float)(22 * UF);
}

int wide_pose_is_far(const relative_pose* r)
{
    // Every point of a model is within 1.75 of its frame's origin; the linear part lengthens by no more than
    // stretch times 1 + its defect, which is below 2^-7.
    const double a = 1.75 * r->a_scale, b = 1.75 * 1.01 * r->stretch * r->b_scale;
    const double reach =
        1.01 * (a + b) + 2 * r->translation_error + 8 * r->linear_error * r->b_scale;
    return absolute_max3(r->translation) > reach + RELATIVE_TINY;
}

int wide_pose_is_distant(const relative_pose* r)
{
    return absolute_max3(r->translation) > DISTANT * (r->a_scale + r->stretch * r->b_scale);
}
