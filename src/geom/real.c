// real.c - see real.h.
#include "geom/real.h"

#include "base/bits.h"
#include "geom/fraction.h"
#include "geom/limbs.h"

#include <math.h>
#include <string.h>

static uint64_t* push(real_stack* s, int limbs)
{
    uint64_t* const at = s->words + s->used;
    s->used += (size_t)limbs;
    ASSERT(s->used <= REAL_STACK_WORDS);
    if (s->used > s->peak) s->peak = s->used;
    return at;
}

// Take limbs off that only repeat the sign: all of the topmost number's.
static real trimmed(real_stack* s, const uint64_t* x, int limbs, int exponent)
{
    const int was = limbs;
    while (limbs > 1 && x[limbs - 1] == (0 - (x[limbs - 2] >> 63)))
        limbs--;
    if (limbs == 1 && !x[0]) limbs = 0;
    s->used -= (size_t)(was - limbs);
    return (real){limbs, limbs ? exponent : 0, x};
}

real real_keep(real_stack* s, size_t mark, real x)
{
    real_release(s, mark);
    if (!x.limbs || x.x < s->words + mark) return x;
    uint64_t* const to = push(s, x.limbs);
    memmove(to, x.x, (size_t)x.limbs * sizeof *to);
    x.x = to;
    return x;
}

real real_of(real_stack* s, double x)
{
    const dyadic d = dyadic_from_double(x);
    if (!d.mantissa) return (real){0, 0, s->words};
    uint64_t* const to = push(s, 1);
    *to = d.negative ? -d.mantissa : d.mantissa;
    return (real){1, d.exponent, to};
}

// a's limbs shifted up by some bits, in n limbs.
static void shift_up(uint64_t* out, int n, real a, int shift)
{
    const int word = shift / 64, bit = shift % 64;
    const uint64_t sign = 0 - (a.x[a.limbs - 1] >> 63);
    uint64_t below = 0;
    for (int i = 0; i < word; i++)
        out[i] = 0;
    for (int i = word; i < n; i++) {
        const uint64_t limb = i - word < a.limbs ? a.x[i - word] : sign;
        out[i] = bit ? limb << bit | below >> (64 - bit) : limb;
        below = limb;
    }
}

// Its limbs one after the other, as they are when it is shifted up by some bits.
typedef struct shifted {
    const uint64_t* x;
    uint64_t below, sign;
    int limbs, at, bit;
} shifted;

static inline shifted shifted_begin(real a, int shift)
{
    return (shifted){a.x, 0, 0 - (a.x[a.limbs - 1] >> 63), a.limbs, -(shift / 64), shift % 64};
}

static inline uint64_t shifted_next(shifted* s)
{
    const int i = s->at++;
    const uint64_t limb = i < 0 ? 0 : i < s->limbs ? s->x[i] : s->sign;
    const uint64_t out = s->bit ? limb << s->bit | s->below >> (64 - s->bit) : limb;
    s->below = limb;
    return out;
}

// a + b, or a - b, which is a + ~b + 1.
static real sum(real_stack* s, real a, real b, int minus)
{
    const int exponent = a.exponent < b.exponent ? a.exponent : b.exponent;
    const int a_shift = a.exponent - exponent, b_shift = b.exponent - exponent;
    const int a_limbs = a.limbs + (a_shift + 63) / 64, b_limbs = b.limbs + (b_shift + 63) / 64;
    const int n = (a_limbs > b_limbs ? a_limbs : b_limbs) + 1;
    const uint64_t turn = minus ? ~UINT64_C(0) : 0;
    uint64_t* const out = push(s, n);
    shifted x = shifted_begin(a, a_shift), y = shifted_begin(b, b_shift);
    uint64_t carry = (uint64_t)minus;
    for (int i = 0; i < n; i++) {
        const uint128 all = (uint128)shifted_next(&x) + (shifted_next(&y) ^ turn) + carry;
        out[i] = (uint64_t)all;
        carry = (uint64_t)(all >> 64);
    }
    return trimmed(s, out, n, exponent);
}

real real_negate(real_stack* s, real a)
{
    if (!a.limbs) return a;
    const int n = a.limbs + 1;
    uint64_t* const out = push(s, n);
    shift_up(out, n, a, 0);
    limbs_negate(out, n);
    return trimmed(s, out, n, a.exponent);
}

real real_add(real_stack* s, real a, real b)
{
    return !a.limbs ? b : !b.limbs ? a : sum(s, a, b, 0);
}

real real_subtract(real_stack* s, real a, real b)
{
    return !b.limbs ? a : !a.limbs ? real_negate(s, b) : sum(s, a, b, 1);
}

real real_multiply(real_stack* s, real a, real b)
{
    if (!a.limbs || !b.limbs) return (real){0, 0, s->words};
    const int n = a.limbs + b.limbs;
    uint64_t* const out = push(s, n);
    if (a.limbs == 1 && b.limbs == 1) {
        const int128 product = (int128)(int64_t)a.x[0] * (int64_t)b.x[0];
        out[0] = (uint64_t)product;
        out[1] = (uint64_t)((uint128)product >> 64);
    } else {
        limbs_multiply(out, a.x, a.limbs, b.x, b.limbs);
    }
    return trimmed(s, out, n, a.exponent + b.exponent);
}

