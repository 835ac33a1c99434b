// quickcd_trees.c - Klosowski 1998, chapters 3 and 5: splitting rules by mean and median, and nested spheres.
#include "bench.h"
#include "papers/quickcd.h"
#include "query/model.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---------------------------------------------------------------------------------------- splitting

enum { RULES = 4, POINTS = 2, CASES = RULES * POINTS, PARTS = 8 };
enum { LONGEST, SPLATTER, MIN_SUM, MIN_MAX };

static const char* const rule_names[RULES] = {"longest side", "splatter", "min sum", "min max"};
static const abut_axis axes[RULES] = {ABUT_AXIS_LONGEST, ABUT_AXIS_SPLATTER, ABUT_AXIS_MIN_SUM,
                                      ABUT_AXIS_MIN_MAX};

typedef struct ruled {  // of a rule and a point: 2 * rule, and one more for the median
    double build_ms[CASES], volume[CASES], height[CASES];
    asked_figures f[CASES];
} ruled;

double tree_content(const abut_model* m)
{
    double sum = 0;
    const tree* t = &m->tree;
    for (uint32_t node = 0; node < t->node_count; node++)
        sum += t->kind->content(tree_volume(t, node));
    return sum / t->kind->content(tree_volume(t, 0));
}

static int measure_rules(const bench_scene* s, ruled* out)
{
    static const abut_ask all = {.limit = 0};
    const pose_range range = {0, s->pose_count};
    pair_built pairs[CASES] = {{.a = NULL}};
    pair_rival rivals[CASES];
    int status = BENCH_OK;
    for (int i = 0; i < CASES && status == BENCH_OK; i++) {
        const abut_tree_build how = {.axis = axes[i / POINTS],
                                     .split = i % POINTS ? ABUT_SPLIT_MEDIAN : ABUT_SPLIT_MEAN};
        abut_build a = quickcd_build(ABUT_METHOD_QUICKCD18);
        abut_build b = quickcd_flyer(ABUT_METHOD_QUICKCD18, s->b.triangle_count);
        a.tree = b.tree = &how;
        status = pair_build(&pairs[i], s, &a, &b);
        if (status != BENCH_OK) break;
        rivals[i] = (pair_rival){.pair = &pairs[i], .ask = &all};
        out->build_ms[i] = pairs[i].build_ms;
        out->volume[i] = tree_content(pairs[i].a);
        out->height[i] = (double)pairs[i].info.depth;
    }
    if (status == BENCH_OK) status = pairs_ask(rivals, CASES, s, &range, ROUNDS_USUAL, out->f);
    for (int i = 0; i < CASES; i++)
        pair_free(&pairs[i]);
    return status;
}

typedef struct rule_tally {
    case_tally sum_least, longest_most, mean_smaller, mean_deeper, mean_faster, mean_fewer;
    case_tally sum_best, splatter_near, sum_dearer;
    double dearer[2];  // the least, the most
    double more_tests[2];
} rule_tally;

// Where a rule by mean stands in what was measured; the median follows.
static size_t by_mean(size_t rule)
{
    return POINTS * rule;
}

static void tally_set(rule_tally* t, const ruled* r)
{
    size_t least = 0, most = 0, rival = LONGEST;
    for (size_t rule = 0; rule < RULES; rule++) {
        const size_t mean = by_mean(rule), median = mean + 1;
        if (r->volume[mean] < r->volume[by_mean(least)]) least = rule;
        if (r->volume[mean] > r->volume[by_mean(most)]) most = rule;
        if (rule != MIN_SUM && r->f[mean].mean_us < r->f[by_mean(rival)].mean_us) rival = rule;
        tally_count(&t->mean_smaller, r->volume[mean] < r->volume[median]);
        tally_count(&t->mean_deeper, r->height[mean] > r->height[median]);
        tally_count(&t->mean_fewer, r->f[mean].volume_tests < r->f[median].volume_tests);
        tally_below(&t->mean_faster, rounds_ratio(&r->f[mean].mean_of, &r->f[median].mean_of), 1);
    }
    const asked_figures* f = r->f;
    const time_interval to_rival =
        rounds_ratio(&f[by_mean(MIN_SUM)].mean_of, &f[by_mean(rival)].mean_of);
    const double dearer = r->build_ms[by_mean(MIN_SUM)] / r->build_ms[by_mean(SPLATTER)];
    const double more = f[by_mean(SPLATTER)].volume_tests / f[by_mean(MIN_SUM)].volume_tests;
    tally_count(&t->sum_least, least == MIN_SUM);
    tally_count(&t->longest_most, most == LONGEST);
    tally_below(&t->sum_best, to_rival, 1);
    tally_below(&t->splatter_near,
                rounds_ratio(&f[by_mean(SPLATTER)].mean_of, &f[by_mean(MIN_SUM)].mean_of), 1.25);
    tally_above(&t->sum_dearer, once_ratio(dearer, 1), 5);
    t->dearer[0] = fmin(t->dearer[0], dearer);
    t->dearer[1] = fmax(t->dearer[1], dearer);
    t->more_tests[0] = fmin(t->more_tests[0], more);
    t->more_tests[1] = fmax(t->more_tests[1], more);
}

