// walk.h - two trees walked together, for each kind of volume.
#ifndef ABUT_WALK_WALK_H
#define ABUT_WALK_WALK_H
#include "walk/relative_pose.h"
#include "walk/search.h"

// Search two trees of one kind, neither of them empty, depth first. s->mesh are their meshes. The
// outcome is in s; s->status may also be ABUT_OUT_OF_MEMORY. Allocates before the first test.
typedef void walk_function(search* s, const tree* a, const tree* b, const relative_pose* relative);

walk_function walk_obb, walk_obb_float;

#endif
