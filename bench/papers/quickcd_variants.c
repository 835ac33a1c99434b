// quickcd_variants.c - Klosowski 1998, chapters 5 and 6, what was tried around the default and not kept: other ways to descend
// the two trees, the oscillating tree, long triangles halved.
#include "bench.h"
#include "papers/quickcd.h"
#include "query/model.h"

#include <abut/methods.h>
#include <math.h>
#include <stdio.h>

// ----------------------------------------------------------------------------------------- descents

enum { DESCENTS = 4, ENVIRONMENT = 0, RESTART = 1 };

static const char* const descent_names[DESCENTS] = {"environment", "restart", "larger", "both"};
static const abut_descent descents[DESCENTS] = {ABUT_DESCENT_ENVIRONMENT, ABUT_DESCENT_RESTART,
                                                ABUT_DESCENT_LARGER, ABUT_DESCENT_BOTH};

static int measure_descents(paper* p, int which, case_tally* more, case_tally* slower)
{
    const abut_build a = quickcd_build(ABUT_METHOD_QUICKCD18);
    abut_tree_walk walks[DESCENTS];
    abut_ask asks[DESCENTS];
    pair_rival rivals[DESCENTS];
    asked_figures f[DESCENTS];
    bench_scene s;
    pair_built pair = {.a = NULL};
    int status = set_make_part(&s, which, p->quick ? 32 : 4, p->quick ? 20 : 1000);
    const abut_build b = quickcd_flyer(ABUT_METHOD_QUICKCD18, s.b.triangle_count);
    if (status == BENCH_OK) status = pair_build(&pair, &s, &a, &b);
    for (int i = 0; i < DESCENTS; i++) {
        walks[i] = (abut_tree_walk){.descent = descents[i]};
        asks[i] = (abut_ask){.walk = &walks[i]};
        rivals[i] = (pair_rival){.pair = &pair, .ask = &asks[i]};
    }
    const pose_range range = {0, s.pose_count};
    if (status == BENCH_OK) status = pairs_ask(rivals, DESCENTS, &s, &range, ROUNDS_USUAL, f);
    for (int i = 0; i < DESCENTS && status == BENCH_OK; i++)
        paper_row(p, "%s|%s|%.0f|%.1f|%.0f|%.1f", s.name, descent_names[i], f[i].volume_tests,
                  f[i].node_updates, f[i].triangle_tests, f[i].mean_us);
    if (status == BENCH_OK) {
        tally_count(more, f[RESTART].volume_tests > f[ENVIRONMENT].volume_tests);
        tally_above(slower, rounds_ratio(&f[RESTART].mean_of, &f[ENVIRONMENT].mean_of), 1);
    }
    pair_free(&pair);
    bench_scene_free(&s);
    return status;
}

static int compare_descents(paper* p)
{
    case_tally more = {0, 0, 0}, slower = {0, 0, 0};
    paper_table(
        p,
        "18-DOPs, the order in which the two trees are descended: environment, the paper's; "
        "restart, its variant; the larger of two nodes, and both at once (a quarter of the "
        "triangles)",
        "data set|descent|N_v|N_u|N_p|µs");
    for (int i = 0; i < SET_COUNT; i++) {
        const int status = measure_descents(p, i, &more, &slower);
        if (status != BENCH_OK) return status;
    }
    paper_claim(p, "QuickCD, chapters 4 and 5",
                "beginning anew at the environment's root takes more tests than going on from its "
                "leaves, usually",
                "more tests of volumes on at least three of five sets; partly if on some",
                more.so >= 3 ? CLAIM_HOLDS : tally_verdict(&more), "not explained; see N_v",
                "more on %s sets; slower on %s (time)", tally_text(&more).text,
                tally_text(&slower).text);
    return BENCH_OK;
}

// ------------------------------------------------------------------------------- oscillating trees

enum { LOOKING_PARTS = 32 };

typedef struct tree_row {
    double build_ms, volume, depth;
} tree_row;

