// sweep_judge.h - whether an answer of abut_first_contact can be true. Times at which bodies touch are looked for in doubles
// (sweep_walk.h), and what is found is proved in integers (sweep_oracle.h), before an answer is called wrong.
#ifndef ABUT_TESTS_SUPPORT_SWEEP_JUDGE_H
#define ABUT_TESTS_SUPPORT_SWEEP_JUDGE_H
#include "support/sweep_oracle.h"
#include "support/sweep_walk.h"

typedef struct sweep_judge {
    moved_place place[2];
    moved_pair pair;
    double step;  // of the walk, in pieces
    double sure;  // at this time they touch for certain, as the caller knows; negative: not known
    // So many answers were judged; how many of each state; contacts that are no crossing at t_hi, as far as integers tell.
    size_t count, states[4], unsure;
} sweep_judge;

void sweep_judge_init(sweep_judge* j, int bits, double step);
void sweep_judge_clear(sweep_judge* j);

// 1: the two triangles touch at a time (or are within the separation), for certain; -1: they do not; 0: not known.
int sweep_judge_pair(sweep_judge* j, const sweep_case* c, double time, size_t a, size_t b);
// Whether any two touch at a time, for certain.
int sweep_judge_time(sweep_judge* j, const sweep_case* c, double time);

// Nothing turns and no separation is asked for: the first time, exactly. Returns 0 if there is none.
int sweep_judge_straight(sweep_judge* j, const sweep_case* c, mpq_t first);
int sweep_case_is_straight(const sweep_case* c);

// What is wrong with an answer; NULL: nothing that can be seen. No budget or deadline was given.
const char* sweep_judge_fault(sweep_judge* j, const sweep_case* c, const abut_motion_ask* ask,
                              const abut_first* answer);

#endif
