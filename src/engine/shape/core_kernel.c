// core_kernel.c - see core.h. One tree is walked depth first. What waits stands on one stack: nodes to be opened, and leaves, of
// which two are looked at together where the next is a leaf too.
#include "base/base.h"
#include "engine/leaf/core.inl"
#include "engine/shape/core.h"
#include "engine/tree/figures.h"
#include "engine/tree/full.inl"

#include <float.h>

#define WAITING_MOST (WIDE_LANES + (WIDE_LANES - 1) * (WIDE_DEPTH_MAX + 1) + WIDE_LANES)

// What waits, in arrays, so that lanes are packed to them.
typedef struct waiting {
    size_t height;
    uint32_t child[WAITING_MOST];
    uint32_t key[WAITING_MOST];    // the bits of floats
    uint8_t within[WAITING_MOST];  // all of its triangles are certainly in contact
} waiting;

typedef struct walk {
    core_walk* w;
    const wide_tree* tree;
    core_limits by;
    float corner_error;  // of a leaf's corners: by their reach
    frame_map map;       // of lists
    waiting on;
    wide_node node;
    wide_leaf leaf[2];
} walk;

// --------------------------------------------------------------------------------------------- limits

static inline float key_of(const walk* k, size_t at)
{
    float key;
    memcpy(&key, &k->on.key[at], sizeof key);
    return key;
}

// How far is looked, as the boxes measure it.
static inline float measure(const walk* k, core_form form)
{
    return form == CORE_POINT ? k->by.square : k->by.hi;
}

// After hi was changed.
ALWAYS_INLINE void set_limits(walk* k, core_form form)
{
    const float hi = k->w->hi;
    k->by.hi = hi;
    if (form == CORE_POINT) {
        const float length = hi / k->w->place->unit.shrink[0] * (1 + 0x1p-20f) + FLT_MIN;
        k->by.square = length < 0x1p60f ? length * length * (1 + 0x1p-20f) + FLT_MIN : INFINITY;
    } else {
        k->by.close.hi = hi;
    }
}

ALWAYS_INLINE void begin(walk* k, core_walk* w, core_form form)
{
    const core_place* const p = w->place;
    const wide_tree* const t = p->tree;
    k->w = w;
    k->tree = t;
    k->corner_error = (float)(1.01 * wide_corner_error(t));
    if (t->lists) k->map = frame_map_make(p->frame);
    if (form == CORE_POINT) {
        box_point_make(&k->by.point, w->core.point, w->core.error, t->defect);
        const double* const x = w->core.point;
        const double most = fmax(fmax(fabs(x[0]), fabs(x[1])), fabs(x[2]));
        k->by.point_error =
            (float)((w->core.error + (double)ABUT_CORE_BOUND_SCALE * 0x1p-23 * most) *
                    (1 + 0x1p-20));
    } else if (form == CORE_BOX || form == CORE_RAY) {
        k->by.close.shrink = p->unit.shrink[0] * (float)(1 - 0x1p-19 - 1.5 * t->defect);
        k->by.close.beyond =
            form == CORE_RAY ? 0 : w->hi / k->by.close.shrink * 1.03f * (w->hi > 0);
    } else {
        k->by.per_place = core_per_place(p);
    }
    set_limits(k, form);
}

// ---------------------------------------------------------------------------------------------- nodes

static inline void swap_waiting(waiting* on, size_t i, size_t k)
{
    const uint32_t key = on->key[i], child = on->child[i];
    const uint8_t within = on->within[i];
    on->key[i] = on->key[k];
    on->child[i] = on->child[k];
    on->within[i] = on->within[k];
    on->key[k] = key;
    on->child[k] = child;
    on->within[k] = within;
}

// The least key goes on top. Keys are not negative here, so their bits are in their order.
static inline void sort_waiting(waiting* on, size_t base)
{
    for (size_t i = base + 1; i < on->height; i++) {
        for (size_t at = i; at > base && on->key[at - 1] < on->key[at]; at--)
            swap_waiting(on, at - 1, at);
    }
}

