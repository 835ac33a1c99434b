// test_points.c - abut_points and abut_solid: known answers, what is refused, options.
#include "support/boxes.h"
#include "support/float_mode.h"
#include "support/points_check.h"

// ------------------------------------------------------------------------------------------- known

// E8 of the design, and one point more: a box about the origin, signed.
enum { KNOWN = 4 };
static const double known_points[3 * KNOWN] = {1, 1, 1, 0, 0, 0, 2, 2, 2, 0.5, -0.25, 0.125};
static const double known_lo[] = {0, -1, 1.7320508075688772, -0.5},
                    known_hi[] = {0, -1, 1.7320508075688774, -0.5};
static const abut_side known_side[] = {ABUT_SIDE_ON, ABUT_SIDE_INSIDE, ABUT_SIDE_OUTSIDE,
                                       ABUT_SIDE_INSIDE};
static const uint32_t known_least[] = {2, 0, 2, 7};

static void check_known(const abut_point_answer* a, double scale)
{
    for (int p = 0; p < KNOWN; p++) {
        assert_int_equal(a[p].near_count, 1);
        assert_int_equal(a[p].near[0].triangle, known_least[p]);
        assert_int_equal(a[p].side, known_side[p]);
        assert_true(same_bits(a[p].signed_lo, known_lo[p] * scale));
        assert_true(same_bits(a[p].signed_hi, known_hi[p] * scale));
        if (known_side[p] == ABUT_SIDE_ON)
            assert_true(isnan(a[p].winding_lo) && isnan(a[p].winding_hi));
        else
            assert_true(same_bits(a[p].winding_lo, known_side[p] == ABUT_SIDE_INSIDE) &&
                        same_bits(a[p].winding_hi, a[p].winding_lo));
    }
}

static void test_known(void** state)
{
    (void)state;
    static const double scales[] = {0, 0x1p-300, 0x1p300, 0x1p-40};
    box_soup box;
    box_soup_make(&box, -1, -1, -1, 1, 1, 1);
    abut_batch* b = points_batch(NULL);
    for (int i = 0; i < 4 * POINT_WAYS; i++) {
        abut_model* m = distance_model(&box.soup, &distance_ways[i / 4], NULL);
        abut_solid* s = points_solid(m);
        const abut_point_ask ask = {.solid = s, .winding = 1};
        const double scale = i % 4 ? scales[i % 4] : 1;
        const abut_instance at = {.model = m, .pose = {.scale = scales[i % 4]}};
        double moved[3 * KNOWN];
        for (int k = 0; k < 3 * KNOWN; k++)
            moved[k] = known_points[k] * scale;
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            float_mode_enter(&float_modes[mode]);
            const abut_point_answer* a = points_ask(b, &at, moved, KNOWN, &ask);
            float_mode_leave();
            check_known(a, scale);
        }
        abut_solid_free(s);
        abut_model_free(m);
    }
    abut_batch_free(b);
}

