// range_list.c - see range_list.h.
#include "query/range_list.h"

#include "base/base.h"
#include "base/host.h"

#include <string.h>

abut_status range_list_add(range_list* l, const uint32_t* ids, size_t count, const abut_host* host)
{
    if (l->capacity - l->count < count)
        TRY(host_grow_any(host, &l->ids, &l->capacity, l->count, l->count + count, sizeof *l->ids));
    memcpy(l->ids + l->count, ids, count * sizeof *ids);
    l->count += count;
    return ABUT_OK;
}

void range_list_free(range_list* l, const abut_host* host)
{
    host_release(host, l->ids, l->capacity, sizeof *l->ids);
}

static int is_in_order(const range_list* l)
{
    for (size_t i = 1; i < l->count; i++)
        if (l->ids[i - 1] > l->ids[i]) return 0;
    return 1;
}

abut_status range_order_sort(range_order* o, range_list* l, size_t limit, const abut_host* host)
{
    const size_t words = limit / 64 + 1, sums = words / 64 + 1;
    if (is_in_order(l)) return ABUT_OK;
    if (o->capacity < words + sums) {
        TRY(host_grow_any(host, &o->bits, &o->capacity, 0, words + sums, sizeof *o->bits));
        memset(o->bits, 0, o->capacity * sizeof *o->bits);
    }
    uint64_t *const bits = o->bits, *const sum = bits + words;
    for (size_t i = 0; i < l->count; i++) {
        const uint32_t id = l->ids[i], word = id / 64;
        bits[word] |= UINT64_C(1) << id % 64;
        sum[word / 64] |= UINT64_C(1) << word % 64;
    }
    size_t count = 0;
    for (size_t s = 0; s < sums; s++) {
        for (; sum[s]; sum[s] &= sum[s] - 1) {
            const size_t word = 64 * s + (size_t)__builtin_ctzll(sum[s]);
            for (; bits[word]; bits[word] &= bits[word] - 1)
                l->ids[count++] = (uint32_t)(64 * word + (size_t)__builtin_ctzll(bits[word]));
        }
    }
    ASSERT(count == l->count);
    return ABUT_OK;
}

void range_order_free(range_order* o, const abut_host* host)
{
    host_release(host, o->bits, o->capacity, sizeof *o->bits);
}
