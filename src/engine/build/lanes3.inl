// lanes3.inl - vectors in space, one a lane, and the principal axes of eight covariances at once.
#ifndef ABUT_ENGINE_BUILD_LANES3_INL
#define ABUT_ENGINE_BUILD_LANES3_INL
#include "base/simd.h"

#include <math.h>

typedef struct lanes3 {
    lanes x, y, z;
} lanes3;

static inline lanes3 subtract(lanes3 a, lanes3 b)
{
    return (lanes3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline lanes dot(lanes3 a, lanes3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline lanes3 cross(lanes3 a, lanes3 b)
{
    return (lanes3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline lanes3 times(lanes3 a, lanes s)
{
    return (lanes3){a.x * s, a.y * s, a.z * s};
}

static inline lanes3 choose3(lanes_int which, lanes3 a, lanes3 b)
{
    return (lanes3){lanes_choose(which, a.x, b.x), lanes_choose(which, a.y, b.y),
                    lanes_choose(which, a.z, b.z)};
}

// NaN where there is no direction, or one that is lost in what squares underflow by: no candidate with it is ever the
// smallest.
static inline lanes3 unit(lanes3 a)
{
    const lanes square = dot(a, a);
    return times(a, lanes_choose(square > 0x1p-100F, 1 / lanes_root(square), lanes_all(NAN)));
}

// ---------------------------------------------------------------------------------- principal axes

// One Jacobi rotation that makes c[p][q] zero; rows of v follow. r is the third index.
static inline void rotate(lanes c[3][3], lanes v[3][3], int p, int q)
{
    const int r = 3 - p - q;
    const lanes zero = lanes_all(0), off = c[p][q];
    const lanes_int is_zero = off == 0;
    const lanes theta = (c[q][q] - c[p][p]) / (2 * lanes_choose(is_zero, lanes_all(1), off));
    const lanes size = 1 / (lanes_abs(theta) + lanes_root(theta * theta + 1));
    const lanes t = lanes_choose(is_zero, zero, lanes_choose(theta < 0, -size, size));
    const lanes cosine = 1 / lanes_root(t * t + 1), sine = t * cosine;
    c[p][p] -= t * off;
    c[q][q] += t * off;
    c[p][q] = c[q][p] = zero;
    const lanes x = c[r][p], y = c[r][q];
    c[r][p] = c[p][r] = cosine * x - sine * y;
    c[r][q] = c[q][r] = sine * x + cosine * y;
    for (int k = 0; k < 3; k++) {
        const lanes a = v[p][k], b = v[q][k];
        v[p][k] = cosine * a - sine * b;
        v[q][k] = sine * a + cosine * b;
    }
}

static inline void principal(const lanes covariance[6], lanes3 axes[3])
{
    lanes c[3][3], v[3][3];
    for (int i = 0, n = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            v[i][k] = lanes_all(i == k);
        for (int k = i; k < 3; k++, n++)
            c[i][k] = c[k][i] = covariance[n];
    }
    // Of size 1, so that nothing that follows is too small for a float.
    lanes trace = c[0][0] + c[1][1] + c[2][2];
    trace = lanes_choose(trace > 0, trace, lanes_all(1));
    for (int i = 0; i < 9; i++)
        c[i / 3][i % 3] /= trace;
    for (int sweep = 0; sweep < 4; sweep++) {
        rotate(c, v, 0, 1);
        rotate(c, v, 0, 2);
        rotate(c, v, 1, 2);
    }
    for (int i = 0; i < 3; i++)
        axes[i] = (lanes3){v[i][0], v[i][1], v[i][2]};
}

#endif
