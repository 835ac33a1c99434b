// test_baselines.c - the dropped methods of bench/baseline give brute's pairs, with every option, on soups
// of every sort, in all poses and states of the floating-point unit. Built twice: PRUNE on and off.
#include "baseline/baseline.h"
#include "bench/true_place.h"
#include "scenes.h"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/soup_models.h"

#include <stdio.h>

#ifndef EXPECT_PRUNING
#error "EXPECT_PRUNING must be 1 or 0, as library and baselines were built"
#endif

static const baseline_options variations[] = {
    {.method = BASELINE_GRID},
    {.method = BASELINE_GRID, .cells = 1},
    {.method = BASELINE_GRID, .cells = 6},
    {.method = BASELINE_GRID, .cells = 25},
    {.method = BASELINE_KD},
    {.method = BASELINE_KD, .threshold = 1},
    {.method = BASELINE_KD, .threshold = 30, .at_median = 1},
    {.method = BASELINE_KD, .threshold = 2, .at_median = 1, .rule = KD_SUM},
    {.method = BASELINE_KD, .threshold = 2, .rule = KD_DIFFERENCE},
    {.method = BASELINE_KD, .rule = KD_PRODUCT, .patience = -1},
    {.method = BASELINE_KD, .threshold = 1, .gain = 0.3, .patience = 1},
    {.method = BASELINE_KD, .threshold = 1, .at_median = 1, .patience = 30},
    {.method = BASELINE_RTREE},
    {.method = BASELINE_RTREE, .threshold = 1},
    {.method = BASELINE_RTREE, .threshold = 64},
    {.method = BASELINE_RTREE, .axis = ABUT_AXIS_MIN_MAX},
    {.method = BASELINE_RTREE, .threshold = 2, .axis = ABUT_AXIS_LONGEST},
    {.method = BASELINE_GRID, .ends_at_witness = 1},
    {.method = BASELINE_KD, .threshold = 2, .ends_at_witness = 1},
    {.method = BASELINE_RTREE, .ends_at_witness = 1},
};
enum { VARIATIONS = sizeof variations / sizeof *variations };

// Without pruning everything takes long: then only every so many-th variation is tried.
#define STRIDE (EXPECT_PRUNING ? 1 : 4)

static size_t answers_compared, pairs_compared;

// ----------------------------------------------------------------------------------------- answers

typedef struct problem {
    abut_soup a, b;
    abut_pose a_pose, b_pose;
    abut_model *a_model, *b_model;  // brute's
    abut_query* query;
    abut_hits hits;
} problem;

static void begin(problem* p, const abut_soup* a, const abut_soup* b)
{
    const abut_build brute = {.method = ABUT_METHOD_BRUTE};
    *p = (problem){.a = *a, .b = *b};
    assert_int_equal(abut_model_build(&p->a_model, a, &brute), ABUT_OK);
    assert_int_equal(abut_model_build(&p->b_model, b, &brute), ABUT_OK);
    assert_int_equal(abut_query_create(&p->query, NULL), ABUT_OK);
}

static void solve(problem* p)
{
    const abut_instance x = {p->a_model, p->a_pose}, y = {p->b_model, p->b_pose};
    assert_int_equal(abut_collide(p->query, &x, &y, NULL, &p->hits), ABUT_OK);
}

static void end(problem* p)
{
    abut_query_free(p->query);
    abut_model_free(p->a_model);
    abut_model_free(p->b_model);
}

// Both lists are sorted: one pass finds every pair of the one in the other.
static size_t pairs_in_common(const abut_hits* x, const abut_hits* y)
{
    size_t i = 0, common = 0;
    for (size_t k = 0; k < y->count; k++) {
        while (i < x->count && (x->pairs[i].a < y->pairs[k].a ||
                                (x->pairs[i].a == y->pairs[k].a && x->pairs[i].b < y->pairs[k].b)))
            i++;
        common += i < x->count && x->pairs[i].a == y->pairs[k].a && x->pairs[i].b == y->pairs[k].b;
    }
    return common;
}

static void compare(const problem* p, const abut_hits* hits, size_t limit)
{
    const size_t all = p->hits.count;
    answers_compared++;
    pairs_compared += hits->count;
    assert_int_equal(hits->count, limit && limit < all ? limit : all);
    if (!limit) assert_true(hits->complete);
    assert_int_equal(pairs_in_common(&p->hits, hits), hits->count);
    for (size_t i = 1; i < hits->count; i++) {
        const abut_pair x = hits->pairs[i - 1], y = hits->pairs[i];
        assert_true(x.a < y.a || (x.a == y.a && x.b < y.b));
    }
}

