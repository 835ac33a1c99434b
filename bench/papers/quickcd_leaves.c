// quickcd_leaves.c - Klosowski 1998, chapter 6: which threshold is to end the flying object's tree, and what thresholds by
// k and by the object gain over one for all.
#include "bench.h"
#include "papers/quickcd.h"

#include <abut/methods.h>
#include <stdio.h>

enum { K_COUNT = 4, LEAVES = 7, FOR_ALL = 3, LARGE_FROM = 3 };  // 8 triangles

static const int ks[K_COUNT] = {6, 14, 18, 26};
static const abut_method methods[K_COUNT] = {ABUT_METHOD_QUICKCD6, ABUT_METHOD_QUICKCD14,
                                             ABUT_METHOD_QUICKCD18, ABUT_METHOD_QUICKCD26};
static const int leaf_sizes[LEAVES] = {1, 2, 4, 8, 16, 32, 64};

// One environment, and the object once for each size of leaves.
static int measure_leaves(const bench_scene* s, int k, asked_figures f[LEAVES])
{
    static const abut_ask all = {.limit = 0};
    const abut_build first = quickcd_build(methods[k]);
    const pose_range range = {0, s->pose_count};
    pair_built pairs[LEAVES] = {{.a = NULL}};
    pair_rival rivals[LEAVES];
    int status = pair_build(&pairs[0], s, &first, &first);
    for (int i = 0; i < LEAVES && status == BENCH_OK; i++) {
        abut_build b = first;
        b.leaf_size = leaf_sizes[i];
        pairs[i].a = pairs[0].a;
        if (i) status = pair_rebuild_b(&pairs[i], s, &b);
        rivals[i] = (pair_rival){.pair = &pairs[i], .ask = &all};
    }
    if (status == BENCH_OK) status = pairs_ask(rivals, LEAVES, s, &range, ROUNDS_USUAL, f);
    for (int i = LEAVES; i-- > 0;) {
        if (i) pairs[i].a = NULL;
        pair_free(&pairs[i]);
    }
    return status;
}

typedef struct leaf_tally {
    case_tally small, large, gains;
    double least_gain, most_gain;
    // Tests of volumes with updates, and tests of triangles: sums over small objects and large ones, at 1 and 64.
    double volumes[2][2], triangles[2][2];
} leaf_tally;

static int fastest(const asked_figures f[LEAVES], int from, int to)
{
    int best = from;
    for (int i = from; i < to; i++)
        best = f[i].mean_us < f[best].mean_us ? i : best;
    return best;
}

// The place of QuickCD's own threshold.
static int own_threshold(const bench_scene* s, int k)
{
    const int threshold = quickcd_flyer(methods[k], s->b.triangle_count).leaf_size;
    int own = 0;
    while (leaf_sizes[own] < threshold)
        own++;
    return own;
}

static void report_row(paper* p, const bench_scene* s, int k, const asked_figures f[LEAVES],
                       leaf_tally* t)
{
    const int small = fastest(f, 0, LARGE_FROM), large = fastest(f, LARGE_FROM, LEAVES);
    const int own = own_threshold(s, k);
    const time_interval ratio = rounds_ratio(&f[small].mean_of, &f[large].mean_of);
    const time_interval part = rounds_ratio(&f[own].mean_of, &f[FOR_ALL].mean_of);
    const double gain = 100 * (1 - part.middle);
    const bool is_large = s->b.triangle_count > 1000;
    for (int end = 0; end < 2; end++) {
        const asked_figures* of = &f[end ? LEAVES - 1 : 0];
        t->volumes[is_large][end] += of->volume_tests + of->node_updates;
        t->triangles[is_large][end] += of->triangle_tests;
    }
    if (is_large)
        tally_above(&t->large, ratio, 1);
    else
        tally_below(&t->small, ratio, 1);
    if (own != FOR_ALL) {
        tally_below(&t->gains, part, 1);
        t->least_gain = gain < t->least_gain ? gain : t->least_gain;
        t->most_gain = gain > t->most_gain ? gain : t->most_gain;
    }
    paper_row(p, "%s|%d|%.1f|%.1f|%.1f|%.1f|%.1f|%.1f|%.1f|%d|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f",
              s->name, ks[k], f[0].mean_us, f[1].mean_us, f[2].mean_us, f[3].mean_us, f[4].mean_us,
              f[5].mean_us, f[6].mean_us, leaf_sizes[own], gain,
              f[0].volume_tests + f[0].node_updates,
              f[FOR_ALL].volume_tests + f[FOR_ALL].node_updates,
              f[LEAVES - 1].volume_tests + f[LEAVES - 1].node_updates, f[0].triangle_tests,
              f[FOR_ALL].triangle_tests, f[LEAVES - 1].triangle_tests);
}

