// test_general_dop.c - DOPs without antiparallel directions (bench/baseline/general_dop.h): cones, re-alignment,
// the linear program against all contradictions there are, and against intervals where there are
// slabs; and trees of them against brute force. Built twice: PRUNE on and off.
#include "base/host.h"
#include "baseline/general_dop.h"
#include "bench/true_place.h"
#include "methods/bound/kdop.h"
#include "methods/tree/tree_check.h"
#include "search/relative_pose.h"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/soup_models.h"

#include <stdio.h>

#ifndef EXPECT_PRUNING
#error "EXPECT_PRUNING must be 1 or 0, as library and baselines were built"
#endif

static const kdop_set* const slabs[7] = {&kdop6_set,  &kdop8_set,  &kdop12_set, &kdop14_set,
                                         &kdop18_set, &kdop20_set, &kdop26_set};

// A set with both directions of every slab: those of i are i and half + i.
static general_set both_ways(const kdop_set* set)
{
    general_set out = {.count = 2 * set->half};
    for (int i = 0; i < set->half; i++) {
        for (int k = 0; k < 3; k++) {
            out.direction[i][k] = set->direction[i][k];
            out.direction[set->half + i][k] = (signed char)-set->direction[i][k];
        }
    }
    return out;
}

static void direction_of(const general_set* set, int i, double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = set->direction[i][k];
}

// ------------------------------------------------------------------------------------------- cones

static int weights_in(double n[3][3], const double g[3], double w[3])
{
    double dual[3][3];
    for (int l = 0; l < 3; l++)
        cross3(dual[l], n[(l + 1) % 3], n[(l + 2) % 3]);
    const double determinant = dot3(n[0], dual[0]);
    if (fabs(determinant) < 0.5) return 0;  // an integer
    for (int l = 0; l < 3; l++)
        w[l] = dot3(dual[l], g) / determinant;
    return w[0] >= -1e-12 && w[1] >= -1e-12 && w[2] >= -1e-12;
}

static double cost_of(double n[3][3], const double w[3])
{
    double cost = 0;
    for (int l = 0; l < 3; l++)
        cost += w[l] * sqrt(dot3(n[l], n[l]));
    return cost;
}

// Every vector is in a cone, and no other three directions bound a DOP of equal distances better.
static void cones_cover_space(void** state)
{
    (void)state;
    rng r = {5};
    for (int s = -1; s < 7; s++) {
        general_cone cones[GENERAL_CONES];
        const general_set set = s < 0 ? general7_set : both_ways(slabs[s]);
        const int count = general_cones(&set, cones);
        assert_true(count >= 2 * set.count - 4 && count < GENERAL_CONES);
        for (int trial = 0; trial < 60; trial++) {
            double g[3], n[3][3], w[3], best = HUGE_VAL, found = HUGE_VAL;
            for (int k = 0; k < 3; k++)
                g[k] = trial < set.count ? set.direction[trial][k] : rng_signed(&r);
            for (int c = 0; c < count; c++) {
                for (int l = 0; l < 3; l++)
                    direction_of(&set, cones[c].member[l], n[l]);
                if (weights_in(n, g, w) && cost_of(n, w) < found) found = cost_of(n, w);
            }
            for (int i = 0; i < set.count; i++)
                for (int j = i + 1; j < set.count; j++)
                    for (int l = j + 1; l < set.count; l++) {
                        direction_of(&set, i, n[0]);
                        direction_of(&set, j, n[1]);
                        direction_of(&set, l, n[2]);
                        if (weights_in(n, g, w) && cost_of(n, w) < best) best = cost_of(n, w);
                    }
            assert_true(found < HUGE_VAL && found <= best * (1 + 1e-12));
        }
    }
}

// --------------------------------------------------------------------------------------- alignment

typedef struct part {  // a soup and what a query needs of it
    soup_data soup;
    soup_mesh mesh;
    frame frame;
} part;

