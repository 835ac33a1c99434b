// world_survey.c - the question of a world: first the pairs whose boxes meet (world_boxes.c), then what they are to each
// other (world_pairs.c), both shared by all workers. Turns keep what they find by themselves, and it is joined in their
// order.
#include "base/base.h"
#include "base/clock.h"
#include "base/host.h"
#include "world/world.h"

#define BROAD_PART 0.1  // of the progress

// -------------------------------------------------------------------------------------------- turns

abut_status world_take_turns(abut_world* w, size_t things, size_t per_turn, world_parts parts,
                             crew_turn* turn, double from, double to)
{
    const size_t turns = things / per_turn + (things % per_turn != 0);
    void* shares = w->shares;
    TRY(host_grow(&w->crew.host, &shares, &w->share_capacity, 0, turns, sizeof *w->shares));
    w->shares = shares;
    for (int i = 0; i < w->crew.host.workers; i++)
        world_list_begin(&w->workers[i].found, parts);
    return crew_run(&w->crew, turns, turn, w, from, to);
}

abut_status world_join(const abut_world* w, size_t things, size_t per_turn, world_list* to)
{
    const size_t turns = things / per_turn + (things % per_turn != 0);
    size_t wanted = to->count;
    for (int i = 0; i < w->crew.host.workers; i++)
        wanted += w->workers[i].found.count;
    TRY(world_list_grow(to, &w->crew.host, wanted));
    for (size_t i = 0; i < turns; i++) {
        const world_share* share = &w->shares[i];
        world_list_append(to, &w->workers[share->worker].found, share->first, share->count);
    }
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------- answer

static abut_clashes tell_boxes(const abut_world* w)
{
    const size_t all = w->asked.count, count = w->limit && w->limit < all ? w->limit : all;
    return (abut_clashes){
        .pairs = w->asked.pairs,
        .count = count,
        .asked = all,
        .state = all ? ABUT_STATE_UNDECIDED : ABUT_STATE_APART,
        .complete = !w->limit || count < w->limit,
        .undecided = w->asked.pairs + count,
        .undecided_count = all - count,
    };
}

abut_status world_collide(abut_world* w, abut_survey survey, const abut_ask* ask, abut_clashes* out)
{
    TRY(world_set_ask(w, survey, ask));
    w->stop_time = clock_after(ask->deadline);
    abut_status status = world_list_asked(w, 0, BROAD_PART);
    if (status == ABUT_OK && survey == ABUT_SURVEY_BOXES)
        *out = tell_boxes(w);
    else if (status == ABUT_OK)
        status = world_ask_pairs(w, BROAD_PART, 1, out);
    // Which pairs were asked about before a failure may be others each time.
    if (status != ABUT_OK && ask->coherent) fronts_free(&w->fronts, &w->crew.host);
    return status;
}
