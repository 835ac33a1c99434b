// hull_gap.c - the nearest points of a triangle and a convex hull, in exact numbers.
//
// The least vector of all differences of their points is sought as Gilbert, Johnson & Keerthi do it, among simplices of
// differences of corners. In exact numbers the vector gets shorter with each step, and each belongs to one simplex: so it
// ends, whatever the points are. Doubles may propose the simplex; it is right if no corner is beyond the plane across it.
#include "base/base.h"
#include "geom/shape_parts.h"
#include "geom/vector.h"

#include <math.h>
#include <string.h>

typedef struct simplex {
    int size;
    uint8_t vertex[4];
    uint32_t point[4];
} simplex;

// The point of a simplex that is nearest to the origin, strictly inside it.
typedef struct least {
    real weight[4];
    real3
        way;  // from the origin to it, times some positive number; not made where it is the origin
    real level;  // way . it
    real numerator, denominator;
} least;

// What is farthest against a way.
typedef struct extreme {
    real height[2];            // least way . vertex, largest way . point
    int vertex_count, vertex;  // how many have it, the first
    size_t point_count, point;
} extreme;

static int are_positive(const real* weight, int count)
{
    for (int i = 0; i < count; i++)
        if (real_sign(weight[i]) <= 0) return 0;
    return 1;
}

static int weigh_two(real_stack* s, const real3* y, least* out)
{
    const real3 u = real3_subtract(s, y[1], y[0]);
    out->weight[0] = real3_dot(s, u, y[1]);
    out->weight[1] = real_negate(s, real3_dot(s, u, y[0]));
    if (!are_positive(out->weight, 2)) return 0;
    out->denominator = real_add(s, out->weight[0], out->weight[1]);
    const real3 across = real3_cross(s, y[0], u);
    out->numerator = out->level = real3_dot(s, across, across);
    out->way = real3_add(s, real3_multiply(s, y[0], out->weight[0]),
                         real3_multiply(s, y[1], out->weight[1]));
    return 1;
}

static int weigh_three(real_stack* s, const real3* y, least* out)
{
    const real3 n = real3_cross(s, real3_subtract(s, y[1], y[0]), real3_subtract(s, y[2], y[0]));
    for (int i = 0; i < 3; i++) {
        out->weight[i] = real3_dot(s, n, real3_cross(s, y[(i + 1) % 3], y[(i + 2) % 3]));
        if (real_sign(out->weight[i]) <= 0) return 0;
    }
    const real height = real3_dot(s, n, y[0]);
    out->denominator = real3_dot(s, n, n);
    out->numerator = real_multiply(s, height, height);
    out->way = n;
    out->level = height;
    if (real_sign(height) >= 0) return 1;
    for (int k = 0; k < 3; k++)
        out->way.x[k] = real_negate(s, n.x[k]);
    out->level = real_negate(s, height);
    return 1;
}

// The origin is strictly inside: determinants of three corners are its weights (Cramer).
static int weigh_four(real_stack* s, const real3* y, least* out)
{
    int sign = 0;
    for (int i = 0; i < 4; i++) {
        const int a = i == 0, b = i <= 1 ? 2 : 1, c = i <= 2 ? 3 : 2;
        const real volume = real3_dot(s, y[a], real3_cross(s, y[b], y[c]));
        const int own = i & 1 ? -real_sign(volume) : real_sign(volume);
        if (!own || (sign && own != sign)) return 0;
        sign = own;
        out->weight[i] = real_sign(volume) < 0 ? real_negate(s, volume) : volume;
    }
    out->numerator = out->level = real_of(s, 0);
    out->denominator = real_of(s, 1);
    return 1;
}

static int weigh(real_stack* s, const real3* y, int count, least* out)
{
    if (count == 2) return weigh_two(s, y, out);
    if (count == 3) return weigh_three(s, y, out);
    if (count == 4) return weigh_four(s, y, out);
    out->weight[0] = out->denominator = real_of(s, 1);
    out->way = y[0];
    out->numerator = out->level = real3_dot(s, y[0], y[0]);
    return 1;
}

