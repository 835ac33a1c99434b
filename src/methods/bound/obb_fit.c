// obb_fit.c - the best of several boxes. PCA alone gives boxes three times too large on cubes, whose
// eigenvalues are equal; DiTO-14 alone is poor on curved patches.
#include "base/base.h"
#include "base/bits.h"
#include "methods/bound/obb.h"
#include "methods/bound/obb_axes.h"

#include "abut/methods.h"

#define POINT_SIZE 0x1p-60  // below this the slack alone decides

static const matrix3 file_axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

// Keep what storage can hold. Subnormal numbers would read as 0 under denormals-are-zero, so they are
// 0 already here.
static double as_stored(double x, int as_float)
{
    if (fabs(x) < 0x1p-100) return 0;
    return as_float ? (double)(float)x : x;
}

// Axes to choose among, the first of equals wins.
typedef struct candidates {
    matrix3 axes[7];
    int count;
} candidates;

// Returns 0, and tells options->failure, where a hull cannot be had.
static int add_hull(candidates* c, const triangle_set* set, const range3* range,
                    const volume_options* options, int surface)
{
    moments sum;
    const abut_status status = hull_moments(set, range, surface, &sum);
    if (status != ABUT_OK) {
        if (options->failure) atomic_store(options->failure, (int)status);
        return 0;
    }
    c->axes[c->count++] = moments_axes(&sum);
    return 1;
}

static void add_candidates(candidates* c, const triangle_set* set, const extremes* e,
                           const volume_options* options, const obb* parent)
{
    const unsigned fits = options->fits;
    if (fits & ABUT_FIT_AABB || (fits & ABUT_FIT_PARENT && !parent))
        c->axes[c->count++] = file_axes;
    if (fits & ABUT_FIT_PCA) c->axes[c->count++] = principal_axes(set, &e->range);
    if (fits & ABUT_FIT_PARENT && parent) {
        c->axes[c->count] = parent->axes;
        c->count += orthonormalise(&c->axes[c->count]);
    }
    if (fits & ABUT_FIT_DITO14) c->count += ditetrahedron_axes(e, &c->axes[c->count]);
    if (fits & ABUT_FIT_VERTICES) c->axes[c->count++] = vertex_axes(set, &e->range);
    if (fits & ABUT_FIT_HULL_VERTICES && !add_hull(c, set, &e->range, options, 0)) return;
    if (fits & ABUT_FIT_HULL_SURFACE) add_hull(c, set, &e->range, options, 1);
}

static double area_of_range(const range3* range)
{
    double edge[3];
    subtract3(edge, range->high, range->low);
    return half_area_of_box(edge);
}

static matrix3 best_axes(const point_view* v, const volume_options* options, const obb* parent)
{
    extremes e;
    double edge[3];
    find_extremes(v, &e);
    subtract3(edge, e.range.high, e.range.low);
    if (absolute_max3(edge) < POINT_SIZE) return file_axes;
    candidates c = {.count = 0};
    add_candidates(&c, v->set, &e, options, parent);
    if (c.count == 0) return file_axes;
    range3 ranges[7];
    if (c.count > 1) measure_points(v, c.axes, c.count, ranges);
    int best = 0;
    for (int i = 1; i < c.count; i++) {
        if (area_of_range(&ranges[i]) < area_of_range(&ranges[best])) best = i;
    }
    return c.axes[best];
}

// Find the box of the set for axes as stored. The inverse is the true one, so that axes rounded to
// float cost nothing but a little width.
static void fit_extents(obb* box, const point_view* v, double widen, int as_float)
{
    const matrix3 dual = dual3(&box->axes);
    range3 range;
    measure_points(v, &dual, 1, &range);
    for (int j = 0; j < 3; j++) {
        double centre = 0;
        for (int k = 0; k < 3; k++)
            centre += (range.low[k] + range.high[k]) / 2 * box->axes.row[k][j];
        box->centre[j] = as_stored(centre, as_float);
    }
    for (int k = 0; k < 3; k++) {
        const double along = dot3(dual.row[k], box->centre);
        const double above = range.high[k] - along, below = along - range.low[k];
        const double half =
            (above > below ? above : below) * VOLUME_INFLATION + VOLUME_SLACK + widen;
        box->half[k] = as_float ? (double)float_round_up(half) : half;
    }
}

