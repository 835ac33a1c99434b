// quickcd_choices.c - Klosowski 1998, chapters 5 to 7, what was tried around the default: other k and splits across all
// k / 2 directions, the ways to walk, the oscillating tree, long triangles halved, and what building takes.
#include "bench.h"
#include "papers/paper.h"
#include "papers/quickcd.h"
#include "query/model.h"

#include <abut/methods.h>
#include <math.h>
#include <stdio.h>

// --------------------------------------------------------------------------------- k and directions

enum { DOPS = 10, RAPID = DOPS, SOLID, BUILDS };  // RAPID and SOLID: built only

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

static int build_choice(pair_built* out, const bench_scene* s, int which, double* build_ms)
{
    const abut_tree_build all = {
        .axis = ABUT_AXIS_SPLATTER, .split = ABUT_SPLIT_MEAN, .split_all = 1};
    abut_build a, b;
    if (which < DOPS) {
        a = quickcd_build(choices[which].method);
        b = quickcd_flyer(choices[which].method, s->b.triangle_count);
        if (choices[which].split_all) a.tree = b.tree = &all;
    } else {
        a = which == RAPID ? rapid_build() : solid_build();
        b = a;
    }
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
    int status = set_make_part(&s, which, quick ? 16 : 4, quick ? 20 : 1000);
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
                "query, µs, by data set (a quarter of their triangles); the mean rank over the "
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
                  i < DOPS     ? choices[i].name
                  : i == RAPID ? "RAPID's options in our obb"
                               : "SOLID's boxes in our aabb",
                  rows[0].build_ms[i], rows[1].build_ms[i], rows[2].build_ms[i],
                  rows[3].build_ms[i], rows[4].build_ms[i]);
}

static void judge_poor(paper* p, const choice_row rows[SET_COUNT])
{
    size_t behind = 0;
    case_tally last = {0, 0, 0};
    double more[2] = {1e300, 0};
    for (int i = 0; i < 3; i++) {
        const double rank = mean_rank(rows, poor[i]);
        behind += rank > mean_rank(rows, D14) && rank > mean_rank(rows, D18) &&
                  rank > mean_rank(rows, D26);
    }
    int best = 0;
    for (int i = 0; i < DOPS; i++)
        best = mean_rank(rows, i) < mean_rank(rows, best) ? i : best;
    for (int s = 0; s < SET_COUNT; s++) {
        const asked_figures* f = rows[s].f;
        int rival = D6;
        for (int i = 0; i < DOPS; i++)
            rival = i != D8 && f[i].mean_us > f[rival].mean_us ? i : rival;
        tally_above(&last, rounds_ratio(&f[D8].mean_of, &f[rival].mean_of), 1);
        const double tests = f[D8].volume_tests / f[D18].volume_tests;
        more[0] = fmin(more[0], tests);
        more[1] = fmax(more[1], tests);
    }
    paper_claim(p, "QuickCD, chapters 6 and 7",
                "8-, 12- and 20-DOPs, without the planes of the axes, do poorly",
                "each has a worse mean rank than 14-, 18- and 26-DOPs split across three axes; "
                "partly if one or two have",
                verdict_of(behind, 3), "see the mean ranks in the table",
                "%zu of 3; mean ranks %.1f, %.1f, %.1f, against %.1f, %.1f, %.1f (time)", behind,
                mean_rank(rows, D8), mean_rank(rows, D12), mean_rank(rows, D20),
                mean_rank(rows, D14), mean_rank(rows, D18), mean_rank(rows, D26));
    paper_claim(p, "QuickCD, chapter 6",
                "the 8-DOP is the worst choice of all, the last in nearly all runs",
                "the slowest of the ten on at least four sets; partly if on some",
                last.so >= 4                          ? CLAIM_HOLDS
                : tally_verdict(&last) == CLAIM_FAILS ? CLAIM_FAILS
                : last.so                             ? CLAIM_PARTLY
                                                      : CLAIM_NO_DIFFERENCE,
                "boxes (k = 6) are slower where it is not the last: see the table",
                "on %s sets; %.1f to %.1f times the tests of volumes of 18-DOPs (time)",
                tally_text(&last).text, more[0], more[1]);
    paper_claim(p, "QuickCD, chapter 6", "18-DOPs, split across the axes, have the best mean rank",
                "no other of the ten has a better mean rank; partly if only 18 (9) has",
                best == D18                                    ? CLAIM_HOLDS
                : best == D18_ALL                              ? CLAIM_PARTLY
                : mean_rank(rows, best) < mean_rank(rows, D18) ? CLAIM_FAILS
                                                               : CLAIM_HOLDS,
                "see the table: what saves tests of volumes and triangles wins",
                "best: %s, %.1f; 18 (3): %.1f (time)", choices[best].name, mean_rank(rows, best),
                mean_rank(rows, D18));
}

