// nearest_share_kernel.c - a long walk for the nearest pair, shared by the workers of its host.
#include "search/goal.h"
#undef WALK_GOAL
#define WALK_GOAL goal_nearest
#define WALK_LONG ISA(wide_nearest_long)
#include "engine/walk/nearest_share.inl"
