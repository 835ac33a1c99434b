// climb.h - the farthest points of a model in any direction, by climbing its convex hull from neighbour to
// neighbour (Klosowski 1998, chapter 4, "tumbling, method I").
//
// That a vertex is higher than its neighbours proves nothing in floating point: Qhull's surface is convex
// only up to its own tolerance. So a climb ends with a proof by weak duality of linear programs: planes
// n[l] . y <= offset[l] that hold for all points, and weights w >= 0 with sum of w[l] * n[l] = g, give
// g . y <= sum of w[l] * offset[l]. The planes of three facets around the vertex that is reached give
// nearly its own height. Where they do not, as on needles, all vertices are looked at instead.
#ifndef ABUT_METHODS_BOUND_CLIMB_H
#define ABUT_METHODS_BOUND_CLIMB_H
#include "geom/vector.h"

#include "abut/abut.h"

typedef struct climb {
    size_t vertex_count, facet_count;  // no vertex: there is no climb
    double* numbers;                   // points, then planes
    uint32_t* ways;                    // first, then neighbours, then facets
    double* points;                    // vertex_count x 3
    // From vertex i ways lead to neighbours[first[i] .. first[i + 1] - 1], counter-clockwise seen from
    // outside; facets has the facet between each and the next. None if the points do not span space.
    uint32_t *first, *neighbours, *facets;
    double (*planes)[4];  // of the facets: a normal, nearly of unit length, and an offset
    double reach;         // no |coordinate| of a vertex is larger
    double error;  // how far, in any coordinate, a point of the model may be outside of the hull
} climb;

// Make one for triangles, three points each, that are not empty; points err by point_error in every
// coordinate. host: complete; its run is used.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_CANCELLED, or ABUT_NOT_AVAILABLE without Qhull; then out is
// untouched. Cost: a hull, and for every facet a look at every vertex of the hull.
abut_status climb_make(climb* out, const double* points, size_t point_count,
                       const uint32_t* triangles, size_t triangle_count, double point_error,
                       const abut_host* host);
// Release what climb_make made. A zeroed one is fine.
void climb_free(climb* c, const abut_host* host);
// Bytes of numbers and of ways.
size_t climb_number_bytes(const climb* c);
size_t climb_way_bytes(const climb* c);

// Find the parts of numbers and ways.
void climb_find_parts(climb* c);
// The same for climbs that are read, and whether no index leads outside.
int climb_join(climb* c);

// Return a bound on g . y over all vertices of the hull, at most about 2^-30 above the largest. The climb
// begins at *vertex, if there is such a vertex, and leaves there where it ended.
double climb_support(const climb* c, const double g[3], uint32_t* vertex);

#endif
