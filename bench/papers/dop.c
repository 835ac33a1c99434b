// dop.c - what the experiments of Zachmann 1998 share (dop.h).
#include "papers/dop.h"

#include "bench.h"

#include <abut/statistics.h>
#include <stdlib.h>

double dop_distance(int i)
{
    return 0.25 * (i + 1);
}

int dop_object(bench_scene* s, const object* o, bool quick)
{
    static const double z[3] = {0, 0, 1};
    const size_t turns = quick ? 4 : o->turns;
    uint32_t rings, sides;
    int status = BENCH_OK;
    *s = (bench_scene){.name = o->name};
    if (o->shape) {
        status = o->shape(o->triangles, &s->a);
    } else if (o->stacks) {
        if (sphere_make(o->stacks, 2 * o->stacks, 1, &s->a) != SCENE_OK) status = BENCH_ERROR;
    } else {
        torus_divide(o->triangles, &rings, &sides);
        if (torus_make(rings, sides, 1, 0.4, &s->a) != SCENE_OK) status = BENCH_ERROR;
    }
    s->pose_count = DISTANCES * turns;
    s->poses = calloc(s->pose_count, sizeof *s->poses);
    if (status != BENCH_OK || !s->poses || mesh_fit_cube(&s->a, 2) != SCENE_OK)
        return bench_fail("%s: out of memory", o->name);
    for (size_t i = 0; i < s->pose_count; i++) {
        abut_pose_from_axis_angle(&s->poses[i], z, 360.0 * (double)(i % turns) / (double)turns);
        s->poses[i].translation[0] = dop_distance((int)(i / turns));
    }
    return BENCH_OK;
}

int dop_describe(const pair_built* pair, measured* out, const char* name)
{
    size_t triangles[DEPTHS_MOST];
    const abut_model_info* info = &pair->info;
    const double bytes = (double)(info->mesh_bytes + info->tree_bytes);
    const double count = (double)info->triangle_count;
    out->megabytes = bytes / 1e6;
    out->bytes = bytes / count;
    out->node_bytes = (double)info->node_bytes / (double)info->node_count;
    if (abut_model_depths(pair->a, DEPTHS_MOST, NULL, triangles) != ABUT_OK)
        return bench_fail("%s: too deep", name);
    for (size_t d = 0; d < DEPTHS_MOST; d++) {
        out->depth += (double)(d * triangles[d]) / count;
        if (triangles[d]) out->depth_most = d;
    }
    return BENCH_OK;
}

// By turns; what the last round made stays.
static int build_all(const bench_scene* s, const abut_build* builds, size_t count,
                     pair_built* pairs, measured* out)
{
    for (int round = 0; round < ROUNDS_USUAL; round++) {
        for (size_t i = 0; i < count; i++) {
            pair_free(&pairs[i]);
            const int status = pair_build(&pairs[i], s, &builds[i], NULL);
            if (status != BENCH_OK) return status;
            out[i].build_ms.of[round] = pairs[i].build_ms;
            out[i].build_ms.count = round + 1;
        }
    }
    for (size_t i = 0; i < count; i++) {
        const int status = dop_describe(&pairs[i], &out[i], s->name);
        if (status != BENCH_OK) return status;
    }
    return BENCH_OK;
}

static void add_distance(measured* out, int distance, const asked_figures* f)
{
    out->at_us[distance] = f->mean_us;
    out->tests_at[distance] = f->volume_tests;
    out->tests += f->volume_tests / DISTANCES;
    out->triangle_tests += f->triangle_tests / DISTANCES;
    out->us.count = f->mean_of.count;
    for (int round = 0; round < f->mean_of.count; round++)
        out->us.of[round] += f->mean_of.of[round] / DISTANCES;
}

static int ask_all(const bench_scene* s, const pair_built* pairs, size_t count, measured* out)
{
    static const abut_ask first = {.limit = 1};
    const size_t turns = s->pose_count / DISTANCES;
    pair_rival rivals[BUILDS_MOST];
    for (size_t i = 0; i < count; i++)
        rivals[i] = (pair_rival){.pair = &pairs[i], .ask = &first};
    for (int d = 0; d < DISTANCES; d++) {
        asked_figures f[BUILDS_MOST];
        const pose_range range = {(size_t)d * turns, turns};
        const int status = pairs_ask(rivals, count, s, &range, ROUNDS_USUAL, f);
        if (status != BENCH_OK) return status;
        for (size_t i = 0; i < count; i++)
            add_distance(&out[i], d, &f[i]);
    }
    return BENCH_OK;
}

int dop_measure(const bench_scene* s, const abut_build* builds, size_t count, measured* out)
{
    pair_built pairs[BUILDS_MOST] = {{.a = NULL}};
    for (size_t i = 0; i < count; i++)
        out[i] = (measured){.tests = 0};
    int status = build_all(s, builds, count, pairs, out);
    if (status == BENCH_OK) status = ask_all(s, pairs, count, out);
    for (size_t i = 0; i < count; i++)
        pair_free(&pairs[i]);
    return status;
}

int dop_measure_object(const object* o, bool quick, const abut_build* builds, size_t count,
                       measured* out, size_t* triangles)
{
    bench_scene s;
    int status = dop_object(&s, o, quick);
    *triangles = s.a.triangle_count;
    if (status == BENCH_OK) status = dop_measure(&s, builds, count, out);
    bench_scene_free(&s);
    return status;
}

void dop_draw_distances(paper* p, const figure_shape* shape, const measured* m,
                        const char* const* names, int count)
{
    paper_figure(p, shape);
    for (int i = 0; i < count; i++) {
        paper_series(p, names[i]);
        for (int d = 0; d < DISTANCES; d++)
            paper_point(p, dop_distance(d), m[i].at_us[d] / 1e3);
    }
}
