// test_ball.c - the paper's exact test of a ball that moves (bench/baseline/ball.h) against depths that are proved:
// each must say what the other does, to the last bit where both are exact.
#include "baseline/ball.h"
#include "support/soups.h"

#include "abut/milling.h"

#include <float.h>
#include <math.h>

static abut_model* build(const double* vertices, size_t triangles, abut_method method)
{
    static uint32_t index[3 * 400];
    assert_true(triangles <= 400);
    for (uint32_t i = 0; i < 3 * triangles; i++)
        index[i] = i;
    const abut_soup soup = {.vertices = vertices,
                            .vertex_count = 3 * triangles,
                            .triangles = index,
                            .triangle_count = triangles};
    abut_model* m = NULL;
    assert_int_equal(abut_model_build(&m, &soup, &(abut_build){.method = method}), ABUT_OK);
    return m;
}

static abut_depth depth_of(const abut_model* m, const ball_move* b)
{
    const abut_turned ball = {.rings = {{0, 0, b->radius}}, .ring_count = 1};
    abut_depth d;
    assert_int_equal(abut_turned_depth(m, &ball, b->from, b->to,
                                       &(abut_depth_ask){.enough = -DBL_MAX, .resolution = 1e-9},
                                       &d),
                     ABUT_OK);
    return d;
}

// Small integers, for which all polynomials are exact: squares of distances are fractions with denominators so small that
// a depth within 1e-8 of 0 is 0, and touching counts.
static void test_integers(void** state)
{
    (void)state;
    rng seed = {5};
    int touching = 0, tangent = 0, apart = 0;
    for (int i = 0; i < 6000; i++) {
        double v[9];
        ball_move b = {.radius = 1};
        for (int k = 0; k < 9; k++)
            v[k] = (double)rng_below(&seed, 13) - 6;
        for (int k = 0; k < 3; k++) {
            b.from[k] = (double)rng_below(&seed, 13) - 6;
            b.to[k] = i % 4 ? b.from[k] + (double)rng_below(&seed, 7) - 3 : b.from[k];
        }
        abut_model* m = build(v, 1, ABUT_METHOD_BRUTE);
        const double distance = floor(1 - depth_of(m, &b).lo + 0.5);
        if (distance > 1) b.radius = distance;  // or nearly
        const abut_depth d = depth_of(m, &b);
        assert_true(d.hi - d.lo < 1e-8);
        const int touches = ball_touches(v, &b), is_tangent = d.hi > -1e-8 && d.lo < 1e-8;
        if (touches != (d.hi > -1e-8)) fail_msg("%d: %d, [%.12g, %.12g]", i, touches, d.lo, d.hi);
        touching += touches;
        tangent += is_tangent;
        apart += !touches;
        abut_model_free(m);
    }
    if (!(touching > 1000 && apart > 1000 && tangent > 50))
        fail_msg("%d touch, %d of them just so, %d are apart", touching, tangent, apart);
}

static void random_soup(rng* seed, double* v, size_t count, double size)
{
    for (size_t i = 0; i < count; i++) {
        double middle[3];
        for (int k = 0; k < 3; k++)
            middle[k] = 1000 + 10 * rng_signed(seed);
        for (size_t k = 0; k < 9; k++)
            v[9 * i + k] = middle[k % 3] + size * rng_signed(seed);
    }
}

static size_t touched_of(const double* v, size_t count, const ball_move* b)
{
    size_t touched = 0;
    for (size_t t = 0; t < count; t++)
        touched += (size_t)ball_touches(v + 9 * t, b);
    return touched;
}

