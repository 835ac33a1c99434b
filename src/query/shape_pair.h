// shape_pair.h - one triangle of a posed model and one shape: do they touch, and how far are they, exactly.
//
// A shape is a core and a radius about it, which is 0 but for spheres and capsules. The core of these, of a point, a segment
// and a triangle is a triangle, however degenerate.
#ifndef ABUT_QUERY_SHAPE_PAIR_H
#define ABUT_QUERY_SHAPE_PAIR_H
#include "geom/nearest.h"
#include "query/frames.h"

#include "abut/shape.h"

typedef struct shape_pair {
    const abut_shape* shape;  // checked; borrowed
    placed_model side;        // the model in its pose; borrowed
    affine pose;              // of the shape
    double radius;
    uint64_t exact_tests;  // counted up
    // What follows is prepared when it is needed first.
    int is_ready;
    double vertices[3][3];  // of the core, in the shape's file
    corners core;           // what it is
    pose_pair poses;        // equal ones are kept
} shape_pair;

// Begin with a shape. Returns ABUT_OK, or as affine_from_pose. Cost: nothing to speak of.
abut_status shape_pair_begin(shape_pair* p, const placed_model* side, const abut_shape* shape);
// Make it ready for what follows. c: room for frames; used where the model has one.
void shape_pair_prepare(shape_pair* p, composition* c);

// Whether a triangle and the shape share a point.
int shape_pair_touches(shape_pair* p, uint32_t triangle);
// Bound how far a triangle is from the core, in doubles.
void shape_pair_bound(const shape_pair* p, uint32_t triangle, nearest_bounds* out);
// The square of how far it is; they share no point. likely: of its bounds. with_least: features_are_least is wanted.
void shape_pair_square(shape_pair* p, uint32_t triangle, abut_event likely, int with_least,
                       nearest_square* out);
// -1, 0 or 1 as the distance from the shape, which is that from the core less the radius or 0, is less than, as, or more than x,
// which is not negative and may be infinite.
int shape_pair_compare(const shape_pair* p, const nearest_square* square, double x);
// The doubles next to it, equal if it is one.
void shape_pair_enclose(const shape_pair* p, const nearest_square* square, double* lo, double* hi);
// The nearest points of a triangle and of the shape, in the world, for features of the square.
void shape_pair_points(const shape_pair* p, uint32_t triangle, abut_event features,
                       double model_point[3], double shape_point[3]);

#endif
