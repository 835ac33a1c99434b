// test_sphere.c - boxes along the file's axes and spheres hold their triangles, are tight, and are
// never called apart when they touch: each kind against each.
#include "base/bits.h"
#include "methods/bound/hybrid.h"
#include "search/relative_pose.h"
#include "support/fitted.h"
#include "support/float_mode.h"
#include "support/long_place.h"
#include "support/share.h"

#include <float.h>
#include <stdio.h>

// ------------------------------------------------------------------------------------------ fitting

static const volume_class* const kinds[3] = {&aabb_class, &sphere_class, &hybrid_class};

static void expect_fits_hold(const soup_data* s)
{
    for (int i = 0; i < 3 * FLOAT_MODE_COUNT; i++) {
        const volume_class* kind = kinds[i % 3];
        const volume_options options = {.volumes = ABUT_VOLUMES_BOTH, .sphere_ratio = 1};
        double volume[VOLUME_BYTES_MAX / sizeof(double)];
        float_mode_enter(&float_modes[i / 3]);
        fitted f = fit_begin(s);
        kind->fit(volume, &f.set, &options, NULL);
        float_mode_leave();
        assert_null(kind->check(volume, 0));
        for (size_t v = 0; v < f.mesh.vertex_count; v++) {
            long double y[3];
            for (int k = 0; k < 3; k++)
                y[k] = ldexpl((long double)f.mesh.vertices[3 * v + (size_t)k], -f.frame.exponent) -
                       (long double)f.frame.origin[k];
            assert_true(kind->holds(volume, y));
        }
        fit_end(&f);
    }
}

static void volumes_hold_every_sort_of_soup(void** state)
{
    (void)state;
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
        for (size_t count = 1; count <= 50; count = count < 4 ? count + 1 : count * 2) {
            for (uint64_t seed = 0; seed < 10; seed++) {
                soup_data s = soup_random((soup_sort)sort, count, 10 + count + 100 * seed);
                expect_fits_hold(&s);
                soup_free(&s);
            }
        }
    }
}

static void volumes_hold_models_of_all_sizes_and_places(void** state)
{
    (void)state;
    const double scales[] = {0x1p1020, 0x1p-1000, 0x1p-1074, 0};
    const double shifts[] = {1e5, 1e16, -1e300};
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
        for (size_t i = 0; i < 7; i++) {
            soup_data s = soup_random((soup_sort)sort, i % 2 ? 1 : 9, 20);
            soup_transform(&s, i < 4 ? scales[i] : 1, i < 4 ? 0 : shifts[i - 4]);
            expect_fits_hold(&s);
            soup_free(&s);
        }
    }
    soup_data s = soup_separate(2);
    const double wide[18] = {DBL_MAX, -DBL_MAX, 0, -DBL_MAX, DBL_MAX, DBL_TRUE_MIN, 1,      2, 3,
                             -1e-300, 1e-308,   0, 0,        1e300,   DBL_MAX,      -1e299, 0, 1};
    memcpy(s.vertices, wide, sizeof wide);
    expect_fits_hold(&s);
    soup_free(&s);
}

// A sphere that is nearly the least one: step towards the farthest point, less and less (Badoiu and
// Clarkson 2003). It is never smaller than the least.
static double radius_by_steps(const fitted* f)
{
    double centre[3] = {0, 0, 0}, least = HUGE_VAL;
    for (int step = 1; step < 3000; step++) {
        double farthest = -1;
        const double* point = f->points;
        for (size_t v = 0; v < f->mesh.vertex_count; v++) {
            double between[3];
            subtract3(between, f->points + 3 * v, centre);
            const double squared = dot3(between, between);
            if (squared <= farthest) continue;
            farthest = squared;
            point = f->points + 3 * v;
        }
        if (farthest < least) least = farthest;
        for (int k = 0; k < 3; k++)
            centre[k] += (point[k] - centre[k]) / (step + 1);
    }
    return sqrt(least);
}

