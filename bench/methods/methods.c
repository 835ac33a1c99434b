// methods.c - the verb "methods": every method on the same scenes, with the same exact triangle stage.
// Answers are compared before any figure is shown.
#include "methods/methods.h"

#include "common/options.h"
#include "output/json.h"

#include <abut/methods.h>
#include <stdlib.h>
#include <string.h>

enum { METHODS_MOST = 64 };

typedef struct request {
    bench_names scenes, methods;
    size_t poses;
    int runs;
    bool quick, json;
    abut_traversal traversal;
} request;

// Brute force takes hours on these scenes: it is the oracle of the tests.
static bool is_measured(const request* r, abut_method method)
{
    const char* name = abut_method_name(method);
    if (method == ABUT_METHOD_WIDE && r->traversal == ABUT_TRAVERSAL_BREADTH) return false;
    return name && method != ABUT_METHOD_AUTO && method != ABUT_METHOD_BRUTE &&
           bench_is_wanted(&r->methods, name);
}

static void write_row(const char* name, const method_figures* f)
{
    printf("%-10s %8.1f %7.0f %9.1f %9.1f %9.2f %9.2f %10.0f %9.0f %9.0f\n", name, f->build_ms,
           f->bytes, f->all_mean_us, f->all_max_us, f->first_mean_us, f->first_max_us,
           f->volume_tests, f->triangle_tests, f->node_updates);
    fflush(stdout);
}

static void begin_scene(const request* r, json* j, const bench_scene* s)
{
    const size_t b = s->b.triangle_count ? s->b.triangle_count : s->a.triangle_count;
    if (r->json) {
        json_object(j, true);
        json_put_string(j, "scene", s->name);
        json_key(j, "triangles");
        json_array(j, false);
        json_count(j, s->a.triangle_count);
        json_count(j, b);
        json_close(j);
        json_put_count(j, "poses", s->pose_count);
        json_key(j, "methods");
        json_array(j, true);
        return;
    }
    printf("\n%s: %zu and %zu triangles, %zu poses\n", s->name, s->a.triangle_count, b,
           s->pose_count);
    printf("%-10s %8s %7s %9s %9s %9s %9s %10s %9s %9s\n", "method", "build ms", "bytes/t",
           "all us", "max us", "first us", "max us", "N_v", "N_p", "N_u");
}

static int measure_scene(const request* r, json* j, const bench_scene* s)
{
    uint64_t hash = 0;
    bool has_hash = false;
    begin_scene(r, j, s);
    for (int m = 0; m < METHODS_MOST; m++) {
        const abut_build build = {.method = (abut_method)m};
        const abut_ask ask = {.walk = &(abut_tree_walk){.traversal = r->traversal}};
        method_figures f;
        if (!is_measured(r, build.method)) continue;
        const char* name = abut_method_name(build.method);
        const abut_status status = method_measure(s, &build, &ask, r->runs, &f);
        if (status != ABUT_OK)
            return bench_fail("%s, %s: %s", s->name, name, abut_status_text(status));
        if (has_hash && f.hash != hash)
            return bench_fail("%s: the answers of %s are not those of the methods before it",
                              s->name, name);
        hash = f.hash;
        has_hash = true;
        if (r->json) {
            method_begin_json(j, name, &f);
            json_close(j);
        } else {
            write_row(name, &f);
        }
    }
    if (r->json) {
        json_close(j);
        json_close(j);
    } else {
        printf("All answers are equal.\n");
    }
    return BENCH_OK;
}

static int measure_all(const request* r)
{
    size_t count;
    const char* const* names = bench_scene_names(&count);
    int status = BENCH_OK;
    json j = {.out = stdout};
    if (r->json) {
        json_object(&j, true);
        json_key(&j, "scenes");
        json_array(&j, true);
    }
    for (size_t i = 0; i < count && status == BENCH_OK; i++) {
        bench_scene s;
        if (!bench_is_wanted(&r->scenes, names[i])) continue;
        const int made = bench_scene_make(&s, names[i], r->poses, r->quick);
        if (made < 0) status = BENCH_ERROR;
        if (made <= 0) continue;
        status = measure_scene(r, &j, &s);
        bench_scene_free(&s);
    }
    if (r->json && status == BENCH_OK) {
        json_close(&j);
        json_close(&j);
    }
    return status;
}

static int take_scene(void* to, const bench_option* option, const char* value)
{
    size_t count;
    const char* const* names = bench_scene_names(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], value) == 0) return bench_name(to, option, value);
    return bench_fail("there is no scene %s", value);
}

static int take_method(void* to, const bench_option* option, const char* value)
{
    abut_method method;
    if (abut_method_from_name(value, &method) == ABUT_OK) return bench_name(to, option, value);
    return bench_fail("there is no method %s", value);
}

static int take_breadth(void* to, const bench_option* option, const char* value)
{
    (void)option;
    (void)value;
    ((request*)to)->traversal = ABUT_TRAVERSAL_BREADTH;
    return BENCH_OK;
}

static const bench_option option_rows[] = {
    BENCH_FLAG("--quick", offsetof(request, quick)),
    BENCH_FLAG("--json", offsetof(request, json)),
    BENCH_MODE("--breadth", take_breadth),
    BENCH_VALUE("--scene", take_scene, offsetof(request, scenes)),
    BENCH_VALUE("--method", take_method, offsetof(request, methods)),
    BENCH_NUMBER("--poses", bench_size, offsetof(request, poses), 1, 100000),
    BENCH_NUMBER("--runs", bench_int, offsetof(request, runs), 1, 1000),
};

static int run(int count, char** arguments)
{
    request r = {.poses = 40, .runs = 3};
    const int status = BENCH_READ_OPTIONS(&r, option_rows, count, arguments);
    return status == BENCH_OK ? measure_all(&r) : status;
}

const bench_verb bench_methods = {
    .name = "methods",
    .summary = "every method on the same scenes: build, memory, time, counters",
    .help =
        "  --scene NAME    only this scene, may be repeated: torus sphere pipes terrain\n"
        "  --method NAME   only this method, may be repeated; brute is never measured\n"
        "  --poses N       poses of each scene (default 40)\n"
        "  --runs N        runs of each query, of which the least counts (default 3)\n"
        "  --breadth       level by level, not depth first; without wide, which cannot\n"
        "  --quick         small scenes\n"
        "  --json          one JSON object\n"
        "\n"
        "Times are of the processor, in microseconds. The answers of all methods are compared;\n"
        "a difference is an error.\n",
    .run = run,
};
