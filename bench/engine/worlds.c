// worlds.c - the verb "worlds": how the pairs of instances whose boxes meet are found, by a tree over the boxes or by sweep and
// prune along the directions of a k-DOP; and what the whole survey takes with either. All see the same instances move, and
// must find the same pairs.
#include "common/options.h"
#include "scenes.h"
#include "world/world.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KS = 8, SHAPES = 3, STEPS_MOST = 999 };

static const int ks[KS] = {0, 6, 8, 12, 14, 18, 20, 26};  // 0: the tree

// Of so many instances one moves in a step: by a part of its size, or anywhere.
typedef struct motion_kind {
    const char* name;
    size_t one_of;
    bool jumps;
} motion_kind;

static const motion_kind motions[] = {{"one in 100 a little", 100, false},
                                      {"all a little", 1, false},
                                      {"one in 100 anywhere", 100, true},
                                      {"all anywhere", 1, true}};
enum { MOTIONS = sizeof motions / sizeof *motions };

typedef struct request {
    size_t most;  // instances
    int steps;
    bool quick;
} request;

#define AT(member) offsetof(request, member)

static const bench_option options[] = {
    BENCH_NUMBER("--instances", bench_size, AT(most), 10, 1000000),
    BENCH_NUMBER("--steps", bench_int, AT(steps), 2, STEPS_MOST),
    BENCH_FLAG("--quick", AT(quick)),
};

// A world, and what its instances are.
typedef struct run {
    abut_world* world;
    abut_pose* poses;
    size_t count;
    double side;
    uint64_t seed;
} run;

// What one way of finding pairs took.
typedef struct figures {
    double first, broad, whole;  // seconds: of a new world; medians of the steps
    size_t asked;                // of the last step
    uint64_t pairs;              // of all steps: how many, and a hash of them
    uint64_t hash;
} figures;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int fail(const char* what, abut_status status)
{
    return bench_fail("%s: %s", what, abut_status_text(status));
}

// ------------------------------------------------------------------------------------------- instances

// A number from -1 to 1.
static double any(run* r)
{
    r->seed = r->seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(r->seed >> 11) * 0x1p-52 - 1;
}

static abut_status put(run* r, size_t i)
{
    const double axis[3] = {any(r), any(r), any(r) + 1.5};
    const abut_status status = abut_pose_from_axis_angle(&r->poses[i], axis, 180 * any(r));
    for (int k = 0; k < 3; k++)
        r->poses[i].translation[k] = r->side / 2 * any(r);
    return status;
}

// A ring, a stick and a ball, each about one unit in size.
static abut_status make_models(abut_model* models[SHAPES])
{
    static const double stick[3] = {1.5, 0.15, 0.15};
    mesh m[SHAPES] = {{0}};
    abut_status status = ABUT_OK;
    if (torus_make(16, 8, 0.4, 0.1, &m[0]) != SCENE_OK || box_make(stick, 4, &m[1]) != SCENE_OK ||
        sphere_make(8, 12, 0.4, &m[2]) != SCENE_OK)
        status = ABUT_OUT_OF_MEMORY;
    for (int i = 0; i < SHAPES; i++) {
        const abut_soup soup = {.vertices = m[i].vertices,
                                .triangles = m[i].triangles,
                                .vertex_count = m[i].vertex_count,
                                .triangle_count = m[i].triangle_count};
        if (!status) status = abut_model_build(&models[i], &soup, NULL);
        mesh_free(&m[i]);
    }
    return status;
}

static abut_status fill(run* r, abut_model* const models[SHAPES])
{
    abut_status status = ABUT_OK;
    for (size_t i = 0; i < r->count && !status; i++) {
        status = put(r, i);
        const abut_instance instance = {.model = models[i % SHAPES], .pose = r->poses[i]};
        if (!status) status = abut_world_add(r->world, &instance, NULL);
    }
    return status;
}

static abut_status step(run* r, const motion_kind* kind)
{
    abut_status status = ABUT_OK;
    for (size_t i = 0; i < r->count && !status; i++) {
        if (kind->one_of > 1 && any(r) > 2.0 / (double)kind->one_of - 1) continue;
        if (kind->jumps) status = put(r, i);
        for (int k = 0; k < 3 && !kind->jumps; k++)
            r->poses[i].translation[k] += 0.02 * any(r);
        if (!status) status = abut_world_move(r->world, (uint32_t)i, &r->poses[i]);
    }
    return status;
}

// --------------------------------------------------------------------------------------------- time

static int compare_seconds(const void* x, const void* y)
{
    const double a = *(const double*)x, b = *(const double*)y;
    return (a > b) - (a < b);
}

static double median(double* seconds, int count)
{
    qsort(seconds, (size_t)count, sizeof *seconds, compare_seconds);
    return seconds[count / 2];
}

