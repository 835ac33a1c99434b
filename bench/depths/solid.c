// solid.c - how deep solids are in each other: along a direction, at least, and how far surfaces reach.
#include "depths/depths.h"
#include "probes/probes.h"

#include "abut/contain.h"

#include <math.h>
#include <stdlib.h>

static abut_solids_ask ask_of(const depths_scene* s, size_t pair)
{
    return (abut_solids_ask){.a_solid = s->parts[s->pairs[pair].a].solid,
                             .b_solid = s->parts[s->pairs[pair].b].solid};
}

// ------------------------------------------------------------------------------- along a direction

static const double directions[][3] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                       {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};

// Whether the solids share an inside, where b is moved so far.
static bool is_blocked(depths_run* run, const depths_scene* s, size_t pair, const double d[3],
                       double way)
{
    abut_instance at[2];
    abut_containment c;
    depths_place(s, pair, at);
    for (int k = 0; k < 3; k++)
        at[1].pose.translation[k] += way * d[k];
    depths_must(s, abut_contain(run->query, &at[0], &at[1], NULL, &c));
    return c.relation == ABUT_RELATION_CROSSING || c.relation == ABUT_RELATION_A_INSIDE_B ||
           c.relation == ABUT_RELATION_B_INSIDE_A;
}

static const double* asked_direction;  // an asker has no place for it

static double ask_along(depths_run* run, const depths_scene* s)
{
    const double begun = probes_seconds(false);
    for (size_t i = 0; i < s->pair_count; i++) {
        abut_instance at[2];
        abut_depth_along_answer answer;
        const abut_solids_ask ask = ask_of(s, i);
        depths_place(s, i, at);
        depths_must(s,
                    abut_depth_along(run->query, &at[0], &at[1], asked_direction, &ask, &answer));
    }
    return probes_seconds(false) - begun;
}

// Proved by another question: a little before, they are blocked; a little after, they are not.
static size_t contradictions(depths_run* run, const depths_scene* s, const double d[3],
                             const abut_depth_along_answer* x)
{
    const double before = 1 - 1e-6, after = 1 + 1e-9;
    size_t wrong = 0;
    if (x->depth_hi > 0) {
        wrong += !is_blocked(run, s, 0, d, x->depth_lo * before);
        wrong += is_blocked(run, s, 0, d, x->depth_hi * after);
    }
    if (x->clear_hi > x->depth_hi) wrong += !is_blocked(run, s, 0, d, x->clear_lo * before);
    return wrong + (is_blocked(run, s, 0, d, x->clear_hi * after) && x->clear_hi > 0);
}

void depths_along(depths_run* run, const depths_scene* s)
{
    static const char* const names[] = {"along x",  "along -x", "along y",
                                        "along -y", "along z",  "along -z"};
    const double bar_us = 20000;
    for (int i = 0; i < 6; i++) {
        abut_instance at[2];
        abut_depth_along_answer x;
        const abut_solids_ask ask = ask_of(s, 0);
        depths_row row = {.question = names[i], .worst = -1};
        // The bar is for pushing sideways; the bolt's axis is y.
        row.most = i / 2 == 1 ? 0 : bar_us;
        asked_direction = directions[i];
        depths_place(s, 0, at);
        depths_must(s, abut_depth_along(run->query, &at[0], &at[1], directions[i], &ask, &x));
        row.differ = contradictions(run, s, directions[i], &x);
        snprintf(row.note, sizeof row.note, "depth [%.17g, %.17g], clear [%.17g, %.17g], %zu leaps",
                 x.depth_lo, x.depth_hi, x.clear_lo, x.clear_hi, x.leaps);
        depths_time(run, s, ask_along, NULL, &row);
    }
}

// ---------------------------------------------------------------------------------------- reach, least

static double ask_reach(depths_run* run, const depths_scene* s)
{
    const double begun = probes_seconds(false);
    for (size_t i = 0; i < s->pair_count; i++) {
        abut_instance at[2];
        abut_reach_answer answer;
        const abut_solids_ask ask = ask_of(s, i);
        depths_place(s, i, at);
        depths_must(s, abut_reach(run->query, &at[0], &at[1], &ask, &answer));
    }
    return probes_seconds(false) - begun;
}

