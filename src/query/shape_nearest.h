// shape_nearest.h - how far triangles are from what has at most three corners, or is all within a radius of such: a point, a
// segment, a triangle, a sphere, a capsule. By geom/nearest.h, whose integers are of fixed size: a tenth of the time that
// geom/posed_shape.h takes, which has all kinds.
#ifndef ABUT_QUERY_SHAPE_NEAREST_H
#define ABUT_QUERY_SHAPE_NEAREST_H
#include "geom/nearest.h"
#include "query/shape_pair.h"

// The corners of a shape as those of a triangle, beside a model.
typedef struct shape_core_pair {
    double corner[3][3];
    pose_pair poses;  // equal ones are kept; zeroed before the first time
} shape_core_pair;

// Whether a shape has such corners.
int shape_has_core(abut_shape_kind kind);
// Prepare them; c: room for frames, needed where the model has one.
void shape_core_pair_prepare(shape_core_pair* out, const shape_pair* p, composition* c);
// The square of how far a triangle is from them; they share no point.
void shape_core_pair_square(const shape_core_pair* core, const shape_pair* p, uint32_t triangle,
                            nearest_square* out);
// The doubles next to a distance less a radius, equal if it is one. It is not negative.
void shape_enclose_less(const nearest_square* square, double radius, double* lo, double* hi);

#endif