static void spheres_are_the_least_or_nearly(void** state)
{
    (void)state;
    double worst = 1, mean = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        const size_t count = seed < 200 ? 1 + seed % 2 : 5 + seed % 50;
        soup_data s = soup_random(seed % 5 ? SOUP_GENERIC : SOUP_GRID, count, 100 + seed);
        fitted f = fit_begin(&s);
        sphere ball;
        sphere_fit(&ball, &f.set, 0);
        const double ratio = (double)ball.radius / radius_by_steps(&f);
        if (f.mesh.vertex_count <= SPHERE_EXACT_MAX) {
            assert_true(ratio < 1 + 1e-6);
        } else {
            if (ratio > worst) worst = ratio;
            mean += ratio / 100;
        }
        fit_end(&f);
        soup_free(&s);
    }
    print_message("Ritter's spheres: %.3f of the least on average, %.3f at worst\n", mean, worst);
    assert_true(worst < 1.3);
}

// Edges of one triangle or tetrahedron, whose least sphere is known.
static void textbook_spheres_are_found(void** state)
{
    (void)state;
    const double points[4][12] = {
        {1, 1, 0, 1, -1, 0, -1, 0.1, 0},                  // acute
        {1, 0, 0, -1, 0, 0, 0.3, 0.4, 0.5},               // obtuse
        {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1},       // a regular tetrahedron
        {1, 0, 0, -1, 0, 0, 0, 0.5, 0.5, 0, -0.25, 0.5},  // two points hold the others
    };
    // The circumradius of the acute one: with the apex at distance h = 2 from the base of half length 1,
    // nearly; computed from R = abc / 4K.
    const double u = hypot(2, 0.9), v = hypot(2, 1.1);
    const double radius[4] = {u * v * 2 / (4 * 2), 1, sqrt(3), 1};
    for (int i = 0; i < 4; i++) {
        soup_data s = soup_separate(2);
        memcpy(s.vertices, points[i], 9 * sizeof(double));
        memcpy(s.vertices + 9, points[i], 9 * sizeof(double));
        if (i >= 2) memcpy(s.vertices + 9, points[i] + 9, 3 * sizeof(double));
        fitted f = fit_begin(&s);
        sphere ball;
        sphere_fit(&ball, &f.set, 0);
        const double got = ldexp((double)ball.radius, f.frame.exponent);
        assert_true(got >= radius[i] && got < radius[i] * (1 + 1e-6));
        fit_end(&f);
        soup_free(&s);
    }
}

static void boxes_are_as_tight_as_floats_allow(void** state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        soup_data s = soup_random((soup_sort)(seed % SOUP_SORT_COUNT), 1 + seed % 9, seed);
        fitted f = fit_begin(&s);
        const range3 range = range_of_set(&f.set);
        aabb box;
        aabb_fit(&box, &range, 0);
        for (int k = 0; k < 3; k++) {
            const double centre = (double)box.centre[k], half = (double)box.half[k];
            assert_true(centre - half <= range.low[k] && centre - half > range.low[k] - 0x1p-22);
            assert_true(centre + half >= range.high[k] && centre + half < range.high[k] + 0x1p-22);
        }
        aabb_fit(&box, &range, 0.25);
        for (int k = 0; k < 3; k++)
            assert_true((double)box.centre[k] + (double)box.half[k] >= range.high[k] + 0.25);
        fit_end(&f);
        soup_free(&s);
    }
}

// ---------------------------------------------------------------------------------- are they apart?

enum { POOL = 96 };

typedef struct placed_side {
    frame frame;
    abut_pose pose;
    affine map;
    hybrid volume;
    int is_box;  // the box is meant, else the sphere
} placed_side;

static void make_pool(hybrid pool[POOL])
{
    for (int i = 0; i < POOL; i++) {
        soup_data s = soup_random((soup_sort)(i % SOUP_SORT_COUNT), 1 + (size_t)i % 7, (uint64_t)i);
        const volume_options options = {.volumes = ABUT_VOLUMES_BOTH, .sphere_ratio = 1};
        fitted f = fit_begin(&s);
        hybrid_class.fit(&pool[i], &f.set, &options, NULL);
        pool[i].tests = HYBRID_BOTH;
        fit_end(&f);
        soup_free(&s);
    }
}

