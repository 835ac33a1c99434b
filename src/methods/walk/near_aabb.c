// near_aabb.c - the nearest pair of triangles by trees of boxes along the axes of the models' files.
#define NEAR_WALK near_aabb
#define NEAR_GOAL goal_nearest
#include "methods/walk/near_aabb.inl"
