// sight.h - what there is to see of a flight: both models at the step with most contacts, or at the one where they are
// nearest, and for a report the poses of all steps.
#ifndef ABUT_CLI_FLY_SIGHT_H
#define ABUT_CLI_FLY_SIGHT_H
#include "fly/fly.h"
#include "options/pose.h"

typedef struct fly_sight {
    const fly_result* result;
    abut_query* query;
    size_t step;        // that is shown
    abut_hits hits;     // of that step, with points, or the shortest way
    abut_pair nearest;  // whose shortest way it is
    abut_contact way;
    double distance;     // that it is long, rounded up
    bool is_apart;       // what is shown is a way, and no contact
    abut_pose poses[2];  // there
    pair_sight pair;
} fly_sight;

// The poses of both models at a step.
void fly_poses(const fly_result* r, size_t step, abut_pose out[2]);

// And behind it, by a part of the way to the next; rounded.
void fly_poses_between(const fly_result* r, size_t step, double fraction, abut_pose out[2]);

// Look at a result, which must outlive the sight. Returns false after telling what is wrong. Release the sight in any
// case.
bool fly_see(const fly_result* r, fly_sight* s);
void fly_sight_free(fly_sight* s);
// How many contacts there are to see at a step: the pairs that were found or, if it is known and as near as was asked, the
// shortest way.
size_t fly_seen(const fly_result* r, size_t step);
// Ask again at a step, with points: the answer lives in the sight, until the next question. The shortest way is a contact
// that is ABUT_KIND_APART.
bool fly_ask_again(fly_sight* s, size_t step, abut_hits* out);

#endif