static void judge_trees(paper* p, const rule_tally* t)
{
    paper_claim(p, "QuickCD, chapter 3", "min sum gives the least total volume",
                "least on all sets; partly if on some", tally_verdict(&t->sum_least),
                "not explained; see the volumes", "on %s sets", tally_text(&t->sum_least).text);
    paper_claim(p, "QuickCD, chapter 3", "longest side gives the greatest volume",
                "greatest on all sets; partly if on some", tally_verdict(&t->longest_most),
                "not explained; see the volumes", "on %s sets", tally_text(&t->longest_most).text);
    paper_claim(p, "QuickCD, chapter 3", "the mean gives smaller volumes than the median",
                "smaller in all cases; partly if in some", tally_verdict(&t->mean_smaller),
                "not explained; see the volumes", "in %s cases", tally_text(&t->mean_smaller).text);
    paper_claim(p, "QuickCD, chapter 3", "with the mean trees are deeper",
                "deeper in all cases; partly if in some", tally_verdict(&t->mean_deeper),
                "not explained; see the heights", "in %s cases", tally_text(&t->mean_deeper).text);
    paper_claim(p, "QuickCD, chapter 5",
                "min sum takes an order of magnitude longer to build than splatter",
                "more than 5 times, by a fifth, on all sets; partly if on some (one build each)",
                tally_verdict(&t->sum_dearer), "not explained; see the times",
                "%.1f to %.1f times; more than 5 times on %s sets (time)", t->dearer[0],
                t->dearer[1], tally_text(&t->sum_dearer).text);
}

static void judge_queries(paper* p, const rule_tally* t)
{
    const size_t cases = tally_cases(&t->mean_faster);
    char why[200];
    snprintf(why, sizeof why, "splatter takes %.2f to %.2f times the tests of volumes of min sum",
             t->more_tests[0], t->more_tests[1]);
    paper_claim(p, "QuickCD, chapter 5", "the mean answers faster than the median, mostly",
                "fewer tests of volumes in more than half of the cases; partly if in some",
                2 * t->mean_fewer.so > cases ? CLAIM_HOLDS
                : t->mean_fewer.so           ? CLAIM_PARTLY
                                             : CLAIM_FAILS,
                "not explained; see N_v", "fewer in %s cases; faster in %s (time)",
                tally_text(&t->mean_fewer).text, tally_text(&t->mean_faster).text);
    paper_claim(
        p, "QuickCD, chapter 5", "min sum is typically best",
        "faster than every other rule, by the mean, on at least four of five sets; partly if "
        "on some",
        5 * t->sum_best.so >= 4 * tally_cases(&t->sum_best) ? CLAIM_HOLDS
                                                            : tally_verdict(&t->sum_best),
        why, "on %s sets (time)", tally_text(&t->sum_best).text);
    paper_claim(p, "QuickCD, chapter 5", "splatter is nearly as good",
                "within 1.25 times the time of min sum on all sets; partly if on some",
                tally_verdict(&t->splatter_near), why, "on %s sets (time)",
                tally_text(&t->splatter_near).text);
}

int quickcd_rules(paper* p)
{
    rule_tally tally = {.dearer = {1e300, 0}, .more_tests = {1e300, 0}};
    paper_table(
        p,
        "18-DOPs by splitting rule, both trees: all contacts along the flight. Build: both; "
        "volume, of all nodes in volumes of the root, and height: the environment's. An "
        "eighth of the triangles of each set",
        "data set|axis|at|build ms|volume|height|µs|N_v|N_u|N_p");
    for (int i = 0; i < SET_COUNT; i++) {
        static ruled r;
        bench_scene s;
        int status = set_make_part(&s, i, p->quick ? 32 : PARTS, p->quick ? 20 : 1000);
        if (status == BENCH_OK) status = measure_rules(&s, &r);
        for (int c = 0; c < CASES && status == BENCH_OK; c++)
            paper_row(p, "%s|%s|%s|%.0f|%.1f|%.0f|%.1f|%.0f|%.1f|%.0f", s.name,
                      rule_names[c / POINTS], c % POINTS ? "median" : "mean", r.build_ms[c],
                      r.volume[c], r.height[c], r.f[c].mean_us, r.f[c].volume_tests,
                      r.f[c].node_updates, r.f[c].triangle_tests);
        bench_scene_free(&s);
        if (status != BENCH_OK) return status;
        tally_set(&tally, &r);
    }
    judge_trees(p, &tally);
    judge_queries(p, &tally);
    return BENCH_OK;
}

// ----------------------------------------------------------------------------------- nested spheres

enum { ALPHAS = 8, TREES = 5 };

typedef struct nested {
    double tests[TREES][ALPHAS];
    size_t triangles;
} nested;

static const double alphas[ALPHAS] = {0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002};

