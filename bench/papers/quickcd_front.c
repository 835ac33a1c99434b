// quickcd_front.c - Klosowski 1998, chapters 6 and 7: what it is worth to begin where the last query's descent of the
// environment ended, on the five data sets.
#include "bench.h"
#include "papers/quickcd.h"

#include <stdio.h>

enum { K_COUNT = 4 };

static const int ks[K_COUNT] = {6, 14, 18, 26};

typedef struct front_row {
    const char* name;
    asked_figures f[K_COUNT][2];  // without, with a front
} front_row;

// A front is kept from query to query, and from round to round.
static int measure_set(front_row* r, int which, bool quick)
{
    static const abut_method methods[K_COUNT] = {ABUT_METHOD_QUICKCD6, ABUT_METHOD_QUICKCD14,
                                                 ABUT_METHOD_QUICKCD18, ABUT_METHOD_QUICKCD26};
    static const abut_ask asks[2] = {{.limit = 0}, {.coherent = 1}};
    bench_scene s;
    int status = set_make_part(&s, which, quick ? 16 : 2, quick ? 40 : 2000);
    const pose_range range = {0, s.pose_count};
    *r = (front_row){.name = s.name};
    for (int k = 0; k < K_COUNT && status == BENCH_OK; k++) {
        const abut_build a = quickcd_build(methods[k]);
        const abut_build b = quickcd_flyer(methods[k], s.b.triangle_count);
        pair_built p;
        status = pair_build(&p, &s, &a, &b);
        if (status != BENCH_OK) break;
        const pair_rival rivals[2] = {{.pair = &p, .ask = &asks[0]}, {.pair = &p, .ask = &asks[1]}};
        status = pairs_ask(rivals, 2, &s, &range, quick ? 2 : 5, r->f[k]);
        pair_free(&p);
    }
    bench_scene_free(&s);
    return status;
}

static double saved(double before, double after)
{
    return before > 0 ? 100 * (1 - after / before) : 0;
}

static void table(paper* p, const front_row rows[SET_COUNT])
{
    paper_table(p,
                "Tests of volumes a query in the mean, without and with a front, and µs: mean "
                "(longest); models of half the triangles",
                "data set|k|N_v|with a front|saved, %|µs|with a front|time, in parts");
    for (int i = 0; i < SET_COUNT; i++) {
        for (int k = 0; k < K_COUNT; k++) {
            const asked_figures *f = &rows[i].f[k][0], *g = &rows[i].f[k][1];
            paper_row(p, "%s|%d|%.0f|%.0f|%.1f|%.1f (%.0f)|%.1f (%.0f)|%s", rows[i].name, ks[k],
                      f->volume_tests, g->volume_tests, saved(f->volume_tests, g->volume_tests),
                      f->mean_us, f->max_us, g->mean_us, g->max_us,
                      interval_text(rounds_ratio(&g->mean_of, &f->mean_of)).text);
        }
    }
}

typedef struct front_tally {
    case_tally fewer, faster, shorter;
    double least, most, sum, at_18[SET_COUNT];  // saved, per cent
} front_tally;

static front_tally sum_up(const front_row rows[SET_COUNT])
{
    front_tally t = {.least = 1e300, .most = -1e300};
    for (int i = 0; i < SET_COUNT; i++) {
        for (int k = 0; k < K_COUNT; k++) {
            const asked_figures *f = &rows[i].f[k][0], *g = &rows[i].f[k][1];
            const double part = saved(f->volume_tests, g->volume_tests);
            tally_count(&t.fewer, part > 0);
            tally_below(&t.faster, rounds_ratio(&g->mean_of, &f->mean_of), 1);
            tally_below(&t.shorter, rounds_ratio(&g->longest_of, &f->longest_of), 1);
            t.least = part < t.least ? part : t.least;
            t.most = part > t.most ? part : t.most;
            t.sum += part;
            if (ks[k] == 18) t.at_18[i] = part;
        }
    }
    return t;
}

static void judge(paper* p, const front_row rows[SET_COUNT])
{
    const front_tally t = sum_up(rows);
    const size_t cases = (size_t)SET_COUNT * K_COUNT;
    int most = SET_SWEPT;
    for (int i = 0; i < SET_COUNT; i++)
        most = t.at_18[i] > t.at_18[most] ? i : most;
    char why[200], fewer_why[100];
    snprintf(fewer_why, sizeof fewer_why,
             "raising the front takes tests of its own: up to %.1f %% more than it saves",
             -t.least);
    snprintf(why, sizeof why,
             "%.1f %% of the tests are saved in the mean: that bounds what can be gained, and "
             "keeping the list takes time",
             t.sum / (double)cases);
    paper_claim(p, "QuickCD, chapter 6", "a front reduces the number of tests of volumes",
                "fewer in all cases; partly if in some", tally_verdict(&t.fewer), fewer_why,
                "in %zu of %zu cases; %.1f %% fewer in the mean (%.1f to %.1f)", t.fewer.so, cases,
                t.sum / (double)cases, t.least, t.most);
    paper_claim(p, "QuickCD, chapters 6 and 7",
                "in most experiments the mean time falls, in some it is some per cent longer",
                "shorter in more than half of the cases; partly if in some",
                2 * t.faster.so > cases ? CLAIM_HOLDS
                : t.faster.so           ? CLAIM_PARTLY
                                        : tally_verdict(&t.faster),
                why, "shorter in %s cases (time)", tally_text(&t.faster).text);
    paper_claim(p, "QuickCD, chapter 7", "the longest query becomes shorter",
                "shorter in all cases; partly if in some", tally_verdict(&t.shorter), why,
                "in %s cases (time)", tally_text(&t.shorter).text);
    snprintf(why, sizeof why, "%s: %.1f %%", rows[most].name, t.at_18[most]);
    paper_claim(p, "QuickCD, chapter 7",
                "the largest saving is that on swept, where obstacles lie densely about the path",
                "no other set saves a larger part of the tests at k = 18",
                most == SET_SWEPT ? CLAIM_HOLDS : CLAIM_FAILS, why, "swept: %.1f %%",
                t.at_18[SET_SWEPT]);
}

int quickcd_front(paper* p)
{
    front_row rows[SET_COUNT] = {{.name = NULL}};
    int status = BENCH_OK;
    for (int i = 0; i < SET_COUNT && status == BENCH_OK; i++)
        status = measure_set(&rows[i], i, p->quick);
    if (status != BENCH_OK) return status;
    table(p, rows);
    judge(p, rows);
    return BENCH_OK;
}
