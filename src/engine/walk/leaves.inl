// leaves.inl - the triangle stage of a walk: queued pairs of leaves tested at once, and what floats leave open decided.
#ifndef ABUT_ENGINE_WALK_LEAVES_INL
#define ABUT_ENGINE_WALK_LEAVES_INL
#include "engine/leaf/neighbours.h"
#include "engine/walk/walker.inl"
#include "search/close.h"
#include "search/near.h"
#include "search/self.h"
#include "search/straight.h"
#include "search/sweep.h"

// Decide those that were left for later. Returns 0 if the search must end.
static int decide_later(walker* w)
{
    const size_t count = w->later_count;
    w->later_count = 0;
    return !count || wide_decide(&w->decider, w->s, w->later, count);
}

// Decide what floats did not. Returns 0 if the search must end.
static int decide(walker* w, const wide_pair* undecided, size_t count)
{
    if (!w->is_hunt) return wide_decide(&w->decider, w->s, undecided, count);
    // Where one contact is enough, a cheaper one may be next.
    if (w->later_count + count > LATER_MOST && !decide_later(w)) return 0;
    return wide_decide_quickly(&w->decider, w->s, undecided, count, w->later, &w->later_count);
}

// What floats found of leaf pairs, and what they did not. Returns 0 if the search must end.
static inline int take_found(walker* w, const wide_pair* crossing, size_t crossing_count,
                             const wide_pair* undecided, size_t undecided_count, int more_follow)
{
    search* s = w->s;
    for (size_t i = 0; i < crossing_count; i++)
        search_record(s, crossing[i].a, crossing[i].b, ABUT_KIND_CROSS);
    // Asked where work remains: what was recorded may be enough.
    if (crossing_count && (more_follow || undecided_count) && !search_may_decide(s)) return 0;
    return !undecided_count || decide(w, undecided, undecided_count);
}

// Tell of all pairs of triangles of pairs of leaves.
static __attribute__((noinline, cold)) void tell_considered(const search* s,
                                                            const wide_leaf* const leaves[2],
                                                            const wide_pair* pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t *a = leaves[0][pairs[i].a].id, *b = leaves[1][pairs[i].b].id;
        for (int k = 0; k < WIDE_LEAF && a[k] != WIDE_NOBODY; k++) {
            for (int m = 0; m < WIDE_LEAF && b[m] != WIDE_NOBODY; m++)
                s->considered(s->considered_user, a[k], b[m]);
        }
    }
}

// Find which pairs of triangles touch. Returns 0 if the search must end.
static inline int touch_leaves(walker* w, const wide_leaf* const leaves[2], const wide_pair* pairs,
                               size_t count, int more_follow)
{
    search* s = w->s;
    wide_leaf_result* r = &w->work->result;
    ISA(wide_leaf_pairs)(&w->leaf_pose, leaves[0], leaves[1], pairs, count, r);
    s->work.triangle_tests += r->triangle_tests;
    if (s->considered) tell_considered(s, leaves, pairs, count);
    return take_found(w, r->crossing, r->crossing_count, r->undecided, r->undecided_count,
                      more_follow);
}

// Find which pairs of triangles may be the nearest. bound: of each leaf pair. Returns 0 if the search must end.
static inline int near_leaves(walker* w, const wide_leaf* const leaves[2], const wide_pair* pairs,
                              const float* bound, size_t count)
{
    search* s = w->s;
    near_search* n = s->near;
    wide_near_result* r = &w->work->near;
    r->shrink = n->unit.shrink[0];
    r->stretch = n->unit.stretch;
    r->absolute = n->tolerance_unit;
    // Where a float may stand for less than a normal double, near_world rounds up, and a part of hi is another one there.
    const int is_normal = n->unit.exponent > -1022 + 126;
    r->relative = is_normal ? (float)(n->relative * (1 - 0x1p-22)) : 0;
    // What is nearer than this in a's frame is nearer than n->hi.
    const float before = r->hi = n->hi_unit / n->unit.stretch * (1 - 0x1p-20F);
    r->cut = n->cut_unit;
    r->keep_touching = n->keep_touching;
    memcpy(r->toward, n->toward, sizeof r->toward);
    ISA(wide_near_pairs)(&w->leaf_pose, leaves[0], leaves[1], pairs, bound, count, r);
    memcpy(n->toward, r->toward, sizeof r->toward);
    s->work.triangle_tests += r->triangle_tests;
    if (r->hi < before)
        near_lower(n, near_world(&n->unit, r->hi * r->stretch * (1 + 0x1p-20F)), r->found.a,
                   r->found.b);
    for (size_t i = 0; i < r->count && s->status == ABUT_OK; i++) {
        const double lo =
            double_scale((double)(r->lo[i] * n->unit.shrink[0] * (1 - 0x1p-20F)), n->unit.exponent);
        if (PRUNE(lo > n->cut)) continue;
        if (lo > 0) {
            near_keep(s, lo, r->pair[i].a, r->pair[i].b);
        } else {  // doubles tell more: of models that are far from each other, or nearly touch
            s->work.triangle_tests--;  // counted once
            if (!near_triangles(s, &r->pair[i].a, 1, &r->pair[i].b, 1)) return 0;
        }
    }
    return s->status == ABUT_OK && (!n->may_touch || n->no_contact);
}

