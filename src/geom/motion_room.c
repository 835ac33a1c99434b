// motion_room.c - see motion_room.h. A pivot goes straight, and no turn takes a point farther from it.
#include "geom/motion_room.h"

#include "base/bits.h"
#include "geom/vector.h"

#include <math.h>

// Tests make it smaller, which must show.
#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1
#endif
#define STRETCH                                                                                    \
    (1 + 0x1p-8 * ABUT_BOUND_SCALE)  // of a pose that is not quite rigid, and of what is blended in
#define PLACED (0x1p-47 * ABUT_BOUND_SCALE)  // what placing errs by, of the sum of all sizes
#define MOST   0x1p300

static int is_zero3(const double x[3])
{
    for (int i = 0; i < 3; i++)
        if (!double_is_zero(x[i])) return 0;
    return 1;
}

int motion_is_rest(const abut_motion* motion)
{
    return !motion->to && double_is_zero(motion->degrees) && is_zero3(motion->way) &&
           motion_check(motion) == ABUT_OK;
}

// Place a point. Returns the sum of all sizes.
static double place(const affine* pose, const double x[3], double out[3])
{
    double sizes = 0;
    for (int k = 0; k < 3; k++) {
        const double a = pose->matrix[k][0] * x[0], b = pose->matrix[k][1] * x[1],
                     c = pose->matrix[k][2] * x[2], t = pose->translation[k];
        out[k] = a + b + c + t;
        sizes += fabs(a) + fabs(b) + fabs(c) + fabs(t);
    }
    return sizes;
}

int motion_room_find(const affine* start, double scale, const abut_motion* motion,
                     const double low[3], const double high[3], motion_room* out)
{
    affine end;
    double middle[3], half[3], arm[3] = {0, 0, 0}, sizes;
    if (motion_check_piece(start, scale, motion, &end) != ABUT_OK) return 0;
    for (int k = 0; k < 3; k++) {
        middle[k] = low[k] / 2 + high[k] / 2;
        half[k] = high[k] / 2 - low[k] / 2;
    }
    if (motion->to) {
        sizes = place(start, motion->pivot, out->from) + place(&end, motion->pivot, out->to);
        subtract3(arm, middle, motion->pivot);
        for (int k = 0; k < 3; k++)
            arm[k] *= scale;
    } else {
        sizes = place(start, middle, out->from);
        if (!double_is_zero(motion->degrees)) {
            subtract3(arm, out->from, motion->pivot);
            for (int k = 0; k < 3; k++)
                out->from[k] = motion->pivot[k];
        }
        for (int k = 0; k < 3; k++)
            out->to[k] = out->from[k] + motion->way[k];
        sizes += absolute_sum3(motion->pivot) + absolute_sum3(motion->way);
    }
    sizes += scale * (absolute_sum3(low) + absolute_sum3(high) + absolute_sum3(motion->pivot));
    if (!(sizes < MOST)) return 0;  // infinite and NaN, too
    const double reach = sqrt(dot3(arm, arm)) + scale * sqrt(dot3(half, half));
    out->radius = reach * STRETCH + PLACED * sizes + 0x1p-400;
    return 1;
}
