// threads.c - the verb "threads": what a second thread is worth. Beside the plain ratio to one thread stands what two
// independent copies of the work reach together on two threads, in the same run: memory, caches and whatever else
// the machine is doing limit both alike.
#include "common/options.h"
#include "output/json.h"
#include "scenes.h"

#include "abut/abut.h"
#include "abut/methods.h"
#include "abut/world.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { WORKERS = 2, RUNS_MOST = 1000, QUESTIONS = 10000, SCENES = 3 };

// What the two must reach.
#define ONE_QUERY_BAR 0.9
#define BATCH_BAR     0.95
#define SMALL_BAR     0.03
#define CUBES_BAR     10.0

typedef struct request {
    int runs;
    bool json, has_bars, quick;
} request;

// The least seconds of all runs, for as many turns.
typedef struct times {
    double one, two_copies, two_threads;
} times;

typedef struct figures {
    const char* names[SCENES];
    times query[SCENES], batch, build, small;
    times depth, breadth;  // of the method hybrid
    double small_loss;     // with threads on
    size_t cubes, cube_pairs;
    double cube_boxes, cube_contacts;  // seconds
} figures;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int fail(const char* what, abut_status status)
{
    return bench_fail("%s: %s", what, abut_status_text(status));
}

// --------------------------------------------------------------------------------------------- work

// Something to be done again and again, alone or by a host; a copy has a state of its own.
typedef struct work {
    abut_status (*turn)(void* state);
    void *alone, *copy, *shared;  // states: of one thread, of another one, and on two threads
    int turns;
} work;

typedef struct runner {
    const work* work;
    void* state;
    pthread_barrier_t* start;  // NULL: at once
    abut_status status;
    double begin, end;
} runner;

static void* run_turns(void* argument)
{
    runner* const r = argument;
    if (r->start) pthread_barrier_wait(r->start);
    r->begin = now();
    for (int i = 0; i < r->work->turns && !r->status; i++)
        r->status = r->work->turn(r->state);
    r->end = now();
    return NULL;
}

static abut_status time_one(const work* w, void* state, double* least)
{
    runner r = {.work = w, .state = state};
    run_turns(&r);
    if (r.end - r.begin < *least) *least = r.end - r.begin;
    return r.status;
}

static abut_status time_copies(const work* w, double* least)
{
    pthread_barrier_t start;
    pthread_t thread;
    runner first = {.work = w, .state = w->alone, .start = &start};
    runner second = {.work = w, .state = w->copy, .start = &start};
    if (pthread_barrier_init(&start, NULL, WORKERS)) return ABUT_OUT_OF_MEMORY;
    if (pthread_create(&thread, NULL, run_turns, &second)) return ABUT_OUT_OF_MEMORY;
    run_turns(&first);
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&start);
    const double begin = first.begin < second.begin ? first.begin : second.begin;
    const double end = first.end > second.end ? first.end : second.end;
    if (end - begin < *least) *least = end - begin;
    return first.status ? first.status : second.status;
}

// Turns enough that a run takes some time.
static abut_status choose_turns(work* w)
{
    for (w->turns = 1; w->turns < 1 << 20; w->turns *= 2) {
        double seconds = 1e300;
        const abut_status status = time_one(w, w->alone, &seconds);
        if (status || seconds > 0.005) return status;
    }
    return ABUT_OK;
}

static abut_status measure(work* w, int runs, times* out)
{
    *out = (times){1e300, 1e300, 1e300};
    abut_status status = choose_turns(w);
    for (int i = 0; i < runs && !status; i++) {
        status = time_one(w, w->alone, &out->one);
        if (!status) status = time_copies(w, &out->two_copies);
        if (!status) status = time_one(w, w->shared, &out->two_threads);
    }
    out->one /= w->turns;
    out->two_copies /= w->turns;
    out->two_threads /= w->turns;
    return status;
}

static double plain(const times* t)
{
    return t->one / t->two_threads;
}

static double of_copies(const times* t)
{
    return t->two_copies / WORKERS / t->two_threads;
}

// ------------------------------------------------------------------------------------------- queries

typedef struct query_state {
    abut_query* query;
    const abut_instance *a, *b;
    const abut_ask* how;
    size_t count;
} query_state;

static abut_status ask(void* state)
{
    query_state* const q = state;
    abut_hits hits;
    const abut_status status = abut_collide(q->query, q->a, q->b, q->how, &hits);
    if (!status) q->count = hits.count;
    return status;
}

