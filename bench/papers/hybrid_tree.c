// hybrid_tree.c - the tree of Wan, Fan and Gao 2001 itself: their figure 1, the first levels of the tree of a car; which
// of their rules ends the leaves; and what the rules do to table 1 that the paper leaves open.
#include "bench.h"
#include "methods/bound/hybrid.h"
#include "papers/hybrid.h"
#include "query/model.h"

#include <abut/statistics.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIGURE_LEVELS = 3, FIGURE_NODES = 7, POLYGONS = 3175, LEAF_SIZE = 4 };

double tree_copies(const abut_model* model)
{
    const double count = (double)model->mesh.triangle_count;
    return count > 0 ? (double)model->tree.order_count / count : 0;
}

static int build(const mesh* m, const abut_build* how, abut_model** out)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles,
                            .vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count};
    const abut_status status = abut_model_build(out, &soup, how);
    return status == ABUT_OK ? BENCH_OK : bench_fail("%s", abut_status_text(status));
}

// ---------------------------------------------------------------------------------------- figure 1

// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static size_t polygons_below(const tree* t, uint32_t node, unsigned char* seen)
{
    const node_link link = tree_link(t, node);
    size_t count = 0;
    if (link_is_leaf(link)) {
        for (size_t i = 0; i < (size_t)link.count; i++)
            count += !seen[t->order[link.first + i]]++;
        return count;
    }
    for (uint32_t k = 0; k < link_children(link); k++)
        count += polygons_below(t, link.first + k, seen);
    return count;
}

static double mean_depth_of(const abut_model* m, size_t* leaf_count)
{
    size_t leaves[TREE_DEPTH_MAX + 1], sum = 0;
    *leaf_count = 0;
    if (abut_model_depths(m, TREE_DEPTH_MAX + 1, leaves, NULL) != ABUT_OK) return 0;
    for (size_t d = 0; d <= TREE_DEPTH_MAX; d++) {
        *leaf_count += leaves[d];
        sum += d * leaves[d];
    }
    return (double)sum / (double)*leaf_count;
}

static void judge_balance(paper* p, const abut_model* m, double largest)
{
    size_t leaves;
    const double mean = mean_depth_of(m, &leaves), least = log2((double)leaves);
    char why[120];
    snprintf(why, sizeof why, "the larger child holds %.0f %% of its parent at most",
             100 * largest);
    paper_claim(p, "hybrid, figure 1", "the binary tree is approximately balanced",
                "of the first three nodes that are divided, no child holds more than 60 % of the "
                "polygons, and leaves are in the mean at most 1.2 times as deep as in a balanced "
                "tree",
                verdict_of((size_t)(largest <= 0.6) + (size_t)(mean <= 1.2 * least), 2), why,
                "%.0f %%; mean depth %.2f, log2 of %zu leaves is %.2f", 100 * largest, mean, leaves,
                least);
}

// Radii and sides in the model's unit: the car is 2 long.
static void write_nodes(paper* p, const abut_model* m, unsigned char* seen)
{
    static const char* const names[FIGURE_NODES] = {
        "root", "left", "right", "left, left", "left, right", "right, left", "right, right"};
    const tree* t = &m->tree;
    size_t below[FIGURE_NODES];
    double largest = 0;
    // Levels stand behind each other: these are all there is above the fourth level, if all are divided.
    for (uint32_t i = 0; i < FIGURE_NODES; i++) {
        const hybrid* v = tree_volume(t, i);
        const double unit = ldexp(1, m->frame.exponent);
        memset(seen, 0, m->mesh.triangle_count);
        below[i] = polygons_below(t, i, seen);
        paper_row(p, "%s|%zu|%.3f|%.3f|%.3f|%.3f", names[i], below[i],
                  unit * (double)v->ball.radius, 2 * unit * (double)v->box.half[0],
                  2 * unit * (double)v->box.half[1], 2 * unit * (double)v->box.half[2]);
        if (i) largest = fmax(largest, (double)below[i] / (double)below[(i - 1) / 2]);
    }
    judge_balance(p, m, largest);
}

static int figure_1(paper* p)
{
    const abut_build how = {.method = ABUT_METHOD_HYBRID};
    mesh car = {.vertices = NULL};
    abut_model* m = NULL;
    int status = shape_car(POLYGONS, &car);
    if (status == BENCH_OK) status = build(&car, &how, &m);
    unsigned char* seen = calloc(car.triangle_count + 1, 1);
    if (status == BENCH_OK && (!seen || m->tree.node_count < FIGURE_NODES))
        status = bench_fail("figure 1: out of memory, or no such tree");
    if (status == BENCH_OK) {
        char title[200];
        snprintf(title, sizeof title,
                 "Figure 1: the tree of a car after two divisions. The paper's has 3175 polygons, "
                 "this one, by formula, %zu; it is 2 long.",
                 car.triangle_count);
        paper_table(p, title, "node|polygons|radius of the sphere|width|height|depth of the box");
        write_nodes(p, m, seen);
    }
    free(seen);
    abut_model_free(m);
    mesh_free(&car);
    return status;
}

