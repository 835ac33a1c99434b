// tree_split_oscillate.c - Klosowski 1998, chapter 6, "oscillating BV-tree": a set is split to LEVELS levels
// for the time being, at the mean across the axis of largest variance, the paper's own rules; then the
// groups at the bottom are put together again as two sets, in the one of all ways whose two DOPs have
// the least sum of volumes. So a bad first cut can be made good. The paper found the trees tighter and
// the queries no faster: often one group is cut off from all others, and trees grow deep.
#include "base/base.h"
#include "methods/bound/kdop.h"
#include "methods/tree/tree_split.h"

#include <string.h>

#define LEVELS     3
#define GROUPS_MAX (1 << LEVELS)

typedef struct group {
    size_t first, count;
    // Its DOP.
    float low[KDOP_HALF_MAX], high[KDOP_HALF_MAX];
} group;

typedef struct oscillator {
    const tree_options* base;  // the rules of the cuts
    const triangle_set* set;
    uint32_t* order;
    double* keys;
    group groups[GROUPS_MAX];
    int group_count;
} oscillator;

static void fit_part(const oscillator* o, size_t first, size_t count, const void* parent,
                     void* volume)
{
    const triangle_set part = {o->set->points, o->set->triangles, o->order + first, count};
    o->base->kind->fit(volume, &part, &o->base->volume, parent);
}

static void add_group(oscillator* o, size_t first, size_t count, const void* volume)
{
    const size_t size = (size_t)o->base->kind->dop->half * sizeof(float);
    group* g = &o->groups[o->group_count++];
    g->first = first;
    g->count = count;
    memcpy(g->low, volume, size);
    memcpy(g->high, (const char*)volume + size, size);
}

// Split a part to the bottom.
// NOLINTNEXTLINE(misc-no-recursion): goes LEVELS deep
static void split_part(oscillator* o, size_t first, size_t count, const void* volume, int levels)
{
    const triangle_set part = {o->set->points, o->set->triangles, o->order + first, count};
    size_t left = 0;
    if (levels && count > 1)
        left = tree_split(o->base, &part, o->order + first, o->keys + first, volume);
    if (!left) {
        add_group(o, first, count, volume);
        return;
    }
    double child[VOLUME_BYTES_MAX / sizeof(double)];
    fit_part(o, first, left, volume, child);
    split_part(o, first, left, child, levels - 1);
    fit_part(o, first + left, count - left, volume, child);
    split_part(o, first + left, count - left, child, levels - 1);
}

// The shape of the DOP of those groups whose bits are set.
static void join_groups(const oscillator* o, unsigned members, kdop_shape* shape)
{
    const kdop_set* set = o->base->kind->dop;
    float low[KDOP_HALF_MAX], high[KDOP_HALF_MAX];
    for (int i = 0; i < set->half; i++) {
        low[i] = HUGE_VALF;
        high[i] = -HUGE_VALF;
        for (int g = 0; g < o->group_count; g++) {
            if (!(members >> g & 1)) continue;
            if (o->groups[g].low[i] < low[i]) low[i] = o->groups[g].low[i];
            if (o->groups[g].high[i] > high[i]) high[i] = o->groups[g].high[i];
        }
    }
    kdop_shape_find(set, low, high, shape);
}

// The set that the first group is in. Where volumes are equal, as for flat sets, surfaces decide.
static unsigned find_best(const oscillator* o)
{
    const unsigned all = (1u << o->group_count) - 1;
    double best_content = HUGE_VAL, best_area = HUGE_VAL;
    unsigned best = 1;
    for (unsigned members = 1; members < all; members += 2) {
        kdop_shape one, other;
        join_groups(o, members, &one);
        if (one.content > best_content) continue;
        join_groups(o, all & ~members, &other);
        const double content = one.content + other.content, area = one.half_area + other.half_area;
        if (content > best_content || (!(content < best_content) && !(area < best_area))) continue;
        best_content = content;
        best_area = area;
        best = members;
    }
    return best;
}

size_t tree_split_oscillate(const tree_options* options, const triangle_set* set, uint32_t* order,
                            double* keys, const void* volume)
{
    tree_options base = *options;
    base.split = ABUT_SPLIT_MEAN;
    base.axis = ABUT_AXIS_SPLATTER;
    oscillator o = {.base = &base, .set = set, .order = order, .keys = keys};
    ASSERT(options->kind->dop);
    split_part(&o, 0, set->count, volume, LEVELS);
    const unsigned best = find_best(&o);
    // Scratch for keys has room for the other side: it is free now.
    uint32_t* other = (uint32_t*)(void*)keys;
    size_t count = 0, other_count = 0;
    for (int g = 0; g < o.group_count; g++) {
        const group* from = &o.groups[g];
        const int stays = (int)(best >> g & 1);
        uint32_t* to = stays ? order + count : other + other_count;
        memmove(to, order + from->first, from->count * sizeof *order);
        *(stays ? &count : &other_count) += from->count;
    }
    memcpy(order + count, other, other_count * sizeof *order);
    return count;
}