static void ask(const problem* p, baseline_query* q, const baseline* a, const flyer* b)
{
    static const size_t limits[] = {0, 1, 3};
    for (int i = 0; i < 3; i++) {
        abut_hits hits;
        assert_int_equal(baseline_collide(q, a, &p->a_pose, b, &p->b_pose, limits[i], &hits),
                         ABUT_OK);
        compare(p, &hits, limits[i]);
    }
}

// All variations in turn; mode: the state of the floating-point unit around calls.
static void test_all(problem* p, baseline_query* q, const float_mode* mode)
{
    solve(p);
    for (int v = (int)(answers_compared % STRIDE); v < VARIATIONS; v += STRIDE) {
        baseline* a = NULL;
        flyer b;
        abut_hits hits;
        float_mode_enter(mode);
        const abut_status built = baseline_build(&a, &p->a, &variations[v]);
        const abut_status made = flyer_make(&b, &p->b);
        float_mode_leave();
        assert_int_equal(built, ABUT_OK);
        assert_int_equal(made, ABUT_OK);
        float_mode_enter(mode);
        const abut_status status = baseline_collide(q, a, &p->a_pose, &b, &p->b_pose, 0, &hits);
        float_mode_leave();
        assert_int_equal(status, ABUT_OK);
        compare(p, &hits, 0);
        if (EXPECT_PRUNING) ask(p, q, a, &b);
        baseline_free(a);
        flyer_free(&b);
    }
}

static void baselines_give_brutes_pairs_on_soups(void** state)
{
    (void)state;
    baseline_query* q = NULL;
    assert_int_equal(baseline_query_create(&q), ABUT_OK);
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
        soup_data a = soup_random((soup_sort)sort, 60, 90 + (uint64_t)sort);
        soup_data b = soup_random((soup_sort)sort, 45, 190 + (uint64_t)sort);
        const abut_soup a_soup = soup_of(&a), b_soup = soup_of(&b);
        problem p;
        begin(&p, &a_soup, &b_soup);
        for (int dice = 0; dice < 6; dice++) {
            rng r = {(uint64_t)(1000 * sort + dice)};
            p.a_pose = pose_random(&r, 2);
            p.b_pose = p.a_pose;
            if (dice) p.b_pose = pose_of_sort(&r, dice);
            if (dice && dice != 2) memcpy(p.a_pose.translation, p.b_pose.translation, 24);
            test_all(&p, q, &float_modes[(sort + dice) % FLOAT_MODE_COUNT]);
        }
        end(&p);
        soup_free(&a);
        soup_free(&b);
    }
    baseline_query_free(q);
}

// Sizes and offsets that float could not hold; and a flyer so large that the environment is a point in it.
static void baselines_take_any_size(void** state)
{
    (void)state;
    static const struct {
        double scale, shift, b_scale;
    } places[] = {{0x1p-1000, 0, 1}, {0x1p900, 0, 1},   {1, 0x1p40, 1},           {0x1p-30, 3, 1},
                  {0x1p-1060, 0, 1}, {1, 0, 0x1p-1000}, {0x1p-1000, 0, 0x1p1000}, {1, 0, 0x1p60}};
    baseline_query* q = NULL;
    assert_int_equal(baseline_query_create(&q), ABUT_OK);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        soup_data a = soup_random(SOUP_GRID, 50, 31), b = soup_random(SOUP_GRID, 40, 32);
        soup_transform(&a, places[i].scale, places[i].shift);
        soup_transform(&b, places[i].scale * places[i].b_scale, places[i].shift);
        const abut_soup a_soup = soup_of(&a), b_soup = soup_of(&b);
        problem p;
        begin(&p, &a_soup, &b_soup);
        test_all(&p, q, &float_modes[i % FLOAT_MODE_COUNT]);
        end(&p);
        soup_free(&a);
        soup_free(&b);
    }
    baseline_query_free(q);
}

static mesh scene(const char* name, const char* setting)
{
    const scene_arguments arguments = {name, &setting, 1};
    mesh m = {0};
    scene_error error = {0};
    if (scene_make(&arguments, &m, &error) != SCENE_OK) fail_msg("%s: %s", name, error.text);
    return m;
}

