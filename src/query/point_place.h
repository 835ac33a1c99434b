// point_place.h - a model in its pose, and points of the world: a point is a triangle whose corners are all there. So
// what is known of two triangles (geom/nearest.h, geom/probe.h) is known of a point and a triangle.
#ifndef ABUT_QUERY_POINT_PLACE_H
#define ABUT_QUERY_POINT_PLACE_H
#include "geom/nearest.h"
#include "query/frames.h"

typedef struct point_place {
    placed_model placed;
    affine frame;             // about the pose, where there is one
    composition composition;  // of it
    pose_pair poses;          // side 0: the model; side 1: the world
} point_place;

// Place a model. It stays where it is: parts refer to each other. Returns ABUT_OK, or as abut_pose_check.
abut_status point_place_make(point_place* out, const abut_instance* instance);
// The same for points that stand in a pose of their own: where a point of the world is asked for, it is one before that pose.
abut_status point_place_beside(point_place* out, const abut_instance* instance,
                               const affine* other);

// A triangle, and a point as one, as the filters see them.
void point_place_triangle(const point_place* p, uint32_t triangle, posed_triangle* out);
void point_place_point(const point_place* p, const double point[3], posed_triangle* out);

// The two in integers.
void point_place_exact(const point_place* p, const double point[3], uint32_t triangle,
                       exact_frame where, exact_points* out);

#endif
