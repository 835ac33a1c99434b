// fraction.c - see fraction.h.
#include "geom/fraction.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/limbs.h"

// Copy a non-negative number shifted by some bits to the left (or right, if negative) into out;
// return whether non-zero bits fell off below. The result must fit.
static int limbs_shift(uint64_t* out, int n_out, const uint64_t* a, int n, int shift)
{
    uint64_t lost = 0;
    for (int i = 0; i < n_out; i++)
        out[i] = 0;
    for (int i = 0; i < n; i++) {
        const int low = 64 * i + shift;  // where bit 0 of this limb goes
        const int word = low >= 0 ? low / 64 : -((-low + 63) / 64), bit = low - 64 * word;
        const uint64_t part[2] = {a[i] << bit, bit ? a[i] >> (64 - bit) : 0};
        for (int k = 0; k < 2; k++) {
            if (word + k < 0)
                lost |= part[k];
            else if (word + k < n_out)
                out[word + k] |= part[k];
        }
    }
    return lost != 0;
}

double integer_round(uint64_t* a, int n, int exponent)
{
    const int negative = limbs_sign(a, n) < 0;
    if (negative) limbs_negate(a, n);
    const int bits = limbs_bit_length(a, n);
    uint64_t top;
    const int sticky = limbs_shift(&top, 1, a, n, 64 - bits);
    return bits ? double_round_nearest(top, sticky, exponent + bits - 64, negative) : 0.0;
}

// One digit of Knuth's long division (The Art of Computer
// Programming 2, 4.3.1, algorithm D): b is shifted to m whole limbs, a to m + 1 limbs of which the
// topmost has 63 bits, so the quotient has 63 or 64 bits; the estimate is at most 2 too large.
double fraction_round_in(uint64_t* scratch, uint64_t* a, int na, const uint64_t* b, int nb,
                         int exponent)
{
    ASSERT(limbs_sign(b, nb) > 0);
    const int negative = limbs_sign(a, na) < 0;
    if (negative) limbs_negate(a, na);
    const int a_bits = limbs_bit_length(a, na), b_bits = limbs_bit_length(b, nb);
    if (!a_bits) return 0.0;
    const int m = (b_bits + 63) / 64;
    uint64_t *const numerator = scratch, *const denominator = scratch + nb + 2,
                    *const product = scratch + 2 * (nb + 2);
    const int a_shift = 64 * m + 63 - a_bits, b_shift = 64 * m - b_bits;
    int sticky = limbs_shift(numerator, m + 1, a, na, a_shift);
    limbs_shift(denominator, m, b, nb, b_shift);
    denominator[m] = 0;
    uint64_t digit =
        (uint64_t)(((uint128)numerator[m] << 64 | numerator[m - 1]) / denominator[m - 1]);
    uint64_t carry = 0;
    for (int i = 0; i < m; i++) {
        const uint128 sum = limbs_product(denominator[i], digit) + carry;
        product[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
    product[m] = carry;
    limbs_subtract(numerator, numerator, product, m + 1);
    for (; numerator[m] >> 63; digit--)
        limbs_add(numerator, numerator, denominator, m + 1);
    sticky |= limbs_bit_length(numerator, m + 1) != 0;
    return double_round_nearest(digit, sticky, exponent - a_shift + b_shift, negative);
}

double fraction_round(uint64_t* a, int na, const uint64_t* b, int nb, int exponent)
{
    uint64_t scratch[3 * (FRACTION_LIMBS + 2)];
    ASSERT(nb <= FRACTION_LIMBS);
    return fraction_round_in(scratch, a, na, b, nb, exponent);
}

int integers_compare(const uint64_t* a, int na, int ea, const uint64_t* b, int nb, int eb)
{
    ASSERT(na > 0 && nb > 0 && !(a[na - 1] >> 63) && !(b[nb - 1] >> 63));
    const int a_bits = limbs_bit_length(a, na), b_bits = limbs_bit_length(b, nb);
    if (!a_bits || !b_bits) return (a_bits != 0) - (b_bits != 0);
    if (a_bits + ea != b_bits + eb) return a_bits + ea < b_bits + eb ? -1 : 1;
    // Both have one length when the shorter is shifted up: read their words from the top.
    for (int k = 0; 64 * k < a_bits || 64 * k < b_bits; k++) {
        const uint64_t x = limbs_word_below(a, a_bits - 64 * k);
        const uint64_t y = limbs_word_below(b, b_bits - 64 * k);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}
