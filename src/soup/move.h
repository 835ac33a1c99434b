// move.h - the mesh of a soup whose triangles are those of another mesh, with other vertices: then which vertices are one is
// known but for a few, and what has not changed is shared.
#ifndef ABUT_SOUP_MOVE_H
#define ABUT_SOUP_MOVE_H
#include "soup/soup.h"

// Make the mesh that soup_mesh_copy would make, but for the order of its vertices, which is that of the other mesh, and
// for vertices of no triangle: those of the other mesh stay as they were. soup: as soup_check_present says of the other mesh.
// *is_anew: whether vertices that were one are several now, or several are one: then all is as soup_mesh_copy_present makes it.
// Else *uses_all: whether triangles use all vertices.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY; then out is untouched. Cost: linear.
abut_status soup_mesh_move(soup_mesh* out, const soup_mesh* from, const abut_soup* soup,
                           const abut_host* host, int* is_anew, int* uses_all);

#endif
