// world_extent.h - how far a model reaches along a direction in any pose, from what it reaches along those of a 26-DOP
// (docs/proofs/boxes.md, "Boxes of instances").
#ifndef ABUT_WORLD_WORLD_EXTENT_H
#define ABUT_WORLD_WORLD_EXTENT_H
#include "geom/pose.h"
#include "soup/soup.h"

#define WORLD_EXTENT_DIRECTIONS 27

// Of a model in the coordinates of its file. At place i is the direction (i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1); so 26 - i
// is the reverse of i, and 13 is none.
typedef struct world_extent {
    double reach[WORLD_EXTENT_DIRECTIONS];  // no point goes farther
    double size;                            // no coordinate is larger
} world_extent;

// Measure a mesh that has triangles. Cost: linear, some 10 ns a corner of a triangle.
void world_extent_find(world_extent* out, const soup_mesh* m);

// Tell two numbers between which direction . x is for every point x of the model in a pose, in any rounding mode, and also
// where numbers below the normal ones are read or written as 0. They may be infinite. Cost: constant, some 10 ns.
void world_extent_along(const world_extent* e, const affine* pose, const signed char direction[3],
                        double* low, double* high);

// Move two such numbers apart, so that they hold whatever is at most margin from the points; 0 <= margin.
void world_extent_grow(const signed char direction[3], double margin, double* low, double* high);

#endif
