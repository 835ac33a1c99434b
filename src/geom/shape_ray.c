// shape_ray.c - where a ray first meets a triangle.
#include "base/base.h"
#include "geom/shape_parts.h"

// t, a quotient; the denominator is positive.
typedef struct place {
    real numerator, denominator;
} place;

static void take_least(real_stack* s, place* best, int* is_found, real numerator, real denominator)
{
    if (!*is_found || real_compare(s, real_multiply(s, numerator, best->denominator),
                                   real_multiply(s, best->numerator, denominator)) < 0)
        *best = (place){numerator, denominator};
    *is_found = 1;
}

// Where the ray's line meets an edge in one plane with it, ends included.
static void try_edge(real_stack* s, real3 way, real3 from, real3 to, place* best, int* is_found)
{
    const real3 edge = real3_subtract(s, to, from), cross = real3_cross(s, way, edge);
    const real3 moment = real3_cross(s, from, way);
    if (real3_is_zero(cross)) {
        if (!real3_is_zero(moment)) return;
        const real square = real3_dot(s, way, way);
        take_least(s, best, is_found, real3_dot(s, from, way), square);
        take_least(s, best, is_found, real3_dot(s, to, way), square);
        return;
    }
    if (real_sign(real3_dot(s, from, cross))) return;
    const real whole = real3_dot(s, cross, cross);
    const real along_edge = real3_dot(s, moment, cross);
    if (real_sign(along_edge) < 0 || real_compare(s, along_edge, whole) > 0) return;
    take_least(s, best, is_found, real3_dot(s, real3_cross(s, from, edge), cross), whole);
}

static place first_place(const posed_shape* ray, const double* const vertex[3], real_stack* s)
{
    shape_pair p;
    real3 way, v[3];
    shape_pair_make(&p, ray, vertex, s);
    for (int k = 0; k < 3; k++)
        way.x[k] = real_of(s, ray->given[1][k]);
    way = shape_turn(ray, s, way);
    for (int i = 0; i < 3; i++)
        v[i] = real3_subtract(s, p.vertex[i], p.near[0]);
    const real3 normal =
        real3_cross(s, real3_subtract(s, v[1], v[0]), real3_subtract(s, v[2], v[0]));
    const real down = real3_dot(s, normal, way), height = real3_dot(s, normal, v[0]);
    if (real_sign(down) > 0) return (place){height, down};
    if (real_sign(down) < 0) return (place){real_negate(s, height), real_negate(s, down)};
    place best = {real_of(s, 0), real_of(s, 1)};
    int is_found = 0;
    for (int i = 0; i < 3; i++)
        try_edge(s, way, v[i], v[(i + 1) % 3], &best, &is_found);
    ASSERT(is_found);
    // The line meets it before the ray begins, and the ray begins in it.
    if (real_sign(best.numerator) < 0) best = (place){real_of(s, 0), real_of(s, 1)};
    return best;
}

void shape_ray_first(const posed_shape* ray, const double* const vertex[3], real_stack* scratch,
                     double* lo, double* hi)
{
    const size_t mark = real_mark(scratch);
    const place t = first_place(ray, vertex, scratch);
    const shape_square square = {real_multiply(scratch, t.numerator, t.numerator),
                                 real_multiply(scratch, t.denominator, t.denominator),
                                 real_of(scratch, 0)};
    shape_square_enclose(&square, scratch, lo, hi);
    real_release(scratch, mark);
}

int shape_ray_compare(const posed_shape* ray, const double* const first[3],
                      const double* const second[3], real_stack* scratch)
{
    const size_t mark = real_mark(scratch);
    const place a = first_place(ray, first, scratch), b = first_place(ray, second, scratch);
    const int sign = real_compare(scratch, real_multiply(scratch, a.numerator, b.denominator),
                                  real_multiply(scratch, b.numerator, a.denominator));
    real_release(scratch, mark);
    return sign;
}