static long3 to_world(const placed_side* s, const long3* y)
{
    return long_to_world(&s->frame, &s->map, y);
}

static long3 from_world(const placed_side* s, const long3* x)
{
    return long_from_world(&s->frame, &s->map, x);
}

static placed_side random_side(rng* r, const hybrid pool[POOL], double reach, int is_box)
{
    placed_side s = {.pose = pose_random(r, reach), .is_box = is_box};
    s.volume = pool[rng_below(r, POOL)];
    const size_t dice = rng_below(r, 8);
    if (dice < 3) pose_to_float(&s.pose);
    if (dice == 3) memset(s.pose.rotation, 0, sizeof s.pose.rotation);
    if (dice == 4) {  // as far from rigid as poses may be
        for (int i = 0; i < 9; i++)
            s.pose.rotation[i / 3][i % 3] += 0x1p-12 * rng_signed(r);
    }
    if (rng_below(r, 4) == 0) pose_mirror(&s.pose);
    if (rng_below(r, 3) == 0) s.pose.scale = ldexp(1.1, (int)rng_below(r, 9) - 4);
    s.frame.exponent = (int)rng_below(r, 5) - 2;
    for (int k = 0; k < 3; k++)
        s.frame.origin[k] = dice & 1 ? reach * rng_signed(r) : 0;
    return s;
}

// A direction of the world: of a face of a or b, across edges of both, or any.
static long3 random_direction(rng* r, const placed_side* a, const placed_side* b)
{
    long3 out;
    const int i = (int)rng_below(r, 3), k = (int)rng_below(r, 3);
    const size_t dice = rng_below(r, 4);
    const placed_side* first = dice == 1 ? b : a;
    for (int c = 0; c < 3; c++) {
        const int c1 = (c + 1) % 3, c2 = (c + 2) % 3;
        // Two edge vectors span the plane whose normal is wanted.
        const int e = dice < 2 ? (i + 1) % 3 : i, g = dice < 2 ? (i + 2) % 3 : k;
        const placed_side* second = dice < 2 ? first : b;
        out.x[c] = (long double)first->map.matrix[c1][e] * (long double)second->map.matrix[c2][g] -
                   (long double)first->map.matrix[c2][e] * (long double)second->map.matrix[c1][g];
        if (dice == 3) out.x[c] = (long double)rng_signed(r);
    }
    const long double sign = rng_below(r, 2) ? 1 : -1;
    long double size = 0;
    for (int c = 0; c < 3; c++)
        size += fabsl(out.x[c]);
    for (int c = 0; c < 3; c++)
        out.x[c] = size > 1e-6L ? sign * out.x[c] / size : (long double)(c == 0);
    return out;
}

// The point of a side's volume that is farthest in a direction of the world; a hair inside.
static long3 farthest_point(rng* r, const placed_side* s, const long3* direction)
{
    long3 y;
    long double along[3], length = 0;
    for (int k = 0; k < 3; k++) {
        along[k] = 0;
        for (int i = 0; i < 3; i++)
            along[k] += (long double)s->map.matrix[i][k] * direction->x[i];
        length += along[k] * along[k];
    }
    length = sqrtl(length);
    for (int k = 0; k < 3; k++) {
        const long double centre = (long double)s->volume.box.centre[k];
        const long double half = (long double)s->volume.box.half[k];
        const long double ball = (long double)s->volume.ball.centre[k];
        const long double radius = (long double)s->volume.ball.radius;
        long double part = along[k] / length;
        if (!s->is_box) {
            y.x[k] = ball + radius * part * (1 - 0x1p-60L);
            continue;
        }
        if (fabsl(part) < 1e-12L) {
            part = (long double)rng_signed(r);  // a whole edge or face is farthest
        } else {
            part = part > 0 ? 1 : -1;
        }
        y.x[k] = centre + half * part;
    }
    return y;
}

