// shape_turned.c - a triangle and a cylinder or a cone, in exact numbers.
//
// What is between the planes of both ends is a polygon, whose corners are rational. About the axis the solid is all where a
// quadratic form of homogeneous coordinates is not positive: along an edge such a form tells by its values at both ends and
// between them whether it gets there. Inside the polygon it does first where the axis goes through.
#include "base/base.h"
#include "base/bits.h"
#include "geom/shape_parts.h"

#include <math.h>
#include <string.h>

typedef struct corner {  // from + q / weight, weight positive
    real3 q;
    real weight;
    real3 out;    // q x axis
    real across;  // what the radius is measured by: the weight, or q . axis
} corner;

enum { CORNERS_MAX = 9 };

typedef struct solid {
    const shape_pair* pair;
    real3 axis;
    real length_square;
    real out_factor, across_factor;  // the form is out_factor out . out - across_factor across^2
    int count;
    corner at[CORNERS_MAX];
} solid;

static void add(solid* of, real3 q, real weight)
{
    real_stack* const s = of->pair->stack;
    ASSERT(of->count < CORNERS_MAX);
    corner* const c = &of->at[of->count++];
    c->q = q;
    c->weight = weight;
    c->out = real3_cross(s, q, of->axis);
    c->across = of->pair->shape->form == SHAPE_CONE ? real3_dot(s, q, of->axis) : weight;
}

// Where an edge crosses the plane of an end, if it does so strictly; heights are above it.
static void add_crossing(solid* of, real3 from, real3 to, real from_height, real to_height)
{
    real_stack* const s = of->pair->stack;
    if (real_sign(from_height) * real_sign(to_height) >= 0) return;
    const int is_up = real_sign(to_height) > 0;
    const real a = is_up ? to_height : real_negate(s, to_height);
    const real b = is_up ? real_negate(s, from_height) : from_height;
    add(of, real3_add(s, real3_multiply(s, from, a), real3_multiply(s, to, b)), real_add(s, a, b));
}

// The part of a triangle, or of an edge or a vertex of it, between both ends.
static void make(solid* of, const shape_pair* p)
{
    real_stack* const s = p->stack;
    const int is_cone = p->shape->form == SHAPE_CONE;
    of->pair = p;
    of->count = 0;
    of->axis = real3_subtract(s, p->near[1], p->near[0]);
    of->length_square = real3_dot(s, of->axis, of->axis);
    const real radius = real_of(s, p->shape->radius), square = real_multiply(s, radius, radius);
    of->out_factor = is_cone ? of->length_square : real_of(s, 1);
    of->across_factor = is_cone ? square : real_multiply(s, square, of->length_square);
    real3 q[3];
    real height[3][2];  // above the first end's plane, and the second's
    for (int i = 0; i < p->count; i++) {
        q[i] = real3_subtract(s, p->vertex[i], p->near[0]);
        height[i][0] = real3_dot(s, q[i], of->axis);
        height[i][1] = real_subtract(s, height[i][0], of->length_square);
    }
    const real one = real_of(s, 1);
    for (int i = 0; i < p->count; i++) {
        if (real_sign(height[i][0]) >= 0 && real_sign(height[i][1]) <= 0) add(of, q[i], one);
        const int next = i + 1 < p->count ? i + 1 : 0;
        if (p->count < 3 && !next) break;
        const int first = real_compare(s, height[i][0], height[next][0]) > 0;
        for (int k = 0; k < 2; k++) {
            const int end = first ^ k;
            add_crossing(of, q[i], q[next], height[i][end], height[next][end]);
        }
    }
}

static real form(const solid* of, const corner* a, const corner* b)
{
    real_stack* const s = of->pair->stack;
    const real out = real_multiply(s, of->out_factor, real3_dot(s, a->out, b->out));
    const real across = real_multiply(s, a->across, b->across);
    return real_subtract(s, out, real_multiply(s, of->across_factor, across));
}

// A point in the solid: from + q / weight.
typedef struct point {
    real3 q;
    real weight;
} point;

// Whether an edge gets in between its corners, which are out.
static int edge_enters(const solid* of, const corner* a, const corner* b, point* at)
{
    real_stack* const s = of->pair->stack;
    const real aa = form(of, a, a), bb = form(of, b, b), ab = form(of, a, b);
    if (real_sign(ab) >= 0) return 0;
    if (real_compare(s, real_multiply(s, ab, ab), real_multiply(s, aa, bb)) < 0) return 0;
    const real to_a = real_subtract(s, bb, ab), to_b = real_subtract(s, aa, ab);
    at->q = real3_add(s, real3_multiply(s, a->q, to_a), real3_multiply(s, b->q, to_b));
    at->weight = real_add(s, real_multiply(s, a->weight, to_a), real_multiply(s, b->weight, to_b));
    return 1;
}

// Whether the axis goes through the inside of the polygon.
static int axis_pierces(const solid* of, point* at)
{
    real_stack* const s = of->pair->stack;
    int signs[2] = {0};
    for (int i = 0; i < of->count; i++) {
        const corner *const a = &of->at[i], *const b = &of->at[(i + 1) % of->count];
        const int sign = real_sign(real3_dot(s, of->axis, real3_cross(s, a->q, b->q)));
        if (sign) signs[sign > 0] = 1;
    }
    if (signs[0] == signs[1]) return 0;
    const shape_pair* const p = of->pair;
    const real3 normal = real3_cross(s, real3_subtract(s, p->vertex[1], p->vertex[0]),
                                     real3_subtract(s, p->vertex[2], p->vertex[0]));
    const real height = real3_dot(s, normal, real3_subtract(s, p->vertex[0], p->near[0]));
    const real down = real3_dot(s, normal, of->axis);
    const int is_down = real_sign(down) < 0;
    at->weight = is_down ? real_negate(s, down) : down;
    at->q = real3_multiply(s, of->axis, is_down ? real_negate(s, height) : height);
    return 1;
}

