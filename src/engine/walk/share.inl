// share.inl - a long walk shared by the workers of its host; compiled by itself, so that what short walks have
// inlined stays as it is. The includer chooses the goal (search/goal.h), and defines WALK_LONG, the function's name.
//
// What is on the stack after so many visits is widened, level by level, to a list that is long enough, and divided
// into parts. Each part is walked depth first by whoever comes, up to a number of visits; what is left of it then
// goes to the next list, and four times as many visits are allowed. Where the parts begin and end does not depend
// on the workers, nor does what they do: so neither do pairs and counters, and one worker alone does the same. For first
// contact the lowest part that has one counts: those above it are called off, those below it go on.

#define WALK_IS_PREPARED 1
#include "engine/walk/fly.inl"
#include "engine/walk/leaves.inl"
#include "engine/walk/visit.inl"
#include "search/team.h"

#ifndef WALK_LONG  // the file by itself
#define WALK_LONG ISA(wide_walk_long)
#endif

#define SHARE_LIST  256   // visits that a list should have
#define FIRST_PARTS 48    // in the first round, when nobody knows whether there is much to do
#define PART_VISITS 1024  // likewise
#define ROUNDS      12    // from then on, parts are walked to their ends

typedef struct {
    const walker* plan;  // with all that was prepared
    search_team* team;
    uint64_t most;  // visits a part
} sharing;

// Put the visits of a part on the stack of a search. Returns 0 if there is no room.
static int open_part(walker* w, search* s, const team_visit* visits, size_t count)
{
    w->s = s;
    w->work = NULL;
    forget_room(&w->in_room);
    w->height = w->capacity = w->queued = 0;
    if (!reserve(w, count)) return 0;
    for (size_t i = 0; i < count; i++)  // the first is on top
        w->stack[count - 1 - i] = (visit){visits[i].first, visits[i].second};
    w->height = count;
    return 1;
}

static void walk_part(const sharing* sh, walker* w, size_t index)
{
    search* s = w->s;
    const uint64_t end = s->work.node_updates + sh->most;
    while (w->height && s->work.node_updates < end && !team_is_beaten(sh->team, index, s->any))
        if (!search_may_cost(s, WIDE_LANES) || !fly(w)) return;
    (void)empty_queue(w);
}

static abut_status take_part(void* context, size_t index, int worker)
{
    const sharing* const sh = context;
    team_part* const part = &sh->team->parts[index];
    team_list* const left = &sh->team->members[worker].left;
    search* s;
    if (team_is_beaten(sh->team, index, sh->plan->s->any)) return ABUT_OK;
    TRY(team_search(sh->team, worker, &s));
    walker w = *sh->plan;
    w.with_edges = 1;
    w.visits = w.by_edges = 0;
    if (!open_part(&w, s, sh->team->list.at + part->first, part->count)) return s->status;
    team_open_part(sh->team, index, worker, s);
    walk_part(sh, &w, index);
    team_close_part(sh->team, index, s);
    part->left_count = w.height;
    TRY(s->status);
    return team_append(left, (const team_visit*)w.stack, w.height, &sh->team->host);
}

// One level: every visit on the stack, whose outcomes replace them. Returns 0 if the search must end.
static int widen(walker* w)
{
    const size_t count = w->height;
    for (size_t i = 0; i < count; i += FLIGHT) {
        const size_t flight = count - i < FLIGHT ? count - i : FLIGHT;
        if (!search_may_cost(w->s, WIDE_LANES) || !reserve_visits(w, FLIGHT)) return 0;
        for (size_t k = 0; k < flight; k++)
            prefetch(w, &w->stack[i + k]);
        for (size_t k = 0; k < flight; k++) {
            const visit v = w->stack[i + k];
            take_visit(w, &v);
            if (w->queued >= WIDE_PAIRS_MAX && !empty_queue(w)) return 0;
        }
        sample(w);
    }
    w->height -= count;
    memmove(w->stack, w->stack + count, w->height * sizeof *w->stack);
    return 1;
}

// Round after round, until nothing is left or the first contact is found.
static abut_status walk_rounds(sharing* sh)
{
    search_team* const t = sh->team;
    double from = 0;
    for (int round = 1; t->list.count; round++) {
        team_divide(t, 0, t->list.count, round == 1 ? FIRST_PARTS : TEAM_PARTS_MOST);
        const double to = 1 - (1 - from) / 8;  // most of it in the first round
        const abut_status status = crew_run(&t->crew, t->part_count, take_part, sh, from, to);
        TRY(status);
        if (team_close_round(t)) return ABUT_OK;
        TRY(team_gather(t, 0));
        sh->most = round < ROUNDS ? sh->most * 4 : UINT64_MAX / 2;
        from = to;
    }
    return ABUT_OK;
}

// Share what is on the stack, once that is long enough. Returns 0 if the search is over, 1 if nothing was left to share.
static int share(walker* w)
{
    search* s = w->s;
    while (w->height && w->height < SHARE_LIST)
        if (!widen(w)) return 0;
    if (!w->height) return 1;
    // What was found until now may be enough: then a part would take it for its own.
    if (!empty_queue(w) || !search_may_test(s)) return 0;
    if (!s->team) s->status = team_create(&s->team, s->host);
    if (s->status != ABUT_OK) return 0;
    search_team* const t = s->team;
    t->list.count = 0;
    s->status = team_append(&t->list, (const team_visit*)w->stack, w->height, s->host);
    if (s->status != ABUT_OK) return 0;
    w->height = 0;
    sharing sh = {.plan = w, .team = t, .most = PART_VISITS};
    team_begin(t, s);
    const abut_status status = walk_rounds(&sh);
    const abut_status joined = team_end(t);
    s->status = status != ABUT_OK ? status : joined;
    s->stopped = s->limit && s->found_count;
    return 0;
}

void WALK_LONG(void* rest)
{
    walker w = *(const walker*)rest;
    if (share(&w)) (void)empty_queue(&w);
}
