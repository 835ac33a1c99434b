// moments.h - weight, middle and covariance of points, segments and triangles, and the axes along
// which they stretch.
#ifndef ABUT_GEOM_MOMENTS_H
#define ABUT_GEOM_MOMENTS_H
#include "geom/vector.h"

// Integrals of 1, x and x x' (the upper half). Zeroed: of nothing.
typedef struct moments {
    double weight, first[3], second[3][3];
} moments;

// Add a triangle (count 3), a segment (2) or a point (1) of which every part weighs the same, weight
// in all. The integrals are exact but for rounding (Gottschalk 1996, section 4).
void moments_add(moments* sum, double weight, const double* const corner[], int count);

// The covariance; the weight must not be 0.
void moments_covariance(const moments* sum, double covariance[3][3]);

// Eigenvectors of the covariance, orthonormal: some axes, where eigenvalues are equal.
matrix3 moments_axes(const moments* sum);

#endif