static int is_in(const placed_side* s, const long3* y)
{
    long double squared = 0;
    for (int k = 0; k < 3; k++) {
        const long double from = y->x[k] - (long double)s->volume.ball.centre[k];
        squared += from * from;
        if (s->is_box && fabsl(y->x[k] - (long double)s->volume.box.centre[k]) >
                             (long double)s->volume.box.half[k] - 0x1p-60L)
            return 0;
    }
    return s->is_box || sqrtl(squared) <= (long double)s->volume.ball.radius - 0x1p-60L;
}

// Move b so that the volumes touch along a direction, or leave a gap there; return whether, after the
// rounding of b's translation, a's farthest point still lies in b.
static int make_touch(rng* r, placed_side* a, placed_side* b, double gap)
{
    const long3 direction = random_direction(r, a, b);
    long3 back = direction;
    for (int k = 0; k < 3; k++)
        back.x[k] = -back.x[k];
    const long3 y_a = farthest_point(r, a, &direction), y_b = farthest_point(r, b, &back);
    for (int k = 0; k < 3; k++)
        b->map.translation[k] = 0;
    const long3 wanted = to_world(a, &y_a), got = to_world(b, &y_b);
    for (int k = 0; k < 3; k++)
        b->map.translation[k] =
            (double)(wanted.x[k] - got.x[k] + (long double)gap * direction.x[k]);
    const long3 y = from_world(b, &wanted);
    return is_in(b, &y);
}

static int sides_are_apart(const placed_side* a, const placed_side* b, int with_margin)
{
    const relative_side side_a = {&a->map, &a->frame}, side_b = {&b->map, &b->frame};
    relative_pose relative;
    hybrid_constants c;
    placed_hybrid placed;
    relative_pose_prepare(&relative, &side_a, &side_b);
    if (!with_margin) {
        relative.linear_error = relative.translation_error = 0;
        relative.rotation_error = relative.rotation_defect = 0;
    }
    hybrid_prepare(&c, &relative);
    if (!with_margin) {
        c.ball.centre_error = c.box.centre_error = 0;
        c.box.rate = c.box_rate = c.distance_rate = 0;
    }
    hybrid_place(&c, &b->volume, &placed);
    if (a->is_box && b->is_box) return aabb_apart(&c.box, &a->volume.box, &placed.box);
    if (a->is_box) return aabb_sphere_apart(&c, &a->volume.box, &placed.ball);
    if (b->is_box) return sphere_aabb_apart(&c, &a->volume.ball, &placed.box);
    return sphere_apart(&c.ball, &a->volume.ball, &placed.ball);
}

static const char* const pair_names[4] = {"box, box", "box, sphere", "sphere, box",
                                          "sphere, sphere"};

static void touching_volumes_are_never_apart(void** state)
{
    (void)state;
    static hybrid pool[POOL];
    make_pool(pool);
    rng r = {33};
    size_t touching[4] = {0}, missed[4] = {0}, total = 0;
    for (int i = 0; total < CASES(400000); i++) {
        const double reach = i % 3 == 0 ? 1000 : 1;
        const int pair = i / 7 % 4;
        placed_side a = random_side(&r, pool, reach, pair < 2);
        placed_side b = random_side(&r, pool, reach, pair % 2 == 0);
        if (i % 4 == 0) {  // the same axes, or nearly
            memcpy(b.pose.rotation, a.pose.rotation, sizeof b.pose.rotation);
            b.pose.scale = a.pose.scale;
            b.volume = a.volume;
            if (i % 8 == 0) b.pose.rotation[0][1] += 1e-9 * rng_signed(&r);
        }
        if (affine_from_pose(&a.map, &a.pose) || affine_from_pose(&b.map, &b.pose)) continue;
        if (!make_touch(&r, &a, &b, 0)) continue;
        total++;
        touching[pair]++;
        missed[pair] += (size_t)sides_are_apart(&a, &b, 0);
        const float_mode* mode = &float_modes[i % FLOAT_MODE_COUNT];
        float_mode_enter(mode);
        const int apart = sides_are_apart(&a, &b, 1), mirrored = sides_are_apart(&b, &a, 1);
        float_mode_leave();
        if (apart || mirrored)
            fail_msg("pair %d (%s) is called apart (%s)", i, pair_names[pair], mode->name);
    }
    for (int pair = 0; pair < 4; pair++) {
        print_message("%s: called apart without the margin: %zu of %zu\n", pair_names[pair],
                      missed[pair], touching[pair]);
        assert_true(missed[pair] > touching[pair] / 100);  // the attack does attack
    }
}

