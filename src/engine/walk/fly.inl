// fly.inl - visits in the order of the stack, up to eight in flight.
#ifndef ABUT_ENGINE_WALK_FLY_INL
#define ABUT_ENGINE_WALK_FLY_INL
#include "base/base.h"
#include "engine/walk/itself.inl"
#include "engine/walk/leaves.inl"
#include "engine/walk/visit.inl"

// Without branches (leaf_lanes): whole vectors are written, and what does not count is overwritten by what comes next.
static inline void push_all(walker* w, const outcome* o)
{
    const unsigned leaves = leaf_lanes(o);
    const lanes_int is_b = lanes_int_all(-o->side), child = ~o->lanes.child,
                    single = lanes_int_all(~o->other_child);
    w->queued += lanes_compress_pairs(w->work->queue + w->queued, (is_b & single) | (~is_b & child),
                                      (is_b & child) | (~is_b & single), leaves);
    lanes_int opened, other;
    next_visits(o, &opened, &other);
    w->height +=
        lanes_compress_pairs(w->stack + w->height, opened, other, o->lanes.meeting & ~leaves);
}

// Leaves are far apart in memory, and are asked for when they are queued.
static inline void prefetch_leaves(const walker* w, size_t first)
{
    for (size_t i = first; i < w->queued; i++) {
        prefetch_leaf(w, 0, w->work->queue[i].a);
        prefetch_leaf(w, 1, w->work->queue[i].b);
    }
}

// On close surfaces boxes are thin, and the faces do nearly all: then the cross products are left out for a
// while (only the work depends on it).
static void sample(walker* w)
{
    if (w->with_edges) {
        if (w->visits < SAMPLE) return;
        w->with_edges = w->by_edges >= SAMPLE_LEAST;
        if (!w->with_edges) return;
    } else if (w->visits < SAMPLE_EVERY) {
        return;
    }
    w->visits = w->by_edges = 0;
    w->with_edges = 1;
}

// What comes of one visit, or of two: on the stack, or in the queue.
ALWAYS_INLINE void take_visit(walker* w, const visit* v)
{
    if (WALK_GOAL.order == GOAL_ITSELF && is_itself(v)) {
        open_itself(w, v->opened / 2);
        return;
    }
    const outcome o = visit_one(w, v, 0);
    push_all(w, &o);
}

// Whether visits go side by side: of what is packed there is one at a time, and other goals have bounds in place of axes.
static inline int is_flock(const walker* w)
{
    return WALK_GOAL.prune == GOAL_PRUNES_APART && WALK_GOAL.order != GOAL_ITSELF && !w->room;
}

// Several visits, step by step: a step of one waits long for its own numbers, and the same step of the others needs none of
// these. Whoever calls looks at the queue afterwards.
static inline void take_flock(walker* w, const visit* v, size_t count)
{
    outcome o[FLIGHT];
    visit_place p[FLIGHT];
    for (size_t i = 0; i < count; i++)
        begin_visit(w, &v[i], &o[i], &p[i]);
    size_t met = 0;
#ifdef SIMD_TWICE
    for (; met + 1 < count; met += 2)
        meet_two((walker* const[2]){w, w}, (const visit* const[2]){&v[met], &v[met + 1]},
                 (const visit_place* const[2]){&p[met], &p[met + 1]}, 0,
                 (outcome* const[2]){&o[met], &o[met + 1]});
#endif
    for (; met < count; met++)
        meet_one(w, &v[met], &p[met], 0, &o[met]);
    for (size_t i = 0; i < count; i++)
        push_all(w, &o[i]);
}

// Room on the stack for what comes of so many visits: whole vectors are written.
static inline int reserve_visits(walker* w, size_t count)
{
    return reserve(w, (count + 1) * WIDE_LANES * (WALK_GOAL.order == GOAL_ITSELF ? 2 : 1));
}

static int fly(walker* w)
{
    visit flight[FLIGHT];
    size_t count = w->height < FLIGHT ? w->height : FLIGHT;
    if (w->s->budget) count = 1;
    w->height -= count;
    for (size_t i = 0; i < count; i++)
        flight[i] = w->stack[w->height + count - 1 - i];
    if (!reserve_visits(w, FLIGHT)) return 0;
    for (size_t i = 0; i < count; i++)
        prefetch(w, &flight[i]);
    const size_t most = w->s->budget ? 1 : w->queue_most;
    size_t asked = w->queued;
    if (is_flock(w)) {
        take_flock(w, flight, count);
        prefetch_leaves(w, asked);
        if (w->queued >= most) {
            if (!empty_queue(w)) return 0;
            if (w->queue_most < WIDE_PAIRS_MAX) w->queue_most *= 2;
        }
        sample(w);
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        take_visit(w, &flight[i]);
        if (w->queued < most) continue;
        if (!empty_queue(w)) return 0;
        if (w->queue_most < WIDE_PAIRS_MAX) w->queue_most *= 2;
        asked = 0;
    }
    prefetch_leaves(w, asked);
    sample(w);
    return 1;
}

#endif
