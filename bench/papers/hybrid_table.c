// hybrid_table.c - table 1 of Wan, Fan and Gao 2001: 31 objects in a crowded space, every pair at every step; and a
// hand that moves to the door of a car. Whether there is contact, by boxes, spheres and both.
#include "bench.h"
#include "papers/hybrid.h"
#include "papers/run.h"
#include "random.h"
#include "scenes.h"

#include <abut/methods.h>
#include <math.h>
#include <stdlib.h>

enum { BRUTE, BOXES, SPHERES, HYBRID, ITS_SPHERES, AT_MEAN, WIDE, RIVALS };
enum { QUIET = 30 };

typedef struct contender {
    const char *name, *his[2];  // his: the paper's seconds
    abut_build build;
} contender;

// The paper's rows; its tree with one of its two volumes, and its volumes in another tree; and the engine.
static const contender rivals[RIVALS] = {
    [BRUTE] = {"box, every pair of triangles",
               {"10218", "> 50,000"},
               {.method = ABUT_METHOD_BRUTE}},
    [BOXES] = {"tree of boxes", {"4431", "724"}, {.method = ABUT_METHOD_AABB}},
    [SPHERES] = {"tree of spheres", {"3465", "4671"}, {.method = ABUT_METHOD_SPHERE}},
    [HYBRID] = {"hybrid tree", {"205", "234"}, {.method = ABUT_METHOD_HYBRID}},
    [ITS_SPHERES] = {"hybrid tree, its spheres only",
                     {"", ""},
                     {.method = ABUT_METHOD_HYBRID,
                      .tree = &(abut_tree_build){.sphere_ratio = 1e300}}},
    [AT_MEAN] = {"both volumes, split at the mean",
                 {"", ""},
                 {.method = ABUT_METHOD_HYBRID,
                  .tree = &(abut_tree_build){.split = ABUT_SPLIT_MEAN}}},
    [WIDE] = {"wide", {"", ""}, {.method = ABUT_METHOD_WIDE}},
};

typedef struct outcome {
    double ms;  // an iteration: a step of all pairs, or a query
    double volume_tests, triangle_tests;
    size_t iterations;
    uint64_t hash;
    bool measured;
} outcome;

// ------------------------------------------------------------------------------------- the crowd

static int make_shape(mesh* out, int which, uint32_t triangles)
{
    static int (*const shapes[])(uint32_t, mesh*) = {shape_wrinkled, shape_lock, shape_airliner,
                                                     shape_hand, shape_door};
    const int status = shapes[which % 5](triangles, out);
    if (status != BENCH_OK) return status;
    return mesh_fit_cube(out, 0.3) == SCENE_OK ? BENCH_OK : bench_fail("out of memory");
}

typedef struct mover {
    double at[3], velocity[3], axis[3], angle, spin;
    int quiet;  // steps since it hit
} mover;

static void set_moving(mover* m, random_source* r)
{
    for (int k = 0; k < 3; k++) {
        // Towards the middle rather than away from it.
        m->velocity[k] = 0.02 * (random_unit(r) - 0.5) - 0.01 * (m->at[k] - 0.5);
        m->axis[k] = random_unit(r) - 0.5;
    }
    m->spin = 6 * random_unit(r) - 3;
    m->quiet = 0;
}

static void exchange(mover* a, mover* b)
{
    const mover before = *a;
    for (int k = 0; k < 3; k++) {
        a->velocity[k] = b->velocity[k];
        b->velocity[k] = before.velocity[k];
    }
    a->spin = b->spin;
    b->spin = before.spin;
    a->quiet = b->quiet = 0;
}

static abut_model* build_one(const mesh* m, const abut_build* build)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles,
                            .vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count};
    abut_model* model = NULL;
    const abut_status status = abut_model_build(&model, &soup, build);
    if (status != ABUT_OK) bench_fail("%s", abut_status_text(status));
    return model;
}

