// rays.c - abut_rays beside those who answer the same: rays that go anywhere, one after the other. All numbers of a ray lie on
// a grid, so that floats hold them, and origin + direction too: everyone is asked about the same rays.
#include "probes/probes.h"

#include "abut/ray.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MOST = 99, POINTS_A_RAY = 10, CHUNKS_MOST = 50 };
#define FLOATS  1e-5  // of the model's size: how far along the ray answers may differ
#define DOUBLES 1e-9
#define BAR     0.25  // of Embree's time

static const probes_rival_kind kinds[] = {
    {"embree", "abut-probe-embree_rays", PROBES_HOW, false},
    {"embree-robust", "abut-probe-embree_rays", PROBES_HOW, false},
    {"cgal", "abut-probe-cgal_rays", PROBES_HOW, true},
    {"cgal-exact", "abut-probe-cgal_rays_exact", PROBES_HOW, true},
};
enum { KINDS = sizeof kinds / sizeof *kinds, EMBREES = 2 };

// In the order of abut_ray_want.
static const char* const questions[] = {"ray-first", "ray-any", "ray-all", "ray-count"};
enum { QUESTIONS = sizeof questions / sizeof *questions };

typedef enum way {
    SPHERE,   // from a sphere about the model into its box
    SURFACE,  // from just above its surface anywhere
    MISS,     // those of the first that meet nothing
    WAYS
} way;
static const char* const labels[QUESTIONS][WAYS] = {
    {"ray-first, sphere", "ray-first, surface", "ray-first, miss"},
    {"ray-any, sphere", "ray-any, surface", "ray-any, miss"},
    {"ray-all, sphere", "ray-all, surface", "ray-all, miss"},
    {"ray-count, sphere", "ray-count, surface", "ray-count, miss"},
};

typedef struct asked {
    probes_run* run;
    const probes_scene* s;  // its points are an origin and a direction for each ray
    abut_pool* pool;
    abut_batch* batch;
    abut_model* model;
    abut_instance at;
    double grid;
    double *origins, *directions;
    size_t count;
    const abut_ray_answer* answers;  // of the last call
} asked;

// Seconds.
static double ask(asked* a, int question)
{
    const abut_ray_ask what = {.want = (abut_ray_want)question};
    const bool by_clock = a->run->request->workers > 1;
    const double begun = probes_seconds(by_clock);
    const abut_status status =
        abut_rays(a->batch, &a->at, a->origins, a->directions, a->count, &what, &a->answers);
    if (status) exit(bench_fail("%s: %s", a->s->name, abut_status_text(status)));
    return probes_seconds(by_clock) - begun;
}

// ------------------------------------------------------------------------------------------- rays

static void random_direction(random_source* r, double out[3])
{
    double square = 0;
    while (!(square > 0.01 && square <= 1)) {
        square = 0;
        for (int k = 0; k < 3; k++) {
            out[k] = probes_random_signed(r);
            square += out[k] * out[k];
        }
    }
    for (int k = 0; k < 3; k++)
        out[k] /= sqrt(square);
}

static void make_ray(const asked* a, way from, random_source* r, double* origin, double* direction)
{
    const probes_scene* s = a->s;
    double away[3];
    random_direction(r, away);
    if (from == SURFACE) probes_point_near(&s->mesh, r, 0, origin);
    for (int k = 0; k < 3; k++) {
        if (from == SURFACE) {
            origin[k] += 1e-3 * s->size * away[k];
            direction[k] = s->size * away[k];
        } else {
            origin[k] = (s->low[k] + s->high[k]) / 2 + s->size * away[k];
            direction[k] = s->low[k] + random_unit(r) * (s->high[k] - s->low[k]) - origin[k];
        }
        origin[k] = rint(origin[k] / a->grid) * a->grid;
        direction[k] = rint(direction[k] / a->grid) * a->grid;
    }
}

static void make_rays(asked* a, way from, size_t count)
{
    random_source r = {3 + (uint64_t)from};
    a->count = count;
    for (size_t i = 0; i < count; i++)
        make_ray(a, from, &r, a->origins + 3 * i, a->directions + 3 * i);
}

