// breadth.c - see breadth.h. The queue is the list of the search's team.
//
// Pairs are taken from the end of the queue, up to QUEUE_TURN at once, and in the order in which they came; their
// children go to its end. As long as no level has more pairs that is the paper's queue. Otherwise what comes of
// the last of them goes first: so no level ever has more than QUEUE_TURN pairs and their children, and memory is
// bounded by that, times the levels.
//
// What is taken is divided into parts, one after another in the order of the queue: so are their children, and
// neither pairs nor counters depend on who takes which part. For first contact the lowest part that has one
// counts, and the work up to it.
#include "walk/breadth.h"

#include "base/base.h"

#include <math.h>

#define QUEUE_TURN  65536  // pairs
#define SHARE_LEAST 256    // pairs: fewer are not shared
#define PART_LEAST  32     // pairs
#define DIVIDE_AT   1024  // pairs: what is left of a depth-first walk is divided when it has so many

typedef struct {
    search* s;
    const breadth_walk* walk;
    search_team* team;
    size_t round;
} breadth;

// The first of the pairs that are taken next.
static size_t next_first(const search_team* t)
{
    return t->list.count > QUEUE_TURN ? t->list.count - QUEUE_TURN : 0;
}

// How much is done before a round. Rounds are levels, unless one of these has too many pairs.
static double fraction_at(const breadth* b, size_t round)
{
    return fmin((double)round / (double)b->walk->levels, 1);
}

static abut_status take_part(void* context, size_t index, int worker)
{
    const breadth* const b = context;
    search_team* const t = b->team;
    team_part* const part = &t->parts[index];
    team_list* const left = &t->members[worker].left;
    search* s;
    if (team_is_beaten(t, index, b->s->any)) return ABUT_OK;
    TRY(team_search(t, worker, &s));
    team_open_part(t, index, worker, s);
    (void)b->walk->visit(b->walk->walk, s, t->list.at + part->first, part->count, left);
    part->left_count = left->count - part->left_first;
    part->is_unfinished = s->stopped;
    team_close_part(t, index, s);
    return s->status;
}

// Whether there was more to do when the part with the first contact had found it.
static int is_unfinished(const breadth* b, size_t first)
{
    const search_team* t = b->team;
    const size_t best = atomic_load(&t->best);
    if (b->s->any || first || best + 1 < t->part_count || t->parts[best].is_unfinished) return 1;
    for (size_t i = 0; i <= best; i++)
        if (t->parts[i].left_count) return 1;
    return 0;
}

// All that is left, by all workers. *unfinished: whether the first contact ended it early.
static abut_status share_rounds(breadth* b, int* unfinished)
{
    search_team* const t = b->team;
    for (; t->list.count; b->round++) {
        const size_t first = next_first(t), parts = (t->list.count - first) / PART_LEAST + 1;
        team_divide(t, first, parts < TEAM_PARTS_MOST ? parts : TEAM_PARTS_MOST);
        TRY(crew_run(&t->crew, t->part_count, take_part, b, fraction_at(b, b->round),
                     fraction_at(b, b->round + 1)));
        if (team_close_round(t)) {
            *unfinished = is_unfinished(b, first);
            return ABUT_OK;
        }
        TRY(team_gather(t, first));
    }
    return ABUT_OK;
}

static abut_status share(breadth* b)
{
    int unfinished = 0;
    team_begin(b->team, b->s);
    const abut_status status = share_rounds(b, &unfinished);
    const abut_status joined = team_end(b->team);
    b->s->stopped = unfinished;
    return status != ABUT_OK ? status : joined;
}

// One turn of the queue. Returns 0 if the search must end.
static int take_turn(breadth* b)
{
    search* s = b->s;
    search_team* const t = b->team;
    const size_t first = next_first(t);
    team_list* const left = &t->members[0].left;
    left->count = 0;
    if (!b->walk->visit(b->walk->walk, s, t->list.at + first, t->list.count - first, left))
        return 0;
    t->list.count = first;
    s->status = team_append(&t->list, left->at, left->count, s->host);
    return s->status == ABUT_OK;
}

static int may_share(const search* s, const breadth_walk* walk)
{
    return s->host->workers > 1 && !walk->is_alone && !s->budget && !s->stop_time && s->limit <= 1;
}

void breadth_search(search* s, const breadth_walk* walk)
{
    static const team_visit roots = {0, 0};
    if (!s->team) s->status = team_create(&s->team, s->host);
    if (s->status != ABUT_OK) return;
    breadth b = {.s = s, .walk = walk, .team = s->team};
    search_team* const t = s->team;
    t->list.count = 0;
    s->status = team_append(&t->list, &roots, 1, s->host);
    if (s->status != ABUT_OK) return;
    const int shares = may_share(s, walk);
    while (t->list.count) {
        if (shares && t->list.count >= SHARE_LEAST) {
            s->status = share(&b);
            return;
        }
        s->done = fraction_at(&b, b.round++);
        if (!take_turn(&b)) return;
    }
}

// ------------------------------------------------------------------------------- depth first, by several

int breadth_may_divide(const search* s, const breadth_walk* walk)
{
    return may_share(s, walk) && !s->limit;
}

static abut_status finish_part(void* context, size_t index, int worker)
{
    const breadth* const b = context;
    search_team* const t = b->team;
    const team_part* const part = &t->parts[index];
    search* s;
    TRY(team_search(t, worker, &s));
    team_open_part(t, index, worker, s);
    (void)b->walk->visit(b->walk->walk, s, t->list.at + part->first, part->count, NULL);
    team_close_part(t, index, s);
    return s->status;
}

void breadth_divide(search* s, const breadth_walk* walk)
{
    search_team* const t = s->team;
    breadth b = {.s = s, .walk = walk, .team = t};
    const double done = s->done;
    while (t->list.count && t->list.count < DIVIDE_AT) {
        if (!take_turn(&b)) return;
    }
    if (!t->list.count) return;
    team_begin(t, s);
    team_divide(t, 0, TEAM_PARTS_MOST);
    const abut_status status = crew_run(&t->crew, t->part_count, finish_part, &b, fmin(done, 1), 1);
    if (status == ABUT_OK) (void)team_close_round(t);
    const abut_status joined = team_end(t);
    s->status = status != ABUT_OK ? status : joined;
}
