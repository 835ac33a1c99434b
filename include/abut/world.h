// world.h - many instances in one space: which of them meet, how far apart, and when as they move
// SPDX-License-Identifier: MIT
#ifndef ABUT_WORLD_H
#define ABUT_WORLD_H
#include "abut/contain.h"
#include "abut/distance.h"
#include "abut/motion.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------------ world

// Many instances in one space: which of them meet, or come too close? One thread at a time may
// use a world.
typedef struct abut_world abut_world;

// Create an empty world. host: its memory and workers. It may be NULL. Returns ABUT_OK,
// ABUT_OUT_OF_MEMORY or ABUT_BAD_ARGUMENT.
ABUT_API abut_status abut_world_create(abut_world** out, const abut_host* host);
// Release a world, and with it the answers it gave. NULL is fine.
ABUT_API void abut_world_free(abut_world* world);

// Put an instance into a world; the model is borrowed until the instance is removed or the world
// is freed. Its margin is what abut_world_margin changes. *id is its number from then on, and may
// be NULL. Ids count up from 0; but where instances were removed, the id that was removed last is
// given again first. All models that are there must have been built with the same method.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_NOT_FINITE (the margin, too),
// ABUT_MIXED_METHODS, ABUT_TOO_LARGE (2^32 - 1 instances), or as abut_pose_check.
ABUT_API abut_status abut_world_add(abut_world* world, const abut_instance* instance,
                                    uint32_t* id);

// Take an instance out of a world. The ids of all others stay. What was said of pairs with it
// (abut_world_ignore, abut_world_pair_margin) is forgotten, so that whoever gets the id next is
// asked about like any other.
// Returns ABUT_OK or ABUT_BAD_ARGUMENT (there is no such instance). Cost: linear in those pairs;
// the next question is that of a new world.
ABUT_API abut_status abut_world_remove(abut_world* world, uint32_t id);

// Tell what an id stands for: the model, its pose and margin now, the user pointer, which you may
// have given to know your own things again, and its frame now: the world's copy, which is there
// until the instance is removed or has no frame any more. Returns ABUT_OK or ABUT_BAD_ARGUMENT
// (there is no such instance).
ABUT_API abut_status abut_world_instance(const abut_world* world, uint32_t id, abut_instance* out);

// Move an instance: later questions are about the new pose, in the frame it has. Returns ABUT_OK,
// ABUT_BAD_ARGUMENT (there is no such instance), or as abut_pose_check; with a frame as
// abut_collide says of one.
ABUT_API abut_status abut_world_move(abut_world* world, uint32_t id, const abut_pose* pose);

// Move an instance's frame (abut_instance), which is copied; NULL: it has none from then on.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT (there is no such instance), or as
// abut_collide of a frame. Parts that move as one, each with the same new frame, stand to each
// other as before: nothing is rounded between them.
ABUT_API abut_status abut_world_frame(abut_world* world, uint32_t id, const abut_pose* frame);

// Say what an instance is, and what it is asked against: a bit for each of 32 groups. Two
// instances are asked about if each is in a group that the other is against. At first an instance
// is in all groups, and against all. One that is in no group meets nothing.
// Returns ABUT_OK or ABUT_BAD_ARGUMENT (there is no such instance).
ABUT_API abut_status abut_world_group(abut_world* world, uint32_t id, uint32_t groups,
                                      uint32_t against);

// Leave pairs of instances out of later questions, in place of those that were left out before.
// Copied; the order, also of the two of a pair, means nothing. Returns ABUT_OK,
// ABUT_OUT_OF_MEMORY, or ABUT_BAD_ARGUMENT (there is no such instance).
ABUT_API abut_status abut_world_ignore(abut_world* world, const abut_pair* pairs, size_t count);

// Say how much room an instance wants about it, in the world: 0 or more. Two instances are too
// close if they are not farther apart than both of their margins together, in real arithmetic.
// Margins mean something to ABUT_SURVEY_CLEARANCES and _DISTANCES, and nothing to other surveys.
// Returns ABUT_OK, ABUT_BAD_ARGUMENT (there is no such instance, or it is negative) or
// ABUT_NOT_FINITE.
ABUT_API abut_status abut_world_margin(abut_world* world, uint32_t id, double margin);

// Give pairs of instances margins of their own, in place of those given before: they take the
// place of the sum of both, be they more or less. margins: parallel to pairs. Copied; the order of
// the two of a pair means nothing, and of several margins for one pair the last counts.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT (there is no such instance, or a margin
// is negative), ABUT_NOT_FINITE or ABUT_TOO_LARGE (2^32 pairs). Cost: of each such pair a test of
// two boxes in each survey of clearances.
ABUT_API abut_status abut_world_pair_margin(abut_world* world, const abut_pair* pairs,
                                            const double* margins, size_t count);

// Say what margins mean in this world. strict 1: only what is nearer than the margins is too
// close; 0, as at first: what is exactly as far, too. What is in contact is in contact either way.
// Returns ABUT_OK or ABUT_BAD_ARGUMENT.
ABUT_API abut_status abut_world_strict(abut_world* world, int strict);

