// fitted.h - sets cut where boxes fitted to both halves are small, for ABUT_EFFORT_BEST.
#ifndef ABUT_ENGINE_BUILD_FITTED_H
#define ABUT_ENGINE_BUILD_FITTED_H
#include "engine/build/topology.h"

// What a triangle needs meanwhile: its corners in the frame, and how far it reaches along three axes.
typedef struct fitted_triangle {
    float corner[3][3];
    float low[3], high[3];
} fitted_triangle;

// Room for all triangles of a tree. Sets that stand apart use different parts of it.
typedef struct fitted_room {
    fitted_triangle* triangles;
    uint32_t* order;
} fitted_room;

// Split all below count triangles of t->order, from first on, as split_kernel.all does. Cost: n log n, several
// times that of split_kernel.all.
split_result fitted_split(const binary_tree* t, const fitted_room* room, uint32_t first,
                          uint32_t count, uint32_t depth);

#endif