static int measure_nested(nested* out, uint32_t stacks)
{
    static const abut_method methods[] = {ABUT_METHOD_QUICKCD6, ABUT_METHOD_QUICKCD14,
                                          ABUT_METHOD_QUICKCD18, ABUT_METHOD_QUICKCD26};
    static const abut_ask all = {.limit = 0};
    bench_scene s = {.name = "nested spheres", .pose_count = ALPHAS};
    uint64_t hash = 0;
    s.poses = calloc(ALPHAS, sizeof *s.poses);
    if (!s.poses || sphere_make(stacks, 2 * stacks, 1, &s.a) != SCENE_OK) {
        bench_scene_free(&s);
        return bench_fail("out of memory");
    }
    out->triangles = s.a.triangle_count;
    for (int i = 0; i < ALPHAS; i++)
        s.poses[i] = (abut_pose){.scale = 1 - alphas[i]};
    int status = BENCH_OK;
    for (int t = 0; t < TREES && status == BENCH_OK; t++) {
        const abut_build build = t < 4 ? quickcd_build(methods[t]) : rapid_build();
        pair_built p;
        asked_figures f;
        step_figures steps[ALPHAS];
        status = pair_build(&p, &s, &build, NULL);
        if (status == BENCH_OK) status = pair_ask_all(&p, &s, &all, 1, steps, &f);
        pair_free(&p);
        if (status != BENCH_OK) break;
        if (t && f.hash != hash) status = bench_fail("%s: answers differ", s.name);
        hash = f.hash;
        for (int i = 0; i < ALPHAS; i++)
            out->tests[t][i] = steps[i].volume_tests;
    }
    bench_scene_free(&s);
    return status;
}

static void judge_nested(paper* p, const nested r[2])
{
    size_t wide = 0, close = 0, cases = 0;
    double most[2] = {0, 0};
    for (int size = 0; size < 2; size++) {
        for (int t = 1; t < 4; t++)
            wide += r[size].tests[t][0] < r[size].tests[4][0];
        for (int i = 2; i < ALPHAS; i++) {
            cases++;
            close += r[size].tests[4][i] < r[size].tests[2][i];
            const double times = r[size].tests[0][i] / r[size].tests[4][i];
            if (times > most[size]) most[size] = times;
        }
    }
    paper_claim(p, "QuickCD, chapter 5",
                "at the widest gap 14-, 18- and 26-DOPs take fewer tests than OBBs",
                "fewer in all cases (three k, two sizes); partly if in some", verdict_of(wide, 6),
                "not explained; see the table", "in %zu of 6 cases", wide);
    paper_claim(p, "QuickCD, chapter 5", "closer, OBBs take fewer tests than 18-DOPs",
                "fewer in all cases (gaps of 0.1 and less, two sizes); partly if in some",
                verdict_of(close, cases), "not explained; see the table", "in %zu of %zu cases",
                close, cases);
    paper_claim(p, "QuickCD, chapter 5",
                "OBBs take up to an order of magnitude fewer tests than boxes along the axes on "
                "the finer spheres",
                "more than 7 times at some gap; partly if more than 3 times",
                most[1] > 7   ? CLAIM_HOLDS
                : most[1] > 3 ? CLAIM_PARTLY
                              : CLAIM_FAILS,
                "not explained; see the table", "up to %.1f times fewer (on the coarser %.1f)",
                most[1], most[0]);
}

int quickcd_proximity(paper* p)
{
    static const figure_shape shape = {.name = "papers-quickcd-nested",
                                       .title = "Nested spheres: tests of volumes",
                                       .x = "1 - radius of the inner sphere",
                                       .y = "tests of volumes",
                                       .log_x = true,
                                       .log_y = true};
    static const char* const names[TREES] = {"k = 6", "k = 14", "k = 18", "k = 26", "OBB"};
    nested r[2] = {{.triangles = 0}, {.triangles = 0}};
    const uint32_t stacks[2] = {p->quick ? 10 : 24, p->quick ? 24 : 90};
    for (int size = 0; size < 2; size++) {
        char title[160];
        const int status = measure_nested(&r[size], stacks[size]);
        if (status != BENCH_OK) return status;
        snprintf(
            title, sizeof title,
            "Faceted spheres in each other, %zu triangles each, one triangle a leaf: N_v by α, the "
            "difference of the radii (the seed's sizes and α are lost).",
            r[size].triangles);
        paper_table(p, title, "α|k = 6|14|18|26|OBB (RAPID's options in our obb)");
        for (int i = 0; i < ALPHAS; i++)
            paper_row(p, "%g|%.0f|%.0f|%.0f|%.0f|%.0f", alphas[i], r[size].tests[0][i],
                      r[size].tests[1][i], r[size].tests[2][i], r[size].tests[3][i],
                      r[size].tests[4][i]);
    }
    paper_figure(p, &shape);
    for (int t = 0; t < TREES; t++) {
        paper_series(p, names[t]);
        for (int i = 0; i < ALPHAS; i++)
            paper_point(p, alphas[i], r[1].tests[t][i]);
    }
    judge_nested(p, r);
    return BENCH_OK;
}