static void judge_split(paper* p, const choice_row rows[SET_COUNT])
{
    case_tally faster = {0, 0, 0}, dearer = {0, 0, 0};
    size_t larger = 0, fewer = 0;
    for (int s = 0; s < SET_COUNT; s++) {
        const choice_row* r = &rows[s];
        larger += r->volume[D18_ALL] > r->volume[D18];
        for (int i = 0; i < 3; i++) {
            const int plain = split[i][0], every = split[i][1];
            tally_below(&faster, rounds_ratio(&r->f[every].mean_of, &r->f[plain].mean_of), 1);
            tally_count(&dearer, r->build_ms[every] > (1 + RATIO_SLACK) * r->build_ms[plain]);
            fewer += r->f[every].volume_tests < r->f[plain].volume_tests;
        }
    }
    const size_t cases = tally_cases(&faster);
    paper_claim(p, "QuickCD, chapter 6",
                "splits across all k / 2 directions pay occasionally, not in the mean",
                "faster in some of 15 cases, but in less than half; partly if in more",
                !faster.so              ? CLAIM_FAILS
                : 2 * faster.so < cases ? CLAIM_HOLDS
                                        : CLAIM_PARTLY,
                "see N_v in the table", "faster in %s cases (time); fewer tests of volumes in %zu",
                tally_text(&faster).text, fewer);
    paper_claim(p, "QuickCD, chapter 6",
                "trees split across all nine directions have a greater volume than those split "
                "across three",
                "greater on at least four of five sets (18-DOPs); partly if on some",
                larger >= 4 ? CLAIM_HOLDS
                : larger    ? CLAIM_PARTLY
                            : CLAIM_FAILS,
                "not explained: the sets are ours", "on %zu of %d sets", larger, SET_COUNT);
    paper_claim(p, "QuickCD, chapter 6", "and take longer to build",
                "longer by more than 2 % in all of 15 cases; partly if in some",
                tally_verdict(&dearer),
                "the time of a build is that of fitting DOPs and finding "
                "their corners, which all splits have alike",
                "in %s cases (time)", tally_text(&dearer).text);
}

static void judge_builds(paper* p, const choice_row rows[SET_COUNT])
{
    size_t like_rapid = 0, like_solid = 0;
    double rapid[2] = {1e300, 0}, solid[2] = {1e300, 0};
    for (int s = 0; s < SET_COUNT; s++) {
        const double* ms = rows[s].build_ms;
        const double to_rapid = ms[D18] / ms[RAPID], to_solid = ms[D6] / ms[SOLID];
        like_rapid += to_rapid < 2;
        like_solid += to_solid < 1;
        rapid[0] = fmin(rapid[0], to_rapid);
        rapid[1] = fmax(rapid[1], to_rapid);
        solid[0] = fmin(solid[0], to_solid);
        solid[1] = fmax(solid[1], to_solid);
    }
    paper_claim(
        p, "QuickCD, chapter 7", "18-DOPs are built about as fast as RAPID's boxes",
        "in less than twice the time on all sets; partly if on some",
        verdict_of(like_rapid, SET_COUNT),
        "every node of ours gets the corners of its DOP, those of the environment too, since "
        "any model may fly: see the corners in quickcd's tables of memory",
        "on %zu of %d sets; %.1f to %.1f times (time)", like_rapid, SET_COUNT, rapid[0], rapid[1]);
    paper_claim(p, "QuickCD, chapter 7", "6-DOPs are built a little faster than SOLID's boxes",
                "faster on all sets; partly if on some", verdict_of(like_solid, SET_COUNT),
                "corners again: boxes of SOLID turn as they are",
                "on %zu of %d sets; %.1f to %.1f "
                "times the time (time)",
                like_solid, SET_COUNT, solid[0], solid[1]);
}

