// self_share_kernel.c - a long walk of one tree against itself, shared by the workers of its host.
#include "search/goal.h"
#undef WALK_GOAL
#define WALK_GOAL goal_self
#define WALK_LONG ISA(wide_self_long)
#include "engine/walk/share.inl"
