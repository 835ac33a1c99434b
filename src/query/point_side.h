// point_side.h - on which side of a solid a point is, and how often the solid is around it: the crossings of a ray,
// exactly, and solid angles, with a bound.
#ifndef ABUT_QUERY_POINT_SIDE_H
#define ABUT_QUERY_POINT_SIDE_H
#include "geom/probe.h"
#include "query/point_place.h"
#include "query/solid.h"

// What was found about a point that is on no triangle.
typedef struct point_side {
    int is_inside;  // an odd number of closed components
    int64_t turns;  // around it, of the components that count in integers
} point_side;

// Find both by all triangles of the solid.
void point_side_find(const abut_solid* s, const point_place* place, const double point[3],
                     point_side* out);

// The winding number of the components that do not count in integers, by all their triangles.
winding_number point_winding_find(const abut_solid* s, const point_place* place,
                                  const double point[3]);

#endif
