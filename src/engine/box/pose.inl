// pose.inl - the constants of a query for the box test: compiled for each instruction set that a walk is compiled for, so that
// what is written here is read as it was written. The same bits in all.
#ifndef ABUT_ENGINE_BOX_POSE_INL
#define ABUT_ENGINE_BOX_POSE_INL
#include "base/base.h"
#include "base/simd.h"
#include "engine/box/pose.h"

#define UF 0x1p-24  // half a unit in the last place of 1 in float

// Above every |coordinate| of a place for which floats prove anything; no half length is longer than 2^12 of it. So nothing
// overflows. It could not be left to tell, since in some rounding modes it gives the largest number in place of infinity.
#define PLACE_MOST 0x1p108

static inline void find_wide_pose(wide_pose* out, const relative_pose* r, double opened_defect,
                                  double other_defect)
{
    ASSERT(opened_defect >= 0 && other_defect >= 0);
    // Both scales are powers of two, or 0: then nothing is proved.
    const double to_unit = 1 / r->a_scale, ratio = r->b_scale * to_unit;
    const double stretch = r->stretch * ratio;
    const quad_double translation = quad_double_load(r->translation) * quad_double_all(to_unit);
    memcpy(out->translation, &translation, sizeof translation);
    for (int k = 0; k < 3; k++) {
        const quad_double linear = quad_double_load(r->linear[k]) * quad_double_all(ratio);
        const quad rotation = __builtin_convertvector(quad_double_load(r->rotation[k]), quad);
        memcpy(out->linear[k], &linear, sizeof linear);
        memcpy(out->rotation[k], &rotation, sizeof rotation);
    }
    out->stretch = (float)(stretch * (1 + 0x1p-22));
    const double defects = opened_defect + other_defect + r->rotation_defect;
    const quad_double way = quad_double_abs(translation);
    const double place = 8 * stretch + (way[0] + way[1] + way[2]);
    out->base = 2 * r->translation_error * to_unit + 24 * r->linear_error * ratio +
                0x1p-44 * place + 0x1p-100;
    if (!(place < PLACE_MOST)) out->base = HUGE_VAL;
    out->per_other = 6 * defects + 10 * r->rotation_error + 80 * UF;
    out->per_centre = 2.2 * UF;
    out->per_half = (float)(2.1 * opened_defect + 12 * UF);
    out->per_distance = (float)(22 * UF);
}

#endif
