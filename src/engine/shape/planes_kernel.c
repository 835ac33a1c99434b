// planes_kernel.c - see planes.h. One tree is walked depth first; of leaves that wait two are looked at together.
#include "base/base.h"
#include "engine/leaf/plane.inl"
#include "engine/shape/planes.h"
#include "engine/tree/figures.h"
#include "engine/tree/full.inl"

#define WAITING_MOST (WIDE_LANES + (WIDE_LANES - 1) * (WIDE_DEPTH_MAX + 1))
#define LISTED_MOST  256
#define COMING_MOST  16  // leaves that are asked of memory at once

// A node, or ~ of a leaf, and the planes that it is not known to be behind.
typedef struct waiting {
    int32_t child;
    uint64_t planes;
} waiting;

typedef struct walk {
    planes_walk* w;
    const wide_tree* tree;
    float per_place, corner_error;
    frame_map map;  // of lists
    size_t height;
    waiting on[WAITING_MOST];
    size_t came;
    const uint32_t*
        coming[COMING_MOST];  // triangles of leaves behind all planes, not looked at yet
    size_t listed_count;
    uint32_t listed[LISTED_MOST];  // behind all planes, and not told yet
    wide_node node;
    wide_leaf leaf[2];
} walk;

// ---------------------------------------------------------------------------------------------- listing

static int tell_listed(walk* k)
{
    const size_t count = k->listed_count;
    k->listed_count = 0;
    return !count || k->w->list(k->w, k->listed, count);
}

static int list_ids(walk* k, const uint32_t id[WIDE_LEAF])
{
    size_t at = k->listed_count;
    for (int i = 0; i < WIDE_LEAF; i++) {
        k->listed[at] = id[i];
        at += id[i] != WIDE_NOBODY;
    }
    k->listed_count = at;
    return at <= LISTED_MOST - WIDE_LEAF || tell_listed(k);
}

// List what is in a leaf: it is asked of memory now, and looked at when as many others were as are coming at once.
static inline int list_leaf(walk* k, uint32_t number)
{
    const uint32_t* const id = wide_ids(k->tree, number);
    const uint32_t** const at = &k->coming[k->came++ % COMING_MOST];
    const uint32_t* const before = *at;
    simd_prefetch(id);
    *at = id;
    return !before || list_ids(k, before);
}

// List what is still coming.
static void list_rest(walk* k)
{
    for (size_t i = 0; i < COMING_MOST; i++) {
        const uint32_t* const id = k->coming[k->came++ % COMING_MOST];
        if (id) (void)list_ids(k, id);
    }
    (void)tell_listed(k);
}

// List all that is in the children of a node. Lanes without a child have 0 there, which is nobody's.
static int list_node(walk* k, uint32_t number)
{
    const int32_t* const child = wide_children(k->tree, number);
    int goes_on = 1;
    k->w->s->work.node_updates++;
    for (int i = 0; goes_on && i < WIDE_LANES && child[i]; i++) {
        if (child[i] > 0) {
            simd_prefetch(wide_children(k->tree, (size_t)child[i]));
            k->on[k->height++] = (waiting){child[i], 0};
        } else {
            goes_on = list_leaf(k, (uint32_t)~child[i]);
        }
    }
    return goes_on;
}

// ---------------------------------------------------------------------------------------------- nodes

static int open_node(walk* k, uint32_t number, uint64_t planes)
{
    search* const s = k->w->s;
    if (!search_may_cost(s, WIDE_LANES)) return 0;
    const wide_node* const n = full_node(k->tree, number, &k->node);
    const lanes zero = lanes_all(0), size = node_sizes(n);
    const unsigned there = children_there(n);
    uint64_t rest[WIDE_LANES];
    unsigned meeting = there;
    for (int i = 0; i < WIDE_LANES; i++)
        rest[i] = planes;
    for (uint64_t left = planes; left && meeting; left &= left - 1) {
        const int i = __builtin_ctzll(left);
        const plane_heights h = plane_heights_of(&k->w->plane[i], k->per_place, n, size);
        if (!PRUNE(1)) continue;
        meeting &= ~lanes_mask(lanes_above(h.above, zero));
        for (unsigned in = meeting & lanes_mask(lanes_above(h.below, zero)); in; in &= in - 1)
            rest[__builtin_ctz(in)] &= ~(UINT64_C(1) << i);
    }
    s->work.node_updates++;
    s->work.volume_tests += (uint64_t)__builtin_popcount(there);
    for (unsigned left = meeting; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        k->on[k->height++] = (waiting){n->child[i], rest[i]};
    }
    return 1;
}