// One structure and one query for a whole flight, as they are meant; and the work it takes.
static void baselines_follow_a_flight(void** state)
{
    (void)state;
    mesh a = scene("pipes", "count=40"), b = scene("torus", "triangles=200");
    const abut_soup a_soup = {a.vertices, NULL, a.triangles, a.vertex_count, a.triangle_count};
    const abut_soup b_soup = {b.vertices, NULL, b.triangles, b.vertex_count, b.triangle_count};
    const double axis[3] = {1, -2, 2};
    problem p;
    flyer f;
    baseline* e[VARIATIONS];
    baseline_query* q[VARIATIONS];
    uint64_t triangle_tests[VARIATIONS] = {0}, all = 0;
    begin(&p, &a_soup, &b_soup);
    assert_int_equal(flyer_make(&f, &b_soup), ABUT_OK);
    for (int v = 0; v < VARIATIONS; v += STRIDE) {
        assert_int_equal(baseline_build(&e[v], &a_soup, &variations[v]), ABUT_OK);
        assert_int_equal(baseline_query_create(&q[v]), ABUT_OK);
    }
    for (int step = 0; step < (EXPECT_PRUNING ? 8 : 3);
         step++, all += (uint64_t)a.triangle_count * b.triangle_count) {
        assert_int_equal(abut_pose_from_axis_angle(&p.b_pose, axis, 7 * step), ABUT_OK);
        p.b_pose.scale = 0.2;
        p.b_pose.translation[0] = 1.5 - 0.3 * step;
        solve(&p);
        for (int v = 0; v < VARIATIONS; v += STRIDE) {
            abut_hits hits;
            assert_int_equal(baseline_collide(q[v], e[v], &p.a_pose, &f, &p.b_pose, 0, &hits),
                             ABUT_OK);
            compare(&p, &hits, 0);
            triangle_tests[v] += hits.triangle_tests;
        }
    }
    for (int v = 0; v < VARIATIONS; v += STRIDE) {
        if (EXPECT_PRUNING) assert_true(triangle_tests[v] * 100 < all && triangle_tests[v] > 0);
        if (!EXPECT_PRUNING) assert_true(triangle_tests[v] == all);
        baseline_query_free(q[v]);
        baseline_free(e[v]);
    }
    flyer_free(&f);
    end(&p);
    mesh_free(&a);
    mesh_free(&b);
}

static void empty_models_and_wrong_options(void** state)
{
    (void)state;
    static const baseline_options wrong[] = {
        {.method = BASELINE_COUNT},
        {.method = BASELINE_GRID, .threshold = 3},
        {.method = BASELINE_GRID, .cells = 401},
        {.method = BASELINE_KD, .cells = 3},
        {.method = BASELINE_KD, .gain = 1},
        {.method = BASELINE_KD, .axis = ABUT_AXIS_MIN_SUM},
        {.method = BASELINE_KD, .rule = (kd_rule)9},
        {.method = BASELINE_RTREE, .threshold = 65},
        {.method = BASELINE_RTREE, .rule = KD_SUM},
        {.method = BASELINE_TETRA},
        {.method = BASELINE_TETRA, .ends_at_witness = 1},
    };
    soup_data s = soup_random(SOUP_GENERIC, 5, 1);
    const abut_soup some = soup_of(&s), none = {0};
    const abut_pose pose = {.scale = 1};
    baseline_query* q = NULL;
    flyer flyers[2];
    assert_int_equal(baseline_query_create(&q), ABUT_OK);
    assert_int_equal(flyer_make(&flyers[0], &some), ABUT_OK);
    assert_int_equal(flyer_make(&flyers[1], &none), ABUT_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        baseline* b = NULL;
        assert_int_equal(baseline_build(&b, &some, &wrong[i]), ABUT_BAD_ARGUMENT);
        assert_null(b);
    }
    for (int m = 0; m < BASELINE_TETRA; m++) {
        const baseline_options options = {.method = (baseline_method)m};
        baseline *full = NULL, *empty = NULL;
        abut_hits hits;
        assert_int_equal(baseline_build(&full, &some, &options), ABUT_OK);
        assert_int_equal(baseline_build(&empty, &none, &options), ABUT_OK);
        assert_true(baseline_bytes(full) > 5 * 100);
        assert_int_equal(baseline_collide(q, full, &pose, &flyers[1], &pose, 0, &hits), ABUT_OK);
        assert_int_equal(hits.count, 0);
        assert_int_equal(baseline_collide(q, empty, &pose, &flyers[0], &pose, 0, &hits), ABUT_OK);
        assert_int_equal(hits.count, 0);
        baseline_free(full);
        baseline_free(empty);
    }
    flyer_free(&flyers[0]);
    flyer_free(&flyers[1]);
    baseline_query_free(q);
    soup_free(&s);
}

