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
// Several turns are told by degrees: 720 is two full ones.
//
// Between two poses, to != NULL: it ends exactly in this pose. The pivot, a point of the model,
// goes straight from where it is to where the pose has it (lerp). The model turns about it at a
// constant rate by the shorter arc (slerp); of the two shorter arcs of a half turn, about the axis
// whose first coordinate that is not 0 is positive. way, axis and degrees must be 0.
//     M(tau) = turn(tau * degrees) (M0 + tau * D),   D = turn(-degrees) M1 - M0
// is the matrix at tau, with M0 and M1 those of both poses. D is what two matrices lack of being
// turned into each other: 0 but for rounding if both are rotations. It is blended in, so that
// both ends are what you gave. Axis and degrees are those of the quaternion of the rotation from
// M0 to M1, found by integers to 2^-57: so they are the same on every machine. (After a screw
// they are found from its end as abut_motion_pose rounds it.)
//
// The numbers are taken in real arithmetic: the axis is divided by its true length, turns are
// those of true sines and cosines. Only what is said above to be found by integers is rounded.
// The link of an arm between two joint states follows neither form: give it as many poses.
typedef struct abut_motion {
    double way[3];   // what the pivot goes, in the world
    double axis[3];  // in the world; of any length but 0, if degrees is not 0
    double degrees;  // at most 2^20 either way
    // In the world, where it is as the piece begins; with to: in the model.
    double pivot[3];
    // NULL: a screw. Borrowed; its scale must be that of the pose before.
    const abut_pose* to;
    uint64_t reserved[4];  // 0
} abut_motion;

// Check a motion by itself. Returns ABUT_OK; ABUT_BAD_ARGUMENT (NULL, degrees beyond 2^20, no
// axis to turn about, a way, axis or degrees beside to, or a reserved field not zero),
// ABUT_NOT_FINITE, or of to as abut_pose_check.
// What asks about motions also gives ABUT_BAD_SCALE where the scale of to is another than that of
// the pose before, ABUT_NOT_RIGID where one of both reflects, and ABUT_NOT_FINITE for a place
// beyond 2^997.
ABUT_API abut_status abut_motion_check(const abut_motion* motion);

// Find where an instance in the pose from is at a time: the number of pieces that are done, and
// the part of the next; between 0 and count. For pictures, and to look at an answer: each number
// is rounded, so it errs by some 2^-52 of the largest. But at 0 it is from, and at the end of a
// piece with to it is that pose, bit by bit (defaults expanded). The same numbers on every machine
// and in every rounding mode.
// pieces may be NULL: it rests, and count only says up to which time. out may be from.
// Returns ABUT_OK, ABUT_BAD_ARGUMENT, ABUT_NOT_FINITE, or as abut_motion_check.
// Cost: about a microsecond for each piece.
ABUT_API abut_status abut_motion_pose(const abut_pose* from, const abut_motion* pieces,
                                      size_t count, double time, abut_pose* out);

// --------------------------------------------------------------------------------- first contact

// What became of the whole way.
typedef enum abut_motion_state {
    ABUT_MOTION_UNDECIDED = 0,  // a budget or a deadline ended it; free up to t_lo all the same
    ABUT_MOTION_FREE = 1,       // proved: no contact at any time
    ABUT_MOTION_CONTACT = 2,    // proved: none before t_lo, and one at some time up to t_hi
    ABUT_MOTION_NEAR = 3,  // none before t_lo; until t_hi they come nearer than can be told apart
} abut_motion_state;

// Return the state in lower case ("free"); NULL if there is no such value.
ABUT_API const char* abut_motion_state_text(abut_motion_state state);

// What is wanted of a first contact. Zeroed: contact, to 1e-7 of a piece, no details.
typedef struct abut_motion_ask {
    double separation;  // so far apart, or nearer, takes the place of contact; 0: contact
    // t_hi - t_lo is at most this, in pieces; 0: 1e-7. Less than 2^-46, or count * 2^-47, is taken
    // as that. Where both go straight, and contact is asked for, it says nothing.
    double resolution;
    int any;  // 1: is it free? Any contact ends it: one at t_hi, and t_lo need not be near
    abut_detail detail;    // ABUT_DETAIL_POINTS: features and points of the pair too
    uint64_t budget;       // tests of pairs of volumes and of triangles; 0: no limit
    double deadline;       // microseconds from the call on; 0: none
    uint64_t reserved[4];  // 0
} abut_motion_ask;

