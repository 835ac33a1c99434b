// straight.h - when two models first meet that go straight, exactly.
#ifndef ABUT_QUERY_STRAIGHT_H
#define ABUT_QUERY_STRAIGHT_H
#include "query/collide.h"
#include "search/straight.h"

// One piece of the way of both, for models that are checked: of one method, wide or brute.
typedef struct straight_ask {
    const abut_model* model[2];
    straight_body body[2];
    size_t piece;         // its number: times are counted from 0 of the first piece on
    const affine* frame;  // about both, for points; NULL: none
    double until;  // in the piece, from 0 to 1: nothing after it matters, and free up to it is free
    int any;       // any contact ends the search
    abut_detail detail;         // POINTS: features and point, too
    uint64_t budget;            // 0: none
    uint64_t stop_time;         // of clock_now; 0: none
    const straight_push* push;  // in place of the bodies; NULL: these
    straight_kind kind;
} straight_ask;

typedef struct straight_answer {
    // 1: there is contact, for the first time at T. Exact: lo and hi are the doubles next to piece + T, equal if it is one. With
    // any, or if it is not complete: there is none before lo, and some up to hi. 0: there is none before lo, which is the
    // end of the piece if it is complete.
    int has_contact;
    double lo, hi;
    int complete;         // 0: the budget or the deadline ended it
    abut_pair pair;       // of all that are in contact at T, the least
    abut_event features;  // as straight_corner has them
    double point[3];
    int has_time;
    straight_time time;  // T, exactly, in the piece; on the query's stack, until its next question
    struct work work;
} straight_answer;

typedef struct straight_scratch straight_scratch;

// Find it. Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED. Long searches are shared by the workers of the query's host.
abut_status straight_first(abut_query* query, const straight_ask* ask, straight_answer* out);

// For questions with a push: make the course ready, whose numbers stand on its stack until the next call. NULL: no memory.
straight_course* straight_open(abut_query* query, const straight_ask* ask);
// Of an open one: find all pairs that may share a point at some time from from to to. They are candidates of the query's search,
// in no order, and the search says whether it was stopped. The course is looked at from from on. Returns as straight_first.
abut_status straight_collect(abut_query* query, const straight_ask* ask, double from, double to);

void straight_free(straight_scratch* scratch, const abut_host* host);

#endif