// By abut's own answers: a wrong one would be seen beside a rival's.
static void make_misses(asked* a, size_t count)
{
    random_source r = {3 + (uint64_t)MISS};
    double* const origins = a->origins;
    double* const directions = a->directions;
    size_t kept = 0;
    for (int chunk = 0; chunk < CHUNKS_MOST && kept < count; chunk++) {
        a->count = count - kept;
        a->origins = origins + 3 * kept;
        a->directions = directions + 3 * kept;
        for (size_t i = 0; i < a->count; i++)
            make_ray(a, SPHERE, &r, a->origins + 3 * i, a->directions + 3 * i);
        ask(a, ABUT_RAY_WANT_ANY);
        for (size_t i = 0, all = a->count; i < all; i++) {
            if (a->answers[i].hit_count > 0) continue;
            memmove(origins + 3 * kept, a->origins + 3 * i, 3 * sizeof(double));
            memmove(directions + 3 * kept++, a->directions + 3 * i, 3 * sizeof(double));
        }
    }
    a->origins = origins;
    a->directions = directions;
    a->count = kept;
}

// The longest power of two that leaves 23 bits to each number of a ray.
static double grid_of(const probes_scene* s)
{
    double most = s->size;
    int exponent;
    for (int k = 0; k < 3; k++)
        most = fmax(most, fmax(fabs(s->low[k]), fabs(s->high[k])));
    frexp(4 * most, &exponent);
    return ldexp(1, exponent - 23);
}

// ---------------------------------------------------------------------------------------- compared

// How far an answer of another one is from ours, of the model's size; infinite where it is another number of triangles.
static double difference(const asked* a, int question, size_t i, const double theirs[2])
{
    const abut_ray_answer* own = &a->answers[i];
    const bool is_first = question == ABUT_RAY_WANT_FIRST;
    const bool is_some = is_first || question == ABUT_RAY_WANT_ANY;
    const double* d = a->directions + 3 * i;
    const double met = (double)(is_some ? own->hit_count : own->touch_count);
    if (fabs(met - theirs[0]) > 0) return HUGE_VAL;
    if (!is_first && question != ABUT_RAY_WANT_ALL) return 0;
    if (own->hit_count == 0) return 0;
    const double t = own->hits[own->hit_count - 1].t_lo;
    return fabs(t - theirs[1]) * sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) / a->s->size;
}

static void compare(const asked* a, int question, const double* theirs, probes_row* row)
{
    row->precision = row->is_double ? DOUBLES : FLOATS;
    for (size_t i = 0; i < a->count; i++) {
        const double off = difference(a, question, i, theirs + 2 * i);
        row->differ += !(off <= row->precision);
        const bool is_other = isinf(off) != 0;
        row->others += is_other;
        if (off > row->worst && !is_other) row->worst = off;
    }
}

static void measure_alone(asked* a, int question, way from)
{
    double ours[RUNS_MOST], met = 0;
    const int runs = a->run->request->runs;
    ask(a, question);
    for (size_t i = 0; i < a->count; i++)
        met += a->answers[i].hit_count > 0 || a->answers[i].touch_count > 0;
    for (int i = 0; i < runs; i++)
        ours[i] = ask(a, question);
    const probes_row row = {.scene = a->s->name,
                            .question = labels[question][from],
                            .probes = a->count,
                            .runs = runs,
                            .ours_us = 1e6 * probes_median(ours, runs) / (double)a->count};
    probes_add(a->run, &row);
    if (question == ABUT_RAY_WANT_FIRST && a->run->table)
        fprintf(a->run->table, "    %.1f %% meet something\n", 100 * met / (double)a->count);
}

