// posed_ray.h - one posed triangle and one ray or segment: whether they share a point, where first, and whether the ray goes
// through the triangle by a rule that has each point of a closed surface once (docs/proofs/distance.md, "Rays").
//
// The triangle may be degenerate. All answers are those of real arithmetic on the numbers given. Pairs of doubles decide where
// a bound of their error says so, exact numbers of any size (geom/real.h) decide the rest.
#ifndef ABUT_GEOM_POSED_RAY_H
#define ABUT_GEOM_POSED_RAY_H
#include "geom/pose.h"
#include "geom/real.h"

// A model's pose and the frame about it, for all rays that are asked of it.
typedef struct ray_space {
    const affine* pose;
    const affine* frame;      // NULL: none
    int is_turned, is_moved;  // by either
    double reach[2],
        offset[2];  // of each: the largest sum of |entries| of a row, the largest |translation|
} ray_space;

// Both are borrowed.
void ray_space_make(ray_space* out, const affine* pose, const affine* frame);

// A ray in the world; all is borrowed.
typedef struct posed_ray {
    const ray_space* space;
    const double* origin;
    const double* given;  // the direction; of a segment, its end
    int is_segment;
    double least,
        most;  // of t: both ends included. most may be infinite; of a segment it is 1 or less
} posed_ray;

typedef struct ray_meeting {
    int touches;
    // If it does:
    int crosses;              // the moved ray meets it
    double lo, hi;            // the doubles next to t of the first point that they share
    uint8_t feature, facing;  // abut_feature, abut_facing
    double point[3];          // that point, each coordinate rounded once
} ray_meeting;

// Decide in pairs of doubles, in the default mode of the floating-point unit only. is_met: the ray certainly meets the inside of
// the triangle, between its limits. Returns 0 where they do not tell all that is wanted. Cost: 0.1 to 0.3 us.
int ray_meet_in_pairs(const posed_ray* ray, const double* const vertex[3], int is_met,
                      int wants_place, ray_meeting* out);

// Decide in exact numbers. wants_place: whether lo, hi and point are wanted. Cost: some microseconds.
void ray_meet_exactly(const posed_ray* ray, const double* const vertex[3], int wants_place,
                      real_stack* scratch, ray_meeting* out);
// -1, 0 or 1 as t of the first triangle is less than, as, or more than that of the second; the ray touches both.
int ray_compare_exactly(const posed_ray* ray, const double* const first[3],
                        const double* const second[3], real_stack* scratch);

#endif
