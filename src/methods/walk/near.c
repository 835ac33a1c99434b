// near.c - see near.h.
#include "methods/walk/near.h"

#include "base/base.h"

#include <math.h>

// Tests compile this with 1/32, to show that the margin is needed.
#ifndef ABUT_NEAR_BOUND_SCALE
#define ABUT_NEAR_BOUND_SCALE 1
#endif

static double clamped(double x, double half)
{
    return x > half ? half : x < -half ? -half : x;
}

double near_boxes_least(const near_boxes* p)
{
    double beta[3], g[3], w[3];
    for (int j = 0; j < 3; j++)
        beta[j] = clamped(-(p->way[0] * p->cosine[0][j] + p->way[1] * p->cosine[1][j] +
                            p->way[2] * p->cosine[2][j]),
                          p->b[j]);
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < 3; i++) {
            const double z = p->way[i] + (p->cosine[i][0] * beta[0] + p->cosine[i][1] * beta[1] +
                                          p->cosine[i][2] * beta[2]);
            g[i] = z - clamped(z, p->a[i]);
        }
        for (int j = 0; j < 3; j++) {
            w[j] = g[0] * p->cosine[0][j] + g[1] * p->cosine[1][j] + g[2] * p->cosine[2][j];
            beta[j] = clamped(beta[j] - w[j], p->b[j]);
        }
    }
    double gap = 0, length = 0;
    for (int i = 0; i < 3; i++) {
        gap += g[i] * p->way[i] - p->a[i] * fabs(g[i]) - p->b[i] * fabs(w[i]) -
               2 * ABUT_NEAR_BOUND_SCALE * p->margin * fabs(g[i]);
        length += g[i] * g[i];
    }
    const double bound = gap / sqrt(length) * (1 - 0x1p-20);
    return bound > 0 && bound < (double)INFINITY ? bound : 0;  // NaN: 0
}
