// quickcd_scaling.c - Klosowski 1998, chapter 7: the time of a query by the number of tetrahedra that an airliner flies
// among, for 18-DOPs, RAPID's boxes, and SOLID's, which lie along the axes of each model.
#include "bench.h"
#include "papers/paper.h"
#include "papers/run.h"

enum { SIZES = 6, RIVALS = 3 };

static const char* const rival_names[RIVALS] = {"18-DOPs", "RAPID's boxes", "SOLID's boxes"};
static const uint32_t tetrahedra[SIZES] = {250, 1000, 4000, 12500, 25000, 50000};

typedef struct sized {
    size_t triangles;
    asked_figures f[RIVALS];
    double build_ms[RIVALS];
} sized;

static int measure_size(sized* out, uint32_t count, bool quick)
{
    static const abut_ask all = {.limit = 0};
    const billiard_rules rules = {
        .steps = quick ? 40 : 2000, .step = 0.05, .turn = 2, .stir = 0.2, .seed = 31, .inward = 1};
    bench_scene s = {.name = "tetrahedra"};
    int status = shape_obstacles(4 * count, false, &s.a);
    if (status == BENCH_OK) status = shape_airliner(quick ? 900 : 14646, &s.b);
    if (status == BENCH_OK && mesh_fit_cube(&s.b, 0.04) != SCENE_OK)
        status = bench_fail("out of memory");
    if (status == BENCH_OK) status = fly_scene(&s, &rules);
    out->triangles = s.a.triangle_count;
    for (int i = 0; i < RIVALS && status == BENCH_OK; i++) {
        const abut_build solid = {.method = ABUT_METHOD_AABB, .leaf_size = 1};
        const abut_build a = i == 0   ? quickcd_build(ABUT_METHOD_QUICKCD18)
                             : i == 1 ? rapid_build()
                                      : solid;
        const abut_build b = i ? a : quickcd_flyer(ABUT_METHOD_QUICKCD18, s.b.triangle_count);
        pair_built p;
        status = pair_build(&p, &s, &a, &b);
        if (status != BENCH_OK) break;
        out->build_ms[i] = p.build_ms;
        status = pair_ask_all(&p, &s, &all, 2, NULL, &out->f[i]);
        pair_free(&p);
        if (status == BENCH_OK && out->f[i].hash != out->f[0].hash)
            status = bench_fail("%s: answers differ", s.name);
    }
    bench_scene_free(&s);
    return status;
}

static void judge(paper* p, const sized r[SIZES], size_t count)
{
    size_t slower = 0, slower_solid = 0;
    double least = 1e300, most = 0;
    for (size_t i = 0; i < count; i++) {
        const double ratio = r[i].f[1].mean_us / r[i].f[0].mean_us;
        slower += ratio > 1;
        slower_solid += r[i].f[2].mean_us > r[i].f[0].mean_us;
        least = ratio < least ? ratio : least;
        most = ratio > most ? ratio : most;
    }
    paper_claim(
        p, "QuickCD, chapter 7",
        "RAPID takes longer than 18-DOPs by some factor, however many tetrahedra there are",
        "longer at all sizes; partly if at some", verdict_of(slower, count),
        "DOPs take half the tests of volumes, but the object's leaves of sixteen triangles, "
        "which are the best here (quickcd-leaves), bring some six times the pairs of triangles",
        "at %zu of %zu sizes; %.2f to %.2f times (time)", slower, count, least, most);
    paper_claim(p, "QuickCD, chapter 7", "SOLID takes longer, too",
                "longer at all sizes; partly if at some", verdict_of(slower_solid, count),
                "where few tetrahedra are large and far apart boxes along the axes do, too",
                "at %zu of %zu sizes (time)", slower_solid, count);
    const double growth = r[count - 1].f[0].mean_us / r[0].f[0].mean_us;
    const double more = (double)r[count - 1].triangles / (double)r[0].triangles;
    paper_claim(p, "QuickCD, chapter 7", "time grows far more slowly than the environment",
                "grows less than a quarter of what the triangles do; partly if less than they do",
                growth < more / 4 ? CLAIM_HOLDS
                : growth < more   ? CLAIM_PARTLY
                                  : CLAIM_FAILS,
                "it does not", "%.1f times the time for %.0f times the triangles (time)", growth,
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
    const size_t count = p->quick ? 3 : SIZES;
    for (size_t i = 0; i < count; i++) {
        const int status = measure_size(&r[i], tetrahedra[i], p->quick);
        if (status != BENCH_OK) return status;
    }
    paper_table(p,
                "All contacts along billiard flights; mean time, µs (longest); build: both models, "
                "ms.",
                "tetrahedra|triangles|steps in contact|18-DOPs|RAPID|SOLID|N_v 18|RAPID|SOLID|N_p "
                "18|RAPID|SOLID|build 18|RAPID|SOLID");
    for (size_t i = 0; i < count; i++) {
        const asked_figures* f = r[i].f;
        const double* b = r[i].build_ms;
        paper_row(p,
                  "%u|%zu|%zu|%.1f (%.0f)|%.1f (%.0f)|%.1f (%.0f)|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f|"
                  "%.0f|%.0f|%.0f",
                  tetrahedra[i], r[i].triangles, f[0].in_contact, f[0].mean_us, f[0].max_us,
                  f[1].mean_us, f[1].max_us, f[2].mean_us, f[2].max_us, f[0].volume_tests,
                  f[1].volume_tests, f[2].volume_tests, f[0].triangle_tests, f[1].triangle_tests,
                  f[2].triangle_tests, b[0], b[1], b[2]);
    }
    paper_figure(p, &shape);
    for (int k = 0; k < RIVALS; k++) {
        paper_series(p, rival_names[k]);
        for (size_t i = 0; i < count; i++)
            paper_point(p, tetrahedra[i], r[i].f[k].mean_us / 1e3);
    }
    judge(p, r, count);
    return BENCH_OK;
}
