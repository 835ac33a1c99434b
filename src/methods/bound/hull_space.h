// hull_space.h - the door to Qhull: hull.c knows nothing of it, hull_space.c nothing else.
#ifndef ABUT_METHODS_BOUND_HULL_SPACE_H
#define ABUT_METHODS_BOUND_HULL_SPACE_H
#include "abut/abut.h"

typedef struct hull_surface {
    uint32_t* corners;  // facet_count x 3 points, counter-clockwise seen from outside
    size_t facet_count, capacity;
    double outside;  // no point lies farther outside, as Qhull reports
} hull_surface;

// Find the hull of count points whose coordinates are at most 1 and which are not nearly flat. The
// points are not changed.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, or ABUT_NOT_AVAILABLE: no Qhull, or it found them flat after
// all. out is untouched unless ABUT_OK; it is released by hull_surface_free. All memory is malloc's.
abut_status hull_surface_make(hull_surface* out, double* points, size_t count);
void hull_surface_free(hull_surface* s);

#endif
