// test_soup.c - soups checked, copied and merged; and the frame that scales them.
#include "base/bits.h"
#include "base/host.h"
#include "soup/frame.h"
#include "soup/soup.h"
#include "support/float_mode.h"
#include "support/soups.h"

#include <float.h>

static const uint32_t one_triangle[3] = {0, 1, 2};
static const double corner[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
static const float corner_float[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};

// ------------------------------------------------------------------------------------------ checks

static void malformed_soups_are_bad_arguments(void** state)
{
    (void)state;
    const abut_soup none = {0};
    const abut_soup both = {corner, corner_float, one_triangle, 3, 1};
    const abut_soup no_vertices = {NULL, NULL, one_triangle, 3, 1};
    const abut_soup no_triangles = {corner, NULL, NULL, 3, 1};
    const abut_soup of_double = {corner, NULL, one_triangle, 3, 1};
    const abut_soup of_float = {NULL, corner_float, one_triangle, 3, 1};
    abut_soup_report report = {.first_non_finite = 77};
    assert_int_equal(abut_soup_check(NULL, &report), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_soup_check(&both, &report), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_soup_check(&no_vertices, &report), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_soup_check(&no_triangles, &report), ABUT_BAD_ARGUMENT);
    assert_int_equal(report.first_non_finite, 77);
    assert_int_equal(abut_soup_check(&none, &report), ABUT_OK);
    assert_int_equal(abut_soup_check(&of_double, NULL), ABUT_OK);
    assert_int_equal(abut_soup_check(&of_float, &report), ABUT_OK);
    assert_int_equal(report.first_non_finite, 3);
    assert_int_equal(report.first_bad_triangle, 1);
}

static void soups_beyond_the_limits_are_too_large(void** state)
{
    (void)state;
    abut_soup_report report = {.bad_triangles = 77};
    const abut_soup triangles = {corner, NULL, one_triangle, 3, (size_t)1 << 31};
    const abut_soup vertices = {corner, NULL, one_triangle, ((size_t)1 << 32) - 1, 1};
    assert_int_equal(abut_soup_check(&triangles, &report), ABUT_TOO_LARGE);
    assert_int_equal(abut_soup_check(&vertices, &report), ABUT_TOO_LARGE);
    assert_int_equal(report.bad_triangles, 77);
}

static void bad_vertices_and_triangles_are_found_and_counted(void** state)
{
    (void)state;
    double vertices[18] = {0};
    vertices[7] = (double)NAN;
    vertices[8] = -(double)INFINITY;
    vertices[17] = (double)INFINITY;  // a vertex that no triangle uses
    const uint32_t triangles[12] = {0, 1, 3, 1, 2, 6, 0, 0, 0, UINT32_MAX, 1, 2};
    abut_soup soup = {vertices, NULL, triangles, 6, 4};
    abut_soup_report report;
    assert_int_equal(abut_soup_check(&soup, &report), ABUT_NOT_FINITE);
    assert_int_equal(report.non_finite_vertices, 2);
    assert_int_equal(report.first_non_finite, 2);
    assert_int_equal(report.bad_triangles, 2);
    assert_int_equal(report.first_bad_triangle, 1);
    vertices[7] = vertices[8] = vertices[17] = DBL_MAX;
    assert_int_equal(abut_soup_check(&soup, &report), ABUT_BAD_INDEX);
    assert_int_equal(report.non_finite_vertices, 0);
    assert_int_equal(report.first_non_finite, 6);
    abut_model* model = NULL;
    assert_int_equal(abut_model_build(&model, &soup, NULL), ABUT_BAD_INDEX);
    assert_null(model);
    float floats[9] = {0};
    floats[3] = INFINITY;
    soup = (abut_soup){.vertices_float = floats, .vertex_count = 3};
    assert_int_equal(abut_soup_check(&soup, &report), ABUT_NOT_FINITE);
    assert_int_equal(report.first_non_finite, 1);
}

// ------------------------------------------------------------------------------------------- merge

static soup_mesh copy_of(const abut_soup* soup)
{
    const abut_host host = host_complete(NULL);
    soup_mesh m;
    assert_int_equal(soup_mesh_copy(&m, soup, &host), ABUT_OK);
    return m;
}

static void free_copy(soup_mesh* m)
{
    const abut_host host = host_complete(NULL);
    soup_mesh_free(m, &host);
}

static void equal_vertices_become_one_in_order_of_appearance(void** state)
{
    (void)state;
    const double tiny = DBL_TRUE_MIN;
    const double vertices[8][3] = {{5, 0, 1},    {-0.0, 0, 2}, {5, -0.0, 1}, {0, 0, 2},
                                   {0, tiny, 2}, {0, -0.0, 2}, {0, tiny, 2}, {0, -tiny, 2}};
    const uint32_t triangles[9] = {0, 1, 2, 3, 4, 5, 6, 7, 2};
    const uint32_t expected[9] = {0, 1, 0, 1, 2, 1, 2, 3, 0};
    const abut_soup soup = {&vertices[0][0], NULL, triangles, 8, 3};
    for (int i = 0; i < FLOAT_MODE_COUNT; i++) {
        float_mode_enter(&float_modes[i]);
        soup_mesh m = copy_of(&soup);
        float_mode_leave();
        assert_int_equal(m.vertex_count, 4);
        assert_memory_equal(m.triangles, expected, sizeof expected);
        assert_true(double_bits(m.vertices[3]) == 0);  // -0 became 0
        assert_true(double_bits(m.vertices[7]) == double_bits(tiny));
        assert_int_equal(m.degenerate_count, 2);
        assert_int_equal(soup_mesh_corners(&m, 0).count, 2);
        assert_int_equal(soup_mesh_corners(&m, 1).count, 2);
        assert_int_equal(soup_mesh_corners(&m, 2).count, 3);
        free_copy(&m);
    }
}

static void many_vertices_merge_as_a_plain_search_would(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GRID, 700, 1);
    const abut_soup soup = soup_of(&s);
    soup_mesh m = copy_of(&soup);
    assert_in_range(m.vertex_count, 100, 125);
    for (size_t i = 0; i < s.vertex_count; i++)
        assert_memory_equal(m.vertices + 3 * (size_t)m.triangles[i], s.vertices + 3 * i, 24);
    for (size_t i = 0; i < m.vertex_count; i++) {
        for (size_t k = 0; k < i; k++)
            assert_memory_not_equal(m.vertices + 3 * i, m.vertices + 3 * k, 24);
    }
    free_copy(&m);
    soup_free(&s);
}

