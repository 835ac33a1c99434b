// exact_signs.inl - the signs of exact.h for a number of limbs a coordinate. Included by exact.c with
// NAME(x), CAPACITY (limbs that the local arrays hold) and COUNT(e) (limbs that are used).
// Sizes: a coordinate difference has n limbs and below 64 n - 2 bits, a 2 x 2 determinant 2 n limbs, a
// 3 x 3 determinant 3 n limbs.

#include "geom/exact.h"
#include "geom/limbs.h"

#ifndef NAME  // the file by itself
#define NAME(x)  x##_1
#define CAPACITY 1
#define COUNT(e) ((void)(e), 1)
#endif

static const uint64_t* NAME(coordinate)(const exact_points* e, int p, int axis)
{
    return e->point + (p * 3 + axis) * COUNT(e);
}

static void NAME(difference)(const exact_points* e, int p, int q, uint64_t out[3][CAPACITY])
{
    for (int c = 0; c < 3; c++)
        limbs_subtract(out[c], NAME(coordinate)(e, q, c), NAME(coordinate)(e, p, c), COUNT(e));
}

// out := a b' - a' b
static void NAME(determinant2)(uint64_t out[2 * CAPACITY], const uint64_t* a, const uint64_t* b,
                               const uint64_t* a2, const uint64_t* b2, int n)
{
    uint64_t product[2 * CAPACITY];
    limbs_multiply(out, a, n, b2, n);
    limbs_multiply(product, a2, n, b, n);
    limbs_subtract(out, out, product, 2 * n);
}

// Component axis of (q - p) x (s - r).
static void NAME(product_component)(const exact_points* e, int axis, int p, int q, int r, int s,
                                    uint64_t out[2 * CAPACITY])
{
    const int x = (axis + 1) % 3, y = (axis + 2) % 3, n = COUNT(e);
    uint64_t row[4][CAPACITY];
    limbs_subtract(row[0], NAME(coordinate)(e, q, x), NAME(coordinate)(e, p, x), n);
    limbs_subtract(row[1], NAME(coordinate)(e, q, y), NAME(coordinate)(e, p, y), n);
    limbs_subtract(row[2], NAME(coordinate)(e, s, x), NAME(coordinate)(e, r, x), n);
    limbs_subtract(row[3], NAME(coordinate)(e, s, y), NAME(coordinate)(e, r, y), n);
    NAME(determinant2)(out, row[0], row[1], row[2], row[3], n);
}

// Component axis of (q - p) x (r - p).
static void NAME(normal_component)(const exact_points* e, int axis, int p, int q, int r,
                                   uint64_t out[2 * CAPACITY])
{
    NAME(product_component)(e, axis, p, q, p, r, out);
}

// out := normal . (s - p); normal packed, 2 n limbs a component.
static void NAME(height)(const exact_points* e, const uint64_t* normal, int p, int s,
                         uint64_t out[3 * CAPACITY])
{
    const int n = COUNT(e);
    uint64_t arm[CAPACITY], product[3 * CAPACITY];
    for (int c = 0; c < 3; c++) {
        limbs_subtract(arm, NAME(coordinate)(e, s, c), NAME(coordinate)(e, p, c), n);
        limbs_multiply(c ? product : out, normal + 2 * n * c, 2 * n, arm, n);
        if (c) limbs_add(out, out, product, 3 * n);
    }
}

static void NAME(normal)(const exact_points* e, int p, int q, int r, uint64_t* out)
{
    const int n = COUNT(e);
    uint64_t u[3][CAPACITY], v[3][CAPACITY];
    NAME(difference)(e, p, q, u);
    NAME(difference)(e, p, r, v);
    for (int c = 0; c < 3; c++) {
        const int x = (c + 1) % 3, y = (c + 2) % 3;
        NAME(determinant2)(out + 2 * n * c, u[x], u[y], v[x], v[y], n);
    }
}

static int NAME(orient3d)(const exact_points* e, int p, int q, int r, int s)
{
    uint64_t normal[3 * 2 * CAPACITY], out[3 * CAPACITY];
    NAME(normal)(e, p, q, r, normal);
    NAME(height)(e, normal, p, s, out);
    return limbs_sign(out, 3 * COUNT(e));
}

static int NAME(plane_sign)(exact_points* e, int side, int s)
{
    uint64_t* normal = e->normal + side * 3 * 2 * COUNT(e);
    uint64_t out[3 * CAPACITY];
    if (!e->has_normal[side]) {
        NAME(normal)(e, 3 * side, 3 * side + 1, 3 * side + 2, normal);
        e->has_normal[side] = 1;
    }
    NAME(height)(e, normal, 3 * side, s, out);
    return limbs_sign(out, 3 * COUNT(e));
}

static int NAME(orient2d)(const exact_points* e, int axis, int p, int q, int r)
{
    uint64_t out[2 * CAPACITY];
    NAME(normal_component)(e, axis, p, q, r, out);
    return limbs_sign(out, 2 * COUNT(e));
}

static int NAME(turn2d)(const exact_points* e, int axis, int p, int q, int r, int s)
{
    uint64_t out[2 * CAPACITY];
    NAME(product_component)(e, axis, p, q, r, s, out);
    return limbs_sign(out, 2 * COUNT(e));
}

#undef NAME
#undef CAPACITY
#undef COUNT
