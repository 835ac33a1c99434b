// vector.h - three-vectors and 3 x 3 matrices for boxes. Nothing here is exact: docs/exactness.md,
// "Boxes", counts the roundings.
#ifndef ABUT_BOUND_VECTOR_H
#define ABUT_BOUND_VECTOR_H
#include <math.h>

// Rows, or three axes. A struct, so that it can be const in C17.
typedef struct matrix3 {
    double row[3][3];
} matrix3;

static inline double dot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cross3(double out[3], const double a[3], const double b[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline void subtract3(double out[3], const double a[3], const double b[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = a[k] - b[k];
}

static inline double absolute_sum3(const double a[3])
{
    return fabs(a[0]) + fabs(a[1]) + fabs(a[2]);
}

static inline double absolute_max3(const double a[3])
{
    const double x = fabs(a[0]), y = fabs(a[1]), z = fabs(a[2]);
    const double xy = x > y ? x : y;
    return xy > z ? xy : z;
}

// The vectors that are dual to the rows of m: out.row[i] . m.row[k] = 1 where i = k, else 0. So out
// is the transpose of the inverse.
static inline matrix3 dual3(const matrix3* m)
{
    matrix3 out;
    cross3(out.row[0], m->row[1], m->row[2]);
    cross3(out.row[1], m->row[2], m->row[0]);
    cross3(out.row[2], m->row[0], m->row[1]);
    const double determinant = dot3(m->row[0], out.row[0]);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out.row[i][k] /= determinant;
    }
    return out;
}

#endif