static part part_of(soup_data soup)
{
    const abut_host host = host_complete(NULL);
    const abut_soup s = soup_of(&soup);
    part p = {.soup = soup};
    assert_int_equal(soup_mesh_copy(&p.mesh, &s, &host), ABUT_OK);
    p.frame = frame_of_mesh(&p.mesh);
    return p;
}

static void part_free(part* p)
{
    const abut_host host = host_complete(NULL);
    soup_mesh_free(&p->mesh, &host);
    soup_free(&p->soup);
}

// How many coordinates of b's true vertices are outside of the re-aligned DOP.
static size_t outside(const part* a, const part* b, const affine pose[2], int with_error)
{
    const relative_side x = {&pose[0], &a->frame}, y = {&pose[1], &b->frame};
    const size_t count = b->mesh.triangle_count;
    relative_pose relative;
    general_align constants;
    general7 dop;
    double points[9 * 4], placed[7], reach = 0;
    const uint32_t order[4] = {0, 1, 2, 3};
    for (size_t v = 0; v < b->mesh.vertex_count; v++)
        frame_place(&b->frame, b->mesh.vertices + 3 * v, points + 3 * v);
    const triangle_set triangles = {points, b->mesh.triangles, order, count};
    const volume_options options = {0};
    general7_class.fit(&dop, &triangles, &options, NULL);
    reach = general7_class.defect(&dop);
    relative_pose_prepare(&relative, &x, &y);
    general_align_prepare(&constants, &general7_set, &relative, reach);
    if (!with_error) memset(constants.error, 0, sizeof constants.error);
    general_align_place(&constants, &general7_set, dop.offset, placed);
    size_t found = 0;
    for (size_t v = 0; v < 3 * count; v++) {
        long double p[3];
        true_place(pose, &a->frame, b->mesh.vertices + 3 * (size_t)b->mesh.triangles[v], p);
        const long double blur = 0x1p-57L * (fabsl(p[0]) + fabsl(p[1]) + fabsl(p[2]) + 1000);
        for (int i = 0; i < 7; i++) {
            long double along = 0;
            for (int k = 0; k < 3; k++)
                along += general7_set.direction[i][k] * p[k];
            found += (along - blur) * (long double)relative.a_scale > (long double)placed[i];
        }
    }
    return found;
}

static void aligned_dops_hold_what_they_held(void** state)
{
    (void)state;
    rng r = {2026};
    size_t without_error = 0;
    for (int trial = 0; trial < 4000; trial++) {
        const double reach = trial % 3 == 0 ? 1 : trial % 3 == 1 ? 0 : 1e5;
        part a = part_of(soup_random((soup_sort)(trial % SOUP_SORT_COUNT), 4, rng_next(&r)));
        part b = part_of(soup_random((soup_sort)(trial / 7 % SOUP_SORT_COUNT), 4, rng_next(&r)));
        affine pose[2];
        for (int side = 0; side < 2; side++) {
            abut_pose one = pose_of_sort(&r, 1 + trial % 5);
            for (int k = 0; k < 3; k++)
                one.translation[k] *= reach;
            assert_int_equal(affine_from_pose(&pose[side], &one), ABUT_OK);
        }
        assert_int_equal(outside(&a, &b, pose, 1), 0);
        without_error += outside(&a, &b, pose, 0);
        part_free(&a);
        part_free(&b);
    }
    assert_true(without_error > 0);  // so this can fail
}

// ------------------------------------------------------------------------------ the linear program

static general_set random_set(rng* r)
{
    general_set set = {.count = 4 + (int)rng_below(r, 15)};
    for (int i = 0; i < set.count; i++) {
        do {
            for (int k = 0; k < 3; k++)
                set.direction[i][k] = (signed char)((int)rng_below(r, 7) - 3);
        } while (!set.direction[i][0] && !set.direction[i][1] && !set.direction[i][2]);
    }
    return set;
}

