// after.c - models that were changed ten times, asked beside trees that were built of the same triangles: answers must be
// equal, and the work about as much.
#include "probes/changes.h"

#include "abut/point.h"
#include "abut/ray.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MOST = 99, POSES = 40, POSES_QUICK = 8, POINTS = 4000, POINTS_QUICK = 500 };
#define BAR (1 / 1.3)  // of a fresh tree's time

typedef struct asked {
    probes_run* run;
    const probes_scene* s;
    abut_query* query;
    abut_batch* batch;
    abut_model* partner;
    abut_pose* poses;
    size_t pose_count, point_count;
    double *points, *directions;
} asked;

// Ask one model all questions of a sort. marks: one of each answer, which are equal where answers are. Returns the work, where
// the answers say it, or 0.
typedef uint64_t asker(const asked* a, const abut_model* model, uint64_t* marks);

static void expect(const asked* a, abut_status status)
{
    if (status) exit(bench_fail("%s: %s", a->s->name, abut_status_text(status)));
}

// FNV-1a.
static uint64_t mark_of(const void* data, size_t size, uint64_t mark)
{
    const unsigned char* bytes = data;
    for (size_t i = 0; i < size; i++)
        mark = (mark ^ bytes[i]) * 0x100000001B3u;
    return mark;
}

static uint64_t ask_contacts(const asked* a, const abut_model* model, size_t limit, uint64_t* marks)
{
    const abut_ask how = {.limit = limit};
    uint64_t work = 0;
    const abut_instance own = {.model = model};
    for (size_t i = 0; i < a->pose_count; i++) {
        const abut_instance other = {.model = a->partner, .pose = a->poses[i]};
        abut_hits hits;
        expect(a, abut_collide(a->query, &own, &other, &how, &hits));
        marks[i] = limit ? hits.count > 0
                         : mark_of(hits.pairs, hits.count * sizeof *hits.pairs, hits.count);
        work += hits.volume_tests + hits.triangle_tests;
    }
    return work;
}

static uint64_t ask_first_contact(const asked* a, const abut_model* m, uint64_t* marks)
{
    return ask_contacts(a, m, 1, marks);
}

static uint64_t ask_all_contacts(const asked* a, const abut_model* m, uint64_t* marks)
{
    return ask_contacts(a, m, 0, marks);
}

static uint64_t ask_nearest(const asked* a, const abut_model* model, uint64_t* marks)
{
    const abut_instance own = {.model = model};
    const abut_point_ask what = {.nearest = 1};
    const abut_point_answer* answers;
    expect(a, abut_points(a->batch, &own, a->points, a->point_count, &what, &answers));
    for (size_t i = 0; i < a->point_count; i++) {
        const abut_point_near* n = answers[i].near;
        marks[i] = mark_of(&n->lo, sizeof n->lo, n->triangle);
    }
    return 0;
}

static uint64_t ask_rays(const asked* a, const abut_model* model, uint64_t* marks)
{
    const abut_instance own = {.model = model};
    const abut_ray_answer* answers;
    expect(a, abut_rays(a->batch, &own, a->points, a->directions, a->point_count, NULL, &answers));
    for (size_t i = 0; i < a->point_count; i++) {
        const abut_ray_hit* h = answers[i].hits;
        marks[i] = answers[i].hit_count ? mark_of(&h->t_lo, sizeof h->t_lo, h->triangle) : 0;
    }
    return 0;
}

typedef struct sort {
    asker* ask;
    bool is_of_poses;
    const char* labels[3];  // of the three kinds
} sort;
static const sort sorts[] = {
    {ask_first_contact, true, {"refits, contact", "regions, contact", "scattered, contact"}},
    {ask_all_contacts, true, {"refits, contacts", "regions, contacts", "scattered, contacts"}},
    {ask_nearest, false, {"refits, nearest", "regions, nearest", "scattered, nearest"}},
    {ask_rays, false, {"refits, rays", "regions, rays", "scattered, rays"}},
};