static int measure_query(const abut_instance* a, const abut_instance* b, const abut_ask* how,
                         const abut_host* host, const request* r, times* out)
{
    query_state states[3];
    abut_status status = ABUT_OK;
    for (int i = 0; i < 3; i++) {
        states[i] = (query_state){.a = a, .b = b, .how = how};
        if (!status) status = abut_query_create(&states[i].query, i == 2 ? host : NULL);
    }
    work w = {ask, &states[0], &states[1], &states[2], 1};
    if (!status) status = measure(&w, r->runs, out);
    const bool same = states[0].count == states[2].count;
    for (int i = 0; i < 3; i++)
        abut_query_free(states[i].query);
    if (status) return fail("query", status);
    return same ? BENCH_OK : bench_fail("the answers differ");
}

static abut_status model_of(mesh* m, abut_method method, abut_model** out)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles,
                            .vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count};
    const abut_build build = {.method = method};
    const abut_status status = abut_model_build(out, &soup, &build);
    mesh_free(m);
    return status;
}

// Tori that cross; spheres, one within the other; layers of bricks that stand on each other.
static bool make_meshes(int scene, bool quick, mesh m[2])
{
    bricks_shape bricks = {.nx = quick ? 16 : 40,
                           .ny = quick ? 16 : 40,
                           .nz = 2,
                           .size = 2,
                           .shift = 1,
                           .grid = 0.125};
    uint32_t rings, sides;
    if (scene == 0) {
        torus_divide(quick ? 20000 : 600000, &rings, &sides);
        return torus_make(rings, sides, 1, 0.3, &m[0]) == SCENE_OK &&
               torus_make(rings, sides, 1, 0.3, &m[1]) == SCENE_OK;
    }
    if (scene == 1) {
        const uint32_t stacks = quick ? 64 : 128;
        return sphere_make(stacks, 2 * stacks, 1, &m[0]) == SCENE_OK &&
               sphere_make(stacks, 2 * stacks, 1.001, &m[1]) == SCENE_OK;
    }
    const bool fine = bricks_make(&bricks, &m[0]) == SCENE_OK;
    bricks.layer = 1;
    return fine && bricks_make(&bricks, &m[1]) == SCENE_OK;
}

static int measure_scene(int scene, const request* r, const abut_host* host, times* out)
{
    static const double axis[3] = {1, 2, 3};
    mesh m[2] = {{0}, {0}};
    abut_instance side[2] = {{.pose = {.scale = 1}}, {.pose = {.scale = 1}}};
    if (!make_meshes(scene, r->quick, m)) return bench_fail("no scene");
    abut_model* models[2] = {NULL, NULL};
    abut_status status = model_of(&m[0], ABUT_METHOD_AUTO, &models[0]);
    const abut_status other = model_of(&m[1], ABUT_METHOD_AUTO, &models[1]);
    if (!status) status = other;
    if (!status && scene < 2) status = abut_pose_from_axis_angle(&side[1].pose, axis, 33);
    if (scene == 0) side[1].pose.translation[0] = 0.2;
    side[0].model = models[0];
    side[1].model = models[1];
    const int result =
        status ? fail("scene", status) : measure_query(&side[0], &side[1], NULL, host, r, out);
    abut_model_free(models[0]);
    abut_model_free(models[1]);
    return result;
}

// The paper's queue of pairs of nodes, beside a stack.
static int measure_breadth(const request* r, const abut_host* host, figures* f)
{
    static const double axis[3] = {1, 2, 3};
    const abut_ask deep = {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_DEPTH}};
    const abut_ask broad = {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_BREADTH}};
    uint32_t rings, sides;
    mesh m = {0};
    abut_instance side[2] = {{.pose = {.scale = 1}}, {.pose = {.scale = 1}}};
    abut_model* model = NULL;
    torus_divide(r->quick ? 2000 : 20000, &rings, &sides);
    if (torus_make(rings, sides, 1, 0.3, &m) != SCENE_OK) return bench_fail("no torus");
    abut_status status = model_of(&m, ABUT_METHOD_HYBRID, &model);
    if (!status) status = abut_pose_from_axis_angle(&side[1].pose, axis, 33);
    side[1].pose.translation[0] = 0.2;
    side[0].model = side[1].model = model;
    int result = status ? fail("breadth", status) : BENCH_OK;
    if (result == BENCH_OK) result = measure_query(&side[0], &side[1], &deep, host, r, &f->depth);
    if (result == BENCH_OK)
        result = measure_query(&side[0], &side[1], &broad, host, r, &f->breadth);
    abut_model_free(model);
    return result;
}

// ---------------------------------------------------------------------- small questions, and a batch of them

typedef struct batch_state {
    abut_batch* batch;
    const abut_question* questions;
    size_t contacts;
} batch_state;

