// key_table.c - see key_table.h. A table of slots, at most half of them full, looked through from where a hash says.
#include "query/overlaps/key_table.h"

#include "base/host.h"

#include <string.h>

static abut_status make_room(key_table* t, const abut_host* host, size_t wanted)
{
    void* keys = t->keys;
    const abut_status status =
        host_grow(host, &keys, &t->key_capacity, t->count, wanted, sizeof *t->keys);
    t->keys = keys;
    return status;
}

// Empty the slots, as many as so many keys need.
static abut_status open_slots(key_table* t, const abut_host* host, size_t wanted)
{
    size_t count = 64;
    while (count < 2 * wanted)
        count *= 2;
    if (count > (size_t)1 << 31) return ABUT_OUT_OF_MEMORY;
    void* slots = t->slots;
    const abut_status status =
        host_grow(host, &slots, &t->slot_capacity, 0, count, sizeof *t->slots);
    t->slots = slots;
    TRY(status);
    memset(t->slots, 0, count * sizeof *t->slots);
    t->mask = (uint32_t)(count - 1);
    return ABUT_OK;
}

abut_status key_table_begin(key_table* t, const abut_host* host, size_t expected)
{
    t->count = 0;
    TRY(make_room(t, host, expected));
    return open_slots(t, host, expected);
}

abut_status key_table_reserve(key_table* t, const abut_host* host, size_t more)
{
    const size_t wanted = t->count + more;
    if (wanted > t->key_capacity) TRY(make_room(t, host, wanted));
    if (2 * wanted <= (size_t)t->mask + 1) return ABUT_OK;
    TRY(open_slots(t, host, wanted));
    for (uint32_t i = 0; i < t->count; i++)
        *key_table_slot(t, t->keys[i]) = i + 1;
    return ABUT_OK;
}

void key_table_free(key_table* t, const abut_host* host)
{
    host_release(host, t->keys, t->key_capacity, sizeof *t->keys);
    host_release(host, t->slots, t->slot_capacity, sizeof *t->slots);
    *t = (key_table){0};
}
