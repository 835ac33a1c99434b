// walk.h - two trees walked together (Gottschalk 1996, section 5).
#ifndef ABUT_WALK_WALK_H
#define ABUT_WALK_WALK_H
#include "walk/relative.h"
#include "walk/search.h"

// Search two trees, neither of them empty, depth first. s->mesh are their meshes. The outcome is in
// s; s->status may also be ABUT_OUT_OF_MEMORY. Allocates the stack before the first test.
void walk_trees(search* s, const tree* a, const tree* b, const relative_pose* relative);

#endif
