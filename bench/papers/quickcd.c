// quickcd.c - Klosowski 1998, chapters 5 and 7: what a test, an update and a pair of triangles cost for each k,
// mean times on five data sets, the work of every step, beside boxes in any direction.
#include "papers/quickcd.h"

#include "bench.h"
#include "papers/rapid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { K_COUNT = 4, RAPID = K_COUNT, SOLID, METHODS };
enum { COSTS = 4 };  // C_v, C_u, C_p, and of a query itself

static const int ks[K_COUNT] = {6, 14, 18, 26};

static const abut_method methods[K_COUNT] = {ABUT_METHOD_QUICKCD6, ABUT_METHOD_QUICKCD14,
                                             ABUT_METHOD_QUICKCD18, ABUT_METHOD_QUICKCD26};

// Of the environment (which 0) and of the object.
static abut_build build_of(int method, int which, size_t triangles)
{
    if (method == RAPID) return rapid_build();
    if (method == SOLID) return rival_solid_build();
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
    double rank[K_COUNT];
    memory_row memory;
} set_row;

// Fits of every third query, so that it is seen how far they can be told from each other.
enum { FITS = 3 };

static void free_row(set_row* r)
{
    for (int m = 0; m < METHODS; m++)
        free(r->steps_of[m]);
}

static int build_all(set_row* r, const bench_scene* s, pair_built pairs[METHODS])
{
    int status = memory_of_hull(&r->memory.hull, s);
    for (int m = 0; m < METHODS && status == BENCH_OK; m++) {
        const abut_build a = build_of(m, 0, s->a.triangle_count);
        const abut_build b = build_of(m, 1, s->b.triangle_count);
        r->steps_of[m] = calloc(s->pose_count, sizeof *r->steps_of[m]);
        status = r->steps_of[m] ? pair_build(&pairs[m], s, &a, &b) : bench_fail("out of memory");
        if (status != BENCH_OK) break;
        r->build_ms[m] = pairs[m].build_ms;
        if (m > RAPID) continue;
        memory_find(&r->memory.environment[m], pairs[m].a);
        memory_find(&r->memory.object[m], pairs[m].b);
    }
    return status;
}

// From 1, the fastest of the four k; those that no round tells apart share a rank.
static void find_ranks(set_row* r)
{
    for (int i = 0; i < K_COUNT; i++) {
        r->rank[i] = 1;
        for (int k = 0; k < K_COUNT; k++)
            r->rank[i] +=
                k != i && rounds_ratio(&r->f[i].mean_of, &r->f[k].mean_of).low > 1 ? 1 : 0;
    }
}

static int measure_set(set_row* r, int which, bool quick, fit fits[K_COUNT][FITS])
{
    static const abut_ask all = {.limit = 0};
    bench_scene s;
    pair_built pairs[METHODS] = {{.a = NULL}};
    pair_rival rivals[METHODS];
    int status = set_make(&s, which, quick, quick ? 40 : 2000);
    *r = (set_row){.name = s.name,
                   .environment = s.a.triangle_count,
                   .object = s.b.triangle_count,
                   .steps = s.pose_count};
    if (status == BENCH_OK) status = build_all(r, &s, pairs);
    for (int m = 0; m < METHODS; m++)
        rivals[m] = (pair_rival){.pair = &pairs[m], .ask = &all, .steps = r->steps_of[m]};
    const pose_range range = {0, s.pose_count};
    if (status == BENCH_OK) status = pairs_ask(rivals, METHODS, &s, &range, ROUNDS_USUAL, r->f);
    for (int m = 0; m < K_COUNT && status == BENCH_OK; m++) {
        for (size_t i = 0; i < s.pose_count; i++)
            add_step(&fits[m][i % FITS], &r->steps_of[m][i]);
    }
    if (status == BENCH_OK) find_ranks(r);
    for (int m = 0; m < METHODS; m++)
        pair_free(&pairs[m]);
    bench_scene_free(&s);
    return status;
}

