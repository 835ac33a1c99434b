// ends.h - where a mesh ends along each axis.
#ifndef ABUT_BENCH_ENDS_H
#define ABUT_BENCH_ENDS_H
#include "mesh/mesh.h"

// The least and greatest coordinates of the vertices of a mesh that has some.
static inline void mesh_ends(const mesh* m, double low[3], double high[3])
{
    for (int k = 0; k < 3; k++)
        low[k] = high[k] = m->vertices[k];
    for (size_t i = 0; i < 3 * m->vertex_count; i++) {
        const double x = m->vertices[i];
        if (x < low[i % 3]) low[i % 3] = x;
        if (x > high[i % 3]) high[i % 3] = x;
    }
}

#endif