// -------------------------------------------------------------------------------- what ends leaves

typedef struct endings {
    size_t leaves, small, deep, whole, guarded;
} endings;

static endings endings_of(const abut_model* m)
{
    const tree* t = &m->tree;
    endings out = {.guarded = t->guarded_count};
    size_t limit = 0, begin = 0, end = 1;
    for (size_t left = m->mesh.triangle_count; left > 1; left = (left + 1) / 2)
        limit += 2;
    for (size_t depth = 0; begin < end; depth++) {
        size_t children = 0;
        for (size_t i = begin; i < end; i++) {
            const node_link link = tree_link(t, (uint32_t)i);
            children += link_is_leaf(link) ? 0 : 2;
            if (!link_is_leaf(link)) continue;
            out.leaves++;
            if (link.count <= LEAF_SIZE)
                out.small++;
            else if (depth == limit)
                out.deep++;
            else
                out.whole++;
        }
        begin = end;
        end += children;
    }
    out.whole -= out.guarded;
    return out;
}

static int write_endings(paper* p, const char* name, const mesh* of)
{
    const abut_build how = {.method = ABUT_METHOD_HYBRID};
    abut_model* m = NULL;
    const double start = processor_seconds();
    if (build(of, &how, &m) != BENCH_OK) return BENCH_ERROR;
    const double ms = 1e3 * (processor_seconds() - start);
    abut_model_info info;
    abut_model_describe(m, &info);
    const endings e = endings_of(m);
    const double all = (double)e.leaves / 100;
    paper_row(p, "%s|%zu|%zu|%.1f|%.1f|%.1f|%.1f|%.2f|%.2f|%.0f|%.1f", name, of->triangle_count,
              e.leaves, (double)e.small / all, (double)e.whole / all, (double)e.deep / all,
              (double)e.guarded / all, (double)m->tree.order_count / (double)e.leaves,
              tree_copies(m),
              (double)(info.mesh_bytes + info.tree_bytes) / (double)of->triangle_count, ms);
    abut_model_free(m);
    return BENCH_OK;
}

static int report_endings(paper* p, const crowd* c, const hand_case* h)
{
    static const char* const names[5] = {"case 1: wrinkled torus", "case 1: lock",
                                         "case 1: airliner", "case 1: hand", "case 1: door"};
    paper_table(p,
                "What ends the leaves, in % of them: the paper's minimum of 4 polygons; no plane "
                "but ones with a child almost as large (0.9); the depth (twice what halving "
                "needs); the guard that is ours (64 times the triangles). About a vertex all "
                "triangles that share it lie in one cell, whatever the plane: in a grid six.",
                "object|triangles|leaves|minimum|child|depth|guard|triangles of a leaf|copies of a "
                "triangle|bytes a triangle|build ms");
    int status = BENCH_OK;
    for (int i = 0; i < 5 && status == BENCH_OK; i++)
        status = write_endings(p, names[i], &c->shapes[i]);
    if (status == BENCH_OK) status = write_endings(p, "case 2: car", &h->scene.a);
    if (status == BENCH_OK) status = write_endings(p, "case 2: hand", &h->scene.b);
    return status;
}

// ------------------------------------------------------------------------------------- open rules

typedef struct open_rule {
    double lambda, child_ratio, sphere_ratio;  // 0: the default
    int leaf_size;
} open_rule;

static const open_rule rules[] = {
    {1, 0.9, 0, 4},    {0.5, 0.9, 0, 4},  {1.5, 0.9, 0, 4}, {2, 0.9, 0, 4},  {4, 0.9, 0, 4},
    {8, 0.9, 0, 4},    {1, 0.6, 0, 4},    {1, 0.7, 0, 4},   {1, 0.8, 0, 4},  {1, 1, 0, 4},
    {4, 0.7, 0, 4},    {4, 0.8, 0, 4},    {1, 0.9, 0, 8},   {1, 0.9, 0, 16}, {1, 0.9, 0.5, 4},
    {1, 0.9, 0.01, 4}, {4, 0.8, 0.01, 4}, {4, 0.7, 0.01, 4}};
enum { RULES = sizeof rules / sizeof *rules, VOLUMES = 2 };

typedef struct rule_outcome {  // of case 1 and case 2, by both volumes and by boxes alone
    outcome of[2][VOLUMES];
} rule_outcome;

