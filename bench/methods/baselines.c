// baselines.c - the verb "baselines": what QuickCD's authors tried first (Klosowski 1998, chapter 2) beside
// trees of volumes, on the same scenes, with the same exact triangle stage. Each structure is tuned first,
// as they did. Answers are compared before any figure is shown.
#include "baseline/general_model.h"
#include "baseline/settings.h"
#include "baseline/tetra.h"
#include "baseline/tetra_mesh.h"
#include "common/options.h"
#include "methods/methods.h"
#include "output/json.h"
#include "scenes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct request {
    const char *scene, *mesh;
    size_t poses;
    int runs;
    bool quick, json, all, general;
} request;

// --------------------------------------------------------------------------------------- measuring

typedef struct figures {
    method_figures f;
    double candidates;  // of the first phase, in the mean; below 0: there is none
} figures;

static abut_soup soup_of(const mesh* m)
{
    return (abut_soup){.vertices = m->vertices,
                       .triangles = m->triangles,
                       .vertex_count = m->vertex_count,
                       .triangle_count = m->triangle_count};
}

typedef struct asked {  // one query, the least of several runs
    double us;
    abut_hits hits;
    abut_status status;
} asked;

static asked ask_often(baseline_query* q, const baseline* a, const flyer* b, const bench_scene* s,
                       size_t pose, size_t limit, int runs)
{
    asked out = {.us = 1e300};
    for (int i = 0; i < runs && out.status == ABUT_OK; i++) {
        const double start = processor_seconds();
        out.status = baseline_collide(q, a, &s->a_pose, b, &s->poses[pose], limit, &out.hits);
        const double us = 1e6 * (processor_seconds() - start);
        if (us < out.us) out.us = us;
    }
    return out;
}

// A query for all contacts, of so many.
static void add_query(figures* out, const asked* all, size_t queries)
{
    method_figures* f = &out->f;
    const double share = 1 / (double)queries;
    f->all_mean_us += share * all->us;
    if (all->us > f->all_max_us) f->all_max_us = all->us;
    f->volume_tests += share * (double)all->hits.volume_tests;
    f->triangle_tests += share * (double)all->hits.triangle_tests;
    f->node_updates += share * (double)all->hits.node_updates;
    f->contacts += share * (double)all->hits.count;
}

static void add_first(figures* out, const asked* first, size_t queries)
{
    out->f.first_mean_us += first->us / (double)queries;
    if (first->us > out->f.first_max_us) out->f.first_max_us = first->us;
}

static abut_status ask_poses(const bench_scene* s, const baseline* a, const flyer* b, size_t poses,
                             int runs, figures* out)
{
    baseline_query* q = NULL;
    abut_status status = baseline_query_create(&q);
    out->f.hash = METHOD_HASH;
    for (size_t i = 0; i < poses && status == ABUT_OK; i++) {
        const asked all = ask_often(q, a, b, s, i, 0, runs);
        status = all.status;
        if (status != ABUT_OK) break;
        add_query(out, &all, poses);
        out->f.hash = method_hash_hits(out->f.hash, &all.hits);
        out->candidates += (double)baseline_candidates(q) / (double)poses;
        const asked first = ask_often(q, a, b, s, i, 1, runs);
        status = first.status;
        add_first(out, &first, poses);
    }
    baseline_query_free(q);
    return status;
}

static abut_status measure(const bench_scene* s, const baseline_options* options, size_t poses,
                           int runs, figures* out)
{
    const abut_soup a_soup = soup_of(&s->a);
    const abut_soup b_soup = soup_of(s->b.triangle_count ? &s->b : &s->a);
    baseline* a = NULL;
    flyer b = {.points = NULL};
    *out = (figures){.candidates = 0};
    const double start = processor_seconds();
    abut_status status = baseline_build(&a, &a_soup, options);
    if (status == ABUT_OK) status = flyer_make(&b, &b_soup);
    out->f.build_ms = 1e3 * (processor_seconds() - start);
    if (status == ABUT_OK) {
        out->f.bytes = (double)baseline_bytes(a) / (double)a_soup.triangle_count;
        status = ask_poses(s, a, &b, poses, runs, out);
    }
    flyer_free(&b);
    baseline_free(a);
    return status;
}