// Put children where they wait, the likeliest on top; of a search for the nearest all in order.
ALWAYS_INLINE void push(walk* k, const core_lanes* b, int is_nearest, int is_first)
{
    waiting* const on = &k->on;
    const size_t base = on->height;
    (void)lanes_compress(on->key + base, (lanes_int)b->key, b->meeting);
    const size_t count = lanes_compress(on->child + base, b->child, b->meeting);
    for (size_t i = 0; i < count; i++)
        on->within[base + i] = 0;
    on->height = base + count;
    if (b->within) {
        unsigned left = b->meeting;
        for (size_t i = 0; left; i++, left &= left - 1)
            on->within[base + i] = (uint8_t)(b->within >> __builtin_ctz(left) & 1);
    }
    if (is_nearest) {
        sort_waiting(on, base);
    } else if (is_first && count > 1) {
        const unsigned lane = lanes_greatest(lanes_negate(b->key), b->meeting);
        const unsigned before = b->meeting & ((1u << lane) - 1);
        swap_waiting(on, base + (size_t)__builtin_popcount(before), on->height - 1);
    }
}

ALWAYS_INLINE int open_node(walk* k, core_form form, int is_nearest, uint32_t number, int within)
{
    search* const s = k->w->s;
    const core* const c = &k->w->core;
    if (!search_may_cost(s, WIDE_LANES)) return 0;
    const wide_node* const n = full_node(k->tree, number, &k->node);
    core_lanes b;
    switch (form) {
    case CORE_POINT:
        b = point_boxes(&k->by, n);
        break;
    case CORE_BOX:
        b = box_boxes(c, k->w->place, &k->by, n, is_nearest);
        break;
    case CORE_RAY:
        b = ray_boxes(c, k->w->place, &k->by, n);
        break;
    case CORE_PLANE:
        b = plane_boxes(c, &k->by, n, 0);
        break;
    case CORE_HALF_SPACE:
        b = plane_boxes(c, &k->by, n, 1);
        break;
    }
    if (form == CORE_HALF_SPACE && within) b.within = b.meeting = b.there;
    s->work.node_updates++;
    s->work.volume_tests += (uint64_t)__builtin_popcount(b.there);
    push(k, &b, is_nearest, k->w->is_first);
    return 1;
}

// --------------------------------------------------------------------------------------------- leaves

typedef struct leaf_state {
    lanes lo, hi;      // in units
    unsigned certain;  // in contact
    unsigned out;      // certainly farther than is looked
} leaf_state;

ALWAYS_INLINE leaf_state test_leaves(walk* k, core_form form, const wide_leaf* const leaf[2])
{
    const core_walk* const w = k->w;
    const near_unit* const u = &w->place->unit;
    leaf_state out = {.lo = lanes_all(0), .hi = lanes_all(INFINITY)};
    switch (form) {
    case CORE_POINT: {
        lanes lo, hi;
        point_leaves(&k->by, leaf, k->corner_error, &lo, &hi);
        out.lo = lo * (u->shrink[0] * (1 - 0x1p-20f));
        out.hi = hi * (u->stretch * (1 + 0x1p-20f));
        out.certain = lanes_mask(lanes_above(lanes_all(w->inner), out.hi));
        break;
    }
    case CORE_BOX:
    case CORE_RAY:
        out.lo = box_leaves(&w->core, leaf, k->corner_error) * (u->shrink[0] * (1 - 0x1p-20f));
        break;
    case CORE_PLANE:
    case CORE_HALF_SPACE: {
        lanes low[2], high[2];
        const lanes zero = lanes_all(0);
        plane_leaves(&w->core, k->by.per_place, leaf, k->corner_error, low, high);
        const lanes_int begins = lanes_above(zero, low[1]), ends = lanes_above(high[0], zero);
        if (form == CORE_HALF_SPACE) {
            out.certain = lanes_mask(begins);
            out.lo = lanes_max(low[0], zero);
        } else {
            out.certain = lanes_mask(begins & ends);
            out.lo = lanes_max(lanes_max(low[0], lanes_negate(high[1])), zero);
        }
        break;
    }
    }
    if (w->is_nearest) out.certain = 0;
    // Of a ray hi is no distance: what its box does not hold is out.
    const lanes reach = lanes_all(form == CORE_RAY ? 0 : k->by.hi);
    out.out = PRUNE(1) ? lanes_mask(lanes_above(out.lo, reach)) : 0;
    return out;
}

