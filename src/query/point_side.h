// point_side.h - on which side of a solid a point is, and how often the solid is around it: the crossings of a ray,
// exactly, and solid angles, with a bound.
#ifndef ABUT_QUERY_POINT_SIDE_H
#define ABUT_QUERY_POINT_SIDE_H
#include "query/point_walk.h"
#include "query/solid.h"

// What was found about a point that is on no triangle.
typedef struct point_side {
    int is_inside;  // an odd number of closed components
    int64_t turns;  // around it, of the components that count in integers
} point_side;

// A point that is asked about.
typedef struct point_asked {
    const abut_solid* solid;
    const point_place* place;
    const double* point;
    // The tree's frame; NULL: there is no tree, and all triangles are looked at.
    const point_frame* frame;
    point_at at;
    point_walk* walk;
    const abut_host* host;
} point_asked;

// Find both. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status point_side_find(const point_asked* p, point_side* out);

// The same of one point, with memory of its own.
abut_status point_side_of(const abut_solid* solid, const point_place* place, const double point[3],
                          const abut_host* host, point_side* out);

// Whether a point is certainly nearer to the last one than any triangle is, where none is within reach of that: then it is on
// the same side. Squares of small and large numbers are not told apart.
static inline int point_is_beside(const double last[3], double reach, const double point[3])
{
    double square = 0;
    if (!(reach > 0x1p-400 && reach < 0x1p400)) return 0;
    for (int k = 0; k < 3; k++) {
        const double way = point[k] - last[k];
        square += way * way;
    }
    return square < reach * reach * (1 - 0x1p-40);
}

// Find the winding number of the components that do not count in integers. Returns as point_side_find.
abut_status point_winding_find(const point_asked* p, winding_number* out);

#endif
