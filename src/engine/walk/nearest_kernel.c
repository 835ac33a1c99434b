// nearest_kernel.c - the walk of two trees for the nearest pair of triangles (walk.h).
//
// Depth first, the nearest child on top: a pair of boxes is left out where it is proved farther than some pair of
// triangles. What makes that soon true is a good first pair, so the walk begins with the best of all that waits, until the
// first leaves were reached.
#include "search/goal.h"
#undef WALK_GOAL
#define WALK_GOAL goal_nearest

#include "engine/walk/begin.inl"
#include "engine/walk/leaves.inl"
#include "engine/walk/visit.inl"
#include "engine/walk/walk.h"
#include "search/near.h"

#define BEAM 4

typedef struct near_walker {
    walker w;
    near_search* n;
    size_t height;
    int is_deep;  // leaves were reached
} near_walker;

static int near_reserve(near_walker* v, size_t count)
{
    near_search* n = v->n;
    if (v->height + count <= n->stack_capacity) return 1;
    search* s = v->w.s;
    void* stack = n->stack;
    s->status = host_grow(s->host, &stack, &n->stack_capacity, v->height, v->height + count,
                          sizeof *n->stack);
    n->stack = stack;
    return s->status == ABUT_OK;
}

// The bits of numbers that are not negative are in the numbers' order. The place of a lane goes into the last three, which
// lowers a bound by 2^-20 of itself. Lanes that are not meant come first.
static inline void sort_lanes(const outcome* o, unsigned which, int32_t key[WIDE_LANES])
{
    const lanes_int lane = {0, 1, 2, 3, 4, 5, 6, 7};
    const lanes_int meant = lanes_of(which);
    lanes_int k = ((((lanes_int)o->lanes.bound & ~7) | lane) & meant) | ~meant;
    // A network for eight in six steps: each step exchanges pairs of lanes into order.
#define STEP(a0, a1, a2, a3, a4, a5, a6, a7)                                                       \
    do {                                                                                           \
        const lanes_int other = __builtin_shufflevector(k, k, a0, a1, a2, a3, a4, a5, a6, a7);     \
        const lanes_int is_low = {-((a0) > 0), -((a1) > 1), -((a2) > 2), -((a3) > 3),              \
                                  -((a4) > 4), -((a5) > 5), -((a6) > 6), -((a7) > 7)};             \
        const lanes_int is_less = lanes_int_below(k, other);                                       \
        const lanes_int least = (is_less & k) | (~is_less & other);                                \
        const lanes_int most = (is_less & other) | (~is_less & k);                                 \
        k = (is_low & least) | (~is_low & most);                                                   \
    } while (0)
    STEP(2, 3, 0, 1, 6, 7, 4, 5);
    STEP(4, 5, 6, 7, 0, 1, 2, 3);
    STEP(1, 0, 3, 2, 5, 4, 7, 6);
    STEP(0, 1, 4, 5, 2, 3, 6, 7);
    STEP(0, 4, 2, 6, 1, 5, 3, 7);
    STEP(0, 2, 1, 4, 3, 6, 5, 7);
#undef STEP
    memcpy(key, &k, sizeof k);
}

static inline float bound_of(int32_t key)
{
    const int32_t bits = key & ~7;
    float bound;
    memcpy(&bound, &bits, sizeof bound);
    return bound;
}

// Look at the leaves of an outcome, the nearest first. Returns 0 if the search must end.
static int near_queue(walker* w, const outcome* o, unsigned leaves)
{
    int32_t key[WIDE_LANES];
    sort_lanes(o, leaves, key);
    for (int i = 0; i < WIDE_LANES; i++) {
        if (key[i] < 0) continue;
        w->work->queue[w->queued++] = leaf_pair(o, (uint32_t)~o->lanes.child[key[i] & 7]);
    }
    return empty_queue(w);
}