static void report_sets(paper* p, const set_row rows[SET_COUNT])
{
    paper_table(p,
                "Mean time, all contacts, ms; in brackets the longest query. The sets are made by "
                "formula; their sizes and paths are ours, for those of the paper are lost in the "
                "text that we have. RAPID's options: in our obb; SOLID's boxes: along the axes of "
                "each model, in our aabb",
                "data set|environment|object|steps|in contact|contacts a step|k = "
                "6|14|18|26|RAPID's options|SOLID's boxes|options / 18");
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
    paper_table(p,
                "Tests of volumes, updates, tests of triangles: a query in the mean. Build: ms, "
                "both models.",
                "data set|N_v 6|14|18|26|RAPID's options|SOLID's boxes|N_u 6|18|options|N_p "
                "6|18|options|build 6|14|18|26|"
                "options|boxes");
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
            paper_series(p, m == 2 ? "18-DOPs" : "RAPID's options in our obb");
            for (size_t i = 0; i < r->steps; i++) {
                const step_figures* s = &r->steps_of[m][i];
                paper_point(p, (double)i,
                            which ? s->us / 1e3
                                  : s->volume_tests + s->node_updates + s->triangle_tests);
            }
        }
    }
}

static void report_shares(paper* p, const double costs[COSTS], const set_row rows[SET_COUNT])
{
    double share[SET_COUNT][COSTS];
    paper_table(p, "Shares of the time of 18-DOPs, by these costs, per cent",
                "data set|tests of volumes|updates|tests of triangles|the rest");
    size_t most_contacts = 0, most_triangles = 0;
    for (size_t i = 0; i < SET_COUNT; i++) {
        const asked_figures* f = &rows[i].f[2];
        const double part[COSTS] = {f->volume_tests * costs[0], f->node_updates * costs[1],
                                    f->triangle_tests * costs[2], costs[3]};
        const double sum = part[0] + part[1] + part[2] + part[3];
        for (int c = 0; c < COSTS; c++)
            share[i][c] = sum > 0 ? 100 * part[c] / sum : 0;
        paper_row(p, "%s|%.0f|%.0f|%.0f|%.0f", rows[i].name, share[i][0], share[i][1], share[i][2],
                  share[i][3]);
        if (f->contacts > rows[most_contacts].f[2].contacts) most_contacts = i;
        if (share[i][2] > share[most_triangles][2]) most_triangles = i;
    }
    const asked_figures *f = &rows[most_contacts].f[2], *g = &rows[most_triangles].f[2];
    char why[200];
    snprintf(why, sizeof why,
             "%.1f tests of volumes come with each pair of triangles on %s, %.1f on %s",
             f->volume_tests / f->triangle_tests, rows[most_contacts].name,
             g->volume_tests / g->triangle_tests, rows[most_triangles].name);
    paper_claim(p, "QuickCD, chapter 7",
                "triangles take the largest share where most pairs are in contact (interior)",
                "the set with the most contacts a query is that with the largest share of tests of "
                "triangles",
                most_contacts == most_triangles ? CLAIM_HOLDS : CLAIM_FAILS, why,
                "most contacts: %s, with %.0f %% (%.0f tests of volumes and %.0f of triangles a "
                "query, at %.0f and %.0f ns); largest share: %s, %.0f %% (time)",
                rows[most_contacts].name, share[most_contacts][2], f->volume_tests,
                f->triangle_tests, 1e3 * costs[0], 1e3 * costs[2], rows[most_triangles].name,
                share[most_triangles][2]);
}

// A cost that a fit leaves out is below what it can tell.
static void costs_of(const fit fits[FITS], time_rounds out[COSTS])
{
    for (int c = 0; c < COSTS; c++)
        out[c] = (time_rounds){.count = FITS};
    for (int i = 0; i < FITS; i++) {
        double costs[COSTS];
        find_costs(&fits[i], costs);
        for (int c = 0; c < COSTS; c++)
            out[c].of[i] = fmax(costs[c], 1e-4);
    }
}

