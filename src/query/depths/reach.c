// reach.c - how deep the surfaces of two models are inside each other's solids: what may be left out, and both ways.
#include "query/depths/reach.h"

#include "base/base.h"
#include "geom/vector.h"
#include "query/contain.h"
#include "query/depths/reach_search.h"

#include <math.h>

#define U 0x1p-53

#define TOLERANCE 1e-6     // of the box that both boxes share
#define FINEST    0x1p-40  // of it: what is asked for beyond that is not looked for

// -------------------------------------------------------------------------------------------- boxes

// About a placed model, roundings included.
static reach_box box_of(const placed_model* placed)
{
    const abut_model* const m = placed->model;
    reach_box out = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (int corner = 0; corner < 8; corner++) {
        double x[3], y[3];
        for (int k = 0; k < 3; k++)
            x[k] = corner >> k & 1 ? m->high[k] : m->low[k];
        const double error = reach_place(placed, x, y);
        for (int k = 0; k < 3; k++) {
            const int placed_well = error < (double)INFINITY;
            const double low = placed_well ? y[k] - error : -HUGE_VAL;
            const double high = placed_well ? y[k] + error : HUGE_VAL;
            if (!(low >= out.low[k])) out.low[k] = low - fabs(low) * 4 * U;
            if (!(high <= out.high[k])) out.high[k] = high + fabs(high) * 4 * U;
        }
    }
    return out;
}

// Returns whether there is one.
static int share(const reach_box* a, const reach_box* b, reach_box* out)
{
    for (int k = 0; k < 3; k++) {
        out->low[k] = a->low[k] > b->low[k] ? a->low[k] : b->low[k];
        out->high[k] = a->high[k] < b->high[k] ? a->high[k] : b->high[k];
        if (out->low[k] > out->high[k]) return 0;
    }
    return 1;
}

// A ball in a box is no larger.
static double half_of_least_side(const reach_box* b)
{
    double least = (double)INFINITY;
    for (int k = 0; k < 3; k++) {
        const double side = (b->high[k] / 2 - b->low[k] / 2) * (1 + 8 * U);
        if (side < least) least = side;
    }
    return least;
}

// ------------------------------------------------------------------------------------------ question

typedef struct question {
    const abut_instance* instance[2];
    const abut_solids_ask* ask;
    uint64_t stop_time;
    solid_pair pair;
    reach_box boxes[2], shared;
    double asked, finest;  // what is asked of hi - lo, beside a part of hi; and what is looked for
} question;

static int is_default(const abut_solids_ask* ask)
{
    return double_is_zero(ask->absolute) && double_is_zero(ask->relative);
}

static void find_tolerance(question* q)
{
    double way[3];
    for (int k = 0; k < 3; k++)
        way[k] = q->shared.high[k] - q->shared.low[k];
    const double diagonal = reach_length(way), least = diagonal * FINEST;
    q->asked = is_default(q->ask) ? diagonal * TOLERANCE : q->ask->absolute;
    q->finest = q->asked > least ? q->asked : least;
}

static int is_within(const question* q, const abut_deepest* d)
{
    const double relative = q->ask->relative * d->hi, width = d->hi - d->lo;
    return width <= (relative > q->asked ? relative : q->asked) || double_is_zero(width);
}

// How deep the surface of a side is. stands: how its components stand to the solid; NULL: that is not known.
static abut_status reach_one_way(const question* q, int side, const abut_component* stands,
                                 abut_reach_answer* out)
{
    abut_deepest* const to = side ? &out->b_in_a : &out->a_in_b;
    const uint64_t spent = out->volume_tests + out->triangle_tests, budget = q->ask->budget;
    reach_search s = {.ask = q->ask,
                      .host = &q->pair.query->host,
                      .pair = &q->pair,
                      .side = side,
                      .stands = stands,
                      .shared = q->shared,
                      .absolute = q->finest,
                      .most = half_of_least_side(&q->boxes[!side]),
                      .best = *to,
                      .stop_time = q->stop_time};
    if (!q->pair.solid[!side]->bounding) return ABUT_OK;
    to->hi = s.most;
    if (budget && spent >= budget) return ABUT_OK;
    s.budget = budget ? budget - spent : 0;
    const abut_status status = reach_search_run(&s, q->instance[!side]);
    reach_search_close(&s);
    TRY(status);
    *to = s.best;
    out->volume_tests += s.way.solid.work.volume_tests;
    out->triangle_tests += s.way.solid.work.triangle_tests;
    out->exact_tests += s.way.solid.work.exact_tests;
    return ABUT_OK;
}

// Contacts tell which components only touch: these are not deep, exactly. Not asked where there is a limit: contacts would
// have to have it, too.
static abut_status ask_contacts(const question* q, const abut_component* stands[2],
                                abut_reach_answer* out)
{
    static const abut_ask all;
    abut_containment stand;
    stands[0] = stands[1] = NULL;
    if (q->ask->budget || q->stop_time) return ABUT_OK;
    TRY(contain(q->pair.query, q->instance[0], q->instance[1], &all, &stand));
    out->volume_tests += stand.hits.volume_tests;
    out->triangle_tests += stand.hits.triangle_tests;
    out->exact_tests += stand.hits.exact_tests;
    // What is open hides what is closed.
    for (int side = 0; side < 2; side++)
        if (!q->pair.solid[!side]->parts.open_count) stands[side] = side ? stand.b : stand.a;
    return ABUT_OK;
}

static abut_status reach_both_ways(question* q, abut_reach_answer* out)
{
    for (int side = 0; side < 2; side++)
        q->boxes[side] = box_of(&q->pair.placed[side]);
    if (!share(&q->boxes[0], &q->boxes[1], &q->shared)) return ABUT_OK;
    const abut_component* stands[2];
    find_tolerance(q);
    TRY(ask_contacts(q, stands, out));
    for (int side = 0; side < 2; side++)
        TRY(reach_one_way(q, side, stands[side], out));
    out->complete = is_within(q, &out->a_in_b) && is_within(q, &out->b_in_a);
    return ABUT_OK;
}

abut_status reach_find(abut_query* query, const abut_instance* a, const abut_instance* b,
                       const abut_solids_ask* ask, abut_reach_answer* out)
{
    static const abut_deepest nothing = {.triangle = UINT32_MAX, .nearest = UINT32_MAX};
    const abut_solid* const given[2] = {ask->a_solid, ask->b_solid};
    question q = {
        .instance = {a, b}, .ask = ask, .stop_time = query_stop_time(query, ask->deadline)};
    abut_reach_answer found = {.a_in_b = nothing, .b_in_a = nothing, .complete = 1};
    abut_status status = solid_pair_open(&q.pair, query, a, b, given, 0);
    if (status == ABUT_OK && !q.pair.solid[0]->bounding && !q.pair.solid[1]->bounding)
        found.reason = ABUT_REASON_OPEN;
    else if (status == ABUT_OK)
        status = reach_both_ways(&q, &found);
    solid_pair_close(&q.pair);
    if (status == ABUT_OK) *out = found;
    return status;
}
