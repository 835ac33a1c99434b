// range_cases.h - random ranges beside random soups, in poses of every sort, for tests of abut/range.h. Many pass through corners of
// the soup, exactly where numbers allow that, else as nearly as doubles do.
#ifndef ABUT_TESTS_SUPPORT_RANGE_CASES_H
#define ABUT_TESTS_SUPPORT_RANGE_CASES_H
#include "geom/pose.h"
#include "support/oracle_range.h"
#include "support/shape_cases.h"

#include "abut/range.h"

#include <math.h>

typedef struct range_case {
    abut_range range;
    double planes[4 * ABUT_RANGE_PLANES_MOST];  // of it, if it has some
    affine placed;                              // its pose
    // How the soup stands: coordinates are of this size in the range's.
    double size;
} range_case;

enum { RANGE_POSES = 6, RANGE_SORTS = 12 };

static const int range_ks[7] = {6, 8, 12, 14, 18, 20, 26};

static UNUSED oracle_map range_map_of(const abut_pose* pose)
{
    affine a;
    oracle_map out;
    assert_int_equal(affine_from_pose(&a, pose), ABUT_OK);
    memcpy(out.matrix, a.matrix, sizeof out.matrix);
    memcpy(out.translation, a.translation, sizeof out.translation);
    return out;
}