// Trees of each k, far from the origin, against every triangle by itself and against the depth.
static void test_trees(void** state)
{
    (void)state;
    enum { MANY = 400 };
    static double v[9 * MANY];
    static const abut_method methods[] = {
        ABUT_METHOD_DOP6,     ABUT_METHOD_DOP14,     ABUT_METHOD_DOP18,    ABUT_METHOD_DOP26,
        ABUT_METHOD_QUICKCD6, ABUT_METHOD_QUICKCD18, ABUT_METHOD_QUICKCD26};
    enum { METHODS = sizeof methods / sizeof *methods };
    rng seed = {8};
    random_soup(&seed, v, MANY, 1);
    abut_model *boxes = build(v, MANY, ABUT_METHOD_AABB), *dops[METHODS];
    ball_counts counts[METHODS] = {{0, 0, 0}};
    for (int i = 0; i < METHODS; i++)
        dops[i] = build(v, MANY, methods[i]);
    int touching = 0;
    for (int i = 0; i < 300; i++) {
        ball_move b = {.radius = 0.7 + 0.3 * rng_signed(&seed)};
        for (int k = 0; k < 3; k++) {
            b.from[k] = 1000 + 12 * rng_signed(&seed);
            b.to[k] = b.from[k] + (i % 3 ? 2 * rng_signed(&seed) : 0);
        }
        const size_t all = touched_of(v, MANY, &b);
        const abut_depth d = depth_of(boxes, &b);
        if (d.lo > 1e-9 || d.hi < -1e-9) assert_int_equal(all > 0, d.lo > 0);
        for (int k = 0; k < METHODS; k++) {
            int hit = -1;
            ball_counts whole = {0, 0, 0};
            assert_int_equal(ball_hits(dops[k], &b, &hit, &counts[k]), ABUT_OK);
            assert_int_equal(hit, all > 0);
            assert_int_equal(ball_contacts(dops[k], &b, &whole), ABUT_OK);
            assert_int_equal(whole.contacts, all);
        }
        touching += all > 0;
    }
    if (!(touching > 50 && touching < 250)) fail_msg("%d touch", touching);
    assert_true(counts[3].triangle_tests <
                counts[0].triangle_tests);  // 26 slabs hold back more than 6
    assert_true(counts[0].triangle_tests < 300 * MANY / 10);
    for (int i = 0; i < METHODS; i++)
        abut_model_free(dops[i]);
    const ball_move b = {.radius = 1};
    int hit = -1;
    assert_int_equal(ball_hits(boxes, &b, &hit, NULL), ABUT_BAD_COMBINATION);
    abut_model_free(boxes);
    abut_model* empty = build(v, 0, ABUT_METHOD_DOP6);
    assert_int_equal(ball_hits(empty, &b, &hit, NULL), ABUT_OK);
    assert_int_equal(hit, 0);
    abut_model_free(empty);
}

static double depth_in(const double* triangle, const abut_turned* solid, const double from[3],
                       const double to[3])
{
    abut_model* m = build(triangle, 1, ABUT_METHOD_BRUTE);
    const abut_depth_ask fine = {.enough = -DBL_MAX, .resolution = 1e-9};
    abut_depth d;
    assert_int_equal(abut_turned_depth(m, solid, from, to, &fine, &d), ABUT_OK);
    abut_model_free(m);
    return (d.lo + d.hi) / 2;
}

// Cylinder, rounded corners (a torus) and cone, in places and moved, in trees of each k, against depths that are proved.
static void test_solids(void** state)
{
    (void)state;
    enum { FEW = 120, SOLIDS = 3 };
    static double v[9 * FEW];
    static const abut_turned solids[SOLIDS] = {
        {.rings = {{1, 0, 0}, {1, 3, 0}}, .ring_count = 2},
        {.rings = {{0.75, 0.25, 0.25}, {1, 2, 0}}, .ring_count = 2},
        {.rings = {{0, 0.25, 0.25}, {1, 2, 0}}, .ring_count = 2, .endless = 1}};
    static const abut_method methods[] = {ABUT_METHOD_DOP6, ABUT_METHOD_DOP14, ABUT_METHOD_DOP18,
                                          ABUT_METHOD_DOP26};
    enum { METHODS = sizeof methods / sizeof *methods };
    rng seed = {9};
    random_soup(&seed, v, FEW, 2);
    abut_model* dops[METHODS];
    ball_counts counts[METHODS] = {{0, 0, 0}};
    for (int i = 0; i < METHODS; i++)
        dops[i] = build(v, FEW, methods[i]);
    size_t touched = 0;
    for (int i = 0; i < 150; i++) {
        const abut_turned* solid = &solids[i % SOLIDS];
        double from[3], to[3];
        for (int k = 0; k < 3; k++) {
            from[k] = 1000 + 10 * rng_signed(&seed);
            to[k] = from[k] + (i % 2 ? 2 * rng_signed(&seed) : 0);
        }
        size_t expected = 0;
        for (size_t t = 0; t < FEW; t++)
            expected += depth_in(v + 9 * t, solid, from, to) > 0;
        for (int k = 0; k < METHODS; k++) {
            const uint64_t before = counts[k].contacts;
            assert_int_equal(solid_contacts(dops[k], solid, from, to, &counts[k]), ABUT_OK);
            assert_int_equal(counts[k].contacts - before, expected);
        }
        touched += expected;
    }
    if (!(touched > 100 && touched < 150 * FEW / 4)) fail_msg("%zu touch", touched);
    assert_true(counts[3].triangle_tests < counts[0].triangle_tests);
    assert_true(counts[0].triangle_tests < 150 * FEW / 2);
    const double place[3] = {0, 0, (double)NAN};
    const abut_turned none = {.ring_count = 0};
    assert_int_equal(solid_contacts(dops[0], &solids[0], place, place, &counts[0]),
                     ABUT_NOT_FINITE);
    assert_int_equal(solid_contacts(dops[0], &none, v, v, &counts[0]), ABUT_BAD_ARGUMENT);
    for (int i = 0; i < METHODS; i++)
        abut_model_free(dops[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_solids),
    };
    return cmocka_run_group_tests_name("ball", tests, NULL, NULL);
}
