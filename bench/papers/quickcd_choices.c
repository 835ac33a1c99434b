// quickcd_choices.c - Klosowski 1998, chapters 6 and 7: k = 6 to 26, also without the planes of the axes, nodes split across
// the axes or across all k / 2 directions, and what building takes.
#include "bench.h"
#include "papers/paper.h"
#include "papers/quickcd.h"
#include "query/model.h"

#include <abut/methods.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// --------------------------------------------------------------------------------- k and directions

// RAPID's and SOLID's options, and trees of the same DOPs without corners (Zachmann's kind, split alike): built only.
enum { DOPS = 10, RAPID = DOPS, SOLID, BARE6, BARE18, BUILDS, PARTS = 8 };

typedef struct choice {
    const char* name;
    abut_method method;
    int split_all;
} choice;

// Sets without the axes are always split across their own directions.
static const choice choices[DOPS] = {
    {"6 (3)", ABUT_METHOD_QUICKCD6, 0},   {"8 (4)", ABUT_METHOD_QUICKCD8, 0},
    {"12 (6)", ABUT_METHOD_QUICKCD12, 0}, {"14 (3)", ABUT_METHOD_QUICKCD14, 0},
    {"14 (7)", ABUT_METHOD_QUICKCD14, 1}, {"18 (3)", ABUT_METHOD_QUICKCD18, 0},
    {"18 (9)", ABUT_METHOD_QUICKCD18, 1}, {"20 (10)", ABUT_METHOD_QUICKCD20, 0},
    {"26 (3)", ABUT_METHOD_QUICKCD26, 0}, {"26 (13)", ABUT_METHOD_QUICKCD26, 1}};

enum { D6, D8, D12, D14, D14_ALL, D18, D18_ALL, D20, D26, D26_ALL };

// Those without the axes, and each set split across three directions and across all.
static const int poor[3] = {D8, D12, D20};
static const int split[3][2] = {{D14, D14_ALL}, {D18, D18_ALL}, {D26, D26_ALL}};

typedef struct choice_row {
    const char* name;
    asked_figures f[DOPS];
    double volume[DOPS], build_ms[BUILDS], rank[DOPS];
} choice_row;

static const char* const built_names[BUILDS - DOPS] = {
    "RAPID's options in our obb", "SOLID's boxes in our aabb", "6, without corners (dop6)",
    "18, without corners (dop18)"};

static int build_choice(pair_built* out, const bench_scene* s, int which, double* build_ms)
{
    const abut_tree_build all = {
        .axis = ABUT_AXIS_SPLATTER, .split = ABUT_SPLIT_MEAN, .split_all = 1};
    const abut_method bare = which == BARE6 ? ABUT_METHOD_DOP6 : ABUT_METHOD_DOP18;
    abut_build a, b;
    if (which < DOPS) {
        a = quickcd_build(choices[which].method);
        b = quickcd_flyer(choices[which].method, s->b.triangle_count);
        if (choices[which].split_all) a.tree = b.tree = &all;
    } else {
        a = which == RAPID   ? rapid_build()
            : which == SOLID ? rival_solid_build()
                             : quickcd_build(bare);
        b = a;
    }
    if (which == BARE6 || which == BARE18)
        b.leaf_size = quickcd_flyer(which == BARE6 ? ABUT_METHOD_QUICKCD6 : ABUT_METHOD_QUICKCD18,
                                    s->b.triangle_count)
                          .leaf_size;
    const int status = pair_build(out, s, &a, &b);
    *build_ms = out->build_ms;
    return status;
}

// From 1, the fastest; those that are no slower than the fastest by any round share its rank, and so on.
static void find_ranks(choice_row* r)
{
    for (int i = 0; i < DOPS; i++) {
        r->rank[i] = 1;
        for (int k = 0; k < DOPS; k++)
            r->rank[i] +=
                k != i && rounds_ratio(&r->f[i].mean_of, &r->f[k].mean_of).low > 1 ? 1 : 0;
    }
}