static void near_push(near_walker* v, const outcome* o, unsigned which)
{
    lanes_int opened, other;
    uint32_t first[WIDE_LANES], second[WIDE_LANES];
    int32_t key[WIDE_LANES];
    next_visits(o, &opened, &other);
    memcpy(first, &opened, sizeof first);
    memcpy(second, &other, sizeof second);
    sort_lanes(o, which, key);
    near_entry* top = v->n->stack + v->height;
    for (int i = WIDE_LANES; i-- > 0 && key[i] >= 0;) {
        const int lane = key[i] & 7;
        *top++ = (near_entry){bound_of(key[i]), first[lane], second[lane]};
    }
    v->height = (size_t)(top - v->n->stack);
    const near_entry* next = top - 1;
    prefetch(&v->w, &(visit){next->opened, next->other});
}

// Bring what was pushed on top of so many entries into order, the least bound on top.
static void order_entries(near_walker* v, size_t before)
{
    near_entry* stack = v->n->stack;
    for (size_t i = before + 1; i < v->height; i++) {
        const near_entry e = stack[i];
        size_t at = i;
        for (; at > before && stack[at - 1].bound < e.bound; at--)
            stack[at] = stack[at - 1];
        stack[at] = e;
    }
}

// Visit an entry. Returns 0 if the search must end.
static int near_visit(near_walker* v, const near_entry* e)
{
    if (!near_reserve(v, WIDE_LANES)) return 0;
    const visit at = {e->opened, e->other};
    const outcome o = visit_with(&v->w, &at, 0, 0);
    const unsigned leaves = leaf_lanes(&o);
    if (leaves) {
        v->is_deep = 1;
        if (!near_queue(&v->w, &o, leaves)) return 0;
    }
    const unsigned rest = o.lanes.meeting & ~leaves;
    if (rest) near_push(v, &o, rest);
    return 1;
}

// What was not looked at: that of an entry, and all on the stack.
static void stop_at(const near_walker* v, float bound)
{
    near_search* n = v->n;
    for (size_t i = 0; i < v->height; i++)
        bound = n->stack[i].bound < bound ? n->stack[i].bound : bound;
    near_stop(n, double_scale((double)bound * (1 - 0x1p-22), n->unit.exponent));
}

// The entry on top. Returns 0 if the search must end.
static int near_step(near_walker* v)
{
    const near_entry e = v->n->stack[--v->height];
    if (PRUNE(e.bound > v->n->hi_unit)) return 1;
    if (search_may_cost(v->w.s, WIDE_LANES) && near_visit(v, &e)) return 1;
    stop_at(v, e.bound);
    return 0;
}

// Until leaves are reached: the best few together, so that a good pair is met soon. Returns 0 if the search must end.
static int near_beam(near_walker* v)
{
    near_entry best[BEAM];
    const size_t count = v->height < BEAM ? v->height : BEAM;
    v->height -= count;
    memcpy(best, v->n->stack + v->height, count * sizeof *best);
    const size_t before = v->height;
    for (size_t i = count; i-- > 0;) {
        if (PRUNE(best[i].bound > v->n->hi_unit)) continue;
        if (search_may_cost(v->w.s, WIDE_LANES) && near_visit(v, &best[i])) continue;
        float bound = best[i].bound;
        for (size_t k = 0; k < i; k++)
            bound = best[k].bound < bound ? best[k].bound : bound;
        stop_at(v, bound);
        return 0;
    }
    order_entries(v, before);
    return 1;
}

void ISA(wide_nearest)(search* s, const wide_side* a, const wide_side* b)
{
    near_walker v = {.n = s->near};
    relative_pair pair;
    relative_pose b_in_a;
    relative_pair_prepare(&pair, &a->side, &b->side, s->turns);
    relative_pair_b_in_a(&pair, &b_in_a);
    begin(&v.w, s, (const wide_side* const[2]){a, b}, &pair, &b_in_a);
    if (!reserve(&v.w, 2 * WIDE_LANES) || !near_reserve(&v, 1)) return;
    // The axes of the opened boxes are not quite orthonormal, so vectors in them are not quite as long as they are.
    for (int i = 0; i < 2; i++)
        v.n->box_shrink[i] = v.n->unit.shrink[i] * (float)(1 - 0x1p-19 - 1.5 * v.w.tree[i]->defect);
    const visit first = first_visit(&v.w);
    v.n->stack[v.height++] = (near_entry){0, first.opened, first.other};
    while (v.height) {
        if (!(v.is_deep ? near_step(&v) : near_beam(&v))) return;
    }
}
