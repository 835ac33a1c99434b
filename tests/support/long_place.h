// long_place.h - from a model's frame into the world and back, in long double: for tests that make volumes touch.
#ifndef ABUT_TESTS_SUPPORT_LONG_PLACE_H
#define ABUT_TESTS_SUPPORT_LONG_PLACE_H
#include "geom/pose.h"
#include "soup/frame.h"

#include <math.h>

typedef struct long3 {
    long double x[3];
} long3;

typedef struct long_rows {
    long double row[3][3];
} long_rows;

// Find x with right = sum of x[k] * row[k].
static inline long3 long_coordinates(const long_rows* m, const long3* right)
{
    const long double(*row)[3] = m->row;
    long double cross[3][3], determinant = 0;
    long3 out;
    for (int i = 0; i < 3; i++) {
        const long double *u = row[(i + 1) % 3], *w = row[(i + 2) % 3];
        for (int k = 0; k < 3; k++)
            cross[i][k] = u[(k + 1) % 3] * w[(k + 2) % 3] - u[(k + 2) % 3] * w[(k + 1) % 3];
    }
    for (int k = 0; k < 3; k++)
        determinant += row[0][k] * cross[0][k];
    for (int i = 0; i < 3; i++) {
        out.x[i] = 0;
        for (int k = 0; k < 3; k++)
            out.x[i] += cross[i][k] * right->x[k];
        out.x[i] /= determinant;
    }
    return out;
}

static inline long3 long_to_world(const frame* f, const affine* map, const long3* y)
{
    long3 x;
    for (int i = 0; i < 3; i++) {
        x.x[i] = (long double)map->translation[i];
        for (int k = 0; k < 3; k++)
            x.x[i] += (long double)map->matrix[i][k] *
                      ldexpl((long double)f->origin[k] + y->x[k], f->exponent);
    }
    return x;
}

static inline long3 long_from_world(const frame* f, const affine* map, const long3* x)
{
    long_rows columns;
    long3 from;
    for (int i = 0; i < 3; i++) {
        from.x[i] = x->x[i] - (long double)map->translation[i];
        for (int k = 0; k < 3; k++)
            columns.row[k][i] = (long double)map->matrix[i][k];
    }
    long3 y = long_coordinates(&columns, &from);
    for (int k = 0; k < 3; k++)
        y.x[k] = ldexpl(y.x[k], -f->exponent) - (long double)f->origin[k];
    return y;
}

#endif
