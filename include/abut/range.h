// range.h - which triangles of a model are in a box, a k-DOP or a frustum: inside, or crossing it
// SPDX-License-Identifier: MIT
//
//     abut_range box = {.kind = ABUT_RANGE_BOX, .low = {0, 0, 0}, .high = {1, 2, 3}};
//     abut_range_find(query, &instance, &box, NULL, &found);
//
// The triangles that are nearest to a point are told by point.h (abut_point_ask.nearest).
#ifndef ABUT_RANGE_H
#define ABUT_RANGE_H
#include "abut/abut.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------- ranges

#define ABUT_RANGE_INTERVALS_MOST 13  // of a 26-DOP
#define ABUT_RANGE_PLANES_MOST    64  // most planes of a range

// A range is what several half-spaces have in common. It is closed, it may be without end, and it
// may hold nothing.
typedef enum abut_range_kind {
    ABUT_RANGE_BOX = 1,     // low <= x <= high along each axis
    ABUT_RANGE_DOP = 2,     // low <= direction . x <= high for each of k / 2 directions
    ABUT_RANGE_PLANES = 3,  // n . x <= d for each plane: a frustum, or any convex polyhedron
} abut_range_kind;

// A range in a pose; borrowed. Nothing of it is rounded.
typedef struct abut_range {
    abut_range_kind kind;
    abut_pose pose;  // of the range: its points go to the world as those of a model. Zeroed: none
    // BOX: the first three. DOP: the first k / 2, of abut_range_direction. A low of -infinity and
    // a high of infinity ask nothing. Where low is above high, or infinity, or high -infinity, the
    // range holds nothing: so does an empty box.
    double low[ABUT_RANGE_INTERVALS_MOST], high[ABUT_RANGE_INTERVALS_MOST];
    int k;                 // DOP: 6, 8, 12, 14, 18, 20 or 26
    const double* planes;  // PLANES: plane_count x 4: n, which is not 0, and d. Borrowed
    size_t plane_count;    // 1 to ABUT_RANGE_PLANES_MOST
    void* user;            // yours, never looked into
    uint64_t reserved[2];  // zero
} abut_range;

// Tell direction index of k / 2 of a k-DOP, in the order of low and high: its coordinates are 0, 1
// and -1. The sets are those of ABUT_METHOD_DOP6 to DOP26. Returns ABUT_OK or ABUT_BAD_ARGUMENT.
ABUT_API abut_status abut_range_direction(int k, int index, double out[3]);

// Make the six planes of a view frustum of a matrix that takes points to clip space (projection
// times view, by rows; points are columns): -w <= x <= w, -w <= y <= w, and -w <= z <= w, or with
// depth_from_zero (Direct3D, Vulkan, WebGPU) 0 <= z <= w. Their order: left, right, bottom, top,
// near, far. Each number of a plane is a sum of two of the matrix, rounded once: abut_range_find
// is exact for the planes as they are here. Planes with n = 0, as the far one of a projection
// without end, are left out. *count: how many there are, at most 6.
// Returns ABUT_OK, ABUT_BAD_ARGUMENT (also where no plane is left) or ABUT_NOT_FINITE.
// Source: Gribb & Hartmann 2001.
ABUT_API abut_status abut_frustum_planes(const double matrix[16], int depth_from_zero,
                                         double planes[24], size_t* count);

// Find whether abut_range_find would take a range. Returns ABUT_OK; ABUT_BAD_ARGUMENT for NULL, an
// unknown kind or k, no planes or too many, a normal 0, or a reserved field; ABUT_NOT_FINITE for a
// number that is not finite and may not be infinite; or as abut_pose_check.
ABUT_API abut_status abut_range_check(const abut_range* range);

// ------------------------------------------------------------------------------------------ range

// What is wanted. Zeroed: all triangles.
typedef struct abut_range_ask {
    size_t limit;          // stop after so many triangles of both lists; 0: find all
    uint64_t budget;       // tests of volumes and triangles, never more; 0: no limit
    double deadline;       // microseconds from the call on; 0: none
    uint64_t reserved[4];  // zero
} abut_range_ask;

// The answer. It lives in the query, until the query's next call.
typedef struct abut_range_found {
    const uint32_t* inside;    // triangles all of whose points are in the range, sorted
    size_t inside_count;       // how many
    const uint32_t* crossing;  // triangles some of whose points are in the range, sorted
    size_t crossing_count;     // how many
    int complete;  // 1: these are all. 0: a limit, a budget or a deadline ended the search early
    // The work, as in abut_hits: boxes tested against the range; triangles; nodes that were
    // opened; triangles that needed integers. The same on every machine.
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;
} abut_range_found;

// Find the triangles of a model that share a point with a range, in real arithmetic: what only
// touches it crosses it, unless all of it lies in the range's surface: then it is inside. ask may
// be NULL. The model's method is ABUT_METHOD_WIDE (the default) or BRUTE, else
// ABUT_BAD_COMBINATION. Answers are the same for both, but which triangles are found under a
// limit. Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_NOT_FINITE (a deadline),
// ABUT_BAD_COMBINATION, ABUT_CANCELLED, or as abut_range_check and abut_pose_check.
// Cost: a third of a microsecond where a range holds nothing, some 5 nanoseconds a triangle that
// is found, for what is within all planes is listed without a test; a triangle that takes integers
// some microseconds. A plane that floats cannot hold, about 10^12 times the model's size away, is
// asked of the box about the model; if it passes through that, of every triangle. Allocates in the
// first calls, and where more is found than before.
// Source: Assarsson & Moeller 2000, for boxes against planes.
ABUT_API abut_status abut_range_find(abut_query* query, const abut_instance* instance,
                                     const abut_range* range, const abut_range_ask* ask,
                                     abut_range_found* out);

#ifdef __cplusplus
}
#endif
#endif