// At a gap of a thousandth of a unit along some direction; poses that are rigid but for roundings.
static void volumes_at_a_small_gap_are_apart(void** state)
{
    (void)state;
    static hybrid pool[POOL];
    make_pool(pool);
    rng r = {34};
    size_t apart[4] = {0}, total[4] = {0};
    for (int i = 0; i < 40000; i++) {
        const int pair = i % 4;
        placed_side a = random_side(&r, pool, 1, pair < 2);
        placed_side b = random_side(&r, pool, 1, pair % 2 == 0);
        a.pose = pose_random(&r, 1);
        b.pose = pose_random(&r, 1);
        b.pose.scale = 1.1;
        if (affine_from_pose(&a.map, &a.pose) || affine_from_pose(&b.map, &b.pose)) continue;
        make_touch(&r, &a, &b, 1e-3);
        total[pair]++;
        apart[pair] += (size_t)sides_are_apart(&a, &b, 1);
    }
    for (int pair = 0; pair < 4; pair++) {
        print_message("%s: apart at a small gap: %zu of %zu\n", pair_names[pair], apart[pair],
                      total[pair]);
        assert_int_equal(apart[pair], total[pair]);
    }
}

static void nothing_is_claimed_of_bad_numbers(void** state)
{
    (void)state;
    const float bad[2] = {NAN, INFINITY};
    placed_side a = {.is_box = 0}, b;
    a.volume = (hybrid){{{0, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, 1}, 1};
    assert_int_equal(affine_from_pose(&a.map, &a.pose), ABUT_OK);
    b = a;
    b.map.translation[0] = 9;
    for (int pair = 0; pair < 4; pair++) {
        a.is_box = pair < 2;
        b.is_box = pair % 2 == 0;
        assert_int_equal(sides_are_apart(&a, &b, 1), 1);
        for (int i = 0; i < 4; i++) {
            placed_side broken = i < 2 ? a : b;
            const float number = bad[i % 2];
            broken.volume.box.half[0] = broken.volume.ball.radius = number;
            assert_int_equal(
                i < 2 ? sides_are_apart(&broken, &b, 1) : sides_are_apart(&a, &broken, 1), 0);
        }
    }
}

// The unit follows the larger model and the distance: no overflow, and culling at every ratio.
static void sizes_and_distances_may_differ_by_any_power_of_two(void** state)
{
    (void)state;
    rng r = {35};
    for (int i = 0; i < 8000; i++) {
        placed_side a = {.is_box = i % 4 < 2};
        a.volume = (hybrid){{{0, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, 1}, 1};
        placed_side b = a;
        b.is_box = i % 2 == 0;
        a.pose = pose_random(&r, 0);
        b.pose = pose_random(&r, 0);
        a.pose.scale = ldexp(1, (int)rng_below(&r, 600) - 300);
        b.pose.scale = ldexp(1, (int)rng_below(&r, 600) - 300);
        a.frame.exponent = (int)rng_below(&r, 1700) - 1000;
        b.frame.exponent = (int)rng_below(&r, 1700) - 1000;
        assert_int_equal(affine_from_pose(&a.map, &a.pose), ABUT_OK);
        assert_int_equal(affine_from_pose(&b.map, &b.pose), ABUT_OK);
        assert_int_equal(sides_are_apart(&a, &b, 1), 0);
        const int top = (int)fmax(ilogb(a.pose.scale) + a.frame.exponent,
                                  ilogb(b.pose.scale) + b.frame.exponent);
        if (top < -1010 || top > 1000) continue;
        b.map.translation[0] = ldexp(1, top + 3 + (int)rng_below(&r, (size_t)(1010 - top)));
        assert_int_equal(sides_are_apart(&a, &b, 1), 1);
        assert_int_equal(sides_are_apart(&b, &a, 1), 1);
    }
}

// ------------------------------------------------------------------------------------------ checks

// What holds says is part of these checks: it is what the tests of trees rely on.
static void checks_find_what_is_broken(void** state)
{
    (void)state;
    hybrid good = {.box = {{0, 1, 2}, {1, 1, 1}}, .ball = {{0, 1, 2}, 2}}, both = good;
    assert_null(hybrid_class.check(&good, 0));
    both.box.centre[1] = 3.5F;
    assert_string_equal(aabb_class.check(&both.box, 0), "a box is far away");
    assert_string_equal(hybrid_class.check(&both, 0), "a box is far away");
    both = good;
    both.box.half[2] = 0;
    assert_string_equal(aabb_class.check(&both.box, 0), "a box is too thin");
    both = good;
    both.ball.centre[2] = NAN;
    assert_string_equal(sphere_class.check(&both.ball, 0), "a sphere is far away");
    assert_string_equal(hybrid_class.check(&both, 0), "a sphere is far away");
    both = good;
    both.ball.radius = 0;
    assert_string_equal(sphere_class.check(&both.ball, 0), "a sphere is too small");
    both = good;
    both.tests = 3;
    assert_string_equal(hybrid_class.check(&both, 0), "a node tests neither sphere nor box");
    const long double inside[3] = {0.5L, 1, 2}, corner[3] = {1, 2, 3}, beyond[3] = {0, 1, 3.5L};
    good.ball.radius = 1.5F;
    assert_true(hybrid_class.holds(&good, inside));
    assert_true(aabb_class.holds(&good.box, corner));
    assert_false(hybrid_class.holds(&good, corner));
    assert_false(hybrid_class.holds(&good, beyond));
}

// Where nothing of a set is in a cell, the volume is small, and in the cell.
static void sets_beside_a_cell_get_a_place_in_it(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 5, 3);
    fitted f = fit_begin(&s);
    const range3 set = range_of_set(&f.set);
    const volume_options options = {.volumes = ABUT_VOLUMES_BOTH, .sphere_ratio = 1};
    for (int side = 0; side < 6; side++) {
        const int k = side / 2;
        range3 cell = set;
        cell.low[k] = side % 2 ? set.high[k] + 0.25 : set.low[k] - 0.5;
        cell.high[k] = cell.low[k] + 0.25;
        hybrid both;
        hybrid_class.fit_part(&both, &f.set, &cell, &options);
        const double low = (double)both.box.centre[k] - (double)both.box.half[k];
        const double high = (double)both.box.centre[k] + (double)both.box.half[k];
        assert_true(low >= cell.low[k] - 1e-5 && high <= cell.high[k] + 1e-5);
        assert_true(high - low < 1e-5);
    }
    fit_end(&f);
    soup_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(volumes_hold_every_sort_of_soup),
        cmocka_unit_test(volumes_hold_models_of_all_sizes_and_places),
        cmocka_unit_test(spheres_are_the_least_or_nearly),
        cmocka_unit_test(textbook_spheres_are_found),
        cmocka_unit_test(boxes_are_as_tight_as_floats_allow),
        cmocka_unit_test(touching_volumes_are_never_apart),
        cmocka_unit_test(volumes_at_a_small_gap_are_apart),
        cmocka_unit_test(nothing_is_claimed_of_bad_numbers),
        cmocka_unit_test(sizes_and_distances_may_differ_by_any_power_of_two),
        cmocka_unit_test(checks_find_what_is_broken),
        cmocka_unit_test(sets_beside_a_cell_get_a_place_in_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
