// world_gaps.c - how far two instances of a world are apart, and whether their margins are kept. Whether they are in contact
// is asked first, if their boxes meet: what is in contact needs no search for the nearest pair.
#include "base/base.h"
#include "base/bits.h"
#include "query/clearance.h"
#include "query/distance.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

typedef struct gap_question {
    abut_world* world;
    abut_query* query;
    abut_pair pair;
    pair_front* front;  // NULL: it is not coherent
    double margins[2];  // to be added
    int no_contact;     // it is known that there is none
    struct work work;   // that it took so far
} gap_question;

// What is left of the budget; 0: nothing. Without one there is no end of it.
static uint64_t budget_left(const gap_question* q)
{
    const uint64_t budget = q->world->ask.budget;
    const uint64_t spent = q->work.volume_tests + q->work.triangle_tests;
    if (!budget) return UINT64_MAX;
    return budget > spent ? budget - spent : 0;
}

static uint64_t budget_of_rest(const gap_question* q)
{
    return q->world->ask.budget ? budget_left(q) : 0;
}

static const abut_instance* side(const gap_question* q, uint32_t id)
{
    return &q->world->members[id].instance;
}

// ---------------------------------------------------------------------------------------- margins

// A number above the sum of both, in any rounding mode; it may be infinite.
static double reach_of(const double margins[2])
{
    const int is_large = margins[0] > 0x1p1000 || margins[1] > 0x1p1000;
    return is_large ? (double)INFINITY : (margins[0] + margins[1]) * (1 + 0x1p-50) + 0x1p-1018;
}

static int compare_to_margins(double x, const double margins[2])
{
    return double_is_finite(x) ? double_compare_sum(x, margins[0], margins[1]) : 1;
}

// What bounds of the distance say; UNDECIDED: nothing.
static abut_band band_of(const gap_question* q, const abut_distance_answer* d)
{
    const int lo = compare_to_margins(d->lo, q->margins),
              hi = compare_to_margins(d->hi, q->margins);
    const int is_between = d->complete && d->lo < d->hi;  // and neither of these
    const int no_contact = q->no_contact || d->complete || !double_is_zero(d->lo);
    const int strict = q->world->strict;
    if (double_is_zero(d->hi)) return ABUT_BAND_CONTACT;
    if (no_contact && (hi < 0 || (!hi && (is_between || !strict)))) return ABUT_BAND_CLOSE;
    if (lo > 0 || (!lo && (is_between || strict))) return ABUT_BAND_CLEAR;
    return ABUT_BAND_UNDECIDED;
}

// The margins are between two doubles side by side, as the distance is.
static abut_status compare_exactly(gap_question* q, abut_band* band)
{
    abut_instance a = *side(q, q->pair.a), b = *side(q, q->pair.b);
    const abut_clearance_ask ask = {
        .strict = q->world->strict, .limit = 1, .budget = budget_of_rest(q)};
    abut_clearance_answer found;
    if (!budget_left(q)) return ABUT_OK;
    a.margin = q->margins[0];
    b.margin = q->margins[1];
    TRY(clearance(q->query, &a, &b, &ask, &found));
    const struct work done = {found.volume_tests, found.triangle_tests, found.node_updates,
                              found.exact_tests};
    work_add(&q->work, &done);
    *band = found.band;
    return ABUT_OK;
}

// ---------------------------------------------------------------------------------------- one pair

// What abut_distance tells of a contact.
static void tell_contact(const abut_hits* hits, abut_gap* gap)
{
    abut_distance_answer* const d = &gap->distance;
    const abut_contact* const first = &hits->contacts[0];
    gap->band = ABUT_BAND_CONTACT;
    *d = (abut_distance_answer){.complete = hits->complete, .has_pair = 1, .pair = hits->pairs[0]};
    if (!hits->complete) return;
    d->features = first->events[0];
    memcpy(d->a_point, first->points[0], sizeof d->a_point);
    memcpy(d->b_point, first->points[0], sizeof d->b_point);
}

