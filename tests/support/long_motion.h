// long_motion.h - motions at random, and where they take a point, in long double: for tests of what moves.
#ifndef ABUT_TESTS_SUPPORT_LONG_MOTION_H
#define ABUT_TESTS_SUPPORT_LONG_MOTION_H
#include "geom/vector.h"
#include "search/sweep.h"
#include "support/long_place.h"
#include "support/soups.h"

static inline long double dot_long(const long3* x, const long3* y)
{
    return x->x[0] * y->x[0] + x->x[1] * y->x[1] + x->x[2] * y->x[2];
}

static inline long3 cross_long(const long3* x, const long3* y)
{
    long3 out;
    for (int k = 0; k < 3; k++) {
        const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        out.x[k] = x->x[k1] * y->x[k2] - x->x[k2] * y->x[k1];
    }
    return out;
}

static inline long3 long_of(const double x[3])
{
    return (long3){{(long double)x[0], (long double)x[1], (long double)x[2]}};
}

// Rodrigues' formula.
static inline long3 turn_long(const sweep_field* f, long double tau, const long3* x)
{
    const long3 spin = long_of(f->spin);
    const long double angle = sqrtl(dot_long(&spin, &spin));
    if (!(angle > 0)) return *x;
    const long double one = sinl(angle * tau) / angle, sine = sinl(angle * tau / 2) / angle,
                      two = 2 * sine * sine;
    const long3 once = cross_long(&spin, x), twice = cross_long(&spin, &once);
    long3 out;
    for (int k = 0; k < 3; k++)
        out.x[k] = x->x[k] + one * once.x[k] + two * twice.x[k];
    return out;
}

// Where a point goes from the middle of an interval until tau after it.
static inline long3 move_long(const sweep_field* f, long double tau, const long3* x)
{
    long3 arm;
    for (int k = 0; k < 3; k++)
        arm.x[k] = x->x[k] - (long double)f->pivot[k];
    long3 out = turn_long(f, tau, &arm);
    for (int k = 0; k < 3; k++)
        out.x[k] += (long double)f->pivot[k] + tau * (long double)f->way[k];
    return out;
}

// At rest, shifted, turned, or both; about a pivot near by, or far away, where what turns nearly cancels what shifts. middle:
// of a body of that size.
static inline sweep_field random_field(rng* r, const double middle[3], double size)
{
    const size_t dice = rng_below(r, 8);
    sweep_field f = {.angle = 0};
    for (int k = 0; k < 3; k++) {
        if (dice % 2) f.way[k] = 4 * size * rng_signed(r);
        if (dice & 6) f.spin[k] = (dice & 4 ? 2 : 0.1) * rng_signed(r);
        f.pivot[k] = middle[k] + (dice == 6 ? 100 : 1) * size * rng_signed(r);
    }
    f.angle = sqrt(dot3(f.spin, f.spin)) * (1 + 0x1p-50);
    if (dice == 6) {  // its middle goes slowly
        double arm[3];
        subtract3(arm, f.pivot, middle);
        cross3(f.way, f.spin, arm);
    }
    return f;
}

#endif
