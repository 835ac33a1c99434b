// dop_trees.c - section 4.2 of Zachmann 1998: how deep DOP-trees are, for each k, and his builder against other rules.
#include "bench.h"
#include "papers/dop.h"

#include <abut/methods.h>
#include <abut/statistics.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { OBJECTS = 5, QUICK_OBJECTS = 2, KS = 5 };

static const object objects[OBJECTS] = {
    {"door", shape_door, 3300, 0, 200, {0}},  {"sphere", NULL, 0, 71, 200, {0}},
    {"lock", shape_lock, 20898, 0, 200, {0}}, {"torus", NULL, 12544, 0, 200, {0}},
    {"car", shape_car, 60755, 0, 200, {0}},
};
// The paper's histograms: of about 3,300 and 20,000 triangles.
static const char* const his_depths[QUICK_OBJECTS] = {
    "10: 92, 11: 740, 12: 1639, 13: 659, 14: 162, 15: 42, 16: 26",
    "12: 1, 13: 375, 14: 8853, 15: 13233, 16: 642"};

// ------------------------------------------------------------------------------------------ depths

// Leaves of a tree by depth, in words.
static int write_depths(const bench_scene* s, char* cells, size_t size)
{
    static const abut_build build = {.method = ABUT_METHOD_DOP6};
    size_t leaves[DEPTHS_MOST], used = 0;
    pair_built built;
    int status = pair_build(&built, s, &build, NULL);
    if (status != BENCH_OK) return status;
    if (abut_model_depths(built.a, DEPTHS_MOST, leaves, NULL) != ABUT_OK)
        status = bench_fail("%s: too deep", s->name);
    pair_free(&built);
    cells[0] = '\0';
    for (int d = 0; d < DEPTHS_MOST && status == BENCH_OK && used < size; d++) {
        if (!leaves[d]) continue;
        used += (size_t)snprintf(cells + used, size - used, "%s%d: %zu", used ? ", " : "", d,
                                 leaves[d]);
    }
    return status;
}

static int report_histograms(paper* p)
{
    paper_table(p, "Leaves of 6-DOP-trees by depth (section 4.2)",
                "object|triangles|the paper, of about 3,300 and 20,000|here");
    for (int i = 0; i < QUICK_OBJECTS; i++) {
        bench_scene s;
        char cells[600];
        int status = dop_object(&s, &objects[i], true);
        if (status == BENCH_OK) status = write_depths(&s, cells, sizeof cells);
        if (status == BENCH_OK)
            paper_row(p, "%s|%zu|%s|%s", objects[i].name, s.a.triangle_count, his_depths[i], cells);
        bench_scene_free(&s);
        if (status != BENCH_OK) return status;
    }
    return BENCH_OK;
}

typedef struct depth_figures {
    double mean[KS];
    size_t most[KS], triangles;
} depth_figures;

static int measure_depths(const object* o, depth_figures* out)
{
    static const abut_method methods[KS] = {ABUT_METHOD_DOP6, ABUT_METHOD_DOP8, ABUT_METHOD_DOP14,
                                            ABUT_METHOD_DOP18, ABUT_METHOD_DOP26};
    bench_scene s;
    int status = dop_object(&s, o, true);
    out->triangles = s.a.triangle_count;
    for (int k = 0; k < KS && status == BENCH_OK; k++) {
        const abut_build build = {.method = methods[k]};
        measured m = {.tests = 0};
        pair_built built;
        status = pair_build(&built, &s, &build, NULL);
        if (status == BENCH_OK) status = dop_describe(&built, &m, s.name);
        pair_free(&built);
        out->mean[k] = m.depth;
        out->most[k] = m.depth_most;
    }
    bench_scene_free(&s);
    return status;
}

// Balance, and the same depth for every k: the paper has k = 6, 8 and 14.
static int report_depths(paper* p, size_t count)
{
    depth_figures of[OBJECTS];
    size_t balanced = 0, alike = 0;
    double widest = 0, deepest = 0;
    paper_table(p, "Depth of a triangle's leaf by k: mean (deepest)",
                "object|triangles|what halving needs|6|8|14|18|26");
    for (size_t i = 0; i < count; i++) {
        const depth_figures* f = &of[i];
        const int status = measure_depths(&objects[i], &of[i]);
        if (status != BENCH_OK) return status;
        const double halving = log2((double)f->triangles);
        const double low = fmin(f->mean[0], fmin(f->mean[1], f->mean[2])),
                     high = fmax(f->mean[0], fmax(f->mean[1], f->mean[2]));
        paper_row(p, "%s|%zu|%.1f|%.1f (%zu)|%.1f (%zu)|%.1f (%zu)|%.1f (%zu)|%.1f (%zu)",
                  objects[i].name, f->triangles, halving, f->mean[0], f->most[0], f->mean[1],
                  f->most[1], f->mean[2], f->most[2], f->mean[3], f->most[3], f->mean[4],
                  f->most[4]);
        balanced += f->mean[0] - halving < 1;
        alike += high - low < 1;
        widest = fmax(widest, high - low);
        deepest = fmax(deepest, f->mean[0] - halving);
    }
    paper_claim(
        p, "DOP-tree, section 4.2", "trees are fairly well balanced",
        "k = 6: leaves are less than a level deeper in the mean than halving needs, on all "
        "objects; partly if on some",
        verdict_of(balanced, count),
        "not explained: the split balances sizes of DOPs, and counts only where they are equal",
        "so on %zu of %zu objects; at most %.2f levels", balanced, count, deepest);
    paper_claim(
        p, "DOP-tree, section 4.2",
        "the average depth is almost the same for all sets of orientations",
        "the means of k = 6, 8 and 14 differ by less than a level on all objects; partly if "
        "on some",
        verdict_of(alike, count), "not explained",
        "so on %zu of %zu objects; they differ by at most %.2f levels", alike, count, widest);
    return BENCH_OK;
}

