// test_points_attack.c - points for which bounds are only just wide enough: built with a bound shrunk by 32 (EXPECT_WRONG)
// some answer must be wrong, so that the bounds are known to be needed. test_points_attack [SEED]
//
// On a sphere: triangles that are all but equally far from a point near the middle. Above planes: points whose distance is a
// double, of which pairs of doubles must not say that it is between two. Rays: through corners and edges of an octahedron.
#include "engine/kernels.h"
#include "geom/probe.h"
#include "support/points_check.h"
#include "support/share.h"

#include <inttypes.h>
#include <stdio.h>

#ifndef EXPECT_WRONG
#define EXPECT_WRONG 0
#endif

static uint64_t seed = 1;
static size_t wrong;

static void count_wrong(int is_wrong, const char* what, size_t index)
{
    if (is_wrong && !EXPECT_WRONG) fail_msg("seed %" PRIu64 ", %s, %zu", seed, what, index);
    wrong += is_wrong != 0;
}

// ------------------------------------------------------------------------------------------- spheres

enum { ON_SPHERE = 400, MIDDLES = 24 };

// Small triangles across the way from the middle, as far from it but for noise of some size.
static soup_data sphere_soup(rng* r, double noise)
{
    soup_data s = soup_separate(ON_SPHERE);
    for (size_t t = 0; t < ON_SPHERE; t++) {
        double n[3], u[3], v[3], length = 0, across = 0;
        for (int k = 0; k < 3; k++) {
            n[k] = rng_signed(r);
            length += n[k] * n[k];
        }
        for (int k = 0; k < 3; k++)
            n[k] /= sqrt(length);
        for (int k = 0; k < 3; k++)
            u[k] = k == 0 ? n[1] : k == 1 ? -n[0] : 0;
        for (int k = 0; k < 3; k++)
            across += u[k] * u[k];
        for (int k = 0; k < 3; k++)
            u[k] /= sqrt(across);
        for (int k = 0; k < 3; k++)
            v[k] = n[(k + 1) % 3] * u[(k + 2) % 3] - n[(k + 2) % 3] * u[(k + 1) % 3];
        const double far = 1 + noise * rng_signed(r), size = 0.03;
        static const double turn[3][2] = {{1, 0}, {-0.5, 0.8}, {-0.5, -0.8}};
        for (int i = 0; i < 9; i++)
            s.vertices[9 * t + (size_t)i] =
                far * n[i % 3] + size * (turn[i / 3][0] * u[i % 3] + turn[i / 3][1] * v[i % 3]);
    }
    return s;
}

static void place(const abut_pose* pose, double p[3])
{
    double moved[3];
    for (int k = 0; k < 3; k++)
        moved[k] = pose->rotation[k][0] * p[0] + pose->rotation[k][1] * p[1] +
                   pose->rotation[k][2] * p[2] + pose->translation[k];
    memcpy(p, moved, sizeof moved);
}

static void ask_middles(const abut_soup* soup, const abut_pose* pose, const double* points)
{
    abut_batch *b = points_batch(NULL), *plain = points_batch(NULL);
    abut_model* brute = distance_model(soup, &distance_ways[0], NULL);
    abut_instance at = {.model = brute};
    const abut_point_ask ask = {.nearest = 3};
    if (pose) at.pose = *pose;
    const abut_point_answer* truth = points_ask(plain, &at, points, MIDDLES, &ask);
    for (int w = 1; w < POINT_WAYS; w++) {
        abut_model* m = distance_model(soup, &distance_ways[w], NULL);
        at.model = m;
        const abut_point_answer* a = points_ask(b, &at, points, MIDDLES, &ask);
        for (int i = 0; i < MIDDLES; i++)
            count_wrong(!points_same(&truth[i], &a[i]), distance_ways[w].name, (size_t)i);
        abut_model_free(m);
    }
    abut_model_free(brute);
    abut_batch_free(b);
    abut_batch_free(plain);
}

static void test_spheres(void** state)
{
    (void)state;
    static const double noises[] = {1e-6, 1e-7, 1e-8, 0};
    rng r = {seed};
    for (size_t n = 0; n < 4; n++) {
        soup_data s = sphere_soup(&r, noises[n]);
        const abut_soup soup = soup_of(&s);
        double points[3 * MIDDLES];
        for (int i = 0; i < 3 * MIDDLES; i++)
            points[i] = (noises[n] > 0 ? noises[n] : 1e-16) * rng_signed(&r);
        const abut_pose pose = pose_random(&r, 2);
        ask_middles(&soup, NULL, points);
        for (size_t i = 0; i < MIDDLES; i++)
            place(&pose, points + 3 * i);
        ask_middles(&soup, &pose, points);
        soup_free(&s);
    }
}

