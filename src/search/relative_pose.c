// relative_pose.c - relative_pose.inl for whatever the compiler was told.
#include "search/relative_pose.inl"

void relative_pose_prepare(relative_pose* out, const relative_side* a, const relative_side* b)
{
    relative_pair pair;
    relative_turn turn[2] = {{.matrix = {{0}}}};
    relative_pair_prepare(&pair, a, b, turn);
    relative_pair_b_in_a(&pair, out);
}
