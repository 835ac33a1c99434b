// nearest_kernel.c - the walk of two trees for the nearest pair of triangles (walk.h).
#include "search/goal.h"
#undef WALK_GOAL
#define WALK_GOAL goal_nearest
#include "engine/walk/nearest_walk.inl"

void ISA(wide_nearest)(search* s, const wide_side* a, const wide_side* b)
{
    near_walker v;
    relative_pair pair;
    relative_pose b_in_a;
    relative_pair_prepare(&pair, &a->side, &b->side, s->turns);
    relative_pair_b_in_a(&pair, &b_in_a);
    s->near->is_far = PRUNE(wide_pose_is_distant(&b_in_a));
    if (s->near->is_far) return;
    if (!near_begin_walk(&v, s, (const wide_side* const[2]){a, b}, &pair, &b_in_a)) return;
    // The axes of the opened boxes are not quite orthonormal, so vectors in them are not quite as long as they are.
    for (int i = 0; i < 2; i++)
        v.n->box_shrink[i] = v.n->unit.shrink[i] * (float)(1 - 0x1p-19 - 1.5 * v.w.tree[i]->defect);
    near_walk(&v, ISA(wide_nearest_long));
}