static abut_status time_broad(run* r, double* seconds)
{
    const abut_ask plain = {.limit = 0};
    abut_status status = world_set_ask(r->world, ABUT_SURVEY_CONTACTS, &plain);
    const double begin = now();
    if (!status) status = world_list_asked(r->world, 0, 1);
    *seconds = now() - begin;
    return status;
}

static abut_status time_whole(run* r, figures* f, double* seconds)
{
    abut_clashes found = {.count = 0};
    const double begin = now();
    const abut_status status = abut_world_collide(r->world, ABUT_SURVEY_CONTACTS, NULL, &found);
    *seconds = now() - begin;
    f->asked = found.asked;
    f->pairs += found.count;
    for (size_t i = 0; !status && i < found.count; i++)
        f->hash =
            (f->hash ^ ((uint64_t)found.pairs[i].a << 32 | found.pairs[i].b)) * 0x9E3779B97F4A7C15u;
    return status;
}

// After every other step the broad phase alone is timed.
static abut_status measure(run* r, int k, const motion_kind* kind, int steps, figures* f)
{
    double broad[STEPS_MOST], whole[STEPS_MOST];
    *f = (figures){.hash = 1};
    abut_status status = abut_world_broad(r->world, k);
    if (!status) status = time_broad(r, &f->first);
    for (int i = 0; i < steps && !status; i++) {
        status = step(r, kind);
        if (!status) status = time_broad(r, &broad[i]);
        if (!status) status = step(r, kind);
        if (!status) status = time_whole(r, f, &whole[i]);
    }
    if (status) return status;
    f->broad = median(broad, steps);
    f->whole = median(whole, steps);
    return ABUT_OK;
}

static int measure_k(abut_model* const models[SHAPES], size_t count, int k, const motion_kind* kind,
                     int steps, figures* f)
{
    // About three pairs of boxes that meet for each instance.
    run r = {.count = count, .side = 1.1 * cbrt((double)count), .seed = count};
    r.poses = malloc(count * sizeof *r.poses);
    abut_status status = r.poses ? abut_world_create(&r.world, NULL) : ABUT_OUT_OF_MEMORY;
    if (!status) status = fill(&r, models);
    if (!status) status = measure(&r, k, kind, steps, f);
    abut_world_free(r.world);
    free(r.poses);
    return status ? fail("world", status) : BENCH_OK;
}

static int measure_motion(abut_model* const models[SHAPES], size_t count, const motion_kind* kind,
                          int steps)
{
    figures f[KS] = {{0}};
    printf("\n%zu instances, %s:\n%8s %10s %10s %10s %9s\n", count, kind->name, "k", "new ms",
           "broad ms", "whole ms", "asked");
    for (int i = 0; i < KS; i++) {
        const int status = measure_k(models, count, ks[i], kind, steps, &f[i]);
        if (status != BENCH_OK) return status;
        if (f[i].pairs != f[0].pairs || f[i].hash != f[0].hash)
            return bench_fail("k %d: other pairs than the tree's", ks[i]);
        char name[16] = "tree";
        if (i) snprintf(name, sizeof name, "%d", ks[i]);
        printf("%8s %10.3f %10.3f %10.3f %9zu\n", name, 1e3 * f[i].first, 1e3 * f[i].broad,
               1e3 * f[i].whole, f[i].asked);
    }
    printf("%zu contacts in all steps, the same for each\n", (size_t)f[0].pairs);
    return BENCH_OK;
}

static int run_worlds(int count, char** arguments)
{
    request r = {.most = 10000, .steps = 15};
    abut_model* models[SHAPES] = {NULL};
    if (BENCH_READ_OPTIONS(&r, options, count, arguments) != BENCH_OK) return BENCH_ERROR;
    if (r.quick) r.most = 300;
    const abut_status made = make_models(models);
    int status = made ? fail("models", made) : BENCH_OK;
    for (size_t n = r.quick ? r.most : 100; n <= r.most && status == BENCH_OK; n *= 10)
        for (int i = 0; i < MOTIONS && status == BENCH_OK; i++)
            status = measure_motion(models, n, &motions[i], r.steps);
    for (int i = 0; i < SHAPES; i++)
        abut_model_free(models[i]);
    return status;
}

const bench_verb bench_worlds = {
    "worlds", "which boxes of many instances meet: by a tree, and by sweep and prune",
    "usage: abut-bench worlds [options]\n\n"
    "Rings, sticks and balls move in a box: some or all of them, by a little or anywhere. The "
    "pairs\n"
    "whose boxes meet are found by the world's tree and by sweep and prune (abut_world_broad), "
    "for\n"
    "each k; all must find the same contacts. new: of a world that was not asked before. broad: "
    "the\n"
    "pairs alone, after a step. whole: with the question whether each pair is in contact. Medians "
    "of\n"
    "the steps, of the time of the processor, on one thread.\n\n"
    "  --instances N  up to so many: 100, 1000, ... (10000)\n"
    "  --steps N      so many of each (15)\n"
    "  --quick        300 instances\n",
    run_worlds};
