// two_trees.inl - the walk of two trees (walk.h). The includer chooses the goal (search/goal.h), and defines
//   WALK_TREES  the function's name
//   WALK_LONG   what it does with the rest of a long walk
#include "engine/box/whole.inl"
#include "engine/walk/begin.inl"
#include "engine/walk/fly.inl"
#include "engine/walk/hunt.inl"
#include "engine/walk/leaves.inl"
#include "engine/walk/visit.inl"
#include "engine/walk/walk.h"

#ifndef WALK_TREES  // the file by itself
#define WALK_TREES ISA(wide_walk)
#define WALK_LONG  ISA(wide_walk_long)
#endif

#define SHARE_AFTER 512  // visits: a longer walk is shared (share.inl)

// The first visits, as the goal orders them; what is left is on the stack. Returns 0 if the search must end.
static inline int begin_order(walker* w, visit first)
{
    switch (WALK_GOAL.order) {
    case GOAL_LIKELY_FIRST:
        if (w->s->limit == 1) return hunt(w, first);
        break;
    case GOAL_NEAREST_FIRST:  // nearest_kernel.c
    case GOAL_ANY:            // sweep_kernel.c
        break;
    case GOAL_ITSELF:
        w->stack[w->height++] = visit_itself(0);
        return 1;
    }
    w->stack[w->height++] = first;
    return 1;
}

// Out of line: it keeps much, and where both models as wholes are apart nothing of it is needed.
static __attribute__((noinline)) void walk_trees(search* s, const wide_side* a, const wide_side* b,
                                                 relative_pair* pair)
{
    walker w;
    relative_pose b_in_a;
    relative_pair_b_in_a(pair, &b_in_a);
    if (WALK_GOAL.prune == GOAL_PRUNES_APART && PRUNE(wide_pose_is_far(&b_in_a))) return;
    begin(&w, s, (const wide_side* const[2]){a, b}, pair, &b_in_a);
    if (!reserve(&w, 2 * WIDE_LANES)) return;
    if (!begin_order(&w, first_visit(&w))) return;
    const int is_alone = s->budget || s->stop_time || s->limit > 1 || s->considered;
    const uint64_t share_at = is_alone ? UINT64_MAX : SHARE_AFTER;
    while (w.height) {
        if (!search_may_cost(s, WIDE_LANES) || !fly(&w)) return;
        if (s->work.node_updates >= share_at) {
            need_pose(&w, 0);  // where b is the larger, a may not have been opened yet
            need_pose(&w, 1);
            need_leaves(&w);
            wide_decider_complete(&w.decider, s);
            walker rest = w;  // a copy, so that w need not be in memory
            WALK_LONG(&rest);
            return;
        }
        tell_progress(&w, w.height);
    }
    (void)empty_queue(&w);
}

void WALK_TREES(search* s, const wide_side* a, const wide_side* b)
{
    relative_pair pair;
    relative_pair_prepare(&pair, &a->side, &b->side, s->turns);
    if (WALK_GOAL.prune == GOAL_PRUNES_APART && a->whole &&
        PRUNE(wholes_are_apart(&pair, a->whole, b->whole)))
        return;
    walk_trees(s, a, b, &pair);
}