// --------------------------------------------------------------------------------------------- leaves

typedef struct leaf_state {
    unsigned outside, inside, crossing;
} leaf_state;

static leaf_state test_leaves(const walk* k, const wide_leaf* const leaf[2], uint64_t planes)
{
    const leaf_corners l = leaf_corners_of(leaf, k->corner_error);
    lanes_int outside = lanes_int_all(0), above = lanes_int_all(0);
    lanes_int behind[3] = {lanes_int_all(-1), lanes_int_all(-1), lanes_int_all(-1)};
    for (uint64_t left = planes; left; left &= left - 1) {
        lanes height[3];
        const lanes error =
            corner_heights(&k->w->plane[__builtin_ctzll(left)], k->per_place, &l, height);
        lanes_int all = lanes_int_all(-1);
        for (int v = 0; v < 3; v++) {
            const lanes_int over = lanes_above(height[v], error);
            behind[v] &= lanes_above(lanes_negate(error), height[v]);
            above |= over;
            all &= over;
        }
        outside |= all;
    }
    const unsigned some = lanes_mask((behind[0] | behind[1] | behind[2]) & above);
    leaf_state out = {lanes_mask(outside), lanes_mask(behind[0] & behind[1] & behind[2]), some};
    return PRUNE(1) ? out : (leaf_state){0, 0, 0};
}

// Look at a leaf, or two. planes: of which they are not known to be behind. Returns 0 if the walk must end.
static int look_at(walk* k, const uint32_t number[2], size_t count, uint64_t planes)
{
    planes_walk* const w = k->w;
    search* const s = w->s;
    const wide_leaf* leaf[2];
    uint32_t ids[SIMD_LANES];
    const uint32_t* id[2] = {wide_ids(k->tree, number[0]), wide_ids(k->tree, number[count - 1])};
    unsigned there = 0;
    for (size_t i = 0; i < SIMD_LANES; i++) {
        ids[i] = id[i / 4][i % 4];
        there |= (unsigned)(ids[i] != WIDE_NOBODY) << i;
    }
    if (count == 1) there &= 0xF;
    const unsigned tests = (unsigned)__builtin_popcount(there);
    if (!search_may_cost(s, tests)) return 0;
    s->work.triangle_tests += tests;
    leaf[0] = full_leaf(k->tree, number[0], k->w->place->mesh, &k->map, &k->leaf[0]);
    leaf[1] = count == 1 ? leaf[0]
                         : full_leaf(k->tree, number[1], k->w->place->mesh, &k->map, &k->leaf[1]);
    const leaf_state state = test_leaves(k, leaf, planes);
    const unsigned inside = there & state.inside, crossing = there & state.crossing;
    const unsigned open = there & ~(state.outside | inside | crossing);
    return !(inside | crossing | open) || w->look(w, ids, inside, crossing, open, planes);
}

// ----------------------------------------------------------------------------------------------- walk

void ISA(planes_walk)(planes_walk* w)
{
    walk k;
    k.w = w;
    k.tree = w->place->tree;
    k.per_place = core_per_place(w->place);
    k.corner_error = (float)(1.01 * wide_corner_error(k.tree));
    if (k.tree->lists) k.map = frame_map_make(w->place->frame);
    k.listed_count = k.came = 0;
    for (size_t i = 0; i < COMING_MOST; i++)
        k.coming[i] = NULL;
    k.height = 1;
    k.on[0] = (waiting){0, w->planes};
    int goes_on = 1;
    while (goes_on && k.height) {
        const waiting top = k.on[--k.height];
        const uint32_t number = (uint32_t)(top.child >= 0 ? top.child : ~top.child);
        if (!top.planes) {
            goes_on = top.child >= 0 ? list_node(&k, number) : list_leaf(&k, number);
        } else if (top.child >= 0) {
            goes_on = open_node(&k, number, top.planes);
        } else {
            uint32_t both[2] = {number, 0};
            uint64_t planes = top.planes;
            size_t count = 1;
            if (k.height && k.on[k.height - 1].child < 0 && k.on[k.height - 1].planes) {
                const waiting next = k.on[--k.height];
                both[count++] = (uint32_t)~next.child;
                planes |= next.planes;
            }
            goes_on = look_at(&k, both, count, planes);
        }
    }
    list_rest(&k);  // also of a walk that ended early: they are found
}
