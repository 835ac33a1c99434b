// depth.h - how deep two solids are in each other, and which way frees them
// SPDX-License-Identifier: MIT
#ifndef ABUT_DEPTH_H
#define ABUT_DEPTH_H
#include "abut/contain.h"
#include "abut/distance.h"
#include "abut/point.h"

#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------------------- depth

// Solids. Depths are of solids: of closed components, inside by parity, as contain.h has it. Open
// components have no inside; they take no part, and where a model has no other the depth is 0 and
// the reason ABUT_REASON_OPEN.
// a and b are *blocked* if their insides share a point: they cross, or one is inside the other. (A
// closed component that is flat, as one triangle twice, counts as if it had an inside.)
// Touching is free. So a depth is 0 where solids only touch, and it depends on the solids alone,
// not on how their faces are cut into triangles. b moves; a stays.
//
// Every answer is an interval that holds the true number, in real arithmetic on the numbers given.
//
// What is asked of a depth. Zeroed: as exactly as the question has it.
typedef struct abut_solids_ask {
    const abut_solid* a_solid;  // of a's model (point.h). NULL: made for this call
    const abut_solid* b_solid;  // likewise of b's
    // The search may end when hi - lo is at most this, or at most relative times hi. Both 0: for
    // abut_depth_along exact, for others 1e-6 of the diagonal of the box that both boxes share.
    double absolute, relative;
    uint64_t budget;       // tests of pairs of volumes and of triangles; 0: no limit
    double deadline;       // microseconds from the call on; 0: none
    uint64_t reserved[4];  // 0
} abut_solids_ask;

// ------------------------------------------------------------------------------ along a direction

// How far b is pushed until it is free.
typedef struct abut_depth_along_answer {
    // The least s >= 0 at which b, moved by s * direction, is free: the doubles next to it, equal
    // if it is one.
    double depth_lo, depth_hi;
    // The least s from which on it is free for ever. More than the depth where it is caught again:
    // a pin in a hole.
    double clear_lo, clear_hi;
    abut_reason reason;  // OPEN: one of both has no solid, and all is 0
    // 0: the budget or the deadline ended it, or numbers were too long, as where sizes differ by
    // 2^1000; the intervals are true
    int complete;
    size_t leaps;  // how many it took: from one end of a pair of triangles to that of the next
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;  // as in abut_hits
} abut_depth_along_answer;

// Find how far b has to be moved along a direction, of any length but 0: it is not normalised, and
// s is counted in units of it. Exact: each s is a quotient, told as the doubles next to it. With a
// budget, a deadline or a tolerance it may end early: then lo is what is proved blocked, hi what
// is proved free.
// Both models by one method: ABUT_METHOD_WIDE (the default) or BRUTE; others give
// ABUT_BAD_COMBINATION, as do frames that are not equal, or are more than an exchange of axes: the
// direction is one of the world, and could not be turned into them exactly.
// Returns as abut_collide, ABUT_BAD_ARGUMENT for a direction of 0, ABUT_NOT_FINITE.
// Cost: that of a few questions with all pairs; models of 10 000 triangles some milliseconds. Many
// small faces that slide along each other, or a way through many, take longer.
ABUT_API abut_status abut_depth_along(abut_query* query, const abut_instance* a,
                                      const abut_instance* b, const double direction[3],
                                      const abut_solids_ask* options,
                                      abut_depth_along_answer* out);

// ------------------------------------------------------------------------------- the least of all

// The shortest way to free b.
typedef struct abut_depth_least_answer {
    double lo, hi;  // the length of the shortest translation of b that frees it
    // One that frees it, proved. Its length is hi at most; if is_convex, seldom the next double.
    double translation[3];
    // A point within both, which proves lo: the depth is at least the sum of its distances from
    // both surfaces. NaN where lo is proved otherwise.
    double point[3];
    // 1: both are convex, and the answer is exact: the doubles next to it, equal if it is one
    int is_convex;
    abut_reason reason;  // OPEN: one of both has no solid, and lo = hi = 0
    int complete;        // 1: within what was asked. 0: the budget or the deadline ended it
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;  // as in abut_hits
} abut_depth_least_answer;