// -------------------------------------------------------------------------------------------- planes

enum { ABOVE = 60000 };

// A triangle across (1, 4, 8), whose length is 9, and points above it: so far is a double, which pairs of doubles may not say to
// be between two. Feet have more digits than pairs.
static void test_planes(void** state)
{
    (void)state;
    static const double n[3] = {1, 4, 8}, u[3] = {4, -1, 0}, v[3] = {0, 8, -4},
                        weights[3][2] = {{-63, -61}, {62, -63}, {1, 59}};
    static const affine pose = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
    rng r = {seed};
    double corner[3][3], p[FOOT_LANES][3];
    foot_pair pairs[FOOT_LANES];
    foot_found found[FOOT_LANES];
    for (int i = 0; i < 9; i++)
        corner[i / 3][i % 3] = weights[i / 3][0] * u[i % 3] + weights[i / 3][1] * v[i % 3] + 3;
    for (size_t i = 0; i < ABOVE; i += FOOT_LANES) {
        const double height = (double)(1 + rng_below(&r, 1000)) / 8;
        for (int l = 0; l < FOOT_LANES; l++) {
            const double a = ldexp((double)rng_below(&r, 1 << 30), -32),
                         c = ldexp((double)rng_below(&r, 1 << 30), -32);
            for (int k = 0; k < 3; k++)
                p[l][k] = 3 + a * u[k] + c * v[k] + height * n[k];
            pairs[l] = (foot_pair){{corner[0], corner[1], corner[2]}, p[l]};
        }
        wide_kernels_now()->foot(&pose, pairs, found);
        for (int l = 0; l < FOOT_LANES; l++)
            count_wrong(found[l].is_measured &&
                            !(found[l].lo == 9 * height && found[l].hi == 9 * height),
                        "planes", i);
    }
}

// --------------------------------------------------------------------------------------------- rays

enum { PARTS = 16, RAYS = CASES(4000) };

static void test_rays(void** state)
{
    (void)state;
    rng r = {seed};
    soup_data s = octahedron_soup(PARTS);
    const abut_soup soup = soup_of(&s);
    double* points = malloc(3 * RAYS * sizeof *points);
    assert_non_null(points);
    const ray_direction ray = ray_direction_choose(0);
    for (size_t i = 0; i < RAYS; i++) {
        const double* v = s.vertices + 9 * rng_below(&r, s.triangle_count);
        const size_t other = 3 * rng_below(&r, 3);
        const double part = (double)rng_below(&r, 9) / 8;
        const double back = ldexp((double)(1 + rng_below(&r, 8)), -42);
        for (size_t k = 0; k < 3; k++)
            points[3 * i + k] = v[k] + part * (v[other + k] - v[k]) - back * ray.x[k];
    }
    abut_batch* b = points_batch(NULL);
    for (int w = 1; w < POINT_WAYS; w++) {
        abut_model* m = distance_model(&soup, &distance_ways[w], NULL);
        abut_solid* solid = points_solid(m);
        const abut_instance at = {.model = m};
        // No distance is found within so little, so that no ray is saved.
        const abut_point_ask ask = {.solid = solid, .within = 0x1p-100};
        const abut_point_answer* a = points_ask(b, &at, points, RAYS, &ask);
        for (size_t i = 0; i < RAYS; i++) {
            const double* p = points + 3 * i;
            const double sum = fabs(p[0]) + fabs(p[1]) + fabs(p[2]);  // of few bits: exact
            const abut_side side = sum < 1   ? ABUT_SIDE_INSIDE
                                   : sum > 1 ? ABUT_SIDE_OUTSIDE
                                             : ABUT_SIDE_ON;
            count_wrong(a[i].side != side, distance_ways[w].name, i);
        }
        abut_solid_free(solid);
        abut_model_free(m);
    }
    abut_batch_free(b);
    free(points);
    soup_free(&s);
}

static void test_expected(void** state)
{
    (void)state;
    printf("%zu wrong answers\n", wrong);
    assert_int_equal(wrong > 0, EXPECT_WRONG);
}

int main(int count, char** arguments)
{
    if (count > 1) seed = strtoull(arguments[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spheres),
        cmocka_unit_test(test_planes),
        cmocka_unit_test(test_rays),
        cmocka_unit_test(test_expected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
