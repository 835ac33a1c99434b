// placing.h - posed points in doubles, and by how much a coordinate of one may be wrong (docs/proofs/distance.md, "A triangle and a
// shape").
#ifndef ABUT_GEOM_PLACING_H
#define ABUT_GEOM_PLACING_H
#include "geom/pose.h"
#include "geom/vector.h"

#define PLACING_GUARD 0x1p290   // beyond it doubles say nothing: no overflow below
#define PLACING_TINY  0x1p-718  // underflow in placing a point, under any FTZ or DAZ
// A placed coordinate takes four roundings, of at most 2 u each, one of each entry of a matrix that is a product, and one of a
// translation that is a difference.
#define PLACING_ERROR (12 * 0x1p-53)

// The error of a placed coordinate; infinite: doubles say nothing. reach, offset: the largest sum of |entries| of a row, and the
// largest |translation|. largest: of the coordinates in the file.
static inline double placing_error(double reach, double offset, double largest)
{
    const double turned = reach * largest;
    if (!(turned <= PLACING_GUARD && offset <= PLACING_GUARD && largest <= PLACING_GUARD))
        return (double)INFINITY;
    return PLACING_ERROR * (turned + offset) + PLACING_TINY;
}

// The largest sum of |entries| of a row.
static inline double affine_reach(const affine* m)
{
    double most = 0;
    for (int k = 0; k < 3; k++) {
        const double sum = absolute_sum3(m->matrix[k]);
        most = sum > most ? sum : most;
    }
    return most;
}

static inline void affine_place(const affine* m, const double x[3], double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = dot3(m->matrix[k], x) + m->translation[k];
}

// Place the corners of a triangle. Returns the error of each coordinate.
static inline double affine_place_triangle(const affine* m, double reach, double offset,
                                           const double* const vertex[3], double out[3][3])
{
    double largest = 0;
    for (int i = 0; i < 3; i++) {
        const double most = absolute_max3(vertex[i]);
        largest = most > largest ? most : largest;
        affine_place(m, vertex[i], out[i]);
    }
    return placing_error(reach, offset, largest);
}

#endif
