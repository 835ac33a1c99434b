// nearest_share.inl - a long walk for the nearest pair, or the first that meet, shared by the workers of its host. The includer
// chooses the goal (search/goal.h), and defines WALK_LONG, the function's name.
//
// The stack is divided into parts, each of which is walked by itself, up to a number of visits; what is left of them is
// the next stack. In a round no part hears of what others found: so neither answers nor counters depend on who takes
// which part, and when. Between rounds all take the nearest pair of all.
#define WALK_IS_PREPARED 1
#include "engine/walk/nearest.inl"
#include "search/team.h"

#ifndef WALK_LONG  // the file by itself
#define WALK_LONG ISA(wide_nearest_long)
#endif

#define FIRST_PARTS 48  // in the first round, when nobody knows whether there is much to do
#define PART_VISITS 32  // likewise
#define ROUNDS      16  // from then on, parts are walked to their ends

typedef struct near_sharing {
    const near_walker* plan;  // with all that was prepared
    near_search* whole;
    search_team* team;
    uint64_t most;  // visits a part
} near_sharing;

static abut_status take_part(void* context, size_t index, int worker)
{
    const near_sharing* const sh = context;
    const team_part* const part = &sh->team->parts[index];
    search* s;
    TRY(team_search(sh->team, worker, &s));
    TRY(near_open_part(s, sh->whole, part->first, part->count));
    near_walker v;  // large: not cleared as a whole
    v.w = sh->plan->w;
    v.w.s = s;
    v.w.work = NULL;
    forget_room(&v.w.in_room);
    v.w.height = v.w.capacity = v.w.queued = 0;
    v.n = s->near;
    v.bottom = v.n->left;
    v.height = v.bottom + part->count;
    if (!reserve(&v.w, 1)) return s->status;
    team_open_part(sh->team, index, worker, s);
    const uint64_t end = s->work.node_updates + sh->most;
    while (v.height > v.bottom && s->work.node_updates < end)
        if (!near_fly(&v)) break;
    near_close_part(s, &sh->whole->parts[index], v.height);
    team_close_part(sh->team, index, s);
    return s->status;
}

// Round after round, until nothing is left, or two may touch. The search has another near_search meanwhile.
static abut_status walk_rounds(near_sharing* sh, search* s, size_t* height)
{
    search_team* const t = sh->team;
    double from = 0;
    for (int round = 1; *height; round++) {
        team_divide(t, 0, *height, round == 1 ? FIRST_PARTS : TEAM_PARTS_MOST);
        sh->whole->round++;
        const double to = 1 - (1 - from) / 8;  // most of it in the first round
        TRY(crew_run(&t->crew, t->part_count, take_part, sh, from, to));
        (void)team_close_round(t);
        TRY(near_gather(s, sh->whole, t->part_count, height));
        if (sh->whole->may_touch && !sh->whole->no_contact) return ABUT_OK;
        sh->most = round < ROUNDS ? sh->most * 4 : UINT64_MAX / 2;
        from = to;
    }
    return ABUT_OK;
}

void WALK_LONG(void* rest)
{
    near_walker* const v = rest;
    search* const s = v->w.s;
    near_search* const whole = v->n;
    if (!s->team) s->status = team_create(&s->team, s->host);
    if (s->status == ABUT_OK) s->status = near_share(whole, s->host);
    if (s->status != ABUT_OK) return;
    near_sharing sh = {.plan = v, .whole = whole, .team = s->team, .most = PART_VISITS};
    team_begin(s->team, s);
    s->near = whole->own;
    const abut_status status = walk_rounds(&sh, s, &v->height);
    s->near = whole;
    const abut_status joined = team_end(s->team);
    s->status = status != ABUT_OK ? status : joined;
    s->done = 1;
}
