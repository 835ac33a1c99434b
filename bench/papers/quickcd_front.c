// quickcd_front.c - Klosowski 1998, chapters 6 and 7: what it is worth to begin where the last query's descent of the
// environment ended, on the five data sets.
#include "bench.h"
#include "papers/paper.h"
#include "papers/run.h"

#include <math.h>
#include <stdlib.h>

enum { K_COUNT = 4 };

static const int ks[K_COUNT] = {6, 14, 18, 26};

typedef struct front_row {
    const char* name;
    asked_figures plain[K_COUNT], front[K_COUNT];
} front_row;

// A flight without or with a front. A query is asked once in a flight, for asked again it would find a front that is
// its own; so the whole flight is flown again, by turns, and of each step the least time counts.
typedef struct flown {
    step_figures* steps;
    double* least_us;
    asked_figures f;
} flown;

static int fly(const pair_built* p, const bench_scene* s, const abut_ask* ask, flown* to)
{
    const int status = pair_ask_all(p, s, ask, 1, to->steps, &to->f);
    for (size_t i = 0; i < s->pose_count && status == BENCH_OK; i++) {
        if (to->steps[i].us < to->least_us[i]) to->least_us[i] = to->steps[i].us;
    }
    return status;
}

static void sum_up(flown* f, size_t count, asked_figures* out)
{
    *out = f->f;
    out->mean_us = out->max_us = 0;
    // Without the first query of a flight, which gets memory, and makes the front.
    for (size_t i = 1; i < count; i++) {
        out->mean_us += f->least_us[i] / (double)(count - 1);
        if (f->least_us[i] > out->max_us) out->max_us = f->least_us[i];
    }
}

static int measure_both(const pair_built* p, const bench_scene* s, int flights,
                        asked_figures* plain, asked_figures* front)
{
    static const abut_ask asks[2] = {{.limit = 0}, {.coherent = 1}};
    asked_figures* const out[2] = {plain, front};
    flown f[2];
    int status = BENCH_OK;
    for (int i = 0; i < 2; i++) {
        f[i] = (flown){.steps = calloc(s->pose_count, sizeof *f[i].steps),
                       .least_us = malloc(s->pose_count * sizeof *f[i].least_us)};
        if (!f[i].steps || !f[i].least_us) status = bench_fail("%s: out of memory", s->name);
        for (size_t k = 0; k < s->pose_count && f[i].least_us; k++)
            f[i].least_us[k] = HUGE_VAL;
    }
    for (int turn = 0; turn < flights && status == BENCH_OK; turn++) {
        for (int i = 0; i < 2 && status == BENCH_OK; i++)
            status = fly(p, s, &asks[i], &f[i]);
    }
    for (int i = 0; i < 2; i++) {
        if (status == BENCH_OK) sum_up(&f[i], s->pose_count, out[i]);
        free(f[i].steps);
        free(f[i].least_us);
    }
    return status;
}

static int measure_set(front_row* r, int which, bool quick)
{
    static const abut_method methods[K_COUNT] = {ABUT_METHOD_QUICKCD6, ABUT_METHOD_QUICKCD14,
                                                 ABUT_METHOD_QUICKCD18, ABUT_METHOD_QUICKCD26};
    bench_scene s;
    int status = set_make(&s, which, quick, quick ? 40 : 2000);
    *r = (front_row){.name = s.name};
    for (int k = 0; k < K_COUNT && status == BENCH_OK; k++) {
        const abut_build a = quickcd_build(methods[k]);
        const abut_build b = quickcd_flyer(methods[k], s.b.triangle_count);
        pair_built p;
        status = pair_build(&p, &s, &a, &b);
        if (status != BENCH_OK) break;
        status = measure_both(&p, &s, quick ? 1 : 5, &r->plain[k], &r->front[k]);
        pair_free(&p);
        if (status == BENCH_OK && r->front[k].hash != r->plain[k].hash)
            status = bench_fail("%s: answers differ", s.name);
    }
    bench_scene_free(&s);
    return status;
}

static double saved(double before, double after)
{
    return before > 0 ? 100 * (1 - after / before) : 0;
}

static void report(paper* p, const front_row rows[SET_COUNT])
{
    size_t fewer = 0, faster = 0, shorter = 0;
    double least = 1e300, most = -1e300, sum = 0;
    paper_table(p,
                "Tests of volumes a query in the mean, without and with a front, and µs: mean "
                "(longest), but for the first query of a flight",
                "data set|k|N_v|with a front|saved, %|µs|with a front|saved, %");
    for (int i = 0; i < SET_COUNT; i++) {
        for (int k = 0; k < K_COUNT; k++) {
            const asked_figures *f = &rows[i].plain[k], *g = &rows[i].front[k];
            const double tests = saved(f->volume_tests, g->volume_tests);
            const double time = saved(f->mean_us, g->mean_us);
            paper_row(p, "%s|%d|%.0f|%.0f|%.1f|%.1f (%.0f)|%.1f (%.0f)|%.0f", rows[i].name, ks[k],
                      f->volume_tests, g->volume_tests, tests, f->mean_us, f->max_us, g->mean_us,
                      g->max_us, time);
            fewer += tests > 0;
            faster += time > 0;
            shorter += g->max_us < f->max_us;
            least = tests < least ? tests : least;
            most = tests > most ? tests : most;
            sum += tests;
        }
    }
    const size_t cases = (size_t)SET_COUNT * K_COUNT;
    paper_claim(p, "QuickCD, chapter 6", "a front reduces the number of tests of volumes",
                "fewer in all cases; partly if in some", verdict_of(fewer, cases),
                "where steps are large, what was near is far, and back",
                "in %zu of %zu cases; %.1f %% fewer in the mean (%.1f to %.1f)", fewer, cases,
                sum / (double)cases, least, most);
    paper_claim(p, "QuickCD, chapters 6 and 7",
                "in most experiments the mean time falls, in some it is some per cent longer",
                "shorter in more than half of the cases, and not in all; partly if in all",
                faster == cases      ? CLAIM_PARTLY
                : 2 * faster > cases ? CLAIM_HOLDS
                                     : CLAIM_FAILS,
                "tests of volumes are a small part of the time, and keeping the list takes some",
                "shorter in %zu of %zu cases (time)", faster, cases);
    paper_claim(p, "QuickCD, chapter 7", "the longest query becomes shorter",
                "shorter in all cases; partly if in some", verdict_of(shorter, cases),
                "the longest queries have many contacts, not many tests",
                "in %zu of %zu cases (time)", shorter, cases);
}

int quickcd_front(paper* p)
{
    front_row rows[SET_COUNT] = {{.name = NULL}};
    int status = BENCH_OK;
    for (int i = 0; i < SET_COUNT && status == BENCH_OK; i++)
        status = measure_set(&rows[i], i, p->quick);
    if (status == BENCH_OK) report(p, rows);
    return status;
}