static void judge_costs(paper* p, const time_rounds least[COSTS], const time_rounds most[COSTS])
{
    case_tally dearer = {0, 0, 0};
    for (int c = 0; c < 2; c++)
        tally_above(&dearer, rounds_ratio_apart(&most[c], &least[c]), 1);
    paper_claim(p, "QuickCD, chapter 5", "tests and updates cost more with larger k",
                "both C_v and C_u are larger at k = 26 than at 6, in any two of three fits of "
                "every third query; partly if one is",
                tally_verdict(&dearer), "not explained",
                "C_v %.0f to %.0f ns, C_u %.0f to %.0f ns from k = 6 to 26; larger: %s (time)",
                1e3 * rounds_spread(&least[0]).middle, 1e3 * rounds_spread(&most[0]).middle,
                1e3 * rounds_spread(&least[1]).middle, 1e3 * rounds_spread(&most[1]).middle,
                tally_text(&dearer).text);
}

static void report_costs(paper* p, fit fits[K_COUNT][FITS], const set_row rows[SET_COUNT])
{
    time_rounds costs[K_COUNT][COSTS];
    paper_table(p,
                "Costs: C_v of a test of volumes, C_u of an update, C_p of a pair of triangles, "
                "ns; fitted to the time of every third query (least squares, weighted by 1 / "
                "time): the mean of the three fits, the least and the greatest; C_0: of a query "
                "itself",
                "k|C_v|C_u|C_p|C_0");
    for (int k = 0; k < K_COUNT; k++) {
        char cells[200];
        size_t used = 0;
        costs_of(fits[k], costs[k]);
        for (int c = 0; c < COSTS; c++) {
            const time_interval i = rounds_spread(&costs[k][c]);
            used += (size_t)snprintf(cells + used, sizeof cells - used, "|%.0f (%.0f to %.0f)",
                                     1e3 * i.middle, 1e3 * i.low, 1e3 * i.high);
        }
        paper_row(p, "%d%s", ks[k], cells);
    }
    judge_costs(p, costs[0], costs[K_COUNT - 1]);
    double mean[COSTS];
    for (int c = 0; c < COSTS; c++)
        mean[c] = rounds_spread(&costs[2][c]).middle;
    report_shares(p, mean, rows);
}

static double mean_rank(const set_row rows[SET_COUNT], int k)
{
    double sum = 0;
    for (int i = 0; i < SET_COUNT; i++)
        sum += rows[i].rank[k] / SET_COUNT;
    return sum;
}

// Tests of volumes, updates or tests of triangles a query.
static double mean_work(const set_row rows[SET_COUNT], int k, int which)
{
    double sum = 0;
    for (int i = 0; i < SET_COUNT; i++) {
        const asked_figures* f = &rows[i].f[k];
        const double work[3] = {f->volume_tests, f->node_updates, f->triangle_tests};
        sum += work[which] / SET_COUNT;
    }
    return sum;
}

