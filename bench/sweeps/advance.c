// advance.c - rivals made of abut itself. Conservative advancement: the distance now, and how fast any point goes, say how long
// there cannot be contact. Sampling: many poses, each asked whether there is contact.
#include "common/ends.h"
#include "sweeps/sweeps.h"

#include "abut/distance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ADVANCE_LEAST    1e-6  // of the way: a shorter step says contact
#define ADVANCE_RELATIVE 0.01

typedef struct prepared {
    sweeps_legs legs;
    double lengths[SWEEPS_LEGS_MOST];  // how far points of both go, together
} prepared;

typedef struct asked {
    abut_query* query;
    prepared* ways;
    double step;  // of sampling: how far a point may go between two poses
} asked;

static void place(const sweeps_scene* s, const prepared* p, size_t leg, double time,
                  abut_instance out[2])
{
    for (int i = 0; i < 2; i++) {
        out[i] = (abut_instance){.model = s->models[i]};
        sweeps_leg_pose(&p->legs.legs[i][leg], time, &out[i].pose);
    }
}

static abut_status advance_leg(const asked* a, const sweeps_scene* s, const prepared* p, size_t leg,
                               abut_distance_ask* how, sweeps_answer* out)
{
    const double least = ADVANCE_LEAST * (double)p->legs.count;
    double time = 0;
    while (time < 1) {
        abut_instance at[2];
        abut_distance_answer answer;
        place(s, p, leg, time, at);
        const abut_status status = abut_distance(a->query, &at[0], &at[1], how, &answer);
        if (status) return status;
        how->coherent = 1;
        const double step = answer.lo / p->lengths[leg];
        if (answer.hi <= 0 || step < least) {
            const double whole = ((double)leg + time) / (double)p->legs.count;
            *out = (sweeps_answer){.contact = 1, .time = whole};
            return ABUT_OK;
        }
        time += step;
    }
    return ABUT_OK;
}

static abut_status advance(void* of, const sweeps_scene* s, size_t way, sweeps_answer* out)
{
    const asked* a = of;
    const prepared* p = &a->ways[way];
    abut_distance_ask how = {.relative = ADVANCE_RELATIVE};
    abut_status status = ABUT_OK;
    *out = (sweeps_answer){.contact = 0};
    for (size_t leg = 0; leg < p->legs.count && !status && out->contact <= 0; leg++)
        status = advance_leg(a, s, p, leg, &how, out);
    return status;
}

// From the beginning to the end, each from where the last one left.
static abut_status sample(void* of, const sweeps_scene* s, size_t way, sweeps_answer* out)
{
    const asked* a = of;
    const prepared* p = &a->ways[way];
    static const abut_ask how = {.limit = 1, .coherent = 1};
    *out = (sweeps_answer){.contact = 0};
    for (size_t leg = 0; leg < p->legs.count; leg++) {
        const size_t steps = 1 + (size_t)(p->lengths[leg] / a->step);
        for (size_t i = 0; i <= steps; i++) {
            abut_instance at[2];
            abut_hits hits;
            const double time = (double)i / (double)steps;
            place(s, p, leg, time, at);
            const abut_status status = abut_collide(a->query, &at[0], &at[1], &how, &hits);
            if (status) return status;
            if (!hits.count) continue;
            const double whole = ((double)leg + time) / (double)p->legs.count;
            *out = (sweeps_answer){.contact = 1, .time = whole};
            return ABUT_OK;
        }
    }
    return ABUT_OK;
}

// A hundredth of the smaller model's longest side.
static double step_of(const sweeps_scene* s)
{
    double least = HUGE_VAL;
    for (int i = 0; i < 2; i++) {
        double low[3], high[3], most = 0;
        mesh_ends(&s->meshes[i], low, high);
        for (int k = 0; k < 3; k++)
            most = fmax(most, high[k] - low[k]);
        least = fmin(least, most);
    }
    return 0.01 * least;
}

static abut_status run_asked(sweeps_run* run, const sweeps_scene* s, const sweeps_truth* truth,
                             const sweeps_rival_kind* kind, sweeps_asker* ask)
{
    asked a = {.ways = calloc(s->way_count, sizeof *a.ways), .step = step_of(s)};
    sweeps_answer* answers = calloc(s->way_count, sizeof *answers);
    abut_status status = a.ways && answers ? abut_query_create(&a.query, NULL) : ABUT_OUT_OF_MEMORY;
    if (!bench_has_text(&run->request->peers, kind->name)) goto done;
    for (size_t i = 0; i < s->way_count && !status; i++) {
        prepared* p = &a.ways[i];
        status = sweeps_legs_find(&s->ways[i], &p->legs);
        for (size_t k = 0; k < p->legs.count && !status; k++)
            for (int body = 0; body < 2; body++)
                p->lengths[k] += sweeps_leg_length(&p->legs.legs[body][k], &s->meshes[body]);
    }
    if (!status) status = sweeps_time(ask, &a, s, run->request->runs, answers);
    if (!status) sweeps_judge(run, s, truth, kind, answers);
done:
    abut_query_free(a.query);
    free(a.ways);
    free(answers);
    return status;
}

abut_status sweeps_advance(sweeps_run* run, const sweeps_kind* kind, const sweeps_scene* s,
                           const sweeps_truth* truth)
{
    const sweeps_rival_kind who = {
        .name = "advancement", .tells = SWEEPS_TIMES, .bar = kind->beats_advancement ? 1 : 0};
    return run_asked(run, s, truth, &who, advance);
}

abut_status sweeps_sample(sweeps_run* run, const sweeps_scene* s, const sweeps_truth* truth)
{
    static const sweeps_rival_kind who = {
        .name = "sampling 1 %", .tells = SWEEPS_STATES, .is_exact = true};
    return run_asked(run, s, truth, &who, sample);
}
