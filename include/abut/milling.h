// milling.h - how deep a model reaches into a tool that moves straight
// SPDX-License-Identifier: MIT
#ifndef ABUT_MILLING_H
#define ABUT_MILLING_H
#include "abut/abut.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------- milling

// Tools of milling machines with three axes are solids of revolution about z that are moved,
// never turned. They are made of rings: all points within corner of a circle of a radius about
// the z axis, at a height.
typedef struct abut_ring {
    double radius;  // of the circle; may be 0
    double height;  // of the circle, along z
    double corner;  // may be 0
} abut_ring;

#define ABUT_RINGS_MAX 8  // of a solid

// The convex hull of rings, and all above it if it is endless. With the tip at the origin, and
// radius, height and corner of each ring: a cylinder of radius R is (R, 0, 0) and (R, length, 0);
// a ball end (0, R, R); rounded corners (R - r, r, r); a cone (0, 0, 0) and (R, height, 0).
typedef struct abut_turned {
    abut_ring rings[ABUT_RINGS_MAX];  // in any order; those within the others change nothing
    int ring_count;                   // 1 to ABUT_RINGS_MAX
    int endless;                      // 1: it goes on upward without end
} abut_turned;

// How well an answer must be known. Zeroed: contact is all that matters.
typedef struct abut_depth_ask {
    // Depths up to this need not be told apart: the answer may end there. -DBL_MAX: all are.
    double enough;
    double resolution;     // hi - lo, if it can be reached; 0: 1e-9 of the solid's size
    uint64_t reserved[4];  // zero
} abut_depth_ask;

// The depth of a point is its distance from the surface of the solid, positive inside, 0 where it
// touches, negative outside. It is that of real arithmetic on the doubles given; roundings are
// part of [lo, hi]. Both are -infinity for a model without triangles, else they are finite.
typedef struct abut_depth {
    double lo;          // some point is at least so deep
    double hi;          // none is deeper
    uint32_t triangle;  // that of the point at lo; UINT32_MAX: none was looked at so closely
    double time;        // of it, from 0 to 1
    double point[3];    // rounded
    double tool[3];     // where the solid's origin is then, rounded
} abut_depth;

// Find how deep the points of a model's triangles get inside a solid while its origin moves
// straight from one place to another: [lo, hi] encloses the greatest depth of all points at all
// times. No sampling: the depth is concave in point and time together, so that a few planes bound
// it. The search ends when hi <= enough, or when lo > enough and hi - lo <= resolution; where it
// ends otherwise, roundings allow no better. If nothing is deeper than enough, and a direction
// that is exact in double proves it (axes; faces, edges and vertices with short numbers), then hi
// is enough itself: so what only touches has hi == 0.
// Only surfaces count: a solid that is wholly inside a closed model has a negative depth. The
// model's method is ABUT_METHOD_WIDE (which is ABUT_METHOD_AUTO), ABUT_METHOD_AABB or, slowly,
// ABUT_METHOD_BRUTE: the enclosures differ, all are right. Its coordinates are 0 or between 2^-240
// and 2^240 in magnitude, those of way and rings at most 2^200: else ABUT_BAD_SCALE. ask may be
// NULL. Returns ABUT_OK, ABUT_NOT_FINITE, ABUT_BAD_SCALE, ABUT_BAD_COMBINATION for another method,
// or ABUT_BAD_ARGUMENT, also for a number of rings not from 1 to ABUT_RINGS_MAX, a radius, corner
// or resolution below 0, and a solid no larger than 2^-200. Allocates nothing; any number of
// threads may ask at once.
// Typical cost: a microsecond where they are apart, some more a triangle that is near.
ABUT_API abut_status abut_turned_depth(const abut_model* model, const abut_turned* solid,
                                       const double from[3], const double to[3],
                                       const abut_depth_ask* ask, abut_depth* out);

// Find by how much a solid must be moved up in z, at both ends of its way, until nothing is
// inside it or above it that was in its way: *hi is proved to be enough, unless roundings or the
// resolution hide it, *lo is not. 0 and 0 if it is so already. Else as abut_turned_depth; cost:
// that of one to a few. resolution 0: 1e-9 of the size.
ABUT_API abut_status abut_turned_lift(const abut_model* model, const abut_turned* solid,
                                      const double from[3], const double to[3], double resolution,
                                      double* lo, double* hi);

#ifdef __cplusplus
}
#endif
#endif
