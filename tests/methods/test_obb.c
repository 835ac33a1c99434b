// test_obb.c - boxes hold their triangles, are tight, and are never called apart when they touch.
#include "base/bits.h"
#include "base/host.h"
#include "methods/bound/obb_axes.h"
#include "methods/bound/obb_test.h"
#include "search/relative_pose.h"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/soups.h"
#include "support/touching_boxes.h"

#include "abut/methods.h"

#include <float.h>
#include <stdio.h>

// ------------------------------------------------------------------------------------------ fitting

static void expect_box_is_sound(const obb* box, const fitted* f, int as_float)
{
    assert_true(obb_defect(box) < (as_float ? 0x1p-21 : 0x1p-45));
    assert_true(absolute_max3(box->centre) < OBB_CENTRE_MAX);
    for (int i = 0; i < 3; i++) {
        assert_true(box->half[i] > 0 && box->half[i] < 3.5);
        if (!as_float) continue;
        assert_true((double)(float)box->half[i] == box->half[i]);
        assert_true((double)(float)box->centre[i] == box->centre[i]);
        for (int k = 0; k < 3; k++)
            assert_true((double)(float)box->axes.row[i][k] == box->axes.row[i][k]);
    }
    for (size_t v = 0; v < f->mesh.vertex_count; v++) {
        long3 y;
        for (int k = 0; k < 3; k++)
            y.x[k] = ldexpl((long double)f->mesh.vertices[3 * v + (size_t)k], -f->frame.exponent) -
                     (long double)f->frame.origin[k];
        const long3 along = in_box(box, &y);
        for (int k = 0; k < 3; k++)
            assert_true(fabsl(along.x[k]) <= (long double)box->half[k]);
    }
}

// Fit in every mode, in both storages, by each kind of fit and all together, below a parent and not.
static void expect_fits_contain(const soup_data* s)
{
    for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
        for (int as_float = 0; as_float < 2; as_float++) {
            for (unsigned fits = 1; fits <= 16; fits = fits == 8 ? 15 : fits * 2) {
                float_mode_enter(&float_modes[mode]);
                fitted f = fit_begin(s);
                obb box, child;
                const volume_options options = {.fits = fits};
                obb_fit(&box, &f.set, &options, NULL, as_float);
                obb_fit(&child, &f.set, &options, &box, as_float);
                float_mode_leave();
                expect_box_is_sound(&box, &f, as_float);
                expect_box_is_sound(&child, &f, as_float);
                fit_end(&f);
                if (fits == 15) break;
            }
        }
    }
}

static void boxes_hold_every_sort_of_soup(void** state)
{
    (void)state;
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
        for (size_t count = 1; count <= 50; count = count * 3 + 1) {
            soup_data s = soup_random((soup_sort)sort, count, 10 + count);
            expect_fits_contain(&s);
            soup_free(&s);
        }
    }
}

static void boxes_hold_models_of_all_sizes_and_places(void** state)
{
    (void)state;
    const double scales[] = {0x1p1020, 0x1p-1000, 0x1p-1074, 0};
    const double shifts[] = {1e5, 1e16, -1e300};
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
        for (size_t i = 0; i < 7; i++) {
            soup_data s = soup_random((soup_sort)sort, 9, 20);
            soup_transform(&s, i < 4 ? scales[i] : 1, i < 4 ? 0 : shifts[i - 4]);
            expect_fits_contain(&s);
            soup_free(&s);
        }
    }
    soup_data s = soup_separate(2);
    const double wide[18] = {DBL_MAX, -DBL_MAX, 0, -DBL_MAX, DBL_MAX, DBL_TRUE_MIN, 1,      2, 3,
                             -1e-300, 1e-308,   0, 0,        1e300,   DBL_MAX,      -1e299, 0, 1};
    memcpy(s.vertices, wide, sizeof wide);
    expect_fits_contain(&s);
    soup_free(&s);
}

static double volume(const obb* box)
{
    return 8 * box->half[0] * box->half[1] * box->half[2];
}

