// straight_share_kernel.c - a long walk for the first pair that meets, shared by the workers of its host.
#include "search/goal.h"
#undef WALK_GOAL
#define WALK_GOAL goal_straight
#define WALK_LONG ISA(wide_straight_long)
#include "engine/walk/nearest_share.inl"