// Look at a leaf, or two. Returns 0 if the walk must end.
ALWAYS_INLINE int look_at(walk* k, core_form form, const uint32_t number[2], size_t count,
                          int within)
{
    core_walk* const w = k->w;
    search* const s = w->s;
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
    leaf_state state = {.lo = lanes_all(0), .hi = lanes_all(INFINITY), .certain = there};
    if (!within) {
        const wide_leaf* leaf[2];
        leaf[0] = full_leaf(k->tree, number[0], k->w->place->mesh, &k->map, &k->leaf[0]);
        leaf[1] = count == 1
                      ? leaf[0]
                      : full_leaf(k->tree, number[1], k->w->place->mesh, &k->map, &k->leaf[1]);
        state = test_leaves(k, form, leaf);
    }
    const unsigned certain = state.certain & there, open = there & ~(state.out | state.certain);
    if (!(certain | open)) return 1;
    float lo[SIMD_LANES], hi[SIMD_LANES];
    lanes_store(lo, state.lo);
    lanes_store(hi, state.hi);
    if (!w->look(w, ids, certain, open, lo, hi)) return 0;
    if (w->is_nearest && w->hi < k->by.hi) set_limits(k, form);
    return 1;
}

// ----------------------------------------------------------------------------------------------- walk

// What was not looked at is at least so far, in units.
static __attribute__((noinline)) void stop(walk* k, core_form form, float key)
{
    const waiting* const on = &k->on;
    for (size_t i = 0; i < on->height; i++)
        key = key_of(k, i) < key ? key_of(k, i) : key;
    if (form == CORE_POINT) key = sqrtf(key) * k->w->place->unit.shrink[0];
    k->w->floor = key * (1 - 0x1p-20f);
}

ALWAYS_INLINE void walk_form(core_walk* w, core_form form, int is_nearest)
{
    walk k;
    begin(&k, w, form);
    waiting* const on = &k.on;
    on->height = 1;
    // The box about the whole model met a point already.
    on->child[0] = form == CORE_POINT ? (uint32_t)wide_children(k.tree, 0)[0] : 0;
    on->key[0] = 0;
    on->within[0] = 0;
    while (on->height) {
        const size_t top = --on->height;
        const float key = key_of(&k, top);
        if (is_nearest && PRUNE(key > measure(&k, form))) continue;
        const uint32_t child = on->child[top];
        const int within = on->within[top];
        int goes_on;
        if ((int32_t)child >= 0) {
            goes_on = open_node(&k, form, is_nearest, child, within);
        } else {
            uint32_t number[2] = {~child, 0};
            size_t count = 1;
            if (top && (int32_t)on->child[top - 1] < 0 && on->within[top - 1] == within) {
                number[count++] = ~on->child[top - 1];
                on->height--;
            }
            goes_on = look_at(&k, form, number, count, within);
        }
        if (!goes_on) {
            stop(&k, form, key);
            return;
        }
    }
}

void ISA(core_walk)(core_walk* w)
{
    switch (w->core.form) {
    case CORE_POINT:
        if (w->is_nearest)
            walk_form(w, CORE_POINT, 1);
        else
            walk_form(w, CORE_POINT, 0);
        break;
    case CORE_BOX:
        if (w->is_nearest)
            walk_form(w, CORE_BOX, 1);
        else
            walk_form(w, CORE_BOX, 0);
        break;
    case CORE_RAY:
        walk_form(w, CORE_RAY, 1);
        break;
    case CORE_PLANE:
        walk_form(w, CORE_PLANE, 1);
        break;
    case CORE_HALF_SPACE:
        walk_form(w, CORE_HALF_SPACE, 1);
        break;
    }
}