// -------------------------------------------------------------------------------------- other rules

enum { RULES = 6 };
static const char* const rule_names[RULES] = {"greedy",          "mean, longest",
                                              "mean, splatter",  "mean, min-sum",
                                              "median, longest", "median, splatter"};

static void rule_builds(abut_build out[RULES])
{
    static const abut_tree_build trees[RULES] = {
        {.split = ABUT_SPLIT_GREEDY},
        {.split = ABUT_SPLIT_MEAN, .axis = ABUT_AXIS_LONGEST},
        {.split = ABUT_SPLIT_MEAN, .axis = ABUT_AXIS_SPLATTER},
        {.split = ABUT_SPLIT_MEAN, .axis = ABUT_AXIS_MIN_SUM},
        {.split = ABUT_SPLIT_MEDIAN, .axis = ABUT_AXIS_LONGEST},
        {.split = ABUT_SPLIT_MEDIAN, .axis = ABUT_AXIS_SPLATTER},
    };
    for (int i = 0; i < RULES; i++)
        out[i] = (abut_build){.method = ABUT_METHOD_DOP6, .tree = &trees[i]};
}

static double work_of(const measured* m)
{
    return m->tests + m->triangle_tests;
}

static void claim_rules(paper* p, const measured m[][RULES], size_t count)
{
    size_t best = 0;
    double wins[RULES] = {0}, ratios[RULES] = {0};
    for (size_t i = 0; i < count; i++) {
        int first = 0;
        for (int r = 0; r < RULES; r++) {
            if (work_of(&m[i][r]) < work_of(&m[i][first])) first = r;
            ratios[r] += log(work_of(&m[i][r]) / work_of(&m[i][0])) / (double)count;
        }
        wins[first]++;
        best += first == 0;
    }
    int winner = 0;
    for (int r = 1; r < RULES; r++)
        if (ratios[r] < ratios[winner]) winner = r;
    char why[200];
    snprintf(why, sizeof why,
             "the best in the mean is \"%s\": %.2f of the tests of greedy, and best on %.0f of %zu "
             "objects",
             rule_names[winner], exp(ratios[winner]), wins[winner], count);
    paper_claim(
        p, "DOP-tree, section 4.2",
        "other heuristics have been implemented and tested, but this one has produced the "
        "best results",
        "k = 6: no other rule here takes fewer tests (N_v + N_p) on any object; partly if so "
        "on some. (The paper does not say which others.)",
        verdict_of(best, count), why, "greedy is the best on %zu of %zu objects", best, count);
}

static int report_rules(paper* p, size_t count)
{
    static measured m[OBJECTS][RULES];
    abut_build builds[RULES];
    rule_builds(builds);
    paper_table(
        p,
        "Rules of splitting, 6-DOPs, one triangle a leaf: first contact over ten distances, "
        "200 steps of a turn at each; seconds to build",
        "object|triangles|rule|N_v|N_p|ms|depth|s to build");
    for (size_t i = 0; i < count; i++) {
        size_t triangles;
        const int status =
            dop_measure_object(&objects[i], p->quick, builds, RULES, m[i], &triangles);
        if (status != BENCH_OK) return status;
        for (int r = 0; r < RULES; r++)
            paper_row(p, "%s|%zu|%s|%.0f|%.0f|%.4f|%.1f|%.4f", objects[i].name, triangles,
                      rule_names[r], m[i][r].tests, m[i][r].triangle_tests, dop_ms(&m[i][r]),
                      m[i][r].depth, dop_build_seconds(&m[i][r]));
    }
    claim_rules(p, (const measured(*)[RULES])m, count);
    return BENCH_OK;
}

int dop_trees(paper* p)
{
    const size_t count = p->quick ? QUICK_OBJECTS : OBJECTS;
    int status = report_histograms(p);
    if (status == BENCH_OK) status = report_depths(p, count);
    return status == BENCH_OK ? report_rules(p, count) : status;
}
