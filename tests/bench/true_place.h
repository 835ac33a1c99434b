// true_place.h - where a vertex of b truly is in a frame of a, in long double: what the errors of placed
// volumes are tested against.
#ifndef ABUT_TESTS_BENCH_TRUE_PLACE_H
#define ABUT_TESTS_BENCH_TRUE_PLACE_H
#include "geom/pose.h"
#include "soup/frame.h"

#include <math.h>

// Off by less than 2^-58 of (|out| + 1000) for poses and models of ordinary size.
static inline void true_place(const affine pose[2], const frame* f, const double* v,
                              long double out[3])
{
    long double from[3], dual[3][3], determinant = 0;
    for (int i = 0; i < 3; i++) {
        from[i] = (long double)pose[1].translation[i] - (long double)pose[0].translation[i];
        for (int k = 0; k < 3; k++)
            from[i] += (long double)pose[1].matrix[i][k] * (long double)v[k];
        for (int k = 0; k < 3; k++) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            dual[i][k] = (long double)pose[0].matrix[i1][k1] * (long double)pose[0].matrix[i2][k2] -
                         (long double)pose[0].matrix[i1][k2] * (long double)pose[0].matrix[i2][k1];
        }
    }
    for (int k = 0; k < 3; k++)
        determinant += dual[0][k] * (long double)pose[0].matrix[0][k];
    for (int k = 0; k < 3; k++) {
        long double y = 0;
        for (int i = 0; i < 3; i++)
            y += dual[i][k] * from[i];
        out[k] = ldexpl(y / determinant, -f->exponent) - (long double)f->origin[k];
    }
}

#endif