// A box of the given edges, turned at random: 12 triangles.
static soup_data turned_block(rng* r, const double edge[3])
{
    static const int block[12][3] = {{0, 1, 3}, {0, 3, 2}, {4, 7, 5}, {4, 6, 7},
                                     {0, 5, 1}, {0, 4, 5}, {2, 3, 7}, {2, 7, 6},
                                     {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};
    const abut_pose pose = pose_random(r, 0);
    soup_data s = soup_separate(12);
    for (size_t i = 0; i < 36; i++) {
        const int c = block[i / 3][i % 3];
        const double p[3] = {c & 1 ? edge[0] : 0, c & 2 ? edge[1] : 0, c & 4 ? edge[2] : 0};
        for (size_t k = 0; k < 3; k++)
            s.vertices[3 * i + k] = dot3(pose.rotation[k], p);
    }
    return s;
}

static void turned_blocks_get_the_best_box(void** state)
{
    (void)state;
    const double edges[3][3] = {{1, 1, 1}, {1, 2, 3}, {1, 0.01, 5}};
    rng r = {31};
    for (int i = 0; i < 300; i++) {
        soup_data s = turned_block(&r, edges[i % 3]);
        fitted f = fit_begin(&s);
        const double unit = ldexp(1, -f.frame.exponent);
        const double best = edges[i % 3][0] * edges[i % 3][1] * edges[i % 3][2];
        obb box;
        fit_with(&box, &f.set, i % 2 ? ABUT_FIT_DITO14 : ALL_FITS, i % 4 < 2);
        const double got = volume(&box) / (unit * unit * unit);
        assert_true(got >= best * (1 - 1e-12));
        assert_true(got <= best * 1.001);
        fit_end(&f);
        soup_free(&s);
    }
}

// A triangle as wide as 2^-40 of its length, more or less by rounding: seen as a line by one question
// of the ditetrahedron and as a plane by the next. Its box must be as thin as it is.
static void needles_on_the_verge_of_a_line_get_thin_boxes(void** state)
{
    (void)state;
    rng r = {33};
    for (int i = 0; i < 20000; i++) {
        const abut_pose pose = pose_random(&r, 0);
        const double length = 1.5 + rng_signed(&r),
                     width = 0x1p-40 * (1 + 0x1p-10 * rng_signed(&r));
        soup_data s = soup_separate(1);
        for (size_t k = 0; k < 3; k++) {
            s.vertices[k] = 0.3 * rng_signed(&r);
            s.vertices[3 + k] = s.vertices[k] + length * pose.rotation[k][0];
            s.vertices[6 + k] = s.vertices[3 + k] + length * width * pose.rotation[k][1];
        }
        fitted f = fit_begin(&s);
        obb box;
        fit_with(&box, &f.set, ABUT_FIT_DITO14, 0);
        expect_box_is_sound(&box, &f, 0);
        int thin = 0;
        for (int k = 0; k < 3; k++)
            thin += box.half[k] < 0x1p-38;
        assert_int_equal(thin, 2);
        fit_end(&f);
        soup_free(&s);
    }
}

// Constants of the covariance: a box of edges 1, 2, 3 has the diagonal (23, 68, 135) / 132 and so the
// axes of the box, also when it is turned.
static void principal_axes_are_those_of_the_surface(void** state)
{
    (void)state;
    const double edge[3] = {1, 2, 3};
    rng r = {32};
    for (int i = 0; i < 100; i++) {
        soup_data s = turned_block(&r, edge);
        fitted f = fit_begin(&s);
        obb box;
        fit_with(&box, &f.set, ABUT_FIT_PCA, 0);
        const double unit = ldexp(1, -f.frame.exponent);
        assert_true(volume(&box) / (unit * unit * unit) < 6 * (1 + 1e-9));
        fit_end(&f);
        soup_free(&s);
    }
}

static void the_best_of_all_fits_is_no_worse_than_any(void** state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        soup_data s = soup_random((soup_sort)(seed % SOUP_SORT_COUNT), 1 + seed % 17, seed);
        fitted f = fit_begin(&s);
        obb best;
        fit_with(&best, &f.set, ALL_FITS, 0);
        const double best_area = half_area_of_box(best.half);
        for (unsigned fits = 1; fits < 16; fits *= 2) {
            obb box;
            fit_with(&box, &f.set, fits, 0);
            assert_true(best_area <= half_area_of_box(box.half) * (1 + 1e-9) + 1e-12);
        }
        fit_end(&f);
        soup_free(&s);
    }
}

static void flat_and_straight_sets_get_flat_and_straight_boxes(void** state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        const soup_sort sorts[3] = {SOUP_FLAT, SOUP_LINE, SOUP_POINTS};
        for (int i = 0; i < 3; i++) {
            soup_data s = soup_random(sorts[i], i == 2 ? 1 : 12, seed);
            fitted f = fit_begin(&s);
            for (unsigned fits = 2; fits <= 8; fits += 6) {
                obb box;
                fit_with(&box, &f.set, fits, 0);
                int thin = 0;
                for (int k = 0; k < 3; k++)
                    thin += box.half[k] < 1e-7;
                assert_int_equal(thin, i + 1);
            }
            fit_end(&f);
            soup_free(&s);
        }
    }
}

// -------------------------------------------------------------------------------------- are they apart

static int sides_are_apart(const placed_side* a, const placed_side* b, int with_margin)
{
    const relative_side side_a = {&a->map, &a->frame}, side_b = {&b->map, &b->frame};
    relative_pose relative;
    obb_constants constants;
    placed_obb placed;
    relative_pose_prepare(&relative, &side_a, &side_b);
    obb_prepare(&constants, &relative, obb_defect(&a->box), obb_defect(&b->box));
    obb_place(&constants, &b->box, &placed);
    if (!with_margin) {
        placed.error = 0;
        constants.margin = (obb_margin){0, 0, 0};
    }
    return obb_apart(&a->box, relative.a_scale, &placed, &constants.margin);
}