static asked ask_general(search* q, const general_model* a, const general_model* b,
                         const bench_scene* s, size_t pose, size_t limit, int runs)
{
    asked out = {.us = 1e300};
    for (int i = 0; i < runs && out.status == ABUT_OK; i++) {
        const double start = processor_seconds();
        out.status = general_collide(q, a, &s->a_pose, b, &s->poses[pose], limit);
        const double us = 1e6 * (processor_seconds() - start);
        if (us < out.us) out.us = us;
    }
    out.hits.count = q->found_count;
    out.hits.volume_tests = q->work.volume_tests;
    out.hits.triangle_tests = q->work.triangle_tests;
    out.hits.node_updates = q->work.node_updates;
    return out;
}

// The answer as abut_collide would give it, in a list that the caller frees.
static abut_status add_general_answer(const search* q, abut_hits* hits, figures* out)
{
    abut_pair* pairs = malloc((q->found_count + 1) * sizeof *pairs);
    if (!pairs) return ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < q->found_count; i++)
        pairs[i] = (abut_pair){(uint32_t)(q->found[i].key >> 32), (uint32_t)q->found[i].key};
    hits->pairs = pairs;
    out->f.hash = method_hash_hits(out->f.hash, hits);
    free(pairs);
    return ABUT_OK;
}

static abut_status measure_general(const bench_scene* s, int runs, figures* out)
{
    const abut_soup a_soup = soup_of(&s->a);
    const abut_soup b_soup = soup_of(s->b.triangle_count ? &s->b : &s->a);
    general_model a = {.frame = {.exponent = 0}}, b = a;
    search* q = calloc(1, sizeof *q);
    *out = (figures){.candidates = -1};
    out->f.hash = METHOD_HASH;
    const double start = processor_seconds();
    abut_status status = q ? general_model_build(&a, &a_soup) : ABUT_OUT_OF_MEMORY;
    if (status == ABUT_OK) status = general_model_build(&b, &b_soup);
    out->f.build_ms = 1e3 * (processor_seconds() - start) / (s->b.triangle_count ? 1 : 2);
    if (status == ABUT_OK)
        out->f.bytes = (double)general_model_bytes(&a) / (double)a_soup.triangle_count;
    for (size_t i = 0; i < s->pose_count && status == ABUT_OK; i++) {
        asked all = ask_general(q, &a, &b, s, i, 0, runs);
        if (all.status == ABUT_OK) all.status = add_general_answer(q, &all.hits, out);
        add_query(out, &all, s->pose_count);
        const asked first = ask_general(q, &a, &b, s, i, 1, runs);
        add_first(out, &first, s->pose_count);
        status = all.status == ABUT_OK ? first.status : all.status;
    }
    if (q) general_search_free(q);
    free(q);
    general_model_free(&a);
    general_model_free(&b);
    return status;
}

// --------------------------------------------------------------------------------------- reporting

static void write_row(const char* name, const figures* r)
{
    const method_figures* f = &r->f;
    char candidates[32] = "-";
    if (r->candidates >= 0) snprintf(candidates, sizeof candidates, "%.0f", r->candidates);
    printf("%-20s %8.1f %7.0f %9.1f %9.1f %9.2f %9.2f %9s %10.0f %9.0f %9.0f\n", name, f->build_ms,
           f->bytes, f->all_mean_us, f->all_max_us, f->first_mean_us, f->first_max_us, candidates,
           f->volume_tests, f->triangle_tests, f->node_updates);
    fflush(stdout);
}

static void write_json_row(json* j, const char* name, const figures* r)
{
    method_begin_json(j, name, &r->f);
    json_key(j, "candidates");
    if (r->candidates >= 0)
        json_number(j, r->candidates);
    else
        json_null(j);
    json_close(j);
}

typedef struct report {
    const request* request;
    const bench_scene* scene;
    json* j;
    uint64_t hash;
    bool has_hash;
} report;

static int add_row(report* r, const char* name, abut_status status, const figures* f)
{
    const char* scene = r->scene->name;
    if (status != ABUT_OK) return bench_fail("%s, %s: %s", scene, name, abut_status_text(status));
    if (r->has_hash && f->f.hash != r->hash)
        return bench_fail("%s: the answers of %s are not those before it", scene, name);
    r->hash = f->f.hash;
    r->has_hash = true;
    if (r->request->json)
        write_json_row(r->j, name, f);
    else
        write_row(name, f);
    return BENCH_OK;
}

// ----------------------------------------------------------------------------------------- scenes