int real_compare(real_stack* s, real a, real b)
{
    const int a_sign = real_sign(a), b_sign = real_sign(b);
    if (a_sign != b_sign || !a_sign) return (a_sign > b_sign) - (a_sign < b_sign);
    const size_t mark = real_mark(s);
    const int sign = real_sign(real_subtract(s, a, b));
    real_release(s, mark);
    return sign;
}

int real_top(real a)
{
    ASSERT(a.limbs > 0);
    const uint64_t sign = 0 - (a.x[a.limbs - 1] >> 63);
    int i = a.limbs - 1;
    while (i > 0 && a.x[i] == sign)
        i--;
    const uint64_t top =
        a.x[i] ^ sign;  // of a negative number one less than it, where all else is 0
    return a.exponent + 64 * i + (top ? 64 - __builtin_clzll(top) : 0) + (top ? 0 : 1);
}

double real_quotient(real_stack* s, real a, real b)
{
    ASSERT(real_sign(b) > 0);
    if (!a.limbs) return 0;
    const size_t mark = real_mark(s);
    uint64_t* const copy = push(s, a.limbs + 1);
    shift_up(copy, a.limbs + 1, a, 0);
    const double out = fraction_round_in(push(s, 3 * (b.limbs + 2)), copy, a.limbs + 1, b.x,
                                         b.limbs, a.exponent - b.exponent);
    real_release(s, mark);
    return out;
}

// The topmost 64 bits of a positive number, and the power of two above it.
static uint64_t top_word(real a, int* top)
{
    const int bits = limbs_bit_length(a.x, a.limbs);
    *top = bits + a.exponent;
    return limbs_word_below(a.x, bits);
}

double real_about(real a)
{
    double out = 0;
    for (int i = a.limbs - 1; i >= 0 && i >= a.limbs - 3; i--) {
        const double limb = i == a.limbs - 1 ? (double)(int64_t)a.x[i] : (double)a.x[i];
        out += double_scale(limb, 64 * i + a.exponent);
    }
    return out;
}

double real_root_about(real a, real b)
{
    if (!a.limbs) return 0;
    int a_top, b_top;
    double ratio = (double)top_word(a, &a_top);
    ratio /= (double)top_word(b, &b_top);
    int exponent = a_top - b_top;
    if (exponent & 1) {
        ratio *= 2;
        exponent--;
    }
    exponent /= 2;
    // double_scale() takes away what is below the normal numbers: about 0 will do there.
    return exponent > 1022 ? (double)INFINITY
                           : double_scale(sqrt(ratio), exponent < -1100 ? -1100 : exponent);
}

// ------------------------------------------------------------------------------------------------- vectors

real3 real3_keep(real_stack* s, size_t mark, real3 a)
{
    // In the order in which they lie, so that none is overwritten before it is moved. No two are one number.
    int order[3] = {0, 1, 2};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2 - i; k++)
            if (a.x[order[k]].x > a.x[order[k + 1]].x) {
                const int swap = order[k];
                order[k] = order[k + 1];
                order[k + 1] = swap;
            }
    real_release(s, mark);
    for (int k = 0; k < 3; k++) {
        real* const x = &a.x[order[k]];
        if (!x->limbs || x->x < s->words + mark) continue;
        *x = real_keep(s, s->used, *x);
    }
    return a;
}

real3 real3_add(real_stack* s, real3 a, real3 b)
{
    real3 out;
    for (int k = 0; k < 3; k++)
        out.x[k] = real_add(s, a.x[k], b.x[k]);
    return out;
}

real3 real3_subtract(real_stack* s, real3 a, real3 b)
{
    real3 out;
    for (int k = 0; k < 3; k++)
        out.x[k] = real_subtract(s, a.x[k], b.x[k]);
    return out;
}

real3 real3_multiply(real_stack* s, real3 a, real t)
{
    real3 out;
    for (int k = 0; k < 3; k++)
        out.x[k] = real_multiply(s, a.x[k], t);
    return out;
}

real3 real3_cross(real_stack* s, real3 a, real3 b)
{
    real3 out;
    for (int k = 0; k < 3; k++) {
        const int p = (k + 1) % 3, q = (k + 2) % 3;
        const size_t mark = real_mark(s);
        const real left = real_multiply(s, a.x[p], b.x[q]),
                   right = real_multiply(s, a.x[q], b.x[p]);
        out.x[k] = real_keep(s, mark, real_subtract(s, left, right));
    }
    return out;
}

real real3_dot(real_stack* s, real3 a, real3 b)
{
    const size_t mark = real_mark(s);
    real out = real_multiply(s, a.x[0], b.x[0]);
    for (int k = 1; k < 3; k++)
        out = real_add(s, out, real_multiply(s, a.x[k], b.x[k]));
    return real_keep(s, mark, out);
}

int real3_is_zero(real3 a)
{
    return !a.x[0].limbs && !a.x[1].limbs && !a.x[2].limbs;
}

int real3_top(real3 a)
{
    int top = REAL_NO_TOP;
    for (int k = 0; k < 3; k++)
        if (a.x[k].limbs && real_top(a.x[k]) > top) top = real_top(a.x[k]);
    return top;
}
