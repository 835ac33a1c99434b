// key_table.h - names of 128 bits, numbered in the order in which they first come.
#ifndef ABUT_QUERY_OVERLAPS_KEY_TABLE_H
#define ABUT_QUERY_OVERLAPS_KEY_TABLE_H
#include "base/base.h"

#include <stddef.h>
#include <stdint.h>

typedef struct table_key {
    uint64_t low, high;
} table_key;

// Memory that grows with host_grow; zeroed: none.
typedef struct key_table {
    table_key* keys;  // by number
    uint32_t* slots;  // number + 1; 0: empty
    size_t key_capacity, slot_capacity;
    uint32_t count;
    uint32_t mask;  // of slots in use, a power of two, less 1
} key_table;

// Empty a table, and make room for so many keys.
abut_status key_table_begin(key_table* t, const abut_host* host, size_t expected);
// Make room for so many more.
abut_status key_table_reserve(key_table* t, const abut_host* host, size_t more);
void key_table_free(key_table* t, const abut_host* host);

static inline uint32_t key_table_hash(table_key key)
{
    uint64_t h = (key.low ^ (key.high << 23 | key.high >> 41)) * UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ h >> 32 ^ key.high) * UINT64_C(0xD6E8FEB86659FD93);
    return (uint32_t)(h >> 32);
}

// The slot of a key: its own, or the empty one where it would be.
static inline uint32_t* key_table_slot(const key_table* t, table_key key)
{
    uint32_t at = key_table_hash(key) & t->mask;
    while (t->slots[at]) {
        const table_key* other = &t->keys[t->slots[at] - 1];
        if (other->low == key.low && other->high == key.high) break;
        at = (at + 1) & t->mask;
    }
    return &t->slots[at];
}

// The number of a key, for which there is room: the count so far, if it is new.
static inline uint32_t key_table_put(key_table* t, table_key key)
{
    uint32_t* slot = key_table_slot(t, key);
    if (!*slot) {
        ASSERT(t->count < t->key_capacity);
        t->keys[t->count++] = key;
        *slot = t->count;
    }
    return *slot - 1;
}

#endif
