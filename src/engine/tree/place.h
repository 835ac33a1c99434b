// place.h - frame_map_place for kernels: a vertex as one vector, with 0 in the fourth place.
#ifndef ABUT_ENGINE_TREE_PLACE_H
#define ABUT_ENGINE_TREE_PLACE_H
#include "base/simd.h"
#include "soup/frame.h"

// Where the map has a scale (soup/frame.h).
static inline quad_double quad_double_place_plainly(const frame_map* m, const double v[3])
{
    const double* const o = m->f->origin;
    return (quad_double){v[0], v[1], v[2], 0} * quad_double_all(m->scale) -
           (quad_double){o[0], o[1], o[2], 0};
}

static inline quad_double quad_double_place(const frame_map* m, const double v[3])
{
    if (m->scale > 0) return quad_double_place_plainly(m, v);
    double y[3];
    frame_place(m->f, v, y);
    return (quad_double){y[0], y[1], y[2], 0};
}

#endif