static void differences(const shape_pair* p, const simplex* of, real3 y[4])
{
    for (int i = 0; i < of->size; i++) {
        int at = 0;
        while (p->name[at] != of->vertex[i])
            at++;
        y[i] = real3_subtract(p->stack, p->vertex[at], shape_pair_corner(p, of->point[i]));
    }
}

// Of a simplex whose corners are independent the part about its nearest point, which has the newest corner.
static void reduce(const shape_pair* p, simplex* of)
{
    real_stack* const s = p->stack;
    const size_t mark = real_mark(s);
    real3 y[4];
    differences(p, of, y);
    for (int set = 1 << (of->size - 1); set < 1 << of->size; set++) {
        simplex part = {0};
        real3 own[4];
        least found;
        for (int i = 0; i < of->size; i++)
            if (set >> i & 1) {
                own[part.size] = y[i];
                part.vertex[part.size] = of->vertex[i];
                part.point[part.size++] = of->point[i];
            }
        if (!weigh(s, own, part.size, &found)) continue;
        int is_least = 1;
        // What holds the origin has nothing nearer, and no way.
        for (int i = 0; i < of->size && is_least && real_sign(found.numerator); i++)
            is_least =
                set >> i & 1 || real_compare(s, real3_dot(s, found.way, y[i]), found.level) >= 0;
        if (!is_least) continue;
        *of = part;
        real_release(s, mark);
        return;
    }
    ASSERT(0 && "a simplex has a nearest point");
}

// ------------------------------------------------------------------------------------------------ extremes

// Which corners of a large hull may be the farthest along a way: all others are certainly behind one of them.
typedef struct sieve {
    double way[3], most, room;
} sieve;

static sieve sieve_make(const shape_pair* p, real3 way)
{
    sieve out = {.most = -(double)INFINITY};
    const int top = real3_top(way);
    for (int k = 0; k < 3; k++)
        out.way[k] = real_about(real_scale(way.x[k], -top));
    const posed_shape* const shape = p->shape;
    double size = shape->extent + 0x1p-700;
    for (size_t i = 0; i < shape->count; i++) {
        double q[3];
        shape_place_corner(shape, i, q);
        subtract3(q, q, shape->middle);
        const double h = dot3(out.way, q);
        out.most = h > out.most ? h : out.most;
        for (int k = 0; k < 3; k++)
            size = fabs(q[k]) > size ? fabs(q[k]) : size;
    }
    // Both heights that are compared err by the error of a placed corner and some roundings for each unit of the way.
    out.room = absolute_sum3(out.way) * (2.1 * shape->error + 128 * SHAPE_U * size);
    return out;
}

static int passes(const sieve* by, const posed_shape* shape, size_t i)
{
    double q[3];
    shape_place_corner(shape, i, q);
    subtract3(q, q, shape->middle);
    return !(dot3(by->way, q) < by->most - by->room * ABUT_BOUND_SCALE);  // NaN: it does
}

static void find_point(const shape_pair* p, real3 way, extreme* out)
{
    real_stack* const s = p->stack;
    const size_t count = p->near_count ? (size_t)p->near_count : p->shape->count;
    const int is_large = count > SHAPE_NEAR_MAX;
    sieve by = {0};
    if (is_large) by = sieve_make(p, way);
    const size_t base = real_mark(s);
    for (size_t i = 0; i < count; i++) {
        if (is_large && !passes(&by, p->shape, i)) continue;
        const size_t mark = real_mark(s);
        const real h = real3_dot(s, way, shape_pair_corner(p, i));
        const int sign = out->point_count ? real_compare(s, h, out->height[1]) : 1;
        if (sign > 0) {
            out->point = i;
            out->point_count = 1;
            out->height[1] = real_keep(s, base, h);  // where the last best one was
        } else {
            out->point_count += sign == 0;
            real_release(s, mark);
        }
    }
}

static void find_extreme(const shape_pair* p, real3 way, extreme* out)
{
    real_stack* const s = p->stack;
    *out = (extreme){0};
    for (int i = 0; i < p->count; i++) {
        const real h = real3_dot(s, way, p->vertex[i]);
        const int sign = out->vertex_count ? real_compare(s, h, out->height[0]) : -1;
        out->vertex_count += sign == 0;
        if (sign >= 0) continue;
        out->height[0] = h;
        out->vertex = p->name[i];
        out->vertex_count = 1;
    }
    find_point(p, way, out);
}

