// pair_set.h - pairs of instances about which something was said: which of them are left out, which have margins of their
// own.
#ifndef ABUT_WORLD_PAIR_SET_H
#define ABUT_WORLD_PAIR_SET_H
#include "base/sort.h"

#include "abut/abut.h"

// Zeroed: empty. value: the place in the list that was given, as far as 32 bits go; of several for one pair, of the last.
typedef struct pair_set {
    sort_record* records;  // key = a << 32 | b, a < b; sorted, each once
    size_t count, capacity;
} pair_set;

// The key of a pair, whose ids may come in either order.
static inline uint64_t pair_set_key(abut_pair pair)
{
    return pair.a < pair.b ? (uint64_t)pair.a << 32 | pair.b : (uint64_t)pair.b << 32 | pair.a;
}

// Make it anew. On failure nothing changes. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status pair_set_make(pair_set* s, const abut_host* host, const abut_pair* pairs, size_t count);
// The place of the first record whose key is not below this one.
size_t pair_set_place(const pair_set* s, uint64_t key);
// The record of a pair; NULL: there is none.
const sort_record* pair_set_find(const pair_set* s, abut_pair pair);
// Forget all pairs with an id.
void pair_set_forget(pair_set* s, uint32_t id);
void pair_set_free(pair_set* s, const abut_host* host);

#endif
