// quickcd.c - Klosowski 1998, chapters 5 and 7: what a test, an update and a pair of triangles cost for each k,
// mean times on five data sets, the work of every step, beside boxes in any direction.
#include "bench.h"
#include "papers/paper.h"
#include "papers/run.h"

#include <math.h>
#include <stdlib.h>

enum { K_COUNT = 4, RAPID = K_COUNT, SOLID, METHODS };
enum { COSTS = 4 };  // C_v, C_u, C_p, and of a query itself

static const int ks[K_COUNT] = {6, 14, 18, 26};

static const abut_method methods[K_COUNT] = {ABUT_METHOD_QUICKCD6, ABUT_METHOD_QUICKCD14,
                                             ABUT_METHOD_QUICKCD18, ABUT_METHOD_QUICKCD26};

// Of the environment (which 0) and of the object. SOLID 1 had trees of boxes along the axes of each file.
static abut_build build_of(int method, int which, size_t triangles)
{
    if (method == RAPID) return rapid_build();
    if (method == SOLID) return (abut_build){.method = ABUT_METHOD_AABB, .leaf_size = 1};
    return which ? quickcd_flyer(methods[method], triangles) : quickcd_build(methods[method]);
}

// -------------------------------------------------------------------------------- what it costs

// Sums for least squares of T = N_v C_v + N_u C_u + N_p C_p + C_0 over all queries, weighted by 1 / T.
typedef struct fit {
    double square[COSTS][COSTS], side[COSTS];
} fit;

static void add_step(fit* f, const step_figures* s)
{
    const double n[COSTS] = {s->volume_tests, s->node_updates, s->triangle_tests, 1};
    for (int i = 0; i < COSTS; i++) {
        f->side[i] += n[i];
        for (int j = 0; j < COSTS; j++)
            f->square[i][j] += n[i] * n[j] / s->us;
    }
}

// Gauss, for the unknowns that are in.
static void solve(const fit* f, const bool in[COSTS], double out[COSTS])
{
    double m[COSTS][COSTS + 1];
    for (int i = 0; i < COSTS; i++) {
        for (int j = 0; j < COSTS; j++)
            m[i][j] = in[i] && in[j] ? f->square[i][j] : i == j;
        m[i][COSTS] = in[i] ? f->side[i] : 0;
    }
    for (int i = 0; i < COSTS; i++) {
        for (int k = 0; k < COSTS; k++) {
            const double part = k == i || !(fabs(m[i][i]) > 0) ? 0 : m[k][i] / m[i][i];
            for (int j = 0; j <= COSTS; j++)
                m[k][j] -= part * m[i][j];
        }
    }
    for (int i = 0; i < COSTS; i++)
        out[i] = fabs(m[i][i]) > 0 ? m[i][COSTS] / m[i][i] : 0;
}

// Costs in microseconds; none is negative: one that would be is left out.
static void find_costs(const fit* f, double out[COSTS])
{
    bool in[COSTS] = {true, true, true, true};
    for (int round = 0; round < COSTS; round++) {
        int worst = -1;
        solve(f, in, out);
        for (int i = 0; i < COSTS; i++) {
            if (out[i] < 0 && (worst < 0 || out[i] < out[worst])) worst = i;
        }
        if (worst < 0) return;
        in[worst] = false;
    }
}

// ---------------------------------------------------------------------------------- the data sets

typedef struct set_row {
    const char* name;
    size_t environment, object, steps;
    asked_figures f[METHODS];
    double build_ms[METHODS];
    step_figures* steps_of[METHODS];
} set_row;

static void free_row(set_row* r)
{
    for (int m = 0; m < METHODS; m++)
        free(r->steps_of[m]);
}

