// test_rays.c - abut_rays: known answers, what is refused; closed surfaces are gone through an even number of times, sheets once,
// segments alike in both directions.
#include "geom/pose.h"
#include "support/boxes.h"
#include "support/float_mode.h"
#include "support/rays_check.h"
#include "support/share.h"

#include "abut/change.h"

#include <stdio.h>

// ------------------------------------------------------------------------------------------- known

// E7 of the design: a box about the origin, and the diagonal that both triangles of a face share.
static void check_known(const abut_ray_answer* a, double scale)
{
    static const uint32_t triangle[4] = {2, 3, 0, 1};
    static const double t[4] = {4, 4, 6, 6};
    assert_int_equal(a->hit_count, 4);
    assert_int_equal(a->touch_count, 4);
    assert_int_equal(a->crossing_count, 2);
    assert_int_equal(a->hits[0].is_crossing + a->hits[1].is_crossing, 1);
    assert_int_equal(a->hits[2].is_crossing + a->hits[3].is_crossing, 1);
    for (int i = 0; i < 4; i++) {
        const abut_ray_hit* h = &a->hits[i];
        assert_int_equal(h->triangle, triangle[i]);
        assert_true(h->t_lo == t[i] && h->t_hi == t[i]);
        assert_int_equal(h->facing, i < 2 ? ABUT_FACING_FRONT : ABUT_FACING_BACK);
        assert_in_range(h->feature, ABUT_FEATURE_EDGE_0, ABUT_FEATURE_EDGE_2);
        assert_true(h->point[0] == 0 && h->point[1] == 0);
        assert_true(same_bits(h->point[2], i < 2 ? scale : -scale));
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
        const double scale = i % 4 ? scales[i % 4] : 1;
        const abut_instance at = {.model = m, .pose = {.scale = scales[i % 4]}};
        const double origin[3] = {0, 0, 5 * scale}, way[3] = {0, 0, -scale};
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            abut_ray_ask ask = {.want = ABUT_RAY_WANT_ALL};
            float_mode_enter(&float_modes[mode]);
            const abut_ray_answer* a = rays_ask(b, &at, origin, way, 1, &ask);
            float_mode_leave();
            check_known(a, scale);
            a = rays_ask(b, &at, origin, way, 1, NULL);
            assert_int_equal(a->hit_count, 1);
            assert_int_equal(a->hits->triangle, 2);
            assert_int_equal(a->touch_count + a->crossing_count, 0);
            ask.want = ABUT_RAY_WANT_COUNT;
            a = rays_ask(b, &at, origin, way, 1, &ask);
            assert_true(!a->hits && a->touch_count == 4 && a->crossing_count == 2);
        }
        abut_model_free(m);
    }
    abut_batch_free(b);
}

static void test_limits(void** state)
{
    (void)state;
    static const struct {
        abut_ray_ask ask;
        size_t touches, crossings;
    } asks[] = {
        {{.t_least = 4}, 2, 2},  // moved, it begins above the side at z = 1
        {{.t_least = 4.5}, 1, 1},
        {{.t_least = 6}, 1, 1},
        {{.t_least = 6.5}, 0, 0},
        {{.t_most = 4}, 1, 0},  // and ends above it
        {{.t_most = 3.5}, 0, 0},
        {{.t_most = 6}, 2, 1},
        {{.t_least = 4, .t_most = 4}, 1, 0},
        {{.t_most = (double)INFINITY}, 2, 2},
    };
    box_soup box;
    box_soup_make(&box, -1, -1, -1, 1, 1, 1);
    const double origin[3] = {0.5, 0.25, 5}, way[3] = {0, 0, -1}, end[3] = {0.5, 0.25, 4};
    abut_batch* b = points_batch(NULL);
    for (int w = 0; w < POINT_WAYS; w++) {
        abut_model* m = distance_model(&box.soup, &distance_ways[w], NULL);
        const abut_instance at = {.model = m};
        for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
            abut_ray_ask ask = asks[i].ask;
            ask.want = ABUT_RAY_WANT_COUNT;
            const abut_ray_answer* a = rays_ask(b, &at, origin, way, 1, &ask);
            assert_int_equal(a->touch_count, asks[i].touches);
            assert_int_equal(a->crossing_count, asks[i].crossings);
            // The same limits cut a segment off, but for its own end.
            ask.segments = 1;
            a = rays_ask(b, &at, origin, end, 1, &ask);
            assert_int_equal(a->touch_count + a->crossing_count, 0);
        }
        abut_model_free(m);
    }
    abut_batch_free(b);
}

