// nearest_kernel.c - the walk of two trees for the nearest pair of triangles (walk.h).
#define SHARE_AFTER  2048  // visits: a longer walk is shared (nearest_share_kernel.c),
#define SHARE_HEIGHT 64    // if so much is left

#include "engine/walk/begin.inl"
#include "engine/walk/nearest.inl"

void ISA(wide_nearest)(search* s, const wide_side* a, const wide_side* b)
{
    near_walker v;
    relative_pair pair;
    relative_pose b_in_a;
    relative_pair_prepare(&pair, &a->side, &b->side, s->turns);
    relative_pair_b_in_a(&pair, &b_in_a);
    s->near->is_far = PRUNE(wide_pose_is_distant(&b_in_a));
    if (s->near->is_far) return;
    v.n = s->near;  // large: not cleared as a whole
    v.height = v.bottom = 0;
    begin(&v.w, s, (const wide_side* const[2]){a, b}, &pair, &b_in_a);
    if (!reserve(&v.w, 2 * WIDE_LANES) || !near_reserve(&v, 1)) return;
    // The axes of the opened boxes are not quite orthonormal, so vectors in them are not quite as long as they are.
    for (int i = 0; i < 2; i++)
        v.n->box_shrink[i] = v.n->unit.shrink[i] * (float)(1 - 0x1p-19 - 1.5 * v.w.tree[i]->defect);
    const visit first = first_visit(&v.w);
    v.n->stack[v.height++] = (near_entry){0, first.opened, first.other};
    const int is_alone = s->budget || s->stop_time;
    while (v.height) {
        if (!near_fly(&v)) return;
        tell_progress(&v.w, v.height);
        if (is_alone || s->work.node_updates < SHARE_AFTER || v.height < SHARE_HEIGHT) continue;
        need_pose(&v.w, 0);
        need_pose(&v.w, 1);
        need_leaves(&v.w);
        ISA(wide_nearest_long)(&v);
        return;
    }
}
