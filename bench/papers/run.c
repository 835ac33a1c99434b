// run.c - models built and asked for the experiments.
#include "papers/run.h"

#include "bench.h"
#include "papers/rapid.h"

#include <abut/methods.h>
#include <math.h>
#include <stdlib.h>

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

// ------------------------------------------------------------------------------------------ asking

typedef struct turn {  // of one rival
    const pair_rival* rival;
    abut_query* query;
    double* us;  // of each query, round by round
    asked_figures* out;
} turn;

static void add_answer(asked_figures* out, const abut_hits* hits, const pair_rival* rival)
{
    const abut_hits none = {.count = 0};
    out->queries++;
    out->volume_tests += (double)hits->volume_tests;
    out->triangle_tests += (double)hits->triangle_tests;
    out->node_updates += (double)hits->node_updates;
    out->contacts += (double)hits->count;
    out->in_contact += hits->count > 0;
    if (rival->rapid) return;
    // With a limit, which pairs are found depends on the method.
    if (!rival->ask->limit)
        out->hash = method_hash_hits(out->hash, hits);
    else
        out->hash = method_hash_hits(out->hash + (hits->count > 0), &none);
}

static int ask_rapid(const pair_rival* r, const bench_scene* s, const abut_pose* pose, double* us,
                     abut_hits* hits)
{
    rapid_answer his = {.contacts = 0};
    const double start = processor_seconds();
    const int status = rapid_ask(r->rapid->p, r->rapid->a, &s->a_pose, r->rapid->b, pose,
                                 r->ask->limit != 0, &his);
    *us = 1e6 * (processor_seconds() - start);
    if (status != BENCH_OK) return status;
    *hits = (abut_hits){
        .count = his.contacts, .volume_tests = his.box_tests, .triangle_tests = his.triangle_tests};
    return BENCH_OK;
}

static int ask_own(const turn* t, const bench_scene* s, const abut_pose* pose, double* us,
                   abut_hits* hits)
{
    const pair_built* p = t->rival->pair;
    const abut_instance a = {p->a, s->a_pose}, b = {p->b ? p->b : p->a, *pose};
    const double start = processor_seconds();
    const abut_status status = abut_collide(t->query, &a, &b, t->rival->ask, hits);
    *us = 1e6 * (processor_seconds() - start);
    return status == ABUT_OK ? BENCH_OK : bench_fail("%s: %s", s->name, abut_status_text(status));
}

// All poses once. What is counted is that of the first round; the others only take the time.
static int ask_round(const turn* t, const bench_scene* s, const pose_range* range, int round)
{
    step_figures* steps = t->rival->steps;
    double* us = t->us + (size_t)round * range->count;
    int status = BENCH_OK;
    for (size_t i = 0; i < range->count && status == BENCH_OK; i++) {
        const abut_pose* pose = &s->poses[range->first + i];
        abut_hits hits = {.count = 0};
        status = t->rival->rapid ? ask_rapid(t->rival, s, pose, &us[i], &hits)
                                 : ask_own(t, s, pose, &us[i], &hits);
        if (status != BENCH_OK || round) continue;
        add_answer(t->out, &hits, t->rival);
        if (steps)
            steps[i] = (step_figures){.volume_tests = (double)hits.volume_tests,
                                      .triangle_tests = (double)hits.triangle_tests,
                                      .node_updates = (double)hits.node_updates};
    }
    return status;
}

static void sum_up(const turn* t, size_t count, int round_count)
{
    asked_figures* f = t->out;
    const double share = f->queries ? 1 / (double)f->queries : 0;
    size_t longest = 0;
    f->volume_tests *= share;
    f->triangle_tests *= share;
    f->node_updates *= share;
    f->contacts *= share;
    f->mean_of.count = f->longest_of.count = round_count;
    for (size_t i = 0; i < count; i++) {
        double least = HUGE_VAL;
        for (int round = 0; round < round_count; round++) {
            const double us = t->us[(size_t)round * count + i];
            f->mean_of.of[round] += us * share;
            least = fmin(least, us);
        }
        if (t->rival->steps) t->rival->steps[i].us = least;
        if (least <= f->max_us) continue;
        f->max_us = least;
        longest = i;
    }
    for (int round = 0; round < round_count && count; round++)
        f->longest_of.of[round] = t->us[(size_t)round * count + longest];
    f->mean_us = rounds_spread(&f->mean_of).middle;
}

