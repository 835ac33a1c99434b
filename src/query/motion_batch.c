// motion_batch.c - many motions, each from its beginning to its first contact: the edges of a planner.
#include "base/base.h"
#include "base/host.h"
#include "query/batch.h"

static abut_status ask_motion(abut_batch* b, batch_worker* w, size_t i)
{
    const abut_motion_question* q = &b->motions[i];
    return first_contact(w->query, q, b->options, (double)q->count, &b->firsts[i]);
}

abut_status batch_first_contact(abut_batch* b, const abut_motion_question* questions, size_t count,
                                const abut_motion_ask* ask, const abut_first** out)
{
    void* firsts = b->firsts;
    TRY(host_grow(&b->crew.host, &firsts, &b->first_capacity, 0, count ? count : 1,
                  sizeof *b->firsts));
    b->firsts = firsts;
    b->motions = questions;
    b->count = count;
    b->ask = ask_motion;
    b->options = ask;
    b->coherent = 0;
    TRY(batch_ask_all(b, 1));
    *out = b->firsts;
    return ABUT_OK;
}