static void touching_boxes_are_never_apart(void** state)
{
    (void)state;
    static obb pool[POOL];
    make_pool(pool, 0);
    rng r = {33};
    size_t touching = 0, missed_without_margin = 0;
    for (int i = 0; touching < CASES(200000); i++) {
        placed_side a, b;
        if (!random_sides(&r, pool, (size_t)i, &a, &b)) continue;
        if (!make_touch(&r, &a, &b)) continue;
        touching++;
        missed_without_margin += (size_t)sides_are_apart(&a, &b, 0);
        const float_mode* mode = &float_modes[i % FLOAT_MODE_COUNT];
        float_mode_enter(mode);
        const int apart = sides_are_apart(&a, &b, 1), mirrored = sides_are_apart(&b, &a, 1);
        float_mode_leave();
        if (apart || mirrored) fail_msg("pair %d is called apart (%s)", i, mode->name);
    }
    print_message("called apart without the margin: %zu of %zu\n", missed_without_margin, touching);
    assert_true(missed_without_margin > touching / 100);  // the attack does attack
}

// Boxes at a gap of a thousandth of their size, beyond a face of one of them.
static void boxes_at_a_small_gap_are_apart(void** state)
{
    (void)state;
    static obb pool[POOL];
    make_pool(pool, 0);
    rng r = {34};
    size_t apart = 0, total = 0;
    for (int i = 0; i < 20000; i++) {
        placed_side a = random_side(&r, pool, 1), b = random_side(&r, pool, 1);
        placed_side *face = i % 2 ? &a : &b, *other = i % 2 ? &b : &a;
        if (affine_from_pose(&a.map, &a.pose) || affine_from_pose(&b.map, &b.pose)) continue;
        make_gap(&r, face, other, 1e-3);
        total++;
        apart += (size_t)sides_are_apart(&a, &b, 1);
    }
    print_message("apart: %zu of %zu\n", apart, total);
    assert_true(total > 10000);
    assert_true((double)apart > 0.99 * (double)total);
}

// With numbers beyond all measure nothing is claimed.
static void nothing_is_claimed_of_infinite_boxes(void** state)
{
    (void)state;
    const obb a = {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {0, 0, 0}, {1, 1, 1}};
    placed_obb b = {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {9, 0, 0}, {1, 1, 1}, 0, 0};
    obb_margin margin = {0, 0, 0};
    assert_int_equal(obb_apart(&a, 1, &b, &margin), 1);
    b.error = (double)INFINITY;
    assert_int_equal(obb_apart(&a, 1, &b, &margin), 0);
    b.error = (double)NAN;
    assert_int_equal(obb_apart(&a, 1, &b, &margin), 0);
    b.error = 0;
    b.centre[1] = (double)NAN;
    assert_int_equal(obb_apart(&a, 1, &b, &margin), 0);
    b.centre[1] = (double)INFINITY;
    assert_int_equal(obb_apart(&a, 1, &b, &margin), 0);
}

// Two unit cubes, b turned by 45 degrees about z: they touch at a distance of 1/2 + sqrt(1/2).
static void the_textbook_distance_is_found(void** state)
{
    (void)state;
    const double touch = 1.2071067811865475;
    placed_side a = {.box = {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {0, 0, 0}, {0.5, 0.5, 0.5}}};
    placed_side b = a;
    const double axis[3] = {0, 0, 1};
    assert_int_equal(abut_pose_from_axis_angle(&b.pose, axis, 45), ABUT_OK);
    assert_int_equal(affine_from_pose(&a.map, &a.pose), ABUT_OK);
    assert_int_equal(affine_from_pose(&b.map, &b.pose), ABUT_OK);
    b.map.translation[0] = touch;
    assert_int_equal(sides_are_apart(&a, &b, 1), 0);
    b.map.translation[0] = touch * (1 + 1e-11);
    assert_int_equal(sides_are_apart(&a, &b, 1), 1);
}

// The unit follows the larger model and the distance: no overflow, and culling at every ratio.
static void sizes_and_distances_may_differ_by_any_power_of_two(void** state)
{
    (void)state;
    rng r = {35};
    for (int i = 0; i < 4000; i++) {
        placed_side a = {.box = {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {0, 0, 0}, {1, 1, 1}}};
        placed_side b = a;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_hold_every_sort_of_soup),
        cmocka_unit_test(boxes_hold_models_of_all_sizes_and_places),
        cmocka_unit_test(turned_blocks_get_the_best_box),
        cmocka_unit_test(needles_on_the_verge_of_a_line_get_thin_boxes),
        cmocka_unit_test(principal_axes_are_those_of_the_surface),
        cmocka_unit_test(the_best_of_all_fits_is_no_worse_than_any),
        cmocka_unit_test(flat_and_straight_sets_get_flat_and_straight_boxes),
        cmocka_unit_test(touching_boxes_are_never_apart),
        cmocka_unit_test(boxes_at_a_small_gap_are_apart),
        cmocka_unit_test(nothing_is_claimed_of_infinite_boxes),
        cmocka_unit_test(the_textbook_distance_is_found),
        cmocka_unit_test(sizes_and_distances_may_differ_by_any_power_of_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
