// quickcd_scaling.c - Klosowski 1998, chapter 7: the time of a query by the number of tetrahedra that an airliner flies
// among, for 18-DOPs, RAPID's options, and SOLID's boxes, which lie along the axes of each model.
#include "bench.h"
#include "papers/quickcd.h"
#include "papers/rapid.h"

#include <stdio.h>

enum { SIZES = 6 };
enum { DOPS, RAPID, SOLID, ONE, RIVALS };  // ONE: DOPs whose object has leaves of one triangle

static const char* const rival_names[RIVALS] = {"18-DOPs", "RAPID's options in our obb",
                                                "SOLID's boxes", "18-DOPs, leaves of 1"};
static const uint32_t tetrahedra[SIZES] = {250, 1000, 4000, 12500, 25000, 50000};

typedef struct sized {
    size_t triangles;
    asked_figures f[RIVALS];
    double build_ms[RIVALS];
} sized;

// All rivals are built first, and asked by turns.
static int ask_rivals(sized* out, const bench_scene* s)
{
    static const abut_ask all = {.limit = 0};
    const abut_build dops = quickcd_build(ABUT_METHOD_QUICKCD18);
    const abut_build a[RIVALS] = {dops, rapid_build(), rival_solid_build(), dops};
    const abut_build b[RIVALS] = {quickcd_flyer(ABUT_METHOD_QUICKCD18, s->b.triangle_count),
                                  a[RAPID], a[SOLID], dops};
    const pose_range range = {0, s->pose_count};
    pair_built pairs[RIVALS] = {{.a = NULL}};
    pair_rival rivals[RIVALS];
    int status = BENCH_OK;
    for (int i = 0; i < RIVALS && status == BENCH_OK; i++) {
        status = pair_build(&pairs[i], s, &a[i], &b[i]);
        rivals[i] = (pair_rival){.pair = &pairs[i], .ask = &all};
        out->build_ms[i] = pairs[i].build_ms;
    }
    if (status == BENCH_OK) status = pairs_ask(rivals, RIVALS, s, &range, ROUNDS_USUAL, out->f);
    for (int i = 0; i < RIVALS; i++)
        pair_free(&pairs[i]);
    return status;
}

static int measure_size(sized* out, uint32_t count, const paper* p, rapid_rows* rows)
{
    const bool quick = p->quick;
    char name[32];
    const billiard_rules rules = {
        .steps = quick ? 40 : 2000, .step = 0.05, .turn = 2, .stir = 0.2, .seed = 31, .inward = 1};
    bench_scene s = {.name = "tetrahedra"};
    int status = shape_obstacles(4 * count, false, &s.a);
    if (status == BENCH_OK) status = shape_airliner(quick ? 900 : 14646, &s.b);
    if (status == BENCH_OK && mesh_fit_cube(&s.b, 0.04) != SCENE_OK)
        status = bench_fail("out of memory");
    if (status == BENCH_OK) status = fly_scene(&s, &rules);
    out->triangles = s.a.triangle_count;
    if (status == BENCH_OK) status = ask_rivals(out, &s);
    snprintf(name, sizeof name, "%u tetrahedra", count);
    if (status == BENCH_OK) status = rapid_rows_add(rows, p, name, &s, NULL);
    bench_scene_free(&s);
    return status;
}

// What the work is where RAPID's options are no slower, by the mean over the sizes; also with leaves as RAPID's.
static void tell_work(char* out, size_t size, const sized r[SIZES], size_t count)
{
    double tests[RIVALS] = {0}, updates[RIVALS] = {0}, triangles[RIVALS] = {0}, one = 0;
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < RIVALS; k++) {
            tests[k] += r[i].f[k].volume_tests / (double)count;
            updates[k] += r[i].f[k].node_updates / (double)count;
            triangles[k] += r[i].f[k].triangle_tests / (double)count;
        }
        one += rounds_ratio(&r[i].f[RAPID].mean_of, &r[i].f[ONE].mean_of).middle / (double)count;
    }
    snprintf(out, size,
             "tests of volumes, updates, tests of triangles: 18-DOPs %.0f, %.0f, %.0f, RAPID's "
             "options %.0f, "
             "%.0f, %.0f; with leaves of one triangle, as RAPID has them, DOPs take %.0f, %.0f, "
             "%.0f, and RAPID's options %.2f times their time",
             tests[DOPS], updates[DOPS], triangles[DOPS], tests[RAPID], updates[RAPID],
             triangles[RAPID], tests[ONE], updates[ONE], triangles[ONE], one);
}

