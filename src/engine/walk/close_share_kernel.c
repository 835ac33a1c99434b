// close_share_kernel.c - a long walk for all pairs that are close, shared by the workers of its host.
#include "search/goal.h"
#undef WALK_GOAL
#define WALK_GOAL goal_close
#define WALK_LONG ISA(wide_close_long)
#include "engine/walk/share.inl"