// A box in a box in a box: parity, however they are oriented; and one that lacks a side does not count.
static void test_nested(void** state)
{
    (void)state;
    double vertices[4 * 24];
    uint32_t triangles[4 * 36];
    static const double size[] = {8, 4, 2, 1};
    for (int i = 0; i < 4; i++) {
        box_soup box;
        box_soup_make(&box, -size[i], -size[i], -size[i], size[i], size[i], size[i]);
        memcpy(vertices + 24 * i, box.vertices, sizeof box.vertices);
        for (int k = 0; k < 36; k++)
            triangles[36 * i + k] = 8 * (uint32_t)i + box_triangles[k];
    }
    for (int k = 36; k < 72; k += 3) {  // the second looks inward
        const uint32_t swap = triangles[k];
        triangles[k] = triangles[k + 1];
        triangles[k + 1] = swap;
    }
    // The last is open: no last triangle.
    const abut_soup soup = {
        .vertices = vertices, .triangles = triangles, .vertex_count = 32, .triangle_count = 47};
    static const double points[] = {9, 0, 0, 6, 1, 1, 3, 0, 0, 1.5, 0, 0, 0.5, 0, 0};
    static const abut_side side[] = {ABUT_SIDE_OUTSIDE, ABUT_SIDE_INSIDE, ABUT_SIDE_OUTSIDE,
                                     ABUT_SIDE_INSIDE, ABUT_SIDE_INSIDE};
    static const double turns[] = {0, 1, 0, 1};
    abut_batch* b = points_batch(NULL);
    for (int w = 0; w < POINT_WAYS; w++) {
        abut_model* m = distance_model(&soup, &distance_ways[w], NULL);
        abut_solid* s = points_solid(m);
        abut_solid_info info;
        assert_int_equal(abut_solid_describe(s, &info), ABUT_OK);
        assert_int_equal(info.component_count, 4);
        assert_int_equal(info.closed_count, 3);
        assert_int_equal(info.open_count, 1);
        assert_int_equal(info.unoriented_count, 0);
        assert_true(info.bytes > 0);
        const abut_instance at = {.model = m};
        const abut_point_ask ask = {.solid = s, .winding = 1};
        const abut_point_answer* a = points_ask(b, &at, points, 5, &ask);
        for (int i = 0; i < 5; i++) {
            assert_int_equal(a[i].side, side[i]);
            // What the open box adds is small where it is far, and much inside it.
            assert_true(a[i].winding_hi - a[i].winding_lo <= 2e-3);
            if (i < 4) {
                assert_true(fabs(a[i].winding_lo - turns[i]) < 0.06);
            } else {
                assert_true(a[i].winding_lo > 1.7 && a[i].winding_hi < 2);
            }
        }
        abut_solid_free(s);
        abut_model_free(m);
    }
    abut_batch_free(b);
}

static void test_texts(void** state)
{
    (void)state;
    assert_string_equal(abut_side_text(ABUT_SIDE_UNKNOWN), "unknown");
    assert_string_equal(abut_side_text(ABUT_SIDE_ON), "on");
    assert_string_equal(abut_side_text(ABUT_SIDE_INSIDE), "inside");
    assert_string_equal(abut_side_text(ABUT_SIDE_OUTSIDE), "outside");
    assert_null(abut_side_text((abut_side)4));
}

// ------------------------------------------------------------------------------------------ options

static void test_limits(void** state)
{
    (void)state;
    box_soup box;
    box_soup_make(&box, -1, -1, -1, 1, 1, 1);
    static const double points[] = {3, 0, 0, 0, 0, 1.5, 1, 1, 1};
    abut_batch* b = points_batch(NULL);
    for (int w = 0; w < POINT_WAYS; w++) {
        abut_model* m = distance_model(&box.soup, &distance_ways[w], NULL);
        abut_solid* s = points_solid(m);
        const abut_instance at = {.model = m};
        const abut_point_answer* a = points_ask(b, &at, points, 3, NULL);
        assert_int_equal(a[0].side, ABUT_SIDE_UNKNOWN);
        assert_true(isnan(a[0].signed_lo) && isnan(a[0].winding_hi));
        abut_point_ask ask = {.nearest = 100, .solid = s};
        a = points_ask(b, &at, points, 3, &ask);
        assert_int_equal(a[0].near_count, 12);
        assert_true(isnan(a[0].winding_lo));
        for (size_t i = 1; i < 12; i++)
            assert_true(a[0].near[i - 1].lo < a[0].near[i].lo ||
                        (same_bits(a[0].near[i - 1].lo, a[0].near[i].lo) &&
                         a[0].near[i - 1].triangle < a[0].near[i].triangle));
        ask.within = 2;  // as far as the first is
        a = points_ask(b, &at, points, 3, &ask);
        assert_int_equal(a[0].near_count, 2);
        assert_int_equal(a[0].near[0].triangle, 6);
        assert_int_equal(a[0].near[1].triangle, 7);
        ask.within = nextafter(2, 0);
        a = points_ask(b, &at, points, 3, &ask);
        assert_int_equal(a[0].near_count, 0);
        assert_int_equal(a[0].side, ABUT_SIDE_OUTSIDE);
        assert_true(isnan(a[0].signed_lo) && isnan(a[0].signed_hi));
        assert_true(a[1].near_count > 0);
        ask.within = (double)INFINITY;
        a = points_ask(b, &at, points, 3, &ask);
        assert_int_equal(a[0].near_count, 12);
        assert_int_equal(a[2].side, ABUT_SIDE_ON);
        a = points_ask(b, &at, NULL, 0, &ask);
        assert_non_null(a);
        abut_solid_free(s);
        abut_model_free(m);
    }
    abut_batch_free(b);
}

