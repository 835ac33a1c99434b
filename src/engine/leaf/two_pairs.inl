// two_pairs.inl - leaf pairs as they are looked at: two beside each other, of those that are not beyond a bound.
#ifndef ABUT_ENGINE_LEAF_TWO_PAIRS_INL
#define ABUT_ENGINE_LEAF_TWO_PAIRS_INL
#include "base/base.h"
#include "engine/leaf/leaf.h"

// The leaf pairs that are left, and two of them. is_single: the second is the first.
typedef struct two_pairs {
    const wide_pair* pairs;  // count of them, each with its bound
    const float* bound;
    size_t count;
    const wide_leaf *a[2], *b[2];
    int is_single;
} two_pairs;

// Take the next two whose bound is not above most, of leaves a x b. Returns 0 if there are none.
static inline int next_two_pairs(two_pairs* t, const wide_leaf* a, const wide_leaf* b, float most)
{
    int found = 0;
    for (; t->count && found < 2; t->pairs++, t->bound++, t->count--) {
        if (PRUNE(*t->bound > most)) continue;
        t->a[found] = &a[t->pairs->a];
        t->b[found++] = &b[t->pairs->b];
    }
    t->is_single = found == 1;
    if (t->is_single) {
        t->a[1] = t->a[0];
        t->b[1] = t->b[0];
    }
    return found;
}

#endif