// Whether no corner is nearer than the level; if one is, it is the next of the simplex.
static int is_extreme(const shape_pair* p, const least* found, extreme* out)
{
    real_stack* const s = p->stack;
    find_extreme(p, found->way, out);
    return real_compare(s, real_subtract(s, out->height[0], out->height[1]), found->level) >= 0;
}

// --------------------------------------------------------------------------------------------- the nearest

// Whether the features of the triangle that hold nearest points are certainly those of the simplex: where one of both
// nearest points cannot move, or two edges are not parallel.
static int is_unique(const simplex* of, const extreme* at)
{
    int names = 0, points = 0;
    for (int i = 0; i < of->size; i++) {
        int is_new_name = 1, is_new_point = 1;
        for (int k = 0; k < i; k++) {
            is_new_name &= of->vertex[k] != of->vertex[i];
            is_new_point &= of->point[k] != of->point[i];
        }
        names += is_new_name;
        points += is_new_point;
    }
    if (at->vertex_count != names) return 0;
    return at->point_count == 1 || at->vertex_count == 1 ||
           (at->vertex_count == 2 && at->point_count == 2 && points == 2 && of->size == 3);
}

// Take what was found, if it is the nearest; else return 0, and where to go on.
static int take(const shape_pair* p, const simplex* of, hull_gap* out, extreme* next)
{
    real_stack* const s = p->stack;
    real3 y[4];
    least found;
    differences(p, of, y);
    if (!weigh(s, y, of->size, &found)) {
        next->point_count = 0;
        return 0;
    }
    out->is_unique = 0;
    if (real_sign(found.numerator)) {
        if (!is_extreme(p, &found, next)) return 0;
        out->is_unique = is_unique(of, next);
    }
    out->size = of->size;
    memcpy(out->vertex, of->vertex, sizeof out->vertex);
    memcpy(out->point, of->point, sizeof out->point);
    out->numerator = found.numerator;
    out->denominator = found.denominator;
    out->weights = found.weight[0];
    for (int i = 0; i < of->size; i++) {
        out->weight[i] = found.weight[i];
        if (i) out->weights = real_add(s, out->weights, found.weight[i]);
    }
    return 1;
}

void hull_gap_find(const shape_pair* p, const shape_bounds* likely, hull_gap* out)
{
    real_stack* const s = p->stack;
    const size_t mark = real_mark(s);
    extreme next;
    simplex at = {1, {(uint8_t)p->name[0]}, {0}};
    if (likely && likely->count) {
        simplex first = {.size = likely->count};
        memcpy(first.vertex, likely->vertex, sizeof first.vertex);
        memcpy(first.point, likely->point, sizeof first.point);
        if (take(p, &first, out, &next)) return;
        real_release(s, mark);
    }
    while (!take(p, &at, out, &next)) {
        real_release(s, mark);
        ASSERT(next.point_count && at.size < 4);
        at.vertex[at.size] = (uint8_t)next.vertex;
        at.point[at.size++] = (uint32_t)next.point;
        reduce(p, &at);
    }
}

void hull_gap_points(const shape_pair* p, const hull_gap* g, double of_triangle[3],
                     double of_hull[3])
{
    real_stack* const s = p->stack;
    const size_t mark = real_mark(s);
    real3 sum[2] = {{{{0}}}};
    for (int i = 0; i < g->size; i++) {
        int at = 0;
        while (p->name[at] != g->vertex[i])
            at++;
        const real3 own[2] = {real3_multiply(s, p->vertex[at], g->weight[i]),
                              real3_multiply(s, shape_pair_corner(p, g->point[i]), g->weight[i])};
        for (int side = 0; side < 2; side++)
            sum[side] = i ? real3_add(s, sum[side], own[side]) : own[side];
    }
    for (int k = 0; k < 3; k++) {
        of_triangle[k] = real_quotient(s, sum[0].x[k], g->weights);
        of_hull[k] = real_quotient(s, sum[1].x[k], g->weights);
    }
    real_release(s, mark);
}
