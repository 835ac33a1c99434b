// build.c - the verb "build": how long abut_model_build takes, for each effort of the engine's tree and
// for other methods; and how the time of the former is shared out.
#include "engine/build/build.h"

#include "common/options.h"
#include "output/json.h"
#include "scenes.h"
#include "soup/frame.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS_MOST = 100 };

typedef struct request {
    uint64_t triangles;
    int runs;
    bool json, has_bars;
} request;

typedef struct row {
    const char *method, *effort;
    abut_build options;
    double bar;  // seconds for a million triangles; 0: none
} row;

static const row rows[] = {
    {"wide", "fast", {.method = ABUT_METHOD_WIDE, .effort = ABUT_EFFORT_FAST}, 0.25},
    {"wide", "default", {.method = ABUT_METHOD_WIDE, .effort = ABUT_EFFORT_NORMAL}, 1},
    {"wide", "best", {.method = ABUT_METHOD_WIDE, .effort = ABUT_EFFORT_BEST}, 0},
    {"aabb", "", {.method = ABUT_METHOD_AABB}, 0},
    {"obb", "", {.method = ABUT_METHOD_OBB}, 0},
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

typedef struct parts {
    double check, copy, frame, tree;
} parts;

typedef struct figures {
    double seconds, least, most;  // the median, and the ends
    parts part;                   // of the fastest run; wide only
    abut_model_info info;
} figures;

// ---------------------------------------------------------------------------------------- measuring

// Of this thread, which builds alone: what else runs on the machine counts less.
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare_numbers(const void* a, const void* b)
{
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double sum_of(const parts* p)
{
    return p->check + p->copy + p->frame + p->tree;
}

// The steps of abut_model_build, one by one.
static abut_status measure_parts(const abut_soup* soup, const abut_build* options, parts* best)
{
    const abut_host host = host_complete(NULL);
    soup_mesh m = {0};
    wide_tree t = {0};
    parts p;
    double before = now();
    abut_status status = abut_soup_check(soup, NULL);
    double after = now();
    p.check = after - before;
    if (status == ABUT_OK) status = soup_mesh_copy(&m, soup, &host);
    before = now();
    p.copy = before - after;
    if (status != ABUT_OK) return status;
    const frame f = frame_of_mesh(&m);
    after = now();
    p.frame = after - before;
    const wide_options how = {.effort = options->effort, .leaf_size = WIDE_LEAF};
    status = wide_build(&t, &m, &f, &how, &host);
    p.tree = now() - after;
    wide_free(&t, &host);
    soup_mesh_free(&m, &host);
    if (sum_of(&p) < sum_of(best)) *best = p;
    return status;
}

static int measure_row(const row* r, const abut_soup* soup, int runs, figures* out)
{
    double seconds[RUNS_MOST];
    *out = (figures){.part = {.tree = 1e300}};
    for (int i = 0; i < runs; i++) {
        abut_model* model = NULL;
        const double before = now();
        abut_status status = abut_model_build(&model, soup, &r->options);
        seconds[i] = now() - before;
        if (status == ABUT_OK) status = abut_model_describe(model, &out->info);
        abut_model_free(model);
        if (status == ABUT_OK && r->options.method == ABUT_METHOD_WIDE)
            status = measure_parts(soup, &r->options, &out->part);
        if (status != ABUT_OK) return bench_fail("%s: %s", r->method, abut_status_text(status));
    }
    qsort(seconds, (size_t)runs, sizeof *seconds, compare_numbers);
    out->seconds = (seconds[(runs - 1) / 2] + seconds[runs / 2]) / 2;
    out->least = seconds[0];
    out->most = seconds[runs - 1];
    return BENCH_OK;
}

// ----------------------------------------------------------------------------------------- reporting

static double per_triangle(const figures* f, double x)
{
    return x / (double)f->info.triangle_count;
}

static int meets(const row* r, const figures* f)
{
    return r->bar == 0 || per_triangle(f, f->least) * 1e6 < r->bar;
}

static void write_table(const request* q, const figures* all)
{
    printf("%zu triangles, %zu vertices, %d builds each, one thread\n\n",
           all[0].info.triangle_count, all[0].info.vertex_count, q->runs);
    printf("method effort   seconds     min     max  ns/tri   check  copy frame   tree  B/tri\n");
    for (int i = 0; i < ROW_COUNT; i++) {
        const figures* f = &all[i];
        printf("%-6s %-8s %7.3f %7.3f %7.3f %7.0f", rows[i].method, rows[i].effort, f->seconds,
               f->least, f->most, per_triangle(f, f->seconds) * 1e9);
        if (rows[i].options.method == ABUT_METHOD_WIDE)
            printf("  %6.0f %5.0f %5.0f %6.0f", per_triangle(f, f->part.check) * 1e9,
                   per_triangle(f, f->part.copy) * 1e9, per_triangle(f, f->part.frame) * 1e9,
                   per_triangle(f, f->part.tree) * 1e9);
        else
            printf("  %6s %5s %5s %6s", "", "", "", "");
        printf(" %6.1f", per_triangle(f, (double)f->info.tree_bytes));
        if (q->has_bars && rows[i].bar > 0)
            printf("   < %g %s", rows[i].bar, meets(&rows[i], f) ? "pass" : "FAIL");
        printf("\n");
    }
}

static void write_json(const request* q, const figures* all)
{
    json j = {.out = stdout};
    json_object(&j, true);
    json_put_count(&j, "triangles", all[0].info.triangle_count);
    json_put_count(&j, "runs", (uint64_t)q->runs);
    json_key(&j, "rows");
    json_array(&j, true);
    for (int i = 0; i < ROW_COUNT; i++) {
        const figures* f = &all[i];
        const struct {
            const char* key;
            double value;
            int everywhere;
        } numbers[] = {
            {"seconds", f->seconds, 1},
            {"least", f->least, 1},
            {"most", f->most, 1},
            {"check", f->part.check, 0},
            {"copy", f->part.copy, 0},
            {"frame", f->part.frame, 0},
            {"tree", f->part.tree, 0},
            {"tree_bytes", (double)f->info.tree_bytes, 1},
            {"nodes", (double)f->info.node_count, 1},
        };
        json_object(&j, false);
        json_put_string(&j, "method", rows[i].method);
        json_put_string(&j, "effort", rows[i].effort);
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
            if (!numbers[k].everywhere && rows[i].options.method != ABUT_METHOD_WIDE) continue;
            json_put_number(&j, numbers[k].key, numbers[k].value);
        }
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
}

// ------------------------------------------------------------------------------------------ the verb

static const bench_option option_rows[] = {
    BENCH_FLAG("--json", offsetof(request, json)),
    BENCH_NO_FLAG("--no-bars", offsetof(request, has_bars)),
    BENCH_NUMBER("--triangles", bench_count, offsetof(request, triangles), 100, 20000000),
    BENCH_NUMBER("--runs", bench_int, offsetof(request, runs), 1, RUNS_MOST),
};

static int run(int count, char** arguments)
{
    request q = {.triangles = 1000000, .runs = 5, .has_bars = true};
    int status = BENCH_READ_OPTIONS(&q, option_rows, count, arguments);
    if (status != BENCH_OK) return status;
#ifndef __OPTIMIZE__
    fputs("abut-bench: built without optimisation: the numbers say little\n", stderr);
#endif
    uint32_t rings, sides;
    mesh m = {0};
    torus_divide(q.triangles, &rings, &sides);
    if (torus_make(rings, sides, 1, 0.3, &m) != SCENE_OK) return bench_fail("no torus");
    const abut_soup soup = {.vertices = m.vertices,
                            .triangles = m.triangles,
                            .vertex_count = m.vertex_count,
                            .triangle_count = m.triangle_count};
    figures all[ROW_COUNT];
    for (int i = 0; i < ROW_COUNT && status == BENCH_OK; i++)
        status = measure_row(&rows[i], &soup, q.runs, &all[i]);
    mesh_free(&m);
    if (status != BENCH_OK) return status;
    if (q.json)
        write_json(&q, all);
    else
        write_table(&q, all);
    for (int i = 0; i < ROW_COUNT && q.has_bars; i++)
        if (!meets(&rows[i], &all[i])) return BENCH_SLOW;
    return BENCH_OK;
}

const bench_verb bench_build = {
    "build", "how long models take to build",
    "usage: abut-bench build [options]\n\n"
    "A torus is built by every effort of the method wide, and by other methods, each several "
    "times.\n"
    "Seconds are the thread's own, of the whole of abut_model_build; the parts are those of the "
    "fastest\n"
    "of as many builds done step by step.\n\n"
    "  --triangles N  of the torus, about (1000000)\n"
    "  --runs N       builds of each (5)\n"
    "  --no-bars      only measure: do not compare with the bars\n"
    "  --json         instead of the table\n\n"
    "The bars are in seconds for a million triangles, and the fastest build must meet them.\n",
    run};