static bool answers_differ(const turn* turns, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (turns[i].rival->rapid || turns[k].rival->rapid) continue;
            const bool alike = !turns[i].rival->ask->limit == !turns[k].rival->ask->limit;
            if (alike && turns[i].out->hash != turns[k].out->hash) return true;
        }
    }
    return false;
}

static round_range taken;  // which the report tells of an experiment

void rounds_note(int round_count)
{
    taken.least = taken.least && taken.least < round_count ? taken.least : round_count;
    taken.most = taken.most > round_count ? taken.most : round_count;
}

int pairs_ask(const pair_rival* rivals, size_t count, const bench_scene* s, const pose_range* range,
              int round_count, asked_figures* out)
{
    turn turns[PAIR_RIVALS_MOST];
    const size_t values = (size_t)round_count * range->count;
    double* us = calloc(count * values + 1, sizeof *us);
    int status = BENCH_OK;
    if (!us) return bench_fail("%s: out of memory", s->name);
    for (size_t i = 0; i < count; i++) {
        out[i] = (asked_figures){.hash = METHOD_HASH};
        turns[i] = (turn){.rival = &rivals[i], .us = us + i * values, .out = &out[i]};
        if (abut_query_create(&turns[i].query, NULL) != ABUT_OK)
            status = bench_fail("%s: out of memory", s->name);
    }
    for (int round = 0; round < round_count; round++) {
        for (size_t i = 0; i < count && status == BENCH_OK; i++)
            status = ask_round(&turns[(i + (size_t)round) % count], s, range, round);
    }
    for (size_t i = 0; i < count; i++) {
        if (status == BENCH_OK) sum_up(&turns[i], range->count, round_count);
        abut_query_free(turns[i].query);
    }
    free(us);
    rounds_note(round_count);
    if (status != BENCH_OK) return status;
    return answers_differ(turns, count) ? bench_fail("%s: answers differ", s->name) : BENCH_OK;
}

round_range rounds_taken(void)
{
    const round_range out = taken;
    taken = (round_range){0, 0};
    return out;
}

int pair_ask(const pair_built* p, const bench_scene* s, const pose_range* range,
             const abut_ask* ask, int round_count, step_figures* steps, asked_figures* out)
{
    const pair_rival alone = {p, ask, steps};
    return pairs_ask(&alone, 1, s, range, round_count, out);
}

int pair_ask_all(const pair_built* p, const bench_scene* s, const abut_ask* ask, int round_count,
                 step_figures* steps, asked_figures* out)
{
    const pose_range range = {0, s->pose_count};
    return pair_ask(p, s, &range, ask, round_count, steps, out);
}

// ------------------------------------------------------------------------------------------ builds

static abut_build rapid_build_of(const abut_tree_build* tree)
{
    return (abut_build){.method = ABUT_METHOD_OBB, .tree = tree, .leaf_size = 1};
}

abut_build obbtree_build(void)
{
    static const abut_tree_build tree = {
        .fits = ABUT_FIT_PCA, .split = ABUT_SPLIT_RAPID, .real = ABUT_REAL_DOUBLE};
    return rapid_build_of(&tree);
}

abut_build rapid_build(void)
{
    static const abut_tree_build tree = {.fits = ABUT_FIT_PCA,
                                         .split = ABUT_SPLIT_RAPID,
                                         .axis = ABUT_AXIS_SPLATTER,
                                         .real = ABUT_REAL_DOUBLE};
    return rapid_build_of(&tree);
}

abut_build rapid_float_build(void)
{
    static const abut_tree_build tree = {.fits = ABUT_FIT_PCA,
                                         .split = ABUT_SPLIT_RAPID,
                                         .axis = ABUT_AXIS_SPLATTER,
                                         .real = ABUT_REAL_FLOAT};
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
