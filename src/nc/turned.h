// turned.h - a convex solid of revolution about z, prepared: how deep a point is inside it.
//
// The solid is the convex hull of rings (milling.h). Its support function in a unit direction u is
//     h(u) = max over rings of radius * |u_xy| + height * u_z + corner,
// and the depth of a point q, its signed distance to the surface, positive inside, is
//     depth(q) = min over unit u of h(u) - u.q,
// inside and outside alike. So every direction gives an upper bound on the depth that is affine in q: a cut.
// The minimum is at one of few directions: from the middle of a ring to q, where h is smooth; where one ring takes
// over from another, which do not depend on q; and up and down. All are tried, with the reach of all rings.
#ifndef ABUT_NC_TURNED_H
#define ABUT_NC_TURNED_H
#include "abut/abut.h"
#include "abut/milling.h"

typedef struct outline_edge {
    double radial, axial;  // its normal, of length 1 but for roundings
    double reach;          // h of it
} outline_edge;

#define TURNED_EDGES_MAX (2 + ABUT_RINGS_MAX * (ABUT_RINGS_MAX - 1))

typedef struct turned {
    abut_turned shape;
    outline_edge edges[TURNED_EDGES_MAX];  // down, up or outward, and where rings take over
    int edge_count;
    double size;       // no point of a ring is farther from the origin
    double radius;     // the largest
    double low, high;  // its ends along z; high means nothing where it is endless
} turned;

// Prepare a shape. Returns ABUT_OK, ABUT_NOT_FINITE, ABUT_BAD_ARGUMENT (a negative radius or corner, no ring
// or too many, nothing inside) or ABUT_BAD_SCALE (beyond 2^200).
abut_status turned_prepare(turned* out, const abut_turned* shape);

// A supporting half-space: normal * q <= reach for every q of the solid.
typedef struct cut {
    double normal[3];  // of length 1 but for roundings
    double reach;
} cut;

// Find the depth of q within (|q| + size) * TURNED_ERROR, and the cut that says so, in any rounding mode. The cut holds
// whatever else went wrong: its reach is that of all rings.
#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1  // for tests that must find the bound too small
#endif
#define TURNED_ERROR (ABUT_BOUND_SCALE * 0x1p-46)
// Lengths from squares up to this may have lost bits, so that what is divided by them is no unit vector. They are far below
// the errors, since a solid is larger than 2^-200.
#define TURNED_TINY 0x1p-400
double turned_depth(const turned* t, const double q[3], cut* out);

// Return the reach of a normal of length 1 but for roundings, within size * TURNED_ERROR. Its z may be positive
// only if the solid is not endless.
double turned_reach(const turned* t, const double normal[3]);

#endif