// Small integers make ties, which are not empty: these are closed sets.
static void the_program_finds_every_contradiction(void** state)
{
    (void)state;
    rng r = {17};
    size_t empty = 0, tied = 0;
    for (int trial = 0; trial < CASES(20000); trial++) {
        const int sort = trial % 4;
        const general_set set = sort == 0   ? general7_set
                                : sort == 1 ? both_ways(slabs[trial / 4 % 4])
                                            : random_set(&r);
        double offset[GENERAL_MAX];
        const double size = ldexp(1, trial % 50 == 0 ? 900 : trial % 50 == 1 ? -800 : 0);
        for (int i = 0; i < set.count; i++) {
            offset[i] = 0.6 + rng_signed(&r);
            if (trial % 3 == 0) offset[i] = (double)rng_below(&r, 6) - 1;
            offset[i] *= size;
        }
        const double least = general_least_sum(&set, offset);
        for (int m = 0; m < FLOAT_MODE_COUNT; m++) {
            float_mode_enter(&float_modes[m]);
            const int found = general_is_empty(&set, offset);
            float_mode_leave();
            if (least >= 0) assert_false(found);
            if (least < -1e-9) assert_true(found);
        }
        empty += least < 0;
        tied += least >= 0 && least <= 0;
    }
    print_message("%zu of %d sets are empty, %zu touch\n", empty, CASES(20000), tied);
    assert_true(empty > CASES(3000) && tied > CASES(300));
}

// Sets that are hardly more than a point: every plane is the nearest one beyond it. The program, which
// rounds, must not be believed without its proof.
static void sets_with_a_point_are_not_empty(void** state)
{
    (void)state;
    rng r = {29};
    for (int trial = 0; trial < CASES(20000); trial++) {
        const general_set set = trial % 2 ? random_set(&r) : both_ways(slabs[trial / 2 % 7]);
        double offset[GENERAL_MAX], point[3];
        for (int k = 0; k < 3; k++)
            point[k] = rng_signed(&r);
        for (int i = 0; i < set.count; i++) {
            long double along = 0;  // with eleven bits more, not rounded
            for (int k = 0; k < 3; k++)
                along += set.direction[i][k] * (long double)point[k];
            offset[i] = (double)along;
            if ((long double)offset[i] < along) offset[i] = nextafter(offset[i], HUGE_VAL);
        }
        for (int m = 0; m < FLOAT_MODE_COUNT; m++) {
            float_mode_enter(&float_modes[m]);
            const int found = general_is_empty(&set, offset);
            float_mode_leave();
            assert_false(found);
        }
    }
}

static void numbers_that_are_none_prove_nothing(void** state)
{
    (void)state;
    const double strange[] = {HUGE_VAL, -HUGE_VAL, (double)NAN};
    for (int i = 0; i < 7; i++) {
        for (int s = 0; s < 3; s++) {
            double offset[7] = {-1, -1, -1, -1, -1, -1, -1};
            assert_true(general_is_empty(&general7_set, offset));
            offset[i] = strange[s];
            assert_false(general_is_empty(&general7_set, offset));
        }
    }
}

// Where there are slabs, DOPs that meet by the program meet by intervals too. The reverse is true of
// boxes only: how often intervals are fooled.
static void the_program_is_sharper_than_intervals(void** state)
{
    (void)state;
    rng r = {23};
    const volume_options options = {0};
    print_message("pairs apart by intervals, and others by the program, of 4000:");
    for (int s = 0; s < 7; s++) {
        const general_set set = both_ways(slabs[s]);
        const int half = slabs[s]->half;
        size_t by_intervals = 0, by_program = 0;
        for (int trial = 0; trial < 4000; trial++) {
            double offset[GENERAL_MAX];
            int overlaps = 1;
            float low[2][KDOP_HALF_MAX], high[2][KDOP_HALF_MAX];
            for (int side = 0; side < 2; side++) {
                double points[9];
                static const uint32_t index[3] = {0, 1, 2}, order = 0;
                for (int i = 0; i < 9; i++)
                    points[i] = rng_signed(&r) + (i % 3 ? 0 : 0.9 * side);
                const triangle_set triangles = {points, index, &order, 1};
                kdop_fit(slabs[s], low[side], high[side], &triangles, &options);
            }
            for (int i = 0; i < half; i++) {
                overlaps &= low[0][i] <= high[1][i] && low[1][i] <= high[0][i];
                offset[i] = (double)(high[0][i] < high[1][i] ? high[0][i] : high[1][i]);
                offset[half + i] = -(double)(low[0][i] > low[1][i] ? low[0][i] : low[1][i]);
            }
            const int is_empty = general_is_empty(&set, offset);
            if (!is_empty) assert_true(overlaps);
            if (s == 0) assert_int_equal(is_empty, !overlaps);
            by_intervals += (size_t)!overlaps;
            by_program += (size_t)(is_empty && overlaps);
        }
        print_message(" k = %d: %zu, %zu;", 2 * half, by_intervals, by_program);
        assert_true(by_intervals > 400 && (s == 0 ? by_program == 0 : by_program > 0));
    }
    print_message("\n");
}

