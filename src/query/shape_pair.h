// shape_pair.h - one triangle of a posed model and one shape: geom/posed_shape.h, made ready when it is first needed.
#ifndef ABUT_QUERY_SHAPE_PAIR_H
#define ABUT_QUERY_SHAPE_PAIR_H
#include "geom/posed_shape.h"
#include "query/frames.h"

#include "abut/shape.h"

#include <string.h>

typedef struct shape_pair {
    const abut_shape* shape;   // checked; borrowed
    const placed_model* side;  // the model in its pose; borrowed
    const affine* pose;        // of the shape: own_pose, or the identity
    affine own_pose;
    double radius;         // about its core: of a sphere and a capsule; else 0
    uint64_t exact_tests;  // counted up
    real_stack* scratch;   // belongs to the pair; NULL: not needed yet
    int is_ready;
    shape_within within;  // if it is
    posed_shape posed;    // if it is
} shape_pair;

// Of a shape without a pose.
extern const affine shape_pair_identity;
// Whether a shape has none: all of it is zero.
static inline int shape_has_pose(const abut_shape* shape)
{
    uint64_t words[sizeof(abut_pose) / sizeof(uint64_t)], any = 0;
    memcpy(words, &shape->pose, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        any |= words[i];
    return any != 0;
}

// Begin with a shape. Returns ABUT_OK, or as affine_from_pose. Cost: nothing to speak of.
abut_status shape_pair_begin(shape_pair* p, const placed_model* side, const abut_shape* shape);
// Make the shape itself ready: for its room, too.
void shape_pair_prepare(shape_pair* p);
// Make room for exact numbers. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status shape_pair_open_scratch(shape_pair* p, const abut_host* host);
// Make it ready for what follows. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status shape_pair_open(shape_pair* p, const abut_host* host);
void shape_pair_free(shape_pair* p, const abut_host* host);

// Whether a triangle and the shape share a point.
int shape_pair_touches(shape_pair* p, uint32_t triangle);
// Bound how far a triangle is from the shape, in doubles; most: what is asked (shape_bound_within).
void shape_pair_bound(shape_pair* p, uint32_t triangle, double most, shape_bounds* out);
// How far it is: the doubles next to it, or what is certain of a cylinder or a cone.
void shape_pair_distance(shape_pair* p, uint32_t triangle, double* lo, double* hi);
// Compare a triangle with the least so far (shape_least_take).
shape_order shape_pair_order(shape_pair* p, uint32_t triangle, shape_least* least);
// The nearest points of a triangle and of the shape, in the world.
void shape_pair_points(shape_pair* p, uint32_t triangle, abut_feature* feature,
                       double model_point[3], double shape_point[3]);

// Whether all of a triangle is in the shape.
int shape_pair_holds(shape_pair* p, uint32_t triangle);

// Of a ray and triangles that it touches: where it meets one first, and which of two it meets before.
void shape_pair_first(shape_pair* p, uint32_t triangle, double* lo, double* hi);
int shape_pair_compare_first(shape_pair* p, uint32_t first, uint32_t second);

#endif