static void measure_beside(asked* a, int question, way from, probes_rival* r, int kind,
                           double* theirs)
{
    double ours[RUNS_MOST], others[RUNS_MOST];
    const double first = probes_rival_ask(r, questions[question]);
    if (first < 0 || !probes_rival_answers(r, a->run, theirs, 2 * a->count)) return;
    const double count = (double)a->count;
    const probes_request* request = a->run->request;
    probes_row row = {.scene = a->s->name,
                      .question = labels[question][from],
                      .peer = kinds[kind].name,
                      .is_double = kinds[kind].is_double,
                      .probes = a->count,
                      .bar =
                          kind < EMBREES && !request->is_quick && request->workers == 1 ? BAR : 0,
                      .runs = probes_runs(a->run, ask(a, question) + first)};
    compare(a, question, theirs, &row);
    for (int i = 0; i < row.runs; i++) {
        ours[i] = ask(a, question);
        others[i] = probes_rival_ask(r, questions[question]);
    }
    if (!probes_rival_stayed(row.peer, others, row.runs)) return;
    row.ours_us = 1e6 * probes_median(ours, row.runs) / count;
    row.peer_us = 1e6 * probes_median(others, row.runs) / count;
    probes_add(a->run, &row);
}

static int measure(asked* a, way from)
{
    const probes_request* request = a->run->request;
    probes_scene rays = *a->s;
    rays.point_count = 2 * a->count;
    rays.points = malloc(6 * sizeof(double) * a->count);
    double* theirs = malloc(2 * sizeof(double) * a->count);
    if (!rays.points || !theirs) exit(bench_fail("out of memory"));
    for (size_t i = 0; i < a->count; i++) {
        memcpy(rays.points + 6 * i, a->origins + 3 * i, 3 * sizeof(double));
        memcpy(rays.points + 6 * i + 3, a->directions + 3 * i, 3 * sizeof(double));
    }
    const int written = probes_write_scene(a->run, &rays);
    for (int q = 0; q < QUESTIONS; q++)
        if (bench_is_wanted(&request->questions, questions[q])) measure_alone(a, q, from);
    for (int i = 0; i < KINDS && written == BENCH_OK; i++) {
        probes_rival r;
        if (!bench_is_wanted(&request->peers, kinds[i].name)) continue;
        if (!probes_rival_open(&r, a->run, &kinds[i])) continue;
        for (int q = 0; q < QUESTIONS; q++)
            if (bench_is_wanted(&request->questions, questions[q]))
                measure_beside(a, q, from, &r, i, theirs);
        probes_rival_close(&r);
    }
    free(rays.points);
    free(theirs);
    return written;
}

static abut_status open_asked(asked* a)
{
    const abut_soup soup = probes_soup(&a->s->mesh);
    abut_host host;
    abut_status status = abut_model_build(&a->model, &soup, NULL);
    a->at.model = a->model;
    if (!status) status = abut_pool_create(&a->pool, a->run->request->workers, NULL);
    if (!status) status = abut_pool_host(a->pool, &host);
    if (!status) status = abut_batch_create(&a->batch, &host);
    return status;
}

int probes_rays(probes_run* run, const probes_scene* s)
{
    const size_t count = run->request->points / POINTS_A_RAY + 1;
    asked a = {.run = run,
               .s = s,
               .grid = grid_of(s),
               .origins = malloc(3 * sizeof(double) * count),
               .directions = malloc(3 * sizeof(double) * count)};
    if (!a.origins || !a.directions) exit(bench_fail("out of memory"));
    if (!probes_asks_any(run, questions, QUESTIONS)) {
        free(a.origins);
        free(a.directions);
        return BENCH_OK;
    }
    const abut_status status = open_asked(&a);
    int measured = BENCH_OK;
    for (way from = SPHERE; from < WAYS && !status && measured == BENCH_OK; from++) {
        if (from == MISS)
            make_misses(&a, count);
        else
            make_rays(&a, from, count);
        if (a.count > 0) measured = measure(&a, from);
    }
    abut_batch_free(a.batch);
    abut_pool_free(a.pool);
    abut_model_free(a.model);
    free(a.origins);
    free(a.directions);
    return status ? bench_fail("%s: %s", s->name, abut_status_text(status)) : measured;
}
