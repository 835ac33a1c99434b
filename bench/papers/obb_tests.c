// obb_tests.c - tables 1 and 2 of Gottschalk 1996: what a test of two boxes takes, beside two other ways to test
// them. The boxes are those that a search of two trees compares.
#include "baseline/box_edges.h"
#include "baseline/box_operations.h"
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

// Whether boxes are apart, by the library's inequalities, in the paper's order, with an exit after each.
static int apart_by_axes(const plain_box* a, const plain_box* b)
{
    double along[3], normal[3][3], size[3][3];
    const double more = 0;
    for (int i = 0; i < 3; i++) {
        along[i] = 0;
        for (int k = 0; k < 3; k++)
            along[i] += (b->centre[k] - a->centre[k]) * a->axes[i][k];
        for (int j = 0; j < 3; j++) {
            normal[i][j] = dot3(a->axes[i], b->axes[j]);
            size[i][j] = fabs(normal[i][j]);
        }
    }
    for (int i = 0; i < 3; i++) {
        if (separates_face_a(i, along, OBB_READ(size), a->half, b->half, more, 0, 0)) return 1;
    }
    for (int j = 0; j < 3; j++) {
        const double across = distance_along_b(j, along, OBB_READ(normal));
        if (separates_face_b(j, across, OBB_READ(size), a->half, b->half, more, 0, 0)) return 1;
    }
    return separates_any_edges(along, OBB_READ(normal), OBB_READ(size), a->half, b->half, more, 0,
                               0);
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
    const int apart = apart_by_axes(&p->a, &p->b);
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
    const abut_build build = obbtree_build();
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
    return !apart_by_axes(a, b);
}

typedef int meet(const plain_box* a, const plain_box* b);

typedef struct rival {
    const char *name, *theirs;  // theirs: the paper's time, µs
    meet* meet;
    time_rounds us;       // of a test
    size_t meets, other;  // pairs that meet; answers other than those by axes
} rival;

enum { AXES, EDGES, LINEAR, GJK, RIVALS };

static void time_rival(rival* r, const pair_list* list, int round, int repeats)
{
    size_t count = 0;
    const double start = processor_seconds();
    for (int i = 0; i < repeats; i++) {
        for (size_t k = 0; k < list->count; k++)
            count += r->meet(&list->pairs[k].a, &list->pairs[k].b) != 0;
    }
    const double seconds = processor_seconds() - start;
    r->us.of[round] = 1e6 * seconds / ((double)list->count * repeats);
    r->us.count = round + 1;
    r->meets = count / (size_t)repeats;
}

static void compare_rival(rival* r, const pair_list* list)
{
    for (size_t i = 0; i < list->count; i++) {
        const box_pair* p = &list->pairs[i];
        r->other += (r->meet(&p->a, &p->b) != 0) != meet_by_axes(&p->a, &p->b);
    }
}

// By turns, so that what slows the machine slows all of them.
static void measure(rival* rivals, const pair_list* list, int repeats)
{
    for (int round = 0; round < ROUNDS_MOST; round++) {
        for (int i = 0; i < RIVALS; i++)
            if (rivals[i].meet) time_rival(&rivals[i], list, round, repeats);
    }
    for (int i = 0; i < RIVALS; i++)
        if (rivals[i].meet) compare_rival(&rivals[i], list);
}

static void claim_times(paper* p, const rival* r, const rival* axes, double least, double partly,
                        const char* says)
{
    char rule[96];
    snprintf(rule, sizeof rule, "at least %g times as long (time); partly if %g times", least,
             partly);
    if (!r->meet) {
        paper_claim(p, "OBBTree, table 2", says, rule, CLAIM_NOT_SHOWN,
                    "this program was built without libccd (tools/install bench)", "not measured");
        return;
    }
    const time_interval ratio = rounds_ratio(&r->us, &axes->us);
    char why[128];
    snprintf(why, sizeof why, "%g lies within the rounds, or above them", least);
    paper_claim(p, "OBBTree, table 2", says, rule, verdict_above(ratio, least, partly), why,
                "%s times (time)", interval_text(ratio).text);
}

