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
//
// What a depth-first walk has left is widened to a list in the order of its stack: each pair is replaced by what comes
// of it. One worker alone does the work of such a step just before what came of it, so that it stays with the first of
// these, or where there is none, with the next pair. So for first contact the contact is that of one worker, and the
// work up to it is known.
#include "methods/walk/breadth.h"

#include "base/base.h"
#include "base/host.h"
#include "methods/walk/scalar.h"

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
    // Of a walk that is divided: which of the team's lists of work belongs to the list; whether one worker has nothing
    // left to do after its last pair; and what comes after all its pairs: work, and the contact that ends it.
    int which, ends, last_unfinished;
    struct work last_work;
    sort_record last_found;  // if its value is a kind
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
    if (b->s->wing) TRY(scalar_share(s, b->s));
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
        team_divide(t, first, t->list.count, parts < TEAM_PARTS_MOST ? parts : TEAM_PARTS_MOST);
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
    return s->host->workers > 1 && !walk->is_alone && !s->budget && !s->stop_time &&
           s->limit <= 1 && !s->considered;
}

void breadth_search(search* s, const breadth_walk* walk)
{
    ASSERT(walk->visit && walk->levels);
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
            // What was found until now may be enough: then a part would take it for its own.
            if (search_may_test(s)) s->status = share(&b);
            return;
        }
        s->done = fraction_at(&b, b.round++);
        if (!take_turn(&b)) return;
    }
}

// ------------------------------------------------------------------------------- depth first, by several

// Work before the pairs of a list from first on: of the first of them, and none of the others.
static abut_status set_earlier(search_team* t, int which, size_t first, size_t count,
                               struct work earlier)
{
    void* at = t->earlier[which];
    TRY(host_grow(&t->crew.host, &at, &t->earlier_capacity[which], first, count, sizeof earlier));
    t->earlier[which] = at;
    for (size_t i = first; i < count; i++)
        t->earlier[which][i] = (struct work){0};
    if (first < count) t->earlier[which][first] = earlier;
    return ABUT_OK;
}

// The walk meets its contact in pair i of count. What one worker would have done after it is dropped.
static void end_at(breadth* b, size_t i, size_t count, const struct work* done)
{
    search* s = b->s;
    b->last_found = s->found[0];
    b->last_unfinished = s->stopped || s->any || !b->ends || i + 1 < count;
    b->last_work = *done;
    b->ends = 0;
    s->found_count = 0;
    s->stopped = 0;
}

// A step of each pair of the list, in their order; what comes of them replaces them.
static abut_status widen(breadth* b)
{
    search* s = b->s;
    search_team* const t = b->team;
    team_list* const left = &t->members[0].left;
    const team_list list = t->list;
    const int is_old = b->which;
    struct work done = {0};  // since the last pair of which something came
    b->which = !is_old;
    left->count = 0;
    for (size_t i = 0; i < list.count; i++) {
        const size_t first = left->count;
        const struct work from = s->work;
        const int goes_on = b->walk->visit(b->walk->walk, s, list.at + i, 1, left);
        const struct work step = work_between(&from, &s->work);
        work_add(&done, &t->earlier[is_old][i]);
        work_add(&done, &step);
        if (s->limit && s->found_count) {
            end_at(b, i, list.count, &done);
            done = (struct work){0};
            break;
        }
        if (!goes_on) return s->status;
        if (i + 1 == list.count && left->count == first) b->ends = 0;
        if (left->count == first) continue;
        TRY(set_earlier(t, b->which, first, left->count, done));
        done = (struct work){0};
    }
    work_add(&b->last_work, &done);
    t->list = *left;
    *left = list;
    return s->status;
}

static abut_status finish_part(void* context, size_t index, int worker)
{
    const breadth* const b = context;
    search_team* const t = b->team;
    team_part* const part = &t->parts[index];
    search* s;
    if (team_is_beaten(t, index, b->s->any)) return ABUT_OK;
    TRY(team_search(t, worker, &s));
    if (b->s->wing) TRY(scalar_share(s, b->s));
    team_open_part(t, index, worker, s);
    s->best = s->limit ? &t->best : NULL;
    s->next_event = 0;
    s->beaten_below = s->any ? t->part_count : index;
    int goes_on = 1;
    for (size_t i = part->first; goes_on && i < part->first + part->count; i++) {
        if (s->limit && s->found_count) {
            s->stopped = 1;  // with pairs left
            break;
        }
        work_add(&s->work, &t->earlier[b->which][i]);
        goes_on = b->walk->visit(b->walk->walk, s, t->list.at + i, 1, NULL);
    }
    part->is_unfinished = s->stopped;
    s->best = NULL;
    s->stopped = 0;
    team_close_part(t, index, s);
    return s->status;
}

// All parts, by all workers. *unfinished: whether there was more to do after the first contact.
static abut_status finish_parts(breadth* b, int* unfinished)
{
    search_team* const t = b->team;
    const double done = fmin(b->s->done, 1);
    team_divide(t, 0, t->list.count, TEAM_PARTS_MOST);
    TRY(crew_run(&t->crew, t->part_count, finish_part, b, done, 1));
    if (team_close_round(t)) {
        const size_t best = atomic_load(&t->best);
        *unfinished =
            b->s->any || !b->ends || best + 1 < t->part_count || t->parts[best].is_unfinished;
        return ABUT_OK;
    }
    work_add(&t->work, &b->last_work);
    t->found = b->last_found;
    *unfinished = b->last_unfinished;
    return ABUT_OK;
}

int breadth_may_divide(const search* s, const breadth_walk* walk)
{
    return may_share(s, walk);
}

void breadth_divide(search* s, const breadth_walk* walk)
{
    ASSERT(s->team && s->team->list.count && may_share(s, walk));
    search_team* const t = s->team;
    const struct work before = s->work;
    breadth b = {.s = s, .walk = walk, .team = t, .ends = 1};
    s->status = set_earlier(t, 0, 0, t->list.count, (struct work){0});
    while (s->status == ABUT_OK && t->list.count && t->list.count < DIVIDE_AT &&
           !(s->any && b.last_found.value != ABUT_KIND_APART))
        s->status = widen(&b);
    if (s->status != ABUT_OK) return;
    if (s->any && b.last_found.value != ABUT_KIND_APART) t->list.count = 0;
    s->work = before;
    team_begin(t, s);
    int unfinished = 0;
    const abut_status status = finish_parts(&b, &unfinished);
    const abut_status joined = team_end(t);
    s->stopped = unfinished;
    s->status = status != ABUT_OK ? status : joined;
}
