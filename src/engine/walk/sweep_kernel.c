// sweep_kernel.c - the walk of two trees that move, over one interval of time (walk.h).
//
// It begins with what an earlier interval kept. A pair of boxes that is not free is opened where that may tell more: where
// the larger one is long beside the way that both go in the interval. Else it is kept as it stands, since parts of the
// interval will tell more. Leaves are kept with the pairs of triangles that are still open; those of which floats cannot tell
// that they are apart at the middle are looked at in doubles, which may find that they are in contact. Then the walk ends.
#include "search/goal.h"
#undef WALK_GOAL
#define WALK_GOAL goal_sweep

#include "engine/walk/begin.inl"
#include "engine/walk/leaves.inl"
#include "engine/walk/visit.inl"
#include "engine/walk/walk.h"
#include "search/sweep.h"

#define OPENED 5.0F  // a box is opened that is longer than so many times the way

static inline int queue_leaves(walker* w, uint32_t a, uint32_t b, uint32_t open)
{
    prefetch_leaf(w, 0, a);
    prefetch_leaf(w, 1, b);
    w->work->open[w->queued] = open;
    w->work->queue[w->queued++] = (wide_pair){a, b};
    // A few first: the walk ends with a pair that is in contact.
    if (w->queued < w->queue_most) return 1;
    if (w->queue_most < WIDE_PAIRS_MAX) w->queue_most *= 2;
    return empty_queue(w);
}

// Keep what is small, and pass on the rest. Returns how many, or -1 if the search must end.
static inline int sort_out(walker* w, const outcome* o, lanes_int opened, lanes_int other,
                           uint32_t open, unsigned which, visit out[WIDE_LANES])
{
    const box_lanes* boxes = &o->lanes;
    float before[WIDE_LANES], after[WIDE_LANES];
    uint32_t first[WIDE_LANES], second[WIDE_LANES];
    const lanes half = lanes_all(w->motion[o->side].half);
    lanes_store(before, lanes_min(boxes->before, half));
    lanes_store(after, lanes_min(boxes->after, half));
    memcpy(first, &opened, sizeof first);
    memcpy(second, &other, sizeof second);
    const lanes longest = lanes_max(boxes->size, lanes_all(o->other_size));
    // A proof goes down to triangles, also where the way is not known: what it keeps it calls apart.
    const int is_proof = !(w->s->sweep->now.half > 0);
    const unsigned small = is_proof ? 0 : lanes_mask(lanes_above(OPENED * boxes->slack, longest));
    int count = 0;
    for (; which; which &= which - 1) {
        const unsigned i = (unsigned)__builtin_ctz(which);
        if (!(small >> i & 1))
            out[count++] = (visit){first[i], second[i]};
        else if (!sweep_keep(w->s, (sweep_entry){first[i], second[i], before[i], after[i], open}))
            return -1;
    }
    return count;
}

// What is left of a visit. Returns 0 if the search must end.
static int take_outcome(walker* w, const outcome* o)
{
    if (!o->lanes.meeting) return 1;
    lanes_int opened, other;
    visit next[WIDE_LANES];
    const unsigned leaves = leaf_lanes(o), rest = o->lanes.meeting & ~leaves;
    if (leaves) {
        const lanes_int single = lanes_int_all(~o->other_child);
        opened = o->side ? single : ~o->lanes.child;
        other = o->side ? ~o->lanes.child : single;
        const int count = sort_out(w, o, opened, other, WIDE_ALL_OPEN, leaves, next);
        if (count < 0) return 0;
        for (int i = 0; i < count; i++)
            if (!queue_leaves(w, next[i].opened, next[i].other, WIDE_ALL_OPEN)) return 0;
    }
    if (!rest) return 1;
    next_visits(o, &opened, &other);
    const int count = sort_out(w, o, opened, other, 0, rest, next);
    if (count < 0) return 0;
    memcpy(w->stack + w->height, next, (size_t)count * sizeof *next);
    w->height += (size_t)count;
    return 1;
}

// Visits from the stack, several in flight: each waits long for its own numbers, so what depends on these comes when all are
// there. Returns 0 if the search must end.
static int sweep_down(walker* w)
{
    visit flight[FLIGHT];
    outcome outcomes[FLIGHT];
    while (w->height) {
        size_t count = 0;
        while (w->height && count < FLIGHT) {
            flight[count] = w->stack[--w->height];
            prefetch(w, &flight[count++]);
        }
        if (!reserve(w, FLIGHT * WIDE_LANES)) return 0;
        for (size_t i = 0; i < count; i++) {
            if (!search_may_cost(w->s, WIDE_LANES)) return 0;
            outcomes[i] = visit_with(w, &flight[i], 0, 0);
        }
        for (size_t i = 0; i < count; i++)
            if (!take_outcome(w, &outcomes[i])) return 0;
    }
    return empty_queue(w);
}

// The front: what is free by its window is left out, boxes go to the stack, leaves to the queue. Returns 0 if the search
// must end.
static int take_front(walker* w)
{
    const sweep_search* sweep = w->s->sweep;
    for (size_t i = sweep->first, end = i + sweep->count; i < end; i++) {
        const sweep_entry e = sweep->entries[i];
        if (PRUNE(sweep_is_within(sweep, &e))) continue;
        if (e.open) {
            if (!queue_leaves(w, e.opened, e.other, e.open)) return 0;
            continue;
        }
        if (!reserve(w, 1)) return 0;
        w->stack[w->height++] = (visit){e.opened, e.other};
    }
    return 1;
}

void ISA(wide_sweep)(search* s, const wide_side* a, const wide_side* b)
{
    walker w;
    relative_pair pair;
    relative_pose b_in_a;
    relative_pair_prepare(&pair, &a->side, &b->side, s->turns);
    relative_pair_b_in_a(&pair, &b_in_a);
    begin(&w, s, (const wide_side* const[2]){a, b}, &pair, &b_in_a);
    w.queue_most = QUEUE_LEAST;
    if (!reserve(&w, FLIGHT * WIDE_LANES)) return;
    if (s->sweep->is_root)
        w.stack[w.height++] = first_visit(&w);
    else if (!take_front(&w))
        return;
    (void)sweep_down(&w);
}
