// axes.h - the axes along which triangles are cut apart. A model that was turned before it was
// written to a file has better ones than the file's.
#ifndef ABUT_ENGINE_BUILD_AXES_H
#define ABUT_ENGINE_BUILD_AXES_H
#include "engine/build/topology.h"

// Sets of size triangles each, on which axes are tried: ids[0 ..], ids[step ..] and so on.
typedef struct axes_trial {
    const uint32_t* ids;
    size_t sets, step, size;
    split_slot* slots;  // room for size of them, and for their order
    uint32_t* order;
} axes_trial;

// Choose axes for such sets, in trees like t: orthonormal but for rounding, row by row. Returns out, or
// NULL where the file's are best. Cost: trees over all sets, three times.
const float* wide_choose_axes(const binary_tree* t, const axes_trial* trial, float out[9]);

#endif