// The first phase ends at its first witness: it finds one triangle where the whole one finds all, and for less.
static void the_first_phase_ends_at_a_witness(void** state)
{
    (void)state;
    mesh a = scene("sphere", "stacks=40"), b = scene("torus", "triangles=32");
    const abut_soup a_soup = {a.vertices, NULL, a.triangles, a.vertex_count, a.triangle_count};
    const abut_soup b_soup = {b.vertices, NULL, b.triangles, b.vertex_count, b.triangle_count};
    // All of a is in b's box and none near b's surface: what differs is the first phase.
    const abut_pose one = {.scale = 0.2}, other = {.scale = 4, .translation = {0.01, 0.02, 0.03}};
    baseline_query* q = NULL;
    flyer f;
    assert_int_equal(baseline_query_create(&q), ABUT_OK);
    assert_int_equal(flyer_make(&f, &b_soup), ABUT_OK);
    for (int m = 0; m < BASELINE_TETRA; m++) {
        uint64_t tests[2];
        for (int ends = 0; ends < 2; ends++) {
            const baseline_options options = {.method = (baseline_method)m,
                                              .ends_at_witness = ends};
            baseline* built = NULL;
            abut_hits hits;
            assert_int_equal(baseline_build(&built, &a_soup, &options), ABUT_OK);
            assert_int_equal(baseline_collide(q, built, &one, &f, &other, 1, &hits), ABUT_OK);
            assert_int_equal(hits.count, 0);
            assert_int_equal(baseline_candidates(q), ends ? 1 : a.triangle_count);
            tests[ends] = hits.volume_tests;
            baseline_free(built);
        }
        if (EXPECT_PRUNING && tests[1] >= tests[0])
            fail_msg("%d: %d, %d", m, (int)tests[1], (int)tests[0]);
    }
    flyer_free(&f);
    baseline_query_free(q);
    mesh_free(&a);
    mesh_free(&b);
}

// ------------------------------------------------------------------------------------------- parts

// Clip a triangle by a box and tell whether something is left.
static int is_left_in_box(const double* const corner[3], const double low[3], const double high[3],
                          long double grow)
{
    long double from[12][3], to[12][3];
    int count = 3;
    for (int v = 0; v < 3; v++)
        for (int k = 0; k < 3; k++)
            from[v][k] = (long double)corner[v][k];
    for (int plane = 0; plane < 6; plane++) {
        const int k = plane / 2, sign = plane % 2 ? -1 : 1, before = count;
        const long double face = sign > 0 ? (long double)high[k] : -(long double)low[k];
        count = 0;
        for (int i = 0; i < before; i++) {
            const long double *p = from[i], *q = from[(i + 1) % before];
            const long double a = sign * p[k] - face - grow, b = sign * q[k] - face - grow;
            if (a <= 0) memcpy(to[count++], p, sizeof to[0]);
            if ((a <= 0) == (b <= 0)) continue;
            for (int x = 0; x < 3; x++)
                to[count][x] = p[x] + a / (a - b) * (q[x] - p[x]);
            count++;
        }
        memcpy(from, to, sizeof from);
    }
    return count > 0;
}

static void triangles_are_compared_with_boxes(void** state)
{
    (void)state;
    rng r = {6};
    size_t met = 0, close = 0;
    for (int trial = 0; trial < CASES(100000); trial++) {
        double points[9], low[3], high[3];
        const int is_grid = trial % 3 == 0;
        for (int i = 0; i < 9; i++)
            points[i] = is_grid ? (double)rng_below(&r, 5) / 4 : rng_signed(&r);
        for (int k = 0; k < 3; k++) {
            low[k] = is_grid ? (double)rng_below(&r, 4) / 4 : rng_signed(&r);
            high[k] = low[k] + (is_grid ? 0.25 : 0.3 * fabs(rng_signed(&r)));
        }
        const double* const corner[3] = {points, points + 3, points + 6};
        const int meets = triangle_meets_box(corner, low, high);
        if (is_left_in_box(corner, low, high, 0)) assert_true(meets);
        if (!is_left_in_box(corner, low, high, 1e-9L)) assert_false(meets);
        met += (size_t)meets;
        close += is_left_in_box(corner, low, high, 0) && !is_left_in_box(corner, low, high, -1e-9L);
    }
    assert_true(met > CASES(1000) && close > CASES(1000));  // touching ones are among them
}