static int touches(const shape_pair* p, point* at)
{
    solid of;
    make(&of, p);
    for (int i = 0; i < of.count; i++)
        if (real_sign(form(&of, &of.at[i], &of.at[i])) <= 0) {
            *at = (point){of.at[i].q, of.at[i].weight};
            return 1;
        }
    for (int i = 0; i < of.count; i++)
        if (edge_enters(&of, &of.at[i], &of.at[(i + 1) % of.count], at)) return 1;
    return axis_pierces(&of, at);
}

int shape_turned_touches(const shape_pair* p)
{
    point at;
    const size_t mark = real_mark(p->stack);
    const int found = touches(p, &at);
    real_release(p->stack, mark);
    return found;
}

// ------------------------------------------------------------------------------------------------- distance

static int larger(int x, int y)
{
    return x > y ? x : y;
}

static void round_vector(real3 v, int top, double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = real_about(real_scale(v.x[k], -top));
}

// The same question about the first vertex, at a scale at which all coordinates are at most 1: each is rounded once or so. Returns
// the power of two that was taken out.
static int centred(const shape_pair* p, posed_shape* shape, double vertex[3][3])
{
    real_stack* const s = p->stack;
    real3 v[3], end[2];
    const real3 axis = real3_subtract(s, p->near[1], p->near[0]);
    int top = real3_top(axis);
    for (int i = 0; i < 3; i++) {
        v[i] = real3_subtract(s, p->vertex[i], p->vertex[0]);
        top = larger(top, real3_top(v[i]));
    }
    for (int i = 0; i < 2; i++) {
        end[i] = real3_subtract(s, p->near[i], p->vertex[0]);
        top = larger(top, real3_top(end[i]));
    }
    const real radius = real_of(s, p->shape->radius);
    if (radius.limbs && real_top(radius) > top) top = real_top(radius);
    *shape = *p->shape;
    for (int i = 0; i < 3; i++)
        round_vector(v[i], top, vertex[i]);
    for (int i = 0; i < 2; i++)
        round_vector(end[i], top, shape->near[i]);
    round_vector(axis, real3_top(axis), shape->way);
    shape->way_error = 16 * SHAPE_U;
    shape->error = 16 * SHAPE_U;
    shape->radius = double_scale(p->shape->radius, -top);
    for (int k = 0; k < 3; k++) {
        shape->middle[k] = 0.5 * (shape->near[0][k] + shape->near[1][k]);
        const double half = fabs(shape->near[0][k] - shape->middle[k]) + 0x1p-40;
        shape->extent = k && shape->extent > half ? shape->extent : half;
    }
    return top;
}

void shape_turned_distance(const shape_pair* p, double* lo, double* hi)
{
    posed_shape shape;
    shape_near near;
    double vertex[3][3];
    *lo = *hi = 0;
    if (shape_turned_touches(p)) return;
    const int top = centred(p, &shape, vertex);
    const int is_known = shape_near_turned(&shape, vertex, 16 * SHAPE_U, &near);
    ASSERT(is_known);
    *lo = is_known && near.lo > 0 ? double_scale(near.lo, top) : 0;
    *hi = is_known ? double_scale(near.hi, top) : (double)INFINITY;
    if (!(*lo < (double)INFINITY)) *lo = double_from_bits(UINT64_C(0x7FEFFFFFFFFFFFFF));
    if (!(*hi > 0)) *hi = 0x1p-1022;  // below the normal numbers
}

// -------------------------------------------------------------------------------------------------- points

static double ratio_about(real a, real b)
{
    const int top = real_top(b);
    return real_about(real_scale(a, -top)) / real_about(real_scale(b, -top));
}

// The least feature that is in contact, and a point of it in the shape.
static int shared_point(const shape_pair* whole, double out[3])
{
    real_stack* const s = whole->stack;
    for (int feature = 0; feature <= ABUT_FEATURE_FACE; feature++) {
        const size_t mark = real_mark(s);
        shape_pair p;
        point at;
        shape_pair_feature(&p, whole, feature);
        if (touches(&p, &at)) {
            const real3 from = real3_multiply(s, p.near[0], at.weight);
            const real3 sum = real3_add(s, from, at.q);
            for (int k = 0; k < 3; k++)
                out[k] = ratio_about(sum.x[k], at.weight);
            return feature;
        }
        real_release(s, mark);
    }
    return -1;
}

int shape_turned_points(const shape_pair* p, double model_point[3], double shape_point[3])
{
    const int shared = shared_point(p, model_point);
    if (shared >= 0) {
        memcpy(shape_point, model_point, 3 * sizeof *shape_point);
        return shared;
    }
    posed_shape shape;
    shape_near near;
    double vertex[3][3];
    const int top = centred(p, &shape, vertex);
    const int is_known = shape_near_turned(&shape, vertex, 16 * SHAPE_U, &near);
    ASSERT(is_known);
    for (int k = 0; k < 3 && is_known; k++) {
        const double origin = real_about(p->vertex[0].x[k]);
        model_point[k] = origin + double_scale(near.p[k], top);
        shape_point[k] = origin + double_scale(near.q[k], top);
    }
    return is_known ? shape_feature_of(near.vertices) : ABUT_FEATURE_FACE;
}
