// bounds.c - see bounds.h.
#include "nc/bounds.h"

#include "base/bits.h"

#include <math.h>

#define DECLARE(set, name) extern const turned_kernels turned_kernels_##set;
SIMD_EACH(DECLARE)

const turned_kernels* turned_kernels_of(simd_set set)
{
#define ENTRY(set, name) [SIMD_##name] = &turned_kernels_##set,
    static const turned_kernels* const tables[SIMD_SETS] = {SIMD_EACH(ENTRY)};
    return tables[set];
}

void turned_way_prepare(turned_way* out, const turned* t, const double from[3], const double to[3])
{
    out->t = t;
    out->size = t->size;
    for (int k = 0; k < 3; k++) {
        const double way = to[k] - from[k];
        out->from[k] = from[k];
        out->way[k] = way;
        out->size += fabs(way);
        out->reach[k][0] = (k < 2 ? t->radius : -t->low) - (way < 0 ? way : 0);
        out->reach[k][1] = (k < 2 ? t->radius : t->high) + (way > 0 ? way : 0);
    }
    const double x = out->way[0], y = out->way[1], square = x * x + y * y, length = sqrt(square);
    const int moves = length > TURNED_TINY;
    out->over[0] = moves ? x / square : 0;
    out->over[1] = moves ? y / square : 0;
    out->across[0] = moves ? -y / length : 0;
    out->across[1] = moves ? x / length : 0;
    out->middle = t->low / 2 + t->high / 2;
    out->heights[0] = t->low + t->radius;
    out->heights[1] = t->high - t->radius;
    if (t->shape.endless) {
        out->reach[2][1] = out->heights[1] = HUGE_VAL;
    } else if (out->heights[0] > out->heights[1]) {
        out->heights[0] = out->heights[1] = out->middle;
    }
}

void turned_boxes_prepare(turned_boxes* out, const turned_way* w, const frame* f, double defect,
                          const double low[3], const double high[3])
{
    const double to_frame = double_scale(1, -f->exponent);
    double whole = HUGE_VAL, size = w->size;
    out->w = w;
    out->scale = double_scale(1, f->exponent);
    out->defect = defect;
    out->size = w->size;
    for (int k = 0; k < 3; k++) {
        out->place[k] = w->from[k] * to_frame - f->origin[k];
        out->size += out->scale * fabs(out->place[k]);
        const double most = high[k] - w->from[k], least = low[k] - w->from[k];
        size += fabs(most) + fabs(least);
        if (w->reach[k][0] + most < whole) whole = w->reach[k][0] + most;
        if (w->reach[k][1] - least < whole) whole = w->reach[k][1] - least;
    }
    out->whole = whole + size * TURNED_ERROR;
}
