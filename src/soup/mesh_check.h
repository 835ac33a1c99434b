// mesh_check.h - a whole mesh validated: for VALIDATE, and for tests.
#ifndef ABUT_SOUP_MESH_CHECK_H
#define ABUT_SOUP_MESH_CHECK_H
#include "soup/soup.h"

// Find a claim of soup.h that a mesh breaks, be it copied or read: finite vertices, indices of vertices, corners that a
// triangle has, as many degenerate ones as are counted, is_moderate and unit as soup_mesh_measure finds them.
// Returns NULL if there is none, else the broken claim in English. Cost: linear.
const char* soup_mesh_check(const soup_mesh* m);

#endif
