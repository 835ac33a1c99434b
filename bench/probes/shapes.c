// shapes.c - abut_probe_batch as robots ask it: arms of sixty spheres beside a model, most of them near it or far, some in
// contact; and other shapes of that size; and abut_shape_distance of the same. Who answers the same is asked about the spheres.
#include "probes/probes.h"
#include "random.h"

#include "abut/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MOST = 99, ARM = 60, ARMS_MOST = 500, LINK = 10 };
#define RADIUS 0.02  // of the model's size; spheres stand so far from each other
#define FLOATS 1e-5  // likewise: who answers in floats may be wrong so near to the radius

typedef struct asked {
    probes_run* run;
    const probes_scene* s;  // its points are the centres
    double radius;
    abut_batch* batch;
    abut_query* query;
    abut_model* model;
    abut_instance at;
    abut_shape* shapes;
    size_t arms;
    double* contacts;  // 1 or 0 for each; or how far it is at least
} asked;

typedef struct sort {
    const char* name;
    abut_shape_kind kind;
    size_t limit;
    bool is_distance;
} sort;

static const sort sorts[] = {
    {"spheres, first", ABUT_SHAPE_SPHERE, 1, false},
    {"spheres, distance", ABUT_SHAPE_SPHERE, 0, true},
    {"spheres, all", ABUT_SHAPE_SPHERE, 0, false},
    {"capsules, first", ABUT_SHAPE_CAPSULE, 1, false},
    {"capsules, distance", ABUT_SHAPE_CAPSULE, 0, true},
    {"boxes, first", ABUT_SHAPE_BOX, 1, false},
    {"boxes, distance", ABUT_SHAPE_BOX, 0, true},
    {"rays, first", ABUT_SHAPE_RAY, 1, false},
};
enum { RIVALS_ANSWER = 2 };  // the first ones

// An arm of links that begins at a triangle and leaves it; unit: of lengths.
static void make_arm(const mesh* m, random_source* r, double unit, double* out)
{
    const uint32_t* t = m->triangles + 3 * (size_t)random_below(r, m->triangle_count);
    double corner[3][3], e[2][3], up[3], at[3], way[3], length = 0, on = 0;
    for (int i = 0; i < 3; i++)
        memcpy(corner[i], m->vertices + 3 * (size_t)t[i], sizeof corner[i]);
    for (int k = 0; k < 3; k++) {
        e[0][k] = corner[1][k] - corner[0][k];
        e[1][k] = corner[2][k] - corner[0][k];
    }
    for (int k = 0; k < 3; k++) {
        up[k] = e[0][(k + 1) % 3] * e[1][(k + 2) % 3] - e[0][(k + 2) % 3] * e[1][(k + 1) % 3];
        length += up[k] * up[k];
    }
    length = length > 0 ? sqrt(length) : 1;
    for (int k = 0; k < 3; k++) {
        up[k] /= length;
        at[k] = (corner[0][k] + corner[1][k] + corner[2][k]) / 3 + 0.75 * unit * up[k];
        way[k] = 0.3 * up[k] + 0.7 * (2 * random_unit(r) - 1);
        on += way[k] * up[k];
    }
    for (int k = 0; k < 3 && on < 0; k++)
        way[k] -= 2 * on * up[k];
    for (int i = 0; i < ARM; i++) {
        double size = 0;
        for (int k = 0; k < 3; k++) {
            if (i % LINK == 0) way[k] += 0.4 * (2 * random_unit(r) - 1);
            size += way[k] * way[k];
        }
        size = size > 0 ? sqrt(size) : 1;
        for (int k = 0; k < 3; k++) {
            way[k] /= size;
            out[3 * i + k] = at[k];
            at[k] += unit * way[k];
        }
    }
}

static void make_shapes(asked* a, const sort* what)
{
    for (size_t i = 0; i < a->s->point_count; i++) {
        const double* const p = a->s->points + 3 * i;
        abut_shape* const out = &a->shapes[i];
        *out = (abut_shape){.kind = what->kind, .radius = a->radius};
        for (size_t k = 0; k < 3; k++) {
            out->points[0][k] = p[k];
            const double arm = what->kind == ABUT_SHAPE_BOX || k == i % 3 ? a->radius : 0;
            out->points[1][k] = what->kind == ABUT_SHAPE_CAPSULE ? p[k] + arm : arm;
        }
    }
}

// How far all are, one after the other. Seconds.
static double ask_distances(asked* a)
{
    const double begun = probes_seconds(false);
    for (size_t i = 0; i < a->s->point_count; i++) {
        abut_shape_nearest near;
        const abut_status status =
            abut_shape_distance(a->query, &a->at, &a->shapes[i], NULL, &near);
        if (status) exit(bench_fail("%s: %s", a->s->name, abut_status_text(status)));
        a->contacts[i] = near.lo;
    }
    return probes_seconds(false) - begun;
}

// All arms, one after the other. Seconds.
static double ask(asked* a, const sort* what)
{
    const size_t limit = what->limit;
    if (what->is_distance) return ask_distances(a);
    const abut_shape_ask how = {.limit = limit};
    const bool by_clock = a->run->request->workers > 1;
    const double begun = probes_seconds(by_clock);
    for (size_t i = 0; i < a->arms; i++) {
        const abut_shape_hits* hits;
        const abut_status status =
            abut_probe_batch(a->batch, &a->at, a->shapes + i * ARM, ARM, &how, &hits);
        if (status) exit(bench_fail("%s: %s", a->s->name, abut_status_text(status)));
        for (size_t k = 0; k < ARM; k++)
            a->contacts[i * ARM + k] = hits[k].count > 0;
    }
    return probes_seconds(by_clock) - begun;
}