static int measure_choices(choice_row* r, int which, bool quick)
{
    static const abut_ask all = {.limit = 0};
    bench_scene s;
    pair_built pairs[DOPS] = {{.a = NULL}}, built_only;
    pair_rival rivals[DOPS];
    int status = set_make_part(&s, which, quick ? 32 : PARTS, quick ? 20 : 100);
    *r = (choice_row){.name = s.name};
    for (int i = 0; i < DOPS && status == BENCH_OK; i++) {
        status = build_choice(&pairs[i], &s, i, &r->build_ms[i]);
        rivals[i] = (pair_rival){.pair = &pairs[i], .ask = &all};
        if (status == BENCH_OK) r->volume[i] = tree_content(pairs[i].a);
    }
    for (int i = RAPID; i < BUILDS && status == BENCH_OK; i++) {
        status = build_choice(&built_only, &s, i, &r->build_ms[i]);
        if (status == BENCH_OK) pair_free(&built_only);
    }
    const pose_range range = {0, s.pose_count};
    if (status == BENCH_OK) status = pairs_ask(rivals, DOPS, &s, &range, ROUNDS_USUAL, r->f);
    if (status == BENCH_OK) find_ranks(r);
    for (int i = 0; i < DOPS; i++)
        pair_free(&pairs[i]);
    bench_scene_free(&s);
    return status;
}

static double mean_rank(const choice_row rows[SET_COUNT], int which)
{
    double sum = 0;
    for (int i = 0; i < SET_COUNT; i++)
        sum += rows[i].rank[which];
    return sum / SET_COUNT;
}

static void table_of_choices(paper* p, const choice_row rows[SET_COUNT])
{
    paper_table(p,
                "k, and in brackets the number of directions that nodes are split across: mean "
                "query, µs, by data set (an eighth of their triangles); the mean rank over the "
                "sets, where those that the rounds do not tell apart share one; tests of volumes, "
                "updates and tests of triangles in the mean over the sets",
                "k|pipes|torus|airliner|swept|interior|mean rank|N_v|N_u|N_p");
    for (int i = 0; i < DOPS; i++) {
        double tests = 0, updates = 0, triangles = 0;
        for (int s = 0; s < SET_COUNT; s++) {
            tests += rows[s].f[i].volume_tests / SET_COUNT;
            updates += rows[s].f[i].node_updates / SET_COUNT;
            triangles += rows[s].f[i].triangle_tests / SET_COUNT;
        }
        paper_row(p, "%s|%.1f|%.1f|%.1f|%.1f|%.1f|%.1f|%.0f|%.0f|%.0f", choices[i].name,
                  rows[0].f[i].mean_us, rows[1].f[i].mean_us, rows[2].f[i].mean_us,
                  rows[3].f[i].mean_us, rows[4].f[i].mean_us, mean_rank(rows, i), tests, updates,
                  triangles);
    }
    paper_table(p,
                "The same: N_v by data set; the volume of all nodes of the environment's tree, in "
                "volumes of its root",
                "k|N_v pipes|torus|airliner|swept|interior|volume pipes|torus|airliner|swept|"
                "interior");
    for (int i = 0; i < DOPS; i++)
        paper_row(p, "%s|%.0f|%.0f|%.0f|%.0f|%.0f|%.1f|%.1f|%.1f|%.1f|%.1f", choices[i].name,
                  rows[0].f[i].volume_tests, rows[1].f[i].volume_tests, rows[2].f[i].volume_tests,
                  rows[3].f[i].volume_tests, rows[4].f[i].volume_tests, rows[0].volume[i],
                  rows[1].volume[i], rows[2].volume[i], rows[3].volume[i], rows[4].volume[i]);
    paper_table(p, "Building both trees, ms (once)", "k|pipes|torus|airliner|swept|interior");
    for (int i = 0; i < BUILDS; i++)
        paper_row(p, "%s|%.0f|%.0f|%.0f|%.0f|%.0f",
                  i < DOPS ? choices[i].name : built_names[i - DOPS], rows[0].build_ms[i],
                  rows[1].build_ms[i], rows[2].build_ms[i], rows[3].build_ms[i],
                  rows[4].build_ms[i]);
}

static double mean_tests(const choice_row rows[SET_COUNT], int which)
{
    double sum = 0;
    for (int s = 0; s < SET_COUNT; s++)
        sum += rows[s].f[which].volume_tests / SET_COUNT;
    return sum;
}

