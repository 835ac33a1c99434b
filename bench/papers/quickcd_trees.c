// quickcd_trees.c - Klosowski 1998, chapters 3 and 5: splitting rules by mean and median, and nested spheres.
#include "bench.h"
#include "papers/quickcd.h"
#include "query/model.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>

// ---------------------------------------------------------------------------------------- splitting

enum { RULES = 4, POINTS = 2, RULE_SETS = 3 };

static const char* const rule_names[RULES] = {"longest side", "splatter", "min sum", "min max"};
static const abut_axis axes[RULES] = {ABUT_AXIS_LONGEST, ABUT_AXIS_SPLATTER, ABUT_AXIS_MIN_SUM,
                                      ABUT_AXIS_MIN_MAX};

typedef struct ruled {
    double build_ms, volume, height;
    asked_figures f;
} ruled;

double tree_content(const abut_model* m)
{
    double sum = 0;
    const tree* t = &m->tree;
    for (uint32_t node = 0; node < t->node_count; node++)
        sum += t->kind->content(tree_volume(t, node));
    return sum / t->kind->content(tree_volume(t, 0));
}

static int measure_rule(const bench_scene* s, abut_axis axis, abut_split split, ruled* out)
{
    static const abut_ask all = {.limit = 0};
    abut_build a = quickcd_build(ABUT_METHOD_QUICKCD18);
    abut_build b = quickcd_flyer(ABUT_METHOD_QUICKCD18, s->b.triangle_count);
    const abut_tree_build how = {.axis = axis, .split = split};
    a.tree = b.tree = &how;
    pair_built p;
    int status = pair_build(&p, s, &a, &b);
    if (status == BENCH_OK) status = pair_ask_all(&p, s, &all, 2, NULL, &out->f);
    if (status == BENCH_OK) {
        out->build_ms = p.build_ms;
        out->volume = tree_content(p.a);
        out->height = (double)p.info.depth;
    }
    pair_free(&p);
    return status;
}

static void judge_rules(paper* p, ruled r[RULE_SETS][RULES][POINTS], size_t sets)
{
    size_t sum_small = 0, long_large = 0, mean_small = 0, mean_fast = 0, sum_fast = 0, near = 0,
           slow = 0, cases = 0, deeper = 0;
    for (size_t i = 0; i < sets; i++) {
        int smallest = 0, largest = 0, fastest = 0;
        for (int k = 0; k < RULES; k++) {
            const ruled *mean = &r[i][k][0], *median = &r[i][k][1];
            if (mean->volume < r[i][smallest][0].volume) smallest = k;
            if (mean->volume > r[i][largest][0].volume) largest = k;
            if (mean->f.mean_us < r[i][fastest][0].f.mean_us) fastest = k;
            cases++;
            mean_small += mean->volume < median->volume;
            mean_fast += mean->f.mean_us < median->f.mean_us;
            deeper += mean->height > median->height;
        }
        sum_small += smallest == 2;
        long_large += largest == 0;
        sum_fast += fastest == 2 || r[i][2][0].f.mean_us < 1.05 * r[i][fastest][0].f.mean_us;
        near += r[i][1][0].f.mean_us < 1.25 * r[i][2][0].f.mean_us;
        slow += r[i][2][0].build_ms > 5 * r[i][1][0].build_ms;
    }
    paper_claim(p, "QuickCD, chapter 3", "min sum gives the least total volume",
                "least on all sets; partly if on some", verdict_of(sum_small, sets),
                "it is greedy: the least sum at a node is not the least below it",
                "on %zu of %zu sets", sum_small, sets);
    paper_claim(p, "QuickCD, chapter 3", "longest side gives the greatest volume",
                "greatest on all sets; partly if on some", verdict_of(long_large, sets),
                "where pieces are alike all rules come out nearly equal", "on %zu of %zu sets",
                long_large, sets);
    paper_claim(p, "QuickCD, chapter 3", "the mean gives smaller volumes than the median",
                "smaller in all cases; partly if in some", verdict_of(mean_small, cases),
                "evenly spread triangles have mean and median in one place", "in %zu of %zu cases",
                mean_small, cases);
    paper_claim(p, "QuickCD, chapter 3", "with the mean trees are deeper",
                "deeper in all cases; partly if in some", verdict_of(deeper, cases),
                "mean and median are in one place here", "in %zu of %zu cases", deeper, cases);
    paper_claim(p, "QuickCD, chapter 5", "the mean answers faster than the median, mostly",
                "faster in more than half of the cases; partly if in some",
                mean_fast * 2 > cases ? CLAIM_HOLDS
                : mean_fast           ? CLAIM_PARTLY
                                      : CLAIM_FAILS,
                "the volumes hardly differ", "in %zu of %zu cases (time)", mean_fast, cases);
    paper_claim(p, "QuickCD, chapter 5", "min sum is typically best",
                "fastest, or within 5 %, on all sets; partly if on some",
                verdict_of(sum_fast, sets), "the differences are small: see N_v",
                "best or within 5 %% on %zu of %zu sets (time)", sum_fast, sets);
    paper_claim(p, "QuickCD, chapter 5", "splatter is nearly as good",
                "within 1.25 times the time of min sum on all sets; partly if on some",
                verdict_of(near, sets),
                "queries this short differ by more than the trees do: see N_v",
                "within a quarter of min sum on %zu of %zu sets (time)", near, sets);
    paper_claim(p, "QuickCD, chapter 5",
                "min sum takes an order of magnitude longer to build than splatter",
                "more than 5 times on all sets; partly if on some", verdict_of(slow, sets),
                "the content of a DOP is found faster here",
                "more than 5 times on %zu of %zu sets (time)", slow, sets);
}