static void judge_k(paper* p, const set_row rows[SET_COUNT])
{
    case_tally boxes = {0, 0, 0};
    char boxes_why[300] = "where they are not, tests of volumes:";
    size_t used = strlen(boxes_why), first = 0;
    int best = 2;
    for (int k = 0; k < K_COUNT; k++)
        best = mean_rank(rows, k) < mean_rank(rows, best) ? k : best;
    bool shared = false;
    for (int k = 0; k < K_COUNT; k++)
        shared = shared || (k != best && !(mean_rank(rows, k) > mean_rank(rows, best)));
    for (int i = 0; i < SET_COUNT; i++) {
        const asked_figures* f = rows[i].f;
        int rival = 1;
        for (int k = 2; k < K_COUNT; k++)
            rival = f[k].mean_us > f[rival].mean_us ? k : rival;
        const time_interval ratio = rounds_ratio(&f[0].mean_of, &f[rival].mean_of);
        tally_above(&boxes, ratio, 1);
        if (ratio.low <= 1 && used < sizeof boxes_why)
            used += (size_t)snprintf(boxes_why + used, sizeof boxes_why - used,
                                     " %s, %.0f for k = 6 and %.0f for %d;", rows[i].name,
                                     f[0].volume_tests, f[rival].volume_tests, ks[rival]);
        first += rows[i].rank[2] < 1.5;
    }
    char why[200];
    snprintf(
        why, sizeof why,
        "N_v, N_u, N_p in the mean over the sets: k = %d %.0f, %.0f, %.0f, 18 %.0f, %.0f, %.0f",
        ks[best], mean_work(rows, best, 0), mean_work(rows, best, 1), mean_work(rows, best, 2),
        mean_work(rows, 2, 0), mean_work(rows, 2, 1), mean_work(rows, 2, 2));
    paper_claim(
        p, "QuickCD, chapter 5", "18-DOPs are the best in the mean",
        "every other k has a worse mean rank over the sets, where those that no round tells "
        "apart share a rank; partly if first on some set",
        best == 2 ? (shared ? CLAIM_NO_DIFFERENCE : CLAIM_HOLDS)
        : first   ? CLAIM_PARTLY
                  : CLAIM_FAILS,
        why, "mean ranks of k = 6, 14, 18, 26: %.1f, %.1f, %.1f, %.1f (time)", mean_rank(rows, 0),
        mean_rank(rows, 1), mean_rank(rows, 2), mean_rank(rows, 3));
    paper_claim(p, "QuickCD, chapter 5", "axis-aligned boxes (k = 6) are the slowest of the DOPs",
                "slowest on all sets; partly if on some", tally_verdict(&boxes), boxes_why,
                "slowest on %s sets (time)", tally_text(&boxes).text);
}

// The sets on which a is no slower than b, with what both do there.
static void tell_work(char* out, size_t size, const set_row rows[SET_COUNT], int a, int b,
                      const char* a_name, const char* b_name)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < SET_COUNT; i++) {
        const asked_figures *f = &rows[i].f[a], *g = &rows[i].f[b];
        if (rounds_ratio(&f->mean_of, &g->mean_of).low > 1 || used + 1 >= size) continue;
        const int written = snprintf(
            out + used, size - used,
            "%s%s: %s %.0f tests of volumes, %.0f updates, %.0f of triangles, %s %.0f, %.0f, %.0f",
            used ? "; " : "", rows[i].name, a_name, f->volume_tests, f->node_updates,
            f->triangle_tests, b_name, g->volume_tests, g->node_updates, g->triangle_tests);
        used += written > 0 ? (size_t)written : 0;
    }
}

static bool is_tie(const set_row* r)
{
    const time_interval ratio = rounds_ratio(&r->f[RAPID].mean_of, &r->f[2].mean_of);
    return ratio.low <= 1 && ratio.high >= 1;
}

static void judge_rapid(paper* p, const set_row rows[SET_COUNT])
{
    case_tally faster = {0, 0, 0}, shorter = {0, 0, 0};
    char why[1000], longest[300];
    for (int i = 0; i < SET_COUNT; i++) {
        const asked_figures* f = rows[i].f;
        tally_above(&faster, rounds_ratio(&f[RAPID].mean_of, &f[2].mean_of), 1);
        tally_above(&shorter, rounds_ratio(&f[RAPID].longest_of, &f[2].longest_of), 1);
    }
    tell_work(why, sizeof why, rows, RAPID, 2, "RAPID's options", "18-DOPs");
    snprintf(longest, sizeof longest,
             "the longest queries, µs, 18-DOPs and RAPID's options: %.0f and %.0f, %.0f and %.0f, "
             "%.0f and "
             "%.0f, %.0f and %.0f, %.0f and %.0f",
             rows[0].f[2].max_us, rows[0].f[RAPID].max_us, rows[1].f[2].max_us,
             rows[1].f[RAPID].max_us, rows[2].f[2].max_us, rows[2].f[RAPID].max_us,
             rows[3].f[2].max_us, rows[3].f[RAPID].max_us, rows[4].f[2].max_us,
             rows[4].f[RAPID].max_us);
    paper_claim(p, "QuickCD, chapters 5 and 7",
                "18-DOPs are faster than RAPID on all sets (but a tie on torus)",
                "faster on all sets, or no difference on torus; partly if on some",
                faster.so == SET_COUNT ||
                        (faster.so == SET_COUNT - 1 && tally_verdict(&faster) != CLAIM_HOLDS &&
                         is_tie(&rows[SET_TORUS]))
                    ? CLAIM_HOLDS
                    : tally_verdict(&faster),
                why, "faster on %s sets (time; RAPID's options in our obb)",
                tally_text(&faster).text);
    paper_claim(p, "QuickCD, chapter 7", "the longest query is far shorter than RAPID's",
                "shorter on all sets; partly if on some", tally_verdict(&shorter), longest,
                "shorter on %s sets (time; RAPID's options in our obb)", tally_text(&shorter).text);
}

