// world_pairs.c - what the instances of a world whose boxes meet are to each other: in rounds, if a limit may end them
// early, so that what is asked does not depend on the workers; each pair from a front of its own, if it is coherent; and
// with a deadline first those that the last one left open.
#include "base/base.h"
#include "base/bits.h"
#include "base/clock.h"
#include "base/host.h"
#include "query/contain.h"
#include "query/distance.h"
#include "query/methods.h"
#include "world/world.h"

#include <string.h>

#define PAIRS_A_TURN 16
#define ROUND_LEAST  64  // pairs, where there is a limit; then twice as many each time
#define ROUND_MOST   65536

// -------------------------------------------------------------------------------------- what is asked

// Whether it leaves the walk of trees as it is.
static int is_walk_plain(const abut_tree_walk* walk)
{
    return !walk ||
           (!walk->descent && !walk->intervals && !walk->interval_count && !walk->traversal);
}

// Whether these options go together with what is wanted.
static int ask_fits(abut_survey survey, const abut_ask* ask)
{
    const int stops = ask->budget || ask->deadline > 0;
    if (ask->any || ask->detail) return 0;
    switch (survey) {
    case ABUT_SURVEY_CONTACTS:
    case ABUT_SURVEY_COUNTS:
    case ABUT_SURVEY_REGIONS:
        return 1;
    case ABUT_SURVEY_RELATIONS:
    case ABUT_SURVEY_RELATIONS_ALONE:
        return !stops;
    case ABUT_SURVEY_BOXES:
        return !stops && !ask->coherent && is_walk_plain(ask->walk);
    case ABUT_SURVEY_CLEARANCES:
        return is_walk_plain(ask->walk);
    case ABUT_SURVEY_DISTANCES:
        return !ask->limit && is_walk_plain(ask->walk);
    }
    return 0;
}

// What is told of each pair.
static world_parts parts_of(abut_survey survey)
{
    static const world_parts parts[] = {
        [ABUT_SURVEY_COUNTS] = {.clashes = 1},
        [ABUT_SURVEY_REGIONS] = {.clashes = 1},
        [ABUT_SURVEY_RELATIONS] = {.clashes = 1},
        [ABUT_SURVEY_RELATIONS_ALONE] = {.clashes = 1},
        [ABUT_SURVEY_CLEARANCES] = {.clashes = 1, .gaps = 1},
        [ABUT_SURVEY_DISTANCES] = {.gaps = 1},
    };
    return parts[survey];
}

