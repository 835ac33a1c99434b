// fixed.h - numbers in a unit that all of a thing share, a power of two: doubles to these, and back. In integers, so that
// no rounding mode matters.
#ifndef ABUT_GEOM_FIXED_H
#define ABUT_GEOM_FIXED_H
#include "base/bits.h"
#include "geom/limbs.h"

// In all of these *cut is set to 1 where what is returned is another number.

static inline int128 fixed_sign(uint128 size, int negative)
{
    return negative ? -(int128)size : (int128)size;
}

static inline uint128 fixed_size(int128 x)
{
    return x < 0 ? -(uint128)x : (uint128)x;
}

// size / 2^bits, rounded down, for any bits from 0 on.
static inline uint128 fixed_drop(uint128 size, int bits, int* cut)
{
    if (bits == 0) return size;
    if (bits > 127) {
        *cut |= size != 0;
        return 0;
    }
    *cut |= (size & (((uint128)1 << bits) - 1)) != 0;
    return size >> bits;
}

// x / 2^bits, rounded to nearest.
static inline int128 fixed_shift(int128 x, int bits)
{
    return (x + ((int128)1 << (bits - 1))) >> bits;
}

// x * 2^bits, |x| < 2^126 in units, rounded to nearest.
static inline int128 fixed_of(double x, int bits, int* cut)
{
    const dyadic d = dyadic_from_double(x);
    const int shift = d.exponent + bits;
    if (!d.mantissa) return 0;
    if (shift >= 0) return fixed_sign((uint128)d.mantissa << shift, d.negative);
    int ignored = 0;
    *cut = 1;  // mantissas are odd
    return fixed_sign((fixed_drop(d.mantissa, -shift - 1, &ignored) + 1) >> 1, d.negative);
}

// a * b * 2^bits, |a b| < 2^126 in units, rounded towards 0.
static inline int128 fixed_product(double a, double b, int bits, int* cut)
{
    const dyadic x = dyadic_from_double(a), y = dyadic_from_double(b);
    const uint128 product = (uint128)x.mantissa * y.mantissa;
    const int shift = x.exponent + y.exponent + bits;
    const int negative = x.negative != y.negative;
    if (!product) return 0;
    return fixed_sign(shift >= 0 ? product << shift : fixed_drop(product, -shift, cut), negative);
}

// x * t, |x| < 2^121, t in [0, 1], rounded towards 0.
static inline int128 fixed_times(int128 x, dyadic t, int* cut)
{
    const uint128 size = fixed_size(x);
    const uint128 low = (uint128)(uint64_t)size * t.mantissa;
    const uint128 high = (uint128)(uint64_t)(size >> 64) * t.mantissa + (uint64_t)(low >> 64);
    const int bits = -t.exponent;
    ASSERT(bits >= 0 && !(size >> 121));
    if (bits >= 64) {
        *cut |= (uint64_t)low != 0;
        return fixed_sign(fixed_drop(high, bits - 64, cut), x < 0);
    }
    const uint64_t below = (uint64_t)fixed_drop((uint64_t)low, bits, cut);
    return fixed_sign((high << (64 - bits)) | below, x < 0);
}

// x * 2^exponent rounded to nearest even.
static inline double fixed_round(int128 x, int exponent, int* cut)
{
    uint128 size = fixed_size(x);
    if (!size) return 0;
    const uint64_t high = (uint64_t)(size >> 64);
    const int shift = high ? 64 - __builtin_clzll(high) : 0;
    int sticky = 0;
    const uint64_t part = (uint64_t)fixed_drop(size, shift, &sticky);
    const int zeros = __builtin_clzll(part);
    const int field = exponent + shift - zeros + 1086;  // of a number from 2^63 units on
    if (field < 1 || field > 2045) {
        *cut |= sticky || 64 - zeros - __builtin_ctzll(part) > 53 ||
                exponent + shift + __builtin_ctzll(part) < -1074 || field > 2046;
        return double_round_nearest(part, sticky, exponent + shift, x < 0);
    }
    const uint64_t mantissa = part << zeros, rest = mantissa & 0x7FF;
    const uint64_t kept = mantissa >> 11;
    const int up = rest > 0x400 || (rest == 0x400 && (sticky || (kept & 1)));
    *cut |= sticky || rest;
    // A mantissa that overflows carries into the exponent.
    const uint64_t bits = ((uint64_t)(field - 1) << 52) + kept + (uint64_t)up;
    return double_from_bits(bits | (uint64_t)(x < 0) << 63);
}

#endif