static int measure_set(set_row* r, int which, bool quick, fit fits[K_COUNT])
{
    static const abut_ask all = {.limit = 0};
    bench_scene s;
    int status = set_make(&s, which, quick, quick ? 40 : 2000);
    *r = (set_row){.name = s.name,
                   .environment = s.a.triangle_count,
                   .object = s.b.triangle_count,
                   .steps = s.pose_count};
    for (int m = 0; m < METHODS && status == BENCH_OK; m++) {
        const abut_build a = build_of(m, 0, s.a.triangle_count);
        const abut_build b = build_of(m, 1, s.b.triangle_count);
        pair_built p;
        r->steps_of[m] = calloc(s.pose_count, sizeof *r->steps_of[m]);
        if (!r->steps_of[m]) status = bench_fail("out of memory");
        if (status == BENCH_OK) status = pair_build(&p, &s, &a, &b);
        if (status != BENCH_OK) break;
        r->build_ms[m] = p.build_ms;
        status = pair_ask_all(&p, &s, &all, 2, r->steps_of[m], &r->f[m]);
        pair_free(&p);
        if (status == BENCH_OK && m && r->f[m].hash != r->f[0].hash)
            status = bench_fail("%s: answers differ", s.name);
        for (size_t i = 0; i < s.pose_count && m < K_COUNT; i++)
            add_step(&fits[m], &r->steps_of[m][i]);
    }
    bench_scene_free(&s);
    return status;
}

static void report_sets(paper* p, const set_row rows[SET_COUNT])
{
    paper_table(p,
                "Mean time, all contacts, ms; in brackets the longest query. Sizes are ours: the "
                "seed's are lost. "
                "RAPID: boxes as in its code; SOLID: boxes along the axes of each model.",
                "data set|environment|object|steps|in contact|contacts a step|k = "
                "6|14|18|26|RAPID|SOLID|RAPID / 18");
    for (int i = 0; i < SET_COUNT; i++) {
        const set_row* r = &rows[i];
        const asked_figures* f = r->f;
        paper_row(p,
                  "%s|%zu|%zu|%zu|%zu|%.2f|%.4f (%.3f)|%.4f (%.3f)|%.4f (%.3f)|%.4f (%.3f)|%.4f "
                  "(%.3f)|%.4f (%.3f)|%.2f",
                  r->name, r->environment, r->object, r->steps, f[0].in_contact, f[0].contacts,
                  f[0].mean_us / 1e3, f[0].max_us / 1e3, f[1].mean_us / 1e3, f[1].max_us / 1e3,
                  f[2].mean_us / 1e3, f[2].max_us / 1e3, f[3].mean_us / 1e3, f[3].max_us / 1e3,
                  f[RAPID].mean_us / 1e3, f[RAPID].max_us / 1e3, f[SOLID].mean_us / 1e3,
                  f[SOLID].max_us / 1e3, f[RAPID].mean_us / f[2].mean_us);
    }
    paper_table(
        p,
        "Tests of volumes, updates, tests of triangles: a query in the mean. Build: ms, "
        "both models.",
        "data set|N_v 6|14|18|26|RAPID|SOLID|N_u 6|18|RAPID|N_p 6|18|RAPID|build 6|14|18|26|"
        "RAPID|SOLID");
    for (int i = 0; i < SET_COUNT; i++) {
        const asked_figures* f = rows[i].f;
        const double* b = rows[i].build_ms;
        paper_row(p,
                  "%s|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|"
                  "%.0f|%.0f|%.0f",
                  rows[i].name, f[0].volume_tests, f[1].volume_tests, f[2].volume_tests,
                  f[3].volume_tests, f[RAPID].volume_tests, f[SOLID].volume_tests,
                  f[0].node_updates, f[2].node_updates, f[RAPID].node_updates, f[0].triangle_tests,
                  f[2].triangle_tests, f[RAPID].triangle_tests, b[0], b[1], b[2], b[3], b[RAPID],
                  b[SOLID]);
    }
}

static void draw_steps(paper* p, const set_row* r)
{
    static const figure_shape shape = {.name = "papers-quickcd-steps",
                                       .title = "Pipes: tests and updates at each step",
                                       .x = "step",
                                       .y = "tests of volumes and triangles, updates",
                                       .log_y = true,
                                       .with_steps = true};
    static const figure_shape times = {.name = "papers-quickcd-times",
                                       .title = "Pipes: time of each step",
                                       .x = "step",
                                       .y = "ms",
                                       .log_y = true,
                                       .with_steps = true};
    for (int which = 0; which < 2; which++) {
        paper_figure(p, which ? &times : &shape);
        for (int m = 2; m <= RAPID; m += 2) {
            paper_series(p, m == 2 ? "18-DOPs" : "RAPID's boxes");
            for (size_t i = 0; i < r->steps; i++) {
                const step_figures* s = &r->steps_of[m][i];
                paper_point(p, (double)i,
                            which ? s->us / 1e3
                                  : s->volume_tests + s->node_updates + s->triangle_tests);
            }
        }
    }
}

