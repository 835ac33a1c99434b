// account.h - whether it pays to begin at the last answer: told by what is counted, never by time, so that a path of
// questions does the same on every machine.
//
// There are two ways to save work: to ask the triangles that were in contact, and to keep a front. Each has a credit, to
// which is added what it saved, and from which is subtracted what it took. A way that has used it up is closed for some
// questions, and for twice as many each time, until it pays. So a path of questions costs little more than without, and
// where models begin to move in small steps, that is seen.
#ifndef ABUT_ENGINE_FRONT_ACCOUNT_H
#define ABUT_ENGINE_FRONT_ACCOUNT_H
#include "base/base.h"
#include "search/work.h"

#include <stdint.h>

// What things cost, in units of some two nanoseconds.
enum {
    COST_VOLUME = 4,     // a pair of boxes, of eight at once
    COST_TRIANGLE = 2,   // a pair of triangles, of sixteen at once
    COST_QUESTION = 60,  // its poses and its answer
    COST_WITNESS = 64,   // a pair of triangles by itself, placed for that
    COST_AT_ONCE = 25,   // whether the models are apart by what they have moved
    COST_FRONT = 60,     // to begin at a front: the motion, and what planes need
    COST_KEEP = 45,      // a visit whose gaps and planes are kept
    COST_PLANES = 20,    // eight planes
    COST_GAPS = 40,      // a pair of leaves that no plane parts, and its place in the front
    COST_NOTHING = 1,    // a question that the boxes about both models answer
};

#define CREDIT_MOST 16  // in questions
#define CLOSED      96  // so many questions a way is closed first
#define CLOSED_MOST 2048
#define USES        16  // then a question by itself tells what is saved
#define PAUSE       8   // questions without a front, after one that lost
#define REST        16  // questions of which nothing is known, while a way is open

typedef struct front_way {
    int64_t credit;
    uint32_t closed, next_closed;  // for so many questions; the next time
} front_way;

typedef struct front_account {
    int is_first;  // of questions for first contact
    // Of a question by itself that finds the models apart, or in contact: a mean of the last ones. 0: none was asked.
    int64_t fresh[2];
    front_way witness, front;
    uint32_t uses;  // of a front that saves less than half, since a question was asked by itself
    uint32_t rest;  // so many questions are to be asked by themselves, and nothing is counted
} front_account;

static inline int64_t cost_of_work(const struct work* w)
{
    return (int64_t)(COST_VOLUME * w->volume_tests + COST_TRIANGLE * w->triangle_tests);
}

// What a question would cost by itself, by what it finds. 0: nobody knows.
static inline int64_t account_expected(const front_account* c, int is_contact)
{
    return c->fresh[is_contact] ? c->fresh[is_contact] : c->fresh[!is_contact];
}

static inline int64_t account_largest(const front_account* c)
{
    return c->fresh[0] > c->fresh[1] ? c->fresh[0] : c->fresh[1];
}

// Whether a question by itself was asked.
static inline int account_is_known(const front_account* c)
{
    return (c->fresh[0] | c->fresh[1]) != 0;
}

// What a way that is opened may lose. A front: a walk that keeps it, and one or two that begin there.
static inline int64_t account_allowance(const front_account* c, const front_way* way)
{
    return way == &c->front ? account_expected(c, 0) * 3 / 2 + 2 * (int64_t)COST_FRONT
                            : 4 * (int64_t)COST_WITNESS;
}

// Whether a front might save something.
static inline int account_has_hope(const front_account* c)
{
    return account_expected(c, 0) > COST_VOLUME;
}

static inline int account_is_open(const front_account* c, const front_way* way)
{
    return !way->closed && account_is_known(c);
}

// What a way has saved, or lost.
void account_add(const front_account* c, front_way* way, int64_t saved);
// A question by itself was asked.
void account_fresh(front_account* c, int is_contact, int64_t cost);

#endif
