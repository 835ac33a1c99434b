// methods.c - the verb "methods": every method on the same scenes, with the same exact triangle stage.
// Answers are compared before any figure is shown.
#include "bench.h"
#include "json_write.h"
#include "method_bench.h"

#include <stdlib.h>
#include <string.h>

enum { METHODS_MOST = 64, LIST_MOST = 16 };

typedef struct request {
    const char* scenes[LIST_MOST];
    const char* methods[LIST_MOST];
    size_t scene_count, method_count;
    size_t poses;
    int runs;
    bool quick, json;
    abut_traversal traversal;
} request;

// Whether a name is in a list; an empty list has all.
static bool is_wanted(const char* const* list, size_t count, const char* name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i], name) == 0) return true;
    }
    return count == 0;
}

// Brute force takes hours on these scenes: it is the oracle of the tests.
static bool is_measured(const request* r, abut_method method)
{
    const char* name = abut_method_name(method);
    if (method == ABUT_WIDE && r->traversal == ABUT_TRAVERSAL_BREADTH) return false;
    return name && method != ABUT_AUTO && method != ABUT_BRUTE &&
           is_wanted(r->methods, r->method_count, name);
}

static void write_row(const char* name, const method_figures* f)
{
    printf("%-10s %8.1f %7.0f %9.1f %9.1f %9.2f %9.2f %10.0f %9.0f %9.0f\n", name, f->build_ms,
           f->bytes, f->all_mean_us, f->all_max_us, f->first_mean_us, f->first_max_us,
           f->volume_tests, f->triangle_tests, f->node_updates);
    fflush(stdout);
}

static void write_json_row(json* j, const char* name, const method_figures* f)
{
    const struct {
        const char* key;
        double value;
    } numbers[] = {
        {"build_ms", f->build_ms},           {"bytes_per_triangle", f->bytes},
        {"all_mean_us", f->all_mean_us},     {"all_max_us", f->all_max_us},
        {"first_mean_us", f->first_mean_us}, {"first_max_us", f->first_max_us},
        {"volume_tests", f->volume_tests},   {"triangle_tests", f->triangle_tests},
        {"node_updates", f->node_updates},   {"contacts", f->contacts},
    };
    json_object(j, false);
    json_key(j, "method");
    json_string(j, name);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        json_key(j, numbers[i].key);
        json_number(j, numbers[i].value);
    }
    json_close(j);
}

static void begin_scene(const request* r, json* j, const bench_scene* s)
{
    const size_t b = s->b.triangle_count ? s->b.triangle_count : s->a.triangle_count;
    if (r->json) {
        json_object(j, true);
        json_key(j, "scene");
        json_string(j, s->name);
        json_key(j, "triangles");
        json_array(j, false);
        json_count(j, s->a.triangle_count);
        json_count(j, b);
        json_close(j);
        json_key(j, "poses");
        json_count(j, s->pose_count);
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
        const abut_ask ask = {.traversal = r->traversal};
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
        if (r->json)
            write_json_row(j, name, &f);
        else
            write_row(name, &f);
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
        if (!is_wanted(r->scenes, r->scene_count, names[i])) continue;
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

static int take_name(const char** list, size_t* count, const char* option, const char* value)
{
    if (!value) return bench_fail("%s needs a name", option);
    if (*count == LIST_MOST) return bench_fail("%s: too many", option);
    list[(*count)++] = value;
    return BENCH_OK;
}

static bool scene_exists(const char* name)
{
    size_t count;
    const char* const* names = bench_scene_names(&count);
    return is_wanted(names, count, name);
}

static int take_options(request* r, int count, char** arguments)
{
    int status = BENCH_OK;
    for (int i = 1; i < count && status == BENCH_OK; i++) {
        const char* option = arguments[i];
        const char* value = i + 1 < count ? arguments[i + 1] : NULL;
        uint64_t number = 0;
        if (strcmp(option, "--quick") == 0) {
            r->quick = true;
            continue;
        }
        if (strcmp(option, "--json") == 0) {
            r->json = true;
            continue;
        }
        if (strcmp(option, "--breadth") == 0) {
            r->traversal = ABUT_TRAVERSAL_BREADTH;
            continue;
        }
        i++;
        if (strcmp(option, "--scene") == 0) {
            status = take_name(r->scenes, &r->scene_count, option, value);
            if (status == BENCH_OK && value && !scene_exists(value))
                return bench_fail("there is no scene %s", value);
        } else if (strcmp(option, "--method") == 0) {
            abut_method method;
            status = take_name(r->methods, &r->method_count, option, value);
            if (status == BENCH_OK && abut_method_from_name(value, &method) != ABUT_OK)
                return bench_fail("there is no method %s", value);
        } else if (strcmp(option, "--poses") == 0) {
            status = bench_take_number(option, value, 1, 100000, &number);
            r->poses = (size_t)number;
        } else if (strcmp(option, "--runs") == 0) {
            status = bench_take_number(option, value, 1, 1000, &number);
            r->runs = (int)number;
        } else {
            return bench_fail("there is no option %s", option);
        }
    }
    return status;
}

static int run(int count, char** arguments)
{
    request r = {.poses = 40, .runs = 3};
    const int status = take_options(&r, count, arguments);
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
