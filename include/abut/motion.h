// motion.h - models that move: is the whole way free, and when do they first touch?
// SPDX-License-Identifier: MIT
#ifndef ABUT_MOTION_H
#define ABUT_MOTION_H
#include "abut/distance.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------- motion

// How an instance moves for one piece of its way, as tau goes from 0 to 1. It begins where the
// piece before ended, the first piece in the instance's pose. Zeroed: it rests.
//
// A screw, to == NULL. A point that is at x when the piece begins is at
//     pivot + tau * way + turn(tau * degrees) (x - pivot)
// where turn(a) turns by a about the axis, right-handed. So the pivot goes straight, and the body
// turns about it at a constant rate. With degrees of 0 that is a translation, and pivot and axis
// mean nothing; with a way of 0 a turn about a hinge; with a way along the axis a true screw.
// A motion by several turns is told by degrees: 720 is two full turns.
//
// Between two poses, to != NULL: it ends exactly in this pose. The pivot, a point of the model,
// goes straight from where it is to where the pose has it (lerp). The model turns about it at a
// constant rate by the shorter arc (slerp); of the two shorter arcs of a half turn, about the axis
// whose first coordinate that is not 0 is positive. way, axis and degrees must be 0.
//     M(tau) = turn(tau * degrees) (M0 + tau * D),   D = turn(-degrees) M1 - M0
// is the matrix at tau, with M0 and M1 those of both poses. D is what two matrices lack of being
// turned into each other: 0 but for rounding if both are rotations. It is blended in, so that both
// ends are what you gave. The axis and the degrees are those of the quaternion of the rotation from
// M0 to M1, found by integers to 2^-57: so they are the same on every machine. (After a screw M0 is
// the end of that, as abut_motion_pose rounds it, where the quaternion is found.)
//
// The numbers are taken in real arithmetic: the axis is divided by its true length, turns are those
// of true sines and cosines. Only what is said above to be found by integers is rounded. The link
// of an arm between two joint states follows neither form; give it as many poses.
typedef struct abut_motion {
    double way[3];         // what the pivot goes, in the world
    double axis[3];        // in the world; of any length but 0, if degrees is not 0
    double degrees;        // at most 2^20 either way
    double pivot[3];       // in the world, where it is as the piece begins; with to: in the model
    const abut_pose* to;   // borrowed; NULL: a screw. Its scale is that of the pose before
    uint64_t reserved[4];  // 0
} abut_motion;

// Check a motion by itself. Returns ABUT_OK; ABUT_BAD_ARGUMENT (NULL, degrees beyond 2^20, no axis
// to turn about, a way, axis or degrees beside to, or a reserved field not zero), ABUT_NOT_FINITE,
// or of to as abut_pose_check. What asks about motions also gives ABUT_BAD_SCALE where the scale of
// to is another than that of the pose before, ABUT_NOT_RIGID where one of both reflects, and
// ABUT_NOT_FINITE for a place that comes near the largest double (2^1000).
ABUT_API abut_status abut_motion_check(const abut_motion* motion);

// Find where an instance in the pose from is at a time: the number of pieces that are done, and the
// part of the next; between 0 and count. For pictures, and to look at an answer: each number is
// rounded, so it errs by some 2^-52 of the largest. But at 0 it is from, and at the end of a piece
// with to it is that pose, bit by bit (defaults expanded). The same numbers on every machine and in
// every rounding mode.
// pieces may be NULL: it rests, and count only says up to which time. out may be from.
// Returns ABUT_OK, ABUT_BAD_ARGUMENT, ABUT_NOT_FINITE, or as abut_motion_check.
// Cost: some 0.3 us for each piece up to that time.
ABUT_API abut_status abut_motion_pose(const abut_pose* from, const abut_motion* pieces,
                                      size_t count, double time, abut_pose* out);

// --------------------------------------------------------------------------------- first contact

#ifdef __cplusplus
}
#endif
#endif
