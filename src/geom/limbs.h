// limbs.h - signed integers of a few 64-bit limbs, least significant first, two's complement. The
// callers derive how many limbs a value needs (docs/proofs/index.md); nothing here checks for overflow.
// Forced inline: with a constant number of limbs the loops unroll, which halves the time of a tie.
#ifndef ABUT_GEOM_LIMBS_H
#define ABUT_GEOM_LIMBS_H
#include "base/base.h"

#include <stdint.h>
#include <string.h>

__extension__ typedef unsigned __int128 uint128;
__extension__ typedef __int128 int128;

// All bits of a * b. WebAssembly has no instruction for that, and what compilers call there multiplies four words.
ALWAYS_INLINE uint128 limbs_product(uint64_t a, uint64_t b)
{
#ifdef __wasm__
    const uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    const uint64_t low = a_low * b_low;
    const uint64_t one = a_high * b_low + (low >> 32), other = a_low * b_high + (uint32_t)one;
    const uint64_t high = a_high * b_high + (one >> 32) + (other >> 32);
    return (uint128)high << 64 | (other << 32 | (uint32_t)low);
#else
    return (uint128)a * b;
#endif
}

// The same of signed numbers.
ALWAYS_INLINE int128 limbs_signed_product(int64_t a, int64_t b)
{
#ifdef __wasm__
    const uint64_t too_much =
        ((uint64_t)(a >> 63) & (uint64_t)b) + ((uint64_t)(b >> 63) & (uint64_t)a);
    return (int128)(limbs_product((uint64_t)a, (uint64_t)b) - ((uint128)too_much << 64));
#else
    return (int128)a * b;
#endif
}

ALWAYS_INLINE void limbs_add(uint64_t* out, const uint64_t* a, const uint64_t* b, int n)
{
    uint64_t carry = 0;
    for (int i = 0; i < n; i++) {
        const uint128 sum = (uint128)a[i] + b[i] + carry;
        out[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
}

ALWAYS_INLINE void limbs_subtract(uint64_t* out, const uint64_t* a, const uint64_t* b, int n)
{
    uint64_t borrow = 0;
    for (int i = 0; i < n; i++) {
        const uint128 difference = (uint128)a[i] - b[i] - borrow;
        out[i] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> 64) & 1;
    }
}

ALWAYS_INLINE int limbs_sign(const uint64_t* a, int n)
{
    ASSERT(n > 0);
    if (a[n - 1] >> 63) return -1;
    uint64_t bits = 0;
    for (int i = 0; i < n; i++)
        bits |= a[i];
    return bits != 0;
}

// Signed product of na and nb limbs, na + nb limbs; out overlaps neither.
ALWAYS_INLINE void limbs_multiply(uint64_t* out, const uint64_t* a, int na, const uint64_t* b,
                                  int nb)
{
    ASSERT(na > 0 && nb > 0);
    for (int i = 0; i < na + nb; i++)
        out[i] = 0;
    for (int i = 0; i < na; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < nb; j++) {
            // It takes na + nb to overflow, and the loop above not to run.
            // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult)
            const uint128 sum = limbs_product(a[i], b[j]) + out[i + j] + carry;
            out[i + j] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
        out[i + nb] = carry;
    }
    // The loops took negative factors as 2^(64n) too large: take that back.
    if (a[na - 1] >> 63) limbs_subtract(out + na, out + na, b, nb);
    if (b[nb - 1] >> 63) limbs_subtract(out + nb, out + nb, a, na);
}

// Add (or subtract) magnitude * 2^shift to a; bits beyond n limbs are lost.
ALWAYS_INLINE void limbs_accumulate(uint64_t* a, int n, uint128 magnitude, int shift, int negative)
{
    ASSERT(n > 0 && shift >= 0);
    const int word = shift >> 6, bit = shift & 63;
    const uint64_t low = (uint64_t)magnitude, high = (uint64_t)(magnitude >> 64);
    const uint64_t part[3] = {low << bit, bit ? high << bit | low >> (64 - bit) : high,
                              bit ? high >> (64 - bit) : 0};
    uint64_t carry = 0;
    for (int i = word; i < n; i++) {
        const uint64_t term = i - word < 3 ? part[i - word] : 0;
        if (negative) {
            const uint128 difference = (uint128)a[i] - term - carry;
            a[i] = (uint64_t)difference;
            carry = (uint64_t)(difference >> 64) & 1;
        } else {
            const uint128 sum = (uint128)a[i] + term + carry;
            a[i] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
    }
}

ALWAYS_INLINE void limbs_negate(uint64_t* a, int n)
{
    uint64_t carry = 1;
    for (int i = 0; i < n; i++) {
        a[i] = ~a[i] + carry;
        carry = carry && a[i] == 0;
    }
}

// Bits of a non-negative number; 0 for 0.
ALWAYS_INLINE int limbs_bit_length(const uint64_t* a, int n)
{
    for (int i = n - 1; i >= 0; i--)
        if (a[i]) return 64 * i + 64 - __builtin_clzll(a[i]);
    return 0;
}

// The 64 bits of a non-negative number below bit top, those below its bit 0 zero. top is at most 64 n.
ALWAYS_INLINE uint64_t limbs_word_below(const uint64_t* a, int top)
{
    if (top <= 0) return 0;
    const int word = (top - 1) >> 6,
              down = (64 - (top & 63)) & 63;  // the highest bit wanted is in this word
    return down ? a[word] << down | (word ? a[word - 1] >> (64 - down) : 0) : a[word];
}

#endif