static void test_empty(void** state)
{
    (void)state;
    const abut_soup none = {.vertex_count = 0};
    static const double point[3] = {0, 0, 0};
    abut_batch* b = points_batch(NULL);
    for (int w = 0; w < POINT_WAYS; w++) {
        abut_model* m = distance_model(&none, &distance_ways[w], NULL);
        abut_solid* s = points_solid(m);
        const abut_instance at = {.model = m};
        const abut_point_ask ask = {.solid = s, .winding = 1};
        const abut_point_answer* a = points_ask(b, &at, point, 1, &ask);
        assert_int_equal(a->near_count, 0);
        assert_int_equal(a->side, ABUT_SIDE_UNKNOWN);
        assert_true(isnan(a->signed_lo) && a->winding_lo == 0 && a->winding_hi == 0);
        abut_solid_free(s);
        abut_model_free(m);
    }
    abut_batch_free(b);
}

static void test_refused(void** state)
{
    (void)state;
    box_soup box;
    box_soup_make(&box, -1, -1, -1, 1, 1, 1);
    abut_model *m = distance_model(&box.soup, &distance_ways[1], NULL),
               *other = distance_model(&box.soup, &distance_ways[1], NULL),
               *aabb = distance_model(&box.soup, &distance_ways[6], NULL);
    abut_solid *s = points_solid(m), *none = NULL;
    abut_solid_info info;
    abut_batch* b = points_batch(NULL);
    const abut_instance at = {.model = m}, of_aabb = {.model = aabb}, of_none = {.model = NULL};
    const abut_instance sheared = {.model = m, .pose = {.rotation = {{1, 1, 0}}}};
    const double point[3] = {0, 0, 0}, bad[3] = {0, (double)NAN, 0};
    const abut_point_answer* a = NULL;
    assert_int_equal(abut_points(NULL, &at, point, 1, NULL, &a), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_points(b, NULL, point, 1, NULL, &a), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_points(b, &of_none, point, 1, NULL, &a), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_points(b, &at, NULL, 1, NULL, &a), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_points(b, &at, point, 1, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_points(b, &at, bad, 1, NULL, &a), ABUT_NOT_FINITE);
    assert_int_equal(abut_points(b, &of_aabb, point, 1, NULL, &a), ABUT_BAD_COMBINATION);
    assert_int_equal(abut_points(b, &sheared, point, 1, NULL, &a), ABUT_NOT_RIGID);
    const struct {
        abut_point_ask ask;
        abut_status status;
    } asks[] = {
        {{.within = -1}, ABUT_BAD_ARGUMENT},
        {{.within = (double)NAN}, ABUT_NOT_FINITE},
        {{.winding = 1}, ABUT_BAD_COMBINATION},
        {{.winding = 2, .solid = s}, ABUT_BAD_ARGUMENT},
        {{.reserved = {0, 0, 0, 1}}, ABUT_BAD_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++)
        assert_int_equal(abut_points(b, &at, point, 1, &asks[i].ask, &a), asks[i].status);
    const abut_instance of_other = {.model = other};
    const abut_point_ask ask = {.solid = s};
    assert_int_equal(abut_points(b, &of_other, point, 1, &ask, &a), ABUT_BAD_COMBINATION);
    assert_null(a);
    assert_int_equal(abut_solid_build(NULL, m, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_solid_build(&none, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_solid_build(&none, aabb, NULL), ABUT_BAD_COMBINATION);
    assert_null(none);
    assert_int_equal(abut_solid_describe(NULL, &info), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_solid_describe(s, NULL), ABUT_BAD_ARGUMENT);
    abut_solid_free(NULL);
    abut_solid_free(s);
    abut_batch_free(b);
    abut_model_free(m);
    abut_model_free(other);
    abut_model_free(aabb);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known), cmocka_unit_test(test_nested),
        cmocka_unit_test(test_texts), cmocka_unit_test(test_limits),
        cmocka_unit_test(test_empty), cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
