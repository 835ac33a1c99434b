// skin.h - the surface of a solid, as sums over it need it: which side of each triangle is outside, and a forest of edges over
// its vertices, along which what is known of one vertex tells of the next.
#ifndef ABUT_QUERY_SKIN_H
#define ABUT_QUERY_SKIN_H
#include "base/sort.h"
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

// What is known of a triangle beside others of its model.
enum {
    SKIN_TOUCHES = 1,  // it touches another one, along which one surface may pass through the other
    SKIN_FLUSH = 2,    // it shares a part of a plane with another one
    SKIN_WRONG = 4,    // so that there is no solid
};

// Find the skin of the components that are called closed: the solid is what an odd number of them enclose.
// found: all pairs of triangles that meet, as a search has them (search/self.h). Surfaces may touch, and faces be flush that face each
// other. marks: by triangle, all zero. Where surfaces pass through each other, or flush faces face alike or are folds, all triangles
// that show it are marked as wrong.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED. Cost: some 100 ns a triangle, and a ray for each patch (triangles that
// are connected by edges of two) and for each triangle that touches others.
abut_status skin_make(skin* out, const components* parts, const sort_record* found, size_t count,
                      uint8_t* marks, const abut_host* host);
// Release. A zeroed one is fine.
void skin_free(skin* s, const abut_host* host);
size_t skin_bytes(const skin* s);

#endif
