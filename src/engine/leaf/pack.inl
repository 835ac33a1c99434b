// pack.inl - a vector of doubles, one of each of several pairs of triangles: four with AVX2 and two elsewhere. No lane knows of
// another, so that makes no difference to what comes out.
#ifndef ABUT_ENGINE_LEAF_PACK_INL
#define ABUT_ENGINE_LEAF_PACK_INL
#include <stdint.h>
#include <string.h>

#ifdef __OPTIMIZE__
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

#if defined __AVX2__
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

INLINE pack all(double x)
{
#define LANE(i) x
    return (pack)EACH(LANE);
#undef LANE
}

INLINE pack_int whole(int64_t x)
{
#define LANE(i) x
    return (pack_int)EACH(LANE);
#undef LANE
}

INLINE int any_of(pack_int x)
{
    int64_t bits = 0;
    for (int lane = 0; lane < LANES; lane++)
        bits |= x[lane];
    return bits != 0;
}

INLINE void store(double* to, pack x)
{
    memcpy(to, &x, sizeof x);
}

INLINE pack absolute(pack x)
{
    return (pack)((pack_int)x & INT64_MAX);
}

// Where which is -1 x, where it is 0 y. Written so that no compiler makes comparisons of integers of it, which have no
// instruction everywhere.
INLINE pack_int pick(pack_int which, pack_int x, pack_int y)
{
    return y ^ (which & (x ^ y));
}

INLINE pack choose(pack_int which, pack x, pack y)
{
    return (pack)pick(which, (pack_int)x, (pack_int)y);
}

INLINE pack larger(pack x, pack y)
{
    return choose(x > y, x, y);
}

#endif