static int move_all(crowd* c, abut_model* const models[OBJECTS])
{
    random_source random = {9};
    mover movers[OBJECTS];
    abut_query* query = NULL;
    abut_status status = abut_query_create(&query, NULL);
    for (int i = 0; i < OBJECTS; i++) {
        movers[i].angle = 360 * random_unit(&random);
        for (int k = 0; k < 3; k++)
            movers[i].at[k] = 1.2 * random_unit(&random) - 0.1;
        set_moving(&movers[i], &random);
    }
    for (size_t step = 0; step < c->steps && status == ABUT_OK; step++) {
        abut_pose* poses = c->poses[step];
        for (int i = 0; i < OBJECTS; i++) {
            mover* m = &movers[i];
            if (++m->quiet > QUIET) set_moving(m, &random);
            m->angle += m->spin;
            abut_pose_from_axis_angle(&poses[i], m->axis, m->angle);
            for (int k = 0; k < 3; k++) {
                m->at[k] += m->velocity[k];
                poses[i].translation[k] = m->at[k];
            }
        }
        for (int i = 0; i < OBJECTS; i++) {
            for (int k = i + 1; k < OBJECTS && status == ABUT_OK; k++) {
                const abut_instance a = {models[i], poses[i]}, b = {models[k], poses[k]};
                abut_hits hits;
                status = abut_collide(query, &a, &b, &(abut_ask){.limit = 1}, &hits);
                if (status == ABUT_OK && hits.count) exchange(&movers[i], &movers[k]);
            }
        }
    }
    abut_query_free(query);
    return status == ABUT_OK ? BENCH_OK : bench_fail("%s", abut_status_text(status));
}

void crowd_models_free(abut_model** models)
{
    for (int i = 0; i < OBJECTS; i++)
        abut_model_free(models[i]);
}

int crowd_models(const crowd* c, const abut_build* build, abut_model** models)
{
    for (int i = 0; i < OBJECTS; i++) {
        models[i] = build_one(&c->shapes[i], build);
        if (models[i]) continue;
        crowd_models_free(models);
        return BENCH_ERROR;
    }
    return BENCH_OK;
}

static int make_crowd(crowd* c, bool quick)
{
    abut_model* models[OBJECTS] = {NULL};
    c->steps = quick ? 4 : 100;
    c->poses = calloc(c->steps, sizeof *c->poses);
    int status = c->poses ? BENCH_OK : bench_fail("out of memory");
    for (int i = 0; i < OBJECTS && status == BENCH_OK; i++) {
        status = make_shape(&c->shapes[i], i, quick ? 300 : 2650);
        c->triangles += c->shapes[i].triangle_count;
    }
    if (status == BENCH_OK) status = crowd_models(c, &rivals[WIDE].build, models);
    if (status == BENCH_OK) status = move_all(c, models);
    crowd_models_free(models);
    return status;
}

static void free_crowd(crowd* c)
{
    for (int i = 0; i < OBJECTS; i++)
        mesh_free(&c->shapes[i]);
    free(c->poses);
}

// ------------------------------------------------------------------------------------- measuring

typedef struct world_box {
    double low[3], high[3];
} world_box;

