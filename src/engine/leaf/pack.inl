// pack.inl - a vector of doubles, one of each of several pairs of triangles: four with AVX2 and two elsewhere; or eight where
// the processor has them and the kernel asks for it (PACK_EIGHT). No lane knows of another, so that makes no difference to
// what comes out.
#ifndef ABUT_ENGINE_LEAF_PACK_INL
#define ABUT_ENGINE_LEAF_PACK_INL
#include "base/base.h"
#include "base/simd.h"

#include <stdint.h>
#include <string.h>

#if defined PACK_EIGHT && defined SIMD_TWICE
#define LANES 8
#define EACH(x)                                                                                    \
    {                                                                                              \
        x(0), x(1), x(2), x(3), x(4), x(5), x(6), x(7)                                             \
    }
#elif defined __AVX2__
#define LANES 4
#define EACH(x)                                                                                    \
    {                                                                                              \
        x(0), x(1), x(2), x(3)                                                                     \
    }
#else
#define LANES 2
#define EACH(x)                                                                                    \
    {                                                                                              \
        x(0), x(1)                                                                                 \
    }
#endif

typedef double pack __attribute__((vector_size(8 * LANES)));
typedef int64_t pack_int
    __attribute__((vector_size(8 * LANES)));  // -1 or 0 in each lane, as comparisons give

typedef double two_doubles __attribute__((vector_size(16)));

// The first, and the second, of all twos.
#if LANES == 8
#define TWO(at, i, j)                                                                              \
    __builtin_shufflevector(__builtin_shufflevector((at)[i], (at)[(i) + 2], 0, 1, 2, 3),           \
                            __builtin_shufflevector(at[j], at[(j) + 2], 0, 1, 2, 3), 0, 1, 2, 3,   \
                            4, 5, 6, 7)
#define FIRST_OF(at)                                                                               \
    __builtin_shufflevector(TWO(at, 0, 4), TWO(at, 1, 5), 0, 8, 2, 10, 4, 12, 6, 14)
#define SECOND_OF(at)                                                                              \
    __builtin_shufflevector(TWO(at, 0, 4), TWO(at, 1, 5), 1, 9, 3, 11, 5, 13, 7, 15)
#elif LANES == 4
#define TWO(at, i)    __builtin_shufflevector((at)[i], (at)[(i) + 2], 0, 1, 2, 3)
#define FIRST_OF(at)  __builtin_shufflevector(TWO(at, 0), TWO(at, 1), 0, 4, 2, 6)
#define SECOND_OF(at) __builtin_shufflevector(TWO(at, 0), TWO(at, 1), 1, 5, 3, 7)
#else
#define FIRST_OF(at)  __builtin_shufflevector((at)[0], (at)[1], 0, 2)
#define SECOND_OF(at) __builtin_shufflevector((at)[0], (at)[1], 1, 3)
#endif

ALWAYS_INLINE pack first_of(const two_doubles at[LANES])
{
    return FIRST_OF(at);
}

ALWAYS_INLINE pack second_of(const two_doubles at[LANES])
{
    return SECOND_OF(at);
}

ALWAYS_INLINE pack all(double x)
{
#define LANE(i) x
    return (pack)EACH(LANE);
#undef LANE
}

ALWAYS_INLINE pack_int whole(int64_t x)
{
#define LANE(i) x
    return (pack_int)EACH(LANE);
#undef LANE
}

ALWAYS_INLINE void store(double* to, pack x)
{
    memcpy(to, &x, sizeof x);
}

ALWAYS_INLINE pack absolute(pack x)
{
    return (pack)((pack_int)x & INT64_MAX);
}

#if LANES == 8
typedef unsigned pack_which;  // of some lanes: a bit each, and anything above these

ALWAYS_INLINE pack_which which_all(void)
{
    return ~0u;
}

ALWAYS_INLINE int any_of(pack_which which)
{
    return (which & 0xff) != 0;
}

ALWAYS_INLINE unsigned lane_of(pack_which which, size_t lane)
{
    return which >> lane & 1;
}

ALWAYS_INLINE pack_which is_above(pack x, pack y)
{
    return eight_double_above(x, y);
}

ALWAYS_INLINE pack_which is_at_most(pack x, pack y)
{
    return eight_double_at_most(x, y);
}

ALWAYS_INLINE pack_which is_equal(pack x, pack y)
{
    return eight_double_equal(x, y);
}

ALWAYS_INLINE pack_int pick(pack_which which, pack_int x, pack_int y)
{
    return eight_long_choose(which, x, y);
}
#else
typedef pack_int pack_which;  // -1 or 0 in each lane

ALWAYS_INLINE pack_which which_all(void)
{
    return whole(-1);
}

ALWAYS_INLINE int any_of(pack_which which)
{
    int64_t bits = 0;
    for (int lane = 0; lane < LANES; lane++)
        bits |= which[lane];
    return bits != 0;
}

ALWAYS_INLINE unsigned lane_of(pack_which which, size_t lane)
{
    return (unsigned)which[lane] & 1;
}

ALWAYS_INLINE pack_which is_above(pack x, pack y)
{
    return x > y;
}

ALWAYS_INLINE pack_which is_at_most(pack x, pack y)
{
    return x <= y;
}

ALWAYS_INLINE pack_which is_equal(pack x, pack y)
{
    return x == y;
}

// Where which is -1 x, where it is 0 y. Written so that no compiler makes comparisons of integers of it, which have no
// instruction everywhere.
ALWAYS_INLINE pack_int pick(pack_which which, pack_int x, pack_int y)
{
    return y ^ (which & (x ^ y));
}
#endif

ALWAYS_INLINE pack_which which_none(void)
{
    return ~which_all();
}

ALWAYS_INLINE pack_which pick_which(pack_which which, pack_which x, pack_which y)
{
    return y ^ (which & (x ^ y));
}

ALWAYS_INLINE pack choose(pack_which which, pack x, pack y)
{
    return (pack)pick(which, (pack_int)x, (pack_int)y);
}

ALWAYS_INLINE pack larger(pack x, pack y)
{
    return choose(is_above(x, y), x, y);
}

#endif
