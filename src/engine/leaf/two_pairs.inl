// two_pairs.inl - leaf pairs as they are looked at: two beside each other, of those that are not beyond a bound.
#ifndef ABUT_ENGINE_LEAF_TWO_PAIRS_INL
#define ABUT_ENGINE_LEAF_TWO_PAIRS_INL
#include "base/base.h"
#include "engine/leaf/leaf.h"

// is_single: the second is the first.
typedef struct two_pairs {
    const wide_leaf *a[2], *b[2];
    int is_single;
} two_pairs;

// Take the next two, from *at on, whose bound is not above most. Returns 0 if there are none.
static inline int next_two_pairs(two_pairs* out, const wide_leaf* a, const wide_leaf* b,
                                 const wide_pair* pairs, const float* bound, size_t count,
                                 float most, size_t* at)
{
    int found = 0;
    for (; *at < count && found < 2; ++*at) {
        if (PRUNE(bound[*at] > most)) continue;
        out->a[found] = &a[pairs[*at].a];
        out->b[found++] = &b[pairs[*at].b];
    }
    out->is_single = found == 1;
    if (out->is_single) {
        out->a[1] = out->a[0];
        out->b[1] = out->b[0];
    }
    return found;
}

#endif
