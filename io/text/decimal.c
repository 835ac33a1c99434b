// decimal.c - decimal to double by whole numbers of any length (the algorithm that needs no proof):
// the value is a fraction of two integers, and the quotient's first 63 or 64 bits, with whether
// anything follows them, decide the rounding.
#include "text/decimal.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum {
    KEPT_DIGITS = 800,    // a tie between two doubles has at most 768 digits
    LARGEST_POWER = 310,  // 10^310 is infinite
    LEAST_POWER = -330,   // 10^-330 is zero
    LIMBS = 160,          // 10^(KEPT_DIGITS + 330) and 64 bits more have 122
};

// Little endian; limbs from count on are not looked at, and limb[count - 1] is not zero.
typedef struct big {
    int count;
    uint32_t limb[LIMBS];
} big;

static void multiply_add(big* b, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (int i = 0; i < b->count; i++) {
        carry += (uint64_t)b->limb[i] * factor;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) b->limb[b->count++] = (uint32_t)carry;
}

static void multiply_power_of_ten(big* b, int64_t power)
{
    for (; power >= 9; power -= 9)
        multiply_add(b, 1000000000, 0);
    for (; power > 0; power--)
        multiply_add(b, 10, 0);
}

static int bit_count(const big* b)
{
    return b->count == 0 ? 0 : 32 * b->count + 32 - __builtin_clzll(b->limb[b->count - 1]);
}

static void shift_left(big* b, int bits)
{
    int limbs = bits / 32;
    memmove(b->limb + limbs, b->limb, (size_t)b->count * sizeof b->limb[0]);
    memset(b->limb, 0, (size_t)limbs * sizeof b->limb[0]);
    b->count += limbs;
    multiply_add(b, UINT32_C(1) << bits % 32, 0);
}

static bool is_less(const big* a, const big* b)
{
    if (a->count != b->count) return a->count < b->count;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i];
    return false;
}

static void subtract(big* a, const big* b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        uint64_t difference = (uint64_t)a->limb[i] - (i < b->count ? b->limb[i] : 0) - borrow;
        a->limb[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    while (a->count > 0 && a->limb[a->count - 1] == 0)
        a->count--;
}

// a / b below 2^64; a keeps the remainder.
static uint64_t divide(big* a, big* b)
{
    uint64_t quotient = 0;
    // a doubles in place of halving b: b stands at its 2^63-fold first.
    shift_left(b, 63);
    for (int bit = 63;; bit--) {
        if (!is_less(a, b)) {
            subtract(a, b);
            quotient |= UINT64_C(1) << bit;
        }
        if (bit == 0) return quotient;
        multiply_add(a, 2, 0);
    }
}

// (top + something below one, which is zero only if !sticky) * 2^exponent, top >= 2^62.
static double round_anywhere(uint64_t top, bool sticky, int exponent)
{
    int first = 63 - __builtin_clzll(top) + exponent;  // the power of two of the first bit
    int last = first - 52 > -1074 ? first - 52 : -1074;
    int drop = last - exponent;
    if (drop > 64) return 0;
    // drop is 10 at least: the first bit of top is bit 62 or 63.
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult)
    uint64_t half = UINT64_C(1) << (drop - 1);
    uint64_t kept = drop == 64 ? 0 : top >> drop;
    uint64_t rest = drop == 64 ? top : top & (2 * half - 1);
    if (rest > half || (rest == half && (sticky || (kept & 1) != 0))) kept++;
    return ldexp((double)kept, last);
}

double decimal_round(const char* at, const char* end, int64_t exponent)
{
    big numerator = {0};
    int count = 0;
    bool dropped = false;
    for (; at != end; at++) {
        if (*at == '.') continue;
        if (count < KEPT_DIGITS) {
            multiply_add(&numerator, 10, (uint32_t)(*at - '0'));
            count += numerator.count != 0;
        } else {
            dropped = dropped || *at != '0';
            exponent++;
        }
    }
    if (count == 0 || exponent + count < LEAST_POWER) return 0;
    if (exponent + count > LARGEST_POWER) return HUGE_VAL;
    big denominator = {.count = 1, .limb = {1}};
    multiply_power_of_ten(&numerator, exponent);
    multiply_power_of_ten(&denominator, -exponent);
    int shift = bit_count(&denominator) - bit_count(&numerator) + 63;
    shift_left(&numerator, shift > 0 ? shift : 0);
    shift_left(&denominator, shift < 0 ? -shift : 0);
    uint64_t quotient = divide(&numerator, &denominator);
    // Digits that were dropped are less than the last one kept: they only break ties.
    return round_anywhere(quotient, numerator.count != 0 || dropped, -shift);
}