static void report_costs(paper* p, const fit fits[K_COUNT], const set_row rows[SET_COUNT])
{
    double costs[K_COUNT][COSTS], share[SET_COUNT][COSTS];
    for (int k = 0; k < K_COUNT; k++)
        find_costs(&fits[k], costs[k]);
    paper_table(p,
                "Costs: C_v of a test of volumes, C_u of an update, C_p of a pair of triangles, "
                "ns; fitted to the time "
                "of every query (least squares, weighted by 1 / time); C_0: of a query itself",
                "k|C_v|C_u|C_p|C_0");
    for (int k = 0; k < K_COUNT; k++)
        paper_row(p, "%d|%.0f|%.0f|%.0f|%.0f", ks[k], 1e3 * costs[k][0], 1e3 * costs[k][1],
                  1e3 * costs[k][2], 1e3 * costs[k][3]);
    paper_table(p, "Shares of the time of 18-DOPs, by these costs, per cent",
                "data set|tests of volumes|updates|tests of triangles|the rest");
    size_t most_contacts = 0, most_triangles = 0;
    for (size_t i = 0; i < SET_COUNT; i++) {
        const asked_figures* f = &rows[i].f[2];
        const double part[COSTS] = {f->volume_tests * costs[2][0], f->node_updates * costs[2][1],
                                    f->triangle_tests * costs[2][2], costs[2][3]};
        const double sum = part[0] + part[1] + part[2] + part[3];
        for (int c = 0; c < COSTS; c++)
            share[i][c] = sum > 0 ? 100 * part[c] / sum : 0;
        paper_row(p, "%s|%.0f|%.0f|%.0f|%.0f", rows[i].name, share[i][0], share[i][1], share[i][2],
                  share[i][3]);
        if (f->contacts > rows[most_contacts].f[2].contacts) most_contacts = i;
        if (share[i][2] > share[most_triangles][2]) most_triangles = i;
    }
    paper_claim(p, "QuickCD, chapter 5", "tests and updates cost more with larger k",
                "both C_v and C_u are larger for k = 26 than for 6; partly if one is",
                costs[3][0] > costs[0][0] && costs[3][1] > costs[0][1]   ? CLAIM_HOLDS
                : costs[3][0] > costs[0][0] || costs[3][1] > costs[0][1] ? CLAIM_PARTLY
                                                                         : CLAIM_FAILS,
                "an early exit takes most tests after the first interval, whatever k",
                "C_v %.0f to %.0f ns, C_u %.0f to %.0f ns from k = 6 to 26 (time)",
                1e3 * costs[0][0], 1e3 * costs[3][0], 1e3 * costs[0][1], 1e3 * costs[3][1]);
    paper_claim(
        p, "QuickCD, chapter 7",
        "triangles take the largest share where most pairs are in contact (interior)",
        "the set with the most contacts is that with the largest share of triangles",
        most_contacts == most_triangles ? CLAIM_HOLDS : CLAIM_FAILS,
        "there are many tests of volumes for each pair of triangles there, and a pair costs "
        "no more than some of them",
        "most contacts: %s, with %.0f %% (%.0f tests of volumes and %.0f of triangles a "
        "query, at %.0f and %.0f ns); largest share: %s, %.0f %% (time)",
        rows[most_contacts].name, share[most_contacts][2], rows[most_contacts].f[2].volume_tests,
        rows[most_contacts].f[2].triangle_tests, 1e3 * costs[2][0], 1e3 * costs[2][2],
        rows[most_triangles].name, share[most_triangles][2]);
}