void depths_reach(depths_run* run, const depths_scene* s, double bar)
{
    depths_row row = {.question = "reach", .most = 1e6 * bar, .worst = -1};
    size_t complete = 0;
    double most = 0;
    for (size_t i = 0; i < s->pair_count; i++) {
        abut_instance at[2];
        abut_reach_answer r;
        const abut_solids_ask ask = ask_of(s, i);
        depths_place(s, i, at);
        depths_must(s, abut_reach(run->query, &at[0], &at[1], &ask, &r));
        complete += r.complete != 0;
        most = fmax(most, fmax(r.a_in_b.hi, r.b_in_a.hi));
        row.differ += !(r.a_in_b.lo <= r.a_in_b.hi) || !(r.b_in_a.lo <= r.b_in_a.hi);
    }
    snprintf(row.note, sizeof row.note,
             "%zu of %zu complete; the deepest point %.9g; solids %.0f us", complete, s->pair_count,
             most, 1e6 * s->solid_seconds);
    depths_time(run, s, ask_reach, NULL, &row);
}

static double ask_least(depths_run* run, const depths_scene* s)
{
    const double begun = probes_seconds(false);
    for (size_t i = 0; i < s->pair_count; i++) {
        abut_instance at[2];
        abut_depth_least_answer answer;
        abut_solids_ask ask = ask_of(s, i);
        ask.budget = run->request->budget;
        depths_place(s, i, at);
        depths_must(s, abut_depth_least(run->query, &at[0], &at[1], &ask, &answer));
    }
    return probes_seconds(false) - begun;
}

// A translation that is told frees b: another question says so, of a frame, in which nothing is rounded.
static bool is_free(depths_run* run, const depths_scene* s, size_t pair, const double way[3])
{
    abut_pose moved = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1};
    abut_instance at[2];
    abut_containment c;
    depths_place(s, pair, at);
    for (int k = 0; k < 3; k++)
        moved.translation[k] = way[k];
    at[1].frame = &moved;
    depths_must(s, abut_contain(run->query, &at[0], &at[1], NULL, &c));
    return c.relation != ABUT_RELATION_CROSSING && c.relation != ABUT_RELATION_A_INSIDE_B &&
           c.relation != ABUT_RELATION_B_INSIDE_A;
}

void depths_least(depths_run* run, const depths_scene* s)
{
    depths_row row = {.question = "least", .worst = -1};
    size_t complete = 0, convex = 0, open = 0;
    double widest = 0, most = 0;
    for (size_t i = 0; i < s->pair_count; i++) {
        abut_instance at[2];
        abut_depth_least_answer d;
        abut_solids_ask ask = ask_of(s, i);
        ask.budget = run->request->budget;
        depths_place(s, i, at);
        depths_must(s, abut_depth_least(run->query, &at[0], &at[1], &ask, &d));
        complete += d.complete != 0;
        convex += d.is_convex != 0;
        most = fmax(most, d.hi);
        if (d.hi > 0) widest = fmax(widest, (d.hi - d.lo) / d.hi);
        const double length =
            sqrt(d.translation[0] * d.translation[0] + d.translation[1] * d.translation[1] +
                 d.translation[2] * d.translation[2]);
        open += d.reason == ABUT_REASON_OPEN;  // surfaces may cross all the same
        row.differ += !(d.lo <= d.hi) || length > d.hi * (1 + 1e-12) ||
                      (!d.reason && !is_free(run, s, i, d.translation));
    }
    snprintf(row.note, sizeof row.note,
             "%zu of %zu complete, %zu convex, %zu open; the deepest %.9g; the widest [lo, hi] is "
             "%.2g of hi",
             complete, s->pair_count, convex, open, most, widest);
    depths_time(run, s, ask_least, NULL, &row);
}
