// kdop_align.h - a DOP of b enclosed by one that is aligned with a's directions (Zachmann 1998, 4.1).
//
// For any weights w >= 0 with sum of w[l] * n[l] = g, three of b's own directions n, every point y of
// b's DOP has g . y <= sum of w[l] * offset[l]. That is all that safety takes: planes may be redundant,
// DOPs flat (weak duality of linear programs). So one choice of three for each of a's directions
// serves a whole query; the cones of three neighbouring directions give the weights that are best for a
// DOP with equal offsets.
#ifndef ABUT_METHODS_BOUND_KDOP_ALIGN_H
#define ABUT_METHODS_BOUND_KDOP_ALIGN_H
#include "methods/bound/kdop.h"
#include "search/relative.h"

// Offsets of a DOP are numbered: high[i] is i, -low[i] is half + i.
// One struct a direction: with an array for each of its members gcc 12 loses every call of walk_dop.inl's
// place for k = 26 on aarch64 (tools/test_aarch64 finds that).
typedef struct kdop_direction {
    double weight[3];
    unsigned char upper[3];  // for the upper offset
    unsigned char lower[3];  // for the negated lower one
    double shift;            // of the translation
    double error;            // by which an offset is widened
} kdop_direction;

typedef struct kdop_align {
    double a_scale;
    kdop_direction along[KDOP_HALF_MAX];
    unsigned char order[KDOP_HALF_MAX];  // in which slabs are compared
    int count;                           // how many of them
} kdop_align;

// Prepare all but order and count. reach: a bound on |offset| of every DOP of b.
// Cost: one to three microseconds.
void kdop_align_prepare(kdop_align* out, const kdop_set* set, const relative_pose* r, double reach);

// The cones of a set, up to their mirror images: each three directions, numbered from 1, negative where
// reversed, that are corners of a triangle of the hull of all directions at unit length.
#define KDOP_CONES_MAX 24
int kdop_cones(const kdop_set* set, const signed char (**out)[3]);

#endif