static void judge_solid(paper* p, const set_row rows[SET_COUNT])
{
    case_tally faster = {0, 0, 0}, rapid = {0, 0, 0};
    char why[1000];
    for (int i = 0; i < SET_COUNT; i++) {
        const asked_figures* f = rows[i].f;
        tally_above(&faster, rounds_ratio(&f[SOLID].mean_of, &f[2].mean_of), 1);
        const time_interval ratio = rounds_ratio(&f[SOLID].mean_of, &f[RAPID].mean_of);
        if (i == SET_PIPES)
            tally_below(&rapid, ratio, 1);
        else
            tally_above(&rapid, ratio, 1);
    }
    tell_work(why, sizeof why, rows, SOLID, 2, "SOLID", "18-DOPs");
    paper_claim(p, "QuickCD, chapter 7", "18-DOPs are faster than SOLID's boxes along the axes",
                "faster on all sets; partly if on some", tally_verdict(&faster), why,
                "on %s sets (time; SOLID's boxes in our aabb)", tally_text(&faster).text);
    tell_work(why, sizeof why, rows, SOLID, RAPID, "SOLID's boxes", "RAPID's options");
    paper_claim(p, "QuickCD, chapter 7", "RAPID is faster than SOLID, but on pipes",
                "faster on four sets and slower on pipes; partly if so on some",
                tally_verdict(&rapid), why, "so on %s sets (time; both imitated)",
                tally_text(&rapid).text);
}

static int ask_rapid(paper* p)
{
    static rapid_rows rows;
    int status = BENCH_OK;
    rows.count = 0;
    for (int i = 0; i < SET_COUNT && rapid_available(p) && status == BENCH_OK; i++) {
        bench_scene s;
        status = set_make(&s, i, p->quick, p->quick ? 40 : 2000);
        if (status == BENCH_OK) status = rapid_rows_add(&rows, p, s.name, &s, NULL);
        bench_scene_free(&s);
    }
    if (status == BENCH_OK) rapid_rows_report(&rows, p);
    return status;
}

int quickcd_sets(paper* p)
{
    set_row rows[SET_COUNT] = {{.name = NULL}};
    fit fits[K_COUNT][FITS] = {{{{{0}}, {0}}}};
    int status = BENCH_OK;
    for (int i = 0; i < SET_COUNT && status == BENCH_OK; i++)
        status = measure_set(&rows[i], i, p->quick, fits);
    if (status == BENCH_OK) {
        report_sets(p, rows);
        report_costs(p, fits, rows);
        draw_steps(p, &rows[SET_PIPES]);
        judge_k(p, rows);
        judge_rapid(p, rows);
        judge_solid(p, rows);
        memory_row memory[SET_COUNT];
        for (int i = 0; i < SET_COUNT; i++)
            memory[i] = rows[i].memory;
        memory_report(p, memory);
        status = ask_rapid(p);
    }
    for (int i = 0; i < SET_COUNT; i++)
        free_row(&rows[i]);
    return status;
}
