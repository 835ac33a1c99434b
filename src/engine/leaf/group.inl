// group.inl - as many floats at once as a kernel of leaf pairs takes: eight, or sixteen where the processor has them and the
// kernel asks for it (LEAF_SIXTEEN). Four lanes are a leaf, so a group has two or four leaf pairs beside each other.
#ifndef ABUT_ENGINE_LEAF_GROUP_INL
#define ABUT_ENGINE_LEAF_GROUP_INL
#include "base/simd.h"

#if defined LEAF_SIXTEEN && defined SIMD_TWICE
#define GROUP_LANES 16
#define GROUP_PICKS 1
typedef twice group;
typedef twice_int group_int;
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

static inline group_int group_int_load(const void* from)
{
    return twice_int_load(from);
}

static inline group_which group_int_equal(group_int x, int32_t y)
{
    return twice_int_equal(x, y);
}

static inline group group_pick(group x, group_int at)
{
    return twice_pick(x, at);
}

static inline group group_pick_some(group old, group_which which, group x, group_int at)
{
    return twice_pick_some(old, which, x, at);
}

static inline size_t group_compress(uint32_t* to, group_int x, unsigned mask)
{
    return twice_compress(to, x, mask);
}
#else
#define GROUP_LANES SIMD_LANES
#ifdef SIMD_PICKS
#define GROUP_PICKS 1
#endif
typedef lanes group;
typedef lanes_int group_int;
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

static inline group_int group_int_load(const void* from)
{
    return lanes_int_load(from);
}

static inline group_which group_int_equal(group_int x, int32_t y)
{
    return lanes_int_equal(x, lanes_int_all(y));
}

#ifdef GROUP_PICKS
static inline group group_pick(group x, group_int at)
{
    return lanes_pick(x, at);
}

static inline group group_pick_some(group old, group_which which, group x, group_int at)
{
    return lanes_blend(which, lanes_pick(x, at), old);
}
#endif

static inline size_t group_compress(uint32_t* to, group_int x, unsigned mask)
{
    return lanes_compress(to, x, mask);
}
#endif

#define GROUP_PAIRS  (GROUP_LANES / 4)  // leaf pairs
#define GROUP_EIGHTS (GROUP_LANES / 8)

static inline void group_store(float* to, group x)
{
    memcpy(to, &x, sizeof x);
}

#endif
