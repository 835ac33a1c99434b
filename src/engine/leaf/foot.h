// foot.h - the nearest points of triangles to points, four at once in pairs of doubles: where these tell it, the doubles next
// to a distance, the feature that holds the point, and the point rounded once (docs/proofs/distance.md, "Points in pairs of doubles").
#ifndef ABUT_ENGINE_LEAF_FOOT_H
#define ABUT_ENGINE_LEAF_FOOT_H
#include "base/simd_set.h"
#include "geom/pose.h"

#define FOOT_LANES 4

// A triangle, as in the file, and a point in the world. Borrowed.
typedef struct foot_pair {
    const double* corner[3];
    const double* point;
} foot_pair;

typedef struct foot_found {
    double lo, hi;            // next to the distance
    double root, off, error;  // its square is root^2 + off, within error; both 0: it is the root
    double point[3];          // if is_told
    uint8_t feature;          // abut_feature; likely, if it is not measured
    uint8_t is_measured;
    uint8_t is_told;
} foot_found;

// In the default mode of the floating-point unit only (foot_is_exact). Numbers that are too large or too small for it are
// left alone. The same for every instruction set.
typedef void foot_kernel(const affine* pose, const foot_pair pairs[FOOT_LANES],
                         foot_found out[FOOT_LANES]);
foot_kernel ISA(foot_find);

// Whether sums and products of doubles can be split into two doubles without an error: they are rounded to nearest, and
// small ones are not flushed.
int foot_is_exact(void);

#endif
