// bits.c - arithmetic on the bits of doubles; see bits.h for why.
#include "base/bits.h"

#include "base/base.h"

#include <float.h>
#include <math.h>

#define MANTISSA_BITS 52
#define IMPLICIT_ONE  (UINT64_C(1) << MANTISSA_BITS)
#define EXPONENT_MASK 0x7FF
#define EXPONENT_BIAS 1075  // of the mantissa as an integer
#define SIGN_BIT      (UINT64_C(1) << 63)

__extension__ typedef unsigned __int128 uint128;

static int bit_length(uint64_t x)
{
    ASSERT(x);
    return 64 - __builtin_clzll(x);
}

int double_top_subnormal(double x)
{
    const dyadic d = dyadic_from_double(x);
    return d.exponent + bit_length(d.mantissa);
}

int double_compare_sum(double x, double y, double z)
{
    double more = double_compare(y, z) > 0 ? y : z;
    double less = double_compare(y, z) > 0 ? z : y;
    ASSERT(double_order(less) >= 0);
    if (double_is_zero(less) || double_compare(x, more) <= 0) {
        const int order = double_compare(x, more);
        return order || double_is_zero(less) ? order : -1;
    }
    if (double_top(more) < -700) {  // then what is subtracted below could be subnormal
        if (double_top(x) > -600) return 1;
        x = double_scale(x, 300);
        more = double_scale(more, 300);
        less = double_scale(less, 300);
    }
    // Up to twice as far the difference of two doubles is one, in any rounding mode.
    return double_compare(x / 2, more) > 0 ? 1 : double_compare(x - more, less);
}

double double_round_nearest(uint64_t mantissa, int sticky, int exponent, int negative)
{
    ASSERT(!sticky || mantissa >> MANTISSA_BITS > 1);  // some bit is dropped
    const uint64_t sign = negative ? SIGN_BIT : 0;
    if (!mantissa) return double_from_bits(sign);
    int drop = bit_length(mantissa) - (MANTISSA_BITS + 1);
    if (exponent + drop < 1 - EXPONENT_BIAS)
        drop = 1 - EXPONENT_BIAS - exponent;  // the grid of subnormals
    uint64_t kept;
    if (drop > 64) {
        kept = 0;
    } else if (drop > 0) {
        kept = drop == 64 ? 0 : mantissa >> drop;
        const uint64_t half = UINT64_C(1) << (drop - 1);
        const uint64_t rest = drop == 64 ? mantissa : mantissa & ((half << 1) - 1);
        if (rest > half || (rest == half && (sticky || (kept & 1)))) kept++;
    } else {
        kept = mantissa << -drop;
    }
    exponent += drop;
    if (kept == IMPLICIT_ONE << 1) {
        kept >>= 1;
        exponent++;
    }
    const int field = (kept & IMPLICIT_ONE) != 0 ? exponent + EXPONENT_BIAS : 0;
    if (field >= EXPONENT_MASK)
        return double_from_bits(sign | (uint64_t)EXPONENT_MASK << MANTISSA_BITS);
    return double_from_bits(sign | (uint64_t)field << MANTISSA_BITS | (kept & (IMPLICIT_ONE - 1)));
}

double double_scale_special(double x, int exponent)
{
    if (!double_is_finite(x)) return x;
    const uint64_t sign = double_bits(x) & SIGN_BIT;
    const dyadic d = dyadic_from_double(x);
    if (!d.mantissa) return x;
    const int top = d.exponent + bit_length(d.mantissa) + exponent;
    if (top < -1021) return double_from_bits(sign);
    return double_round_nearest(d.mantissa, 0, d.exponent + exponent, d.negative);
}

double double_multiply_nearest(double a, double b)
{
    const dyadic x = dyadic_from_double(a), y = dyadic_from_double(b);
    const int negative = (int)((double_bits(a) ^ double_bits(b)) >> 63);
    const uint128 product = (uint128)x.mantissa * y.mantissa;
    const uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product;
    const int exponent = x.exponent + y.exponent;
    if (!high) return double_round_nearest(low, 0, exponent, negative);
    const int shift = bit_length(high);
    const uint64_t top = (uint64_t)(product >> shift);
    const int sticky = (uint64_t)(low << (64 - shift)) != 0;
    return double_round_nearest(top, sticky, exponent + shift, negative);
}

void double_enclose(double_measure* compare, const void* number, double guess, double* lo,
                    double* hi)
{
    // As bits, which are ordered as the numbers are: it is at least the first and below the second. From the guess on in
    // steps that double.
    uint64_t least = 0, most = double_bits((double)INFINITY), step = 1;
    uint64_t at = double_bits(guess);
    at = (at & SIGN_BIT) != 0 ? 0 : at < most ? at : most - 1;
    while (most - least > 1) {
        const int sign = compare(number, double_from_bits(at));
        if (sign == 0) {
            *lo = *hi = double_from_bits(at);
            return;
        }
        if (sign > 0)
            least = at;
        else
            most = at;
        const uint64_t half = (most - least) / 2, far = step < half ? step : half;
        at = sign > 0 ? least + far : most - far;
        if (step < half) step *= 2;
    }
    *lo = double_from_bits(least);
    *hi = double_from_bits(most);
}

float float_round_up(double x)
{
    ASSERT(x >= -(double)FLT_MAX && x <= (double)FLT_MAX);
    float f = (float)x;  // in any rounding mode at most one float away
    if ((double)f < x) {
        uint32_t bits;
        memcpy(&bits, &f, sizeof bits);
        bits = bits >> 31 ? bits - 1 : bits + 1;  // -0 is not below x: it comes of x < 0 only
        memcpy(&f, &bits, sizeof f);
    }
    return f;
}
