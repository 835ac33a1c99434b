// posed_ray.c - a ray and a triangle in exact numbers.
#include "geom/posed_ray.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/shape_parts.h"

#include "abut/ray.h"

#include <float.h>
#include <math.h>
#include <string.h>

// t, a quotient; the denominator is positive.
typedef struct place {
    real numerator, denominator;
} place;

typedef struct scene {
    const posed_ray* ray;
    real_stack* stack;
    real3 origin, way;  // in the world
    real3 corner[3];    // as seen from the origin
    real3 normal;
    real down, height;  // normal . way, normal . corner
} scene;

static void make_scene(scene* out, const posed_ray* ray, const double* const vertex[3],
                       real_stack* s)
{
    out->ray = ray;
    out->stack = s;
    out->origin = shape_vector(s, ray->origin);
    out->way = shape_vector(s, ray->given);
    if (ray->is_segment) out->way = real3_subtract(s, out->way, out->origin);
    for (int i = 0; i < 3; i++) {
        const size_t mark = real_mark(s);
        real3 v = shape_apply(ray->space->pose, s, shape_vector(s, vertex[i]));
        if (ray->space->frame) v = shape_apply(ray->space->frame, s, v);
        out->corner[i] = real3_keep(s, mark, real3_subtract(s, v, out->origin));
    }
    out->normal = real3_cross(s, real3_subtract(s, out->corner[1], out->corner[0]),
                              real3_subtract(s, out->corner[2], out->corner[0]));
    out->down = real3_dot(s, out->normal, out->way);
    out->height = real3_dot(s, out->normal, out->corner[0]);
}

// -1, 0 or 1 as t is less than, as, or more than x, which may be infinite.
static int compare_with(real_stack* s, const place* t, double x)
{
    if (!double_is_finite(x)) return -1;
    return real_compare(s, t->numerator, real_multiply(s, real_of(s, x), t->denominator));
}

static int compare_places(real_stack* s, const place* a, const place* b)
{
    return real_compare(s, real_multiply(s, a->numerator, b->denominator),
                        real_multiply(s, b->numerator, a->denominator));
}

// The sign of the first component that is not 0: of a product with (e, e^2, e^3), for e > 0 small enough.
static int sign_of_first(real3 a)
{
    for (int k = 0; k < 3; k++)
        if (real_sign(a.x[k])) return real_sign(a.x[k]);
    return 0;
}

// The vertices of the feature whose edges the ray passes through, as bits. zero: of the edges, likewise.
static int vertices_of_zero(int zero)
{
    // Edge i has vertices i and i + 1; two edges share one.
    static const uint8_t vertices[8] = {7, 1 | 2, 2 | 4, 2, 4 | 1, 1, 4, 0};
    return vertices[zero];
}

// The ray is not parallel to the plane, and there is one. Returns whether they share a point.
static int meet_across(scene* c, place* t, ray_meeting* out)
{
    real_stack* const s = c->stack;
    const int turn = real_sign(c->down);
    int zero = 0, crosses = 1;
    for (int i = 0; i < 3; i++) {
        const real3 from = c->corner[i], to = c->corner[(i + 1) % 3];
        const int side = turn * real_sign(real3_dot(s, c->way, real3_cross(s, from, to)));
        if (side < 0) return 0;
        if (side > 0) continue;
        zero |= 1 << i;
        // Moved by delta, the ray is on the side of delta . (way x edge).
        const real3 shift = real3_cross(s, c->way, real3_subtract(s, to, from));
        if (turn * sign_of_first(shift) < 0) crosses = 0;
    }
    *t = (place){turn > 0 ? c->height : real_negate(s, c->height),
                 turn > 0 ? c->down : real_negate(s, c->down)};
    const int after = compare_with(s, t, c->ray->least), before = compare_with(s, t, c->ray->most);
    if (after < 0 || before > 0) return 0;
    // Moved by delta, t changes by -normal . delta / down.
    const int later = -turn * sign_of_first(c->normal);
    if ((!after && later < 0) || (!before && later > 0)) crosses = 0;
    out->crosses = crosses;
    out->facing = turn < 0 ? ABUT_FACING_FRONT : ABUT_FACING_BACK;
    out->feature = (uint8_t)shape_feature_of(vertices_of_zero(zero));
    return 1;
}

// ------------------------------------------------------------------------------------------- in its plane

// The part of the ray's line that a triangle in one plane with it has, from the least t to the greatest.
typedef struct range {
    int is_there;
    place least, most;
} range;

static void widen(real_stack* s, range* r, real numerator, real denominator)
{
    const place t = {numerator, denominator};
    if (!r->is_there || compare_places(s, &t, &r->least) < 0) r->least = t;
    if (!r->is_there || compare_places(s, &t, &r->most) > 0) r->most = t;
    r->is_there = 1;
}

static void add_edge(scene* c, int i, range* r)
{
    real_stack* const s = c->stack;
    const real3 from = c->corner[i], to = c->corner[(i + 1) % 3];
    const real3 edge = real3_subtract(s, to, from), cross = real3_cross(s, c->way, edge);
    const real3 moment = real3_cross(s, from, c->way);
    if (real3_is_zero(cross)) {
        if (!real3_is_zero(moment)) return;
        const real square = real3_dot(s, c->way, c->way);
        widen(s, r, real3_dot(s, from, c->way), square);
        widen(s, r, real3_dot(s, to, c->way), square);
        return;
    }
    if (real_sign(real3_dot(s, from, cross))) return;
    const real whole = real3_dot(s, cross, cross), along = real3_dot(s, moment, cross);
    if (real_sign(along) < 0 || real_compare(s, along, whole) > 0) return;
    widen(s, r, real3_dot(s, real3_cross(s, from, edge), cross), whole);
}

