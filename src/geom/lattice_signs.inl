// lattice_signs.inl - signs of determinants of lattice points (lattice.h): differences have 62 bits and a sign, 2 x 2 determinants
// 125, and a 3 x 3 determinant is summed in two parts of 127: no number here can overflow, and no sign is ever in doubt.
#ifndef ABUT_GEOM_LATTICE_SIGNS_INL
#define ABUT_GEOM_LATTICE_SIGNS_INL
#include "geom/lattice.h"
#include "geom/limbs.h"

#define HALF 62  // bits of the lower part of a 2 x 2 determinant

typedef struct arm {
    int64_t x[3];
} arm;

static inline arm arm_of(const lattice_points* p, int from, int to)
{
    arm a;
    for (int c = 0; c < 3; c++)
        a.x[c] = p->x[to][c] - p->x[from][c];
    return a;
}

static inline int128 cross(int64_t ux, int64_t uy, int64_t vx, int64_t vy)
{
    return limbs_signed_product(ux, vy) - limbs_signed_product(uy, vx);
}

// A normal, each component in two parts: high * 2^HALF + low, 0 <= low < 2^HALF.
typedef struct normal {
    int64_t high[3], low[3];
} normal;

static inline normal normal_of(const arm* u, const arm* v)
{
    normal n;
    for (int c = 0; c < 3; c++) {
        const int i = (c + 1) % 3, j = (c + 2) % 3;
        const int128 x = cross(u->x[i], u->x[j], v->x[i], v->x[j]);
        n.high[c] = (int64_t)(x >> HALF);
        n.low[c] = (int64_t)((uint64_t)x & (((uint64_t)1 << HALF) - 1));
    }
    return n;
}

// The sign of n . w.
static inline int height_sign(const normal* n, const arm* w)
{
    int128 high = 0, low = 0;
    for (int c = 0; c < 3; c++) {
        high += limbs_signed_product(n->high[c], w->x[c]);
        low += limbs_signed_product(n->low[c], w->x[c]);
    }
    high += low >> HALF;
    const uint64_t rest = (uint64_t)low & (((uint64_t)1 << HALF) - 1);
    return high < 0 ? -1 : (high != 0) | (rest != 0);
}

// Of which corners a plane has the strict upper and lower sides: a bit each.
typedef struct sides {
    unsigned above, below;
} sides;

// The sides on which the corners of the other triangle lie of the plane of a triangle.
static inline normal find_sides(const lattice_points* p, int base, int other, sides* out)
{
    const arm u = arm_of(p, base, base + 1), v = arm_of(p, base, base + 2);
    const normal n = normal_of(&u, &v);
    *out = (sides){0, 0};
    for (int i = 0; i < 3; i++) {
        const arm w = arm_of(p, base, other + i);
        const int sign = height_sign(&n, &w);
        out->above |= (unsigned)(sign > 0) << i;
        out->below |= (unsigned)(sign < 0) << i;
    }
    return n;
}

static int edge_sign(const lattice_points* p, int o, int q, int r, int s)
{
    const arm u = arm_of(p, o, q), v = arm_of(p, o, r), w = arm_of(p, o, s);
    const normal n = normal_of(&u, &v);
    return height_sign(&n, &w);
}

#endif