static int measure_trees(report* r)
{
    static const char* const names[] = {"obb", "quickcd18", "dop14"};
    int status = BENCH_OK;
    for (size_t i = 0; i < sizeof names / sizeof *names && status == BENCH_OK; i++) {
        abut_build build = {.method = ABUT_METHOD_AUTO};
        const abut_ask ask = {.limit = 0};
        figures f = {.candidates = -1};
        if (abut_method_from_name(names[i], &build.method) != ABUT_OK) continue;
        const abut_status measured = method_measure(r->scene, &build, &ask, r->request->runs, &f.f);
        status = add_row(r, names[i], measured, &f);
    }
    if (status != BENCH_OK || !r->request->general) return status;
    figures f;
    const abut_status measured = measure_general(r->scene, r->request->runs, &f);
    return add_row(r, "general DOPs of 7", measured, &f);
}

// The settings of one structure: the fastest for all contacts in a quarter of the poses, or every one.
static int measure_structure(report* r, baseline_method method)
{
    const size_t poses = r->scene->pose_count, few = poses / 4 + 1 < poses ? poses / 4 + 1 : poses;
    int best = -1, status = BENCH_OK;
    double least = 1e300;
    for (size_t i = 0; i < baseline_setting_count && status == BENCH_OK; i++) {
        const baseline_setting* s = &baseline_settings[i];
        figures f;
        if (s->options.method != method) continue;
        if (r->request->all) {
            const abut_status measured =
                measure(r->scene, &s->options, poses, r->request->runs, &f);
            status = add_row(r, s->text, measured, &f);
            continue;
        }
        if (measure(r->scene, &s->options, few, 1, &f) != ABUT_OK) continue;
        if (f.f.all_mean_us < least) {
            least = f.f.all_mean_us;
            best = (int)i;
        }
    }
    if (status != BENCH_OK || best < 0) return status;
    figures f;
    const abut_status measured =
        measure(r->scene, &baseline_settings[best].options, poses, r->request->runs, &f);
    return add_row(r, baseline_settings[best].text, measured, &f);
}

static void begin_scene(report* r)
{
    const bench_scene* s = r->scene;
    const size_t b = s->b.triangle_count ? s->b.triangle_count : s->a.triangle_count;
    if (r->request->json) {
        json_object(r->j, true);
        json_key(r->j, "scene");
        json_string(r->j, s->name);
        json_key(r->j, "triangles");
        json_array(r->j, false);
        json_count(r->j, s->a.triangle_count);
        json_count(r->j, b);
        json_close(r->j);
        json_key(r->j, "poses");
        json_count(r->j, s->pose_count);
        json_key(r->j, "methods");
        json_array(r->j, true);
        return;
    }
    printf("\n%s: %zu and %zu triangles, %zu poses\n", s->name, s->a.triangle_count, b,
           s->pose_count);
    printf("%-20s %8s %7s %9s %9s %9s %9s %9s %10s %9s %9s\n", "method", "build ms", "bytes/t",
           "all us", "max us", "first us", "max us", "found", "N_v", "N_p", "N_u");
}

static int measure_scene(const request* asked_for, json* j, const bench_scene* s,
                         const tetra_mesh* tetra)
{
    report r = {.request = asked_for, .scene = s, .j = j};
    begin_scene(&r);
    int status = measure_trees(&r);
    for (int method = 0; method < BASELINE_TETRA && status == BENCH_OK; method++)
        status = measure_structure(&r, (baseline_method)method);
    if (tetra && status == BENCH_OK) {
        const baseline_options options = {.method = BASELINE_TETRA, .tetra = tetra};
        figures f;
        const abut_status measured = measure(s, &options, s->pose_count, asked_for->runs, &f);
        status = add_row(&r, "tetra", measured, &f);
    }
    if (asked_for->json) {
        json_close(j);
        json_close(j);
    } else if (status == BENCH_OK) {
        printf("All answers are equal.\n");
    }
    return status;
}

// ------------------------------------------------------------------------- a mesh of tetrahedra