static abut_status ask_batch(void* state)
{
    batch_state* const b = state;
    const abut_hits* hits = NULL;
    const abut_status status = abut_collide_batch(b->batch, b->questions, QUESTIONS, NULL, &hits);
    b->contacts = 0;
    for (size_t i = 0; !status && i < QUESTIONS; i++)
        b->contacts += hits[i].count;
    return status;
}

// Poses around the place where two tori begin to touch.
static abut_status make_questions(const abut_model* model, abut_question* out)
{
    uint64_t seed = 1;
    for (int i = 0; i < QUESTIONS; i++) {
        double axis[3], place[3];
        for (int k = 0; k < 3; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            axis[k] = (double)(seed >> 11) * 0x1p-52 - 1;
            place[k] = 1.5 * ((double)(seed >> 33) * 0x1p-30 - 1);
        }
        out[i] = (abut_question){.a = {.model = model}, .b = {.model = model}};
        const abut_status status = abut_pose_from_axis_angle(&out[i].b.pose, axis, 0.036 * i);
        if (status) return status;
        memcpy(out[i].b.pose.translation, place, sizeof place);
        out[i].b.pose.translation[0] += 1.5;
    }
    return ABUT_OK;
}

static int measure_batch(const abut_question* questions, const request* r, const abut_host* host,
                         times* out)
{
    batch_state states[3];
    abut_status status = ABUT_OK;
    for (int i = 0; i < 3; i++) {
        states[i] = (batch_state){.questions = questions};
        if (!status) status = abut_batch_create(&states[i].batch, i == 2 ? host : NULL);
    }
    work w = {ask_batch, &states[0], &states[1], &states[2], 1};
    if (!status) status = measure(&w, r->runs, out);
    const bool same = states[0].contacts == states[2].contacts;
    for (int i = 0; i < 3; i++)
        abut_batch_free(states[i].batch);
    if (status) return fail("batch", status);
    return same ? BENCH_OK : bench_fail("the answers of the batch differ");
}

static int measure_small(const request* r, const abut_host* host, figures* f)
{
    static abut_question questions[QUESTIONS];
    uint32_t rings, sides;
    mesh m = {0};
    abut_model* model = NULL;
    torus_divide(r->quick ? 500 : 5000, &rings, &sides);
    if (torus_make(rings, sides, 1, 0.3, &m) != SCENE_OK) return bench_fail("no torus");
    abut_status status = model_of(&m, ABUT_METHOD_AUTO, &model);
    if (!status) status = make_questions(model, questions);
    int result = status ? fail("questions", status) : measure_batch(questions, r, host, &f->batch);
    // A question by itself that is too short to be shared.
    const abut_instance a = {.model = model};
    const abut_instance b = {model, {.translation = {2.59, 0, 0}}};
    if (result == BENCH_OK) result = measure_query(&a, &b, NULL, host, r, &f->small);
    f->small_loss = f->small.two_threads / f->small.one - 1;
    abut_model_free(model);
    return result;
}

// -------------------------------------------------------------------------------------------- building

typedef struct build_state {
    const abut_soup* soup;
    const abut_host* host;
    size_t bytes;
} build_state;

static abut_status build_once(void* state)
{
    build_state* const b = state;
    const abut_build options = {.host = b->host};
    abut_model_info info = {0};
    abut_model* model = NULL;
    abut_status status = abut_model_build(&model, b->soup, &options);
    if (!status) status = abut_model_describe(model, &info);
    if (!status) b->bytes = info.tree_bytes;
    abut_model_free(model);
    return status;
}

static int measure_build(const request* r, const abut_host* host, times* out)
{
    uint32_t rings, sides;
    mesh m = {0};
    torus_divide(r->quick ? 20000 : 500000, &rings, &sides);
    if (torus_make(rings, sides, 1, 0.3, &m) != SCENE_OK) return bench_fail("no torus");
    const abut_soup soup = {.vertices = m.vertices,
                            .triangles = m.triangles,
                            .vertex_count = m.vertex_count,
                            .triangle_count = m.triangle_count};
    build_state states[3] = {{&soup, NULL, 0}, {&soup, NULL, 0}, {&soup, host, 0}};
    work w = {build_once, &states[0], &states[1], &states[2], 1};
    const abut_status status = measure(&w, r->runs, out);
    mesh_free(&m);
    if (status) return fail("build", status);
    return states[0].bytes == states[2].bytes ? BENCH_OK : bench_fail("the trees differ");
}

// ---------------------------------------------------------------------------------------------- cubes

