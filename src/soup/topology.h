// topology.h - what is connected in a mesh, by vertices that are equal bit by bit.
#ifndef ABUT_SOUP_TOPOLOGY_H
#define ABUT_SOUP_TOPOLOGY_H
#include "base/sort.h"
#include "soup/soup.h"

#define TOPOLOGY_UNUSED UINT32_MAX  // no mesh has so many vertices

// Find for each vertex the least one of its component, TOPOLOGY_UNUSED for those of no triangle. A
// component is a set of triangles, degenerate ones too, connected by vertices. Cost: nearly linear.
void topology_connect(const soup_mesh* m, uint32_t* root);

// List the edges of triangles that are not degenerate, at most three a triangle: key is the lower vertex
// << 32 | the higher, value 1 where the triangle runs along it upward. Returns how many.
size_t topology_list_edges(const soup_mesh* m, sort_record* records);

#endif