abut_status world_set_ask(abut_world* w, abut_survey survey, const abut_ask* ask)
{
    static const abut_detail details[] = {[ABUT_SURVEY_COUNTS] = ABUT_DETAIL_KINDS,
                                          [ABUT_SURVEY_REGIONS] = ABUT_DETAIL_POINTS,
                                          [ABUT_SURVEY_RELATIONS] = ABUT_DETAIL_POINTS,
                                          [ABUT_SURVEY_RELATIONS_ALONE] = ABUT_DETAIL_POINTS,
                                          [ABUT_SURVEY_CLEARANCES] = ABUT_DETAIL_POINTS,
                                          [ABUT_SURVEY_DISTANCES] = ABUT_DETAIL_PAIRS};
    abut_ask own = *ask;
    ask_options resolved;
    if (!ask_values_are_valid(ask)) return ABUT_BAD_ARGUMENT;
    if (!ask_fits(survey, ask)) return ABUT_BAD_COMBINATION;
    own.detail = details[survey];
    own.limit = survey == ABUT_SURVEY_CONTACTS;
    own.deadline = 0;  // which is that of all pairs together
    if (w->someone != NOBODY) {
        const abut_model* model = w->members[w->someone].placed.model;
        if (parts_of(survey).gaps && !tells_how_far(model)) return ABUT_BAD_COMBINATION;
        abut_ask checked = own;
        if (survey == ABUT_SURVEY_DISTANCES) checked.coherent = 0;  // all methods have that
        TRY(method_resolve_ask(model->method, &checked, &resolved));
    }
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

void world_describe(abut_clash* out, const abut_hits* hits)
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

// Ask about contacts, or relations: world_ask_gap for those. Sets w->told.
static abut_status ask_contacts(abut_world* w, world_worker* worker, size_t place,
                                abut_clash* clash)
{
    const abut_pair pair = w->asked.pairs[place];
    const placed_model *a = &w->members[pair.a].placed, *b = &w->members[pair.b].placed;
    pair_front* const front = w->ask.coherent ? w->asked_front[place] : NULL;
    abut_containment found = {.relation = ABUT_RELATION_SEPARATE};
    const int is_alone = w->survey == ABUT_SURVEY_RELATIONS_ALONE;
    const int has_relation = is_alone || w->survey == ABUT_SURVEY_RELATIONS;
    int is_touch = 0;
    if (is_alone) TRY(touch_placed(worker->query, front, a, b, &w->ask, &found.hits, &is_touch));
    if (is_touch)
        found.relation = found.hits.count ? ABUT_RELATION_TOUCHING : ABUT_RELATION_SEPARATE;
    else if (has_relation)
        TRY(contain_placed(worker->query, front, a, b, &w->ask, &found));
    else
        TRY(collide_placed(worker->query, front, a, b, &w->ask, &found.hits));
    count_work(worker, &found.hits);
    if (found.hits.state == ABUT_STATE_UNDECIDED) return ABUT_OK;  // it stays open
    const int has_told = found.hits.count || found.relation != ABUT_RELATION_SEPARATE;
    w->told[place] = has_told ? PAIR_TOLD : PAIR_NOTHING;
    if (!has_told || w->survey == ABUT_SURVEY_CONTACTS) return ABUT_OK;
    if (is_touch)
        clash->count = 1;
    else
        world_describe(clash, &found.hits);
    if (has_relation) {
        clash->relation = found.relation;
        clash->reason = found.reason;
    }
    return ABUT_OK;
}

static abut_status ask_pair(abut_world* w, world_worker* worker, size_t place)
{
    const abut_host host = crew_host(&w->crew);
    abut_clash clash = {.count = 0};
    abut_gap gap = {.band = ABUT_BAND_UNDECIDED};
    if (parts_of(w->survey).gaps)
        TRY(world_ask_gap(w, worker, place, &clash, &gap));
    else
        TRY(ask_contacts(w, worker, place, &clash));
    if (w->told[place] != PAIR_TOLD) return ABUT_OK;
    return world_list_add(&worker->found, &host, w->asked.pairs[place], &clash, &gap);
}

// The place in the list of the pair that is asked about as such a one.
static size_t place_of(const abut_world* w, size_t turn)
{
    const size_t left = w->asked.count - w->start;
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
    const size_t from = turn * PAIRS_A_TURN, first = worker->found.count;
    const size_t left = w->round_count - from;
    const size_t to = from + (left < PAIRS_A_TURN ? left : PAIRS_A_TURN);
    const abut_host host = crew_host(&w->crew);
    if (!worker->query) TRY(query_create(&worker->query, &host));
    worker->query->stop_time = w->stop_time;
    for (size_t i = w->round_first + from; i < w->round_first + to && !is_late(w, i); i++)
        TRY(ask_pair(w, worker, place_of(w, i)));
    w->shares[turn] = (world_share){first, worker->found.count - first, number};
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
        const pair_key key = key_of(w, w->asked.pairs[place]);
        w->asked_front[place] = fronts_take(&w->fronts, host, &key);
    }
    if (w->round_first) return;
    for (size_t i = end; i < w->asked.count; i++) {
        const pair_key key = key_of(w, w->asked.pairs[place_of(w, i)]);
        fronts_keep(&w->fronts, &key);
    }
    fronts_sweep(&w->fronts, host);
}

// -------------------------------------------------------------------------------------------- rounds

static abut_status make_room(abut_world* w)
{
    const abut_host* host = &w->crew.host;
    const size_t room = w->asked.count ? w->asked.count : 1;
    void *told = w->told, *fronts = w->asked_front;
    TRY(host_grow(host, &told, &w->told_capacity, 0, room, sizeof *w->told));
    w->told = told;
    memset(w->told, PAIR_OPEN, room);
    if (!w->ask.coherent) return ABUT_OK;
    TRY(host_grow(host, &fronts, &w->front_capacity, 0, room, sizeof(pair_front*)));
    w->asked_front = fronts;
    return ABUT_OK;
}

static abut_status ask_round(abut_world* w, double from, double to)
{
    if (w->ask.coherent) find_fronts(w);
    TRY(world_take_turns(w, w->round_count, PAIRS_A_TURN, w->found.parts, ask_turn, from, to));
    return world_join(w, w->round_count, PAIRS_A_TURN, &w->found);
}

