// count.c - builds and queries of one quick scene of "abut-bench peers", each once, for tools/compare-commits,
// which links this with the library of each of two commits and lets callgrind count the instructions.
//     peer_count              lists the scenes
//     peer_count SCENE        prints a line for each stage: its name, and what was found
// Only public headers are used, so that it compiles against other commits. A stage is one call of run_stage, after
// which callgrind writes what it has counted (--toggle-collect, --dump-after).
#include "bench.h"
#include "peers/peers.h"

#if __has_include("abut/distance.h")
#include "abut/distance.h"
#define HAS_DISTANCE 1
#endif

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct stage {
    const char* name;
    const char* method;  // by name: enumerators have had others
    abut_effort effort;
    bool is_build, first;  // first: stop at the first contact
    bool is_distance;
} stage;

static const stage stages[] = {
    {"wide build", "auto", ABUT_EFFORT_DEFAULT, true, false},
    {"wide first", "auto", ABUT_EFFORT_DEFAULT, false, true},
    {"wide all", "auto", ABUT_EFFORT_DEFAULT, false, false},
#ifdef HAS_DISTANCE
    {"wide distance", "auto", ABUT_EFFORT_DEFAULT, false, false, true},
#endif
    {"wide build fast", "auto", ABUT_EFFORT_FAST, true, false},
    {"obb build", "obb", ABUT_EFFORT_DEFAULT, true, false},
    {"obb first", "obb", ABUT_EFFORT_DEFAULT, false, true},
    {"obb all", "obb", ABUT_EFFORT_DEFAULT, false, false},
};

typedef struct work {
    peer_scene scene;
    abut_model** models;
    abut_query* query;
    uint64_t pairs, hash;  // of a stage
} work;

int bench_fail(const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("peer_count: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return BENCH_ERROR;
}

static void free_models(work* w)
{
    for (size_t i = 0; i < w->scene.mesh_count; i++) {
        abut_model_free(w->models[i]);
        w->models[i] = NULL;
    }
}

static abut_status build(work* w, const stage* s)
{
    abut_build options = {.effort = s->effort};
    if (abut_method_from_name(s->method, &options.method) != ABUT_OK) return ABUT_BAD_ARGUMENT;
    return peer_build_models(&w->scene, &options, w->models);
}

static void note(work* w, uint64_t value)
{
    w->hash = (w->hash ^ value) * 0x100000001b3u;
}

#ifdef HAS_DISTANCE
static abut_status measure(work* w, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const peer_query* q = &w->scene.queries[i];
        const abut_instance a = {.model = w->models[q->a], .pose = q->a_pose};
        const abut_instance b = {.model = w->models[q->b], .pose = q->b_pose};
        abut_distance_answer answer;
        const abut_status status = abut_distance(w->query, &a, &b, NULL, &answer);
        if (status != ABUT_OK) return status;
        w->pairs += answer.has_pair != 0;
        note(w, (uint64_t)answer.pair.a << 32 | answer.pair.b);
    }
    return ABUT_OK;
}
#endif

// Ask the first so many of the scene's queries.
static abut_status ask(work* w, const stage* s, size_t count)
{
    const abut_ask question = {.limit = s->first};
#ifdef HAS_DISTANCE
    if (s->is_distance) return measure(w, count);
#endif
    for (size_t i = 0; i < count; i++) {
        const peer_query* q = &w->scene.queries[i];
        const abut_instance a = {w->models[q->a], q->a_pose}, b = {w->models[q->b], q->b_pose};
        abut_hits hits;
        const abut_status status = abut_collide(w->query, &a, &b, &question, &hits);
        if (status != ABUT_OK) return status;
        w->pairs += hits.count;
        for (size_t k = 0; k < hits.count; k++)
            note(w, (uint64_t)hits.pairs[k].a << 32 | hits.pairs[k].b);
    }
    return ABUT_OK;
}

// What callgrind is told to count.
abut_status run_stage(work* w, const stage* s);
__attribute__((noinline)) abut_status run_stage(work* w, const stage* s)
{
    return s->is_build ? build(w, s) : ask(w, s, w->scene.query_count);
}

static int run(work* w)
{
    w->models = calloc(w->scene.mesh_count + 1, sizeof(abut_model*));
    abut_status status = w->models ? abut_query_create(&w->query, NULL) : ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < sizeof stages / sizeof *stages && status == ABUT_OK; i++) {
        const stage* s = &stages[i];
        if (s->is_build)
            free_models(w);
        else
            status = ask(
                w, s, 1);  // what a query object allocates once is not counted, as it is not timed
        if (status != ABUT_OK) break;
        w->pairs = w->hash = 0;
        status = run_stage(w, s);
        printf("%s\t%zu meshes, %zu queries, %llu pairs, %016llx\n", s->name, w->scene.mesh_count,
               w->scene.query_count, (unsigned long long)w->pairs, (unsigned long long)w->hash);
    }
    if (w->models) free_models(w);
    abut_query_free(w->query);
    free(w->models);
    return status == ABUT_OK ? BENCH_OK : bench_fail("%s", abut_status_text(status));
}

int main(int count, char** arguments)
{
    size_t kind_count;
    const peer_scene_kind* kinds = peer_scene_kinds(&kind_count);
    const peer_setup setup = {.is_quick = true};
    for (size_t i = 0; i < kind_count; i++) {
        if (!kinds[i].is_quick) continue;
        if (count == 1) puts(kinds[i].name);
        if (count != 2 || strcmp(arguments[1], kinds[i].name) != 0) continue;
        work w = {0};
        const int made = peer_scene_make(&w.scene, &kinds[i], &setup);
        if (made == 0) puts("SKIPPED");
        const int status = made > 0 ? run(&w) : made < 0 ? BENCH_ERROR : BENCH_OK;
        peer_scene_free(&w.scene);
        return status;
    }
    return count == 1 ? BENCH_OK : bench_fail("there is no such scene");
}
