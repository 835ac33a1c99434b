// near_sphere.c - the nearest pair of triangles by trees of spheres.
#include "search/goal.h"
#undef WALK_GOAL

#include "methods/walk/kind_sphere.h"

#undef WALK
#define WALK              near_sphere
#define WALK_GOAL         goal_nearest
#define LEAST(c, ball, p) sphere_least(c, ball, p)
#include "methods/walk/walk_body.inl"
