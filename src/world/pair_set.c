// pair_set.c - see pair_set.h.
#include "world/pair_set.h"

#include "base/base.h"
#include "base/host.h"

// Of equal keys the last: they stand in the order in which they were given.
static size_t keep_last(sort_record* records, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (i + 1 == count || records[i].key != records[i + 1].key) records[kept++] = records[i];
    return kept;
}

abut_status pair_set_make(pair_set* s, const abut_host* host, const abut_pair* pairs, size_t count)
{
    sort_record* list = host_allocate(host, count, sizeof *list);
    sort_record* scratch = host_allocate(host, count, sizeof *scratch);
    const int has_room = list && scratch;
    if (has_room) {
        for (size_t i = 0; i < count; i++)
            list[i] = (sort_record){pair_set_key(pairs[i]), (uint32_t)i};
        sort_records(list, scratch, count);
        host_release(host, s->records, s->capacity, sizeof *s->records);
        *s = (pair_set){list, keep_last(list, count), count};
    } else {
        host_release(host, list, count, sizeof *list);
    }
    host_release(host, scratch, count, sizeof *scratch);
    return has_room ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

size_t pair_set_place(const pair_set* s, uint64_t key)
{
    size_t low = 0, high = s->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->records[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const sort_record* pair_set_find(const pair_set* s, abut_pair pair)
{
    const uint64_t key = pair_set_key(pair);
    const size_t place = pair_set_place(s, key);
    return place < s->count && s->records[place].key == key ? &s->records[place] : NULL;
}

void pair_set_forget(pair_set* s, uint32_t id)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->count; i++) {
        const uint64_t key = s->records[i].key;
        if ((uint32_t)(key >> 32) == id || (uint32_t)key == id) continue;
        s->records[kept++] = s->records[i];
    }
    s->count = kept;
}

void pair_set_free(pair_set* s, const abut_host* host)
{
    host_release(host, s->records, s->capacity, sizeof *s->records);
    *s = (pair_set){.count = 0};
}
