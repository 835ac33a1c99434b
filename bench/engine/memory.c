// memory.c - the verb "memory": what it costs in time that the engine's tree takes less memory, or was built quickly. The scenes are those of
// "peers"; every form is asked the same in one run, its answers compared first.
#include "common/options.h"
#include "methods/methods.h"
#include "output/json.h"
#include "peers/peers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FORMS = 4,
    REPEATS_MOST = 100,
    SMALL_MESH = 1000  // of smaller meshes bytes do not count
};

#define TURN 100e-6  // seconds that are timed at once, at least

static const struct {
    const char* name;
    abut_memory memory;
    abut_effort effort;
    double bytes_bar, ratio_bar;  // a triangle; 0: none
} forms[FORMS] = {
    {"default", ABUT_MEMORY_NORMAL, ABUT_EFFORT_NORMAL, 96, 0},
    {"small", ABUT_MEMORY_SMALL, ABUT_EFFORT_NORMAL, 64, 1.1},
    {"compact", ABUT_MEMORY_COMPACT, ABUT_EFFORT_NORMAL, 24, 1.5},
    {"fast", ABUT_MEMORY_NORMAL, ABUT_EFFORT_FAST, 96, 1.3},
};

typedef struct request {
    const char* scene;  // NULL: all
    int runs;
    bool json, has_bars, quick;
} request;

typedef struct row {
    const char* scene;
    bool first;
    size_t pairs;
    bool equal;             // answers
    double bytes[FORMS];    // a triangle, beside the mesh; 0: all meshes are small
    double seconds[FORMS];  // of a query, in the mean
} row;

typedef struct subject {
    const peer_scene* scene;
    abut_model** models[FORMS];
    abut_query* query;
} subject;

// ---------------------------------------------------------------------------------------- measuring

static abut_status build_form(subject* s, int f, double* bytes, double* triangles)
{
    const peer_scene* scene = s->scene;
    const abut_build options = {.memory = forms[f].memory, .effort = forms[f].effort};
    s->models[f] = calloc(scene->mesh_count, sizeof(abut_model*));
    if (!s->models[f]) return ABUT_OUT_OF_MEMORY;
    *bytes = *triangles = 0;
    for (size_t i = 0; i < scene->mesh_count; i++) {
        const mesh* m = &scene->meshes[i];
        const abut_soup soup = {.vertices = m->vertices,
                                .triangles = m->triangles,
                                .vertex_count = m->vertex_count,
                                .triangle_count = m->triangle_count};
        abut_model_info info;
        abut_status status = abut_model_build(&s->models[f][i], &soup, &options);
        if (status == ABUT_OK) status = abut_model_describe(s->models[f][i], &info);
        if (status != ABUT_OK) return status;
        if (m->triangle_count < SMALL_MESH) continue;
        *bytes += (double)info.tree_bytes;
        *triangles += (double)m->triangle_count;
    }
    return ABUT_OK;
}

static void free_models(subject* s)
{
    for (int f = 0; f < FORMS; f++) {
        for (size_t i = 0; s->models[f] && i < s->scene->mesh_count; i++)
            abut_model_free(s->models[f][i]);
        free(s->models[f]);
    }
}

// Ask a query; a is of one form and b of another.
static abut_status ask(const subject* s, int a_form, int b_form, size_t query, bool first,
                       abut_hits* hits)
{
    const peer_query* q = &s->scene->queries[query];
    const abut_ask question = {.limit = first};
    const abut_instance a = {s->models[a_form][q->a], q->a_pose},
                        b = {s->models[b_form][q->b], q->b_pose};
    return abut_collide(s->query, &a, &b, &question, hits);
}

// Whether every form, and every mixture of two, tells the same pairs; or that there is a contact.
static abut_status compare(const subject* s, size_t query, bool first, bool* equal, size_t* count)
{
    uint64_t hash = 0;
    for (int i = 0; i < FORMS * FORMS; i++) {
        abut_hits hits;
        const abut_status status = ask(s, i / FORMS, i % FORMS, query, first, &hits);
        if (status != ABUT_OK) return status;
        const uint64_t own = first ? hits.count : method_hash_hits(METHOD_HASH, &hits);
        if (!i) {
            hash = own;
            *count += hits.count;
        }
        if (own != hash) *equal = false;
    }
    return ABUT_OK;
}

static abut_status time_turn(const subject* s, int form, size_t query, bool first, int repeats,
                             double* seconds)
{
    abut_hits hits;
    abut_status status = ABUT_OK;
    const double start = processor_seconds();
    for (int i = 0; i < repeats && status == ABUT_OK; i++)
        status = ask(s, form, form, query, first, &hits);
    *seconds = (processor_seconds() - start) / repeats;
    return status;
}

