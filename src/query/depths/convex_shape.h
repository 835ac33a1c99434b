// convex_shape.h - whether a solid is convex, exactly, and then its faces, edges and corners: faces and edges are whole
// again, however they are cut into triangles.
//
// If for the plane of each triangle no vertex is beyond it, all triangles lie on the boundary of their hull. The surface is
// closed, so it covers every point of that boundary an even number of times, or every point an odd number. The latter, if a
// point is inside by parity: then the solid is its hull.
#ifndef ABUT_QUERY_DEPTHS_CONVEX_SHAPE_H
#define ABUT_QUERY_DEPTHS_CONVEX_SHAPE_H
#include "geom/real.h"
#include "query/solid.h"

// Triangles in one plane that are connected by edges.
typedef struct convex_face {
    uint32_t triangle;  // one of them
    int sign;  // 1: its corners are counter-clockwise, seen from outside; -1: the other way
} convex_face;

// Where two faces meet.
typedef struct convex_edge {
    uint32_t vertex[2], face[2];  // a part of it
} convex_edge;

typedef struct convex_shape {
    const soup_mesh* mesh;
    int is_convex;
    convex_face* faces;
    convex_edge* edges;
    uint32_t* corners;  // vertices of three faces or more
    size_t face_count, edge_count, corner_count;
    size_t face_room, edge_room, corner_room;
} convex_shape;

// Find it, of a solid whose triangles all bound it. To be freed, whatever it returns. is_convex is 0 too where it is too
// much work: faces times vertices above 2^26.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY. Cost: linear, mostly, for what is not convex; else faces times vertices.
abut_status convex_shape_find(convex_shape* out, const abut_solid* solid, real_stack* stack,
                              const abut_host* host);
void convex_shape_free(convex_shape* c, const abut_host* host);

#endif