static void judge_sets(paper* p, const set_row rows[SET_COUNT])
{
    size_t best18 = 0, faster = 0, boxes_worst = 0, lower_most = 0, rank[K_COUNT] = {0}, first = 0;
    size_t than_solid = 0, rapid_first = 0;
    for (int i = 0; i < SET_COUNT; i++) {
        const asked_figures* f = rows[i].f;
        int best = 0, worst = 0;
        for (int k = 0; k < K_COUNT; k++) {
            if (f[k].mean_us < f[best].mean_us) best = k;
            if (f[k].mean_us > f[worst].mean_us) worst = k;
            for (int other = 0; other < K_COUNT; other++)
                rank[k] += f[other].mean_us < f[k].mean_us;
        }
        best18 += best == 2 || f[2].mean_us < 1.05 * f[best].mean_us;
        boxes_worst += worst == 0;
        faster += f[2].mean_us < f[RAPID].mean_us;
        lower_most += f[2].max_us < f[RAPID].max_us;
        than_solid += f[2].mean_us < f[SOLID].mean_us;
        rapid_first += (f[RAPID].mean_us < f[SOLID].mean_us) == (i != SET_PIPES);
    }
    for (size_t k = 1; k < K_COUNT; k++) {
        if (rank[k] < rank[first]) first = k;
    }
    paper_claim(p, "QuickCD, chapter 5", "18-DOPs are the best in the mean",
                "first by sum of ranks over the sets; partly if best or within 5 % on some set",
                first == 2 ? CLAIM_HOLDS
                : best18   ? CLAIM_PARTLY
                           : CLAIM_FAILS,
                "the triangle stage is exact and costs more here than theirs, so that what saves "
                "triangles wins",
                "best or within 5 %% on %zu of %d sets (time); best by rank: k = %d", best18,
                SET_COUNT, ks[first]);
    paper_claim(p, "QuickCD, chapter 5", "axis-aligned boxes (k = 6) are the slowest of the DOPs",
                "slowest on all sets; partly if on some", verdict_of(boxes_worst, SET_COUNT),
                "where all lies along the axes more slabs are in vain",
                "slowest on %zu of %d sets (time)", boxes_worst, SET_COUNT);
    paper_claim(p, "QuickCD, chapters 5 and 7",
                "18-DOPs are faster than RAPID on all sets (but a tie on torus)",
                "faster on all sets; partly if on some", verdict_of(faster, SET_COUNT),
                "a test of oriented boxes, with the placing of one, is not an order of magnitude "
                "dearer here than one of DOPs (obb-proximity, section 7.4), and fewer are needed "
                "wherever surfaces are close to each other",
                "faster on %zu of %d sets (time)", faster, SET_COUNT);
    paper_claim(p, "QuickCD, chapter 7", "the longest query is far shorter than RAPID's",
                "shorter on all sets; partly if on some", verdict_of(lower_most, SET_COUNT),
                "as for the mean", "shorter on %zu of %d sets (time)", lower_most, SET_COUNT);
    paper_claim(
        p, "QuickCD, chapter 7", "18-DOPs are faster than SOLID's boxes along the axes",
        "faster on all sets; partly if on some", verdict_of(than_solid, SET_COUNT),
        "boxes along the axes of each model turn with it, and stay as tight as they were; DOPs of "
        "the object are bounded anew, and are larger then: see N_v",
        "on %zu of %d sets (time)", than_solid, SET_COUNT);
    paper_claim(
        p, "QuickCD, chapter 7", "RAPID is faster than SOLID, but on pipes",
        "RAPID faster on all sets but pipes, and not on pipes; partly if so on some",
        verdict_of(rapid_first, SET_COUNT),
        "a test of either takes 15 axes here; where a model lies along its own axes (bars, seats) "
        "the axes of its file fit as well as any",
        "so on %zu of %d sets (time)", rapid_first, SET_COUNT);
}

int quickcd_sets(paper* p)
{
    set_row rows[SET_COUNT] = {{.name = NULL}};
    fit fits[K_COUNT] = {{{{0}}, {0}}};
    int status = BENCH_OK;
    for (int i = 0; i < SET_COUNT && status == BENCH_OK; i++)
        status = measure_set(&rows[i], i, p->quick, fits);
    if (status == BENCH_OK) {
        report_sets(p, rows);
        report_costs(p, fits, rows);
        draw_steps(p, &rows[SET_PIPES]);
        judge_sets(p, rows);
    }
    for (int i = 0; i < SET_COUNT; i++)
        free_row(&rows[i]);
    return status;
}

// ------------------------------------------------------------------- what ends the object's tree

enum { LEAVES = 7 };

static const int leaf_sizes[LEAVES] = {1, 2, 4, 8, 16, 32, 64};