// Say how the boxes that meet are found. k 0, as at first: by a tree over the instances' boxes. 6,
// 8, 12, 14, 18, 20 or 26: by sweep and prune along the k / 2 directions of the k-DOP (Klosowski
// 1998, chapter 9): lists of where the instances begin and end, sorted anew as they move. It is
// there to be compared with the tree. Answers are the same, for ABUT_SURVEY_BOXES too. Along the
// axes an instance begins and ends with its box; with k above 6 pairs whose boxes meet, but whose
// k-DOPs do not, are not asked about: then asked, the work and what a limit or a budget leaves
// open may be less. ABUT_SURVEY_BOXES goes along the axes alone. ABUT_SURVEY_DISTANCES and
// abut_world_sweep look at all pairs, or use the tree, in any case.
// Returns ABUT_OK or ABUT_BAD_ARGUMENT; abut_world_collide may give ABUT_TOO_LARGE then (more than
// 2^31 instances). Memory: 24 bytes an instance and direction, 80 an instance and 16 to 64 a pair,
// for each of boxes, clearances and other surveys that is asked about; with k above 6 some 230
// bytes a model. Cost: where all move a little, linear in instances times k, pairs, and ends that
// pass each other; where some jump, n log n times k, and their overlaps along one direction; where
// any come or go, that of a new world. With k above 6, once for each model, 10 ns a corner of a
// triangle.
ABUT_API abut_status abut_world_broad(abut_world* world, int k);

// What is wanted of two instances.
typedef enum abut_survey {
    ABUT_SURVEY_CONTACTS = 0,   // whether they are in contact
    ABUT_SURVEY_COUNTS = 1,     // and in how many pairs of triangles, of which kinds
    ABUT_SURVEY_REGIONS = 2,    // and where
    ABUT_SURVEY_RELATIONS = 3,  // and how they stand to each other, as abut_contain tells it
    ABUT_SURVEY_BOXES = 4,      // only whether their boxes meet: always so for those that meet
    // Of those that are in contact or too close: how far they are apart, and of contacts what
    // ABUT_SURVEY_REGIONS tells.
    ABUT_SURVEY_CLEARANCES = 5,
    ABUT_SURVEY_DISTANCES = 6,  // of every pair, however far: how far they are apart
    // As ABUT_SURVEY_RELATIONS, but of a pair that touches no more than that may be told: then
    // count is 1, there are neither kinds nor a box, and complete is 0. Much cheaper, where what
    // touches is of closed components and a plane across an axis has each on its side.
    ABUT_SURVEY_RELATIONS_ALONE = 7,
} abut_survey;

// How two instances meet. For ABUT_SURVEY_BOXES, _CONTACTS and _DISTANCES there are none of these.
typedef struct abut_clash {
    size_t count;          // pairs of triangles
    size_t kind_count[4];  // of each abut_kind
    // From ABUT_SURVEY_REGIONS on: the least and greatest coordinates of all points of
    // abut_contact; 0 without contact.
    double low[3], high[3];
    abut_relation relation;  // of ABUT_SURVEY_RELATIONS and _RELATIONS_ALONE
    abut_reason reason;      // of ABUT_RELATION_UNKNOWN, else ABUT_REASON_NONE
    // 1: all contacts are counted. 0: a budget or a deadline ended it early, or see
    // ABUT_SURVEY_RELATIONS_ALONE
    int complete;
} abut_clash;

// How far two instances are apart.
typedef struct abut_gap {
    // By their margins: in contact, too close or clear. UNDECIDED: a budget or a deadline ended it
    // before that was known.
    abut_band band;
    // As abut_distance tells it, exactly, with points; a is the instance of the lower id. The work
    // is all that it took.
    abut_distance_answer distance;
} abut_gap;

// Which instances meet. It lives in the world until its next call. Every pair whose boxes meet
// (for clearances: grown by the margins) is in pairs, or is undecided, or does not meet (is
// clear), which is proved. Distances are told of every pair that is not left out.
typedef struct abut_clashes {
    const abut_pair* pairs;     // ids, a < b; sorted by a, then b
    const abut_clash* clashes;  // parallel to pairs; NULL where there are none
    const abut_gap* gaps;       // the same; of ABUT_SURVEY_CLEARANCES and _DISTANCES only
    size_t count;               // how many pairs
    size_t asked;               // pairs whose boxes meet; all pairs that distances are told of
    // The work it took, as in abut_hits.
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;
    // Of all instances: CONTACT if two are in contact; else UNDECIDED if some pair is; else
    // APART. After ABUT_SURVEY_BOXES UNDECIDED if there are pairs.
    abut_state state;
    // The worst of all instances, where there are gaps, else UNDECIDED: CONTACT, else CLOSE, if
    // any pair is; else UNDECIDED if some pair is; else CLEAR.
    abut_band band;
    // 1: these are all pairs that meet, each with all of its contacts, and each distance is exact.
    // 0: a limit, a budget or a deadline ended it early.
    int complete;
    // Ids, a < b, sorted: pairs that were asked about, and of which this answer says nothing.
    const abut_pair* undecided;
    size_t undecided_count;  // how many
} abut_clashes;