// About where a point of the world is in the range's coordinates.
static UNUSED void range_place_back(const affine* pose, const double x[3], double out[3])
{
    double c[3][3], d[3];
    for (int i = 0; i < 3; i++) {
        const double *u = pose->matrix[(i + 1) % 3], *v = pose->matrix[(i + 2) % 3];
        for (int k = 0; k < 3; k++)
            c[i][k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
        d[i] = x[i] - pose->translation[i];
    }
    const double* const m = pose->matrix[0];
    const double whole = m[0] * c[0][0] + m[1] * c[0][1] + m[2] * c[0][2];
    for (int k = 0; k < 3; k++)
        out[k] = (c[0][k] * d[0] + c[1][k] * d[1] + c[2][k] * d[2]) / whole;
}

// A point near the soup, or a corner of it, in the range's coordinates.
static UNUSED void range_point(const shape_scene* s, const range_case* c, int is_own, rng* r,
                               double out[3])
{
    double x[3];
    if (is_own) {  // the range stands as the soup does: in the soup's own numbers
        const double* const v = s->soup.vertices + 3 * rng_below(r, s->soup.vertex_count);
        const int is_corner = s->is_grid || rng_below(r, 2);
        for (int k = 0; k < 3; k++)
            out[k] = is_corner ? v[k] : v[k] + 0.2 * rng_signed(r);
        return;
    }
    shape_point(s, r, x);
    range_place_back(&c->placed, x, out);
}

static UNUSED double range_along(const double n[3], const double x[3])
{
    return n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
}

static UNUSED void range_intervals(const shape_scene* s, range_case* c, int is_own, rng* r)
{
    const int k = c->range.kind == ABUT_RANGE_BOX ? 6 : c->range.k;
    double a[3], b[3], n[3];
    for (int i = 0; i < k / 2; i++) {
        if (i == 0 || rng_below(r, 4) == 0) {
            range_point(s, c, is_own, r, a);
            range_point(s, c, is_own, r, b);
        }
        assert_int_equal(abut_range_direction(k, i, n), ABUT_OK);
        const double x = range_along(n, a), y = range_along(n, b);
        c->range.low[i] = x < y ? x : y;
        c->range.high[i] = x < y ? y : x;
        if (rng_below(r, 3) == 0) {  // wider, so that something is in it
            c->range.low[i] -= c->size * (double)rng_below(r, 3) / 2;
            c->range.high[i] += c->size * (double)rng_below(r, 3) / 2;
        }
        if (rng_below(r, 8) == 0) c->range.low[i] = -(double)INFINITY;
        if (rng_below(r, 8) == 0) c->range.high[i] = (double)INFINITY;
        if (rng_below(r, 16) == 0) c->range.high[i] = 1e300 * c->size;
        if (rng_below(r, 200) == 0) c->range.low[i] = (double)INFINITY;
    }
}

// Planes about a point, mostly.
static UNUSED void range_planes(const shape_scene* s, range_case* c, int is_own, size_t count,
                                rng* r)
{
    double middle[3];
    range_point(s, c, is_own, r, middle);
    for (size_t i = 0; i < count; i++) {
        double x[3], *const n = c->planes + 4 * i;
        range_point(s, c, is_own, r, x);
        do {
            for (int k = 0; k < 3; k++)
                n[k] = s->is_grid || rng_below(r, 4) == 0 ? (double)rng_below(r, 5) - 2
                                                          : rng_signed(r);
        } while (n[0] == 0 && n[1] == 0 && n[2] == 0);
        n[3] = range_along(n, x);
        const int turns = range_along(n, middle) > n[3] && rng_below(r, 8);
        const double scale = ldexp(turns ? -1 : 1, (int)rng_below(r, 9) - 4);
        for (int k = 0; k < 4; k++)
            n[k] *= scale;
        // A little off, from nothing to what floats see.
        if (rng_below(r, 3) == 0) n[3] *= 1 + ldexp(rng_signed(r), -20 - (int)rng_below(r, 34));
    }
    c->range.planes = c->planes;
    c->range.plane_count = count;
}

// What a camera sees that looks along one of its own axes.
static UNUSED void range_frustum(const shape_scene* s, range_case* c, int is_own, rng* r)
{
    double eye[3], m[16] = {0};
    range_point(s, c, is_own, r, eye);
    const double near = 0.05 * c->size, far = 4 * c->size, wide = 1 + 0.5 * rng_signed(r);
    const double view[4][4] = {
        {1, 0, 0, -eye[0]}, {0, 1, 0, -eye[1]}, {0, 0, 1, -eye[2] - c->size}, {0, 0, 0, 1}};
    const double clip[4][4] = {{wide, 0, 0, 0},
                               {0, wide, 0, 0},
                               {0, 0, (far + near) / (near - far), 2 * far * near / (near - far)},
                               {0, 0, -1, 0}};
    for (int i = 0; i < 16; i++)
        for (int k = 0; k < 4; k++)
            m[i] += clip[i / 4][k] * view[k][i % 4];
    size_t count = 0;
    assert_int_equal(abut_frustum_planes(m, (int)rng_below(r, 2), c->planes, &count), ABUT_OK);
    c->range.planes = c->planes;
    c->range.plane_count = count;
}

// A range of a sort in a pose of a sort: 0 none, 1 the soup's own, 2 to 5 others.
static UNUSED range_case range_random(const shape_scene* s, int sort, int pose, rng* r)
{
    range_case c = {.size = 1};
    const int is_own = pose == 1;
    const double scale = s->pose.scale > 0 ? s->pose.scale : 1;
    if (pose == 1) c.range.pose = s->pose;
    if (pose > 1) {
        c.range.pose = pose_of_sort(r, pose);
        c.range.pose.scale =
            fmin((c.range.pose.scale > 0 ? c.range.pose.scale : 1) * scale, 0x1p300);
        for (int k = 0; k < 3; k++)
            c.range.pose.translation[k] = s->pose.translation[k];
    }
    assert_int_equal(affine_from_pose(&c.placed, &c.range.pose), ABUT_OK);
    if (pose == 0) c.size = scale;
    if (s->is_grid) c.size *= 2;
    if (sort == 0) {
        c.range.kind = ABUT_RANGE_BOX;
        range_intervals(s, &c, is_own, r);
    } else if (sort <= 7) {
        c.range.kind = ABUT_RANGE_DOP;
        c.range.k = range_ks[sort - 1];
        range_intervals(s, &c, is_own, r);
    } else {
        c.range.kind = ABUT_RANGE_PLANES;
        if (sort == 8)
            range_frustum(s, &c, is_own, r);
        else
            range_planes(s, &c, is_own,
                         sort == 9    ? 1 + rng_below(r, 2)
                         : sort == 10 ? 3 + rng_below(r, 6)
                                      : 64,
                         r);
    }
    return c;
}

// After a case was copied: what points into it.
static UNUSED const abut_range* range_of(range_case* c)
{
    if (c->range.kind == ABUT_RANGE_PLANES) c->range.planes = c->planes;
    return &c->range;
}

// The question of one triangle. Returns 0 if the range has an interval that holds nothing: it then asks nothing.
static UNUSED int range_question_of(const shape_scene* s, const abut_range* range,
                                    range_question* out)
{
    memset(out, 0, sizeof *out);
    out->model = range_map_of(&s->pose);
    out->has_frame = s->has_frame;
    if (s->has_frame) out->frame = range_map_of(&s->frame);
    out->pose = range_map_of(&range->pose);
    if (range->kind == ABUT_RANGE_PLANES) {
        out->count = (int)range->plane_count;
        memcpy(out->plane, range->planes, range->plane_count * sizeof *out->plane);
        return 1;
    }
    const int k = range->kind == ABUT_RANGE_BOX ? 6 : range->k;
    for (int i = 0; i < k / 2; i++) {
        double n[3];
        assert_int_equal(abut_range_direction(k, i, n), ABUT_OK);
        if (range->low[i] == (double)INFINITY || range->high[i] == -(double)INFINITY) return 0;
        if (isfinite(range->high[i])) {
            double* const to = out->plane[out->count++];
            memcpy(to, n, sizeof n);
            to[3] = range->high[i];
        }
        if (isfinite(range->low[i])) {
            double* const to = out->plane[out->count++];
            for (int j = 0; j < 3; j++)
                to[j] = -n[j];
            to[3] = -range->low[i];
        }
    }
    return 1;
}

#endif
