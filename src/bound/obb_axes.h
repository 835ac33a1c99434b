// obb_axes.h - directions for the box of a set of triangles: candidates that obb_fit measures.
#ifndef ABUT_BOUND_OBB_AXES_H
#define ABUT_BOUND_OBB_AXES_H
#include "bound/obb.h"

// The smallest axis-parallel box.
typedef struct range3 {
    double low[3], high[3];
} range3;
range3 range_of_set(const triangle_set* set);

// Half the surface of a box with these edge lengths.
static inline double half_area(const double edge[3])
{
    return edge[0] * edge[1] + edge[1] * edge[2] + edge[2] * edge[0];
}

// Half the surface of the box about the set with the given orthonormal axes.
double area_of_set(const triangle_set* set, const matrix3* axes);

// Make three vectors orthonormal, keeping the direction of the first and the plane of the first two,
// whose angle must be 30 degrees at least, and their lengths more than 2^-500.
void orthonormalise(matrix3* axes);

// Find the principal axes of the triangles' surface: eigenvectors of its covariance, weighted by
// area; by length of edges where there is no area, else by vertices. The range is the set's.
matrix3 principal_axes(const triangle_set* set, const range3* range);

// Find axes by DiTO-14 (Larsson & Kallberg, Game Engine Gems 2, chapter 1): edges and normals of the
// two tetrahedra that 14 extremal points span. The set must have an extent of 2^-400 or more.
matrix3 ditetrahedron_axes(const triangle_set* set);

#endif