static void measure_alone(asked* a, const sort* what)
{
    double ours[RUNS_MOST], contacts = 0;
    const int runs = a->run->request->runs;
    make_shapes(a, what);
    ask(a, what);
    for (int i = 0; i < runs; i++)
        ours[i] = ask(a, what);
    const double count = (double)a->s->point_count;
    const probes_row row = {.scene = a->s->name,
                            .question = what->name,
                            .probes = a->s->point_count,
                            .runs = runs,
                            .ours_us = 1e6 * probes_median(ours, runs) / count};
    probes_add(a->run, &row);
    for (size_t i = 0; i < a->s->point_count; i++)
        contacts += what->is_distance ? !(a->contacts[i] > 0) : a->contacts[i];
    if (a->run->table)
        fprintf(a->run->table, "    %.1f of 60 in contact; %.2f us for 60\n",
                contacts * ARM / count, row.ours_us * ARM);
}

// Whether floats may tell a sphere's contact wrongly.
static bool is_tie(const asked* a, size_t i)
{
    abut_shape centre = a->shapes[i];
    abut_shape_nearest near;
    centre.kind = ABUT_SHAPE_POINT;
    if (abut_shape_distance(a->query, &a->at, &centre, NULL, &near)) return false;
    return fabs(near.lo - a->radius) < FLOATS * a->s->size;
}

static void measure_beside(asked* a, const sort* what, probes_rival* r, const char* peer,
                           double* theirs)
{
    double ours[RUNS_MOST], others[RUNS_MOST];
    char command[64];
    const int runs = a->run->request->runs;
    const double count = (double)a->s->point_count;
    probes_row row = {.scene = a->s->name,
                      .question = what->name,
                      .peer = peer,
                      .probes = a->s->point_count,
                      .runs = runs};
    snprintf(command, sizeof command, "%s %.17g", what->is_distance ? "gaps" : "spheres",
             a->radius);
    if (probes_rival_ask(r, command) < 0) return;
    if (!probes_rival_answers(r, a->run, theirs, a->s->point_count)) return;
    make_shapes(a, what);
    ask(a, what);
    for (size_t i = 0; i < a->s->point_count; i++)
        row.differ += what->is_distance ? fabs(theirs[i] - a->contacts[i]) > FLOATS * a->s->size
                                        : fabs(theirs[i] - a->contacts[i]) > 0 && !is_tie(a, i);
    for (int i = 0; i < runs; i++) {
        ours[i] = ask(a, what);
        others[i] = probes_rival_ask(r, command);
    }
    if (!probes_rival_stayed(row.peer, others, runs)) return;
    row.ours_us = 1e6 * probes_median(ours, runs) / count;
    row.peer_us = 1e6 * probes_median(others, runs) / count;
    probes_add(a->run, &row);
}

static void measure(asked* a)
{
    size_t count;
    const probes_rival_kind* kinds = probes_rival_kinds(&count);
    double* theirs = malloc(a->s->point_count * sizeof *theirs);
    if (!theirs) exit(bench_fail("out of memory"));
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
        if (bench_is_wanted(&a->run->request->questions, sorts[i].name))
            measure_alone(a, &sorts[i]);
    for (size_t i = 0; i < count; i++) {
        probes_rival r;
        if (!kinds[i].program || !bench_is_wanted(&a->run->request->peers, kinds[i].name)) continue;
        if (!probes_rival_open(&r, a->run, &kinds[i])) continue;
        for (size_t k = 0; k < RIVALS_ANSWER; k++)
            if (bench_is_wanted(&a->run->request->questions, sorts[k].name))
                measure_beside(a, &sorts[k], &r, kinds[i].name, theirs);
        probes_rival_close(&r);
    }
    free(theirs);
}

static abut_status open_asked(asked* a, abut_pool** pool)
{
    const mesh* m = &a->s->mesh;
    const abut_soup soup = {.vertices = m->vertices,
                            .vertex_count = m->vertex_count,
                            .triangles = m->triangles,
                            .triangle_count = m->triangle_count};
    abut_host host;
    abut_status status = abut_model_build(&a->model, &soup, NULL);
    a->at.model = a->model;
    if (!status) status = abut_pool_create(pool, a->run->request->workers, NULL);
    if (!status) status = abut_pool_host(*pool, &host);
    if (!status) status = abut_batch_create(&a->batch, &host);
    if (!status) status = abut_query_create(&a->query, NULL);
    return status;
}

int probes_shapes(probes_run* run, const probes_scene* s)
{
    random_source r = {2};
    probes_scene arms = *s;
    abut_pool* pool = NULL;
    size_t count = s->point_count / ARM;
    count = count < 1 ? 1 : count < ARMS_MOST ? count : ARMS_MOST;
    arms.point_count = count * ARM;
    arms.points = malloc(3 * sizeof(double) * arms.point_count);
    asked a = {.run = run,
               .s = &arms,
               .radius = RADIUS * s->size,
               .shapes = malloc(sizeof(abut_shape) * arms.point_count),
               .arms = count,
               .contacts = malloc(sizeof(double) * arms.point_count)};
    if (!arms.points || !a.shapes || !a.contacts) exit(bench_fail("out of memory"));
    for (size_t i = 0; i < count; i++)
        make_arm(&s->mesh, &r, a.radius, arms.points + (size_t)(3 * ARM) * i);
    const abut_status status = open_asked(&a, &pool);
    const int written = status ? BENCH_ERROR : probes_write_scene(run, &arms);
    if (written == BENCH_OK) measure(&a);
    abut_batch_free(a.batch);
    abut_query_free(a.query);
    abut_pool_free(pool);
    abut_model_free(a.model);
    free(arms.points);
    free(a.shapes);
    free(a.contacts);
    return status ? bench_fail("%s: %s", s->name, abut_status_text(status)) : written;
}
