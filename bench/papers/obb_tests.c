// obb_tests.c - tables 1 and 2 of Gottschalk 1996: what a test of two boxes takes, beside two other ways to test
// them. The boxes are those that a search of two trees compares.
#include "baseline/box_lp.h"
#include "bench.h"
#include "methods/bound/obb_test.h"
#include "papers/paper.h"
#include "papers/run.h"
#include "query/model.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>
#ifdef ABUT_HAS_CCD
#include <ccd/ccd.h>
#include <ccd/quat.h>
#endif

typedef struct box_pair {
    plain_box a, b;
} box_pair;

typedef struct pair_list {
    box_pair* pairs;
    size_t count, most;
} pair_list;

// ------------------------------------------------------------------------------ separating axes

typedef struct axis_count {
    size_t tests, apart, face_a, face_b, edges;  // axes looked at
} axis_count;

// Whether boxes are apart, by the library's inequalities, in the paper's order, with an exit after each.
static int apart_by_axes(const plain_box* a, const plain_box* b, axis_count* count)
{
    double along[3], normal[3][3], size[3][3];
    const double more = 0;
    int apart = 0;
    for (int i = 0; i < 3; i++) {
        along[i] = 0;
        for (int k = 0; k < 3; k++)
            along[i] += (b->centre[k] - a->centre[k]) * a->axes[i][k];
        for (int j = 0; j < 3; j++) {
            normal[i][j] = dot3(a->axes[i], b->axes[j]);
            size[i][j] = fabs(normal[i][j]);
        }
    }
    for (int i = 0; i < 3 && !apart; i++) {
        if (count) count->face_a++;
        apart = separates_face_a(i, along, OBB_READ(size), a->half, b->half, more, 0, 0);
    }
    for (int j = 0; j < 3 && !apart; j++) {
        if (count) count->face_b++;
        const double across = distance_along_b(j, along, OBB_READ(normal));
        apart = separates_face_b(j, across, OBB_READ(size), a->half, b->half, more, 0, 0);
    }
    for (int i = 0; i < 9 && !apart; i++) {
        if (count) count->edges++;
        apart = separates_edges(i / 3, i % 3, along, OBB_READ(normal), OBB_READ(size), a->half,
                                b->half, more, 0, 0);
    }
    if (count) {
        count->tests++;
        count->apart += (size_t)apart;
    }
    return apart;
}

// ------------------------------------------------------------------------------------ the boxes

static void box_of(const tree* t, uint32_t node, const matrix3* rotation, const double shift[3],
                   plain_box* out)
{
    const obb* box = tree_volume(t, node);
    for (int i = 0; i < 3; i++) {
        out->half[i] = box->half[i];
        out->centre[i] = shift[i] + dot3(rotation->row[i], box->centre);
        for (int k = 0; k < 3; k++)
            out->axes[k][i] = dot3(rotation->row[i], box->axes.row[k]);
    }
}

// The pairs that a search by descent of the larger would compare, in the frame that both models share.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the trees
static void gather(pair_list* list, const tree* t, uint32_t a, uint32_t b, const matrix3* rotation,
                   const double shift[3])
{
    static const matrix3 identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    static const double none[3] = {0, 0, 0};
    if (list->count == list->most) return;
    box_pair* p = &list->pairs[list->count++];
    box_of(t, a, &identity, none, &p->a);
    box_of(t, b, rotation, shift, &p->b);
    const int apart = apart_by_axes(&p->a, &p->b, NULL);
    const node_link x = tree_link(t, a), y = tree_link(t, b);
    if (apart || (link_is_leaf(x) && link_is_leaf(y))) return;
    const int into_b = link_is_leaf(x) || (!link_is_leaf(y) && p->b.half[2] > p->a.half[2]);
    const node_link to = into_b ? y : x;
    for (uint32_t i = 0; i < link_children(to); i++)
        gather(list, t, into_b ? a : to.first + i, into_b ? to.first + i : b, rotation, shift);
}

