// points.c - abut_points beside those who answer the same. An answer of theirs may be off by what floats are, of the size
// of the model.
#include "probes/probes.h"

#include "abut/point.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MOST = 99, NEAREST_MANY = 8 };
#define FLOATS  1e-5  // of the model's size
#define DOUBLES 1e-12
#define WINDING 0.02  // fast winding numbers of others have no bound

typedef enum question { NEAREST, NEAREST_FEW, SIDE, WINDINGS, QUESTIONS } question;
static const char* const names[QUESTIONS] = {"nearest", "nearest 8", "side", "winding"};
static const char* const commands[QUESTIONS] = {"nearest", "knearest 8", "side", "winding"};

typedef struct asked {
    probes_run* run;
    const probes_scene* s;
    abut_pool* pool;
    abut_batch* batch;
    abut_model* model;
    abut_instance at;
    abut_solid* solid;
    size_t closed;
    const abut_point_answer* answers;  // of the last call
} asked;

static abut_point_ask ask_of(const asked* a, question q)
{
    return (abut_point_ask){.nearest = q == NEAREST_FEW ? NEAREST_MANY : 1,
                            .solid = q >= SIDE ? a->solid : NULL,
                            .winding = q == WINDINGS};
}

// Seconds.
static double ask(asked* a, question q)
{
    const abut_point_ask what = ask_of(a, q);
    const bool by_clock = a->run->request->workers > 1;
    const double begun = probes_seconds(by_clock);
    const abut_status status =
        abut_points(a->batch, &a->at, a->s->points, a->s->point_count, &what, &a->answers);
    if (status) exit(bench_fail("%s: %s", a->s->name, abut_status_text(status)));
    return probes_seconds(by_clock) - begun;
}

// How far an answer of another one is from ours; below 0: that is not to be said of this point.
static double difference(const asked* a, question q, size_t i, double theirs)
{
    const abut_point_answer* own = &a->answers[i];
    if (q == NEAREST || q == NEAREST_FEW) {
        const double ours = own->near[own->near_count - 1].lo;
        return fabs(theirs - ours) / a->s->size;
    }
    if (own->side == ABUT_SIDE_ON || own->near[0].lo < FLOATS * a->s->size) return -1;
    if (q == SIDE) return own->side == ABUT_SIDE_INSIDE ? theirs != 1 : theirs != 0;
    return theirs < own->winding_lo   ? own->winding_lo - theirs
           : theirs > own->winding_hi ? theirs - own->winding_hi
                                      : 0;
}

static double allowed(question q, bool is_double)
{
    return q == SIDE ? 0 : q == WINDINGS ? WINDING : is_double ? DOUBLES : FLOATS;
}

static void compare(const asked* a, question q, const double* theirs, probes_row* row)
{
    row->precision = allowed(q, row->is_double);
    for (size_t i = 0; i < a->s->point_count; i++) {
        const double off = difference(a, q, i, theirs[i]);
        if (off > row->worst) row->worst = off;
        row->differ += off > row->precision || isnan(off);
    }
}

static void measure_alone(asked* a, question q)
{
    double ours[RUNS_MOST];
    const int runs = a->run->request->runs;
    ask(a, q);
    for (int i = 0; i < runs; i++)
        ours[i] = ask(a, q);
    const double count = (double)a->s->point_count;
    const probes_row row = {.scene = a->s->name,
                            .question = names[q],
                            .probes = a->s->point_count,
                            .runs = runs,
                            .ours_us = 1e6 * probes_median(ours, runs) / count};
    probes_add(a->run, &row);
}

static void measure_beside(asked* a, question q, probes_rival* r, const probes_rival_kind* kind,
                           double* theirs)
{
    double ours[RUNS_MOST], others[RUNS_MOST];
    const int runs = a->run->request->runs;
    const double count = (double)a->s->point_count;
    probes_row row = {.scene = a->s->name,
                      .question = names[q],
                      .peer = kind->name,
                      .is_double = kind->is_double,
                      .probes = a->s->point_count,
                      .runs = runs};
    if (probes_rival_ask(r, commands[q]) < 0) return;
    if (!probes_rival_answers(r, a->run, theirs, a->s->point_count)) return;
    ask(a, q);
    compare(a, q, theirs, &row);
    for (int i = 0; i < runs; i++) {
        ours[i] = ask(a, q);
        others[i] = probes_rival_ask(r, commands[q]);
    }
    if (!probes_rival_stayed(row.peer, others, runs)) return;
    row.ours_us = 1e6 * probes_median(ours, runs) / count;
    row.peer_us = 1e6 * probes_median(others, runs) / count;
    probes_add(a->run, &row);
}

// Who tells sides needs a model that has them.
static bool is_asked(const asked* a, question q)
{
    return bench_is_wanted(&a->run->request->questions, names[q]) && (q != SIDE || a->closed > 0);
}

static void measure(asked* a)
{
    size_t count;
    const probes_rival_kind* kinds = probes_rival_kinds(&count);
    double* theirs = malloc(a->s->point_count * sizeof *theirs);
    if (!theirs) exit(bench_fail("out of memory"));
    for (question q = NEAREST; q < QUESTIONS; q++)
        if (is_asked(a, q)) measure_alone(a, q);
    for (size_t i = 0; i < count; i++) {
        probes_rival r;
        if (!bench_is_wanted(&a->run->request->peers, kinds[i].name)) continue;
        if (!probes_rival_open(&r, a->run, &kinds[i])) continue;
        for (question q = NEAREST; q < QUESTIONS; q++)
            if (is_asked(a, q)) measure_beside(a, q, &r, &kinds[i], theirs);
        probes_rival_close(&r);
    }
    free(theirs);
}

static abut_status open_asked(asked* a)
{
    const mesh* m = &a->s->mesh;
    const abut_soup soup = {.vertices = m->vertices,
                            .vertex_count = m->vertex_count,
                            .triangles = m->triangles,
                            .triangle_count = m->triangle_count};
    abut_host host;
    abut_solid_info info = {.closed_count = 0};
    abut_status status = abut_model_build(&a->model, &soup, NULL);
    a->at.model = a->model;
    if (!status) status = abut_pool_create(&a->pool, a->run->request->workers, NULL);
    if (!status) status = abut_pool_host(a->pool, &host);
    if (!status) status = abut_batch_create(&a->batch, &host);
    if (!status) status = abut_solid_build(&a->solid, a->model, NULL);
    if (!status) status = abut_solid_describe(a->solid, &info);
    if (!status) a->closed = info.closed_count;
    return status;
}

int probes_points(probes_run* run, const probes_scene* s)
{
    asked a = {.run = run, .s = s};
    const abut_status status = open_asked(&a);
    if (!status) measure(&a);
    abut_batch_free(a.batch);
    abut_pool_free(a.pool);
    abut_solid_free(a.solid);
    abut_model_free(a.model);
    return status ? bench_fail("%s: %s", s->name, abut_status_text(status)) : BENCH_OK;
}
