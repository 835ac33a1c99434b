// rays.h - one of the engine's trees walked by a ray: eight boxes at once, then eight triangles, in floats. What it keeps may be
// met, what it leaves out is not, and of most of what it keeps it is certain that the ray goes through the inside.
#ifndef ABUT_ENGINE_WALK_RAYS_H
#define ABUT_ENGINE_WALK_RAYS_H
#include "base/simd_set.h"
#include "engine/tree/node.h"

// A ray about a model, in the tree's frame: at + u along, for begin <= u <= end.
typedef struct wide_line {
    double at[3],
        error;  // the point of it that is about nearest to the frame's origin; of each coordinate
    double along[3],
        per_along;  // a direction of length WIDE_LINE_LENGTH; what each coordinate errs by
    // Ends, as certain as floats are: it certainly is not before begin_out, and holds all from begin_in on.
    float begin_out, begin_in, end_in, end_out;
} wide_line;
#define WIDE_LINE_LENGTH (1 / 1.01)
// The part of a line that may meet the model: |u| is less.
#define WIDE_LINE_MOST 1.8

typedef enum wide_rays_want {
    WIDE_RAYS_FIRST,  // what may be the first
    WIDE_RAYS_ANY,    // one that is met, or all that may be
    WIDE_RAYS_ALL,
    WIDE_RAYS_COUNT,  // those that are certain are only counted
} wide_rays_want;

// A triangle that may be met. is_met: certainly, in its inside, and between both ends.
typedef struct wide_rays_found {
    uint32_t id;
    float lo;  // it is not met before this u
    int is_met;
} wide_rays_found;

// All belongs to the caller.
typedef struct wide_rays {
    const wide_tree* tree;  // it has nodes
    const soup_mesh* mesh;
    const frame* frame;
    wide_rays_want want;
    wide_rays_found* found;
    size_t count, capacity;
    size_t met_count;                   // COUNT: how many certainly are met, and are not in found
    uint64_t node_visits, leaf_visits;  // so far
} wide_rays;

// Find what a ray may meet. Returns 0 where there is no room for more: to be asked anew with more. The same for every
// instruction set.
typedef int wide_rays_kernel(wide_rays* s, const wide_line* line);
wide_rays_kernel ISA(wide_rays_walk);

#endif