static int gather_pairs(pair_list* list, bool quick)
{
    static const double axis[3] = {1, 2, 3};
    bench_scene s = {.name = "torus"};
    const abut_build build = rapid_build();
    pair_built p;
    uint32_t rings, sides;
    torus_divide(quick ? 2000 : 20000, &rings, &sides);
    list->most = 3000;  // few enough to stay in the cache
    list->pairs = malloc(list->most * sizeof *list->pairs);
    if (!list->pairs || torus_make(rings, sides, 1, 0.4, &s.a) != SCENE_OK)
        return bench_fail("out of memory");
    int status = pair_build(&p, &s, &build, NULL);
    for (int turn = 0; turn < 20 && status == BENCH_OK; turn++) {
        abut_pose pose;
        matrix3 rotation;
        const double shift[3] = {0.05 * turn, 0.02, 0.01};
        abut_pose_from_axis_angle(&pose, axis, 17.0 * turn + 5);
        for (int i = 0; i < 9; i++)
            rotation.row[i / 3][i % 3] = pose.rotation[i / 3][i % 3];
        const size_t most = list->most;
        list->most = most * (size_t)(turn + 1) / 20;
        gather(list, &p.a->tree, 0, 0, &rotation, shift);
        list->most = most;
    }
    pair_free(&p);
    bench_scene_free(&s);
    return status;
}

// ------------------------------------------------------------------------------------- the rivals

#ifdef ABUT_HAS_CCD
static void ccd_corner(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out)
{
    const plain_box* box = object;
    for (int k = 0; k < 3; k++)
        out->v[k] = box->centre[k];
    for (int i = 0; i < 3; i++) {
        const double side = dot3(box->axes[i], direction->v) >= 0 ? box->half[i] : -box->half[i];
        for (int k = 0; k < 3; k++)
            out->v[k] += side * box->axes[i][k];
    }
}

static int meet_by_gjk(const plain_box* a, const plain_box* b)
{
    ccd_t c;
    CCD_INIT(&c);
    c.support1 = ccd_corner;
    c.support2 = ccd_corner;
    c.max_iterations = 100;
    return ccdGJKIntersect(a, b, &c);
}
#endif

static int meet_by_axes(const plain_box* a, const plain_box* b)
{
    return !apart_by_axes(a, b, NULL);
}

typedef struct rival {
    double us;
    size_t meet, other;  // pairs that meet; answers other than those by axes
} rival;

static rival measure(const pair_list* list, int (*meet)(const plain_box*, const plain_box*),
                     int runs)
{
    rival out = {.us = 1e300};
    for (int run = 0; run < runs; run++) {
        size_t count = 0;
        const double start = processor_seconds();
        for (size_t i = 0; i < list->count; i++)
            count += meet(&list->pairs[i].a, &list->pairs[i].b) != 0;
        const double us = 1e6 * (processor_seconds() - start) / (double)list->count;
        if (us < out.us) out.us = us;
        out.meet = count;
    }
    for (size_t i = 0; i < list->count; i++) {
        const box_pair* p = &list->pairs[i];
        out.other += (meet(&p->a, &p->b) != 0) != meet_by_axes(&p->a, &p->b);
    }
    return out;
}

static void report_rival(paper* p, const char* name, const char* his, const rival* r, double axes,
                         double least, const char* says)
{
    paper_row(p, "%s|%s|%.3f|%.1f|%zu|%zu", name, his, r->us, r->us / axes, r->meet, r->other);
    if (!says) return;
    char rule[64];
    snprintf(rule, sizeof rule, "at least %g times, else partly", least);
    paper_claim(
        p, "OBBTree, table 2", says, rule, r->us >= least * axes ? CLAIM_HOLDS : CLAIM_PARTLY,
        "faster than it, but not by that much: see the table", "%.0f times (time)", r->us / axes);
}

typedef struct operations {
    int compare, add, multiply, absolute;
} operations;

// Of the library's inequalities for one axis, without the margin: test_operations counts the same inequalities on
// numbers that count, and asserts these sums.
static const operations of_face_a = {1, 3, 3, 1}, of_face_b = {1, 5, 6, 1}, of_edges = {1, 4, 6, 1};
// What every box without thickness saves (section 5).
enum { FLAT_ADD = 10, FLAT_MULTIPLY = 9, SIZES = 9 };  // sizes: absolute values of the rotation

static double sum_of(const operations* o)
{
    return o->compare + o->add + o->multiply + o->absolute;
}