// Whether edge i holds a point: all corners are times weight, which is positive.
static int edge_holds(scene* c, int i, real3 point, real weight)
{
    real_stack* const s = c->stack;
    const real3 from = c->corner[i];
    const real3 edge = real3_subtract(s, c->corner[(i + 1) % 3], from);
    const real3 arm = real3_subtract(s, point, real3_multiply(s, from, weight));
    if (real3_is_zero(edge)) return real3_is_zero(arm);
    if (!real3_is_zero(real3_cross(s, arm, edge))) return 0;
    const real along = real3_dot(s, arm, edge);
    const real whole = real_multiply(s, weight, real3_dot(s, edge, edge));
    return real_sign(along) >= 0 && real_compare(s, along, whole) <= 0;
}

// The feature that holds the point at t.
static int feature_at(scene* c, const place* t)
{
    real_stack* const s = c->stack;
    const real3 point = real3_multiply(s, c->way, t->numerator);
    for (int i = 0; i < 3; i++)
        if (real3_is_zero(
                real3_subtract(s, point, real3_multiply(s, c->corner[i], t->denominator))))
            return ABUT_FEATURE_VERTEX_0 + i;
    for (int i = 0; i < 3; i++)
        if (edge_holds(c, i, point, t->denominator)) return ABUT_FEATURE_EDGE_0 + i;
    return ABUT_FEATURE_FACE;
}

// Whether the triangle holds the origin, which is in its plane if it has one.
static int holds_origin(scene* c)
{
    real_stack* const s = c->stack;
    const real3 none = {{real_of(s, 0), real_of(s, 0), real_of(s, 0)}};
    if (real3_is_zero(c->normal)) {
        for (int i = 0; i < 3; i++)
            if (edge_holds(c, i, none, real_of(s, 1))) return 1;
        return 0;
    }
    for (int i = 0; i < 3; i++) {
        const real3 cross = real3_cross(s, c->corner[i], c->corner[(i + 1) % 3]);
        if (real_sign(real3_dot(s, cross, c->normal)) < 0) return 0;
    }
    return 1;
}

// The ray is parallel to the plane, or there is none.
static int meet_along(scene* c, place* t, ray_meeting* out)
{
    real_stack* const s = c->stack;
    const double least = c->ray->least, most = c->ray->most;
    if (real_sign(c->height) || double_order(least) > double_order(most)) return 0;
    const place begin = {real_of(s, least), real_of(s, 1)};
    if (real3_is_zero(c->way)) {
        if (!holds_origin(c)) return 0;
        *t = begin;
    } else {
        range r = {.is_there = 0};
        for (int i = 0; i < 3; i++)
            add_edge(c, i, &r);
        if (!r.is_there || compare_with(s, &r.most, least) < 0 ||
            compare_with(s, &r.least, most) > 0)
            return 0;
        *t = compare_with(s, &r.least, least) < 0 ? begin : r.least;
    }
    out->crosses = 0;
    out->facing = ABUT_FACING_NONE;
    out->feature = (uint8_t)feature_at(c, t);
    return 1;
}

static int meet(scene* c, place* t, ray_meeting* out)
{
    return real_sign(c->down) ? meet_across(c, t, out) : meet_along(c, t, out);
}

// ------------------------------------------------------------------------------------------------ answers

static void tell_place(scene* c, const place* t, ray_meeting* out)
{
    real_stack* const s = c->stack;
    const double near = real_quotient(s, t->numerator, t->denominator);
    const int sign = compare_with(s, t, near);
    const uint64_t bits = double_bits(near);
    out->lo = out->hi = near;
    if (sign < 0) out->lo = double_from_bits(bits - 1);
    if (sign > 0) out->hi = double_from_bits(bits + 1);
    for (int k = 0; k < 3; k++) {
        const real sum = real_add(s, real_multiply(s, c->origin.x[k], t->denominator),
                                  real_multiply(s, c->way.x[k], t->numerator));
        out->point[k] = real_quotient(s, sum, t->denominator);
    }
}

void ray_meet_exactly(const posed_ray* ray, const double* const vertex[3], int wants_place,
                      real_stack* scratch, ray_meeting* out)
{
    const size_t mark = real_mark(scratch);
    scene c;
    place t;
    make_scene(&c, ray, vertex, scratch);
    out->touches = meet(&c, &t, out);
    if (out->touches && wants_place) tell_place(&c, &t, out);
    real_release(scratch, mark);
}

int ray_compare_exactly(const posed_ray* ray, const double* const first[3],
                        const double* const second[3], real_stack* scratch)
{
    const size_t mark = real_mark(scratch);
    scene a, b;
    place at_a, at_b;
    ray_meeting ignored;
    make_scene(&a, ray, first, scratch);
    make_scene(&b, ray, second, scratch);
    const int a_touches = meet(&a, &at_a, &ignored), b_touches = meet(&b, &at_b, &ignored);
    ASSERT(a_touches && b_touches);
    const int sign = a_touches && b_touches ? compare_places(scratch, &at_a, &at_b) : 0;
    real_release(scratch, mark);
    return sign;
}
