// pose.h - poses checked and made ready: one pose_pair a query (docs/proofs/motion.md, "Poses").
#ifndef ABUT_GEOM_POSE_H
#define ABUT_GEOM_POSE_H
#include "base/bits.h"

#include "abut/abut.h"

// How far an entry of rotation' * rotation may lie from the identity's: recorded poses do.
#define POSE_TOLERANCE 0x1p-10

// A pose as the real affine map x -> matrix * x + translation, matrix = scale * rotation with each
// entry rounded to nearest once, in any rounding mode.
typedef struct affine {
    double matrix[3][3], translation[3];
} affine;

// Check a pose (as abut_pose_check) and expand its defaults. NULL is the identity.
abut_status affine_from_pose(affine* out, const abut_pose* pose);

typedef struct composition composition;  // composition.h

// Whether all numbers are equal; -0 is 0.
int affine_equal(const affine* a, const affine* b);

// What the predicates need of two poses. Side 0 is a, side 1 is b.
typedef struct pose_pair {
    affine side[2];
    double offset[3];  // fl(translation of b - translation of a)
    // >= the largest sum of |entries| of a row; a quarter more where sides are rounded.
    double row_norm[2];
    double offset_max;                          // >= the largest |entry| of offset
    int matrix_low[2];                          // exponent of the lowest bit set in any entry
    int matrix_top[2];                          // every |entry| < 2^matrix_top
    dyadic matrix[2][3][3], translation[2][3];  // the same numbers for the integers
    int in_place;  // bit-equal poses: they drop out, points stay as they are in the files
    // Frames about the poses; NULL: none. The world is what it says.
    const composition* composition;
    int is_rounded;  // sides are its rounded ones: integers are made of it
} pose_pair;

// Prepare two poses. drop_equal lets bit-equal poses drop out; the answers are the same without.
void pose_pair_prepare(pose_pair* out, const affine* a, const affine* b, int drop_equal);
// The same for a pair that is zeroed or was prepared: what is as it was then need not be made again.
void pose_pair_change(pose_pair* pair, const affine* a, const affine* b, int drop_equal);
// Prepare the product of two poses with their frames; borrowed.
void pose_pair_compose(pose_pair* out, const composition* c, int drop_equal);
// Sides are rounded: let the errors of placed points have room for that.
void pose_pair_loosen(pose_pair* pair);

#endif
