// fixed.h - numbers in a unit that all of a thing share, a power of two: doubles to these, and back. In integers, so that
// no rounding mode matters.
#ifndef ABUT_GEOM_FIXED_H
#define ABUT_GEOM_FIXED_H
#include "base/bits.h"
#include "geom/limbs.h"

// x * 2^bits, |x| < 2^126 in units, rounded to nearest. *cut: set to 1 where that is another number.
int128 fixed_of(double x, int bits, int* cut);
// a * b * 2^bits, |a b| < 2^126 in units, rounded towards 0.
int128 fixed_product(double a, double b, int bits, int* cut);
// x * t, |x| < 2^121, t in [0, 1], rounded towards 0.
int128 fixed_times(int128 x, dyadic t, int* cut);
// x * 2^exponent rounded to nearest even.
double fixed_round(int128 x, int exponent, int* cut);

// x / 2^bits, rounded to nearest.
static inline int128 fixed_shift(int128 x, int bits)
{
    return (x + ((int128)1 << (bits - 1))) >> bits;
}

#endif