// ------------------------------------------------------------------------------------------- trees

static const tree_options builds[] = {
    {.leaf_size = 1, .degree = 2, .split = ABUT_SPLIT_MEAN, .axis = ABUT_AXIS_LONGEST},
    {.leaf_size = 4, .degree = 4, .split = ABUT_SPLIT_MEDIAN, .axis = ABUT_AXIS_SPLATTER},
    {.leaf_size = 2, .degree = 8, .split = ABUT_SPLIT_MEAN, .axis = ABUT_AXIS_MIN_SUM},
    {.leaf_size = 1,
     .degree = 2,
     .split = ABUT_SPLIT_MEDIAN,
     .axis = ABUT_AXIS_MIN_MAX,
     .volume = {.widen = 0.01}},
};
enum { BUILDS = sizeof builds / sizeof *builds };

static size_t answers_compared, pairs_compared;
static uint64_t volume_tests, triangle_tests;

static void build_tree(tree* out, const part* p, int build)
{
    const abut_host host = host_complete(NULL);
    tree_options options = builds[build];
    options.kind = &general7_class;
    options.depth_max = TREE_DEPTH_MAX;
    assert_int_equal(tree_build(out, &p->mesh, &p->frame, &options, &host), ABUT_OK);
    const char* broken = tree_check(out, &p->mesh, &p->frame, options.leaf_size, &host);
    if (broken) print_error("%s\n", broken);
    assert_null(broken);
}

static void search_pair(search* s, const part* a, const part* b, const affine pose[2])
{
    static const abut_host* host;
    static abut_host complete;
    complete = host_complete(NULL);
    host = &complete;
    s->host = host;
    s->mesh[0] = &a->mesh;
    s->mesh[1] = &b->mesh;
    assert_int_equal(scalar_open(s), ABUT_OK);
    scalar_of(s)->asked.cull_triangles = 1;
    pose_pair_prepare(&s->poses, &pose[0], &pose[1], 1);
    search_begin(s);
}

static void compare(const search* s, const abut_hits* expected)
{
    assert_int_equal(s->status, ABUT_OK);
    assert_int_equal(s->found_count, expected->count);
    for (size_t i = 0; i < s->found_count; i++)
        assert_true(s->found[i].key ==
                    ((uint64_t)expected->pairs[i].a << 32 | expected->pairs[i].b));
    answers_compared++;
    pairs_compared += s->found_count;
    volume_tests += s->work.volume_tests;
    triangle_tests += s->work.triangle_tests;
}

static void walk_all(search* s, const part* a, const part* b, const abut_pose pose[2],
                     const float_mode* mode, const abut_hits* expected)
{
    static const abut_descent descents[] = {ABUT_DESCENT_LARGER, ABUT_DESCENT_BOTH,
                                            ABUT_DESCENT_ENVIRONMENT};
    const abut_host host = host_complete(NULL);
    affine map[2];
    for (int side = 0; side < 2; side++)
        assert_int_equal(affine_from_pose(&map[side], &pose[side]), ABUT_OK);
    const relative_side x = {&map[0], &a->frame}, y = {&map[1], &b->frame};
    for (int build = 0; build < BUILDS; build++) {
        tree a_tree, b_tree;
        relative_pose relative;
        build_tree(&a_tree, a, build);
        build_tree(&b_tree, b, build);
        for (int d = 0; d < (EXPECT_PRUNING ? 3 : 1); d++) {
            float_mode_enter(mode);
            search_pair(s, a, b, map);
            scalar_of(s)->asked.descent = descents[(build + d) % 3];
            relative_pose_prepare(&relative, &x, &y);
            walk_general7(s, &a_tree, &b_tree, &relative);
            search_end(s);
            float_mode_leave();
            compare(s, expected);
        }
        tree_free(&a_tree, &host);
        tree_free(&b_tree, &host);
    }
}

