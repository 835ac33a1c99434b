// test_distance_ends.c - what abut_distance knows where it ends otherwise than at the exact pair: by a tolerance, by a budget,
// beyond the doubles.
#include "support/boxes.h"
#include "support/distance_check.h"

#include <float.h>
#include <math.h>

static abut_distance_answer ask(abut_query* q, const abut_model* a, const abut_model* b,
                                const double move[3], const abut_distance_ask* options)
{
    const abut_instance at = {.model = a},
                        bt = {.model = b, .pose.translation = {move[0], move[1], move[2]}};
    abut_distance_answer d;
    assert_int_equal(abut_distance(q, &at, &bt, options, &d), ABUT_OK);
    return d;
}

static abut_query* new_query(void)
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    return q;
}

// Points are asked for by whoever looks at an answer: a tolerance is to save them the same work.
static void points_do_not_undo_a_tolerance(void** state)
{
    (void)state;
    soup_data data = soup_random(SOUP_GENERIC, 300, 21);
    const abut_soup soup = soup_of(&data);
    const double move[3] = {2.5, .25, -.5};
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        abut_model* m = distance_model(&soup, &distance_ways[w], NULL);
        if (!m) continue;
        abut_query* q = new_query();
        abut_distance_ask options = {.detail = ABUT_DETAIL_POINTS};
        const abut_distance_answer exact = ask(q, m, m, move, &options);
        options.relative = 0.5;
        const abut_distance_answer points = ask(q, m, m, move, &options);
        options.detail = ABUT_DETAIL_PAIRS;
        const abut_distance_answer pairs = ask(q, m, m, move, &options);
        assert_int_equal(points.volume_tests, pairs.volume_tests);
        assert_int_equal(points.triangle_tests, pairs.triangle_tests);
        if (distance_ways[w].method != ABUT_METHOD_BRUTE)
            assert_true(points.volume_tests < exact.volume_tests);
        assert_true(points.lo <= exact.lo && points.hi >= exact.hi);
        abut_query_free(q);
        abut_model_free(m);
    }
    soup_free(&data);
}

// However large the tolerance: in contact there is one point, and apart there are two.
static void points_under_any_tolerance_are_told(void** state)
{
    (void)state;
    static const double gaps[] = {0, 0x1p-52, 1};
    box_soup room;
    const abut_soup soup = soup_of_known((const double[6]){0, 0, 0, 1, 1, 1}, &room);
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        abut_model* m = distance_model(&soup, &distance_ways[w], NULL);
        for (int i = 0; m && i < 3; i++) {
            abut_query* q = new_query();
            const double move[3] = {0, 0, 1 + gaps[i]};
            const abut_distance_ask options = {.absolute = 9, .detail = ABUT_DETAIL_POINTS};
            const abut_distance_answer d = ask(q, m, m, move, &options);
            const double way[3] = {d.b_point[0] - d.a_point[0], d.b_point[1] - d.a_point[1],
                                   d.b_point[2] - d.a_point[2]};
            assert_true(d.complete && d.has_pair && d.lo <= gaps[i] && d.hi >= gaps[i]);
            if (i == 0) assert_true(d.hi <= 0 && !memcmp(d.a_point, d.b_point, sizeof d.a_point));
            if (i > 0) assert_true(sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]) > 0);
            abut_query_free(q);
        }
        if (m) abut_model_free(m);
    }
}

// What is known of two models that may touch, and do not, is not forgotten where the question whether they do was long.
static void more_budget_tells_no_less(void** state)
{
    (void)state;
    box_soup room;
    const abut_soup soup = soup_of_known((const double[6]){0, 0, 0, 1, 1, 1}, &room);
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        abut_model* m = distance_model(&soup, &distance_ways[w], NULL);
        if (!m) continue;
        abut_query* q = new_query();
        const double move[3] = {0x1p-60, 0x1p-60, 1 + 0x1p-52};
        const abut_distance_answer exact = ask(q, m, m, move, NULL);
        int has_pair = 0, stopped = 0;
        for (uint64_t budget = 1; budget < 600; budget++) {
            const abut_distance_ask options = {.budget = budget};
            const abut_distance_answer d = ask(q, m, m, move, &options);
            assert_true(d.lo <= exact.lo && d.hi >= exact.hi);
            assert_true(d.has_pair >= has_pair && d.has_pair == (d.hi < (double)INFINITY));
            has_pair = d.has_pair;
            stopped += !d.complete;
        }
        assert_true(has_pair && stopped > 0 && exact.hi > 0);
        abut_query_free(q);
        abut_model_free(m);
    }
}

static void beyond_the_doubles_lo_is_finite(void** state)
{
    (void)state;
    static const uint32_t triangle[3] = {0, 1, 2};
    const double x = 1.2e308, s = 1e306;
    const double a[9] = {-x, 0, 0, -x, s, 0, -x, 0, s}, b[9] = {x, 0, 0, x, s, 0, x, 0, s};
    const abut_soup a_soup = {
        .vertices = a, .vertex_count = 3, .triangles = triangle, .triangle_count = 1};
    abut_soup b_soup = a_soup;
    b_soup.vertices = b;
    const abut_distance_ask asks[] = {{.detail = ABUT_DETAIL_POINTS},
                                      {.relative = 0.5},
                                      {.relative = 0.5, .detail = ABUT_DETAIL_POINTS},
                                      {.absolute = 1e308},
                                      {.budget = 1}};
    for (int w = 0; w < DISTANCE_WAYS; w++) {
        abut_model* am = distance_model(&a_soup, &distance_ways[w], NULL);
        abut_model* bm = distance_model(&b_soup, &distance_ways[w], NULL);
        for (int i = 0; am && i < 5; i++) {
            abut_query* q = new_query();
            const abut_distance_answer d = ask(q, am, bm, (const double[3]){0, 0, 0}, &asks[i]);
            assert_true(d.lo <= DBL_MAX && isinf(d.hi) && !d.is_farther);
            if (asks[i].budget) assert_false(d.complete && d.lo < DBL_MAX);
            if (!asks[i].budget) assert_true(d.lo >= DBL_MAX && d.complete && d.has_pair);
            assert_true(!d.has_pair || (d.pair.a == 0 && d.pair.b == 0));
            abut_query_free(q);
        }
        if (am) abut_model_free(am);
        if (bm) abut_model_free(bm);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_do_not_undo_a_tolerance),
        cmocka_unit_test(points_under_any_tolerance_are_told),
        cmocka_unit_test(more_budget_tells_no_less),
        cmocka_unit_test(beyond_the_doubles_lo_is_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
