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
static void begin(walker* w, search* s, const wide_side* const side[2], relative_pair* pair,
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
    forget_room(&w->in_room);
    w->stack = NULL;
    w->height = w->capacity = w->queued = 0;
    w->base = w->lowest = 0;
    w->visits = w->by_edges = 0;
    w->with_edges = 1;
    w->queue_most = WIDE_PAIRS_MAX;
    w->is_hunt = 0;
    w->leaves_tested = 0;
    w->later_count = 0;
    prepare_room(w);
}

// The sum of the half lengths of the whole model's box.
static inline float size_of(const wide_tree* t)
{
    return wide_half(t, 0, 0, 0) + wide_half(t, 0, 1, 0) + wide_half(t, 0, 2, 0);
}

// Node 0 has one child, the whole model, and most often both wholes meet: so the larger one is opened at once. Where
// both are leaves, the visit of a's node 0 tests them.
static inline visit first_visit(const walker* w)
{
    const int32_t a = wide_children(w->tree[0], 0)[0], b = wide_children(w->tree[1], 0)[0];
    if (a < 0 && b < 0) return (visit){0, 0};
    const relative_pose* const r = w->b_in_a;
    const double b_size = r->stretch * (r->b_scale / r->a_scale) * (double)size_of(w->tree[1]);
    if (b < 0 || (a >= 0 && (double)size_of(w->tree[0]) >= b_size))
        return (visit){2 * (uint32_t)a, 0};
    return (visit){2 * (uint32_t)b + 1, 0};
}

#endif