// Bound one pair in doubles. Returns 0 if the search must end.
static inline int time_pair(search* s, wide_pair pair, float lo)
{
    const near_search* n = s->near;
    if (PRUNE(double_scale((double)lo, n->unit.exponent) > n->cut)) return 1;
    s->work.triangle_tests--;  // counted once
    return straight_triangles(s, &pair.a, 1, &pair.b, 1);
}

// Find which pairs of triangles may be the first to meet. bound: of each leaf pair. Returns 0 if the search must end.
static inline int straight_leaves(walker* w, const wide_leaf* const leaves[2],
                                  const wide_pair* pairs, const float* bound, size_t count)
{
    search* s = w->s;
    const near_search* n = s->near;
    wide_straight_result* r = &w->work->straight;
    memcpy(r->way, n->straight->way[0], sizeof r->way);
    r->way_error = n->straight->way_error[0];
    r->last = n->cut_unit;
    ISA(wide_straight_pairs)(&w->leaf_pose, leaves[0], leaves[1], pairs, bound, count, r);
    s->work.triangle_tests += r->triangle_tests;
    if (!r->count) return 1;
    // What seems first leaves most others out.
    size_t first = 0;
    for (size_t i = 1; i < r->count; i++)
        first = r->lo[i] < r->lo[first] ? i : first;
    if (!time_pair(s, r->pair[first], r->lo[first])) return 0;
    for (size_t i = 0; i < r->count; i++)
        if (i != first && !time_pair(s, r->pair[i], r->lo[i])) return 0;
    return 1;
}

// Find which pairs of triangles are close. Returns 0 if the search must end.
static inline int close_leaves(walker* w, const wide_leaf* const leaves[2], const wide_pair* pairs,
                               size_t count, int more_follow)
{
    search* s = w->s;
    wide_close_result* r = &w->work->close;
    r->inner = s->close->inner;
    r->outer = s->close->outer;
    ISA(wide_close_pairs)(&w->leaf_pose, leaves[0], leaves[1], pairs, count, r);
    s->work.triangle_tests += r->triangle_tests;
    size_t open = 0;
    for (size_t i = 0; i < r->count; i++) {
        if (r->state[i] == WIDE_CROSSES) {
            search_record(s, r->pair[i].a, r->pair[i].b, ABUT_KIND_CROSS);
        } else if (r->state[i] == WIDE_IS_CLOSE) {
            search_record_close(s, r->pair[i].a, r->pair[i].b);
        } else {
            r->state[open] = r->state[i];
            r->pair[open++] = r->pair[i];
        }
    }
    if (open < r->count && (more_follow || open) && !search_may_decide(s)) return 0;
    return !open || wide_decide_close(&w->decider, s, r->pair, r->state, open);
}

// Find which pairs share more than neighbours do. Returns 0 if the search must end.
static inline int self_leaves(walker* w, const wide_leaf* const leaves[2], const wide_pair* pairs,
                              size_t count)
{
    search* s = w->s;
    wide_self_result* r = &w->work->self;
    ISA(wide_self_leaves)(&w->leaf_pose, s->mesh[0], leaves, pairs, count, r);
    s->work.triangle_tests += r->triangle_tests;
    const size_t open = ISA(wide_neighbours)(s->mesh[0], r->neighbours, r->neighbour_count);
    for (size_t i = 0; i < open; i++) {
        if (!search_may_decide(s)) return 0;
        self_decide(s, r->neighbours[i].a, r->neighbours[i].b);
    }
    return !r->stranger_count || wide_decide_self(&w->decider, s, r->strangers, r->stranger_count);
}

