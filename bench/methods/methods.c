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
    bool quick, json, oblique;
    abut_tree_build tree;
    abut_traversal traversal;
} request;

static bool has_options(abut_method method, const abut_tree_build* tree)
{
    static const abut_soup nothing;
    const abut_build build = {.method = method, .tree = tree};
    abut_model* model = NULL;
    const abut_status status = abut_model_build(&model, &nothing, &build);
    abut_model_free(model);
    return status == ABUT_OK;
}

// Brute force takes hours on these scenes: it is the oracle of the tests.
static bool is_measured(const request* r, abut_method method)
{
    const char* name = abut_method_name(method);
    if (method == ABUT_METHOD_WIDE && r->traversal == ABUT_TRAVERSAL_BREADTH) return false;
    if ((r->tree.turned || r->tree.trial) && !has_options(method, &r->tree)) return false;
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
        const abut_build build = {.method = (abut_method)m, .tree = &r->tree};
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

// As a file has it whose part was not made along its axes. The models stand elsewhere then; poses stay.
static void lay_obliquely(bench_scene* s)
{
    static const double axis[3] = {1, 2, 3};
    abut_pose pose;
    abut_pose_from_axis_angle(&pose, axis, 33);
    mesh* const both[2] = {&s->a, &s->b};
    for (int i = 0; i < 2; i++) {
        for (size_t v = 0; v < both[i]->vertex_count; v++) {
            double* p = both[i]->vertices + 3 * v;
            const double x = p[0], y = p[1], z = p[2];
            for (int k = 0; k < 3; k++)
                p[k] = pose.rotation[k][0] * x + pose.rotation[k][1] * y + pose.rotation[k][2] * z;
        }
    }
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
        if (r->oblique) lay_obliquely(&s);
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

static int take_turned(void* to, const bench_option* option, const char* value)
{
    (void)option;
    (void)value;
    ((request*)to)->tree.turned = 1;
    return BENCH_OK;
}

static int take_trial(void* to, const bench_option* option, const char* value)
{
    (void)option;
    (void)value;
    ((request*)to)->tree.trial = 1;
    return BENCH_OK;
}

static const bench_option option_rows[] = {
    BENCH_FLAG("--quick", offsetof(request, quick)),
    BENCH_FLAG("--json", offsetof(request, json)),
    BENCH_FLAG("--oblique", offsetof(request, oblique)),
    BENCH_MODE("--turned", take_turned),
    BENCH_MODE("--trial", take_trial),
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
        "  --turned        with directions turned: the methods that have it alone\n"
        "  --trial         with leaf sizes found by trial: likewise\n"
        "  --oblique       the models turned in their files, so that nothing is along an axis\n"
        "  --quick         small scenes\n"
        "  --json          one JSON object\n"
        "\n"
        "Times are of the processor, in microseconds. The answers of all methods are compared;\n"
        "a difference is an error.\n",
    .run = run,
};
