// wide_axes.h - the axes along which a model's triangles are cut apart. A model that was turned before it
// was written to a file has better ones than the file's.
#ifndef ABUT_WIDE_WIDE_AXES_H
#define ABUT_WIDE_WIDE_AXES_H
#include "wide/wide_topology.h"

// Choose axes for a tree over t->m: orthonormal but for rounding, row by row. *axes is set to out, or to
// NULL where the file's are best. Tried on some triangles; effort best: on all.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status wide_choose_axes(const binary_tree* t, float out[9], const float** axes,
                             const abut_host* host);

#endif