static int measure_oscillating(paper* p, int which, case_tally tally[5])
{
    static const abut_ask all = {.limit = 0};
    static const abut_tree_build how[2] = {{.axis = ABUT_AXIS_SPLATTER, .split = ABUT_SPLIT_MEAN},
                                           {.split = ABUT_SPLIT_OSCILLATING}};
    bench_scene s;
    pair_built pairs[2] = {{.a = NULL}, {.a = NULL}};
    pair_rival rivals[2];
    asked_figures f[2];
    tree_row t[2] = {{0, 0, 0}, {0, 0, 0}};
    int status = set_make_part(&s, which, p->quick ? 128 : LOOKING_PARTS, p->quick ? 20 : 1000);
    for (int i = 0; i < 2 && status == BENCH_OK; i++) {
        abut_build a = quickcd_build(ABUT_METHOD_QUICKCD18);
        abut_build b = quickcd_flyer(ABUT_METHOD_QUICKCD18, s.b.triangle_count);
        a.tree = b.tree = &how[i];
        status = pair_build(&pairs[i], &s, &a, &b);
        if (status != BENCH_OK) break;
        rivals[i] = (pair_rival){.pair = &pairs[i], .ask = &all};
        t[i] = (tree_row){pairs[i].build_ms, tree_content(pairs[i].a), (double)pairs[i].info.depth};
    }
    const pose_range range = {0, s.pose_count};
    if (status == BENCH_OK) status = pairs_ask(rivals, 2, &s, &range, ROUNDS_USUAL, f);
    for (int i = 0; i < 2 && status == BENCH_OK; i++)
        paper_row(p, "%s|%s|%.0f|%.0f|%.1f|%.0f|%.1f|%.0f|%.1f", s.name,
                  i ? "oscillating" : "splatter", t[i].build_ms, t[i].depth, t[i].volume,
                  f[i].volume_tests, f[i].node_updates, f[i].triangle_tests, f[i].mean_us);
    if (status == BENCH_OK) {
        tally_above(&tally[0], rounds_ratio(&f[1].mean_of, &f[0].mean_of), 1);
        tally_count(&tally[1], f[1].volume_tests > f[0].volume_tests);
        tally_count(&tally[2], t[1].depth > t[0].depth);
        tally_above(&tally[3], once_ratio(t[1].build_ms, t[0].build_ms), 10);
        tally_count(&tally[4], t[1].volume < t[0].volume);
    }
    for (int i = 0; i < 2; i++)
        pair_free(&pairs[i]);
    bench_scene_free(&s);
    return status;
}

static int compare_oscillating(paper* p)
{
    case_tally tally[5] = {{0, 0, 0}};
    paper_table(
        p,
        "18-DOPs, oscillating trees: three levels split by splatter and mean, the eight "
        "groups put together again in the way of least sum (of models of more than a "
        "thousand triangles one in 32). Build: both trees; depth and volume: the environment's",
        "data set|tree|build ms|depth|volume|N_v|N_u|N_p|µs");
    for (int i = 0; i < SET_COUNT; i++) {
        const int status = measure_oscillating(p, i, tally);
        if (status != BENCH_OK) return status;
    }
    char why[200];
    snprintf(why, sizeof why, "the volume of its nodes is smaller on %zu of %d sets", tally[4].so,
             SET_COUNT);
    paper_claim(p, "QuickCD, chapter 6",
                "the oscillating tree answers no faster: not one instance did",
                "more tests of volumes on all sets; partly if on some", tally_verdict(&tally[1]),
                why, "more tests on %s sets; slower on %s (time)", tally_text(&tally[1]).text,
                tally_text(&tally[0]).text);
    paper_claim(p, "QuickCD, chapter 6", "its trees are rather deep, for it cuts off single groups",
                "deeper on all sets; partly if on some", tally_verdict(&tally[2]),
                "not explained; see the depths in the table", "on %s sets",
                tally_text(&tally[2]).text);
    paper_claim(p, "QuickCD, chapter 6", "it takes many times as long to build",
                "more than ten times on all sets; partly if on some", tally_verdict(&tally[3]),
                "not explained; see the table", "on %s sets (time)", tally_text(&tally[3]).text);
    return BENCH_OK;
}

// --------------------------------------------------------------------------------- long triangles

enum { LENGTHS = 4 };

static double longest_edge(const mesh* m)
{
    double longest = 0;
    for (size_t i = 0; i < 3 * m->triangle_count; i++) {
        const double* u = m->vertices + 3 * (size_t)m->triangles[i];
        const size_t next = i % 3 == 2 ? i - 2 : i + 1;
        const double* v = m->vertices + 3 * (size_t)m->triangles[next];
        const double x = u[0] - v[0], y = u[1] - v[1], z = u[2] - v[2];
        longest = fmax(longest, sqrt(x * x + y * y + z * z));
    }
    return longest;
}

