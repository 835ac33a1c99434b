// range_parts.h - a triangle cut by planes one after the other, in barycentric coordinates: what the doubles of posed_range.h and
// its exact numbers have in common.
//
// What is left is a polygon of corners, each joined to the next by a part of an edge of the triangle, or of a plane. A new corner
// is where a plane meets one of these: so its coordinates are a product of two rows, however many planes came before.
#ifndef ABUT_GEOM_RANGE_PARTS_H
#define ABUT_GEOM_RANGE_PARTS_H
#include "geom/posed_range.h"

enum {
    CUT_EDGES =
        3,  // rows of the triangle's edges come first: row i is that across from corner i, -1 there and else 0
    CUT_CORNERS_MOST =
        CUT_EDGES + RANGE_PLANES_MOST + 1  // a cut takes away a corner at least, or adds one
};

// The row of the edge from corner i to the next one.
static inline int cut_edge_row(int i)
{
    return (i + 2) % 3;
}

#endif