// The least time of each form; they take turns.
static abut_status time_query(const subject* s, size_t query, bool first, int runs,
                              double least[FORMS])
{
    double seconds;
    abut_status status = time_turn(s, 0, query, first, 1, &seconds);
    const int repeats = 1 + (int)(TURN / (seconds + 1e-7));
    for (int f = 0; f < FORMS; f++)
        least[f] = 1e300;
    for (int i = 0; i < runs * FORMS && status == ABUT_OK; i++) {
        status = time_turn(s, i % FORMS, query, first, repeats, &seconds);
        if (seconds < least[i % FORMS]) least[i % FORMS] = seconds;
    }
    return status;
}

static abut_status measure(const subject* s, const request* q, row* r)
{
    r->equal = true;
    for (size_t i = 0; i < s->scene->query_count; i++) {
        double least[FORMS];
        abut_status status = compare(s, i, r->first, &r->equal, &r->pairs);
        if (status == ABUT_OK) status = time_query(s, i, r->first, q->runs, least);
        if (status != ABUT_OK) return status;
        for (int f = 0; f < FORMS; f++)
            r->seconds[f] += least[f] / (double)s->scene->query_count;
    }
    return ABUT_OK;
}

// Two rows of a scene.
static abut_status measure_scene(const peer_scene* scene, const request* q, row rows[2])
{
    subject s = {.scene = scene};
    abut_status status = abut_query_create(&s.query, NULL);
    rows[0] = rows[1] = (row){.scene = scene->name};
    rows[1].first = true;
    for (int f = 0; f < FORMS && status == ABUT_OK; f++) {
        double bytes, triangles;
        status = build_form(&s, f, &bytes, &triangles);
        if (status == ABUT_OK && triangles > 0)
            rows[0].bytes[f] = rows[1].bytes[f] = bytes / triangles;
    }
    for (int i = 0; i < 2 && status == ABUT_OK; i++)
        status = measure(&s, q, &rows[i]);
    free_models(&s);
    abut_query_free(s.query);
    return status;
}

// ----------------------------------------------------------------------------------------- reporting

static double ratio(const row* r, int form)
{
    return r->seconds[form] / r->seconds[0];
}

typedef struct summary {
    double bytes[FORMS];              // the most
    double all[FORMS], first[FORMS];  // geometric means of ratios
    double worst[FORMS];
    bool equal;
} summary;

static summary sum_up(const row* rows, size_t count)
{
    summary s = {.equal = true};
    for (int f = 0; f < FORMS; f++) {
        double sums[2] = {0};
        for (size_t i = 0; i < count; i++) {
            s.equal &= rows[i].equal;
            sums[rows[i].first] += log(ratio(&rows[i], f));
            if (ratio(&rows[i], f) > s.worst[f]) s.worst[f] = ratio(&rows[i], f);
            if (rows[i].bytes[f] > s.bytes[f]) s.bytes[f] = rows[i].bytes[f];
        }
        s.all[f] = exp(sums[0] / ((double)count / 2));
        s.first[f] = exp(sums[1] / ((double)count / 2));
    }
    return s;
}

static bool meets(const summary* s, int form)
{
    const double bar = forms[form].ratio_bar;
    return s->bytes[form] <= forms[form].bytes_bar &&
           (bar <= 0 || (s->all[form] <= bar && s->first[form] <= bar));
}

static void write_table(const request* q, const row* rows, size_t count)
{
    const summary s = sum_up(rows, count);
    printf(
        "Bytes a triangle beside the mesh (of meshes of %d triangles and more), microseconds of\n"
        "the processor a query, and ratios of these to default's; the least of %d runs.\n\n",
        SMALL_MESH, q->runs);
    printf("%-20s %-5s %7s ", "scene", "", "pairs");
    for (int f = 0; f < FORMS; f++)
        printf(" %7s", forms[f].name);
    printf(" %11s", "default");
    for (int f = 1; f < FORMS; f++)
        printf(" %7s", forms[f].name);
    printf("\n");
    for (size_t i = 0; i < count; i++) {
        const row* r = &rows[i];
        printf("%-20s %-5s %7zu ", r->scene, r->first ? "first" : "all", r->pairs);
        for (int f = 0; f < FORMS; f++)
            printf(r->bytes[0] > 0 ? " %7.1f" : "        ", r->bytes[f]);
        printf(" %11.2f", r->seconds[0] * 1e6);
        for (int f = 1; f < FORMS; f++)
            printf(" %7.3f", ratio(r, f));
        printf("%s\n", r->equal ? "" : "  ANSWERS DIFFER");
    }
    printf("\n");
    for (int f = 0; f < FORMS; f++) {
        printf("%-8s at most %5.1f bytes (bar %g)", forms[f].name, s.bytes[f], forms[f].bytes_bar);
        if (forms[f].ratio_bar > 0)
            printf(", ratios: mean %.3f all, %.3f first (bar %g), worst %.3f", s.all[f], s.first[f],
                   forms[f].ratio_bar, s.worst[f]);
        if (q->has_bars) printf(": %s", meets(&s, f) ? "pass" : "FAIL");
        printf("\n");
    }
}