static int build_slender(pair_built* out, const bench_scene* s, double part)
{
    const abut_tree_build a_tree = {.axis = ABUT_AXIS_SPLATTER,
                                    .split = ABUT_SPLIT_MEAN,
                                    .slender = part * longest_edge(&s->a)};
    const abut_tree_build b_tree = {.axis = ABUT_AXIS_SPLATTER,
                                    .split = ABUT_SPLIT_MEAN,
                                    .slender = part * longest_edge(&s->b)};
    abut_build a = quickcd_build(ABUT_METHOD_QUICKCD18);
    abut_build b = quickcd_flyer(ABUT_METHOD_QUICKCD18, s->b.triangle_count);
    a.tree = &a_tree;
    b.tree = &b_tree;
    return pair_build(out, s, &a, &b);
}

static void judge_slender(paper* p, const asked_figures f[LENGTHS], const double pieces[LENGTHS])
{
    const double before = f[0].volume_tests + f[0].triangle_tests;
    int best = 1;
    for (int i = 1; i < LENGTHS; i++) {
        if (f[i].volume_tests + f[i].triangle_tests < f[best].volume_tests + f[best].triangle_tests)
            best = i;
    }
    const double after = f[best].volume_tests + f[best].triangle_tests;
    const time_interval ratio = rounds_ratio(&f[best].mean_of, &f[0].mean_of);
    char why[200];
    snprintf(why, sizeof why, "tests of volumes %.1f to %.1f a query, of triangles %.2f to %.2f",
             f[0].volume_tests, f[best].volume_tests, f[0].triangle_tests, f[best].triangle_tests);
    paper_claim(
        p, "QuickCD, chapter 6",
        "halving the longest triangles of pipes speeds queries up a little",
        "fewer tests of volumes and triangles together at some length, and less time; partly "
        "if only the former",
        after < before && ratio.high < 1 ? CLAIM_HOLDS
        : after < before                 ? CLAIM_PARTLY
                                         : CLAIM_FAILS,
        why, "%.1f %% fewer tests with %.2f times the triangles; time %s (time)",
        100 * (1 - after / before), pieces[best] / pieces[0], interval_text(ratio).text);
}

static int compare_slender(paper* p)
{
    static const abut_ask all = {.limit = 0};
    static const double parts[LENGTHS] = {0, 0.9, 0.5, 0.25};
    bench_scene s;
    pair_built pairs[LENGTHS] = {{.a = NULL}};
    pair_rival rivals[LENGTHS];
    asked_figures f[LENGTHS];
    double pieces[LENGTHS];
    int status = set_make_part(&s, SET_PIPES, p->quick ? 16 : 4, p->quick ? 20 : 2000);
    for (int i = 0; i < LENGTHS && status == BENCH_OK; i++) {
        status = build_slender(&pairs[i], &s, parts[i]);
        rivals[i] = (pair_rival){.pair = &pairs[i], .ask = &all};
        if (status == BENCH_OK) pieces[i] = (double)pairs[i].a->tree.order_count;
    }
    const pose_range range = {0, s.pose_count};
    if (status == BENCH_OK) status = pairs_ask(rivals, LENGTHS, &s, &range, ROUNDS_USUAL, f);
    if (status == BENCH_OK) {
        paper_table(p,
                    "18-DOPs, pipes: triangles with longer edges are halved for the trees; lengths "
                    "in parts of the longest edge of each model (a quarter of the triangles)",
                    "longest allowed|pieces of the environment|N_v|N_u|N_p|µs");
        for (int i = 0; i < LENGTHS; i++) {
            char length[16] = "any";
            if (i) snprintf(length, sizeof length, "%.2f", parts[i]);
            paper_row(p, "%s|%.0f|%.1f|%.2f|%.2f|%.1f", length, pieces[i], f[i].volume_tests,
                      f[i].node_updates, f[i].triangle_tests, f[i].mean_us);
        }
        judge_slender(p, f, pieces);
    }
    for (int i = 0; i < LENGTHS; i++)
        pair_free(&pairs[i]);
    bench_scene_free(&s);
    return status;
}

int quickcd_variants(paper* p)
{
    int status = compare_descents(p);
    if (status == BENCH_OK) status = compare_oscillating(p);
    if (status == BENCH_OK) status = compare_slender(p);
    return status;
}
