// world_list.c - see world_list.h.
#include "world/world_list.h"

#include "base/base.h"
#include "base/host.h"

#include <string.h>

void world_list_begin(world_list* l, world_parts parts)
{
    l->count = 0;
    l->parts = parts;
}

abut_status world_list_grow(world_list* l, const abut_host* host, size_t wanted)
{
    void *pairs = l->pairs, *clashes = l->clashes, *gaps = l->gaps;
    if (!wanted) wanted = 1;
    TRY(host_grow(host, &pairs, &l->pair_capacity, l->count, wanted, sizeof *l->pairs));
    l->pairs = pairs;
    if (l->parts.clashes)
        TRY(host_grow(host, &clashes, &l->clash_capacity, l->count, wanted, sizeof *l->clashes));
    l->clashes = clashes;
    if (l->parts.gaps)
        TRY(host_grow(host, &gaps, &l->gap_capacity, l->count, wanted, sizeof *l->gaps));
    l->gaps = gaps;
    return ABUT_OK;
}

abut_status world_list_add(world_list* l, const abut_host* host, abut_pair pair,
                           const abut_clash* clash, const abut_gap* gap)
{
    TRY(world_list_grow(l, host, l->count + 1));
    l->pairs[l->count] = pair;
    if (l->parts.clashes) l->clashes[l->count] = *clash;
    if (l->parts.gaps) l->gaps[l->count] = *gap;
    l->count++;
    return ABUT_OK;
}

void world_list_append(world_list* l, const world_list* from, size_t first, size_t count)
{
    if (!count) return;
    memcpy(l->pairs + l->count, from->pairs + first, count * sizeof *l->pairs);
    if (l->parts.clashes)
        memcpy(l->clashes + l->count, from->clashes + first, count * sizeof *l->clashes);
    if (l->parts.gaps) memcpy(l->gaps + l->count, from->gaps + first, count * sizeof *l->gaps);
    l->count += count;
}

void world_list_reverse(world_list* l, size_t from, size_t to)
{
    for (; from + 1 < to; from++, to--) {
        const abut_pair pair = l->pairs[from];
        l->pairs[from] = l->pairs[to - 1];
        l->pairs[to - 1] = pair;
        if (l->parts.clashes) {
            const abut_clash clash = l->clashes[from];
            l->clashes[from] = l->clashes[to - 1];
            l->clashes[to - 1] = clash;
        }
        if (l->parts.gaps) {
            const abut_gap gap = l->gaps[from];
            l->gaps[from] = l->gaps[to - 1];
            l->gaps[to - 1] = gap;
        }
    }
}

void world_list_free(world_list* l, const abut_host* host)
{
    host_release(host, l->pairs, l->pair_capacity, sizeof *l->pairs);
    host_release(host, l->clashes, l->clash_capacity, sizeof *l->clashes);
    host_release(host, l->gaps, l->gap_capacity, sizeof *l->gaps);
    *l = (world_list){.count = 0};
}
