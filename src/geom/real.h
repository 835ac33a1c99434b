// real.h - exact numbers of any size: integers times a power of two, which sums and products of doubles are.
//
// They stand on a stack that the caller gives; what is computed on the way is taken off it again by its mark. Nothing is
// ever rounded. Slower than fixed sizes (geom/exact.h), and there is nothing to count: any expression may be written down.
#ifndef ABUT_GEOM_REAL_H
#define ABUT_GEOM_REAL_H
#include "base/base.h"

#include <stddef.h>
#include <stdint.h>

// What the largest question about a shape needs, numbers of all exponents included; touched only as far as it is needed.
#define REAL_STACK_WORDS ((size_t)1 << 18)

typedef struct real_stack {
    size_t used, peak;
    uint64_t words[REAL_STACK_WORDS];
} real_stack;

// x * 2^exponent, x of limbs 64-bit limbs in two's complement, the least first; no limbs: 0.
typedef struct real {
    int limbs, exponent;
    const uint64_t* x;
} real;

static inline size_t real_mark(const real_stack* s)
{
    return s->used;
}

static inline void real_release(real_stack* s, size_t mark)
{
    ASSERT(mark <= s->used);
    s->used = mark;
}

// Take off the stack all but one number that was made since the mark.
real real_keep(real_stack* s, size_t mark, real x);

real real_of(real_stack* s, double x);  // finite
real real_add(real_stack* s, real a, real b);
real real_subtract(real_stack* s, real a, real b);
real real_multiply(real_stack* s, real a, real b);
real real_negate(real_stack* s, real a);

static inline int real_sign(real a)
{
    return a.limbs ? (a.x[a.limbs - 1] >> 63 ? -1 : 1) : 0;
}

// -1, 0 or 1 as a is less than, as, or more than b.
int real_compare(real_stack* s, real a, real b);

// Times 2^k.
static inline real real_scale(real a, int k)
{
    a.exponent += k;
    return a;
}

#define REAL_NO_TOP (-0x40000000)

// Of a that is not 0: 2^(top - 1) <= |a| <= 2^top.
int real_top(real a);

// a / b, b > 0, rounded once to nearest even; beyond the doubles infinite.
double real_quotient(real_stack* s, real a, real b);
// About a, in any rounding mode: within 8 u of it, 0 below the normal numbers, infinite beyond the doubles.
double real_about(real a);
// About sqrt(a / b), in any rounding mode: within some units of its last place. a >= 0, b > 0.
double real_root_about(real a, real b);

// ------------------------------------------------------------------------------------------------- vectors

typedef struct real3 {
    real x[3];
} real3;

real3 real3_keep(real_stack* s, size_t mark, real3 a);
real3 real3_add(real_stack* s, real3 a, real3 b);
real3 real3_subtract(real_stack* s, real3 a, real3 b);
real3 real3_multiply(real_stack* s, real3 a, real t);
real3 real3_cross(real_stack* s, real3 a, real3 b);
real real3_dot(real_stack* s, real3 a, real3 b);
int real3_is_zero(real3 a);
// All |coordinates| are at most 2^it, one at least half of that; REAL_NO_TOP: all are 0.
int real3_top(real3 a);

#endif
