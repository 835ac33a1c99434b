// straight_walk_kernel.c - the walk of two trees for the first pair of triangles that meet (walk.h).
#include "search/goal.h"
#undef WALK_GOAL
#define WALK_GOAL goal_straight
#include "engine/walk/nearest_walk.inl"

void ISA(wide_straight)(search* s, const wide_side* a, const wide_side* b)
{
    near_walker v;
    relative_pair pair;
    relative_pose b_in_a;
    relative_pair_prepare(&pair, &a->side, &b->side, s->turns);
    relative_pair_b_in_a(&pair, &b_in_a);
    if (!near_begin_walk(&v, s, (const wide_side* const[2]){a, b}, &pair, &b_in_a)) return;
    near_walk(&v, ISA(wide_straight_long));
}
