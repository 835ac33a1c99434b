// begin.inl - a walker for two trees in their poses.
#ifndef ABUT_ENGINE_WALK_BEGIN_INL
#define ABUT_ENGINE_WALK_BEGIN_INL
#include "engine/walk/walker.inl"

// What trees without nodes or leaves need.
static __attribute__((noinline)) void prepare_room(walker* w)
{
    for (int i = 0; i < 2; i++) {
        const wide_tree* t = w->tree[i];
        if (t->nodes && t->leaves) continue;
        w->room_size = sizeof(wide_room);
        w->source[i] = (leaf_source){w->s->mesh[i], frame_map_make(w->side[i]->side.frame)};
    }
}

// All but what is prepared for the poses. It is large, so it is not cleared as a whole.
static void begin(walker* w, search* s, const wide_side* const side[2], const relative_pair* pair,
                  const relative_pose* b_in_a)
{
    w->s = s;
    for (int i = 0; i < 2; i++) {
        w->side[i] = side[i];
        w->tree[i] = side[i]->tree;
    }
    w->pair = pair;
    w->b_in_a = b_in_a;
    w->has_pose[0] = w->has_pose[1] = w->has_leaves = 0;
    w->work = NULL;
    w->room = NULL;
    w->room_size = 0;
    w->unpacked[0] = w->unpacked[1] = NULL;
    w->stack = NULL;
    w->height = w->capacity = w->queued = 0;
    w->base = w->lowest = 0;
    w->visits = w->by_edges = 0;
    w->with_edges = 1;
    w->queue_most = WIDE_PAIRS_MAX;
    w->is_hunt = 0;
    w->later_count = 0;
    prepare_room(w);
}

#endif