static void report_operations(paper* p, const axis_count* c)
{
    const operations worst = {
        3 * (of_face_a.compare + of_face_b.compare + 3 * of_edges.compare),
        3 * (of_face_a.add + of_face_b.add + 3 * of_edges.add),
        3 * (of_face_a.multiply + of_face_b.multiply + 3 * of_edges.multiply),
        3 * (of_face_a.absolute + of_face_b.absolute + 3 * of_edges.absolute) + SIZES};
    const double tests = (double)c->tests, most = sum_of(&worst);
    const double mean =
        SIZES + (sum_of(&of_face_a) * (double)c->face_a + sum_of(&of_face_b) * (double)c->face_b +
                 sum_of(&of_edges) * (double)c->edges) /
                    tests;
    const int flat = FLAT_ADD + FLAT_MULTIPLY;
    paper_table(p,
                "Table 1, the worst case; the margin takes an addition more for each of the 15 "
                "axes. `test_operations` "
                "counts them on the library's own inequalities.",
                "operation|paper: box, box|box, rectangle|two rectangles|here|here|here");
    paper_row(p, "compare|15|15|15|%d|%d|%d", worst.compare, worst.compare, worst.compare);
    paper_row(p, "add, subtract|60|50|40|%d|%d|%d", worst.add, worst.add - FLAT_ADD,
              worst.add - 2 * FLAT_ADD);
    paper_row(p, "multiply|81|72|63|%d|%d|%d", worst.multiply, worst.multiply - FLAT_MULTIPLY,
              worst.multiply - 2 * FLAT_MULTIPLY);
    paper_row(p, "absolute value|24|24|24|%d|%d|%d", worst.absolute, worst.absolute,
              worst.absolute);
    paper_claim(p, "OBBTree, table 1", "180 operations, 161 and 142 with rectangles, at most",
                "at most 180 operations", most <= 180 ? CLAIM_HOLDS : CLAIM_FAILS, "more",
                "%.0f, %.0f and %.0f, and 15 additions for the margin", most, most - flat,
                most - 2 * flat);
    paper_claim(p, "OBBTree, section 5", "about 100 operations in the mean",
                "fewer than 130 operations, else partly", mean < 130 ? CLAIM_HOLDS : CLAIM_PARTLY,
                "these boxes take more", "%.0f (%.1f axes of 15; %zu of %zu pairs are apart)", mean,
                (double)(c->face_a + c->face_b + c->edges) / tests, c->apart, c->tests);
}

int obb_tests(paper* p)
{
    pair_list list = {NULL, 0, 0};
    axis_count count = {0, 0, 0, 0, 0};
    const int runs = p->quick ? 5 : 50;
    int status = gather_pairs(&list, p->quick);
    if (status != BENCH_OK) {
        free(list.pairs);
        return status;
    }
    for (size_t i = 0; i < list.count; i++)
        apart_by_axes(&list.pairs[i].a, &list.pairs[i].b, &count);
    report_operations(p, &count);
    paper_table(
        p,
        "Table 2: one test, µs. Pairs of boxes that a search of two tori compares. Those that "
        "touch within rounding may be told otherwise by the rivals.",
        "by|the paper|here|times the first|meet|other answers");
    const rival axes = measure(&list, meet_by_axes, runs);
    report_rival(p, "separating axes", "5 to 7", &axes, axes.us, 0, NULL);
#ifdef ABUT_HAS_CCD
    const rival gjk = measure(&list, meet_by_gjk, runs);
    report_rival(p, "GJK (libccd), in place of closest features", "45 to 105", &gjk, axes.us, 9,
                 "an order of magnitude faster than closest features");
#else
    paper_claim(p, "OBBTree, table 2", "an order of magnitude faster than closest features",
                "at least 9 times, else partly", CLAIM_NOT_SHOWN,
                "this program was built without libccd (tools/install bench)", "not measured");
#endif
    const rival program = measure(&list, boxes_meet_by_lp, runs);
    report_rival(p, "Seidel's linear program", "180 to 230", &program, axes.us, 26,
                 "30 times faster than linear programming");
    if (program.other > list.count / 100)
        status =
            bench_fail("the linear program differs in %zu of %zu pairs", program.other, list.count);
    free(list.pairs);
    return status;
}
