// motion.h - poses in time: where a body that moves by an abut_motion is at tau, enclosed, and how fast its points go
// (docs/proofs/motion.md, "Poses in time").
//
// All is reckoned in integers: numbers are the same on every machine and in every rounding mode. A turn is a number of
// 2^-62 units (geom/trig.h), and what is placed is a number of units of its own largest coordinate (geom/motion.c).
#ifndef ABUT_GEOM_MOTION_H
#define ABUT_GEOM_MOTION_H
#include "geom/limbs.h"
#include "geom/pose.h"

#include "abut/motion.h"

// A true pose: each column of its matrix is within matrix_error of this one's, in length (so each entry is), its
// translation within translation_error, in length. 0: exactly this.
typedef struct motion_at {
    affine pose;
    double matrix_error, translation_error;
} motion_at;

// In some unit.
typedef struct motion_matrix {
    int64_t row[3][3];
} motion_matrix;

// One piece of one body, ready to be asked.
typedef struct motion_piece {
    motion_at start, end;
    // What bounds speeds. Of a true point of the body that is at x at tau let y = x - (pivot + tau way), and r be the
    // distance of y from the axis. Its velocity at tau is
    //     way + angle axis x y,   but for at most   way_error + stray |y|.
    // At any time of the piece (y and r stay those of tau) its speed is at most
    //     |way| + way_error + angle r + (1 + angle) stray |y|
    // and its acceleration at most
    //     angle (way_error + angle r + (2 + angle) stray |y|).
    // All of these are about the world; in a frame, that is what the world is.
    double way[3], pivot[3], axis[3];  // axis: of length 1, but for 2^-52
    double angle;                      // radians; 0 or more, not less than the true one
    double way_error, stray;
    int is_straight;  // no turn: the matrix stays bit by bit (way_error and stray are 0 if `to` is NULL)
    int is_rest;  // nothing moves
    int has_to;   // ends in a given pose: end is exact
    // Of a straight piece without `to`: way is exact. So the exact start of this piece is the start of piece i - since,
    // which has no errors, and the ways of those between. 0: start has no errors. -1: it is not a sum of doubles.
    int since;

    // For motion.c alone. A turn by `turned`, in 2^-100 degrees, about `unit`, in 2^-62.
    int128 turned;
    int64_t unit[3];
    int is_axis_exact;  // a coordinate axis
    // Matrix: 2^(matrix_top - 62) (first + tau more), turned.
    int matrix_top;
    motion_matrix first, more;
    // Translation: 2^(place_top - 100) (from + tau go + the turned arm + tau arm_more).
    int place_top, has_arm, is_line_exact, is_arm_exact;  // exact: nothing was cut off
    int128 from[3], go[3], arm[3], arm_more[3];
    double column;       // no column of the matrix is longer, ever
    double place_error;  // of the translation, from that of the start
} motion_piece;

// Make count pieces ready: out has room for that many. Frames are not looked at: motions are within them. pieces NULL:
// it rests. Returns ABUT_OK, or as abut_motion_check says of what asks.
abut_status motion_path_prepare(const abut_pose* pose, const abut_motion* pieces, size_t count,
                                motion_piece* out);

// Where it is at tau, in [0, 1]: start at 0, end at 1.
void motion_find(const motion_piece* piece, double tau, motion_at* out);

// As abut_motion_check and abut_motion_pose.
abut_status motion_check(const abut_motion* motion);
// The same of a piece that begins in a pose with a scale. end: the pose that `to` says, if it does.
abut_status motion_check_piece(const affine* from, double scale, const abut_motion* motion,
                               affine* end);
abut_status motion_pose(const abut_pose* from, const abut_motion* pieces, size_t count, double time,
                        abut_pose* out);

#endif
