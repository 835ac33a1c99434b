// close_aabb.c - all pairs that are close, by trees of boxes along the axes of the models' files.
#define NEAR_WALK close_aabb
#define NEAR_GOAL goal_close
#include "methods/walk/near_aabb.inl"
