// walk.h - two trees walked together, for each kind of volume.
#ifndef ABUT_METHODS_WALK_WALK_H
#define ABUT_METHODS_WALK_WALK_H
#include "methods/walk/scalar.h"
#include "search/relative_pose.h"

// Search two trees of one kind, neither of them empty. s->mesh are their meshes. The outcome is in s; s->status
// may also be ABUT_OUT_OF_MEMORY. Allocates before the first test; breadth first, whenever the queue grows.
typedef void walk_function(search* s, const tree* a, const tree* b, const relative_pose* relative);

walk_function walk_dop6, walk_dop8, walk_dop12, walk_dop14, walk_dop18, walk_dop20, walk_dop26;
walk_function walk_quickcd6, walk_quickcd8, walk_quickcd12, walk_quickcd14, walk_quickcd18,
    walk_quickcd20, walk_quickcd26;
walk_function walk_aabb, walk_sphere, walk_hybrid, walk_obb, walk_obb_float;
walk_function walk_obb_quaternion, walk_obb_quaternion_float;

// The same for the nearest pair (search/near.h): depth first, from the roots, by one worker.
walk_function near_aabb, near_sphere, near_obb, near_obb_float;
walk_function near_obb_quaternion, near_obb_quaternion_float;

// The same for all pairs that are close (search/close.h).
walk_function close_aabb, close_sphere, close_obb, close_obb_float;
walk_function close_obb_quaternion, close_obb_quaternion_float;

#endif
