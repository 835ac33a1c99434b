// run.c - builds and queries of one method, timed by the processor's clock, which other programs
// disturb less than the wall's.
#define _POSIX_C_SOURCE 200809L
#include "methods/methods.h"

#include <stdlib.h>
#include <time.h>

double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static abut_soup soup_of(const mesh* m)
{
    return (abut_soup){.vertices = m->vertices,
                       .triangles = m->triangles,
                       .vertex_count = m->vertex_count,
                       .triangle_count = m->triangle_count};
}

uint64_t method_hash_hits(uint64_t hash, const abut_hits* hits)
{
    for (size_t i = 0; i < hits->count; i++) {
        hash = (hash ^ hits->pairs[i].a) * 1099511628211u;  // FNV-1a, word by word
        hash = (hash ^ hits->pairs[i].b) * 1099511628211u;
    }
    return (hash ^ hits->count) * 1099511628211u;
}

typedef struct timed_query {
    double least;  // seconds
    abut_hits hits;
    abut_status status;
} timed_query;

static timed_query ask_often(abut_query* query, const abut_instance* a, const abut_instance* b,
                             const abut_ask* ask, int runs)
{
    timed_query t = {.least = 1e300};
    for (int run = 0; run < runs && t.status == ABUT_OK; run++) {
        const double start = processor_seconds();
        t.status = abut_collide(query, a, b, ask, &t.hits);
        const double seconds = processor_seconds() - start;
        if (seconds < t.least) t.least = seconds;
    }
    return t;
}

static abut_status ask_poses(const bench_scene* s, const abut_model* a, const abut_model* b,
                             const abut_ask* ask, int runs, method_figures* out)
{
    abut_query* query = NULL;
    abut_status status = abut_query_create(&query, NULL);
    const double poses = (double)s->pose_count;
    abut_ask first = *ask;
    first.limit = 1;
    out->hash = METHOD_HASH;
    for (size_t i = 0; i < s->pose_count && status == ABUT_OK; i++) {
        const abut_instance x = {a, s->a_pose}, y = {b, s->poses[i]};
        const timed_query all = ask_often(query, &x, &y, ask, runs);
        status = all.status;
        if (status != ABUT_OK) break;
        const double us = all.least * 1e6;
        out->all_mean_us += us / poses;
        if (us > out->all_max_us) out->all_max_us = us;
        out->volume_tests += (double)all.hits.volume_tests / poses;
        out->triangle_tests += (double)all.hits.triangle_tests / poses;
        out->node_updates += (double)all.hits.node_updates / poses;
        out->contacts += (double)all.hits.count / poses;
        out->hash = method_hash_hits(out->hash, &all.hits);
        const timed_query one = ask_often(query, &x, &y, &first, runs);
        status = one.status;
        out->first_mean_us += one.least * 1e6 / poses;
        if (one.least * 1e6 > out->first_max_us) out->first_max_us = one.least * 1e6;
    }
    abut_query_free(query);
    return status;
}

abut_status method_measure(const bench_scene* s, const abut_build* build, const abut_ask* ask,
                           int runs, method_figures* out)
{
    const abut_soup a_soup = soup_of(&s->a), b_soup = soup_of(&s->b);
    abut_model *a = NULL, *b = NULL;
    abut_model_info info;
    *out = (method_figures){0};
    const double start = processor_seconds();
    abut_status status = abut_model_build(&a, &a_soup, build);
    if (status == ABUT_OK && s->b.triangle_count) status = abut_model_build(&b, &b_soup, build);
    out->build_ms = 1e3 * (processor_seconds() - start);
    if (status == ABUT_OK) status = abut_model_describe(a, &info);
    if (status == ABUT_OK) {
        out->bytes = (double)(info.mesh_bytes + info.tree_bytes) / (double)info.triangle_count;
        out->depth = info.depth;
        out->nodes = info.node_count;
        status = ask_poses(s, a, b ? b : a, ask, runs, out);
    }
    abut_model_free(a);
    abut_model_free(b);
    return status;
}

void method_begin_json(json* j, const char* name, const method_figures* f)
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
    json_put_string(j, "method", name);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        json_put_number(j, numbers[i].key, numbers[i].value);
    }
}
