// own.c - abut_first_contact asked about all ways of a scene: the answers that others are compared with, and how long it takes.
#include "peers/peers.h"
#include "sweeps/sweeps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CLOCK_LEAST 5e-5  // seconds that the processor's clock tells well enough

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare_doubles(const void* x, const void* y)
{
    const double a = *(const double*)x, b = *(const double*)y;
    return (a > b) - (a < b);
}

double sweeps_median(double* numbers, int count)
{
    qsort(numbers, (size_t)count, sizeof *numbers, compare_doubles);
    return count % 2 ? numbers[count / 2] : (numbers[count / 2 - 1] + numbers[count / 2]) / 2;
}

static abut_status time_way(sweeps_asker* ask, void* of, const sweeps_scene* s, size_t way,
                            int runs, sweeps_answer* out)
{
    double seconds[RUNS_MOST];
    abut_status status = ask(of, s, way, out);
    for (int i = 0; i < runs && !status; i++) {
        const double begun = seconds_now();
        double took = 0;
        long repeats = 0;
        while (took < CLOCK_LEAST && !status) {
            status = ask(of, s, way, out);
            took = seconds_now() - begun;
            repeats++;
        }
        seconds[i] = took / (double)repeats;
    }
    if (!status) out->seconds = sweeps_median(seconds, runs);
    return status;
}

abut_status sweeps_time(sweeps_asker* ask, void* of, const sweeps_scene* s, int runs,
                        sweeps_answer* out)
{
    abut_status status = ABUT_OK;
    for (size_t i = 0; i < s->way_count && !status; i++)
        status = peer_run_is_stopped() ? ABUT_CANCELLED : time_way(ask, of, s, i, runs, &out[i]);
    return status;
}

// ------------------------------------------------------------------------------------------ abut's own

typedef struct own {
    abut_query* query;
    abut_first* first;
} own;

static bool moves(const abut_motion* piece)
{
    const abut_motion rest = {.to = NULL};
    return memcmp(piece, &rest, sizeof rest) != 0;
}

static abut_status ask_own(void* of, const sweeps_scene* s, size_t way, sweeps_answer* out)
{
    const own* o = of;
    static const abut_motion_ask what = {.any = 0};
    const sweeps_way* w = &s->ways[way];
    const abut_instance a = {.model = s->models[0], .pose = w->start[0]},
                        b = {.model = s->models[1], .pose = w->start[1]};
    abut_first* first = &o->first[way];
    const abut_status status =
        abut_first_contact(o->query, &a, moves(&w->pieces[0]) ? &w->pieces[0] : NULL, &b,
                           moves(&w->pieces[1]) ? &w->pieces[1] : NULL, 1, &what, first);
    *out = (sweeps_answer){.contact = first->state == ABUT_MOTION_CONTACT, .time = first->t_hi};
    return status;
}

// Whether abut_collide finds a contact in the poses at a time, which are rounded.
abut_status sweeps_touches(abut_query* query, const sweeps_scene* s, size_t way, double time,
                           bool* out)
{
    static const abut_ask any = {.limit = 1};
    const sweeps_way* w = &s->ways[way];
    abut_instance at[2];
    abut_hits hits = {.count = 0};
    abut_status status = ABUT_OK;
    for (int i = 0; i < 2 && !status; i++) {
        at[i] = (abut_instance){.model = s->models[i]};
        status = abut_motion_pose(&w->start[i], &w->pieces[i], 1, time, &at[i].pose);
    }
    if (!status) status = abut_collide(query, &at[0], &at[1], &any, &hits);
    *out = hits.count > 0;
    return status;
}

static abut_status check(sweeps_truth* t, abut_query* query, const sweeps_scene* s)
{
    abut_status status = ABUT_OK;
    for (size_t i = 0; i < s->way_count && !status; i++) {
        const abut_first* first = &t->first[i];
        bool touches = true;
        t->contacts += first->state == ABUT_MOTION_CONTACT;
        t->frees += first->state == ABUT_MOTION_FREE;
        if (first->state == ABUT_MOTION_CONTACT)
            status = sweeps_touches(query, s, i, first->t_hi, &touches);
        t->unproved += !touches;
    }
    t->others = s->way_count - t->contacts - t->frees;
    return status;
}

abut_status sweeps_truth_find(const sweeps_run* run, const sweeps_scene* s, sweeps_truth* out)
{
    own o = {.query = NULL};
    *out = (sweeps_truth){.first = calloc(s->way_count, sizeof *out->first),
                          .answers = calloc(s->way_count, sizeof *out->answers)};
    o.first = out->first;
    abut_status status =
        out->first && out->answers ? abut_query_create(&o.query, NULL) : ABUT_OUT_OF_MEMORY;
    if (!status) status = sweeps_time(ask_own, &o, s, run->request->runs, out->answers);
    if (!status) status = check(out, o.query, s);
    abut_query_free(o.query);
    return status;
}

void sweeps_truth_free(sweeps_truth* t)
{
    free(t->first);
    free(t->answers);
    *t = (sweeps_truth){.first = NULL};
}
