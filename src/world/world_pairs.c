// world_pairs.c - what the instances of a world whose boxes meet are to each other: in rounds, if a limit may end them
// early, so that what is asked does not depend on the workers; each pair from a front of its own, if it is coherent; and
// with a deadline first those that the last one left open.
#include "base/base.h"
#include "base/clock.h"
#include "base/host.h"
#include "query/contain.h"
#include "query/methods.h"
#include "world/world.h"

#include <string.h>

#define PAIRS_A_TURN 16
#define ROUND_LEAST  64  // pairs, where there is a limit; then twice as many each time
#define ROUND_MOST   65536

// -------------------------------------------------------------------------------------- what is asked

static int asks_only_for_boxes(const abut_ask* ask)
{
    static const abut_tree_walk none;
    const abut_tree_walk* walk = ask->walk ? ask->walk : &none;
    return !ask->budget && !ask->coherent && !(ask->deadline > 0) && !walk->descent &&
           !walk->intervals && !walk->interval_count && !walk->traversal;
}

abut_status world_set_ask(abut_world* w, abut_survey survey, const abut_ask* ask)
{
    static const abut_detail details[] = {[ABUT_SURVEY_COUNTS] = ABUT_DETAIL_KINDS,
                                          [ABUT_SURVEY_REGIONS] = ABUT_DETAIL_POINTS,
                                          [ABUT_SURVEY_RELATIONS] = ABUT_DETAIL_POINTS,
                                          [ABUT_SURVEY_BOXES] = ABUT_DETAIL_PAIRS};
    abut_ask own = *ask;
    ask_options resolved;
    if (!ask_values_are_valid(ask)) return ABUT_BAD_ARGUMENT;
    if (ask->any || ask->detail) return ABUT_BAD_COMBINATION;
    if (survey == ABUT_SURVEY_BOXES && !asks_only_for_boxes(ask)) return ABUT_BAD_COMBINATION;
    if (survey == ABUT_SURVEY_RELATIONS && (ask->budget || ask->deadline > 0))
        return ABUT_BAD_COMBINATION;
    own.detail = details[survey];
    own.limit = survey == ABUT_SURVEY_CONTACTS;
    own.deadline = 0;  // which is that of all pairs together
    if (w->someone != NOBODY)
        TRY(method_resolve_ask(w->members[w->someone].placed.model->method, &own, &resolved));
    w->survey = survey;
    w->ask = own;
    if (own.walk) {  // the caller's, who may change it after the call
        w->walk = *own.walk;
        w->ask.walk = &w->walk;
    }
    w->limit = ask->limit;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------ one pair

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
    out->complete = hits->complete;
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

static abut_status ask_pair(abut_world* w, world_worker* worker, size_t place)
{
    const abut_pair pair = w->asked[place];
    const placed_model *a = &w->members[pair.a].placed, *b = &w->members[pair.b].placed;
    pair_front* const front = w->ask.coherent ? w->asked_front[place] : NULL;
    abut_containment found = {.relation = ABUT_RELATION_SEPARATE};
    abut_clash clash = {.count = 0};
    if (w->survey == ABUT_SURVEY_RELATIONS)
        TRY(contain_placed(worker->query, front, a, b, &w->ask, &found));
    else
        TRY(collide_placed(worker->query, front, a, b, &w->ask, &found.hits));
    count_work(worker, &found.hits);
    if (found.hits.state == ABUT_STATE_UNDECIDED) return ABUT_OK;  // it stays open
    const int has_told = found.hits.count || found.relation != ABUT_RELATION_SEPARATE;
    w->told[place] = has_told ? PAIR_TOLD : PAIR_NOTHING;
    if (!has_told) return ABUT_OK;
    if (w->survey != ABUT_SURVEY_CONTACTS) {
        describe(&clash, &found.hits);
        if (w->survey == ABUT_SURVEY_RELATIONS) {
            clash.relation = found.relation;
            clash.reason = found.reason;
        }
        TRY(add_clash(w, worker, &clash));
    }
    return world_add_pair(w, worker, pair);
}

// The place in the list of the pair that is asked about as such a one.
static size_t place_of(const abut_world* w, size_t turn)
{
    const size_t left = w->asked_count - w->start;
    return turn < left ? w->start + turn : turn - left;
}

// Whether time is up. However short it is, one pair is asked about: so that who asks again comes to an end.
static int is_late(const abut_world* w, size_t turn)
{
    return w->stop_time && turn && clock_now() >= w->stop_time;
}

static abut_status ask_turn(void* context, size_t turn, int number)
{
    abut_world* const w = context;
    world_worker* const worker = &w->workers[number];
    const size_t from = turn * PAIRS_A_TURN, first = worker->count, left = w->round_count - from;
    const size_t to = from + (left < PAIRS_A_TURN ? left : PAIRS_A_TURN);
    const abut_host host = crew_host(&w->crew);
    if (!worker->query) TRY(query_create(&worker->query, &host));
    worker->query->stop_time = w->stop_time;
    for (size_t i = w->round_first + from; i < w->round_first + to && !is_late(w, i); i++)
        TRY(ask_pair(w, worker, place_of(w, i)));
    w->shares[turn] = (world_share){first, worker->count - first, number};
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------- fronts

static pair_key key_of(const abut_world* w, abut_pair pair)
{
    const abut_model* const a = w->members[pair.a].placed.model;
    const abut_model* const b = w->members[pair.b].placed.model;
    return (pair_key){{a->serial, b->serial}, {pair.a, pair.b}, 0};
}

// Find the fronts of a round. The first one keeps those of later rounds, and gives all others up.
static void find_fronts(abut_world* w)
{
    const abut_host* host = &w->crew.host;
    const size_t end = w->round_first + w->round_count;
    if (!w->round_first) fronts_call(&w->fronts);
    for (size_t i = w->round_first; i < end; i++) {
        const size_t place = place_of(w, i);
        const pair_key key = key_of(w, w->asked[place]);
        w->asked_front[place] = fronts_take(&w->fronts, host, &key);
    }
    if (w->round_first) return;
    for (size_t i = end; i < w->asked_count; i++) {
        const pair_key key = key_of(w, w->asked[place_of(w, i)]);
        fronts_keep(&w->fronts, &key);
    }
    fronts_sweep(&w->fronts, host);
}

// -------------------------------------------------------------------------------------------- rounds

static abut_status make_room(abut_world* w)
{
    const abut_host* host = &w->crew.host;
    const size_t room = w->asked_count ? w->asked_count : 1;
    void *told = w->told, *fronts = w->asked_front;
    TRY(host_grow(host, &told, &w->told_capacity, 0, room, sizeof *w->told));
    w->told = told;
    memset(w->told, PAIR_OPEN, room);
    if (!w->ask.coherent) return ABUT_OK;
    TRY(host_grow(host, &fronts, &w->front_capacity, 0, room, sizeof(pair_front*)));
    w->asked_front = fronts;
    return ABUT_OK;
}

static abut_status ask_round(abut_world* w, double from, double to, size_t* found)
{
    const abut_host* host = &w->crew.host;
    const int has_clashes = w->survey != ABUT_SURVEY_CONTACTS;
    void *pairs = w->pairs, *clashes = w->clashes;
    if (w->ask.coherent) find_fronts(w);
    TRY(world_take_turns(w, w->round_count, PAIRS_A_TURN, ask_turn, from, to));
    const size_t before = *found, count = before + world_found(w), room = count ? count : 1;
    TRY(host_grow(host, &pairs, &w->pair_capacity, before, room, sizeof *w->pairs));
    w->pairs = pairs;
    if (has_clashes)
        TRY(host_grow(host, &clashes, &w->clash_capacity, before, room, sizeof *w->clashes));
    w->clashes = clashes;
    world_join(w, w->round_count, PAIRS_A_TURN, w->pairs + before,
               has_clashes ? w->clashes + before : NULL);
    *found = count;
    return ABUT_OK;
}

// Where the last deadline ended, by a search among the pairs.
static size_t find_start(const abut_world* w)
{
    size_t low = 0, high = w->asked_count;
    if (!w->stop_time || !w->ask.coherent || !w->left) return 0;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (((uint64_t)w->asked[middle].a << 32 | w->asked[middle].b) < w->left)
            low = middle + 1;
        else
            high = middle;
    }
    return low < w->asked_count ? low : 0;
}

static abut_status ask_rounds(abut_world* w, double from, double to, size_t* found)
{
    const size_t all = w->asked_count;
    size_t size = w->limit ? ROUND_LEAST : all;
    TRY(make_room(w));
    for (int i = 0; i < w->crew.host.workers; i++)
        w->workers[i].work = (struct work){0};
    w->start = find_start(w);
    w->round_first = 0;
    do {  // once, if there are none: so that what was kept is given up
        const size_t left = all - w->round_first;
        w->round_count = size < left ? size : left;
        const double share = all ? (to - from) / (double)all : 0;
        const double begin = from + share * (double)w->round_first;
        const double end = from + share * (double)(w->round_first + w->round_count);
        TRY(ask_round(w, begin, w->round_count < left ? end : to, found));
        w->round_first += w->round_count;
        if (size < ROUND_MOST) size *= 2;
    } while (w->round_first < all && !(w->limit && *found >= w->limit) &&
             !is_late(w, w->round_first));
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------- answer

// What was found beyond the limit is left open.
static void leave_surplus(abut_world* w, size_t* found)
{
    size_t count = 0;
    if (!w->limit || *found <= w->limit) return;
    for (size_t i = 0; i < w->asked_count; i++) {
        uint8_t* const told = &w->told[place_of(w, i)];
        if (*told == PAIR_TOLD && count++ >= w->limit) *told = PAIR_OPEN;
    }
    *found = w->limit;
}

static void reverse(abut_world* w, size_t from, size_t to)
{
    for (; from + 1 < to; from++, to--) {
        const abut_pair pair = w->pairs[from];
        w->pairs[from] = w->pairs[to - 1];
        w->pairs[to - 1] = pair;
        if (w->survey == ABUT_SURVEY_CONTACTS) continue;
        const abut_clash clash = w->clashes[from];
        w->clashes[from] = w->clashes[to - 1];
        w->clashes[to - 1] = clash;
    }
}

// What was found from start to the end stands before what was found before start.
static void put_in_order(abut_world* w, size_t found)
{
    size_t count = 0;
    if (!w->start) return;
    for (size_t i = w->start; i < w->asked_count; i++)
        count += w->told[i] == PAIR_TOLD;
    reverse(w, 0, count);
    reverse(w, count, found);
    reverse(w, 0, found);
}

// List what was left open, and where the next deadline is to begin.
static abut_status list_undecided(abut_world* w, size_t* count)
{
    void* undecided = w->undecided;
    uint64_t left = 0;
    *count = 0;
    for (size_t i = 0; i < w->asked_count; i++) {
        const abut_pair* pair = &w->asked[place_of(w, i)];
        if (w->told[place_of(w, i)] != PAIR_OPEN) continue;
        if (!(*count)++) left = (uint64_t)pair->a << 32 | pair->b;
    }
    TRY(host_grow(&w->crew.host, &undecided, &w->undecided_capacity, 0, *count ? *count : 1,
                  sizeof *w->undecided));
    w->undecided = undecided;
    w->left = left;
    size_t kept = 0;
    for (size_t i = 0; i < w->asked_count && *count; i++)
        if (w->told[i] == PAIR_OPEN) w->undecided[kept++] = w->asked[i];
    return ABUT_OK;
}

// Whether all is known of the pairs that were found, and whether one of them is in contact.
static void judge(const abut_world* w, abut_clashes* out)
{
    size_t contacts = 0;
    out->complete = !out->undecided_count && !(w->limit && out->count >= w->limit);
    for (size_t i = 0; i < out->count; i++) {
        if (out->clashes) out->complete &= out->clashes[i].complete;
        contacts += !out->clashes || out->clashes[i].count;
    }
    out->state = contacts               ? ABUT_STATE_CONTACT
                 : out->undecided_count ? ABUT_STATE_UNDECIDED
                                        : ABUT_STATE_APART;
}

static void add_work(const abut_world* w, abut_clashes* out)
{
    struct work done = {0};
    for (int i = 0; i < w->crew.host.workers; i++)
        work_add(&done, &w->workers[i].work);
    out->volume_tests = done.volume_tests;
    out->triangle_tests = done.triangle_tests;
    out->node_updates = done.node_updates;
    out->exact_tests = done.exact_tests;
}

abut_status world_ask_pairs(abut_world* w, double from, double to, abut_clashes* out)
{
    abut_clashes found = {.asked = w->asked_count};
    TRY(ask_rounds(w, from, to, &found.count));
    leave_surplus(w, &found.count);
    TRY(list_undecided(w, &found.undecided_count));
    put_in_order(w, found.count);
    found.pairs = w->pairs;
    found.clashes = w->survey == ABUT_SURVEY_CONTACTS ? NULL : w->clashes;
    found.undecided = w->undecided;
    judge(w, &found);
    add_work(w, &found);
    *out = found;
    return ABUT_OK;
}