static void swap_axes(obb* box, int i, int k)
{
    for (int x = 0; x < 3; x++) {
        const double entry = box->axes.row[i][x];
        box->axes.row[i][x] = box->axes.row[k][x];
        box->axes.row[k][x] = entry;
    }
    const double half = box->half[i];
    box->half[i] = box->half[k];
    box->half[k] = half;
}

// The shortest first: across it boxes part most often, so that the test ends there. Equals keep their
// order.
static void sort_axes(obb* box)
{
    if (box->half[1] < box->half[0]) swap_axes(box, 0, 1);
    if (box->half[2] < box->half[1]) swap_axes(box, 1, 2);
    if (box->half[1] < box->half[0]) swap_axes(box, 0, 1);
}

void obb_fit(obb* out, const triangle_set* set, const volume_options* options, const obb* parent,
             int as_float)
{
    point_view v;
    ASSERT(set->count > 0);
    point_view_make(&v, set);
    out->axes = best_axes(&v, options, parent);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out->axes.row[i][k] = as_stored(out->axes.row[i][k], as_float);
    }
    fit_extents(out, &v, options->widen, as_float);
    sort_axes(out);
}

// The quaternion of orthonormal, right-handed axes, the largest of its entries first (Shepperd,
// Quaternion from rotation matrix, 1978). obb_expand gives the axes back.
static void quaternion_of(double q[4], const matrix3* axes)
{
    const double(*m)[3] = axes->row;
    const double trace = m[0][0] + m[1][1] + m[2][2];
    int largest = 3;
    double most = trace;
    for (int k = 0; k < 3; k++) {
        if (m[k][k] > most) {
            most = m[k][k];
            largest = k;
        }
    }
    if (largest == 3) {
        q[3] = sqrt(1 + trace) / 2;
        for (int k = 0; k < 3; k++)
            q[k] = (m[(k + 1) % 3][(k + 2) % 3] - m[(k + 2) % 3][(k + 1) % 3]) / (4 * q[3]);
        return;
    }
    const int i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
    q[i] = sqrt(1 + m[i][i] - m[j][j] - m[k][k]) / 2;
    q[j] = (m[i][j] + m[j][i]) / (4 * q[i]);
    q[k] = (m[i][k] + m[k][i]) / (4 * q[i]);
    q[3] = (m[j][k] - m[k][j]) / (4 * q[i]);
}

// Make axes right-handed; a box does not change when one of them is turned round.
static void make_right_handed(matrix3* axes)
{
    double third[3];
    cross3(third, axes->row[0], axes->row[1]);
    if (dot3(third, axes->row[2]) >= 0) return;
    for (int k = 0; k < 3; k++)
        axes->row[2][k] = -axes->row[2][k];
}

void obb_fit_quaternion(obb* out, double quaternion[4], const triangle_set* set,
                        const volume_options* options, const obb* parent, int as_float)
{
    point_view v;
    ASSERT(set->count > 0);
    point_view_make(&v, set);
    out->axes = best_axes(&v, options, parent);
    fit_extents(out, &v, options->widen, 0);
    sort_axes(out);
    make_right_handed(&out->axes);
    quaternion_of(quaternion, &out->axes);
    for (int i = 0; i < 4; i++)
        quaternion[i] = as_stored(quaternion[i], as_float);
    out->axes = obb_expand(quaternion);
    // Twice the slack: half of it for what obb_expand rounds.
    fit_extents(out, &v, options->widen + VOLUME_SLACK, as_float);
}
