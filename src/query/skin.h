// skin.h - the surface of a solid, as sums over it need it: which side of each triangle is outside, and a forest of edges over
// its vertices, along which what is known of one vertex tells of the next.
#ifndef ABUT_QUERY_SKIN_H
#define ABUT_QUERY_SKIN_H
#include "query/components.h"

typedef struct skin {
    size_t triangle_count, vertex_count;
    // By triangle: 1 where its right-handed normal, in the file, points out of the solid; -1 where into it; 0: no part of it.
    int8_t* outward;
    // The vertices of triangles that have such a side, each after its parent.
    uint32_t* order;
    size_t order_count;
    // By vertex, for those of order: the other end of the edge that it hangs on, itself for a root; a triangle that
    // has this edge and such a side; and the root.
    uint32_t *parent, *owner, *root;
} skin;

// Find the skin of the components that are called closed: the solid is what an odd number of them enclose.
// doubtful: by triangle, 1 for those that touch others, along which one surface may pass through another. *wrong is set to one of
// them that has the outside where its neighbours deny it: there one does. UINT32_MAX: none.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED. Cost: some 100 ns a triangle, and a ray for each patch (triangles that
// are connected by edges of two) and for each doubtful triangle.
abut_status skin_make(skin* out, const components* parts, const uint8_t* doubtful, uint32_t* wrong,
                      const abut_host* host);
// Release. A zeroed one is fine.
void skin_free(skin* s, const abut_host* host);
size_t skin_bytes(const skin* s);

#endif
