// pack.inl - a vector of doubles, one of each of several pairs of triangles: four with AVX2 and two elsewhere. No lane knows of
// another, so that makes no difference to what comes out.
#ifndef ABUT_ENGINE_LEAF_PACK_INL
#define ABUT_ENGINE_LEAF_PACK_INL
#include "base/base.h"

#include <stdint.h>
#include <string.h>

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

ALWAYS_INLINE int any_of(pack_int x)
{
    int64_t bits = 0;
    for (int lane = 0; lane < LANES; lane++)
        bits |= x[lane];
    return bits != 0;
}

ALWAYS_INLINE void store(double* to, pack x)
{
    memcpy(to, &x, sizeof x);
}

ALWAYS_INLINE pack absolute(pack x)
{
    return (pack)((pack_int)x & INT64_MAX);
}

// Where which is -1 x, where it is 0 y. Written so that no compiler makes comparisons of integers of it, which have no
// instruction everywhere.
ALWAYS_INLINE pack_int pick(pack_int which, pack_int x, pack_int y)
{
    return y ^ (which & (x ^ y));
}

ALWAYS_INLINE pack choose(pack_int which, pack x, pack y)
{
    return (pack)pick(which, (pack_int)x, (pack_int)y);
}

ALWAYS_INLINE pack larger(pack x, pack y)
{
    return choose(x > y, x, y);
}

#endif
