// dop_obb.c - tables 4 to 6 and figures 7 and 8 of Zachmann 1998: 6-DOPs and boxes in any direction.
#include "bench.h"
#include "papers/dop.h"
#include "papers/rapid.h"

#include <stdio.h>

enum { BOTH_COUNT = 8, DOP = 0, OBB = 1 };

// Paper: ms, MB, seconds to build, of DOPs and of boxes.
static const object both[BOTH_COUNT] = {
    {"door", shape_door, 3391, 0, 2000, {0.27, 0.34, 0.1, 1, 0.1, 0.4}},
    {"lock", shape_lock, 20898, 0, 2000, {3.0, 2.2, 1, 8, 1.3, 4.5}},
    {"car", shape_car, 60755, 0, 2000, {0.42, 1.1, 5, 21, 4.2, 10.5}},
    {"pipes", shape_pipes, 124736, 0, 2000, {1.67, 1.04, 11, 44, 9.4, 18.4}},
    {"tori", NULL, 12544, 0, 2000, {0.28, 0.33, 0.1, 9, 0.6, 2.4}},
    {"spheres", NULL, 22952, 76, 2000, {0.48, 0.56, 1, 17, 1.3, 5.4}},
    {"tori", NULL, 73984, 0, 2000, {0.47, 0.43, 6, 60, 4.8, 16.1}},
    {"spheres", NULL, 97032, 156, 2000, {1.02, 0.73, 9, 73, 6.7, 25.6}},
};
enum { LOCK = 1, CAR = 2 };

typedef struct both_measured {
    measured of[BOTH_COUNT][2];
    size_t triangles[BOTH_COUNT], count;
} both_measured;

static void claim_times(paper* p, const both_measured* m)
{
    case_tally like = {0, 0, 0};
    double least = 1e300, most = 0;
    char why[400];
    size_t used = (size_t)snprintf(why, sizeof why, "tests of boxes in parts of those of DOPs: ");
    for (size_t i = 0; i < m->count; i++) {
        const measured *dop = &m->of[i][DOP], *obb = &m->of[i][OBB];
        const time_interval ratio = rounds_ratio(&obb->us, &dop->us);
        if (ratio.low > 0.5 && ratio.high < 3)
            like.so++;
        else if (ratio.high < 0.5 || ratio.low > 3)
            like.not_so++;
        else
            like.open++;
        least = ratio.low < least ? ratio.low : least;
        most = ratio.high > most ? ratio.high : most;
        if (used < sizeof why)
            used += (size_t)snprintf(why + used, sizeof why - used, "%s%.2f (%s)", i ? ", " : "",
                                     obb->tests / dop->tests, both[i].name);
    }
    paper_claim(p, "DOP-tree, table 4",
                "DOP-trees are about as fast as OBB-trees (0.6 to 2.6 times)",
                "0.5 to 3 times on all objects; partly if on some", tally_verdict(&like), why,
                "so on %s objects; %.2f to %.2f (time)", tally_text(&like).text, least, most);
}

static void claim_memory(paper* p, const both_measured* m)
{
    size_t memory = 0;
    double fewest = 1e300, largest = 0;
    for (size_t i = 0; i < m->count; i++) {
        const double bytes = m->of[i][OBB].bytes / m->of[i][DOP].bytes;
        memory += bytes >= 4;
        fewest = bytes < fewest ? bytes : fewest;
        largest = bytes > largest ? bytes : largest;
    }
    const measured *dop = &m->of[m->count - 1][DOP], *obb = &m->of[m->count - 1][OBB];
    const double* his = both[m->count - 1].paper;
    const double count = both[m->count - 1].triangles;
    char why[300];
    snprintf(why, sizeof why,
             "a node is %.0f bytes here, a box's %.0f, and both trees share the mesh: %.0f bytes a "
             "triangle. (The paper's own rows for spheres and tori have 8 to 90 times.)",
             dop->node_bytes, obb->node_bytes, dop->bytes - 2 * dop->node_bytes);
    paper_claim(p, "DOP-tree, table 5", "DOP-trees need 4 to 8 times less memory",
                "at least 4 times less on all objects; partly if on some",
                verdict_of(memory, m->count), why,
                "%.1f to %.1f times, with OBBs of floats; the last row: %.0f and %.0f bytes a "
                "triangle, the paper's %.0f and %.0f",
                fewest, largest, dop->bytes, obb->bytes, 1e6 * his[2] / count,
                1e6 * his[3] / count);
}

static void claim_build(paper* p, const both_measured* m)
{
    case_tally faster = {0, 0, 0};
    double least = 1e300, most = 0;
    for (size_t i = 0; i < m->count; i++) {
        const time_interval ratio = rounds_ratio(&m->of[i][OBB].build_ms, &m->of[i][DOP].build_ms);
        tally_above(&faster, ratio, 2);
        least = ratio.low < least ? ratio.low : least;
        most = ratio.high > most ? ratio.high : most;
    }
    const size_t last = m->count - 1;
    const double dop = dop_build_seconds(&m->of[last][DOP]),
                 obb = dop_build_seconds(&m->of[last][OBB]);
    char why[300];
    snprintf(
        why, sizeof why,
        "our boxes are built %.0f times as fast as the paper's, our DOPs %.0f times (%s of %zu "
        "triangles)",
        both[last].paper[5] / obb, both[last].paper[4] / dop, both[last].name, m->triangles[last]);
    paper_claim(p, "DOP-tree, table 6", "DOP-trees are built 2 to 4 times faster",
                "more than 2 times faster on all objects; partly if on some",
                tally_verdict(&faster), why, "so on %s objects; %.2f to %.2f times (time)",
                tally_text(&faster).text, least, most);
}

