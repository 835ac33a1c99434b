// shape_point.h - the nearest triangle to a point or a sphere as abut_points finds it: in pairs of doubles
// (docs/proofs/distance.md, "Points in pairs of doubles"), and in integers where these do not tell.
#ifndef ABUT_QUERY_SHAPE_POINT_H
#define ABUT_QUERY_SHAPE_POINT_H
#include "query/point_near.h"
#include "query/shape_pair.h"

// The centre beside a model.
typedef struct shape_point {
    point_place place;  // its poses are kept; zeroed before the first time
    double centre[3];
    // So far: the nearest triangle, and what pairs of doubles told of it, if they did.
    point_list list;
    point_distance nearest;
    foot_found foot;
    int is_measured;
    uint64_t exact_tests;  // measured in integers
} shape_point;

// Begin with a shape. Returns 0 where this is not for it: it has no centre, or that is no double of the world; or the model is
// in a frame, or the unit's mode is not the default one.
int shape_point_begin(shape_point* out, const shape_pair* p);
// Take triangles into account, up to FOOT_LANES.
void shape_point_take(shape_point* s, const uint32_t* triangles, size_t count);

typedef enum shape_point_state {
    SHAPE_POINT_OPEN,  // integers must tell
    SHAPE_POINT_APART,
    SHAPE_POINT_CONTACT,
} shape_point_state;

// How far the nearest is from the sphere: the doubles next to that, if it is apart.
shape_point_state shape_point_tell(const shape_point* s, double radius, double* lo, double* hi);

#endif