static int measure_leaves(const bench_scene* s, int k, asked_figures f[LEAVES])
{
    static const abut_ask all = {.limit = 0};
    const abut_build first = quickcd_build(methods[k]);
    pair_built p = {.a = NULL};
    int status = pair_build(&p, s, &first, &first);
    for (int i = 0; i < LEAVES && status == BENCH_OK; i++) {
        abut_build b = first;
        b.leaf_size = leaf_sizes[i];
        if (i) status = pair_rebuild_b(&p, s, &b);
        if (status == BENCH_OK) status = pair_ask_all(&p, s, &all, 2, NULL, &f[i]);
        if (status == BENCH_OK && f[i].hash != f[0].hash)
            status = bench_fail("%s: answers differ", s->name);
    }
    pair_free(&p);
    return status;
}

typedef struct leaf_tally {
    size_t small_first, small, large_later, large;
} leaf_tally;

static void report_leaves(paper* p, const bench_scene* s, int k, const asked_figures f[LEAVES],
                          leaf_tally* tally)
{
    int best = 0, low = LEAVES, high = 0;
    for (int i = 0; i < LEAVES; i++) {
        if (f[i].mean_us < f[best].mean_us) best = i;
    }
    for (int i = 0; i < LEAVES; i++) {
        if (f[i].mean_us > 1.1 * f[best].mean_us) continue;
        low = i < low ? i : low;
        high = i;
    }
    const bool is_large = s->b.triangle_count > 1000;
    tally->small += !is_large;
    tally->small_first += !is_large && leaf_sizes[low] <= 4;
    tally->large += is_large;
    tally->large_later += is_large && leaf_sizes[high] >= 8;
    paper_row(p, "%s|%d|%.1f|%.1f|%.1f|%.1f|%.1f|%.1f|%.1f|%d to %d|%.0f|%.0f|%.0f|%.0f", s->name,
              ks[k], f[0].mean_us, f[1].mean_us, f[2].mean_us, f[3].mean_us, f[4].mean_us,
              f[5].mean_us, f[6].mean_us, leaf_sizes[low], leaf_sizes[high],
              f[0].volume_tests + f[0].node_updates, f[6].volume_tests + f[6].node_updates,
              f[0].triangle_tests, f[6].triangle_tests);
}

int quickcd_leaves(paper* p)
{
    static const int sets[] = {SET_TORUS, SET_SWEPT, SET_AIRLINER, SET_INTERIOR};
    leaf_tally tally = {0, 0, 0, 0};
    paper_table(p,
                "Triangles of a leaf of the object (of the environment: 1): mean time, µs; then "
                "the leaves within a "
                "tenth of the fastest; N_v + N_u and N_p for 1 and 64. Not the pipes, whose trees "
                "take minutes.",
                "data set|k|1|2|4|8|16|32|64|within 10 %|N_v + N_u at 1|at 64|N_p at 1|at 64");
    for (int set = 0; set < (p->quick ? 2 : 4); set++) {
        bench_scene s;
        int status = set_make(&s, sets[set], p->quick, p->quick ? 20 : 200);
        for (int k = p->quick ? 2 : 0; k < K_COUNT && status == BENCH_OK; k++) {
            asked_figures f[LEAVES];
            status = measure_leaves(&s, k, f);
            if (status == BENCH_OK) report_leaves(p, &s, k, f, &tally);
        }
        bench_scene_free(&s);
        if (status != BENCH_OK) return status;
    }
    paper_claim(
        p, "QuickCD, chapter 6", "small flying objects: small leaves are best, whatever k",
        "a leaf of 4 or fewer is within a tenth of the fastest in all cases (objects of at most "
        "1000 triangles); partly if in some",
        verdict_of(tally.small_first, tally.small),
        "most pairs of triangles of large leaves end at their ranges, which costs less than the "
        "updates and tests of volumes that such leaves save",
        "4 or fewer within a tenth of the best in %zu of %zu cases (time)", tally.small_first,
        tally.small);
    paper_claim(p, "QuickCD, chapter 6", "larger flying objects: quite large leaves are best",
                "a leaf of 8 or more is within a tenth of the fastest in all cases (objects of "
                "more than 1000 triangles); partly if in some",
                verdict_of(tally.large_later, tally.large),
                "where hardly a leaf is reached (N_p at 1), it does not matter how large it is",
                "8 or more within a tenth of the best in %zu of %zu cases (time)",
                tally.large_later, tally.large);
    return BENCH_OK;
}
