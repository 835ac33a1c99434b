// own.c - abut as one of those who are asked, with any of its methods.
#include "methods/methods.h"
#include "peers/peers.h"

#include <stdlib.h>
#include <string.h>

typedef struct placed_pair {
    abut_instance a, b;
} placed_pair;

typedef struct own_side {
    abut_model** models;
    size_t model_count;
    abut_query* query;
    placed_pair* placed;  // for each query of the scene
    double clock_cost;
} own_side;

static side_status fail(side* s, abut_status status)
{
    snprintf(s->error, sizeof s->error, "%s", abut_status_text(status));
    return SIDE_FAILED;
}

static abut_status ask(const side* s, bool first, size_t query, abut_hits* hits)
{
    const abut_ask question = {.limit = first};
    const own_side* own = s->self.own;
    return abut_collide(own->query, &own->placed[query].a, &own->placed[query].b, &question, hits);
}

static side_status own_run(side* s, bool first, long repeats, double* seconds)
{
    abut_hits hits;
    abut_status status = ABUT_OK;
    const double start = processor_seconds();
    for (long r = 0; r < repeats && status == ABUT_OK; r++)
        for (size_t i = 0; i < s->used_count && status == ABUT_OK; i++)
            status = ask(s, first, s->used[i], &hits);
    *seconds = processor_seconds() - start;
    return status == ABUT_OK ? SIDE_OK : fail(s, status);
}

static side_status own_each(side* s, bool first, double* seconds)
{
    abut_hits hits;
    for (size_t i = 0; i < s->used_count; i++) {
        const double start = processor_seconds();
        const abut_status status = ask(s, first, s->used[i], &hits);
        const double took = processor_seconds() - start - s->self.own->clock_cost;
        seconds[i] = took > 0 ? took : 0;
        if (status != ABUT_OK) return fail(s, status);
    }
    return SIDE_OK;
}

static side_status own_answer(side* s, bool first, size_t query, side_answer* out)
{
    abut_hits hits;
    *out = (side_answer){0};
    const double start = processor_seconds();
    const abut_status status = ask(s, first, query, &hits);
    if (status != ABUT_OK) return fail(s, status);
    out->seconds = processor_seconds() - start;
    out->count = hits.count;
    out->pairs = malloc((hits.count + 1) * sizeof *out->pairs);
    if (!out->pairs) return fail(s, ABUT_OUT_OF_MEMORY);
    memcpy(out->pairs, hits.pairs, hits.count * sizeof *out->pairs);
    return SIDE_OK;
}

static side_status own_use(side* s, const size_t* queries, size_t count)
{
    s->used = queries;
    s->used_count = count;
    return SIDE_OK;
}

static void own_close(side* s)
{
    own_side* own = s->self.own;
    abut_query_free(own->query);
    for (size_t i = 0; i < own->model_count; i++)
        abut_model_free(own->models[i]);
    free(own->models);
    free(own->placed);
    free(own);
    s->self.own = NULL;
}

static const side_calls own_calls = {own_run, own_each, own_answer, own_use, own_close};

static abut_status build(own_side* own, const peer_scene* scene, abut_method method)
{
    const abut_build options = {.method = method};
    own->models = calloc(scene->mesh_count + 1, sizeof(abut_model*));
    own->placed = calloc(scene->query_count + 1, sizeof *own->placed);
    if (!own->models || !own->placed) return ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < scene->mesh_count; i++) {
        const mesh* m = &scene->meshes[i];
        const abut_soup soup = {.vertices = m->vertices,
                                .triangles = m->triangles,
                                .vertex_count = m->vertex_count,
                                .triangle_count = m->triangle_count};
        const abut_status status = abut_model_build(&own->models[i], &soup, &options);
        if (status != ABUT_OK) return status;
        own->model_count++;
    }
    return ABUT_OK;
}

// What it costs to read the clock.
static double clock_cost(void)
{
    double least = 1;
    for (int i = 0; i < 200; i++) {
        const double start = processor_seconds(), took = processor_seconds() - start;
        if (took < least) least = took;
    }
    return least;
}

side_status side_open_own(side* s, const peer_scene* scene, abut_method method)
{
    *s = (side){.calls = &own_calls, .has_pairs = true};
    own_side* own = s->self.own = calloc(1, sizeof *own);
    if (!own) return fail(s, ABUT_OUT_OF_MEMORY);
    own->clock_cost = clock_cost();
    const double start = processor_seconds();
    abut_status status = build(own, scene, method);
    s->build_seconds = processor_seconds() - start;
    if (status == ABUT_OK) status = abut_query_create(&own->query, NULL);
    abut_model_info info = {0};
    if (status == ABUT_OK && scene->mesh_count) status = abut_model_describe(own->models[0], &info);
    if (status != ABUT_OK) {
        own_close(s);
        return fail(s, status);
    }
    for (size_t i = 0; i < scene->query_count; i++) {
        const peer_query* q = &scene->queries[i];
        own->placed[i].a = (abut_instance){own->models[q->a], q->a_pose};
        own->placed[i].b = (abut_instance){own->models[q->b], q->b_pose};
    }
    snprintf(s->name, sizeof s->name, "abut %s %s", ABUT_VERSION_STRING,
             abut_method_name(info.method));
    return SIDE_OK;
}
