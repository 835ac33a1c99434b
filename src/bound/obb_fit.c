// obb_fit.c - the best of several boxes. PCA alone gives boxes three times too large on cubes, whose
// eigenvalues are equal; DiTO-14 alone is poor on curved patches.
#include "base/base.h"
#include "base/bits.h"
#include "bound/obb.h"
#include "bound/obb_axes.h"

#define INFLATION  (1 + 0x1p-40)
#define SLACK      0x1p-44  // of a model of size 1: more than the rounding of all extents
#define POINT_SIZE 0x1p-60  // below this the slack alone decides

static const matrix3 file_axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

// Keep what storage can hold. Subnormal numbers would read as 0 under denormals-are-zero, so they are
// 0 already here.
static double as_stored(double x, int as_float)
{
    if (fabs(x) < 0x1p-100) return 0;
    return as_float ? (double)(float)x : x;
}

static void try_axes(matrix3* best, double* best_area, const triangle_set* set, const matrix3* axes)
{
    const double area = area_of_set(set, axes);
    if (area < *best_area) {
        *best_area = area;
        *best = *axes;
    }
}

static matrix3 best_axes(const triangle_set* set, unsigned fits, const obb* parent)
{
    const range3 range = range_of_set(set);
    double edge[3];
    subtract3(edge, range.high, range.low);
    matrix3 best = file_axes;
    if (absolute_max3(edge) < POINT_SIZE) return best;
    double best_area = HUGE_VAL;
    if (fits & ABUT_FIT_AABB || (fits & ABUT_FIT_PARENT && !parent)) best_area = half_area(edge);
    if (fits & ABUT_FIT_PCA) {
        const matrix3 axes = principal_axes(set, &range);
        try_axes(&best, &best_area, set, &axes);
    }
    if (fits & ABUT_FIT_PARENT && parent) {
        matrix3 axes = parent->axes;
        orthonormalise(&axes);
        try_axes(&best, &best_area, set, &axes);
    }
    if (fits & ABUT_FIT_DITO14) {
        const matrix3 axes = ditetrahedron_axes(set);
        try_axes(&best, &best_area, set, &axes);
    }
    return best;
}

// Find the box of the set for axes as stored. The inverse is the true one, so that axes rounded to
// float cost nothing but a little width.
static void fit_extents(obb* box, const triangle_set* set, int as_float)
{
    const matrix3 dual = dual3(&box->axes);
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    double high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (size_t t = 0; t < set->count; t++) {
        const uint32_t* index = set->triangles + (size_t)set->order[t] * 3;
        for (int v = 0; v < 3; v++) {
            const double* point = set->points + (size_t)index[v] * 3;
            for (int k = 0; k < 3; k++) {
                const double along = dot3(dual.row[k], point);
                if (along < low[k]) low[k] = along;
                if (along > high[k]) high[k] = along;
            }
        }
    }
    for (int j = 0; j < 3; j++) {
        double centre = 0;
        for (int k = 0; k < 3; k++)
            centre += (low[k] + high[k]) / 2 * box->axes.row[k][j];
        box->centre[j] = as_stored(centre, as_float);
    }
    for (int k = 0; k < 3; k++) {
        const double along = dot3(dual.row[k], box->centre);
        const double above = high[k] - along, below = along - low[k];
        const double half = (above > below ? above : below) * INFLATION + SLACK;
        box->half[k] = as_float ? (double)float_round_up(half) : half;
    }
}

void obb_fit(obb* out, const triangle_set* set, unsigned fits, const obb* parent, int as_float)
{
    ASSERT(set->count > 0);
    out->axes = best_axes(set, fits, parent);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out->axes.row[i][k] = as_stored(out->axes.row[i][k], as_float);
    }
    fit_extents(out, set, as_float);
}