static double value_of(const measured* m, int table)
{
    return table == 0 ? dop_ms(m) : table == 1 ? m->megabytes : dop_build_seconds(m);
}

// The objects by the number of their triangles.
static void sort_objects(const both_measured* m, size_t order[BOTH_COUNT])
{
    for (size_t i = 0; i < m->count; i++) {
        size_t hole = i;
        for (; hole > 0 && m->triangles[order[hole - 1]] > m->triangles[i]; hole--)
            order[hole] = order[hole - 1];
        order[hole] = i;
    }
}

static void draw_tables(paper* p, const both_measured* m)
{
    static const char* const names[4] = {"the paper, 6-DOP", "the paper, OBB (RAPID)", "6-DOP",
                                         "OBB (RAPID's options in our obb)"};
    static const figure_shape shapes[3] = {
        {.name = "papers-dop-table4",
         .title = "Table 4: eight objects by size; the paper's at 194 MHz",
         .x = "triangles",
         .y = "ms a query",
         .log_x = true,
         .log_y = true},
        {.name = "papers-dop-table5",
         .title = "Table 5: eight objects by size",
         .x = "triangles",
         .y = "MB",
         .log_x = true,
         .log_y = true},
        {.name = "papers-dop-table6",
         .title = "Table 6: eight objects by size; the paper's at 194 MHz",
         .x = "triangles",
         .y = "seconds to build",
         .log_x = true,
         .log_y = true},
    };
    size_t order[BOTH_COUNT];
    sort_objects(m, order);
    for (int table = 0; table < 3; table++) {
        paper_figure(p, &shapes[table]);
        for (int line = 0; line < 4; line++) {
            paper_series(p, names[line]);
            for (size_t n = 0; n < m->count; n++) {
                const size_t i = order[n];
                paper_point(p, (double)m->triangles[i],
                            line < 2 ? both[i].paper[2 * table + line]
                                     : value_of(&m->of[i][line - 2], table));
            }
        }
    }
}

static void write_table(paper* p, const both_measured* m)
{
    paper_table(
        p,
        "Tables 4 to 6: 6-DOPs, and boxes by RAPID's options in our obb (in floats, as in the "
        "paper). A full turn in 2000 steps at each of ten distances.",
        "object|triangles|paper ms, DOP|OBB|ms, DOP|OBB|N_v, DOP|OBB|paper MB, DOP|OBB|MB, DOP|OBB|"
        "paper s, DOP|OBB|s, DOP|OBB");
    for (size_t i = 0; i < m->count; i++) {
        const measured *d = &m->of[i][DOP], *o = &m->of[i][OBB];
        const double* his = both[i].paper;
        paper_row(p, "%s|%zu|%g|%g|%.4f|%.4f|%.0f|%.0f|%g|%g|%.1f|%.1f|%g|%g|%.3f|%.3f",
                  both[i].name, m->triangles[i], his[0], his[1], dop_ms(d), dop_ms(o), d->tests,
                  o->tests, his[2], his[3], d->megabytes, o->megabytes, his[4], his[5],
                  dop_build_seconds(d), dop_build_seconds(o));
    }
    paper_text(
        p,
        "Times include the transformation of vertices and of boxes or slabs, as the paper's do.");
}

// An object as both ask it.
static int measure_both(paper* p, both_measured* m, size_t i)
{
    const abut_build builds[2] = {{.method = ABUT_METHOD_DOP6}, rapid_float_build()};
    bench_scene s;
    int status = dop_object(&s, &both[i], p->quick);
    m->triangles[i] = s.a.triangle_count;
    if (status == BENCH_OK) status = dop_measure(&s, builds, 2, m->of[i]);
    bench_scene_free(&s);
    return status;
}

// One turn where the objects are close: all of them take RAPID too long.
static int ask_rapid(paper* p, size_t count)
{
    static rapid_rows rows;
    int status = BENCH_OK;
    rows.count = 0;
    for (size_t i = 0; i < count && rapid_available(p) && status == BENCH_OK; i++) {
        bench_scene s;
        char name[48];
        status = dop_object(&s, &both[i], p->quick);
        const size_t turns = s.pose_count / DISTANCES;
        const pose_range range = {DISTANCES / 2 * turns, turns};
        snprintf(name, sizeof name, "%s, %zu", both[i].name, s.a.triangle_count);
        if (status == BENCH_OK) status = rapid_rows_add(&rows, p, name, &s, &range);
        bench_scene_free(&s);
    }
    if (status == BENCH_OK) rapid_rows_report(&rows, p);
    return status;
}

int dop_against_obb(paper* p)
{
    static const char* const names[] = {"6-DOP", "OBB"};
    static const figure_shape car = {.name = "papers-dop-obb-car",
                                     .title = "The car: 6-DOPs and oriented boxes",
                                     .x = "distance of the centres",
                                     .y = "ms a query"};
    static const figure_shape lock = {.name = "papers-dop-obb-lock",
                                      .title = "The lock: 6-DOPs and oriented boxes",
                                      .x = "distance of the centres",
                                      .y = "ms a query"};
    static both_measured m;
    m = (both_measured){.count = p->quick ? 2 : BOTH_COUNT};
    for (size_t i = 0; i < m.count; i++) {
        const int status = measure_both(p, &m, i);
        if (status != BENCH_OK) return status;
    }
    write_table(p, &m);
    draw_tables(p, &m);
    if (m.count > CAR) dop_draw_distances(p, &car, m.of[CAR], names, 2);
    dop_draw_distances(p, &lock, m.of[LOCK], names, 2);
    claim_times(p, &m);
    claim_memory(p, &m);
    claim_build(p, &m);
    return ask_rapid(p, m.count);
}