// When they first touch. Times are pieces done + tau of the next: 2.25 is a quarter of the third.
typedef struct abut_first {
    abut_motion_state state;
    // No contact before t_lo. FREE: both are the number of pieces. UNDECIDED: t_hi is that.
    double t_lo, t_hi;
    // 0 if the budget or the deadline ended it: then t_hi of a contact may be late.
    int complete;
    int has_pair;  // 1 if there is a pair:
    // CONTACT: two triangles in contact at t_hi, or within the separation; where both go straight,
    // at the exact time next to it (faces that meet flat may touch then only). NEAR: the nearest
    // of those that could not be told apart.
    abut_pair pair;
    // Asked for points: of the pair at t_hi. In contact, the first corner of what they share, and
    // the same point twice; else the nearest points. Of poses that are rounded as
    // abut_motion_pose does.
    abut_event features;
    double a_point[3], b_point[3];  // in the world
    double near_lo, near_hi;        // NEAR: their distance at t_hi is between these
    // The work: intervals of time that were looked at; the others as in abut_hits.
    uint64_t intervals, volume_tests, triangle_tests, node_updates, exact_tests;
} abut_first;

// Find when two instances that move first touch, or prove that they never do: between the poses of
// a path too. a_pieces, b_pieces: count pieces of each, one after the other; NULL: it rests all
// the time. count 0 asks about the poses of the instances alone.
//
// It never says free where there is contact. Each answer is proved, for motions as abut_motion has
// them in real arithmetic, all roundings accounted for, in any rounding mode. Models are their
// triangles, as for abut_collide: touching counts.
//
// Where neither model turns in a piece, the first time T is found exactly: t_lo and t_hi are the
// doubles next to it, equal if it is one. So they are in a piece after others that turned only if
// that begins in a pose of `to`. With a separation it is as where they turn:
// Contact is proved by an edge that certainly passes through a triangle, or by points that are
// certainly within the separation. Where the poses are known exactly (at 0, and where a piece with
// `to` ends) it is decided exactly. What touches and never crosses (a tangent) gives NEAR where
// its time is none of these. So does a gap that is smaller than poses can be known: some 1e-15 of
// the coordinates; and one that is not proved by intervals as short as a thousandth of the
// resolution, or 1e-10 of a piece if that is less. After NEAR nothing is looked at. So with a
// resolution of 1e-12 it may be NEAR where one of 1e-7 leaves time to cross.
// Where both motions are equal bit by bit (and to is NULL), or both rest, the models stand still
// to each other: contact is at 0 or never.
//
// Instances with frames: equal ones drop out, and motions are within the frame. Others give
// ABUT_BAD_COMBINATION, as does a frame that does not turn by quarters with a separation.
// Both models by one method: ABUT_METHOD_WIDE (the default) or BRUTE; others give
// ABUT_BAD_COMBINATION. Each proves what it says; but times and the pair may differ from those of
// the other, and in another rounding mode, within the resolution. The same method gives the same
// answer and counters on every machine. A way of many pieces is shared by the workers of the
// query's host, as is a piece that turns and takes long (models that slide along each other),
// unless there is a budget or a deadline: the same for any number of them.
// Returns ABUT_OK, ABUT_BAD_ARGUMENT, ABUT_NOT_FINITE, ABUT_OUT_OF_MEMORY, ABUT_CANCELLED,
// ABUT_MIXED_METHODS, as abut_pose_check, or as abut_motion_check.
// Cost: some 10 to 300 microseconds for models of 10 000 triangles; 3 milliseconds where they
// slide along each other at a two-hundredth of their size, and more at less, about as the inverse
// of its root. Allocates in the first calls only.
// Source: intervals of time from their middle with bounds of second order; conservative
// advancement (Mirtich 1996; Zhang, Lee & Kim 2006) has them of first order.
ABUT_API abut_status abut_first_contact(abut_query* query, const abut_instance* a,
                                        const abut_motion* a_pieces, const abut_instance* b,
                                        const abut_motion* b_pieces, size_t count,
                                        const abut_motion_ask* options, abut_first* out);

// One motion to be asked about: the arguments of abut_first_contact. Borrowed for the call.
typedef struct abut_motion_question {
    const abut_instance* a;       // as it is at the beginning
    const abut_instance* b;       // likewise
    const abut_motion* a_pieces;  // count of them; NULL: it rests
    const abut_motion* b_pieces;  // likewise
    size_t count;                 // of pieces
} abut_motion_question;

// Ask abut_first_contact many questions, on all workers: one question each at a time; the edges of
// a planner, say. options as there, the same for all; with any 1 each is told free or not as soon
// as can be; budget and deadline are of each question by itself. *out: count answers in the order
// of the questions, which live in the batch until its next call. They are those of
// abut_first_contact, counters included, for any number of workers.
// Returns as abut_first_contact: the status of the first that fails, and then no answers. Cost:
// that of abut_first_contact, shared by the workers; soon no allocation, if calls are of like
// size.
ABUT_API abut_status abut_first_contact_batch(abut_batch* batch,
                                              const abut_motion_question* questions, size_t count,
                                              const abut_motion_ask* options,
                                              const abut_first** out);

#ifdef __cplusplus
}
#endif
#endif