static int compare_choices(paper* p)
{
    choice_row rows[SET_COUNT];
    for (int i = 0; i < SET_COUNT; i++) {
        const int status = measure_choices(&rows[i], i, p->quick);
        if (status != BENCH_OK) return status;
    }
    table_of_choices(p, rows);
    judge_poor(p, rows);
    judge_split(p, rows);
    judge_builds(p, rows);
    return BENCH_OK;
}

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
    int status = set_make_part(&s, which, p->quick ? 16 : 4, p->quick ? 20 : 1000);
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
                more.so >= 3 ? CLAIM_HOLDS : tally_verdict(&more), "not explained",
                "more on %s sets; slower on %s (time)", tally_text(&more).text,
                tally_text(&slower).text);
    return BENCH_OK;
}

// ------------------------------------------------------------------------------- oscillating trees

enum { OSCILLATING_PARTS = 32 };

typedef struct tree_row {
    double build_ms, volume, depth;
} tree_row;

static int measure_oscillating(paper* p, int which, case_tally tally[4])
{
    static const abut_ask all = {.limit = 0};
    static const abut_tree_build how[2] = {{.axis = ABUT_AXIS_SPLATTER, .split = ABUT_SPLIT_MEAN},
                                           {.split = ABUT_SPLIT_OSCILLATING}};
    bench_scene s;
    pair_built pairs[2] = {{.a = NULL}, {.a = NULL}};
    pair_rival rivals[2];
    asked_figures f[2];
    tree_row t[2] = {{0, 0, 0}, {0, 0, 0}};
    int status = set_make_part(&s, which, OSCILLATING_PARTS, p->quick ? 20 : 1000);
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
        tally_count(&tally[3], t[1].build_ms > 10 * t[0].build_ms);
    }
    for (int i = 0; i < 2; i++)
        pair_free(&pairs[i]);
    bench_scene_free(&s);
    return status;
}

static int compare_oscillating(paper* p)
{
    case_tally tally[4] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
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
    paper_claim(p, "QuickCD, chapter 6",
                "the oscillating tree answers no faster: not one instance did",
                "more tests of volumes on all sets; partly if on some", tally_verdict(&tally[1]),
                "a greedy split that looks three levels ahead is better on some: see N_v",
                "more tests on %s sets; slower on %s (time)", tally_text(&tally[1]).text,
                tally_text(&tally[0]).text);
    paper_claim(p, "QuickCD, chapter 6", "its trees are rather deep, for it cuts off single groups",
                "deeper on all sets; partly if on some", tally_verdict(&tally[2]),
                "see the depths in the table", "on %s sets", tally_text(&tally[2]).text);
    paper_claim(p, "QuickCD, chapter 6", "it takes many times as long to build",
                "more than ten times on all sets; partly if on some", tally_verdict(&tally[3]),
                "see the table", "on %s sets (time)", tally_text(&tally[3]).text);
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
    paper_claim(p, "QuickCD, chapter 6",
                "halving the longest triangles of pipes speeds queries up a little",
                "fewer tests of volumes and triangles together at some length; partly if at least "
                "fewer of triangles",
                after < before                                 ? CLAIM_HOLDS
                : f[best].triangle_tests < f[0].triangle_tests ? CLAIM_PARTLY
                                                               : CLAIM_FAILS,
                "more leaves take more tests of volumes than their closer DOPs save",
                "%.1f %% fewer tests with %.2f times the triangles; time %s (time)",
                100 * (1 - after / before), pieces[best] / pieces[0],
                interval_text(rounds_ratio(&f[best].mean_of, &f[0].mean_of)).text);
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

int quickcd_choices(paper* p)
{
    int status = compare_choices(p);
    if (status == BENCH_OK) status = compare_descents(p);
    if (status == BENCH_OK) status = compare_oscillating(p);
    if (status == BENCH_OK) status = compare_slender(p);
    return status;
}
