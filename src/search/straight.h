// straight.h - a search for the first time at which two models meet that go straight (geom/straight.h).
//
// It is the search for the nearest pair (near.h), with times in place of distances: a pair of volumes that is proved to meet
// later than some pair of triangles, or never, is left out. So its numbers are times after the course's base, and its unit is one
// of time. What may be first is kept and decided exactly at the end (query/straight.h).
#ifndef ABUT_SEARCH_STRAIGHT_H
#define ABUT_SEARCH_STRAIGHT_H
#include "geom/straight.h"
#include "search/near.h"

// Which triangles of a model count: those whose component has this bit in its role.
typedef struct straight_parts {
    const uint32_t* of_vertex;
    const uint8_t* role;
    uint8_t bit;
} straight_parts;

// What is looked for beside the first contact.
typedef struct straight_kind {
    int crossing;  // only pairs of triangles that pass through each other; when they begin to do so
    int keeps_all;                // not the first: whatever may touch up to the end is kept
    const straight_parts* parts;  // of both sides; NULL: all triangles count
} straight_kind;

typedef struct straight_question {
    const straight_course* course;
    double to;  // what begins later does not count
    double sure,
        last;  // after base: what begins up to sure begins up to it, and that after last does not
    int any;   // any pair that certainly meets until then ends the search
    straight_kind kind;
    // Of the engine, by the opened side: how far the other model goes in a unit of time, in the frame of the opened one. It errs
    // by no more than way_error in each coordinate; where that is infinite, nothing is known.
    float way[2][3], way_error[2];
} straight_question;

// Find when two models may meet at all: after from and up to to, in [0, 1]. low, high: what frame_range says of a, of b. Returns 0
// if they never do.
int straight_window(const straight_course* course, const double* const low[2],
                    const double* const high[2], double* from, double* to);

// Prepare a search from the course's base on, up to a time that is not before. near_begin was called; its unit is set here.
void straight_question_prepare(straight_question* out, near_search* n,
                               const straight_course* course, const frame* const frames[2],
                               double to, int any, const straight_kind* kind);

// Bound when triangles a_ids x b_ids meet, and keep those that may be first. Returns 0 if the search must end.
int straight_triangles(search* s, const uint32_t* a_ids, size_t a_count, const uint32_t* b_ids,
                       size_t b_count);

// When a pair first meets, exactly.
typedef struct straight_first_time {
    straight_time time;
    int axis;  // along which it does so, as straight_meeting has it; -1: none, or it touches from the beginning on
} straight_first_time;

// Find it. axes: as straight_meet has them. Returns whether it does up to the question's end; its numbers are left on the course's stack.
int straight_pair_time(search* s, abut_pair pair, unsigned axes, straight_first_time* out);

// Where doubles are certain of no pair, as of faces that come to lie on faces: decide exactly when those meet that may be the
// first, up to so many, until one does. What meets later than that is left out from then on.
void straight_decide_early(search* s, int most);

// Whether a pair certainly does what is asked for, from a time up to enter_hi on.
static inline int straight_is_sure(const straight_question* q, const straight_bounds* bounds)
{
    return q->kind.crossing ? bounds->is_open : bounds->is_certain;
}

// Bound one pair in doubles.
void straight_pair_bound(const search* s, uint32_t a, uint32_t b, straight_bounds* out);

#endif
