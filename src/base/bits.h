// bits.h - doubles looked at as bits, so that nothing here depends on the rounding mode, on
// flush-to-zero (FTZ) or on denormals-are-zero (DAZ), under which a subnormal equals zero for ==.
#ifndef ABUT_BASE_BITS_H
#define ABUT_BASE_BITS_H
#include "base/base.h"

#include <stdint.h>
#include <string.h>

static inline uint64_t double_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double double_from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline int double_is_finite(double x)
{
    return (double_bits(x) & 0x7FF0000000000000u) != 0x7FF0000000000000u;
}

static inline int doubles_are_finite(const double* x, int count)
{
    // One more than the largest exponent reaches the sign's bit. No branch, so that it is done two at a time.
    uint64_t carries = 0;
    for (int i = 0; i < count; i++)
        carries |= (double_bits(x[i]) & 0x7FF0000000000000u) + 0x0010000000000000u;
    return !(carries >> 63);
}

// Whether all have the same bits. No branch, as above.
static inline int doubles_are_same(const double* x, const double* y, int count)
{
    uint64_t differing = 0;
    for (int i = 0; i < count; i++)
        differing |= double_bits(x[i]) ^ double_bits(y[i]);
    return !differing;
}

// Zero of either sign; false for subnormals whatever DAZ says.
static inline int double_is_zero(double x)
{
    return (double_bits(x) << 1) == 0;
}

static inline int double_is_nan(double x)
{
    return double_bits(x) << 1 > (uint64_t)0x7FF << 53;
}

// Map bits to integers that are ordered as the numbers are; -0 and 0 map alike.
static inline int64_t double_order(double x)
{
    const uint64_t bits = double_bits(x);
    return bits >> 63 ? -(int64_t)(bits & 0x7FFFFFFFFFFFFFFFu) : (int64_t)bits;
}

// -1, 0 or 1 as x is below, equal to or above y. Neither is NaN; infinities are beyond all numbers.
static inline int double_compare(double x, double y)
{
    ASSERT(!double_is_nan(x) && !double_is_nan(y));
    const int64_t a = double_order(x), b = double_order(y);
    return (a > b) - (a < b);
}

// double_compare(x, y) == 0, for less.
static inline int double_is_equal(double x, double y)
{
    return double_bits(x) == double_bits(y) || ((double_bits(x) | double_bits(y)) << 1) == 0;
}

// The larger of two; the second if one is NaN.
static inline double double_larger(double x, double y)
{
    return x > y ? x : y;
}

// -1, 0 or 1 as x is below, equal to or above y + z in real arithmetic. Finite; none is negative.
int double_compare_sum(double x, double y, double z);

// A finite double as +-mantissa * 2^exponent, mantissa odd, or 0 with exponent 0.
typedef struct dyadic {
    uint64_t mantissa;
    int exponent;
    int negative;
} dyadic;

static inline dyadic dyadic_from_double(double x)
{
    ASSERT(double_is_finite(x));
    const int field = (int)(double_bits(x) >> 52) & 0x7FF;
    uint64_t mantissa = double_bits(x) & 0xFFFFFFFFFFFFFu;
    if (field) mantissa |= UINT64_C(1) << 52;
    if (!mantissa) return (dyadic){0, 0, 0};
    const int zeros = __builtin_ctzll(mantissa);
    // The mantissa as an integer counts 2^(field - 1075).
    return (dyadic){mantissa >> zeros, (field ? field : 1) - 1075 + zeros,
                    (int)(double_bits(x) >> 63)};
}

// The exponent as it is stored: 0 for zeros and subnormals, 2047 for infinities and NaN.
static inline int double_field(double x)
{
    return (int)(double_bits(x) >> 52) & 0x7FF;
}

// Return h with |x| < 2^h and |x| >= 2^(h-1) for finite x other than 0.
int double_top_subnormal(double x);
static inline int double_top(double x)
{
    ASSERT(double_is_finite(x) && !double_is_zero(x));
    return double_field(x) ? double_field(x) - 1022 : double_top_subnormal(x);
}

// Return x * 2^exponent, exact where the result is a normal number, 0 (of either sign) where it would
// be below the normal numbers, and an infinity where it would overflow. Infinities and NaN stay what they are.
double double_scale_special(double x, int exponent);
static inline double double_scale(double x, int exponent)
{
    const int field = double_field(x);
    // From a normal number to a normal number only the exponent changes.
    if (field && field != 0x7FF && exponent > -field && exponent < 0x7FF - field)
        return double_from_bits(double_bits(x) + ((uint64_t)exponent << 52));
    return double_is_zero(x) ? x : double_scale_special(x, exponent);
}

// Return +-mantissa * 2^exponent rounded to nearest even, subnormal results and overflow to infinity
// included. sticky tells that non-zero bits below the mantissa were cut off; the mantissa must then
// have 54 bits or more.
double double_round_nearest(uint64_t mantissa, int sticky, int exponent, int negative);

// Return a * b rounded to nearest even, whatever the rounding mode, subnormal results included.
double double_multiply_nearest(double a, double b);

// -1, 0 or 1 as a number is less than, as, or more than x, which is finite and 0 or more.
typedef int double_measure(const void* number, double x);
// Find the doubles next to a number of 0 or more, both the same if it is one; beyond all finite ones *hi is infinite.
// guess: any, also NaN; the nearer, the fewer comparisons.
void double_enclose(double_measure* compare, const void* number, double guess, double* lo,
                    double* hi);

// Return the least float that is >= x, for finite x within the range of float.
float float_round_up(double x);

#endif
