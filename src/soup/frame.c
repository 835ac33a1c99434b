// frame.c - see frame.h. Scaling goes before any subtraction, which could overflow.
#include "soup/frame.h"

#include "base/bits.h"

#include <string.h>

// A box is kept at most 2^60 times smaller than its distance from the origin: the doubles of a vertex
// cannot resolve more.
#define FARTHEST 60

static void range_of_mesh(const soup_mesh* m, double low[3], double high[3])
{
    int64_t least[3], most[3];  // double_order
    for (int k = 0; k < 3; k++) {
        least[k] = INT64_MAX;
        most[k] = INT64_MIN;
    }
    for (size_t i = 0; i < m->triangle_count * 3; i++) {
        const double* vertex = m->vertices + (size_t)m->triangles[i] * 3;
        for (int k = 0; k < 3; k++) {
            const int64_t order = double_order(vertex[k]);
            least[k] = order < least[k] ? order : least[k];
            most[k] = order > most[k] ? order : most[k];
        }
    }
    for (int k = 0; k < 3; k++) {
        low[k] = double_from_order(least[k]);
        high[k] = double_from_order(most[k]);
    }
}

// Find the exponent of the largest |coordinate|, unless all are 0.
static int top_of_range(const double low[3], const double high[3], int* is_zero)
{
    int top = -2000;
    *is_zero = 1;
    for (int k = 0; k < 3; k++) {
        const double ends[2] = {low[k], high[k]};
        for (int e = 0; e < 2; e++) {
            if (double_is_zero(ends[e])) continue;
            *is_zero = 0;
            if (double_top(ends[e]) > top) top = double_top(ends[e]);
        }
    }
    return top;
}

frame frame_of_mesh(const soup_mesh* m)
{
    frame f = {{0, 0, 0}, 0};
    if (!m->triangle_count) return f;
    double low[3], high[3], middle[3];
    int is_zero;
    range_of_mesh(m, low, high);
    const int top = top_of_range(low, high, &is_zero);
    if (is_zero) return f;
    f.exponent = top - FARTHEST;
    for (int k = 0; k < 3; k++) {
        const double from = double_scale(low[k], -top), to = double_scale(high[k], -top);
        middle[k] = from / 2 + to / 2;
        const double ends[2] = {to - middle[k], middle[k] - from};
        for (int e = 0; e < 2; e++) {
            if (double_is_zero(ends[e])) continue;
            if (double_top(ends[e]) + top > f.exponent) f.exponent = double_top(ends[e]) + top;
        }
    }
    for (int k = 0; k < 3; k++)
        f.origin[k] = double_scale(middle[k], top - f.exponent);
    return f;
}

void frame_place(const frame* f, const double v[3], double y[3])
{
    for (int k = 0; k < 3; k++)
        y[k] = double_scale(v[k], -f->exponent) - f->origin[k];
}

frame_map frame_map_make(const frame* f)
{
    // What is read or written as 0 for being subnormal is below 2^-962 of the frame.
    const int is_plain = f->exponent >= -60 && f->exponent <= 900;
    return (frame_map){f, is_plain ? double_scale(1, -f->exponent) : 0};
}