// A model without its upper side: triangles that were removed are met no more.
static void test_removed(void** state)
{
    (void)state;
    static const uint32_t upper[] = {2, 3};
    const double origins[] = {0, 0, 5, 0.5, 0.25, 5}, ways[] = {0, 0, -1, 0, 0, -1};
    box_soup box;
    box_soup_make(&box, -1, -1, -1, 1, 1, 1);
    abut_batch* b = points_batch(NULL);
    for (int w = 0; w < POINT_WAYS; w++) {
        abut_model *m = distance_model(&box.soup, &distance_ways[w], NULL), *open = NULL;
        const abut_edit edit = {.removed = upper, .removed_count = 2};
        assert_int_equal(abut_model_edit(&open, m, &edit, NULL, NULL), ABUT_OK);
        const abut_instance at = {.model = open};
        const abut_ray_ask all = {.want = ABUT_RAY_WANT_ALL};
        const abut_ray_answer* a = rays_ask(b, &at, origins, ways, 2, &all);
        assert_true(a[0].touch_count == 2 && a[1].touch_count == 1);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(a[i].crossing_count, 1);
            assert_true(a[i].hits[0].triangle < 2 && a[i].hits[0].t_lo == 6);
        }
        abut_model_free(open);
        abut_model_free(m);
    }
    abut_batch_free(b);
}

static void test_texts(void** state)
{
    (void)state;
    assert_string_equal(abut_facing_text(ABUT_FACING_NONE), "none");
    assert_string_equal(abut_facing_text(ABUT_FACING_FRONT), "front");
    assert_string_equal(abut_facing_text(ABUT_FACING_BACK), "back");
    assert_null(abut_facing_text((abut_facing)3));
}

