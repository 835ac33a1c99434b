// vector.h - three-vectors and 3 x 3 matrices for boxes. Nothing here is exact: docs/proofs/boxes.md,
// "Boxes", counts the roundings.
#ifndef ABUT_GEOM_VECTOR_H
#define ABUT_GEOM_VECTOR_H
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

static inline double length3(const double a[3])
{
    return sqrt(dot3(a, a));
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

// Divide a vector by its length. Returns 0, and leaves it alone, if there is none to speak of.
static inline int normalise3(double v[3])
{
    const double largest = absolute_max3(v);
    if (!(largest > 0x1p-500)) return 0;
    for (int k = 0; k < 3; k++)
        v[k] /= largest;
    const double length = sqrt(dot3(v, v));
    for (int k = 0; k < 3; k++)
        v[k] /= length;
    return 1;
}

// Make three vectors orthonormal, keeping the direction of the first and the plane of the first two.
// Returns 0, and leaves axes alone, if they are far from independent.
static inline int orthonormalise(matrix3* axes)
{
    matrix3 straight = *axes;
    if (!normalise3(straight.row[0]) || !normalise3(straight.row[1])) return 0;
    cross3(straight.row[2], straight.row[0], straight.row[1]);
    if (dot3(straight.row[2], straight.row[2]) < 0.25 || !normalise3(straight.row[2])) return 0;
    cross3(straight.row[1], straight.row[2], straight.row[0]);
    if (!normalise3(straight.row[1])) return 0;
    *axes = straight;
    return 1;
}

#endif
