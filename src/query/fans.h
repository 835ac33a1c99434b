// fans.h - what is left of the edges of the triangles below each node of a tree, when those that are used as often in both
// directions are taken away: the border of the node's surface. As seen from outside of the node's box, whatever has the same
// border has the same winding number: such as a fan of triangles from one corner (Jacobson, Kavan, Sorkine-Hornung 2013).
// Where a border has more edges than there are triangles, these are looked at.
#ifndef ABUT_QUERY_FANS_H
#define ABUT_QUERY_FANS_H
#include "query/model.h"

// From vertex a to b, so many times.
typedef struct fan_edge {
    uint32_t a, b;
    int32_t times;
} fan_edge;

typedef struct fan_place {
    size_t first, count;      // of the edges of a node
    size_t leaf, leaf_count;  // which are below it
    size_t triangle_count;    // of them, those that count
    int is_border;            // edges are kept: there are no more of them than triangles
} fan_place;

typedef struct fans {
    fan_place* places;  // by node; NULL: none were made
    fan_edge* edges;
    size_t node_count, edge_count, edge_capacity;
} fans;

// Whether a triangle counts.
typedef int fans_choice(const void* context, uint32_t triangle);

// Make them for the triangles of a model's tree that count. Returns ABUT_OK or ABUT_OUT_OF_MEMORY. Cost: n log n; some 20
// bytes a triangle, or less.
abut_status fans_make(fans* out, const abut_model* m, fans_choice* counts, const void* context,
                      const abut_host* host);
// Release. Zeroed ones are fine.
void fans_free(fans* f, const abut_host* host);

#endif