// Adds to *work.
static double time_of(const asked* a, const sort* what, const abut_model* m, uint64_t* marks,
                      uint64_t* work)
{
    const double begun = probes_seconds(false);
    *work += what->ask(a, m, marks);
    return probes_seconds(false) - begun;
}

static void measure(const asked* a, const sort* what, int kind, const abut_model* changed,
                    const abut_model* fresh)
{
    double ours[RUNS_MOST], others[RUNS_MOST];
    const size_t count = what->is_of_poses ? a->pose_count : a->point_count;
    uint64_t* marks = calloc(2 * count, sizeof *marks);
    if (!marks) exit(bench_fail("out of memory"));
    uint64_t work[2] = {0, 0}, more = 0;
    const double took = time_of(a, what, changed, marks, &work[0]) +
                        time_of(a, what, fresh, marks + count, &work[1]);
    probes_row row = {.scene = a->s->name,
                      .question = what->labels[kind],
                      .peer = "fresh",
                      .is_double = true,
                      .probes = count,
                      .bar = a->run->request->is_quick ? 0 : BAR,
                      .runs = probes_runs(a->run, took)};
    for (size_t i = 0; i < count; i++)
        row.differ += marks[i] != marks[count + i];
    if (work[1] > 0) row.work = (double)work[0] / (double)work[1];
    for (int i = 0; i < row.runs; i++) {
        ours[i] = time_of(a, what, changed, marks, &more);
        others[i] = time_of(a, what, fresh, marks, &more);
    }
    free(marks);
    row.ours_us = 1e6 * probes_median(ours, row.runs) / (double)count;
    row.peer_us = 1e6 * probes_median(others, row.runs) / (double)count;
    probes_add(a->run, &row);
}

// The partner is turned anyhow, and pushed so that the boxes meet; points lie about the model, and rays begin there.
static void make_probes(asked* a)
{
    random_source r = {7};
    const probes_scene* s = a->s;
    for (size_t i = 0; i < a->pose_count; i++) {
        const double axis[3] = {probes_random_signed(&r), probes_random_signed(&r),
                                probes_random_signed(&r)};
        expect(a, abut_pose_from_axis_angle(&a->poses[i], axis, 360 * random_unit(&r)));
        for (int k = 0; k < 3; k++) {
            double turned = 0;
            for (int m = 0; m < 3; m++)
                turned += a->poses[i].rotation[k][m] * (s->low[m] + s->high[m]) / 2;
            a->poses[i].translation[k] = (s->low[k] + s->high[k]) / 2 - turned +
                                         0.7 * (s->high[k] - s->low[k]) * probes_random_signed(&r);
        }
    }
    for (size_t i = 0; i < 3 * a->point_count; i++) {
        const double low = s->low[i % 3], high = s->high[i % 3];
        a->points[i] = (low + high) / 2 + 0.75 * (high - low) * probes_random_signed(&r);
        a->directions[i] = low + (high - low) * random_unit(&r) - a->points[i];
    }
}

void changes_ask_after(probes_run* run, const probes_scene* s, int kind, const abut_model* changed,
                       const abut_model* fresh)
{
    const bool is_quick = run->request->is_quick;
    const abut_soup soup = probes_soup(&s->mesh);
    asked a = {.run = run,
               .s = s,
               .pose_count = is_quick ? POSES_QUICK : POSES,
               .point_count = is_quick ? POINTS_QUICK : POINTS};
    a.poses = malloc(a.pose_count * sizeof *a.poses);
    a.points = malloc(3 * a.point_count * sizeof *a.points);
    a.directions = malloc(3 * a.point_count * sizeof *a.directions);
    if (!a.poses || !a.points || !a.directions) exit(bench_fail("out of memory"));
    make_probes(&a);
    expect(&a, abut_query_create(&a.query, NULL));
    expect(&a, abut_batch_create(&a.batch, NULL));
    expect(&a, abut_model_build(&a.partner, &soup, NULL));
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
        measure(&a, &sorts[i], kind, changed, fresh);
    abut_query_free(a.query);
    abut_batch_free(a.batch);
    abut_model_free(a.partner);
    free(a.poses);
    free(a.points);
    free(a.directions);
}