// Within rounding: it only chooses pairs for the slowest method, whose answers are compared.
static world_box box_of(const mesh* m, const abut_pose* pose)
{
    world_box box = {{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
    for (size_t i = 0; i < m->vertex_count; i++) {
        const double* v = m->vertices + 3 * i;
        for (int k = 0; k < 3; k++) {
            const double at = pose->rotation[k][0] * v[0] + pose->rotation[k][1] * v[1] +
                              pose->rotation[k][2] * v[2] + pose->translation[k];
            box.low[k] = fmin(box.low[k], at);
            box.high[k] = fmax(box.high[k], at);
        }
    }
    return box;
}

static bool boxes_meet(const world_box* a, const world_box* b)
{
    for (int k = 0; k < 3; k++) {
        if (a->low[k] > b->high[k] || b->low[k] > a->high[k]) return false;
    }
    return true;
}

static int ask_step(const crowd* c, size_t step, abut_model* const models[OBJECTS],
                    abut_query* query, bool boxes_first, outcome* out)
{
    const abut_pose* poses = c->poses[step];
    world_box boxes[OBJECTS];
    for (int i = 0; i < OBJECTS && boxes_first; i++)
        boxes[i] = box_of(&c->shapes[i], &poses[i]);
    for (int i = 0; i < OBJECTS; i++) {
        for (int k = i + 1; k < OBJECTS; k++) {
            const abut_instance a = {models[i], poses[i]}, b = {models[k], poses[k]};
            abut_hits hits = {.count = 0};
            if (!boxes_first || boxes_meet(&boxes[i], &boxes[k])) {
                const abut_status status =
                    abut_collide(query, &a, &b, &(abut_ask){.limit = 1}, &hits);
                if (status != ABUT_OK) return bench_fail("%s", abut_status_text(status));
            }
            out->volume_tests += (double)hits.volume_tests;
            out->triangle_tests += (double)hits.triangle_tests;
            // Of the first step, which all methods take.
            if (step == 0) out->hash = (out->hash * 3 + (hits.count > 0)) * 1099511628211u;
        }
    }
    return BENCH_OK;
}

static int measure_crowd(const crowd* c, int which, outcome* out)
{
    abut_model* models[OBJECTS] = {NULL};
    abut_query* query = NULL;
    const bool brute = which == BRUTE;
    *out = (outcome){.iterations = brute ? 1 : c->steps, .measured = true};
    int status = crowd_models(c, &rivals[which].build, models);
    if (status == BENCH_OK && abut_query_create(&query, NULL) != ABUT_OK)
        status = bench_fail("out of memory");
    const double start = processor_seconds();
    for (size_t step = 0; step < out->iterations && status == BENCH_OK; step++)
        status = ask_step(c, step, models, query, brute, out);
    const double share = 1 / (double)out->iterations;
    out->ms = 1e3 * (processor_seconds() - start) * share;
    out->volume_tests *= share;
    out->triangle_tests *= share;
    abut_query_free(query);
    crowd_models_free(models);
    return status;
}

// The hand comes from the side, its fingers first, and goes on into the car.
static int make_hand(bench_scene* s, bool quick)
{
    static const double z[3] = {0, 0, 1};
    const size_t steps = quick ? 10 : 200;
    *s = (bench_scene){.name = "hand and car", .pose_count = steps};
    int status = shape_car(quick ? 6000 : 60755, &s->a);
    if (status == BENCH_OK) status = shape_hand(quick ? 3000 : 30500, &s->b);
    s->poses = calloc(steps, sizeof *s->poses);
    if (status != BENCH_OK || !s->poses) return bench_fail("out of memory");
    mesh_fit_cube(&s->b, 0.2);
    for (size_t i = 0; i < steps; i++) {
        const double part = (double)i / (double)steps;
        abut_pose_from_axis_angle(&s->poses[i], z, 90 + 20 * part);
        s->poses[i].translation[0] = 0.1 * part;
        s->poses[i].translation[1] = -0.75 + 0.4 * part;
        s->poses[i].translation[2] = 0.05;
    }
    return BENCH_OK;
}

static int measure_hand(const bench_scene* s, int which, outcome* out)
{
    static const abut_ask first = {.limit = 1};
    asked_figures f;
    pair_built p;
    int status = pair_build(&p, s, &rivals[which].build, NULL);
    if (status == BENCH_OK) status = pair_ask_all(&p, s, &first, 3, NULL, &f);
    pair_free(&p);
    if (status != BENCH_OK) return status;
    *out = (outcome){.ms = f.mean_us / 1e3,
                     .volume_tests = f.volume_tests,
                     .triangle_tests = f.triangle_tests,
                     .iterations = f.queries,
                     .hash = f.hash,
                     .measured = true};
    return BENCH_OK;
}

// -------------------------------------------------------------------------------------- reporting

static verdict times_faster(double ratio, double least)
{
    return ratio > least ? CLAIM_HOLDS : ratio > fmax(1.2, least / 5) ? CLAIM_PARTLY : CLAIM_FAILS;
}

static void judge(paper* p, outcome r[2][RIVALS])
{
    static const char* const cases[2] = {"hybrid, table 1, case 1", "hybrid, table 1, case 2"};
    static const char* const boxes[2] = {"the hybrid tree is 22 times faster than a tree of boxes",
                                         "the hybrid tree is 3 times faster than a tree of boxes"};
    static const char* const spheres[2] = {
        "the hybrid tree is 17 times faster than a tree of spheres",
        "the hybrid tree is 20 times faster than a tree of spheres"};
    const char* const why =
        "the trees of its rivals are not described. Its own has large leaves where its split rule "
        "finds no gain, and every pair of their triangles is tested (N_p); the same "
        "volumes in a tree split at the mean test as few triangles as boxes do, but "
        "as many volumes. Boxes and spheres together gain on spheres alone in the "
        "same tree";
    for (int i = 0; i < 2; i++) {
        const outcome *own = &r[i][HYBRID], *box = &r[i][BOXES], *sphere = &r[i][SPHERES],
                      *its = &r[i][ITS_SPHERES], *mean = &r[i][AT_MEAN];
        paper_claim(p, cases[i], boxes[i],
                    i ? "more than 2 times; partly if more than 1.2"
                      : "more than 10 times; partly if more than 2",
                    times_faster(box->ms / own->ms, i ? 2 : 10), why,
                    "%.2f times, %.2f times if split at the mean as they are (time); N_v %.0f and "
                    "%.0f, N_p %.0f and %.0f",
                    box->ms / own->ms, box->ms / mean->ms, own->volume_tests, box->volume_tests,
                    own->triangle_tests, box->triangle_tests);
        paper_claim(p, cases[i], spheres[i], "more than 10 times; partly if more than 2",
                    times_faster(sphere->ms / own->ms, 10), why,
                    "%.2f times, %.2f times faster than with its spheres only (time); N_v %.0f, "
                    "%.0f and %.0f, N_p %.0f, %.0f and %.0f",
                    sphere->ms / own->ms, its->ms / own->ms, own->volume_tests,
                    sphere->volume_tests, its->volume_tests, own->triangle_tests,
                    sphere->triangle_tests, its->triangle_tests);
    }
    const double brute = r[0][BRUTE].ms / r[0][HYBRID].ms;
    paper_claim(p, cases[0], "without a tree 50 times slower than the hybrid tree",
                "more than 25 times; partly if more than 1",
                brute > 25  ? CLAIM_HOLDS
                : brute > 1 ? CLAIM_PARTLY
                            : CLAIM_FAILS,
                "slower, but less", "%.0f times (time)", brute);
}

static void report(paper* p, const crowd* c, const bench_scene* s, outcome r[2][RIVALS])
{
    paper_table(p,
                "Table 1: seconds for 1000 iterations (ms for one). Case 1: 31 objects, all 465 "
                "pairs; case 2: a hand towards a car; whether there is contact. The first row was "
                "asked once in case 1; in case 2 it would take hours.",
                "method|case 1, paper|here|N_v|N_p|case 2, paper|here|N_v|N_p");
    for (int i = 0; i < RIVALS; i++) {
        const contender* own = &rivals[i];
        const outcome *one = &r[0][i], *two = &r[1][i];
        if (two->measured)
            paper_row(p, "%s|%s|%.3f|%.0f|%.0f|%s|%.4f|%.0f|%.0f", own->name, own->his[0], one->ms,
                      one->volume_tests, one->triangle_tests, own->his[1], two->ms,
                      two->volume_tests, two->triangle_tests);
        else
            paper_row(p, "%s|%s|%.3f|%.0f|%.0f|%s|-|-|-", own->name, own->his[0], one->ms,
                      one->volume_tests, one->triangle_tests, own->his[1]);
    }
    paper_text(p,
               "Case 1 has %zu triangles in all, and %zu steps; case 2 has %zu against %zu, and "
               "%zu steps.",
               c->triangles, c->steps, s->b.triangle_count, s->a.triangle_count, s->pose_count);
}

int hybrid_table(paper* p)
{
    crowd c = {.poses = NULL};
    bench_scene s = {.name = NULL};
    outcome r[2][RIVALS] = {{{.measured = false}}};
    int status = make_crowd(&c, p->quick);
    for (int i = 0; i < RIVALS && status == BENCH_OK; i++) {
        status = measure_crowd(&c, i, &r[0][i]);
        if (status == BENCH_OK && r[0][i].hash != r[0][0].hash)
            status = bench_fail("crowd: answers differ");
    }
    if (status == BENCH_OK) status = make_hand(&s, p->quick);
    for (int i = 1; i < RIVALS && status == BENCH_OK; i++) {
        status = measure_hand(&s, i, &r[1][i]);
        if (status == BENCH_OK && r[1][i].hash != r[1][1].hash)
            status = bench_fail("hand: answers differ");
    }
    if (status == BENCH_OK) {
        report(p, &c, &s, r);
        judge(p, r);
        status = hybrid_threads(p, &c, &s);
    }
    free_crowd(&c);
    bench_scene_free(&s);
    return status;
}