static int ask_rule(const open_rule* rule, const crowd* c, const hand_case* h, size_t steps,
                    rule_outcome* out)
{
    static const abut_tree_walk breadth = {.traversal = ABUT_TRAVERSAL_BREADTH};
    static const abut_ask first = {.limit = 1, .walk = &breadth};
    int status = BENCH_OK;
    for (int v = 0; v < VOLUMES && status == BENCH_OK; v++) {
        const abut_tree_build how = {.lambda = rule->lambda,
                                     .child_ratio = rule->child_ratio,
                                     .volumes = v ? ABUT_VOLUMES_BOXES : ABUT_VOLUMES_BOTH,
                                     .sphere_ratio = v ? 0 : rule->sphere_ratio};
        const abut_build all = {
            .method = ABUT_METHOD_HYBRID, .leaf_size = rule->leaf_size, .tree = &how};
        const crowd_question q = {.walk = &breadth, .stride = c->steps / steps};
        abut_model* models[OBJECTS] = {NULL};
        pair_built built = {.a = NULL};
        asked_figures f;
        outcome *one = &out->of[0][v], *two = &out->of[1][v];
        status = crowd_models(c, &all, models);
        if (status == BENCH_OK) status = crowd_ask(c, &q, models, one);
        if (status == BENCH_OK) status = pair_build(&built, &h->scene, &all, NULL);
        if (status == BENCH_OK) status = pair_ask_all(&built, &h->scene, &first, 1, NULL, &f);
        if (status == BENCH_OK) {
            *two = (outcome){.volume_tests = f.volume_tests, .triangle_tests = f.triangle_tests};
            two->seconds = f.mean_of;
            two->seconds.of[0] *= 1e-6 * (double)f.queries;
            one->copies = tree_copies(models[0]);
            two->copies = tree_copies(built.a);
        }
        crowd_models_free(models);
        pair_free(&built);
    }
    return status;
}

static void write_rule(paper* p, const open_rule* rule, const rule_outcome* r)
{
    char cells[400];
    size_t used = (size_t)snprintf(
        cells, sizeof cells, "%g|%g|%g|%d|%.1f", rule->lambda, rule->child_ratio,
        rule->sphere_ratio > 0 ? rule->sphere_ratio : 1, rule->leaf_size, r->of[1][0].copies);
    for (int k = 0; k < 2 * VOLUMES; k++) {
        const outcome* o = &r->of[k / VOLUMES][k % VOLUMES];
        used += (size_t)snprintf(cells + used, sizeof cells - used, "|%.3g|%.0f|%.0f",
                                 o->seconds.of[0], o->volume_tests, o->triangle_tests);
    }
    paper_row(p, "%s", cells);
}

static double product_of(const rule_outcome* r)
{
    return r->of[0][0].seconds.of[0] * r->of[1][0].seconds.of[0];
}

static int report_rules(paper* p, const crowd* c, const hand_case* h)
{
    const size_t steps = p->quick ? 4 : 100;
    char title[500];
    rule_outcome r[RULES];
    memset(r, 0, sizeof r);
    for (int i = 0; i < RULES; i++) {
        const int status = ask_rule(&rules[i], c, h, steps, &r[i]);
        if (status != BENCH_OK) return status;
    }
    snprintf(
        title, sizeof title,
        "What the paper leaves open: lambda, how large is almost as large (child), from where on "
        "boxes are tested (sphere / box, by the mean of a level), and other minima of a leaf. "
        "The first row has the defaults. Table 1 in one round, case 1 by every %zuth step: "
        "seconds, N_v and N_p by both volumes, and by boxes alone in the same tree; copies of a "
        "triangle in the car.",
        c->steps / steps);
    paper_table(p, title,
                "lambda|child|sphere / box|leaf|copies|case 1, s|N_v|N_p|boxes, s|N_v|N_p|case 2, "
                "s|N_v|N_p|boxes, s|N_v|N_p");
    size_t faster[2] = {0, 0}, best = 0;
    for (size_t i = 0; i < RULES; i++) {
        write_rule(p, &rules[i], &r[i]);
        if (product_of(&r[i]) < product_of(&r[best])) best = i;
        for (int k = 0; k < 2; k++)
            faster[k] += r[i].of[k][0].seconds.of[0] < r[i].of[k][1].seconds.of[0];
    }
    paper_text(
        p,
        "Both volumes took less time than boxes alone under %zu of the %d settings in case "
        "1, and under %zu in case 2. The least product of the times of both cases is that of "
        "row %zu.",
        faster[0], RULES, faster[1], best + 1);
    return BENCH_OK;
}

int hybrid_trees(paper* p, const crowd* c, const hand_case* h)
{
    int status = figure_1(p);
    if (status == BENCH_OK) status = report_endings(p, c, h);
    return status == BENCH_OK ? report_rules(p, c, h) : status;
}