static void judge(paper* p, const sized r[SIZES], size_t count)
{
    case_tally slower = {0, 0, 0}, slower_solid = slower;
    double least = 1e300, most = 0;
    char why[400];
    tell_work(why, sizeof why, r, count);
    for (size_t i = 0; i < count; i++) {
        const time_rounds* own = &r[i].f[0].mean_of;
        const time_interval ratio = rounds_ratio(&r[i].f[1].mean_of, own);
        tally_above(&slower, ratio, 1);
        tally_above(&slower_solid, rounds_ratio(&r[i].f[2].mean_of, own), 1);
        least = ratio.low < least ? ratio.low : least;
        most = ratio.high > most ? ratio.high : most;
    }
    paper_claim(p, "QuickCD, chapter 7",
                "RAPID takes longer than 18-DOPs by some factor, however many tetrahedra there are",
                "longer at all sizes; partly if at some", tally_verdict(&slower), why,
                "at %s sizes; %.2f to %.2f times (time; RAPID's options in our obb)",
                tally_text(&slower).text, least, most);
    paper_claim(p, "QuickCD, chapter 7", "SOLID takes longer, too",
                "longer at all sizes; partly if at some", tally_verdict(&slower_solid),
                "not explained; see N_v and N_p in the table",
                "at %s sizes (time; SOLID's boxes in our aabb)", tally_text(&slower_solid).text);
    const time_interval growth = rounds_ratio_apart(&r[count - 1].f[0].mean_of, &r[0].f[0].mean_of);
    const double more = (double)r[count - 1].triangles / (double)r[0].triangles;
    paper_claim(p, "QuickCD, chapter 7", "time grows far more slowly than the environment",
                "grows less than a quarter of what the triangles do; partly if less than they do",
                verdict_below(growth, more / 4, more), "not explained; see N_v in the table",
                "%s times the time for %.0f times the triangles (time)", interval_text(growth).text,
                more);
}

int quickcd_scaling(paper* p)
{
    static const figure_shape shape = {.name = "papers-quickcd-scaling",
                                       .title = "An airliner among tetrahedra",
                                       .x = "tetrahedra",
                                       .y = "ms a query",
                                       .log_x = true};
    sized r[SIZES];
    static rapid_rows rows;
    rows.count = 0;
    const size_t count = p->quick ? 3 : SIZES;
    for (size_t i = 0; i < count; i++) {
        const int status = measure_size(&r[i], tetrahedra[i], p, &rows);
        if (status != BENCH_OK) return status;
    }
    paper_table(p,
                "All contacts along billiard flights; mean time, µs (longest); build: both models, "
                "ms. Leaves of the object's tree: 16 triangles for 18-DOPs, and one for comparison",
                "tetrahedra|triangles|steps in contact|18-DOPs|RAPID's options|SOLID's "
                "boxes|leaves of 1|N_v "
                "18|options|boxes|leaves of 1|N_u 18|options|leaves of 1|N_p "
                "18|options|boxes|leaves of "
                "1|build 18|options|boxes");
    for (size_t i = 0; i < count; i++) {
        const asked_figures* f = r[i].f;
        const double* b = r[i].build_ms;
        paper_row(p,
                  "%u|%zu|%zu|%.1f (%.0f)|%.1f (%.0f)|%.1f (%.0f)|%.1f (%.0f)|%.0f|%.0f|%.0f|%.0f|"
                  "%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f",
                  tetrahedra[i], r[i].triangles, f[0].in_contact, f[DOPS].mean_us, f[DOPS].max_us,
                  f[RAPID].mean_us, f[RAPID].max_us, f[SOLID].mean_us, f[SOLID].max_us,
                  f[ONE].mean_us, f[ONE].max_us, f[DOPS].volume_tests, f[RAPID].volume_tests,
                  f[SOLID].volume_tests, f[ONE].volume_tests, f[DOPS].node_updates,
                  f[RAPID].node_updates, f[ONE].node_updates, f[DOPS].triangle_tests,
                  f[RAPID].triangle_tests, f[SOLID].triangle_tests, f[ONE].triangle_tests, b[DOPS],
                  b[RAPID], b[SOLID]);
    }
    paper_figure(p, &shape);
    for (int k = 0; k < RIVALS; k++) {
        paper_series(p, rival_names[k]);
        for (size_t i = 0; i < count; i++)
            paper_point(p, tetrahedra[i], r[i].f[k].mean_us / 1e3);
    }
    rapid_rows_report(&rows, p);
    judge(p, r, count);
    return BENCH_OK;
}
