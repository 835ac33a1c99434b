// shape_plane.c - a triangle and a plane, or all behind one: heights of its corners, which are products of two vectors.
#include "base/base.h"
#include "geom/shape_parts.h"
#include "geom/vector.h"

#include <math.h>

// ------------------------------------------------------------------------------------------------- doubles

void shape_bound_plane(const posed_shape* shape, const double* const vertex[3], shape_bounds* out)
{
    double p[3][3];
    const double error = shape_place_triangle(shape, vertex, p) + shape->error;
    const double* const n =
        shape->way;  // its largest coordinate from 1/2 to 1, each off by way_error
    const double way_error = shape->way_error;
    if (!(error < (double)INFINITY && way_error < 0x1p-20)) return;
    const double size = absolute_sum3(n), length = sqrt(dot3(n, n));
    double low = (double)INFINITY, high = -(double)INFINITY;          // of all heights, certainly
    double low_end = (double)INFINITY, high_end = -(double)INFINITY;  // each end's inner bound
    for (int i = 0; i < 3; i++) {
        double arm[3];
        subtract3(arm, p[i], shape->near[0]);
        const double h = dot3(n, arm), reach = absolute_sum3(arm);
        const double wrong = (1.02 * error * size + (way_error + 12 * SHAPE_U) * 1.02 * reach +
                              4 * way_error * error + 0x1p-700) *
                             ABUT_BOUND_SCALE;
        low = h - wrong < low ? h - wrong : low;
        high = h + wrong > high ? h + wrong : high;
        low_end = h + wrong < low_end ? h + wrong : low_end;
        high_end = h - wrong > high_end ? h - wrong : high_end;
    }
    // Height certainly above, or for a plane below; and how far at most.
    const int is_plane = shape->form == SHAPE_PLANE;
    double least = low, most = low_end;
    if (is_plane && high < 0) {
        least = -high;
        most = -high_end;
    }
    if (least > 0) {
        out->lo = least / (length + 2 * way_error) * (1 - 32 * SHAPE_U);
        out->hi = most / (length - 2 * way_error) * (1 + 32 * SHAPE_U);
    } else if (low_end <= 0 && (!is_plane || high_end >= 0)) {
        out->hi = 0;
    }
    if (!(out->lo > 0 && out->lo < (double)INFINITY)) out->lo = 0;
}

// ------------------------------------------------------------------------------------------------- exactly

static real3 normal_of(const shape_pair* p)
{
    real_stack* const s = p->stack;
    real3 n;
    for (int k = 0; k < 3; k++)
        n.x[k] = real_of(s, p->shape->given[1][k]);
    return shape_turn(p->shape, s, n);
}

static real height_of(const shape_pair* p, real3 normal, int i)
{
    return real3_dot(p->stack, normal, real3_subtract(p->stack, p->vertex[i], p->near[0]));
}

// The corner that is nearest to a plane, or deepest behind it; the first of equal ones. *has_both: some are on either side.
static int nearest_corner(const shape_pair* p, real3 normal, real height[3], int* has_both)
{
    real_stack* const s = p->stack;
    int best = 0, above = 0, below = 0;
    for (int i = 0; i < p->count; i++) {
        height[i] = height_of(p, normal, i);
        above |= real_sign(height[i]) >= 0;
        below |= real_sign(height[i]) <= 0;
        real x = height[i], y = height[best];
        if (p->shape->form == SHAPE_PLANE) {
            x = real_sign(x) < 0 ? real_negate(s, x) : x;
            y = real_sign(y) < 0 ? real_negate(s, y) : y;
        }
        if (real_compare(s, x, y) < 0) best = i;
    }
    *has_both = above && below;
    return best;
}

void shape_plane_square(const shape_pair* p, real* numerator, real* denominator)
{
    real_stack* const s = p->stack;
    const real3 normal = normal_of(p);
    real height[3];
    int has_both;
    const int i = nearest_corner(p, normal, height, &has_both);
    const int touches = p->shape->form == SHAPE_PLANE ? has_both : real_sign(height[i]) <= 0;
    *numerator = touches ? real_of(s, 0) : real_multiply(s, height[i], height[i]);
    *denominator = real3_dot(s, normal, normal);
}

// Where an edge whose ends lie on both sides crosses the plane.
static void crossing(const shape_pair* p, int from, int to, const real height[3], double out[3])
{
    real_stack* const s = p->stack;
    const int is_up = real_sign(height[to]) > 0;
    const real a = is_up ? height[to] : real_negate(s, height[to]);
    const real b = is_up ? real_negate(s, height[from]) : height[from];
    const real3 sum =
        real3_add(s, real3_multiply(s, p->vertex[from], a), real3_multiply(s, p->vertex[to], b));
    const real whole = real_add(s, a, b);
    for (int k = 0; k < 3; k++)
        out[k] = real_quotient(s, sum.x[k], whole);
}

int shape_plane_points(const shape_pair* p, double model_point[3], double shape_point[3])
{
    real_stack* const s = p->stack;
    const real3 normal = normal_of(p);
    const int is_plane = p->shape->form == SHAPE_PLANE;
    const real one = real_of(s, 1);
    real height[3] = {{0}};
    int has_both;
    int corner = nearest_corner(p, normal, height, &has_both);
    // In contact any corner in it will do, then the first edge that crosses it.
    for (int i = 2; i >= 0; i--)
        if (is_plane ? !real_sign(height[i]) : real_sign(height[i]) <= 0) corner = i;
    for (int i = 0; i < 3 && is_plane && has_both && real_sign(height[corner]); i++) {
        const int next = (i + 1) % 3;
        if (real_sign(height[i]) * real_sign(height[next]) >= 0) continue;
        crossing(p, i, next, height, model_point);
        for (int k = 0; k < 3; k++)
            shape_point[k] = model_point[k];
        return ABUT_FEATURE_EDGE_0 + i;
    }
    const real square = real3_dot(s, normal, normal);
    const int is_in = is_plane ? !real_sign(height[corner]) : real_sign(height[corner]) <= 0;
    for (int k = 0; k < 3; k++) {
        const real x = p->vertex[corner].x[k];
        const real down = real_multiply(s, normal.x[k], height[corner]);
        model_point[k] = real_quotient(s, x, one);
        shape_point[k] =
            is_in ? model_point[k]
                  : real_quotient(s, real_subtract(s, real_multiply(s, x, square), down), square);
    }
    return corner;
}
