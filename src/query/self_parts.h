// self_parts.h - what the pairs of a soup that meet say of each of its connected components.
#ifndef ABUT_QUERY_SELF_PARTS_H
#define ABUT_QUERY_SELF_PARTS_H
#include "base/sort.h"
#include "soup/soup.h"

#include "abut/self.h"

// The components of a mesh, in the order of their first triangles. It is memory that grows with host_grow; zeroed: none.
typedef struct self_parts {
    abut_self_part* list;
    size_t count, capacity;
} self_parts;

// Tell of each component how it is made, and which pairs it has. found: as a search has them (search/self.h), in any order;
// complete: these are all. A pair within a component counts there by its class; one of two components counts for both.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED. Cost: linear; meanwhile up to 200 bytes a triangle.
abut_status self_parts_find(self_parts* out, const soup_mesh* m, const sort_record* found,
                            size_t found_count, int complete, const abut_host* host);
void self_parts_free(self_parts* p, const abut_host* host);

#endif