static void judge(paper* p, const leaf_tally* t)
{
    char why[2][200], gained[100];
    for (int is_large = 0; is_large < 2; is_large++)
        snprintf(
            why[is_large], sizeof why[is_large],
            "from leaves of 1 to leaves of 64 N_v + N_u falls from %.0f to %.0f, and N_p grows "
            "from %.0f to %.0f (sums of the cases)",
            t->volumes[is_large][0], t->volumes[is_large][1], t->triangles[is_large][0],
            t->triangles[is_large][1]);
    snprintf(gained, sizeof gained,
             "the thresholds were chosen for other sets; gains here: %.0f to "
             "%.0f %%",
             t->least_gain, t->most_gain);
    paper_claim(p, "QuickCD, chapter 6", "small flying objects: small leaves are best, whatever k",
                "the fastest leaves of 1 to 4 triangles are faster than the fastest of 8 to 64 in "
                "all cases; partly if in some",
                tally_verdict(&t->small), why[0], "in %s cases (time)", tally_text(&t->small).text);
    paper_claim(p, "QuickCD, chapter 6", "larger flying objects: quite large leaves are best",
                "the fastest leaves of 8 to 64 are faster than the fastest of 1 to 4 in all cases; "
                "partly if in some",
                tally_verdict(&t->large), why[1], "in %s cases (time)", tally_text(&t->large).text);
    paper_claim(p, "QuickCD, chapter 6",
                "a threshold for small objects and one for each k gain some per cent over one for "
                "all",
                "faster than leaves of 8 in more than half of the cases where they differ; partly "
                "if in some",
                2 * t->gains.so > tally_cases(&t->gains) ? CLAIM_HOLDS
                : t->gains.so                            ? CLAIM_PARTLY
                                                         : tally_verdict(&t->gains),
                gained, "in %s cases: %.0f to %.0f %% (time)", tally_text(&t->gains).text,
                t->least_gain, t->most_gain);
}

int quickcd_leaves(paper* p)
{
    leaf_tally tally = {.least_gain = 100, .most_gain = -100};
    paper_table(
        p,
        "Triangles of a leaf of the object (of the environment: 1): mean time, µs; the "
        "threshold that QuickCD settled on, by our reading (1 for small objects; 8, 16, 16, "
        "32 by k), and what it gains over 8 for all, per cent; N_v + N_u and N_p for 1, 8 "
        "and 64. Pipes: a quarter of the triangles",
        "data set|k|1|2|4|8|16|32|64|threshold|gain|N_v + N_u at 1|at 8|at 64|N_p at 1|at "
        "8|at 64");
    for (int set = 0; set < SET_COUNT; set++) {
        bench_scene s;
        if (p->quick && set != SET_TORUS && set != SET_SWEPT) continue;
        int status = set_make_part(&s, set,
                                   p->quick           ? 16
                                   : set == SET_PIPES ? 4
                                                      : 1,
                                   p->quick ? 20 : 200);
        for (int k = p->quick ? 2 : 0; k < K_COUNT && status == BENCH_OK; k++) {
            asked_figures f[LEAVES];
            status = measure_leaves(&s, k, f);
            if (status != BENCH_OK) break;
            report_row(p, &s, k, f, &tally);
        }
        bench_scene_free(&s);
        if (status != BENCH_OK) return status;
    }
    judge(p, &tally);
    return BENCH_OK;
}