static void floats_are_converted_exactly_in_every_mode(void** state)
{
    (void)state;
    const float vertices[9] = {FLT_TRUE_MIN, -FLT_TRUE_MIN,          0.1f, FLT_MAX, -FLT_MAX,
                               -0.0f,        FLT_MIN - FLT_TRUE_MIN, 1,    3};
    const abut_soup soup = {NULL, vertices, one_triangle, 3, 1};
    double expected[9];
    for (int i = 0; i < 9; i++)
        expected[i] = (double)vertices[i] + 0.0;
    for (int i = 0; i < FLOAT_MODE_COUNT; i++) {
        float_mode_enter(&float_modes[i]);
        soup_mesh m = copy_of(&soup);
        float_mode_leave();
        assert_int_equal(m.vertex_count, 3);
        assert_memory_equal(m.vertices, expected, sizeof expected);
        free_copy(&m);
    }
}

static void corners_are_those_of_the_triangle(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GRID, 3000, 2);
    const abut_soup soup = soup_of(&s);
    soup_mesh m = copy_of(&soup);
    size_t degenerate = 0;
    for (uint32_t t = 0; t < s.triangle_count; t++) {
        const double* vertex[3];
        soup_mesh_vertices(&m, t, vertex);
        const corners expected = corners_of_triangle(vertex), got = soup_mesh_corners(&m, t);
        assert_int_equal(got.count, expected.count);
        for (int k = 0; k < got.count; k++)
            assert_int_equal(got.index[k], expected.index[k]);
        degenerate += got.count < 3;
    }
    assert_true(degenerate > 20);
    assert_int_equal(m.degenerate_count, degenerate);
    free_copy(&m);
    soup_free(&s);
}

// ------------------------------------------------------------------------------------------- frame