// Where the last deadline ended, by a search among the pairs.
static size_t find_start(const abut_world* w)
{
    size_t low = 0, high = w->asked.count;
    if (!w->stop_time || !w->ask.coherent || !w->left) return 0;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (((uint64_t)w->asked.pairs[middle].a << 32 | w->asked.pairs[middle].b) < w->left)
            low = middle + 1;
        else
            high = middle;
    }
    return low < w->asked.count ? low : 0;
}

static abut_status ask_rounds(abut_world* w, double from, double to)
{
    const size_t all = w->asked.count;
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
        TRY(ask_round(w, begin, w->round_count < left ? end : to));
        w->round_first += w->round_count;
        if (size < ROUND_MOST) size *= 2;
    } while (w->round_first < all && !(w->limit && w->found.count >= w->limit) &&
             !is_late(w, w->round_first));
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------- answer

// What was found beyond the limit is left open.
static void leave_surplus(abut_world* w)
{
    size_t count = 0;
    if (!w->limit || w->found.count <= w->limit) return;
    for (size_t i = 0; i < w->asked.count; i++) {
        uint8_t* const told = &w->told[place_of(w, i)];
        if (*told == PAIR_TOLD && count++ >= w->limit) *told = PAIR_OPEN;
    }
    w->found.count = w->limit;
}

// What was found from start to the end stands before what was found before start.
static void put_in_order(abut_world* w)
{
    size_t count = 0;
    if (!w->start) return;
    for (size_t i = w->start; i < w->asked.count; i++)
        count += w->told[i] == PAIR_TOLD;
    world_list_reverse(&w->found, 0, count);
    world_list_reverse(&w->found, count, w->found.count);
    world_list_reverse(&w->found, 0, w->found.count);
}

// List what was left open, and where the next deadline is to begin.
static abut_status list_undecided(abut_world* w)
{
    const world_parts none = {0};
    uint64_t left = 0;
    size_t count = 0;
    for (size_t i = 0; i < w->asked.count; i++) {
        const size_t place = place_of(w, i);
        if (w->told[place] != PAIR_OPEN) continue;
        if (!count++) left = pair_set_key(w->asked.pairs[place]);
    }
    world_list_begin(&w->undecided, none);
    TRY(world_list_grow(&w->undecided, &w->crew.host, count));
    w->left = left;
    for (size_t i = 0; i < w->asked.count && count; i++)
        if (w->told[i] == PAIR_OPEN) world_list_append(&w->undecided, &w->asked, i, 1);
    return ABUT_OK;
}

// How near the pairs that were found come to each other, and whether they may be in contact.
static void judge_gaps(abut_clashes* out)
{
    int open = out->undecided_count != 0, touch = 0, close = 0, touch_open = open;
    for (size_t i = 0; i < out->count; i++) {
        const abut_gap* gap = &out->gaps[i];
        out->complete &= gap->distance.complete;
        touch |= gap->band == ABUT_BAND_CONTACT;
        close |= gap->band == ABUT_BAND_CLOSE;
        open |= gap->band == ABUT_BAND_UNDECIDED;
        touch_open |= gap->band == ABUT_BAND_UNDECIDED && double_is_zero(gap->distance.lo);
    }
    out->band = touch   ? ABUT_BAND_CONTACT
                : close ? ABUT_BAND_CLOSE
                : open  ? ABUT_BAND_UNDECIDED
                        : ABUT_BAND_CLEAR;
    out->state = touch ? ABUT_STATE_CONTACT : touch_open ? ABUT_STATE_UNDECIDED : ABUT_STATE_APART;
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
    if (out->gaps) judge_gaps(out);
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
    world_list* const l = &w->found;
    abut_clashes found = {.asked = w->asked.count};
    world_list_begin(l, parts_of(w->survey));
    TRY(ask_rounds(w, from, to));
    leave_surplus(w);
    TRY(list_undecided(w));
    put_in_order(w);
    found.pairs = l->pairs;
    found.clashes = l->parts.clashes ? l->clashes : NULL;
    found.gaps = l->parts.gaps ? l->gaps : NULL;
    found.count = l->count;
    found.undecided = w->undecided.pairs;
    found.undecided_count = w->undecided.count;
    judge(w, &found);
    add_work(w, &found);
    *out = found;
    return ABUT_OK;
}
