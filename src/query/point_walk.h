// point_walk.h - walks of a model's tree for points (engine/walk/points.h), with memory that grows as they need it.
#ifndef ABUT_QUERY_POINT_WALK_H
#define ABUT_QUERY_POINT_WALK_H
#include "engine/walk/points.h"
#include "geom/probe.h"
#include "query/point_frame.h"

// What a worker keeps. Zeroed: nothing yet.
typedef struct point_walk {
    wide_points s;  // what the last walk found
    size_t heap_capacity, ids_capacity, lows_capacity;
} point_walk;

// Where a point is in the tree's frame.
typedef struct point_at {
    double at[3], error;
} point_at;

static inline point_at point_at_make(const point_frame* f, const double point[3])
{
    point_at out;
    double y[3];
    point_frame_about(f, point, y);
    out.error = point_frame_place(f, y, out.at);
    return out;
}

// Make ready for a model that has a tree. nearest: so many triangles are wanted. The host is that of all calls.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY, as all of these.
abut_status point_walk_open(point_walk* w, const abut_model* m, const point_frame* f,
                            size_t nearest, const abut_host* host);
void point_walk_free(point_walk* w, const abut_host* host);

// Find the triangles that may be the nearest; those that a ray may meet; what covers the tree (wide_points_cover).
abut_status point_walk_nearest(point_walk* w, const point_at* at, const abut_host* host);
abut_status point_walk_ray(point_walk* w, const point_frame* f, const point_at* at,
                           const ray_direction* ray, const abut_host* host);
abut_status point_walk_cover(point_walk* w, const point_at* at, const abut_host* host);

#endif
