// nearest_walk.inl - a walk for the nearest pair of triangles, or for the first that meet, from the roots on.
#ifndef ABUT_ENGINE_WALK_NEAREST_WALK_INL
#define ABUT_ENGINE_WALK_NEAREST_WALK_INL
#include "engine/walk/begin.inl"
#include "engine/walk/nearest.inl"

#define SHARE_AFTER  2048  // visits: a longer walk is shared (nearest_share.inl),
#define SHARE_HEIGHT 64    // if so much is left

// Returns 0 if there is no memory.
static inline int near_begin_walk(near_walker* v, search* s, const wide_side* const side[2],
                                  relative_pair* pair, const relative_pose* b_in_a)
{
    v->n = s->near;  // v is large: not cleared as a whole
    v->height = v->bottom = 0;
    begin(&v->w, s, side, pair, b_in_a);
    return reserve(&v->w, 2 * WIDE_LANES) && near_reserve(v, 1);
}

// rest: what takes over where it is long.
static inline void near_walk(near_walker* v, void (*rest)(void* walk))
{
    search* const s = v->w.s;
    const visit first = first_visit(&v->w);
    v->n->stack[v->height++] = (near_entry){0, first.opened, first.other};
    const int is_alone = s->budget || s->stop_time;
    while (v->height) {
        if (!near_fly(v)) return;
        tell_progress(&v->w, v->height);
        if (is_alone || s->work.node_updates < SHARE_AFTER || v->height < SHARE_HEIGHT) continue;
        need_pose(&v->w, 0);
        need_pose(&v->w, 1);
        need_leaves(&v->w);
        rest(v);
        return;
    }
}

#endif
