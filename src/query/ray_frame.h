// ray_frame.h - rays of the world as lines in a tree's frame, with their errors (docs/proofs/distance.md, "Rays").
#ifndef ABUT_QUERY_RAY_FRAME_H
#define ABUT_QUERY_RAY_FRAME_H
#include "engine/walk/rays.h"
#include "geom/posed_ray.h"
#include "query/point_frame.h"

typedef enum ray_state {
    RAY_IS_CLEAR,  // it certainly does not meet the model
    RAY_IS_PLACED,
    RAY_IS_LARGE,  // doubles do not tell where it passes: all triangles must be asked
} ray_state;

// Place a ray. Cost: some 50 ns.
ray_state ray_frame_place(const point_frame* f, const posed_ray* ray, wide_line* out);

#endif
