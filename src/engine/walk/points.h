// points.h - one of the engine's trees walked for the triangles that are nearest to a point: eight boxes at once, then eight
// triangles, in floats. What it keeps may be the nearest, and what it leaves out is not, certainly.
#ifndef ABUT_ENGINE_WALK_POINTS_H
#define ABUT_ENGINE_WALK_POINTS_H
#include "base/simd_set.h"
#include "engine/tree/node.h"

// Lengths and places are those of the tree's frame. All belongs to the caller.
typedef struct wide_points {
    const wide_tree* tree;  // it has nodes
    const soup_mesh* mesh;
    const frame* frame;
    size_t nearest;  // so many triangles are wanted
    float spread;    // squares of up to so many times the last one's may be as small in the world
    double stretch;  // the same without what floats need: squares of 1 + stretch times as much
    float within;    // a square: what is farther is not wanted; it may be infinite
    float* heap;     // nearest of them
    uint32_t* ids;   // of the triangles that are kept
    float* lows;     // their bounds from below: squares of distances, or heights
    size_t count, capacity;
    uint32_t leaf;         // where a nearest was found, or where to begin; WIDE_NO_LEAF: nowhere
    uint64_t node_visits;  // so far
    uint64_t leaf_visits;
} wide_points;
#define WIDE_NO_LEAF     UINT32_MAX
#define WIDE_POINTS_ROOM 16  // that capacity has beyond what is kept

// Find the triangles that may be among the nearest of a point. at: where it is, within error in each coordinate. Returns 0
// where there is no room for more: to be asked anew with more. The same for every instruction set.
typedef int wide_points_kernel(wide_points* s, const double at[3], double error);
wide_points_kernel ISA(wide_points_walk);

// A ray from a point, in the tree's frame: as seen from at, along a direction of length 1 or less.
typedef struct wide_ray {
    double at[3], error;         // of each coordinate
    double along[3], per_along;  // what each coordinate of along errs by
} wide_ray;

// Find the triangles that a ray may meet: all that it is not certain to miss. ids and count of s are set. Returns 0 where
// there is no room for more. The same for every instruction set.
typedef int wide_ray_kernel(wide_points* s, const wide_ray* ray);
wide_ray_kernel ISA(wide_ray_walk);

// Cover all triangles of a tree: by nodes whose box is certainly some way off a point, 2^-12 of the frame, and by leaves. ids
// of s are children as a node has them. Returns 0 where there is no room for more. The same for every instruction set.
wide_points_kernel ISA(wide_points_cover);

#endif