static void judge_best(paper* p, const choice_row rows[SET_COUNT])
{
    int best = D18;
    char why[300];
    size_t behind = 0;
    size_t shared = 0, ahead = 0;
    for (int i = 0; i < DOPS; i++)
        best = mean_rank(rows, i) < mean_rank(rows, best) ? i : best;
    for (int i = 0; i < DOPS; i++)
        shared += i != best && !(mean_rank(rows, i) > mean_rank(rows, best));
    for (int i = 0; i < 3; i++) {
        const double rank = mean_rank(rows, poor[i]);
        behind += rank > mean_rank(rows, D14) && rank > mean_rank(rows, D18) &&
                  rank > mean_rank(rows, D26);
        ahead += rank < mean_rank(rows, D14) || rank < mean_rank(rows, D18) ||
                 rank < mean_rank(rows, D26);
    }
    snprintf(
        why, sizeof why,
        "tests of volumes, in the mean over the sets: k = 8 %.0f, 12 %.0f, 20 %.0f, against 14 "
        "%.0f, 18 %.0f, 26 %.0f",
        mean_tests(rows, D8), mean_tests(rows, D12), mean_tests(rows, D20), mean_tests(rows, D14),
        mean_tests(rows, D18), mean_tests(rows, D26));
    paper_claim(p, "QuickCD, chapters 6 and 7",
                "8-, 12- and 20-DOPs, without the planes of the axes, do poorly",
                "each has a worse mean rank than 14-, 18- and 26-DOPs split across three axes; "
                "partly if one or two have",
                behind || ahead ? verdict_of(behind, 3) : CLAIM_NO_DIFFERENCE, why,
                "%zu of 3; mean ranks %.1f, %.1f, %.1f, against %.1f, %.1f, %.1f (time)", behind,
                mean_rank(rows, D8), mean_rank(rows, D12), mean_rank(rows, D20),
                mean_rank(rows, D14), mean_rank(rows, D18), mean_rank(rows, D26));
    snprintf(why, sizeof why, "tests of volumes, in the mean over the sets: %s %.0f, 18 (3) %.0f",
             choices[best].name, mean_tests(rows, best), mean_tests(rows, D18));
    paper_claim(p, "QuickCD, chapter 6", "18-DOPs, split across the axes, have the best mean rank",
                "every other of the ten has a worse mean rank; partly if only 18 (9) has not",
                best == D18       ? (shared ? CLAIM_NO_DIFFERENCE : CLAIM_HOLDS)
                : best == D18_ALL ? CLAIM_PARTLY
                                  : CLAIM_FAILS,
                why, "best: %s, %.1f; 18 (3): %.1f (time)", choices[best].name,
                mean_rank(rows, best), mean_rank(rows, D18));
}

static void judge_eight(paper* p, const choice_row rows[SET_COUNT])
{
    case_tally last = {0, 0, 0};
    double more[2] = {1e300, 0};
    char why[300] = "not the slowest:";
    size_t used = strlen(why);
    for (int s = 0; s < SET_COUNT; s++) {
        const asked_figures* f = rows[s].f;
        int rival = D6;
        for (int i = 0; i < DOPS; i++)
            rival = i != D8 && f[i].mean_us > f[rival].mean_us ? i : rival;
        const time_interval ratio = rounds_ratio(&f[D8].mean_of, &f[rival].mean_of);
        tally_above(&last, ratio, 1);
        const double tests = f[D8].volume_tests / f[D18].volume_tests;
        more[0] = fmin(more[0], tests);
        more[1] = fmax(more[1], tests);
        if (ratio.low > 1 || used >= sizeof why) continue;
        used += (size_t)snprintf(why + used, sizeof why - used,
                                 " on %s %s is, with %.0f tests of volumes to %.0f;", rows[s].name,
                                 choices[rival].name, f[rival].volume_tests, f[D8].volume_tests);
    }
    paper_claim(p, "QuickCD, chapter 6",
                "the 8-DOP is the worst choice of all, the last in nearly all runs",
                "the slowest of the ten on at least four sets; partly if on some",
                last.so >= 4                          ? CLAIM_HOLDS
                : tally_verdict(&last) == CLAIM_FAILS ? CLAIM_FAILS
                : last.so                             ? CLAIM_PARTLY
                                                      : CLAIM_NO_DIFFERENCE,
                why, "on %s sets; %.1f to %.1f times the tests of volumes of 18-DOPs (time)",
                tally_text(&last).text, more[0], more[1]);
}