// The surface of a mesh as the environment, and a torus, a sixth as long as it, that flies through its box
// from corner to corner and back along another diagonal.
static int make_tetra_scene(bench_scene* out, const char* name, const tetra_mesh* m, size_t poses,
                            bool quick)
{
    static const double axis[3] = {1, 2, 3};
    const abut_soup surface = tetra_mesh_surface(m);
    uint32_t rings, sides;
    double longest = 0;
    *out = (bench_scene){.name = name, .pose_count = poses};
    out->a.vertex_count = surface.vertex_count;
    out->a.triangle_count = surface.triangle_count;
    out->a.vertices = malloc(surface.vertex_count * 3 * sizeof *out->a.vertices + 1);
    out->a.triangles = malloc(surface.triangle_count * 3 * sizeof *out->a.triangles + 1);
    out->poses = calloc(poses, sizeof *out->poses);
    torus_divide(quick ? 200 : 2000, &rings, &sides);
    if (!out->a.vertices || !out->a.triangles || !out->poses ||
        torus_make(rings, sides, 1, 0.4, &out->b) != SCENE_OK) {
        bench_scene_free(out);
        return bench_fail("%s: out of memory", name);
    }
    memcpy(out->a.vertices, surface.vertices, surface.vertex_count * 3 * sizeof(double));
    memcpy(out->a.triangles, surface.triangles, surface.triangle_count * 3 * sizeof(uint32_t));
    for (int k = 0; k < 3; k++) {
        if (m->high[k] - m->low[k] > longest) longest = m->high[k] - m->low[k];
    }
    mesh_fit_cube(&out->b, longest / 6);
    for (size_t i = 0; i < poses; i++) {
        const double part = 2 * (double)i / (double)poses, back = part > 1 ? 2 - part : part;
        abut_pose_from_axis_angle(&out->poses[i], axis, 300 * part);
        for (int k = 0; k < 3; k++) {
            const double along = part > 1 && k == 0 ? 1 - back : back;
            out->poses[i].translation[k] = m->low[k] + along * (m->high[k] - m->low[k]);
        }
    }
    return BENCH_OK;
}

static int measure_mesh(const request* r, json* j)
{
    tetra_mesh m;
    bench_scene s;
    char text[120];
    FILE* in = fopen(r->mesh, "r");
    if (!in) return bench_fail("%s: %s", r->mesh, strerror(errno));
    const abut_status read = tetra_mesh_read(&m, in, text);
    fclose(in);
    if (read != ABUT_OK) return bench_fail("%s: %s", r->mesh, text);
    if (!r->json) printf("%s: %zu tetrahedra\n", r->mesh, m.cell_count);
    int status = make_tetra_scene(&s, r->mesh, &m, r->poses, r->quick);
    if (status == BENCH_OK) {
        status = measure_scene(r, j, &s, &m);
        bench_scene_free(&s);
    }
    tetra_mesh_free(&m);
    return status;
}

// -------------------------------------------------------------------------------------------- verb

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
    if (r->mesh) {
        status = measure_mesh(r, &j);
        count = 0;
    }
    for (size_t i = 0; i < count && status == BENCH_OK; i++) {
        bench_scene s;
        if (r->scene && strcmp(r->scene, names[i]) != 0) continue;
        const int made = bench_scene_make(&s, names[i], r->poses, r->quick);
        if (made < 0) status = BENCH_ERROR;
        if (made <= 0) continue;
        status = measure_scene(r, &j, &s, NULL);
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
        if (strcmp(names[i], value) == 0) return bench_text(to, option, value);
    return bench_fail("there is no scene %s", value);
}

static const bench_option option_rows[] = {
    BENCH_FLAG("--quick", offsetof(request, quick)),
    BENCH_FLAG("--json", offsetof(request, json)),
    BENCH_FLAG("--all", offsetof(request, all)),
    BENCH_FLAG("--general", offsetof(request, general)),
    BENCH_VALUE("--scene", take_scene, offsetof(request, scene)),
    BENCH_VALUE("--mesh", bench_text, offsetof(request, mesh)),
    BENCH_NUMBER("--poses", bench_size, offsetof(request, poses), 1, 100000),
    BENCH_NUMBER("--runs", bench_int, offsetof(request, runs), 1, 1000),
};

static int run(int count, char** arguments)
{
    request r = {.poses = 0, .runs = 1};
    if (BENCH_READ_OPTIONS(&r, option_rows, count, arguments) != BENCH_OK) return BENCH_ERROR;
    if (!r.poses) r.poses = r.quick ? 4 : 40;
    return measure_all(&r);
}

const bench_verb bench_baselines = {
    .name = "baselines",
    .summary = "grid, k-d tree and R-tree (Klosowski 1998, chapter 2) beside trees",
    .help =
        "  --scene NAME    only this scene: torus sphere pipes terrain\n"
        "  --mesh FILE     only the obstacles of a mesh of tetrahedra (Medit's .mesh in ASCII,\n"
        "                  as gmsh writes it), and the search in it too\n"
        "  --all           every setting, not only the fastest of each structure\n"
        "  --poses N       poses of each scene (default 40; 4 if quick)\n"
        "  --runs N        runs of each query, of which the least counts (default 1)\n"
        "  --quick         small scenes\n"
        "  --json          one JSON object\n"
        "\n"
        "Times are of the processor, in microseconds. \"found\" are the triangles of the\n"
        "environment that the first phase finds. The answers of all are compared; a difference\n"
        "is an error.\n",
    .run = run,
};