int quickcd_rules(paper* p)
{
    static const int sets[RULE_SETS] = {SET_SWEPT, SET_TORUS, SET_AIRLINER};
    static ruled r[RULE_SETS][RULES][POINTS];
    paper_table(p,
                "18-DOPs: the environment's tree and all contacts along the flight. Volume: of all "
                "nodes, in "
                "volumes of the root.",
                "data set|axis|at|build ms|volume|height|µs|N_v|N_p");
    const int count = p->quick ? 1 : RULE_SETS;
    for (int i = 0; i < count; i++) {
        bench_scene s;
        int status = set_make(&s, sets[i], p->quick, p->quick ? 20 : 200);
        for (int rule = 0; rule < RULES && status == BENCH_OK; rule++) {
            for (int at = 0; at < POINTS && status == BENCH_OK; at++) {
                ruled* to = &r[i][rule][at];
                status = measure_rule(&s, axes[rule], at ? ABUT_SPLIT_MEDIAN : ABUT_SPLIT_MEAN, to);
                if (status == BENCH_OK && to->f.hash != r[i][0][0].f.hash)
                    status = bench_fail("%s: answers differ", s.name);
                if (status != BENCH_OK) break;
                paper_row(p, "%s|%s|%s|%.0f|%.1f|%.0f|%.1f|%.0f|%.0f", s.name, rule_names[rule],
                          at ? "median" : "mean", to->build_ms, to->volume, to->height,
                          to->f.mean_us, to->f.volume_tests, to->f.triangle_tests);
            }
        }
        bench_scene_free(&s);
        if (status != BENCH_OK) return status;
    }
    judge_rules(p, r, (size_t)count);
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
                "a sphere's boxes in its own directions are tight at any gap", "in %zu of 6 cases",
                wide);
    paper_claim(
        p, "QuickCD, chapter 5", "closer, OBBs take fewer tests than 18-DOPs",
        "fewer in all cases (gaps of 0.1 and less, two sizes); partly if in some",
        verdict_of(close, cases),
        "DOPs overtake where the triangles end: they fit a single triangle better from both sides",
        "in %zu of %zu cases", close, cases);
    paper_claim(p, "QuickCD, chapter 5",
                "OBBs take up to an order of magnitude fewer tests than boxes along the axes on "
                "the finer spheres",
                "more than 7 times at some gap; partly if more than 3 times",
                most[1] > 7   ? CLAIM_HOLDS
                : most[1] > 3 ? CLAIM_PARTLY
                              : CLAIM_FAILS,
                "fewer, but not by that much", "up to %.1f times fewer (on the coarser %.1f)",
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
        paper_table(p, title, "α|k = 6|14|18|26|OBB (RAPID's)");
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