// Find all pairs of instances that are in contact; for both surveys of relations also those that
// are not, but whose relation is another than ABUT_RELATION_SEPARATE: those of all pairs, as
// abut_contain tells it, also of those not asked about. For ABUT_SURVEY_CLEARANCES find all that
// are in contact or too close, and how far they are apart; _DISTANCES tells that of all pairs,
// which are n (n - 1) / 2 of n instances. The answer is the same for any number of workers, unless
// a deadline ended it.
// options may be NULL; they are those of abut_collide, but:
//   limit     stop after so many pairs of instances: the first ones. 1: whether any two meet
//   budget    of each pair of instances by itself
//   deadline  of the whole call, but for finding the boxes that meet, which is not interrupted.
//             With coherent the next call begins with the pairs that were left undecided, so that
//             each gets its turn; wide goes on with contacts, but distances begin anew
//   coherent  each pair of instances starts from its own last answer
//   detail and any must be 0: the survey says what is told
// ABUT_SURVEY_BOXES has only limit, surveys of relations have neither budget nor deadline,
// _DISTANCES no limit, since one pair is as good as another. _CLEARANCES and _DISTANCES have no
// walk, and the methods of abut_distance alone; coherent _CLEARANCES are for wide. Anything else
// is ABUT_BAD_COMBINATION.
// Where a budget or a deadline ends a distance, its lo and hi are true. A clearance that is left
// open is undecided.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_BAD_COMBINATION or ABUT_CANCELLED.
// After a failure the world stays usable, but answers of earlier calls are gone.
// Cost: where boxes of instances meet few others, n log n for a new world or after many moves, n
// after some, less than a microsecond an instance; then that of abut_collide (or abut_contain)
// for each pair of boxes that meet, shared by the workers. Clearances cost that, and abut_distance
// for each pair that is not in contact, told not to look farther than the margins. With a limit
// some pairs are asked about beyond those that would do, at most as many again and 64.
ABUT_API abut_status abut_world_collide(abut_world* world, abut_survey survey,
                                        const abut_ask* options, abut_clashes* out);

// ----------------------------------------------------------------------------------------- sweep

// Say how an instance moves while abut_world_sweep looks: one piece, from the pose that it has
// then. Copied, with the pose that it ends in. NULL: it rests, as at first. It stays what it is
// until it is said anew: so give it before each step, and after the step move the instance to the
// end of it (abut_motion_pose, abut_world_move). Other questions are about poses alone.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT (there is no such instance), or as
// abut_motion_check.
ABUT_API abut_status abut_world_motion(abut_world* world, uint32_t id, const abut_motion* motion);

// Which instances meet during a step, and when. It lives in the world until its next call.
typedef struct abut_meetings {
    // Ids, a < b; sorted by t_lo, then a, then b. All pairs that are not proved to be free.
    const abut_pair* pairs;
    const abut_first* firsts;  // parallel to pairs: as abut_first_contact tells it, never FREE
    size_t count;              // how many pairs
    size_t asked;              // pairs whose boxes may meet; those of the whole way
    // CONTACT if two certainly meet; else UNDECIDED if a budget or a deadline left a pair open;
    // else NEAR if there are pairs; else FREE, which is proved of all pairs and all of the step.
    abut_motion_state state;
    // No two meet before this: the least t_lo; 1 if all are free.
    double t_lo;
    int complete;  // 0 if a budget or a deadline ended some search early
    // The work it took, as in abut_first.
    uint64_t intervals, volume_tests, triangle_tests, node_updates, exact_tests;
} abut_meetings;

// Find all pairs of instances that meet while each makes its motion, from time 0 to 1, and when
// they first do. Which pairs are asked about, is said by abut_world_group and abut_world_ignore.
// options may be NULL; they are those of abut_first_contact, for each pair, but:
//   separation  of all pairs: margins mean nothing here
//   budget      of each pair by itself
//   deadline    of the whole call, but for finding boxes that meet. A pair that is not come to is
//               UNDECIDED; its t_lo is what boxes and speeds tell
// earliest: 1: only the pair with the least t_lo is told, if it meets at all: others are looked at
// no later than the earliest CONTACT or NEAR so far. So one that is NEAR may hide a later contact:
// state speaks of what was looked at. Times may differ within the resolution from those that are
// told of all pairs; none meets before t_lo. 0: all pairs.
// The answer is the same for any number of workers, unless a deadline ended it. Models by
// ABUT_METHOD_WIDE or BRUTE; others give ABUT_BAD_COMBINATION, as do two instances that may meet
// and have different frames.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_NOT_FINITE, ABUT_BAD_COMBINATION,
// ABUT_CANCELLED, or as abut_first_contact. After a failure the world stays usable, but answers of
// earlier calls are gone.
// Cost: of each instance its box over the whole step, 1 to 10 microseconds where it turns, and n
// log n for their tree; then that of abut_first_contact for each pair of boxes that meet, shared
// by the workers.
ABUT_API abut_status abut_world_sweep(abut_world* world, const abut_motion_ask* options,
                                      int earliest, abut_meetings* out);

#ifdef __cplusplus
}
#endif
#endif