// Look at the doubtful pairs of triangles of a leaf pair in doubles. Returns 0 if the search must end.
static int look_closer(search* s, wide_sweep_result* r, const wide_leaf* a, const wide_leaf* b,
                       size_t pair)
{
    for (unsigned left = r->doubtful[pair]; left; left &= left - 1) {
        const unsigned bit = (unsigned)__builtin_ctz(left);
        const wide_pair ids = wide_sweep_ids(a, b, bit);
        float window[2];
        switch (sweep_pair(s, ids.a, ids.b, window)) {
        case SWEEP_FREE:
            r->open[pair] &= ~(1u << bit);
            break;
        case SWEEP_OPEN:
            r->before[pair] = window[0] < r->before[pair] ? window[0] : r->before[pair];
            r->after[pair] = window[1] < r->after[pair] ? window[1] : r->after[pair];
            break;
        case SWEEP_FOUND:
            return 0;
        }
        if (s->status != ABUT_OK) return 0;
    }
    return 1;
}

// Find which pairs of triangles may meet in an interval of time, and keep them by leaves. names: of these. Returns 0 if the
// search must end.
static inline int sweep_leaves(walker* w, const wide_leaf* const leaves[2], const wide_pair* pairs,
                               const wide_pair* names, const uint32_t* open, size_t count)
{
    search* s = w->s;
    wide_sweep_result* r = &w->work->sweep;
    need_pose(w, 0);
    const wide_motion* m = &w->motion[0];
    memcpy(r->open, open, count * sizeof *open);
    ISA(wide_sweep_leaves)(&w->leaf_pose, m, leaves[0], leaves[1], pairs, count, r);
    s->work.triangle_tests += r->triangle_tests;
    for (size_t i = 0; i < count; i++) {
        if (!look_closer(s, r, &leaves[0][pairs[i].a], &leaves[1][pairs[i].b], i)) return 0;
        if (!r->open[i]) continue;
        const sweep_entry e = {names[i].a, names[i].b, r->before[i], r->after[i], r->open[i]};
        if (!sweep_keep(s, e)) return 0;
    }
    return 1;
}

// Test the triangles of queued leaves. Returns 0 if the search must end.
static int empty_queue(walker* w)
{
    search* s = w->s;
    const wide_pair* pairs = w->work->queue;
    size_t left = w->queued;
    if (left) need_leaves(w);
    const size_t most = s->budget ? 1 : s->stop_time ? TIMED_PAIRS : WIDE_PAIRS_MAX;
    w->queued = 0;
    while (left) {
        const size_t count = left < most ? left : most;
        if (s->budget && !search_may_cost(s, WIDE_LEAF * WIDE_LEAF)) return 0;
        if (pairs != w->work->queue && search_is_late(s)) return 0;
        const wide_leaf* leaves[2] = {w->tree[0]->leaves, w->tree[1]->leaves};
        const wide_pair* numbers = pairs;
        if (!leaves[0] || !leaves[1])
            numbers = find_leaves(w->tree, w->source, pairs, count, w->room, &w->in_room, leaves);
        const wide_pair* names = pairs;
        const float* bound = w->work->bound + (pairs - w->work->queue);
        const uint32_t* open = w->work->open + (pairs - w->work->queue);
        pairs += count;
        left -= count;
        switch (WALK_GOAL.leaf) {
        case GOAL_LEAVES_TOUCH:
            if (!touch_leaves(w, leaves, numbers, count, left != 0)) return 0;
            break;
        case GOAL_LEAVES_NEAREST:
            if (!near_leaves(w, leaves, numbers, bound, count)) return 0;
            break;
        case GOAL_LEAVES_FREE:
            if (!sweep_leaves(w, leaves, numbers, names, open, count)) return 0;
            break;
        case GOAL_LEAVES_FIRST:
            if (!straight_leaves(w, leaves, numbers, bound, count)) return 0;
            break;
        case GOAL_LEAVES_SELF:
            if (!self_leaves(w, leaves, numbers, count)) return 0;
            break;
        case GOAL_LEAVES_CLOSE:
            if (!close_leaves(w, leaves, numbers, count, left != 0)) return 0;
            break;
        }
    }
    return 1;
}

#endif
