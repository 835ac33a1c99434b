// fly.inl - visits in the order of the stack, up to eight in flight.
#ifndef ABUT_ENGINE_WALK_FLY_INL
#define ABUT_ENGINE_WALK_FLY_INL
#include "base/base.h"
#include "engine/walk/itself.inl"
#include "engine/walk/leaves.inl"
#include "engine/walk/visit.inl"

static void push_all(walker* w, const outcome* o)
{
    const unsigned leaves = leaf_lanes(o);
    uint32_t first[WIDE_LANES], second[WIDE_LANES];
    if (leaves) {
        const size_t count = lanes_compress(first, ~o->lanes.child, leaves);
        prefetch_leaf(w, 1 - o->side, (uint32_t)~o->other_child);
        for (size_t i = 0; i < count; i++) {
            prefetch_leaf(w, o->side, first[i]);
            w->work->queue[w->queued++] = leaf_pair(o, first[i]);
        }
    }
    const unsigned rest = o->lanes.meeting & ~leaves;
    if (!rest) return;
    lanes_int opened, other;
    next_visits(o, &opened, &other);
    const size_t count = lanes_compress(first, opened, rest);
    lanes_compress(second, other, rest);
    for (size_t i = 0; i < WIDE_LANES; i++)
        w->stack[w->height + i] = (visit){first[i], second[i]};
    w->height += count;
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

// What comes of a visit: on the stack, or in the queue.
ALWAYS_INLINE void take_visit(walker* w, const visit* v)
{
    if (WALK_GOAL.order == GOAL_ITSELF && is_itself(v)) {
        open_itself(w, v->opened / 2);
        return;
    }
    const outcome o = visit_one(w, v, 0);
    push_all(w, &o);
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
    for (size_t i = 0; i < count; i++) {
        take_visit(w, &flight[i]);
        if (w->queued < (w->s->budget ? 1 : w->queue_most)) continue;
        if (!empty_queue(w)) return 0;
        if (w->queue_most < WIDE_PAIRS_MAX) w->queue_most *= 2;
    }
    sample(w);
    return 1;
}

#endif
