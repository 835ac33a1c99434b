// close_sphere.c - all pairs that are close, by trees of spheres.
#include "search/goal.h"
#undef WALK_GOAL

#include "methods/walk/kind_sphere.h"

#undef WALK
#define WALK              close_sphere
#define WALK_GOAL         goal_close
#define LEAST(c, ball, p) sphere_least(c, ball, p)
#include "methods/walk/walk_body.inl"