// "All these algorithms are much faster than performing 144 edge-face intersections."
static void claim_edges(paper* p, const rival rivals[RIVALS])
{
    case_tally faster = {0, 0, 0};
    char here[256] = "", why[192];
    size_t used = 0;
    for (int i = 0; i < RIVALS; i++) {
        if (i == EDGES || !rivals[i].meet) continue;
        const time_interval ratio = rounds_ratio(&rivals[EDGES].us, &rivals[i].us);
        tally_above(&faster, ratio, 2);
        used += (size_t)snprintf(here + used, sizeof here - used, "%s%s: %.2f times",
                                 used ? "; " : "", rivals[i].name, ratio.middle);
    }
    snprintf(why, sizeof why,
             "our edges and faces take %.3f us a pair: corners are placed once, and the first edge "
             "that goes through a face ends the test (%zu of the pairs meet)",
             rounds_spread(&rivals[EDGES].us).middle, rivals[EDGES].meets);
    paper_claim(p, "OBBTree, section 5",
                "separating axes, closest features and linear programming are all much faster than "
                "144 tests of an edge and a face",
                "edges and faces take at least twice as long as each (time); partly as some",
                tally_verdict(&faster), why, "%s", here);
}

static int report_rivals(paper* p, rival rivals[RIVALS], const pair_list* list)
{
    paper_table(
        p,
        "Table 2: one test, µs (in brackets the least and the greatest of nine rounds). Pairs of "
        "boxes that a search of two tori compares. Those that "
        "touch within rounding may be told otherwise by the rivals.",
        "by|the paper|here|times the first|meet|other answers");
    for (int i = 0; i < RIVALS; i++) {
        const rival* r = &rivals[i];
        if (!r->meet) continue;
        paper_row(p, "%s|%s|%s|%.1f|%zu|%zu", r->name, r->theirs,
                  interval_text(rounds_spread(&r->us)).text,
                  rounds_ratio(&r->us, &rivals[AXES].us).middle, r->meets, r->other);
    }
    claim_times(p, &rivals[GJK], &rivals[AXES], 9, 2,
                "an order of magnitude faster than closest features (9 times and more)");
    claim_times(p, &rivals[LINEAR], &rivals[AXES], 26, 9,
                "30 times faster than linear programming (26 times and more)");
    claim_edges(p, rivals);
    for (int i = 0; i < RIVALS; i++) {
        if (rivals[i].other > list->count / 100)
            return bench_fail("%s differs in %zu of %zu pairs", rivals[i].name, rivals[i].other,
                              list->count);
    }
    return BENCH_OK;
}

// -------------------------------------------------------------------------------------- operations

#ifdef ABUT_HAS_OPERATIONS
static void claim_mean(paper* p, const pair_list* list)
{
    box_operations all = {0, 0, 0, 0, 0};
    size_t apart = 0;
    for (size_t i = 0; i < list->count; i++)
        apart += (size_t)box_operations_add(&all, &list->pairs[i].a, &list->pairs[i].b, 0, 0, 0);
    const double tests = (double)list->count, mean = box_operations_sum(&all) / tests;
    char why[160];
    snprintf(why, sizeof why, "%.0f %% of these pairs meet, and those take all 15 axes",
             100 * (tests - (double)apart) / tests);
    paper_claim(p, "OBBTree, section 5", "about 100 operations in the mean",
                "fewer than 130 operations; partly if fewer than 180",
                mean < 130   ? CLAIM_HOLDS
                : mean < 180 ? CLAIM_PARTLY
                             : CLAIM_FAILS,
                why, "%.0f (%.1f axes of 15; %zu of %zu pairs are apart)", mean, all.margin / tests,
                apart, list->count);
}