static abut_status fill_with_cubes(abut_world* w, const abut_model* cube, size_t n)
{
    for (size_t i = 0; i < n * n * n; i++) {
        const abut_instance instance = {
            cube, {.translation = {(double)(i % n), (double)(i / n % n), (double)(i / n / n)}}};
        const abut_status status = abut_world_add(w, &instance, NULL);
        if (status) return status;
    }
    return ABUT_OK;
}

// Seconds to put n^3 cubes into a world and ask about them; how many pairs there are.
static abut_status ask_cubes(const abut_model* cube, size_t n, abut_survey survey,
                             const abut_host* host, double* seconds, size_t* pairs)
{
    abut_world* w = NULL;
    abut_clashes found = {0};
    const double begin = now();
    abut_status status = abut_world_create(&w, host);
    if (!status) status = fill_with_cubes(w, cube, n);
    if (!status) status = abut_world_collide(w, survey, NULL, &found);
    *seconds = now() - begin;
    *pairs = found.count;
    abut_world_free(w);
    return status;
}

// n^3 unit cubes on the grid: every cube touches those around it.
static int measure_cubes(const request* r, const abut_host* host, figures* f)
{
    static const double size[3] = {1, 1, 1};
    const size_t n = r->quick ? 12 : 100;
    mesh m = {0};
    abut_model* cube = NULL;
    size_t box_count = 0;
    if (box_make(size, 1, &m) != SCENE_OK) return bench_fail("no box");
    abut_status status = model_of(&m, ABUT_METHOD_AUTO, &cube);
    if (!status) status = ask_cubes(cube, n, ABUT_SURVEY_BOXES, host, &f->cube_boxes, &box_count);
    if (!status)
        status = ask_cubes(cube, n, ABUT_SURVEY_CONTACTS, host, &f->cube_contacts, &f->cube_pairs);
    abut_model_free(cube);
    f->cubes = n * n * n;
    const size_t expected = ((3 * n - 2) * (3 * n - 2) * (3 * n - 2) - n * n * n) / 2;
    if (status) return fail("cubes", status);
    return box_count == expected && f->cube_pairs == expected
               ? BENCH_OK
               : bench_fail("cubes: %zu and %zu pairs, not %zu", box_count, f->cube_pairs,
                            expected);
}

// ----------------------------------------------------------------------------------------- reporting

static const times* worst_query(const figures* f)
{
    const times* worst = &f->query[0];
    for (int i = 1; i < SCENES; i++)
        if (of_copies(&f->query[i]) < of_copies(worst)) worst = &f->query[i];
    return worst;
}

static bool meets_bars(const figures* f)
{
    return of_copies(worst_query(f)) >= ONE_QUERY_BAR && of_copies(&f->batch) >= BATCH_BAR &&
           f->small_loss < SMALL_BAR && f->cube_contacts < CUBES_BAR;
}

static void write_row(const char* what, const char* name, const times* t, double bar)
{
    printf("%-10s %-8s %10.3f %10.3f %10.3f %7.2f %7.3f", what, name, t->one * 1e3,
           t->two_copies * 1e3, t->two_threads * 1e3, plain(t), of_copies(t));
    if (bar > 0) printf("   >= %g %s", bar, of_copies(t) >= bar ? "pass" : "FAIL");
    printf("\n");
}

static void write_table(const request* r, const figures* f)
{
    printf("%d threads; milliseconds, the least of %d runs\n\n", WORKERS, r->runs);
    printf("%-10s %-8s %10s %10s %10s %7s %7s\n", "what", "", "one", "2 copies", "2 threads",
           "ratio", "of two");
    for (int i = 0; i < SCENES; i++)
        write_row("one query", f->names[i], &f->query[i], r->has_bars ? ONE_QUERY_BAR : 0);
    write_row("hybrid", "depth", &f->depth, 0);
    write_row("hybrid", "breadth", &f->breadth, 0);
    write_row("batch", "10000", &f->batch, r->has_bars ? BATCH_BAR : 0);
    write_row("build", "torus", &f->build, 0);
    printf("\na query of %.1f us loses %.1f %% with threads on", f->small.one * 1e6,
           100 * f->small_loss);
    if (r->has_bars)
        printf("   < %g %% %s", 100 * SMALL_BAR, f->small_loss < SMALL_BAR ? "pass" : "FAIL");
    printf("\n%zu cubes: %zu pairs; %.2f s to find those whose boxes meet, %.2f s with contacts",
           f->cubes, f->cube_pairs, f->cube_boxes, f->cube_contacts);
    if (r->has_bars)
        printf("   < %g s %s", CUBES_BAR, f->cube_contacts < CUBES_BAR ? "pass" : "FAIL");
    printf("\n\nratio: to one thread. of two: of what two independent copies reach together\n");
}

