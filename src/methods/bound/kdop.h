// kdop.h - discrete oriented polytopes: the slabs of k / 2 fixed directions (Klosowski 1998; Zachmann
// 1998). Directions have coordinates 0, 1 and -1, so that a point is measured without multiplications.
//
// A k-DOP is the real set of points y with low[i] <= direction i . y <= high[i] for all i, of the
// numbers as they are stored. Directions are not of unit length: an offset counts in units of
// 1 / |direction i|.
#ifndef ABUT_METHODS_BOUND_KDOP_H
#define ABUT_METHODS_BOUND_KDOP_H
#include "geom/dop_directions.h"
#include "methods/bound/volume.h"

#include "abut/methods.h"

// Whether the first three directions are the coordinate axes: sets that have them have them first.
int kdop_has_axes(const kdop_set* set);

// Length of a direction.
double kdop_length(const signed char direction[3]);

static inline double kdop_along(const signed char direction[3], const double point[3])
{
    return direction[0] * point[0] + direction[1] * point[1] + direction[2] * point[2];
}

// How far a triangle reaches along each direction, and then how far along each one reversed: 2 * half numbers.
void kdop_measure(const kdop_set* set, const double* const corner[3], double* out);

// The functions of a volume_class, for offsets low[half], high[half] of a set.
void kdop_fit(const kdop_set* set, float* low, float* high, const triangle_set* triangles,
              const volume_options* options);
// all = 0: the three coordinate axes, if the set has them. An octahedron about a flat piece is as wide along
// each axis, so that without them the widest one would say nothing (and cut a model into strips).
int kdop_directions(const kdop_set* set, const float* low, const float* high, int all,
                    double out[VOLUME_DIRECTIONS_MAX][3]);
double kdop_content(const kdop_set* set, const float* low, const float* high);
double kdop_half_area(const kdop_set* set, const float* low, const float* high);
// The largest |offset|: what the rounding of sums of offsets is in proportion to.
double kdop_reach(const kdop_set* set, const float* low, const float* high);
int kdop_holds(const kdop_set* set, const float* low, const float* high,
               const long double point[3]);
const char* kdop_check(const kdop_set* set, const float* low, const float* high, double reach);

// Order the slabs for comparison: as the set has them, or by the width of a DOP, the narrowest first.
// Returns how many of them are to be compared: count, or all if that is 0 or more than there are.
int kdop_order(const kdop_set* set, const float* low, const float* high, abut_intervals intervals,
               int count, unsigned char order[KDOP_HALF_MAX]);

// ------------------------------------------------------------------------------------------- shape

#define KDOP_FACE_MAX    48  // corners of a face; 28 without rounding
#define KDOP_CORNERS_MAX (2 * KDOP_HALF_MAX * KDOP_FACE_MAX)  // in practice 48, distinct ones

// The boundary of a DOP (Klosowski 1998, chapter 3).
typedef struct kdop_shape {
    double corner[KDOP_CORNERS_MAX][3];  // distinct
    int corner_count;
    double content, half_area;
} kdop_shape;

// Find the faces of a DOP that is not empty, each by clipping a square with the other slabs. A face may
// be a little larger than the true one, never smaller by more than rounding: the hull of the corners,
// widened by KDOP_CORNER_ERROR, holds the DOP. Offsets are at most reach in size.
// Cost: O(k^2), 1 to 10 microseconds.
void kdop_shape_find(const kdop_set* set, const float* low, const float* high, kdop_shape* out);

#define KDOP_CORNER_ERROR 0x1p-38  // times the reach; in every coordinate

#endif
