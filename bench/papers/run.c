// run.c - models built and asked for the experiments.
#include "papers/run.h"

#include "bench.h"

#include <abut/methods.h>
#include <math.h>

static abut_soup soup_of(const mesh* m)
{
    return (abut_soup){.vertices = m->vertices,
                       .triangles = m->triangles,
                       .vertex_count = m->vertex_count,
                       .triangle_count = m->triangle_count};
}

int pair_build(pair_built* out, const bench_scene* s, const abut_build* a_build,
               const abut_build* b_build)
{
    const abut_soup a = soup_of(&s->a), b = soup_of(s->b.triangle_count ? &s->b : &s->a);
    const bool has_b = s->b.triangle_count || b_build;
    *out = (pair_built){.a = NULL};
    const double start = processor_seconds();
    abut_status status = abut_model_build(&out->a, &a, a_build);
    if (status == ABUT_OK && has_b)
        status = abut_model_build(&out->b, &b, b_build ? b_build : a_build);
    out->build_ms = 1e3 * (processor_seconds() - start);
    if (status == ABUT_OK) status = abut_model_describe(out->a, &out->info);
    if (status == ABUT_OK) return BENCH_OK;
    pair_free(out);
    return bench_fail("%s: %s", s->name, abut_status_text(status));
}

int pair_rebuild_b(pair_built* p, const bench_scene* s, const abut_build* b_build)
{
    const abut_soup b = soup_of(s->b.triangle_count ? &s->b : &s->a);
    abut_model_free(p->b);
    p->b = NULL;
    const double start = processor_seconds();
    const abut_status status = abut_model_build(&p->b, &b, b_build);
    p->build_ms = 1e3 * (processor_seconds() - start);
    return status == ABUT_OK ? BENCH_OK : bench_fail("%s: %s", s->name, abut_status_text(status));
}

void pair_free(pair_built* p)
{
    abut_model_free(p->a);
    abut_model_free(p->b);
    *p = (pair_built){.a = NULL};
}

static void add_step(asked_figures* out, const step_figures* step, const abut_hits* hits,
                     const abut_ask* ask)
{
    out->queries++;
    out->mean_us += step->us;
    if (step->us > out->max_us) out->max_us = step->us;
    out->volume_tests += step->volume_tests;
    out->triangle_tests += step->triangle_tests;
    out->node_updates += step->node_updates;
    out->contacts += (double)hits->count;
    out->in_contact += hits->count > 0;
    // With a limit, which pairs are found depends on the method.
    const abut_hits none = {.count = 0};
    if (!ask->limit)
        out->hash = method_hash_hits(out->hash, hits);
    else
        out->hash = method_hash_hits(out->hash + (hits->count > 0), &none);
}

static void divide(asked_figures* f)
{
    const double share = f->queries ? 1 / (double)f->queries : 0;
    f->mean_us *= share;
    f->volume_tests *= share;
    f->triangle_tests *= share;
    f->node_updates *= share;
    f->contacts *= share;
}

// One query, the least of the runs.
static abut_status ask_once(abut_query* query, const abut_instance* a, const abut_instance* b,
                            const abut_ask* ask, int runs, step_figures* step, abut_hits* hits)
{
    abut_status status = ABUT_OK;
    *step = (step_figures){.us = 1e300};
    for (int run = 0; run < runs && status == ABUT_OK; run++) {
        const double start = processor_seconds();
        status = abut_collide(query, a, b, ask, hits);
        const double us = 1e6 * (processor_seconds() - start);
        if (us < step->us) step->us = us;
    }
    step->volume_tests = (double)hits->volume_tests;
    step->triangle_tests = (double)hits->triangle_tests;
    step->node_updates = (double)hits->node_updates;
    return status;
}

int pair_ask(const pair_built* p, const bench_scene* s, const pose_range* range,
             const abut_ask* ask, int runs, step_figures* steps, asked_figures* out)
{
    abut_query* query = NULL;
    abut_status status = abut_query_create(&query, NULL);
    *out = (asked_figures){.hash = METHOD_HASH};
    for (size_t i = 0; i < range->count && status == ABUT_OK; i++) {
        const abut_instance a = {p->a, s->a_pose};
        const abut_instance b = {p->b ? p->b : p->a, s->poses[range->first + i]};
        abut_hits hits = {.count = 0};
        step_figures step;
        status = ask_once(query, &a, &b, ask, runs, &step, &hits);
        if (status != ABUT_OK) break;
        add_step(out, &step, &hits, ask);
        if (steps) steps[i] = step;
    }
    divide(out);
    abut_query_free(query);
    return status == ABUT_OK ? BENCH_OK : bench_fail("%s: %s", s->name, abut_status_text(status));
}

int pair_ask_all(const pair_built* p, const bench_scene* s, const abut_ask* ask, int runs,
                 step_figures* steps, asked_figures* out)
{
    const pose_range range = {0, s->pose_count};
    return pair_ask(p, s, &range, ask, runs, steps, out);
}

static abut_build rapid_build_of(const abut_tree_build* tree)
{
    return (abut_build){.method = ABUT_METHOD_OBB, .tree = tree, .leaf_size = 1};
}

abut_build rapid_build(void)
{
    static const abut_tree_build tree = {
        .fits = ABUT_FIT_PCA, .split = ABUT_SPLIT_RAPID, .real = ABUT_REAL_DOUBLE};
    return rapid_build_of(&tree);
}

abut_build rapid_float_build(void)
{
    static const abut_tree_build tree = {
        .fits = ABUT_FIT_PCA, .split = ABUT_SPLIT_RAPID, .real = ABUT_REAL_FLOAT};
    return rapid_build_of(&tree);
}

abut_build rapid_axis_build(void)
{
    static const abut_tree_build tree = {
        .fits = ABUT_FIT_AABB, .split = ABUT_SPLIT_RAPID, .real = ABUT_REAL_DOUBLE};
    return rapid_build_of(&tree);
}

double fitted_exponent(const double* x, const double* y, size_t count, double least, double most)
{
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (size_t i = 0; i < count; i++) {
        if (y[i] < least || y[i] > most) continue;
        const double lx = log(x[i]), ly = log(y[i]);
        n++;
        sx += lx;
        sy += ly;
        sxx += lx * lx;
        sxy += lx * ly;
    }
    const double spread = n * sxx - sx * sx;
    return n >= 3 && spread > 0 ? (n * sxy - sx * sy) / spread : 0;
}