// Find how deep a and b are in each other: the length of the shortest translation after which they
// are free. It is the same with a and b exchanged. Methods and frames as for abut_depth_along.
// lo and hi are always true; a budget or a deadline ends the search early, and complete is 0 then.
// Convex solids are exact (is_convex). Not where the edges of one times those of the other exceed
// 2^25, or faces times vertices of one 2^26, and seldom where the depth is below the normal
// numbers: then the answer is found as for others.
// Others: where a face, a corner, or bars that cross decide it, it takes little more than a few
// directions. Else it takes a search in the space of translations. It is short where convex
// components decide it, 16 of each at most, of 64 triangles at most: walls and beams; else it may
// be long. Where nothing is asked it ends after 4096 cubes there, with a tolerance, a budget or a
// deadline after 2^18, which takes up to 250 megabytes.
// Returns as abut_collide. Cost: milliseconds, or what the budget allows. Allocates and gives back
// up to 2.5 megabytes, and 100 bytes a triangle.
ABUT_API abut_status abut_depth_least(abut_query* query, const abut_instance* a,
                                      const abut_instance* b, const abut_solids_ask* options,
                                      abut_depth_least_answer* out);

// ----------------------------------------------------------------------------------------- reach

// The point of one surface that is deepest inside the other solid.
typedef struct abut_deepest {
    double lo, hi;      // how far it is from that solid's surface; 0: none is inside
    double point[3];    // in the world, of the surface and inside: lo deep, but for its rounding
    uint32_t triangle;  // of the surface that reaches, where the point is; UINT32_MAX: none
    uint32_t nearest;   // of the other solid, that is nearest to it; UINT32_MAX: none
    double foot[3];     // its nearest point, rounded once
} abut_deepest;

// How far the surfaces reach into each other.
typedef struct abut_reach_answer {
    abut_deepest a_in_b, b_in_a;
    abut_reason reason;                                  // OPEN: neither has a solid
    int complete;                                        // 1: both within what was asked
    uint64_t volume_tests, triangle_tests, exact_tests;  // as in abut_hits
} abut_reach_answer;

// Find how deep each surface reaches into the other solid: the greatest distance, of the points of
// one surface that are inside the other solid, from that solid's surface. (What coordinators call
// protrusion. A pipe that pierces a wall reaches half the wall's thickness into it.) The surface
// that reaches may be open. How faces are cut into triangles does not matter.
// lo and hi are always true. Where a corner decides it and nothing is rounded on its way to the
// world, they are the doubles next to the depth. A tolerance of INFINITY gives a first answer.
// Less than 2^-40 of the box that both boxes share is not looked for; then, and where memory for
// 2^15 pieces of triangles, or without a budget and a deadline as many cuts of them, were not
// enough, complete is 0. So it is with a relative tolerance alone where nothing is inside: no part
// of hi is enough.
// Without a budget and a deadline what only touches is 0, exactly. Both are looked at between
// pieces of triangles: some hundred tests more may be made.
// Methods as for abut_depth_along; frames may be any.
// Returns as abut_collide. Cost: that of abut_contain, and some 10 microseconds for each piece
// that is looked at: some dozens for a pair of boxes, 2000 of 2 x 86 000 triangles that cross.
ABUT_API abut_status abut_reach(abut_query* query, const abut_instance* a, const abut_instance* b,
                                const abut_solids_ask* options, abut_reach_answer* out);

// ---------------------------------------------------------------------------------------- signed

// How far apart, or how deep.
typedef struct abut_signed_answer {
    abut_relation relation;           // of the closed components
    double distance_lo, distance_hi;  // of the surfaces, as abut_distance has it
    double depth_lo, depth_hi;        // as abut_depth_least has it: 0 unless blocked
    // Of the solids alone: the distance where they are apart and neither is inside the other; 0
    // where they touch; minus the depth where they are blocked. (A small cube in the middle of a
    // large one: distance 0.75, depth 1.25, so signed -1.25, and never -0.75.) NaN without solids.
    double signed_lo, signed_hi;
    double translation[3];  // blocked: one that frees b, as there
    abut_reason reason;     // OPEN: one of both has no solid
    int complete;           // 1: within what was asked
} abut_signed_answer;

// Find the signed distance of two solids. A distance is exact; a depth is found as
// abut_depth_least does it, options as there.
// Returns as abut_distance and abut_depth_least.
ABUT_API abut_status abut_signed_distance(abut_query* query, const abut_instance* a,
                                          const abut_instance* b, const abut_solids_ask* options,
                                          abut_signed_answer* out);

#ifdef __cplusplus
}
#endif
#endif
