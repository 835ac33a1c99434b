// group.inl - as many floats at once as a kernel of leaf pairs takes: eight, or sixteen where the processor has them and the
// kernel asks for it (LEAF_SIXTEEN). Four lanes are a leaf, so a group has two or four leaf pairs beside each other.
#ifndef ABUT_ENGINE_LEAF_GROUP_INL
#define ABUT_ENGINE_LEAF_GROUP_INL
#include "base/simd.h"

#if defined LEAF_SIXTEEN && defined SIMD_TWICE
#define GROUP_LANES 16
typedef twice group;
typedef uint32_t group_which;  // of some lanes: a bit each
#define GROUP_SHUFFLE TWICE_SHUFFLE

static inline group group_all(float x)
{
    return twice_same(x);
}

static inline group group_abs(group x)
{
    return twice_abs(x);
}

static inline group group_negate(group x)
{
    return twice_negate(x);
}

static inline group group_max(group x, group y)
{
    return twice_max(x, y);
}

static inline group group_min(group x, group y)
{
    return twice_min(x, y);
}

static inline group group_turn(group x, int turn)
{
    return twice_turn(x, turn);
}

static inline group_which group_above(group x, group y)
{
    return twice_above(x, y);
}

static inline unsigned group_bits(group_which which)
{
    return which;
}

static inline group group_choose(group_which which, group x, group y)
{
    return twice_choose(which, x, y);
}

static inline group group_load(const float* from)
{
    return twice_load(from, from + 8);
}

static inline group group_from_quads(const quad from[4])
{
    return twice_from_quads(from[0], from[1], from[2], from[3]);
}
#else
#define GROUP_LANES   SIMD_LANES
typedef lanes group;
typedef lanes_int group_which;
#define GROUP_SHUFFLE LANES_SHUFFLE

static inline group group_all(float x)
{
    return lanes_all(x);
}

static inline group group_abs(group x)
{
    return lanes_abs(x);
}

static inline group group_negate(group x)
{
    return lanes_negate(x);
}

static inline group group_max(group x, group y)
{
    return lanes_max(x, y);
}

static inline group group_min(group x, group y)
{
    return lanes_min(x, y);
}

static inline group group_turn(group x, int turn)
{
    return lanes_turn(x, turn);
}

static inline group_which group_above(group x, group y)
{
    return lanes_above(x, y);
}

static inline unsigned group_bits(group_which which)
{
    return lanes_mask(which);
}

static inline group group_choose(group_which which, group x, group y)
{
    return lanes_choose(which, x, y);
}

static inline group group_load(const float* from)
{
    return lanes_load(from);
}

static inline group group_from_quads(const quad from[2])
{
    return lanes_join(from[0], from[1]);
}
#endif

#define GROUP_PAIRS  (GROUP_LANES / 4)  // leaf pairs
#define GROUP_EIGHTS (GROUP_LANES / 8)

static inline void group_store(float* to, group x)
{
    memcpy(to, &x, sizeof x);
}

#endif