// Whether they are in contact, all of it. Returns what is known in *state.
static abut_status ask_contact(gap_question* q, abut_clash* clash, abut_gap* gap, abut_state* state)
{
    const abut_world* const w = q->world;
    abut_hits hits;
    *state = ABUT_STATE_APART;
    clash->complete = 1;
    if (!world_boxes_meet(&w->plain.boxes[q->pair.a], &w->plain.boxes[q->pair.b])) return ABUT_OK;
    TRY(collide_placed(q->query, q->front, &w->members[q->pair.a].placed,
                       &w->members[q->pair.b].placed, &w->ask, &hits));
    const struct work done = {hits.volume_tests, hits.triangle_tests, hits.node_updates,
                              hits.exact_tests};
    work_add(&q->work, &done);
    *state = hits.state;
    world_describe(clash, &hits);
    if (hits.count) tell_contact(&hits, gap);
    return ABUT_OK;
}

// How far they are apart, but no farther than within, and which band that is.
static abut_status ask_distance(gap_question* q, double within, abut_gap* gap)
{
    const abut_distance_ask ask = {.within = within,
                                   .budget = budget_of_rest(q),
                                   .coherent = q->world->ask.coherent,
                                   .detail = ABUT_DETAIL_POINTS};
    abut_distance_answer* const d = &gap->distance;
    near_seed none = {.serial = {0}};
    if (!budget_left(q)) return ABUT_OK;
    TRY(distance(q->query, q->front ? &q->front->nearest : &none, side(q, q->pair.a),
                 side(q, q->pair.b), &ask, d));
    const struct work done = {d->volume_tests, d->triangle_tests, d->node_updates, d->exact_tests};
    work_add(&q->work, &done);
    gap->band = d->is_farther ? ABUT_BAND_CLEAR : band_of(q, d);
    if (gap->band != ABUT_BAND_UNDECIDED || !d->complete) return ABUT_OK;
    return compare_exactly(q, &gap->band);
}

// Returns, in *told, what is known of the pair.
static abut_status ask_clearance(gap_question* q, abut_clash* clash, abut_gap* gap, uint8_t* told)
{
    abut_state state;
    const int has_margins = !double_is_zero(q->margins[0]) || !double_is_zero(q->margins[1]);
    TRY(ask_contact(q, clash, gap, &state));
    q->no_contact = state == ABUT_STATE_APART;
    if (q->no_contact && has_margins)
        TRY(ask_distance(q, reach_of(q->margins), gap));
    else if (q->no_contact)
        gap->band = ABUT_BAND_CLEAR;
    *told = gap->band == ABUT_BAND_UNDECIDED ? PAIR_OPEN
            : gap->band == ABUT_BAND_CLEAR   ? PAIR_NOTHING
                                             : PAIR_TOLD;
    return ABUT_OK;
}

abut_status world_ask_gap(abut_world* w, world_worker* worker, size_t place, abut_clash* clash,
                          abut_gap* gap)
{
    gap_question q = {.world = w,
                      .query = worker->query,
                      .pair = w->asked.pairs[place],
                      .front = w->ask.coherent ? w->asked_front[place] : NULL};
    world_margins(w, q.pair, q.margins);
    if (w->survey == ABUT_SURVEY_CLEARANCES) {
        TRY(ask_clearance(&q, clash, gap, &w->told[place]));
    } else {
        TRY(ask_distance(&q, 0, gap));
        const abut_distance_answer* const d = &gap->distance;
        const int says_something = d->complete || d->has_pair || !double_is_zero(d->lo);
        w->told[place] = says_something ? PAIR_TOLD : PAIR_OPEN;
    }
    work_add(&worker->work, &q.work);
    gap->distance.volume_tests = q.work.volume_tests;
    gap->distance.triangle_tests = q.work.triangle_tests;
    gap->distance.node_updates = q.work.node_updates;
    gap->distance.exact_tests = q.work.exact_tests;
    return ABUT_OK;
}