static void write_numbers(json* j, const char* key, const double* numbers)
{
    json_key(j, key);
    json_array(j, false);
    for (int f = 0; f < FORMS; f++)
        json_number(j, numbers[f]);
    json_close(j);
}

static void write_json(const request* q, const row* rows, size_t count)
{
    const summary s = sum_up(rows, count);
    json j = {.out = stdout};
    json_object(&j, true);
    json_put_count(&j, "runs", (uint64_t)q->runs);
    json_key(&j, "forms");
    json_array(&j, false);
    for (int f = 0; f < FORMS; f++)
        json_string(&j, forms[f].name);
    json_close(&j);
    json_key(&j, "rows");
    json_array(&j, true);
    for (size_t i = 0; i < count; i++) {
        json_object(&j, false);
        json_put_string(&j, "scene", rows[i].scene);
        json_put_string(&j, "mode", rows[i].first ? "first" : "all");
        json_put_count(&j, "pairs", rows[i].pairs);
        json_put_bool(&j, "equal", rows[i].equal);
        write_numbers(&j, "bytes", rows[i].bytes);
        write_numbers(&j, "seconds", rows[i].seconds);
        json_close(&j);
    }
    json_close(&j);
    write_numbers(&j, "most_bytes", s.bytes);
    write_numbers(&j, "ratio_all", s.all);
    write_numbers(&j, "ratio_first", s.first);
    json_close(&j);
}

// ------------------------------------------------------------------------------------------ the verb

static const bench_option option_rows[] = {
    BENCH_FLAG("--json", offsetof(request, json)),
    BENCH_NO_FLAG("--no-bars", offsetof(request, has_bars)),
    BENCH_FLAG("--quick", offsetof(request, quick)),
    BENCH_VALUE("--scene", bench_text, offsetof(request, scene)),
    BENCH_NUMBER("--runs", bench_int, offsetof(request, runs), 1, REPEATS_MOST),
};

// Measure the scenes that are wanted, into rows, of which there are enough.
static int measure_all(const request* q, row* rows, size_t* count)
{
    size_t kinds;
    const peer_scene_kind* kind = peer_scene_kinds(&kinds);
    const peer_setup setup = {.is_quick = q->quick};
    for (size_t i = 0; i < kinds; i++, kind++) {
        if (q->scene ? strcmp(q->scene, kind->name) != 0 : q->quick && !kind->is_quick) continue;
        peer_scene scene = {.name = kind->name};
        const int made = peer_scene_make(&scene, kind, &setup);
        abut_status status = ABUT_OK;
        if (made > 0) {
            status = measure_scene(&scene, q, rows + *count);
            *count += 2;
        }
        peer_scene_free(&scene);
        if (made < 0) return BENCH_ERROR;
        if (status != ABUT_OK) return bench_fail("%s: %s", kind->name, abut_status_text(status));
    }
    return *count ? BENCH_OK : bench_fail("there is no such scene");
}

static int run(int count, char** arguments)
{
    request q = {.runs = 5, .has_bars = true};
    int status = BENCH_READ_OPTIONS(&q, option_rows, count, arguments);
    if (status != BENCH_OK) return status;
#ifndef __OPTIMIZE__
    fputs("abut-bench: built without optimisation: the numbers say little\n", stderr);
#endif
    size_t kinds, row_count = 0;
    (void)peer_scene_kinds(&kinds);
    row* rows = calloc(2 * kinds, sizeof *rows);
    if (!rows) return bench_fail("out of memory");
    status = measure_all(&q, rows, &row_count);
    if (status == BENCH_OK) {
        if (q.json)
            write_json(&q, rows, row_count);
        else
            write_table(&q, rows, row_count);
        const summary s = sum_up(rows, row_count);
        if (!s.equal) status = bench_fail("answers differ");
        for (int f = 0; f < FORMS && q.has_bars && status == BENCH_OK; f++)
            if (!meets(&s, f)) status = BENCH_SLOW;
    }
    free(rows);
    return status;
}

const bench_verb bench_memory = {
    "memory",
    "the engine's tree in less memory, or built quickly: bytes, and what it costs in time",
    "usage: abut-bench memory [options]\n\n"
    "The scenes of peers, asked of models built with each --memory, and with --effort fast,\n"
    "in one run and in turns. Answers are compared first, also those of\n"
    "models in two forms.\n\n"
    "  --scene NAME   this scene only\n"
    "  --quick        the scenes and queries of the quick form\n"
    "  --runs N       of each query, 1 to 100 (default 5): the least time counts\n"
    "  --json         numbers instead of the table\n"
    "  --no-bars      no verdicts\n",
    run,
};
