// kdop.c - k-DOPs of triangles, for any set of directions.
#include "methods/bound/kdop.h"

#include "base/base.h"
#include "base/bits.h"

double kdop_length(const signed char direction[3])
{
    return sqrt(direction[0] * direction[0] + direction[1] * direction[1] +
                direction[2] * direction[2]);
}

void kdop_measure(const kdop_set* set, const double* const corner[3], double* out)
{
    for (int i = 0; i < set->half; i++) {
        double from = HUGE_VAL, to = -HUGE_VAL;
        for (int v = 0; v < 3; v++) {
            const double along = kdop_along(set->direction[i], corner[v]);
            if (along < from) from = along;
            if (along > to) to = along;
        }
        out[i] = to;
        out[set->half + i] = -from;
    }
}

// How far the triangles of a set reach, as kdop_measure says of one.
static void measure_set(const kdop_set* set, const triangle_set* triangles,
                        const volume_options* options, double* out)
{
    const int half = set->half;
    for (int i = 0; i < half; i++)
        out[i] = out[half + i] = -HUGE_VAL;
    for (size_t t = 0; t < triangles->count; t++) {
        double own[2 * KDOP_HALF_MAX];
        const double* triangle = own;
        if (options->offsets) {
            triangle = options->offsets + 2 * (size_t)half * triangles->order[t];
        } else {
            const uint32_t* index = triangles->triangles + (size_t)triangles->order[t] * 3;
            const double* corner[3];
            for (int v = 0; v < 3; v++)
                corner[v] = triangles->points + (size_t)index[v] * 3;
            kdop_measure(set, corner, own);
        }
        for (int i = 0; i < half; i++) {
            out[i] = triangle[i] > out[i] ? triangle[i] : out[i];
            out[half + i] = triangle[half + i] > out[half + i] ? triangle[half + i] : out[half + i];
        }
    }
}

// Rounding errs by less than a sixteenth of the slack; what is left of it covers subnormal floats, which
// read as 0 under denormals-are-zero.
void kdop_fit(const kdop_set* set, float* low, float* high, const triangle_set* triangles,
              const volume_options* options)
{
    ASSERT(triangles->count && options->widen >= 0);
    double reach[2 * KDOP_HALF_MAX];
    measure_set(set, triangles, options, reach);
    for (int i = 0; i < set->half; i++) {
        const double more = VOLUME_SLACK + options->widen * kdop_length(set->direction[i]);
        low[i] = -float_round_up(reach[set->half + i] + more);
        high[i] = float_round_up(reach[i] + more);
    }
}

int kdop_has_axes(const kdop_set* set)
{
    return set->direction[0][0] == 1 && !set->direction[0][1] && !set->direction[0][2];
}

int kdop_directions(const kdop_set* set, const float* low, const float* high, int all,
                    double out[VOLUME_DIRECTIONS_MAX][3])
{
    const int count = all || !kdop_has_axes(set) ? set->half : 3;
    double width[KDOP_HALF_MAX];
    for (int i = 0; i < count; i++) {
        const double length = kdop_length(set->direction[i]);
        double axis[3];
        for (int k = 0; k < 3; k++)
            axis[k] = set->direction[i][k] / length;
        width[i] = ((double)high[i] - (double)low[i]) / length;
        int place = i;
        const double own = width[i];
        for (; place > 0 && own > width[place - 1]; place--) {
            width[place] = width[place - 1];
            for (int k = 0; k < 3; k++)
                out[place][k] = out[place - 1][k];
        }
        width[place] = own;
        for (int k = 0; k < 3; k++)
            out[place][k] = axis[k];
    }
    return count;
}

double kdop_content(const kdop_set* set, const float* low, const float* high)
{
    kdop_shape shape;
    kdop_shape_find(set, low, high, &shape);
    return shape.content;
}

double kdop_half_area(const kdop_set* set, const float* low, const float* high)
{
    kdop_shape shape;
    kdop_shape_find(set, low, high, &shape);
    return shape.half_area;
}

double kdop_reach(const kdop_set* set, const float* low, const float* high)
{
    double reach = 0;
    for (int i = 0; i < set->half; i++) {
        const double from = fabs((double)low[i]), to = fabs((double)high[i]);
        if (from > reach) reach = from;
        if (to > reach) reach = to;
    }
    return reach;
}

int kdop_holds(const kdop_set* set, const float* low, const float* high, const long double point[3])
{
    for (int i = 0; i < set->half; i++) {
        long double along = 0;
        for (int k = 0; k < 3; k++)
            along += set->direction[i][k] * point[k];
        if (along < (long double)low[i] || along > (long double)high[i]) return 0;
    }
    return 1;
}

const char* kdop_check(const kdop_set* set, const float* low, const float* high, double reach)
{
    for (int i = 0; i < set->half; i++) {
        if (!(low[i] <= high[i])) return "a slab is empty";
        if (!(fabs((double)low[i]) <= reach && fabs((double)high[i]) <= reach))
            return "an offset is beyond the reach";
    }
    return NULL;
}
