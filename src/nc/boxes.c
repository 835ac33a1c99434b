// boxes.c - see boxes.h.
#include "nc/boxes.h"

#include "base/bits.h"

#include <math.h>

#define DECLARE(set, name) extern turned_boxes_kernel turned_boxes_bound_##set;
SIMD_EACH(DECLARE)

turned_boxes_kernel* turned_boxes_bound_now(void)
{
#define ENTRY(set, name) [SIMD_##name] = turned_boxes_bound_##set,
    static turned_boxes_kernel* const kernels[SIMD_SETS] = {SIMD_EACH(ENTRY)};
    return kernels[simd_current()];
}

void turned_boxes_prepare(turned_boxes* out, const turned* t, const frame* f, double defect,
                          const double from[3], const double to[3], const double across[2])
{
    double square = 0, place[3];
    out->t = t;
    out->scale = double_scale(1, f->exponent);
    out->defect = defect;
    out->size = t->size;
    for (int k = 0; k < 3; k++) {
        place[k] = double_scale(from[k], -f->exponent) - f->origin[k];
        out->place[k] = place[k];
        out->way[k] = to[k] - from[k];
        out->size += fabs(out->way[k]) + out->scale * fabs(place[k]);
    }
    for (int k = 0; k < 2; k++) {
        out->across[k] = across[k];
        square += out->way[k] * out->way[k];
    }
    for (int k = 0; k < 2; k++)
        out->way_over[k] = square > 0 ? out->way[k] / square : 0;
    for (int k = 0; k < 3; k++) {
        out->reach[k][0] = (k < 2 ? t->radius : -t->low) - (out->way[k] < 0 ? out->way[k] : 0);
        out->reach[k][1] = (k < 2 ? t->radius : t->high) + (out->way[k] > 0 ? out->way[k] : 0);
    }
    out->heights[0] = t->low + t->radius;
    out->heights[1] = t->high - t->radius;
    out->middle = t->low / 2 + t->high / 2;
    if (t->shape.endless) {
        out->reach[2][1] = out->heights[1] = HUGE_VAL;
    } else if (out->heights[0] > out->heights[1]) {
        out->heights[0] = out->heights[1] = out->middle;
    }
}
