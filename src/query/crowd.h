// crowd.h - many questions for one contact each, several of which a worker has under way at once: answers and counters are
// those of one after the other (engine/walk/crowd_kernel.c).
#ifndef ABUT_QUERY_CROWD_H
#define ABUT_QUERY_CROWD_H
#include "query/collide.h"

// What a worker has of its own. Zeroed: not needed yet.
typedef struct crowd {
    abut_query* query[WIDE_CROWD];
    void* room;
} crowd;

// A question: two instances; or, where these are NULL, two models that were placed.
typedef struct crowd_question {
    size_t number;
    const abut_instance *a, *b;
    const placed_model* placed[2];
} crowd_question;

// Who asks. Numbers grow from one question to the next; answers come in any order.
typedef struct crowd_source {
    void* user;
    const abut_ask* ask;  // of all
    // Returns 0 if there is no other question.
    int (*next)(void* user, crowd_question* out);
    // hits are gone after the call.
    abut_status (*take)(void* user, size_t number, const abut_hits* hits);
} crowd_source;

// Whether questions so asked are for a crowd. Where all must be small there is none: they are asked one by one.
static inline int many_is_for(const abut_ask* ask)
{
#ifdef ABUT_SMALL
    (void)ask;
    return 0;
#else
    return ask->limit == 1 && !ask->budget && !ask->coherent && !(ask->deadline > 0) && !ask->walk;
#endif
}
// Ask all. Returns as abut_collide, the status of the lowest question that fails.
abut_status many_ask(crowd* c, const abut_host* host, const crowd_source* source);
void many_free(crowd* c, const abut_host* host);

#endif
