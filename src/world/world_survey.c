// world_survey.c - the question of a world: first the pairs whose boxes meet, then what they are to each other
// (world_pairs.c), both shared by all workers. Turns keep what they find by themselves, and it is joined in their order.
#include "base/base.h"
#include "base/clock.h"
#include "base/host.h"
#include "world/world.h"

#include <string.h>

#define MEMBERS_A_TURN 64
#define BROAD_PART     0.1  // of the progress

// -------------------------------------------------------------------------------------------- turns

abut_status world_take_turns(abut_world* w, size_t things, size_t per_turn, crew_turn* turn,
                             double from, double to)
{
    const size_t turns = things / per_turn + (things % per_turn != 0);
    void* shares = w->shares;
    TRY(host_grow(&w->crew.host, &shares, &w->share_capacity, 0, turns, sizeof *w->shares));
    w->shares = shares;
    for (int i = 0; i < w->crew.host.workers; i++)
        w->workers[i].count = 0;
    return crew_run(&w->crew, turns, turn, w, from, to);
}

size_t world_found(const abut_world* w)
{
    size_t found = 0;
    for (int i = 0; i < w->crew.host.workers; i++)
        found += w->workers[i].count;
    return found;
}

void world_join(const abut_world* w, size_t things, size_t per_turn, abut_pair* pairs,
                abut_clash* clashes)
{
    const size_t turns = things / per_turn + (things % per_turn != 0);
    for (size_t i = 0; i < turns; i++) {
        const world_share* share = &w->shares[i];
        const world_worker* worker = &w->workers[share->worker];
        if (!share->count) continue;
        memcpy(pairs, worker->pairs + share->first, share->count * sizeof *pairs);
        pairs += share->count;
        if (!clashes) continue;
        memcpy(clashes, worker->clashes + share->first, share->count * sizeof *clashes);
        clashes += share->count;
    }
}

abut_status world_add_pair(abut_world* w, world_worker* worker, abut_pair pair)
{
    const abut_host host = crew_host(&w->crew);
    void* pairs = worker->pairs;
    TRY(host_grow(&host, &pairs, &worker->pair_capacity, worker->count, worker->count + 1,
                  sizeof *worker->pairs));
    worker->pairs = pairs;
    worker->pairs[worker->count++] = pair;
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------- boxes

static abut_status refresh_tree(abut_world* w)
{
    if (!w->has_new && !w->has_moved) return ABUT_OK;
    if (w->has_new || !world_tree_refit(&w->tree, w->boxes)) {
        w->has_new = 1;  // what fails is tried again
        TRY(world_tree_build(&w->tree, w->boxes, w->count, &w->crew.host));
    }
    w->has_new = w->has_moved = 0;
    return ABUT_OK;
}

static int is_ignored(const abut_world* w, uint32_t a, uint32_t b)
{
    const uint64_t key = (uint64_t)a << 32 | b;
    size_t low = 0, high = w->ignored_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (w->ignored[middle].key == key) return 1;
        if (w->ignored[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

typedef struct seeker {
    abut_world* world;
    world_worker* worker;
    uint32_t id;
} seeker;

static abut_status see(void* context, uint32_t other)
{
    const seeker* const s = context;
    const world_member *a = &s->world->members[s->id], *b = &s->world->members[other];
    if (other <= s->id || !(a->groups & b->against) || !(b->groups & a->against)) return ABUT_OK;
    if (s->world->ignored_count && is_ignored(s->world, s->id, other)) return ABUT_OK;
    return world_add_pair(s->world, s->worker, (abut_pair){s->id, other});
}

// Shell's sort: there are few, and most of them in order.
static void sort_others(abut_pair* pairs, size_t count)
{
    static const size_t gaps[] = {29524, 9841, 3280, 1093, 364, 121, 40, 13, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
        const size_t gap = gaps[g];
        for (size_t i = gap; i < count; i++) {
            const abut_pair moving = pairs[i];
            size_t hole = i;
            for (; hole >= gap && pairs[hole - gap].b > moving.b; hole -= gap)
                pairs[hole] = pairs[hole - gap];
            pairs[hole] = moving;
        }
    }
}

static abut_status find_boxes(void* context, size_t turn, int number)
{
    abut_world* const w = context;
    world_worker* const worker = &w->workers[number];
    const size_t from = turn * MEMBERS_A_TURN, first = worker->count;
    const size_t to = w->count - from < MEMBERS_A_TURN ? w->count : from + MEMBERS_A_TURN;
    for (size_t i = from; i < to; i++) {
        seeker s = {w, worker, (uint32_t)i};
        const size_t before = worker->count;
        if (!w->members[i].groups) continue;
        TRY(world_tree_find(&w->tree, w->boxes, &w->boxes[i], see, &s));
        sort_others(worker->pairs + before, worker->count - before);
    }
    w->shares[turn] = (world_share){first, worker->count - first, number};
    return ABUT_OK;
}

static abut_status list_asked(abut_world* w)
{
    void* asked = w->asked;
    w->asked_count = 0;
    TRY(refresh_tree(w));
    TRY(world_take_turns(w, w->count, MEMBERS_A_TURN, find_boxes, 0, BROAD_PART));
    const size_t count = world_found(w);
    TRY(host_grow(&w->crew.host, &asked, &w->asked_capacity, 0, count ? count : 1,
                  sizeof *w->asked));
    w->asked = asked;
    w->asked_count = count;
    world_join(w, w->count, MEMBERS_A_TURN, w->asked, NULL);
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------- answer

static abut_clashes tell_boxes(const abut_world* w)
{
    const size_t all = w->asked_count, count = w->limit && w->limit < all ? w->limit : all;
    return (abut_clashes){
        .pairs = w->asked,
        .count = count,
        .asked = all,
        .state = all ? ABUT_STATE_UNDECIDED : ABUT_STATE_APART,
        .complete = !w->limit || count < w->limit,
        .undecided = w->asked + count,
        .undecided_count = all - count,
    };
}

abut_status world_collide(abut_world* w, abut_survey survey, const abut_ask* ask, abut_clashes* out)
{
    TRY(world_set_ask(w, survey, ask));
    w->stop_time = clock_after(ask->deadline);
    abut_status status = list_asked(w);
    if (status == ABUT_OK && survey == ABUT_SURVEY_BOXES)
        *out = tell_boxes(w);
    else if (status == ABUT_OK)
        status = world_ask_pairs(w, BROAD_PART, 1, out);
    // Which pairs were asked about before a failure may be others each time.
    if (status != ABUT_OK && ask->coherent) fronts_free(&w->fronts, &w->crew.host);
    return status;
}
