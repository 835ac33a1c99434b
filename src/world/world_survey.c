// world_survey.c - the question of a world: first the pairs whose boxes meet, then what they are to each other, both
// shared by all workers. Turns keep what they find by themselves, and it is joined in their order.
#include "base/base.h"
#include "base/host.h"
#include "query/contain.h"
#include "world/world.h"

#include <string.h>

#define MEMBERS_A_TURN 64
#define PAIRS_A_TURN   16
#define BROAD_PART     0.1  // of the progress

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

static abut_status add_pair(abut_world* w, world_worker* worker, abut_pair pair)
{
    const abut_host host = crew_host(&w->crew);
    void* pairs = worker->pairs;
    TRY(host_grow(&host, &pairs, &worker->pair_capacity, worker->count, worker->count + 1,
                  sizeof *worker->pairs));
    worker->pairs = pairs;
    worker->pairs[worker->count++] = pair;
    return ABUT_OK;
}

static abut_status see(void* context, uint32_t other)
{
    const seeker* const s = context;
    const world_member *a = &s->world->members[s->id], *b = &s->world->members[other];
    if (other <= s->id || !(a->groups & b->against) || !(b->groups & a->against)) return ABUT_OK;
    if (s->world->ignored_count && is_ignored(s->world, s->id, other)) return ABUT_OK;
    return add_pair(s->world, s->worker, (abut_pair){s->id, other});
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

// ------------------------------------------------------------------------------------------- triangles

static void count_work(world_worker* worker, const abut_hits* hits)
{
    const struct work done = {hits->volume_tests, hits->triangle_tests, hits->node_updates,
                              hits->exact_tests};
    work_add(&worker->work, &done);
}

static void describe(abut_clash* out, const abut_hits* hits)
{
    int has_box = 0;
    out->count = hits->count;
    for (size_t i = 0; i < hits->count; i++) {
        const abut_contact* contact = &hits->contacts[i];
        out->kind_count[contact->kind]++;
        for (int p = 0; p < contact->point_count; p++) {
            for (int k = 0; k < 3; k++) {
                const double x = contact->points[p][k];
                if (!has_box || x < out->low[k]) out->low[k] = x;
                if (!has_box || x > out->high[k]) out->high[k] = x;
            }
            has_box = 1;
        }
    }
}

static abut_status add_clash(abut_world* w, world_worker* worker, const abut_clash* clash)
{
    const abut_host host = crew_host(&w->crew);
    void* clashes = worker->clashes;
    TRY(host_grow(&host, &clashes, &worker->clash_capacity, worker->count, worker->count + 1,
                  sizeof *worker->clashes));
    worker->clashes = clashes;
    worker->clashes[worker->count] = *clash;
    return ABUT_OK;
}

static abut_status ask_pair(abut_world* w, world_worker* worker, abut_pair pair)
{
    const placed_model *a = &w->members[pair.a].placed, *b = &w->members[pair.b].placed;
    const abut_ask ask = {
        .limit = w->survey == ABUT_SURVEY_CONTACTS,
        .detail = w->survey == ABUT_SURVEY_CONTACTS ? ABUT_DETAIL_PAIRS
                  : w->survey == ABUT_SURVEY_COUNTS ? ABUT_DETAIL_KINDS
                                                    : ABUT_DETAIL_POINTS,
    };
    abut_containment containment = {.relation = ABUT_SEPARATE};
    abut_clash clash = {.count = 0};
    if (w->survey == ABUT_SURVEY_RELATIONS)
        TRY(contain_placed(worker->query, NULL, a, b, &ask, &containment));
    else
        TRY(collide_placed(worker->query, NULL, a, b, &ask, &containment.hits));
    count_work(worker, &containment.hits);
    if (!containment.hits.count && containment.relation == ABUT_SEPARATE) return ABUT_OK;
    if (w->survey != ABUT_SURVEY_CONTACTS) {
        describe(&clash, &containment.hits);
        if (w->survey == ABUT_SURVEY_RELATIONS) {
            clash.relation = containment.relation;
            clash.reason = containment.reason;
        }
        TRY(add_clash(w, worker, &clash));
    }
    return add_pair(w, worker, pair);
}

static abut_status ask_pairs(void* context, size_t turn, int number)
{
    abut_world* const w = context;
    world_worker* const worker = &w->workers[number];
    const size_t from = turn * PAIRS_A_TURN, first = worker->count, left = w->asked_count - from;
    const size_t to = from + (left < PAIRS_A_TURN ? left : PAIRS_A_TURN);
    const abut_host host = crew_host(&w->crew);
    if (!worker->query) TRY(query_create(&worker->query, &host));
    for (size_t i = from; i < to; i++)
        TRY(ask_pair(w, worker, w->asked[i]));
    w->shares[turn] = (world_share){first, worker->count - first, number};
    return ABUT_OK;
}

// --------------------------------------------------------------------------------------------- both

// Take turns about so many things, and count what was found.
static abut_status take_turns(abut_world* w, size_t things, size_t per_turn, crew_turn* turn,
                              double from, double to, size_t* found)
{
    const size_t turns = things / per_turn + (things % per_turn != 0);
    void* shares = w->shares;
    TRY(host_grow(&w->crew.host, &shares, &w->share_capacity, 0, turns, sizeof *w->shares));
    w->shares = shares;
    for (int i = 0; i < w->crew.host.workers; i++)
        w->workers[i].count = 0;
    TRY(crew_run(&w->crew, turns, turn, w, from, to));
    *found = 0;
    for (int i = 0; i < w->crew.host.workers; i++)
        *found += w->workers[i].count;
    return ABUT_OK;
}

// Join what the turns found, in their order. clashes may be NULL.
static void join(const abut_world* w, size_t turns, abut_pair* pairs, abut_clash* clashes)
{
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

static abut_status list_asked(abut_world* w)
{
    void* asked = w->asked;
    size_t count = 0;
    w->asked_count = 0;
    TRY(refresh_tree(w));
    TRY(take_turns(w, w->count, MEMBERS_A_TURN, find_boxes, 0, BROAD_PART, &count));
    TRY(host_grow(&w->crew.host, &asked, &w->asked_capacity, 0, count ? count : 1,
                  sizeof *w->asked));
    w->asked = asked;
    w->asked_count = count;
    join(w, w->count / MEMBERS_A_TURN + (w->count % MEMBERS_A_TURN != 0), w->asked, NULL);
    return ABUT_OK;
}

static abut_status ask_all(abut_world* w, size_t* count)
{
    void *pairs = w->pairs, *clashes = w->clashes;
    const int has_clashes = w->survey != ABUT_SURVEY_CONTACTS;
    for (int i = 0; i < w->crew.host.workers; i++)
        w->workers[i].work = (struct work){0};
    TRY(take_turns(w, w->asked_count, PAIRS_A_TURN, ask_pairs, BROAD_PART, 1, count));
    const size_t room = *count ? *count : 1;
    TRY(host_grow(&w->crew.host, &pairs, &w->pair_capacity, 0, room, sizeof *w->pairs));
    w->pairs = pairs;
    if (has_clashes)
        TRY(host_grow(&w->crew.host, &clashes, &w->clash_capacity, 0, room, sizeof *w->clashes));
    w->clashes = clashes;
    join(w, w->asked_count / PAIRS_A_TURN + (w->asked_count % PAIRS_A_TURN != 0), w->pairs,
         has_clashes ? w->clashes : NULL);
    return ABUT_OK;
}

abut_status world_collide(abut_world* w, abut_survey survey, abut_clashes* out)
{
    w->survey = survey;
    TRY(list_asked(w));
    abut_clashes found = {.pairs = w->asked, .count = w->asked_count, .asked = w->asked_count};
    if (survey == ABUT_SURVEY_BOXES) {
        *out = found;
        return ABUT_OK;
    }
    TRY(ask_all(w, &found.count));
    found.pairs = w->pairs;
    found.clashes = survey == ABUT_SURVEY_CONTACTS ? NULL : w->clashes;
    struct work done = {0};
    for (int i = 0; i < w->crew.host.workers; i++)
        work_add(&done, &w->workers[i].work);
    found.volume_tests = done.volume_tests;
    found.triangle_tests = done.triangle_tests;
    found.node_updates = done.node_updates;
    found.exact_tests = done.exact_tests;
    *out = found;
    return ABUT_OK;
}