static void write_json(const request* r, const figures* f)
{
    const times* query = worst_query(f);
    json j = {.out = stdout};
    const struct {
        const char* key;
        double value;
    } numbers[] = {
        {"one_query_2_threads", plain(query)},
        {"one_query_of_two_copies", of_copies(query)},
        {"batch_2_threads", plain(&f->batch)},
        {"batch_of_two_copies", of_copies(&f->batch)},
        {"build_2_threads", plain(&f->build)},
        {"build_of_two_copies", of_copies(&f->build)},
        {"breadth_2_threads", plain(&f->breadth)},
        {"breadth_of_two_copies", of_copies(&f->breadth)},
        {"breadth_to_depth", f->breadth.one / f->depth.one},
        {"small_query_loss", f->small_loss},
        {"cubes", (double)f->cubes},
        {"cube_pairs", (double)f->cube_pairs},
        {"cube_box_seconds", f->cube_boxes},
        {"cube_contact_seconds", f->cube_contacts},
    };
    json_object(&j, true);
    json_put_count(&j, "runs", (uint64_t)r->runs);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        json_put_number(&j, numbers[i].key, numbers[i].value);
    }
    json_key(&j, "queries");
    json_array(&j, true);
    for (int i = 0; i < SCENES; i++) {
        json_object(&j, false);
        json_put_string(&j, "scene", f->names[i]);
        json_put_number(&j, "one", f->query[i].one);
        json_put_number(&j, "two_copies", f->query[i].two_copies);
        json_put_number(&j, "two_threads", f->query[i].two_threads);
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
}

// ------------------------------------------------------------------------------------------ the verb

static int take_quick(void* to, const bench_option* option, const char* value)
{
    request* r = to;
    (void)option;
    (void)value;
    r->quick = true;
    r->has_bars = false;
    return BENCH_OK;
}

static const bench_option option_rows[] = {
    BENCH_FLAG("--json", offsetof(request, json)),
    BENCH_NO_FLAG("--no-bars", offsetof(request, has_bars)),
    BENCH_MODE("--quick", take_quick),
    BENCH_NUMBER("--runs", bench_int, offsetof(request, runs), 1, RUNS_MOST),
};

static int measure_all(const request* r, const abut_host* host, figures* f)
{
    static const char* const names[SCENES] = {"torus", "spheres", "bricks"};
    int status = BENCH_OK;
    for (int i = 0; i < SCENES && status == BENCH_OK; i++) {
        f->names[i] = names[i];
        status = measure_scene(i, r, host, &f->query[i]);
    }
    if (status == BENCH_OK) status = measure_breadth(r, host, f);
    if (status == BENCH_OK) status = measure_small(r, host, f);
    if (status == BENCH_OK) status = measure_build(r, host, &f->build);
    if (status == BENCH_OK) status = measure_cubes(r, host, f);
    return status;
}

static int run(int count, char** arguments)
{
    request r = {.runs = 51, .has_bars = true};
    figures f = {.small_loss = 0};
    abut_pool* pool = NULL;
    abut_host host;
    int status = BENCH_READ_OPTIONS(&r, option_rows, count, arguments);
    if (status != BENCH_OK) return status;
#ifndef __OPTIMIZE__
    fputs("abut-bench: built without optimisation: the numbers say little\n", stderr);
#endif
    abut_status made = abut_pool_create(&pool, WORKERS, NULL);
    if (!made) made = abut_pool_host(pool, &host);
    status = made ? fail("pool", made) : measure_all(&r, &host, &f);
    abut_pool_free(pool);
    if (status != BENCH_OK) return status;
    if (r.json)
        write_json(&r, &f);
    else
        write_table(&r, &f);
    return !r.has_bars || meets_bars(&f) ? BENCH_OK : BENCH_SLOW;
}

const bench_verb bench_threads = {
    "threads", "what a second thread is worth",
    "usage: abut-bench threads [options]\n\n"
    "Long queries, a batch of short ones and builds on one thread, as two independent copies on "
    "two\n"
    "threads, and shared by two threads; likewise the method hybrid level by level, beside depth\n"
    "first; a short query with threads on; and a million cubes on a grid.\n"
    "Times are of the clock, the least of all runs: other programs should be still.\n\n"
    "  --runs N       of each (51)\n"
    "  --quick        everything smaller, and no bars\n"
    "  --no-bars      only measure: do not compare with the bars\n"
    "  --json         instead of the table\n",
    run};