static void judge_split(paper* p, const choice_row rows[SET_COUNT])
{
    case_tally faster = {0, 0, 0}, dearer = {0, 0, 0};
    size_t larger = 0, fewer = 0;
    double longer = 0;
    for (int s = 0; s < SET_COUNT; s++) {
        const choice_row* r = &rows[s];
        larger += r->volume[D18_ALL] > r->volume[D18];
        for (int i = 0; i < 3; i++) {
            const int plain = split[i][0], every = split[i][1];
            tally_below(&faster, rounds_ratio(&r->f[every].mean_of, &r->f[plain].mean_of), 1);
            tally_above(&dearer, once_ratio(r->build_ms[every], r->build_ms[plain]), 1);
            fewer += r->f[every].volume_tests < r->f[plain].volume_tests;
            longer += (r->build_ms[every] / r->build_ms[plain] - 1) / (3 * SET_COUNT);
        }
    }
    const size_t cases = tally_cases(&faster);
    char why[200];
    snprintf(why, sizeof why, "tests of volumes are fewer in %zu of %zu cases", fewer, cases);
    paper_claim(p, "QuickCD, chapter 6",
                "splits across all k / 2 directions pay occasionally, not in the mean",
                "faster in some of 15 cases, but in less than half; partly if in more",
                !faster.so              ? tally_verdict(&faster)
                : 2 * faster.so < cases ? CLAIM_HOLDS
                                        : CLAIM_PARTLY,
                why, "faster in %s cases (time); fewer tests of volumes in %zu",
                tally_text(&faster).text, fewer);
    paper_claim(p, "QuickCD, chapter 6",
                "trees split across all nine directions have a greater volume than those split "
                "across three",
                "greater on at least four of five sets (18-DOPs); partly if on some",
                larger >= 4 ? CLAIM_HOLDS
                : larger    ? CLAIM_PARTLY
                            : CLAIM_FAILS,
                "not explained", "on %zu of %d sets", larger, SET_COUNT);
    snprintf(why, sizeof why, "a build takes %.0f %% longer in the mean", 100 * longer);
    paper_claim(
        p, "QuickCD, chapter 6", "and take longer to build",
        "longer by more than a fifth in all of 15 cases; partly if in some (one build each)",
        tally_verdict(&dearer), why, "in %s cases (time)", tally_text(&dearer).text);
}

typedef struct build_ratio {
    case_tally below;
    double least, most, bare;  // bare: without corners, in the mean
} build_ratio;

static build_ratio compare_builds(const choice_row rows[SET_COUNT], int own, int rival, int bare,
                                  double threshold)
{
    build_ratio r = {{0, 0, 0}, 1e300, 0, 0};
    for (int s = 0; s < SET_COUNT; s++) {
        const double* ms = rows[s].build_ms;
        const double ratio = ms[own] / ms[rival];
        tally_below(&r.below, once_ratio(ms[own], ms[rival]), threshold);
        r.least = fmin(r.least, ratio);
        r.most = fmax(r.most, ratio);
        r.bare += ms[bare] / ms[rival] / SET_COUNT;
    }
    return r;
}

static void judge_builds(paper* p, const choice_row rows[SET_COUNT])
{
    const build_ratio rapid = compare_builds(rows, D18, RAPID, BARE18, 2),
                      solid = compare_builds(rows, D6, SOLID, BARE6, 1);
    char why[200];
    snprintf(why, sizeof why,
             "ours finds the corners of every node, the environment's too, since any model may "
             "fly; without them it takes %.1f times as long",
             rapid.bare);
    paper_claim(
        p, "QuickCD, chapter 7", "18-DOPs are built about as fast as RAPID's boxes",
        "in less than twice the time, by a fifth, on all sets; partly if on some (one build each)",
        tally_verdict(&rapid.below), why,
        "on %s sets; %.1f to %.1f times (time; RAPID's options in our obb)",
        tally_text(&rapid.below).text, rapid.least, rapid.most);
    snprintf(why, sizeof why, "corners again; without them it takes %.1f times as long",
             solid.bare);
    paper_claim(p, "QuickCD, chapter 7", "6-DOPs are built a little faster than SOLID's boxes",
                "faster by a fifth on all sets; partly if on some (one build each)",
                tally_verdict(&solid.below), why,
                "on %s sets; %.1f to %.1f times the time (time; SOLID's boxes in our aabb)",
                tally_text(&solid.below).text, solid.least, solid.most);
}

int quickcd_choices(paper* p)
{
    choice_row rows[SET_COUNT];
    for (int i = 0; i < SET_COUNT; i++) {
        const int status = measure_choices(&rows[i], i, p->quick);
        if (status != BENCH_OK) return status;
    }
    table_of_choices(p, rows);
    judge_best(p, rows);
    judge_eight(p, rows);
    judge_split(p, rows);
    judge_builds(p, rows);
    return BENCH_OK;
}
