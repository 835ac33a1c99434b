// test_shape_spheres.c - spheres whose distance is told by pairs of doubles, against integers (the method brute). Above planes
// whose normals have whole lengths: distances of centres that are no doubles, of spheres that are: pairs of doubles may not say
// that these are between two. Compiled with a bound that is 32 times too small, some are wrong (EXPECT_WRONG).
#include "support/shape_cases.h"
#include "support/share.h"

#include <math.h>

#ifndef EXPECT_WRONG
#define EXPECT_WRONG 0
#endif

enum { PLANES = 40, SPHERES = 250, SOUPS = 30, PROBES = 60 };

static size_t wrong, between;

static int is_same(double x, double y)
{
    return !(x < y) && !(y < x);
}

static void compare(abut_query* q, const abut_instance* at, const abut_instance* plain,
                    const abut_shape* shape)
{
    abut_shape_nearest fast, truth;
    assert_int_equal(abut_shape_distance(q, at, shape, NULL, &fast), ABUT_OK);
    assert_int_equal(abut_shape_distance(q, plain, shape, NULL, &truth), ABUT_OK);
    const int differs = !is_same(fast.lo, truth.lo) || !is_same(fast.hi, truth.hi) ||
                        fast.triangle != truth.triangle;
    if (!EXPECT_WRONG) assert_false(differs);
    wrong += (size_t)differs;
    between += truth.lo < truth.hi;
}

static void make_models(const soup_data* s, uint64_t number, abut_model* m[2])
{
    const abut_soup soup = soup_of(s);
    m[0] = distance_model(&soup, &shape_ways[1 + number % (SHAPE_WAYS - 1)], NULL);
    m[1] = distance_model(&soup, &shape_ways[0], NULL);
}

static void free_models(abut_model* m[2])
{
    abut_model_free(m[0]);
    abut_model_free(m[1]);
}

// A triangle across n, through near * n: that is far * n from the centre of each sphere.
static void above_plane(uint64_t number, abut_query* q)
{
    static const double normals[4][4] = {
        {2, 3, 6, 7}, {1, 4, 8, 9}, {2, 6, 9, 11}, {2, 10, 11, 15}};
    rng r = {number + 1};
    const double* const n = normals[number % 4];
    const double across[3][2] = {{1, 0}, {-0.5, 1}, {-0.5, -1}};
    const double near = ldexp((double)(1 + rng_below(&r, 1000)), -62);
    soup_data s = soup_separate(1);
    abut_model* m[2];
    for (int i = 0; i < 3; i++) {
        // Two vectors across n, so small that all corners are doubles.
        const double u[3] = {n[1], -n[0], 0}, v[3] = {0, n[2], -n[1]};
        for (int k = 0; k < 3; k++)
            s.vertices[3 * i + k] =
                near * n[k] + ldexp(across[i][0] * u[k] + across[i][1] * v[k], -30);
    }
    make_models(&s, number, m);
    const abut_instance at = {.model = m[0]}, plain = {.model = m[1]};
    for (int i = 0; i < SPHERES; i++) {
        // 48 bits of the centre's, of which the radius leaves the last few.
        const uint64_t far = (UINT64_C(1) << 47) + rng_below(&r, UINT64_C(1) << 47);
        const uint64_t left = 1 + rng_below(&r, 1000);
        abut_shape shape = {.kind = ABUT_SHAPE_SPHERE};
        for (int k = 0; k < 3; k++)
            shape.points[0][k] = -ldexp((double)far * n[k], -50);
        shape.radius = ldexp((double)(far - left) * n[3], -50);
        compare(q, &at, &plain, &shape);
        if (number == 0 && i == 0) {
            abut_shape_nearest told;
            assert_int_equal(abut_shape_distance(q, &plain, &shape, NULL, &told), ABUT_OK);
            assert_true(is_same(told.lo, told.hi));
            assert_true(is_same(told.lo, n[3] * (near + ldexp((double)left, -50))));
        }
    }
    free_models(m);
    soup_free(&s);
}

static void test_planes(void** state)
{
    (void)state;
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (uint64_t i = 0; i < PLANES; i++)
        above_plane(i, q);
    print_message("wrong: %zu; between two doubles: %zu\n", wrong, between);
    if (EXPECT_WRONG) assert_true(wrong > 0);
    assert_int_equal(between, 0);
    abut_query_free(q);
}

// Soups of every kind in poses of every kind; radii from next to nothing to all but the distance, and beyond it.
static void test_soups(void** state)
{
    (void)state;
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (uint64_t number = 0; number < CASES(SOUPS); number++) {
        rng r = {number + 1};
        shape_scene s = {.soup =
                             soup_random((soup_sort)(number % 3), 1 + rng_below(&r, 60), number),
                         .pose = pose_of_sort(&r, (int)(number % 6))};
        abut_model* m[2];
        make_models(&s.soup, number, m);
        const abut_instance at = shape_scene_instance(&s, m[0]),
                            plain = shape_scene_instance(&s, m[1]);
        for (int i = 0; i < PROBES; i++) {
            abut_shape shape = {.kind = ABUT_SHAPE_POINT};
            abut_shape_nearest near;
            double x[3];
            for (int k = 0; k < 3; k++)
                x[k] = 2 * rng_signed(&r);
            shape_scene_place(&s, x, shape.points[0]);
            assert_int_equal(abut_shape_distance(q, &plain, &shape, NULL, &near), ABUT_OK);
            shape.kind = ABUT_SHAPE_SPHERE;
            const double less = ldexp(1 + rng_signed(&r) / 2, -(int)rng_below(&r, 60));
            shape.radius = i % 4 ? near.hi * (1 - less) : near.hi * (1 + less);
            if (i % 16 == 1) shape.radius = near.lo;
            if (i % 2) {  // in a pose that moves it there
                memcpy(shape.pose.translation, shape.points[0], sizeof shape.pose.translation);
                memset(shape.points[0], 0, sizeof shape.points[0]);
            }
            if (shape.radius >= 0) compare(q, &at, &plain, &shape);
        }
        free_models(m);
        soup_free(&s.soup);
    }
    abut_query_free(q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_planes), cmocka_unit_test(test_soups)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