static void claim_quaternion(paper* p)
{
    box_operations q;
    box_operations_of_quaternion(&q);
    const int sum = box_operations_sum(&q);
    char why[192];
    snprintf(why, sizeof why,
             "a box of a is made a matrix of for each test: %d multiplications and %d additions; "
             "the paper does not say how it comes to 13",
             q.multiply, q.add);
    paper_claim(p, "OBBTree, section 7", "quaternions take 13 more operations a test",
                "at most 13; partly if at most 26",
                sum <= 13   ? CLAIM_HOLDS
                : sum <= 26 ? CLAIM_PARTLY
                            : CLAIM_FAILS,
                why, "%d more", sum);
}

static void report_operations(paper* p, const pair_list* list)
{
    // Boxes that meet, so that all axes are tried; any do, since the counts are those to the end.
    const box_pair* pair = &list->pairs[0];
    box_operations of[3] = {{0, 0, 0, 0, 0}};
    for (int i = 0; i < 3; i++)
        box_operations_add(&of[i], &pair->a, &pair->b, i > 0, i > 1, 1);
    paper_table(p,
                "Table 1, the worst case: counted while the library's own inequalities run on "
                "numbers that count. The margin takes an addition more for each of the 15 axes, "
                "which is left out here.",
                "operation|paper: box, box|box, rectangle|two rectangles|here|here|here");
    paper_row(p, "compare|15|15|15|%d|%d|%d", of[0].compare, of[1].compare, of[2].compare);
    paper_row(p, "add, subtract|60|50|40|%d|%d|%d", of[0].add - of[0].margin,
              of[1].add - of[1].margin, of[2].add - of[2].margin);
    paper_row(p, "multiply|81|72|63|%d|%d|%d", of[0].multiply, of[1].multiply, of[2].multiply);
    paper_row(p, "absolute value|24|24|24|%d|%d|%d", of[0].absolute, of[1].absolute,
              of[2].absolute);
    const int sums[3] = {box_operations_sum(&of[0]), box_operations_sum(&of[1]),
                         box_operations_sum(&of[2])};
    paper_claim(
        p, "OBBTree, table 1", "180 operations, 161 and 142 with rectangles, at most",
        "at most so many of each; partly of some",
        verdict_of((size_t)(sums[0] <= 180) + (size_t)(sums[1] <= 161) + (size_t)(sums[2] <= 142),
                   3),
        "not explained", "%d, %d and %d, and %d additions for the margin", sums[0], sums[1],
        sums[2], of[0].margin);
    claim_mean(p, list);
    claim_quaternion(p);
}
#else
static void report_operations(paper* p, const pair_list* list)
{
    (void)list;
    paper_claim(p, "OBBTree, table 1", "180 operations, 161 and 142 with rectangles, at most",
                "at most so many of each; partly of some", CLAIM_NOT_SHOWN,
                "operations are counted by C++'s operators, and this program was built without a "
                "C++ compiler",
                "not counted");
}
#endif

int obb_tests(paper* p)
{
    pair_list list = {NULL, 0, 0};
    rival rivals[RIVALS] = {
        [AXES] = {.name = "separating axes", .theirs = "5 to 7", .meet = meet_by_axes},
        [EDGES] = {.name = "144 edges and faces", .theirs = "", .meet = boxes_meet_by_edges},
        [LINEAR] = {.name = "Seidel's linear program",
                    .theirs = "180 to 230",
                    .meet = boxes_meet_by_lp},
        [GJK] = {.name = "GJK (libccd), in place of closest features", .theirs = "45 to 105"},
    };
#ifdef ABUT_HAS_CCD
    rivals[GJK].meet = meet_by_gjk;
#endif
    int status = gather_pairs(&list, p->quick);
    if (status == BENCH_OK) {
        report_operations(p, &list);
        measure(rivals, &list, p->quick ? 1 : 10);
        status = report_rivals(p, rivals, &list);
    }
    free(list.pairs);
    return status;
}
