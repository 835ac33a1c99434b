// obb_axes.h - directions for the box of a set of triangles: candidates that obb_fit measures.
#ifndef ABUT_METHODS_BOUND_OBB_AXES_H
#define ABUT_METHODS_BOUND_OBB_AXES_H
#include "geom/moments.h"
#include "methods/bound/obb.h"
#include "methods/bound/point_view.h"

// How far points reach along the axes of count matrices. Cost: one pass.
void measure_points(const point_view* v, const matrix3* axes, int count, range3* ranges);

#define EXTREME_DIRECTIONS 7
#define EXTREMES           (2 * EXTREME_DIRECTIONS)

// The lowest and the highest point along each of DiTO's directions: the coordinate axes, then the
// diagonals of a cube. And so the range of all.
typedef struct extremes {
    double point[EXTREMES][3];
    range3 range;
} extremes;
void find_extremes(const point_view* v, extremes* out);

// Find the principal axes of the triangles' surface: eigenvectors of its covariance, weighted by
// area; by length of edges where there is no area, else by vertices. The range is the set's.
matrix3 principal_axes(const triangle_set* set, const range3* range);

// Find those of the triangles' vertices.
matrix3 vertex_axes(const triangle_set* set, const range3* range);

// Find the moments of the vertices of the set's convex hull, or of its whole surface (of the
// polygon or segment, where the set is flat or straight), in units of the range's largest edge,
// about its middle. Returns ABUT_OK, or as hull_make; its memory is malloc's.
abut_status hull_moments(const triangle_set* set, const range3* range, int surface, moments* out);

// Find axes by DiTO-14 (Larsson & Kallberg, Game Engine Gems 2, chapter 1): edges and normals of the
// two tetrahedra that 14 extremal points span. Returns 0 where these are one point.
int ditetrahedron_axes(const extremes* e, matrix3* out);

#endif
