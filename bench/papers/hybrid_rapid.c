// hybrid_rapid.c - RAPID itself on the two cases of the experiment "hybrid" (papers/rapid.h): whether there is contact.
#include "bench.h"
#include "papers/hybrid.h"
#include "papers/rapid.h"

#include <stdio.h>

typedef struct crowd_rapid {
    rapid_model* models[OBJECTS];
    time_rounds seconds;  // of all steps
    double volume_tests, triangle_tests, build_ms;
    size_t other;  // pairs that are told otherwise than by the engine
} crowd_rapid;

static int build_all(const paper* p, const crowd* c, crowd_rapid* out)
{
    for (int i = 0; i < OBJECTS; i++) {
        double ms;
        out->models[i] = rapid_model_build(p, &c->shapes[i], &ms);
        if (!out->models[i]) return BENCH_ERROR;
        out->build_ms += ms;
    }
    return BENCH_OK;
}

static int ask_step(const paper* p, const crowd* c, size_t step, int round, crowd_rapid* out)
{
    const abut_pose* poses = c->poses[step];
    size_t pair = 0;
    for (int i = 0; i < OBJECTS; i++) {
        for (int k = i + 1; k < OBJECTS; k++, pair++) {
            rapid_answer his = {.contacts = 0};
            const int status =
                rapid_ask(p, out->models[i], &poses[i], out->models[k], &poses[k], true, &his);
            if (status != BENCH_OK) return status;
            if (round) continue;
            out->volume_tests += (double)his.box_tests / (double)c->steps;
            out->triangle_tests += (double)his.triangle_tests / (double)c->steps;
            out->other += (his.contacts > 0) != (c->touching[step][pair] != 0);
        }
    }
    return BENCH_OK;
}

static int report_crowd(paper* p, const crowd* c, int rounds)
{
    crowd_rapid r = {.build_ms = 0};
    int status = build_all(p, c, &r);
    for (int round = 0; round < rounds && status == BENCH_OK; round++) {
        const double start = processor_seconds();  // once a round, as for the other rivals
        for (size_t step = 0; step < c->steps && status == BENCH_OK; step++)
            status = ask_step(p, c, step, round, &r);
        r.seconds.of[r.seconds.count++] = processor_seconds() - start;
    }
    for (int i = 0; i < OBJECTS; i++)
        rapid_model_free(p, r.models[i]);
    if (status == BENCH_OK)
        paper_text(p,
                   "%s itself in case 1: %s s for %zu iterations (time), N_v %.0f, N_p %.0f, %.0f "
                   "ms to build; told otherwise than by the engine: %zu of %zu pairs.",
                   rapid_name(p), interval_text(rounds_spread(&r.seconds)).text, c->steps,
                   r.volume_tests, r.triangle_tests, r.build_ms, r.other, c->steps * PAIRS);
    return status;
}

int hybrid_rapid(paper* p, const crowd* c, const hand_case* h, int rounds)
{
    static rapid_rows rows;
    rows.count = 0;
    int status = rapid_available(p) ? report_crowd(p, c, rounds) : BENCH_OK;
    if (status == BENCH_OK) status = rapid_rows_add(&rows, p, "case 2", &h->scene, NULL);
    if (status == BENCH_OK) rapid_rows_report(&rows, p);
    return status;
}
