// self_kernel.c - the walk of one tree against itself, for pairs that share more than neighbours do.
#include "search/goal.h"
#undef WALK_GOAL
#define WALK_GOAL  goal_self
#define WALK_TREES ISA(wide_self)
#define WALK_LONG  ISA(wide_self_long)
#include "engine/walk/two_trees.inl"