static void test_empty(void** state)
{
    (void)state;
    const abut_soup none = {.vertex_count = 0};
    static const double x[3] = {0, 0, 0}, way[3] = {1, 0, 0};
    abut_batch* b = points_batch(NULL);
    for (int w = 0; w < POINT_WAYS; w++) {
        abut_model* m = distance_model(&none, &distance_ways[w], NULL);
        const abut_instance at = {.model = m};
        for (int want = 0; want <= ABUT_RAY_WANT_COUNT; want++) {
            const abut_ray_ask ask = {.want = (abut_ray_want)want};
            const abut_ray_answer* a = rays_ask(b, &at, x, way, 1, &ask);
            assert_int_equal(a->hit_count + a->touch_count + a->crossing_count, 0);
            assert_non_null(rays_ask(b, &at, NULL, NULL, 0, &ask));
        }
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
               *aabb = distance_model(&box.soup, &distance_ways[6], NULL);
    abut_batch* b = points_batch(NULL);
    const abut_pose scaled = {.scale = 2};
    const abut_instance at = {.model = m}, of_aabb = {.model = aabb}, of_none = {.model = NULL};
    const abut_instance sheared = {.model = m, .pose = {.rotation = {{1, 1, 0}}}};
    const abut_instance framed = {.model = m, .frame = &scaled};
    const double x[3] = {0, 0, 0}, way[3] = {0, 1, 0}, bad[3] = {0, (double)NAN, 0};
    const abut_ray_answer* a = NULL;
    assert_int_equal(abut_rays(NULL, &at, x, way, 1, NULL, &a), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_rays(b, NULL, x, way, 1, NULL, &a), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_rays(b, &of_none, x, way, 1, NULL, &a), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_rays(b, &at, NULL, way, 1, NULL, &a), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_rays(b, &at, x, NULL, 1, NULL, &a), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_rays(b, &at, x, way, 1, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_rays(b, &at, x, x, 1, NULL, &a), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_rays(b, &at, bad, way, 1, NULL, &a), ABUT_NOT_FINITE);
    assert_int_equal(abut_rays(b, &at, x, bad, 1, NULL, &a), ABUT_NOT_FINITE);
    assert_int_equal(abut_rays(b, &of_aabb, x, way, 1, NULL, &a), ABUT_BAD_COMBINATION);
    assert_int_equal(abut_rays(b, &sheared, x, way, 1, NULL, &a), ABUT_NOT_RIGID);
    assert_int_equal(abut_rays(b, &framed, x, way, 1, NULL, &a), ABUT_BAD_SCALE);
    const struct {
        abut_ray_ask ask;
        abut_status status;
    } asks[] = {
        {{.want = (abut_ray_want)4}, ABUT_BAD_ARGUMENT},
        {{.segments = 2}, ABUT_BAD_ARGUMENT},
        {{.t_least = -0x1p-1070}, ABUT_BAD_ARGUMENT},
        {{.t_most = -1}, ABUT_BAD_ARGUMENT},
        {{.t_least = 2, .t_most = 1}, ABUT_BAD_ARGUMENT},
        {{.t_least = 0x1p-1070, .t_most = 0x1p-1071}, ABUT_BAD_ARGUMENT},
        {{.t_least = (double)INFINITY}, ABUT_NOT_FINITE},
        {{.t_least = (double)NAN}, ABUT_NOT_FINITE},
        {{.t_most = (double)NAN}, ABUT_NOT_FINITE},
        {{.reserved = {0, 0, 0, 1}}, ABUT_BAD_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++)
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            float_mode_enter(&float_modes[mode]);
            const abut_status status = abut_rays(b, &at, x, way, 1, &asks[i].ask, &a);
            float_mode_leave();
            assert_int_equal(status, asks[i].status);
        }
    assert_null(a);
    // A direction that is next to nothing is one, and a segment may have both ends in one point.
    const double little[3] = {0, 0x1p-1074, 0};
    const abut_ray_ask segments = {.segments = 1};
    assert_int_equal(rays_ask(b, &at, x, little, 1, NULL)->hit_count, 1);
    assert_int_equal(rays_ask(b, &at, x, x, 1, &segments)->hit_count, 0);
    abut_batch_free(b);
    abut_model_free(m);
    abut_model_free(aabb);
}

// ------------------------------------------------------------------------------------------- closed

// Cut the side from corner 0 to corner 1 of both triangles about it in two, and put a triangle without area between: where it is
// cut, nothing of the surface is missing.
static soup_data with_slivers(const soup_data* s, size_t count)
{
    soup_data out = soup_separate(s->triangle_count + 2 * count);
    size_t there = s->triangle_count;
    memcpy(out.vertices, s->vertices, 9 * there * sizeof *out.vertices);
    for (size_t i = 0; i < count; i++) {
        double* t = out.vertices + 9 * i;
        double middle[3], corner[3][3];
        memcpy(corner, t, sizeof corner);
        for (int k = 0; k < 3; k++)
            middle[k] = (t[k] + t[3 + k]) / 2;
        double *half = out.vertices + 9 * there, *flat = half + 9;
        memcpy(t + 3, middle, sizeof middle);  // corner 0, middle, corner 2
        memcpy(half, middle, sizeof middle);
        memcpy(half + 3, corner[1], 2 * sizeof middle);
        memcpy(flat, corner[0], sizeof middle);
        memcpy(flat + 3, corner[1], sizeof middle);
        memcpy(flat + 6, middle, sizeof middle);
        there += 2;
    }
    return out;
}

// On a grid of eighths: corners, sides and faces of the octahedron are hit, and much else.
static void make_line(rng* r, double from[3], double to[3])
{
    const size_t sort = rng_below(r, 4);
    for (int k = 0; k < 3; k++) {
        from[k] = (double)rng_below(r, 49) / 8 - 3;
        to[k] = (double)rng_below(r, 49) / 8 - 3;
        if (sort == 1) to[k] = -from[k];
        if (sort == 2) to[k] = k == 1 ? -from[k] : from[k];
    }
    if (sort == 3) to[2] = from[2] = (double)rng_below(r, 9) / 8;
}

static int is_inside(const double x[3])
{
    return fabs(x[0]) + fabs(x[1]) + fabs(x[2]) < 1;
}

static int is_on(const double x[3])
{
    return fabs(x[0]) + fabs(x[1]) + fabs(x[2]) == 1;
}

static void test_closed(void** state)
{
    (void)state;
    soup_data whole = octahedron_soup(8), cut = with_slivers(&whole, 300);
    const soup_data* const soups[2] = {&whole, &cut};
    rng r = {21};
    abut_batch* b = points_batch(NULL);
    size_t lines = 0, crossings = 0, touches = 0;
    for (int i = 0; i < 2 * POINT_WAYS; i++) {
        const abut_soup soup = soup_of(soups[i % 2]);
        abut_model* m = distance_model(&soup, &distance_ways[i / 2], NULL);
        const abut_instance at = {.model = m};
        const abut_ray_ask segments = {.want = ABUT_RAY_WANT_ALL, .segments = 1};
        for (int line = 0; line < CASES(600); line++) {
            double ends[2][3];
            make_line(&r, ends[0], ends[1]);
            if (is_on(ends[0]) || is_on(ends[1])) continue;
            const size_t parity = (size_t)(is_inside(ends[0]) ^ is_inside(ends[1]));
            const abut_ray_answer* a = rays_ask(b, &at, ends[0], ends[1], 1, &segments);
            if (a->crossing_count % 2 != parity)
                fail_msg("%zu crossings from %g %g %g to %g %g %g", a->crossing_count, ends[0][0],
                         ends[0][1], ends[0][2], ends[1][0], ends[1][1], ends[1][2]);
            assert_true(a->crossing_count <= 2);
            lines++;
            crossings += a->crossing_count;
            touches += a->touch_count;
            // The other way the same is met, last what was first.
            rays_kept_answers there = rays_keep(a, 1);
            a = rays_ask(b, &at, ends[1], ends[0], 1, &segments);
            assert_int_equal(a->touch_count, there.answers->touch_count);
            assert_int_equal(a->crossing_count, there.answers->crossing_count);
            for (size_t h = 0; h < a->hit_count; h++) {
                const abut_ray_hit* back = &a->hits[h];
                size_t same = 0;
                while (there.hits[same].triangle != back->triangle)
                    same++;
                assert_int_equal(back->is_crossing, there.hits[same].is_crossing);
                assert_int_equal(back->facing + there.hits[same].facing,
                                 back->facing ? ABUT_FACING_FRONT + ABUT_FACING_BACK : 0);
                if (!back->facing) continue;  // shared from a first point to a last one
                assert_int_equal(back->feature, there.hits[same].feature);
                assert_true(fabs(back->t_lo + there.hits[same].t_lo - 1) < 1e-14);
            }
            rays_forget(&there);
        }
        abut_model_free(m);
    }
    abut_batch_free(b);
    soup_free(&whole);
    soup_free(&cut);
    printf("%zu lines, %zu crossings, %zu touches\n", lines, crossings, touches);
}

// Rays from anywhere tell the side of their origin, as abut_points does.
static void test_sides(void** state)
{
    (void)state;
    soup_data s = octahedron_soup(4);
    const abut_soup soup = soup_of(&s);
    rng r = {22};
    abut_batch *b = points_batch(NULL), *c = points_batch(NULL);
    abut_model* m = distance_model(&soup, &distance_ways[1], NULL);
    abut_solid* solid = points_solid(m);
    const abut_point_ask sides = {.solid = solid};
    const abut_ray_ask count = {.want = ABUT_RAY_WANT_COUNT};
    size_t inside = 0;
    for (int i = 0; i < CASES(3000); i++) {
        const abut_pose pose = pose_of_sort(&r, (int)(i % 6));
        const abut_instance at = {.model = m, .pose = pose};
        double x[3], way[3];
        for (int k = 0; k < 3; k++) {
            x[k] = pose.translation[k] + (double)rng_below(&r, 17) / 8 - 1;
            way[k] = (double)rng_below(&r, 5) - 2;
        }
        if (way[0] == 0 && way[1] == 0 && way[2] == 0) way[0] = rng_signed(&r);
        const abut_side side = points_ask(c, &at, x, 1, &sides)->side;
        if (side == ABUT_SIDE_ON) continue;
        const abut_ray_answer* a = rays_ask(b, &at, x, way, 1, &count);
        assert_int_equal(a->crossing_count % 2, side == ABUT_SIDE_INSIDE);
        inside += side == ABUT_SIDE_INSIDE;
    }
    assert_true(inside > 50);
    abut_solid_free(solid);
    abut_model_free(m);
    abut_batch_free(b);
    abut_batch_free(c);
    soup_free(&s);
}

// ------------------------------------------------------------------------------------------- sheets

enum { SHEET = 24 };

// A sheet over a grid, with heights of few bits; the diagonal of each field either way.
static soup_data make_sheet(rng* r, double heights[SHEET + 1][SHEET + 1])
{
    soup_data s = soup_separate(2 * SHEET * SHEET);
    for (int i = 0; i <= SHEET; i++)
        for (int j = 0; j <= SHEET; j++)
            heights[i][j] = (double)rng_below(r, 5) / 8;
    size_t at = 0;
    for (int i = 0; i < SHEET; i++)
        for (int j = 0; j < SHEET; j++) {
            const int turn = (int)rng_below(r, 2);
            const int corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
            for (int half = 0; half < 2; half++)
                for (int v = 0; v < 3; v++) {
                    const int* c = corner[(turn + 2 * half + v) % 4];
                    s.vertices[at++] = i + c[0];
                    s.vertices[at++] = j + c[1];
                    s.vertices[at++] = heights[i + c[0]][j + c[1]];
                }
        }
    return s;
}

// Where a pose takes a point, but for rounding.
static void put(const affine* pose, double x, double y, double z, double out[3])
{
    for (int k = 0; k < 3; k++) {
        const double* const row = pose->matrix[k];
        out[k] = pose->translation[k] + row[0] * x + row[1] * y + row[2] * z;
    }
}

// Rays through corners, sides and faces: none slips through, none goes through twice.
static void test_watertight(void** state)
{
    (void)state;
    static double heights[SHEET + 1][SHEET + 1];
    rng r = {23};
    abut_batch* b = points_batch(NULL);
    size_t rays = 0, touches = 0;
    for (int i = 0; i < 2 * POINT_WAYS; i++) {
        soup_data s = make_sheet(&r, heights);
        const abut_soup soup = soup_of(&s);
        abut_model* m = distance_model(&soup, &distance_ways[i / 2], NULL);
        const abut_instance at = {.model = m, .pose = pose_of_sort(&r, i % 2 ? 0 : 3)};
        affine pose;
        assert_int_equal(affine_from_pose(&pose, &at.pose), ABUT_OK);
        const abut_ray_ask all = {.want = ABUT_RAY_WANT_ALL};
        const abut_instance plain = {.model = m};
        for (int n = 0; n < CASES(400); n++) {
            const double x = 2 + (double)rng_below(&r, 2 * (SHEET - 4)) / 2,
                         y = 2 + (double)rng_below(&r, 2 * (SHEET - 4)) / 2;
            // Straight down: an upright ray meets a sheet over a grid once, slanted ones an odd number of times.
            const double origin[3] = {x, y, 8}, down[3] = {0, 0, -0.5};
            const abut_ray_answer* a = rays_ask(b, &plain, origin, down, 1, &all);
            assert_true(a->touch_count >= 1);
            assert_int_equal(a->crossing_count, 1);
            touches += a->touch_count;
            for (size_t h = 0; h < a->hit_count; h++)
                assert_true(a->hits[h].t_lo == a->hits[0].t_lo);
            const double slant[3] = {0.25, -0.125, -4};
            a = rays_ask(b, &plain, origin, slant, 1, &all);
            assert_true(a->touch_count >= 1 && a->crossing_count % 2 == 1);
            // Posed, corners are no doubles; that no ray slips through holds there too.
            double from[3], to[3];
            put(&pose, x, y, 8, from);
            put(&pose, x, y, -8, to);
            const abut_ray_ask segments = {.want = ABUT_RAY_WANT_COUNT, .segments = 1};
            a = rays_ask(b, &at, from, to, 1, &segments);
            assert_true(a->touch_count >= 1 && a->crossing_count == 1);
            rays++;
        }
        abut_model_free(m);
        soup_free(&s);
    }
    abut_batch_free(b);
    assert_true(touches > 2 * rays);
    printf("%zu rays, %zu touches\n", rays, touches);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),      cmocka_unit_test(test_limits),
        cmocka_unit_test(test_removed),    cmocka_unit_test(test_texts),
        cmocka_unit_test(test_empty),      cmocka_unit_test(test_refused),
        cmocka_unit_test(test_closed),     cmocka_unit_test(test_sides),
        cmocka_unit_test(test_watertight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