static void expect_frame_fits(const soup_data* s)
{
    const abut_soup soup = soup_of(s);
    for (int i = 0; i < FLOAT_MODE_COUNT; i++) {
        float_mode_enter(&float_modes[i]);
        soup_mesh m = copy_of(&soup);
        const frame f = frame_of_mesh(&m);
        double largest = 0;
        for (size_t v = 0; v < m.vertex_count; v++) {
            double y[3];
            frame_place(&f, m.vertices + 3 * v, y);
            for (int k = 0; k < 3; k++) {
                const long double exact =
                    ldexpl((long double)m.vertices[3 * v + (size_t)k], -f.exponent) -
                    (long double)f.origin[k];
                assert_true(fabsl((long double)y[k] - exact) <=
                            0x1p-52L * fabsl(exact) + 0x1p-1020L);
                if (fabs(y[k]) > largest) largest = fabs(y[k]);
            }
        }
        float_mode_leave();
        assert_true(largest <= 1 + 0x1p-50);
        for (int k = 0; k < 3; k++)
            assert_true(fabs(f.origin[k]) <= 0x1p60);
        free_copy(&m);
    }
}

static void frames_fit_models_of_all_sizes_and_places(void** state)
{
    (void)state;
    const double scales[] = {1, 0x1p1020, 0x1p-1000, 0x1p-1060, 0x1p-1074, 1e30, 0};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        soup_data s = soup_random(SOUP_GENERIC, 20, 3);
        soup_transform(&s, scales[i], 0);
        expect_frame_fits(&s);
        soup_free(&s);
    }
    const double shifts[] = {1, 1e16, 1e300, -DBL_MAX};
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
        soup_data s = soup_random(SOUP_GENERIC, 20, 4);
        soup_transform(&s, 1e-3, shifts[i]);
        expect_frame_fits(&s);
        soup_free(&s);
    }
    soup_data s = soup_separate(1);
    const double wide[9] = {DBL_MAX, -DBL_MAX, 0, -DBL_MAX, DBL_MAX, DBL_TRUE_MIN, 1, 2, 3};
    memcpy(s.vertices, wide, sizeof wide);
    expect_frame_fits(&s);
    soup_free(&s);
}

static void unit_and_moderation_are_those_of_the_coordinates(void** state)
{
    (void)state;
    static const struct {
        double vertices[9];
        int is_moderate;
        double unit;
    } of[] = {
        {{0, 1, 2, 3, 4, 5, 6, 7, 8}, 1, 1},
        {{0, 2, 4, -6, 8, 10, 12, 0, 2}, 1, 2},
        {{0.75, 1, 2, -0.125, 0, 0, 0, 0, 0}, 1, 0.125},
        {{0, 0, 0, 0, 0, 0, 0, 0, 0}, 1, 1},
        {{0x1p25, 1, 0, 0, 0, 0, 0, 0, 0}, 1, 1},  // 2^25 is below 2^26
        {{0x1p26, 1, 0, 0, 0, 0, 0, 0, 0}, 1, 0},
        {{0.1, 1, 0, 0, 0, 0, 0, 0, 0}, 1, 0},
        {{0x1p-240, 0x1p-240, 0, 0, 0, 0, 0, 0, 0}, 1, 0x1p-240},
        {{0x1p240, 0, 0, 0, 0, 0, 0, 0, 0}, 1, 0x1p240},
        {{0x1p-241, 0, 0, 0, 0, 0, 0, 0, 0}, 0, 0},
        {{1, 0, 0, 0, 0, 0, 0, 0, 0x1.8p240}, 0, 0},
        {{1, 0, 0, 0, -DBL_TRUE_MIN, 0, 0, 0, 0}, 0, 0},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            double vertices[9];
            memcpy(vertices, of[i].vertices, sizeof vertices);
            soup_mesh m = {.vertices = vertices, .vertex_count = 3};
            float_mode_enter(&float_modes[mode]);
            soup_mesh_measure(&m);
            float_mode_leave();
            assert_int_equal(m.is_moderate, of[i].is_moderate);
            assert_true(m.unit == of[i].unit);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(malformed_soups_are_bad_arguments),
        cmocka_unit_test(soups_beyond_the_limits_are_too_large),
        cmocka_unit_test(bad_vertices_and_triangles_are_found_and_counted),
        cmocka_unit_test(equal_vertices_become_one_in_order_of_appearance),
        cmocka_unit_test(many_vertices_merge_as_a_plain_search_would),
        cmocka_unit_test(floats_are_converted_exactly_in_every_mode),
        cmocka_unit_test(corners_are_those_of_the_triangle),
        cmocka_unit_test(frames_fit_models_of_all_sizes_and_places),
        cmocka_unit_test(unit_and_moderation_are_those_of_the_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
