// fixed.c - see fixed.h.
#include "geom/fixed.h"

static int128 with_sign(uint128 size, int negative)
{
    return negative ? -(int128)size : (int128)size;
}

static uint128 size_of(int128 x)
{
    return x < 0 ? -(uint128)x : (uint128)x;
}

// size / 2^bits, rounded down, for any bits from 0 on.
static uint128 drop(uint128 size, int bits, int* cut)
{
    if (bits == 0) return size;
    if (bits > 127) {
        *cut |= size != 0;
        return 0;
    }
    *cut |= (size & (((uint128)1 << bits) - 1)) != 0;
    return size >> bits;
}

int128 fixed_of(double x, int bits, int* cut)
{
    const dyadic d = dyadic_from_double(x);
    const int shift = d.exponent + bits;
    if (!d.mantissa) return 0;
    if (shift >= 0) return with_sign((uint128)d.mantissa << shift, d.negative);
    *cut = 1;  // mantissas are odd
    int ignored = 0;
    return with_sign((drop(d.mantissa, -shift - 1, &ignored) + 1) >> 1, d.negative);
}

int128 fixed_product(double a, double b, int bits, int* cut)
{
    const dyadic x = dyadic_from_double(a), y = dyadic_from_double(b);
    const uint128 product = (uint128)x.mantissa * y.mantissa;
    const int shift = x.exponent + y.exponent + bits;
    const int negative = x.negative != y.negative;
    if (!product) return 0;
    return with_sign(shift >= 0 ? product << shift : drop(product, -shift, cut), negative);
}

int128 fixed_times(int128 x, dyadic t, int* cut)
{
    const uint128 size = size_of(x);
    const uint128 low = (uint128)(uint64_t)size * t.mantissa;
    const uint128 high = (uint128)(uint64_t)(size >> 64) * t.mantissa + (uint64_t)(low >> 64);
    const int bits = -t.exponent;
    ASSERT(bits >= 0 && !(size >> 121));
    if (bits >= 64) {
        *cut |= (uint64_t)low != 0;
        return with_sign(drop(high, bits - 64, cut), x < 0);
    }
    int lost = 0;
    const uint64_t below = (uint64_t)drop((uint64_t)low, bits, &lost);
    *cut |= lost;
    return with_sign((high << (64 - bits)) | below, x < 0);
}

double fixed_round(int128 x, int exponent, int* cut)
{
    uint128 size = size_of(x);
    if (!size) return 0;
    const uint64_t high = (uint64_t)(size >> 64);
    const int shift = high ? 64 - __builtin_clzll(high) : 0;
    int sticky = 0;
    size = drop(size, shift, &sticky);
    const uint64_t mantissa = (uint64_t)size;
    const double rounded = double_round_nearest(mantissa, sticky, exponent + shift, x < 0);
    const int low = exponent + shift + __builtin_ctzll(mantissa);
    const int top = exponent + shift + 64 - __builtin_clzll(mantissa);
    *cut |= sticky || top - low > 53 || low < -1074;
    return rounded;
}
