// point_view.h - the points of a set of triangles, for passes that only want the points. Small sets
// are compact and name each vertex once, which saves most of a pass: in a mesh six triangles share
// a vertex.
#ifndef ABUT_METHODS_BOUND_POINT_VIEW_H
#define ABUT_METHODS_BOUND_POINT_VIEW_H
#include "methods/bound/volume.h"

#define VIEW_TRIANGLES 512  // larger sets are not compact
#define VIEW_BLOCK     96   // points at a time

typedef struct point_view {
    const triangle_set* set;
    size_t count;  // of points
    int is_compact;
    double points[VIEW_TRIANGLES * 3][3];  // if compact: each vertex once, in order of first use
} point_view;

// Look at a set, which is borrowed. Cost: linear.
void point_view_make(point_view* v, const triangle_set* set);

// The points from number first on, at most VIEW_BLOCK: how many, and where: perhaps in room.
size_t point_view_block(const point_view* v, size_t first, double room[VIEW_BLOCK][3],
                        const double (**points)[3]);

#endif