static abut_model* brute_model(const soup_data* soup)
{
    const abut_build brute = {.method = ABUT_METHOD_BRUTE};
    const abut_soup s = soup_of(soup);
    abut_model* m = NULL;
    assert_int_equal(abut_model_build(&m, &s, &brute), ABUT_OK);
    return m;
}

static void test_soups(search* s, soup_data a_soup, soup_data b_soup, uint64_t seed)
{
    abut_model *a_model = brute_model(&a_soup), *b_model = brute_model(&b_soup);
    part a = part_of(a_soup), b = part_of(b_soup);
    abut_query* query = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int dice = 0; dice < 6; dice++) {
        rng r = {seed + (uint64_t)dice};
        abut_pose pose[2];
        pose[0] = pose_random(&r, 2);
        pose[1] = dice ? pose_of_sort(&r, dice) : pose[0];
        if (dice && dice != 2) memcpy(pose[0].translation, pose[1].translation, 24);
        const abut_instance x = {a_model, pose[0]}, y = {b_model, pose[1]};
        abut_hits hits;
        assert_int_equal(abut_collide(query, &x, &y, NULL, &hits), ABUT_OK);
        walk_all(s, &a, &b, pose, &float_modes[(seed + (uint64_t)dice) % FLOAT_MODE_COUNT], &hits);
    }
    abut_query_free(query);
    abut_model_free(a_model);
    abut_model_free(b_model);
    part_free(&a);
    part_free(&b);
}

static void trees_give_brutes_pairs(void** state)
{
    (void)state;
    static const struct {
        double scale, shift;
    } places[] = {{0x1p-1000, 0}, {0x1p900, 0}, {1, 0x1p40}, {0x1p-1060, 0}};
    const abut_host host = host_complete(NULL);
    search* s = calloc(1, sizeof *s);
    assert_non_null(s);
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++)
        test_soups(s, soup_random((soup_sort)sort, 60, 90 + (uint64_t)sort),
                   soup_random((soup_sort)sort, 45, 190 + (uint64_t)sort), (uint64_t)sort * 100);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        soup_data a = soup_random(SOUP_GRID, 50, 31), b = soup_random(SOUP_GRID, 40, 32);
        soup_transform(&a, places[i].scale, places[i].shift);
        soup_transform(&b, places[i].scale, places[i].shift);
        test_soups(s, a, b, 5000 + i);
    }
    search_free(s, &host);
    free(s);
    print_message(
        "%zu answers with %zu pairs compared with brute: 0 differences; %.0f volume tests, "
        "%.0f triangle tests\n",
        answers_compared, pairs_compared, (double)volume_tests, (double)triangle_tests);
    assert_true(answers_compared > 200 && pairs_compared > 10000);
    // Of 60 x 45 pairs, mostly.
    if (EXPECT_PRUNING) assert_true(triangle_tests < answers_compared * 1500);
    if (!EXPECT_PRUNING) assert_true(triangle_tests > answers_compared * 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cones_cover_space),
        cmocka_unit_test(aligned_dops_hold_what_they_held),
        cmocka_unit_test(the_program_finds_every_contradiction),
        cmocka_unit_test(sets_with_a_point_are_not_empty),
        cmocka_unit_test(numbers_that_are_none_prove_nothing),
        cmocka_unit_test(the_program_is_sharper_than_intervals),
        cmocka_unit_test(trees_give_brutes_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