// How many coordinates of true vertices are outside of a box, by more than what long double errs.
static size_t outside(const range3* box, const affine pose[2], const environment* e,
                      const double* v)
{
    long double p[3];
    size_t found = 0;
    true_place(pose, &e->frame, v, p);
    for (int k = 0; k < 3; k++) {
        const long double blur = 0x1p-58L * (fabsl(p[k]) + 1000);
        found += p[k] < (long double)box->low[k] - blur || p[k] > (long double)box->high[k] + blur;
    }
    return found;
}

// How many vertices are outside of what they were placed in, by triangle and all together.
static size_t count_outside(const placement* p, const flyer* f, const environment* e,
                            const affine pose[2], const soup_data* b)
{
    double points[12][3];
    uint32_t climbed[6] = {0};
    placement_of_points(p, f, points);
    const range3 whole = placement_of_flyer(p, f, climbed);
    size_t wrong = 0;
    for (uint32_t t = 0; t < 4; t++) {
        const range3 own = placement_of_triangle(p, f, (const double(*)[3])points, t);
        for (int v = 0; v < 3; v++) {
            const double* vertex = b->vertices + 3 * (size_t)b->triangles[3 * t + (size_t)v];
            wrong += outside(&own, pose, e, vertex) + outside(&whole, pose, e, vertex);
        }
    }
    return wrong;
}

static void placed_boxes_hold_the_true_vertices(void** state)
{
    (void)state;
    rng r = {41};
    size_t without_error = 0;
    for (int trial = 0; trial < CASES(3000); trial++) {
        const double reach = trial % 3 == 0 ? 1 : trial % 3 == 1 ? 0 : 100;
        soup_data a = soup_random((soup_sort)(trial % SOUP_SORT_COUNT), 4, rng_next(&r));
        soup_data b = soup_random((soup_sort)(trial / 7 % SOUP_SORT_COUNT), 4, rng_next(&r));
        const abut_soup a_soup = soup_of(&a), b_soup = soup_of(&b);
        environment e;
        flyer f;
        placement p;
        affine pose[2];
        for (int side = 0; side < 2; side++) {
            abut_pose one = pose_of_sort(&r, 1 + trial % 5);
            for (int k = 0; k < 3; k++)
                one.translation[k] *= reach;
            assert_int_equal(affine_from_pose(&pose[side], &one), ABUT_OK);
        }
        assert_int_equal(environment_make(&e, &a_soup), ABUT_OK);
        assert_int_equal(flyer_make(&f, &b_soup), ABUT_OK);
        for (int with_error = 1; with_error >= 0; with_error--) {
            placement_prepare(&p, &e, &f, pose);
            if (!with_error) memset(p.error, 0, sizeof p.error);
            const size_t wrong = count_outside(&p, &f, &e, pose, &b);
            if (with_error) assert_int_equal(wrong, 0);
            if (!with_error) without_error += wrong;
        }
        environment_free(&e);
        flyer_free(&f);
        soup_free(&a);
        soup_free(&b);
    }
    assert_true(without_error > 0);  // so this can fail
}

static void something_was_tested(void** state)
{
    (void)state;
    printf("%zu answers with %zu pairs compared with brute: 0 differences\n", answers_compared,
           pairs_compared);
    assert_true(answers_compared > 150 && pairs_compared > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_are_compared_with_boxes),
        cmocka_unit_test(placed_boxes_hold_the_true_vertices),
        cmocka_unit_test(baselines_give_brutes_pairs_on_soups),
        cmocka_unit_test(baselines_take_any_size),
        cmocka_unit_test(baselines_follow_a_flight),
        cmocka_unit_test(the_first_phase_ends_at_a_witness),
        cmocka_unit_test(empty_models_and_wrong_options),
        cmocka_unit_test(something_was_tested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
