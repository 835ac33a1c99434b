// ray.h - many rays or segments against one model: what they meet first, all of it, or how often
// SPDX-License-Identifier: MIT
//
//     abut_batch* b;   abut_batch_create(&b, NULL);                           once
//     abut_rays(b, &instance, origins, directions, count, NULL, &answers);    as often as you like
#ifndef ABUT_RAY_H
#define ABUT_RAY_H
#include "abut/abut.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------------- rays

// The point of a ray at t is origin + t * direction, in the world, in real arithmetic: t is in
// units of the direction, whatever its length.
//
// What is wanted of each ray.
typedef enum abut_ray_want {
    ABUT_RAY_WANT_FIRST = 0,  // the triangle with the least t; of several, the least
    ABUT_RAY_WANT_ANY = 1,  // some triangle that it meets, which may be any: whether there is one
    ABUT_RAY_WANT_ALL = 2,  // all triangles that it meets, by t, then by index
    ABUT_RAY_WANT_COUNT = 3,  // how many these are, and how often the ray goes through the surface
} abut_ray_want;

// Zeroed: the first triangle on rays without end.
typedef struct abut_ray_ask {
    abut_ray_want want;
    // 1: what is given as directions are ends: of segments, for t from 0 to 1, both ends included.
    // Nothing is rounded: the end is that point. Ends may be equal.
    int segments;
    // Only what is met at t_least <= t <= t_most. t_least is 0 or more; t_most 0: no limit beyond
    // that of a segment. Both are compared exactly.
    double t_least, t_most;
    uint64_t reserved[4];  // zero
} abut_ray_ask;

// How a ray meets a triangle.
typedef enum abut_facing {
    ABUT_FACING_NONE = 0,   // it runs in the triangle's plane, or the triangle has no area
    ABUT_FACING_FRONT = 1,  // it comes from the side that sees the vertices counterclockwise
    ABUT_FACING_BACK = 2,   // from the other side
} abut_facing;

// Return the facing in lower case ("front"); NULL if there is no such value.
ABUT_API const char* abut_facing_text(abut_facing facing);

// A triangle that a ray meets: it is closed, so a ray through an edge meets both of its triangles.
typedef struct abut_ray_hit {
    double t_lo, t_hi;  // the doubles next to the t of the first point that they share; equal if
                        // it is one. Beyond all doubles t_hi is infinite
    uint32_t triangle;  // counted from 0
    // Of the triangle, what holds that point: the feature of least dimension; of several as small,
    // which degenerate triangles have, the first.
    abut_feature feature;
    abut_facing facing;
    // Whether the ray goes through the surface here, by a rule that has each point of a closed
    // surface once. The ray is thought to be moved by (e, e^2, e^3), with an e greater than 0 that
    // is smaller than any number that matters: then it meets no edge and no vertex, and begins and
    // ends on no triangle. 1: so moved, it meets this triangle. So of two triangles that share an
    // edge, and lie on both sides of it as the ray sees them, it goes through one. An odd number
    // along a ray: it begins inside a closed surface.
    int is_crossing;
    double point[3];  // the point at t, in the world: each coordinate rounded once
} abut_ray_hit;

// What was found on a ray.
typedef struct abut_ray_answer {
    const abut_ray_hit* hits;  // FIRST, ANY: at most one. ALL: all. COUNT: NULL
    size_t hit_count;          // how many
    // ALL, COUNT: triangles that the ray meets; and those of them that it goes through, by the
    // rule of is_crossing: what the moved ray meets, the ray itself meets too. FIRST, ANY: 0.
    size_t touch_count, crossing_count;
} abut_ray_answer;

// Find what count rays meet, on all workers of the batch. origins, directions: count x 3, in the
// world; a direction may have any length but 0 (of segments, where it is an end, also 0). *out:
// count answers in the order of the rays, which live in the batch until its next call. ask may be
// NULL. The model's method is ABUT_METHOD_WIDE (the default) or BRUTE; others give
// ABUT_BAD_COMBINATION. Answers are the same for both (but which triangle ANY finds), for any
// number of workers, any order and grouping of rays, instruction set and rounding mode.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_CANCELLED, ABUT_BAD_ARGUMENT (also for a direction of
// length 0, and t_least above t_most), ABUT_NOT_FINITE (also of t_least; t_most may be infinite),
// ABUT_BAD_COMBINATION, or as abut_pose_check, also of a frame. No answers then.
// Cost: about a microsecond a ray at 100 000 triangles; where it passes exactly through an edge
// or a vertex, or t is a double, some more for each triangle. A ray that begins 2^37 sizes of the
// model away from it, or more, asks every triangle: 0.1 us each.
// Source: watertight tests of rays are those of Woop, Benthin & Wald 2013, made exact; the rule is
// simulation of simplicity (Edelsbrunner & Muecke 1990).
ABUT_API abut_status abut_rays(abut_batch* batch, const abut_instance* instance,
                               const double* origins, const double* directions, size_t count,
                               const abut_ray_ask* ask, const abut_ray_answer** out);

#ifdef __cplusplus
}
#endif
#endif
