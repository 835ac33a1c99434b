// version.c - one build of the library, loaded from a file, and asked.
#include "bench.h"
#include "common/library.h"
#include "versions/versions.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

int version_open(version* v, const char* path)
{
    *v = (version){.path = path, .library = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
    if (!v->library) return bench_fail("%s", dlerror());
    const struct {
        const char* name;
        void* to;
    } functions[] = {
        {"abut_version", &v->number},
        {"abut_model_build", &v->model_build},
        {"abut_model_free", &v->model_free},
        {"abut_query_create", &v->query_create},
        {"abut_query_free", &v->query_free},
        {"abut_collide", &v->collide},
        {"abut_batch_create", &v->batch_create},
        {"abut_batch_free", &v->batch_free},
        {"abut_collide_batch", &v->collide_batch},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!library_find(v->library, functions[i].name, functions[i].to))
            return bench_fail("%s", dlerror());
    return BENCH_OK;
}

static int failed(const version* v, abut_status status)
{
    return status == ABUT_OK ? BENCH_OK : bench_fail("%s: %s", v->path, abut_status_text(status));
}

int version_load(version* v, const peer_scene* scene, int leaf_size)
{
    const abut_build options = {.leaf_size = leaf_size};
    v->models = calloc(scene->mesh_count + 1, sizeof(abut_model*));
    v->questions = calloc(scene->query_count + 1, sizeof *v->questions);
    v->question_count = scene->query_count;
    if (!v->models || !v->questions) return failed(v, ABUT_OUT_OF_MEMORY);
    abut_status status = v->query_create(&v->query, NULL);
    if (status == ABUT_OK) status = v->batch_create(&v->batch, NULL);
    for (size_t i = 0; i < scene->mesh_count && status == ABUT_OK; i++) {
        const mesh* m = &scene->meshes[i];
        const abut_soup soup = {.vertices = m->vertices,
                                .triangles = m->triangles,
                                .vertex_count = m->vertex_count,
                                .triangle_count = m->triangle_count};
        status = v->model_build(&v->models[i], &soup, &options);
        v->model_count += status == ABUT_OK;
    }
    for (size_t i = 0; i < scene->query_count; i++) {
        const peer_query* q = &scene->queries[i];
        v->questions[i].a = (abut_instance){.model = v->models[q->a], .pose = q->a_pose};
        v->questions[i].b = (abut_instance){.model = v->models[q->b], .pose = q->b_pose};
    }
    return failed(v, status);
}

static abut_ask ask_of(version_mode mode)
{
    return (abut_ask){.limit = mode != VERSION_ALL, .coherent = mode == VERSION_COHERENT};
}

int version_ask(version* v, version_mode mode)
{
    const abut_ask ask = ask_of(mode);
    const abut_hits* many;
    abut_hits one;
    abut_status status = ABUT_OK;
    if (mode == VERSION_BATCH)
        status = v->collide_batch(v->batch, v->questions, v->question_count, &ask, &many);
    else
        for (size_t i = 0; i < v->question_count && status == ABUT_OK; i++)
            status = v->collide(v->query, &v->questions[i].a, &v->questions[i].b, &ask, &one);
    return failed(v, status);
}

static abut_status keep(version_answers* out, size_t i, const abut_hits* hits)
{
    out->pairs[i] = malloc((hits->count + 1) * sizeof(abut_pair));
    if (!out->pairs[i]) return ABUT_OUT_OF_MEMORY;
    if (hits->count) memcpy(out->pairs[i], hits->pairs, hits->count * sizeof(abut_pair));
    out->counts[i] = hits->count;
    out->found += hits->count > 0;
    out->counters[0] += hits->volume_tests;
    out->counters[1] += hits->triangle_tests;
    out->counters[2] += hits->node_updates;
    out->counters[3] += hits->exact_tests;
    return ABUT_OK;
}

int version_answer(version* v, version_mode mode, version_answers* out)
{
    const size_t count = v->question_count;
    const abut_ask ask = ask_of(mode);
    const abut_hits* many = NULL;
    abut_status status = ABUT_OK;
    *out = (version_answers){.pairs = calloc(count + 1, sizeof(abut_pair*)),
                             .counts = calloc(count + 1, sizeof *out->counts)};
    if (!out->pairs || !out->counts) return failed(v, ABUT_OUT_OF_MEMORY);
    if (mode == VERSION_BATCH)
        status = v->collide_batch(v->batch, v->questions, count, &ask, &many);
    for (size_t i = 0; i < count && status == ABUT_OK; i++) {
        abut_hits one;
        if (!many)
            status = v->collide(v->query, &v->questions[i].a, &v->questions[i].b, &ask, &one);
        if (status == ABUT_OK) status = keep(out, i, many ? &many[i] : &one);
    }
    return failed(v, status);
}

void version_answers_free(version_answers* a, size_t question_count)
{
    for (size_t i = 0; i < question_count && a->pairs; i++)
        free(a->pairs[i]);
    free(a->pairs);
    free(a->counts);
    *a = (version_answers){.found = 0};
}

void version_unload(version* v)
{
    if (v->batch) v->batch_free(v->batch);
    if (v->query) v->query_free(v->query);
    for (size_t i = 0; i < v->model_count; i++)
        v->model_free(v->models[i]);
    free(v->models);
    free(v->questions);
    v->models = NULL;
    v->questions = NULL;
    v->query = NULL;
    v->batch = NULL;
    v->model_count = v->question_count = 0;
}

void version_close(version* v)
{
    if (v->library) dlclose(v->library);
    v->library = NULL;
}
