// close_kernel.c - the walk of two trees for all pairs that are close.
#include "search/goal.h"
#undef WALK_GOAL
#define WALK_GOAL  goal_close
#define WALK_TREES ISA(wide_close)
#define WALK_LONG  ISA(wide_close_long)
#include "engine/walk/two_trees.inl"
